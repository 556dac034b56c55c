"""Edge sources: traps of gpiozero and libgpiod, each one a test."""

import gc
import warnings
from pathlib import Path

import gpiozero
import pytest
from gpiozero.exc import PinFactoryFallback
from gpiozero.pins.mock import MockFactory

from hardware.edges import check_lines
from hardware.errors import WiringError, WrongPinFactory
from hardware.gpio_edges import GpioEdges, kernel_stamping_factory
from hardware.line_edges import header_chip, request_lines
from hardware.presses import open_edges
from tests.hardware.hands import StampedPin


@pytest.fixture
def no_factory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpiozero.Device, "pin_factory", None)
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)


def test_no_lines_are_fine() -> None:
    assert check_lines([]) == ()


@pytest.mark.parametrize("line", [0, 1, 28, -3])
def test_a_line_that_is_not_on_the_header_is_refused(line: int) -> None:
    with pytest.raises(WiringError, match=str(line)):
        check_lines([5, line])


def test_a_line_wired_twice_is_refused() -> None:
    with pytest.raises(WiringError, match="GPIO 5"):
        check_lines([5, 6, 5])


def test_the_stamp_is_the_pin_factorys_not_the_time_of_the_callback() -> None:
    factory = MockFactory(pin_class=StampedPin)
    source = GpioEdges([5, 6], pin_factory=factory)
    factory.pin(6).drive(high=False, at_s=12.5)
    factory.pin(5).drive(high=False, at_s=11.25)
    assert [(edge.line, edge.at_s, edge.high) for edge in source.drain()] == [(5, 11.25, False), (6, 12.5, False)]
    source.close()


def test_edges_still_arrive_after_the_garbage_collector_has_been() -> None:
    factory = MockFactory(pin_class=StampedPin)
    source = GpioEdges([5], pin_factory=factory)
    gc.collect()
    factory.pin(5).drive(high=False, at_s=1.0)
    assert len(source.drain()) == 1
    source.close()


def test_lgpios_watchdog_level_is_not_an_edge() -> None:
    factory = MockFactory(pin_class=StampedPin)
    source = GpioEdges([5], pin_factory=factory)
    source._inputs[0]._pin_changed(1.0, 2)
    assert source.drain() == ()
    source.close()


def test_no_library_debounce_is_asked_for() -> None:
    factory = MockFactory(pin_class=StampedPin)
    source = GpioEdges([5], pin_factory=factory)
    assert factory.pin(5).bounce is None
    source.close()


def test_closing_gives_the_line_to_the_next_user() -> None:
    factory = MockFactory(pin_class=StampedPin)
    GpioEdges([5], pin_factory=factory).close()
    GpioEdges([5], pin_factory=factory).close()


def test_lines_with_a_resistor_on_the_board_work_too() -> None:
    factory = MockFactory(pin_class=StampedPin)
    source = GpioEdges([2, 3], pin_factory=factory)
    factory.pin(2).drive(high=False, at_s=1.0)
    assert len(source.drain()) == 1
    source.close()


def test_a_fall_back_to_another_factory_is_an_error(no_factory: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def fall_back() -> MockFactory:
        warnings.warn(PinFactoryFallback("Falling back from lgpio"), stacklevel=1)
        return MockFactory()

    monkeypatch.setattr(gpiozero.Device, "_default_pin_factory", staticmethod(fall_back))
    with pytest.raises(WrongPinFactory, match="Falling back from lgpio"):
        kernel_stamping_factory()


def test_a_factory_without_kernel_stamps_is_refused_even_when_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpiozero.Device, "pin_factory", MockFactory())
    with pytest.raises(WrongPinFactory, match="MockFactory"):
        kernel_stamping_factory()


def test_a_factory_with_kernel_stamps_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    class LGPIOFactory(MockFactory):
        """A mock by lgpio's name."""

    monkeypatch.setattr(gpiozero.Device, "pin_factory", LGPIOFactory(pin_class=StampedPin))
    source = GpioEdges([5])
    assert source.stamp_source == "kernel"
    source.close()


def test_the_header_chip_is_found_by_its_label(tmp_path: Path) -> None:
    for name, label in (("gpiochip0", "gpio-brcmstb"), ("gpiochip4", "pinctrl-rp1"), ("gpiochip5", "other")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "label").write_text(label + "\n")
    (tmp_path / "gpiochip1").mkdir()
    assert header_chip(sys_gpio=tmp_path, dev=Path("/dev")) == "/dev/gpiochip4"


def test_a_machine_without_a_header_is_told_so(tmp_path: Path) -> None:
    with pytest.raises(WrongPinFactory, match="no GPIO header"):
        header_chip(sys_gpio=tmp_path / "missing")


def test_missing_bindings_are_one_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "gpiod", None)
    with pytest.raises(WrongPinFactory, match="no libgpiod bindings"):
        request_lines((5,))


def test_without_any_backend_both_reasons_are_given(no_factory: None, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("gpiod", "lgpio"):
        monkeypatch.setitem(__import__("sys").modules, module, None)
    with pytest.raises(WrongPinFactory, match=r"no libgpiod bindings.*; no lgpio"):
        open_edges([5])
