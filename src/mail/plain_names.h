#ifndef ADIT_MAIL_PLAIN_NAMES_H
#define ADIT_MAIL_PLAIN_NAMES_H

#include "text/language.h"
#include "text/names.h"
#include "util/slice.h"

/*
 * Names of cards in the language of a mail, for which a player may write them in place of the order
 * words: "kaputte Laterne bob" is "break-lamp bob". Case and accents do not matter.
 */
struct plain_names {
	size_t n;
	struct plain_name {
		struct buf shown; /* folded */
		char word[CARD_NAME_MAX];
	} * at;
};

/* Makes the list for a language, which is empty for English. A name that is also a word of an order or
 * the name of a seat is not in it. Release with plain_names_release. */
void plain_names_init(const struct language *lang, const struct rules *rules,
    const struct names *names, struct plain_names *out);
void plain_names_release(struct plain_names *list);

/* Appends the line, folded, with the order words of the names in it. Returns false, and appends
 * nothing, if it has none. */
bool plain_names_put(const struct plain_names *list, struct slice line, struct buf *out);

#endif
