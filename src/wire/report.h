#ifndef ADIT_WIRE_REPORT_H
#define ADIT_WIRE_REPORT_H

#include "wire/viewtext.h"

/*
 * The JSON that scripts rely on (adit(1), "JSON"): one function a shape, values in, one line of
 * JSON with its \n appended to out.  Keys may be added, never renamed.  Everything takes digests,
 * views and public copies of events, so it cannot tell what its reader may not know.
 */

/* Give the JSON library our memory (util/mem.h), so that running out of it ends the program like
 * everywhere else.  Before anything else of text. */
void report_use_memory(void);

struct report_status {
	const char *file;       /* NULL: leave out */
	const struct digest *d; /* the newest digest */
	const char *head;       /* its hash */
	int64_t now;            /* to say who is late */
	int64_t undelivered;    /* digests in the outbox: not known to be delivered */
};
void report_status_json(const struct report_status *s, struct buf *out);
void report_status_line(const struct report_status *s, struct buf *out); /* for people */

/* order_hash: NULL where no order caused the digest; ev: NULL for no events. */
void report_apply_json(const struct digest *d, const char *head, const char *order_hash,
    const struct events *ev, bool repeated, struct buf *out);

/* The line report_apply_json made, n bytes, with "repeated" true: the same order came again. */
void report_repeated_json(const char *json, size_t n, struct buf *out);

/* can, waiting: the lines of those sections of the view, as they stand there. */
void report_read_json(const struct digest *d, const char *head, const struct viewtext *v,
    const char *can, size_t can_n, const char *waiting, size_t waiting_n, struct buf *out);

/* The public half, when no key was given: "seat": null, "position" as everybody knows it. */
void report_public_json(const struct digest *d, const char *head, struct buf *out);

/* An order block: verified true or false, or -1 where nobody checked.  block: its text as
 * it is to be sent, or NULL. */
void report_order_json(const struct block *b, int verified, const char *block, struct buf *out);

struct report_log {
	int64_t n, time, turn;
	const char *seat, *head, *order;
};
/* seat, order: NULL where there is none; sentences: the lines of since:. */
void report_log_json(const struct report_log *l, const char *sentences, size_t n, struct buf *out);

/* What `adit rebuild` made: so many digests were given, so many are in the file ("n" is the newest). */
void report_rebuilt_json(const char *game, int64_t given, int64_t made, struct buf *out);

/* What `adit fsck` found to be right. */
void report_checked_json(const char *game, int64_t digests, int64_t orders, int64_t waiting,
    int64_t undelivered, bool views, struct buf *out);
/* One check of an audit; detail "" is null. */
void report_audit_json(
    int64_t n, const char *check, const char *result, const char *detail, struct buf *out);

/* Two transcripts: n is the first digest that differs, -1 if none does. */
void report_compare_json(int64_t n, struct buf *out);

void report_key_json(const char *name, const char *sign, const char *age, const char *fingerprint,
    bool secret, struct buf *out);

/* hint "" and line 0: leave out. */
void report_error_json(
    const char *code, const char *message, const char *hint, int line, struct buf *out);

/* The version of jansson this was built with. */
const char *report_version(void);

#endif
