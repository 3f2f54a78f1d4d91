#ifndef ADIT_MAIL_COMPOSE_H
#define ADIT_MAIL_COMPOSE_H

#include "mail/compose_html.h"
#include "mail/message_id.h"
#include "player/player.h"
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

struct plain_seat;

/* What a mail to a plain seat (mail/plain_seat.h) has in addition: the view of the seat, in clear. */
struct compose_plain {
	const struct plain_seat *seat;
	const struct player_read *read; /* the newest digest, read as the seat */
	const struct buf *news;         /* for each of the digests, as the seat may know them */
	const char *played;             /* its order that was taken, or "" */
};

struct compose {
	const struct language *lang; /* of the words that people read; NULL: English */
	const unsigned char *s;      /* host secret, SECRET_BYTES */
	const char *table, *to;      /* addresses */
	uint8_t seat;                /* a seat, or STORE_LEFT and above */
	unsigned n_taken;            /* digests that an order of this seat caused */
	const char *kind;        /* "" for a digest, else the kind of the answer (message_kind) */
	const char *in_reply_to; /* a Message-ID, or "" */
	const char *answer;      /* text of an answer: a receipt, help or a reminder; else NULL */
	struct slice results; /* of a receipt: a line about all orders of its message, or empty */
	const char *host;     /* name of the host's key, or "" */
	int64_t limit_s;      /* time for a turn in seconds; -1: no limit */
	const struct time_control *clock; /* of digest 0, or NULL */
	bool is_last;                /* no further answer of this kind for a while (mail/reply.h) */
	int64_t made;                /* time at which the mail was queued */
	int64_t round_n;             /* the digest that began the round of `newest` */
	const struct digest *newest; /* the last element of `digest`, parsed */
	size_t n_digests;            /* at least 1; for a receipt the digest that it follows */
	const struct compose_digest *digest;
	/* All digests up to `newest` as this seat gets them, in place of `digest` as attachment,
	 * since joining and confirming need them; or NULL. */
	const struct buf *deal;
	bool was_invited;                    /* a mail went to this address before */
	const struct compose_digest *before; /* the digest before the first of them; NULL: none */
	bool narrow;                         /* text as compose_narrow makes it */
	bool html;                           /* add the text as HTML (mail/compose_html.h) */
	const struct compose_plain *plain;   /* of a mail to a plain seat, else NULL */
};

/* Appends the mail. Its digests are joined in one attachment. A receipt and a reminder contain no
 * digest. Help contains the newest digest. No mail to a plain seat contains one. */
void compose_mail(const struct compose *c, struct buf *out);

/* Appends the Message-ID of the mail, for In-Reply-To and for bounces. */
void compose_message_id(const struct compose *c, struct buf *out);

/* Appends the field Date. */
void compose_date(int64_t t, struct buf *out);

/* Appends text as quoted-printable that mail programs leave unchanged: no line begins with
 * "From " or is ".". */
void compose_quoted(const char *s, size_t n, struct buf *out);

/* ---- parts of the text, shared by compose.c and plain_mail.c ---- */

/* The first part of the mail and the kinds of its pieces. */
struct mail_body {
	struct buf text;
	size_t n;
	struct mail_part piece[MAIL_PARTS_MAX];
	struct changes changes; /* of the newest move among the news */
};

/* Marks the text added since the last piece as a piece of this kind. */
void compose_end_piece(struct mail_body *w, enum mail_part_kind kind);

/* Appends a blank line and these lines as a piece; nothing if there are none. */
void compose_section(const struct buf *lines, enum mail_part_kind kind, struct mail_body *w);

/* Appends who is to move. Mail programs show this line in lists of mails. */
void compose_turn(const struct compose *c, struct buf *out);

/* Appends until when the seat to move is to answer, or was; nothing if a turn has no limit. */
void compose_due(const struct compose *c, struct buf *out);

/* Appends the news of digest i of the mail, and the end of its round if this version of adit makes
 * the same drawings. */
void compose_news(const struct compose *c, size_t i, struct mail_body *w);

/* Appends that no more answers follow for a while, if that is so. */
void compose_last_words(const struct compose *c, struct buf *out);

/* Appends the text of a mail to a plain seat: what happened, table, hand, orders, how to answer. */
void compose_plain_words(const struct compose *c, struct mail_body *w);

#endif
