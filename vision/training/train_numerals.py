"""Train the numeral network and write it as ONNX: ``python -m vision.training.train_numerals OUT.onnx``.

Reproducible: seed, number of rounds and fonts decide everything (see docs/vision_training.md).
"""

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

from vision.training import glyphs, numerals
from vision.training.networks import NumeralNet

BATCH = 128
FRESH = 4096
KEPT = 32768
USES = 2.0


@dataclass(slots=True)
class Pool:
    """The last `KEPT` samples; each is used about `USES` times before it is overwritten."""

    pictures: NDArray[np.uint8] = field(default_factory=lambda: np.zeros((KEPT, 32, 32, 3), np.uint8))
    labels: NDArray[np.int64] = field(default_factory=lambda: np.zeros(KEPT, np.int64))
    filled: int = 0
    at: int = 0

    def refresh(self, rng: np.random.Generator, stock: glyphs.Stock) -> None:
        """Draw `FRESH` new samples over the oldest."""
        for _ in range(FRESH):
            self.pictures[self.at], self.labels[self.at] = numerals.make_sample(rng, stock)
            self.at = (self.at + 1) % KEPT
            self.filled = min(KEPT, self.filled + 1)

    def batches(self, rng: np.random.Generator) -> list[tuple[torch.Tensor, torch.Tensor]]:
        """Random batches, `USES` times as many samples as were drawn anew."""
        count = int(FRESH * USES) // BATCH
        picks = rng.integers(0, self.filled, (count, BATCH))
        return [(as_input(self.pictures[pick]), torch.from_numpy(self.labels[pick])) for pick in picks]


def as_input(pictures: NDArray[np.uint8]) -> torch.Tensor:
    """(n, 32, 32, 3) uint8 BGR -> (n, 3, 32, 32) float32, mean of each channel and common spread taken out."""
    blob = pictures.astype(np.float32).transpose(0, 3, 1, 2)
    blob = blob - blob.mean((2, 3), keepdims=True)
    spread = blob.std((1, 2, 3), keepdims=True)
    return torch.from_numpy(blob / (spread + 4.0))


def train(rounds: int, seed: int, peak: float, start: Path | None) -> NumeralNet:
    """A network after `rounds` rounds of fresh samples, beginning with the weights in `start` if given."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    stock, pool = glyphs.open_stock(seed), Pool()
    net = NumeralNet(len(glyphs.CLASSES))
    if start:
        net.load_state_dict(torch.load(start, weights_only=True))
    steps = rounds * (int(FRESH * USES) // BATCH)
    guide = torch.optim.AdamW(net.parameters(), lr=peak, weight_decay=0.01)
    pace = torch.optim.lr_scheduler.OneCycleLR(guide, peak, total_steps=steps, pct_start=0.1)
    loss_of = nn.CrossEntropyLoss(label_smoothing=0.02)
    for turn in range(rounds):
        begun = time.perf_counter()
        pool.refresh(rng, stock)
        drawn = time.perf_counter()
        losses = [_step(net, batch, loss_of, guide, pace) for batch in pool.batches(rng)]
        print(
            f"round {turn + 1}/{rounds} loss {np.mean(losses):.4f}"
            f" draw {drawn - begun:.1f} s train {time.perf_counter() - drawn:.1f} s",
            flush=True,
        )
    return net.eval()


def _step(net: nn.Module, batch: tuple[torch.Tensor, torch.Tensor], loss_of: nn.Module, guide, pace) -> float:
    guide.zero_grad()
    loss = loss_of(net(batch[0])[0], batch[1])
    loss.backward()
    guide.step()
    pace.step()
    return float(loss.detach())


def check(net: NumeralNet, seed: int, count: int = 8192) -> None:
    """Print how many fresh samples (other seed) are right, silently wrong and unsure."""
    rng = np.random.default_rng(seed + 1)
    stock = glyphs.open_stock(seed)
    drawn = [numerals.make_sample(rng, stock) for _ in range(count)]
    truth = np.array([label for _, label in drawn])
    with torch.no_grad():
        odds = net(as_input(np.stack([picture for picture, _ in drawn])))[0].softmax(1).numpy()
    best, sure = odds.argmax(1), odds.max(1) > 0.9
    wrong = best != truth
    print(f"right {1 - wrong.mean():.4f} sure {sure.mean():.4f} sure and wrong {np.mean(sure & wrong):.4f}")


def write(net: nn.Module, path: Path, example: torch.Tensor, free: dict[str, dict[int, str]]) -> None:
    """Save a network as one ONNX file; `free` names its outputs and the axes whose length stays open."""
    torch.onnx.export(
        net, (example,), str(path), input_names=["pictures"], output_names=[*free][1:], dynamic_axes=free, dynamo=False
    )
    print(f"{path}: {path.stat().st_size} bytes")


def main() -> None:
    """Parse the command line, train, check, write."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("out", type=Path)
    ask.add_argument("--rounds", type=int, default=110)
    ask.add_argument("--seed", type=int, default=20)
    ask.add_argument("--peak", type=float, default=2e-3, help="highest learning rate")
    ask.add_argument("--start", type=Path, help="weights (.pt) of an earlier run to go on from")
    told = ask.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    net = train(told.rounds, told.seed, told.peak, told.start)
    check(net, told.seed)
    torch.save(net.state_dict(), told.out.with_suffix(".pt"))
    batch = {0: "n"}
    write(net, told.out, torch.zeros(1, 3, 32, 32), {"pictures": batch, "answer": batch, "features": batch})


if __name__ == "__main__":
    main()
