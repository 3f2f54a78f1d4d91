/*
 * The Dark Cave, 2-8 players: adit(6), rules CAVE. Spaces and steps, creatures, webs, step one,
 * step two and scores each have a file rules_*.c. The deal is in rules_deal.c, views and invariants
 * are in rules_state.c, legal orders in rules_list.c. This file has the turn and the order table.
 *
 * A game ends. At its beginning hands and pile have 67 cards: 82 path and action cards less 15 out
 * of play. No card returns to them, and each turn that is not skipped plays or discards at least
 * one card in step one. A seat without cards is skipped, but not all seats are. So there are at
 * most 67 turns; after the last card, [CAVE 5.I.38] ends the game.
 */
#include <assert.h>

#include "games/dark_cave/cave.h"
#include "games/dark_cave/cards.h"
#include "core/unset.h"

const struct cave_action *const cave_action_for[ACTION_COUNT] = {
	[ACTION_INFORMATION] = &cave_information,
	[ACTION_ROCKFALL] = &cave_rockfall,
	[ACTION_SWAP_CARDS] = &cave_swap,
	[ACTION_SPIDERWEB] = &cave_spiderweb,
	[ACTION_BOOTS] = &cave_boots,
	[ACTION_BATTLE_AXE] = &cave_battle_axe,
	[ACTION_RAT] = &cave_creature,
	[ACTION_LINDWORM] = &cave_creature,
	[ACTION_GOBLIN] = &cave_creature,
};

/* ---- check ---- */

/* True if the seat has every card that the order names, as often as the order names it. Compares
 * kinds. */
static bool
has_order_cards(const struct game *g, const struct order *o)
{
	const struct seat *me = &g->seat[o->seat];

	for (unsigned i = 0; i < o->n_card; i++) {
		unsigned named = 0, held = 0;

		for (unsigned j = 0; j < o->n_card; j++)
			named += cave_same_kind(g, o->card[j], o->card[i]);
		for (unsigned j = 0; j < me->n_hand; j++)
			held += cave_same_kind(g, me->hand[j], o->card[i]);
		if (held < named)
			return false;
	}
	return true;
}

static enum verdict
check_discard(const struct game *g, const struct order *o)
{
	if (o->n_card < 1 || o->n_card > 2) /* [CAVE 5.B.9] */
		return VERDICT_DISCARD_COUNT;
	if (!has_order_cards(g, o))
		return VERDICT_NOT_IN_HAND;
	return cave_has_shape(o, 0, false, 0) ? VERDICT_OK : VERDICT_BAD_TARGET;
}

static enum verdict
check_card(const struct game *g, const struct order *o)
{
	UNSET struct cave_map m;
	const struct card_def *def;

	if (o->n_card != 1 || !has_order_cards(g, o))
		return VERDICT_NOT_IN_HAND;
	def = game_card(g, o->card[0]);
	if (o->kind == ORDER_ACT && def->class != CARD_ACTION)
		return VERDICT_NOT_AN_ACTION;
	for (unsigned i = 0; i < o->n_at; i++)
		if (o->at[i].part >= CAVE_PARTS)
			return VERDICT_BAD_TARGET;
	cave_map_make(&m, g);
	return o->kind == ORDER_ACT ? cave_action_for[def->action]->check(&m, o) :
				      cave_check_place(&m, o);
}

/* Q-CAVE-10 */
static enum verdict
check_axe(const struct game *g, const struct order *o)
{
	(void)g;
	if (o->n_card != 0 || o->n_at != 0 || o->to != SEAT_NONE ||
	    (o->flags != ORDER_AXE_YES && o->flags != ORDER_AXE_NO))
		return VERDICT_BAD_TARGET;
	return o->what == ACTION_NONE || cave_creature_of(o->what) < CAVE_CREATURES ?
	    VERDICT_OK :
	    VERDICT_BAD_TARGET;
}

static enum verdict
check_walk(const struct game *g, const struct order *o)
{
	UNSET struct cave_map m;

	cave_map_make(&m, g);
	return cave_check_walk(&m, o);
}

static enum verdict
check_cut(const struct game *g, const struct order *o)
{
	UNSET struct cave_map m;

	cave_map_make(&m, g);
	return cave_check_cut(&m, o);
}

/* Whether a creature is driven off at its end depends on standing orders of other seats, which are
 * private. */
bool
cave_may_join(const struct game *g, const struct order *o)
{
	struct spot at;
	uint16_t has;

	if (o->kind != ORDER_ACT || o->n_at < 2 ||
	    cave_creature_of(game_card(g, o->card[0])->action) == CAVE_CREATURES)
		return true;
	at = o->at[o->n_at - 1];
	(void)cave_name(g, &at, &has);
	for (uint8_t s = 0; s < g->n_seats; s++)
		if (s != o->seat && !cave_own(g)->seat[s].out &&
		    cave_spot_same(cave_own(g)->seat[s].at, at) && cave_axes(g, s) > 0)
			return false;
	return true;
}

