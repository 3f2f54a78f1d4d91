/*
 * The part of a position that only The Duel has: sides, gold, tokens and keys, and cards out of the
 * game.
 */
#include "games/duel/duel.h"
#include "text/eventline.h"
#include "wire/deck.h"
#include "wire/position_rules.h"
#include "wire/private_view.h"

enum { TOKENS = CELL_TOKEN_GREEN | CELL_TOKEN_BLUE };

/* ---- seats --------------------------------------------------------------------------------- */

static int
read_side(
    const struct position_reader *r, const struct json_at *at, const json_t *json, enum side *out)
{
	for (*out = SIDE_GREEN; *out < SIDES; (*out)++)
		if (position_read_is(json, side_name(*out)))
			return 0;
	return position_read_fail(r, at, "\"green\" or \"blue\" expected");
}

static json_t *
write_seat_side(struct position_writer *w)
{
	return json_string(side_name(duel_side(w->g, w->seat)));
}

static int
read_seat_side(const struct position_reader *r, const struct json_at *at, const json_t *json)
{
	enum side side;

	if (read_side(r, at, json, &side) < 0)
		return -1;
	if (r->seat > 0 && side == duel_side(r->g, 0))
		return position_read_fail(r, at, "both seats have the same side");
	if (r->seat == 0)
		duel_own(r->g)->green = side == SIDE_GREEN ? 0 : 1;
	return 0;
}

static int
compare_words(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Writes the kinds, sorted bytewise. */
static json_t *
write_gold(struct position_writer *w)
{
	const struct seat *s = &w->g->seat[w->seat];
	char name[GOLD_MAX][CARD_NAME_MAX];
	const char *word[GOLD_MAX];
	json_t *list = json_array();

	for (unsigned i = 0; i < s->n_gold; i++) {
		card_name(w->g->rules, s->gold_card[i], name[i]);
		word[i] = name[i];
	}
	qsort(word, s->n_gold, sizeof word[0], compare_words);
	for (unsigned i = 0; i < s->n_gold; i++)
		(void)json_array_append_new(list, json_string(word[i]));
	return list;
}

/* Internally gold cards ascend by value, then id (G3). */
static void
sort_gold(const struct game *g, card_id *card, unsigned n)
{
	for (unsigned i = 1; i < n; i++) {
		card_id c = card[i];
		unsigned rank = game_card(g, c)->value * 256u + c, j = i;

		for (; j > 0 && game_card(g, card[j - 1])->value * 256u + card[j - 1] > rank; j--)
			card[j] = card[j - 1];
		card[j] = c;
	}
}

/* Checks that the cards show gold. If `goals`, goals without gold are allowed too. */
static int
check_gold(const struct position_reader *r, const struct json_at *at, bool goals,
    const card_id *card, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		const struct card_def *def = card[i] == CARD_HIDDEN ? NULL :
								      game_card(r->g, card[i]);

		if (def == NULL)
			return position_read_fail(r, AT_INDEX(at, i), "this card is no secret");
		if ((def->feature & FEATURE_GOLD) == 0 && (!goals || def->class != CARD_GOAL))
			return position_read_fail(
			    r, AT_INDEX(at, i), "a card without gold does not belong here");
	}
	return 0;
}

static int
check_seat_gold(const struct position_reader *r, const struct json_at *at, const json_t *json)
{
	struct seat *s = &r->g->seat[r->seat];

	(void)json;
	if (check_gold(r, AT_KEY(at, "gold"), false, s->gold_card, s->n_gold) < 0)
		return -1;
	sort_gold(r->g, s->gold_card, s->n_gold);
	return 0;
}

enum { CLASSES_GOLD = 1 << CARD_PATH | 1 << CARD_GOAL };

static const struct position_row row_seat[] = {
	{ "side", .write = write_seat_side, .read = read_seat_side },
	{ "broken", ROW_TOOLS, IN_SEAT(broken) },
	{ "gold", .write = write_gold },
	{ "gold", ROW_CARDS, ROW_IN_SEAT, ROW_NO_WRITE, LIST_OF(struct seat, gold_card, n_gold),
	    .limit = GOLD_MAX, .classes = CLASSES_GOLD },
	{ .read = check_seat_gold },
	{ "seen", .kind = ROW_SEEN },
	{ 0 },
};

/* ---- the board ----------------------------------------------------------------------------- */

static json_t *
write_token(struct position_writer *w)
{
	unsigned token = w->cell->flags & TOKENS;

	return token == 0 ?
	    NULL :
	    json_string(side_name((token & CELL_TOKEN_GREEN) != 0 ? SIDE_GREEN : SIDE_BLUE));
}

