#ifndef ADIT_WIRE_REPORT_H
#define ADIT_WIRE_REPORT_H

#include "util/base32.h"
#include "wire/printer.h"
#include "wire/private_view.h"

/*
 * What scripts rely on (adit(1), "JSON"), a function a shape, values in.  With a printer: an object
 * described once for programs and people.  With _json: of a digest or view, whose form for people is
 * a text or drawing of its own; appends one line of JSON.  Keys may be added, never renamed.  Everything
 * takes digests, views and public copies of events, so it cannot tell what its reader may not know.
 * The shape of a verb that has nothing to do with a digest stands in that verb.
 */

/* Give the JSON library our memory (util/mem.h), so that running out of it ends the program like
 * everywhere else.  Before anything else of text. */
void report_use_memory(void);

struct knowledge;

/* What the game file knows of mail, which only its host is told. */
struct report_mail {
	int64_t waiting, oldest, failed; /* mails; oldest: since when one waits, or -1 */
	const char *error;               /* why the last was not sent, or "" */
	struct report_address {
		const char *addr, *bounce; /* "": none */
		bool is_dead;              /* it bounces: nothing is sent there */
		bool is_unconfirmed;       /* nothing more is sent there before somebody answers */
	} seat[SEATS_MAX];
};

/* A digest that went out and the game file lacks; orders that are kept meanwhile. */
struct report_stop {
	int64_t n, found, held;
	char head[ORDER_BLOCK_HEAD_TEXT + 1];
};
struct report_status {
	const struct digest *d;         /* the newest digest */
	const char *head;               /* its hash */
	int64_t now;                    /* to say who is late */
	int64_t undelivered;            /* digests in the outbox: not known to be delivered */
	const struct report_mail *mail; /* NULL: the table has no address */
	const struct report_stop *stop; /* NULL: the table is not stopped */
};
/* Is the clock more than a day behind the digest?  Then one of the two was, or is, wrong. */
enum { DAY_S = 86400 };
/* How the game goes on, for people: "over, won by anna", "attempt 1, to join: bob", "to move: carl". */
void report_next_words(const struct digest *d, struct buf *out);
/* Whose turn it is, as a page has it on top: "It is your turn, anna", of that seat; else SEAT_NONE. */
void report_turn_words(const struct digest *d, uint8_t own, struct buf *out);
/* "2026-11-21 17:52 UTC" */
void report_minute(int64_t t, struct buf *out);

bool report_clock_is_behind(const struct digest *d, int64_t now);

void report_status(const struct report_status *s, struct printer *p);

/* The line that this made, without its end, with the name of the game file in front. */
void report_status_of(const char *file, const struct buf *line, const struct printer *p);

/* order_hash: NULL where no order caused the digest. */
void report_apply_json(const struct digest *d, const char *head, const char *order_hash,
    const struct events *ev, const struct notes *notes, struct buf *out);

/* The line report_apply_json made, n bytes, with "repeated" true: the same order came again. */
void report_repeated_json(const char *json, size_t n, struct buf *out);

/* What became of an order, for programs: what report_apply_json made of its digest, json_n bytes (none: 0),
 * and more.  file: valid UTF-8; seat, why, receipt: or NULL; answers: the digest that a refused one names, or
 * -1. */
struct report_outcome {
	const char *json;
	size_t json_n;
	const char *seat, *result, *code, *file, *receipt;
	const struct err *why;
	int64_t answers;
	/* For `adit tick`: when the order of the seat is due, and when the policy plays; <= 0: left out. */
	int64_t due, acts;
	bool dry; /* it was only looked at */
};
void report_outcome(const struct report_outcome *o, struct buf *out);

/* What became of an order that the reader signed; n: in which digest, < 0: in none. */
struct report_signed {
	const char *result;
	int64_t n;
	char hash[BASE32_HASH + 1];
	unsigned n_played; /* the newest digests in which one for every turn was played */
	int64_t played[8];
	struct order_block b; /* a secret */
};

enum { FOREIGN_MAX = 32 };

/* What happened in a digest: its events as everybody knows them, and its sentences, with those for the seat
 * alone: lines of since:. */
struct report_news {
	const struct events *ev;
	const struct notes *notes;
	const struct buf *since;
	const struct knowledge *know; /* of the round (core/knowledge.h) */
	const struct report_signed *order;
	size_t n_order;
	const int64_t *unchecked; /* digests whose open order is not verified */
	unsigned n_unchecked;
	unsigned n_foreign; /* acts of the seat that were not signed here */
	struct report_foreign {
		int64_t n;
		const char *kind;
	} foreign[FOREIGN_MAX];
};

/* standing, repeating: do: and or: lines of the orders that wait, for the next turn and for every turn, as far as
 * the reader knows them. */
void report_read_json(const struct digest *d, const char *head, const struct private_view *v,
    const struct report_news *news, const struct buf *standing, const struct buf *repeating,
    struct buf *out);

/* The public half, when no key was given: "seat": null, "position" as everybody knows it. */
void report_public_json(
    const struct digest *d, const char *head, const struct report_news *news, struct buf *out);

/* An order block: verified true or false, or -1 where nobody checked.  block: its text as
 * it is to be sent, which is all that people get, or NULL. */
void report_order(const struct order_block *b, int verified, const char *block, struct printer *p);

struct report_log {
	int64_t n, time, turn;
	const char *seat, *head, *order;
	const struct digest *d;           /* NULL: it cannot be read */
	const struct digest_events *told; /* in it */
};
/* seat, order: NULL where there is none; since: the lines of since:. */
void report_log(const struct report_log *l, const struct buf *since, struct printer *p);

/* name: NULL for a card without one; people get a line of the list of keys. */
void report_key(const char *name, const char *sign, const char *age, const char *fingerprint,
    bool secret, struct printer *p);

/* What went wrong: verb NULL before one is known; code: the name of err->code. */
void report_error(const char *verb, const char *code, const struct err *err, struct printer *p);

/* The version of jansson this was built with. */
const char *report_version(void);

#endif
