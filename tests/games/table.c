#include <criterion/criterion.h>

#include "games/table.h"
#include "games/games.h"

const uint8_t table_seed[32] = { 'a', 'd', 'i', 't' };

void
table_init(struct game *g, uint8_t n_seats)
{
	const struct options options = { 0 };

	game_init(g, &rules_saboteur, n_seats, &options);
	g->phase = PHASE_PLAY;
	g->round = 1;
	g->turn = 1;
	g->to_move = 0;
	sab_own(g)->role_left = SAB_MINER;
	sab_own(g)->last_path = sab_own(g)->last_play = SEAT_NONE;
	for (unsigned s = 0; s < n_seats; s++)
		g->seat[s].role = SAB_MINER;
	table_put(g, (struct cell){ 0, 0, SAB_START, 0 });
	table_put(g, (struct cell){ 8, -2, SAB_GOAL_NE, CELL_DOWN });
	table_put(g, (struct cell){ 8, 0, SAB_GOAL_GOLD, CELL_DOWN });
	table_put(g, (struct cell){ 8, 2, SAB_GOAL_NW, CELL_DOWN });
}

void
table_put(struct game *g, struct cell cell)
{
	unsigned at = board_find(&g->board, cell.x, cell.y);

	if (at != CELL_NONE)
		board_remove(&g->board, at);
	cr_assert_neq(
	    board_put(&g->board, cell), CELL_NONE, "table_put: no room at %d,%d", cell.x, cell.y);
}

void
table_give(struct game *g, uint8_t seat, card_id card)
{
	g->seat[seat].hand[g->seat[seat].n_hand++] = card;
}

void
table_stack(struct game *g, card_id card)
{
	g->deck[g->n_deck++] = card;
}

void
table_pile(struct game *g, card_id nugget)
{
	sab_own(g)->pile[sab_own(g)->n_pile++] = nugget;
}

void
table_own(struct game *g, uint8_t seat, card_id nugget)
{
	g->seat[seat].gold_card[g->seat[seat].n_gold++] = nugget;
}

void
table_tunnel(struct game *g, int x)
{
	for (int i = 1; i <= x; i++)
		table_put(g, (struct cell){ (int8_t)i, 0, SAB_EW, 0 });
}

struct order
order_place(uint8_t seat, card_id card, int x, int y, bool flipped)
{
	return (struct order){ .kind = ORDER_PLACE,
		.seat = seat,
		.n_card = 1,
		.card = { card },
		.to = SEAT_NONE,
		.flags = flipped ? ORDER_FLIPPED : 0,
		.n_at = 1,
		.at = { { (int8_t)x, (int8_t)y, PART_WHOLE } } };
}

struct order
order_at(uint8_t seat, card_id card, int x, int y)
{
	struct order o = order_place(seat, card, x, y, false);

	o.kind = ORDER_ACT;
	return o;
}

struct order
order_to(uint8_t seat, card_id card, uint8_t to, uint8_t what)
{
	return (struct order){ .kind = ORDER_ACT,
		.seat = seat,
		.n_card = 1,
		.card = { card },
		.to = to,
		.what = what };
}

struct order
order_discard(uint8_t seat, card_id card)
{
	return (struct order){
		.kind = ORDER_DISCARD, .seat = seat, .n_card = 1, .card = { card }, .to = SEAT_NONE
	};
}

struct order
order_take(uint8_t seat, uint8_t value)
{
	return (struct order){ .kind = ORDER_TAKE, .seat = seat, .to = SEAT_NONE, .what = value };
}

struct order
order_resign(uint8_t seat)
{
	return (struct order){ .kind = ORDER_RESIGN, .seat = seat, .to = SEAT_NONE };
}

void
table_play(struct game *g, struct order o, struct events *ev)
{
	struct rng_fast rng;
	enum verdict v;

	rng_fast_init(&rng, table_seed, 0);
	ev->n = 0;
	v = game_apply_all(g, &o, 1, &rng.rng, ev, &(unsigned){ 0 });
	cr_assert_eq(v, VERDICT_OK, "table_play: refused with verdict %d", (int)v);
}

void
events_told(const struct events *ev, uint8_t seat, struct events *told)
{
	told->n = ev->n;
	for (uint32_t i = 0; i < ev->n; i++)
		told->at[i] = event_redact(&ev->at[i], seat);
}

const struct event *
event_nth(const struct events *ev, enum event_kind kind, unsigned i)
{
	for (unsigned n = 0; n < ev->n; n++)
		if (ev->at[n].kind == kind && i-- == 0)
			return &ev->at[n];
	return NULL;
}

unsigned
event_count(const struct events *ev, enum event_kind kind)
{
	unsigned n = 0;

	while (event_nth(ev, kind, n) != NULL)
		n++;
	return n;
}

