#include <criterion/criterion.h>

#include "text/decks.h"
#include "draw/draw.h"
#include "draw/card.h"
#include "draw/picture.h"
#include "draw/tables.h"
#include "games/dark_cave/cave.h"
#include "games/games.h"
#include "util/utf8.h"

/* Properties of all drawings. draw.c tests expected drawings. */

struct signs { /* a parsed drawing */
	unsigned n;
	uint32_t at[256][WIDE + 1];
	unsigned len[256];
	int x0, y0;
	unsigned col; /* column of the picture at x0 */
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
	/* The last digit is above the middle. */
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

/* Returns how the symbol meets the border of its card at that edge: 0 not, 1 light, 2 heavy. */
static unsigned
runs_out(uint32_t c, unsigned edge, unsigned style)
{
	/* In the order of EDGE_BITs 1 to 15. */
	static const char *const lines[] = { "╵╶└╷│┌├╴┘─┴┐┤┬┼", "╹╺┗╻┃┏┣╸┛━┻┓┫┳╋" };
	static const char *const ascii[2][EDGES] = {
		{ [EDGE_N] = ":`", [EDGE_E] = ".", [EDGE_S] = ":.", [EDGE_W] = "." },
		{ [EDGE_N] = "|'", [EDGE_E] = "-", [EDGE_S] = "|,", [EDGE_W] = "-" },
	};

	for (unsigned weight = 0; style & DRAW_ASCII && weight < 2; weight++)
		if (c != 0 && strchr(ascii[weight][edge], (int)c) != NULL)
			return weight + 1;
	if (style & DRAW_ASCII)
		return 0;
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
		cr_expect(!open || (out == 2) == reached,
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
	uint32_t place = style & DRAW_ASCII ? '_' : 0x2219;

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

			draw_board(NULL, &v, NULL,
			    &(struct draw_board_options){ .style = style, .columns = WIDE }, &out);
			take_apart(&out);
			for (unsigned i = 0; i < v.known.board.n; i++)
				check_cell(&v, &k, i, style, seed);
			check_places(&v, &k, style, seed);
			buf_release(&out);
		}
	}
	/* Some boards close early, but not all may. */
	cr_expect_gt(n_cards, 250);
}

/* True for a canonical tunnel byte (core/card.h). */
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

struct digest_source {
	struct card_picture picture;
	uint8_t tunnel, reach;
};

static bool
looks_like(const struct card_picture *a, const struct card_picture *b, unsigned style)
{
	for (unsigned i = 0; i < PICTURE_H * PICTURE_W; i++) {
		const struct glyph *p = &a->at[i / PICTURE_W][i % PICTURE_W];
		const struct glyph *q = &b->at[i / PICTURE_W][i % PICTURE_W];

		if (style & DRAW_ASCII ? p->ascii != q->ascii : strcmp(p->utf8, q->utf8) != 0)
			return false;
	}
	return true;
}

