/*
 * What The Duel adds to a position: sides, gold, tokens and keys, and the cards beside the game.
 */
#include "games/duel/duel.h"
#include "text/eventline.h"
#include "wire/position_rules.h"

enum { TOKENS = CELL_TOKEN_GREEN | CELL_TOKEN_BLUE };

/* ---- writing ------------------------------------------------------------------------------- */

static void
duel_write(struct position_writer *w, json_t *out)
{
	const struct duel_state *own = duel_own(w->g);

	(void)json_object_set_new(out, "tokens_left", json_integer(own->tokens));
	(void)json_object_set_new(out, "goals_left", write_cards(w, own->goals, own->n_goals));
	(void)json_object_set_new(out, "out_of_game", write_cards(w, own->out, own->n_out));
}

static int
compare_words(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Kinds, sorted bytewise. */
static json_t *
write_gold(const struct game *g, const struct seat *s)
{
	char name[GOLD_MAX][CARD_NAME_MAX];
	const char *word[GOLD_MAX];
	json_t *list = json_array();

	for (unsigned i = 0; i < s->n_gold; i++) {
		card_name(g->rules, s->gold_card[i], name[i]);
		word[i] = name[i];
	}
	qsort(word, s->n_gold, sizeof word[0], compare_words);
	for (unsigned i = 0; i < s->n_gold; i++)
		(void)json_array_append_new(list, json_string(word[i]));
	return list;
}

static void
duel_write_seat(struct position_writer *w, uint8_t seat, json_t *out)
{
	const struct seat *s = &w->g->seat[seat];

	(void)json_object_set_new(out, "side", json_string(side_name(duel_side(w->g, seat))));
	(void)json_object_set_new(out, "broken", write_tools(s->broken));
	(void)json_object_set_new(out, "gold", write_gold(w->g, s));
	(void)json_object_set_new(out, "seen", write_seen(s));
}

static void
duel_write_cell(struct position_writer *w, const struct cell *cell, json_t *out)
{
	(void)w;
	if ((cell->flags & TOKENS) != 0)
		(void)json_object_set_new(out, "token",
		    json_string(
			side_name((cell->flags & CELL_TOKEN_GREEN) != 0 ? SIDE_GREEN : SIDE_BLUE)));
	if ((cell->flags & CELL_KEY) != 0)
		(void)json_object_set_new(out, "key", json_true());
}

/* ---- reading ------------------------------------------------------------------------------- */

static int
read_side(
    const struct position_reader *r, const struct json_at *at, const json_t *json, enum side *out)
{
	for (*out = SIDE_GREEN; *out < SIDES; (*out)++)
		if (json_is_string(json) && strcmp(json_string_value(json), side_name(*out)) == 0)
			return 0;
	return read_fail(r, at, "\"green\" or \"blue\" expected");
}

/* Gold cards ascend by value, then id, inside (G3). */
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

/* Cards that show gold and, if goals may be among them, goals without. */
static int
read_gold(const struct position_reader *r, const struct json_at *at, const json_t *json, bool goals,
    unsigned max, card_id *card, uint8_t *n)
{
	if (read_cards(r, at, json, CLASS_BIT(CARD_PATH) | CLASS_BIT(CARD_GOAL), max, card, n) < 0)
		return -1;
	for (uint8_t i = 0; i < *n; i++) {
		const struct card_def *def = card[i] == CARD_HIDDEN ? NULL :
								      game_card(r->g, card[i]);

		if (def == NULL)
			return read_fail(r, AT_INDEX(at, i), "this card is no secret");
		if ((def->feature & FEATURE_GOLD) == 0 && (!goals || def->class != CARD_GOAL))
			return read_fail(
			    r, AT_INDEX(at, i), "a card without gold does not belong here");
	}
	return 0;
}

static int
duel_read_seat(
    const struct position_reader *r, const struct json_at *at, const json_t *json, uint8_t seat)
{
	struct seat *s = &r->g->seat[seat];
	enum side side;

	s->role = CARD_NONE;
	if (read_side(r, AT_KEY(at, "side"), json_object_get(json, "side"), &side) < 0)
		return -1;
	if (seat > 0 && side == duel_side(r->g, 0))
		return read_fail(r, AT_KEY(at, "side"), "both seats have the same side");
	if (seat == 0)
		duel_own(r->g)->green = side == SIDE_GREEN ? 0 : 1;
	if (read_tools(r, AT_KEY(at, "broken"), json_object_get(json, "broken"), &s->broken) < 0 ||
	    read_gold(r, AT_KEY(at, "gold"), json_object_get(json, "gold"), false, GOLD_MAX,
		s->gold_card, &s->n_gold) < 0 ||
	    read_seen(r, AT_KEY(at, "seen"), json_object_get(json, "seen"), s) < 0)
		return -1;
	sort_gold(r->g, s->gold_card, s->n_gold);
	return 0;
}

static int
duel_read_cell(const struct position_reader *r, const struct json_at *at, const json_t *json,
    struct cell *cell)
{
	const json_t *token = json_object_get(json, "token");
	unsigned feature = (cell->flags & CELL_DOWN) != 0 ? 0 :
							    game_card(r->g, cell->card)->feature;
	enum side side;
	bool key;

	if (read_flag(r, AT_KEY(at, "key"), json_object_get(json, "key"), &key) < 0)
		return -1;
	if (key && (feature & (FEATURE_DOOR_GREEN | FEATURE_DOOR_BLUE)) == 0)
		return read_fail(r, AT_KEY(at, "key"), "a key lies on a door");
	if (key)
		cell->flags |= CELL_KEY;
	if (token == NULL || json_is_null(token))
		return 0;
	if (read_side(r, AT_KEY(at, "token"), token, &side) < 0)
		return -1;
	if ((feature & (FEATURE_GOLD | FEATURE_TROLL)) == 0)
		return read_fail(r, AT_KEY(at, "token"), "a token lies on gold or on a troll");
	cell->flags |= duel_token(side);
	return 0;
}

/* [DUEL 4.A.1] The starts where they belong; not too many goals and tokens. */
static int
check_table(const struct position_reader *r, unsigned tokens)
{
	const struct json_at *at = AT_KEY(NULL, "board");
	const struct board *b = &r->g->board;
	unsigned starts = 0, goals = 0;

	for (unsigned i = 0; i < b->n; i++) {
		const struct cell *c = &b->cell[i];
		const struct card_def *def = c->card == CARD_HIDDEN ? NULL :
								      game_card(r->g, c->card);

		goals += def == NULL || def->class == CARD_GOAL;
		tokens += (c->flags & TOKENS) != 0;
		if (def == NULL || def->class != CARD_START)
			continue;
		enum side side = (def->feature & FEATURE_GREEN) != 0 ? SIDE_GREEN : SIDE_BLUE;
		if (c->x != duel_start_place[side].x || c->y != duel_start_place[side].y)
			return read_fail(r, at, "start-%s lies at %d,%d, not at %d,%d",
			    side_name(side), duel_start_place[side].x, duel_start_place[side].y,
			    c->x, c->y);
		starts++;
	}
	if (starts != SIDES)
		return read_fail(r, at, "start-blue at 0,-1 and start-green at 0,1 expected");
	if (goals > SEEN_MAX)
		return read_fail(r, at, "at most %d goals", SEEN_MAX);
	if (tokens > DUEL_TOKENS)
		return read_fail(r, AT_KEY(NULL, "tokens_left"),
		    "with those on the table more than %d tokens", DUEL_TOKENS);
	return 0;
}

/* Cards the seats own and those out of the game must leave room for the rounds to come: rules.c (D4). */
static int
check_room(const struct position_reader *r)
{
	const struct game *g = r->g;
	unsigned rounds = g->phase == PHASE_OVER ? 0 : (unsigned)(g->rules->rounds - g->round + 1);
	unsigned n = duel_own(g)->n_out;

	for (size_t s = 0; s < g->n_seats; s++) {
		n += g->seat[s].n_gold;
		if (g->seat[s].n_gold + rounds * DUEL_TOKENS > GOLD_MAX)
			return read_fail(r, AT_KEY(AT_INDEX(AT_KEY(NULL, "seats"), s), "gold"),
			    "at most %u cards in this round", GOLD_MAX - rounds * DUEL_TOKENS);
	}
	if (n + rounds * (DUEL_TOKENS + SEEN_MAX) > DUEL_OUT_MAX)
		return read_fail(
		    r, AT_KEY(NULL, "out_of_game"), "too many cards, with the gold of both seats");
	return 0;
}

static int
duel_read(const struct position_reader *r, const json_t *json)
{
	const json_t *left = json_object_get(json, "tokens_left");
	const json_t *goals = json_object_get(json, "goals_left"),
		     *out = json_object_get(json, "out_of_game");
	struct duel_state *own = duel_own(r->g);
	unsigned on_table = 0;
	int tokens;

	for (unsigned i = 0; i < r->g->board.n; i++)
		on_table += (r->g->board.cell[i].flags & TOKENS) != 0;
	tokens = on_table < DUEL_TOKENS ? (int)(DUEL_TOKENS - on_table) : 0;
	if ((left != NULL &&
		read_number(r, AT_KEY(NULL, "tokens_left"), left, 0, DUEL_TOKENS, &tokens) < 0) ||
	    read_cards(r, AT_KEY(NULL, "goals_left"), goals, CLASS_BIT(CARD_GOAL),
		DUEL_GOALS_MAX - SEEN_MAX, own->goals, &own->n_goals) < 0 ||
	    read_gold(
		r, AT_KEY(NULL, "out_of_game"), out, true, DUEL_OUT_MAX, own->out, &own->n_out) < 0)
		return -1;
	own->tokens = (uint8_t)tokens;
	if (check_table(r, own->tokens) < 0 || check_room(r) < 0)
		return -1;
	if (duel_trolls(r->g) > DUEL_TROLLS_MAX)
		return read_fail(r, AT_KEY(NULL, "board"),
		    "with those in hands and deck more than %d "
		    "trolls: one order could not pay them all",
		    DUEL_TROLLS_MAX);
	return read_goals_seen(r);
}

static void
duel_unhide(struct game *g, card_id role, card_id gold)
{
	struct duel_state *own = duel_own(g);

	card_id goal = 0;

	(void)role, (void)gold; /* there are neither */
	while (goal < g->rules->n_cards && game_card(g, goal)->class != CARD_GOAL)
		goal++;
	for (unsigned i = 0; i < own->n_goals; i++)
		own->goals[i] = own->goals[i] == CARD_HIDDEN ? goal : own->goals[i];
}

const struct position_rules duel_position = {
	.phases = 1 << PHASE_PLAY | 1 << PHASE_OVER,
	.write = duel_write,
	.write_seat = duel_write_seat,
	.write_cell = duel_write_cell,
	.read_seat = duel_read_seat,
	.read_cell = duel_read_cell,
	.read = duel_read,
	.unhide = duel_unhide,
};
