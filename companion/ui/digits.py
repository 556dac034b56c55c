"""What the LED display of a seat shows, drawn like one; for tables without displays it is all there is."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout


class Digits(BoxLayout):
    """What a display of three digits shows."""

    text = StringProperty("")


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
