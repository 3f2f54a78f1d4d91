/* The rules of the games, from adit(6). */
#include "text/rulebook.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "text/rulebook_row.h"
#include "util/inflate.h"
#include "util/mem.h"
#include "util/wrap.h"

/* Which rules are about which cards: numbers of rules and parts. */
static const struct about {
	const char *game;
	const char *path, *start, *goal, *role;
	const char *action[ACTION_COUNT];
} about[] = {
	{ "saboteur", "C5 2.C 2.E.17", "2.A.2 2.C.11", "2.E Q-SAB-4", "2.A.1 2.F.22 2.F.23 2.F.24",
	    { [ACTION_BREAK] = "2.D.13 2.C.9",
		[ACTION_REPAIR] = "2.D.14",
		[ACTION_ROCKFALL] = "2.D.15",
		[ACTION_MAP] = "2.D.16" } },
	{ "saboteur2", "C5 2.C 3.C 2.E.17", "2.A.2 3.A.3 3.C.10", "2.E 3.E.22 3.E.23",
	    "3.A.1 3.E.23 3.E.24 3.E.25",
	    { [ACTION_BREAK] = "3.D.21 2.D.13 3.C.13",
		[ACTION_REPAIR] = "3.D.21 2.D.14",
		[ACTION_ROCKFALL] = "3.D.21 2.D.15",
		[ACTION_MAP] = "3.D.21 2.D.16",
		[ACTION_THEFT] = "3.D.14 3.E.27",
		[ACTION_HANDS_OFF] = "3.D.15",
		[ACTION_TRAPPED] = "3.D.16",
		[ACTION_FREE] = "3.D.17",
		[ACTION_SWAP_HANDS] = "3.D.18",
		[ACTION_INSPECTION] = "3.D.19",
		[ACTION_SWAP_HATS] = "3.D.20 3.A.1" } },
	{ "duel", "C5 4.C 4.D.12", "4.A.1 4.C.6", "4.D", "",
	    { [ACTION_BREAK] = "4.E.13",
		[ACTION_REPAIR] = "4.E.14",
		[ACTION_KEY] = "4.E.15",
		[ACTION_ROCKFALL] = "4.E.16",
		[ACTION_MAP] = "4.E.17" } },
	{ "dark-cave", "C5 5.D 5.C.12 5.C.13 5.C.14", "5.A.1 5.C.14", "5.A.1 5.E.24 5.E.25 5.D.17",
	    "5.A.2 5.A.3 5.I.39",
	    { [ACTION_INFORMATION] = "5.F.26",
		[ACTION_ROCKFALL] = "5.F.27",
		[ACTION_SWAP_CARDS] = "5.F.28",
		[ACTION_SPIDERWEB] = "5.F.29",
		[ACTION_BOOTS] = "5.F.30",
		[ACTION_BATTLE_AXE] = "5.F.31",
		[ACTION_RAT] = "5.F.32 5.G",
		[ACTION_LINDWORM] = "5.F.32 5.G",
		[ACTION_GOBLIN] = "5.F.32 5.G" } },
};

/* Texts that follow, or one of them. */
struct texts {
	const char *s;
	size_t n;
};

/* Unpacks the texts of a language, or the English ones, to `room`. */
static struct texts
texts_of(const struct language *lang, struct buf *room)
{
	const struct rulebook_texts *c = rulebook_languages;

	while (lang != NULL && c->code != NULL && strcmp(c->code, lang->code) != 0)
		c++;
	if (c->code == NULL)
		c = rulebook_languages;
	buf_reserve(room, c->size);
	if (!inflate_gzip(c->packed, c->packed_n, (unsigned char *)room->p, c->size))
		BUG("the rules are damaged");
	return (struct texts){ room->p, c->size };
}

/* Returns the text of the next row. */
static struct texts
next_text(struct texts *rest)
{
	const char *end = memchr(rest->s, '\n', rest->n);
	const struct texts found = { rest->s, end != NULL ? (size_t)(end - rest->s) : rest->n };

	rest->s += found.n + (end != NULL);
	rest->n -= found.n + (end != NULL);
	return found;
}

