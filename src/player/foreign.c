/*
 * Orders that were not signed in this home.
 *
 * (F1) An order is the seat's in three cases: a note or event names the seat; the seat was to move
 *      and ordered; its private view shows the order as queued or standing.
 * (F2) What was ordered before the seat got other keys, not by its own order, is another player's,
 *      unless this home has signed for the seat before that.
 */
#include "player/foreign.h"

#include "core/pack.h"
#include "record/verifier_notes.h"
#include "util/mem.h"
#include "text/language.h"
#include "wire/host_action.h"

static const struct word_of {
	uint8_t kind;
	const char *kind_word, *phrase;
} of_note[] = {
	{ NOTE_JOINED, "join", MSG("order", "a join") },
	{ NOTE_CONFIRMED, "confirm", MSG("order", "a confirmation") },
	{ NOTE_ROTATED, "keys", MSG("order", "a change of keys") },
	{ NOTE_VOTED_KEYS, "vote", MSG("order", "a vote") },
	{ NOTE_VOTED_UNDO, "vote", MSG("order", "a vote") },
	{ NOTE_VOTED, "vote", MSG("order", "a vote") },
	{ NOTE_ABSENT, "absence", MSG("order", "an absence") },
	{ NOTE_LEAVES, "leave", MSG("order", "an order to leave") },
	{ NOTE_STAYS, "stay", MSG("order", "an order to stay") },
	{ NOTE_QUEUED, "kept", MSG("order", "an order to be kept") },
	{ NOTE_SAID, "talk", MSG("order", "talk") },
}, of_event[] = {
	{ EVENT_DISCARDED, "discard", MSG("order", "a discard") },
	{ EVENT_RESIGNED, "resign", MSG("order", "a resignation") },
	{ EVENT_AGREED, "agree", MSG("order", "an agreement") },
	{ EVENT_DISAGREED, "disagree", MSG("order", "a disagreement") },
	{ EVENT_STANDING, "standing", MSG("order", "a standing order") },
};

/* A digest, and the one before it (or NULL). */
struct act_of {
	const struct player_read *before, *now;
	const struct digest_events *events;
	uint8_t seat;
};

static bool
same_game(const struct game *a, const struct game *b)
{
	uint8_t x[PACK_MAX], y[PACK_MAX];
	size_t n = game_pack(a, x), m = game_pack(b, y);
	bool same = n == m && memcmp(x, y, n) == 0;

	mem_wipe(x, sizeof x);
	mem_wipe(y, sizeof y);
	return same;
}

/* Checks the private views alone, for an order whose seat is not public. */
static bool
shows(const struct act_of *a, bool standing)
{
	const struct player_read *before = a->before, *now = a->now;
	const char *events = now->has_view ? now->plain.p + now->sp.events.at : "";
	const size_t n = now->has_view ? now->sp.events.n : 0;

	if (!standing &&
	    (memmem(events, n, "  note kept", 11) != NULL ||
		memmem(events, n, "  note cancelled", 16) != NULL))
		return true;
	return before != NULL && before->has_view && now->has_view &&
	    (now->v.seq_any > before->v.seq_any ||
		(standing && !same_game(&before->v.view.known, &now->v.view.known)));
}

/* (F1) */
static bool
is_own(const struct act_of *a, const struct note *note)
{
	const struct events *ev = &a->events->ev;
	const uint8_t seat = verifier_sender(a->events);

	if (note != NULL && note->kind == NOTE_QUEUED)
		return shows(a, false);
	if (note == NULL && ev->n > 0 && ev->at[0].kind == EVENT_STANDING)
		return shows(a, true);
	if (seat != SEAT_NONE)
		return seat == a->seat;
	return note == NULL && a->before != NULL && a->before->d.pub.known.to_move == a->seat;
}

static void
find_words(const struct act_of *a, const struct note *note, struct foreign *f)
{
	const struct events *ev = &a->events->ev;

	f->kind = "turn";
	f->phrase = MSG("order", "a turn");
	for (size_t i = 0; note != NULL && i < sizeof of_note / sizeof of_note[0]; i++)
		if (of_note[i].kind == note->kind)
			*f = (struct foreign){ f->n, of_note[i].kind_word, of_note[i].phrase };
	for (size_t i = 0; note == NULL && ev->n > 0 && i < sizeof of_event / sizeof of_event[0];
	     i++)
		if (of_event[i].kind == ev->at[0].kind)
			*f = (struct foreign){ f->n, of_event[i].kind_word, of_event[i].phrase };
}

/* Returns the note for the order. Words (NOTE_SAID) count only if the order did nothing else
 * that is reported. */
static const struct note *
main_note(const struct digest_events *events)
{
	const struct notes *notes = &events->notes;
	const bool said = notes->n > 0 && notes->at[0].kind == NOTE_SAID;

	if (notes->n > said)
		return &notes->at[said];
	return said && events->ev.n == 0 ? &notes->at[0] : NULL;
}

static bool
is_signed(const struct signed_list *list, const unsigned char hash[static HASH_BYTES])
{
	bool is = false;

	for (size_t i = 0; i < list->count; i++)
		is = is || memcmp(list->at[i].hash.b, hash, HASH_BYTES) == 0;
	return is;
}

/* (F2) Returns the digest in which this home's player got the seat, or -1 if all of the history is
 * theirs. */
static int64_t
find_begin(const struct history *s, const struct player_read *r, const struct signed_list *list)
{
	int64_t begin = -1;

	for (size_t i = s->from; i <= s->n; i++) {
		const struct player_read *now = i < s->n ? s->at[i] : r;
		struct host_action act = { .reason = "" };
		struct err none = ERR_INIT;

		if (host_action_find(now->tr.text.p, &now->t, &act, &none) > 0 &&
		    host_action_replaces(&act, &now->d.names) == r->seat)
			begin = now->d.n;
	}
	for (size_t i = 0; i < list->count; i++)
		if (list->at[i].n < begin && strcmp(list->at[i].seat, r->v.seat) == 0)
			return -1;
	return begin;
}

int
foreign_each(const struct history *s, const struct player_read *r,
    void (*each)(void *arg, const struct foreign *f), void *arg, struct err *err)
{
	struct digest_events *events;
	struct signed_list list;
	int64_t begin;

	if (s->dir == NULL || s->me == NULL || !r->has_view)
		return 0;
	if (signed_list(s->dir, &list, err) < 0)
		return -1;
	events = mem_new(sizeof *events);
	begin = find_begin(s, r, &list);
	for (size_t i = s->from; i <= s->n; i++) {
		struct act_of a = { .before = i > 0 ? s->at[i - 1] : NULL,
			.now = i < s->n ? s->at[i] : r,
			.events = events,
			.seat = r->seat };
		struct foreign f = { .n = a.now->d.n };
		struct err none = ERR_INIT;
		const struct note *note;

		if (!a.now->d.has_order || f.n < begin || is_signed(&list, a.now->d.order) ||
		    digest_parse_events(a.now->tr.text.p, &a.now->t, &a.now->d, events, &none) < 0)
			continue;
		note = main_note(events);
		if (!is_own(&a, note))
			continue;
		find_words(&a, note, &f);
		each(arg, &f);
	}
	signed_list_release(&list);
	free(events);
	return 0;
}
