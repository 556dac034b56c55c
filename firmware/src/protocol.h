/* The SEAT-1 state machine: a request and a board in, an answer and a changed board out. */
#ifndef PROTOCOL_H
#define PROTOCOL_H

#include <stdint.h> /* uint8_t, uint16_t */

#include "board.h" /* struct board */

/* Answers one request whose CRC was good and has been cut off: `request` holds type, seq and payload (length >= 2).
 * Writes type, seq and payload of the answer to `answer` (BODY_MAX bytes) and returns their number, 0 for no answer.
 * Redraws the displays where they change. Main loop only. */
uint8_t protocol_answer(struct board *board, const uint8_t *request, uint8_t length, uint8_t *answer);

/* Writes the unsolicited BOOT notice; returns its length. */
uint8_t protocol_boot(const struct board *board, uint8_t *notice);

/* Blanks the displays and closes the session when the host has been silent for SILENCE_MS. Main loop only. */
void protocol_tick(struct board *board, uint16_t now_ms);

#endif
