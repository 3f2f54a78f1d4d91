/* What is new, for people: events and votes and talk of digests, the end of a round. */
#include "show/show.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "draw/draw.h"
#include "show/show_internal.h"
#include "text/since.h"
#include "util/mem.h"
#include "wire/host_action.h"

/* Maximum number of lines; the newest digests are shown. Host actions are always shown. */
enum { NEWS_LINES = 120, TALK_LINES = 30, VOTE_LINES = 30 };

/* Which notes to show: bit set of NOTE_ ranks. */
enum { ALL_NOTES = INT32_MAX };

static unsigned
rank_bit(enum note_rank rank)
{
	return 1u << rank;
}

static struct notes
pick_notes(const struct notes *notes, unsigned ranks)
{
	struct notes out = { .n = 0 };

	for (unsigned i = 0; i < notes->n; i++)
		if ((ranks & rank_bit(note_rank((enum note_kind)notes->at[i].kind))) != 0)
			note_add(&out, notes->at[i]);
	return out;
}

/* Appends what only this seat learned, from the events of its view. */
static void
put_own(const struct player_read *r, struct digest_events *events, struct buf *out)
{
	const struct rules *rules = r->d.pub.known.rules;
	struct err none = ERR_INIT;

	if (digest_events_read(
		r->plain.p, r->sp.events, rules, &r->d.names, r->seat, events, &none) == 0)
		private_view_since(rules, &r->d.names, &events->ev, &events->notes, r->seat, out);
	mem_wipe(events, sizeof *events);
}

/* Appends what one digest reports, from its events, with the notes of these ranks. */
static void
put_digest_news(const struct player_read *r, unsigned ranks, uint8_t you, struct buf *out)
{
	const char *text = r->tr.text.p;
	struct digest_events *events = mem_new(sizeof *events);
	struct host_action act = { .reason = "" };
	struct err none = ERR_INIT; /* cannot fail: parsed before */

	if (digest_parse_events(text, &r->t, &r->d, events, &none) == 0) {
		const struct notes notes = pick_notes(&events->notes, ranks);

		(void)host_action_find(text, &r->t, &act, &none);
		since_for_reader(
		    r->d.pub.known.rules, &r->d.names, &events->ev, &notes, act.reason, you, out);
	}
	if (r->has_view)
		put_own(r, events, out);
	free(events);
}

uint8_t
show_reader(const struct player_read *r)
{
	return r->has_view ? r->seat : SEAT_NONE;
}

void
show_words(const struct player_read *r, uint8_t you, struct buf *out)
{
	put_digest_news(r, ALL_NOTES, you, out);
	digest_pending_text(&r->d, out);
}

void
show_digest_events(const struct player_read *r, struct buf *out)
{
	show_words(r, show_reader(r), out);
}

/* ---- parts: each appends its text and returns its heading ------------------------------------ */

/* The pieces of a part, one for each digest. Of optional pieces only the newest are shown. */
struct pieces {
	size_t n, lines; /* lines of optional pieces */
	struct piece {
		struct buf text;
		size_t lines;
		bool stays;
	} * at;
};

static struct buf *
add_piece(struct pieces *p, bool stays)
{
	p->at = mem_grow(p->at, (p->n + 1) * sizeof *p->at);
	p->at[p->n] = (struct piece){ .text = BUF_INIT, .stays = stays };
	return &p->at[p->n++].text;
}

/* Appends the pieces and the number of digests left out. Releases them. */
static void
put_pieces(struct pieces *p, size_t max_lines, const char *what, struct buf *out)
{
	size_t left_out = 0, lines = 0, shown = p->n;

	while (shown > 0) {
		struct piece *one = &p->at[shown - 1];

		for (size_t i = 0; i < one->text.n; i++)
			one->lines += one->text.p[i] == '\n';
		lines += one->stays ? 0 : one->lines;
		if (lines > max_lines && lines > one->lines)
			break;
		shown--;
	}
	for (size_t i = 0; i < shown; i++)
		left_out += !p->at[i].stays && p->at[i].text.n > 0;
	if (left_out > 0)
		buf_fmt(out, "  (%s of %zu earlier digest%s: log has it)\n", what, left_out,
		    left_out == 1 ? "" : "s");
	for (size_t i = 0; i < p->n; i++) {
		if (i >= shown || p->at[i].stays)
			buf_add(out, buf_cstr(&p->at[i].text), p->at[i].text.n);
		buf_wipe(&p->at[i].text);
	}
	free(p->at);
}

