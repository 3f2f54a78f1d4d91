/* The replay of a whole game, with the hidden information that was revealed. */
#include "player/verify.h"
#include "show/page.h"

#include <stdlib.h>
#include <string.h>

#include "audit/audit.h"
#include "show/page_file.h"
#include "show/html_replay.h"
#include "text/since.h"
#include "util/mem.h"
#include "wire/host_action.h"

/* The games after each digest, as far as they are revealed. */
struct revealed {
	size_t n;
	struct game *at; /* by digest */
};

static void
take_game(void *arg, int64_t n, const struct game *g)
{
	struct revealed *r = arg;

	if (n != (int64_t)r->n)
		return;
	r->at = mem_grow(r->at, (r->n + 1) * sizeof *r->at);
	r->at[r->n] = *g;
	r->at[r->n++].rules = NULL; /* a custom deck is released with the audit */
}

/* Returns the game after that digest, or NULL. */
static const struct game *
revealed_at(const struct revealed *r, const struct digest *d)
{
	if ((size_t)d->n >= r->n)
		return NULL;
	r->at[d->n].rules = d->pub.known.rules;
	return &r->at[d->n];
}

/* Re-executes the game. What fails is not shown; adit audit gives the reason. */
static void
find_revealed(const struct user *u, const struct transcript *tr, struct revealed *out)
{
	struct buf text = BUF_INIT;
	struct err none = ERR_INIT;

	buf_add(&text, tr->text.p, tr->text.n);
	(void)audit_games(u->games, &text, take_game, out, &none);
	buf_release(&text);
}

int
page_news(const struct language *lang, const struct transcript *tr, int64_t n, struct digest *d,
    struct digest_events *events, struct buf *news, struct err *err)
{
	const struct digest_layout *t = transcript_at(tr, n);
	struct host_action act = { .reason = "" };

	if (transcript_parse(tr, n, d, err) < 0 ||
	    digest_parse_events(tr->text.p, t, d, events, err) < 0 ||
	    host_action_find(tr->text.p, t, &act, err) < 0)
		return -1;
	digest_words(lang, d, &events->ev, &events->notes, act.reason, SEAT_NONE, news);
	return 0;
}

int
page_replay_make(const struct user *u, const struct page_where *where, const struct player_read *r,
    struct buf *page, struct err *err)
{
	const struct transcript *tr = &r->tr;
	int64_t from = tr->n > HTML_STATES ? tr->n - HTML_STATES : 0;
	struct digest *d = mem_new(sizeof *d);
	struct digest_events *events = mem_new(sizeof *events);
	struct revealed revealed = { .n = 0 };
	char fingerprint[FINGERPRINT_TEXT + 1], head[HASH_TEXT + 1];
	struct names names = r->d.names;
	struct buf news = BUF_INIT;
	const struct html_replay_info story = { .names = &names,
		.fingerprint = fingerprint,
		.head = head,
		.hash = page_hash,
		.lang = where->lang,
		.languages = where->languages };
	struct html_replay *replay = html_replay_new(&story);
	int result = page_names(tr, NULL, &names, err);

	digest_fingerprint(&r->d, fingerprint);
	hash_text(&r->head, head);
	find_revealed(u, tr, &revealed);
	for (int64_t n = from; n < tr->n && result == 0; n++) {
		result = transcript_parse(tr, n, d, err);
		if (result == 0)
			html_replay_measure(replay, d);
	}
	for (int64_t n = from; n < tr->n && result == 0; n++) {
		buf_clear(&news);
		result = page_news(where->lang, tr, n, d, events, &news, err);
		if (result == 0)
			html_replay_add(replay, d, events, &news, revealed_at(&revealed, d));
	}
	if (result == 0)
		html_replay_put(replay, from, page);
	html_replay_free(replay);
	buf_release(&news);
	free(revealed.at);
	free(events);
	free(d);
	return result;
}
