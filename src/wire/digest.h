#ifndef ADIT_WIRE_DIGEST_H
#define ADIT_WIRE_DIGEST_H

#include <stdint.h>

#include "wire/undo_request.h"
#include "wire/order_block.h"
#include "wire/time_control.h"
#include "wire/deck.h"
#include "wire/new_keys.h"
#include "wire/summary.h"
#include "wire/digest_events.h"
#include "text/names.h"
#include "util/span.h"

/*
 * The digest: one text file per accepted command (adit(5), "Digests").
 *
 *	signed part     header, setup:, deck: (of a house deck), seats:, since:, events:, host:, asked:,
 *	                new-keys:, people:, ended:, summary:, table:, board:, keys:, leaves:, reveal:, position:,
 *	                host-*:, keep:, view: lines
 *	sig:            the host's minisign blob over every byte above the "sig:" line
 *	head:           the hash of the signed part; its trusted comment has it, and is signed
 *	zero:           that of digest 0, which is there, too
 *	for NAME:       one armored age file a seat: its private view
 *
 * The signed part is a deterministic function of the values below, at most 72 columns.
 */
enum {
	DIGEST_MAX = 1 << 23 /* bytes of one digest */
};

/* First lines, which name the version: of a digest; of what the host keeps for itself in keep:. */
#define DIGEST_HEADING "adit-digest v3"
#define KEEP_HEADING   "adit-keep v2"

/*
 * The number of the words and drawings of since:, table:, board: and ended:, line text: of the header.  Raise it
 * after a change of a sentence (text/, the words of a game) or a drawing (draw/, its picture): then those sections
 * of older digests, and since: of their private views, are not compared; all else is.  Readers make their own.
 * tests/wire/text.c knows samples of them all.
 */
enum { DIGEST_WORDING = 2 };

/* open: seats join and confirm, nothing is dealt, nobody has a view. */
enum dealing { DEALING_TRUSTED, DEALING_OPEN, DEALING_AUDITED };
const char *dealing_name(enum dealing dealing);

/* After digest_parse pub.known.rules may point to `house`: do not copy, and keep it while in use. */
struct digest {
	char game[ORDER_BLOCK_GAME_MAX + 1];
	int64_t n;
	unsigned char prev[32];    /* hash of digest n-1; n 0: unused */
	int64_t time;              /* accepted */
	int64_t due;               /* of the next order; -1: no limit */
	struct time_control clock; /* n 0: what it lays down */
	enum dealing dealing;
	unsigned attempt; /* at dealing, from 1; 0: trusted dealing */
	unsigned round;   /* as the header says */
	bool host_seat;   /* a seat uses the host's key (--allow-host-seat) */
	bool has_order;
	unsigned char order[32];          /* hash of the order that caused it */
	int64_t text;                     /* DIGEST_WORDING of who wrote it */
	const struct rules *const *games; /* as parsed: the list of rules sets */
	struct names names;
	struct view pub; /* what everybody knows after it */
	struct undo_request
	    asked; /* a request to take back that is open, or ends in it; n 0: none */
	struct new_keys new_keys;
	bool has_people;
	struct people people;
	bool has_summary;
	struct summary summary;
	char host_sign[SIGN_TEXT + 1], host_age[AGE_TEXT + 1];
	/* Digest 0, and those up to the deal (has_seats): keys "" while nobody is bound to the seat, what
	 * has joined and confirmed, and its share of the deal. */
	bool has_seats;
	char seat_sign[SEATS_MAX][SIGN_TEXT + 1];
	char seat_age[SEATS_MAX][AGE_TEXT + 1];
	bool has_commit[SEATS_MAX], has_reveal[SEATS_MAX];
	unsigned char seat_commit[SEATS_MAX][32], seat_reveal[SEATS_MAX][32];
	unsigned char commit[32];               /* n 0: the host's commitment C */
	struct house_deck house;                /* as parsed, of a game with a house deck */
	unsigned char view_hash[SEATS_MAX][32]; /* of each seat's age file (binary, de-armored) */
};

/* Append header to keep:, everything before the view: lines.  since: and events: from the public
 * copies of ev and from notes; keep: base64 in lines, for the host alone.  since, table, board: what stands
 * there as it is, of a digest whose d->text is another; NULL: made here. */
struct digest_content {
	const struct events *ev;
	const struct notes *notes;
	const char *reason;        /* of the host, in its act; "" for none */
	const char *act;           /* lines of the host: section (wire/host_action.h), or NULL */
	const char *keep;          /* base64, any length, no line ends */
	const char *keys, *leaves; /* lines of those sections (wire/deal.h), or NULL */
	const char *reveal;        /* lines of the reveal: section, or NULL */
	const char *since, *table, *board;
	/* What digest_round_end makes, or what stands there; NULL: no round has ended. */
	const char *ended;
	struct json_t *position; /* what digest_position makes; NULL: made here */
};
void digest_body_text(const struct digest *d, const struct digest_content *news, struct buf *out);

/* The position of d->pub, which each private view is told apart from; digest_position_release. */
struct json_t *digest_position(const struct digest *d);
void digest_position_release(struct json_t *position);

