/*
 * Views, invariants and packed bytes of The Dark Cave.
 *
 * (C1) There is one start card, at 0,0, and at most SEEN_MAX goals. Every seat has a clan card.
 * (C2) A dwarf in the cave is on a space of a face-up card that is not an exit; so is a creature on
 * the board. A dwarf that has left is nowhere and its clan card is turned up.
 * (C3) A web has strength 1 or 2, is where a card is open, and not on another web. Webs and the
 * cards in hands and deck that can bring one are at most CAVE_WEBS_MAX.
 * (C4) The seat to move has a card or, in PHASE_WALK, a dwarf that is in the cave and stands or can
 * cut.
 * (C5) The cards that step three will deal are in the pile and fit into the hand.
 * (C6) The discard pile has room for the cards in front of the seats too.
 * (C7) Gold moves between owners and never leaves the game. It is at most CAVE_GOLD_MAX.
 */
#include <string.h>

#include "games/dark_cave/cave.h"
#include "core/pack.h"

/* ---- view ---- */

/* [CAVE 5.H, Q-CAVE-33] Fills in the backs of hidden cards. */
static void
view_backs(const struct game *g, struct game *known)
{
	struct cave_state *k = cave_own(known);

	for (uint8_t s = 0; s < g->n_seats; s++) {
		k->clan[s] = (uint8_t)cave_clan(g, s);
		for (unsigned i = 0; i < g->seat[s].n_hand; i++)
			k->back[s][i] = (uint8_t)cave_back(g, s, i);
	}
	for (unsigned i = g->deck_top; i < g->n_deck; i++)
		k->pile[g->deck[i] < g->rules->n_cards ? game_card(g, g->deck[i])->deck : 0]++;
	k->pile[0] = 0;
	for (unsigned d = 1; d < 4; d++) /* cards that g already hides */
		k->pile[d] = (uint8_t)(k->pile[d] + cave_own(g)->pile[d]);
}

void
cave_view(const struct game *g, uint8_t seat, struct game *known)
{
	const struct cave_state *cave = cave_own(g);
	struct cave_state *k = cave_own(known);

	k->n_web = cave->n_web;
	memcpy(k->web, cave->web, sizeof k->web);
	memcpy(k->creature, cave->creature, sizeof k->creature);
	k->pool = cave->pool;
	k->first_out = cave->first_out;
	k->draw_to = cave->draw_to;
	k->draw_n = cave->draw_n;
	k->n_left = cave->n_left;
	memset(k->left, CARD_HIDDEN, k->n_left);
	if (g->phase == PHASE_OVER ||
	    (seat != SEAT_NONE && seat == cave->first_out)) /* [CAVE 5.E.25] */
		memcpy(k->left, cave->left, k->n_left);
	for (uint8_t s = 0; s < g->n_seats; s++) {
		const struct cave_seat *of = &cave->seat[s];

		k->seat[s] = (struct cave_seat){ .at = of->at,
			.out = of->out,
			.lying = of->lying,
			.fell = of->fell,
			.revealed = of->revealed,
			.agree = of->agree,
			.boots = of->boots,
			.axes = of->axes,
			.fresh = of->fresh };
		if (s == seat)
			memcpy(k->seat[s].axe, of->axe, sizeof of->axe);
		known->seat[s].gold = g->seat[s].gold;
		if (of->revealed)
			known->seat[s].role = g->seat[s].role;
	}
	view_backs(g, known);
}

/* ---- invariants, packed bytes ---- */

static bool
is_clan_card(const struct game *g, card_id card)
{
	return card < g->rules->n_cards && game_card(g, card)->class == CARD_ROLE;
}

/* (C1) */
static bool
table_is_ok(const struct game *g)
{
	unsigned goals = 0, starts = 0;

	for (unsigned i = 0; i < g->board.n; i++) {
		const struct cell *c = &g->board.cell[i];
		const struct card_def *def = game_card(g, c->card);
		unsigned flags = CELL_DOWN | CELL_FLIPPED | CELL_VEIN;

		goals += def->class == CARD_GOAL;
		starts += def->class == CARD_START && c->x == 0 && c->y == 0;
		if ((c->flags & ~flags) != 0 ||
		    (def->class == CARD_START && (c->x != 0 || c->y != 0)))
			return false;
		if ((c->flags & CELL_VEIN) != 0 &&
		    ((def->feature & FEATURE_VEIN) == 0 || (c->flags & CELL_DOWN) != 0))
			return false;
	}
	return starts == 1 && goals <= SEEN_MAX;
}

