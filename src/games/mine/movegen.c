/*
 * The mine: move generator.
 *
 * (N1) It has an order exactly if the order passes its check, and has it once.
 * (N2) Its order is that of the list. First come path cards by place, then in hand order, each as
 * printed before flipped. Then come ladders by place, then from the end of the hand; then actions
 * in hand order. An index means the same order in the generator and in the list.
 * (N3) Flipping a path card of a mine changes only its tunnels: door_at and gold_at are 0.
 */
#include <string.h>

#include "core/bits.h"
#include "core/unset.h"
#include "games/mine/movegen.h"

static void
start(struct mine_movegen *m, const struct game *g)
{
	const uint64_t everybody = (UINT64_C(1) << 4 * g->n_seats) - 1;
	uint64_t broken = 0;

	_Static_assert(4 * SEATS_MAX < 64, "a nibble for each seat");
	for (unsigned s = g->n_seats; s-- > 0;)
		broken = broken << 4 | g->seat[s].broken;
	m->g = g;
	m->tools[0] = everybody & ~broken;
	m->tools[1] = broken;
}

static void
start_seat(struct mine_movegen *m, uint8_t seat)
{
	m->seat = seat;
	m->n = m->n_rows = m->path.n = m->ladder.n = 0;
}

/* Writes the row to the next entry and counts it only if the set is not empty. */
static inline void
add_row(struct mine_movegen *m, card_id card, enum mine_form form, unsigned from, uint64_t set)
{
	struct mine_action_moves *row = &m->row[m->n_rows];
	const unsigned n = bits_count(set);

	row->set = set;
	row->form = (uint8_t)form;
	row->n = (uint8_t)n;
	row->from = (uint8_t)from;
	row->card = card;
	m->n_rows += n > 0;
	m->n += n;
}

void
mine_add_row(struct mine_movegen *m, card_id card, enum mine_form form, unsigned from, uint64_t set)
{
	add_row(m, card, form, from, set);
}

/* ---- actions ---- */

void
mine_movegen_add_seats(struct mine_movegen *m, card_id card, unsigned seats)
{
	mine_add_row(m, card, MINE_SEATS, 0, seats);
}

void
mine_movegen_add(struct mine_movegen *m, card_id card)
{
	mine_add_row(m, card, MINE_ALONE, 0, 1);
}

/* Returns the tools that a card with tools may be played on. */
static uint64_t
tools_for(const struct mine_movegen *m, const struct card_def *def)
{
	return def->tools * FIT_EACH & m->tools[def->action == ACTION_REPAIR];
}

static void
add_other_action(const struct mine_rules *rules, struct mine_movegen *m, card_id card)
{
	rules->action[game_card(m->g, card)->action]->offer(m, m->g, card);
}

/* Most action cards have tools; they are added without a branch. */
static void
add_action(const struct mine_rules *rules, struct mine_movegen *m, card_id card)
{
	const struct card_def *def = game_card(m->g, card);

	add_row(m, card, MINE_TOOLS, 0, tools_for(m, def));
	if (def->tools == 0)
		add_other_action(rules, m, card);
}

/* True if the card is an action card and the seat has an order with it. */
static bool
can_play_action(const struct mine_rules *rules, struct mine_movegen *m, card_id card)
{
	const struct card_def *def = game_card(m->g, card);

	if (tools_for(m, def) != 0)
		return true;
	if (def->class != CARD_ACTION || def->tools != 0)
		return false;
	add_other_action(rules, m, card);
	return m->n > 0;
}

/* ---- the hand ---- */

/* Moves the ladders to their own list, from the end of the hand. */
static void
sort_ladders(struct mine_movegen *m)
{
	struct mine_path_moves *const path = &m->path, *const ladder = &m->ladder;
	unsigned n = 0;

	for (unsigned i = path->n_cards; i-- > 0;)
		if ((game_card(m->g, path->card[i])->feature & FEATURE_LADDER) != 0)
			ladder->card[ladder->n_cards++] = path->card[i];
	for (unsigned i = 0; i < path->n_cards; i++)
		if ((game_card(m->g, path->card[i])->feature & FEATURE_LADDER) == 0)
			path->card[n++] = path->card[i];
	path->n_cards = n;
}