Test(draw, cards_with_different_tunnels_never_look_alike)
{
	static struct digest_source look[1024];
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
			look[n] = (struct digest_source){ .tunnel = def.tunnel,
				.reach = (uint8_t)reach };
			picture_cell(&look[n++].picture, &one, &cell,
			    (struct card_reach){ (uint8_t)reach, 0, 0 });
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

/* The three decks of The Dark Cave have the same pictures; the deck is on the back. */
static const char *
without_deck(const char *name)
{
	return name[0] >= '1' && name[0] <= '3' && name[1] == '/' ? name + 2 : name;
}

Test(draw, different_kinds_never_look_alike_in_the_hand)
{
	for (unsigned d = 0; d < N_DECKS; d++) {
		const struct deck *deck = &deck_all[d];
		struct card_picture picture[CARDS_MAX];

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

			draw_hand(NULL, &table_rules, all, NULL, table_rules.n_cards, style,
			    DRAW_COLUMNS, &out);
			draw_legend(NULL, &table_rules, style, &out);
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
		struct card_picture a, b;

		turned.tunnel = tunnel_rotated(turned.tunnel);
		picture_cell(&a, &table_rules, &flipped, (struct card_reach){ 0, 0, 0 });
		picture_cell(&b, &one, &upright, (struct card_reach){ 0, 0, 0 });
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
		draw_board(NULL, &v, NULL,
		    &(struct draw_board_options){ .style = style, .columns = DRAW_COLUMNS },
		    &plain);
		draw_board(NULL, &v, NULL,
		    &(struct draw_board_options){
			.style = style | DRAW_COLOR, .columns = DRAW_COLUMNS },
		    &colour);
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
	draw_board(NULL, &v, NULL, &(struct draw_board_options){ .columns = DRAW_COLUMNS }, &out);
	cr_expect_eq(out.n, 0);
	draw_hand(NULL, &table_rules, NULL, NULL, 0, 0, DRAW_COLUMNS, &out);
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
		draw_board(NULL, &v, NULL,
		    &(struct draw_board_options){ .style = style, .columns = DRAW_COLUMNS }, &out);
	check_lines("corners", 0, &out);
	cr_expect(strstr(buf_cstr(&out), " -100"), "a label of -100");
	buf_release(&out);
}

/* ---- widths ------------------------------------------------------------------------------------- */

static void
expect_width(const struct buf *text, unsigned columns, const char *what)
{
	for (const char *line = buf_cstr(text); *line; line = strchr(line, '\n') + 1) {
		size_t n = strcspn(line, "\n");

		cr_expect_leq(utf8_width(line, n), columns, "%s in %u columns: %.*s", what, columns,
		    (int)n, line);
		cr_expect(n == 0 || line[n - 1] != ' ', "%s: trailing blank", what);
	}
}

Test(draw, no_board_is_wider_than_it_may_be)
{
	static const unsigned columns[] = { DRAW_COLUMNS_MIN, 47, 56, 72, 100, WIDE };
	struct view v;

	for (unsigned seed = 1; seed <= 6; seed++) {
		lay_start(&v);
		grow(&v, 10 + 8 * seed, seed);
		shake(&v, seed);
		if (seed == 5)
			lay_wide(&v);
		if (seed == 6)
			for (int x = 20; x <= COORD_MAX; x += 1 + x % 3)
				lay(&v, x, 5, "nesw", 0);
		for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
			for (unsigned style = 0; style <= DRAW_ASCII; style += DRAW_ASCII) {
				struct buf out = BUF_INIT;

				draw_board(NULL, &v, NULL,
				    &(struct draw_board_options){
					.style = style, .columns = columns[i] },
				    &out);
				expect_width(&out, columns[i], "random table");
				buf_release(&out);
			}
		}
	}
}

/* Parses the numbers of a line of coordinates. Returns their number. */
static unsigned
read_axis(const char *line, int number[static 128])
{
	unsigned n = 0;
	char *rest;

	for (const char *end = strchr(line, '\n'); n < 128; line = rest) {
		number[n] = (int)strtol(line, &rest, 10);
		if (rest == line || rest > end)
			break;
		n++;
	}
	return n;
}

Test(draw, a_cut_repeats_two_columns)
{
	int before[128], after[128];
	struct buf out = BUF_INIT;
	unsigned cuts = 0, n = 0;
	struct view v;

	lay_start(&v);
	for (int x = 1; x < 70; x += 1 + (x == 7))
		lay(&v, x, 0, "ew", 0);
	draw_board(NULL, &v, NULL, &(struct draw_board_options){ .columns = DRAW_COLUMNS }, &out);
	for (const char *line = buf_cstr(&out); *line; line = strchr(line, '\n') + 1) {
		unsigned more;

		if (strncmp(line, "  columns ", 10) != 0) {
			more = read_axis(line, after);
			if (more > 2) {
				n = more;
				memcpy(before, after, sizeof before);
			}
			continue;
		}
		more = read_axis(strchr(line, '\n') + 1, after);
		cr_assert(n > 2 && more > 2);
		cr_expect_eq(after[0], before[n - 2], "%d, %d", after[0], before[n - 2]);
		cr_expect_eq(after[1], before[n - 1], "%d, %d", after[1], before[n - 1]);
		cuts++;
	}
	cr_expect_geq(cuts, 2, "it is cut:\n%s", buf_cstr(&out));
	buf_release(&out);
}

/* Squeezes as little as possible. */
Test(draw, what_is_too_wide_is_squeezed_and_then_shrinks)
{
	static const struct row {
		unsigned columns;
		const char *has, *has_not;
	} row[] = {
		{ 72, "    -1    0    1    2    3    4    5    6    7    8\n", "┊" },
		{ 40, "    -1    0    1  ┊ 6 ┊  8\n", "columns" },
	};
	struct view v;

	lay_start(&v);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct buf out = BUF_INIT;

		draw_board(NULL, &v, NULL,
		    &(struct draw_board_options){ .columns = row[i].columns }, &out);
		cr_expect(strncmp(buf_cstr(&out), row[i].has, strlen(row[i].has)) == 0, "%u:\n%s",
		    row[i].columns, buf_cstr(&out));
		cr_expect_null(strstr(buf_cstr(&out), row[i].has_not), "%u:\n%s", row[i].columns,
		    buf_cstr(&out));
		buf_release(&out);
	}
}

