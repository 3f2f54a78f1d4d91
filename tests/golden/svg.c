/* Drawings of every card and of boards with 3, 45 and 70 cards, as hashes. Other changes must
 * not change them. ADIT_SVG=DIR writes the drawings to DIR. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/game.h"
#include "draw/mark.h"
#include "draw/svg_internal.h"
#include "games/dark_cave/cave.h"
#include "games/games.h"
#include "golden/compare.h"
#include "util/mem.h"

static const uint8_t seed[32] = { 's', 'v', 'g' };

/* ---- boards ---------------------------------------------------------------------------------- */

static bool
lay_one(struct game *g, struct rng *rng)
{
	uint8_t tunnel[CELLS_MAX] = { 0 };
	const struct cell *from = &g->board.cell[rng_draw(rng, g->board.n)];
	unsigned e = rng_draw(rng, EDGES);
	card_id card = (card_id)rng_draw(rng, g->rules->n_cards);
	uint8_t flags = rng_draw(rng, 2) == 1 ? CELL_FLIPPED : 0;
	const struct card_def *def = game_card(g, card);
	struct grid grid;
	struct cell cell;

	if (def->class != CARD_PATH || (cell_tunnel(g->rules->card, from) >> (2 * e) & 3u) == 0)
		return false;
	if (card_is_symmetric(def))
		flags = 0;
	if ((def->feature & FEATURE_VEIN) != 0 && rng_draw(rng, 2) == 1)
		flags |= CELL_VEIN;
	cell = (struct cell){ (int8_t)(from->x + edge_dx[e]), (int8_t)(from->y + edge_dy[e]), card,
		flags };
	grid_make(&grid, &g->board);
	if (grid_at(&grid, cell.x, cell.y) != CELL_NONE)
		return false;
	for (unsigned i = 0; i < g->board.n; i++)
		tunnel[i] = cell_tunnel(g->rules->card, &g->board.cell[i]);
	return fit_allows(board_fit(&g->board, &grid, tunnel, cell.x, cell.y),
		   cell_tunnel(g->rules->card, &cell)) &&
	    board_put(&g->board, cell) != CELL_NONE;
}

/* Puts dwarves, creatures and webs anywhere in the cave. */
static void
people_cave(struct game *g, struct rng *rng)
{
	struct cave_state *cave = cave_own(g);

	for (unsigned k = 0; k < g->n_seats + (unsigned)CAVE_CREATURES;) {
		const struct cell *c = &g->board.cell[rng_draw(rng, g->board.n)];
		struct spot at = { c->x, c->y, (uint8_t)rng_draw(rng, CAVE_PARTS) };
		uint16_t has;

		if (!cave_name(g, &at, &has))
			continue;
		if (k < g->n_seats)
			cave->seat[k].at = at;
		else
			cave->creature[k - g->n_seats] = (struct cave_creature){ 0, at };
		k++;
	}
	while (cave->n_web < CAVE_WEBS_MAX) {
		const struct cell *c = &g->board.cell[rng_draw(rng, g->board.n)];
		struct cave_web web = cave_edge(c->x, c->y, rng_draw(rng, EDGES));
		struct spot name;

		web.count = (uint8_t)(1 + rng_draw(rng, 2));
		if (cave_edge_name(g, web, &name))
			cave->web[cave->n_web++] = web;
	}
}

/* Makes a board with n cards, as a seat or the public sees it. */
static void
make_table(const struct rules *rules, unsigned n, struct view *v)
{
	const struct options options = { 0 };
	struct events *ev = mem_zero(1, sizeof *ev);
	struct rng_fast rng;
	struct game g;

	rng_fast_init(&rng, seed, rules->id * 100u + n);
	game_init(&g, rules, rules->seats_max, &options);
	game_deal(&g, &rng.rng, ev);
	rng_open(&rng.rng, 1, RNG_FIRST);
	for (unsigned tries = 0; tries < 200000 && g.board.n < n + 2; tries++)
		(void)lay_one(&g, &rng.rng);
	/* Removes cards, so that some are disconnected. */
	for (unsigned tries = 0; tries < 2000 && g.board.n > n;) {
		unsigned i = rng_draw(&rng.rng, g.board.n);

		if (game_card(&g, g.board.cell[i].card)->class == CARD_PATH)
			board_remove(&g.board, i);
		tries++;
	}
	if (rules->picture == &cave_picture)
		people_cave(&g, &rng.rng);
	game_view(&g, 0, v);
	free(ev);
}

