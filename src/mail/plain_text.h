#ifndef ADIT_MAIL_PLAIN_TEXT_H
#define ADIT_MAIL_PLAIN_TEXT_H

#include <stdbool.h>

#include "mail/message.h"
#include "util/buf.h"

/*
 * What a person wrote in a reply, without what their mail program added.
 *
 * The text of a message is its parts of plain text and of HTML that are not attached. HTML counts
 * only if no plain text that is not blank stands before it. These are not new: quotes, who wrote
 * them, signatures, forwarded messages, what is hidden in HTML, and pieces of `own`.
 */
enum { PLAIN_TEXT_CODES = 64 };

struct plain_text {
	struct buf lines; /* new lines with plain characters (mail/plain_char.h), none empty; LF */
	struct buf
	    codes;      /* each word after "reply code:", a line each, once; also of quotes, of what
			   * is hidden and of attachments; the first PLAIN_TEXT_CODES */
	bool from_html; /* a new line comes from HTML */
};

/* `own` is the text of the mail that is answered, or NULL. Time is that of sorting the words of
 * both. The caller must call plain_text_release. */
void plain_text_read(const struct mail_message *message, const char *own, struct plain_text *out);
void plain_text_release(struct plain_text *t);

#endif
