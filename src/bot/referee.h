#ifndef ADIT_BOT_REFEREE_H
#define ADIT_BOT_REFEREE_H

#include "bot/policy.h"
#include "text/names.h"
#include "util/buf.h"
#include "util/err.h"

/*
 * `adit referee`: answers one request. `line` is a line of JSON of n bytes without line end;
 * one line of JSON with \n is appended to `out`. An invalid request gets an error object; no
 * request ends the process. `rules` is the rules set that every request must name, possibly
 * with a custom deck. If `rules` is NULL, a request may name any of `games`. The contract is
 * adit(5), "Referee":
 *
 *	op      takes                                           answers
 *	legal   position (also a seat's view of one)            legal
 *	apply   position, order [seat] [seed] [game]            position, events
 *	new     rules, players or names, [seed] [game] [options]   position, events
 *	score   position                                        scores, winners
 *	view    position (also that view of one), view          position
 *	choose  position (also the mover's view of one), [policy] [seed] [game]   order, tried
 *
 * `id` of any type is copied into the answer. `seat` gives an order, for standing orders;
 * default: the seat to move. `seed` (hex, default zeros) and `game` (a number, default 0)
 * select the random stream; `adit simulate` deals the same cards from it. "view":"NAME" limits
 * any answer to what that seat may know, "view":"*" to what is public. Then positions and
 * events are redacted, `legal` is empty unless that seat is to move, and secret scores are left
 * out. Errors: {"error":{"code","message"[,"hint"]}}. The code is the name of the verdict if
 * the rules refuse the order, else syntax, usage or not-found.
 */
enum { REFEREE_LINE_MAX = 1 << 20 };
void referee_line(const struct rules *const *games, const struct rules *rules, const char *line,
    size_t n, struct buf *out);

/* Appends a line of JSON for each card, for `adit referee --cards R`. */
void referee_cards(const struct rules *rules, struct buf *out);

/* `adit simulate`. The output depends on the arguments alone, except the time it took. Game k
 * of a seed is dealt from rng_fast_init(seed, k). The policy draws from a separate stream. */
struct simulate {
	const struct rules *rules;
	struct options options;
	unsigned players; /* within the limits of the rules set */
	uint64_t games;
	uint8_t seed[32];
	struct bot_policy policy[SEATS_MAX];
	const char *policy_name; /* for the totals */
	bool trace, json,
	    /* trace: always JSON Lines; json: totals as JSON; no_time: totals without the time */
	    no_time;
	double (*seconds)(void *arg); /* clock for the totals; NULL: none */
	int (*write)(void *arg, const char *p, size_t n, struct err *err);
	void *arg;
	/* Number of processes that share the games, each by simulate_part. 0: this process
	 * plays them. */
	unsigned parts;
	/* Reads the next n bytes that the part has written. */
	int (*read)(void *arg, unsigned part, void *p, size_t n, struct err *err);
};

/* Parses "greedy" or "p1=search:1000,greedy": the policies of some seats, and of all others, which
 * else play by chance. ERR_USAGE. */
int simulate_parse_policies(const char *text, unsigned players,
    struct bot_policy policy[static SEATS_MAX], struct err *err);

/* Returns 0, or -1 with the error of `write` or `read`; then it stops. */
int simulate_run(const struct simulate *s, struct err *err);

/* Plays the games part, part + parts, ... and writes what simulate_run reads of them. */
int simulate_part(const struct simulate *s, unsigned part, struct err *err);

/* Sets the names of a simulation: p1 ... pN. n is at most SEATS_MAX. */
void simulate_names(unsigned n, struct names *names);

/* Parses a seed of 1 to 64 hex digits, padded with zeros at its end. Returns 0, or -1. */
int bot_seed_parse(const char *s, size_t n, uint8_t seed[static 32]);

#endif
