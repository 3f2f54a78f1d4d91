#ifndef ADIT_TEXT_REFEREE_H
#define ADIT_TEXT_REFEREE_H

#include "util/buf.h"
#include "util/err.h"

#include "core/policy.h"

/* `adit referee`: one request (a line of JSON, without line end) in, one answer with \n out.
 * Malformed requests get an error object; nothing ends the process.  position.md is the contract. */
enum { REFEREE_LINE_MAX = 1 << 20 };
void referee_line(const char *line, size_t n, struct buf *out);

/* `adit referee --cards R`: a JSON array. */
void referee_cards(const struct rules *rules, struct buf *out);

/*
 * `adit simulate`.  Same arguments, same bytes, on every machine (but the seconds).
 */
struct simulate {
	const struct rules *rules;
	struct options options;
	unsigned players;
	uint64_t games;
	uint8_t seed[32];
	enum policy policy;
	bool trace, json;
	double (*seconds)(void *arg);           /* a clock that cli lends, for the totals */
	int (*write)(void *arg, const char *p, size_t n, struct err *err);
	void *arg;
};
int simulate_run(const struct simulate *s, struct err *err);

/* A seed in hex (1 to 64 digits, filled with zeros at the end) to 32 bytes.  0, or -1. */
int seed_parse(const char *s, size_t n, uint8_t seed[static 32]);

#endif