static unsigned
count_lines(const struct buf *text)
{
	unsigned n = 0;

	for (size_t i = 0; i < text->n; i++)
		n += text->p[i] == '\n';
	return n;
}

/* Cards have one row only if the drawing has no room else; what is on them stays readable. */
Test(draw, what_is_too_high_becomes_low)
{
	static const unsigned columns[] = { 40, 72, 200 };
	struct view v;

	lay_start(&v);
	lay(&v, 1, 0, "ew", 0);
	for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
		struct buf whole = BUF_INIT, same = BUF_INIT, low = BUF_INIT;
		unsigned rows;

		draw_board(
		    NULL, &v, NULL, &(struct draw_board_options){ .columns = columns[i] }, &whole);
		rows = count_lines(&whole);
		draw_board(NULL, &v, NULL,
		    &(struct draw_board_options){ .columns = columns[i], .rows = rows }, &same);
		draw_board(NULL, &v, NULL,
		    &(struct draw_board_options){ .columns = columns[i], .rows = rows - 1 }, &low);
		cr_expect_str_eq(buf_cstr(&same), buf_cstr(&whole));
		cr_expect_eq(count_lines(&low), (rows - 2) / 3 + 2, "%u columns:\n%s", columns[i],
		    buf_cstr(&low));
		cr_expect_not_null(strstr(buf_cstr(&low), "━S━"), "%s", buf_cstr(&low));
		cr_expect_not_null(strstr(buf_cstr(&low), "║ ? ║"), "%s", buf_cstr(&low));
		buf_release(&whole);
		buf_release(&same);
		buf_release(&low);
	}
}

/* ---- colours ------------------------------------------------------------------------------------ */

/* Relative luminance (WCAG) of a colour of the 256-colour palette of terminals. */
static double
luminance(unsigned colour)
{
	static const double weight[3] = { 0.0722, 0.7152, 0.2126 };
	double sum = 0;

	for (unsigned k = 0, c = colour - 16; k < 3; k++, c /= 6) {
		double x = c % 6 == 0 ? 0 : (55 + 40.0 * (c % 6)) / 255;

		if (colour >= 232)
			x = (8 + 10.0 * (colour - 232)) / 255;
		/* Interpolates x squared and x cubed to approximate the power of 2.4. */
		sum += weight[k] * (0.6 * x * x + 0.4 * x * x * x);
	}
	return sum;
}

