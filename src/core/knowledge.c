/*
 * Inference from seen cards and events.
 *
 * (K1) A goal that was not shown is one of the goals of the box less those known on the board. More
 * may be out of play, never fewer, so an inferred goal is correct.
 * (K2) Each card that has left a hand is counted once: as played, or as known to the seat that saw
 * it leave.
 * (K3) Only certain cards of a hand are listed. A card that leaves unseen may be of any kind of the
 * hand.
 * (K4) Rows of a class begin at rows[class].from and end before rows[class].to.
 */
#include "core/knowledge.h"

#include <string.h>

card_id
knowledge_kind(const struct rules *rules, card_id card)
{
	const struct card_def *c = &rules->card[card];
	card_id first = 0;

	if (c->class != CARD_ACTION)
		return card;
	while (rules->card[first].class != CARD_ACTION || rules->card[first].action != c->action ||
	    rules->card[first].tools != c->tools)
		first++;
	return first;
}

static void
one_less(uint8_t *n)
{
	*n = (uint8_t)(*n - (*n > 0));
}

/* ---- goals ---------------------------------------------------------------------------------- */

unsigned
knowledge_gone(const struct game *known, card_id card[static KNOWLEDGE_GONE_MAX])
{
	const struct knowledge_rules *own = known->rules->know;

	return own != NULL && own->gone != NULL ? own->gone(known, card) : 0;
}

static uint16_t
lookers(const struct game *g, struct place at)
{
	unsigned bits = 0;

	for (unsigned s = 0; s < g->n_seats; s++)
		for (unsigned i = 0; i < g->seat[s].n_seen; i++)
			if (g->seat[s].seen[i].x == at.x && g->seat[s].seen[i].y == at.y)
				bits |= 1u << s;
	return (uint16_t)bits;
}

/* (K1) */
void
knowledge_goals_left(const struct game *known, uint8_t left[static CARDS_MAX])
{
	const struct rules *rules = known->rules;
	card_id gone[KNOWLEDGE_GONE_MAX];
	unsigned n_gone = knowledge_gone(known, gone);

	memset(left, 0, CARDS_MAX);
	for (unsigned i = 0; i < rules->n_cards; i++)
		if (rules->card[i].class == CARD_GOAL)
			left[i] = rules->card[i].copies;
	for (unsigned i = 0; i < known->board.n; i++)
		if (known->board.cell[i].card < rules->n_cards)
			one_less(&left[known->board.cell[i].card]);
	for (unsigned i = 0; i < n_gone; i++)
		if (gone[i] < rules->n_cards)
			one_less(&left[gone[i]]);
}

/* Returns the only kind that unseen goals can be, or CARD_HIDDEN. */
static card_id
only_kind(const struct game *g)
{
	uint8_t left[CARDS_MAX];
	card_id only = CARD_HIDDEN;

	knowledge_goals_left(g, left);
	for (unsigned i = 0; i < g->rules->n_cards; i++) {
		if (left[i] == 0)
			continue;
		if (only != CARD_HIDDEN)
			return CARD_HIDDEN;
		only = (card_id)i;
	}
	return only;
}

unsigned
knowledge_goals(const struct game *known, struct knowledge_goal out[static KNOWLEDGE_GOALS_MAX])
{
	card_id only = only_kind(known);
	unsigned n = 0;

	for (unsigned i = 0; i < known->board.n && n < KNOWLEDGE_GOALS_MAX; i++) {
		const struct cell *c = &known->board.cell[i];
		struct knowledge_goal *k = &out[n];

		if ((c->flags & CELL_DOWN) == 0)
			continue;
		*k = (struct knowledge_goal){ .at = { c->x, c->y }, .card = c->card };
		k->looked = lookers(known, k->at);
		k->is_seen = c->card != CARD_HIDDEN;
		if (!k->is_seen)
			k->card = only;
		n++;
	}
	return n;
}

/* ---- the round so far ----------------------------------------------------------------------- */

/* (K3) Removes a card that leaves a hand. If it is hidden, removes one of each kind. */
static void
remove_from_hand(struct knowledge *k, const struct rules *rules, uint8_t seat, card_id card)
{
	if (card < rules->n_cards) {
		one_less(&k->held[seat][knowledge_kind(rules, card)]);
		return;
	}
	for (unsigned i = 0; i < rules->n_cards; i++)
		one_less(&k->held[seat][i]);
}

/* (K4) */
static void
find_rows(struct knowledge *k, const struct rules *rules)
{
	for (unsigned i = rules->n_cards; i-- > 0;)
		k->rows[rules->card[i].class].from = (uint8_t)i;
	for (unsigned i = 0; i < rules->n_cards; i++)
		k->rows[rules->card[i].class].to = (uint8_t)(i + 1);
}

static void
count_all(struct knowledge *k, const struct game *g)
{
	const struct rules *rules = g->rules;
	card_id gone[KNOWLEDGE_GONE_MAX];
	unsigned n = knowledge_gone(g, gone);

	for (unsigned i = 0; i < rules->n_cards; i++) {
		const struct card_def *c = &rules->card[i];
		uint8_t *all = &k->all[knowledge_kind(rules, (card_id)i)];

		if (c->class == CARD_PATH || c->class == CARD_ACTION)
			*all = (uint8_t)(*all + c->copies);
	}
	for (unsigned i = 0; i < n; i++) {
		if (gone[i] >= rules->n_cards)
			continue;
		one_less(&k->all[knowledge_kind(rules, gone[i])]);
		k->away[knowledge_kind(rules, gone[i])]++;
	}
}

/* Starts within a round: earlier events are not known, but the path cards on the board were
 * played. */
