/*
 * The legal orders: a list of all, or the choice of one by its number.
 *
 * (N1) cave_pick counts as many orders as cave_plays lists, and writes the order with the chosen
 * number. If `who` passes, nothing more is counted. cave_pick_discard and cave_discards correspond
 * too.
 * (N2) Nothing depends on hidden information: hands are those of the seat to move.
 */
#include "games/dark_cave/cave.h"
#include "core/unset.h"

/* Lists the kinds in the visible hand, each once, by its first card. */
static unsigned
hand_kinds(const struct game *g, uint8_t seat, card_id kind[static HAND_MAX + 1])
{
	const struct seat *me = &g->seat[seat];
	struct kinds_seen seen = KINDS_SEEN_NONE;
	unsigned n = 0;

	for (unsigned i = 0; i < me->n_hand; i++) {
		kind[n] = me->hand[i]; /* overwritten later unless the kind is new */
		n += kind_is_new(&seen, (card_id)cave_kind(g, me->hand[i]));
	}
	return n;
}

/* Returns the card that represents the kind in orders. */
static card_id
name_of(const struct game *g, card_id kind)
{
	return game_card(g, kind)->class == CARD_ACTION ?
	    cave_action_card(g, (enum action)game_card(g, kind)->action) :
	    kind;
}

/* The hand for discards: each kind by its representative card, and whether there are two of it. */
struct spare {
	unsigned n, n_twice;
	card_id kind[HAND_MAX + 1];
	bool twice[HAND_MAX + 1];
};

static void
find_spare(const struct game *g, struct spare *s)
{
	const struct seat *me = &g->seat[g->to_move];

	s->n = hand_kinds(g, g->to_move, s->kind);
	s->n_twice = 0;
	for (unsigned i = 0; i < s->n; i++) {
		const unsigned kind = cave_kind(g, s->kind[i]);
		unsigned n = 0;

		for (unsigned j = 0; j < me->n_hand; j++)
			n += cave_kind(g, me->hand[j]) == kind;
		s->twice[i] = n > 1;
		s->n_twice += n > 1;
		s->kind[i] = name_of(g, s->kind[i]);
	}
}

size_t
cave_discards(const struct game *g, struct order *out, size_t max)
{
	struct order_list list = { out, 0, max };
	struct spare s;

	find_spare(g, &s);
	for (unsigned i = 0; i < s.n; i++) {
		struct order o = order_of_card(ORDER_DISCARD, g->to_move, s.kind[i]);

		order_list_add(&list, &o);
		o.n_card = 2;
		for (unsigned j = i; j < s.n; j++) {
			o.card[1] = s.kind[j];
			if (j > i || s.twice[i])
				order_list_add(&list, &o);
		}
	}
	return list.n;
}

/* Order: each kind alone, then with itself if there are two, then with later kinds. */
bool
cave_pick_discard(
    const struct game *g, struct move_picker *who, struct order *room, struct order *o)
{
	struct spare s;
	size_t n, k, with;
	unsigned i = 0;

	(void)room;
	find_spare(g, &s);
	n = s.n + s.n_twice + (size_t)s.n * (s.n - 1) / 2;
	k = who->which(who, n);
	if (k >= n)
		return false;
	for (; k >= (with = 1u + s.twice[i] + (s.n - 1 - i)); i++)
		k -= with;
	*o = order_of_card(ORDER_DISCARD, g->to_move, s.kind[i]);
	if (k > 0) {
		o->n_card = 2;
		o->card[1] = s.kind[i + k - s.twice[i]];
	}
	return true;
}

/* ---- orders except discards ---- */

/* Step one: the action cards of the hand, the number of orders of each, and the ways to place the
 * path cards. */
struct step_one {
	struct cave_map map;
	unsigned n;
	card_id card[HAND_MAX + 1]; /* one spare entry for a branch-free write */
	size_t acts[HAND_MAX], n_places;
	struct cave_path_moves places;
};

static void
list_acts(struct cave_map *m, card_id card, struct order_list *list)
{
	const struct order blank = order_of_card(ORDER_ACT, m->g->to_move, name_of(m->g, card));

	cave_action_for[game_card(m->g, card)->action]->list(m, &blank, list);
}

/* Writes order number k with this card. */
static void
write_act(struct cave_map *m, card_id card, size_t k, struct order *room, struct order *o)
{
	const struct cave_action *action = cave_action_for[game_card(m->g, card)->action];
	struct order_list list = { room, 0, LEGAL_MAX };

	*o = order_of_card(ORDER_ACT, m->g->to_move, name_of(m->g, card));
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
	const struct order blank = order_of_card(ORDER_ACT, m->g->to_move, card);
	struct order_list list = { room, 0, LEGAL_MAX };

	if (action->count != NULL)
		return action->count(m, &blank);
	action->list(m, &blank, &list);
	return list.n;
}

static void
find_step_one(const struct game *g, struct step_one *s)
{
	card_id kind[HAND_MAX + 1];
	const unsigned n = hand_kinds(g, g->to_move, kind);

	cave_map_make(&s->map, g);
	s->n_places = cave_find_places(&s->map, kind, n, &s->places);
	s->n = 0;
	for (unsigned i = 0; i < n; i++) {
		const struct card_def *def = game_card(g, kind[i]);

		s->card[s->n] = kind[i];
		s->n += (def->class == CARD_ACTION) & (cave_action_for[def->action] != NULL);
	}
}

/* Counts all orders and writes only the chosen one. */
static bool
pick_step_one(const struct game *g, struct move_picker *who, struct order *room, struct order *o)
{
	UNSET struct step_one s;
	size_t n, k;
	unsigned i = 0;

	find_step_one(g, &s);
	n = s.n_places;
	if (n > 0 && who->passes(who))
		return false;
	for (i = 0; i < s.n; i++)
		n += s.acts[i] = count_acts(&s.map, s.card[i], room);
	k = who->which(who, n);
	if (k >= n)
		return false;
	if (k < s.n_places) {
		cave_write_place(g, &s.places, (unsigned)k, o);
		return true;
	}
	k -= s.n_places;
	for (i = 0; k >= s.acts[i]; i++)
		k -= s.acts[i];
	write_act(&s.map, s.card[i], k, room, o);
	return true;
}

static bool
pick_walk(const struct game *g, struct move_picker *who, struct order *o)
{
	UNSET struct cave_walk_moves w;
	size_t k;

	cave_find_walks(g, &w);
	k = who->which(who, w.n);
	if (k >= w.n)
		return false;
	cave_write_walk(&w, (unsigned)k, o);
	return true;
}

bool
cave_pick(const struct game *g, struct move_picker *who, struct order *room, struct order *o)
{
	return g->phase == PHASE_WALK ? pick_walk(g, who, o) : pick_step_one(g, who, room, o);
}

static void
list_walks(const struct game *g, struct order_list *list)
{
	UNSET struct cave_walk_moves w;
	struct order o;

	cave_find_walks(g, &w);
	for (unsigned i = 0; i < w.n; i++) {
		cave_write_walk(&w, i, &o);
		order_list_add(list, &o);
	}
}

static void
list_step_one(const struct game *g, struct order_list *list)
{
	UNSET struct step_one s;

	find_step_one(g, &s);
	cave_list_places(g, &s.places, list);
	for (unsigned i = 0; i < s.n; i++)
		list_acts(&s.map, s.card[i], list);
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
