/*
 * One card as a picture, five columns by three rows. First rock everywhere except in the corners,
 * whose blanks separate cards; then the tunnels, then marks.
 *
 *        . N .         An arm runs from its edge towards the middle.  Tunnels of two cards meet at
 *      W W + E E       their border because the outer glyph of an open arm is always a line that
 *        . S .         ends there, and that of a closed one never is.
 *
 * (D1) Cards with different tunnels have different pictures, in both styles, whatever is reached.
 * The middle shows exactly the arms of a tunnel with two or more edges. Blind arms beside it end
 * before the middle. If all arms are blind, the middle is blocked.
 * (D2) Every glyph is one column wide. Only lines and frames have ambiguous width.
 *
 * Tables have the appearance of glyphs: lines by their arms and weight, marks by their bit. A new
 * mark is a new row.
 */
#include "draw/card.h"

#include <string.h>

const struct glyph draw_sign[GLYPH_COUNT] = {
	[GLYPH_BLANK] = { " ", ' ', PAINT_PLAIN },
	[GLYPH_ROCK] = { "░", '#', PAINT_ROCK },
	[GLYPH_BLOCK] = { "╳", 'x', PAINT_BLOCK },
	[GLYPH_PLACE] = { "∙", '_', PAINT_PLACE },
	[GLYPH_START] = { "S", 'S', PAINT_START },
	[GLYPH_HIDDEN] = { "?", '?', PAINT_HIDDEN },
	[GLYPH_STONE] = { "o", 'o', PAINT_STRONG },
	[GLYPH_TROLL] = { "T", 'T', PAINT_BLOCK },
	[GLYPH_TO_MOVE] = { "▸", '>', PAINT_STRONG },
};

const struct glyph draw_bracket[4] = {
	{ "▛", '{', PAINT_STRONG },
	{ "▜", '}', PAINT_STRONG },
	{ "▙", '{', PAINT_STRONG },
	{ "▟", '}', PAINT_STRONG },
};
const struct glyph draw_bracket_low[2] = {
	{ "▐", '{', PAINT_STRONG },
	{ "▌", '}', PAINT_STRONG },
};

enum { N = 1, E = 2, S = 4, W = 8 }; /* EDGE_BITs, short for the tables */

static const struct glyph line[2][16] = {
	[false] = {
		[N] = { "╵", '`', PAINT_CUT }, [E] = { "╶", '.', PAINT_CUT },
		[S] = { "╷", '.', PAINT_CUT }, [W] = { "╴", '.', PAINT_CUT },
		[N | S] = { "│", ':', PAINT_CUT }, [E | W] = { "─", '.', PAINT_CUT },
		[N | E] = { "└", '+', PAINT_CUT }, [N | W] = { "┘", '+', PAINT_CUT },
		[E | S] = { "┌", '+', PAINT_CUT }, [S | W] = { "┐", '+', PAINT_CUT },
		[N | E | S] = { "├", '+', PAINT_CUT }, [N | S | W] = { "┤", '+', PAINT_CUT },
		[N | E | W] = { "┴", '+', PAINT_CUT }, [E | S | W] = { "┬", '+', PAINT_CUT },
		[N | E | S | W] = { "┼", '+', PAINT_CUT },
	},
	[true] = {
		[N] = { "╹", '\'', PAINT_REACHED }, [E] = { "╺", '-', PAINT_REACHED },
		[S] = { "╻", ',', PAINT_REACHED }, [W] = { "╸", '-', PAINT_REACHED },
		[N | S] = { "┃", '|', PAINT_REACHED }, [E | W] = { "━", '-', PAINT_REACHED },
		[N | E] = { "┗", '+', PAINT_REACHED }, [N | W] = { "┛", '+', PAINT_REACHED },
		[E | S] = { "┏", '+', PAINT_REACHED }, [S | W] = { "┓", '+', PAINT_REACHED },
		[N | E | S] = { "┣", '+', PAINT_REACHED },
		[N | S | W] = { "┫", '+', PAINT_REACHED },
		[N | E | W] = { "┻", '+', PAINT_REACHED },
		[E | S | W] = { "┳", '+', PAINT_REACHED },
		[N | E | S | W] = { "╋", '+', PAINT_REACHED },
	},
};

