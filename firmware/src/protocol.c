#include "protocol.h"

#include <string.h> /* memset, memcmp */

#include "crc32.h"   /* the echo of the stored values */
#include "display.h" /* display_redraw */

static uint8_t *put_u16(uint8_t *at, uint16_t value)
{
    *at++ = (uint8_t)value;
    *at++ = (uint8_t)(value >> 8);
    return at;
}

static uint8_t *put_u32(uint8_t *at, uint32_t value)
{
    return put_u16(put_u16(at, (uint16_t)value), (uint16_t)(value >> 16));
}

static uint16_t get_u16(const uint8_t *at)
{
    return (uint16_t)(at[0] | (uint16_t)at[1] << 8);
}

static uint32_t get_u32(const uint8_t *at)
{
    return get_u16(at) | (uint32_t)get_u16(at + 2) << 16;
}

static void wipe(struct board *board)
{
    memset(board->value, 0, sizeof board->value);
    memset(board->mark, MARK_IDLE, sizeof board->mark);
    board->mask = 0;
    board->round = 0;
    board->showing = SHOWING_NOTHING;
}

static void wipe_and_redraw(struct board *board)
{
    wipe(board);
    display_redraw(board);
}

static uint8_t hello(struct board *board, const uint8_t *payload)
{
    uint32_t nonce = get_u32(payload + 1);

    if (payload[0] != SEAT1_VERSION)
        return RESULT_VERSION;
    if (board->open && board->nonce == nonce)
        return RESULT_OK; /* our welcome was lost */
    board->open = true;
    board->nonce = nonce;
    wipe_and_redraw(board);
    return RESULT_OK;
}

static uint8_t prep(struct board *board, const uint8_t *payload)
{
    uint16_t value[SEATS];
    uint16_t round = get_u16(payload);
    uint8_t mask = payload[2];

    if (mask == 0 || mask >> SEATS)
        return RESULT_RANGE;
    for (uint8_t seat = 0; seat < SEATS; seat++) {
        value[seat] = get_u16(payload + 3 + 2 * seat);
        if (value[seat] > VALUE_MAX && !(value[seat] & VALUE_GLYPHS))
            return RESULT_RANGE;
    }
    if (board->showing == SHOWING_HIDDEN && board->round == round && board->mask == mask &&
        memcmp(board->value, value, sizeof value) == 0)
        return RESULT_OK;
    memcpy(board->value, value, sizeof value);
    board->mask = mask;
    board->round = round;
    board->showing = SHOWING_HIDDEN;
    display_redraw(board);
    return RESULT_OK;
}

static uint8_t commit(struct board *board, const uint8_t *payload)
{
    if (board->showing == SHOWING_NOTHING)
        return RESULT_STATE;
    if (get_u16(payload) != board->round)
        return RESULT_ROUND;
    if (board->showing == SHOWING_VALUES)
        return RESULT_OK; /* our answer was lost */
    board->showing = SHOWING_VALUES;
    display_redraw(board);
    return RESULT_OK;
}

static uint8_t seat(struct board *board, const uint8_t *payload)
{
    if (payload[0] >= SEATS || payload[1] > MARK_IN)
        return RESULT_RANGE;
    if (board->mark[payload[0]] == payload[1])
        return RESULT_OK;
    board->mark[payload[0]] = payload[1];
    display_redraw(board);
    return RESULT_OK;
}

static uint8_t level(struct board *board, const uint8_t *payload)
{
    if (payload[0] > LEVEL_MAX)
        return RESULT_RANGE;
    board->level = payload[0]; /* the refresh carries it to the chips */
    return RESULT_OK;
}

/* Payload length a request must have; 0xFF: no such request. */
static uint8_t legal_length(uint8_t type)
{
    switch (type) {
    case REQUEST_HELLO:
        return 5;
    case REQUEST_PREP:
        return 3 + 2 * SEATS;
    case REQUEST_COMMIT:
    case REQUEST_SEAT:
        return 2;
    case REQUEST_LEVEL:
        return 1;
    case REQUEST_CLEAR:
    case REQUEST_PING:
    case REQUEST_READ:
        return 0;
    default:
        return 0xFF;
    }
}

