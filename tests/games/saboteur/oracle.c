#include <criterion/criterion.h>

#include "games/saboteur2/sb2.h"
#include "games/games.h"

/*
 * Second implementation of the rules, slow and from the names of the cards, compared with the
 * orders that the game lists: an arm is a pair of cell and edge letter, and reach grows until it is
 * stable.
 */

enum { SPAN = 40 }; /* coordinates from -SPAN to SPAN */

/* For Saboteur 2, whose list begins with the cards of Saboteur. */
static const char *const links[SB2_CARDS] = {
	[SAB_START] = "nesw",
	[SAB_GOAL_GOLD] = "nesw",
	[SAB_GOAL_NE] = "ne",
	[SAB_GOAL_NW] = "nw",
	[SAB_NESW] = "nesw",
	[SAB_NSW] = "nsw",
	[SAB_NEW] = "new",
	[SAB_NS] = "ns",
	[SAB_EW] = "ew",
	[SAB_NE] = "ne",
	[SAB_NW] = "nw",
	[SAB_BLIND_NESW] = "n+e+s+w",
	[SAB_BLIND_NSW] = "n+s+w",
	[SAB_BLIND_NEW] = "n+e+w",
	[SAB_BLIND_NS] = "n+s",
	[SAB_BLIND_EW] = "e+w",
	[SAB_BLIND_NE] = "n+e",
	[SAB_BLIND_NW] = "n+w",
	[SAB_BLIND_N] = "n",
	[SAB_BLIND_E] = "e",
	[SB2_BRIDGE] = "ns+ew",
	[SB2_CURVES_NW_ES] = "nw+es",
	[SB2_CURVES_NE_SW] = "ne+sw",
	[SB2_LADDER_N] = "n",
	[SB2_LADDER_E] = "e",
	[SB2_LADDER_NE] = "ne",
	[SB2_LADDER_NW] = "nw",
	[SB2_DOOR_BLUE_NS] = "ns",
	[SB2_DOOR_BLUE_EW] = "ew",
	[SB2_DOOR_BLUE_NE] = "ne",
	[SB2_DOOR_GREEN_NS_E] = "ns+e",
	[SB2_DOOR_GREEN_EW] = "ew",
	[SB2_DOOR_GREEN_NW] = "nw",
	[SB2_CRYSTAL_N] = "n",
	[SB2_CRYSTAL_E] = "e",
	[SB2_CRYSTAL_NESW] = "nesw",
	[SB2_CRYSTAL_NSW] = "nsw",
	[SB2_CRYSTAL_NEW] = "new",
	[SB2_CRYSTAL_NSW_E] = "nsw+e",
	[SB2_CRYSTAL_NEW_S] = "new+s",
	[SB2_CRYSTAL_N_EW] = "n+ew",
	[SB2_NS_W] = "ns+w",
	[SB2_NS_E_W] = "ns+e+w",
	[SB2_N_EW_S] = "n+ew+s",
	[SB2_NW_S] = "nw+s",
	[SB2_NE_S] = "ne+s",
};

static bool
is_ladder(card_id card)
{
	return card >= SB2_LADDER_N && card <= SB2_LADDER_NW;
}

static bool
is_path(card_id card)
{
	return card >= SAB_NESW && links[card] != NULL;
}

static const char letter[] = "nesw";
static const int step_x[] = { 0, 1, 0, -1 }, step_y[] = { -1, 0, 1, 0 };

struct face {
	bool there, up, flipped, reached[4];
	card_id card;
};

/* Returns the group (from 1) of an edge of a placed card; 0: rock. */
static int
group_at(card_id card, bool flipped, int edge)
{
	char wanted = letter[flipped ? (edge + 2) % 4 : edge];
	int group = 1;

	for (const char *p = links[card]; *p != '\0'; p++) {
		if (*p == wanted)
			return group;
		group += *p == '+';
	}
	return 0;
}

static struct face table[2 * SPAN + 1][2 * SPAN + 1];

static struct face *
face(int x, int y)
{
	return &table[x + SPAN][y + SPAN];
}

static int
open_at(int x, int y, int edge)
{
	const struct face *f = face(x, y);

	return f->there && f->up ? group_at(f->card, f->flipped, edge) : 0;
}

/* True if this edge is connected to a reached one, on its own card or the next. */
static bool
joins_reached(int x, int y, int edge)
{
	int group = open_at(x, y, edge), nx = x + step_x[edge], ny = y + step_y[edge];

	/* Two dead ends are two groups: only the edge itself is in its group. */
	for (int e = 0; e < 4; e++)
		if (face(x, y)->reached[e] && open_at(x, y, e) == group)
			return true;
	return open_at(nx, ny, (edge + 2) % 4) != 0 && face(nx, ny)->reached[(edge + 2) % 4];
}

