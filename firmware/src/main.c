/* The chip: registers, interrupts and the one loop. Everything that can be wrong without a chip is in the other files.
 *
 * ATmega328P at 16 MHz (Uno, Nano). Pins: TXD/RXD to the USB chip, PB2 (D10) LOAD, PB3 (D11) DIN, PB5 (D13) CLK. */
#include <avr/eeprom.h>    /* the count of power-ups */
#include <avr/interrupt.h> /* ISR, cli, sei */
#include <avr/io.h>        /* registers */
#include <avr/sleep.h>     /* idle between interrupts */
#include <avr/wdt.h>       /* the watchdog */
#include <util/atomic.h>   /* 16-bit reads of what an interrupt writes */

#include "display.h"  /* display_setup, display_refresh */
#include "line.h"     /* line_byte, line_boot */
#include "protocol.h" /* protocol_tick */

#ifndef BAUD
#define BAUD 115200UL
#endif

enum {
    RING = 64, /* a power of two; the longest frame is 32 bytes and the host sends one at a time */
    REFRESH_MS = 40,
    FIRST_LEVEL = 2
};

static volatile uint8_t ring[RING];
static volatile uint8_t ring_head;
static volatile uint8_t ring_tail;
static volatile uint8_t bytes_lost;
static volatile uint8_t line_errors;
static volatile uint16_t clock_ms;

/* Kept over a reset: not cleared by the start-up code. */
static uint8_t reset_cause __attribute__((section(".noinit")));
static uint32_t warm_stamp __attribute__((section(".noinit")));
static uint8_t warm_starts __attribute__((section(".noinit")));
static uint8_t EEMEM power_ups;

static struct board board;
static struct line line;

void catch_reset_cause(void) __attribute__((naked, used, section(".init3")));

/* Runs before main: after a watchdog reset the watchdog still runs, at its shortest period. */
void catch_reset_cause(void)
{
    reset_cause = MCUSR;
    MCUSR = 0;
    wdt_disable();
}

/* Interrupt: stores and nothing else; a lost byte is left to the CRC, but counted. */
ISR(USART_RX_vect)
{
    uint8_t errors = UCSR0A & (_BV(DOR0) | _BV(FE0));
    uint8_t byte = UDR0;
    uint8_t next = (ring_head + 1) & (RING - 1);

    if (errors && line_errors != UINT8_MAX)
        line_errors++;
    if (next != ring_tail) {
        ring[ring_head] = byte;
        ring_head = next;
    } else if (bytes_lost != UINT8_MAX) {
        bytes_lost++;
    }
}

ISR(TIMER0_COMPA_vect)
{
    clock_ms++;
}

static uint16_t now_ms(void)
{
    uint16_t now;

    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        now = clock_ms;
    }
    return now;
}

static void shift(uint8_t byte)
{
    SPDR = byte;
    while (!(SPSR & _BV(SPIF)))
        ;
}

void board_latch(uint8_t chip_register, const uint8_t data[SEATS])
{
    PORTB &= (uint8_t)~_BV(PB2);
    for (uint8_t seat = SEATS; seat--;) { /* the farthest chip's word goes first */
        shift(chip_register);
        shift(data[seat]);
    }
    PORTB |= _BV(PB2);
}

static void send(uint8_t length)
{
    for (uint8_t i = 0; i < length; i++) {
        while (!(UCSR0A & _BV(UDRE0)))
            ;
        UDR0 = line.out[i];
    }
}

/* A different number after every start. Power-ups are counted in EEPROM, resets in RAM that survives them, so that a
 * board that hangs and restarts all night does not wear the EEPROM out. */
static uint16_t next_boot_id(void)
{
    if (warm_stamp == 0x5EA7B0A7UL) {
        warm_starts++;
    } else {
        warm_stamp = 0x5EA7B0A7UL;
        warm_starts = 0;
        eeprom_write_byte(&power_ups, (uint8_t)(eeprom_read_byte(&power_ups) + 1));
    }
    return (uint16_t)((uint16_t)eeprom_read_byte(&power_ups) << 8 | warm_starts);
}

static void start_peripherals(void)
{
    PORTB = _BV(PB2); /* LOAD is high before SPI may clock anything */
    DDRB = _BV(PB2) | _BV(PB3) | _BV(PB5);
    SPCR = _BV(SPE) | _BV(MSTR) | _BV(SPR0); /* 1 MHz: cables reach across a table */
    UBRR0 = (F_CPU / 4 / BAUD - 1) / 2;
    UCSR0A = _BV(U2X0);
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
    TCCR0A = _BV(WGM01);
    OCR0A = F_CPU / 64 / 1000 - 1;
    TIMSK0 = _BV(OCIE0A);
    TCCR0B = _BV(CS01) | _BV(CS00);
}

static void take_received(void)
{
    uint8_t byte;

    if (ring_head == ring_tail)
        return;
    byte = ring[ring_tail];
    ring_tail = (ring_tail + 1) & (RING - 1);
    board.lost = bytes_lost;
    board.line = line_errors;
    send(line_byte(&line, &board, byte, now_ms()));
}

/* Once a millisecond: silence, uptime, and every REFRESH_MS one register, so that all are rewritten three times a second. */
static void take_tick(uint16_t now)
{
    static uint16_t second_ms;
    static uint16_t refresh_ms;
    static uint8_t step;

    protocol_tick(&board, now);
    if ((uint16_t)(now - second_ms) >= 1000) {
        second_ms = (uint16_t)(second_ms + 1000);
        board.uptime_s++;
    }
    if ((uint16_t)(now - refresh_ms) >= REFRESH_MS) {
        refresh_ms = now;
        display_refresh(&board, step);
        step = (uint8_t)((step + 1) % REFRESH_STEPS);
    }
}

/* Sleeps until the next interrupt unless a byte has come in meanwhile. */
static void doze(void)
{
    cli();
    if (ring_head == ring_tail) {
        sleep_enable();
        sei(); /* takes effect after the next instruction: no interrupt can slip in between */
        sleep_cpu();
        sleep_disable();
    }
    sei();
}

int main(void)
{
    uint16_t ticked = 0;

    start_peripherals();
    board.level = FIRST_LEVEL;
    display_setup(&board); /* first: after a watchdog reset the chips still show the old digits */
    board.reset_cause = reset_cause;
    board.boot_id = next_boot_id();
    wdt_enable(WDTO_250MS);
    sei();
    send(line_boot(&line, &board));
    for (;;) {
        uint16_t now = now_ms();

        wdt_reset();
        take_received();
        if (now != ticked) {
            ticked = now;
            take_tick(now);
        }
        doze();
    }
}
