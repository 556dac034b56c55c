"""The training loop of both networks: fresh samples all the time, each used about twice."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from torch import nn

from vision.training import glyphs

BATCH = 128
FRESH = 4096
KEPT = 32768
USES = 2.0
LEAST_HALVED = 64

Maker = Callable[[np.random.Generator, glyphs.Stock], tuple[NDArray[np.uint8], int]]
"""Draws one sample (h, w, 3) uint8 BGR and the index of its class."""


@dataclass(frozen=True, slots=True)
class Course:
    """How a run goes: `rounds` of fresh samples, the seed, the highest learning rate, weights to begin with."""

    rounds: int
    seed: int
    peak: float
    start: Path | None = None


class Pool:
    """The last `KEPT` samples; each is used about `USES` times before it is overwritten."""

    def __init__(self, make: Maker, shape: tuple[int, int]) -> None:
        self.make = make
        self.pictures = np.zeros((KEPT, *shape, 3), np.uint8)
        self.labels = np.zeros(KEPT, np.int64)
        self.filled = self.at = 0

    def refresh(self, rng: np.random.Generator, stock: glyphs.Stock) -> None:
        """Draw `FRESH` new samples over the oldest."""
        for _ in range(FRESH):
            self.pictures[self.at], self.labels[self.at] = self.make(rng, stock)
            self.at = (self.at + 1) % KEPT
            self.filled = min(KEPT, self.filled + 1)

    def batches(self, rng: np.random.Generator) -> list[tuple[torch.Tensor, torch.Tensor]]:
        """Random batches, `USES` times as many samples as were drawn anew."""
        count = int(FRESH * USES) // BATCH
        picks = rng.integers(0, self.filled, (count, BATCH))
        return [(as_input(self.pictures[pick]), torch.from_numpy(self.labels[pick])) for pick in picks]


def as_input(pictures: NDArray[np.uint8]) -> torch.Tensor:
    """(n, h, w, 3) uint8 BGR -> (n, 3, h, w) float32, mean of each channel and common spread taken out."""
    blob = pictures.astype(np.float32).transpose(0, 3, 1, 2)
    blob = blob - blob.mean((2, 3), keepdims=True)
    spread = blob.std((1, 2, 3), keepdims=True)
    return torch.from_numpy(blob / (spread + 4.0))


def train(net: nn.Module, pool: Pool, course: Course) -> nn.Module:
    """The network after the course."""
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(course.seed)
    rng = np.random.default_rng(course.seed)
    stock = glyphs.open_stock(course.seed)
    if course.start:
        net.load_state_dict(torch.load(course.start, weights_only=True))
    steps = course.rounds * (int(FRESH * USES) // BATCH)
    guide = torch.optim.AdamW(net.parameters(), lr=course.peak, weight_decay=0.01)
    pace = torch.optim.lr_scheduler.OneCycleLR(guide, course.peak, total_steps=steps, pct_start=0.1)
    loss_of = nn.CrossEntropyLoss(label_smoothing=0.02)
    for turn in range(course.rounds):
        begun = time.perf_counter()
        pool.refresh(rng, stock)
        drawn = time.perf_counter()
        losses = [_step(net, batch, loss_of, guide, pace) for batch in pool.batches(rng)]
        print(
            f"round {turn + 1}/{course.rounds} loss {np.mean(losses):.4f}"
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


def check(net: nn.Module, make: Maker, seed: int, count: int = 8192) -> None:
    """Print how many fresh samples (other seed) are right, silently wrong and unsure."""
    rng = np.random.default_rng(seed + 1)
    stock = glyphs.open_stock(seed)
    drawn = [make(rng, stock) for _ in range(count)]
    truth = np.array([label for _, label in drawn])
    with torch.no_grad():
        odds = net(as_input(np.stack([picture for picture, _ in drawn])))[0].softmax(1).numpy()
    best, sure = odds.argmax(1), odds.max(1) > 0.9
    wrong = best != truth
    print(f"right {1 - wrong.mean():.4f} sure {sure.mean():.4f} sure and wrong {np.mean(sure & wrong):.4f}")


def write(net: nn.Module, path: Path, example: torch.Tensor, outputs: tuple[str, ...]) -> None:
    """Save a network as one ONNX file with the outputs named, and its weights beside it to go on from.

    The number of pictures stays open; the ONNX file keeps the weights in half precision.
    """
    axes = {name: {0: "n"} for name in ("pictures", *outputs)}
    torch.onnx.export(
        net, (example,), str(path), input_names=["pictures"], output_names=[*outputs], dynamic_axes=axes, dynamo=False
    )
    _halve(path)
    torch.save(net.state_dict(), path.with_suffix(".pt"))
    print(f"{path}: {path.stat().st_size} bytes")


def _halve(path: Path) -> None:
    """Keep large weights as float16, cast to float32 where they are used: half the file, the same answers to 0.004."""
    model = onnx.load(path)
    kept, casts = [], []
    for weights in model.graph.initializer:
        values = onnx.numpy_helper.to_array(weights)
        if values.dtype != np.float32 or values.size < LEAST_HALVED:
            kept.append(weights)
            continue
        name = f"{weights.name}_half"
        kept.append(onnx.numpy_helper.from_array(values.astype(np.float16), name))
        casts.append(onnx.helper.make_node("Cast", [name], [weights.name], to=onnx.TensorProto.FLOAT))
    nodes = [*casts, *model.graph.node]
    for field, parts in ((model.graph.initializer, kept), (model.graph.node, nodes)):
        del field[:]
        field.extend(parts)
    onnx.save(model, path)