static void
lay_out(const struct game *g)
{
	bool changed = true;

	memset(table, 0, sizeof table);
	for (unsigned i = 0; i < g->board.n; i++) {
		const struct cell *c = &g->board.cell[i];

		*face(c->x, c->y) = (struct face){ true, (c->flags & CELL_DOWN) == 0,
			(c->flags & CELL_FLIPPED) != 0, { false, false, false, false }, c->card };
	}
	for (int e = 0; e < 4; e++)
		face(0, 0)->reached[e] = true;
	for (unsigned i = 0; i < g->board.n; i++) /* [SB2 3.C.10] */
		for (int e = 0; e < 4 && is_ladder(g->board.cell[i].card); e++)
			face(g->board.cell[i].x, g->board.cell[i].y)->reached[e] =
			    open_at(g->board.cell[i].x, g->board.cell[i].y, e) != 0;
	while (changed) {
		changed = false;
		for (unsigned i = 0; i < g->board.n; i++) {
			const struct cell *c = &g->board.cell[i];

			for (int e = 0; e < 4; e++) {
				if (open_at(c->x, c->y, e) == 0 || face(c->x, c->y)->reached[e] ||
				    !joins_reached(c->x, c->y, e))
					continue;
				face(c->x, c->y)->reached[e] = changed = true;
			}
		}
	}
}

static bool
may_place(const struct game *g, const struct order *o)
{
	bool connected = false;
	int x = o->at[0].x, y = o->at[0].y;

	if (g->seat[o->seat].broken != 0 || face(x, y)->there)
		return false;
	if (g->rules == &rules_saboteur2 && sb2_is_trapped(g, o->seat))
		return false;
	for (int e = 0; e < 4; e++) {
		const struct face *next = face(x + step_x[e], y + step_y[e]);
		bool mine = group_at(o->card[0], (o->flags & ORDER_FLIPPED) != 0, e) != 0, theirs;

		if (next->there && next->card >= SAB_GOAL_GOLD && next->card <= SAB_GOAL_NW &&
		    is_ladder(o->card[0]))
			return false;
		if (!next->there || !next->up)
			continue;
		theirs = open_at(x + step_x[e], y + step_y[e], (e + 2) % 4) != 0;
		if (mine != theirs)
			return false;
		connected |= mine && (is_ladder(o->card[0]) || next->reached[(e + 2) % 4]);
	}
	return connected;
}

/* Cards of Saboteur 2 that target a seat [SB2 3.D]. */
static bool
may_aim(const struct game *g, const struct order *o)
{
	uint8_t on = o->card[0] == SB2_THEFT ? o->seat : o->to;
	bool self = on == o->seat, trapped = (u16_get(&sb2_own(g)->trapped) >> on & 1) != 0,
	     thief = false;

	for (unsigned i = 0; i < sb2_own(g)->n_thieves; i++)
		thief |= sb2_own(g)->thief[i] == on;
	switch (o->card[0]) {
	case SB2_THEFT:
		return !thief;
	case SB2_HANDS_OFF:
		return thief;
	case SB2_TRAPPED:
		return !self && !trapped;
	case SB2_FREE:
		return trapped;
	case SB2_SWAP_HATS:
		return true;
	default:
		return !self;
	}
}

static bool
may_act(const struct game *g, const struct order *o)
{
	const struct cell *c = NULL;

	for (unsigned i = 0; i < g->board.n && o->n_at > 0; i++)
		if (g->board.cell[i].x == o->at[0].x && g->board.cell[i].y == o->at[0].y)
			c = &g->board.cell[i];
	if (o->card[0] == SAB_MAP)
		return c != NULL && (c->flags & CELL_DOWN) != 0;
	if (o->card[0] == SAB_ROCKFALL)
		return c != NULL && is_path(c->card);
	if (o->card[0] >= SB2_THEFT)
		return may_aim(g, o);
	/* The rest are tools: the order names the tool. */
	return ((g->seat[o->to].broken & o->what) != 0) == (o->card[0] >= SAB_REPAIR_PICKAXE);
}

struct tally {
	const struct order *legal;
	size_t n, found;
	const char *where;
};

/* Compares the legality by both implementations. */
static void
compare(const struct game *g, const struct order *o, bool want, struct tally *t)
{
	struct order form = *o;
	bool got = game_check(g, o) == VERDICT_OK, listed = false;

	if (o->kind == ORDER_ACT && o->card[0] <= SAB_REPAIR_CART)
		form.what = 0;
	for (size_t i = 0; i < t->n && !listed; i++)
		listed = same_order(&t->legal[i], &form);
	cr_assert_eq(got, want, "%s: kind %u card %u at %d,%d to %u: check %d", t->where, o->kind,
	    o->card[0], o->at[0].x, o->at[0].y, o->to, got);
	cr_assert_eq(listed, want, "%s: kind %u card %u at %d,%d to %u: listed %d", t->where,
	    o->kind, o->card[0], o->at[0].x, o->at[0].y, o->to, listed);
	t->found += want;
}