/* ---- stored drawings ------------------------------------------------------------------------- */

static void
leave(const char *name, const struct buf *svg)
{
	char path[512];
	const char *dir = getenv("ADIT_SVG");
	FILE *f;

	if (dir == NULL)
		return;
	(void)snprintf(path, sizeof path, "%s/%s.svg", dir, name);
	f = fopen(path, "w");
	cr_assert_not_null(f, "%s", path);
	(void)fwrite(svg->p, 1, svg->n, f);
	(void)fclose(f);
}

/* Checks that it is XML; passes if xmllint is missing. */
static void
check_xml(const char *name, const struct buf *svg)
{
	static const char command[] = "if command -v xmllint > /dev/null; then "
				      "xmllint --noout --nonet -; else cat > /dev/null; fi";
	FILE *f = popen(command, "w");

	cr_assert_not_null(f);
	(void)fwrite(svg->p, 1, svg->n, f);
	cr_expect_eq(pclose(f), 0, "%s is no XML", name);
}

static void
keep(const char *name, const struct buf *svg, struct buf *out)
{
	uint64_t h = 14695981039346656037u;

	for (size_t i = 0; i < svg->n; i++)
		h = (h ^ (unsigned char)svg->p[i]) * 1099511628211u;
	buf_fmt(out, "%s %zu %016llx\n", name, svg->n, (unsigned long long)h);
	leave(name, svg);
}

static void
keep_cards(const struct rules *rules, struct buf *out)
{
	static const struct svg_options look = { .is_for = SVG_INLINE };
	struct buf all = BUF_INIT, svg = BUF_INIT;

	buf_str(&all, "<div>");
	svg_shapes(&all);
	for (unsigned card = 0; card <= rules->n_cards; card++) {
		for (unsigned flipped = 0; flipped < 2; flipped++) {
			card_id id = card < rules->n_cards ? (card_id)card : CARD_HIDDEN;
			char kind[CARD_NAME_MAX], name[80];

			buf_clear(&svg);
			svg_card(rules, id, flipped != 0, &look, &svg);
			card_name(rules, id, kind);
			(void)snprintf(name, sizeof name, "%s %u %s%s", rules->name, card, kind,
			    flipped ? " flipped" : "");
			buf_add(&all, svg.p, svg.n);
			if (getenv("ADIT_SVG") == NULL)
				keep(name, &svg, out);
		}
	}
	buf_str(&all, "</div>");
	check_xml(rules->name, &all);
	leave(rules->name, &all);
	buf_release(&svg);
	buf_release(&all);
}

static void
keep_tables(const struct rules *rules, struct buf *out)
{
	static const unsigned size[] = { 3, 45, 70 };
	static const struct svg_options look[] = { { .is_for = SVG_FILE },
		{ .is_for = SVG_FILE, .targets = true } };
	struct view *v = mem_new(sizeof *v);
	struct buf svg = BUF_INIT;

	for (unsigned k = 0; k < 6; k++) {
		char name[80];

		make_table(rules, size[k / 2], v);
		buf_clear(&svg);
		svg_board(v, NULL, &look[k % 2], &svg);
		(void)snprintf(name, sizeof name, "%s-%u%s", rules->name, size[k / 2],
		    k % 2 == 1 ? "-targets" : "");
		check_xml(name, &svg);
		keep(name, &svg, out);
	}
	buf_release(&svg);
	free(v);
}

Test(svg, cards_and_tables)
{
	struct buf is = BUF_INIT;

	for (unsigned i = 0; rules_all[i] != NULL; i++) {
		keep_cards(rules_all[i], &is);
		keep_tables(rules_all[i], &is);
	}
	if (getenv("ADIT_SVG") == NULL)
		golden_compare("svg", &is);
	buf_release(&is);
}

