#ifndef ADIT_WIRE_SUMMARY_H
#define ADIT_WIRE_SUMMARY_H

#include "text/language.h"
#include "core/game.h"
#include "core/rng.h"
#include "text/names.h"
#include "util/buf.h"
#include "util/err.h"

/* The result of a game: the section summary: of its last digest, if digest 0 enables it
 * (wire/time_control.h; adit(5), "The end"). Plain data. Undone turns are not counted. */
struct summary {
	uint8_t rounds;                        /* rounds begun */
	uint16_t score[ROUNDS_MAX][SEATS_MAX]; /* gold of the seat after each round */
	/* how often the first seat broke a tool of the second */
	uint16_t broke[SEATS_MAX][SEATS_MAX];
	uint16_t missed[SEATS_MAX]; /* turns played for the seat */
	uint16_t turn;              /* the last of them */
};

/* Adds the events of a digest. g: the game after it, or its public view, in which hidden gold
 * counts 0. */
void summary_add_events(struct summary *s, const struct game *g, const struct events *ev);
/* Records that the host or the table played a step of this turn for the seat. */
void summary_add_missed(struct summary *s, uint8_t seat, uint16_t turn);

/* True if these events end the game. */
bool summary_is_due(const struct events *ev);

/* Append the lines of the section, and its sentences. */
void summary_text(const struct summary *s, const struct names *names, struct buf *out);
void summary_words(const struct language *lang, const struct summary *s, const struct names *names,
    struct buf *out);

/* Reads the section of a digest between `from` and `to`. Returns 1; 0 if there is none (*summary
 * is zero); -1 with ERR_SYNTAX. */
int summary_find(const char *s, size_t from, size_t to, const struct names *names,
    struct summary *summary, struct err *err);

#endif
