/* What a chain of MAX7219 shows for a board, one chip of three digits per seat.
 * Source: Maxim 19-4452, tables 2-10. */
#ifndef DISPLAY_H
#define DISPLAY_H

#include <stdint.h> /* uint8_t */

#include "board.h" /* struct board, board_latch */

enum {
    MAX7219_DIGIT0 = 0x01, /* the units; tens and hundreds follow */
    MAX7219_DECODE = 0x09,
    MAX7219_INTENSITY = 0x0A,
    MAX7219_SCAN_LIMIT = 0x0B,
    MAX7219_SHUTDOWN = 0x0C,
    MAX7219_TEST = 0x0F,
    GLYPH_DASH = 10, /* code B */
    GLYPH_BLANK = 15,
    REFRESH_STEPS = 8
};

/* What the digit register holds for one digit (0 = units) of one seat: a code B glyph, and bit 7 for its dot. Pure. */
uint8_t display_glyph(const struct board *board, uint8_t seat, uint8_t digit);

/* Shows the board as it is now: dark, rewrite, then every seat on the same edge. Main loop only. */
void display_redraw(const struct board *board);

/* Rewrites one of REFRESH_STEPS registers with what it should hold already: chips have no read-back, and a spark on the
 * cable can leave one frozen or in test mode. Main loop only. */
void display_refresh(const struct board *board, uint8_t step);

/* Brings the chips from any state to a dark, sane one and then shows the board. Main loop only. */
void display_setup(const struct board *board);

#endif
