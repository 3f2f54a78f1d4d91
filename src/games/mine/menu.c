/*
 * The mine: what a seat may play.
 *
 * (N1) a menu holds an order exactly if the order passes its check, and holds it once.
 * (N2) its order is that of the list: path cards by place, there as they come in the hand, each as
 *      printed before turned; then ladders by place, there from the back of the hand; then
 *      actions, as they come in the hand.  A number means the same order in a menu and in a list.
 * (N3) what fits is asked of fit_clashes alone, for all ways to lay a hand at once.
 * (N4) no path card of a mine has more that turning changes than its tunnels: door_at and gold_at are 0.
 */
#include <string.h>

#include "core/bits.h"
#include "games/mine/menu.h"

static void
start(struct mine_menu *m, const struct game *g)
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
start_seat(struct mine_menu *m, uint8_t seat, bool one_will_do)
{
	m->one_will_do = one_will_do;
	m->seat = seat;
	m->n = m->n_rows = m->path.n = m->ladder.n = 0;
}

/* The row is written where the next one goes, and counts only if it is not empty. */
static inline void
add_row(struct mine_menu *m, struct mine_row row)
{
	row.n = (uint8_t)bits_count(row.set);
	m->row[m->n_rows] = row;
	m->n_rows += row.n > 0;
	m->n += row.n;
}

