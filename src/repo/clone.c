/* What a player's clone remembers of a read. */
#include "repo/clone.h"

#include <stdlib.h>
#include <string.h>

#include "repo/base.h"
#include "repo/earlier.h"
#include "util/file.h"
#include "util/mem.h"
#include "util/slice.h"

enum { COMMIT_MAX = 1 << 20 };

struct clone {
	struct git_objects *objects, *refs; /* NULL: git cannot run */
};

/* Moves refs/adit/main forward, if it can. */
static void
move_base(struct clone *c, const struct player_read *r)
{
	struct git_objects *objects = c->objects;
	static const char *const ref[] = { "refs/adit/main", "refs/remotes/origin/main", "HEAD" };
	struct base at[3] = { { .commit = "" }, { .commit = "" }, { .commit = "" } };
	struct err none = ERR_INIT;
	const char *odd;
	unsigned best = 0;

	for (unsigned i = 0; i < 3; i++)
		if (base_read(&at[i], objects, ref[i], &none) == 0 && at[i].turns.text.n > 0 &&
		    base_lacks(&at[i], &at[best]) == NULL && base_lacks(&at[best], &at[i]) != NULL)
			best = i;
	if (best > 0 && base_unverified(&at[best], &at[0], objects, r, &odd, &none) == 0 &&
	    odd == NULL)
		git_refs_move(c->refs, ref[0], at[best].commit, at[0].commit);
	for (unsigned i = 0; i < 3; i++)
		base_release(&at[i]);
}

/* True if main of origin, as fetched last, was read: then an order in none of the digests is in none of
 * main. */
static bool
knows_main(struct git_objects *objects, const struct player_read *r)
{
	struct base none = { .commit = "" }, main = { .commit = "" };
	struct err err = ERR_INIT;
	const char *odd;
	bool is = base_read(&main, objects, "refs/remotes/origin/main", &err) == 0 &&
	    main.turns.text.n > 0 && base_unverified(&main, &none, objects, r, &odd, &err) == 0 &&
	    odd == NULL;

	base_release(&main);
	return is;
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
	if (git_objects_read(objects, branch.p, "commit", COMMIT_MAX, &is, &err) == 0 &&
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

struct clone *
clone_open(const char *dir)
{
	const struct git git = GIT_IN(dir);
	struct err none = ERR_INIT;
	struct clone *c;

	if (!file_is_in_repository(dir))
		return NULL;
	c = mem_zero(1, sizeof *c);
	c->objects = git_objects_open(&git, &none);
	c->refs = c->objects != NULL ? git_refs_open(&git, &none) : NULL;
	return c;
}

void
clone_note_read(struct clone *c, const struct user *u, const struct player_read *r)
{
	if (c->refs == NULL)
		return;
	move_base(c, r);
	if (r->has_view && knows_main(c->objects, r))
		report_lost(u, c->objects, r);
}

void
clone_close(struct clone *c)
{
	if (c == NULL)
		return;
	git_objects_close(c->refs);
	git_objects_close(c->objects);
	free(c);
}
