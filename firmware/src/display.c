#include "display.h"

static void latch_all(uint8_t chip_register, uint8_t value)
{
    uint8_t data[SEATS];

    for (uint8_t seat = 0; seat < SEATS; seat++)
        data[seat] = value;
    board_latch(chip_register, data);
}

static void latch_digit(const struct board *board, uint8_t digit)
{
    uint8_t data[SEATS];

    for (uint8_t seat = 0; seat < SEATS; seat++)
        data[seat] = display_glyph(board, seat, digit);
    board_latch((uint8_t)(MAX7219_DIGIT0 + digit), data);
}

static uint8_t value_glyph(uint16_t value, uint8_t digit)
{
    if (value & VALUE_GLYPHS) {
        uint8_t glyph = (uint8_t)(value >> (5 * digit)) & 0x1F;

        return (uint8_t)((glyph & 0x0F) | (glyph & 0x10) << 3);
    }
    for (uint8_t i = 0; i < digit; i++)
        value /= 10;
    if (value == 0 && digit != 0)
        return GLYPH_BLANK;
    return (uint8_t)(value % 10);
}

static uint8_t mark_glyph(uint8_t mark, uint8_t digit)
{
    if (mark == MARK_IN || (mark == MARK_THINKING && digit == 1))
        return GLYPH_DASH;
    return GLYPH_BLANK;
}

uint8_t display_glyph(const struct board *board, uint8_t seat, uint8_t digit)
{
    if (!(board->mask & (1U << seat)))
        return mark_glyph(board->mark[seat], digit);
    if (board->showing == SHOWING_VALUES)
        return value_glyph(board->value[seat], digit);
    return GLYPH_DASH; /* three of them whatever the value: its length is a secret too */
}

void display_redraw(const struct board *board)
{
    /* Dark first: rewriting row by row over a lit picture would show old and new mixed. */
    latch_all(MAX7219_SHUTDOWN, 0);
    for (uint8_t digit = 0; digit < DIGITS; digit++)
        latch_digit(board, digit);
    latch_all(MAX7219_SHUTDOWN, 1);
}

void display_refresh(const struct board *board, uint8_t step)
{
    switch (step) {
    case 0:
        latch_all(MAX7219_DECODE, 0x07);
        break;
    case 1:
        latch_all(MAX7219_SCAN_LIMIT, DIGITS - 1);
        break;
    case 2:
        latch_all(MAX7219_INTENSITY, board->level);
        break;
    case 3:
        latch_all(MAX7219_TEST, 0);
        break;
    case 4:
    case 5:
    case 6:
        latch_digit(board, (uint8_t)(step - 4));
        break;
    default: /* last, so that a chip that lost everything lights up only once its digits are right */
        latch_all(MAX7219_SHUTDOWN, 1);
        break;
    }
}

void display_setup(const struct board *board)
{
    latch_all(MAX7219_SHUTDOWN, 0);
    for (uint8_t step = 0; step < REFRESH_STEPS; step++)
        display_refresh(board, step);
}
