"""The mean of several runs as one network: ``python -m vision.training.average_runs numerals OUT.onnx A.pt B.pt``.

Runs that go on from one another err on different crops; their mean errs less. Source: Izmailov et al. 2018, stochastic
weight averaging.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch

from vision.training import cut_cards, exposure, glyphs, loop, whole_cards
from vision.training.networks import CardNet, NumeralNet


def main() -> None:
    """Parse the command line, average, check, write."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("network", choices=("numerals", "cards"))
    ask.add_argument("out", type=Path)
    ask.add_argument("weights", type=Path, nargs="+", help="weights (.pt) of runs that began with the same")
    ask.add_argument("--seed", type=int, default=20)
    told = ask.parse_args()
    runs = [torch.load(path, weights_only=True) for path in told.weights]
    net: NumeralNet | CardNet
    if told.network == "numerals":
        net, make, outputs = NumeralNet(len(glyphs.CLASSES)), cut_cards.Mixed(), ("answer", "features")
        example = torch.zeros(1, 3, exposure.SIDE_PX, exposure.SIDE_PX)
    else:
        net, make, outputs = CardNet(len(whole_cards.KINDS)), whole_cards.Photographed(), ("answer",)
        example = torch.zeros(1, 3, whole_cards.HEIGHT_PX, whole_cards.WIDTH_PX)
    net.load_state_dict({name: torch.stack([run[name].float() for run in runs]).mean(0) for name in runs[0]})
    loop.check(net.eval(), make, told.seed)
    loop.write(net, told.out, example, outputs)


if __name__ == "__main__":
    main()
