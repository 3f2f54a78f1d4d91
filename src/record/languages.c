/* Languages by their codes, from files or from the program. */
#include "record/languages.h"

#include <stdlib.h>
#include <string.h>

#include "text/catalogues.h"
#include "text/language_choice.h"
#include "util/file.h"
#include "util/mem.h"

enum { CATALOGUE_MAX = 4 << 20 };

bool
languages_read(const char *folder, const char *code, struct languages_room *room)
{
	const struct catalogue *own = catalogue_find(code);
	struct err none = ERR_INIT;
	struct buf path = BUF_INIT;
	bool is_file = false;

	if (folder != NULL) {
		buf_clear(&room->catalogue);
		buf_fmt(&path, "%s/%s.mo", folder, code);
		is_file = file_read(path.p, CATALOGUE_MAX, &room->catalogue, &none) == 0;
		buf_release(&path);
	}
	if (is_file)
		return language_open(&room->lang, code, room->catalogue.p, room->catalogue.n);
	return own != NULL && language_open_own(&room->lang, own);
}

int
languages_refuse(const char *code, struct err *err)
{
	struct buf all = BUF_INIT;

	catalogues_list(&all);
	(void)err_set(err, ERR_USAGE, "--lang knows no language \"%s\"", code);
	(void)err_hint(err, "there are: %s", buf_cstr(&all));
	buf_release(&all);
	return -1;
}

/* Adds a language to the list. */
static int
add(struct languages *l, const char *folder, const char *code, struct err *err)
{
	struct languages_room *room = &l->room[l->n++];
	const bool is_english = strcmp(code, "en") == 0;

	if (!is_english && (!language_code_is_ok(code) || !languages_read(folder, code, room)))
		return languages_refuse(code, err);
	for (size_t i = 0; i + 1 < l->n; i++)
		if (strcmp(l->lang[i] != NULL ? l->lang[i]->code : "en", code) == 0)
			return err_set(err, ERR_USAGE, "--lang names %s twice", code);
	l->lang[l->n - 1] = is_english ? NULL : &room->lang;
	return 0;
}

int
languages_open(struct languages *l, const char *folder, const char *list, struct err *err)
{
	size_t most = 1;
	int result = 0;

	for (const char *s = list; *s != '\0'; s++)
		most += *s == ',';
	*l = (struct languages){ .lang = mem_zero(most, sizeof *l->lang),
		.room = mem_zero(most, sizeof *l->room) };
	for (size_t i = 0; i < most && result == 0; i++) {
		struct buf code = BUF_INIT;

		buf_add(&code, list, strcspn(list, ","));
		list += code.n + (list[code.n] == ',');
		result = add(l, folder, buf_cstr(&code), err);
		buf_release(&code);
	}
	return result;
}

void
languages_release(struct languages *l)
{
	for (size_t i = 0; i < l->n; i++)
		buf_release(&l->room[i].catalogue);
	free(l->lang);
	free(l->room);
}
