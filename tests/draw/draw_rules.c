#include <criterion/criterion.h>

#include "text/decks.h"
#include "draw/draw.h"
#include "draw/card.h"
#include "draw/tables.h"
#include "util/utf8.h"

/* What holds of any drawing.  Drawings as they should look: draw.c. */

struct signs { /* a drawing taken apart */
	unsigned n;
	uint32_t at[256][DRAW_COLUMNS + 1];
	unsigned len[256];
	int x0, y0;
	unsigned col; /* where the picture of x0 begins */
};

static struct signs signs;

static void
take_apart(const struct buf *text)
{
	const char *s = buf_cstr(text), *end = s + text->n;
	char *rest;

	memset(&signs, 0, sizeof signs);
	while (s < end) {
		uint32_t c;

		s += utf8_next(s, (size_t)(end - s), &c);
		if (c == '\n')
			cr_assert_lt(++signs.n, 256);
		else
			signs.at[signs.n][signs.len[signs.n]++] = c;
	}
	signs.x0 = (int)strtol(buf_cstr(text), &rest, 10);
	/* The last digit stands over the middle. */
	signs.col = (unsigned)(rest - buf_cstr(text)) - 1 - PICTURE_W / 2;
	for (s = buf_cstr(text), signs.y0 = 2; signs.y0; signs.y0--)
		s = strchr(s, '\n') + 1;
	signs.y0 = (int)strtol(s, NULL, 10);
}

static uint32_t
sign_at(int x, int y, unsigned row, unsigned col)
{
	int line = 1 + (y - signs.y0) * PICTURE_H + (int)row;
	unsigned i = signs.col + (unsigned)(x - signs.x0) * PICTURE_W + col;

	if (line < 1 || line >= (int)signs.n - 1 || x < signs.x0)
		return ' ';
	return i < signs.len[line] ? signs.at[line][i] : ' ';
}

static uint32_t
border_sign(int x, int y, unsigned edge)
{
	static const uint8_t row[EDGES] = { 0, 1, 2, 1 }, col[EDGES] = { 2, 4, 2, 0 };

	return sign_at(x, y, row[edge], col[edge]);
}

/* Does this sign run into the border of its card at that edge? 0 no, 1 light, 2 heavy. */
static unsigned
runs_out(uint32_t c, unsigned edge, unsigned style)
{
	/* In the order of EDGE_BITs 1-15. */
	static const char *const lines[] = { "╵╶└╷│┌├╴┘─┴┐┤┬┼", "╹╺┗╻┃┏┣╸┛━┻┓┫┳╋" };
	/* ASCII has no half lines of two weights. */
	static const char *const ascii[] = {
		[EDGE_N] = ":|'", [EDGE_E] = ".-", [EDGE_S] = ":|,", [EDGE_W] = ".-"
	};

	if (style & DRAW_ASCII) {
		const char *found = c ? strchr(ascii[edge], (int)c) : NULL;

		return found ? (unsigned)(found - ascii[edge]) + 1 : 0;
	}
	for (unsigned weight = 0; weight < 2; weight++) {
		const char *s = lines[weight];

		for (unsigned arms = 1; arms < 16; arms++) {
			uint32_t line;

			s += utf8_next(s, strlen(s), &line);
			if (line == c)
				return arms & EDGE_BIT(edge) ? weight + 1 : 0;
		}
	}
	return 0;
}

static void
check_cell(
    const struct view *v, const struct known_reach *k, unsigned i, unsigned style, unsigned seed)
{
	const struct cell *cell = &v->known.board.cell[i];

	for (unsigned e = 0; e < EDGES; e++) {
		int x = cell->x + edge_dx[e], y = cell->y + edge_dy[e];
		unsigned j = board_find(&v->known.board, x, y);
		unsigned out = runs_out(border_sign(cell->x, cell->y, e), e, style);
		bool open = tunnel_open(k->tunnel[i]) >> e & 1, reached = k->reach[i] >> e & 1;

		cr_expect_eq(out != 0, open, "seed %u style %u: edge %u of %d,%d open", seed, style,
		    e, cell->x, cell->y);
		cr_expect(!open || out == 3 || (out == 2) == reached,
		    "seed %u style %u: edge %u of %d,%d reached", seed, style, e, cell->x, cell->y);
		if (j == CELL_NONE)
			continue;
		unsigned in = runs_out(border_sign(x, y, e ^ 2), e ^ 2, style);
		bool both = open && tunnel_open(k->tunnel[j]) >> (e ^ 2) & 1;
		cr_expect_eq(out && in, both, "seed %u style %u: %d,%d joins %d,%d", seed, style,
		    cell->x, cell->y, x, y);
	}
}

