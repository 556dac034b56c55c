#include "chain.h"

#include <string.h> /* memset, memmove, strcpy */

enum { DIGIT0 = 1, DECODE = 9, SCAN_LIMIT = 11, SHUTDOWN = 12, TEST = 15 };

void chain_power_up(struct chain *chain)
{
    memset(chain, 0xFF, sizeof *chain);
    chain->bytes = 0;
    for (int i = 0; i < CHIPS; i++) {
        chain->chip[i][SHUTDOWN] = 0;
        chain->chip[i][TEST] = 0;
    }
}

void chain_shift(struct chain *chain, uint8_t byte)
{
    if (chain->load)
        return;
    memmove(chain->shifted, chain->shifted + 1, sizeof chain->shifted - 1);
    chain->shifted[sizeof chain->shifted - 1] = byte;
    if (chain->bytes != UINT8_MAX)
        chain->bytes++;
}

int chain_load(struct chain *chain, uint8_t level)
{
    int rises = level && !chain->load;

    chain->load = level ? 1 : 0;
    if (!rises)
        return 0;
    for (int i = 0; i < CHIPS; i++) {
        const uint8_t *word = chain->shifted + 2 * (CHIPS - 1 - i);

        if (word[0] & 0x0F) /* register 0 is "no operation" */
            chain->chip[i][word[0] & 0x0F] = word[1];
    }
    return 1;
}

void chain_text(const uint8_t chip[CHIP_REGISTERS], char *text)
{
    static const char code_b[] = "0123456789-EHLP ";

    if (chip[TEST] & 1) {
        strcpy(text, "888");
    } else if (!(chip[SHUTDOWN] & 1)) {
        strcpy(text, "dark");
    } else if ((chip[DECODE] & 7) != 7 || (chip[SCAN_LIMIT] & 7) != 2) {
        strcpy(text, "????");
    } else {
        for (int digit = 3; digit--;) {
            uint8_t shown = chip[DIGIT0 + digit];

            *text++ = code_b[shown & 0x0F];
            if (shown & 0x80)
                *text++ = '.';
        }
        *text = '\0';
    }
}
