"""Train the card finder and write it as ONNX: ``python -m vision.training.train_finder OUT.onnx``."""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from vision.training import glyphs, scenes
from vision.training.networks import FinderNet
from vision.training.train_numerals import write

BATCH = 10
FRESH = 100
KEPT = 1500
STEPS = 26
SIDE = scenes.SIDE_PX
CELLS = SIDE // scenes.STRIDE


@dataclass(slots=True)
class ScenePool:
    """The last `KEPT` scenes with their answers."""

    pictures: NDArray[np.uint8] = field(default_factory=lambda: np.zeros((KEPT, SIDE, SIDE, 3), np.uint8))
    answers: NDArray[np.float16] = field(default_factory=lambda: np.zeros((KEPT, 8, CELLS, CELLS), np.float16))
    filled: int = 0
    at: int = 0

    def refresh(self, rng: np.random.Generator, deck: scenes.Deck) -> None:
        """Draw `FRESH` new scenes over the oldest."""
        for _ in range(FRESH):
            self.pictures[self.at], self.answers[self.at] = scenes.make_scene(rng, deck)
            self.at = (self.at + 1) % KEPT
            self.filled = min(KEPT, self.filled + 1)

    def batch(self, rng: np.random.Generator) -> tuple[torch.Tensor, torch.Tensor]:
        """A random batch; the order of the colour channels is shuffled, so one scene serves as six."""
        pick = rng.integers(0, self.filled, BATCH)
        pictures = self.pictures[pick][..., rng.permutation(3)]
        return as_input(pictures), torch.from_numpy(self.answers[pick].astype(np.float32))


def as_input(pictures: NDArray[np.uint8]) -> torch.Tensor:
    """(n, H, W, 3) uint8 -> (n, 3, H, W) float32, mean and spread of each picture taken out."""
    blob = pictures.astype(np.float32).transpose(0, 3, 1, 2)
    blob = blob - blob.mean((1, 2, 3), keepdims=True)
    return torch.from_numpy(np.ascontiguousarray(blob / (blob.std((1, 2, 3), keepdims=True) + 8.0)))


def loss_of(said: torch.Tensor, truth: torch.Tensor) -> torch.Tensor:
    """How wrong the answers (n, 7, h, w) are against the truth (n, 8, h, w)."""
    card, counts = truth[:, 0], truth[:, 1]
    missed = functional.binary_cross_entropy_with_logits(said[:, 0], card, reduction="none")
    sure = torch.sigmoid(said[:, 0].detach())
    hard = (card - sure).abs() + 0.1
    here = (missed * hard * counts).sum() / (counts.sum() + 1) * 8
    short = torch.exp(truth[:, 5]).clamp(min=2)
    # A large card has many cells: each card weighs about the root of them.
    weight = card / short
    off = functional.smooth_l1_loss(said[:, 1:3] / 8, truth[:, 2:4] / 8, reduction="none", beta=0.1).sum(1) / short * 8
    size = functional.smooth_l1_loss(said[:, 3:5], truth[:, 4:6], reduction="none", beta=0.1).sum(1)
    turn = functional.smooth_l1_loss(said[:, 5:7], truth[:, 6:8], reduction="none", beta=0.1).sum(1)
    shape = ((2 * off + 2 * size + turn) * weight).sum() / (weight.sum() + 1e-3)
    return here + shape


def train(rounds: int, seed: int, peak: float = 2.5e-3) -> FinderNet:
    """A network after `rounds` rounds of fresh scenes."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    deck, pool, net = scenes.Deck(glyphs.open_stock(seed)), ScenePool(), FinderNet()
    guide = torch.optim.AdamW(net.parameters(), lr=peak, weight_decay=0.01)
    pace = torch.optim.lr_scheduler.OneCycleLR(guide, peak, total_steps=rounds * STEPS, pct_start=0.1)
    for turn in range(rounds):
        begun = time.perf_counter()
        pool.refresh(rng, deck)
        drawn = time.perf_counter()
        losses = [_step(net, pool.batch(rng), guide, pace) for _ in range(STEPS)]
        spent = time.perf_counter() - drawn
        print(
            f"round {turn + 1}/{rounds} loss {np.mean(losses):.4f} draw {drawn - begun:.1f} s train {spent:.1f} s",
            flush=True,
        )
    return net.eval()


def _step(net: nn.Module, batch: tuple[torch.Tensor, torch.Tensor], guide, pace) -> float:  # noqa: ANN001
    guide.zero_grad()
    loss = loss_of(net(batch[0]), batch[1])
    loss.backward()
    nn.utils.clip_grad_norm_(net.parameters(), 5.0)
    guide.step()
    pace.step()
    return float(loss.detach())


def main() -> None:
    """Parse the command line, train, write."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("out", type=Path)
    ask.add_argument("--rounds", type=int, default=220)
    ask.add_argument("--seed", type=int, default=21)
    told = ask.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    net = train(told.rounds, told.seed)
    torch.save(net.state_dict(), told.out.with_suffix(".pt"))
    write(net, told.out, torch.zeros(1, 3, SIDE, SIDE), spatial=True)


if __name__ == "__main__":
    main()