/* Sorts the hand into path and action cards. The hand is unpredictable, so the loop is branch-free
 * except for ladders, which are rare. It writes each card to the next path entry and the next
 * action entry, and counts only the right one. */
static void
sort_hand(struct mine_movegen *m)
{
	const struct card_def *const def = m->g->rules->card;
	const card_id *const hand = m->g->seat[m->seat].hand;
	const unsigned n_hand = m->g->seat[m->seat].n_hand;
	struct kinds_seen seen = KINDS_SEEN_NONE;
	unsigned paths = 0, actions = 0, features = 0;

	for (unsigned i = 0; i < n_hand; i++) {
		const card_id c = hand[i];
		const unsigned new = kind_is_new(&seen, c);
		const struct card_def *d = &def[c & (0u - new)]; /* a hidden card has no tunnels */
		const unsigned path = new &(d->tunnel != 0);     /* (G2) */

		m->path.card[paths] = m->action[actions] = c;
		paths += path;
		actions += new ^ path;
		features |= d->feature;
	}
	m->path.n_cards = paths;
	m->n_actions = actions;
	m->ladder.n_cards = 0;
	if ((features & FEATURE_LADDER) != 0)
		sort_ladders(m);
}

/* ---- path cards ---- */

/* Lists the ways of the cards: as printed, then flipped if that differs (N3). Branch-free: each
 * flipped card is written, and counted only if it differs. */
static void
make_ways(const struct game *g, struct mine_path_moves *l)
{
	unsigned n = 0;

	for (unsigned i = 0; i < l->n_cards; i++) {
		const uint8_t tunnel = game_card(g, l->card[i])->tunnel;
		const uint8_t open = tunnel_open(tunnel);

		l->way[n].card = l->way[n + 1].card = l->card[i];
		l->way[n].flags = 0;
		l->way[n].open = open;
		l->way[n + 1].flags = ORDER_FLIPPED;
		l->way[n + 1].open = edges_rotated(open);
		n += 1u + (tunnel_rotated(tunnel) != tunnel);
	}
	l->n_ways = n;
}

/* Computes the nibbles of the ways. */
static void
pack_ways(struct mine_path_moves *l)
{
	memset(l->open, 0, sizeof l->open);
	memset(l->all, 0, sizeof l->all);
	for (unsigned k = 0; k < l->n_ways; k++) {
		l->open[k / FIT_WAYS] |= (uint64_t)l->way[k].open << 4 * (k % FIT_WAYS);
		l->all[k / FIT_WAYS] |= UINT64_C(1) << 4 * (k % FIT_WAYS);
	}
}

/* Returns bit 4 * i for each way i of one word that fits. */
static uint64_t
ways_that_fit(const struct mine_path_moves *l, struct fit fit, unsigned word)
{
	return fit_allowed(fit, l->open[word]) & l->all[word];
}

/* Counts the ways that fit at a place. */
static unsigned
count_ways_at(const struct mine_path_moves *l, struct fit fit)
{
	unsigned n = bits_count_nibbles(ways_that_fit(l, fit, 0));

	if (l->n_ways > FIT_WAYS)
		n += bits_count_nibbles(ways_that_fit(l, fit, 1));
	return n;
}

static void
add_ways_cached(struct mine_movegen *m)
{
	const struct frontier *cached = &m->g->board.frontier;

	make_ways(m->g, &m->path);
	m->path.gap = cached->cell;
	m->path.n_gaps = cached->n;
	for (unsigned k = 0; k < m->path.n_ways; k++)
		m->path.n += frontier_fit_count(cached, m->path.way[k].open);
}

static void
add_ways_found(
    struct mine_movegen *m, struct mine_path_moves *l, const struct frontier_cell *gap, unsigned n)
{
	make_ways(m->g, l);
	pack_ways(l);
	l->gap = gap;
	l->n_gaps = n;
	for (unsigned i = 0; i < n; i++)
		l->n += count_ways_at(l, gap[i].fit);
}

