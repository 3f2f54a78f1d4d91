#ifndef ADIT_MAIL_PLAIN_WORDS_H
#define ADIT_MAIL_PLAIN_WORDS_H

#include "text/language.h"
#include "wire/order_block.h"
#include "wire/private_view.h"

/*
 * What the new text of a mail to a plain seat asks for.
 *
 * A request is one line: an order as in text/typed_order.h, a number of the list
 * (mail/plain_list.h), or one of the words below. `or` joins alternatives, inside of a line, at its
 * end, or at the begin of the next one. If a turn has steps, ';' and "then" join them in the same
 * way. Case, a final period and words of politeness at both ends do not matter. A number counts
 * only alone: "7", "7.", "7)", "#7", "number 7", "order 7"; or with its order, as in the list.
 *
 * A line that begins with `say` is talk. Talk in quotes may have several lines. All other lines are
 * ignored, unless there is no request: then a line that begins with a verb, or with a word that is
 * nearly one, is UNCLEAR.
 *
 * In another language than English the names of cards, as the mail shows them, count in place of the
 * order words (mail/plain_names.h).
 *
 * Two different requests are UNCLEAR; the same one twice is one. Nothing is guessed: if a line has
 * several readings, of which not exactly one is legal, it is UNCLEAR.
 */
enum plain_kind {
	PLAIN_NOTHING, /* no request; perhaps talk */
	PLAIN_UNCLEAR, /* see why */
	PLAIN_ORDER,   /* see line; also a vote, an absence, "leave no" */
	PLAIN_HELP,
	PLAIN_BOARD,
	PLAIN_HISTORY,
	PLAIN_RULES, /* word: a card or the number of a rule, or NULL */
	PLAIN_RESIGN,
	PLAIN_RESIGN_YES,
	PLAIN_LEAVE,
	PLAIN_LEAVE_YES,
	PLAIN_MAIL,    /* word: all, mine, daily, narrow or wide */
	PLAIN_ADDRESS, /* word: the address, in the case of the text */
	PLAIN_LANG,    /* word: "en", or the code of a catalogue */
	PLAIN_RESEND   /* word: a number, or NULL */
};

struct plain_request {
	enum plain_kind kind;
	unsigned n_lines; /* PLAIN_ORDER: the alternatives, canonical */
	const char *line[ORDER_BLOCK_ALTERNATIVES];
	const char *say;  /* all talk, lines joined by a blank; or NULL. With any kind */
	const char *word; /* an argument, or NULL */
	struct buf why;   /* PLAIN_UNCLEAR: sentences, joined by a blank; printable */
	struct buf text;  /* owns line and word */
	struct buf talk;  /* owns say */
};

/*
 * Reads the n bytes of text, lines of plain characters with LF. v: the view of the digest whose
 * mail is answered; its seat is the seat. An order is checked only for its words: whether it is
 * legal does not matter. lang: of out->why. Release *out with plain_request_release.
 */
void plain_words_read(const struct language *lang, const struct private_view *v,
    const struct names *names, const char *text, size_t n, struct plain_request *out);
void plain_request_release(struct plain_request *r);

#endif
