/* The vectors: one line a check. */
#include <stdio.h>  /* fgets, printf, sscanf */
#include <stdlib.h> /* exit */
#include <string.h> /* memcmp, strcmp */

#include "checks.h"
#include "cobs.h"
#include "crc32.h"
#include "recorder.h"

enum { WORD = 160 };

static unsigned unhex(const char *text, uint8_t *bytes)
{
    unsigned length = 0;
    unsigned value;

    while (sscanf(text + 2 * length, "%2x", &value) == 1 && length < BYTES)
        bytes[length++] = (uint8_t)value;
    return length;
}

static void check_crc(const char *text, const char *expected)
{
    char got[9];

    snprintf(got, sizeof got, "%08x", (unsigned)crc32((const uint8_t *)text, (uint8_t)strlen(text)));
    expect(strcmp(got, expected) == 0, got, text);
}

static void check_good(const char *name, const char *message_hex, const char *wire_hex)
{
    uint8_t message[BYTES], wire[BYTES], body[BYTES], out[BYTES + 2];
    unsigned length = unhex(message_hex, message);
    unsigned wire_length = unhex(wire_hex, wire);
    struct cobs_reader reader = {0};
    uint32_t crc = crc32(message, (uint8_t)length);
    enum cobs_event event = COBS_MORE;

    memcpy(body, message, length);
    for (unsigned i = 0; i < 4; i++)
        body[length + i] = (uint8_t)(crc >> (8 * i));
    expect(cobs_encode(body, (uint8_t)(length + 4), out) == wire_length, "encoded length", name);
    expect(memcmp(out, wire, wire_length) == 0, "encoded bytes", name);
    for (unsigned i = 0; i < wire_length; i++)
        event = cobs_push(&reader, wire[i]);
    expect(event == COBS_FRAME && reader.length == length + 4, "decoded length", name);
    expect(memcmp(reader.body, body, length + 4) == 0, "decoded bytes", name);
}

static void check_bad(const char *name, const char *wire_hex)
{
    uint8_t wire[BYTES];
    struct board board;
    struct line line;
    unsigned length = unhex(wire_hex, wire);

    start(&board, &line);
    expect(feed(&board, &line, wire, length) == 0, "no answer", name);
    expect(recorder_latches == 0, "no effect on the displays", name);
}

static void check_ask(const char *script, const char *message_hex, const char *answer_hex)
{
    static struct board board;
    static struct line line;
    static char running[WORD];
    uint8_t message[BYTES], expected[BYTES], answer[BYTES];
    unsigned length = unhex(message_hex, message);
    unsigned beginning = unhex(answer_hex, expected);
    unsigned got;

    if (strcmp(running, script) != 0) {
        start(&board, &line);
        strcpy(running, script);
    }
    got = ask(&board, &line, message, length, answer);
    expect(got >= beginning && (got != 0) == (beginning != 0), message_hex, script);
    expect(memcmp(answer, expected, beginning) == 0, message_hex, script);
}

void check_vectors(const char *path)
{
    FILE *file = fopen(path, "r");
    char text[4 * WORD], kind[8], first[WORD], second[WORD], third[WORD];
    unsigned lines = 0;

    if (!file) {
        printf("cannot read %s\n", path);
        exit(2);
    }
    while (fgets(text, sizeof text, file)) {
        int words = sscanf(text, "%7s %159s %159s %159s", kind, first, second, third);

        if (words < 1 || kind[0] == '#')
            continue;
        lines++;
        if (strcmp(kind, "crc") == 0 && words == 3)
            check_crc(first, second);
        else if (strcmp(kind, "good") == 0 && words == 4)
            check_good(first, second, third);
        else if (strcmp(kind, "bad") == 0 && words == 3)
            check_bad(first, second);
        else if (strcmp(kind, "ask") == 0 && words == 4)
            check_ask(first, second, third);
        else
            expect(false, text, "vectors");
    }
    fclose(file);
    expect(lines > 100, "more than a hundred vectors", "vectors");
}
