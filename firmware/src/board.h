/* What the display board knows, and the one thing it can do to the world. */
#ifndef BOARD_H
#define BOARD_H

#include <stdbool.h> /* bool */
#include <stdint.h>  /* uint8_t, uint16_t, uint32_t */

#include "seat1.h" /* SEATS */

struct board {
    uint16_t value[SEATS]; /* 0..VALUE_MAX or glyphs; wiped when nothing is shown */
    uint8_t mask;          /* bit s: seat s takes part in the round */
    uint8_t showing;       /* enum showing */
    uint16_t round;        /* of the values held */
    uint8_t mark[SEATS];   /* enum mark, for seats outside the mask */
    uint8_t level;         /* brightness, 0..LEVEL_MAX */
    bool open;             /* a host has said HELLO */
    uint32_t nonce;        /* of the open session */
    uint16_t heard_ms;     /* when the last good frame came */
    uint16_t uptime_s;
    uint16_t boot_id;
    uint8_t reset_cause; /* MCUSR at start, 0 where the boot loader has eaten it */
    uint8_t lost;        /* received bytes the ring had no room for; saturates */
    uint8_t line;        /* framing and overrun errors of the UART; saturates */
    uint8_t damaged;     /* frames thrown away; saturates */
};

/* Shifts one register number and one byte per seat into the chain and latches all of them with one edge.
 * The chip's version is in main.c, the tests bring their own. Main loop only. */
void board_latch(uint8_t chip_register, const uint8_t data[SEATS]);

/* Adds one to a counter that stops at 255. */
static inline void count(uint8_t *counter)
{
    if (*counter != UINT8_MAX)
        (*counter)++;
}

#endif
