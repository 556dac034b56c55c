#include "line.h"

#include "crc32.h"    /* crc32 */
#include "protocol.h" /* protocol_answer, protocol_boot */

static void put_crc(uint8_t *body, uint8_t length)
{
    uint32_t crc = crc32(body, length);

    for (uint8_t i = 0; i < 4; i++)
        body[length + i] = (uint8_t)(crc >> (8 * i));
}

static bool crc_is_good(const uint8_t *body, uint8_t length)
{
    uint32_t crc = crc32(body, length);

    for (uint8_t i = 0; i < 4; i++)
        if (body[length + i] != (uint8_t)(crc >> (8 * i)))
            return false;
    return true;
}

static uint8_t pack(struct line *line, uint8_t *body, uint8_t length)
{
    put_crc(body, length);
    return cobs_encode(body, (uint8_t)(length + 4), line->out);
}

uint8_t line_byte(struct line *line, struct board *board, uint8_t byte, uint16_t now_ms)
{
    uint8_t answer[BODY_MAX];
    uint8_t length;
    enum cobs_event event = cobs_push(&line->reader, byte);

    if (event == COBS_MORE)
        return 0;
    if (event == COBS_DAMAGED || line->reader.length < 6 ||
        !crc_is_good(line->reader.body, (uint8_t)(line->reader.length - 4))) {
        count(&board->damaged);
        return 0;
    }
    board->heard_ms = now_ms;
    length = protocol_answer(board, line->reader.body, (uint8_t)(line->reader.length - 4), answer);
    return length == 0 ? 0 : pack(line, answer, length);
}

uint8_t line_boot(struct line *line, const struct board *board)
{
    uint8_t notice[BODY_MAX];

    return pack(line, notice, protocol_boot(board, notice));
}
