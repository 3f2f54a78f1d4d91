/*
 * One picture with shapes: the card, its tunnels, items and figures on it.
 *
 * The middle is 50 units from each edge. Tunnels extend a little beyond, so that those of two cards
 * join. A blind arm ends before the middle, with two planks.
 */
#include <string.h>

#include "draw/svg_internal.h"

static const struct svg_xy out_to[EDGES] = { { 0, -1 }, { 1, 0 }, { 0, 1 }, { -1, 0 } };

static void
write_use(const char *glyph, struct svg_xy at, struct buf *out)
{
	buf_fmt(out, "<use href=\"#adit-%s\"", glyph);
	if (at.x != 0)
		buf_fmt(out, " x=\"%d\"", at.x);
	if (at.y != 0)
		buf_fmt(out, " y=\"%d\"", at.y);
	buf_str(out, "/>");
}

static void
write_turned(const char *glyph, unsigned edge, struct buf *out)
{
	buf_fmt(out, "<use href=\"#adit-%s\"", glyph);
	if (edge != 0)
		buf_fmt(out, " transform=\"rotate(%u)\"", 90 * edge);
	buf_str(out, "/>");
}

/* ---- tunnels --------------------------------------------------------------------------------- */

/* A tunnel, or an arm of one edge that ends `stop` units from the middle; bent: a curve that leaves
 * the middle free. */
struct way {
	uint8_t edges;
	bool bent;
	int stop;
};

/* Position of its end at the next card. The floor extends further than the timber at its sides,
 * which would otherwise show at every border. */
enum { END_TIMBER = 49, END_FLOOR = 52 };

static void
write_point(struct svg_xy dir, int far, struct buf *out)
{
	buf_fmt(out, "%d %d", dir.x * far, dir.y * far);
}

static void
write_curve(unsigned from, unsigned to, bool bent, int end, struct buf *out)
{
	struct svg_xy a = out_to[from], b = out_to[to];
	int far = bent ? 42 : 24, near = bent ? 8 : 0;

	buf_chr(out, 'M');
	write_point(a, end, out);
	buf_chr(out, 'L');
	write_point(a, far, out);
	buf_fmt(out, "Q%d %d ", (a.x + b.x) * near, (a.y + b.y) * near);
	write_point(b, far, out);
	buf_chr(out, 'L');
	write_point(b, end, out);
}

static void
write_line(const struct way *way, int end, struct buf *out)
{
	for (unsigned e = 0; e < EDGES; e++) {
		unsigned next = (e + 1) % EDGES;

		if (way->edges == (EDGE_BIT(e) | EDGE_BIT(next))) {
			write_curve(e, next, way->bent, end, out);
			return;
		}
	}
	for (unsigned e = 0; e < EDGES; e++) {
		bool across = (way->edges >> (e ^ 2) & 1u) != 0;

		if ((way->edges >> e & 1u) == 0 || (across && e > 1))
			continue;
		buf_chr(out, 'M');
		write_point(out_to[e], end, out);
		buf_chr(out, 'L');
		write_point(out_to[e], across ? -end : way->stop, out);
	}
}

static void
write_path(const char *class, const struct way *way, int end, struct buf *out)
{
	buf_fmt(out, "<path class=\"a-%s\" d=\"", class);
	write_line(way, end, out);
	buf_str(out, "\"/>");
}

static void
write_floor(bool lit, const struct way *way, struct buf *out)
{
	write_path(lit ? "w" : "cw", way, END_TIMBER, out);
	write_path(lit ? "l" : "c", way, END_FLOOR, out);
	write_path(lit ? "r" : "cs", way, END_FLOOR, out);
}

/* Returns whose the edge is: 1 green, 2 blue, 3 both. */
static unsigned
whose_edge(const struct card_picture *p, unsigned e)
{
	return (p->reached.green >> e & 1u) | (p->reached.blue >> e & 1u) << 1;
}

/* Draws what only one side reaches in its colour, with a line: solid for green, dashed for blue. */
static void
write_side(unsigned who, const struct way *way, struct buf *out)
{
	if (who != 1 && who != 2)
		return;
	write_path(who == 1 ? "lg" : "lb", way, END_FLOOR, out);
	write_path(who == 1 ? "sg" : "sb", way, END_TIMBER, out);
}

/* Returns whose all reached edges of a tunnel are, or 0 if they differ. */
static unsigned
whose_tunnel(const struct card_picture *p, uint8_t edges)
{
	const unsigned reached = edges & p->reached.any;
	unsigned who = 0;

	for (unsigned e = 0; e < EDGES; e++) {
		if ((reached >> e & 1u) == 0)
			continue;
		if (who != 0 && whose_edge(p, e) != who)
			return 0;
		who = whose_edge(p, e);
	}
	return reached == edges ? who : 0;
}