/* Start and goals have a double frame, other cards without tunnels a round one. */
static const struct glyph frame[PICTURE_H][PICTURE_W] = {
	{ { "╔", '.', PAINT_FRAME }, { "═", '=', PAINT_FRAME }, { "═", '=', PAINT_FRAME },
	    { "═", '=', PAINT_FRAME }, { "╗", '.', PAINT_FRAME } },
	{ { "║", '[', PAINT_FRAME }, { " ", ' ', PAINT_FRAME }, { " ", ' ', PAINT_FRAME },
	    { " ", ' ', PAINT_FRAME }, { "║", ']', PAINT_FRAME } },
	{ { "╚", '\'', PAINT_FRAME }, { "═", '=', PAINT_FRAME }, { "═", '=', PAINT_FRAME },
	    { "═", '=', PAINT_FRAME }, { "╝", '\'', PAINT_FRAME } },
};
static const struct glyph round_frame[PICTURE_H][PICTURE_W] = {
	{ { "╭", '.', PAINT_AXIS }, { "─", '-', PAINT_AXIS }, { "─", '-', PAINT_AXIS },
	    { "─", '-', PAINT_AXIS }, { "╮", '.', PAINT_AXIS } },
	{ { "│", '|', PAINT_AXIS }, { " ", ' ', PAINT_AXIS }, { " ", ' ', PAINT_AXIS },
	    { " ", ' ', PAINT_AXIS }, { "│", '|', PAINT_AXIS } },
	{ { "╰", '\'', PAINT_AXIS }, { "─", '-', PAINT_AXIS }, { "─", '-', PAINT_AXIS },
	    { "─", '-', PAINT_AXIS }, { "╯", '\'', PAINT_AXIS } },
};

const struct card_mark draw_feature_mark[] = {
	{ FEATURE_TREASURE, ON_MIDDLE, SHAPE_TREASURE, { "$", '$', PAINT_GOLD }, FEATURE_TREASURE,
	    MSG("legend", "the treasure") },
	{ FEATURE_GREEN, ON_MIDDLE, SHAPE_HOME_GREEN, { "S", 'S', PAINT_GREEN }, FEATURE_GREEN,
	    MSG("legend", "start of green") },
	{ FEATURE_BLUE, ON_MIDDLE, SHAPE_HOME_BLUE, { "s", 's', PAINT_BLUE }, FEATURE_BLUE,
	    MSG("legend", "start of blue") },
	{ FEATURE_EXIT, ON_MIDDLE, SHAPE_EXIT, { "X", 'X', PAINT_STRONG }, FEATURE_EXIT,
	    MSG("legend", "exit") },
	{ FEATURE_DOOR_GREEN, ON_DOOR, SHAPE_DOOR_GREEN, { "G", 'G', PAINT_GREEN },
	    FEATURE_DOOR_GREEN, MSG("legend", "green door") },
	{ FEATURE_DOOR_BLUE, ON_DOOR, SHAPE_DOOR_BLUE, { "B", 'B', PAINT_BLUE }, FEATURE_DOOR_BLUE,
	    MSG("legend", "blue door") },
	{ FEATURE_GOLD, ON_GOLD, SHAPE_GOLD, { "$", '$', PAINT_GOLD }, FEATURE_GOLD,
	    MSG("legend", "gold") },
	{ FEATURE_LADDER, ON_CORNER_SW, SHAPE_LADDER, { "H", 'H', PAINT_STRONG }, FEATURE_LADDER,
	    MSG("legend", "ladder") },
	{ FEATURE_LADDER_GREEN, ON_CORNER_SE, SHAPE_LADDER_GREEN, { "H", 'H', PAINT_GREEN },
	    FEATURE_LADDER_GREEN, MSG("legend", "ladder of green") },
	{ FEATURE_LADDER_BLUE, ON_CORNER_NE, SHAPE_LADDER_BLUE, { "h", 'h', PAINT_BLUE },
	    FEATURE_LADDER_BLUE, MSG("legend", "ladder of blue") },
	{ FEATURE_CRYSTAL, ON_CORNER_NE, SHAPE_CRYSTAL, { "*", '*', PAINT_STRONG }, FEATURE_CRYSTAL,
	    MSG("legend", "crystal") },
	{ FEATURE_TROLL, ON_CORNER_NE, SHAPE_TROLL, { "T", 'T', PAINT_BLOCK }, FEATURE_TROLL,
	    MSG("legend", "troll (in the middle: unpaid)") },
	{ FEATURE_HOLE, ON_CORNER_NW, SHAPE_HOLE, { "O", 'O', PAINT_BLOCK }, FEATURE_HOLE,
	    MSG("legend", "hole") },
	{ FEATURE_BRIDGE, ON_CORNER_NW, SHAPE_BRIDGE, { "=", '=', PAINT_STRONG }, FEATURE_BRIDGE,
	    MSG("legend", "wooden bridge") },
	{ FEATURE_TUNNEL, ON_CORNER_NW, SHAPE_TUNNEL, { "~", '~', PAINT_STRONG }, FEATURE_TUNNEL,
	    MSG("legend", "tunnel") },
	{ FEATURE_VEIN, ON_CORNER_SE, SHAPE_VEIN, { "v", 'v', PAINT_STRONG }, FEATURE_VEIN,
	    MSG("legend", "vein, empty") },
	{ 0, 0, 0, { "", 0, 0 }, 0, NULL },
};

