#ifndef ADIT_H
#define ADIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The library of adit, for other front ends. It reads verified games, signs orders, and runs the
 * table of a host. Link with `pkg-config --libs adit`.
 *
 * A function that fails returns NULL or -1. Then adit_error_code, adit_message and adit_hint of
 * the context say why, until the next call with this context or an object made with it. Nothing is
 * printed, and no input ends the process; only lack of memory does, with status 75. No function
 * reads the environment or a clock, or asks on a terminal. Contexts are independent of each other,
 * but only one thread of a program may use the library at a time.
 *
 * Strings are UTF-8 and end with NUL unless a length is named. A const char * that is returned
 * belongs to its object; a char * belongs to the caller, who calls adit_string_free. Times are
 * seconds since 1970-01-01T00:00:00Z. Free an object before the context, and before the key and
 * the objects that it was made from. NULL may be freed.
 */
#ifdef __cplusplus
extern "C" {
#endif

/* ---- contexts -------------------------------------------------------------------------------- */

struct adit;

/*
 * Makes a context. home: the folder of keys and of what was read and signed (adit(1), FILES), as
 * `adit` uses it; it may be missing. NULL: no folder; nothing is remembered, and keys are named by
 * path. Returns NULL if libsodium cannot start.
 */
struct adit *adit_new(const char *home);
void adit_free(struct adit *a);

/* What the caller can do about a failure. */
enum adit_error {
	ADIT_ERROR_NONE,
	ADIT_ERROR_USAGE,  /* call the function with other arguments */
	ADIT_ERROR_SYNTAX, /* the input is not what it should be */
	ADIT_ERROR_RULE,   /* the rules of the game forbid it */
	ADIT_ERROR_AUTH,   /* a signature, hash, passphrase or link is wrong, or the host cheats */
	ADIT_ERROR_STALE,  /* not now: another turn, an older digest */
	ADIT_ERROR_NOT_FOUND, /* no such file, game, seat, key or digest */
	ADIT_ERROR_PENDING,   /* it cannot be proven yet */
	ADIT_ERROR_CREATE,    /* a file or folder cannot be created */
	ADIT_ERROR_IO,        /* output failed */
	ADIT_ERROR_BUSY,      /* the machine: locked, full, the clock; try again */
	ADIT_ERROR_CORRUPT    /* a file is damaged */
};

/* The failure of the last call. The message is one line without a final period; the hint says
 * what to do and may be "". Without a failure: ADIT_ERROR_NONE, "" and "". */
enum adit_error adit_error_code(const struct adit *a);
const char *adit_message(const struct adit *a);
const char *adit_hint(const struct adit *a);

/* Warnings of the last call, each a line with its end: an unknown host, digests that are not
 * recorded, a signature that cannot be verified. "": none. */
const char *adit_warnings(const struct adit *a);

/* Wipes and frees a string. */
void adit_string_free(char *s);

/* ---- transcripts: the digests of one game ----------------------------------------------------- */

struct adit_transcript;

/*
 * Reads a folder of digests (turns/000000.txt ... in it, or the files in it) or a file, and
 * verifies them as `adit read --public` does: every signature, hash and link, each change of the
 * table, and, with a home, the host and the digests of this game that were read before. With a home
 * the digests are recorded there. ADIT_ERROR_AUTH: a digest is damaged or forged, or the
 * host shows two histories. ADIT_ERROR_SYNTAX: no digest, or digests of two games.
 * ADIT_ERROR_NOT_FOUND: no such file, or no numbered file in the folder.
 */
struct adit_transcript *adit_transcript_open(struct adit *a, const char *path);
/* Like adit_transcript_open, for n bytes with digests in any order. */
struct adit_transcript *adit_transcript_parse(struct adit *a, const void *bytes, size_t n);
void adit_transcript_free(struct adit_transcript *t);

/* Returns the id of the game: 8 characters. */
const char *adit_transcript_game(const struct adit_transcript *t);
/* Returns the number of different digests. */
size_t adit_transcript_count(const struct adit_transcript *t);
/* Returns the number of the newest digest. If digests are missing, it is above count - 1. */
int64_t adit_transcript_newest(const struct adit_transcript *t);
/* Returns the text of digest n (-1: the newest) without a NUL, and sets *len to its bytes. It is
 * valid as long as the transcript. ADIT_ERROR_NOT_FOUND: it is missing. */
const char *adit_transcript_digest(struct adit_transcript *t, int64_t n, size_t *len);

/* ---- keys ------------------------------------------------------------------------------------- */

struct adit_key;

/*
 * Loads a secret key: a name in the home, or a path with '/' without .key, .age or .pub. pass:
 * pass_n bytes of its passphrase, which are not kept; NULL: none. It is unlocked at once, which
 * takes about a second if it has a passphrase. ADIT_ERROR_USAGE: it needs a passphrase;
 * ADIT_ERROR_AUTH: the passphrase is wrong, or others may read the file; ADIT_ERROR_NOT_FOUND.
 */
struct adit_key *adit_key_load(struct adit *a, const char *key, const void *pass, size_t pass_n);
void adit_key_free(struct adit_key *k);

/* ---- views: the table after a digest ---------------------------------------------------------- */

struct adit_view;

/* Makes the view of everybody after digest n (-1: the newest). Reads all digests up to n again, so
 * the time grows with n. ADIT_ERROR_NOT_FOUND: digest n is missing. */
struct adit_view *adit_view_public(struct adit_transcript *t, int64_t n);
/* Makes the view of the seat that has this key. The key must stay until the view is freed. Before
 * a joint deal there is no private view, and this is the view of everybody.
 * ADIT_ERROR_NOT_FOUND: the digest has no private view for this key. ADIT_ERROR_AUTH: the private
 * view is forged, or contradicts the digests. */
struct adit_view *adit_view_private(
    struct adit_transcript *t, const struct adit_key *key, int64_t n);
void adit_view_free(struct adit_view *v);

/* Returns the number of the digest. */
int64_t adit_view_digest(const struct adit_view *v);
/* Returns the name of the seat with this number, from 0; NULL: there is no such seat. */
const char *adit_view_seat(const struct adit_view *v, unsigned seat);
/* Return the name of the seat of a private view; of the seat to move. NULL: none. */
const char *adit_view_own(const struct adit_view *v);
const char *adit_view_to_move(const struct adit_view *v);
/* Returns the time at which the seat to move is late, or -1: no limit. */
int64_t adit_view_due(const struct adit_view *v);
/* Returns true if the game is over. */
bool adit_view_is_over(const struct adit_view *v);

/* Return the number of legal orders of the own seat, and the i-th of them in the order language
 * (adit(5), THE ORDER LANGUAGE), sorted; NULL: there is none with this number. A public view has
 * none. */
size_t adit_view_orders(const struct adit_view *v);
const char *adit_view_order(const struct adit_view *v, size_t i);

enum adit_form {
	ADIT_FORM_TEXT,     /* drawings of box characters, for a terminal */
	ADIT_FORM_ASCII,    /* the same in 7 bits, apart from display names */
	ADIT_FORM_MARKDOWN, /* the text with a heading, for a forge */
	ADIT_FORM_SVG,      /* the board alone, as a file */
	ADIT_FORM_HTML,     /* a page, complete without a network */
	ADIT_FORM_JSON      /* the position (adit(5), "Positions") */
};

/*
 * Draws the view: state, seats, board, legend and own hand. columns: the width of a drawing in
 * TEXT, ASCII and MARKDOWN, at least 40; 0: 72. Before the deal SVG is "". A page of a private view
 * shows what is hidden from others. ADIT_ERROR_AUTH (HTML): the record proves that the host cheats.
 */
char *adit_view_render(const struct adit_view *v, enum adit_form form, unsigned columns);

/* ---- orders ----------------------------------------------------------------------------------- */

/* The turn that an order is for. */
enum adit_turn {
	ADIT_TURN_FITTING, /* this turn; for votes, absences and the like: any */
	ADIT_TURN_NEXT,    /* queued for the seat's next turn */
	ADIT_TURN_EVERY,   /* played at each of its turns */
	ADIT_TURN_ANY      /* not bound to a turn */
};

/*
 * Signs an order for a private view. line: n_lines alternatives, the first legal one is played;
 * say: words for the table, or NULL. is_sealed: the block is encrypted to the host, so that only
 * the host can read it. With a home the order is recorded, so that `adit read` shows what became
 * of it. Returns the block to send to the host. ADIT_ERROR_RULE, ADIT_ERROR_SYNTAX: no line is
 * legal. ADIT_ERROR_STALE: another seat is to move, or a newer digest was read.
 */
char *adit_order_make(struct adit_view *v, const char *const *line, size_t n_lines, const char *say,
    enum adit_turn turn, bool is_sealed);

/* ---- tables: the game file of a host ---------------------------------------------------------- */

struct adit_table;

/* Opens a game file that `adit new` made. The key is the host's; it must stay until the table is
 * freed. ADIT_ERROR_NOT_FOUND, ADIT_ERROR_CORRUPT, ADIT_ERROR_BUSY. */
struct adit_table *adit_table_open(struct adit *a, const char *path, const struct adit_key *key);
void adit_table_free(struct adit_table *t);

enum adit_outcome {
	ADIT_OUTCOME_TAKEN,    /* applied; it made digest n */
	ADIT_OUTCOME_QUEUED,   /* queued for a later turn; digest n says so */
	ADIT_OUTCOME_REPEATED, /* it was applied before, as digest n */
	ADIT_OUTCOME_HELD,     /* stored: the file is an older copy, and the table is stopped */
	ADIT_OUTCOME_REFUSED   /* nothing has changed */
};

/* Receives the outcome of one order. seat: of the order, or NULL if the order cannot be read. n:
 * the newest digest that it made, or -1. why: the reason of a refusal, or "". */
typedef void adit_outcome_fn(
    void *arg, const char *seat, enum adit_outcome outcome, int64_t n, const char *why);

/*
 * Applies the orders in a message, in clear or sealed, one after the other: each completely or not
 * at all. n: bytes of the message. MIME parts with an encoding must be decoded before. now: the
 * present time. each: called for each order, with arg; or NULL. Returns 0, also if all orders were
 * refused.
 * ADIT_ERROR_SYNTAX: there is no order in the message. ADIT_ERROR_AUTH: the key is not the host's.
 * ADIT_ERROR_BUSY, ADIT_ERROR_CORRUPT: the machine or the game file failed; apply the message once
 * more later. BUSY also means that the time is more than 30 days after all that the file knows.
 */
int adit_table_apply(struct adit_table *t, const void *message, size_t n, int64_t now,
    adit_outcome_fn *each, void *arg);

/* What adit_table_tick did. */
enum {
	ADIT_TICK_PLAYED = 1 << 0, /* made a digest: played for a late seat, or ended a vote */
	ADIT_TICK_REMINDER =
	    1 << 1 /* a reminder of the seat to move is due; by mail it is queued */
};
/* Does what is due at this time (`adit tick`): call it after orders that have come are applied, and
 * again while it plays. Returns the bits of what it did; 0: nothing is due. Errors as
 * adit_table_apply. */
int adit_table_tick(struct adit_table *t, int64_t now);

/* Writes the digests that were not delivered yet to dir/turns/NNNNNN.txt and notes their delivery.
 * dir is created. ADIT_ERROR_CORRUPT: the game file is an older copy. */
int adit_table_deliver(struct adit_table *t, const char *dir);

/* Returns the text of digest n (-1: the newest). ADIT_ERROR_NOT_FOUND: there is none. */
char *adit_table_digest(struct adit_table *t, int64_t n);

#ifdef __cplusplus
}
#endif

#endif