static void
put_row(const struct rulebook_row *r, struct texts text, unsigned columns, struct buf *out)
{
	static const char deep[] = "        ";
	const size_t n = text.n;
	struct buf first = BUF_INIT;

	switch (r->kind) {
	case RULEBOOK_SECTION:
	case RULEBOOK_PART:
	case RULEBOOK_RULINGS:
		buf_fmt(&first, "\n%s%s", r->number, r->number[0] != '\0' ? " " : "");
		wrap_text(text.s, n, first.p, "    ", columns, out);
		break;
	case RULEBOOK_ITEM:
		buf_fmt(&first, "%-7s ", r->number);
		wrap_text(text.s, n, first.p, deep, columns, out);
		break;
	case RULEBOOK_MORE:
		wrap_text(text.s, n, deep, deep, columns, out);
		break;
	case RULEBOOK_POINT:
		wrap_text(text.s, n, "      - ", deep, columns, out);
		break;
	case RULEBOOK_TEXT:
		wrap_text(text.s, n, "", "", columns, out);
		break;
	case RULEBOOK_LINE:
		/* Blanks align its columns; a terminal that is too narrow loses only that. */
		wrap_text(text.s, n, n + 4 <= columns ? "    " : "", "", columns, out);
		break;
	}
	buf_release(&first);
}

/* Drops the blank line before the first title. */
static void
put_all(const struct language *lang,
    bool (*is_wanted)(const struct rulebook_row *r, const void *arg), const void *arg,
    unsigned columns, struct buf *out)
{
	struct buf text = BUF_INIT, room = BUF_INIT;
	struct texts rest = texts_of(lang, &room);

	for (size_t i = 0; i < rulebook_rows; i++) {
		const struct texts row = next_text(&rest);

		if (is_wanted(&rulebook_row[i], arg))
			put_row(&rulebook_row[i], row, columns, &text);
	}
	if (text.n > 0)
		buf_str(out, text.p + (text.p[0] == '\n'));
	buf_release(&text);
	buf_release(&room);
}

static bool
is_of_game(const struct rulebook_row *r, const void *game)
{
	return r->number[0] != 'Q' && r->kind != RULEBOOK_RULINGS &&
	    (r->game[0] == '\0' || strcmp(r->game, game) == 0);
}

void
rulebook_game(
    const struct language *lang, const struct rules *rules, unsigned columns, struct buf *out)
{
	put_all(lang, is_of_game, rules->name, columns, out);
}

/* A list of numbers, separated by blanks. */
struct wanted {
	const char *number;
	size_t n;
};

/* True if the row is a rule with this number, or belongs to a part with it. */
static bool
is_numbered(const struct rulebook_row *r, const void *arg)
{
	const struct wanted *w = arg;

	if (strncasecmp(r->number, w->number, w->n) != 0)
		return false;
	/* "2.C" has "2.C.11", and neither has "2.C.1" */
	return r->number[w->n] == '\0' ||
	    (r->number[w->n] == '.' && isdigit((unsigned char)w->number[0]));
}

bool
rulebook_rule(
    const struct language *lang, const char *number, size_t n, unsigned columns, struct buf *out)
{
	static const char *const game[] = { "SAB ", "SB2 ", "DUEL ", "CAVE " };
	const size_t before = out->n;

	for (size_t i = 0; i < sizeof game / sizeof game[0]; i++) {
		const size_t len = strlen(game[i]);

		if (n > len && strncasecmp(number, game[i], len) == 0) {
			number += len;
			n -= len;
			break;
		}
	}
	if (n > 0)
		put_all(lang, is_numbered, &(struct wanted){ number, n }, columns, out);
	return out->n > before;
}

static const char *
numbers_of(const struct about *a, const struct card_def *c)
{
	switch ((enum card_class)c->class) {
	case CARD_START:
		return a->start;
	case CARD_GOAL:
		return a->goal;
	case CARD_PATH:
		return a->path;
	case CARD_ROLE:
		return a->role;
	case CARD_ACTION:
		return a->action[c->action] != NULL ? a->action[c->action] : "";
	case CARD_GOLD:
		break;
	}
	return "";
}

void
rulebook_about(const struct language *lang, const struct rules *rules, card_id card,
    unsigned columns, struct buf *out)
{
	for (size_t i = 0; i < sizeof about / sizeof about[0] && card < rules->n_cards; i++) {
		if (strcmp(about[i].game, rules->name) != 0)
			continue;
		for (const char *s = numbers_of(&about[i], &rules->card[card]); *s != '\0';) {
			size_t n = strcspn(s, " ");

			(void)rulebook_rule(lang, s, n, columns, out);
			s += n + (s[n] == ' ');
		}
	}
}
