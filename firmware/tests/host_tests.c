/* host_tests VECTORS: the pure modules on the computer, under the address and undefined-behaviour sanitizers. */
#include <stdio.h>  /* fputs, printf, snprintf */
#include <string.h> /* memcpy */

#include "checks.h"
#include "display.h"
#include "protocol.h"
#include "recorder.h"

/* Every substitution, deletion and insertion of one byte in one frame: none may be taken for a frame. */
static void check_one_byte_damage(void)
{
    static const uint8_t prep[] = {0x04, 0x02, 0x02, 0x07, 0x03, 0x37, 0x28, 0x02, 0x01, 0x02, 0x98, 0x01,
                                   0x01, 0x02, 0x09, 0x02, 0x26, 0x05, 0xa6, 0x05, 0x34, 0xc8, 0x00};
    static const uint8_t hello[] = {0x0c, 0x01, 0x01, 0x01, 0xd4, 0xc3, 0xb2, 0xa1, 0x4c, 0x77, 0xda, 0x80, 0x00};
    uint8_t damaged[sizeof prep + 1];
    struct board board;
    struct line line;
    unsigned taken = 0;

    start(&board, &line);
    feed(&board, &line, hello, sizeof hello);
    for (unsigned at = 0; at < sizeof prep - 1; at++) {
        for (unsigned value = 0; value < 256; value++) {
            memcpy(damaged, prep, sizeof prep);
            damaged[at] = (uint8_t)value;
            if (value != prep[at])
                taken += feed(&board, &line, damaged, sizeof prep) != 0;
            memcpy(damaged, prep, at);
            damaged[at] = (uint8_t)value;
            memcpy(damaged + at + 1, prep + at, sizeof prep - at);
            /* 00 in front is the delimiter before a frame, and any frame may follow it */
            if (at != 0 || value != 0)
                taken += feed(&board, &line, damaged, sizeof prep + 1) != 0;
        }
        memcpy(damaged, prep, at);
        memcpy(damaged + at, prep + at + 1, sizeof prep - at - 1);
        taken += feed(&board, &line, damaged, sizeof prep - 1) != 0;
    }
    for (unsigned value = 1; value < 256; value++) {
        memcpy(damaged, prep, sizeof prep - 1);
        damaged[sizeof prep - 1] = (uint8_t)value;
        damaged[sizeof prep] = 0;
        taken += feed(&board, &line, damaged, sizeof prep + 1) != 0;
    }
    expect(taken == 0, "no damaged frame is taken", "one byte of damage");
    expect(board.showing == SHOWING_NOTHING, "nothing was stored", "one byte of damage");
    expect(feed(&board, &line, prep, sizeof prep) != 0, "the undamaged frame still is", "one byte of damage");
}

static void greet(struct board *board, struct line *line)
{
    static const uint8_t hello[] = {REQUEST_HELLO, 0, SEAT1_VERSION, 1, 2, 3, 4};
    uint8_t answer[BYTES];

    start(board, line);
    ask(board, line, hello, sizeof hello, answer);
    recorder_forget();
}

static void prepare(struct board *board, uint16_t round, uint8_t mask, uint16_t value)
{
    uint8_t message[17] = {REQUEST_PREP, 0, (uint8_t)round, (uint8_t)(round >> 8), mask};
    uint8_t answer[BODY_MAX];

    for (unsigned seat = 0; seat < SEATS; seat++) {
        message[5 + 2 * seat] = (uint8_t)value;
        message[6 + 2 * seat] = (uint8_t)(value >> 8);
    }
    protocol_answer(board, message, sizeof message, answer);
}