/* ---- the turn ---- */

/* [CAVE 5.I.39] Turns up all clan cards. An unfinished turn deals no more cards. */
static void
reveal_clans(struct cave_play *p)
{
	struct game *g = p->g;

	for (uint8_t s = 0; s < g->n_seats; s++)
		cave_reveal(p, s);
	for (unsigned i = 0; i < cave_own(g)->n_left; i++)
		cave_emit(p, EVENT_SHOWN, SEAT_NONE, cave_own(g)->left[i]);
	cave_own(g)->draw_to = SEAT_NONE;
	cave_own(g)->draw_n = 0;
}

static void
end_game(struct cave_play *p, enum outcome outcome)
{
	cave_emit_value(p, EVENT_ROUND_END, SEAT_NONE, outcome);
	game_show_goals(p->g, p->ev);
	reveal_clans(p);
	game_end(p->g, p->ev);
}

void
cave_stop(struct game *g, struct events *ev)
{
	reveal_clans(&(struct cave_play){ .g = g, .ev = ev });
}

/* [CAVE 5.B.8, Q-CAVE-26] */
static void
begin_turn(struct cave_play *p, uint8_t seat)
{
	struct cave_state *cave = cave_own(p->g);

	for (unsigned k = 0; k < CAVE_CREATURES; k++)
		if (cave->creature[k].owner == seat)
			cave_creature_remove(p, k);
	for (unsigned i = 0; i < cave->n_web;) {
		unsigned before = cave->n_web;

		if (cave->web[i].owner == seat)
			cave_web_decrement(p, i);
		i += cave->n_web == before;
	}
}

/* Q-CAVE-22: Not in the turn in which it was knocked down. */
static void
stand_up(struct cave_play *p, uint8_t seat)
{
	struct cave_seat *me = &cave_own(p->g)->seat[seat];

	if (!me->lying || me->fell)
		return;
	me->lying = 0;
	cave_emit(p, EVENT_STOOD_UP, seat, CARD_NONE);
}

static bool
has_cards(const struct game *g)
{
	for (unsigned s = 0; s < g->n_seats; s++)
		if (g->seat[s].n_hand > 0)
			return true;
	return false;
}

/* Begins the next turn. At least one hand must have a card. */
static void
next_turn(struct cave_play *p)
{
	struct game *g = p->g;
	uint8_t seat = g->to_move;

	g->turn++;
	g->phase = PHASE_PLAY;
	for (unsigned s = 0; s < g->n_seats; s++)
		cave_own(g)->seat[s].fresh = cave_own(g)->seat[s].fell = 0;
	for (;;) {
		seat = (uint8_t)((seat + 1) % g->n_seats);
		begin_turn(p, seat);
		if (g->seat[seat].n_hand > 0)
			break;
		stand_up(p, seat); /* [CAVE 5.B.8] */
		cave_emit(p, EVENT_SKIPPED, seat, CARD_NONE);
	}
	g->to_move = seat;
}

/* Plays step three [CAVE 5.B.11, CAVE 5.I.38]. Only after a resignation can all hands be empty
 * while the pile has cards (38d). */
static void
step_three(struct cave_play *p)
{
	struct cave_state *cave = cave_own(p->g);

	for (; cave->draw_n > 0; cave->draw_n--)
		(void)game_draw(p->g, cave->draw_to, p->ev);
	cave->draw_to = SEAT_NONE;
	if (has_cards(p->g))
		next_turn(p);
	else
		end_game(p, OUTCOME_CARDS_OUT);
}

/* Goes on after step one: the walk, unless the dwarf has left, or is knocked down and cannot cut
 * [CAVE 5.B.10, CAVE 5.F.31]. */
static void
after_step_one(struct cave_play *p, uint8_t seat)
{
	const struct cave_seat *me = &cave_own(p->g)->seat[seat];

	if (cave_clan_is_out(p->g)) {
		end_game(p, OUTCOME_CLAN_OUT);
		return;
	}
	if (!me->out && (!me->lying || cave_can_cut(p->g, seat))) {
		p->g->phase = PHASE_WALK;
		return;
	}
	stand_up(p, seat);
	step_three(p);
}

/* Sets the cards that step three will deal. */
static void
set_draw(struct game *g, uint8_t seat, unsigned n)
{
	unsigned left = game_deck_left(g);

	cave_own(g)->draw_n = (uint8_t)(n < left ? n : left);
	cave_own(g)->draw_to = cave_own(g)->draw_n > 0 ? seat : (uint8_t)SEAT_NONE;
}

