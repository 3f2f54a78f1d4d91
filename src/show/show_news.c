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
put_own(const struct language *lang, const struct player_read *r, struct digest_events *events,
    struct buf *out)
{
	const struct rules *rules = r->d.pub.known.rules;
	struct err none = ERR_INIT;

	if (digest_events_read(
		r->plain.p, r->sp.events, rules, &r->d.names, r->seat, events, &none) == 0)
		private_view_since(
		    lang, rules, &r->d.names, &events->ev, &events->notes, r->seat, out);
	mem_wipe(events, sizeof *events);
}

/* Appends what one digest reports, from its events, with the notes of these ranks. */
static void
put_digest_news(const struct language *lang, const struct player_read *r, unsigned ranks,
    uint8_t you, struct buf *out)
{
	const char *text = r->tr.text.p;
	struct digest_events *events = mem_new(sizeof *events);
	struct host_action act = { .reason = "" };
	struct err none = ERR_INIT; /* cannot fail: parsed before */

	if (digest_parse_events(text, &r->t, &r->d, events, &none) == 0) {
		const struct notes notes = pick_notes(&events->notes, ranks);

		(void)host_action_find(text, &r->t, &act, &none);
		since_for_reader(lang, r->d.pub.known.rules, &r->d.names, &events->ev, &notes,
		    act.reason, you, out);
	}
	if (r->has_view)
		put_own(lang, r, events, out);
	free(events);
}

uint8_t
show_reader(const struct player_read *r)
{
	return r->has_view ? r->seat : SEAT_NONE;
}

void
show_words(const struct language *lang, const struct player_read *r, uint8_t you, struct buf *out)
{
	put_digest_news(lang, r, ALL_NOTES, you, out);
	digest_pending_text(lang, &r->d, out);
}

void
show_digest_events(const struct language *lang, const struct player_read *r, struct buf *out)
{
	show_words(lang, r, show_reader(r), out);
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

/* Appends the number of digests that are left out. */
static void
put_left_out(const struct language *lang, enum show_part part, size_t n, struct buf *out)
{
	if (part == SHOW_FIRST)
		language_fmt_n(lang, out, n,
		    MSG_N("read", "  (votes of %zu earlier digest: log has it)\n",
			"  (votes of %zu earlier digests: log has it)\n"),
		    n);
	else if (part == SHOW_NEWS)
		language_fmt_n(lang, out, n,
		    MSG_N("read", "  (what happened of %zu earlier digest: log has it)\n",
			"  (what happened of %zu earlier digests: log has it)\n"),
		    n);
	else
		language_fmt_n(lang, out, n,
		    MSG_N("read", "  (talk of %zu earlier digest: log has it)\n",
			"  (talk of %zu earlier digests: log has it)\n"),
		    n);
}

/* Appends the pieces of a part and the number of digests left out. Releases them. */
static void
put_pieces(const struct language *lang, enum show_part part, struct pieces *p, size_t max_lines,
    struct buf *out)
{
	size_t left_out = 0, lines = 0, shown = p->n;

	while (shown > 0) {
		struct piece *last = &p->at[shown - 1];

		for (size_t i = 0; i < last->text.n; i++)
			last->lines += last->text.p[i] == '\n';
		lines += last->stays ? 0 : last->lines;
		if (lines > max_lines && lines > last->lines)
			break;
		shown--;
	}
	for (size_t i = 0; i < shown; i++)
		left_out += !p->at[i].stays && p->at[i].text.n > 0;
	if (left_out > 0)
		put_left_out(lang, part, left_out, out);
	for (size_t i = 0; i < p->n; i++) {
		if (i >= shown || p->at[i].stays)
			buf_add(out, buf_cstr(&p->at[i].text), p->at[i].text.n);
		buf_wipe(&p->at[i].text);
	}
	free(p->at);
}

/* Adds what a person must not miss: host actions, votes, and what was played for the own seat. */
static void
put_first_of(const struct language *lang, const struct player_read *r, struct pieces *p)
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
		put_digest_news(lang, r, ALL_NOTES, show_reader(r), out);
	} else if (notes.n > 0) {
		struct buf *out = add_piece(p, pick_notes(&notes, first).n > 0);

		buf_fmt(out, "%" PRId64 ":\n", r->d.n);
		since_notes(lang, &r->d.names, &notes, act.reason, false, out);
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
		put_first_of(s->lang, news_at(s, i), &p);
	digest_pending_text(s->lang, &s->r->d, add_piece(&p, true));
	put_pieces(s->lang, SHOW_FIRST, &p, VOTE_LINES, s->out);
	return MSG("read", "Important");
}

const char *
show_put_news(const struct show *s)
{
	const unsigned ranks = rank_bit(NOTE_PLAIN) | rank_bit(NOTE_FIRST);
	struct pieces p = { .n = 0 };

	for (size_t i = s->story->from; i <= s->story->n; i++)
		put_digest_news(s->lang, news_at(s, i), ranks, show_reader(news_at(s, i)),
		    add_piece(&p, false));
	put_pieces(s->lang, SHOW_NEWS, &p, NEWS_LINES, s->out);
	if (history_before(s->story) == NULL || !s->r->has_view)
		return MSG("read", "What happened");
	return s->story->is_turn ? MSG("read", "Since your last turn") :
				   MSG("read", "Since you last read");
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

			since_notes(s->lang, &r->d.names, &talk, "", false, add_piece(&p, false));
		}
		free(events);
	}
	put_pieces(s->lang, SHOW_TALK, &p, TALK_LINES, s->out);
	return MSG("read", "Talk");
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
		draw_round_end(s->lang, &was->d.pub, &now->d.pub, &events->ev, &now->d.names,
		    s->style, s->columns, s->out);
	else if (now != NULL)
		language_fmt(s->lang, s->out,
		    MSG("read", "  Digest %lld is not here, which it is drawn from.\n"),
		    (long long)now->d.n - 1);
	free(events);
	return MSG("read", "How the round ended");
}

/* Appends the summary of the game if it is in the news. */
const char *
show_put_summary(const struct show *s)
{
	static const char title[] = MSG("read", "The whole game");
	const struct history *story = s->story;

	for (size_t i = story->n + 1; i-- > story->from;) {
		const struct digest *d = i < story->n ? &story->at[i]->d : &s->r->d;

		if (!d->has_summary)
			continue;
		summary_words(s->lang, &d->summary, &d->names, s->out);
		break;
	}
	return title;
}
