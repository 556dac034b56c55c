#include "checks.h"

#include <stdio.h>  /* printf */
#include <string.h> /* memcpy, memset */

#include "cobs.h"
#include "crc32.h"
#include "display.h"
#include "recorder.h"

unsigned checks;
unsigned failures;

void expect(bool holds, const char *what, const char *where)
{
    checks++;
    if (holds)
        return;
    failures++;
    printf("FAILED %s: %s\n", where, what);
}

void start(struct board *board, struct line *line)
{
    memset(board, 0, sizeof *board);
    memset(line, 0, sizeof *line);
    board->boot_id = 0x0100;
    recorder_start();
    display_setup(board);
    recorder_forget();
}

unsigned feed(struct board *board, struct line *line, const uint8_t *bytes, unsigned length)
{
    unsigned answer = 0;

    for (unsigned i = 0; i < length; i++) {
        unsigned now = line_byte(line, board, bytes[i], 0);

        if (now)
            answer = now;
    }
    return answer;
}

unsigned ask(struct board *board, struct line *line, const uint8_t *message, unsigned length, uint8_t *answer)
{
    uint8_t body[BYTES];
    uint8_t wire[BYTES + 2];
    struct cobs_reader reader = {0};
    uint32_t crc = crc32(message, (uint8_t)length);
    unsigned sent;

    memcpy(body, message, length);
    for (unsigned i = 0; i < 4; i++)
        body[length + i] = (uint8_t)(crc >> (8 * i));
    sent = feed(board, line, wire, cobs_encode(body, (uint8_t)(length + 4), wire));
    if (!sent)
        return 0;
    for (unsigned i = 0; i + 1 < sent; i++)
        cobs_push(&reader, line->out[i]);
    expect(cobs_push(&reader, line->out[sent - 1]) == COBS_FRAME, "the answer is a frame", "ask");
    memcpy(answer, reader.body, reader.length - 4U);
    return reader.length - 4U;
}
