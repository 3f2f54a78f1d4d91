#ifndef ADIT_SHOW_DESCRIPTION_H
#define ADIT_SHOW_DESCRIPTION_H

#include "wire/digest.h"

/*
 * A table in words and numbers, without markup. Three pens write it: the terminal (show.c), Markdown
 * (front_page.c) and HTML (html_*.c). What a view does not show is not in it.
 */
struct description {
	const struct digest *d;
	const struct view *v;      /* the own view, or the public one */
	const struct names *names; /* with title and display names where known */
	const struct language *lang;
	void (*put_time)(int64_t t, struct buf *out);
};

struct description_seat {
	const char *name, *display; /* borrowed from the names; display "" if there is none */
	struct buf notes;           /* joined or not, roles, tools, absences, separated by "; " */
	struct buf gold;            /* what may be known of it; empty: nothing */
	unsigned cards;             /* in the hand */
	bool moves;                 /* the table waits for an order of this seat */
};

/* Describes a seat. The caller releases *out with description_seat_release. */
void description_of_seat(const struct description *t, uint8_t seat, struct description_seat *out);
void description_seat_release(struct description_seat *s);

/* Appends "Round 1 of 3, turn 5"; nothing before the deal. */
void description_where(const struct language *lang, const struct game *g, struct buf *out);

/* Appends how the cards were dealt and who plays in custody: "trusted: the host alone has shuffled,
 * custody: dora". */
void description_dealing(const struct description *t, struct buf *out);

/* Returns sentence i, from 0, as a message, about what a reader of this digest has to know of host and cards,
 * without a period; NULL: no more. */
const char *description_caution(const struct digest *d, unsigned i);

#endif