void
mine_add_row(struct mine_menu *m, struct mine_row row)
{
	add_row(m, row);
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

/* Those that the card may be played on, of cards that have tools. */
static uint64_t
tools_for(const struct mine_menu *m, const struct card_def *def)
{
	return def->tools * FIT_EACH & m->tools[def->action == ACTION_REPAIR];
}

static void
offer_other_action(const struct mine_rules *rules, struct mine_menu *m, card_id card)
{
	const struct mine_action *action = rules->action[game_card(m->g, card)->action];

	if (action != NULL)
		action->offer(m, m->g, card);
}

/* Most action cards have tools, and are offered without a branch. */
static void
offer_action(const struct mine_rules *rules, struct mine_menu *m, card_id card)
{
	const struct card_def *def = game_card(m->g, card);

	add_row(m, (struct mine_row){ .form = MINE_TOOLS, .card = card, .set = tools_for(m, def) });
	if (def->tools == 0)
		offer_other_action(rules, m, card);
}

/* Is there an order with an action card of the seat? */
static bool
can_act(const struct mine_rules *rules, struct mine_menu *m)
{
	const struct seat *me = &m->g->seat[m->seat];

	for (unsigned i = 0; i < me->n_hand; i++) {
		const struct card_def *def = game_card(m->g, me->hand[i]);

		if (tools_for(m, def) != 0)
			return true;
		if (def->class != CARD_ACTION || def->tools != 0)
			continue;
		offer_other_action(rules, m, me->hand[i]);
		if (m->n > 0)
			return true;
	}
	return false;
}

/* ---- the hand ---- */

/*
 * The ways to lay a card, by its tunnel: its open edges as printed and turned, and above them bit 0 of each nibble
 * that is a way: turned, only what looks different then.  A card that is turned exchanges opposite sides; it is
 * the same also if that exchanges its tunnels 1 and 2.
 */
#define OPEN(t)                                                                \
	((((t)&0x03) != 0) | (((t)&0x0c) != 0) << 1 | (((t)&0x30) != 0) << 2 | \
	    (((t)&0xc0) != 0) << 3)
#define TURNED(t)    (((t) << 4 | (t) >> 4) & 0xff)
#define EXCHANGED(t) ((t) ^ (((t) ^ (t) >> 1) & 0x55) * 3)
#define WAYS(t)                                    \
	(OPEN(t) | OPEN(TURNED(t)) << 4 | 1 << 8 | \
	    (TURNED(t) != (t) && EXCHANGED(TURNED(t)) != (t)) << 12)
#define WAYS4(t)  WAYS(t), WAYS((t) + 1), WAYS((t) + 2), WAYS((t) + 3)
#define WAYS16(t) WAYS4(t), WAYS4((t) + 4), WAYS4((t) + 8), WAYS4((t) + 12)
#define WAYS64(t) WAYS16(t), WAYS16((t) + 16), WAYS16((t) + 32), WAYS16((t) + 48)
static const uint16_t ways_of[256] = { WAYS64(0), WAYS64(64), WAYS64(128), WAYS64(192) };

/* Ladders are offered for themselves: the hand from its back, each way that counted among the others. */
static void
sort_ladders(struct mine_menu *m, const card_id *hand, unsigned n_hand)
{
	struct mine_ways *const paths = &m->path.ways, *const ladders = &m->ladder.ways;

	for (unsigned i = 0; i < n_hand; i++) {
		const unsigned from = i / MINE_WORD_CARDS, shift = i % MINE_WORD_CARDS * 8;
		const unsigned back = n_hand - 1 - i, to = back / MINE_WORD_CARDS;
		const unsigned shift_to = back % MINE_WORD_CARDS * 8;
		const uint64_t all = UINT64_C(0xff) << shift;

		ladders->card[back] = hand[i];
		ladders->open[to] |= (paths->open[from] & all) >> shift << shift_to;
		if (hand[i] == CARD_HIDDEN ||
		    (game_card(m->g, hand[i])->feature & FEATURE_LADDER) == 0)
			continue;
		ladders->of[to] |= (paths->of[from] & all) >> shift << shift_to;
		paths->of[from] &= ~all;
	}
}

/* Nobody can foretell what a hand holds, so nothing branches on it but on ladders, which are few: what is not new,
 * or no path card, counts as no way. */
static void
sort_hand(struct mine_menu *m)
{
	const struct card_def *const def = m->g->rules->card;
	const card_id *const hand = m->g->seat[m->seat].hand;
	const unsigned n_hand = m->g->seat[m->seat].n_hand;
	struct kinds_seen seen = { { 0 } };
	unsigned actions = 0, features = 0, n_words = 0;

	memset(m->ladder.ways.of, 0, sizeof m->ladder.ways.of);
	memset(m->ladder.ways.open, 0, sizeof m->ladder.ways.open);
	memcpy(m->path.ways.card, hand, HAND_MAX);
	for (unsigned i = 0, to; i < n_hand; i = to) {
		const unsigned unused = i + MINE_WORD_CARDS > n_hand ?
		    i + MINE_WORD_CARDS - n_hand :
		    0;
		uint64_t open = 0, of = 0;

		for (to = i + MINE_WORD_CARDS - unused; i < to; i++) {
			const card_id c = hand[i];
			const unsigned new = kind_is_new(&seen, c);
			const struct card_def *d =
			    &def[c & (0u - new)]; /* what is hidden has none */
			const unsigned path = new &(d->class == CARD_PATH),
				       ways = ways_of[d->tunnel];

			open = open >> 8 | (uint64_t)ways << 56;
			of = of >> 8 | (uint64_t)(ways >> 8 & (0u - path)) << 56;
			features |= d->feature;
			m->action[actions] = c;
			actions += new ^ path; /* (G2) */
		}
		m->path.ways.open[n_words] = open >> 8 * unused;
		m->path.ways.of[n_words++] = of >> 8 * unused;
	}
	m->n_words = n_words;
	m->n_actions = actions;
	if ((features & FEATURE_LADDER) != 0)
		sort_ladders(m, hand, n_hand);
}

/* ---- path cards ---- */

/* The ways of one word that fit, for each of `of`: bit 0 of its nibble. */
static uint64_t
ways_that_fit(struct fit fit, uint64_t open, uint64_t of)
{
	uint64_t clash = fit_clashes(fit, open);

	clash |= clash >> 2;
	clash |= clash >> 1; /* bit 0: any of the four */
	return ~clash & of;
}

static bool
has_ways(const struct mine_ways *w, unsigned n_words)
{
	uint64_t of = 0;

	for (unsigned k = 0; k < n_words; k++)
		of |= w->of[k];
	return of != 0;
}

/* Each way counts its places in its nibble, as many as this has room for. */
static void
offer_ways(struct mine_laying *l, unsigned n_words, const struct gap *gap, unsigned n_gaps)
{
	enum { ROOM = 15 };

	l->gap = gap;
	l->n_gaps = n_gaps;
	for (unsigned k = 0; k < n_words; k++) {
		const uint64_t open = l->ways.open[k], of = l->ways.of[k];

		for (unsigned i = 0, to; i < n_gaps; i = to) {
			uint64_t places = 0;

			for (to = n_gaps - i < ROOM ? n_gaps : i + ROOM; i < to; i++)
				places += ways_that_fit(gap[i].fit, open, of);
			l->n += bits_sum_nibbles(places);
		}
	}
}

/* The table is searched only for what is not kept. */
static void
offer_ways_searched(struct mine_menu *m, bool paths)
{
	const struct mine_ways *w = &m->ladder.ways;
	uint64_t open = 0;
	struct mine mine;

	mine_lay_out(&mine, m->g);
	if (paths) {
		mine_find_reach(&mine, m->g);
		offer_ways(&m->path, m->n_words, m->found, mine_find_gaps(m->g, &mine, m->found));
	}
	for (unsigned k = 0; k < m->n_words; k++)
		for (unsigned i = 0; i < FIT_WAYS; i++)
			open |= w->open[k] >> 4 * i & (0u - (w->of[k] >> 4 * i & 1)) & 0x0f;
	if (open != 0) /* they need not be connected */
		offer_ways(&m->ladder, m->n_words, m->found_for_ladders,
		    mine_find_ladder_gaps(m->g, &mine, (unsigned)open, m->found_for_ladders));
}

static void
offer_paths(const struct mine_rules *rules, struct mine_menu *m)
{
	const struct gaps *kept = &m->g->board.gaps;
	bool search;

	if (rules->may_build(m->g, m->seat) != VERDICT_OK)
		return;
	search = !kept->known && has_ways(&m->path.ways, m->n_words);
	if (kept->known)
		offer_ways(&m->path, m->n_words, kept->at, kept->n);
	if (search || has_ways(&m->ladder.ways, m->n_words))
		offer_ways_searched(m, search);
}

/* ---- from the menu ---- */

static const struct order blank = { .n_card = 1, .to = SEAT_NONE };

/* The order of this way, in word k, to lay a card there. */
static void
write_laying(const struct mine_menu *m, const struct mine_laying *l, const struct gap *gap,
    unsigned k, unsigned bit, struct order *o)
{
	*o = blank;
	o->kind = ORDER_PLACE;
	o->seat = m->seat;
	o->card[0] = l->ways.card[k * MINE_WORD_CARDS + bit / 8];
	o->flags = bit / 4 % 2 != 0 ? ORDER_FLIPPED : 0;
	o->n_at = 1;
	o->at[0].x = gap->x;
	o->at[0].y = gap->y;
}

/* The order of this bit of the row. */
static void
write_order(const struct mine_menu *m, const struct mine_row *row, unsigned bit, struct order *o)
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
	start(m, g);
	start_seat(m, g->to_move, false);
	sort_hand(m);
	offer_paths(rules, m);
	for (unsigned i = 0; i < m->n_actions; i++)
		offer_action(rules, m, m->action[i]);
}

