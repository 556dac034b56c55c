#include "cobs.h"

static enum cobs_event finish(struct cobs_reader *reader)
{
    enum cobs_event event = COBS_MORE; /* a lone delimiter is not a frame */

    if (reader->taken != 0)
        event = (reader->spoilt || reader->left != 0) ? COBS_DAMAGED : COBS_FRAME;
    reader->taken = 0;
    reader->left = 0;
    reader->gap = false;
    reader->spoilt = false;
    return event;
}

enum cobs_event cobs_push(struct cobs_reader *reader, uint8_t byte)
{
    if (byte == 0)
        return finish(reader);
    if (reader->spoilt)
        return COBS_MORE;
    if (reader->taken == 0)
        reader->length = 0;
    if (reader->taken == ENCODED_MAX) {
        reader->spoilt = true;
        return COBS_MORE;
    }
    reader->taken++;
    if (reader->left != 0) {
        reader->body[reader->length++] = byte;
        reader->left--;
        return COBS_MORE;
    }
    if (reader->gap)
        reader->body[reader->length++] = 0;
    reader->left = (uint8_t)(byte - 1);
    reader->gap = byte != 0xFF;
    return COBS_MORE;
}

uint8_t cobs_encode(const uint8_t *body, uint8_t length, uint8_t *out)
{
    uint8_t code = 0; /* index of the open block's code byte */
    uint8_t at = 1;

    for (uint8_t i = 0; i < length; i++) {
        if (body[i] != 0) {
            out[at++] = body[i];
            continue;
        }
        out[code] = (uint8_t)(at - code);
        code = at++;
    }
    out[code] = (uint8_t)(at - code);
    out[at++] = 0;
    return at;
}