static void
compare_card(const struct game *g, card_id card, struct tally *t)
{
	static const uint8_t tools[SB2_CARDS] = {
		[SAB_BREAK_PICKAXE] = 4,
		[SAB_BREAK_LAMP] = 2,
		[SAB_BREAK_CART] = 1,
		[SAB_REPAIR_PICKAXE] = 4,
		[SAB_REPAIR_LAMP] = 2,
		[SAB_REPAIR_CART] = 1,
		[SAB_REPAIR_PICKAXE_LAMP] = 6,
		[SAB_REPAIR_PICKAXE_CART] = 5,
		[SAB_REPAIR_LAMP_CART] = 3,
	};
	bool path = is_path(card);

	if (card >= SB2_THEFT) {
		for (uint8_t to = 0; to < g->n_seats; to++) {
			struct order o = order_to(
			    g->to_move, card, card == SB2_THEFT ? SEAT_NONE : to, 0);

			if (card != SB2_THEFT || to == 0)
				compare(g, &o, may_act(g, &o), t);
		}
		return;
	}

	for (uint8_t to = 0; to < g->n_seats; to++)
		for (uint8_t tool = 1; tool <= 4; tool = (uint8_t)(tool * 2)) {
			struct order o = order_to(g->to_move, card, to, tool);

			if ((tools[card] & tool) != 0)
				compare(g, &o, may_act(g, &o), t);
		}
	for (int x = -12; x <= 20 && tools[card] == 0; x++)
		for (int y = -14; y <= 14; y++)
			for (int flipped = 0; flipped < 2; flipped++) {
				struct order o = path ?
				    order_place(g->to_move, card, x, y, flipped != 0) :
				    order_at(g->to_move, card, x, y);

				/* A symmetric card is listed once. */
				if (flipped && (!path || card_is_symmetric(&g->rules->card[card])))
					continue;
				compare(g, &o, path ? may_place(g, &o) : may_act(g, &o), t);
			}
}

/* Counts the distinct choices of 1 to `most` cards of a hand by trying all. */
static unsigned
count_choices(const struct seat *me, unsigned least, unsigned most)
{
	static unsigned long found[4096];
	unsigned n = 0;

	for (unsigned set = 1; set < 1u << me->n_hand; set++) {
		card_id card[HAND_MAX];
		unsigned size = 0, i;
		unsigned long sum = 0;

		for (unsigned k = 0; k < me->n_hand; k++)
			if ((set >> k & 1) != 0)
				card[size++] = me->hand[k];
		if (size < least || size > most)
			continue;
		/* Sorted and encoded as one number, equal for equal choices. */
		for (unsigned k = 0; k < size; k++)
			for (unsigned l = k; l > 0 && card[l - 1] > card[l]; l--) {
				card_id low = card[l];

				card[l] = card[l - 1];
				card[l - 1] = low;
			}
		for (unsigned k = 0; k < size; k++)
			sum = sum * 100 + card[k] + 1u;
		for (i = 0; i < n && found[i] != sum; i++)
			;
		if (i == n)
			found[n++] = sum;
	}
	return n;
}

static unsigned
count_discards(const struct game *g)
{
	const struct seat *me = &g->seat[g->to_move];
	unsigned in_front = 0;

	if (g->rules == &rules_saboteur)
		return count_choices(me, 1, 1);
	for (unsigned tool = 1; tool <= 4; tool *= 2)
		in_front += (me->broken & tool) != 0;
	in_front += sb2_is_thief(g, g->to_move) + sb2_is_trapped(g, g->to_move);
	return count_choices(me, 1, 3) + in_front * count_choices(me, 2, 2);
}

static void
compare_position(const struct game *g, const char *where)
{
	static struct order legal[LEGAL_MAX];
	struct tally t = { .legal = legal, .where = where };
	bool tried[SB2_CARDS] = { false };

	t.n = game_legal(g, legal, LEGAL_MAX);
	lay_out(g);
	for (unsigned c = 0; c < g->seat[g->to_move].n_hand; c++) {
		card_id card = g->seat[g->to_move].hand[c];

		if (!tried[card])
			compare_card(g, card, &t);
		tried[card] = true;
	}
	t.found += count_discards(g);
	cr_assert_eq(t.found, t.n, "%s: %zu orders, %zu listed", where, t.found, t.n);
}

Test(oracle, agrees_with_check_and_legal)
{
	const struct options options = { 0 };

	for (unsigned i = 0; i < 192; i++) {
		char where[40];
		struct game g;

		if (i % 2 == 0)
			table_played(
			    &g, (uint8_t)(3 + i / 2 % 8), &options, 1000 + i / 2, i / 2 * 11 % 190);
		else
			table_played_of(&g, &rules_saboteur2, (uint8_t)(2 + i / 2 % 11), &options,
			    2000 + i / 2, i / 2 * 11 % 240);
		if (g.phase != PHASE_PLAY)
			continue;
		(void)snprintf(where, sizeof where, "rules %u, position %u", g.rules->id, i / 2);
		compare_position(&g, where);
	}
}
