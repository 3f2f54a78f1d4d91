/* What an order stands on: a main of the clone, and its digests. */
#include "repo/base.h"

#include <string.h>

#include "util/slice.h"

enum { FILE_MAX = 1 << 20, COMMIT_MAX = 1 << 20, TREE_MAX = 4 << 20, DIGESTS_MAX = 20000 };

void
base_release(struct base *b)
{
	buf_release(&b->turns.text);
}

int
base_read(struct base *b, struct git_objects *objects, const char *ref, struct err *err)
{
	struct buf name = BUF_INIT;
	struct git_object commit = { .text = BUF_INIT };
	int result = git_objects_read(objects, ref, "commit", COMMIT_MAX, &commit, err);

	b->commit[0] = '\0';
	if (result == 0) {
		buf_fmt(&name, "%s:turns", commit.name);
		result = git_objects_read(objects, name.p, "tree", TREE_MAX, &b->turns, err);
		if (result > 0) /* a main without digests */
			buf_clear(&b->turns.text);
		if (result >= 0)
			memcpy(b->commit, commit.name, sizeof b->commit);
	}
	buf_release(&commit.text);
	buf_release(&name);
	return result < 0 ? -1 : b->commit[0] == '\0';
}

/* True for "000042.txt". */
static bool
is_digest(const struct git_entry *e)
{
	return e->is_file && strlen(e->path) == 10 && strspn(e->path, "0123456789") == 6 &&
	    strcmp(e->path + 6, ".txt") == 0;
}

const char *
base_lacks(const struct base *a, const struct base *b)
{
	size_t at_a = 0, at_b = 0;
	struct git_entry in_a, in_b;
	bool more = git_tree_next(&a->turns, &at_a, &in_a);

	while (git_tree_next(&b->turns, &at_b, &in_b)) {
		while (more && strcmp(in_a.path, in_b.path) < 0)
			more = git_tree_next(&a->turns, &at_a, &in_a);
		if (is_digest(&in_b) &&
		    (!more || !in_a.is_file || strcmp(in_a.path, in_b.path) != 0 ||
			strcmp(in_a.name, in_b.name) != 0))
			return in_b.path;
	}
	return NULL;
}

/* True if the blob of this file is a digest that was verified, with its number. */
static bool
is_verified(const struct player_read *r, const struct git_entry *e, const struct git_object *blob)
{
	struct buf clean = BUF_INIT;
	bool has_number = false, is = false;
	int64_t n = 0;

	for (const char *p = e->path; ascii_is_digit(*p); p++)
		n = 10 * n + (*p - '0'); /* at most six digits */
	digest_clean(buf_cstr(&blob->text), blob->text.n, &clean);
	for (size_t i = 0; i < r->tr.n_copy && !has_number; i++)
		has_number = r->tr.copy[i].n == n;
	is = has_number && clean.n > 0 &&
	    memmem(r->tr.text.p, r->tr.text.n, clean.p, clean.n) != NULL;
	buf_release(&clean);
	return is;
}

int
base_unverified(const struct base *b, const struct base *from, struct git_objects *objects,
    const struct player_read *r, const char **found, struct err *err)
{
	struct git_object blob = { .text = BUF_INIT };
	struct base one = { .commit = "" };
	struct git_entry e;
	size_t at = 0, was = 0;
	int result = 0;

	*found = NULL;
	memcpy(one.turns.name, b->turns.name, sizeof one.turns.name);
	while (result >= 0 && *found == NULL && git_tree_next(&b->turns, &at, &e)) {
		buf_clear(&one.turns.text);
		buf_add(&one.turns.text, b->turns.text.p + was, at - was);
		was = at;
		if (base_lacks(from, &one) == NULL)
			continue;
		result = git_objects_read(objects, e.name, "blob", FILE_MAX, &blob, err);
		if (result > 0 || (result == 0 && !is_verified(r, &e, &blob)))
			*found = e.path;
	}
	base_release(&one);
	buf_release(&blob.text);
	return result < 0 ? -1 : 0;
}

void
base_game(
    const struct base *b, struct git_objects *objects, char game[static ORDER_BLOCK_GAME_MAX + 1])
{
	struct git_object blob = { .text = BUF_INIT };
	struct buf name = BUF_INIT;
	struct err none = ERR_INIT;
	struct digest_layout t;
	char host_sign[SIGN_TEXT + 1];
	int64_t n = -1;

	buf_fmt(&name, "%s:turns/000000.txt", b->commit);
	if (git_objects_read(objects, name.p, "blob", FILE_MAX, &blob, &none) != 0 ||
	    !digest_is_self_signed(&blob.text, &t, host_sign, game, &n) || n != 0)
		game[0] = '\0';
	buf_release(&blob.text);
	buf_release(&name);
}

int
base_digests(const struct base *b, struct git_objects *objects, struct buf *out, struct err *err)
{
	struct git_object digest = { .text = BUF_INIT };
	struct git_entry e;
	size_t at = 0, n = 0;
	int result = 0;

	while (result >= 0 && n < DIGESTS_MAX && git_tree_next(&b->turns, &at, &e)) {
		if (!is_digest(&e))
			continue;
		result = git_objects_read(objects, e.name, "blob", FILE_MAX, &digest, err);
		if (result == 0)
			buf_add(out, buf_cstr(&digest.text), digest.text.n);
		n++;
	}
	buf_release(&digest.text);
	return result < 0 ? -1 : 0;
}
