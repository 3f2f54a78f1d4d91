/*
 * Saboteur 2: cards in front of players, and the action cards that Saboteur does not have [SB2
 * 3.D].
 */
#include <string.h>

#include "games/mine/movegen.h"
#include "games/saboteur2/internal.h"

/* ---- cards in front of players ---- */

bool
sb2_is_thief(const struct game *g, uint8_t seat)
{
	for (unsigned i = 0; i < sb2_own(g)->n_thieves; i++)
		if (sb2_own(g)->thief[i] == seat)
			return true;
	return false;
}

bool
sb2_is_trapped(const struct game *g, uint8_t seat)
{
	return (u16_get(&sb2_own(g)->trapped) & SEEN_BY(seat)) != 0;
}

void
sb2_trap(struct game *g, uint8_t seat, bool trapped)
{
	struct u16 *bits = &sb2_own(g)->trapped;
	unsigned others = u16_get(bits) & ~(unsigned)SEEN_BY(seat);

	u16_set(bits, trapped ? others | SEEN_BY(seat) : others);
}

void
sb2_remove_thief(struct game *g, uint8_t seat)
{
	struct sb2_state *sb2 = sb2_own(g);
	unsigned n = 0;

	for (unsigned i = 0; i < sb2->n_thieves; i++)
		if (sb2->thief[i] != seat)
			sb2->thief[n++] = sb2->thief[i];
	sb2->n_thieves = (uint8_t)n;
}

/* Returns the card of an action that stays in front of a player, or CARD_NONE. */
static card_id
card_of(const struct rules *rules, enum action action)
{
	for (card_id c = 0; c < rules->n_cards; c++)
		if (rules->card[c].action == action)
			return c;
	return CARD_NONE;
}

void
sb2_discard_front(struct game *g, enum action action)
{
	card_id c = card_of(g->rules, action);

	if (c != CARD_NONE)
		game_discard(g, c);
}

unsigned
sb2_in_front(const struct game *g, uint8_t seat, card_id front[static SB2_FRONT_MAX])
{
	unsigned n = 0;

	for (unsigned tools = g->seat[seat].broken; tools != 0; tools &= tools - 1)
		front[n++] = mine_broken_card(g->rules, (uint8_t)(tools & (~tools + 1)));
	if (sb2_is_thief(g, seat))
		front[n++] = card_of(g->rules, ACTION_THEFT);
	if (sb2_is_trapped(g, seat))
		front[n++] = card_of(g->rules, ACTION_TRAPPED);
	return n;
}

/* ---- action cards ---- */

static void
add_played(const struct order *o, struct events *ev)
{
	struct event e = event_make(EVENT_PLAYED, o->seat, o->card[0]);

	e.to = o->to;
	event_add(ev, e);
}

static enum verdict
check_seat(const struct order *o)
{
	if (o->to == SEAT_NONE)
		return VERDICT_NO_SUCH_SEAT;
	return order_has_shape(o, 1, 0, true) && o->what == 0 ? VERDICT_OK : VERDICT_BAD_TARGET;
}

/* The differences between the cards with a target. */
struct targets {
	uint16_t seats; /* bit s: seat s is a legal target */
	bool self;      /* the player is a legal target too, if their bit is set */
	enum verdict why_not;
};

static struct targets
find_targets(const struct game *g, enum action action)
{
	const struct sb2_state *sb2 = sb2_own(g);
	const uint16_t all = (uint16_t)(SEEN_BY(g->n_seats) - 1u);
	struct targets t = { 0, true, VERDICT_NOT_IN_RULES };

	switch (action) {
	case ACTION_HANDS_OFF: /* [SB2 3.D.15] */
		t.why_not = VERDICT_NOT_IN_FRONT;
		for (unsigned i = 0; i < sb2->n_thieves; i++)
			t.seats |= SEEN_BY(sb2->thief[i]);
		break;
	case ACTION_TRAPPED: /* [SB2 3.D.16, Q-SB2-20] */
		t = (struct targets){ all & (uint16_t)~u16_get(&sb2->trapped), false,
			VERDICT_HAS_ONE_ALREADY };
		break;
	case ACTION_FREE: /* [SB2 3.D.17] */
		t = (struct targets){ u16_get(&sb2->trapped), true, VERDICT_NOT_IN_FRONT };
		break;
	case ACTION_SWAP_HANDS: /* [SB2 3.D.18] a player who has resigned gets no cards */
		t = (struct targets){ 0, false, VERDICT_TARGET_RESIGNED };
		for (uint8_t s = 0; s < g->n_seats; s++)
			if (!g->seat[s].resigned)
				t.seats |= SEEN_BY(s);
		break;
	case ACTION_INSPECTION: /* [SB2 3.D.19] */
		t = (struct targets){ all, false, VERDICT_OK };
		break;
	case ACTION_SWAP_HATS: /* [SB2 3.D.20, Q-SB2-14] */
		t = (struct targets){ sb2->n_pile > 0 ? all : 0, true, VERDICT_NO_ROLE_LEFT };
		break;
	case ACTION_NONE:
	case ACTION_BREAK:
	case ACTION_REPAIR:
	case ACTION_ROCKFALL:
	case ACTION_MAP:
	case ACTION_THEFT:
	case ACTION_KEY:
	case ACTION_INFORMATION:
	case ACTION_SWAP_CARDS:
	case ACTION_SPIDERWEB:
	case ACTION_BOOTS:
	case ACTION_BATTLE_AXE:
	case ACTION_RAT:
	case ACTION_LINDWORM:
	case ACTION_GOBLIN:
	case ACTION_COUNT:
		break;
	}
	return t;
}

