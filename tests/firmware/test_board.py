"""The firmware itself: built with warnings as errors, run instruction by instruction."""

import random
import re
import struct
import subprocess
from pathlib import Path

import pytest

from hardware import frames, seat1
from tests.firmware.rigs import BLANK, DARK, FIRMWARE
from tests.firmware.simulator import CYCLES_PER_S, Simulator

RAM_START, RAM_END = 0x100, 0x900
DIGIT_REGISTERS = (1, 2, 3)
MAX_FLASH_BYTES = 6 * 1024
MAX_RAM_BYTES = 400


def ask(simulator: Simulator, request: seat1.Request, seq: int = 1) -> seat1.Answer:
    simulator.take()
    simulator.feed(frames.encode(request.message(seq)))
    simulator.run(0.03)
    (message,) = frames.Deframer().feed(simulator.take())
    assert message is not None
    return seat1.parse_answer(message)


def reveal(simulator: Simulator, *numbers: int | None) -> None:
    ask(simulator, seat1.hello(1))
    ask(simulator, seat1.prep(7, numbers))
    ask(simulator, seat1.commit(7))


def sizes(out: Path) -> tuple[int, int]:
    report = subprocess.run(["avr-size", str(out / "board.elf")], capture_output=True, text=True, check=True).stdout
    text, data, bss = map(int, report.splitlines()[1].split()[:3])
    return text + data, data + bss


