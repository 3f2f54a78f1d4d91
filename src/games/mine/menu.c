/*
 * The mine: what a seat may play.
 *
 * (N1) a menu holds an order exactly if the order passes its check, and holds it once.
 * (N2) its order is that of the list: path cards by place, there as they come in the hand, each as
 *      printed before turned; then ladders by place, there from the back of the hand; then
 *      actions, as they come in the hand.  A number means the same order in a menu and in a list.
 * (N3) what fits is asked of fit_clashes alone, for all ways to lay a hand at once.
 */
#include <string.h>

#include "core/bits.h"
#include "games/mine/menu.h"

static void
start(struct mine_menu *m, const struct game *g, uint8_t seat, bool one_will_do)
{
	m->one_will_do = one_will_do;
	m->g = g;
	m->seat = seat;
	m->n = m->n_rows = 0;
}

/* The row is written where the next one goes, and counts only if it is not empty. */
void
mine_add_row(struct mine_menu *m, struct mine_row row)
{
	row.n = (uint8_t)bits_count(row.set);
	m->row[m->n_rows] = row;
	m->n_rows += row.n > 0;
	m->n += row.n;
}

/* ---- actions ---- */

void
mine_offer_seats(struct mine_menu *m, card_id card, unsigned seats)
{
	mine_add_row(m, (struct mine_row){ .form = MINE_SEATS, .card = card, .set = seats });
}

void
mine_offer_tools(struct mine_menu *m, card_id card, uint64_t tools)
{
	mine_add_row(m, (struct mine_row){ .form = MINE_TOOLS, .card = card, .set = tools });
}

void
mine_offer(struct mine_menu *m, card_id card)
{
	mine_add_row(m, (struct mine_row){ .form = MINE_ALONE, .card = card, .set = 1 });
}

static void
offer_action(const struct mine_rules *rules, struct mine_menu *m, card_id card)
{
	const struct mine_action *action = rules->action[game_card(m->g, card)->action];

	if (action != NULL)
		action->offer(m, m->g, card);
}

/* ---- path cards ---- */

/* The kinds of card in a hand, as they come. */
struct kinds {
	unsigned n_paths, n_ladders, n_actions;
	card_id path[HAND_MAX], ladder[HAND_MAX], action[HAND_MAX];
};

/* Nobody can foretell what a hand holds, so here and in add_ways nothing branches on it: a card is written
 * in vain, and the count, which no store of a card can change, says where it belongs. */
static void
sort_hand(const struct game *g, uint8_t seat, struct kinds *k)
{
	const struct card_def *const def = g->rules->card;
	const card_id *const hand = g->seat[seat].hand;
	const unsigned n_hand = g->seat[seat].n_hand;
	struct kinds_seen seen = { { 0 } };
	unsigned paths = 0, ladders = 0, actions = 0;

	for (unsigned i = 0; i < n_hand; i++) {
		const card_id c = hand[i];
		const unsigned new = kind_is_new(&seen, c);
		const struct card_def *d = &def[c & (0u - new)]; /* what is hidden has none */
		const unsigned ladder = (d->feature & FEATURE_LADDER) != 0;
		const unsigned path = d->class == CARD_PATH;

		k->path[paths] = c;
		paths += new &path & ~ladder;
		k->ladder[ladders] = c;
		ladders += new &path &ladder;
		k->action[actions] = c;
		actions += new &(path ^ 1u);
	}
	k->n_paths = paths;
	k->n_ladders = ladders;
	k->n_actions = actions;
}

/* A card as printed, and turned if that is not the same. */
static void
add_ways(struct mine_ways *w, const struct game *g, card_id card)
{
	const struct card_def *def = game_card(g, card);
	const uint8_t open = tunnel_open(def->tunnel);
	const unsigned n = w->n, two = !card_is_symmetric(def), next = n + 1;

	w->open[n / FIT_WAYS] |= (uint64_t)open << 4 * (n % FIT_WAYS);
	w->open[next / FIT_WAYS] |= (uint64_t)edges_turned(open) * two << 4 * (next % FIT_WAYS);
	w->n = next + two;
	w->at[n].card = w->at[next].card = card;
	w->at[n].flags = 0;
	w->at[next].flags = ORDER_FLIPPED;
}

