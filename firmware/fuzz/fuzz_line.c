/* Everything behind the UART against hostile bytes. The entry point is libFuzzer's; AFL++ and plain gcc use it through
 * replay.c. The first byte of an input says whether the rest is raw bytes or messages to be framed properly. */
#include <stdlib.h> /* abort */
#include <string.h> /* memset */

#include "../tests/recorder.h"
#include "cobs.h"
#include "crc32.h"
#include "display.h"
#include "line.h"
#include "protocol.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct board board;
static struct line line;
static uint16_t now_ms;

static void require(bool holds)
{
    if (!holds)
        abort();
}

static void check_board(void)
{
    require(board.mask >> SEATS == 0);
    require(board.showing <= SHOWING_VALUES);
    require((board.showing == SHOWING_NOTHING) == (board.mask == 0));
    require(board.level <= LEVEL_MAX);
    require(board.open || board.showing == SHOWING_NOTHING);
    for (unsigned seat = 0; seat < SEATS; seat++) {
        require(board.value[seat] <= VALUE_MAX || board.value[seat] & VALUE_GLYPHS);
        require(board.mark[seat] <= MARK_IN);
    }
    require(recorder_digits == 0 || board.showing == SHOWING_VALUES);
}

static void push(uint8_t byte)
{
    uint8_t length;

    recorder_forget();
    length = line_byte(&line, &board, byte, now_ms);
    require(length <= FRAME_MAX);
    require(length == 0 || line.out[length - 1] == 0);
    check_board();
    protocol_tick(&board, now_ms);
}

static void push_framed(const uint8_t *data, size_t size)
{
    uint8_t body[24 + 4], wire[sizeof body + 2];
    uint8_t length = (uint8_t)(size < 24 ? size : 24);
    uint32_t crc = crc32(data, length);
    uint8_t encoded;

    memcpy(body, data, length);
    for (uint8_t i = 0; i < 4; i++)
        body[length + i] = (uint8_t)(crc >> (8 * i));
    encoded = cobs_encode(body, (uint8_t)(length + 4), wire);
    for (uint8_t i = 0; i < encoded; i++)
        push(wire[i]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    memset(&board, 0, sizeof board);
    memset(&line, 0, sizeof line);
    now_ms = 0;
    recorder_start();
    display_setup(&board);
    if (size == 0)
        return 0;
    if (data[0] & 1) {
        for (size_t i = 1; i < size; i++, now_ms = (uint16_t)(now_ms + data[0]))
            push(data[i]);
        return 0;
    }
    for (size_t i = 1; i + 1 < size;) { /* one byte of length, then the message */
        size_t length = data[i] % 26U;

        i++;
        if (length > size - i)
            length = size - i;
        push_framed(data + i, length);
        now_ms = (uint16_t)(now_ms + 4U * data[0]);
        i += length;
    }
    return 0;
}
