/* Consistent overhead byte stuffing: a frame without zero bytes, closed by one zero byte.
 * Source: Cheshire and Baker, "Consistent Overhead Byte Stuffing", IEEE/ACM ToN 7(2), 1999. */
#ifndef COBS_H
#define COBS_H

#include <stdbool.h> /* bool */
#include <stdint.h>  /* uint8_t */

#include "seat1.h" /* ENCODED_MAX */

/* Decodes one byte at a time. All zero: ready for a frame. */
struct cobs_reader {
    uint8_t body[ENCODED_MAX];
    uint8_t length; /* decoded bytes so far */
    uint8_t taken;  /* encoded bytes so far */
    uint8_t left;   /* bytes left in the current block */
    bool gap;       /* the current block ends with an implied zero */
    bool spoilt;    /* dropped until the next delimiter */
};

enum cobs_event { COBS_MORE, COBS_FRAME, COBS_DAMAGED };

/* Takes one received byte. COBS_FRAME: body[0..length) holds a frame until the next call.
 * COBS_DAMAGED: a non-empty frame was thrown away. Called from the main loop. */
enum cobs_event cobs_push(struct cobs_reader *reader, uint8_t byte);

/* Encodes `length` (< 254) bytes and the delimiter into `out` (length + 2 bytes); returns how many were written. */
uint8_t cobs_encode(const uint8_t *body, uint8_t length, uint8_t *out);

#endif
