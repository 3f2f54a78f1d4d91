/*
 * Plays an order on the view of one seat.
 *
 * (V1) Only the view is used. Hidden cards cannot influence the result, since they are not
 *      available.
 * (V2) Each hidden card is replaced by a mask: an extra row of the card list, which no deck
 *      contains. After playing, masks are hidden again wherever they are. No guess is shown.
 * (V3) The rules sets play the order. This file contains no rules.
 */
#include "player/preview.h"

#include <string.h>

#include "core/transition.h"

struct stage { /* A game that can be played, with masks. */
	struct rules rules;
	struct card_def card[CARDS_MAX];
	unsigned n_real; /* rows from here on are masks */
	struct transition f;
	struct events none, made;
};

/* An rng that always returns 0; its results are removed afterwards. */
static void
open_nothing(struct rng *self, unsigned round, enum rng_purpose purpose)
{
	(void)self, (void)round, (void)purpose;
}

static uint32_t
draw_nothing(struct rng *self, uint32_t below)
{
	(void)self, (void)below;
	return 0;
}

/* ---- masks -------------------------------------------------------------------------------- */

static bool
is_mask(const struct stage *s, card_id card)
{
	return card >= s->n_real && card < s->rules.n_cards;
}

/* A masked goal ends nothing and leads nowhere: all its tunnels are dead ends. */
static struct card_def
mask_def(const struct card_def *of)
{
	struct card_def def = *of;

	def.copies = 0;
	if (def.class == CARD_GOAL) {
		def.feature = 0;
		def.tunnel = TUNNEL(3, 3, 3, 3);
		def.door_at = def.gold_at = def.value = 0;
	}
	return def;
}

static bool
same_def(const struct card_def *a, const struct card_def *b)
{
	return a->class == b->class && a->deck == b->deck && a->role == b->role &&
	    a->value == b->value && a->action == b->action && a->tunnel == b->tunnel;
}

/* Returns the mask for this card. Returns the card itself if there is no room, which happens
 * with no card list. */
static card_id
mask(struct stage *s, card_id card)
{
	struct card_def def = mask_def(&s->card[card]);
	unsigned i = s->n_real;

	while (i < s->rules.n_cards && !same_def(&s->card[i], &def))
		i++;
	if (i == s->rules.n_cards) {
		if (i == CARDS_MAX)
			return card;
		s->card[s->rules.n_cards++] = def;
	}
	return (card_id)i;
}

/* Masks the guessed cards where the view hides a card. */
static void
mask_where(struct stage *s, const card_id *known, card_id *guess, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		if (known[i] == CARD_HIDDEN && guess[i] < s->n_real)
			guess[i] = mask(s, guess[i]);
}

static void
hide_masked(const struct stage *s, card_id *card, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		if (is_mask(s, card[i]))
			card[i] = CARD_HIDDEN;
}

/* ---- the stage ------------------------------------------------------------------------------ */

static void
mask_common(struct stage *s, const struct game *known)
{
	struct game *g = &s->f.guess;

	mask_where(s, known->deck + g->deck_top, g->deck + g->deck_top, game_deck_left(g));
	mask_where(s, known->discard, g->discard, g->n_discard);
	for (unsigned i = 0; i < g->n_seats; i++) {
		mask_where(s, known->seat[i].hand, g->seat[i].hand, g->seat[i].n_hand);
		mask_where(s, &known->seat[i].role, &g->seat[i].role, 1);
	}
	for (unsigned i = 0; i < g->board.n; i++)
		mask_where(s, &known->board.cell[i].card, &g->board.cell[i].card, 1);
}

/* Returns false if no order can be played. */
static bool
stage_make(struct stage *s, const struct view *v)
{
	const struct game *known = &v->known;

	memset(s, 0, sizeof *s);
	s->rules = *known->rules;
	s->n_real = s->rules.n_cards;
	memcpy(s->card, known->rules->card, s->n_real * sizeof s->card[0]);
	s->rules.card = s->card;
	s->rules.rounds = (uint8_t)(known->round + known->options.at[OPTION_ROUNDS]);
	s->f = (struct transition){
		.before = known, .after = known, .ev = &s->none, .hold = CARD_NONE
	};
	s->f.guess = *known;
	s->f.guess.board.frontier.known = s->f.guess.board.cache_valid =
	    false; /* the cards have changed */
	s->f.guess.rules = &s->rules;
	transition_fill_rest(&s->f.guess);
	if (s->rules.guess != NULL && !s->rules.guess(&s->f))
		return false;
	mask_common(s, known);
	return game_is_ok(&s->f.guess);
}

/* ---- result ---------------------------------------------------------------------------------- */

static unsigned
count_events(const struct events *ev, enum event_kind kind, uint8_t seat)
{
	unsigned n = 0;

	for (uint32_t i = 0; i < ev->n; i++)
		n += ev->at[i].kind == kind && (seat == SEAT_NONE || ev->at[i].seat == seat);
	return n;
}

/* Turns goals down again where a mask was turned up. Returns their number. */
static unsigned
turn_down(const struct stage *s, const struct game *known, struct game *after)
{
	unsigned n = 0;

	for (unsigned i = 0; i < after->board.n; i++) {
		struct cell *c = &after->board.cell[i];
		unsigned was = board_find(&known->board, c->x, c->y);

		if (!is_mask(s, c->card))
			continue;
		n += (c->flags & CELL_DOWN) == 0;
		*c = known->board.cell[was];
	}
	return n;
}