Test(draw, colours_hold_on_black_and_on_white)
{
	static const char sgr[] = "38;5;";
	struct buf out = BUF_INIT;
	struct pen pen = pen_for(NULL, &out, DRAW_COLOR);
	unsigned n = 0;

	for (unsigned paint = 0; paint < PAINT_COUNT; paint++)
		pen_text(&pen, (enum paint)paint, "x");
	for (const char *s = buf_cstr(&out); (s = strstr(s, sgr)) != NULL; n++) {
		double l = luminance((unsigned)strtoul(s += strlen(sgr), NULL, 10));

		cr_expect_geq((l + 0.05) / 0.05, 3.0, "too dark on black: %.3s", s);
		cr_expect_geq(1.05 / (l + 0.05), 3.0, "too bright on white: %.3s", s);
	}
	cr_expect_geq(n, 8);
	buf_release(&out);
}

/* ---- seats -------------------------------------------------------------------------------------- */

Test(draw, no_two_seats_have_the_same_letter)
{
	static const struct row {
		const char *name[SEATS_MAX];
		const char *want;
	} row[] = {
		{ { "anna", "bob", "carl" }, "ABC" },
		{ { "anna", "alf", "bob", "lena" }, "AFBL" },
		{ { "hugo", "otto", "sara", "xaver" }, "UTAV" },
		{ { "a", "aa", "aaa", "aaaa", "b", "bb", "a1", "a2", "a3", "a4", "a5", "a6" },
		    "ACDEBFGIJKLM" },
	};
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct names names = { .n = 0 };
		struct err err = ERR_INIT;
		char letter[SEATS_MAX + 1] = "";

		while (names.n < SEATS_MAX && row[i].name[names.n] != NULL)
			cr_assert_eq(names_add(&names, row[i].name[names.n],
					 strlen(row[i].name[names.n]), &err),
			    0, "%s", err.msg);
		seat_letters(&names, names.n, letter);
		cr_expect_str_eq(letter, row[i].want, "%s", letter);
		for (unsigned s = 0; s < names.n; s++)
			cr_expect_eq(strchr(letter, letter[s]), &letter[s], "%s", letter);
	}
}

/* ---- the legend --------------------------------------------------------------------------------- */

Test(draw, the_legend_tells_of_what_is_on_the_board_and_of_nothing_else)
{
	struct buf out = BUF_INIT;
	struct view v;

	lay_start(&v);
	draw_board_legend(NULL, &v, NULL,
	    &(struct draw_board_options){ .style = 0, .columns = DRAW_COLUMNS }, &out);
	cr_expect_not_null(strstr(buf_cstr(&out), "tunnel that the start reaches"));
	cr_expect_not_null(strstr(buf_cstr(&out), "goal face down\n"), "%s", buf_cstr(&out));
	cr_expect_null(strstr(buf_cstr(&out), "cut off"), "%s", buf_cstr(&out));
	cr_expect_null(strstr(buf_cstr(&out), "rock"), "%s", buf_cstr(&out));
	buf_clear(&out);
	lay_cut_off(&v);
	draw_board_legend(NULL, &v, NULL,
	    &(struct draw_board_options){ .style = 0, .columns = DRAW_COLUMNS }, &out);
	cr_expect_not_null(strstr(buf_cstr(&out), "tunnel cut off"), "%s", buf_cstr(&out));
	cr_expect_not_null(strstr(buf_cstr(&out), "the treasure"), "%s", buf_cstr(&out));
	cr_expect_null(strstr(buf_cstr(&out), "ladder"), "%s", buf_cstr(&out));
	expect_width(&out, DRAW_COLUMNS, "legend");
	buf_release(&out);
}