/* (C2) True if it is a space with its own name. */
static bool
is_standing_room(const struct game *g, struct spot at)
{
	struct spot name = at;
	uint16_t has;

	return cave_name(g, &name, &has) && cave_spot_same(name, at) && (has & FEATURE_EXIT) == 0;
}

static bool
seat_is_ok(const struct game *g, uint8_t s)
{
	const struct cave_seat *seat = &cave_own(g)->seat[s];

	if (!is_clan_card(g, g->seat[s].role))
		return false;
	if (seat->out > 1 || seat->lying > 1 || seat->fell > seat->lying || seat->revealed > 1 ||
	    seat->agree > 1 || seat->boots > 1 || seat->fresh > seat->axes)
		return false;
	for (unsigned k = 0; k < CAVE_CREATURES; k++)
		if (seat->axe[k] != 0 && seat->axe[k] != ORDER_AXE_YES &&
		    seat->axe[k] != ORDER_AXE_NO)
			return false;
	if (!seat->out)
		return is_standing_room(g, seat->at);
	return seat->revealed && !seat->lying &&
	    cave_spot_same(seat->at, (struct spot){ 0, 0, PART_WHOLE });
}

unsigned
cave_gold(const struct game *g)
{
	unsigned n = u16_get(&cave_own(g)->pool);

	for (unsigned s = 0; s < g->n_seats; s++)
		n += g->seat[s].gold;
	for (unsigned i = 0; i < g->board.n; i++)
		n += (g->board.cell[i].flags & CELL_VEIN) != 0;
	return n;
}

static unsigned
count_web_cards(const struct game *g, const card_id *p, unsigned n)
{
	unsigned count = 0;

	for (unsigned i = 0; i < n; i++)
		count += p[i] != CARD_HIDDEN && game_card(g, p[i])->action == ACTION_SPIDERWEB;
	return count;
}

unsigned
cave_webs(const struct game *g)
{
	unsigned n = cave_own(g)->n_web;

	n += count_web_cards(g, g->deck + g->deck_top, game_deck_left(g));
	for (unsigned s = 0; s < g->n_seats; s++)
		n += count_web_cards(g, g->seat[s].hand, g->seat[s].n_hand);
	return n;
}

/* (C3) */
static bool
webs_are_ok(const struct game *g)
{
	const struct cave_state *cave = cave_own(g);

	if (cave_webs(g) > CAVE_WEBS_MAX)
		return false;
	for (unsigned i = 0; i < cave->n_web; i++) {
		const struct cave_web *w = &cave->web[i];
		struct spot at;

		if ((w->edge != EDGE_E && w->edge != EDGE_S) || w->count < 1 || w->count > 2 ||
		    w->owner >= g->n_seats || !cave_edge_name(g, *w, &at) ||
		    cave_web_at(g, w->x, w->y, w->edge) != i)
			return false;
	}
	return true;
}

/* (C6) */
static bool
cards_fit(const struct game *g)
{
	const struct cave_state *cave = cave_own(g);
	unsigned n = game_deck_left(g) + g->n_discard + g->n_aside + g->board.n + cave->n_web;

	for (unsigned s = 0; s < g->n_seats; s++)
		n += g->seat[s].n_hand + (unsigned)cave->seat[s].axes + cave->seat[s].boots;
	for (unsigned k = 0; k < CAVE_CREATURES; k++)
		n += cave->creature[k].owner != SEAT_NONE;
	return n <= DECK_MAX;
}

