#ifndef ADIT_WIRE_DIGEST_H
#define ADIT_WIRE_DIGEST_H

#include <stdint.h>

#include "text/language.h"
#include "text/names.h"
#include "util/span.h"
#include "wire/deck.h"
#include "wire/digest_events.h"
#include "wire/new_keys.h"
#include "wire/order_block.h"
#include "wire/summary.h"
#include "wire/time_control.h"
#include "wire/undo_request.h"

/*
 * The digest: one text file for each accepted command (adit(5), "Digests").
 *
 * signed part     header, setup:, deck: (of a custom deck), seats:, since:, events:, host:, asked:,
 *                 new-keys:, people:, ended:, summary:, table:, board:, keys:, leaves:, reveal:, position:,
 *                 host-*:, keep:, view: lines
 * sig:            the host's minisign blob over every byte above the "sig:" line
 * head:           the hash of the signed part; the trusted comment also has it, signed
 * zero:           the hash of digest 0, which is also in the trusted comment
 * for NAME:       one armored age file for each seat: its private view
 *
 * The signed part is a deterministic function of the values below. Its lines have at most 72
 * columns.
 */
enum {
	DIGEST_MAX = 1 << 23 /* bytes of one digest */
};

/* First lines, which name the format version: of a digest, and of the host's own data in keep:. */
#define DIGEST_HEADING      "adit-digest v3"
#define DIGEST_KEEP_HEADING "adit-keep v2"

/*
 * The version of the sentences and drawings in since:, table:, board: and ended:, line text: of
 * the header. Raise it after a change of a sentence (text/, the words of a game) or a drawing
 * (draw/). Then readers do not compare these sections of older digests, nor since: of their
 * private views. tests/wire/text.c has samples of all of them.
 */
enum { DIGEST_WORDING = 3 };

/* DIGEST_DEALING_OPEN: seats join and confirm; nothing is dealt and there are no views. */
enum digest_dealing { DIGEST_DEALING_TRUSTED, DIGEST_DEALING_OPEN, DIGEST_DEALING_AUDITED };
const char *digest_dealing_name(enum digest_dealing dealing);
/* The word that people see. */
const char *digest_dealing_shown(const struct language *lang, enum digest_dealing dealing);

/* After digest_parse, pub.known.rules may point to `house`: do not copy the struct, and keep it
 * while in use. */
struct digest {
	char game[ORDER_BLOCK_GAME_MAX + 1];
	int64_t n;
	unsigned char prev[32];    /* hash of digest n-1; n 0: unused */
	int64_t time;              /* at which the command was accepted */
	int64_t due;               /* deadline of the next order; -1: no limit */
	struct time_control clock; /* n 0: the time control of the game */
	enum digest_dealing dealing;
	unsigned attempt; /* of the joint deal, from 1; 0: trusted dealing */
	unsigned round;   /* of the header */
	bool host_seat;   /* a seat uses the host's key (--allow-host-seat) */
	uint16_t custody; /* bits of the seats whose keys the host keeps (wire/custody.h) */
	uint16_t bots;    /* bits of the seats that the host's program plays (wire/bots.h) */
	bool has_order;
	unsigned char order[32];          /* hash of the order that caused the digest */
	int64_t text;                     /* DIGEST_WORDING of the writer */
	const struct rules *const *games; /* as parsed: the list of rules sets */
	struct names names;
	struct view pub; /* the public view after the digest */
	/* an undo request that is open, or ends in this digest; n 0: none */
	struct undo_request undo_request;
	struct new_keys new_keys;
	bool has_people;
	struct people people;
	bool has_summary;
	struct summary summary;
	char host_sign[SIGN_TEXT + 1], host_age[AGE_TEXT + 1];
	/* In digest 0 and those up to the deal (has_seats): keys, "" while the seat is not
	 * bound; whether the seat has joined and confirmed; and its share of the deal. */
	bool has_seats;
	char seat_sign[SEATS_MAX][SIGN_TEXT + 1];
	char seat_age[SEATS_MAX][AGE_TEXT + 1];
	bool has_commit[SEATS_MAX], has_reveal[SEATS_MAX];
	unsigned char seat_commit[SEATS_MAX][32], seat_reveal[SEATS_MAX][32];
	unsigned char commit[32];               /* n 0: the host's commitment C */
	struct house_deck house;                /* as parsed, of a game with a custom deck */
	unsigned char view_hash[SEATS_MAX][32]; /* of each seat's age file (binary, not armored) */
};

/*
 * Contents of the sections from header to keep:, which digest_body_text appends. The lines of
 * since: and events: are made from the public copies of ev and from notes. `since`, `table` and
 * `board` replace the generated text; they are set for a digest with another d->text.
 */
struct digest_content {
	const struct events *ev;
	const struct notes *notes;
	const char *reason;        /* the host's reason for its action; "" for none */
	const char *act;           /* lines of the host: section (wire/host_action.h), or NULL */
	const char *keep;          /* base64 for the host alone, any length, no line ends */
	const char *keys, *leaves; /* lines of those sections (wire/deal.h), or NULL */
	const char *reveal;        /* lines of the reveal: section, or NULL */
	const char *since, *table, *board;
	/* The text of digest_round_end, or of the parsed section. NULL: no round has ended. */
	const char *ended;
	struct json_t *position; /* from digest_position; NULL: made here */
};
void digest_body_text(const struct digest *d, const struct digest_content *news, struct buf *out);

/* Returns the position of d->pub, which private views are patches of. Release the result with
 * digest_position_release. */
