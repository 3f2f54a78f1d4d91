#include <criterion/criterion.h>

#include "draw/draw.h"
#include "draw/card.h"
#include "few.h"
#include "games/dark_cave/cave.h"
#include "games/games.h"
#include "games/table.h"

/* The sentences of DRAW_PLAIN compared with the board: they must contain everything that a
 * drawing shows. */

static struct names names = { .n = 12,
	.seat = { "anna", "bob", "cleo", "dan", "eve", "fred", "gina", "hugo", "ida", "jan", "kim",
	    "lea" } };

/* Sets `out` to the lines that begin with `at`, unwrapped. Returns false if there are none. */
static bool
sentence_of(const struct buf *text, const char *at, struct buf *out)
{
	const char *p = text->p;

	buf_clear(out);
	while (
	    p != NULL && (strncmp(p, at, strlen(at)) != 0 || strchr(" ,:.", p[strlen(at)]) == NULL))
		p = strchr(p, '\n') != NULL ? strchr(p, '\n') + 1 : NULL;
	for (; p != NULL && *p != '\0'; p++) {
		if (*p == '\n' && strncmp(p, "\n  ", 3) != 0)
			break;
		if (*p == '\n')
			p += 2;
		buf_chr(out, *p == '\n' ? ' ' : *p);
	}
	return out->n > 0;
}

static void
expect(bool has, const struct buf *line, const char *words, const char *where)
{
	cr_expect_eq(strstr(buf_cstr(line), words) != NULL, has, "%s: \"%s\" in: %s", where, words,
	    buf_cstr(line));
}

/* Checks each arm of a card: what it leads to. */
static void
check_ways(const struct view *v, const struct cell *c, const struct buf *line, const char *where)
{
	const struct board *b = &v->known.board;
	uint8_t open = tunnel_open(cell_tunnel(v->known.rules->card, c));

	for (unsigned e = 0; e < EDGES; e++) {
		int x = c->x + edge_dx[e], y = c->y + edge_dy[e];
		unsigned at = board_find(b, x, y);
		bool is_down = at != CELL_NONE && (b->cell[at].flags & CELL_DOWN) != 0;
		uint8_t there = at != CELL_NONE ?
		    tunnel_open(cell_tunnel(v->known.rules->card, &b->cell[at])) :
		    0;
		bool is_open = (open >> e & 1u) != 0;
		char words[64];

		(void)snprintf(words, sizeof words, "%s joins %d,%d", edge_name(e), x, y);
		expect(is_open && (there >> (e ^ 2u) & 1u) != 0, line, words, where);
		(void)snprintf(words, sizeof words, "%s is open to %d,%d", edge_name(e), x, y);
		expect(is_open && at == CELL_NONE, line, words, where);
		(void)snprintf(
		    words, sizeof words, "%s leads to the goal at %d,%d", edge_name(e), x, y);
		expect(is_open && is_down, line, words, where);
	}
}

static void
check_marks(const struct view *v, const struct cell *c, const struct buf *line, const char *where)
{
	unsigned features = c->card != CARD_HIDDEN ? game_card(&v->known, c->card)->feature : 0;
	bool has_gold = (c->flags & CELL_VEIN) != 0;

	for (const struct card_mark *m = draw_feature_mark; m->bit != 0; m++)
		if (m->bit != FEATURE_TROLL && (m->bit != FEATURE_VEIN || !has_gold) &&
		    (features & m->bit) != 0)
			expect(true, line, language_english(m->meaning), where);
	for (const struct card_mark *m = draw_cell_mark; m->bit != 0; m++)
		expect((c->flags & m->bit) != 0, line, language_english(m->meaning), where);
	expect(
	    (features & FEATURE_TROLL) != 0 && (c->flags & CELL_DOWN) == 0, line, "paid)", where);
	expect((c->flags & CELL_FLIPPED) != 0, line, ", flipped", where);
	expect((c->flags & CELL_DOWN) != 0, line, "a goal face down", where);
}

