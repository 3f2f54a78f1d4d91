#ifndef ADIT_WIRE_REPORT_H
#define ADIT_WIRE_REPORT_H

#include "text/language.h"
#include "util/base32.h"
#include "wire/printer.h"
#include "wire/private_view.h"

/*
 * Output that scripts rely on (adit(1), "JSON"): one function for each shape. Functions with a
 * printer describe an object for programs and people. Functions named _json append one line of
 * JSON; for people a digest or view has its own text. Keys may be added, never renamed.
 * Arguments are digests, views and public copies of events, so that the output cannot reveal
 * what its reader may not know. The shape of a verb that is not about a digest is in that verb.
 */

/* Makes the JSON library use util/mem.h, so that out of memory ends the program as elsewhere.
 * Call it before any other function here. */
void report_use_memory(void);

struct knowledge;

/* Mail state of the game file, for the host only. */
struct report_mail {
	int64_t waiting, oldest, failed; /* mails; oldest: time since which a mail waits, or -1 */
	const char *error;               /* why the last was not sent, or "" */
	struct report_address {
		const char *addr, *bounce; /* "": none */
		bool is_dead;              /* it bounces: nothing is sent to it */
		bool is_unconfirmed;       /* nothing more is sent to it until it answers */
	} seat[SEATS_MAX];
};

/* A published digest that the game file lacks. */
struct report_stop {
	int64_t n, found, held; /* found: when an order named it; held: orders held meanwhile */
	char head[ORDER_BLOCK_HEAD_TEXT + 1];
};
struct report_status {
	const struct digest *d;         /* the newest digest */
	const char *head;               /* its hash */
	int64_t now;                    /* to decide who is late */
	const struct language *lang;    /* of the words for people */
	int64_t undelivered;            /* digests in the outbox */
	int64_t overdue;                /* those of them that are older than the last run */
	const struct report_mail *mail; /* NULL: no seat has an address */
	const struct report_stop *stop; /* NULL: the table is not stopped */
	int64_t paused;                 /* the timers rest until then; 0: they do not */
	const char *operator_key;       /* fingerprint of the key that commands by mail, or NULL */
	bool watchers_open;             /* watchers may subscribe by mail */
};
/* Seconds of a day; see report_clock_is_behind. */
enum { DAY_S = 86400 };
/* Appends the state of the game, for people: "over, won by anna", "attempt 1, to join: bob", "to
 * move: carl". */
void report_next_words(const struct language *lang, const struct digest *d, struct buf *out);
/* Appends what is still to do before the deal, and by whom: "to join: bob, carl"; when all
 * have joined, "to confirm: carl". */
void report_missing_words(const struct language *lang, const struct digest *d, struct buf *out);
/* Appends whose turn it is, or who has won, for the top of a page: "It is your turn, anna" if it is
 * that of seat `own`, "The game is over, won by you". `own` may be SEAT_NONE. */
void report_turn_words(
    const struct language *lang, const struct digest *d, uint8_t own, struct buf *out);
/* "2026-11-21 17:52 UTC" */
void report_minute(int64_t t, struct buf *out);

bool report_clock_is_behind(const struct digest *d, int64_t now);

void report_status(const struct report_status *s, struct printer *p);

/* Prints the line made by report_status, without its end, preceded by the name of the game file. */
void report_status_of(const char *file, const struct buf *line, const struct printer *p);

/* order_hash: NULL if no order caused the digest. */
void report_apply_json(const struct digest *d, const char *head, const char *order_hash,
    const struct events *ev, const struct notes *notes, struct buf *out);

/* Appends the n-byte line of report_apply_json with "repeated" true: the order was received
 * again. */
void report_repeated_json(const char *json, size_t n, struct buf *out);

/*
 * The result of an order, for programs: the line of report_apply_json for its digest, json_n
 * bytes (0: none), and more. file: valid UTF-8. seat, why, receipt: or NULL. answers: the digest
 * that a refused order names, or -1.
 */
struct report_outcome {
	const char *json;
	size_t json_n;
	const char *seat, *result, *code, *file, *receipt;
	const struct err *why;
	int64_t answers;
	/* For `adit tick`: deadline of the seat, and when the policy plays; <= 0: omitted. */
	int64_t due, acts;
	bool dry; /* dry run */
};
void report_outcome(const struct report_outcome *o, struct buf *out);

/* The result of an order that the reader signed; n: its digest, < 0: none. */
struct report_signed {
	const char *result;
	int64_t n;
	char hash[BASE32_HASH + 1];
	unsigned n_played; /* the newest digests in which a recurring order was played */
	int64_t played[8];
	struct order_block b; /* a secret */
};

enum { REPORT_FOREIGN_MAX = 32 };

/* What happened in a digest: its public events, and sentences as in since:, including those for
 * the seat. */
struct report_news {
	const struct events *ev;
	const struct notes *notes;
	const struct buf *since;
	const struct knowledge *know; /* of the round (core/knowledge.h) */
	const struct report_signed *order;
	size_t n_order;
	const int64_t *unchecked; /* digests with an open order that is not verified */
	unsigned n_unchecked;
	unsigned n_foreign; /* actions of the seat that were not signed here */
	struct report_foreign {
		int64_t n;
		const char *kind;
	} foreign[REPORT_FOREIGN_MAX];
};

/* next_line, every_line: do: and or: lines of the queued and of the recurring order, as far as the
 * reader knows them. */
void report_read_json(const struct digest *d, const char *head, const struct private_view *v,
    const struct report_news *news, const struct buf *next_line, const struct buf *every_line,
    struct buf *out);

/* The public half, without a key: "seat": null, public "position". */
void report_public_json(
    const struct digest *d, const char *head, const struct report_news *news, struct buf *out);

/* An order block. verified: 1 or 0; -1: not checked. block: the text to send, which is all that
 * people get, or NULL. link: the form of a forge for it (text/web.h), or NULL. */
void report_order(const struct order_block *b, int verified, const char *block, const char *link,
    struct printer *p);

struct report_log {
	int64_t n, time, turn;
	const char *seat, *head, *order;
	const struct digest *d;             /* NULL: it cannot be read */
	const struct digest_events *events; /* events and notes of the digest */
	const struct language *lang;        /* of the words for people */
};
/* seat, order: NULL if there is none. since: the lines of since:. */
void report_log(const struct report_log *l, const struct buf *since, struct printer *p);

/* name: NULL for an unnamed key file. People get a line of the list of keys. */
void report_key(const char *name, const char *sign, const char *age, const char *fingerprint,
    bool secret, struct printer *p);

/* An error. verb: NULL before it is known. code: the name of err->code. */
void report_error(const struct language *lang, const char *verb, const char *code,
    const struct err *err, struct printer *p);

/* Returns the version of jansson at build time. */
const char *report_version(void);

#endif
