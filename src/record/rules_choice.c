/* Selects the rules set and its cards, where a game starts. */
#include "record/rules_choice.h"

#include <string.h>

#include "text/names.h"
#include "wire/deck.h"
#include "util/file.h"

/* A list has at most 96 lines; this leaves room for comments. */
enum { DECK_FILE_MAX = 64 * 1024 };

const struct rules *
rules_choice_named(
    const struct rules *const *games, const char *option, const char *name, struct err *err)
{
	const struct rules *rules = name == NULL ? NULL : rules_find(games, name, strlen(name));
	struct buf all = BUF_INIT;

	if (rules != NULL)
		return rules;
	for (size_t i = 0; games[i] != NULL; i++)
		buf_fmt(&all, "%s%s", i > 0 ? ", " : "", games[i]->name);
	if (name == NULL)
		err_set(err, ERR_USAGE, "%s is missing", option);
	else
		err_set(err, ERR_USAGE, "unknown rules set \"%s\"", name);
	err_hint(err, "%s takes: %s", option, buf_cstr(&all));
	buf_release(&all);
	return NULL;
}

const struct rules *
rules_choice_with_deck(
    const struct rules *base, const char *file, struct house_deck *deck, struct err *err)
{
	struct buf text = BUF_INIT;
	int result;

	if (file == NULL)
		return base;
	result = file_read(file, DECK_FILE_MAX, &text, err);
	if (result == 0) {
		result = deck_parse(deck, base, buf_cstr(&text), text.n, err);
		if (result < 0)
			(void)err_wrap(err, "%s", file);
	}
	buf_release(&text);
	return result == 0 ? &deck->rules : NULL;
}
