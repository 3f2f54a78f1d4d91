/* The page of a table: collects its parts from digests and the record. */
#include "player/verify.h"
#include "show/page.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "draw/svg.h"
#include "record/active_games.h"
#include "record/keys.h"
#include "show/page_file.h"
#include "player/reading.h"
#include "show/show.h"
#include "show/show_internal.h"
#include "show/show_known.h"
#include "show/html_page.h"
#include "show/html_table.h"
#include "player/queued_check.h"
#include "record/saved_digest.h"
#include "util/mem.h"
#include "util/shell.h"

enum { COLUMNS = 96, LAP_MIN = 6 };

void
page_hash(const char *s, size_t n, struct buf *out)
{
	buf_str(out, "'sha256-");
	hash_sha256(s, n, out);
	buf_chr(out, '\'');
}

/* Sets the names from digest 0, which alone has title and display names. */
static void
take_names(const struct rules *const *games, const char *text, const struct digest_layout *t,
    struct names *names)
{
	struct digest *d = mem_new(sizeof *d);
	struct err none = ERR_INIT;

	if (digest_parse(games, text, t, d, &none) == 0 && d->names.n == names->n)
		*names = d->names;
	free(d);
}

int
page_names(const struct transcript *tr, const char *dir, struct names *names, struct err *err)
{
	const struct transcript_copy *first = transcript_find(tr, 0);
	struct buf text = BUF_INIT;
	struct transcript own;
	int result;

	if (first != NULL) {
		take_names(tr->games, tr->text.p, &first->t, names);
		return 0;
	}
	if (dir == NULL || tr->n_copy == 0 || (tr->copy[0].fault & FAULT_BIT(FAULT_HOST)) != 0)
		return 0;
	result = saved_digest_text(dir, 0, &text, err);
	if (result != 0)
		return result < 0 ? -1 : 0;
	memset(&own, 0, sizeof own);
	transcript_load(&own, tr->games, &text, &tr->host);
	if (own.n_copy == 1 && own.copy[0].fault == 0 && strcmp(own.game, tr->game) == 0)
		take_names(tr->games, own.text.p, &own.copy[0].t, names);
	transcript_release(&own);
	buf_release(&text);
	return 0;
}

void
page_wrong(const struct language *lang, const struct err *err, struct buf *out)
{
	const struct html_error wrong = {
		.lang = lang, .what = err->msg, .hint = err->hint, .hash = page_hash
	};

	html_error_page(&wrong, out);
}

/* ---- one table ---------------------------------------------------------------------------------------- */

/* The parts of a page. */
struct page_parts {
	const struct player_read *r;
	struct history story;
	struct knowledge know;
	struct changes changes;
	struct names names;
	struct buf dir, sign, missing;
	struct html_page page;
};

static struct html_block *
add_part(struct html_page *p, const char *title)
{
	struct html_block *t = &p->blocks[p->n_blocks];

	if (p->n_blocks < HTML_BLOCKS_MAX - 1)
		p->n_blocks++;
	t->title = title;
	return t;
}

static void
add_known(void *arg, const char *title, const struct buf *lines)
{
	struct html_block *t = add_part(arg, title);

	buf_add(&t->lines, lines->p, lines->n);
}

/* Appends the end of a round with pictures; false: it cannot be drawn. */
static bool
put_ended(struct page_parts *m, struct buf *out)
{
	struct digest_events *events = mem_new(sizeof *events);
	const struct svg_options options = {
		.is_for = SVG_INLINE, .only_also = true, .lang = m->page.lang
	};
	const struct player_read *was = NULL;
	const struct player_read *now = show_find_ended(&m->story, m->r, &was, events);

	if (was != NULL)
		html_round_end(&was->d.pub, &now->d.pub, &events->ev, &m->names, &options, out);
	free(events);
	return was != NULL;
}

/* Appends the newest result among the news; false: there is none. */
static bool
put_summary(struct page_parts *m, struct buf *out)
{
	for (size_t i = m->story.n + 1; i-- > m->story.from;) {
		const struct digest *d = i < m->story.n ? &m->story.at[i]->d : &m->r->d;

		if (!d->has_summary)
			continue;
		html_summary(m->page.lang, &d->summary, &m->r->d.pub, &m->names, out);
		return true;
	}
	return false;
}

