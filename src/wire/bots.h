#ifndef ADIT_WIRE_BOTS_H
#define ADIT_WIRE_BOTS_H

#include "text/language.h"
#include "text/names.h"

/*
 * Seats that a program of the host plays (adit(5), "Bots"). Digest 0 has the policy of each; the
 * header of every digest names the seats that have one still. Such a seat is in custody
 * (wire/custody.h). Plain data; zeroes: no bot.
 */
enum bot_kind { BOT_NONE, BOT_GREEDY, BOT_SEARCH };

struct bots {
	struct bot_seat {
		uint8_t kind;      /* enum bot_kind */
		uint16_t revision; /* of the policy */
		uint32_t n;        /* BOT_SEARCH: iterations; else 0 */
	} of[SEATS_MAX];
};

/* Returns the seats that have a bot, as bits. */
uint16_t bots_seats(const struct bots *bots);

/* Appends the words of a policy: "search 1 2000". */
void bots_policy_text(const struct bot_seat *bot, struct buf *out);

/* Parses them. Returns 0, or -1. */
int bots_policy_parse(const char *s, size_t n, struct bot_seat *bot);

/* Appends the lines of digest 0, "bot: emil search 1 2000", each after `indent`. bots_read reads
 * them; ERR_SYNTAX. */
void bots_text(
    const struct bots *bots, const struct names *names, const char *indent, struct buf *out);
struct lines;
int bots_read(struct lines *l, const char *indent, const struct names *names, struct bots *bots,
    struct err *err);

/* Appends ", bot: emil, erik"; nothing if there is none. */
void bots_words(
    const struct language *lang, uint16_t bots, const struct names *names, struct buf *out);

#endif
