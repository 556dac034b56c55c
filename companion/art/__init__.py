"""What is drawn everywhere alike: faces, icons, colours, fonts, and where the zones of a table go. No Kivy."""