/* Dwarves, creatures and webs have their lines only while they are there. */
Test(draw, the_legend_of_the_dark_cave)
{
	static const struct options options = { .at[OPTION_FIRST] = 0 };
	static const char *const is[] = { "anna", "carl", "rat", "web that shows 2",
		"goal face down: no exit" };
	static const char *const not [] = { "bob", "goblin", "web that shows 1", "no gold" };
	static const uint8_t seed[32] = { 1 };
	const struct names names = { .n = 3, .seat = { "anna", "bob", "carl" } };
	struct buf out = BUF_INIT;
	struct rng_fast rng;
	struct cave_state *cave;
	struct view v = { .seat = 1 };

	game_init(&v.known, &rules_dark_cave, 3, &options);
	rng_fast_init(&rng, seed, 0);
	game_deal(&v.known, &rng.rng, NULL);
	cave = cave_own(&v.known);
	cave->seat[1] = (struct cave_seat){ .out = 1, .revealed = 1 };
	cave->creature[0].owner = 0;
	cave->web[cave->n_web++] = (struct cave_web){ 0, 0, EDGE_E, 2, 0 };
	draw_board_legend(NULL, &v, &names,
	    &(struct draw_board_options){ .style = 0, .columns = DRAW_COLUMNS }, &out);
	for (size_t i = 0; i < sizeof is / sizeof is[0]; i++)
		cr_expect_not_null(strstr(buf_cstr(&out), is[i]), "%s:\n%s", is[i], buf_cstr(&out));
	for (size_t i = 0; i < sizeof not / sizeof not [0]; i++)
		cr_expect_null(strstr(buf_cstr(&out), not [i]), "%s:\n%s", not [i], buf_cstr(&out));
	buf_clear(&out);
	cave->seat[2].agree = 1;
	draw_seats(NULL, &v, &names, 0, &out);
	cr_expect_not_null(strstr(buf_cstr(&out), "agrees to finish"), "%s", buf_cstr(&out));
	cr_expect_not_null(strstr(buf_cstr(&out), "out"), "%s", buf_cstr(&out));
	buf_release(&out);
}

/* Sets sign to the three glyphs of an entry of a legend, each a string. Returns the rest of its line. */
static const char *
take_entry(const char *p, char sign[static 3][5])
{
	for (unsigned i = 0; i < 3; i++) {
		unsigned n = 1;

		while (((unsigned char)p[n] & 0xc0) == 0x80)
			n++;
		memcpy(sign[i], p, n);
		sign[i][n] = '\0';
		p += n;
	}
	for (unsigned w = 3; w < DRAW_COLUMNS / 2 && *p != '\n'; w++)
		p++;
	return *p == '\n' ? p + 1 : p;
}

static bool
is_single(char sign[static 3][5])
{
	return strcmp(sign[0], " ") == 0 && strcmp(sign[2], " ") == 0;
}

/* A sign that stands alone has one meaning, and no other entry uses it. */
static void
check_legend(const char *name, const struct buf *text)
{
	enum { ENTRIES = 64 };
	char sign[ENTRIES][3][5];
	unsigned n = 0;

	for (const char *p = buf_cstr(text); *p != '\0' && n < ENTRIES; n++)
		p = take_entry(p, sign[n]);
	cr_expect_geq(n, 5, "%s", name);
	for (unsigned a = 0; a < n; a++)
		for (unsigned b = 0; b < n; b++)
			for (unsigned c = 0; c < 3 && a != b && is_single(sign[a]); c++)
				cr_expect_neq(strcmp(sign[a][1], sign[b][c]), 0,
				    "%s: \"%s\" has two meanings in\n%s", name, sign[a][1],
				    buf_cstr(text));
}

Test(draw, a_sign_has_one_meaning)
{
	static const unsigned style[] = { 0, DRAW_ASCII };

	for (unsigned k = 0; rules_all[k] != NULL; k++) {
		for (unsigned i = 0; i < sizeof style / sizeof style[0]; i++) {
			struct buf text = BUF_INIT;

			draw_legend(NULL, rules_all[k], style[i], &text);
			check_legend(rules_all[k]->name, &text);
			buf_release(&text);
		}
	}
}

