/* A daisy chain of MAX7219: 16-bit shift registers, latched by the rising edge of LOAD. */
#ifndef CHAIN_H
#define CHAIN_H

#include <stdint.h> /* uint8_t */

enum { CHIPS = 6, CHIP_REGISTERS = 16, CHIP_TEXT = 8 };

struct chain {
    uint8_t shifted[2 * CHIPS]; /* newest byte last; the nearest chip holds the last two */
    uint8_t bytes;              /* shifted since the last latch; anything but 2 * CHIPS is a fault */
    uint8_t load;               /* level of LOAD */
    uint8_t chip[CHIPS][CHIP_REGISTERS];
};

/* Chips as they come up: shut down, everything else unknown (here: all bits set). */
void chain_power_up(struct chain *chain);

/* One byte on DIN while LOAD is low. */
void chain_shift(struct chain *chain, uint8_t byte);

/* A level on LOAD; returns 1 when it was the edge that latches. */
int chain_load(struct chain *chain, uint8_t level);

/* What a human reads on one chip: "dark", "888" in test mode, "????" when it does not decode three digits, else three
 * characters, hundreds first, each followed by "." where its dot is lit. `text` holds CHIP_TEXT bytes. */
void chain_text(const uint8_t chip[CHIP_REGISTERS], char *text);

#endif