/* Draws a tunnel with several ends: all of it, or only the arms reached before a door. */
static void
write_through(const struct card_picture *p, uint8_t edges, bool bent, struct buf *out)
{
	const bool inside = (p->inside & edges) != 0;
	const unsigned who = inside ? whose_tunnel(p, edges) : 0;
	const struct way all = { edges, bent, 0 };

	write_floor(inside, &all, out);
	if (who != 0) {
		write_side(who, &all, out);
		return;
	}
	for (unsigned e = 0; e < EDGES; e++) {
		const struct way arm = { EDGE_BIT(e), false, inside ? 0 : 22 };
		const struct way *way = bent ? &all : &arm;

		if ((edges & p->reached.any & EDGE_BIT(e)) == 0)
			continue;
		if (!inside)
			write_floor(true, way, out);
		write_side(whose_edge(p, e), way, out);
	}
}

static void
write_blind(const struct card_picture *p, unsigned e, struct buf *out)
{
	const struct way arm = { EDGE_BIT(e), false, 25 };
	bool lit = (p->reached.any >> e & 1u) != 0;

	write_floor(lit, &arm, out);
	if (lit)
		write_side(whose_edge(p, e), &arm, out);
	write_turned("end", e, out);
}

static void
write_tunnels(const struct card_picture *p, struct buf *out)
{
	uint8_t through[2] = { 0, 0 };

	for (unsigned e = 0; e < EDGES; e++) {
		unsigned side = tunnel_side(p->tunnel, e);

		if (side == 3)
			write_blind(p, e, out);
		else if (side != 0)
			through[side - 1] |= EDGE_BIT(e);
	}
	/* The north-south tunnel is a bridge over the other. */
	for (unsigned k = 2; k-- > 0;) {
		bool crosses = through[0] == (EDGE_BIT(EDGE_N) | EDGE_BIT(EDGE_S));

		if (through[k] != 0)
			write_through(p, through[k], through[1] != 0 && !crosses, out);
	}
}

/* ---- items --------------------------------------------------------------------------------- */

const char *const svg_glyph_of[SHAPE_COUNT] = {
	[SHAPE_START] = "start",
	[SHAPE_HIDDEN] = "hidden",
	[SHAPE_STONE] = "stone",
	[SHAPE_TREASURE] = "treasure",
	[SHAPE_HOME_GREEN] = "home-green",
	[SHAPE_HOME_BLUE] = "home-blue",
	[SHAPE_EXIT] = "exit",
	[SHAPE_DOOR_GREEN] = "door-green",
	[SHAPE_DOOR_BLUE] = "door-blue",
	[SHAPE_GOLD] = "gold",
	[SHAPE_LADDER] = "ladder",
	[SHAPE_LADDER_GREEN] = "ladder-green",
	[SHAPE_LADDER_BLUE] = "ladder-blue",
	[SHAPE_CRYSTAL] = "crystal",
	[SHAPE_TROLL] = "troll",
	[SHAPE_HOLE] = "hole",
	[SHAPE_BRIDGE] = "bridge",
	[SHAPE_TUNNEL] = "tunnel",
	[SHAPE_VEIN] = "vein",
	[SHAPE_TOKEN_GREEN] = "token-green",
	[SHAPE_TOKEN_BLUE] = "token-blue",
	[SHAPE_KEY] = "key",
	[SHAPE_VEIN_GOLD] = "vein-gold",
	[SHAPE_ROOM] = "room",
	[SHAPE_WEB] = "web",
	[SHAPE_RAT] = "rat",
	[SHAPE_LINDWORM] = "lindworm",
	[SHAPE_GOBLIN] = "goblin",
};

struct svg_xy
svg_part_xy(unsigned part)
{
	static const struct svg_xy at[PART_T + 1] = { [PART_N] = { 0, -29 },
		[PART_E] = { 29, 0 },
		[PART_S] = { 0, 29 },
		[PART_W] = { -29, 0 },
		[PART_C2] = { 12, 12 },
		[PART_T] = { -30, -30 } };

	return at[part <= PART_T ? part : PART_WHOLE];
}

static struct svg_xy
along(uint8_t edges, int far)
{
	for (unsigned e = EDGES; e-- > 0;)
		if ((edges & 1u << e) != 0)
			return (struct svg_xy){ (out_to[e].x * far), (out_to[e].y * far) };
	return (struct svg_xy){ 0, 0 };
}

