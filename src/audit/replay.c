/* Re-executes a transcript. */

#include "audit/replay.h"

#include "util/mem.h"

/* ---- the backend ----------------------------------------------------------------------------- */

int
audit_replay_views(
    struct digest_backend *p, const struct digest_draft *m, struct digest_parts *s, struct err *err)
{
	struct audit_replay *r = (struct audit_replay *)p;

	(void)s;
	if (m->d->n >= r->tr->n)
		r->is_short = true;
	return transcript_views(r->tr, m->d, err);
}

/* Copies sentences and drawings of another version of adit. */
static void
drawn_as_given(struct digest_backend *p, const struct digest_draft *m, struct digest_parts *s,
    struct digest_content *news)
{
	const struct transcript *tr = ((struct audit_replay *)p)->tr;
	struct digest_drawings sp;
	int64_t text;

	if (m->d->n >= tr->n)
		return;
	text = tr->copy[tr->first[m->d->n]].text;
	if (text == DIGEST_WORDING)
		return;
	m->d->text = text;
	digest_find_drawings(tr->text.p, transcript_at(tr, m->d->n), &sp);
	transcript_section(tr, sp.since, &s->drawn[0]);
	transcript_section(tr, sp.table, &s->drawn[1]);
	transcript_section(tr, sp.board, &s->drawn[2]);
	transcript_section(tr, sp.ended, &s->drawn[3]);
	news->since = buf_cstr(&s->drawn[0]);
	news->table = buf_cstr(&s->drawn[1]);
	news->board = buf_cstr(&s->drawn[2]);
	news->ended = sp.ended.n > 0 ? buf_cstr(&s->drawn[3]) : NULL;
}

/* Copies the text after the signed part. */
static void
close_as_given(struct digest_backend *p, const struct digest_draft *m, const struct digest_parts *s,
    const struct buf *body, struct buf *out)
{
	(void)s, (void)body;
	transcript_rest(((struct audit_replay *)p)->tr, m->d->n, out);
}

static int
find_cause(struct reexec *f, int64_t n, struct host_action *act, struct parsed_order *order,
    struct err *err)
{
	const struct audit_replay *r = (struct audit_replay *)f;
	const struct digest_layout *t = transcript_at(r->tr, n);
	int result = host_action_find(r->tr->text.p, t, act, err);

	if (result == 0)
		result = reexec_is_recurring(f, r->tr->text.p, t, err);
	return result != 0 ? result : r->order(r->arg, n, order, err);
}

void
audit_replay_init(struct audit_replay *r, const struct transcript *tr, const struct seckey *key,
    const struct rules *const *games)
{
	*r = (struct audit_replay){ .tr = tr,
		.reexec = { .file.games = games,
		    .cause = find_cause,
		    .press = { .host = key != NULL ? key->pub : tr->host,
			.key = key,
			.opens = true,
			.dice = digest_backend_dice,
			.print = digest_make,
			.drawn = drawn_as_given,
			.views = key != NULL ? digest_backend_views : audit_replay_views,
			.box = digest_backend_box,
			.close = key != NULL ? digest_backend_close : close_as_given,
			.file = digest_backend_file } } };
}

void
audit_replay_release(struct audit_replay *r)
{
	reexec_release(&r->reexec);
	seal_wipe(r, sizeof *r);
}

/* ---- re-execution ---------------------------------------------------------------------------- */

int
audit_replay_blame(const struct audit_replay *r, struct err *err)
{
	if (!r->reexec.is_making)
		return -1;
	err->hint[0] = '\0';
	if (err->code != ERR_BUSY)
		err->code = ERR_CORRUPT;
	return err_wrap(err, "digest %lld cannot be made again", (long long)r->n);
}

/* Compares all digests in `text`; the first is r->n. */
static int
compare(struct audit_replay *r, const struct buf *text, struct err *err)
{
	struct digest_layout t;
	size_t at = 0;
	int found;

	while ((found = digest_next(buf_cstr(text), text->n, &at, &t, err)) > 0) {
		if (r->n < r->tr->n &&
		    transcript_compare(
			r->tr, r->n, text->p + t.whole.at, t.whole.n, &r->difference, err) < 0)
			return -1;
		r->n++;
	}
	return found;
}

/* Makes the table from the settings in digest 0. */
static int
play_deal(struct audit_replay *r, struct host_result *made, struct err *err)
{
	struct host_table_params *a = mem_new(sizeof *a);
	struct digest *d = mem_new(sizeof *d);
	struct hash commit;
	int result = transcript_parse(r->tr, 0, d, err);

	if (result == 0)
		result = reexec_table(d, r->s, r->host_key, a, err);
	if (result == 0 && r->keys == NULL) {
		commit = derive_host_commit(d->game, r->s);
		if (!seal_equal(commit.b, d->commit, HASH_BYTES))
			result = err_set(err, ERR_AUTH,
			    "the host's secret is not the one that digest 0 commits to");
	}
	if (result == 0)
		result = reexec_begin(&r->reexec, a, made, err);
	seal_wipe(a, sizeof *a);
	free(a);
	free(d);
	return result;
}

/* Makes digest r->n, and those that queued orders make after it. */
static int
play_next(struct audit_replay *r, struct err *err)
{
	struct host_result made = { .n = 0 };
	int result = r->n == 0 ?
	    play_deal(r, &made, err) :
	    reexec_next(&r->reexec, r->n, transcript_time(r->tr, r->n), &made, err);

	if (result == 0)
		result = compare(r, &made.digest, err);
	host_result_release(&made);
	return result;
}

int
audit_replay_run(struct audit_replay *r, int64_t to, struct err *err)
{
	r->n = 0;
	while (r->n == 0 || (r->n <= to && !r->is_blind)) {
		if (play_next(r, err) < 0)
			return -1;
	}
	return 0;
}

/* ---- from a game file ------------------------------------------------------------------------- */

int
audit_replay_load(
    const struct host *h, const struct pubkey *want, struct transcript *tr, struct err *err)
{
	struct store_digest row = { .n = 0 };
	struct buf text = BUF_INIT;
	int64_t last;
	int result = store_get_digest(h->st, -1, &row, err);

	last = row.n;
	store_digest_release(&row);
	for (int64_t n = 0; n <= last && result == 0; n++) {
		result = store_get_digest(h->st, n, &row, err);
		if (result == 0)
			buf_add(&text, row.text.p, row.text.n);
		store_digest_release(&row);
	}
	if (result == 0)
		result = transcript_read(tr, h->games, buf_cstr(&text), text.n, want, err);
	buf_release(&text);
	return result;
}
