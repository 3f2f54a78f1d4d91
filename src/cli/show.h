#ifndef ADIT_CLI_SHOW_H
#define ADIT_CLI_SHOW_H

#include "player/history.h"

/* A digest for people: table, board, what happened, and, if it was opened, the own view with the
 * legal orders.  know: of the round.  style: DRAW_ bits; columns: of the terminal, for boards and lists; legend: tell
 * what the signs on the board mean.  ERR_BUSY: the record cannot be read now. */
int show_read(const struct player_read *r, const struct history *story,
    const struct knowledge *know, unsigned style, unsigned columns, bool legend, struct buf *out,
    struct err *err);

/* A part of that without its heading, appended, and that heading; nothing where there is nothing of it.  ERR_BUSY. */
enum show_part {
	SHOW_FIRST, /* done by the host or by votes, and for the seat: by digests; only votes are left out if they are many */
	SHOW_NEWS,  /* all else that happened, but talk; the newest if it is long */
	SHOW_TALK,  /* the newest of it */
	SHOW_ENDED, /* a drawing */
	SHOW_SUMMARY,
	SHOW_SIGNED,  /* what became of orders that were signed here */
	SHOW_WAITING, /* what the host keeps for the seat, once and for every turn */
	SHOW_EVERY,
	SHOW_PARTS
};
const char *show_part(const struct player_read *r, const struct history *story, enum show_part part,
    unsigned style, unsigned columns, struct buf *out, struct err *err);

/* All that one digest reports, made from its events and those of the view that is open.  you: as since_for_reader
 * (text/since.h). */
void show_words(const struct player_read *r, uint8_t you, struct buf *out);
/* The same as the seat whose view of it is open may know it. */
void show_digest_events(const struct player_read *r, struct buf *out);

#endif