/* Searches the board for what is not cached. Not inline: a survey needs a large frame. */
static void
add_ways_searched(struct mine_movegen *m, bool paths)
{
	const struct mine_path_moves *l = &m->ladder;
	unsigned open = 0;
	UNSET struct mine mine;

	mine_lay_out(&mine, m->g);
	if (paths) {
		mine_find_reach(&mine, m->g);
		add_ways_found(m, &m->path, m->found, mine_frontier_compute(&mine, m->found));
	}
	for (unsigned i = 0; i < l->n_cards; i++)
		open |= tunnel_open(game_card(m->g, l->card[i])->tunnel);
	open |= edges_rotated((uint8_t)open);
	if (open != 0) /* ladders need not be connected */
		add_ways_found(m, &m->ladder, m->for_ladders,
		    mine_frontier_ladders(m->g, &mine, open, m->for_ladders));
}

static void
add_paths(const struct mine_rules *rules, struct mine_movegen *m)
{
	const struct frontier *cached = &m->g->board.frontier;

	if (rules->may_build(m->g, m->seat) != VERDICT_OK)
		return;
	if (cached->known)
		add_ways_cached(m);
	if ((!cached->known && m->path.n_cards > 0) || m->ladder.n_cards > 0)
		add_ways_searched(m, !cached->known);
}

/* ---- lists and choices ---- */

static const struct order blank = { .n_card = 1, .to = SEAT_NONE };

/* Writes the order to place way number k of those that fit, at frontier place i. */
static void
write_path(const struct mine_movegen *m, const struct mine_path_moves *l, unsigned i, unsigned k,
    struct order *o)
{
	uint64_t set = ways_that_fit(l, l->gap[i].fit, 0);
	const unsigned n = bits_count_nibbles(set);
	unsigned way = 0;

	if (k >= n) {
		set = ways_that_fit(l, l->gap[i].fit, 1);
		way = FIT_WAYS;
		k -= n;
	}
	way += bits_nth(set, k) / 4;
	*o = blank;
	o->kind = ORDER_PLACE;
	o->seat = m->seat;
	o->card[0] = l->way[way].card;
	o->flags = l->way[way].flags;
	o->n_at = 1;
	o->at[0].x = l->gap[i].x;
	o->at[0].y = l->gap[i].y;
}

/* Writes the order of this bit of the row. */
static void
write_order(const struct mine_movegen *m, const struct mine_action_moves *row, unsigned bit,
    struct order *o)
{
	const struct game *g = m->g;
	uint8_t tools;

	*o = blank;
	o->kind = ORDER_ACT;
	o->seat = m->seat;
	o->card[0] = row->card;
	switch ((enum mine_form)row->form) {
	case MINE_SEATS:
		o->to = (uint8_t)bit;
		break;
	case MINE_TOOLS:
		tools = game_card(g, row->card)->tools;
		o->to = (uint8_t)(bit / 4);
		if ((tools & (tools - 1)) != 0) /* only a card with two tools needs a name */
			o->what = (uint8_t)(1u << bit % 4);
		break;
	case MINE_CELLS:
		o->n_at = 1;
		o->at[0].x = g->board.cell[row->from + bit].x;
		o->at[0].y = g->board.cell[row->from + bit].y;
		break;
	case MINE_ALONE:
		break;
	}
}

static void
make(const struct mine_rules *rules, const struct game *g, struct mine_movegen *m)
{
	start(m, g);
	start_seat(m, g->to_move);
	sort_hand(m);
	add_paths(rules, m);
	for (unsigned i = 0; i < m->n_actions; i++)
		add_action(rules, m, m->action[i]);
}

/* Appends all orders of these path moves to the list. */
static void
write_paths(const struct mine_movegen *m, struct mine_path_moves *l, struct order_list *list)
{
	if (l->n == 0) /* nothing else of it is set */
		return;
	pack_ways(l);
	for (unsigned i = 0; i < l->n_gaps; i++) {
		const unsigned n = count_ways_at(l, l->gap[i].fit);

		for (unsigned k = 0; k < n && list->n < list->max; k++)
			write_path(m, l, i, k, &list->at[list->n++]);
	}
}

/* Appends the orders of all rows to the list. */
static void
write_orders(const struct mine_movegen *m, struct order_list *list)
{
	for (unsigned i = 0; i < m->n_rows; i++)
		for (uint64_t set = m->row[i].set; set != 0 && list->n < list->max; set &= set - 1)
			write_order(m, &m->row[i], bits_first(set), &list->at[list->n++]);
}

