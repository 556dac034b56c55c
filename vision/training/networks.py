"""The shape of the network, in PyTorch; run time only ever sees its ONNX file."""

from __future__ import annotations

import torch
from torch import nn


def block(inward: int, outward: int, stride: int = 1) -> nn.Sequential:
    """Convolution 3x3, batch norm, ReLU."""
    return nn.Sequential(
        nn.Conv2d(inward, outward, 3, stride, 1, bias=False), nn.BatchNorm2d(outward), nn.ReLU(inplace=True)
    )


class NumeralNet(nn.Module):
    """(n, 3, 32, 32) float32, normalised BGR -> (n, classes) logits and (n, 1408) features before them.

    Input comes with the mean of each channel and the common spread taken out: a colour cast or a dim lamp arrives as
    nothing.
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

    def forward(self, pictures: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits and features of a batch."""
        features = self.trunk(pictures).flatten(1)
        return self.head(self.drop(features)), features


class CardNet(nn.Module):
    """(n, 3, 72, 48) float32, normalised BGR -> a tuple of (n, kinds) logits, from what it sees most in 3 x 3 parts."""

    def __init__(self, kinds: int) -> None:
        super().__init__()
        self.trunk = nn.Sequential(
            block(3, 16, 2), block(16, 24), block(24, 32, 2), block(32, 40), block(40, 56, 2), block(56, 64)
        )
        self.drop = nn.Dropout(0.2)
        self.head = nn.Linear(64 * 3 * 3, kinds)

    def forward(self, pictures: torch.Tensor) -> tuple[torch.Tensor]:
        """Logits of a batch."""
        seen = nn.functional.max_pool2d(self.trunk(pictures), (3, 2))
        return (self.head(self.drop(seen.flatten(1))),)