const struct card_mark draw_cell_mark[] = {
	{ CELL_TOKEN_GREEN, ON_CORNER_SE, SHAPE_TOKEN_GREEN, { "P", 'P', PAINT_GREEN },
	    FEATURE_GREEN, MSG("legend", "token of green") },
	{ CELL_TOKEN_BLUE, ON_CORNER_SE, SHAPE_TOKEN_BLUE, { "p", 'p', PAINT_BLUE }, FEATURE_GREEN,
	    MSG("legend", "token of blue") },
	{ CELL_KEY, ON_CORNER_NE, SHAPE_KEY, { "k", 'k', PAINT_STRONG }, FEATURE_GREEN,
	    MSG("legend", "key: the door is open") },
	{ CELL_VEIN, ON_CORNER_SE, SHAPE_VEIN_GOLD, { "$", '$', PAINT_GOLD }, FEATURE_VEIN,
	    MSG("legend", "vein with gold") },
	{ 0, 0, 0, { "", 0, 0 }, 0, NULL },
};

/* The face of an action card in the hand: at most three letters, tools by their initial. */
static const char *const action_face[ACTION_COUNT] = {
	[ACTION_BREAK] = "x",
	[ACTION_REPAIR] = "+",
	[ACTION_ROCKFALL] = ":::",
	[ACTION_MAP] = " ? ",
	[ACTION_THEFT] = " $ ",
	[ACTION_HANDS_OFF] = "-$-",
	[ACTION_SWAP_HANDS] = "<#>",
	[ACTION_INSPECTION] = "o-o",
	[ACTION_SWAP_HATS] = "<^>",
	[ACTION_TRAPPED] = "[!]",
	[ACTION_FREE] = "[ ]",
	[ACTION_KEY] = " k ",
	[ACTION_INFORMATION] = " ? ",
	[ACTION_SWAP_CARDS] = "<#>",
	[ACTION_SPIDERWEB] = " * ",
	[ACTION_BOOTS] = "LL ",
	[ACTION_BATTLE_AXE] = " P ",
	[ACTION_RAT] = " r ",
	[ACTION_LINDWORM] = " l ",
	[ACTION_GOBLIN] = " g ",
};
static const struct {
	uint8_t tool;
	char letter;
} tool_letter[] = {
	{ TOOL_PICKAXE, 'P' },
	{ TOOL_LAMP, 'L' },
	{ TOOL_CART, 'C' },
};

/* Row and column where an arm starts at its edge, and its last position before the middle. */
struct at {
	uint8_t row, col;
};
static const struct at outer[EDGES] = { { 0, 2 }, { 1, 4 }, { 2, 2 }, { 1, 0 } };
static const struct at inner[EDGES] = { { 0, 2 }, { 1, 3 }, { 2, 2 }, { 1, 1 } };
static const struct at middle = { 1, 2 };

