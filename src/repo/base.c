/* What an order stands on: a main of the clone, and its digests. */
#include "repo/base.h"

#include <string.h>

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