bool
same_order(const struct order *a, const struct order *b)
{
	if (a->kind != b->kind || a->seat != b->seat || a->n_card != b->n_card || a->to != b->to ||
	    a->what != b->what || a->flags != b->flags || a->n_at != b->n_at)
		return false;
	for (unsigned i = 0; i < a->n_at; i++)
		if (a->at[i].x != b->at[i].x || a->at[i].y != b->at[i].y ||
		    a->at[i].part != b->at[i].part)
			return false;
	return memcmp(a->card, b->card, a->n_card) == 0;
}

bool
same_game(const struct game *a, const struct game *b)
{
	uint8_t p[PACK_MAX], q[PACK_MAX];
	size_t n = game_pack(a, p), m = game_pack(b, q);

	return n == m && memcmp(p, q, n) == 0;
}

struct order
table_choice(
    const struct game *g, const struct order *legal, size_t n, uint64_t number, struct rng *rng)
{
	static struct view v;

	game_view(g, g->to_move, &v);
	return legal[policy_choose(
	    number % 2 == 1 ? POLICY_GREEDY : POLICY_RANDOM, &v, legal, n, rng)];
}

void
table_played(
    struct game *g, uint8_t n_seats, const struct options *options, uint64_t number, unsigned turns)
{
	table_played_of(g, &rules_saboteur, n_seats, options, number, turns);
}

void
table_played_of(struct game *g, const struct rules *rules, uint8_t n_seats,
    const struct options *options, uint64_t number, unsigned turns)
{
	static struct order legal[LEGAL_MAX];
	struct rng_fast rng, choice;

	rng_fast_init(&rng, table_seed, number);
	rng_fast_init(&choice, table_seed, ~number);
	game_init(g, rules, n_seats, options);
	game_deal(g, &rng.rng, NULL);
	for (unsigned i = 0; i < turns && g->phase != PHASE_OVER; i++) {
		size_t n = game_legal(g, legal, LEGAL_MAX);
		struct order o = table_choice(g, legal, n, number, &choice.rng);

		game_play(g, &o, &rng.rng, NULL);
	}
}

/* ---- properties of every game ---------------------------------------------------------------- */

enum { MUTATIONS = 12 };

void
table_check_packing(const struct game *g, const char *where)
{
	uint8_t p[PACK_MAX];
	size_t n = game_pack(g, p);
	struct game back;

	cr_assert_eq(game_unpack(&back, g->rules, p, n), 0, "%s: unpack", where);
	cr_assert(same_game(g, &back), "%s: unpack of pack is another game", where);
	cr_assert_eq(game_unpack(&back, g->rules, p, n - 1), -1, "%s: cut short", where);
}

static struct order
canonical(const struct rules *rules, struct order o)
{
	const struct card_def *def = &rules->card[o.card[0]];

	if (o.kind == ORDER_PLACE && card_is_symmetric(def))
		o.flags = 0;
	if (o.kind == ORDER_ACT && def->tools != 0 && (def->tools & (def->tools - 1)) == 0)
		o.what = 0;
	for (unsigned i = 1; i < o.n_card && i < ORDER_CARDS; i++)
		for (unsigned j = i; j > 0 && o.card[j - 1] > o.card[j]; j--) {
			card_id low = o.card[j];

			o.card[j] = o.card[j - 1];
			o.card[j - 1] = low;
		}
	return o;
}

bool
table_is_listed(const struct rules *rules, const struct order *legal, size_t n, struct order o)
{
	o = canonical(rules, o);
	for (size_t i = 0; i < n; i++) {
		struct order listed = legal[i];

		/* Only the cards of a discard have no canonical order in core. */
		if (listed.kind == ORDER_DISCARD || listed.kind == ORDER_CLEAR)
			listed = canonical(rules, listed);
		if (same_order(&listed, &o))
			return true;
	}
	return false;
}

void
table_mutate(struct order *o, unsigned n_cards, unsigned n_spots, struct rng *rng)
{
	uint32_t which = rng_draw(rng, 9);
	uint8_t v = (uint8_t)rng_draw(rng, rng_draw(rng, 4) == 0 ? 256 : 12);

	switch (which) {
	case 0:
		o->kind = v;
		break;
	case 1:
		o->seat = v;
		break;
	case 2:
		o->card[0] = v % 2 ? v : (uint8_t)(v % n_cards);
		break;
	case 3:
		o->n_card = v;
		break;
	case 4:
		o->to = v;
		break;
	case 5:
		o->what = v;
		break;
	case 6:
		o->flags ^= (uint8_t)(1u << v % 8);
		break;
	case 7:
		o->n_at = v;
		break;
	default:
		o->at[v % n_spots].x = (int8_t)(o->at[v % n_spots].x + (int)rng_draw(rng, 3) - 1);
		o->at[v % n_spots].y = (int8_t)(o->at[v % n_spots].y + (int)rng_draw(rng, 3) - 1);
		break;
	}
}

