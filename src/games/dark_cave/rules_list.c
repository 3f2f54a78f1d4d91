/*
 * The orders there are: all of them, or the one that somebody chooses by its number.
 *
 * (N1) cave_pick asks with as many as cave_plays lists, and writes the very order of that number
 * (N2) nothing that hangs on hidden things is asked: hands are those of the seat to move
 */
#include "games/dark_cave/cave.h"

/* The kinds in the hand that the view shows, each once; action cards as the first row of the
 * kind. */
static unsigned
hand_kinds(const struct game *g, uint8_t seat, card_id kind[static HAND_MAX],
    unsigned copies[static HAND_MAX])
{
	const struct seat *me = &g->seat[seat];
	unsigned n = 0;

	for (unsigned i = 0; i < me->n_hand; i++) {
		card_id card = me->hand[i];
		unsigned j = 0;

		if (card >= g->rules->n_cards)
			continue;
		if (game_card(g, card)->class == CARD_ACTION)
			card = cave_action_card(g, (enum action)game_card(g, card)->action);
		while (j < n && kind[j] != card)
			j++;
		if (j < n) {
			copies[j]++;
			continue;
		}
		kind[n] = card;
		copies[n++] = 1;
	}
	return n;
}

static void
list_discards(const struct game *g, const card_id *kind, const unsigned *copies, unsigned n,
    struct order_list *list)
{
	struct order o = { .kind = ORDER_DISCARD, .seat = g->to_move, .to = SEAT_NONE };

	for (unsigned i = 0; i < n; i++) {
		o.n_card = 1;
		o.card[0] = kind[i];
		o.card[1] = 0;
		order_list_add(list, &o);
		o.n_card = 2;
		for (unsigned j = i; j < n; j++) {
			o.card[1] = kind[j];
			if (j > i || copies[i] > 1)
				order_list_add(list, &o);
		}
	}
}

/* ---- what is no discard ---- */

/* Step one: how cards can be laid is counted, the rest is listed. */
static void
find_step_one(const struct game *g, struct cave_places *places, struct order_list *list, bool all)
{
	struct cave_map m;
	card_id kind[HAND_MAX];
	unsigned copies[HAND_MAX], n = hand_kinds(g, g->to_move, kind, copies);

	cave_map_make(&m, g);
	cave_find_places(&m, kind, n, places);
	if (all)
		cave_list_places(g, places, list);
	for (unsigned i = 0; i < n; i++) {
		const struct order blank = { .kind = ORDER_ACT,
			.seat = g->to_move,
			.n_card = 1,
			.card = { kind[i] },
			.to = SEAT_NONE };
		const struct cave_action *action = cave_action_for[game_card(g, kind[i])->action];

		if (action != NULL)
			action->list(&m, &blank, list);
	}
}

/* Cards to lay are counted, and only the one chosen is written: they are most of the list. */
static bool
pick_step_one(const struct game *g, struct chooser *who, struct order *room, struct order *o)
{
	struct order_list acts = { room, 0, LEGAL_MAX };
	struct cave_places places;
	size_t n, k;

	find_step_one(g, &places, &acts, false);
	n = places.n + acts.n;
	k = who->which(who, n);
	if (k >= n)
		return false;
	if (k < places.n)
		cave_write_place(g, &places, (unsigned)k, o);
	else
		*o = room[k - places.n];
	return true;
}

static bool
pick_walk(const struct game *g, struct chooser *who, struct order *o)
{
	struct cave_map m;
	struct cave_search s;
	size_t n, k;

	cave_map_make(&m, g);
	n = cave_find_walks(&m, &s);
	k = who->which(who, n);
	if (k >= n)
		return false;
	cave_write_walk(g, &s, (unsigned)k, o);
	return true;
}

bool
cave_pick(const struct game *g, struct chooser *who, struct order *room, struct order *o)
{
	return g->phase == PHASE_WALK ? pick_walk(g, who, o) : pick_step_one(g, who, room, o);
}

static void
list_walks(const struct game *g, struct order_list *list)
{
	struct cave_map m;
	struct cave_search s;
	struct order o;
	unsigned n;

	cave_map_make(&m, g);
	n = cave_find_walks(&m, &s);
	for (unsigned i = 0; i < n; i++) {
		cave_write_walk(g, &s, i, &o);
		order_list_add(list, &o);
	}
}

size_t
cave_plays(const struct game *g, struct order *out, size_t max)
{
	struct order_list list = { out, 0, max };
	struct cave_places places;

	if (g->phase == PHASE_WALK)
		list_walks(g, &list);
	else
		find_step_one(g, &places, &list, true);
	return list.n;
}

size_t
cave_discards(const struct game *g, struct order *out, size_t max)
{
	struct order_list list = { out, 0, max };
	card_id kind[HAND_MAX];
	unsigned copies[HAND_MAX], n = hand_kinds(g, g->to_move, kind, copies);

	list_discards(g, kind, copies, n, &list);
	return list.n;
}