/* Returns the position of an item. Gold is most visible in an arm to the side. */
static struct svg_xy
thing_xy(const struct picture_item *t, unsigned back)
{
	static const struct svg_xy corner[] = {
		[ON_CORNER_NE] = { 32, -32 },
		[ON_CORNER_SE] = { 32, 32 },
		[ON_CORNER_SW] = { -32, 32 },
		[ON_CORNER_NW] = { -32, -32 },
	};
	const bool is_door = t->shape == SHAPE_DOOR_GREEN || t->shape == SHAPE_DOOR_BLUE;

	if (t->shape == SHAPE_BRIDGE)
		return (struct svg_xy){ 0, 0 }; /* its planks are at the crossing */
	if (t->on >= ON_CORNER_NE && t->on <= ON_CORNER_NW)
		return corner[t->on];
	if (t->on == ON_PART)
		return svg_part_xy(t->where);
	if (back == BACK_DOWN && is_door) /* beside what is in the middle */
		return (struct svg_xy){ t->shape == SHAPE_DOOR_GREEN ? -24 : 24, 24 };
	return t->on == ON_EDGE ? along(t->where, 37) : along(t->where, 26);
}

static void
write_letter(const struct picture_item *t, int y, const char *class, struct buf *out)
{
	char letter[2] = { t->letter, '\0' };

	buf_fmt(out, "<text class=\"a-%s\" y=\"%d\">", class, y);
	svg_text(letter, out);
	buf_str(out, "</text>");
}

static bool
is_blind(uint8_t tunnel, uint8_t edges)
{
	for (unsigned e = 0; e < EDGES; e++)
		if (edges == EDGE_BIT(e))
			return tunnel_side(tunnel, e) == 3;
	return false;
}

/* True if a figure stands on this space, or the own dwarf reaches it this turn. */
static bool
is_used(const struct card_picture *p, unsigned part)
{
	for (unsigned k = 0; k < p->n_thing; k++)
		if (p->thing[k].shape >= SHAPE_WALK && p->thing[k].shape != SHAPE_WEB &&
		    p->thing[k].where == part)
			return true;
	return false;
}

/* Marks the spaces that the own dwarf reaches this turn, beside the tunnels, which come over it. */
static void
write_walks(const struct card_picture *p, struct buf *out)
{
	static const char *const mark[PART_T + 1] = { "walk-card", "walk", "walk", "walk", "walk",
		"walk-mid", "walk-mid", "walk-hole" };

	for (unsigned k = 0; k < p->n_thing; k++) {
		const unsigned part = p->thing[k].where;
		const bool is_side = part >= PART_N && part <= PART_W;

		if (p->thing[k].shape == SHAPE_WALK)
			write_turned(mark[part], is_side ? part - PART_N : 0, out);
	}
}

/* Draws an item that is no figure. Only rooms that are used are drawn, so that the board is
 * not full of rings. */
static void
write_thing(const struct card_picture *p, const struct picture_item *t, struct buf *out)
{
	struct svg_xy at = thing_xy(t, p->back);

	if (t->on == ON_GOLD && is_blind(p->tunnel, t->where))
		at = along(t->where, 12); /* not over the end of the arm */
	if (t->shape == SHAPE_ROOM && !is_used(p, t->where))
		return;
	if (t->shape == SHAPE_WEB) {
		buf_fmt(out, "<g transform=\"translate(%d %d)\">", at.x, at.y);
		write_use("web", (struct svg_xy){ 0, 0 }, out);
		write_letter(t, 7, "tc a-sm", out);
		buf_str(out, "</g>");
	} else if (svg_glyph_of[t->shape] != NULL) {
		write_use(svg_glyph_of[t->shape], at, out);
	}
}

/* Draws the items on a card, over or under its figures: webs are over them. */
static void
write_things(const struct card_picture *p, bool webs, struct buf *out)
{
	for (unsigned k = 0; k < p->n_thing; k++)
		if (p->thing[k].shape < SHAPE_RAT && (p->thing[k].shape == SHAPE_WEB) == webs)
			write_thing(p, &p->thing[k], out);
}

/* ---- hands ----------------------------------------------------------------------------------- */

enum { FACE = 2 };
static const char *const face_of[ACTION_COUNT][FACE] = {
	[ACTION_ROCKFALL] = { "rockfall" },
	[ACTION_MAP] = { "map" },
	[ACTION_THEFT] = { "bag" },
	[ACTION_HANDS_OFF] = { "bag", "slash" },
	[ACTION_SWAP_HANDS] = { "cards", "swap" },
	[ACTION_INSPECTION] = { "eye" },
	[ACTION_SWAP_HATS] = { "hat", "swap" },
	[ACTION_TRAPPED] = { "hat", "cage" },
	[ACTION_FREE] = { "hat", "open" },
	[ACTION_KEY] = { "key" },
	[ACTION_INFORMATION] = { "map" },
	[ACTION_SWAP_CARDS] = { "cards", "swap" },
	[ACTION_SPIDERWEB] = { "cobweb" },
	[ACTION_BOOTS] = { "boots" },
	[ACTION_BATTLE_AXE] = { "axe" },
	[ACTION_RAT] = { "rat" },
	[ACTION_LINDWORM] = { "lindworm" },
	[ACTION_GOBLIN] = { "goblin" },
};