static uint8_t perform(struct board *board, uint8_t type, const uint8_t *payload)
{
    switch (type) {
    case REQUEST_HELLO:
        return hello(board, payload);
    case REQUEST_PREP:
        return prep(board, payload);
    case REQUEST_COMMIT:
        return commit(board, payload);
    case REQUEST_SEAT:
        return seat(board, payload);
    case REQUEST_LEVEL:
        return level(board, payload);
    case REQUEST_CLEAR:
        wipe_and_redraw(board);
        return RESULT_OK;
    default:
        return RESULT_OK; /* PING and READ ask for nothing but the answer */
    }
}

static uint8_t judge(struct board *board, const uint8_t *request, uint8_t length)
{
    uint8_t legal = legal_length(request[0]);

    if (!board->open && request[0] != REQUEST_HELLO)
        return RESULT_STATE;
    if (legal == 0xFF)
        return RESULT_UNKNOWN_TYPE;
    if (length - 2 != legal)
        return RESULT_LENGTH;
    return perform(board, request[0], request + 2);
}

static uint8_t *put_status(const struct board *board, uint8_t *at, uint8_t result)
{
    *at++ = result;
    *at++ = board->showing;
    *at++ = board->mask;
    at = put_u16(at, board->round);
    at = put_u16(at, board->boot_id);
    *at++ = board->lost;
    *at++ = board->line;
    return at;
}

static uint8_t *put_welcome(const struct board *board, uint8_t *at)
{
    *at++ = SEAT1_VERSION;
    *at++ = FIRMWARE_MAJOR;
    *at++ = FIRMWARE_MINOR;
    *at++ = SEATS;
    *at++ = DIGITS;
    *at++ = FEATURE_MARKS | FEATURE_LEVEL | FEATURE_GLYPHS;
    return put_u32(at, board->nonce);
}

static uint32_t stored_crc(const struct board *board)
{
    uint8_t bytes[2 * SEATS];
    uint8_t *at = bytes;

    for (uint8_t i = 0; i < SEATS; i++)
        at = put_u16(at, board->value[i]);
    return crc32(bytes, sizeof bytes);
}

static uint8_t *put_readings(const struct board *board, uint8_t *at)
{
    uint16_t marks = 0;

    for (uint8_t i = SEATS; i--;)
        marks = (uint16_t)(marks << 2 | board->mark[i]);
    *at++ = board->reset_cause;
    *at++ = board->level;
    *at++ = board->damaged;
    at = put_u16(at, marks);
    return put_u16(at, board->uptime_s);
}

uint8_t protocol_answer(struct board *board, const uint8_t *request, uint8_t length, uint8_t *answer)
{
    uint8_t type = request[0];
    uint8_t *at = answer;

    if (type & ANSWER)
        return 0; /* an answer is never answered: a looped cable must stay quiet */
    *at++ = type | ANSWER;
    *at++ = request[1];
    at = put_status(board, at, judge(board, request, length));
    if (type == REQUEST_HELLO)
        at = put_welcome(board, at);
    if (type == REQUEST_PREP)
        at = put_u32(at, stored_crc(board));
    if (type == REQUEST_PING)
        at = put_u16(at, board->uptime_s);
    if (type == REQUEST_READ)
        at = put_readings(board, at);
    return (uint8_t)(at - answer);
}

uint8_t protocol_boot(const struct board *board, uint8_t *notice)
{
    notice[0] = NOTICE_BOOT;
    notice[1] = 0;
    notice[2] = board->reset_cause;
    put_u16(notice + 3, board->boot_id);
    return 5;
}

void protocol_tick(struct board *board, uint16_t now_ms)
{
    if (!board->open || (uint16_t)(now_ms - board->heard_ms) < SILENCE_MS)
        return;
    board->open = false;
    wipe_and_redraw(board);
}
