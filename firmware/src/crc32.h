/* CRC-32/ISO-HDLC (the CRC of Ethernet and zip), bit by bit: 64 bytes of flash instead of a 1 KB table. */
#ifndef CRC32_H
#define CRC32_H

#include <stdint.h> /* uint8_t, uint32_t */

/* CRC of `length` bytes; "123456789" gives 0xCBF43926. Pure; callable from anywhere. */
uint32_t crc32(const uint8_t *bytes, uint8_t length);

#endif
