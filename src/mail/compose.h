#ifndef ADIT_MAIL_COMPOSE_H
#define ADIT_MAIL_COMPOSE_H

#include "mail/message_id.h"
#include "util/err.h"
#include "util/slice.h"
#include "wire/digest.h"

/*
 * One mail to a seat or a watcher. Its content comes from public data and from digests that
 * contain the view of this seat alone. Headers, first part and size do not depend on hidden
 * information. No byte is copied from a received message, except a Message-ID of the allowed
 * form. Lines end with LF and have at most 998 bytes.
 */
struct compose_digest {
	int64_t n;
	const char *text; /* the bytes of the host's digest, n_text */
	size_t n_text;
	const struct digest_layout *at;
};

struct compose {
	const unsigned char *s;  /* host secret, SECRET_BYTES */
	const char *table, *to;  /* addresses */
	uint8_t seat;            /* a seat, or STORE_LEFT and above */
	unsigned n_taken;        /* digests that an order of this seat caused */
	const char *kind;        /* "" for a digest, else the kind of the answer (message_kind) */
	const char *in_reply_to; /* a Message-ID, or "" */
	const char *answer;      /* text of an answer: a receipt, help or a reminder; else NULL */
	struct slice results; /* of a receipt: a line about all orders of its message, or empty */
	const char *host;     /* name of the host's key, or "" */
	int64_t limit_s;      /* time for a turn in seconds; -1: no limit */
	bool is_last;         /* no further answer of this kind for a while (mail/reply.h) */
	int64_t made;         /* time at which the mail was queued */
	int64_t round_n;      /* the digest that began the round of `newest` */
	const struct digest *newest; /* the last element of `digest`, parsed */
	size_t n_digests;            /* at least 1; for a receipt the digest that it follows */
	const struct compose_digest *digest;
	/* All digests up to `newest` as this seat gets them, in place of `digest` as attachment,
	 * since joining and confirming need them; or NULL. */
	const struct buf *deal;
	bool was_invited;                    /* a mail went to this address before */
	const struct compose_digest *before; /* the digest before the first of them; NULL: none */
	bool html;                           /* add the text as HTML (mail/compose_html.h) */
};

/* Appends the mail. Its digests are joined in one attachment. A receipt and a reminder contain no digest. Help contains the newest digest. */
void compose_mail(const struct compose *c, struct buf *out);

/* Appends the Message-ID of the mail, for In-Reply-To and for bounces. */
void compose_message_id(const struct compose *c, struct buf *out);

/* Appends the field Date. */
void compose_date(int64_t t, struct buf *out);

/* Appends text as quoted-printable that mail programs leave unchanged: no line begins with
 * "From " or is ".". */
void compose_quoted(const char *s, size_t n, struct buf *out);

#endif