/* Draws a card without its description. */
static void
draw_mute(const struct rules *rules, unsigned card, struct buf *out)
{
	struct card_picture p;

	buf_clear(out);
	if (rules->card[card].class <= CARD_GOAL)
		picture_cell(&p, rules, &(struct cell){ .card = (card_id)card },
		    (struct card_reach){ .any = 15 });
	else
		picture_hand(&p, rules, (card_id)card, false);
	svg_picture(&p, 0, out);
}

/* Two kinds of card must have different drawings. A path card in the hand shows its level in the
 * words below it; on the board its spaces are drawn. */
Test(svg, kinds_look_different)
{
	struct buf a = BUF_INIT, b = BUF_INIT;
	char one[CARD_NAME_MAX], other[CARD_NAME_MAX];

	for (unsigned i = 0; rules_all[i] != NULL; i++) {
		const struct rules *rules = rules_all[i];

		for (unsigned x = 1; x < rules->n_cards; x++) {
			draw_mute(rules, x, &a);
			card_name(rules, (card_id)x, one);
			for (unsigned y = 0; y < x; y++) {
				if (rules->card[x].class == CARD_PATH)
					continue;
				card_name(rules, (card_id)y, other);
				draw_mute(rules, y, &b);
				cr_expect(strcmp(one, other) == 0 || strcmp(a.p, b.p) != 0,
				    "%s: %s looks like %s", rules->name, one, other);
			}
		}
	}
	buf_release(&a);
	buf_release(&b);
}

/* What is known of a goal that lies face down is shown side by side. */
Test(svg, a_known_goal_shows_all)
{
	struct card_def card[1] = { { .class = CARD_GOAL,
	    .feature = FEATURE_GOLD | FEATURE_DOOR_GREEN | FEATURE_DOOR_BLUE } };
	const struct cell cell = { .card = 0, .flags = CELL_DOWN };
	struct rules rules = *rules_all[0];
	struct card_picture p;
	struct buf svg = BUF_INIT;

	rules.card = card;
	picture_cell(&p, &rules, &cell, (struct card_reach){ 0, 0, 0 });
	svg_picture(&p, 0, &svg);
	cr_expect_not_null(strstr(svg.p, "<use href=\"#adit-gold\"/>"), "%s", svg.p);
	cr_expect_not_null(strstr(svg.p, "<use href=\"#adit-door-green\" x=\"-24\" y=\"24\"/>"));
	cr_expect_not_null(strstr(svg.p, "<use href=\"#adit-door-blue\" x=\"24\" y=\"24\"/>"));
	buf_release(&svg);
}

/* A custom deck may have any links and marks: the drawing must be finite and complete. */
Test(svg, strange_cards)
{
	enum { MOST = 8000 };
	struct card_def card[CARDS_MAX];
	struct rules rules = *rules_all[0];
	static const struct svg_options look = { .is_for = SVG_INLINE };
	struct buf all = BUF_INIT, svg = BUF_INIT;
	struct rng_fast rng;

	rng_fast_init(&rng, seed, 3);
	rng_open(&rng.rng, 1, RNG_FIRST);
	memcpy(card, rules.card, rules.n_cards * sizeof card[0]);
	rules.card = card;
	buf_str(&all, "<div>");
	for (unsigned tunnel = 0; tunnel < 256; tunnel++) {
		card[0] = (struct card_def){ .class = (uint8_t)rng_draw(&rng.rng, CARD_ROLE + 1u),
			.tunnel = (uint8_t)tunnel };
		card[0].feature = (uint16_t)rng_draw(&rng.rng, 1u << 16);
		card[0].door_at = (uint8_t)rng_draw(&rng.rng, 16);
		card[0].gold_at = (uint8_t)rng_draw(&rng.rng, 16);
		card[0].action = (uint8_t)rng_draw(&rng.rng, ACTION_COUNT);
		card[0].tools = (uint8_t)rng_draw(&rng.rng, 8);
		buf_clear(&svg);
		svg_card(&rules, 0, tunnel % 2 == 1, &look, &svg);
		cr_expect_leq(svg.n, MOST, "tunnel %u: %zu bytes", tunnel, svg.n);
		cr_expect_eq(strlen(svg.p), svg.n, "tunnel %u", tunnel);
		buf_add(&all, svg.p, svg.n);
	}
	buf_str(&all, "</div>");
	check_xml("strange cards", &all);
	buf_release(&svg);
	buf_release(&all);
}