static const struct at corner[] = {
	[ON_CORNER_NE] = { 0, 3 },
	[ON_CORNER_SE] = { 2, 3 },
	[ON_CORNER_SW] = { 2, 1 },
	[ON_CORNER_NW] = { 0, 1 },
};

static void
put_glyph(struct card_picture *p, struct at at, const struct glyph *sign)
{
	p->at[at.row][at.col] = *sign;
}

void
picture_add(struct card_picture *p, unsigned row, unsigned col, const struct glyph *sign,
    struct picture_item thing)
{
	p->at[row][col] = *sign;
	if (p->n_thing < THINGS_MAX)
		p->thing[p->n_thing++] = thing;
}

static void
put_thing(struct card_picture *p, struct at at, const struct glyph *sign, enum shape shape,
    enum spot_on_card on, uint8_t where)
{
	picture_add(p, at.row, at.col, sign,
	    (struct picture_item){ .shape = (uint8_t)shape, .on = (uint8_t)on, .where = where });
}

const struct glyph *
draw_line(bool reached, unsigned arms)
{
	return &line[reached][arms];
}

/* Draws a curve that must leave the middle free as a stair: two of them fit on one card. */
static void
put_stair(struct card_picture *p, unsigned up, unsigned side, bool reached)
{
	const struct glyph *bend = &line[reached][EDGE_BIT(up) | EDGE_BIT(side)];
	const struct glyph *back = &line[reached][EDGE_BIT(up ^ 2) | EDGE_BIT(side ^ 2)];
	struct at step = { outer[up].row, inner[side].col };

	put_glyph(p, outer[up], bend);
	put_glyph(p, step, back);
	put_glyph(p, inner[side], bend);
	/* ASCII has slanted lines, so it needs no stair. */
	p->at[outer[up].row][outer[up].col].ascii = line[reached][N | S].ascii;
	p->at[step.row][step.col].ascii = draw_sign[GLYPH_ROCK].ascii;
	p->at[inner[side].row][inner[side].col].ascii = (up == EDGE_N) == (side == EDGE_W) ? '/' :
											     '\\';
}

/* Draws two tunnels of two edges each: a bridge or two curves. */
static void
put_two_tunnels(struct card_picture *p, const uint8_t through[2], uint8_t reach)
{
	bool first = (reach & through[0]) != 0, second = (reach & through[1]) != 0;

	if (through[0] == (N | S)) {
		put_glyph(p, middle, &line[first][N | S]);
		put_glyph(p, inner[EDGE_E], &line[second][E]);
		put_glyph(p, inner[EDGE_W], &line[second][W]);
		return;
	}
	/* The tunnel with the north edge is the first, because the byte is canonical. */
	put_stair(p, EDGE_N, through[0] & E ? EDGE_E : EDGE_W, first);
	put_stair(p, EDGE_S, through[0] & E ? EDGE_W : EDGE_E, second);
}

/* Draws the tunnels. inside: the edges from which the middle is reached. */
static void
put_tunnels(struct card_picture *p, uint8_t tunnel, uint8_t reach, uint8_t inside)
{
	uint8_t through[2] = { 0, 0 }, blind = 0;

	for (unsigned e = 0; e < EDGES; e++) {
		unsigned side = tunnel_side(tunnel, e);

		if (side == 0)
			continue;
		if (side == 3)
			blind |= EDGE_BIT(e);
		else
			through[side - 1] |= EDGE_BIT(e);
		const struct glyph *arm = &line[(reach & EDGE_BIT(e)) != 0][e % 2 ? E | W : N | S];
		put_glyph(p, outer[e], arm);
		put_glyph(p, inner[e], arm);
	}
	if (through[1]) {
		put_two_tunnels(p, through, reach);
	} else if (through[0]) {
		put_glyph(p, middle, &line[(inside & through[0]) != 0][through[0]]);
		if (blind & E)
			put_glyph(p, inner[EDGE_E], &draw_sign[GLYPH_BLOCK]);
		if (blind & W)
			put_glyph(p, inner[EDGE_W], &draw_sign[GLYPH_BLOCK]);
		/* Only one row from edge to middle: half a line, and the gap is the block. */
		if (blind & N)
			put_glyph(p, inner[EDGE_N], &line[(reach & N) != 0][N]);
		if (blind & S)
			put_glyph(p, inner[EDGE_S], &line[(reach & S) != 0][S]);
	} else if (blind) {
		put_glyph(p, middle, &draw_sign[GLYPH_BLOCK]);
	}
}

