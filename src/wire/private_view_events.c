/*
 * Compares the events of a private view with those of its digest.
 *
 * (T1) An honest host passes: events may have been omitted if there was no room.
 */
#include <stdlib.h>
#include <string.h>

#include "core/knowledge.h"
#include "util/mem.h"
#include "wire/private_view.h"

/* upper bound of a line of events:, with the longest names */
enum { EVENT_LINE_MAX = 120 };

/* True if the public copy of `mine` equals `all`. */
static bool
same_for_all(const struct event *mine, const struct event *all)
{
	struct event e = *mine;

	e.seen_by = 0;
	e = event_redact(&e, SEAT_NONE);
	return e.kind == all->kind && e.seat == all->seat && e.to == all->to &&
	    e.card == all->card && e.x == all->x && e.y == all->y && e.part == all->part &&
	    e.value == all->value;
}

/* True if this seat knows more of a public event. */
static bool
knows_more(const struct event *e, uint8_t seat)
{
	return e->seat == seat &&
	    (e->card == CARD_HIDDEN || event_hides_value((enum event_kind)e->kind));
}

/* True if `mine` has exactly the events of which the seat knows more, in order. *own is their
 * number. */
static bool
same_events(
    const struct digest_events *mine, const struct digest_events *all, uint8_t seat, uint32_t *own)
{
	uint32_t k = 0;
	bool same = true;

	*own = 0;
	for (uint32_t i = 0; i < all->ev.n; i++) {
		if (!knows_more(&all->ev.at[i], seat))
			continue;
		++*own;
		if (k < mine->ev.n && same_for_all(&mine->ev.at[k], &all->ev.at[i]))
			k++;
		else
			same = false;
	}
	return same && k == mine->ev.n;
}

void
private_view_events(const struct digest_events *all, const struct digest_events *mine, uint8_t seat,
    struct events *out)
{
	uint32_t k = 0;

	out->n = 0;
	for (uint32_t i = 0; i < all->ev.n; i++) {
		const struct event *e = &all->ev.at[i];

		if (knows_more(e, seat) && k < mine->ev.n && same_for_all(&mine->ev.at[k], e))
			e = &mine->ev.at[k++];
		out->at[out->n++] = *e;
	}
}

/* True if the event removes cards from a hand, or replaces it. */
static bool
is_taken_from_hands(const struct event *e)
{
	switch ((int)e->kind) {
	case EVENT_ROUND:
	case EVENT_PLACED:
	case EVENT_PLAYED:
	case EVENT_DISCARDED:
	case EVENT_RECEIVED:
	case EVENT_LOST:
	case EVENT_RESIGNED:
	case EVENT_ROUND_END:
	case EVENT_GAME_OVER:
		return true;
	default:
		return false;
	}
}

/* True if the hand contains the cards drawn since the last event that removed cards from a hand. */
static bool
holds_drawn(const struct digest_events *all, const struct digest_events *mine, const struct view *v)
{
	const struct seat *me = &v->known.seat[v->seat];
	const struct rules *rules = v->known.rules;
	uint8_t drawn[CARDS_MAX] = { 0 };
	uint32_t k = 0;

	for (uint32_t i = 0; i < all->ev.n; i++) {
		const struct event *e = &all->ev.at[i];

		if (is_taken_from_hands(e))
			memset(drawn, 0, sizeof drawn);
		if (!knows_more(e, v->seat))
			continue;
		e = &mine->ev.at[k++];
		if (e->kind == EVENT_DREW && e->card < rules->n_cards)
			drawn[knowledge_kind(rules, e->card)]++;
	}
	for (unsigned i = 0; i < me->n_hand; i++) {
		card_id card = me->hand[i] < rules->n_cards ? knowledge_kind(rules, me->hand[i]) :
							      0;

		drawn[card] = (uint8_t)(drawn[card] - (drawn[card] > 0));
	}
	for (unsigned i = 0; i < CARDS_MAX; i++)
		if (drawn[i] > 0)
			return false;
	return true;
}

static bool
are_private(const struct notes *notes)
{
	for (unsigned i = 0; i < notes->n; i++)
		if (notes->at[i].kind < NOTE_CANCELLED && notes->at[i].kind != NOTE_QUEUED)
			return false;
	return true;
}

static const char *
find_fault(const char *s, const struct private_view_spans *sp, const struct private_view *v,
    const struct digest *d, const struct digest_events *all, const struct digest_events *mine)
{
	size_t used = sp->signed_part.n + DIGEST_SIG_TEXT, left = sp->n > used ? sp->n - used : 0;
	uint32_t own;

	if (!same_events(mine, all, v->view.seat, &own)) {
		/* (T1) */
		if (mine->ev.n > 0 || left >= (size_t)own * EVENT_LINE_MAX)
			return "the private view's events are not those that everybody saw";
	} else if (!holds_drawn(all, mine, &v->view)) {
		return "the private view's events draw cards that are not in the hand";
	}
	if (!are_private(&mine->notes))
		return "the private view notes what is for everybody";
	return private_view_check_rewrite(s, sp, v, d, mine);
}

const char *
private_view_check_events(const char *s, const struct private_view_spans *sp,
    const struct private_view *v, const struct digest *d, const struct digest_events *all)
{
	struct digest_events *mine = mem_new(sizeof *mine);
	struct err none = ERR_INIT;
	const char *why = "the private view's events cannot be read";

	if (digest_events_read(
		s, sp->events, v->view.known.rules, &d->names, v->view.seat, mine, &none) == 0)
		why = find_fault(s, sp, v, d, all, mine);
	mem_wipe(mine, sizeof *mine);
	free(mine);
	return why;
}
