#ifndef ADIT_WIRE_SUMMARY_H
#define ADIT_WIRE_SUMMARY_H

#include "core/game.h"
#include "core/rng.h"
#include "text/names.h"
#include "util/buf.h"
#include "util/err.h"

/*
 * What a game comes to: the section summary: of its last digest, where digest 0 says that there is one
 * (wire/time_control.h; adit(5), "The end").  A value; what was taken back is not in it.
 */
struct summary {
	uint8_t rounds;                        /* that were begun */
	uint16_t score[ROUNDS_MAX][SEATS_MAX]; /* gold that the seat has after each */
	uint16_t broke[SEATS_MAX][SEATS_MAX];  /* how often the first broke a tool of the second */
	uint16_t missed[SEATS_MAX];            /* turns that were played for the seat */
	uint16_t turn;                         /* the last of them */
};

/* A digest has these events; g: the game after it, or what everybody knows of that (hidden gold counts
 * nothing). */
void summary_add_events(struct summary *s, const struct game *g, const struct events *ev);
/* A step of this turn was played for the seat, by the host or since the table wanted it. */
void summary_add_missed(struct summary *s, uint8_t seat, uint16_t turn);

/* Is the game over with these events? */
bool summary_is_due(const struct events *ev);

/* Append the lines of the section; the same in words. */
void summary_text(const struct summary *s, const struct names *names, struct buf *out);
void summary_words(const struct summary *s, const struct names *names, struct buf *out);

/* The section of a digest between from and to: 1, or 0 (*s is zero): there is none, or -1 ERR_SYNTAX. */
int summary_find(const char *s, size_t from, size_t to, const struct names *names,
    struct summary *summary, struct err *err);

#endif
