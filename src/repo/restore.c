/* A game file and the digests of a repository (restore.h). */
#include "repo/restore.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "record/transcript.h"
#include "repo/fast_import.h"
#include "service/rebuild.h"
#include "service/rollback_check.h"
#include "util/mem.h"

/* The existing file and the digests of the input. */
struct kept_file {
	struct table_run *run;
	const struct restore *how;
	const char *path, *base; /* base: name in public output */
	char game[ORDER_BLOCK_GAME_MAX + 1];
	int64_t last; /* last digest of the file; -1: no file */
	struct digest_filter sieve;
	const struct digest_filter_game *found;
	struct buf text; /* digests of the game from 0 on, without a gap */
	int64_t end;     /* the last of them */
};

static int
keep_file(struct kept_file *k, struct err *err)
{
	struct digest *d = mem_new(sizeof *d);
	struct buf text = BUF_INIT;
	struct host *host = NULL;
	int result = host_open(&host, k->path, false, k->run->user->games, err);

	if (result == 0)
		result = host_digest(host, -1, d, NULL, NULL, err);
	if (result == 0) {
		k->last = d->n;
		memcpy(k->game, d->game, sizeof k->game);
	}
	for (int64_t n = 0; n <= k->last && result == 0; n++) {
		buf_clear(&text);
		result = host_text(host, &n, &text, err);
		if (result == 0)
			digest_filter_add(&k->sieve, buf_cstr(&text), text.n, DIGEST_FILTER_FILE);
	}
	host_close(host);
	buf_release(&text);
	free(d);
	return result;
}

/* (B2) Checks that there is no fork. If the existing file is the newest, this is recorded as for
 *      a rebuilt file. */
static int
check(const struct kept_file *k, struct err *err)
{
	struct transcript tr;
	int result = transcript_read(
	    &tr, k->run->user->games, buf_cstr(&k->text), k->text.n, &k->run->user->key->pub, err);

	if (result == 0 && k->end <= k->last)
		rollback_check_note_rewritten(k->run, tr.game, &tr.copy[tr.first[0]].hash, tr.n - 1,
		    &tr.copy[tr.first[tr.n - 1]].hash);
	transcript_release(&tr);
	return result;
}

static int
find(struct kept_file *k, struct err *err)
{
	const struct restore *o = k->how;
	bool is_there = access(k->path, F_OK) == 0;
	const char *name = is_there ? k->game : o->game;
	const struct digest_filter_game *g;

	if (is_there && keep_file(k, err) < 0)
		return -1;
	if (is_there && o->game != NULL && strcmp(o->game, k->game) != 0)
		return err_set(err, ERR_NOT_FOUND, "%s is of game %s", k->base, k->game);
	if (digest_filter_read(&k->sieve, o->batch, o->is_placed, err) < 0)
		return -1;
	g = digest_filter_pick(&k->sieve, name, err);
	if (g == NULL)
		return -1;
	k->found = g;
	k->end = digest_filter_end(g);
	if (k->end < 0)
		return err_set(err, ERR_NOT_FOUND, "digest 0 of game %s is missing", g->game);
	if (digest_filter_newest(g) > k->end) /* (B3) */
		return err_set(err, ERR_PENDING,
		    "digest %" PRId64 " is missing, but digest %" PRId64 " is there", k->end + 1,
		    digest_filter_newest(g));
	digest_filter_text(g, k->end, &k->text);
	return check(k, err);
}

static int
move(const char *from, const char *to, struct err *err)
{
	if (rename(from, to) == 0 || errno == ENOENT)
		return 0;
	return err_set(err, ERR_BUSY, "cannot rename %s: %s", from, strerror(errno));
}

/* Moves the file aside to the first free name, with the files that SQLite left beside it. */
static int
set_aside(const struct kept_file *k, struct err *err)
{
	static const char *const suffix[] = { "-wal", "-shm", "-journal", "" };
	struct buf from = BUF_INIT, to = BUF_INIT;
	unsigned n = 0;
	int result = 0;

	do {
		buf_clear(&to);
		buf_fmt(&to, "%s.%u", k->path, ++n);
	} while (access(to.p, F_OK) == 0);
	for (size_t i = 0; i < 4 && result == 0; i++) {
		buf_clear(&from);
		buf_clear(&to);
		buf_fmt(&from, "%s%s", k->path, suffix[i]);
		buf_fmt(&to, "%s.%u%s", k->path, n, suffix[i]);
		result = move(from.p, to.p, err);
	}
	if (result == 0)
		output_say(k->run->user->out,
		    "the game file ended at digest %" PRId64 ", main at %" PRId64
		    ": made again; the old one is %s.%u",
		    k->last, k->end, k->base, n);
	buf_release(&from);
	buf_release(&to);
	return result;
}

/* (B2) */
static int
rebuild_file(struct kept_file *k, struct err *err)
{
	struct audit_rebuilt made;
	struct buf path = BUF_INIT;
	int result;

	buf_fmt(&path, "%s.new", k->path);
	(void)unlink(path.p); /* left by a killed run */
	result = rebuild_make(k->run, path.p, &k->text, &made, err);
	if (result == 0 && k->last >= 0)
		result = set_aside(k, err);
	if (result == 0)
		result = move(path.p, k->path, err);
	if (result == 0)
		k->end = made.made - 1;
	buf_release(&path);
	return result;
}

