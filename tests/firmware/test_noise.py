"""Noise costs time, never a number. The long version is ``python -m bench.hardware``."""

from pathlib import Path

import pytest

from tests.firmware.noise import reveal_over

pytestmark = pytest.mark.slow


def test_without_damage_every_reveal_takes_three_hundredths_of_a_second(firmware_out: Path) -> None:
    tally = reveal_over(firmware_out, damage=0.0, rounds=40)
    assert (tally.share, tally.wrong, tally.early) == (1.0, 0, 0)
    assert tally.quantile_ms(1.0) <= 40


def test_one_byte_in_a_hundred_damaged_delays_no_reveal_beyond_a_fifth_of_a_second(firmware_out: Path) -> None:
    tally = reveal_over(firmware_out, damage=0.01, rounds=150)
    assert (tally.share, tally.wrong, tally.early) == (1.0, 0, 0)
    assert tally.quantile_ms(0.99) <= 200


def test_one_byte_in_twenty_damaged_still_delivers_within_two_seconds(firmware_out: Path) -> None:
    tally = reveal_over(firmware_out, damage=0.05, rounds=60)
    assert (tally.wrong, tally.early) == (0, 0)
    assert tally.share >= 0.98


def test_one_byte_in_ten_damaged_fails_closed(firmware_out: Path) -> None:
    tally = reveal_over(firmware_out, damage=0.10, rounds=15)
    assert (tally.wrong, tally.early) == (0, 0)
    assert tally.link_down > 0
