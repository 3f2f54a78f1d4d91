#include "show/description.h"

#include "draw/draw.h"
#include "wire/bots.h"
#include "wire/custody.h"
#include "wire/report_people.h"

/* Ends a note before the next one. */
static void
separate(struct buf *notes)
{
	buf_str(notes, notes->n > 0 ? "; " : "");
}

/* Returns who gives the orders of a seat in custody. */
static const char *
custody_note(const struct description *t, uint8_t seat)
{
	return language_text(t->lang,
	    (t->d->bots >> seat & 1u) != 0 ? MSG("seat", "played by the host's program") :
					     MSG("seat", "plays by mail"));
}

void
description_of_seat(const struct description *t, uint8_t seat, struct description_seat *out)
{
	const struct digest *d = t->d;
	const struct game *g = &t->v->known;
	const bool is_dealt = g->phase != PHASE_SETUP;

	*out = (struct description_seat){ .name = t->names->seat[seat],
		.display = t->names->display[seat],
		.notes = BUF_INIT,
		.gold = BUF_INIT,
		.cards = is_dealt ? g->seat[seat].n_hand : 0,
		.moves = is_dealt && g->phase != PHASE_OVER && g->to_move == seat };
	if (is_dealt) {
		draw_gold(t->lang, t->v, seat, &out->gold);
		draw_seat_notes_without_gold(t->lang, t->v, t->names, seat, &out->notes);
	} else {
		buf_str(&out->notes, report_joined(t->lang, d, seat));
	}
	if ((d->custody >> seat & 1u) != 0) {
		separate(&out->notes);
		buf_str(&out->notes, custody_note(t, seat));
	}
	if (g->phase != PHASE_OVER) {
		struct buf away = BUF_INIT;

		report_away(t->lang, d, seat, t->put_time, &away);
		if (away.n > 0) {
			separate(&out->notes);
			buf_str(&out->notes, away.p + 2); /* after ", " */
		}
		buf_release(&away);
	}
}

void
description_seat_release(struct description_seat *s)
{
	buf_wipe(&s->notes);
	buf_wipe(&s->gold);
}

void
description_where(const struct language *lang, const struct game *g, struct buf *out)
{
	if (g->phase != PHASE_SETUP)
		language_fmt(lang, out, MSG("read", "Round %u of %u, turn %u"), (unsigned)g->round,
		    game_rounds(g), (unsigned)g->turn);
}

void
description_dealing(const struct description *t, struct buf *out)
{
	static const char *const dealing[] = {
		[DIGEST_DEALING_TRUSTED] = MSG("dealing", "trusted: the host alone has shuffled"),
		[DIGEST_DEALING_OPEN] = MSG("dealing", "open: all seats will shuffle along"),
		[DIGEST_DEALING_AUDITED] = MSG("dealing", "audited: all seats have shuffled along"),
	};

	buf_str(out, language_text(t->lang, dealing[t->d->dealing]));
	if (t->d->attempt > 0)
		language_fmt(t->lang, out, MSG("dealing", ", attempt %u"), t->d->attempt);
	custody_words(t->lang, t->d->custody, t->names, out);
	bots_words(t->lang, t->d->bots, t->names, out);
}

const char *
description_caution(const struct digest *d, unsigned i)
{
	const struct {
		bool holds;
		const char *words;
	} row[] = {
		{ deck_is_house(d->pub.known.rules),
		    MSG("read", "The cards are those of a house deck, which the digests list") },
		{ d->host_seat, MSG("read", "A seat of this table uses the host's own key") },
		{ d->custody != 0,
		    MSG("read",
			"The host has the keys of the seats in custody: it signs for them, and "
			"sees "
			"their cards") },
	};

	for (unsigned k = 0; k < sizeof row / sizeof row[0]; k++)
		if (row[k].holds && i-- == 0)
			return row[k].words;
	return NULL;
}
