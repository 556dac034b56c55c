#include "machine.h"

#include <simavr/avr_eeprom.h> /* the counter of power-ups */
#include <simavr/avr_ioport.h> /* LOAD */
#include <simavr/avr_spi.h>    /* DIN and CLK */
#include <simavr/avr_uart.h>   /* the line to the host */
#include <simavr/sim_avr.h>    /* avr_run */
#include <simavr/sim_cycle_timers.h>
#include <simavr/sim_elf.h> /* elf_read_firmware */
#include <stdarg.h>         /* va_list */
#include <stdio.h>          /* vfprintf */
#include <stdlib.h>         /* calloc, realloc */
#include <string.h>         /* memcpy, strcpy */

enum { QUEUE = 1 << 16, HERE_FOREVER = 0xCFFF /* rjmp . */ };

struct machine {
    avr_t *avr;
    elf_firmware_t firmware;
    avr_irq_t *uart_in;
    uint8_t in[QUEUE], out[QUEUE];
    unsigned in_head, in_tail, out_head, out_tail;
    avr_cycle_count_t byte_cycles, fed_at;
    int feeding;
    struct chain chain;
    struct latch *latches;
    unsigned latch_count, latch_room;
    unsigned resets;
    uint32_t hung_at;
    uint8_t hung_over[2];
    int hung;
};

static void on_uart(struct avr_irq_t *irq, uint32_t value, void *param)
{
    struct machine *machine = param;

    (void)irq;
    machine->out[machine->out_head++ % QUEUE] = (uint8_t)value;
}

static void on_spi(struct avr_irq_t *irq, uint32_t value, void *param)
{
    struct machine *machine = param;

    (void)irq;
    chain_shift(&machine->chain, (uint8_t)value);
}

static void on_load(struct avr_irq_t *irq, uint32_t value, void *param)
{
    struct machine *machine = param;
    struct latch *latch;
    uint8_t bytes = machine->chain.bytes;

    (void)irq;
    if (!chain_load(&machine->chain, (uint8_t)value))
        return;
    machine->chain.bytes = 0;
    if (machine->latch_count == machine->latch_room) {
        machine->latch_room = machine->latch_room ? 2 * machine->latch_room : 256;
        machine->latches = realloc(machine->latches, machine->latch_room * sizeof *machine->latches);
        if (!machine->latches)
            abort();
    }
    latch = &machine->latches[machine->latch_count++];
    latch->cycle = machine->avr->cycle;
    latch->bytes = bytes;
    memcpy(latch->chip, machine->chain.chip, sizeof latch->chip);
}

static avr_cycle_count_t on_byte_time(avr_t *avr, avr_cycle_count_t when, void *param)
{
    struct machine *machine = param;

    if (machine->in_tail == machine->in_head) {
        machine->feeding = 0;
        return 0;
    }
    machine->fed_at = avr->cycle;
    avr_raise_irq(machine->uart_in, machine->in[machine->in_tail++ % QUEUE]);
    return when + machine->byte_cycles;
}

/* simavr tells every section it loads; only what is wrong is of interest. */
static void log_errors(avr_t *avr, const int level, const char *format, va_list details)
{
    if (avr && level <= LOG_ERROR)
        vfprintf(stderr, format, details);
}

/* The firmware dozes between interrupts; simavr would sleep in real time. */
static void skip_the_nap(avr_t *avr, avr_cycle_count_t cycles)
{
    (void)avr;
    (void)cycles;
}

static void connect(struct machine *machine)
{
    avr_t *avr = machine->avr;
    uint32_t no_stdio = 0;

    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &no_stdio);
    machine->uart_in = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), on_uart, machine);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_SPI_GETIRQ(0), SPI_IRQ_OUTPUT), on_spi, machine);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('B'), 2), on_load, machine);
}

static void set_power_ups(struct machine *machine, uint8_t power_ups)
{
    avr_eeprom_desc_t cell = {.ee = &power_ups, .offset = 0, .size = 1};

    avr_ioctl(machine->avr, AVR_IOCTL_EEPROM_SET, &cell);
}

