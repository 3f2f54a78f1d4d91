#ifndef ADIT_SHOW_SHOW_H
#define ADIT_SHOW_SHOW_H

#include "player/history.h"
#include "text/language.h"

/*
 * Appends a digest for people: table, board, news and, if a view was opened, the hand and the
 * legal orders. `know` is that of the round; `changes` are marked on the board (NULL: none).
 * `style` has DRAW_ bits; `columns` is the width of boards and lists; `legend` adds the meaning of
 * the symbols on the board. ERR_BUSY: the record cannot be read now.
 */
int show_read(const struct language *lang, const struct player_read *r, const struct history *story,
    const struct knowledge *know, const struct changes *changes, unsigned style, unsigned columns,
    bool legend, struct buf *out, struct err *err);

/*
 * Like show_read, for a screen of `rows` lines. If it is too low, board, hand, the newest news and
 * the seat to move come last and together fill at most `rows` lines if possible. Then parts that
 * have no room are left out, and the last line names the commands of a session that print them.
 */
int show_screen(const struct language *lang, const struct player_read *r,
    const struct history *story, const struct knowledge *know, const struct changes *changes,
    unsigned style, unsigned columns, unsigned rows, bool legend, struct buf *out, struct err *err);

/* Appends the seats, and what the seat of the view knows of roles and goals. */
void show_roles(const struct language *lang, const struct player_read *r,
    const struct history *story, const struct knowledge *know, unsigned style, unsigned columns,
    struct buf *out);

/* Appends one part of show_read without its heading, and returns the heading. An absent part
 * appends nothing. ERR_BUSY. */
enum show_part {
	/* host actions, vote results and events of the seat, by digest; of many votes only the
	 * newest */
	SHOW_FIRST,
	SHOW_NEWS,  /* other news except press; the newest if long */
	SHOW_TALK,  /* the newest press */
	SHOW_ENDED, /* drawing of the end of the round */
	SHOW_SUMMARY,
	SHOW_SIGNED,  /* state of orders signed in this home */
	SHOW_WAITING, /* queued orders of the seat, one-shot and recurring */
	SHOW_EVERY,
	SHOW_PARTS
};
const char *show_part(const struct language *lang, const struct player_read *r,
    const struct history *story, enum show_part part, unsigned style, unsigned columns,
    struct buf *out, struct err *err);

/* Appends all sentences of one digest, from its events and those of the open view. you: as for
 * since_for_reader (text/since.h). */
void show_words(
    const struct language *lang, const struct player_read *r, uint8_t you, struct buf *out);
/* Like show_words, as the seat of the open view may know it. */
void show_digest_events(const struct language *lang, const struct player_read *r, struct buf *out);

#endif
