#ifndef ADIT_BOT_REFEREE_H
#define ADIT_BOT_REFEREE_H

#include "bot/policy.h"
#include "text/names.h"
#include "util/buf.h"
#include "util/err.h"

/*
 * `adit referee`: one request (a line of JSON, without line end) in, one answer with \n out.
 * Malformed requests get an error object; nothing ends the process.  `rules` is the rules set that
 * every request must name, perhaps with the cards of a house deck; NULL: any of
 * `games`.  adit(5), "Referee",
 * is the contract:
 *
 *	op      takes                                           answers
 *	legal   position (also a seat's view of one)            legal
 *	apply   position, order [seat] [seed] [game]            position, events
 *	new     rules, players or names, [seed] [game] [options]   position, events
 *	score   position                                        scores, winners
 *	view    position (also that view of one), view          position
 *
 * `id` of any type is repeated.  seat: whose order it is, for standing orders; else the seat to
 * move.  seed (hex, default zeros) and game (a number, default 0) are chance: those of `adit
 * simulate` deal the same cards.  "view":"NAME" limits any answer to what that seat may know,
 * "view":"*" to what everybody may: positions and events are that view, legal is empty unless the
 * seat is to move, scores that are still secret are left out.
 * Errors: {"error":{"code","message"[,"hint"]}}; code is the verdict's name where the rules refuse,
 * else syntax, usage or not-found.
 */
enum { REFEREE_LINE_MAX = 1 << 20 };
void referee_line(const struct rules *const *games, const struct rules *rules, const char *line,
    size_t n, struct buf *out);

/* `adit referee --cards R`: a line of JSON for each card. */
void referee_cards(const struct rules *rules, struct buf *out);

/*
 * `adit simulate`.  Same arguments, same bytes, on every machine (but the seconds).
 * Game k of a seed is dealt from rng_fast_init(seed, k); the policy chooses by a stream of its own.
 */
struct simulate {
	const struct rules *rules;
	struct options options;
	unsigned players; /* within the rules' bounds */
	uint64_t games;
	uint8_t seed[32];
	enum policy policy;
	bool trace, json,
	    no_time; /* trace: always JSON Lines; json: of the totals; no_time: those without the time it took */
	double (*seconds)(void *arg); /* a clock that cli lends, for the totals */
	int (*write)(void *arg, const char *p, size_t n, struct err *err);
	void *arg;
	/* So many processes share the games, each by simulate_part; 0: they are played here. */
	unsigned parts;
	/* n bytes of what the part has written, in its order. */
	int (*read)(void *arg, unsigned part, void *p, size_t n, struct err *err);
};

/* 0, or -1 with the error of write or read: then the rest is not played. */
int simulate_run(const struct simulate *s, struct err *err);

/* Play games part, part + parts, ... and write what simulate_run wants to read of them. */
int simulate_part(const struct simulate *s, unsigned part, struct err *err);

/* The seats of a simulation: p1 ... pN.  n at most SEATS_MAX. */
void simulate_names(unsigned n, struct names *names);

/* "random", "greedy": 0, or -1. */
int policy_parse(const char *s, size_t n, enum policy *policy);

/* A seed in hex (1 to 64 digits, filled with zeros at the end) to 32 bytes.  0, or -1. */
int seed_parse(const char *s, size_t n, uint8_t seed[static 32]);

#endif