/* All of a laying, behind the list. */
static void
write_layings(const struct mine_menu *m, const struct mine_laying *l, struct order_list *list)
{
	for (unsigned i = 0; i < l->n_gaps && l->n > 0; i++)
		for (unsigned k = 0; k < m->n_words; k++) {
			uint64_t set = ways_that_fit(l->gap[i].fit, l->ways.open[k], l->ways.of[k]);

			for (; set != 0 && list->n < list->max; set &= set - 1)
				write_laying(
				    m, l, &l->gap[i], k, bits_first(set), &list->at[list->n++]);
		}
}

/* All rows, behind the list. */
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
	write_layings(&m, &m.path, &list);
	write_layings(&m, &m.ladder, &list);
	write_orders(&m, &list);
	return list.n;
}

void
mine_list_action(
    const struct mine_action *action, const struct game *g, card_id card, struct order_list *list)
{
	struct mine_menu m;

	start(&m, g);
	start_seat(&m, g->to_move, false);
	action->offer(&m, g, card);
	write_orders(&m, list);
}

/* Number k of a laying that has more. */
static void
pick_laying(const struct mine_menu *m, const struct mine_laying *l, unsigned k, struct order *o)
{
	const struct gap *gap = l->gap;
	unsigned word = 0, n;
	uint64_t set;

	for (;;) {
		set = ways_that_fit(gap->fit, l->ways.open[word], l->ways.of[word]);
		n = bits_count_nibbles(set);
		if (k < n)
			break;
		k -= n;
		word = word + 1 < m->n_words ? word + 1 : 0;
		gap += word == 0;
	}
	write_laying(m, l, gap, word, bits_nth(set, k), o);
}

bool
mine_pick(
    const struct mine_rules *rules, const struct game *g, struct chooser *who, struct order *o)
{
	struct mine_menu m;
	const struct mine_row *row = m.row;
	unsigned n, k;
	size_t chosen;

	make(rules, g, &m);
	n = m.path.n + m.ladder.n + m.n;
	chosen = who->which(who, n);
	if (chosen >= n)
		return false;
	k = (unsigned)chosen;
	if (k < m.path.n) {
		pick_laying(&m, &m.path, k, o);
		return true;
	}
	k -= m.path.n;
	if (k < m.ladder.n) {
		pick_laying(&m, &m.ladder, k, o);
		return true;
	}
	for (k -= m.ladder.n; k >= row->n; row++)
		k -= row->n;
	write_order(&m, row, bits_nth(row->set, k), o);
	return true;
}

bool
mine_anyone_can_play(const struct mine_rules *rules, const struct game *g)
{
	struct mine_menu m;

	start(&m, g);
	/* Paths last: where they go may have to be searched for, and mostly somebody has an action. */
	for (uint8_t s = 0; s < g->n_seats; s++) {
		start_seat(&m, s, true);
		if (can_act(rules, &m))
			return true;
	}
	for (uint8_t s = 0; s < g->n_seats && rules->may_clear != NULL; s++)
		if (rules->may_clear(g, s))
			return true;
	for (uint8_t s = 0; s < g->n_seats; s++) {
		start_seat(&m, s, true);
		sort_hand(&m);
		offer_paths(rules, &m);
		if (m.path.n + m.ladder.n > 0)
			return true;
	}
	return false;
}
