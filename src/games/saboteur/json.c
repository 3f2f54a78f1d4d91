/*
 * The part of a position that only Saboteur has: the dwarf card left over, the nuggets, and who
 * played last.
 *
 * (S1) Nuggets are cards internally and values in JSON: equal cards are interchangeable.
 * (S2) All nugget cards together fit into any single list, so that no split of them can overflow
 * it.
 */
#include "wire/position_rules.h"

#include "games/saboteur/saboteur.h"
#include "wire/deck.h"

/* ---- seats --------------------------------------------------------------------------------- */

/* [SAB 2.F.26] Writes the nuggets of a seat. They are secret, so it writes those of another seat
 * only if the view has them. */
static json_t *
write_gold(struct position_writer *w)
{
	const struct seat *s = &w->g->seat[w->seat];

	if ((!position_write_is_open(w) && w->g->phase != PHASE_OVER) ||
	    memchr(s->gold_card, CARD_HIDDEN, s->n_gold) != NULL)
		return NULL;
	return position_write_values(w, s->gold_card, s->n_gold);
}

static void
sort_gold(const struct game *g, card_id *card, unsigned n)
{
	for (unsigned i = 1; i < n; i++) {
		card_id c = card[i];
		unsigned j = i;

		for (; j > 0 && game_card(g, card[j - 1])->value > game_card(g, c)->value; j--)
			card[j] = card[j - 1];
		card[j] = c;
	}
}

static int
check_gold(const struct position_reader *r, const struct json_at *at, const json_t *json)
{
	struct seat *s = &r->g->seat[r->seat];

	(void)json;
	for (unsigned i = 0; i < s->n_gold; i++) {
		if (s->gold_card[i] == CARD_HIDDEN)
			return position_read_fail(
			    r, AT_KEY(at, "gold"), "what is not known is left out");
	}
	sort_gold(r->g, s->gold_card, s->n_gold);
	return 0;
}

static const struct position_row row_seat[] = {
	{ "role", ROW_CARD, IN_SEAT(role), .flags = ROW_SECRET, .classes = CLASS_BIT(CARD_ROLE) },
	{ "broken", ROW_TOOLS, IN_SEAT(broken) },
	{ "gold", .write = write_gold },
	{ "gold", ROW_VALUES, ROW_IN_SEAT, ROW_NO_WRITE, LIST_OF(struct seat, gold_card, n_gold),
	    .limit = GOLD_MAX },
	{ "seen", .kind = ROW_SEEN },
	{ .read = check_gold },
	{ 0 },
};

/* ---- the position -------------------------------------------------------------------------- */

/* [SAB 2.F.23, 25] Checks that the seat to move may choose. */
static int
check_chooser(const struct position_reader *r)
{
	const struct game *g = r->g;
	const struct seat *s = &g->seat[g->to_move];
	const struct json_at *at = AT_KEY(NULL, "to_move");

	if (s->resigned)
		return position_read_fail(r, at, "who has resigned does not choose");
	if (s->role != CARD_HIDDEN && game_card(g, s->role)->role != ROLE_MINER)
		return position_read_fail(r, at, "only miners choose nuggets");
	if (g->options.at[SAB_BROKEN_NO_SHARE] && s->broken != 0)
		return position_read_fail(r, at, "a broken tool leaves no share");
	return 0;
}

/* Checks that a draft is only in PHASE_DRAFT and the option is set, before its values are read. */
static int
check_phase(const struct position_reader *r, const struct json_at *at, const json_t *json)
{
	if (r->g->phase != PHASE_DRAFT)
		return json == NULL ? 0 : position_read_fail(r, at, "only in phase draft");
	return r->g->options.at[SAB_DRAFT_ASK] ?
	    0 :
	    position_read_fail(r, AT_KEY(NULL, "phase"), "draft needs the option draft=ask");
}

/* Checks that a draft is sorted, highest value first. */
static int
check_draft(const struct position_reader *r, const struct json_at *up, const json_t *json)
{
	const struct json_at *at = AT_KEY(up, "drafting");
	const struct sab_state *own = sab_own(r->g);

	(void)json;
	if (r->g->phase != PHASE_DRAFT)
		return 0;
	if (own->n_draft == 0)
		return position_read_fail(r, at, "the values on offer expected, at least one");
	for (unsigned i = 1; i < own->n_draft; i++) {
		card_id a = own->draft[i - 1], b = own->draft[i];

		if ((a == CARD_HIDDEN) != (b == CARD_HIDDEN))
			return position_read_fail(r, at, "all values or none are known");
		if (a != CARD_HIDDEN && game_card(r->g, a)->value < game_card(r->g, b)->value)
			return position_read_fail(r, at, "highest value first");
	}
	return check_chooser(r);
}