static int
add_parts(struct page_parts *m, struct err *err)
{
	static const uint8_t kind[SHOW_PARTS] = { [SHOW_FIRST] = HTML_BLOCK_PAST,
		[SHOW_NEWS] = HTML_BLOCK_NEWS,
		[SHOW_ENDED] = HTML_BLOCK_PAST,
		[SHOW_SIGNED] = HTML_BLOCK_PAST };
	struct err trouble = ERR_INIT;

	for (unsigned part = 0; part < SHOW_PARTS; part++) {
		struct html_block *t = add_part(&m->page, "");
		struct buf markup = BUF_INIT;

		t->title = show_part(m->page.lang, m->r, &m->story, (enum show_part)part, 0,
		    COLUMNS, &t->lines, &trouble);
		t->kind = kind[part];
		if ((part == SHOW_ENDED && put_ended(m, &markup)) ||
		    (part == SHOW_SUMMARY && put_summary(m, &markup))) {
			buf_wipe(&t->lines);
			t->lines = markup;
			t->kind = HTML_BLOCK_MARKUP;
		}
	}
	if (m->r->d.pub.known.phase != PHASE_SETUP)
		show_known_each(m->page.lang, m->r, &m->know, 0, add_known, &m->page);
	if (trouble.code == ERR_NONE)
		return 0;
	*err = trouble;
	return -1;
}

/* Appends the command by which the reader signs: with their -k, and -g if several games are
 * running. */
static void
find_sign(const struct user *u, const char *game, struct buf *out)
{
	struct buf dir = BUF_INIT;
	struct err none = ERR_INIT;
	struct user any = *u;

	any.game = NULL;
	buf_str(out, "adit sign -k ");
	shell_quote(u->key_arg, out);
	if (!u->no_record && active_games_pick(&any, &dir, &none) != 0) {
		buf_str(out, " -g ");
		shell_quote(game, out);
	}
	buf_release(&dir);
}

static void
find_missing(const struct language *lang, const struct player_read *r, struct buf *out)
{
	if (r->seen_n > r->d.n)
		language_fmt(lang, out,
		    MSG("page", "This is not the newest: digest %lld was read here before. "),
		    (long long)r->seen_n);
	if (r->has_gap)
		buf_str(out,
		    language_text(
			lang, MSG("page", "Some digests are missing: their news are not shown.")));
}

static void
making_release(struct page_parts *m)
{
	for (unsigned i = 0; i < HTML_BLOCKS_MAX; i++)
		buf_wipe(&m->page.blocks[i].lines);
	history_release(&m->story);
	buf_release(&m->dir);
	buf_release(&m->sign);
	buf_release(&m->missing);
	mem_wipe(m, sizeof *m);
	free(m);
}

void
page_make(const struct user *u, const struct page_where *where, const struct player_read *r,
    struct buf *page, struct err *wrong)
{
	struct page_parts *m = mem_zero(1, sizeof *m);
	struct err none = ERR_INIT;
	bool has_dir = r->has_view && !u->no_record && user_game(u, r->d.game, &m->dir, &none) == 0;
	const char *dir = has_dir ? m->dir.p : NULL;
	char fingerprint[FINGERPRINT_TEXT + 1], head[HASH_TEXT + 1];

	int result;

	m->r = r;
	result = history_make(&m->story, dir, r, r->has_view ? u->key : NULL,
	    has_dir ? reading_since(u, r, dir) : HISTORY_UNKNOWN, wrong);
	history_know(&m->story, r, &m->know);
	history_changes(&m->story, r, &m->changes);
	m->names = r->d.names;
	if (result == 0)
		result = page_names(&r->tr, dir, &m->names, wrong);
	digest_fingerprint(&r->d, fingerprint);
	hash_text(&r->head, head);
	find_missing(where->lang, r, &m->missing);
	m->page.d = &r->d;
	m->page.names = &m->names;
	m->page.view = r->has_view ? &r->v.view : &r->d.pub;
	m->page.changes = &m->changes;
	m->page.fingerprint = fingerprint;
	m->page.head = head;
	m->page.missing = buf_cstr(&m->missing);
	m->page.lang = where->lang;
	m->page.player = where->player;
	m->page.languages = where->languages;
	m->page.hash = page_hash;
	if (r->has_view) {
		find_sign(u, r->d.game, &m->sign);
		m->page.own = &r->v;
		m->page.sign = buf_cstr(&m->sign);
	}
	if (result == 0)
		result = add_parts(m, wrong);
	if (result == 0)
		result = queued_check_check(&m->story, r, wrong);
	m->page.wrong = wrong->msg;
	if (result == 0 || wrong->code == ERR_AUTH)
		html_page(&m->page, page);
	making_release(m);
}

void
page_make_public(struct player_read *r)
{
	r->before_n = r->d.n - (r->d.names.n < LAP_MIN ? LAP_MIN : r->d.names.n);
}