/* (C4), (C5) */
static bool
turn_is_ok(const struct game *g)
{
	const struct cave_state *cave = cave_own(g);

	if ((cave->draw_n == 0) != (cave->draw_to == SEAT_NONE))
		return false;
	if (g->phase != PHASE_WALK)
		return cave->draw_n == 0 &&
		    (g->phase == PHASE_OVER ||
			(g->phase == PHASE_PLAY && g->seat[g->to_move].n_hand > 0));
	if (cave->draw_n > 0 &&
	    (cave->draw_to >= g->n_seats || cave->draw_n > game_deck_left(g) ||
		g->seat[cave->draw_to].resigned ||
		g->seat[cave->draw_to].n_hand + cave->draw_n > HAND_MAX))
		return false;
	return !cave->seat[g->to_move].out && !g->seat[g->to_move].resigned &&
	    (!cave->seat[g->to_move].lying || cave_can_cut(g, g->to_move));
}

int
cave_is_ok(const struct game *g)
{
	const struct cave_state *cave = cave_own(g);

	if (cave->n_web > CAVE_WEBS_MAX || cave->n_left > CAVE_LEFT_MAX || !table_is_ok(g))
		return 0;
	for (uint8_t s = 0; s < g->n_seats; s++)
		if (!seat_is_ok(g, s))
			return 0;
	for (unsigned i = 0; i < cave->n_left; i++)
		if (!is_clan_card(g, cave->left[i]))
			return 0;
	for (unsigned k = 0; k < CAVE_CREATURES; k++)
		if (cave->creature[k].owner != SEAT_NONE &&
		    (cave->creature[k].owner >= g->n_seats ||
			!is_standing_room(g, cave->creature[k].at)))
			return 0;
	if (cave->first_out != SEAT_NONE &&
	    (cave->first_out >= g->n_seats || !cave->seat[cave->first_out].out))
		return 0;
	return cave_cache_is_ok(g) && webs_are_ok(g) && cards_fit(g) && turn_is_ok(g) &&
	    cave_gold(g) <= CAVE_GOLD_MAX;
}

static void
pack_spot(struct pack *k, struct spot *s)
{
	uint8_t x = (uint8_t)s->x, y = (uint8_t)s->y;

	pack_u8(k, &x);
	pack_u8(k, &y);
	pack_u8(k, &s->part);
	s->x = (int8_t)(x < 128 ? x : x - 256);
	s->y = (int8_t)(y < 128 ? y : y - 256);
}

static void
pack_web(struct pack *k, struct cave_web *w)
{
	struct spot at = { w->x, w->y, w->edge };

	pack_spot(k, &at);
	*w = (struct cave_web){ at.x, at.y, at.part, w->count, w->owner };
	pack_u8(k, &w->count);
	pack_u8(k, &w->owner);
}

void
cave_pack(struct pack *k, struct game *g)
{
	struct cave_state *cave = cave_own(g);

	for (unsigned s = 0; s < g->n_seats && s < CAVE_SEATS_MAX; s++) {
		struct cave_seat *seat = &cave->seat[s];

		pack_spot(k, &seat->at);
		pack_u8(k, &seat->out);
		pack_u8(k, &seat->lying);
		pack_u8(k, &seat->fell);
		pack_u8(k, &seat->revealed);
		pack_u8(k, &seat->agree);
		pack_u8(k, &seat->boots);
		pack_u8(k, &seat->axes);
		pack_u8(k, &seat->fresh);
		for (unsigned i = 0; i < CAVE_CREATURES; i++)
			pack_u8(k, &seat->axe[i]);
	}
	pack_u8(k, &cave->n_web);
	if (cave->n_web > CAVE_WEBS_MAX) {
		k->bad = 1;
		cave->n_web = 0;
	}
	for (unsigned i = 0; i < cave->n_web; i++)
		pack_web(k, &cave->web[i]);
	for (unsigned i = 0; i < CAVE_CREATURES; i++) {
		pack_u8(k, &cave->creature[i].owner);
		pack_spot(k, &cave->creature[i].at);
	}
	pack_struct_u16(k, &cave->pool);
	pack_u8(k, &cave->first_out);
	pack_u8(k, &cave->draw_to);
	pack_u8(k, &cave->draw_n);
	pack_list(k, &cave->n_left, cave->left, CAVE_LEFT_MAX);
}
