#include "recorder.h"

#include <ctype.h>  /* isdigit */
#include <string.h> /* strcmp, strchr */

#include "board.h" /* board_latch, SEATS */

struct chain recorder_chain;
unsigned recorder_latches;
unsigned recorder_digits;
unsigned recorder_code_digits;
unsigned recorder_mixed;

void recorder_forget(void)
{
    recorder_latches = 0;
    recorder_digits = 0;
    recorder_code_digits = 0;
    recorder_mixed = 0;
}

void recorder_start(void)
{
    chain_power_up(&recorder_chain);
    recorder_forget();
}

bool recorder_shows(unsigned seat, const char *text)
{
    char shown[CHIP_TEXT];

    chain_text(recorder_chain.chip[seat], shown);
    return strcmp(shown, text) == 0;
}

static bool has_digit(const char *text)
{
    for (; *text; text++)
        if (isdigit((unsigned char)*text))
            return true;
    return false;
}

static void judge(void)
{
    bool digits = false;
    bool dashes = false;
    char shown[CHIP_TEXT];

    for (unsigned seat = 0; seat < SEATS; seat++) {
        chain_text(recorder_chain.chip[seat], shown);
        digits = digits || has_digit(shown);
        dashes = dashes || strchr(shown, '-');
    }
    recorder_latches++;
    recorder_digits += digits;
    recorder_mixed += digits && dashes;
}

void board_latch(uint8_t chip_register, const uint8_t data[SEATS])
{
    chain_load(&recorder_chain, 0);
    for (unsigned seat = SEATS; seat--;) {
        chain_shift(&recorder_chain, chip_register);
        chain_shift(&recorder_chain, data[seat]);
        if (chip_register >= 1 && chip_register <= DIGITS)
            recorder_code_digits += (data[seat] & 0x0F) < 10;
    }
    chain_load(&recorder_chain, 1);
    judge();
}