struct json_t *digest_position(const struct digest *d);
void digest_position_release(struct json_t *position);

/* Appends the section ended: if these events end a round. `before` is the public view before
 * them. */
void digest_round_end(
    const struct digest *d, const struct view *before, const struct events *ev, struct buf *out);

/* Appends the view: lines, which complete the signed part. */
void digest_views_text(const struct digest *d, struct buf *out);

/* Appends sig: and the lines of a 138-byte signature given as base64. DIGEST_SIG_TEXT is their
 * length. */
enum { DIGEST_SIG_TEXT = sizeof "sig:\n" - 1 + 184 + 4 };
void digest_sig_text(const char *sig64, struct buf *out);

/* Appends head: and zero:, which follow sig:. `zero` is NULL for digest 0. */
void digest_head_text(
    const unsigned char hash[static 32], const unsigned char *zero, struct buf *out);

/* Appends "for NAME:" and the armored file. */
void digest_for_text(const char *name, const char *armor, size_t n, struct buf *out);

/* ---- reading ------------------------------------------------------------------------------ */

struct digest_layout {     /* spans of the parsed text */
	struct span whole; /* from "adit-digest" to the end of this digest */
	struct span signed_part;
	unsigned char sig[MINISIGN_BYTES];
	unsigned char head[32], zero[32]; /* from these lines */
	bool has_zero;
	struct span since; /* the sentences, indented */
	struct span events, position;
	struct span keys, leaves, reveal; /* wire/deal.h; n 0: no such section */
	struct span keep;                 /* base64 with line ends */
	struct span sealed[SEATS_MAX];    /* by seat; n 0: not in this copy */
};

/*
 * Finds the next digest in s at or after *at, and moves *at past it. Mail and git may have added
 * CR before line ends, and text before and after: call digest_clean first. Returns 1 if found, 0
 * if there is none, -1 with ERR_SYNTAX, also for a digest of another version
 * (digest_check_version). The function only locates. Verify the signature over signed_part
 * first, then call digest_parse on the same bytes.
 */
int digest_next(const char *s, size_t n, size_t *at, struct digest_layout *t, struct err *err);
int digest_parse(const struct rules *const *games, const char *s, const struct digest_layout *t,
    struct digest *d, struct err *err);

/* Returns the offset after the lines sig:, head: and zero:; `sig` is the offset of the first.
 * Returns n if they are not complete. */
size_t digest_foot_end(const char *s, size_t n, size_t sig);

/* Returns -1 with ERR_SYNTAX if a digest of another version begins between `from` and `to`, else
 * 0. */
int digest_check_version(const char *s, size_t from, size_t to, struct err *err);

/* Reads the public events and notes of the digest. Returns 0, or -1 with ERR_SYNTAX. */
int digest_parse_events(const char *s, const struct digest_layout *t, const struct digest *d,
    struct digest_events *events, struct err *err);

/* Appends the lines of since: for everything that is not decided yet. */
void digest_pending_text(const struct language *lang, const struct digest *d, struct buf *out);
/* Appends all lines of since:, made from events, notes and the host's reason ("" for none). Text
 * that the host wrote in since: is never printed. `you`: see since_for_reader (text/since.h). */
void digest_words(const struct language *lang, const struct digest *d, const struct events *ev,
    const struct notes *notes, const char *reason, uint8_t you, struct buf *out);

/* Appends the public part and the private view of one seat, if there is one. The signature stays
 * valid. SEAT_NONE: no view. */
void digest_for_seat(const char *s, const struct digest_layout *t, const struct names *names,
    uint8_t seat, struct buf *out);

/* The sections with sentences and drawings; n 0 for a section that is absent. */
struct digest_drawings {
	struct span since, ended, table, board;
};
void digest_find_drawings(
    const char *s, const struct digest_layout *t, struct digest_drawings *out);

/* Parses only the header, from game: to text:. It suffices for the hash chain and is much
 * faster. */
int digest_parse_header(const struct rules *const *games, const char *s,
    const struct digest_layout *t, struct digest *d, struct err *err);

/*
 * Re-serializes a parsed digest and appends the result. If it equals the signed part, the digest
 * is consistent and has no unknown content. Copies what cannot be checked alone: secrets,
 * commitments, and the sections of words and drawings if text: is not DIGEST_WORDING. Fills
 * `events` with the events and notes. Returns 0, or -1 with ERR_SYNTAX if these cannot be read.
 */
int digest_rewrite(const char *s, const struct digest_layout *t, const struct digest *d,
    struct digest_events *events, struct buf *out, struct err *err);

/* Reads the base64 lines after a line "sig:". */
struct lines;
int digest_sig_read(struct lines *l, unsigned char sig[static MINISIGN_BYTES], struct err *err);

/* Reads the lines "title:", "web:" and "client:", if they are there, and successive lines "name:"
 * of a seat, a blank and its display name. Each begins with `indent`. */
int digest_names(struct lines *l, const char *indent, struct names *names, struct err *err);

/* Reads only the hashes of the views, for the seats of d->names. */
int digest_parse_views(
    const char *s, const struct digest_layout *t, struct digest *d, struct err *err);

/* Reads the host's public signing key, the game and the number of the digest. They are needed to
 * verify the signature. */
int digest_host(const char *s, const struct digest_layout *t, char host_sign[static SIGN_TEXT + 1],
    char game[static ORDER_BLOCK_GAME_MAX + 1], int64_t *n, struct err *err);

/* Appends s without CR before LF and without a leading byte order mark. */
void digest_clean(const char *s, size_t n, struct buf *out);

#endif
