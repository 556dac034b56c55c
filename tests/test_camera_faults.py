"""Why a camera shows nothing is told in the players' language, whatever the reason."""

from __future__ import annotations

import ast
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.camera_faults import why_not_seen
from companion.compose import NoCamera, asked_camera
from companion.rulebook.text import say
from companion.texts import LANGUAGES, Texts
from tests.kit import ROOT
from vision.errors import CameraLost, NoCameraPicture

CAMERAS = ("camera.py", "address_camera.py", "rpicam.py")


def raised() -> Iterator[ast.Raise]:
    """Every fault that the cameras raise."""
    for name in CAMERAS:
        tree = ast.parse((ROOT / "vision" / name).read_text(encoding="utf-8"))
        yield from (node for node in ast.walk(tree) if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call))


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_fault_of_a_camera_has_a_reason_with_words_or_one_of_the_system(language: str) -> None:
    words, told = Texts(language), 0
    for node in raised():
        assert isinstance(node.exc, ast.Call)
        reasons = [one.value.value for one in node.exc.keywords if isinstance(one.value, ast.Constant)]
        assert reasons or node.cause is not None, ast.unparse(node)
        assert all(words.has(f"camera.why.{reason}") for reason in reasons), reasons
        told += len(reasons)
    assert told >= 12


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("nowhere", "camera.why.no_source"),
        ("97", "camera.why.no_device"),
        ("folder", "camera.why.no_pictures"),
        ("film.mp4", "camera.why.no_video"),
        ("http://127.0.0.1:9/", "system.refused"),
        ("http://no.such.host.invalid/", "system.no_host"),
    ],
)
def test_a_camera_that_was_asked_for_and_is_not_there_says_why(
    source: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nobody(*_: object, **__: object) -> list[object]:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "film.mp4").write_bytes(b"no film")
    if source.endswith("invalid/"):
        monkeypatch.setattr(socket, "getaddrinfo", nobody)  # no test asks the network
    with pytest.raises(NoCamera) as fault:
        asked_camera(source)
    assert dict(fault.value.said.values) == {"source": source, "why": say(why)}


def test_a_reason_without_words_of_ours_is_told_as_it_is() -> None:
    assert why_not_seen(NoCameraPicture("odd")) == "odd"
    late = CameraLost("x")
    late.__cause__ = TimeoutError("timed out")
    assert why_not_seen(late) == say("system.late")
