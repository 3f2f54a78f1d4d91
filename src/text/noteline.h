#ifndef ADIT_TEXT_NOTELINE_H
#define ADIT_TEXT_NOTELINE_H

#include "text/names.h"
#include "util/slice.h"

/*
 * What happened at the table beside the game: who has joined, what was said, kept, taken back.  One row a
 * kind: its name, the fields it has, its sentence; names and fields are a contract (adit(5), table of
 * notes), and the list is closed.
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
	NOTE_KEPT,
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
	/* In private views alone. */
	NOTE_CANCELLED,
	NOTE_DROPPED,
	NOTE_UNPLAYABLE,
	NOTE_IDLE,
	NOTE_ENDED,
	NOTE_KINDS
};

struct note {
	uint8_t kind;     /* enum note_kind */
	uint8_t seat, of; /* whose note it is; whose keys */
	bool yes;
	int64_t n, to;     /* digests, or (n) an attempt; NOTE_TIMES: times */
	struct slice text; /* borrowed */
};

enum { NOTES_MAX = SEATS_MAX + 3 };
struct notes {
	unsigned n;
	struct note at[NOTES_MAX];
};

/* Add one.  There is room for all that one digest has to tell. */
void note_add(struct notes *notes, struct note note);

/* The note of this kind, or NULL. */
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

/* Canonical: "note", the name, then the kind's fields in the order of enum note_field:
 * "note voted-undo anna 7 yes". */
void noteline_text(const struct names *names, const struct note *note, struct buf *out);

/* Does the line begin as one?  Read it back: -1: it is none that would be written so. */
bool noteline_is_one(const char *s, size_t n);
int noteline_parse(const struct names *names, const char *s, size_t n, struct note *out);

/* Is it why the host did what the digest tells, so that it comes first? */
bool note_is_cause(enum note_kind kind);

/* What is shown first, and what last: NOTE_FIRST is done to the table by the host or by votes, NOTE_VOTES is one vote. */
enum note_rank { NOTE_PLAIN, NOTE_FIRST, NOTE_VOTES, NOTE_TALK };
enum note_rank note_rank(enum note_kind kind);

/* The text that a player or the host chose, n 0: none.  It stands below the sentence, on lines of its own
 * (text/since.h), lest it pass for one of ours.  reason: of the host, "" for none. */
struct slice note_quote(const struct note *note, const char *reason);

/* A sentence without final period; with a colon at its end where note_quote has a text.  you: it is told to its
 * seat alone. */
void note_sentence(const struct names *names, const struct note *note, const char *reason, bool you,
    struct buf *out);

#endif
