"""What the link, the knocks and the firmware achieve: ``python -m bench.hardware [--rounds 2000] [--contests 100000]``.

Everything runs on the simulated firmware in virtual time or on generated edges, so the figures do not depend on how
busy the computer is; only the row on the pseudo-terminal does. Needs what ``make -C firmware all sim`` needs.
"""

import argparse
import random
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.table import Table

from hardware import seat1
from hardware.displays import SerialDisplays
from hardware.knocks import COLLECT_S, KnockListener
from hardware.picture import IN
from hardware.readings import Edge
from hardware.simulated import SimulatedBoard
from tests.firmware.noise import digit_codes, reveal_over
from tests.firmware.rigs import BLANK, DARK, FIRMWARE, FirmwareEnd, Rig
from tests.firmware.simulator import CYCLES_PER_S, Simulator
from tests.firmware.test_board import ask, reveal, sizes

OUT = FIRMWARE / "out"
DAMAGES = (0.0, 0.01, 0.05, 0.10)


def noise_row(damage: float, rounds: int) -> list[str]:
    """One line of the noise table."""
    tally = reveal_over(OUT, damage=damage, rounds=rounds)
    times = [f"{tally.quantile_ms(share):.0f}" for share in (0.5, 0.99, 1.0)]
    counts = [tally.link_down, tally.latches, tally.wrong, tally.early]
    return [f"{damage:.0%}", str(rounds), f"{100 * tally.share:.2f} %", *times, *map(str, counts)]


def noise_table(rounds: int) -> Table:
    table = Table(title="Reveals over a damaged line (both ways; PREP + COMMIT, virtual time)")
    for name in ("bytes", "rounds", "within 2 s", "median ms", "p99", "max", "link down", "latches", "wrong", "early"):
        table.add_column(name, justify="right")
    for damage in DAMAGES:
        table.add_row(*noise_row(damage, rounds))
    return table


def bounce(draw: random.Random) -> list[float]:
    return sorted(draw.uniform(0.0002, 0.005) for _ in range(2 * draw.randint(0, 2)))


def contest(draw: random.Random) -> tuple[dict[int, float], list[Edge], dict[int, list[float]]]:
    """Two to four knocks within 20 ms: true times, stamped edges (20 us of interrupt jitter), bounce trains."""
    truth = {seat: draw.uniform(0, 0.020) for seat in draw.sample(range(6), draw.randint(2, 4))}
    edges, trains = [], {}
    for seat, at_s in truth.items():
        stamp_s = at_s + draw.expovariate(1 / 20e-6)
        trains[seat] = bounce(draw)
        edges.append(Edge(seat, stamp_s, high=False))
        edges += [Edge(seat, stamp_s + after_s, high=index % 2 == 0) for index, after_s in enumerate(trains[seat])]
    return truth, sorted(edges, key=lambda edge: edge.at_s), trains


def ours(edges: list[Edge]) -> tuple[int, ...]:
    """The seats our own rule names first."""
    listener = KnockListener({seat: seat for seat in range(6)})
    listener.hear(edges)
    first = listener.contests(1.0)[0][0]
    return (first.seat, *first.tied_with)


def by_callback(edges: list[Edge], draw: random.Random) -> int:
    """Whose first callback comes first when each is 3 ms late on average."""
    return min(edges, key=lambda edge: edge.at_s + draw.expovariate(1 / 3e-3)).line


def by_library(truth: dict[int, float], trains: dict[int, list[float]]) -> int:
    """Who is first when a library stamps the last bounce."""
    return min(truth, key=lambda seat: truth[seat] + (trains[seat] or [0.0])[-1])


