/* What a player's clone remembers of a read. */
#include "repo/clone.h"

#include <stdlib.h>
#include <string.h>

#include "repo/base.h"
#include "repo/earlier.h"
#include "util/file.h"
#include "util/slice.h"

enum { FILE_MAX = 1 << 20 };

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

/* True if all digests that `to` has and `from` lacks were verified. */
static bool
holds(const struct base *from, const struct base *to, struct git_objects *objects,
    const struct player_read *r)
{
	struct git_object blob = { .text = BUF_INIT };
	struct base one = { .commit = "" };
	struct git_entry e;
	struct err none = ERR_INIT;
	size_t at = 0, was = 0;
	bool is = true;

	memcpy(one.turns.name, to->turns.name, sizeof one.turns.name);
	while (is && git_tree_next(&to->turns, &at, &e)) {
		buf_clear(&one.turns.text);
		buf_add(&one.turns.text, to->turns.text.p + was, at - was);
		was = at;
		if (base_lacks(from, &one) != NULL)
			is = git_objects_read(objects, e.name, "blob", FILE_MAX, &blob, &none) ==
				0 &&
			    is_verified(r, &e, &blob);
	}
	base_release(&one);
	buf_release(&blob.text);
	return is;
}

/* True if digest 0 of refs/adit/main was verified: the clone is of this game. */
static bool
is_of_game(struct git_objects *objects, const struct player_read *r)
{
	const struct git_entry zero = { .path = "000000" };
	struct git_object blob = { .text = BUF_INIT };
	struct err none = ERR_INIT;
	bool is = git_objects_read(objects, "refs/adit/main:turns/000000.txt", "blob", FILE_MAX,
		      &blob, &none) == 0 &&
	    is_verified(r, &zero, &blob);

	buf_release(&blob.text);
	return is;
}

/* Moves refs/adit/main forward, if it can. */
static void
move_base(const struct git *g, struct git_objects *objects, const struct player_read *r)
{
	static const char *const ref[] = { "refs/adit/main", "refs/remotes/origin/main", "HEAD" };
	struct base at[3] = { { .commit = "" }, { .commit = "" }, { .commit = "" } };
	struct err none = ERR_INIT;
	unsigned best = 0;

	for (unsigned i = 0; i < 3; i++)
		if (base_read(&at[i], objects, ref[i], &none) == 0 && at[i].turns.text.n > 0 &&
		    base_lacks(&at[i], &at[best]) == NULL && base_lacks(&at[best], &at[i]) != NULL)
			best = i;
	if (best > 0 && holds(&at[0], &at[best], objects, r))
		(void)git_run(g,
		    (const char *const[]){
			"update-ref", ref[0], at[best].commit, at[0].commit, NULL },
		    NULL, NULL, NULL, &none);
	for (unsigned i = 0; i < 3; i++)
		base_release(&at[i]);
}

/* Compares what was sent last with the branch, as the last fetch or push has seen it. */
static void
report_lost(const struct user *u, struct git_objects *objects, const struct player_read *r)
{
	const struct buf none = BUF_INIT;
	const char *seat = r->d.names.seat[r->seat];
	struct earlier_list list = { .n = 0 };
	struct git_object is = { .text = BUF_INIT };
	struct buf sent = BUF_INIT, branch = BUF_INIT;
	struct err err = ERR_INIT;
	size_t lost = 0;

	buf_fmt(&sent, "refs/adit/sent/%s", seat);
	buf_fmt(&branch, "refs/remotes/origin/inbox/%s", seat);
	if (git_objects_read(objects, branch.p, "commit", FILE_MAX, &is, &err) == 0 &&
	    earlier_add(&list, objects, branch.p, true, &err) == 0 &&
	    earlier_add(&list, objects, sent.p, false, &err) == 0)
		(void)earlier_judge(&list, u, r, seat, &none, false, &err);
	for (size_t i = 0; i < list.n; i++)
		lost += !list.at[i].is_over && !list.at[i].is_there;
	if (lost > 0)
		output_say(u->out,
		    "inbox/%s has lost an order that you sent: git adit send --again sends it "
		    "again",
		    seat);
	earlier_release(&list);
	buf_release(&is.text);
	buf_release(&sent);
	buf_release(&branch);
}

void
clone_note_read(const struct user *u, const char *dir, const struct player_read *r)
{
	const struct git git = GIT_IN(dir);
	struct err none = ERR_INIT;
	struct git_objects *objects;

	if (!file_is_in_repository(dir) || (objects = git_objects_open(&git, &none)) == NULL)
		return;
	move_base(&git, objects, r);
	if (r->has_view && is_of_game(objects, r))
		report_lost(u, objects, r);
	git_objects_close(objects);
}