/* The digests that main lacks, and what a message says of them. */
struct lack {
	int64_t n, first, last; /* `n` of them, in this range */
	int64_t has;            /* the newest on main, or -1 */
	bool was_there;         /* players may have them */
};

static void
find_lack(const struct kept_file *k, struct lack *x)
{
	*x = (struct lack){ .has = -1 };
	for (size_t i = 0; i < k->found->n_digest; i++) {
		const struct digest_filter_digest *d = &k->found->digest[i];

		if (d->place == DIGEST_FILTER_MAIN) {
			x->has = d->n;
			continue;
		}
		x->first = x->n++ == 0 ? d->n : x->first;
		x->last = d->n;
		x->was_there = x->was_there || d->place != DIGEST_FILTER_FILE;
	}
}

static void
report_lack(const struct kept_file *k, const struct lack *x)
{
	const struct restore *o = k->how;
	struct buf line = BUF_INIT;

	if (x->has < 0 && o->on == NULL)
		buf_str(&line, "main has no digest: made again as far as a branch has it, to");
	else
		buf_fmt(&line, "main %s", x->was_there ? "had lost" : "lacks");
	if (x->n == 1 || (x->has < 0 && o->on == NULL))
		buf_fmt(&line, " digest %" PRId64, x->last);
	else if (x->last - x->first == x->n - 1)
		buf_fmt(&line, " digests %" PRId64 " to %" PRId64, x->first, x->last);
	else
		buf_fmt(&line, " %" PRId64 " digests from %" PRId64 " on", x->n, x->first);
	if (o->on != NULL)
		buf_fmt(&line, ": %s", x->was_there ? "restored" : "put there");
	if (x->was_there)
		buf_str(&line, "; let nobody but the host push to main");
	if (x->n > 0)
		output_say(k->run->user->out, "%s", buf_cstr(&line));
	buf_release(&line);
}

/* Prints the line "# seats NAME...", a comment for git. */
static int
put_seats(struct buf *out, struct host *host, struct err *err)
{
	struct digest *d = mem_new(sizeof *d);
	int result = host_digest(host, -1, d, NULL, NULL, err);

	if (result == 0) {
		buf_str(out, "# seats");
		for (unsigned i = 0; i < d->names.n; i++)
			buf_fmt(out, " %s", d->names.seat[i]);
		buf_chr(out, '\n');
	}
	free(d);
	return result;
}

/* Prints the seats, then the commit that restores main with the digests that it has. The missing
 * digests follow later, as commits of their own. */
static int
put_main(const struct kept_file *k, struct err *err)
{
	const struct restore *o = k->how;
	struct fast_import what = { .on = o->on, .mend = true };
	struct lack lack;
	struct host *host = NULL;
	int result;

	find_lack(k, &lack);
	report_lack(k, &lack);
	what.at = lack.has < 0 ? 0 : lack.has;
	result = host_open(&host, k->path, false, k->run->user->games, err);
	if (result == 0)
		result = put_seats(k->run->user->out->print->out, host, err);
	if (result == 0 && o->on != NULL)
		result = fast_import_write(k->run->user, host, &what, err);
	host_close(host);
	return result;
}

int
restore_print_first(const struct user *u, FILE *batch, struct err *err)
{
	struct digest_filter sieve;
	int result;

	digest_filter_init(&sieve, u, true);
	result = digest_filter_read(&sieve, batch, false, err);
	for (size_t i = 0; i < sieve.n_game && result == 0; i++) {
		const struct digest_filter_game *g = &sieve.game[i];

		for (size_t j = 0; j < g->n_digest; j++) {
			const struct digest_filter_digest *d = &g->digest[j];

			if (d->n == 0)
				buf_add(u->out->print->out, g->text.p + d->at, d->len);
		}
	}
	digest_filter_release(&sieve);
	return result;
}

int
restore_run(struct table_run *run, const char *path, const struct restore *how, int64_t *end,
    struct err *err)
{
	const char *slash = strrchr(path, '/');
	struct kept_file k = { .run = run,
		.how = how,
		.path = path,
		.base = slash != NULL ? slash + 1 : path,
		.last = -1 };
	int result;

	digest_filter_init(&k.sieve, run->user, true);
	result = find(&k, err);
	if (result == 0 && k.end > k.last)
		result = rebuild_file(&k, err);
	if (result == 0 && how->imports)
		result = put_main(&k, err);
	*end = k.end;
	digest_filter_release(&k.sieve);
	buf_release(&k.text);
	return result;
}

int
restore_collect(const struct user *u, const char *game, struct buf *out, struct err *err)
{
	const struct digest_filter_game *g = NULL;
	struct digest_filter sieve;

	digest_filter_init(&sieve, u, false);
	if (digest_filter_read(&sieve, NULL, false, err) == 0)
		g = digest_filter_pick(&sieve, game, err);
	if (g != NULL)
		digest_filter_text(g, INT64_MAX, out);
	digest_filter_release(&sieve);
	return g != NULL ? 0 : -1;
}