size_t
mine_plays(const struct mine_rules *rules, const struct game *g, struct order *out, size_t max)
{
	struct order_list list = { out, 0, max };
	UNSET struct mine_movegen m;

	make(rules, g, &m);
	write_paths(&m, &m.path, &list);
	write_paths(&m, &m.ladder, &list);
	write_orders(&m, &list);
	return list.n;
}

void
mine_list_action(
    const struct mine_action *action, const struct game *g, card_id card, struct order_list *list)
{
	UNSET struct mine_movegen m;

	start(&m, g);
	start_seat(&m, g->to_move);
	action->offer(&m, g, card);
	write_orders(&m, list);
}

/* Writes order number k of path moves that have more than k. */
static void
pick_path(const struct mine_movegen *m, struct mine_path_moves *l, unsigned k, struct order *o)
{
	unsigned i = 0, n;

	pack_ways(l);
	for (; (n = count_ways_at(l, l->gap[i].fit)) <= k; i++)
		k -= n;
	write_path(m, l, i, k, o);
}

bool
mine_pick(
    const struct mine_rules *rules, const struct game *g, struct move_picker *who, struct order *o)
{
	UNSET struct mine_movegen m;
	const struct mine_action_moves *row = m.row;
	unsigned n, k;
	size_t chosen;

	make(rules, g, &m);
	n = m.path.n + m.ladder.n + m.n;
	chosen = who->which(who, n);
	if (chosen >= n)
		return false;
	k = (unsigned)chosen;
	if (k < m.path.n) {
		pick_path(&m, &m.path, k, o);
		return true;
	}
	k -= m.path.n;
	if (k < m.ladder.n) {
		pick_path(&m, &m.ladder, k, o);
		return true;
	}
	for (k -= m.ladder.n; k >= row->n; row++)
		k -= row->n;
	write_order(&m, row, bits_nth(row->set, k), o);
	return true;
}

/* True if the card in `able` is playable, as far as can be seen from this card alone. */
static bool
is_still_able(const struct mine_rules *rules, struct mine_movegen *m, const uint8_t able[static 2])
{
	const struct seat *me = &m->g->seat[able[0]];

	if (memchr(me->hand, able[1], me->n_hand) == NULL)
		return false;
	start_seat(m, able[0]);
	if (game_card(m->g, able[1])->class != CARD_PATH)
		return can_play_action(rules, m, able[1]);
	m->path.card[0] = able[1];
	m->path.n_cards = m->g->board.frontier.known;
	m->ladder.n_cards = 0;
	add_paths(rules, m);
	return m->path.n > 0;
}

static bool
find_actor(const struct mine_rules *rules, struct mine_movegen *m, uint8_t able[static 2])
{
	for (uint8_t s = 0; s < m->g->n_seats; s++) {
		const struct seat *me = &m->g->seat[s];

		start_seat(m, s);
		for (unsigned i = 0; i < me->n_hand; i++)
			if (can_play_action(rules, m, me->hand[i])) {
				able[0] = s;
				able[1] = me->hand[i];
				return true;
			}
	}
	return false;
}

static bool
find_builder(const struct mine_rules *rules, struct mine_movegen *m, uint8_t able[static 2])
{
	for (uint8_t s = 0; s < m->g->n_seats; s++) {
		start_seat(m, s);
		sort_hand(m);
		add_paths(rules, m);
		if (m->path.n + m->ladder.n == 0)
			continue;
		able[0] = s;
		for (unsigned i = 0; i < m->g->seat[s].n_hand; i++) {
			able[1] = m->g->seat[s].hand[i];
			if (is_still_able(rules, m, able))
				break;
		}
		return true;
	}
	return false;
}

bool
mine_anyone_can_play(const struct mine_rules *rules, const struct game *g, uint8_t able[static 2])
{
	UNSET struct mine_movegen m;

	start(&m, g);
	/* Path cards last: they may need a search, and usually some player has an action. */
	if (is_still_able(rules, &m, able) || find_actor(rules, &m, able))
		return true;
	for (uint8_t s = 0; s < g->n_seats && rules->may_clear != NULL; s++)
		if (rules->may_clear(g, s))
			return true;
	return find_builder(rules, &m, able);
}
