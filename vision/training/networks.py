"""The shapes of the two networks, in PyTorch; run time only ever sees their ONNX files."""

from __future__ import annotations

import torch
from torch import nn


def block(inward: int, outward: int, stride: int = 1) -> nn.Sequential:
    """Convolution 3x3, batch norm, ReLU."""
    return nn.Sequential(
        nn.Conv2d(inward, outward, 3, stride, 1, bias=False), nn.BatchNorm2d(outward), nn.ReLU(inplace=True)
    )


class NumeralNet(nn.Module):
    """(n, 3, 32, 32) float32, normalised BGR -> (n, classes) logits.

    Input comes with the mean of each channel and the common spread taken out: a colour cast or a dim lamp arrives as nothing.
    """

    def __init__(self, classes: int) -> None:
        super().__init__()
        self.trunk = nn.Sequential(
            block(3, 16),
            block(16, 32, 2),
            block(32, 48),
            block(48, 64, 2),
            block(64, 64),
            block(64, 80, 2),
            block(80, 88),
        )
        self.drop = nn.Dropout(0.2)
        self.head = nn.Linear(88 * 4 * 4, classes)

    def forward(self, pictures: torch.Tensor) -> torch.Tensor:
        """The logits of a batch."""
        return self.head(self.drop(self.trunk(pictures).flatten(1)))


def light(inward: int, outward: int, stride: int = 1) -> nn.Sequential:
    """A depthwise 3x3 and a 1x1 convolution: a tenth of the work of `block`."""
    return nn.Sequential(
        nn.Conv2d(inward, inward, 3, stride, 1, groups=inward, bias=False),
        nn.BatchNorm2d(inward),
        nn.ReLU(inplace=True),
        nn.Conv2d(inward, outward, 1, bias=False),
        nn.BatchNorm2d(outward),
        nn.ReLU(inplace=True),
    )


class FinderNet(nn.Module):
    """(n, 3, H, W) float32, H and W multiples of 32, BGR about 0 -> (n, 7, H/4, W/4).

    Channels: logit of "inner part of a card", offset to its middle (2), log of its sides (2), twice its angle (2).
    """

    def __init__(self) -> None:
        super().__init__()
        self.quarter = nn.Sequential(block(3, 12, 2), block(12, 24, 2), block(24, 24))
        self.eighth = nn.Sequential(block(24, 40, 2), block(40, 40))
        self.sixteenth = nn.Sequential(block(40, 56, 2), block(56, 56))
        self.deep = nn.Sequential(light(56, 72, 2), light(72, 72), light(72, 72), light(72, 72))
        self.from_deep = nn.Conv2d(72, 56, 1)
        self.join16 = light(56, 56)
        self.from16 = nn.Conv2d(56, 40, 1)
        self.join8 = light(40, 40)
        self.from8 = nn.Conv2d(40, 24, 1)
        self.join4 = block(24, 24)
        self.head = nn.Conv2d(24, 7, 1)
        self.larger = nn.Upsample(scale_factor=2, mode="nearest")

    def forward(self, pictures: torch.Tensor) -> torch.Tensor:
        """The answers of a batch."""
        quarter = self.quarter(pictures)
        eighth = self.eighth(quarter)
        sixteenth = self.sixteenth(eighth)
        joined = self.join16(sixteenth + self.larger(self.from_deep(self.deep(sixteenth))))
        joined = self.join8(eighth + self.larger(self.from16(joined)))
        return self.head(self.join4(quarter + self.larger(self.from8(joined))))
