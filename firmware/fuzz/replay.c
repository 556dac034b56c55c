/* fuzz_replay COUNT | fuzz_replay FILE...: the fuzz target without libFuzzer.
 * COUNT inputs from a fixed generator: half noise, half plausible sessions; or the given files (crashes, AFL++ cases). */
#include <stddef.h> /* size_t */
#include <stdint.h> /* uint8_t */
#include <stdio.h>  /* printf, fread */
#include <stdlib.h> /* strtoul */

enum { LONGEST = 400 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint32_t state = 2463534242U;

static uint32_t draw(uint32_t below)
{
    state ^= state << 13; /* Marsaglia's xorshift32 */
    state ^= state >> 17;
    state ^= state << 5;
    return state % below;
}

static size_t noise(uint8_t *data)
{
    size_t size = 1 + draw(LONGEST - 1);

    for (size_t i = 0; i < size; i++)
        data[i] = (uint8_t)(draw(8) == 0 ? 0 : draw(256));
    data[0] |= 1;
    return size;
}

static size_t put_message(uint8_t *data, uint8_t type)
{
    static const uint8_t lengths[9] = {0, 5, 15, 2, 0, 0, 0, 2, 1};
    uint8_t length = (uint8_t)(lengths[type % 9] + (draw(12) == 0));

    data[0] = (uint8_t)(2 + length);
    data[1] = type;
    data[2] = (uint8_t)draw(256);
    for (uint8_t i = 0; i < length; i++)
        data[3 + i] = (uint8_t)draw(i < 3 ? 4 : i % 2 ? 256 : 5);
    return 3U + length;
}

static size_t session(uint8_t *data)
{
    size_t size = 1;

    data[0] = (uint8_t)(2 * draw(128));
    size += put_message(data + size, 1);
    while (size < LONGEST - 30)
        size += put_message(data + size, (uint8_t)draw(10));
    return size;
}

static int replay(const char *path)
{
    static uint8_t data[1 << 16];
    FILE *file = fopen(path, "rb");

    if (!file)
        return 1;
    LLVMFuzzerTestOneInput(data, fread(data, 1, sizeof data, file));
    fclose(file);
    return 0;
}

int main(int count, char **words)
{
    static uint8_t data[LONGEST];
    char *end = NULL;
    unsigned long rounds = count > 1 ? strtoul(words[1], &end, 10) : 0;

    if (count < 2) {
        fputs("usage: fuzz_replay COUNT | fuzz_replay FILE...\n", stderr);
        return 2;
    }
    if (*end) {
        for (int i = 1; i < count; i++)
            if (replay(words[i]))
                return 1;
        return 0;
    }
    for (unsigned long i = 0; i < rounds; i++)
        LLVMFuzzerTestOneInput(data, i % 2 ? noise(data) : session(data));
    printf("%lu inputs\n", rounds);
    return 0;
}