/* True if the action is drawn like the item on the board. */
static bool
is_small(unsigned action)
{
	return action == ACTION_KEY || action == ACTION_RAT || action == ACTION_LINDWORM ||
	    action == ACTION_GOBLIN;
}

/* Draws the tools of break and repair cards, side by side. */
static void
write_tools(const struct card_def *def, struct buf *out)
{
	static const char *const tool[] = { "cart", "lamp", "pickaxe" };
	int n = 0, x;

	for (unsigned i = 0; i < 3; i++)
		n += (def->tools >> i & 1u) != 0;
	x = -(n - 1) * (n > 2 ? 14 : 22);
	if (n > 1)
		buf_str(out, "<g transform=\"scale(.8)\">");
	for (unsigned i = 0; i < 3; i++) {
		if ((def->tools >> i & 1u) == 0)
			continue;
		write_use(tool[i], (struct svg_xy){ x, 0 }, out);
		x += n > 2 ? 28 : 44;
	}
	if (n > 1)
		buf_str(out, "</g>");
	write_use(def->action == ACTION_BREAK ? "break" : "repair", (struct svg_xy){ 0, 0 }, out);
}

/* The figure of a role, the class of its cap or cloak, and what it has with it. */
static const struct {
	const char *glyph, *class, *with;
} role_face[ROLE_COUNT] = {
	[ROLE_MINER] = { "miner", "wd", NULL },
	[ROLE_SABOTEUR] = { "sab", "ck", NULL },
	[ROLE_GREEN] = { "miner", "gn", NULL },
	[ROLE_BLUE] = { "miner", "bl", NULL },
	[ROLE_BOSS] = { "boss", "ck", NULL },
	[ROLE_PROFITEER] = { "profiteer", "ck", NULL },
	[ROLE_GEOLOGIST] = { "geologist", "ck", NULL },
	[ROLE_YELLOW_LOYAL] = { "miner", "cy", NULL },
	[ROLE_YELLOW_SABOTEUR] = { "sab", "cy", NULL },
	[ROLE_BLUE_LOYAL] = { "miner", "cb", NULL },
	[ROLE_BLUE_SABOTEUR] = { "sab", "cb", NULL },
	[ROLE_SELFISH] = { "miner", "go", "gold" },
};

/* Draws a role, and the initials of its words, such as "ys": unique among the roles of a game. */
static void
write_role(enum role role, struct buf *out)
{
	const char *name = role_name(role), *second = strchr(name, '-');

	if (role_face[role].glyph != NULL)
		buf_fmt(out, "<use class=\"a-%s\" href=\"#adit-%s\"/>", role_face[role].class,
		    role_face[role].glyph);
	if (role_face[role].with != NULL)
		write_use(role_face[role].with, (struct svg_xy){ 26, 28 }, out);
	buf_fmt(out, "<text class=\"a-tk a-sm\" x=\"-29\" y=\"-23\">%.1s%.1s</text>", name,
	    second != NULL ? second + 1 : "");
}

static void
write_hand(const struct card_def *def, struct buf *out)
{
	static const struct svg_xy centre = { 0, 0 };

	if (def->class == CARD_GOLD) {
		write_use("treasure", (struct svg_xy){ 0, -12 }, out);
		buf_fmt(out, "<text class=\"a-tk\" y=\"38\">%u</text>", (unsigned)def->value);
	} else if (def->class == CARD_ROLE) {
		write_role((enum role)def->role, out);
	} else if (def->action == ACTION_BREAK || def->action == ACTION_REPAIR) {
		write_tools(def, out);
	} else {
		bool small = is_small(def->action);

		if (small)
			buf_str(out, "<g transform=\"scale(2)\">");
		for (unsigned k = 0; k < FACE; k++)
			if (face_of[def->action][k] != NULL)
				write_use(face_of[def->action][k], centre, out);
		if (small)
			buf_str(out, "</g>");
	}
}

void
svg_picture(const struct card_picture *p, unsigned turned, struct buf *out)
{
	static const char *const back[] = {
		[BACK_ROCK] = "rock",
		[BACK_FRAME] = "rock",
		[BACK_DOWN] = "down",
		[BACK_HAND] = "hand",
	};
	bool is_back = p->back == BACK_HAND && p->hand == NULL;

	if (p->back == BACK_NONE)
		return;
	write_turned(is_back ? "down" : back[p->back], p->back == BACK_HAND ? 0 : turned, out);
	if (p->back == BACK_FRAME)
		write_use("frame", (struct svg_xy){ 0, 0 }, out);
	write_walks(p, out);
	write_tunnels(p, out);
	if (p->hand != NULL)
		write_hand(p->hand, out);
	write_things(p, false, out);
	svg_figures(p, out);
	write_things(p, true, out);
}