/* Figures in spaces of one card: how many stand there, and the counts of those that do not fit. */
static const struct {
	const char *name;
	uint8_t n[PART_T + 1];
	unsigned shown;
	const char *count; /* NULL: none */
} crowd[] = {
	{ "one", { [PART_WHOLE] = 1 }, 1, NULL },
	{ "eight in one space", { [PART_WHOLE] = 8 }, 8, NULL },
	{ "eight in the east", { [PART_E] = 8 }, 8, NULL },
	{ "eleven in one space", { [PART_WHOLE] = 11 }, 7, ">+4<" },
	{ "two in each of four", { [PART_N] = 2, [PART_E] = 2, [PART_S] = 2, [PART_W] = 2 }, 8,
	    NULL },
	{ "five and three", { [PART_N] = 5, [PART_S] = 3 }, 5, ">+3<" },
	{ "many in the middle", { [PART_C] = 4, [PART_T] = 1 }, 2, ">+3<" },
};

static unsigned
count_of(const struct buf *text, const char *what)
{
	unsigned n = 0;

	for (const char *p = text->p; (p = strstr(p, what)) != NULL; p++)
		n++;
	return n;
}

/* Draws n[part] dwarves in each space of a card, of both clans and of none in turn. */
static void
draw_crowd(const uint8_t n[static PART_T + 1], struct buf *out)
{
	static const struct glyph sign = { "x", 'x', PAINT_STRONG };
	struct card_picture p;
	uint8_t seat = 0;

	picture_cell(
	    &p, rules_all[0], &(struct cell){ .card = 0 }, (struct card_reach){ 15, 0, 0 });
	for (uint8_t part = 0; part <= PART_T; part++)
		for (unsigned k = 0; k < n[part]; k++, seat++)
			picture_add(&p, 1, 2, &sign,
			    (struct picture_item){ .shape = SHAPE_DWARF,
				.on = ON_PART,
				.where = part,
				.seat = seat,
				.clan = seat % PICTURE_CLANS,
				.letter = (char)('A' + seat) });
	svg_picture(&p, 0, out);
}

/* All figures of a card are shown or counted, and all have one size. */
Test(svg, a_crowd)
{
	for (size_t i = 0; i < sizeof crowd / sizeof crowd[0]; i++) {
		struct buf svg = BUF_INIT;

		draw_crowd(crowd[i].n, &svg);
		cr_expect_eq(
		    count_of(&svg, "#adit-dwarf"), crowd[i].shown, "%s:\n%s", crowd[i].name, svg.p);
		cr_expect_eq(count_of(&svg, "scale("), 0, "%s", crowd[i].name);
		if (crowd[i].count == NULL)
			cr_expect_eq(count_of(&svg, ">+"), 0, "%s", crowd[i].name);
		else
			cr_expect_eq(count_of(&svg, crowd[i].count), 1, "%s", crowd[i].name);
		buf_release(&svg);
	}
}

/* A dwarf has the colour and the hat of its clan; where the clan is unknown, neither. */
Test(svg, figures_wear_their_clan)
{
	static const uint8_t three[PART_T + 1] = { [PART_WHOLE] = 3 };
	struct buf svg = BUF_INIT;

	draw_crowd(three, &svg);
	cr_expect_eq(count_of(&svg, "#adit-dwarf0\"/><text"), 1);
	cr_expect_eq(count_of(&svg, "#adit-dwarf1y\"/><text"), 1);
	cr_expect_eq(count_of(&svg, "#adit-dwarf2b\"/><text"), 1);
	buf_release(&svg);
}