static void
begin_late(struct knowledge *k, const struct game *g, int64_t n)
{
	k->whole = false;
	k->from = n;
	for (unsigned i = 0; i < g->board.n; i++) {
		card_id card = g->board.cell[i].card;

		if (card < g->rules->n_cards && g->rules->card[card].class == CARD_PATH)
			k->out[card]++;
	}
}

static void
restart_counts(struct knowledge *k, const struct game *g)
{
	struct knowledge was = { .gold_whole = k->begun ? k->gold_whole : g->round == 1 };

	memcpy(was.gold, k->gold, sizeof was.gold);
	*k = was;
	memset(k->role, CARD_HIDDEN, sizeof k->role);
	k->begun = k->whole = true;
	find_rows(k, g->rules);
	count_all(k, g);
}

static void
add_look(struct knowledge *k, const struct event *e, int64_t n)
{
	if (k->n_look < KNOWLEDGE_LOOKS_MAX)
		k->look[k->n_look++] = (struct knowledge_look){ n, e->seat, e->to, { e->x, e->y } };
}

/* Handles the effects of a played action card. */
static void
play(struct knowledge *k, const struct view *v, const struct event *e)
{
	const struct card_def *c = &v->known.rules->card[e->card];
	uint8_t swap[CARDS_MAX];

	if (e->to >= v->known.n_seats)
		return;
	if (c->action == ACTION_SWAP_HATS && e->to != v->seat && k->role[e->to] != CARD_HIDDEN) {
		if (k->n_hat < ROLES_MAX) {
			k->hat_at[k->n_hat] = k->n_swaps;
			k->hat[k->n_hat++] = k->role[e->to];
		}
		k->role[e->to] = CARD_HIDDEN;
	}
	k->n_swaps = (uint8_t)(k->n_swaps + (c->action == ACTION_SWAP_HATS));
	if (c->action != ACTION_SWAP_HANDS && c->action != ACTION_SWAP_CARDS)
		return;
	k->swapped |= (uint16_t)(SEEN_BY(e->seat) | SEEN_BY(e->to));
	memcpy(swap, k->held[e->seat], sizeof swap);
	memcpy(k->held[e->seat], k->held[e->to], sizeof swap);
	memcpy(k->held[e->to], swap, sizeof swap);
	if (v->seat < v->known.n_seats) /* an event reports each card that this seat gets */
		memset(k->held[v->seat], 0, sizeof swap);
}

/* (K2) Handles one event. If `late`, cards on the board are counted already. */
static void
learn(struct knowledge *k, const struct view *v, const struct event *e, int64_t n, bool late)
{
	const struct rules *rules = v->known.rules;
	bool is_known = e->card < rules->n_cards;
	card_id kind = is_known ? knowledge_kind(rules, e->card) : CARD_HIDDEN;

	if (e->kind == EVENT_SAW_GOAL || e->kind == EVENT_SAW_ROLE)
		add_look(k, e, n);
	if (e->seat >= v->known.n_seats)
		return;
	switch ((int)e->kind) {
	case EVENT_DREW:
	case EVENT_RECEIVED:
		if (is_known)
			k->held[e->seat][kind]++;
		break;
	case EVENT_PLACED:
	case EVENT_PLAYED:
		remove_from_hand(k, rules, e->seat, e->card);
		if (is_known && !(late && e->kind == EVENT_PLACED))
			k->out[kind]++;
		if (is_known && e->kind == EVENT_PLAYED)
			play(k, v, e);
		break;
	case EVENT_DISCARDED:
	case EVENT_LOST:
		remove_from_hand(k, rules, e->seat, e->card);
		if (is_known)
			k->gone[kind]++;
		break;
	}
}

static void
learn_gold(struct knowledge *k, const struct event *e)
{
	if (e->seat >= SEATS_MAX)
		return;
	if (e->kind == EVENT_GOLD || e->kind == EVENT_CRYSTALS || e->kind == EVENT_STOLE)
		k->gold[e->seat] = (uint16_t)(k->gold[e->seat] + e->value);
	if (e->kind == EVENT_STOLE && e->to < SEATS_MAX)
		k->gold[e->to] = (uint16_t)(k->gold[e->to] - e->value);
}

void
knowledge_learn(struct knowledge *k, const struct view *after, const struct events *ev, int64_t n)
{
	const struct game *g = &after->known;
	uint32_t first = 0;
	bool late = !k->begun;

	if (g->phase == PHASE_SETUP)
		return;
	for (uint32_t i = 0; i < ev->n; i++) {
		learn_gold(k, &ev->at[i]);
		if (ev->at[i].kind == EVENT_ROUND)
			first = i + 1;
	}
	if (first > 0) {
		restart_counts(k, g);
		late = false;
	} else if (late) {
		restart_counts(k, g);
		begin_late(k, g, n);
	}
	for (uint32_t i = first; i < ev->n; i++)
		learn(k, after, &ev->at[i], n, late);
	for (unsigned s = 0; s < g->n_seats; s++)
		if (g->seat[s].role < g->rules->n_cards)
			k->role[s] = g->seat[s].role;
	if (after->seat >= g->n_seats)
		return;
	memset(k->held[after->seat], 0, sizeof k->held[0]);
	for (unsigned i = 0; i < g->seat[after->seat].n_hand; i++)
		if (g->seat[after->seat].hand[i] < g->rules->n_cards)
			k->held[after->seat]
			       [knowledge_kind(g->rules, g->seat[after->seat].hand[i])]++;
}

unsigned
knowledge_unseen(const struct knowledge *k, const struct view *v, card_id kind)
{
	unsigned mine = v->seat < v->known.n_seats ? k->held[v->seat][kind] : 0;
	unsigned seen = k->out[kind] + k->gone[kind] + mine;

	return k->all[kind] > seen ? k->all[kind] - seen : 0;
}