static enum verdict
check_target(const struct game *g, const struct order *o)
{
	const struct targets t = find_targets(g, (enum action)game_card(g, o->card[0])->action);
	enum verdict v = check_seat(o);

	if (v != VERDICT_OK)
		return v;
	if (o->to == o->seat && !t.self)
		return VERDICT_ONLY_OTHERS;
	return (t.seats & SEEN_BY(o->to)) != 0 ? VERDICT_OK : t.why_not;
}

static void
offer_targets(struct mine_movegen *m, const struct game *g, card_id card)
{
	const struct targets t = find_targets(g, (enum action)game_card(g, card)->action);

	mine_movegen_add_seats(m, card, t.self ? t.seats : t.seats & ~(unsigned)SEEN_BY(m->seat));
}

/* [SB2 3.D.14, Q-SB2-9] A trapped player may play it too. */
static enum verdict
check_theft(const struct game *g, const struct order *o)
{
	if (!order_has_shape(o, 1, 0, false) || o->what != 0)
		return VERDICT_BAD_TARGET;
	return sb2_is_thief(g, o->seat) ? VERDICT_HAS_ONE_ALREADY : VERDICT_OK;
}

static void
play_theft(struct game *g, const struct order *o, struct events *ev)
{
	sb2_own(g)->thief[sb2_own(g)->n_thieves++] = o->seat;
	add_played(o, ev);
}

static void
offer_theft(struct mine_movegen *m, const struct game *g, card_id card)
{
	if (!sb2_is_thief(g, m->seat))
		mine_movegen_add(m, card);
}

static void
play_hands_off(struct game *g, const struct order *o, struct events *ev)
{
	sb2_remove_thief(g, o->to);
	add_played(o, ev);
	game_discard(g, o->card[0]);
	sb2_discard_front(g, ACTION_THEFT);
}

static void
play_trapped(struct game *g, const struct order *o, struct events *ev)
{
	sb2_trap(g, o->to, true);
	add_played(o, ev);
}

static void
play_free(struct game *g, const struct order *o, struct events *ev)
{
	sb2_trap(g, o->to, false);
	add_played(o, ev);
	game_discard(g, o->card[0]);
	sb2_discard_front(g, ACTION_TRAPPED);
}

/* [SB2 3.D.18, Q-SB2-12] The other player draws at once. */
static void
play_swap_hands(struct game *g, const struct order *o, struct events *ev)
{
	add_played(o, ev);
	game_discard(g, o->card[0]);
	game_swap_hands(g, o->seat, o->to, ev);
	(void)game_draw(g, o->to, ev); /* draws if the pile has a card */
}

/* Returns the index in the shuffled list of the dwarf card that a seat has. */
static unsigned
role_index(const struct game *g, uint8_t seat)
{
	const struct sb2_state *sb2 = sb2_own(g);

	for (unsigned i = sb2->n_hats; i > 0; i--)
		if (sb2->hat_from[i - 1] == seat)
			return g->n_seats + i - 1u;
	return seat;
}

static void
play_inspection(struct game *g, const struct order *o, struct events *ev)
{
	struct event e = event_make(EVENT_SAW_ROLE, o->seat, g->seat[o->to].role);

	g->seat[o->seat].knows |= SEEN_BY(o->to);
	add_played(o, ev);
	game_discard(g, o->card[0]);
	e.to = o->to;
	e.index = (uint8_t)role_index(g, o->to);
	e.seen_by = SEEN_BY(o->seat);
	event_add(ev, e);
}

/* [SB2 3.D.20, Q-SB2-13] The new hat is the top of the role pile. What others saw of the old one is
 * cleared. */
static void
play_swap_hats(struct game *g, const struct order *o, struct events *ev)
{
	struct sb2_state *sb2 = sb2_own(g);
	card_id hat = sb2->pile[0];

	add_played(o, ev);
	game_discard(g, o->card[0]);
	sb2->hat[sb2->n_hats] = g->seat[o->to].role;
	sb2->hat_from[sb2->n_hats] = o->to;
	sb2->n_hats++;
	sb2->n_pile--;
	memmove(sb2->pile, sb2->pile + 1, sb2->n_pile);
	for (unsigned s = 0; s < g->n_seats; s++)
		g->seat[s].knows &= (uint16_t)~SEEN_BY(o->to);
	game_give_role(g, o->to, hat, g->n_seats + sb2->n_hats - 1u, ev);
}

const struct mine_action sb2_theft = { check_theft, play_theft, offer_theft };
const struct mine_action sb2_hands_off = { check_target, play_hands_off, offer_targets };
const struct mine_action sb2_trapped = { check_target, play_trapped, offer_targets };
const struct mine_action sb2_free_at_last = { check_target, play_free, offer_targets };
const struct mine_action sb2_swap_hands = { check_target, play_swap_hands, offer_targets };
const struct mine_action sb2_inspection = { check_target, play_inspection, offer_targets };
const struct mine_action sb2_swap_hats = { check_target, play_swap_hats, offer_targets };
