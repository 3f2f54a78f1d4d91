/*
 * The orders there are: all of them, or the one that somebody chooses by its number.
 *
 * (N1) cave_pick asks with as many as cave_plays lists, and writes the very order of that number; none is counted
 *      in vain for one who passes
 * (N2) nothing that hangs on hidden things is asked: hands are those of the seat to move
 */
#include "games/dark_cave/cave.h"

/* The kinds in the hand that the view shows, each once: of each the first card. */
static unsigned
hand_kinds(const struct game *g, uint8_t seat, card_id kind[static HAND_MAX])
{
	const struct seat *me = &g->seat[seat];
	struct kinds_seen seen = { { 0 } };
	unsigned n = 0;

	for (unsigned i = 0; i < me->n_hand; i++) {
		const card_id card = me->hand[i];

		if (card >= g->rules->n_cards)
			continue;
		kind[n] = card; /* in vain unless it is new */
		n += kind_is_new(&seen,
		    game_card(g, card)->class == CARD_ACTION ?
			(card_id)(CARDS_MAX + game_card(g, card)->action) :
			card);
	}
	return n;
}

/* By this card the kind is called. */
static card_id
name_of(const struct game *g, card_id kind)
{
	return game_card(g, kind)->class == CARD_ACTION ?
	    cave_action_card(g, (enum action)game_card(g, kind)->action) :
	    kind;
}

static bool
holds_two(const struct game *g, card_id kind)
{
	const struct seat *me = &g->seat[g->to_move];
	unsigned n = 0;

	for (unsigned i = 0; i < me->n_hand; i++)
		n += cave_same_kind(g, me->hand[i], kind);
	return n > 1;
}

size_t
cave_discards(const struct game *g, struct order *out, size_t max)
{
	struct order_list list = { out, 0, max };
	struct order o = { .kind = ORDER_DISCARD, .seat = g->to_move, .to = SEAT_NONE };
	card_id kind[HAND_MAX];
	const unsigned n = hand_kinds(g, g->to_move, kind);

	for (unsigned i = 0; i < n; i++)
		kind[i] = name_of(g, kind[i]);
	for (unsigned i = 0; i < n; i++) {
		o.n_card = 1;
		o.card[0] = kind[i];
		o.card[1] = 0;
		order_list_add(&list, &o);
		o.n_card = 2;
		for (unsigned j = i; j < n; j++) {
			o.card[1] = kind[j];
			if (j > i || holds_two(g, kind[i]))
				order_list_add(&list, &o);
		}
	}
	return list.n;
}

/* ---- what is no discard ---- */

/* Step one: the cards of the hand, in how many ways they can be laid, and how many orders each has as an action. */
struct step_one {
	struct cave_map map;
	unsigned n;
	card_id kind[HAND_MAX];
	size_t places, acts[HAND_MAX];
};

static struct order
blank_act(const struct game *g, card_id card)
{
	return (struct order){ .kind = ORDER_ACT,
		.seat = g->to_move,
		.n_card = 1,
		.card = { card },
		.to = SEAT_NONE };
}

static void
list_acts(struct cave_map *m, card_id card, struct order_list *list)
{
	const struct cave_action *action = cave_action_for[game_card(m->g, card)->action];
	const struct order blank = blank_act(m->g, name_of(m->g, card));

	if (action != NULL)
		action->list(m, &blank, list);
}

/* Number k of them. */
static void
write_act(struct cave_map *m, card_id card, size_t k, struct order *room, struct order *o)
{
	const struct cave_action *action = cave_action_for[game_card(m->g, card)->action];
	struct order_list list = { room, 0, LEGAL_MAX };

	*o = blank_act(m->g, name_of(m->g, card));
	if (action->write != NULL) {
		action->write(m, k, o);
		return;
	}
	action->list(m, o, &list);
	*o = room[k];
}

static size_t
count_acts(struct cave_map *m, card_id card, struct order *room)
{
	const struct cave_action *action = cave_action_for[game_card(m->g, card)->action];
	const struct order blank = blank_act(m->g, card);
	struct order_list list = { room, 0, LEGAL_MAX };

	if (action == NULL)
		return 0;
	if (action->count != NULL)
		return action->count(m, &blank);
	action->list(m, &blank, &list);
	return list.n;
}

static void
find_step_one(const struct game *g, struct step_one *s)
{
	s->n = hand_kinds(g, g->to_move, s->kind);
	cave_map_make(&s->map, g);
}

static void
write_place(const struct step_one *s, size_t k, struct order *o)
{
	struct cave_places places;

	cave_find_places(&s->map, s->kind, s->n, &places);
	cave_write_place(s->map.g, &places, (unsigned)k, o);
}

/* Counted, and only the one chosen is written. */
static bool
pick_step_one(const struct game *g, struct chooser *who, struct order *room, struct order *o)
{
	struct step_one s;
	size_t n, k;
	unsigned i = 0;

	find_step_one(g, &s);
	n = s.places = cave_count_places(&s.map, s.kind, s.n);
	if (n > 0 && who->passes(who))
		return false;
	for (i = 0; i < s.n; i++)
		n += s.acts[i] = count_acts(&s.map, s.kind[i], room);
	k = who->which(who, n);
	if (k >= n)
		return false;
	if (k < s.places) {
		write_place(&s, k, o);
		return true;
	}
	k -= s.places;
	for (i = 0; k >= s.acts[i]; i++)
		k -= s.acts[i];
	write_act(&s.map, s.kind[i], k, room, o);
	return true;
}

static bool
pick_walk(const struct game *g, struct chooser *who, struct order *o)
{
	struct cave_map m;
	struct cave_flood f;
	size_t n, k;

	cave_map_make(&m, g);
	n = cave_find_walks(&m, &f);
	k = who->which(who, n);
	if (k >= n)
		return false;
	cave_write_walk(g, &f, (unsigned)k, o);
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
	struct cave_flood f;
	struct order o;
	unsigned n;

	cave_map_make(&m, g);
	n = cave_find_walks(&m, &f);
	for (unsigned i = 0; i < n; i++) {
		cave_write_walk(g, &f, i, &o);
		order_list_add(list, &o);
	}
}

static void
list_step_one(const struct game *g, struct order_list *list)
{
	struct step_one s;
	struct cave_places places;

	find_step_one(g, &s);
	cave_find_places(&s.map, s.kind, s.n, &places);
	cave_list_places(g, &places, list);
	for (unsigned i = 0; i < s.n; i++)
		list_acts(&s.map, s.kind[i], list);
}

size_t
cave_plays(const struct game *g, struct order *out, size_t max)
{
	struct order_list list = { out, 0, max };

	if (g->phase == PHASE_WALK)
		list_walks(g, &list);
	else
		list_step_one(g, &list);
	return list.n;
}
