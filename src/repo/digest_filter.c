/*
 * Filters digests out of untrusted input.
 *
 * (B1) Only what the key has signed counts; other input cannot hide it.
 * (B2) Memory holds the signed digests, each once, and the current file.
 */
#include "repo/digest_filter.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "mail/rawmail.h"
#include "record/folder.h"
#include "record/transcript.h"
#include "util/lines.h"
#include "util/mem.h"
#include "util/slice.h"

void
digest_filter_init(struct digest_filter *p, const struct user *u, bool is_quiet)
{
	*p = (struct digest_filter){ .u = u, .is_quiet = is_quiet };
	pubkey_sign_text(&u->key->pub, p->host);
}

void
digest_filter_release(struct digest_filter *p)
{
	for (size_t i = 0; i < p->n_game; i++) {
		buf_release(&p->game[i].text);
		free(p->game[i].digest);
	}
	free(p->game);
	*p = (struct digest_filter){ .u = p->u };
}

static struct digest_filter_game *
game_of(struct digest_filter *p, const char *name)
{
	struct digest_filter_game g = { .is_of_main = false };

	for (size_t i = 0; i < p->n_game; i++) {
		if (strcmp(p->game[i].game, name) == 0)
			return &p->game[i];
	}
	(void)snprintf(g.game, sizeof g.game, "%s", name);
	GROW(p->game, p->n_game);
	p->game[p->n_game] = g;
	return &p->game[p->n_game++];
}

/* (B2) Two different digests with one number are both stored. Other code reports the fork. */
static void
keep(
    struct digest_filter_game *g, int64_t n, const struct buf *text, enum digest_filter_place place)
{
	g->is_of_main = g->is_of_main || place <= DIGEST_FILTER_PAST;
	for (size_t i = 0; i < g->n_digest; i++) {
		struct digest_filter_digest *d = &g->digest[i];

		if (d->n == n && d->len == text->n &&
		    memcmp(g->text.p + d->at, text->p, text->n) == 0) {
			d->place = place < d->place ? place : d->place;
			return;
		}
	}
	GROW(g->digest, g->n_digest);
	g->digest[g->n_digest++] = (struct digest_filter_digest){ n, place, g->text.n, text->n };
	buf_add(&g->text, text->p, text->n);
}

static void
leave_out(const struct digest_filter *p, const char *s, size_t n)
{
	if (!p->is_quiet && strspn(s, " \r\n") < n)
		output_say(p->u->out, "left out: %zu bytes that are not a digest", n);
}

/* Returns where the private views after a signature end. */
static size_t
views_end(const char *s, size_t n, size_t from)
{
	struct lines l = { s, n, from, 1 };
	bool is_armor = false;
	struct slice line;

	while (lines_peek(&l, &line.s, &line.n)) {
		is_armor = is_armor || slice_starts(line, "-----BEGIN AGE");
		if (!is_armor && line.n > 0 && !slice_starts(line, "for "))
			break;
		is_armor = is_armor && !slice_starts(line, "-----END AGE");
		(void)lines_next(&l, &line.s, &line.n);
	}
	return l.at;
}

/* Handles the text from one heading to the next. A digest is cut after its signature: the
 * private views are not needed, and other text there could invalidate it (B1). */
static void
sift(struct digest_filter *p, const char *s, size_t n, enum digest_filter_place place)
{
	size_t end = digest_foot_end(s, n, lines_find(s, n, 0, "sig:"));
	struct buf text = BUF_INIT;
	struct digest_layout t;
	char host[SIGN_TEXT + 1], game[ORDER_BLOCK_GAME_MAX + 1];
	int64_t number;

	buf_add(&text, s, end);
	if (!digest_is_self_signed(&text, &t, host, game, &number)) {
		if (!p->is_quiet)
			output_say(
			    p->u->out, "left out: %zu bytes that are not a digest, or changed", n);
	} else if (strcmp(host, p->host) != 0) {
		p->any = true;
		if (!p->is_quiet)
			output_say(p->u->out,
			    "left out: digest %" PRId64 " of game %s, signed by another host",
			    number, game);
	} else {
		keep(game_of(p, game), number, &text, place);
		end = views_end(s, n, end);
		leave_out(p, s + end, n - end);
	}
	buf_release(&text);
}