/* A board has the figures of all seats, in the colours that everybody knows. */
Test(svg, figures_of_the_cave)
{
	static const struct svg_options look = { .is_for = SVG_FILE };
	struct view *v = mem_new(sizeof *v);
	struct buf svg = BUF_INIT;
	struct cave_state *cave;
	unsigned i = 0;

	while (rules_all[i]->picture != &cave_picture)
		i++;
	make_table(rules_all[i], 45, v);
	cave = cave_own(&v->known);
	for (unsigned s = 0; s < v->known.n_seats; s++)
		cave->seat[s].at = cave->seat[0].at;
	for (unsigned k = 0; k < CAVE_CREATURES; k++)
		cave->creature[k].at = cave->seat[0].at;
	svg_board(v, NULL, &look, &svg);
	cr_expect_eq(count_of(&svg, "href=\"#adit-dwarf"), 7);
	cr_expect_eq(count_of(&svg, ">+4<"), 1);
	cr_expect_eq(count_of(&svg, ", rat"), 1);
	cr_expect_eq(count_of(&svg, "y\"/><text class=\"a-tk a-fg\"") +
		count_of(&svg, "b\"/><text class=\"a-tk a-fg\""),
	    7);
	leave("crowd", &svg);
	buf_release(&svg);
	free(v);
}

/* If figures are moved aside, the description names the space of a crossing. */
Test(svg, a_figure_says_its_space)
{
	static const struct svg_options look = { .is_for = SVG_FILE };
	struct view *v = mem_new(sizeof *v);
	struct buf svg = BUF_INIT, want = BUF_INIT;
	struct cave_state *cave;
	unsigned i = 0;

	while (rules_all[i]->picture != &cave_picture)
		i++;
	make_table(rules_all[i], 45, v);
	cave = cave_own(&v->known);
	for (unsigned s = 0; s < v->known.n_seats; s++) {
		cave->seat[s].at = cave->seat[0].at;
		cave->seat[s].at.part = s % 2 == 0 ? PART_N : PART_W;
	}
	svg_board(v, NULL, &look, &svg);
	for (unsigned s = 0; s < v->known.n_seats; s++) {
		buf_clear(&want);
		buf_fmt(&want, ", dwarf %u at ", s + 1);
		spot_text(cave->seat[s].at, &want);
		cr_expect_not_null(strstr(svg.p, want.p), "%s", want.p);
	}
	buf_release(&want);
	buf_release(&svg);
	free(v);
}

/* All styles and symbols have a small part of a page. */
Test(svg, symbols_are_small)
{
	enum { MOST = 30000 };
	struct buf out = BUF_INIT;

	svg_style(SVG_INLINE, &out);
	svg_shapes(&out);
	cr_expect_leq(out.n, MOST, "%zu bytes", out.n);
	buf_release(&out);
}

/* States of one table share their cards, and look as they do separately. */
Test(svg, a_bank_draws_each_card_once)
{
	struct svg_options look = { .is_for = SVG_INLINE };
	struct view *v = mem_new(sizeof *v);
	struct buf once = BUF_INIT, again = BUF_INIT, cells = BUF_INIT, more = BUF_INIT;

	look.defs = svg_defs_new();
	make_table(rules_all[0], 45, v);
	svg_board(v, NULL, &look, &once);
	svg_defs_cells(look.defs, &cells);
	svg_board(v, NULL, &look, &again);
	svg_defs_cells(look.defs, &more);
	cr_expect_str_eq(buf_cstr(&once), buf_cstr(&again));
	cr_expect_str_eq(buf_cstr(&cells), buf_cstr(&more));
	for (unsigned i = 0; i < v->known.board.n; i++) {
		char ref[40];

		(void)snprintf(ref, sizeof ref, "\"#adit-c%u\"", i);
		cr_expect_not_null(strstr(once.p, ref), "%s", ref);
		(void)snprintf(ref, sizeof ref, "<g id=\"adit-c%u\"", i);
		cr_expect_not_null(strstr(cells.p, ref), "%s", ref);
	}
	svg_defs_free(look.defs);
	free(v);
	buf_release(&once);
	buf_release(&again);
	buf_release(&cells);
	buf_release(&more);
}

/* ---- what changed ------------------------------------------------------------------------------ */

