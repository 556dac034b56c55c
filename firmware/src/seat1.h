/* SEAT-1: every number of the wire protocol (docs/hardware.md explains them).
 * tests/contracts/test_seat1.py reads this file and compares it with hardware/seat1.py. */
#ifndef SEAT1_H
#define SEAT1_H

enum {
    SEAT1_VERSION = 1,
    FIRMWARE_MAJOR = 1,
    FIRMWARE_MINOR = 0,
    SEATS = 6,
    DIGITS = 3,
    VALUE_MAX = 999,
    VALUE_GLYPHS = 0x8000, /* with this bit a value is three glyphs of five bits, units lowest: dot, code B */
    LEVEL_MAX = 15,
    ENCODED_MAX = 40, /* bytes of one frame without its delimiter */
    BODY_MAX = 30,    /* type, seq, payload of at most 24, CRC of 4 */
    STATUS_LENGTH = 9,
    SILENCE_MS = 3000,
    FEATURE_MARKS = 1,
    FEATURE_LEVEL = 2,
    FEATURE_GLYPHS = 4
};

enum request {
    REQUEST_HELLO = 0x01,
    REQUEST_PREP = 0x02,
    REQUEST_COMMIT = 0x03,
    REQUEST_CLEAR = 0x04,
    REQUEST_PING = 0x05,
    REQUEST_READ = 0x06,
    REQUEST_SEAT = 0x07,
    REQUEST_LEVEL = 0x08,
    ANSWER = 0x80,
    NOTICE_BOOT = 0xF0
};

enum result {
    RESULT_OK = 0,
    RESULT_UNKNOWN_TYPE = 1,
    RESULT_LENGTH = 2,
    RESULT_RANGE = 3,
    RESULT_ROUND = 4,
    RESULT_STATE = 5,
    RESULT_VERSION = 6
};

enum showing { SHOWING_NOTHING = 0, SHOWING_HIDDEN = 1, SHOWING_VALUES = 2 };

enum mark { MARK_IDLE = 0, MARK_THINKING = 1, MARK_IN = 2 };

#endif