struct machine *machine_new(const char *elf, unsigned baud, uint8_t power_ups)
{
    struct machine *machine = calloc(1, sizeof *machine);

    if (!machine)
        return NULL;
    avr_global_logger_set(log_errors);
    if (elf_read_firmware(elf, &machine->firmware)) {
        free(machine);
        return NULL;
    }
    machine->avr = avr_make_mcu_by_name("atmega328p");
    avr_init(machine->avr);
    machine->avr->log = LOG_ERROR;
    machine->avr->sleep = skip_the_nap;
    avr_load_firmware(machine->avr, &machine->firmware);
    machine->avr->frequency = CYCLES_PER_S;
    machine->byte_cycles = 12ULL * CYCLES_PER_S / baud;
    chain_power_up(&machine->chain);
    connect(machine);
    set_power_ups(machine, power_ups);
    return machine;
}

void machine_free(struct machine *machine)
{
    avr_terminate(machine->avr);
    free(machine->latches);
    free(machine);
}

static void see_reset(struct machine *machine)
{
    machine->resets++;
    if (machine->hung)
        memcpy(machine->avr->flash + machine->hung_at, machine->hung_over, 2);
    machine->hung = 0;
}

int machine_run(struct machine *machine, uint64_t cycles)
{
    uint64_t end = machine->avr->cycle + cycles;
    int state = cpu_Running;

    while (machine->avr->cycle < end) {
        if (machine->avr->pc == 0)
            see_reset(machine);
        state = avr_run(machine->avr);
        if (state == cpu_Done || state == cpu_Crashed)
            break;
    }
    return state;
}

void machine_feed(struct machine *machine, const uint8_t *bytes, unsigned length)
{
    while (length--)
        machine->in[machine->in_head++ % QUEUE] = *bytes++;
    if (machine->feeding)
        return;
    machine->feeding = 1;
    avr_cycle_timer_register(machine->avr, machine->byte_cycles, on_byte_time, machine);
}

unsigned machine_unfed(const struct machine *machine)
{
    return machine->in_head - machine->in_tail;
}

unsigned machine_take(struct machine *machine, uint8_t *bytes, unsigned room)
{
    unsigned taken = 0;

    while (machine->out_tail != machine->out_head && taken < room)
        bytes[taken++] = machine->out[machine->out_tail++ % QUEUE];
    return taken;
}

uint64_t machine_cycle(const struct machine *machine)
{
    return machine->avr->cycle;
}

unsigned machine_resets(const struct machine *machine)
{
    return machine->resets;
}

unsigned machine_latches(const struct machine *machine)
{
    return machine->latch_count;
}

const struct latch *machine_latch(const struct machine *machine, unsigned index)
{
    return &machine->latches[index];
}

void machine_forget(struct machine *machine)
{
    machine->latch_count = 0;
}

void machine_press_reset(struct machine *machine)
{
    avr_reset(machine->avr);
    machine->feeding = machine->in_head != machine->in_tail;
    if (machine->feeding)
        avr_cycle_timer_register(machine->avr, machine->byte_cycles, on_byte_time, machine);
}

void machine_hang(struct machine *machine)
{
    uint8_t *at = machine->avr->flash + machine->avr->pc;

    machine->hung = 1;
    machine->hung_at = machine->avr->pc;
    memcpy(machine->hung_over, at, 2);
    at[0] = (uint8_t)HERE_FOREVER;
    at[1] = (uint8_t)(HERE_FOREVER >> 8);
}

void machine_spark(struct machine *machine, unsigned chip, uint8_t chip_register, uint8_t value)
{
    machine->chain.chip[chip][chip_register] = value;
}

uint8_t machine_peek(const struct machine *machine, uint16_t address)
{
    return machine->avr->data[address];
}

void machine_poke(struct machine *machine, uint16_t address, uint8_t value)
{
    machine->avr->data[address] = value;
}
