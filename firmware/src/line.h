/* From received bytes to bytes to send: unstuff, check the CRC, answer, add a CRC, stuff. */
#ifndef LINE_H
#define LINE_H

#include <stdint.h> /* uint8_t, uint16_t */

#include "board.h" /* struct board */
#include "cobs.h"  /* struct cobs_reader */

enum { FRAME_MAX = BODY_MAX + 2 }; /* one code byte, one delimiter */

struct line {
    struct cobs_reader reader;
    uint8_t out[FRAME_MAX];
};

/* Takes one received byte; returns how many bytes of line->out are to be sent now (0 most of the time). Main loop only. */
uint8_t line_byte(struct line *line, struct board *board, uint8_t byte, uint16_t now_ms);

/* Puts the BOOT notice into line->out; returns its length. Main loop only. */
uint8_t line_boot(struct line *line, const struct board *board);

#endif
