#ifndef ADIT_MAIL_COMPOSE_H
#define ADIT_MAIL_COMPOSE_H

#include "mail/message_id.h"
#include "util/err.h"
#include "wire/digest.h"

/*
 * One mail to a seat, or to who looks on, made of what everybody at the table knows and of digests that show this seat's view
 * alone: headers and first part are the same whatever is hidden, and so is the size.  No byte of it comes
 * from a letter, but a Message-ID of the one form.  Lines end with LF, none is longer than 998 bytes.
 */
struct compose_digest {
	int64_t n;
	const char *text; /* as the host wrote it, n_text bytes */
	size_t n_text;
	const struct digest_layout *at;
};

struct compose {
	const unsigned char *s;  /* the secret of the game, SECRET_BYTES */
	const char *table, *to;  /* addresses */
	uint8_t seat;            /* or from STORE_LEFT on */
	bool is_taken;           /* an order of the seat's caused one of the digests */
	const char *kind;        /* "", or of an answer as message_kind has it */
	const char *in_reply_to; /* or "" */
	const char
	    *answer;     /* its text: a receipt, or the words of help or of a reminder; else NULL */
	bool is_last;    /* no answer of its kind follows for a while (mail/reply.h) */
	int64_t made;    /* when it was queued */
	int64_t round_n; /* the digest that began the round of the newest */
	const struct digest *newest; /* the last of the digests, parsed */
	size_t n_digests;            /* at least one; of a receipt the one that it stands behind */
	const struct compose_digest *digest;
	bool html; /* the words once more as HTML (mail/compose_html.h) */
};

/* The message, appended.  A receipt and a reminder go without a digest, help with the newest. */
void compose_mail(const struct compose *c, struct buf *out);

/* How it is called, for In-Reply-To and bounces; appended. */
void compose_message_id(const struct compose *c, struct buf *out);

/* Text as lines of quoted-printable, which no mail program changes: none begins with "From ", or is ".". */
void compose_quoted(const char *s, size_t n, struct buf *out);

#endif
