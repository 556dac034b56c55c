"""Train the numeral network and write it as ONNX: ``python -m vision.training.train_numerals OUT.onnx``.

Reproducible: seed, number of rounds and fonts decide everything (see docs/vision_training.md).
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch

from vision.training import cut_cards, glyphs, loop
from vision.training.networks import NumeralNet


def main() -> None:
    """Parse the command line, train, check, write."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("out", type=Path)
    ask.add_argument("--rounds", type=int, default=110)
    ask.add_argument("--seed", type=int, default=20)
    ask.add_argument("--peak", type=float, default=2e-3, help="highest learning rate")
    ask.add_argument("--start", type=Path, help="weights (.pt) of an earlier run to go on from")
    told = ask.parse_args()
    course = loop.Course(told.rounds, told.seed, told.peak, told.start)
    net = loop.train(NumeralNet(len(glyphs.CLASSES)), loop.Pool(cut_cards.Mixed(), (32, 32)), course)
    loop.check(net, cut_cards.Mixed(), told.seed)
    loop.write(net, told.out, torch.zeros(1, 3, 32, 32), ("answer", "features"))


if __name__ == "__main__":
    main()