/* Position of the letter of a tunnel, beside the arm at its edge. */
static const struct at beside[EDGES] = { { 0, 1 }, { 0, 4 }, { 2, 1 }, { 0, 0 } };

static const struct glyph whose[4] = {
	[1] = { "g", 'g', PAINT_GREEN },
	[2] = { "b", 'b', PAINT_BLUE },
	[3] = { "", 0, PAINT_REACHED },
};

/* Returns who reaches an edge: bit 1 green, bit 2 blue. */
static unsigned
who_reaches(struct card_reach reached, unsigned edge)
{
	const unsigned green = reached.green, blue = reached.blue;

	return (green >> edge & 1u) | (blue >> edge & 1u) << 1;
}

static void
paint_reach(struct card_picture *p, struct at at, unsigned who)
{
	struct glyph *sign = &p->at[at.row][at.col];

	if (sign->paint == PAINT_REACHED && who != 0)
		sign->paint = whose[who].paint;
}

/* Shows whose tunnels they are: each arm in the side's colour, and one letter per tunnel. */
static void
put_sides(struct card_picture *p, uint8_t tunnel, struct card_reach reached, uint8_t inside)
{
	for (unsigned e = 0; e < EDGES; e++) {
		unsigned who = who_reaches(reached, e);
		bool labelled = false;

		if (who == 0)
			continue;
		paint_reach(p, outer[e], who);
		paint_reach(p, inner[e], who);
		if ((inside & 1u << e) != 0 && tunnel_side(tunnel, e) != 3)
			paint_reach(p, middle, who);
		for (unsigned f = 0; f < e; f++)
			labelled |= (tunnel_joined(tunnel, e) & 1u << f) != 0 &&
			    who_reaches(reached, f) == who;
		if (who != 3 && !labelled)
			put_thing(p, beside[e], &whose[who],
			    who == 1 ? SHAPE_SIDE_GREEN : SHAPE_SIDE_BLUE, ON_EDGE, EDGE_BIT(e));
	}
}

const struct glyph *
picture_side(bool blue)
{
	return &whose[blue ? 2 : 1];
}

/* Returns the position of gold: in the tunnel's arm to the side, which has most room, else in a
 * vertical arm. */
static struct at
gold_spot(uint8_t edges)
{
	if (edges & E)
		return inner[EDGE_E];
	if (edges & W)
		return inner[EDGE_W];
	if (edges == N)
		return inner[EDGE_N];
	return edges == S ? inner[EDGE_S] : middle;
}

static void
put_mark_glyphs(struct card_picture *p, const struct card_mark *mark, unsigned bits,
    uint8_t door_at, uint8_t gold_at)
{
	for (; mark->bit; mark++) {
		if (!(bits & mark->bit))
			continue;
		if (mark->on == ON_GOLD) {
			put_thing(
			    p, gold_spot(gold_at), &mark->sign, mark->shape, ON_GOLD, gold_at);
		} else if (mark->on == ON_DOOR && door_at) {
			for (unsigned e = 0; e < EDGES; e++)
				if (door_at & EDGE_BIT(e))
					put_thing(p, inner[e], &mark->sign, mark->shape, ON_DOOR,
					    EDGE_BIT(e));
		} else if (mark->on == ON_DOOR || mark->on == ON_MIDDLE) {
			put_thing(p, middle, &mark->sign, mark->shape, ON_MIDDLE, 0);
		} else {
			put_thing(p, corner[mark->on], &mark->sign, mark->shape, mark->on, 0);
		}
	}
}

static void
picture_fill(struct card_picture *p, enum draw_glyph sign)
{
	for (unsigned i = 0; i < PICTURE_H * PICTURE_W; i++)
		p->at[i / PICTURE_W][i % PICTURE_W] = draw_sign[sign];
}