/* Adds what a person must not miss: host actions, votes, and what was played for the own seat. */
static void
put_first_of(const struct player_read *r, struct pieces *p)
{
	const unsigned first = rank_bit(NOTE_FIRST), votes = rank_bit(NOTE_VOTES);
	struct digest_events *events = mem_new(sizeof *events);
	struct host_action act = { .reason = "" };
	struct err none = ERR_INIT;
	struct notes notes;

	(void)host_action_find(r->tr.text.p, &r->t, &act, &none);
	if (digest_parse_events(r->tr.text.p, &r->t, &r->d, events, &none) < 0)
		events->notes.n = 0;
	notes = pick_notes(&events->notes, first | votes);
	if (host_action_plays(&act) && r->has_view && strcmp(act.seat, r->v.seat) == 0) {
		struct buf *out = add_piece(p, true);

		buf_fmt(out, "%" PRId64 ":\n", r->d.n);
		put_digest_news(r, ALL_NOTES, show_reader(r), out);
	} else if (notes.n > 0) {
		struct buf *out = add_piece(p, pick_notes(&notes, first).n > 0);

		buf_fmt(out, "%" PRId64 ":\n", r->d.n);
		since_notes(&r->d.names, &notes, act.reason, false, out);
	}
	free(events);
}

static const struct player_read *
news_at(const struct show *s, size_t i)
{
	return i < s->story->n ? s->story->at[i] : s->r;
}

const char *
show_put_first(const struct show *s)
{
	struct pieces p = { .n = 0 };

	for (size_t i = s->story->from; i <= s->story->n; i++)
		put_first_of(news_at(s, i), &p);
	digest_pending_text(&s->r->d, add_piece(&p, true));
	put_pieces(&p, VOTE_LINES, "votes", s->out);
	return "Important";
}

const char *
show_put_news(const struct show *s)
{
	const unsigned ranks = rank_bit(NOTE_PLAIN) | rank_bit(NOTE_FIRST);
	struct pieces p = { .n = 0 };

	for (size_t i = s->story->from; i <= s->story->n; i++)
		put_digest_news(
		    news_at(s, i), ranks, show_reader(news_at(s, i)), add_piece(&p, false));
	put_pieces(&p, NEWS_LINES, "what happened", s->out);
	if (history_before(s->story) == NULL || !s->r->has_view)
		return "What happened";
	return s->story->is_turn ? "Since your last turn" : "Since you last read";
}

const char *
show_put_talk(const struct show *s)
{
	struct pieces p = { .n = 0 };

	for (size_t i = s->story->from; i <= s->story->n; i++) {
		const struct player_read *r = news_at(s, i);
		struct digest_events *events = mem_new(sizeof *events);
		struct err none = ERR_INIT;

		if (digest_parse_events(r->tr.text.p, &r->t, &r->d, events, &none) == 0) {
			const struct notes talk = pick_notes(&events->notes, rank_bit(NOTE_TALK));

			since_notes(&r->d.names, &talk, "", false, add_piece(&p, false));
		}
		free(events);
	}
	put_pieces(&p, TALK_LINES, "talk", s->out);
	return "Talk";
}

const struct player_read *
show_find_ended(const struct history *story, const struct player_read *r,
    const struct player_read **was, struct digest_events *events)
{
	struct err none = ERR_INIT;

	for (size_t i = story->n + 1; i-- > story->from;) {
		const struct player_read *now = i < story->n ? story->at[i] : r;

		if (digest_parse_events(now->tr.text.p, &now->t, &now->d, events, &none) < 0 ||
		    !events_end_round(&events->ev))
			continue;
		*was = i > 0 && story->at[i - 1]->d.n == now->d.n - 1 ? story->at[i - 1] : NULL;
		return now;
	}
	return NULL;
}

/* Draws the end of the last round that ended in the news, if the digest before it is here. */
const char *
show_put_ended(const struct show *s)
{
	struct digest_events *events = mem_new(sizeof *events);
	const struct player_read *was = NULL;
	const struct player_read *now = show_find_ended(s->story, s->r, &was, events);

	if (was != NULL)
		draw_round_end(&was->d.pub, &now->d.pub, &events->ev, &now->d.names, s->style,
		    s->columns, s->out);
	else if (now != NULL)
		buf_fmt(s->out, "  Digest %" PRId64 " is not here, which it is drawn from.\n",
		    now->d.n - 1);
	free(events);
	return "How the round ended";
}

/* Appends the summary of the game if it is in the news. */
const char *
show_put_summary(const struct show *s)
{
	static const char title[] = "The whole game";
	const struct history *story = s->story;

	for (size_t i = story->n + 1; i-- > story->from;) {
		const struct digest *d = i < story->n ? &story->at[i]->d : &s->r->d;

		if (!d->has_summary)
			continue;
		summary_words(&d->summary, &d->names, s->out);
		break;
	}
	return title;
}