static void
check_places(const struct view *v, const struct known_reach *k, unsigned style, unsigned seed)
{
	uint32_t place = style & DRAW_ASCII ? '.' : 0x2219;

	for (int y = -8; y <= 8; y++) {
		for (int x = -5; x <= 10; x++) {
			if (board_find(&v->known.board, x, y) == CELL_NONE)
				cr_expect_eq(sign_at(x, y, 1, 2) == place, ways_in(v, k, x, y) != 0,
				    "seed %u style %u: place %d,%d", seed, style, x, y);
		}
	}
}

Test(draw, tunnels_join_exactly_where_edges_are_open_and_places_are_marked)
{
	static struct known_reach k;
	unsigned n_cards = 0;
	struct view v;

	for (unsigned seed = 1; seed <= 12; seed++) {
		lay_start(&v);
		grow(&v, 10 + 4 * seed, seed);
		n_cards += v.known.board.n;
		shake(&v, seed);
		find_reach(&v, &k);
		for (unsigned style = 0; style <= DRAW_ASCII; style += DRAW_ASCII) {
			struct buf out = BUF_INIT;

			draw_board(&v, style, &out);
			check_lines("random table", style, &out);
			take_apart(&out);
			for (unsigned i = 0; i < v.known.board.n; i++)
				check_cell(&v, &k, i, style, seed);
			check_places(&v, &k, style, seed);
			buf_release(&out);
		}
	}
	/* Some tables close themselves early; not all may. */
	cr_expect_gt(n_cards, 250);
}

/* Is this a tunnel byte that core/card.h calls canonical? */
static bool
is_canonical(unsigned tunnel)
{
	unsigned n[4] = { 0 }, first = 0;

	for (unsigned e = 0; e < EDGES; e++) {
		unsigned side = tunnel_side((uint8_t)tunnel, e);

		n[side]++;
		if (!first && (side == 1 || side == 2))
			first = side;
	}
	return first != 2 && n[1] != 1 && n[2] != 1;
}

struct look {
	struct picture picture;
	uint8_t tunnel, reach;
};

static bool
looks_like(const struct picture *a, const struct picture *b, unsigned style)
{
	for (unsigned i = 0; i < PICTURE_H * PICTURE_W; i++) {
		const struct sign *p = &a->at[i / PICTURE_W][i % PICTURE_W];
		const struct sign *q = &b->at[i / PICTURE_W][i % PICTURE_W];

		if (style & DRAW_ASCII ? p->ascii != q->ascii : strcmp(p->utf8, q->utf8) != 0)
			return false;
	}
	return true;
}

Test(draw, cards_with_different_tunnels_never_look_alike)
{
	static struct look look[1024];
	size_t n = 0;

	for (unsigned tunnel = 0; tunnel < 256; tunnel++) {
		struct card_def def = { .class = CARD_PATH, .tunnel = (uint8_t)tunnel };
		struct rules one = { .id = 1, .n_cards = 1, .card = &def };

		if (!is_canonical(tunnel))
			continue;
		for (unsigned reach = 0; reach < 16; reach++) {
			struct cell cell = { .card = 0 };
			bool whole = (reach & ~(unsigned)tunnel_open(def.tunnel)) == 0;

			for (unsigned e = 0; e < EDGES; e++) {
				unsigned joined = tunnel_joined(def.tunnel, e);
				unsigned some = reach & joined;

				whole = whole && (some == 0 || some == joined);
			}
			if (!whole)
				continue;
			cr_assert_lt(n, 1024);
			look[n] = (struct look){ .tunnel = def.tunnel, .reach = (uint8_t)reach };
			picture_cell(&look[n++].picture, &one, &cell,
			    (struct reached){ (uint8_t)reach, 0, 0 });
		}
	}
	cr_assert_gt(n, 100);
	for (size_t i = 0; i < n; i++) {
		for (size_t j = 0; j < i; j++) {
			for (unsigned style = 0; style <= DRAW_ASCII; style++) {
				if (look[i].tunnel == look[j].tunnel &&
				    (style & DRAW_ASCII || look[i].reach == look[j].reach))
					continue;
				cr_expect(!looks_like(&look[i].picture, &look[j].picture, style),
				    "style %u: tunnels %02x reached %x, %02x reached %x", style,
				    look[i].tunnel, look[i].reach, look[j].tunnel, look[j].reach);
			}
		}
	}
}

/* The Dark Cave's three decks have the same pictures: the deck is on the back. */
static const char *
without_deck(const char *name)
{
	return name[0] >= '1' && name[0] <= '3' && name[1] == '/' ? name + 2 : name;
}