static void
play_card(struct game *g, const struct order *order, struct rng *rng, struct events *ev)
{
	struct cave_play p = { .g = g, .rng = rng, .ev = ev };
	struct order o = *order;
	unsigned action;

	o.card[0] = cave_take_from_hand(g, o.seat, o.card[0]);
	action = game_card(g, o.card[0])->action;
	if (o.kind == ORDER_PLACE)
		cave_play_place(&p, &o);
	else
		cave_action_for[action]->play(&p, &o);
	set_draw(g, action == ACTION_SWAP_CARDS ? o.to : o.seat, 1);
	after_step_one(&p, o.seat);
}

static void
play_discard(struct game *g, const struct order *o, struct rng *rng, struct events *ev)
{
	struct cave_play p = { .g = g, .rng = rng, .ev = ev };

	for (unsigned i = 0; i < o->n_card; i++) {
		card_id card = cave_take_from_hand(g, o->seat, o->card[i]);

		game_discard_face_down(g, o->seat, card, ev);
	}
	set_draw(g, o->seat, o->n_card);
	after_step_one(&p, o->seat);
}

static void
play_walk(struct game *g, const struct order *o, struct rng *rng, struct events *ev)
{
	struct cave_play p = { .g = g, .rng = rng, .ev = ev };

	bool was_lying = cave_own(g)->seat[o->seat].lying;

	cave_play_walk(&p, o);
	if (was_lying)
		stand_up(&p, o->seat);
	if (cave_clan_is_out(g))
		end_game(&p, OUTCOME_CLAN_OUT);
	else
		step_three(&p);
}

/* Plays a cut; step one follows. */
static void
play_cut(struct game *g, const struct order *o, struct rng *rng, struct events *ev)
{
	struct cave_play p = { .g = g, .rng = rng, .ev = ev };

	cave_play_walk(&p, o);
}

/* The event does not name the seat, because standing orders are private. */
static void
play_axe(struct game *g, const struct order *o, struct rng *rng, struct events *ev)
{
	(void)rng;
	for (unsigned k = 0; k < CAVE_CREATURES; k++)
		if (o->what == ACTION_NONE || o->what == cave_creature_action[k])
			cave_own(g)->seat[o->seat].axe[k] = o->flags;
	event_add_public(ev, EVENT_STANDING, SEAT_NONE, 0);
}

/* Q-CAVE-15; a player who has resigned does not prevent the end. */
static bool
all_agree(const struct game *g)
{
	for (unsigned s = 0; s < g->n_seats; s++)
		if (!cave_own(g)->seat[s].agree && !g->seat[s].resigned)
			return false;
	return true;
}

static void
play_agree(struct game *g, const struct order *o, struct rng *rng, struct events *ev)
{
	struct cave_play p = { .g = g, .rng = rng, .ev = ev };
	bool agrees = o->kind == ORDER_AGREE;

	cave_own(g)->seat[o->seat].agree = agrees;
	event_add_public(ev, agrees ? EVENT_AGREED : EVENT_DISAGREED, o->seat, 0);
	if (agrees && all_agree(g))
		end_game(&p, OUTCOME_AGREED);
}

static void
play_resign(struct game *g, const struct order *o, struct rng *rng, struct events *ev)
{
	struct cave_play p = { .g = g, .rng = rng, .ev = ev };

	game_resign(g, o->seat, ev);
	if (cave_own(g)->draw_to == o->seat)
		set_draw(g, o->seat, 0);
	if (all_agree(g))
		end_game(&p, OUTCOME_AGREED);
	else if (g->to_move == o->seat)
		step_three(&p);
}

const struct order_rule cave_order[ORDER_KIND_COUNT] = {
	[ORDER_PLACE] = { PHASE_PLAY, check_card, play_card },
	[ORDER_ACT] = { PHASE_PLAY, check_card, play_card },
	[ORDER_DISCARD] = { PHASE_PLAY, check_discard, play_discard },
	[ORDER_WALK] = { PHASE_WALK, check_walk, play_walk },
	[ORDER_WALK_TO] = { PHASE_WALK, check_walk, play_walk },
	[ORDER_STAY] = { PHASE_WALK, check_walk, play_walk },
	[ORDER_CUT] = { PHASE_PLAY, check_cut, play_cut },
	[ORDER_AXE] = { 0, check_axe, play_axe },
	[ORDER_AGREE] = { 0, game_check_no_args, play_agree },
	[ORDER_DISAGREE] = { 0, game_check_no_args, play_agree },
	[ORDER_RESIGN] = { 0, game_check_no_args, play_resign },
};