/* Clears all but the glyphs, which the caller fills in. */
static void
picture_clear(struct card_picture *p, enum backdrop back)
{
	p->back = (uint8_t)back;
	p->tunnel = p->inside = p->n_thing = 0;
	p->is_new = false;
	p->reached = (struct card_reach){ 0, 0, 0 };
	p->hand = NULL;
}

static void
picture_frame(struct card_picture *p, const struct glyph sign[PICTURE_H][PICTURE_W])
{
	memcpy(p->at, sign, sizeof p->at);
}

void
picture_cell(struct card_picture *p, const struct rules *rules, const struct cell *cell,
    struct card_reach reached)
{
	const struct card_def *card;
	bool flipped = (cell->flags & CELL_FLIPPED) != 0;
	uint8_t tunnel, door, inside;
	unsigned marks;

	picture_clear(p, BACK_DOWN);
	if (cell->card == CARD_HIDDEN) {
		picture_frame(p, frame);
		put_thing(p, middle, &draw_sign[GLYPH_HIDDEN], SHAPE_HIDDEN, ON_MIDDLE, 0);
		return;
	}
	card = &rules->card[cell->card];
	if (cell->flags & CELL_DOWN) {
		picture_frame(p, frame);
		/* Other known features are drawn on the stone. */
		put_thing(p, middle, &draw_sign[GLYPH_STONE], SHAPE_STONE, ON_MIDDLE, 0);
		put_mark_glyphs(p, draw_feature_mark, card->feature, 0, 0);
		return;
	}
	p->back = BACK_ROCK;
	if (card->class == CARD_START || card->class == CARD_GOAL) {
		p->back = BACK_FRAME;
		picture_frame(p, frame);
	} else {
		picture_fill(p, GLYPH_ROCK);
		for (unsigned row = 0; row < PICTURE_H; row += PICTURE_H - 1)
			for (unsigned col = 0; col < PICTURE_W; col += PICTURE_W - 1)
				p->at[row][col] = draw_sign[GLYPH_BLANK];
	}
	tunnel = cell_tunnel(rules->card, cell);
	door = flipped ? edges_rotated(card->door_at) : card->door_at;
	/* Players whom a door lets in reach the other arms too; players whom it shuts out stop
	 * before it. */
	inside = (uint8_t)(reached.any & ~door);
	p->tunnel = tunnel;
	p->reached = reached;
	p->inside = inside;
	put_tunnels(p, tunnel, reached.any, inside);
	put_sides(p, tunnel, reached, inside);
	if (card->class == CARD_START)
		put_thing(p, middle, &draw_sign[GLYPH_START], SHAPE_START, ON_MIDDLE, 0);
	/* An unpaid troll is in the middle, a paid one aside. */
	marks = card->feature;
	if ((marks & FEATURE_TROLL) != 0 &&
	    (cell->flags & (CELL_TOKEN_GREEN | CELL_TOKEN_BLUE)) == 0) {
		marks &= ~(unsigned)FEATURE_TROLL;
		put_thing(p, middle, &draw_sign[GLYPH_TROLL], SHAPE_TROLL, ON_MIDDLE, 0);
	}
	put_mark_glyphs(p, draw_feature_mark, marks, door,
	    flipped ? edges_rotated(card->gold_at) : card->gold_at);
	put_mark_glyphs(p, draw_cell_mark, cell->flags, 0, 0);
}

void
picture_place(struct card_picture *p)
{
	picture_clear(p, BACK_NONE);
	picture_fill(p, GLYPH_BLANK);
	put_glyph(p, middle, &draw_sign[GLYPH_PLACE]);
}

void
picture_hand(struct card_picture *p, const struct rules *rules, card_id card, bool flipped)
{
	struct cell cell = { .card = card, .flags = flipped ? CELL_FLIPPED : 0 };
	char face[8] = "   ";
	const struct card_def *def;

	if (card != CARD_HIDDEN && rules->card[card].class == CARD_PATH) {
		picture_cell(p, rules, &cell, (struct card_reach){ N | E | S | W, 0, 0 });
		return;
	}
	picture_clear(p, BACK_HAND);
	picture_frame(p, round_frame);
	if (card == CARD_HIDDEN) {
		put_thing(p, middle, &draw_sign[GLYPH_HIDDEN], SHAPE_HIDDEN, ON_MIDDLE, 0);
		return;
	}
	def = p->hand = &rules->card[card];
	if (action_face[def->action])
		memcpy(face, action_face[def->action], strlen(action_face[def->action]));
	if (def->tools) {
		size_t n = 1;

		for (size_t i = 0; i < sizeof tool_letter / sizeof tool_letter[0]; i++)
			if (def->tools & tool_letter[i].tool && n < 3)
				face[n++] = tool_letter[i].letter;
	}
	for (unsigned i = 0; i < 3; i++)
		p->at[1][1 + i] = glyph_letter(face[i], PAINT_STRONG);
}