/* The section ended: of the digest in which these events end a round, appended; before: what everybody knew.
 * Nothing if none ends. */
void digest_round_end(
    const struct digest *d, const struct view *before, const struct events *ev, struct buf *out);

/* Append the view: lines: now the signed part is complete. */
void digest_views_text(const struct digest *d, struct buf *out);

/* Append sig: and the base64 lines of 138 bytes given as base64; how long that is. */
enum { DIGEST_SIG_TEXT = sizeof "sig:\n" - 1 + 184 + 4 };
void digest_sig_text(const char *sig64, struct buf *out);

/* Append head: and zero:, behind sig:; zero: NULL: it is digest 0. */
void digest_head_text(
    const unsigned char hash[static 32], const unsigned char *zero, struct buf *out);

/* Append "for NAME:" and the armored file. */
void digest_for_text(const char *name, const char *armor, size_t n, struct buf *out);

/* ---- reading ------------------------------------------------------------------------------ */

struct digest_layout {     /* spans of the text that was parsed */
	struct span whole; /* from "adit-digest" to the end of this digest */
	struct span signed_part;
	unsigned char sig[MINISIGN_BYTES];
	unsigned char head[32], zero[32]; /* as these lines say */
	bool has_zero;
	struct span since; /* the sentences, indented */
	struct span events, position;
	struct span keys, leaves, reveal; /* wire/deal.h; n 0: no such section */
	struct span keep;                 /* base64 with line ends */
	struct span sealed[SEATS_MAX];    /* by seat; n 0: not in this copy */
};

/*
 * Find the next digest in s from *at on, and move *at behind it; mail and git may have put CR
 * before line ends and text before and after: the caller has called digest_clean first.
 * 1 found, 0 none, -1 ERR_SYNTAX, also for a digest of another version (digest_check_version).  Only finds; believe nothing before the signature over
 * signed_part holds, then call digest_parse on the very same bytes.
 */
int digest_next(const char *s, size_t n, size_t *at, struct digest_layout *t, struct err *err);
int digest_parse(const struct rules *const *games, const char *s, const struct digest_layout *t,
    struct digest *d, struct err *err);

/* Behind the lines sig:, head: and zero:, the first of which begins at sig; or n. */
size_t digest_foot_end(const char *s, size_t n, size_t sig);

/* -1: a digest of another version begins between from and to: ERR_SYNTAX. */
int digest_check_version(const char *s, size_t from, size_t to, struct err *err);

/* Its events and notes, as everybody knows them.  -1: these are none: ERR_SYNTAX. */
int digest_parse_events(const char *s, const struct digest_layout *t, const struct digest *d,
    struct digest_events *told, struct err *err);

/* Lines of since:, appended: how what is not decided yet stands. */
void digest_pending_text(const struct digest *d, struct buf *out);
/* All of them, made from its events and notes and the host's reason ("" for none): what the host wrote there is
 * never shown.  you: as since_for_reader (text/since.h). */
void digest_words(const struct digest *d, const struct events *ev, const struct notes *notes,
    const char *reason, uint8_t you, struct buf *out);

/* The public part and the view of one seat, if there is one, appended: it still verifies.  SEAT_NONE: no view. */
void digest_for_seat(const char *s, const struct digest_layout *t, const struct names *names,
    uint8_t seat, struct buf *out);

/* The sections that are words and drawings; n 0 where there is none. */
struct digest_drawings {
	struct span since, ended, table, board;
};
void digest_find_drawings(
    const char *s, const struct digest_layout *t, struct digest_drawings *out);

/* Only the header, from game to text: enough for the chain, and far quicker. */
int digest_parse_header(const struct rules *const *games, const char *s,
    const struct digest_layout *t, struct digest *d, struct err *err);

/*
 * The signed part once more, appended, from what was parsed of it, written as this adit writes: what it
 * says twice it says alike, and nothing is in it that has no place there, if that comes out byte for byte.
 * What cannot be wrong by itself is taken as it stands: secrets, commitments, the sections of words and
 * drawings if their number is not DIGEST_WORDING.  told: its events and notes, as read.  -1: these are none:
 * ERR_SYNTAX.
 */
int digest_rewrite(const char *s, const struct digest_layout *t, const struct digest *d,
    struct digest_events *told, struct buf *out, struct err *err);

/* Read the base64 lines behind a line "sig:". */
struct lines;
int digest_sig_read(struct lines *l, unsigned char sig[static MINISIGN_BYTES], struct err *err);

/* Read lines of KEY, SEAT, a blank and the seat's display name, as long as there are such. */
int digest_names(struct lines *l, const char *key, struct names *names, struct err *err);

/* Only the hashes of the views, for the seats of d->names. */
int digest_parse_views(
    const char *s, const struct digest_layout *t, struct digest *d, struct err *err);

/* The public key lines of the host as the digest states them: needed before anything else. */
int digest_host(const char *s, const struct digest_layout *t, char host_sign[static SIGN_TEXT + 1],
    char game[static ORDER_BLOCK_GAME_MAX + 1], int64_t *n, struct err *err);

/* Take CR before LF and a leading BOM out. */
void digest_clean(const char *s, size_t n, struct buf *out);

#endif