/* The ways to lay the path cards of a hand (N2). */
static void
find_ways(struct mine_ways *w, const struct game *g, const struct kinds *k)
{
	w->n = 0;
	memset(w->open, 0, sizeof w->open);
	for (unsigned i = 0; i < k->n_paths; i++)
		add_ways(w, g, k->path[i]);
	w->n_paths = w->n;
	for (unsigned i = k->n_ladders; i > 0; i--)
		add_ways(w, g, k->ladder[i - 1]);
}

/* Bit 4 * i for those of the ways first .. end-1 that word number `word` has. */
static uint64_t
ways_in_word(unsigned first, unsigned end, unsigned word)
{
	uint64_t below[2];

	for (unsigned k = 0; k < 2; k++) {
		unsigned n = k == 0 ? first : end, before = word * FIT_WAYS;

		n = n > before ? n - before : 0;
		below[k] = n < FIT_WAYS ? FIT_EACH & ((UINT64_C(1) << 4 * n) - 1) : FIT_EACH;
	}
	return below[1] & ~below[0];
}

/* The ways of one word that fit, for each of `of`: bit 0 of its nibble. */
static uint64_t
ways_that_fit(struct fit fit, uint64_t open, uint64_t of)
{
	uint64_t clash = fit_clashes(fit, open);

	clash |= clash >> 2;
	clash |= clash >> 1; /* bit 0: any of the four */
	return ~clash & of;
}

/* Every way among first .. end-1 to lay a card on one of these places: place by place, and there word by
 * word (N2).  Most of a simulation is spent here: a row is written in its place, and counts only if it is
 * not empty. */
static void
offer_ways(struct mine_menu *m, unsigned first, unsigned end, const struct gap *gap, unsigned n)
{
	const unsigned words = first < end ? (end + FIT_WAYS - 1) / FIT_WAYS : 0;
	struct mine_row *row = &m->row[m->n_rows];
	uint64_t open[MINE_WAY_WORDS], of[MINE_WAY_WORDS];
	unsigned orders = 0;

	for (unsigned k = 0; k < words; k++) {
		open[k] = m->ways.open[k];
		of[k] = ways_in_word(first, end, k);
	}
	for (unsigned i = 0; i < n * words; i++) {
		const unsigned at = words == 1 ? i : i / words, k = i - at * words;
		const uint64_t set = ways_that_fit(gap[at].fit, open[k], of[k]);
		const unsigned n_fit = bits_count_nibbles(set);

		row->set = set;
		row->form = MINE_PATH;
		row->n = (uint8_t)n_fit;
		row->from = (uint8_t)(k * FIT_WAYS);
		row->x = gap[at].x;
		row->y = gap[at].y;
		orders += n_fit;
		row += n_fit > 0;
	}
	m->n += orders;
	m->n_rows = (unsigned)(row - m->row);
}

/* The table is searched only for what is not kept. */
static void
offer_ways_searched(struct mine_menu *m, bool paths)
{
	const struct mine_ways *w = &m->ways;
	struct gap gap[FRONT_MAX];
	unsigned open = 0;
	struct mine mine;

	mine_lay_out(&mine, m->g);
	if (paths) {
		mine_find_reach(&mine, m->g);
		offer_ways(m, 0, w->n_paths, gap, mine_find_gaps(m->g, &mine, gap));
	}
	for (unsigned i = w->n_paths; i < w->n; i++)
		open |= (unsigned)(w->open[i / FIT_WAYS] >> 4 * (i % FIT_WAYS)) & 0x0f;
	if (open != 0) /* they need not be connected */
		offer_ways(m, w->n_paths, w->n, gap, mine_find_ladder_gaps(m->g, &mine, open, gap));
}