/* All seats and the creatures on the start card. */
Test(draw, figures_that_stand_together_are_all_shown)
{
	struct names names = { .n = 8,
		.seat = { "anna", "bob", "carl", "dora", "emil", "fritz", "gina", "ida" } };
	struct options options = { .at = { 0 } };
	struct view v = { .seat = SEAT_NONE };
	struct cave_state *cave;
	struct buf out = BUF_INIT;

	game_init(&v.known, &rules_dark_cave, 8, &options);
	cr_assert_neq(CELL_NONE,
	    board_put(
		&v.known.board, (struct cell){ .card = card_find(&rules_dark_cave, "start", 5) }));
	cr_assert_lt(v.known.board.cell[0].card, rules_dark_cave.n_cards);
	cave = cave_own(&v.known);
	for (unsigned k = 0; k < CAVE_CREATURES; k++)
		cave->creature[k].owner = 0;
	draw_board(NULL, &v, &names, &(struct draw_board_options){ .columns = DRAW_COLUMNS }, &out);
	for (const char *c = "ABCDEFGIrlg"; *c; c++)
		cr_expect_not_null(strchr(buf_cstr(&out), *c), "no %c in\n%s", *c, buf_cstr(&out));
	v.seat = 0; /* rooms and where they can walk */
	for (unsigned i = 0; i < rules_dark_cave.n_cards; i++)
		if (rules_dark_cave.card[i].class == CARD_PATH &&
		    cave_level(&rules_dark_cave.card[i]) > 2)
			(void)board_put(&v.known.board,
			    (struct cell){ .x = (int8_t)(1 + i), .card = (card_id)i });
	for (unsigned style = 0; style <= DRAW_ASCII; style += DRAW_ASCII) {
		buf_clear(&out);
		draw_board_legend(NULL, &v, &names,
		    &(struct draw_board_options){ .style = style, .columns = DRAW_COLUMNS }, &out);
		check_legend("on the start card", &out);
	}
	buf_release(&out);
}

/* The newest move has brackets in every size, and nothing else of the picture is lost. */
Test(draw, brackets)
{
	static const struct {
		const char *name;
		unsigned style, columns, rows;
		const char *card, *gone; /* its first row; the row of the removed one */
	} row[] = {
		{ "large", 0, DRAW_COLUMNS, 0, "▛░┃░▜", "▛   ▜" },
		{ "large, ASCII", DRAW_ASCII, DRAW_COLUMNS, 0, "{#|#}", "{   }" },
		{ "low", 0, DRAW_COLUMNS, 6, "━━┛░▌", "▐ ∙ ▌" },
	};

	for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct changes changes = { .n = 2,
			.at = {
			    { 1, 0, CHANGE_PLACED, 0, 0, 0 }, { 0, 1, CHANGE_REMOVED, 0, 0, 0 } } };
		struct draw_board_options options = {
			.style = row[i].style, .columns = row[i].columns, .rows = row[i].rows
		};
		struct buf with = BUF_INIT, without = BUF_INIT;
		struct view v;

		lay_start(&v);
		lay(&v, 1, 0, "nw", 0);
		draw_board(NULL, &v, NULL, &options, &without);
		options.changes = &changes;
		draw_board(NULL, &v, NULL, &options, &with);
		cr_expect_not_null(
		    strstr(buf_cstr(&with), row[i].card), "%s:\n%s", row[i].name, buf_cstr(&with));
		cr_expect_not_null(
		    strstr(buf_cstr(&with), row[i].gone), "%s:\n%s", row[i].name, buf_cstr(&with));
		cr_expect_null(strstr(buf_cstr(&without), row[i].gone), "%s", row[i].name);
		buf_release(&with);
		buf_release(&without);
	}
}

