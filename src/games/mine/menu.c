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
add_row(struct mine_menu *m, card_id card, enum mine_form form, unsigned from, uint64_t set)
{
	struct mine_row *row = &m->row[m->n_rows];
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
mine_add_row(struct mine_menu *m, card_id card, enum mine_form form, unsigned from, uint64_t set)
{
	add_row(m, card, form, from, set);
}

/* ---- actions ---- */

void
mine_offer_seats(struct mine_menu *m, card_id card, unsigned seats)
{
	mine_add_row(m, card, MINE_SEATS, 0, seats);
}

void
mine_offer_tools(struct mine_menu *m, card_id card, uint64_t tools)
{
	mine_add_row(m, card, MINE_TOOLS, 0, tools);
}

void
mine_offer(struct mine_menu *m, card_id card)
{
	mine_add_row(m, card, MINE_ALONE, 0, 1);
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

	add_row(m, card, MINE_TOOLS, 0, tools_for(m, def));
	if (def->tools == 0)
		offer_other_action(rules, m, card);
}

/* Is there an order with this card of the seat, if it is an action card? */
static bool
can_play_action(const struct mine_rules *rules, struct mine_menu *m, card_id card)
{
	const struct card_def *def = game_card(m->g, card);

	if (tools_for(m, def) != 0)
		return true;
	if (def->class != CARD_ACTION || def->tools != 0)
		return false;
	offer_other_action(rules, m, card);
	return m->n > 0;
}

/* ---- the hand ---- */

/*
 * The ways to lay a card, by its tunnel: its open edges as printed and turned, and above them bit 0 of each nibble
 * that is a way: turned, only what looks different then.  A card that is turned exchanges opposite sides; it is
 * the same also if that exchanges its tunnels 1 and 2.  What has no tunnel is laid in no way.
 */
#define OPEN(t)                                                                \
	((((t)&0x03) != 0) | (((t)&0x0c) != 0) << 1 | (((t)&0x30) != 0) << 2 | \
	    (((t)&0xc0) != 0) << 3)
#define TURNED(t)    (((t) << 4 | (t) >> 4) & 0xff)
#define EXCHANGED(t) ((t) ^ (((t) ^ (t) >> 1) & 0x55) * 3)
#define WAYS(t)                                             \
	(OPEN(t) | OPEN(TURNED(t)) << 4 | ((t) != 0) << 8 | \
	    (TURNED(t) != (t) && EXCHANGED(TURNED(t)) != (t)) << 12)
#define WAYS4(t)  WAYS(t), WAYS((t) + 1), WAYS((t) + 2), WAYS((t) + 3)
#define WAYS16(t) WAYS4(t), WAYS4((t) + 4), WAYS4((t) + 8), WAYS4((t) + 12)
#define WAYS64(t) WAYS16(t), WAYS16((t) + 16), WAYS16((t) + 32), WAYS16((t) + 48)
static const uint16_t ways_of[256] = { WAYS64(0), WAYS64(64), WAYS64(128), WAYS64(192) };

enum { BYTE = 8 };
#define HIGH_BITS UINT64_C(0x8080808080808080)

/* Bit 7 of each byte that is zero. */
static uint64_t
zero_bytes(uint64_t bytes)
{
	return ~(((bytes & ~HIGH_BITS) + ~HIGH_BITS) | bytes) & HIGH_BITS;
}

/* Bit 7 of each of the first n bytes that stands once more before it. */
static uint64_t
repeated_bytes(uint64_t bytes, unsigned n)
{
	uint64_t repeated = 0;

	for (unsigned k = 1; k < n; k++)
		repeated |= zero_bytes(bytes ^ bytes << BYTE * k) & HIGH_BITS << BYTE * k;
	return repeated;
}

/* Those of n cards that stand before them in the hand: hardly any hand has more than a word. */
static uint64_t
repeated_cards(const card_id *hand, unsigned from, unsigned n)
{
	uint64_t repeated = 0;

	for (unsigned i = 0; i < n; i++)
		if (memchr(hand, hand[from + i], from) != NULL)
			repeated |= UINT64_C(0x80) << BYTE * i;
	return repeated;
}

/* The n cards of word k; the features that there are.  Nobody can foretell what a hand holds, so nothing branches on it:
 * what has no tunnel, or stands before it, counts as no way. */
static unsigned
sort_word(struct mine_menu *m, unsigned k, unsigned n)
{
	const struct card_def *const def = m->g->rules->card;
	const card_id *const hand = m->path.ways.card + k * MINE_WORD_CARDS;
	const unsigned unused = BYTE * (MINE_WORD_CARDS - n);
	uint64_t open = 0, of = 0, cards = 0, repeated;
	unsigned features = 0;

	for (unsigned i = 0; i < n; i++) {
		const struct card_def *d = &def[hand[i]];
		const uint64_t ways = ways_of[d->tunnel];

		cards = cards >> BYTE | (uint64_t)hand[i] << 7 * BYTE;
		open = open >> BYTE | ways << 7 * BYTE;
		of = of >> BYTE | ways >> BYTE << 7 * BYTE;
		features |= d->feature;
	}
	repeated = repeated_bytes(cards >> unused, n);
	if (k > 0)
		repeated |= repeated_cards(m->path.ways.card, k * MINE_WORD_CARDS, n);
	open >>= unused;
	m->path.ways.open[k] = open;
	m->path.ways.of[k] = of >> unused & ~(repeated >> 3 | repeated >> 7);
	m->actions[k] = zero_bytes(open) & ~repeated & HIGH_BITS >> unused; /* (G2) */
	return features;
}

/* Ladders are offered for themselves: the hand from its back, each way that counted among the others. */
static void
sort_ladders(struct mine_menu *m, unsigned n_hand)
{
	struct mine_ways *const paths = &m->path.ways, *const ladders = &m->ladder.ways;
	const card_id *const hand = paths->card;

	memset(ladders->open, 0, sizeof ladders->open);
	for (unsigned i = 0; i < n_hand; i++) {
		const unsigned from = i / MINE_WORD_CARDS, shift = i % MINE_WORD_CARDS * 8;
		const unsigned back = n_hand - 1 - i, to = back / MINE_WORD_CARDS;
		const unsigned shift_to = back % MINE_WORD_CARDS * 8;
		const uint64_t all = UINT64_C(0xff) << shift;

		ladders->card[back] = hand[i];
		ladders->open[to] |= (paths->open[from] & all) >> shift << shift_to;
		if ((game_card(m->g, hand[i])->feature & FEATURE_LADDER) == 0)
			continue;
		ladders->of[to] |= (paths->of[from] & all) >> shift << shift_to;
		paths->of[from] &= ~all;
	}
}

/* Leave out what is hidden, which mostly is nothing. */
static unsigned
drop_hidden(card_id hand[static HAND_MAX], unsigned n_hand)
{
	uint64_t word[MINE_WAY_WORDS];
	unsigned n = 0;

	_Static_assert(MINE_WAY_WORDS == 2 && CARD_HIDDEN == 0xff, "see below");
	memcpy(word, hand, sizeof word);
	if ((zero_bytes(~word[0]) | zero_bytes(~word[1])) == 0)
		return n_hand;
	for (unsigned i = 0; i < n_hand; i++)
		if (hand[i] != CARD_HIDDEN)
			hand[n++] = hand[i];
	return n;
}

static void
sort_hand(struct mine_menu *m)
{
	const struct seat *me = &m->g->seat[m->seat];
	unsigned features = 0, n_hand;

	memset(m->ladder.ways.of, 0, sizeof m->ladder.ways.of);
	memcpy(m->path.ways.card, me->hand, HAND_MAX);
	n_hand = drop_hidden(m->path.ways.card, me->n_hand);
	m->n_words = 0;
	for (unsigned n = n_hand; n > 0; m->n_words++) {
		const unsigned some = n < MINE_WORD_CARDS ? n : (unsigned)MINE_WORD_CARDS;

		features |= sort_word(m, m->n_words, some);
		n -= some;
	}
	if ((features & FEATURE_LADDER) != 0)
		sort_ladders(m, n_hand);
}

/* ---- path cards ---- */

/* The ways of one word that fit, for each of `of`: bit 0 of its nibble. */
static uint64_t
ways_that_fit(uint8_t asked, uint64_t open, uint64_t of)
{
	const struct fit fit = { .open = asked & 0x0f, .closed = asked >> EDGES };
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
offer_ways(struct mine_laying *l, unsigned n_words)
{
	enum { ROOM = 15 };
	const unsigned n_gaps = l->n_gaps;

	for (unsigned k = 0; k < n_words; k++) {
		const uint64_t open = l->ways.open[k], of = l->ways.of[k];

		for (unsigned i = 0, to; i < n_gaps; i = to) {
			uint64_t places = 0;

			for (to = n_gaps - i < ROOM ? n_gaps : i + ROOM; i < to; i++)
				places += ways_that_fit(l->asked[i], open, of);
			l->n += bits_sum_nibbles(places);
		}
	}
}

static void
offer_ways_kept(struct mine_menu *m)
{
	const struct gaps *kept = &m->g->board.gaps;

	m->path.found = NULL;
	m->path.n_gaps = kept->n;
	for (unsigned i = 0; i < kept->n; i++)
		m->path.asked[i] = kept->asked[kept->at[i]];
	offer_ways(&m->path, m->n_words);
}

static void
offer_ways_found(struct mine_menu *m, struct mine_laying *l, const struct gap *found, unsigned n)
{
	l->found = found;
	l->n_gaps = n;
	for (unsigned i = 0; i < n; i++)
		l->asked[i] = (uint8_t)(found[i].fit.open | found[i].fit.closed << EDGES);
	offer_ways(l, m->n_words);
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
		offer_ways_found(m, &m->path, m->found, mine_find_gaps(m->g, &mine, m->found));
	}
	for (unsigned k = 0; k < m->n_words; k++)
		for (unsigned i = 0; i < FIT_WAYS; i++)
			open |= w->open[k] >> 4 * i & (0u - (w->of[k] >> 4 * i & 1)) & 0x0f;
	if (open != 0) /* they need not be connected */
		offer_ways_found(m, &m->ladder, m->found_for_ladders,
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
		offer_ways_kept(m);
	if (search || has_ways(&m->ladder.ways, m->n_words))
		offer_ways_searched(m, search);
}

/* ---- from the menu ---- */

static const struct order blank = { .n_card = 1, .to = SEAT_NONE };

static struct place
place_at(const struct mine_menu *m, const struct mine_laying *l, unsigned i)
{
	if (l->found != NULL)
		return (struct place){ l->found[i].x, l->found[i].y };
	return gaps_place(&m->g->board.gaps, i);
}

/* The order of this way, in word k, to lay a card in gap number `gap`. */
static void
write_laying(const struct mine_menu *m, const struct mine_laying *l, unsigned gap, unsigned k,
    unsigned bit, struct order *o)
{
	const struct place at = place_at(m, l, gap);

	*o = blank;
	o->kind = ORDER_PLACE;
	o->seat = m->seat;
	o->card[0] = l->ways.card[k * MINE_WORD_CARDS + bit / 8];
	o->flags = bit / 4 % 2 != 0 ? ORDER_FLIPPED : 0;
	o->n_at = 1;
	o->at[0].x = at.x;
	o->at[0].y = at.y;
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
	for (unsigned k = 0; k < m->n_words; k++)
		for (uint64_t set = m->actions[k]; set != 0; set &= set - 1)
			offer_action(rules, m,
			    m->path.ways.card[k * MINE_WORD_CARDS + bits_first(set) / BYTE]);
}

/* All of a laying, behind the list. */
static void
write_layings(const struct mine_menu *m, const struct mine_laying *l, struct order_list *list)
{
	for (unsigned i = 0; i < l->n_gaps && l->n > 0; i++)
		for (unsigned k = 0; k < m->n_words; k++) {
			uint64_t set = ways_that_fit(l->asked[i], l->ways.open[k], l->ways.of[k]);

			for (; set != 0 && list->n < list->max; set &= set - 1)
				write_laying(m, l, i, k, bits_first(set), &list->at[list->n++]);
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
	unsigned gap = 0, word = 0, n;
	uint64_t set;

	for (;;) {
		set = ways_that_fit(l->asked[gap], l->ways.open[word], l->ways.of[word]);
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

/* Does a gap that is kept take this path card? */
static bool
is_taken(const struct gaps *kept, const struct card_def *def)
{
	const unsigned open = tunnel_open(def->tunnel);
	bool taken = false;

	for (unsigned i = 0; i < kept->n && !taken; i++)
		taken = ways_that_fit(kept->asked[kept->at[i]],
			    open | (unsigned)edges_turned((uint8_t)open) << EDGES, 0x11) != 0;
	return taken;
}

/* Can it still be played, as far as is told without looking at more than this card? */
static bool
is_still_able(const struct mine_rules *rules, struct mine_menu *m, const uint8_t able[static 2])
{
	const struct seat *me = &m->g->seat[able[0]];
	const struct card_def *def;

	if (memchr(me->hand, able[1], me->n_hand) == NULL)
		return false;
	def = game_card(m->g, able[1]);
	if (def->class == CARD_PATH)
		return m->g->board.gaps.known && rules->may_build(m->g, able[0]) == VERDICT_OK &&
		    is_taken(&m->g->board.gaps, def);
	start_seat(m, able[0], true);
	return can_play_action(rules, m, able[1]);
}

static bool
find_actor(const struct mine_rules *rules, struct mine_menu *m, uint8_t able[static 2])
{
	for (uint8_t s = 0; s < m->g->n_seats; s++) {
		const struct seat *me = &m->g->seat[s];

		start_seat(m, s, true);
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
find_builder(const struct mine_rules *rules, struct mine_menu *m, uint8_t able[static 2])
{
	for (uint8_t s = 0; s < m->g->n_seats; s++) {
		start_seat(m, s, true);
		sort_hand(m);
		offer_paths(rules, m);
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
	struct mine_menu m;

	start(&m, g);
	/* Paths last: where they go may have to be searched for, and mostly somebody has an action. */
	if (is_still_able(rules, &m, able) || find_actor(rules, &m, able))
		return true;
	for (uint8_t s = 0; s < g->n_seats && rules->may_clear != NULL; s++)
		if (rules->may_clear(g, s))
			return true;
	return find_builder(rules, &m, able);
}