/*
 * A narrow card has three of the five columns: the middle and, at each side, the more informative
 * one. A mark comes before a line, a corner of a frame before its edge, the inner line, or the
 * block on it, before the outer one.
 */
static const struct glyph *
narrow_sign(const struct glyph *edge, const struct glyph *near)
{
	bool letter = edge->utf8[0] > ' ' && edge->utf8[1] == '\0';

	return letter || near->utf8[0] == ' ' || near->paint == PAINT_FRAME ? edge : near;
}

static struct picture_row
narrow_row(const struct glyph at[static PICTURE_W])
{
	return (struct picture_row){ { *narrow_sign(&at[0], &at[1]), at[2],
	    *narrow_sign(&at[4], &at[3]) } };
}

static struct picture_row
wide_row(const struct glyph at[static PICTURE_W])
{
	struct picture_row out;

	memcpy(out.at, at, PICTURE_W * sizeof *at);
	return out;
}

/* How much a glyph says: a mark more than a line, a line more than rock. */
static unsigned
glyph_rank(const struct glyph *sign)
{
	if (sign->utf8[0] == ' ')
		return 0;
	if (sign->paint == PAINT_ROCK || sign->paint == PAINT_PLAIN)
		return 1;
	return sign->paint == PAINT_REACHED || sign->paint == PAINT_CUT ||
		sign->paint == PAINT_FRAME ?
	    2 :
	    3;
}

/* Returns the line of a row to the side: that of a glyph with this arm, NULL: it has none. */
static const struct glyph *
line_beside(const struct glyph *sign, unsigned arm)
{
	for (unsigned reached = 0; reached < 2; reached++)
		for (unsigned arms = 1; arms < 16; arms++)
			if ((arms & arm) != 0 && strcmp(line[reached][arms].utf8, sign->utf8) == 0)
				return &line[reached][E | W];
	return NULL;
}

/* Returns what is between two glyphs of a row without a line: rock or frame of the card, or nothing. */
static const struct glyph *
ground_between(
    const struct card_picture *p, unsigned row, const struct glyph *left, const struct glyph *right)
{
	const bool is_blank = left->utf8[0] == ' ' && right->utf8[0] == ' ';

	if (is_blank || p->back == BACK_NONE)
		return &draw_sign[GLYPH_BLANK];
	if (p->back == BACK_ROCK)
		return &draw_sign[GLYPH_ROCK];
	return row == 1 ? &draw_sign[GLYPH_BLANK] : &frame[0][2];
}

/* True if it is no line, rock, frame or blank. */
static bool
is_mark(const struct glyph *sign)
{
	return glyph_rank(sign) == 3;
}

/* Returns the glyph between columns i and i + 1 of a row. */
static struct glyph
between(const struct card_picture *p, unsigned row, unsigned i)
{
	const struct glyph *left = &p->at[row][i], *right = left + 1;
	const unsigned edge = i < PICTURE_W / 2 ? EDGE_W : EDGE_E;
	const char rock = draw_sign[GLYPH_ROCK].ascii;
	const struct glyph *drawn = line_beside(left, E);
	struct glyph out = *ground_between(p, row, left, right);

	if (drawn == NULL)
		drawn = line_beside(right, W);
	if (drawn != NULL) {
		out = *drawn;
		out.paint = line_beside(left, E) != NULL ? left->paint : right->paint;
		/* In ASCII a stair is a slanted line. */
		out.ascii = left->ascii == rock || right->ascii == rock ? rock : out.ascii;
	} else if (row == 1 && is_mark(left) && is_mark(right) &&
	    tunnel_side(p->tunnel, edge) % 3 != 0) {
		/* Two marks that stand in a tunnel. */
		out = line[(p->reached.any >> edge & 1u) != 0][E | W];
	}
	return out;
}

