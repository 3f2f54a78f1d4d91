#include <criterion/criterion.h>

#include "games/duel/oracle.h"
#include "games/games.h"

enum { SPAN = 40 }; /* coordinates from -SPAN to SPAN */

const char *const duel_kind[DUEL_CARDS] = { "start-green", "start-blue", "ns+ew", "ew", "ns", "nw",
	"ne", "ne+sw", "ns+w", "ne+w", "ne+s", "nw+e", "nw+s", "ns+ew:gold@ns", "nw+es:gold@es",
	"nsw+e:gold@e", "new+s:gold@s", "ew+s:gold@s", "ne:ladder-green", "nw:ladder-blue",
	"nesw:door-blue@s", "nesw:door-green@w", "new:door-blue@e", "new:door-green@n",
	"nsw:door-blue@n", "nsw:door-green@s", "nesw:troll", "new:troll", "nsw:troll", "break-lamp",
	"break-pickaxe", "break-cart", "repair-lamp", "repair-pickaxe", "repair-cart",
	"repair-lamp-cart", "repair-pickaxe-lamp", "repair-pickaxe-cart", "map", "key", "rockfall",
	"goal-0-nesw", "goal-0-n+e+s+w", "goal-0-n+s+w", "goal-0-n+e+w",
	"goal-1-nw:gold@n:door-green@w", "goal-1-ne:gold@n:door-blue@e", "goal-1-n+w:gold@w",
	"goal-1-ns+e+w:gold@ns", "goal-1-nsw:door-blue@w", "goal-1-new:door-green@e", "goal-2-nw",
	"goal-2-ne", "goal-2-n+ew+s:gold@ew", "goal-2-nsw:door-green@s", "goal-2-new:door-blue@n",
	"goal-3-n+e:gold@n", "goal-3-nsw:door-blue@n", "goal-3-new:door-green@n" };

static const char letter[] = "nesw";
static const int step_x[] = { 0, 1, 0, -1 }, step_y[] = { -1, 0, 1, 0 };

struct face {
	bool there, up, flipped, key, paid, reached[4];
	const char *kind;
};

static struct face table[2 * SPAN + 1][2 * SPAN + 1];
static enum side walker;

static struct face *
face(int x, int y)
{
	return &table[x + SPAN][y + SPAN];
}

static bool
is_goal(const char *kind)
{
	return strncmp(kind, "goal-", 5) == 0;
}

static bool
is_start(const char *kind)
{
	return strncmp(kind, "start-", 6) == 0;
}

/* Returns the links of a kind, up to a colon or the end of the name. */
static const char *
links(const char *kind)
{
	if (is_start(kind))
		return "nesw";
	return is_goal(kind) ? kind + 7 : kind;
}

static char
as_printed(bool flipped, int edge)
{
	return letter[flipped ? (edge + 2) % 4 : edge];
}

/* Returns the group (from 1) of an edge of a placed card; 0: rock. */
static int
group_at(const char *kind, bool flipped, int edge)
{
	int group = 1;

	for (const char *p = links(kind); *p != '\0' && *p != ':'; p++) {
		if (*p == as_printed(flipped, edge))
			return group;
		group += *p == '+';
	}
	return 0;
}

/* True if "FEATURE@edges" of the kind contains this edge. */
static bool
has_at(const char *kind, const char *feature, bool flipped, int edge)
{
	const char *p = strstr(kind, feature);

	for (p = p == NULL ? "" : p + strlen(feature); *p != '\0' && *p != ':'; p++)
		if (*p == as_printed(flipped, edge))
			return true;
	return false;
}

/* True if the walker may not pass between this edge and the middle. */
static bool
is_shut(const struct face *f, int edge)
{
	if (strstr(f->kind, ":troll") != NULL)
		return !f->paid;
	return !f->key &&
	    has_at(
		f->kind, walker == SIDE_GREEN ? ":door-blue@" : ":door-green@", f->flipped, edge);
}

static int
open_at(int x, int y, int edge)
{
	const struct face *f = face(x, y);

	return f->there && f->up ? group_at(f->kind, f->flipped, edge) : 0;
}

/* True if this edge is connected to a reached one, on its own card or the next. */
static bool
joins_reached(int x, int y, int edge)
{
	const struct face *f = face(x, y);
	int group = open_at(x, y, edge), nx = x + step_x[edge], ny = y + step_y[edge];

	for (int e = 0; e < 4; e++)
		if (f->reached[e] && open_at(x, y, e) == group && !is_shut(f, e) &&
		    !is_shut(f, edge))
			return true;
	return open_at(nx, ny, (edge + 2) % 4) != 0 && face(nx, ny)->reached[(edge + 2) % 4];
}

static bool
begins(const char *kind)
{
	return walker == SIDE_GREEN ?
	    strcmp(kind, "start-green") == 0 || strstr(kind, ":ladder-green") != NULL :
	    strcmp(kind, "start-blue") == 0 || strstr(kind, ":ladder-blue") != NULL;
}

void
oracle_lay_out(const struct game *g, enum side side, unsigned paid)
{
	bool changed = true;
	unsigned trolls = 0;

	walker = side;
	memset(table, 0, sizeof table);
	for (unsigned i = 0; i < g->board.n; i++) {
		const struct cell *c = &g->board.cell[i];
		struct face *f = face(c->x, c->y);

		f->there = true;
		f->up = (c->flags & CELL_DOWN) == 0;
		f->flipped = (c->flags & CELL_FLIPPED) != 0;
		f->key = (c->flags & CELL_KEY) != 0;
		f->paid = (c->flags & (CELL_TOKEN_GREEN | CELL_TOKEN_BLUE)) != 0;
		f->kind = duel_kind[c->card];
		if (strstr(f->kind, ":troll") != NULL && !f->paid)
			f->paid = (paid >> trolls++ & 1u) != 0;
		for (int e = 0; e < 4; e++)
			f->reached[e] = begins(f->kind) && open_at(c->x, c->y, e) != 0;
	}
	while (changed) {
		changed = false;
		for (unsigned i = 0; i < g->board.n; i++) {
			const struct cell *c = &g->board.cell[i];

			for (int e = 0; e < 4; e++)
				if (open_at(c->x, c->y, e) != 0 && !face(c->x, c->y)->reached[e] &&
				    joins_reached(c->x, c->y, e))
					face(c->x, c->y)->reached[e] = changed = true;
		}
	}
}