/* Cards of The Dark Cave are wide where there is room: lines go on, and dwarves have their clan. */
Test(draw, wide_cards)
{
	static const struct {
		const char *name;
		unsigned style, columns;
		const char *has, *lacks;
	} row[] = {
		{ "a dwarf with its clan", 0, DRAW_WIDE_MIN, "━━━━Ay━━━", NULL },
		{ "a dwarf on a ring's tunnel, ASCII", DRAW_ASCII, DRAW_WIDE_MIN, "----Ay---",
		    NULL },
		{ "a dwarf of no known clan", 0, DRAW_WIDE_MIN, "━━━━B━━━━", "Bb" },
		{ "a crossing", 0, DRAW_WIDE_MIN, "━━━━◦━━━━", NULL },
		{ "a bridge is no crossing", 0, DRAW_WIDE_MIN, "━━━╸░│░╺━━", NULL },
		{ "a frame", 0, DRAW_WIDE_MIN, "╚═H═┃═══╝", NULL },
		{ "too few columns", 0, DRAW_WIDE_MIN - 1, "━━A━━", "Ay" },
	};
	static const struct names names = { .n = 2, .seat = { "anna", "bob" } };
	struct options options = { .at = { 0 } };
	struct view v = { .seat = SEAT_NONE };
	struct cave_state *cave;

	game_init(&v.known, &rules_dark_cave, 2, &options);
	for (unsigned i = 0; i < 5; i++) {
		static const char *const kind[] = { "start", "1/ew", "1/ew", "2/nesw",
			"3/ns+ew:bridge" };

		(void)board_put(&v.known.board,
		    (struct cell){ .x = (int8_t)i,
			.card = card_find(&rules_dark_cave, kind[i], strlen(kind[i])) });
	}
	cr_assert_eq(v.known.board.n, 5);
	cave = cave_own(&v.known);
	cave->seat[0].at = (struct spot){ 1, 0, PART_WHOLE };
	cave->seat[1].at = (struct spot){ 2, 0, PART_WHOLE };
	v.known.seat[0].role = card_find(&rules_dark_cave, "yellow-loyal", 12);
	v.known.seat[1].role = CARD_HIDDEN;
	for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct buf out = BUF_INIT;

		draw_board(NULL, &v, &names,
		    &(struct draw_board_options){
			.style = row[i].style, .columns = row[i].columns },
		    &out);
		cr_expect_not_null(
		    strstr(buf_cstr(&out), row[i].has), "%s:\n%s", row[i].name, buf_cstr(&out));
		cr_expect(row[i].lacks == NULL || strstr(buf_cstr(&out), row[i].lacks) == NULL,
		    "%s:\n%s", row[i].name, buf_cstr(&out));
		expect_width(&out, row[i].columns, row[i].name);
		buf_release(&out);
	}
}

Test(draw, a_brief_hand)
{
	static const char *const kind[] = { "nsw", "ns", "rockfall" };
	static const struct {
		unsigned style, lines;
		bool flipped;
	} row[] = { { 0, 4, true }, { DRAW_BRIEF, 2, false },
		{ DRAW_BRIEF | DRAW_ASCII, 2, false } };
	card_id card[3];
	struct view v;

	table_init(&v);
	for (unsigned i = 0; i < 3; i++)
		card[i] = table_kind(kind[i]);
	for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct buf out = BUF_INIT;
		unsigned lines = 0;

		draw_hand(NULL, &table_rules, card, NULL, 3, row[i].style, DRAW_COLUMNS, &out);
		for (size_t k = 0; k < out.n; k++)
			lines += out.p[k] == '\n';
		cr_expect_eq(lines, row[i].lines, "%u:\n%s", row[i].style, buf_cstr(&out));
		cr_expect_eq(
		    strstr(buf_cstr(&out), "flipped") != NULL, row[i].flipped, "%u", row[i].style);
		for (unsigned k = 0; k < 3; k++)
			cr_expect_not_null(strstr(buf_cstr(&out), kind[k]), "%s", kind[k]);
		buf_release(&out);
	}
}