/* Each change has its mark, at its place; 0,0 is the start, and 9,9 is empty. */
static const struct {
	const char *name;
	struct change change;
	struct spot step[3];
	const char *want;
} mark_of[] = {
	{ "placed", { 0, 0, CHANGE_PLACED, 0, 0, 0 }, { { 0, 0, 0 } },
	    "<use href=\"#adit-new\" x=\"0\" y=\"0\"/>\n" },
	{ "turned up", { 0, 0, CHANGE_TURNED_UP, 0, 0, 0 }, { { 0, 0, 0 } },
	    "<use href=\"#adit-new\" x=\"0\" y=\"0\"/>\n" },
	{ "removed, empty now", { 9, 9, CHANGE_REMOVED, 0, 0, 0 }, { { 0, 0, 0 } },
	    "<g id=\"at9_9\"><use href=\"#adit-gone\" x=\"900\" y=\"900\"/></g>\n" },
	{ "put", { 0, 0, CHANGE_PUT, 0, 0, 0 }, { { 0, 0, 0 } },
	    "<use href=\"#adit-put\" x=\"0\" y=\"-43\"/>\n" },
	{ "put at an edge", { 0, 0, CHANGE_PUT, PART_W, 0, 0 }, { { 0, 0, 0 } },
	    "<use href=\"#adit-put\" x=\"-43\" y=\"0\"/>\n" },
	{ "put on a card that left", { 9, 9, CHANGE_PUT, 0, 0, 0 }, { { 0, 0, 0 } },
	    "<g id=\"at9_9\"><use href=\"#adit-gone\" x=\"900\" y=\"900\"/></g>\n" },
	{ "one step", { 0, 0, CHANGE_MOVED, 0, 0, 1 }, { { 0, 0, PART_WHOLE } },
	    "<use href=\"#adit-stop\" x=\"0\" y=\"0\"/>\n" },
	{ "a walk to the west", { 0, 0, CHANGE_MOVED, 0, 0, 3 },
	    { { 2, 0, PART_W }, { 1, 0, PART_WHOLE }, { 0, 0, PART_WHOLE } },
	    "<path class=\"a-mh\" d=\"M171 0L100 0L20 0\"/>"
	    "<path class=\"a-mk a-md\" d=\"M171 0L100 0L20 0\"/>"
	    "<use href=\"#adit-arrow\" transform=\"translate(20 0) rotate(180)\"/>\n" },
	{ "a walk to the north-east", { 0, 0, CHANGE_MOVED, PART_E, 0, 2 },
	    { { 0, 0, PART_S }, { 0, 0, PART_E } },
	    "<path class=\"a-mh\" d=\"M0 29L14 15\"/>"
	    "<path class=\"a-mk a-md\" d=\"M0 29L14 15\"/>"
	    "<use href=\"#adit-arrow\" transform=\"translate(14 15) rotate(315)\"/>\n" },
};

/* The marks follow the cards in the file, so they are over them; nothing else changes. */
Test(svg, marks_of_changes)
{
	struct view *v = mem_new(sizeof *v);

	make_table(rules_all[0], 3, v);
	for (size_t i = 0; i < sizeof mark_of / sizeof mark_of[0]; i++) {
		struct changes c = { .n = 1, .n_steps = 3 };
		struct svg_options look = { .is_for = SVG_INLINE, .anchors = true };
		struct buf want = BUF_INIT, got = BUF_INIT;

		svg_board(v, NULL, &look, &want);
		want.n -= sizeof "</svg>\n" - 1;
		buf_fmt(&want, "%s</svg>\n", mark_of[i].want);
		c.at[0] = mark_of[i].change;
		memcpy(c.step, mark_of[i].step, sizeof mark_of[i].step);
		look.changes = &c;
		svg_board(v, NULL, &look, &got);
		cr_expect_str_eq(buf_cstr(&got), buf_cstr(&want), "%s", mark_of[i].name);
		buf_release(&want);
		buf_release(&got);
	}
	free(v);
}

/* ---- colours ----------------------------------------------------------------------------------- */

static double
channel(unsigned c)
{
	double x = c / 255.0;

	return x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4);
}

static double
luminance(const char *colour)
{
	unsigned long rgb = strtoul(colour + 1, NULL, 16);

	return 0.2126 * channel(rgb >> 16 & 255) + 0.7152 * channel(rgb >> 8 & 255) +
	    0.0722 * channel(rgb & 255);
}