static json_t *
write_key(struct position_writer *w)
{
	return (w->cell->flags & CELL_KEY) != 0 ? json_true() : NULL;
}

static unsigned
open_features(const struct position_reader *r)
{
	return (r->cell->flags & CELL_DOWN) != 0 ? 0 : game_card(r->g, r->cell->card)->feature;
}

static int
read_key(const struct position_reader *r, const struct json_at *at, const json_t *json)
{
	uint8_t key;

	if (position_read_flag(r, at, json, &key) < 0)
		return -1;
	if (!key)
		return 0;
	if ((open_features(r) & (FEATURE_DOOR_GREEN | FEATURE_DOOR_BLUE)) == 0)
		return position_read_fail(r, at, "a key lies on a door");
	r->cell->flags |= CELL_KEY;
	return 0;
}

static int
read_token(const struct position_reader *r, const struct json_at *at, const json_t *json)
{
	enum side side;

	if (json == NULL || json_typeof(json) == JSON_NULL)
		return 0;
	if (read_side(r, at, json, &side) < 0)
		return -1;
	if ((open_features(r) & (FEATURE_GOLD | FEATURE_TROLL)) == 0)
		return position_read_fail(r, at, "a token lies on gold or on a troll");
	r->cell->flags |= duel_token(side);
	return 0;
}

static const struct position_row row_cell[] = {
	{ "token", .write = write_token },
	{ "key", .write = write_key, .read = read_key },
	{ "token", .read = read_token },
	{ 0 },
};

/* ---- the position -------------------------------------------------------------------------- */

static unsigned
tokens_on_table(const struct board *b)
{
	unsigned n = 0;

	for (unsigned i = 0; i < b->n; i++)
		n += (b->cell[i].flags & TOKENS) != 0;
	return n;
}

/* Reads the tokens left. Default: all that are not on the board. */
static int
read_tokens(const struct position_reader *r, const struct json_at *at, const json_t *json)
{
	unsigned on_table = tokens_on_table(&r->g->board);
	int left = on_table < DUEL_TOKENS ? (int)(DUEL_TOKENS - on_table) : 0;

	if (json != NULL && position_read_number(r, at, json, 0, DUEL_TOKENS, &left) < 0)
		return -1;
	duel_own(r->g)->tokens = (uint8_t)left;
	return 0;
}

/* [DUEL 4.A.1] Checks the places of the start cards, and the number of goals and tokens. */
static int
check_table(const struct position_reader *r)
{
	const struct json_at *at = AT_KEY(NULL, "board");
	const struct board *b = &r->g->board;
	unsigned starts = 0, goals = 0;

	for (unsigned i = 0; i < b->n; i++) {
		const struct cell *c = &b->cell[i];
		const struct card_def *def = c->card == CARD_HIDDEN ? NULL :
								      game_card(r->g, c->card);

		goals += def == NULL || def->class == CARD_GOAL;
		if (def == NULL || def->class != CARD_START)
			continue;
		enum side side = (def->feature & FEATURE_GREEN) != 0 ? SIDE_GREEN : SIDE_BLUE;
		if (c->x != duel_start_place[side].x || c->y != duel_start_place[side].y)
			return position_read_fail(r, at, "start-%s lies at %d,%d, not at %d,%d",
			    side_name(side), duel_start_place[side].x, duel_start_place[side].y,
			    c->x, c->y);
		starts++;
	}
	if (starts != SIDES)
		return position_read_fail(
		    r, at, "start-blue at 0,-1 and start-green at 0,1 expected");
	if (goals > SEEN_MAX)
		return position_read_fail(r, at, "at most %d goals", SEEN_MAX);
	if (duel_own(r->g)->tokens + tokens_on_table(b) > DUEL_TOKENS)
		return position_read_fail(r, AT_KEY(NULL, "tokens_left"),
		    "with those on the table more than %d tokens", DUEL_TOKENS);
	return 0;
}

/* Checks that cards of the seats and cards out of the game leave room for later rounds: rules.c
 * (D4). */
static int
check_room(const struct position_reader *r)
{
	const struct game *g = r->g;
	unsigned rounds = g->phase == PHASE_OVER ? 0 : game_rounds(g) - g->round + 1;
	unsigned n = duel_own(g)->n_out;

	for (size_t s = 0; s < g->n_seats; s++) {
		n += g->seat[s].n_gold;
		if (g->seat[s].n_gold + rounds * DUEL_TOKENS > GOLD_MAX)
			return position_read_fail(r,
			    AT_KEY(AT_INDEX(AT_KEY(NULL, "seats"), s), "gold"),
			    "at most %u cards in this round", GOLD_MAX - rounds * DUEL_TOKENS);
	}
	if (n + rounds * (DUEL_TOKENS + SEEN_MAX) > DUEL_OUT_MAX)
		return position_read_fail(
		    r, AT_KEY(NULL, "out_of_game"), "too many cards, with the gold of both seats");
	return 0;
}