/* All values and all masks: before COMMIT no digit code is written to any chip, lit or not; COMMIT lights all on one edge. */
static void check_secrecy(void)
{
    struct board board;
    struct line line;
    uint8_t answer[BODY_MAX];
    char text[CHIP_TEXT];
    unsigned early = 0, wrong = 0, uneven = 0;

    greet(&board, &line);
    for (uint16_t value = 0; value <= VALUE_MAX; value++)
        for (uint8_t mask = 1; mask < 1 << SEATS; mask++) {
            uint16_t round = (uint16_t)(value * 64 + mask);
            uint8_t message[4] = {REQUEST_COMMIT, 0, (uint8_t)round, (uint8_t)(round >> 8)};

            recorder_forget();
            prepare(&board, round, mask, value);
            early += recorder_code_digits + recorder_digits;
            recorder_forget();
            protocol_answer(&board, message, sizeof message, answer);
            uneven += recorder_digits != 1;
            snprintf(text, sizeof text, "%3d", value);
            for (unsigned seat = 0; seat < SEATS; seat++)
                wrong += !recorder_shows(seat, mask >> seat & 1 ? text : "   ");
        }
    expect(early == 0, "no digit before COMMIT", "secrecy");
    expect(uneven == 0, "one edge lights all digits", "secrecy");
    expect(wrong == 0, "every seat shows its value", "secrecy");
}

static void check_silence(void)
{
    struct board board;
    struct line line;

    greet(&board, &line);
    prepare(&board, 7, 0x3F, 40);
    protocol_tick(&board, SILENCE_MS - 1);
    expect(board.open && board.showing == SHOWING_HIDDEN, "just short of three seconds: nothing", "silence");
    protocol_tick(&board, SILENCE_MS);
    expect(!board.open && board.showing == SHOWING_NOTHING && board.value[0] == 0, "blank and closed", "silence");
    expect(recorder_shows(0, "   "), "the displays too", "silence");
    board.open = true;
    board.heard_ms = 0xFFFF;
    protocol_tick(&board, 2000);
    expect(board.open, "the millisecond counter may wrap", "silence");
}

static void check_marks(void)
{
    struct board board;
    struct line line;
    uint8_t answer[BODY_MAX];
    uint8_t thinking[] = {REQUEST_SEAT, 0, 1, MARK_THINKING};
    uint8_t in[] = {REQUEST_SEAT, 0, 5, MARK_IN};

    greet(&board, &line);
    protocol_answer(&board, thinking, sizeof thinking, answer);
    protocol_answer(&board, in, sizeof in, answer);
    expect(recorder_shows(0, "   ") && recorder_shows(1, " - ") && recorder_shows(5, "---"), "glyphs", "marks");
    prepare(&board, 1, 0x02, 7);
    expect(recorder_shows(1, "---") && recorder_shows(5, "---"), "a round covers its seats only", "marks");
}

static void check_glyphs(void)
{
    struct board board;
    struct line line;
    uint8_t answer[BODY_MAX];
    uint8_t reveal[] = {REQUEST_COMMIT, 0, 1, 0};

    greet(&board, &line);
    prepare(&board, 1, 0x3F, VALUE_GLYPHS | 10 << 10 | 1 << 5 | 2); /* -12 */
    expect(recorder_code_digits == 0 && recorder_shows(0, "---"), "hidden like a number", "glyphs");
    protocol_answer(&board, reveal, sizeof reveal, answer);
    expect(recorder_shows(5, "-12"), "minus twelve", "glyphs");
    prepare(&board, 1, 0x3F, VALUE_GLYPHS | 1 << 10 | 0x10 << 5 | 2); /* 10.2 */
    protocol_answer(&board, reveal, sizeof reveal, answer);
    expect(recorder_shows(5, "10.2"), "a dot", "glyphs");
}

static void check_refresh(void)
{
    struct board board;
    struct line line;

    greet(&board, &line);
    prepare(&board, 1, 0x3F, 123);
    board.showing = SHOWING_VALUES;
    display_redraw(&board);
    for (unsigned chip_register = 1; chip_register < CHIP_REGISTERS; chip_register++) {
        recorder_chain.chip[3][chip_register] ^= 0xFF;
        for (uint8_t step = 0; step < REFRESH_STEPS; step++)
            display_refresh(&board, step);
        expect(recorder_shows(3, "123"), "a spark in any register is repaired", "refresh");
    }
    expect(recorder_chain.chip[3][MAX7219_INTENSITY] == board.level, "brightness too", "refresh");
}

int main(int count, char **words)
{
    if (count != 2) {
        fputs("usage: host_tests VECTORS\n", stderr);
        return 2;
    }
    check_vectors(words[1]);
    check_one_byte_damage();
    check_secrecy();
    check_silence();
    check_marks();
    check_glyphs();
    check_refresh();
    printf("%u checks, %u failures\n", checks, failures);
    return failures != 0;
}