/* Returns the initial of the clan of the dwarf with this glyph, 0: it is none, or its clan is unknown. */
static char
clan_of(const struct card_picture *p, const struct glyph *sign)
{
	static const char clan[PICTURE_CLANS] = { 0, 'y', 'b' };

	for (unsigned k = 0; k < p->n_thing; k++)
		if (p->thing[k].shape == SHAPE_DWARF && sign->utf8[0] == p->thing[k].letter &&
		    sign->utf8[1] == '\0')
			return clan[p->thing[k].clan];
	return 0;
}

static struct picture_row
stretched_row(const struct card_picture *p, unsigned row)
{
	const struct glyph *at = p->at[row];
	struct picture_row out;

	for (unsigned i = 0; i < PICTURE_W; i++) {
		const char clan = clan_of(p, &at[i]);

		out.at[2 * i] = at[i];
		if (i + 1 < PICTURE_W)
			out.at[2 * i + 1] = clan != 0 ? glyph_letter(clan, at[i].paint) :
							between(p, row, i);
	}
	return out;
}

/* The middle row of a picture of one row. Marks of the other rows replace what says less beside the
 * middle. */
static struct picture_row
single_row(const struct card_picture *p, unsigned w,
    struct picture_row (*row_of)(const struct glyph at[static PICTURE_W]))
{
	struct picture_row out = row_of(p->at[PICTURE_H / 2]);

	for (unsigned row = 0; row < PICTURE_H; row += PICTURE_H - 1) {
		const struct picture_row other = row_of(p->at[row]);

		for (unsigned i = 0; i < w; i++)
			if (i != w / 2 && glyph_rank(&other.at[i]) == 3 &&
			    glyph_rank(&out.at[i]) < 3)
				out.at[i] = other.at[i];
	}
	return out;
}

struct picture_extent
picture_extent(enum picture_size size)
{
	static const struct picture_extent extent[PICTURE_SIZES] = {
		[PICTURE_WIDE] = { PICTURE_WIDE_W, PICTURE_H },
		[PICTURE_LARGE] = { PICTURE_W, PICTURE_H },
		[PICTURE_MEDIUM] = { PICTURE_NARROW, PICTURE_H },
		[PICTURE_LOW] = { PICTURE_W, 1 },
		[PICTURE_SMALL] = { PICTURE_NARROW, 1 },
	};

	return extent[size];
}

/* Puts brackets at both ends of a row, unless something is there. */
static void
put_brackets(struct picture_row *out, unsigned w, const struct glyph bracket[static 2])
{
	for (unsigned i = 0; i < 2; i++) {
		struct glyph *at = &out->at[i * (w - 1)];

		if (at->utf8[0] == ' ' || at->paint == PAINT_ROCK || at->paint == PAINT_FRAME)
			*at = bracket[i];
	}
}

struct picture_row
picture_row(const struct card_picture *p, unsigned row, enum picture_size size)
{
	const struct picture_extent extent = picture_extent(size);
	struct picture_row out;

	if (size == PICTURE_SMALL)
		out = single_row(p, PICTURE_NARROW, narrow_row);
	else if (size == PICTURE_LOW)
		out = single_row(p, PICTURE_W, wide_row);
	else if (size == PICTURE_WIDE)
		out = stretched_row(p, row);
	else
		out = size == PICTURE_MEDIUM ? narrow_row(p->at[row]) : wide_row(p->at[row]);
	if (p->is_new && extent.h == 1)
		put_brackets(&out, extent.w, draw_bracket_low);
	else if (p->is_new && row % 2 == 0)
		put_brackets(&out, extent.w, &draw_bracket[row]);
	return out;
}

void
pen_picture_row(struct pen *pen, const struct card_picture *p, unsigned row, enum picture_size size)
{
	const struct picture_row out = picture_row(p, row, size);

	for (unsigned i = 0; i < picture_extent(size).w; i++)
		pen_glyph(pen, &out.at[i]);
}