static int
check_position(const struct position_reader *r, const struct json_at *at, const json_t *json)
{
	const struct duel_state *own = duel_own(r->g);

	if (check_gold(r, AT_KEY(at, "out_of_game"), true, own->out, own->n_out) < 0 ||
	    check_table(r) < 0 || check_room(r) < 0)
		return -1;
	if (duel_trolls(r->g) > DUEL_TROLLS_MAX)
		return position_read_fail(r, AT_KEY(at, "board"),
		    "with those in hands and deck more than %d "
		    "trolls: one order could not pay them all",
		    DUEL_TROLLS_MAX);
	if (duel_keys(r->g) > DUEL_KEYS)
		return position_read_fail(r, AT_KEY(at, "board"),
		    "with those in hands and deck more than %d keys: the box has no more",
		    DUEL_KEYS);
	return position_read_goals_seen(r, at, json);
}

static const struct position_row row_position[] = {
	{ "tokens_left", ROW_NUMBER, IN_OWN(struct duel_state, tokens), .read = read_tokens },
	{ "goals_left", ROW_CARDS, LIST_OF(struct duel_state, goals, n_goals),
	    .limit = DUEL_GOALS_MAX - SEEN_MAX, .classes = CLASS_BIT(CARD_GOAL) },
	{ "out_of_game", ROW_CARDS, LIST_OF(struct duel_state, out, n_out), .limit = DUEL_OUT_MAX,
	    .classes = CLASSES_GOLD },
	{ .read = check_position },
	{ 0 },
};

/* ---- private views ------------------------------------------------------------------------- */

/* Returns the bytes that a private view may need for discards and for the kinds of open gold. */
static size_t
duel_room(const struct view *pub, const struct names *names, uint8_t seat)
{
	const struct game *g = &pub->known;
	const struct seat *me = &g->seat[seat];
	size_t room = 0;
	unsigned front = 0;

	(void)names;
	for (unsigned i = 0; i < me->n_gold; i++) {
		char name[CARD_NAME_MAX];

		card_name(g->rules, me->gold_card[i], name);
		room += strlen(name) + 3; /* a blank, or a line end and two blanks */
	}
	for (unsigned tools = me->broken; tools != 0; tools &= tools - 1)
		front++;
	return g->to_move == seat ? room + private_view_len_discards(g->rules, me->n_hand, front) :
				    room;
}

/* ---- custom decks -------------------------------------------------------------------------- */

/* Gold on a path card has value 1. */
static void
complete_card(struct card_def *def)
{
	if ((def->feature & FEATURE_GOLD) != 0)
		def->value = 1;
}

/* Returns NULL, or the fault in the gold and doors of a card: both must be in some tunnel. */
static const char *
card_fault(const struct card_def *def)
{
	const unsigned doors = FEATURE_DOOR_GREEN | FEATURE_DOOR_BLUE;
	unsigned e = 0;

	if ((def->feature & doors) != 0) {
		if (def->door_at == 0 || (def->door_at & (def->door_at - 1)) != 0 ||
		    (def->door_at & ~(unsigned)tunnel_open(def->tunnel)) != 0)
			return "a door stands at one opening, as in door-blue@n";
	}
	if ((def->feature & FEATURE_GOLD) != 0) {
		while (e < EDGES && (def->gold_at & EDGE_BIT(e)) == 0)
			e++;
		if (e == EDGES || (tunnel_open(def->tunnel) & EDGE_BIT(e)) == 0 ||
		    tunnel_joined(def->tunnel, e) != def->gold_at)
			return "gold lies in one whole tunnel, as in ns+ew:gold@ns";
	}
	return NULL;
}

static const struct deck_limit limit[] = {
	{ .feature = FEATURE_TROLL, 0, DUEL_TROLLS_MAX, "trolls", "an order can pay" },
	{ .action = ACTION_KEY, DUEL_KEYS, "keys", "the box has" },
	{ .most = 0 },
};

static const struct deck_rules deck = {
	.hands = 2 * 6,
	.limit = limit,
	.gold_at = true,
	.door_at = true,
	.complete = complete_card,
	.fault = card_fault,
};

const struct position_rules duel_position = {
	.phases = 1 << PHASE_PLAY | 1 << PHASE_OVER,
	.position = row_position,
	.seat = row_seat,
	.cell = row_cell,
	.room = duel_room,
	.deck = &deck,
};