Test(draw, different_kinds_never_look_alike_in_the_hand)
{
	for (unsigned d = 0; d < N_DECKS; d++) {
		const struct deck *deck = &deck_all[d];
		struct picture picture[CARDS_MAX];

		table_rules = deck_rules(deck, table_card);
		for (unsigned i = 0; i < deck->n; i++) {
			if (table_card[i].class != CARD_PATH && table_card[i].class != CARD_ACTION)
				continue;
			picture_hand(&picture[i], &table_rules, (card_id)i, false);
			for (unsigned j = 0; j < i; j++) {
				const char *a = without_deck(deck->kind[i].name);
				const char *b = without_deck(deck->kind[j].name);

				if (table_card[i].class != table_card[j].class || strcmp(a, b) == 0)
					continue;
				cr_expect(!looks_like(&picture[i], &picture[j], 0),
				    "%s: %s, %s, unicode", deck->rules, a, b);
				cr_expect(!looks_like(&picture[i], &picture[j], DRAW_ASCII),
				    "%s: %s, %s, ascii", deck->rules, a, b);
			}
		}
	}
}

Test(draw, hands_and_legends_of_every_game_keep_to_the_width)
{
	for (unsigned d = 0; d < N_DECKS; d++) {
		card_id all[CARDS_MAX];

		table_rules = deck_rules(&deck_all[d], table_card);
		for (unsigned i = 0; i < table_rules.n_cards; i++)
			all[i] = (card_id)i;
		for (unsigned style = 0; style <= DRAW_ASCII; style += DRAW_ASCII) {
			struct buf out = BUF_INIT;

			draw_hand(&table_rules, all, NULL, table_rules.n_cards, style, &out);
			draw_legend(&table_rules, style, &out);
			check_lines(deck_all[d].rules, style, &out);
			for (unsigned i = 0; i < table_rules.n_cards; i++) {
				const char *word = deck_all[d].kind[i].name;

				cr_expect(strstr(buf_cstr(&out), word), "%s: no word %s",
				    deck_all[d].rules, word);
			}
			buf_release(&out);
		}
	}
}

Test(draw, a_flipped_card_is_drawn_as_it_lies)
{
	struct view v;

	table_init(&v);
	for (unsigned i = 0; i < table_rules.n_cards; i++) {
		struct card_def turned = table_card[i];
		struct rules one = { .id = 1, .n_cards = 1, .card = &turned };
		struct cell flipped = { .card = (card_id)i, .flags = CELL_FLIPPED };
		struct cell upright = { .card = 0 };
		struct picture a, b;

		turned.tunnel = tunnel_turned(turned.tunnel);
		picture_cell(&a, &table_rules, &flipped, (struct reached){ 0, 0, 0 });
		picture_cell(&b, &one, &upright, (struct reached){ 0, 0, 0 });
		cr_expect(looks_like(&a, &b, 0), "%s", deck_all[DECK_SABOTEUR].kind[i].name);
	}
}

Test(draw, colours_change_nothing_else_and_end_with_the_line)
{
	struct view v;

	for (unsigned style = 0; style <= DRAW_ASCII; style += DRAW_ASCII) {
		struct buf plain = BUF_INIT, colour = BUF_INIT, stripped = BUF_INIT;
		unsigned n_sgr = 0;
		bool on = false;

		lay_cut_off(&v);
		draw_board(&v, style, &plain);
		draw_board(&v, style | DRAW_COLOR, &colour);
		for (const char *s = buf_cstr(&colour); *s; s++) {
			if (*s == '\033') {
				n_sgr++;
				on = strncmp(s, "\033[0m", 4) != 0;
				s = strchr(s, 'm');
				continue;
			}
			cr_expect(*s != '\n' || !on, "style %u: a line ends coloured", style);
			buf_chr(&stripped, *s);
		}
		cr_expect_gt(n_sgr, 20);
		cr_expect_str_eq(buf_cstr(&stripped), buf_cstr(&plain), "style %u", style);
		cr_expect_null(strchr(buf_cstr(&plain), '\033'), "style %u", style);
		buf_release(&plain);
		buf_release(&colour);
		buf_release(&stripped);
	}
}

Test(draw, nothing_on_the_table_before_the_deal)
{
	struct buf out = BUF_INIT;
	struct view v;

	table_init(&v);
	draw_board(&v, 0, &out);
	cr_expect_eq(out.n, 0);
	draw_hand(&table_rules, NULL, NULL, 0, 0, &out);
	cr_expect_eq(out.n, 0);
}

Test(draw, a_table_as_large_as_coordinates_go)
{
	struct buf out = BUF_INIT;
	struct view v;

	table_init(&v);
	lay(&v, 0, 0, "start", 0);
	lay(&v, COORD_MAX, COORD_MAX, "nesw", 0);
	lay(&v, -COORD_MAX, -COORD_MAX, "nesw", 0);
	for (unsigned style = 0; style <= DRAW_ASCII; style += DRAW_ASCII)
		draw_board(&v, style, &out);
	check_lines("corners", 0, &out);
	cr_expect(strstr(buf_cstr(&out), " -100"), "a label of -100");
	buf_release(&out);
}
