#ifndef ADIT_TEXT_NOTELINE_H
#define ADIT_TEXT_NOTELINE_H

#include "text/language.h"
#include "text/names.h"
#include "util/slice.h"

/*
 * Notes: changes at the table outside the game rules, such as a join, a message, a queued order, an
 * undo. Each kind has one row with its name, its fields and its sentence. Names and fields are a
 * contract (adit(5), table of notes), and the list is closed.
 */
enum note_kind {
	NOTE_NONE,
	NOTE_OPEN,
	NOTE_JOINED,
	NOTE_ALL_JOINED,
	NOTE_CONFIRMED,
	NOTE_ALL_CONFIRMED,
	NOTE_RESTARTED,
	NOTE_HAD_CONFIRMED,
	NOTE_SAID,
	NOTE_QUEUED,
	NOTE_ROTATED,
	NOTE_REPLACED,
	NOTE_VOTED_KEYS,
	NOTE_KEYS_CONFIRMED,
	NOTE_VOTED_UNDO,
	NOTE_UNDO_ASKED,
	NOTE_UNDO_WITHDRAWN,
	NOTE_UNDONE,
	NOTE_SHUFFLED,
	NOTE_LATE,
	NOTE_AWAY,
	NOTE_ABSENT,
	NOTE_VOTED,
	NOTE_VOTED_BACK,
	NOTE_SKIPPED,
	NOTE_EXTENDED,
	NOTE_VOTED_END,
	NOTE_STANDBY,
	NOTE_STANDBY_NO,
	NOTE_LEAVES,
	NOTE_STAYS,
	NOTE_SEATED,
	NOTE_UNDO_REFUSED,
	NOTE_LOST,
	NOTE_STANDBY_DROPPED,
	/* Only in private views. */
	NOTE_CANCELLED,
	NOTE_DROPPED,
	NOTE_UNPLAYABLE,
	NOTE_IDLE,
	NOTE_ENDED,
	NOTE_KINDS
};

struct note {
	uint8_t kind;     /* enum note_kind */
	uint8_t seat, of; /* seat of the note; seat whose keys it is about */
	bool yes;
	int64_t n, to;     /* digests, or (n) an attempt; with NOTE_TIMES: times */
	struct slice text; /* borrowed */
};

enum { NOTES_MAX = SEATS_MAX + 3 };
struct notes {
	unsigned n;
	struct note at[NOTES_MAX];
};

/* Adds a note. There must be room; NOTES_MAX suffices for one digest. */
void note_add(struct notes *notes, struct note note);

/* Returns the note of this kind, or NULL. */
const struct note *note_find(const struct notes *notes, enum note_kind kind);

enum note_field {
	NOTE_SEAT = 1 << 0,
	NOTE_OF = 1 << 1,
	NOTE_N = 1 << 2,
	NOTE_TO = 1 << 3,
	NOTE_VOTE = 1 << 4,
	NOTE_TEXT = 1 << 5,
	NOTE_TIMES = 1 << 6
};
const char *note_name(enum note_kind kind); /* "joined" */
unsigned note_fields(enum note_kind kind);

/* Writes the canonical line: "note", the name, then the fields in the order of enum note_field:
 * "note voted-undo anna 7 yes". */
void noteline_text(const struct names *names, const struct note *note, struct buf *out);

/* noteline_is_one: true if the line begins as a note. noteline_parse returns 0; -1 if noteline_text
 * would not write this line. */
bool noteline_is_one(const char *s, size_t n);
int noteline_parse(const struct names *names, const char *s, size_t n, struct note *out);

/* True if the note is the reason for what the digest reports, so that it is shown first. */
bool note_is_cause(enum note_kind kind);

/* Rank in the output. NOTE_FIRST: done to the table by the host or by votes, shown first.
 * NOTE_VOTES: a single vote. NOTE_TALK: shown last. */
enum note_rank { NOTE_PLAIN, NOTE_FIRST, NOTE_VOTES, NOTE_TALK };
enum note_rank note_rank(enum note_kind kind);

/* Returns the text that a player or the host chose; n 0: none. It is shown below the sentence on
 * separate lines (text/since.h), so that it cannot be mistaken for a sentence of adit. reason: of
 * the host, "" for none. */
struct slice note_quote(const struct note *note, const char *reason);

/* Writes a sentence without final period, with a final colon if note_quote has a text. you: it is
 * for its seat alone. */
void note_sentence(const struct language *lang, const struct names *names, const struct note *note,
    const char *reason, bool you, struct buf *out);

#endif
