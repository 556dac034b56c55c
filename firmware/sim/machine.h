/* The firmware's own ELF in libsimavr, with the display chain on its SPI pins and its UART in our hands.
 * libsimavr is GPL-3: this is a tool for tests and demonstrations, never a part of the product. */
#ifndef MACHINE_H
#define MACHINE_H

#include <stdint.h> /* uint8_t, uint16_t, uint64_t */

#include "chain.h" /* CHIPS, CHIP_REGISTERS */

enum { CYCLES_PER_S = 16000000 };

struct latch {
    uint64_t cycle;
    uint8_t bytes; /* shifted before this edge */
    uint8_t chip[CHIPS][CHIP_REGISTERS];
};

struct machine;

/* NULL when the ELF cannot be read. `power_ups` is what the EEPROM counter holds before this start. */
struct machine *machine_new(const char *elf, unsigned baud, uint8_t power_ups);
void machine_free(struct machine *machine);

/* Runs for so many cycles; returns simavr's state (2 running, 3 sleeping; 5 done, 6 crashed end the run at once). */
int machine_run(struct machine *machine, uint64_t cycles);

/* Queues bytes for the UART, one per 12 bit times: simavr 1.6 counts 11 bits a byte and loses what comes faster. */
void machine_feed(struct machine *machine, const uint8_t *bytes, unsigned length);
unsigned machine_unfed(const struct machine *machine);

/* Takes what the firmware has sent; returns the number of bytes. */
unsigned machine_take(struct machine *machine, uint8_t *bytes, unsigned room);

uint64_t machine_cycle(const struct machine *machine);
unsigned machine_resets(const struct machine *machine); /* passes through the reset vector, the first included */

/* The edges of LOAD since the last machine_forget. */
unsigned machine_latches(const struct machine *machine);
const struct latch *machine_latch(const struct machine *machine, unsigned index);
void machine_forget(struct machine *machine);

void machine_press_reset(struct machine *machine);
void machine_hang(struct machine *machine); /* an endless loop where the program counter is, until the next reset */
void machine_spark(struct machine *machine, unsigned chip, uint8_t chip_register, uint8_t value);
uint8_t machine_peek(const struct machine *machine, uint16_t address);
void machine_poke(struct machine *machine, uint16_t address, uint8_t value);

#endif