def test_the_host_tests_pass_under_the_sanitizers(firmware_out: Path) -> None:
    done = subprocess.run(
        [str(firmware_out / "host_tests"), str(FIRMWARE / "vectors.txt")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"[1-9]\d\d checks, 0 failures", done.stdout)


@pytest.mark.slow
def test_a_hundred_thousand_hostile_inputs_under_the_sanitizers(firmware_out: Path) -> None:
    done = subprocess.run([str(firmware_out / "fuzz_replay"), "100000"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "100000 inputs\n"), done.stderr


def test_it_fits_into_six_kilobytes_and_four_hundred_bytes(firmware_out: Path) -> None:
    flash, ram = sizes(firmware_out)
    assert flash <= MAX_FLASH_BYTES
    assert ram <= MAX_RAM_BYTES


def test_the_stack_never_reaches_a_kilobyte_of_ram(firmware_out: Path) -> None:
    simulator = Simulator(firmware_out)
    _, ram = sizes(firmware_out)
    free = range(RAM_START + ram, RAM_END)
    for address in free:
        simulator.poke(address, 0xA5)
    simulator.run(0.05)
    for round_ in range(20):
        reveal(simulator, 999 - round_, 152, 40, 1, None, 7)
        ask(simulator, seat1.READ)
        ask(simulator, seat1.CLEAR)
        simulator.feed(bytes((round_ * 37 + k) & 255 for k in range(50)) + b"\0")
        simulator.run(0.02)
    untouched = sum(simulator.peek(address) == 0xA5 for address in free)
    simulator.close()
    assert untouched >= 1024


def test_it_starts_dark_and_says_so(firmware_out: Path) -> None:
    simulator = Simulator(firmware_out, power_ups=41)
    simulator.run(0.05)
    assert set(simulator.latches[0].texts) == {"dark"}
    assert {latch.texts for latch in simulator.latches} == {DARK, BLANK}
    (notice,) = frames.Deframer().feed(simulator.take())
    simulator.close()
    assert notice is not None
    assert seat1.boot_id_of_notice(notice) == 42 << 8


def test_every_latch_carries_one_word_for_each_chip(simulator: Simulator) -> None:
    reveal(simulator, 1, 2, 3, 4, 5, 6)
    simulator.run(1.0)
    assert {latch.shifted for latch in simulator.latches} == {12}


def test_all_seats_light_up_on_the_same_cycle(simulator: Simulator) -> None:
    ask(simulator, seat1.hello(1))
    ask(simulator, seat1.prep(7, (40, 1, 152, 0, 9, 999)))
    simulator.forget()
    ask(simulator, seat1.commit(7))
    final = (" 40", "  1", "152", "  0", "  9", "999")
    first_lit = [
        next(latch.cycle for latch in simulator.latches if latch.texts[seat] == final[seat]) for seat in range(6)
    ]
    assert max(first_lit) - min(first_lit) == 0
    assert {latch.texts for latch in simulator.latches} == {DARK, final}


@pytest.mark.parametrize("mask", [0b000001, 0b100000, 0b010101, 0b111111])
def test_before_commit_no_digit_code_reaches_any_chip(simulator: Simulator, mask: int) -> None:
    ask(simulator, seat1.hello(1))
    for number in (0, 7, 40, 99, 152, 888, 999):
        simulator.forget()
        ask(simulator, seat1.prep(number, tuple(number if mask >> seat & 1 else None for seat in range(6))))
        simulator.run(0.4)
        codes = {
            chip[register] & 15 for latch in simulator.latches for chip in latch.chips for register in DIGIT_REGISTERS
        }
        assert codes <= {10, 15}
        assert simulator.texts == tuple("---" if mask >> seat & 1 else "   " for seat in range(6))


def test_a_repeated_commit_draws_nothing(simulator: Simulator) -> None:
    reveal(simulator, 5)
    before = simulator.texts
    simulator.forget()
    assert ask(simulator, seat1.commit(7)).status.result is seat1.Result.OK
    assert {latch.texts for latch in simulator.latches} <= {before}


@pytest.mark.parametrize("register", [1, 2, 3, 9, 11, 12, 15])
def test_a_spark_in_any_register_is_repaired_within_half_a_second(simulator: Simulator, register: int) -> None:
    reveal(simulator, 123, 456)
    simulator.spark(1, register, 0 if register == 12 else 0xF1)
    simulator.run(0.5)
    assert simulator.texts[:2] == ("123", "456")


def test_the_brightness_asked_for_reaches_the_chips(simulator: Simulator) -> None:
    ask(simulator, seat1.hello(1))
    ask(simulator, seat1.level(11))
    simulator.run(0.5)
    assert {chip[10] for chip in simulator.latches[-1].chips} == {11}


def test_a_hung_board_is_dark_and_back_within_350_ms(simulator: Simulator) -> None:
    reveal(simulator, 40, 41)
    resets, simulated_s = simulator.resets, simulator.now_s
    simulator.take()
    simulator.hang()
    notice = b""
    while not notice.endswith(b"\0"):
        simulator.run(0.001)
        notice += simulator.take()
    assert simulator.now_s - simulated_s <= 0.35
    assert simulator.resets == resets + 1
    assert simulator.texts == BLANK
    assert frames.decode(notice[:-1])[2] & 0b1000, "the reset cause is the watchdog"


def test_a_reset_forgets_the_round(simulator: Simulator) -> None:
    ask(simulator, seat1.hello(1))
    ask(simulator, seat1.prep(7, (40,) * 6))
    simulator.press_reset()
    simulator.run(0.05)
    assert ask(simulator, seat1.commit(7)).status.result is seat1.Result.STATE
    assert simulator.texts == BLANK


def test_every_start_has_another_boot_id(simulator: Simulator) -> None:
    ids = set()
    for _ in range(4):
        ids.add(ask(simulator, seat1.hello(1)).status.boot_id)
        simulator.press_reset()
        simulator.run(0.05)
    assert len(ids) == 4


def test_three_seconds_of_silence_blank_it(simulator: Simulator) -> None:
    reveal(simulator, 40)
    simulator.run(2.9)
    assert simulator.texts[0] == " 40"
    simulator.run(0.2)
    assert simulator.texts == BLANK
    assert ask(simulator, seat1.PING).status.result is seat1.Result.STATE


def test_a_burst_at_line_rate_is_counted_and_survived(simulator: Simulator) -> None:
    ask(simulator, seat1.hello(1))
    for seq in range(40):
        simulator.feed(frames.encode(seat1.prep(seq, (seq,) * 6).message(seq)))
    simulator.run(1.0)
    simulator.feed(b"\0")
    assert ask(simulator, seat1.READ).status.result is seat1.Result.OK


def test_random_frames_neither_reset_it_nor_light_a_digit(simulator: Simulator) -> None:
    draw = random.Random(5)
    resets = simulator.resets
    simulator.forget()
    for _ in range(1500):
        simulator.feed(bytes(draw.randrange(256) for _ in range(draw.randrange(1, 60))) + b"\0")
        simulator.run(0.009)
    assert simulator.resets == resets
    assert {latch.texts for latch in simulator.latches} <= {BLANK, DARK}
    assert ask(simulator, seat1.hello(9)).status.result is seat1.Result.OK


def test_the_uptime_counts_seconds(simulator: Simulator) -> None:
    ask(simulator, seat1.hello(1))
    first = seat1.read_readings(ask(simulator, seat1.READ)).uptime_s
    simulator.run(2.0)
    assert seat1.read_readings(ask(simulator, seat1.READ)).uptime_s - first == 2


def test_damaged_frames_are_counted(simulator: Simulator) -> None:
    ask(simulator, seat1.hello(1))
    simulator.feed(b"\x09\x09\x00" * 3)
    simulator.run(0.02)
    assert seat1.read_readings(ask(simulator, seat1.READ)).damaged == 3


def test_a_looped_cable_stays_quiet(simulator: Simulator) -> None:
    ask(simulator, seat1.hello(1))
    answer = frames.encode(
        bytes([seat1.Kind.PING | seat1.ANSWER, 5]) + struct.pack("<BBBHHBBH", 0, 0, 0, 0, 1, 0, 0, 1)
    )
    simulator.feed(answer)
    simulator.run(0.02)
    assert simulator.take() == b""


def test_commit_is_lit_within_20_ms_of_its_first_byte(simulator: Simulator) -> None:
    ask(simulator, seat1.hello(1))
    ask(simulator, seat1.prep(7, (152,) * 6))
    simulator.forget()
    start = simulator.cycle
    ask(simulator, seat1.commit(7))
    lit = next(latch.cycle for latch in simulator.latches if latch.texts[0] == "152")
    assert (lit - start) / CYCLES_PER_S <= 0.020
