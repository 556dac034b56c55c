#include "crc32.h"

uint32_t crc32(const uint8_t *bytes, uint8_t length)
{
    uint32_t crc = 0xFFFFFFFFUL;

    while (length--) {
        crc ^= *bytes++;
        for (uint8_t bit = 0; bit < 8; bit++)
            crc = (crc >> 1) ^ ((crc & 1U) ? 0xEDB88320UL : 0UL);
    }
    /* Without this final inversion an 01 slipped in before the delimiter would go unnoticed. */
    return ~crc;
}