void
digest_filter_add(struct digest_filter *p, const char *s, size_t n, enum digest_filter_place place)
{
	struct buf clean = BUF_INIT;
	size_t at;

	digest_clean(s, n, &clean);
	s = buf_cstr(&clean);
	at = lines_find(s, clean.n, 0, DIGEST_HEADING);
	leave_out(p, s, at);
	while (at < clean.n) {
		size_t next = lines_find(s, clean.n, at + 1, DIGEST_HEADING);

		sift(p, s + at, next - at, place);
		at = next;
	}
	buf_release(&clean);
}

struct batch {
	struct digest_filter *p;
	bool placed;
};

static int
add_blob(void *arg, const char *name, const struct buf *text, struct err *err)
{
	const struct batch *b = arg;
	enum digest_filter_place place = DIGEST_FILTER_OTHER;

	(void)err;
	if (b->placed && strcmp(name, "main") == 0)
		place = DIGEST_FILTER_MAIN;
	else if (b->placed && strcmp(name, "past") == 0)
		place = DIGEST_FILTER_PAST;
	digest_filter_add(b->p, text->p, text->n, place);
	return 0;
}

int
digest_filter_read(struct digest_filter *p, FILE *batch, bool placed, struct err *err)
{
	struct batch b = { p, placed };
	struct buf all = BUF_INIT;
	int result;

	if (batch != NULL)
		return rawmail_each_blob(batch, placed, add_blob, &b, err);
	result = folder_add_file("-", &all, err);
	if (result == 0)
		digest_filter_add(p, buf_cstr(&all), all.n, DIGEST_FILTER_OTHER);
	buf_release(&all);
	return result;
}

const struct digest_filter_game *
digest_filter_pick(const struct digest_filter *p, const char *name, struct err *err)
{
	const struct digest_filter_game *best = NULL;

	for (size_t i = 0; i < p->n_game; i++) {
		const struct digest_filter_game *g = &p->game[i];

		if (name != NULL ? strcmp(g->game, name) == 0 :
				   best == NULL || (g->is_of_main && !best->is_of_main))
			best = g;
	}
	for (size_t i = 0; i < p->n_game && best != NULL && !p->is_quiet; i++) {
		const struct digest_filter_game *g = &p->game[i];

		for (size_t j = 0; g != best && j < g->n_digest; j++)
			output_say(p->u->out, "left out: digest %" PRId64 " of game %s",
			    g->digest[j].n, g->game);
	}
	if (best != NULL)
		return best;
	if (p->any || p->n_game > 0)
		(void)err_set(err, ERR_AUTH,
		    "no digest on standard input is%s%s%s signed with key %s",
		    name != NULL ? " of game " : "", name != NULL ? name : "",
		    name != NULL ? " and" : "", buf_cstr(&p->u->key_name));
	else
		(void)err_set(err, ERR_NOT_FOUND, "no digest on standard input");
	return NULL;
}

/* Sorts by number, then by order of arrival. */
static int
compare(const void *a, const void *b)
{
	const struct digest_filter_digest *x = a, *y = b;

	return x->n != y->n ? (x->n > y->n) - (x->n < y->n) : (x->at > y->at) - (x->at < y->at);
}

int64_t
digest_filter_end(const struct digest_filter_game *g)
{
	int64_t end = -1;

	if (g->n_digest > 0)
		qsort(g->digest, g->n_digest, sizeof *g->digest, compare);
	for (size_t i = 0; i < g->n_digest && g->digest[i].n <= end + 1; i++)
		end = g->digest[i].n;
	return end;
}

int64_t
digest_filter_newest(const struct digest_filter_game *g)
{
	int64_t newest = -1;

	for (size_t i = 0; i < g->n_digest; i++)
		newest = g->digest[i].n > newest ? g->digest[i].n : newest;
	return newest;
}

void
digest_filter_text(const struct digest_filter_game *g, int64_t end, struct buf *out)
{
	for (size_t i = 0; i < g->n_digest; i++) {
		const struct digest_filter_digest *d = &g->digest[i];

		if (d->n <= end)
			buf_add(out, g->text.p + d->at, d->len);
	}
}