static void
offer_paths(const struct mine_rules *rules, struct mine_menu *m, const struct kinds *k)
{
	const struct gaps *kept = &m->g->board.gaps;
	bool search;

	if (rules->may_build(m->g, m->seat) != VERDICT_OK)
		return;
	find_ways(&m->ways, m->g, k);
	search = !kept->known && m->ways.n_paths > 0;
	if (!search)
		offer_ways(m, 0, m->ways.n_paths, kept->at, kept->n);
	if (search || m->ways.n > m->ways.n_paths)
		offer_ways_searched(m, search);
}

/* ---- from the menu ---- */

/* The order of this bit of the row. */
static void
write_order(const struct mine_menu *m, const struct mine_row *row, unsigned bit, struct order *o)
{
	const struct game *g = m->g;
	uint8_t tools;

	*o = (struct order){ .kind = ORDER_ACT,
		.seat = m->seat,
		.n_card = 1,
		.card = { row->card },
		.to = SEAT_NONE };
	switch ((enum mine_form)row->form) {
	case MINE_PATH:
		o->kind = ORDER_PLACE;
		o->card[0] = m->ways.at[row->from + bit / 4].card;
		o->flags = m->ways.at[row->from + bit / 4].flags;
		o->n_at = 1;
		o->at[0].x = row->x;
		o->at[0].y = row->y;
		break;
	case MINE_SEATS:
		o->to = (uint8_t)bit;
		break;
	case MINE_TOOLS:
		tools = game_card(g, row->card)->tools;
		o->to = (uint8_t)(bit / 4);
		if ((tools & (tools - 1)) != 0) /* only a double card names one */
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
make(const struct mine_rules *rules, const struct game *g, struct mine_menu *m)
{
	struct kinds k;

	sort_hand(g, g->to_move, &k);
	start(m, g, g->to_move, false);
	offer_paths(rules, m, &k);
	for (unsigned i = 0; i < k.n_actions; i++)
		offer_action(rules, m, k.action[i]);
}

/* All of the menu, behind the list. */
static void
write_orders(const struct mine_menu *m, struct order_list *list)
{
	for (unsigned i = 0; i < m->n_rows; i++)
		for (uint64_t set = m->row[i].set; set != 0 && list->n < list->max; set &= set - 1)
			write_order(m, &m->row[i], bits_first(set), &list->at[list->n++]);
}

size_t
mine_plays(const struct mine_rules *rules, const struct game *g, struct order *out, size_t max)
{
	struct order_list list = { out, 0, max };
	struct mine_menu m;

	make(rules, g, &m);
	write_orders(&m, &list);
	return list.n;
}

void
mine_list_action(
    const struct mine_action *action, const struct game *g, card_id card, struct order_list *list)
{
	struct mine_menu m;

	start(&m, g, g->to_move, false);
	action->offer(&m, g, card);
	write_orders(&m, list);
}

bool
mine_pick(
    const struct mine_rules *rules, const struct game *g, struct chooser *who, struct order *o)
{
	struct mine_menu m;
	const struct mine_row *row = m.row;
	size_t k;

	make(rules, g, &m);
	k = who->which(who, m.n);
	if (k >= m.n)
		return false;
	for (; k >= row->n; row++)
		k -= row->n;
	write_order(&m, row, bits_nth(row->set, (unsigned)k), o);
	return true;
}

bool
mine_anyone_can_play(const struct mine_rules *rules, const struct game *g)
{
	struct mine_menu m;
	struct kinds k;

	/* Paths last: where they go may have to be searched for, and mostly somebody has an action. */
	for (uint8_t s = 0; s < g->n_seats; s++) {
		start(&m, g, s, true);
		for (unsigned i = 0; i < g->seat[s].n_hand && m.n == 0; i++)
			offer_action(rules, &m, g->seat[s].hand[i]);
		if (m.n > 0)
			return true;
	}
	for (uint8_t s = 0; s < g->n_seats && rules->may_clear != NULL; s++)
		if (rules->may_clear(g, s))
			return true;
	for (uint8_t s = 0; s < g->n_seats && m.n == 0; s++) {
		start(&m, g, s, true);
		sort_hand(g, s, &k);
		offer_paths(rules, &m, &k);
	}
	return m.n > 0;
}
