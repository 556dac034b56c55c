/* seatsim ELF LINK [POWER_UPS]: the simulated board on a pseudo-terminal, in real time.
 *
 * LINK becomes a symbolic link to the terminal a host may open like any serial port. On standard output: "READY <tty>",
 * then for every latch "LATCH <monotonic s> <cycle> <seat 1>|<seat 2>|...". Ends when the terminal or its parent goes. */
#define _GNU_SOURCE
#include <errno.h>    /* EIO */
#include <fcntl.h>    /* O_NONBLOCK */
#include <inttypes.h> /* PRIu64 */
#include <poll.h>     /* poll */
#include <pty.h>      /* openpty */
#include <signal.h>   /* SIGTERM */
#include <stdio.h>    /* printf */
#include <stdlib.h>   /* atoi */
#include <sys/prctl.h>
#include <termios.h> /* cfmakeraw */
#include <time.h>    /* clock_gettime */
#include <unistd.h>  /* read, write, symlink */

#include "machine.h" /* struct machine */

enum { BAUD = 115200, SLICE_CYCLES = CYCLES_PER_S / 5000 };

static volatile sig_atomic_t asked_to_stop;

static void on_stop(int signal_number)
{
    (void)signal_number;
    asked_to_stop = 1;
}

static double monotonic_s(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static int open_terminal(const char *link)
{
    int ours, theirs;
    char name[64];
    struct termios settings;

    if (openpty(&ours, &theirs, name, NULL, NULL))
        return -1;
    tcgetattr(theirs, &settings);
    cfmakeraw(&settings);
    tcsetattr(theirs, TCSANOW, &settings);
    fcntl(ours, F_SETFL, O_NONBLOCK);
    unlink(link);
    if (symlink(name, link))
        return -1;
    printf("READY %s\n", name);
    return ours;
}

static void print_latches(struct machine *machine)
{
    for (unsigned i = 0; i < machine_latches(machine); i++) {
        const struct latch *latch = machine_latch(machine, i);
        char text[CHIP_TEXT];

        printf("LATCH %.6f %" PRIu64 " ", monotonic_s(), latch->cycle);
        for (int chip = 0; chip < CHIPS; chip++) {
            chain_text(latch->chip[chip], text);
            printf("%s%s", chip ? "|" : "", text);
        }
        puts("");
    }
    machine_forget(machine);
}

/* Moves bytes both ways; returns 0 when the terminal is gone. */
static int exchange(struct machine *machine, int terminal)
{
    uint8_t bytes[256];
    ssize_t got = read(terminal, bytes, sizeof bytes);
    unsigned sent;

    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EIO && errno != EINTR))
        return 0;
    if (got > 0)
        machine_feed(machine, bytes, (unsigned)got);
    sent = machine_take(machine, bytes, sizeof bytes);
    if (sent != 0 && write(terminal, bytes, sent) < 0 && errno != EAGAIN && errno != EIO)
        return 0;
    return 1;
}

static void wait_for_real_time(int terminal, double ahead_s)
{
    struct pollfd waiting = {.fd = terminal, .events = POLLIN};
    struct timespec nap = {.tv_nsec = (long)(ahead_s * 1e9)};

    if (ahead_s > 0.0002)
        ppoll(&waiting, 1, &nap, NULL);
}

int main(int count, char **words)
{
    struct machine *machine;
    int terminal;
    double start_s;

    if (count < 3) {
        fputs("usage: seatsim ELF LINK [POWER_UPS]\n", stderr);
        return 2;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM); /* a test that dies must not leave us behind */
    signal(SIGTERM, on_stop);
    signal(SIGINT, on_stop);
    signal(SIGPIPE, SIG_IGN);
    machine = machine_new(words[1], BAUD, count > 3 ? (uint8_t)atoi(words[3]) : 0);
    terminal = machine ? open_terminal(words[2]) : -1;
    if (terminal < 0) {
        fprintf(stderr, "seatsim: cannot start %s on %s\n", words[1], words[2]);
        return 1;
    }
    start_s = monotonic_s();
    while (!asked_to_stop && exchange(machine, terminal)) {
        double ahead_s;

        machine_run(machine, SLICE_CYCLES);
        print_latches(machine);
        ahead_s = (double)machine_cycle(machine) / CYCLES_PER_S - (monotonic_s() - start_s);
        wait_for_real_time(terminal, ahead_s);
        if (ahead_s < -0.05)
            start_s -= ahead_s; /* the computer was busy: do not race to catch up */
    }
    unlink(words[2]);
    machine_free(machine);
    return 0;
}
