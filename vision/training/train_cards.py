"""Train the network that tells faces, backs and bombs: ``python -m vision.training.train_cards OUT.onnx``.

Reproducible: seed, number of rounds and fonts decide everything (see docs/vision_training.md).
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch

from vision.training import loop, whole_cards
from vision.training.networks import CardNet


def main() -> None:
    """Parse the command line, train, check, write."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("out", type=Path)
    ask.add_argument("--rounds", type=int, default=60)
    ask.add_argument("--seed", type=int, default=40)
    ask.add_argument("--peak", type=float, default=2e-3, help="highest learning rate")
    ask.add_argument("--start", type=Path, help="weights (.pt) of an earlier run to go on from")
    told = ask.parse_args()
    course = loop.Course(told.rounds, told.seed, told.peak, told.start)
    shape = (whole_cards.HEIGHT_PX, whole_cards.WIDTH_PX)
    net = loop.train(CardNet(len(whole_cards.KINDS)), loop.Pool(whole_cards.Photographed(), shape), course)
    loop.check(net, whole_cards.Photographed(), told.seed)
    loop.write(net, told.out, torch.zeros(1, 3, *shape), ("answer",))


if __name__ == "__main__":
    main()
