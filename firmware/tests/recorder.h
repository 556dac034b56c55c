/* Stands in for the chip: board_latch goes to a model of the display chain that can be asked what was ever visible. */
#ifndef RECORDER_H
#define RECORDER_H

#include <stdbool.h> /* bool */

#include "../sim/chain.h" /* struct chain */

extern struct chain recorder_chain;
extern unsigned recorder_latches;    /* since recorder_start */
extern unsigned recorder_digits;     /* latches after which some lit seat showed a digit */
extern unsigned recorder_code_digits; /* digit codes written to any digit register, lit or not */
extern unsigned recorder_mixed;      /* latches that showed digits and dashes at once */

/* Fresh chips, counters at zero. */
void recorder_start(void);

/* Counters at zero; the chips keep what they show. */
void recorder_forget(void);

/* Whether the seat shows this text of three characters (or "dark"). */
bool recorder_shows(unsigned seat, const char *text);

#endif