def by_kernel(truth: dict[int, float], trains: dict[int, list[float]], draw: random.Random) -> int:
    """Who is first when the kernel's debounce work runs 10 ms after the last bounce, on a 4 ms tick."""
    ticks = {seat: -(-(truth[seat] + (trains[seat] or [0.0])[-1] + 0.010) // 0.004) for seat in truth}
    return min(truth, key=lambda seat: (ticks[seat], draw.random()))


def knock_table(contests: int) -> Table:
    draw = random.Random(11)
    wrong = {"callback order": 0, "library debounce": 0, "kernel debounce": 0, "first edge's stamp (ours)": 0}
    ties = 0
    for _ in range(contests):
        truth, edges, trains = contest(draw)
        winner = min(truth, key=lambda seat: truth[seat])
        named = ours(edges)
        ties += len(named) > 1
        wrong["first edge's stamp (ours)"] += winner not in named
        wrong["callback order"] += by_callback(edges, draw) != winner
        wrong["library debounce"] += by_library(truth, trains) != winner
        wrong["kernel debounce"] += by_kernel(truth, trains, draw) != winner
    table = Table(title=f"Who knocked first: {contests} contests of 2 to 4 seats within 20 ms")
    table.add_column("rule")
    table.add_column("wrong winner", justify="right")
    for name, count in wrong.items():
        table.add_row(name, f"{count} ({100 * count / contests:.3f} %)")
    table.caption = (
        f"declared ties (< 1 ms): {100 * ties / contests:.1f} %; decided {1000 * COLLECT_S:.0f} ms after the first edge"
    )
    return table


def stack_bytes() -> tuple[int, int]:
    """Deepest stack and never touched RAM after a busy session, in bytes."""
    simulator = Simulator(OUT)
    _, ram = sizes(OUT)
    free = range(0x100 + ram, 0x900)
    for address in free:
        simulator.poke(address, 0xA5)
    simulator.run(0.05)
    for _ in range(20):
        reveal(simulator, 999, 152, 40, 1, None, 7)
        ask(simulator, seat1.READ)
        simulator.feed(bytes(range(1, 51)) + b"\0")
        simulator.run(0.02)
    touched = [address for address in free if simulator.peek(address) != 0xA5]
    simulator.close()
    return 0x900 - min(touched), min(touched) - free.start


def hang_ms() -> float:
    simulator = Simulator(OUT)
    simulator.run(0.05)
    reveal(simulator, 40)
    simulator.take()
    simulator.hang()
    start_s = simulator.now_s
    while not simulator.take():
        simulator.run(0.001)
    took_ms = 1000 * (simulator.now_s - start_s)
    simulator.close()
    return took_ms


def replug_ms() -> list[float]:
    """Virtual time from plugging in to the confirmed picture, for many moments of the pull."""
    took = []
    rig = Rig(FirmwareEnd(OUT))
    rig.show("5", IN, "7")
    for away in range(1, 60):
        rig.settle()
        rig.unplug(is_noticed=True)
        rig.run(0.037 * away)
        rig.plug_in()
        took.append(1000 * (rig.settle() or float("inf")))
    rig.board.close()
    return sorted(took)


def skew_and_commit() -> tuple[int, list[float]]:
    """Largest difference in cycles between seats lighting up, and ms from the first byte of COMMIT to light."""
    simulator = Simulator(OUT)
    simulator.run(0.05)
    ask(simulator, seat1.hello(1))
    skew, lit_ms = 0, []
    for round_ in range(1, 200):
        numbers = tuple((7 * round_ + 131 * seat) % 1000 for seat in range(6))
        expected = tuple(f"{number:3d}" for number in numbers)
        ask(simulator, seat1.prep(round_, numbers))
        simulator.run(0.001 * (round_ % 40))
        simulator.forget()
        start = simulator.cycle
        ask(simulator, seat1.commit(round_))
        first = [
            next(latch.cycle for latch in simulator.latches if latch.texts[seat] == expected[seat]) for seat in range(6)
        ]
        skew = max(skew, max(first) - min(first))
        lit_ms.append(1000 * (first[0] - start) / CYCLES_PER_S)
    simulator.close()
    return skew, sorted(lit_ms)


def hostile(count: int) -> str:
    draw = random.Random(5)
    simulator = Simulator(OUT)
    simulator.run(0.05)
    simulator.forget()
    resets, digits = simulator.resets, 0
    for index in range(count):
        simulator.feed(bytes(draw.randrange(256) for _ in range(draw.randrange(1, 60))) + b"\0")
        simulator.run(0.009)
        if index % 500 == 0:
            digits += sum(latch.texts not in (BLANK, DARK) for latch in simulator.latches)
            simulator.forget()
    digits += sum(latch.texts not in (BLANK, DARK) for latch in simulator.latches)
    simulator.forget()
    alive = ask(simulator, seat1.hello(9)).status.result is seat1.Result.OK
    result = f"{simulator.resets - resets} resets, {digits} latches with a digit, {'alive' if alive else 'DEAD'}"
    simulator.close()
    return result


def every_value_and_mask(step: int) -> str:
    """All values and masks on the ELF: digit codes before COMMIT, and seats that showed something else after it."""
    simulator = Simulator(OUT)
    simulator.run(0.05)
    ask(simulator, seat1.hello(1))
    early = wrong = count = 0
    for value in range(0, 1000, step):
        for mask in range(1, 64):
            numbers = tuple(value if mask >> seat & 1 else None for seat in range(6))
            expected = tuple("   " if number is None else f"{number:3d}" for number in numbers)
            simulator.forget()
            ask(simulator, seat1.prep(count % 65535 + 1, numbers))
            early += any(digit_codes(latch) for latch in simulator.latches[4:])
            hidden = simulator.texts
            simulator.forget()
            ask(simulator, seat1.commit(count % 65535 + 1))
            wrong += {latch.texts for latch in simulator.latches} - {DARK, hidden} != {expected}
            count += 1
    simulator.close()
    return f"{count} reveals: {early} early, {wrong} wrong"


def on_the_terminal(rounds: int) -> list[float]:
    """Wall-clock ms from `show` to the lit latch, end to end with thread, pyserial and pseudo-terminal."""
    board = SimulatedBoard(out=OUT)
    displays = SerialDisplays(board.open_port)
    took = []
    for round_ in range(rounds):
        displays.show((IN,) * 6)
        wait(lambda: displays.is_settled)
        number = str(100 + round_ % 800)
        start_s = time.monotonic()
        displays.show((number,) * 6)
        wait(lambda: displays.is_settled)
        lit_s = min(at_s for at_s, texts in board.latches() if at_s >= start_s and texts == (number,) * 6)
        took.append(1000 * (lit_s - start_s))
    displays.close()
    board.close()
    return sorted(took)


def wait(holds: Callable[[], bool]) -> None:
    while not holds():
        time.sleep(0.001)


def board_rows(args: argparse.Namespace) -> Iterator[tuple[str, str, str]]:
    flash, ram = sizes(OUT)
    stack, untouched = stack_bytes()
    skew, lit_ms = skew_and_commit()
    replugs = replug_ms()
    yield "flash", f"{flash} B", "<= 6144 B"
    yield "static RAM", f"{ram} B", "<= 400 B"
    yield "deepest stack / never touched", f"{stack} B / {untouched} B", ">= 1024 B untouched"
    yield "reveal skew between seats", f"{skew} cycles", "0"
    yield "first byte of COMMIT -> lit (simavr)", spread(lit_ms), "p99 <= 20 ms"
    yield "hang -> boot notice, dark", f"{hang_ms():.0f} ms", "<= 350 ms"
    yield "replug -> picture confirmed", spread(replugs), "<= 250 ms"
    yield f"{args.hostile} random frames", hostile(args.hostile), "0, 0, alive"
    yield "values x masks", every_value_and_mask(args.value_step), "0, 0"
    yield "show -> lit on a pseudo-terminal", spread(on_the_terminal(args.terminal)), "human"


def spread(values: list[float]) -> str:
    return f"median {median(values):.1f}, p99 {values[int(len(values) * 0.99)]:.1f}, max {values[-1]:.1f} ms"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=2000)
    parser.add_argument("--contests", type=int, default=100_000)
    parser.add_argument("--hostile", type=int, default=100_000)
    parser.add_argument("--value-step", type=int, default=1)
    parser.add_argument("--terminal", type=int, default=150)
    args = parser.parse_args()
    subprocess.run(["make", "-s", "-C", str(Path(FIRMWARE)), "all", "sim"], check=True, stdout=subprocess.DEVNULL)  # noqa: S603, S607
    console = Console(width=140)
    table = Table(title="Display board")
    for name in ("property", "measured", "target"):
        table.add_column(name)
    for row in board_rows(args):
        table.add_row(*row)
    console.print(table)
    console.print(knock_table(args.contests))
    console.print(noise_table(args.rounds))


if __name__ == "__main__":
    main()