bool
oracle_reaches(int x, int y, int edge)
{
	return face(x, y)->reached[edge];
}

bool
oracle_reaches_gold(int x, int y)
{
	const struct face *f = face(x, y);
	bool in_middle = is_goal(f->kind) && f->kind[5] != '0' && strstr(f->kind, ":gold@") == NULL;

	if (!f->up)
		return false;
	for (int e = 0; e < 4; e++)
		if (f->reached[e] &&
		    (in_middle ? !is_shut(f, e) : has_at(f->kind, ":gold@", f->flipped, e)))
			return true;
	return false;
}

/* ---- legal places ---------------------------------------------------------------------------- */

static bool
fits(const char *kind, bool flipped, int x, int y, bool *meets)
{
	*meets = false;
	for (int e = 0; e < 4; e++) {
		int nx = x + step_x[e], ny = y + step_y[e];
		bool mine = group_at(kind, flipped, e) != 0,
		     theirs = open_at(nx, ny, (e + 2) % 4) != 0;

		if (!face(nx, ny)->there || !face(nx, ny)->up)
			continue;
		if (mine != theirs)
			return false;
		*meets |= mine;
	}
	return true;
}

static bool
is_connected(const char *kind, bool flipped, int x, int y)
{
	for (int e = 0; e < 4; e++)
		if (group_at(kind, flipped, e) != 0 &&
		    face(x + step_x[e], y + step_y[e])->reached[(e + 2) % 4])
			return true;
	return false;
}

static bool
repels_ladders(int x, int y)
{
	for (int e = 0; e < 4; e++) {
		const struct face *f = face(x + step_x[e], y + step_y[e]);

		if (f->there &&
		    (is_goal(f->kind) || is_start(f->kind) || strstr(f->kind, ":gold") != NULL))
			return true;
	}
	return false;
}

struct search {
	const struct game *g;
	uint8_t seat;
	card_id card;
	unsigned n_trolls;
	struct place troll[DUEL_TROLLS_MAX];
	struct order *out;
	size_t n, max;
};

static unsigned
size_of(unsigned set)
{
	return set == 0 ? 0 : 1 + size_of(set & (set - 1));
}

static void
add(struct search *s, int x, int y, bool flipped, unsigned set)
{
	struct order o = { .kind = ORDER_PLACE,
		.seat = s->seat,
		.n_card = 1,
		.card = { s->card },
		.to = SEAT_NONE,
		.flags = flipped ? ORDER_FLIPPED : 0,
		.n_at = 1,
		.at = { { (int8_t)x, (int8_t)y, PART_WHOLE } } };

	for (unsigned i = 0; i < s->n_trolls; i++)
		if ((set >> i & 1u) != 0)
			o.at[o.n_at++] = (struct spot){ s->troll[i].x, s->troll[i].y, PART_WHOLE };
	cr_assert_lt(s->n, s->max);
	s->out[s->n++] = o;
}

/* Finds all places for one set of trolls; done: places already found with a smaller set. */
static void
try_set(struct search *s, bool flipped, unsigned set, uint8_t done[2 * SPAN + 1][2 * SPAN + 1])
{
	const char *kind = duel_kind[s->card];
	bool ladder = strstr(kind, ":ladder") != NULL, meets;

	oracle_lay_out(s->g, duel_side(s->g, s->seat), set);
	for (int x = -SPAN + 1; x < SPAN; x++) {
		for (int y = -SPAN + 1; y < SPAN; y++) {
			uint8_t *at = &done[x + SPAN][y + SPAN];

			if (face(x, y)->there || (*at != 0 && *at != size_of(set) + 1) ||
			    !fits(kind, flipped, x, y, &meets))
				continue;
			if (ladder ? !meets || repels_ladders(x, y) :
				     !is_connected(kind, flipped, x, y))
				continue;
			*at = (uint8_t)(size_of(set) + 1);
			add(s, x, y, flipped, set);
		}
	}
}

size_t
oracle_places(const struct game *g, uint8_t seat, card_id card, struct order *out, size_t max)
{
	static uint8_t done[2][2 * SPAN + 1][2 * SPAN + 1];
	struct search s = { .g = g, .seat = seat, .card = card, .out = out, .max = max };
	bool symmetric = card_is_symmetric(&rules_duel.card[card]);

	for (unsigned i = 0; i < g->board.n; i++) {
		const struct cell *c = &g->board.cell[i];

		if (strstr(duel_kind[c->card], ":troll") != NULL &&
		    (c->flags & (CELL_TOKEN_GREEN | CELL_TOKEN_BLUE)) == 0)
			s.troll[s.n_trolls++] = (struct place){ c->x, c->y };
	}
	memset(done, 0, sizeof done);
	for (unsigned size = 0; size <= s.n_trolls && size <= duel_own(g)->tokens; size++)
		for (unsigned set = 0; set < 1u << s.n_trolls; set++)
			for (unsigned way = 0; way < (symmetric ? 1 : 2) && size_of(set) == size;
			     way++)
				try_set(&s, way == 1, set, done[way]);
	return s.n;
}
