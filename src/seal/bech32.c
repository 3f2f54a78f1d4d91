/*
 * Bech32 of 32 bytes: five bits per character and a checksum of six characters.
 */
#include "seal/bech32.h"

#include <sodium.h>
#include <stdint.h>

enum { GROUPS = 52, CHECK = 6 }; /* 52 groups of 5 bits hold 256 bits, the last 4 are zero */

static const char lower[] = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
static const char upper[] = "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L";

static const char *
alphabet_for(const char *hrp)
{
	return hrp[0] >= 'a' ? lower : upper;
}

static uint32_t
polymod_step(uint32_t chk, uint32_t v)
{
	static const uint32_t generator[] = { 0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd,
		0x2a1462b3 };
	uint32_t top = chk >> 25;

	chk = (chk & 0x1ffffff) << 5 ^ v;
	for (unsigned i = 0; i < 5; i++)
		if (top >> i & 1)
			chk ^= generator[i];
	return chk;
}

/* Returns the checksum after the human-readable part, which counts in lower case (BIP 173). */
static uint32_t
polymod_hrp(const char *hrp)
{
	uint32_t chk = 1;

	for (const char *p = hrp; *p != '\0'; p++)
		chk = polymod_step(
		    chk, (uint32_t)(*p >= 'A' && *p <= 'Z' ? *p - 'A' + 'a' : *p) >> 5);
	chk = polymod_step(chk, 0);
	for (const char *p = hrp; *p != '\0'; p++)
		chk = polymod_step(
		    chk, (uint32_t)(*p >= 'A' && *p <= 'Z' ? *p - 'A' + 'a' : *p) & 31);
	return chk;
}

/* Returns the five bits that begin at bit 5 * i; bits after the end are zero. */
static uint32_t
group_at(const unsigned char data[static BECH32_DATA], unsigned i)
{
	unsigned byte = 5 * i / 8;
	unsigned shift = 5 * i % 8;
	uint32_t two = (uint32_t)data[byte] << 8;

	if (byte + 1 < BECH32_DATA)
		two |= data[byte + 1];
	return two >> (11 - shift) & 31;
}

void
bech32_text(const char *hrp, const unsigned char data[static BECH32_DATA], char *out)
{
	const char *alphabet = alphabet_for(hrp);
	uint32_t chk = polymod_hrp(hrp);

	for (const char *p = hrp; *p != '\0'; p++)
		*out++ = *p;
	*out++ = '1';
	for (unsigned i = 0; i < GROUPS; i++) {
		uint32_t v = group_at(data, i);
		chk = polymod_step(chk, v);
		*out++ = alphabet[v];
	}
	for (unsigned i = 0; i < CHECK; i++)
		chk = polymod_step(chk, 0);
	chk ^= 1;
	for (unsigned i = 0; i < CHECK; i++)
		*out++ = alphabet[chk >> (5 * (CHECK - 1 - i)) & 31];
	*out = '\0';
}

int
bech32_parse(const char *hrp, const char *s, size_t len, unsigned char data[static BECH32_DATA])
{
	const char *alphabet = alphabet_for(hrp);
	const size_t hrp_n = strlen(hrp);
	uint32_t chk = polymod_hrp(hrp);
	uint32_t acc = 0;
	unsigned bits = 0;
	size_t n = 0;

	if (len != hrp_n + BECH32_TAIL || memcmp(s, hrp, hrp_n) != 0 || s[hrp_n] != '1')
		return -1;
	s += hrp_n + 1;
	for (unsigned i = 0; i < GROUPS + CHECK; i++) {
		const char *at = s[i] == '\0' ? NULL : strchr(alphabet, s[i]);
		if (at == NULL)
			goto bad;
		uint32_t v = (uint32_t)(at - alphabet);
		chk = polymod_step(chk, v);
		if (i >= GROUPS)
			continue;
		acc = (acc << 5 | v) & 0xfff;
		bits += 5;
		if (bits >= 8) {
			bits -= 8;
			data[n++] = (unsigned char)(acc >> bits);
		}
	}
	if (chk != 1 || (acc & ((1u << bits) - 1)) != 0)
		goto bad;
	sodium_memzero(&acc, sizeof acc);
	return 0;
bad:
	sodium_memzero(&acc, sizeof acc);
	sodium_memzero(data, BECH32_DATA);
	return -1;
}
