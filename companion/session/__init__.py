"""One game being played: journal, proposals, view. No Kivy, no threads of its own."""