void
table_check_mutations(
    struct game *g, const struct order *legal, size_t n, struct rng *rng, const char *where)
{
	for (unsigned i = 0; i < MUTATIONS; i++) {
		struct order o = legal[rng_draw(rng, (uint32_t)n)];
		struct events ev;
		struct game before = *g;

		table_mutate(&o, g->rules->n_cards, 1, rng);
		if (game_check(g, &o) == VERDICT_OK) {
			cr_assert(order_is_out_of_turn((enum order_kind)o.kind) ||
				table_is_listed(g->rules, legal, n, o),
			    "%s: kind %u card %u accepted, not listed", where, o.kind, o.card[0]);
			continue;
		}
		ev.n = 0;
		cr_assert_neq(game_apply_all(g, &o, 1, rng, &ev, &(unsigned){ 0 }), VERDICT_OK,
		    "%s: apply", where);
		cr_assert(
		    same_game(g, &before) && ev.n == 0, "%s: a refusal changed something", where);
	}
}

/* ---- what a seat may not know ---------------------------------------------------------------- */

bool
same_to(const struct game *a, const struct game *b, uint8_t seat)
{
	static struct view v, w;

	game_view(a, seat, &v);
	game_view(b, seat, &w);
	return v.seat == w.seat && same_game(&v.known, &w.known);
}

bool
same_event(const struct event *a, const struct event *b)
{
	return a->kind == b->kind && a->seat == b->seat && a->to == b->to && a->card == b->card &&
	    a->x == b->x && a->y == b->y && a->part == b->part && a->index == b->index &&
	    a->value == b->value && a->seen_by == b->seen_by;
}

void
table_shuffle(card_id **at, unsigned n, struct rng *rng)
{
	for (unsigned i = n; i > 1; i--) {
		uint32_t j = rng_draw(rng, i);
		card_id last = *at[i - 1];

		*at[i - 1] = *at[j];
		*at[j] = last;
	}
}

static bool
has_looked(const struct seat *s, const struct cell *c)
{
	for (unsigned i = 0; i < s->n_seen; i++)
		if (s->seen[i].x == c->x && s->seen[i].y == c->y)
			return true;
	return false;
}

unsigned
table_hidden_cells(struct game *g, uint8_t viewer, card_id **at)
{
	unsigned n = 0;

	for (unsigned i = 0; i < g->board.n; i++) {
		struct cell *c = &g->board.cell[i];

		if ((c->flags & CELL_DOWN) != 0 &&
		    (viewer == SEAT_NONE || !has_looked(&g->seat[viewer], c)))
			at[n++] = &c->card;
	}
	return n;
}

/* ---- bytes that are not of a game ------------------------------------------------------------ */

bool
table_check_bytes(const struct game *from, unsigned n_bytes, struct rng *rng, const char *where)
{
	static struct order legal[LEGAL_MAX];
	uint8_t p[PACK_MAX];
	struct game g;
	const size_t n = game_pack(from, p);

	for (unsigned m = 0; m < n_bytes; m++)
		p[rng_draw(rng, (uint32_t)n)] = (uint8_t)rng_draw(rng, 256);
	if (game_unpack(&g, from->rules, p, n) < 0)
		return false;
	for (unsigned t = 0; t < 8 && g.phase != PHASE_OVER; t++) {
		size_t k = game_legal(&g, legal, LEGAL_MAX);
		struct game next = g;

		if (k == 0)
			break;
		k = rng_draw(rng, (uint32_t)k);
		cr_assert_eq(game_apply_all(&next, &legal[k], 1, rng, NULL, &(unsigned){ 0 }),
		    VERDICT_OK, "%s", where);
		rng_open(rng, 1, RNG_LOSS);
		g = next;
	}
	return true;
}

/* ---- perft ----------------------------------------------------------------------------------- */

static unsigned long
perft(const struct game *g, unsigned depth)
{
	struct order legal[512];
	size_t n = game_legal(g, legal, sizeof legal / sizeof legal[0]);
	unsigned long sum = 0;

	if (depth == 1)
		return n;
	for (size_t i = 0; i < n; i++) {
		struct rng_fast rng;
		struct game next = *g;

		rng_fast_init(&rng, table_seed, 0);
		game_play(&next, &legal[i], &rng.rng, NULL);
		sum += perft(&next, depth - 1);
	}
	return sum;
}

void
table_check_perft(const struct rules *rules, const struct table_perft *row)
{
	const struct options options = { 0 };
	struct game g;

	table_played_of(&g, rules, row->seats, &options, row->number, row->turns);
	for (unsigned d = 1; d <= 3; d++) {
		unsigned long got = perft(&g, d);

		cr_expect_eq(got, row->want[d - 1], "%s: depth %u: %lu", row->name, d, got);
	}
}