static const struct svg_color *
ink_find(const char *name)
{
	const struct svg_color *ink = svg_ink;

	while (ink->name != NULL && strcmp(ink->name, name) != 0)
		ink++;
	cr_assert_not_null(ink->name, "no colour %s", name);
	return ink;
}

static void
check_contrast(const struct svg_color *ink, const struct svg_color *on, bool dark)
{
	double a = luminance(dark ? ink->dark : ink->light) + 0.05;
	double b = luminance(dark ? on->dark : on->light) + 0.05;
	double ratio = a > b ? a / b : b / a;

	cr_expect(ratio * 10 >= ink->contrast, "%s on %s, %s: %.2f", ink->name, on->name,
	    dark ? "dark" : "light", ratio);
}

static bool
contains(const struct buf *text, const char *before, const char *word, size_t n, const char *after)
{
	struct buf all = BUF_INIT;
	bool is;

	buf_fmt(&all, "%s%.*s%s", before, (int)n, word, after);
	is = strstr(text->p, all.p) != NULL;
	buf_release(&all);
	return is;
}

/* A mark is a file: its symbols are in it, and each class has a style. */
static void
check_mark(const struct seat_mark *mark)
{
	struct buf out = BUF_INIT;

	mark_svg(mark, &out);
	cr_expect_lt(out.n, 2000, "%s", mark->name);
	cr_expect(contains(&out, "<g id=\"adit-", mark->glyph, strlen(mark->glyph), "\">"), "%s",
	    mark->name);
	cr_expect(mark->over == NULL ||
	    contains(&out, "<g id=\"adit-", mark->over, strlen(mark->over), "\">"));
	for (const char *p = out.p; (p = strstr(p, "class=\"")) != NULL;) {
		p += sizeof "class=\"" - 1;
		do {
			size_t n = strcspn(p, " \"");

			cr_expect(contains(&out, ".", p, n, "{") || contains(&out, ".", p, n, ","),
			    "%s: no style of %.*s", mark->name, (int)n, p);
			p += n;
		} while (*p++ == ' ');
	}
	buf_release(&out);
}

Test(svg, marks_are_complete)
{
	const struct seat_mark *mark, *other;

	for (unsigned i = 0; rules_all[i] != NULL; i++)
		for (unsigned k = 0; (mark = mark_at(rules_all[i], k)) != NULL; k++) {
			check_mark(mark);
			for (unsigned j = 0; j < k; j++) {
				other = mark_at(rules_all[i], j);
				cr_expect_str_neq(mark->name, other->name);
			}
		}
}

/* A seat has each of its tools, whole or broken. */
Test(svg, marks_of_a_seat)
{
	struct view *v = mem_zero(1, sizeof *v);
	unsigned n = 0;

	v->known.rules = rules_all[0];
	v->known.seat[1].broken = TOOL_LAMP;
	for (unsigned k = 0; mark_at(rules_all[0], k) != NULL; k++) {
		const char *name = mark_at(rules_all[0], k)->name;

		n += mark_is(v, 1, k);
		cr_expect_eq(mark_is(v, 1, k),
		    strcmp(name, "lamp-broken") == 0 || strcmp(name, "pickaxe") == 0 ||
			strcmp(name, "cart") == 0);
	}
	cr_expect_eq(n, 3);
	free(v);
}

Test(svg, contrast)
{
	for (const struct svg_color *ink = svg_ink; ink->name != NULL; ink++) {
		for (unsigned k = 0; k < 4 && ink->on[k] != NULL; k++) {
			check_contrast(ink, ink_find(ink->on[k]), false);
			check_contrast(ink, ink_find(ink->on[k]), true);
		}
	}
}

Test(svg, what_others_wrote_is_text)
{
	struct buf out = BUF_INIT;

	svg_text("</title><script>\"a\" & 'b'\x01\xff\xe2\x80\xae\xc3\xa9", &out);
	cr_expect_str_eq(buf_cstr(&out),
	    "&lt;/title&gt;&lt;script&gt;&quot;a&quot; &amp; &#39;b&#39;???\xc3\xa9");
	buf_release(&out);
}
