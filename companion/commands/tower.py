"""`companion tower`: judge towers described in JSON (log_format, section 4), one verdict a line."""

from __future__ import annotations

import errno
import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion.command_line import App

if TYPE_CHECKING:
    from physics.judge import Verdict
    from physics.next_piece import Risk
    from physics.scene import Scene

app = App()

STDIN = "-"


@app.command()
def tower(
    scenes: list[str],
    plot: Annotated[Path | None, typer.Option(readable=False)] = None,
    second_view: Annotated[
        Path | None,
        typer.Option(readable=False),
    ] = None,
    friction: Annotated[float | None, typer.Option(min=0.0)] = None,
) -> None:
    """Say whether towers stand, how near they are to falling, and where the next piece may go."""
    bad = False
    for index, name in enumerate(scenes):
        drawing = None if plot is None else _numbered(plot, index, of=len(scenes))
        line = _line(name, drawing, second_view=second_view, friction=friction)
        bad = bad or "error" in line
        typer.echo(json.dumps(line, ensure_ascii=False))
    if bad:
        raise typer.Exit(1)


def _numbered(plot: Path, index: int, *, of: int) -> Path:
    return plot if of == 1 else plot.with_stem(f"{plot.stem}-{index}")


def _line(name: str, drawing: Path | None, *, second_view: Path | None, friction: float | None) -> dict[str, object]:
    """Return the verdict on one scene, or what is wrong with it, ready for JSON."""
    # The clock below times the verdict, not the imports.
    import numpy.random  # noqa: F401
    import scipy.optimize  # noqa: F401

    import physics.second_view  # noqa: F401
    from physics.errors import PhysicsError

    try:
        scene = _scene(name, friction)
        other = None if second_view is None else _scene(str(second_view), friction)
        started = time.perf_counter()
        verdict = _judged(scene, other)
        ms = (time.perf_counter() - started) * 1000
        hand = _risks(scene)
        if drawing is not None:
            _draw(scene, verdict, drawing)
    except PhysicsError as error:
        return {"scene": name, "error": type(error).__name__, "message": str(error)}
    except OSError as error:
        # Where the system names no file it was one being written, and the drawing is the only one.
        at = error.filename or drawing or name
        return {"scene": name, "error": "Unreadable", "message": f"{at}: {error.strerror or error}"}
    return {"scene": name, **_entries(verdict), **hand, "ms": round(ms, 2)}


def _scene(name: str, friction: float | None) -> Scene:
    from dataclasses import replace

    from companion.exchange.whole_file import read_input, read_whole
    from physics.scene import read_scene

    try:
        text = (read_input() if name == STDIN else read_whole(Path(name))).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise OSError(errno.EILSEQ, str(error), name) from error
    scene = read_scene(text)
    if friction is None:
        return scene
    return replace(scene, tower=replace(scene.tower, friction=friction))


def _judged(scene: Scene, other: Scene | None) -> Verdict:
    from physics.judge import judge
    from physics.second_view import both_views

    verdict = judge(scene.tower, noise_mm=scene.noise_mm, next_piece=scene.next_piece)
    return verdict if other is None else both_views(scene, verdict, other)


def _risks(scene: Scene) -> dict[str, object]:
    """Return how risky each piece in hand is to be given, the riskiest first; nothing where the scene has no hand."""
    if not scene.hand:
        return {}
    from physics.judge import statics_of
    from physics.next_piece import risks
    from physics.noise import Noise

    found = risks(statics_of(scene.tower, scene.noise_mm), scene.hand, noise=Noise(scene.noise_mm))
    return {"hand": [_told(risk) for risk in sorted(found, key=lambda risk: -risk.p_topple)]}


def _told(risk: Risk) -> dict[str, object]:
    best = risk.advice.best_mm
    told = {"name": risk.name, "p_topple": round(risk.p_topple, 4), "posture": risk.posture}
    return {**told, "best_mm": None if best is None else round(best, 4)}


def _draw(scene: Scene, verdict: Verdict, drawing: Path) -> None:
    from physics.plot import save_plot

    save_plot(scene, verdict, drawing)


def _entries(verdict: Verdict) -> dict[str, object]:
    entries: dict[str, object] = {
        "stands": verdict.stands,
        "p_topple": round(verdict.p_topple, 4),
        "answer": verdict.answer,
        "margin_mm": round(verdict.margin_mm, 4) + 0.0,
        "tilt_deg": round(verdict.tilt_deg, 4) + 0.0,
        "culprit": verdict.culprit,
        "failing": list(verdict.failing),
    }
    if verdict.safe_mm is not None:
        entries["safe_mm"] = [[round(low, 4), round(high, 4)] for low, high in verdict.safe_mm]
    return entries
