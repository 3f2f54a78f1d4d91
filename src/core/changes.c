/* What the newest move changed, from its events. */
#include "core/changes.h"

#include <stddef.h>

/* Whose tools, gold or cards in front of them an event changes. */
enum { OF_SEAT = 1, OF_TO = 2 };

static const struct {
	uint8_t kind; /* enum change_kind, if is_change */
	bool is_change;
	uint8_t of; /* OF_ bits */
} change_of[EVENT_KIND_COUNT] = {
	[EVENT_PLACED] = { CHANGE_PLACED, true, 0 },
	[EVENT_PLAYED] = { CHANGE_PUT, false, OF_TO }, /* see puts_card */
	[EVENT_REMOVED] = { CHANGE_REMOVED, true, 0 },
	[EVENT_BOXED] = { CHANGE_REMOVED, true, 0 },
	[EVENT_TURNED_UP] = { CHANGE_TURNED_UP, true, 0 },
	[EVENT_GOAL_WAS] = { CHANGE_TURNED_UP, true, 0 },
	[EVENT_PAID] = { CHANGE_PUT, true, 0 },
	[EVENT_CLAIMED] = { CHANGE_PUT, true, OF_SEAT },
	[EVENT_TOOK] = { CHANGE_PUT, true, OF_SEAT },
	[EVENT_WEB] = { CHANGE_PUT, true, 0 },
	[EVENT_WALKED] = { CHANGE_MOVED, true, 0 },
	[EVENT_CREPT] = { CHANGE_MOVED, true, 0 },
	[EVENT_STOLE] = { 0, false, OF_SEAT | OF_TO },
	[EVENT_CLEARED] = { 0, false, OF_SEAT },
	[EVENT_GOLD] = { 0, false, OF_SEAT },
	[EVENT_NUGGET] = { 0, false, OF_SEAT },
	[EVENT_CRYSTALS] = { 0, false, OF_SEAT },
	[EVENT_TOLL] = { 0, false, OF_SEAT },
	[EVENT_ATTACKED] = { 0, false, OF_SEAT },
	[EVENT_LOST] = { 0, false, OF_SEAT },
	[EVENT_LOST_GOLD] = { 0, false, OF_SEAT },
	[EVENT_FELL] = { 0, false, OF_SEAT },
	[EVENT_STOOD_UP] = { 0, false, OF_SEAT },
	[EVENT_LEFT] = { 0, false, OF_SEAT },
	[EVENT_RESIGNED] = { 0, false, OF_SEAT },
};

/* True if the card only looks at what another seat has. */
static bool
only_looks(const struct rules *rules, const struct event *e)
{
	const unsigned action = e->kind == EVENT_PLAYED && e->card < rules->n_cards ?
	    rules->card[e->card].action :
	    0;

	return action == ACTION_INSPECTION || action == ACTION_INFORMATION;
}

/* Returns a bit for each seat whose tools, gold or cards in front of them the event changes. */
static unsigned
seats_of(const struct rules *rules, const struct event *e)
{
	const unsigned of = change_of[e->kind].of;
	unsigned seats = 0;

	if ((of & OF_SEAT) != 0 && e->seat != SEAT_NONE)
		seats |= 1u << e->seat;
	if ((of & OF_TO) != 0 && e->to != SEAT_NONE && !only_looks(rules, e))
		seats |= 1u << e->to;
	return seats;
}

/* True if a card is put on another one by this event. */
static bool
puts_card(const struct rules *rules, const struct event *e)
{
	return e->kind == EVENT_PLAYED && e->card < rules->n_cards &&
	    rules->card[e->card].action == ACTION_KEY;
}

/* The walk that the newest step belongs to. */
struct walk {
	const struct event *step; /* NULL: none yet */
	struct change *change;
};

static void
add_step(struct changes *c, struct change *walk, const struct event *e)
{
	walk->x = e->x;
	walk->y = e->y;
	walk->part = e->part;
	if (c->n_steps == CHANGE_STEPS_MAX)
		return;
	c->step[c->n_steps++] = (struct spot){ e->x, e->y, e->part };
	walk->n_steps++;
}

static void
add_change(struct changes *c, struct walk *walk, const struct event *e)
{
	const struct event *step = walk->step;
	const bool moves = change_of[e->kind].kind == CHANGE_MOVED;
	struct change *now = &c->at[c->n];

	if (moves && step != NULL && step->kind == e->kind && step->seat == e->seat &&
	    step->card == e->card) {
		add_step(c, walk->change, e);
		return;
	}
	if (c->n == CHANGES_MAX)
		return;
	c->n++;
	*now = (struct change){ e->x, e->y, change_of[e->kind].kind, e->part, c->n_steps, 0 };
	if (!moves)
		return;
	*walk = (struct walk){ e, now };
	add_step(c, now, e);
}

void
changes_take(struct changes *c, const struct rules *rules, const struct events *ev)
{
	struct changes now = { .n = 0 };
	struct walk walk = { .step = NULL };

	for (uint32_t i = 0; i < ev->n; i++) {
		const struct event *e = &ev->at[i];

		if (e->kind == EVENT_ROUND) {
			*c = now = (struct changes){ .n = 0 };
			walk.step = NULL;
			continue;
		}
		if (change_of[e->kind].is_change || puts_card(rules, e))
			add_change(&now, &walk, e);
		now.seats = (uint16_t)(now.seats | seats_of(rules, e));
	}
	if (now.n > 0 || now.seats != 0)
		*c = now;
}

const struct change *
changes_at(const struct changes *c, int x, int y)
{
	for (unsigned i = c->n; i-- > 0;)
		if (c->at[i].x == x && c->at[i].y == y)
			return &c->at[i];
	return NULL;
}
