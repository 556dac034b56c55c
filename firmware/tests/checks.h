/* What all host tests are made of: a count of checks, and a board at the end of a line that can be asked. */
#ifndef CHECKS_H
#define CHECKS_H

#include <stdbool.h> /* bool */
#include <stdint.h>  /* uint8_t */

#include "line.h" /* struct board, struct line */

enum { BYTES = 80 }; /* room for any message of the tests */

extern unsigned checks;
extern unsigned failures;

/* Counts a check; says what and where if it does not hold. */
void expect(bool holds, const char *what, const char *where);

/* A board that has just been switched on, and its line. */
void start(struct board *board, struct line *line);

/* Feeds bytes; returns the length of the last answer, which is then in line->out. */
unsigned feed(struct board *board, struct line *line, const uint8_t *bytes, unsigned length);

/* Wraps a message, feeds it, unwraps the answer into `answer`; returns the answer's length without its CRC. */
unsigned ask(struct board *board, struct line *line, const uint8_t *message, unsigned length, uint8_t *answer);

/* Checks every line of a file of vectors; ends the program where there is none. */
void check_vectors(const char *path);

#endif