/* [Q-SAB-23] Checks that there is at most one selfish dwarf, and only with its option. */
static int
check_selfish(const struct position_reader *r, const struct json_at *at, const json_t *json)
{
	unsigned n = 0;

	(void)json;
	for (unsigned s = 0; s < r->g->n_seats; s++)
		n += r->g->seat[s].role < r->g->rules->n_cards &&
		    game_card(r->g, r->g->seat[s].role)->role == ROLE_SELFISH;
	if (n > 0 && !r->g->options.at[SAB_SELFISH_DWARF])
		return position_read_fail(
		    r, AT_KEY(at, "seats"), "a selfish-miner needs the option dwarf=selfish");
	return n <= 1 ? 0 :
			position_read_fail(r, AT_KEY(at, "seats"), "more than one selfish-miner");
}

/* (S2) */
static int
check_nuggets(const struct position_reader *r, const struct json_at *at, const json_t *json)
{
	unsigned nuggets = (unsigned)sab_own(r->g)->n_pile + sab_own(r->g)->n_draft;

	(void)json;
	for (unsigned s = 0; s < r->g->n_seats; s++)
		nuggets += r->g->seat[s].n_gold;
	return nuggets <= NUGGETS_MAX ? 0 :
					position_read_fail(r, AT_KEY(at, "gold_pile"),
					    "more than %d nugget cards in all", NUGGETS_MAX);
}

/* A puzzle may omit the dwarf card left over. */
static const struct position_row row_position[] = {
	{ "role_left", ROW_CARD, .flags = ROW_SECRET | ROW_NONE,
	    IN_OWN(struct sab_state, role_left), .classes = CLASS_BIT(CARD_ROLE) },
	{ "gold_pile", ROW_VALUES, LIST_OF(struct sab_state, pile, n_pile), .limit = NUGGETS_MAX },
	{ "last_path", ROW_SEAT, IN_OWN(struct sab_state, last_path) },
	{ "last_play", ROW_SEAT, IN_OWN(struct sab_state, last_play) },
	{ "drafting", .read = check_phase },
	{ "drafting", ROW_VALUES, LIST_OF(struct sab_state, draft, n_draft), .limit = NUGGETS_MAX,
	    .phases = 1 << PHASE_DRAFT },
	{ .read = check_draft },
	{ .read = check_nuggets },
	{ .read = check_selfish },
	{ .read = position_read_mine },
	{ 0 },
};

/* [SAB 2.A] Ten seats need forty cards; seven seats need 35. */
static const struct deck_rules deck = { .hands = 10 * 4 };

/* Returns the bytes needed for the nuggets of a seat and those that it may choose from. [SAB
 * 2.F.22] A seat gets at most four per round, or all of a round in which others get none. */
static size_t
room(const struct view *pub, const struct names *names, uint8_t seat)
{
	enum {
		A_NUGGET = sizeof " gold-1" - 1 + sizeof "1," - 1,
		A_CHOICE = sizeof "1," - 1 + sizeof " | 1" - 1,
		CHOICES = sizeof "\"drafting\":{\"=\":[]},\n " - 1 + sizeof "  choose \n" - 1
	};
	const struct game *g = &pub->known;
	bool alone = g->options.at[SAB_BROKEN_NO_SHARE] != 0;
	unsigned rounds = g->round - (g->phase == PHASE_PLAY ? 1u : 0u), each = 4;

	(void)names;
	for (unsigned s = 0; s < g->n_seats; s++)
		alone = alone || g->seat[s].resigned;
	if (alone && g->n_seats > each)
		each = g->n_seats;
	return rounds * each * (unsigned)A_NUGGET +
	    (g->phase == PHASE_DRAFT && g->to_move == seat ?
		    CHOICES + sab_own(g)->n_draft * (unsigned)A_CHOICE :
		    0u);
}

const struct position_rules sab_position = {
	.phases = 1 << PHASE_PLAY | 1 << PHASE_DRAFT | 1 << PHASE_OVER,
	.position = row_position,
	.seat = row_seat,
	.deck = &deck,
	.room = room,
};