/* Dwarves and creatures are named at their places. */
static void
check_figures(const struct view *v, const struct cell *c, const struct buf *line, const char *where)
{
	const struct cave_state *cave = cave_own(&v->known);

	if (v->known.rules != &rules_dark_cave)
		return;
	for (unsigned s = 0; s < v->known.n_seats; s++)
		if (!cave->seat[s].out && cave->seat[s].at.x == c->x && cave->seat[s].at.y == c->y)
			expect(true, line, names.seat[s], where);
	for (unsigned k = 0; k < CAVE_CREATURES; k++)
		if (cave->creature[k].owner != SEAT_NONE && cave->creature[k].at.x == c->x &&
		    cave->creature[k].at.y == c->y)
			expect(
			    true, line, action_name((enum action)cave_creature_action[k]), where);
}

static void
check_board(const struct view *v, const char *where)
{
	struct buf text = BUF_INIT, line = BUF_INIT;
	char words[64];

	draw_board(NULL, v, &names,
	    &(struct draw_board_options){ .style = DRAW_PLAIN, .columns = DRAW_COLUMNS }, &text);
	(void)snprintf(words, sizeof words, "%u cards lie on the table.\n", v->known.board.n);
	cr_assert_eq(strncmp(text.p, words, strlen(words)), 0, "%s: %s", where, text.p);
	for (unsigned i = 0; i < v->known.board.n; i++) {
		const struct cell *c = &v->known.board.cell[i];
		char name[CARD_NAME_MAX];

		(void)snprintf(words, sizeof words, "%d,%d:", c->x, c->y);
		cr_assert(sentence_of(&text, words, &line), "%s: nothing about %s", where, words);
		card_name(v->known.rules, c->card, name);
		expect(c->card != CARD_HIDDEN, &line, name, where);
		check_ways(v, c, &line, where);
		check_marks(v, c, &line, where);
		check_figures(v, c, &line, where);
	}
	cr_assert_null(strstr(buf_cstr(&text), "; :"), "%s: %s", where, text.p);
	cr_assert_null(strstr(text.p, ";:"), "%s: %s", where, text.p);
	for (size_t i = 0, w = 0; i < text.n; i++) {
		w = text.p[i] == '\n' ? 0 : w + 1;
		cr_assert(w <= DRAW_COLUMNS && (unsigned char)text.p[i] < 0x7f, "%s", where);
	}
	buf_release(&text);
	buf_release(&line);
}

static void
check_beside(const struct view *v, const char *where)
{
	const struct seat *me = &v->known.seat[v->seat];
	struct buf hand = BUF_INIT, table = BUF_INIT, line = BUF_INIT;

	draw_hand(
	    NULL, v->known.rules, me->hand, NULL, me->n_hand, DRAW_PLAIN, DRAW_COLUMNS, &hand);
	for (unsigned i = 0; i < me->n_hand; i++) {
		const struct card_def *def = game_card(&v->known, me->hand[i]);
		char name[CARD_NAME_MAX];

		card_name(v->known.rules, me->hand[i], name);
		cr_assert(sentence_of(&hand, name, &line), "%s: %s", where, name);
		expect(
		    def->class == CARD_PATH && !card_is_symmetric(def), &line, "flipped: ", where);
	}
	draw_seats(NULL, v, &names, DRAW_PLAIN, &table);
	for (unsigned s = 0; s < v->known.n_seats; s++) {
		cr_assert(
		    sentence_of(&table, names.seat[s], &line), "%s: %s", where, names.seat[s]);
		expect(v->known.to_move == s, &line, "to move", where);
		expect(v->seat == s, &line, "; you", where);
		for (unsigned tool = 1; tool <= TOOL_PICKAXE; tool <<= 1)
			expect(
			    (v->known.seat[s].broken & tool) != 0, &line, tool_name(tool), where);
	}
	buf_release(&hand);
	buf_release(&table);
	buf_release(&line);
}

Test(plain, every_fact_is_in_the_words)
{
	const struct options options = { .at[OPTION_FIRST] = 0 };
	static struct view v;
	char where[64];

	for (const struct rules *const *rules = rules_all; *rules != NULL; rules++) {
		for (unsigned i = 0; i < few(48); i++) {
			uint8_t seats = (uint8_t)((*rules)->seats_min +
			    i % (1u + (*rules)->seats_max - (*rules)->seats_min));
			struct game g;

			table_played_of(&g, *rules, seats, &options, i, 3 * i % 70);
			game_view(&g, g.to_move, &v);
			(void)snprintf(where, sizeof where, "%s, game %u", (*rules)->name, i);
			if (v.seat == SEAT_NONE)
				continue;
			check_board(&v, where);
			check_beside(&v, where);
		}
	}
}