/* Returns cards that the seat would lose at random, since the choice is unknown. */
static void
give_back(const struct stage *s, uint8_t seat, struct seat *me)
{
	for (uint32_t i = 0; i < s->made.n; i++)
		if (s->made.at[i].kind == EVENT_LOST && s->made.at[i].seat == seat &&
		    me->n_hand < HAND_MAX)
			me->hand[me->n_hand++] = s->made.at[i].card;
}

/* Restores the gold, since the payment depends on hidden roles and piles. */
static void
unpay(const struct game *known, struct game *after)
{
	for (unsigned s = 0; s < after->n_seats; s++) {
		after->seat[s].gold = known->seat[s].gold;
		after->seat[s].n_gold = known->seat[s].n_gold;
		memcpy(after->seat[s].gold_card, known->seat[s].gold_card,
		    sizeof after->seat[s].gold_card);
	}
}

/* Makes the view of the seat and hides all masks. */
static unsigned
hide_masks(struct stage *s, const struct view *v, struct view *after)
{
	struct game *g = &s->f.guess, *k = &after->known;
	unsigned n_turned;

	if (g->phase == PHASE_OVER || g->phase == PHASE_DRAFT)
		g->phase = v->known.phase;
	game_view(g, v->seat, after);
	n_turned = turn_down(s, &v->known, k);
	k->rules = v->known.rules;
	if (count_events(&s->made, EVENT_ROUND_END, SEAT_NONE) > 0)
		unpay(&v->known, k);
	give_back(s, v->seat, &k->seat[v->seat]);
	hide_masked(s, k->discard, k->n_discard);
	for (unsigned i = 0; i < k->n_seats; i++) {
		hide_masked(s, k->seat[i].hand, k->seat[i].n_hand);
		hide_masked(s, &k->seat[i].role, 1);
	}
	if (count_events(&s->made, EVENT_ROLE, v->seat) > 0)
		k->seat[v->seat].role = CARD_HIDDEN;
	return n_turned;
}

static void
add_card_words(unsigned n, const char *what, const char *how, struct buf *words)
{
	if (n == 1)
		buf_fmt(words, "you would %s a card%s\n", what, how);
	else if (n > 1)
		buf_fmt(words, "you would %s %u cards%s\n", what, n, how);
}

static bool
is_end_sure(const struct stage *s)
{
	const struct event *end = transition_find(&s->f, EVENT_ROUND_END, SEAT_NONE, 0);
	const struct game *g = &s->f.guess;
	unsigned cards = 0;

	for (unsigned i = 0; i < g->n_seats; i++)
		cards += g->seat[i].n_hand;
	return end->value != OUTCOME_CLAN_OUT && (end->value != OUTCOME_NO_GOLD || cards == 0);
}

static void
add_effects(
    struct stage *s, const struct view *v, unsigned n_turned, bool is_open, struct buf *words)
{
	const uint8_t me = v->seat;

	if (n_turned == 1)
		buf_str(words, "a goal would be turned up\n");
	else if (n_turned > 1)
		buf_fmt(words, "%u goals would be turned up\n", n_turned);
	if (count_events(&s->made, EVENT_SAW_GOAL, me) > 0)
		buf_str(words, "you alone would see what the goal is\n");
	if (count_events(&s->made, EVENT_SAW_ROLE, me) > 0)
		buf_str(words, "you alone would see the role\n");
	if (count_events(&s->made, EVENT_SAW_LEFT, me) > 0)
		buf_str(words, "you alone would see which clan cards nobody has\n");
	if (count_events(&s->made, EVENT_ROLE, me) > 0)
		buf_str(words, "you would get another role\n");
	if (count_events(&s->made, EVENT_RECEIVED, me) > 0)
		buf_str(words, "you would get a hand that you have not seen\n");
	if (is_open)
		buf_str(words, "whether a battle-axe drives it off is for others to say\n");
	add_card_words(count_events(&s->made, EVENT_LOST, me), "lose", ", drawn at random", words);
	add_card_words(count_events(&s->made, EVENT_DREW, me), "draw", "", words);
	s->f.ev = &s->made;
	if (count_events(&s->made, EVENT_ROUND_END, SEAT_NONE) > 0)
		buf_fmt(words, "the %s %s end with it\n",
		    v->known.rules->rounds > 1 ? "round" : "game",
		    is_end_sure(s) ? "would" : "could");
}

/* ---- playing ---------------------------------------------------------------------------------- */

static bool
is_beside_the_table(const struct order *o)
{
	return o->kind == ORDER_STEAL || o->kind == ORDER_AXE || o->kind == ORDER_TAKE;
}

bool
preview(
    const struct view *v, const struct order *o, unsigned n, struct view *after, struct buf *words)
{
	struct rng rng = { .open = open_nothing, .draw = draw_nothing };
	struct game known = v->known;
	struct stage s;
	unsigned refused, n_turned;
	bool is_open = false;

	if (v->seat >= known.n_seats || n == 0 || o->seat != v->seat || is_beside_the_table(o) ||
	    game_check_all(&known, o, n, &rng, NULL, &refused) != VERDICT_OK || !stage_make(&s, v))
		return false;
	for (unsigned i = 0; i < n; i++) {
		if (game_check(&s.f.guess, &o[i]) != VERDICT_OK)
			return false;
		is_open |= v->known.rules->may_join != NULL && !game_may_combine(&s.f.guess, &o[i]);
		game_play(&s.f.guess, &o[i], &rng, &s.made);
	}
	n_turned = hide_masks(&s, v, after);
	add_effects(&s, v, n_turned, is_open, words);
	return true;
}
