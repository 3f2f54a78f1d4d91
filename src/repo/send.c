/*
 * An order through a git repository.
 *
 * (D1) Whatever the remote has is untrusted. What was verified once is not believed to be gone.
 * (D2) The push is what sends. Before it nothing outside has changed, and after it doing the same
 *      again changes nothing.
 * (D3) An order that was pushed is remembered by refs/adit/sent/SEAT until it is over: the branch
 *      may lose it.
 */
#include "repo/send.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "player/receipt_report.h"
#include "record/keys.h"
#include "record/receipt.h"
#include "record/signed_order.h"
#include "repo/base.h"
#include "repo/earlier.h"
#include "util/file.h"
#include "util/lines.h"
#include "util/lock.h"
#include "util/mem.h"
#include "util/slice.h"

enum {
	TRIES = 5,
	LOCK_SECONDS = 60, /* as git adit host: a run of git may take that long */
	EARLIER = 8,
	EARLIER_FROM = 1000,
	NOW = 1999,
	GIT_USAGE = 129,
	NOT_FORWARD = 4, /* of push */
	IN_WAY = 5,      /* of look_branch */
	BRANCHES = 9,    /* inbox/SEAT, inbox/SEAT.2 ... inbox/SEAT.9 */
	FILE_MAX = 1 << 16
};

#define REMOTE_REFS "refs/adit/remote/"
#define SENT_REFS   "refs/adit/sent/"
#define INBOX       "refs/heads/inbox" /* with this branch there can be none below its name */

struct sending {
	const struct user *u;
	const struct repo_send *how;
	struct git git;
	struct git_objects *objects;
	struct buf refs; /* "OBJECT REF\n" of the clone */
	struct base base;
	struct player_read r;
	struct buf block;
	struct repo_order order;
	bool is_made, is_verified; /* is_verified: all digests of `base` are */
};

/* ---- the order ------------------------------------------------------------------------------- */

/* Returns a line unique to this block: its nonce, else line 4, the first line of sealed text. */
static struct slice
find_mark(const struct buf *block)
{
	struct lines l = { buf_cstr(block), block->n, 0, 1 };
	struct slice line, mark = { "", 0 };

	while (lines_next(&l, &line.s, &line.n)) {
		if (line.n > 0 && line.s[line.n - 1] == '\r')
			line.n--;
		if (slice_starts(line, "nonce: "))
			return line;
		if (l.line == 4)
			mark = line;
	}
	return mark;
}

/* Returns 1 if the order was not signed in this home. */
static int
find_signed(const struct user *u, const struct buf *block, struct repo_order *o, struct err *err)
{
	struct slice mark = find_mark(block);
	struct buf dir = BUF_INIT, file = BUF_INIT, text = BUF_INIT;
	struct signed_list list = { 0, NULL };
	struct err why = ERR_INIT;
	int result = 0;
	bool found = false;

	if (mark.n > 0 && user_game(u, o->game, &dir, &why) == 0)
		result = signed_list(dir.p, &list, err);
	for (size_t i = list.count; i > 0 && !found && result == 0; i--) {
		buf_clear(&file);
		buf_clear(&text);
		signed_order_path(dir.p, &list.at[i - 1], &file);
		if (file_read_nofollow(file.p, FILE_MAX, &text, &why) < 0 && why.code == ERR_BUSY) {
			*err = why;
			result = -1;
		}
		found = result == 0 && text.n > 0 && memmem(text.p, text.n, mark.s, mark.n) != NULL;
		if (found) {
			memcpy(o->seat, list.at[i - 1].seat, sizeof o->seat);
			hash_text(&list.at[i - 1].hash, o->hash);
		}
	}
	signed_list_release(&list);
	buf_release(&dir);
	buf_release(&file);
	buf_release(&text);
	return result < 0 ? -1 : !found;
}

/* Uses the last seat: in the block, else the name of the key. */
static int
guess(const struct user *u, const struct buf *block, struct repo_order *o, struct err *err)
{
	const char *key = u->key_arg != NULL ? u->key_arg : "", *slash = strrchr(key, '/');
	struct lines l = { buf_cstr(block), block->n, 0, 1 };
	struct hash hash = receipt_sealed_hash(buf_cstr(block), block->n);
	struct err none = ERR_INIT;
	struct slice line;

	hash_text(&hash, o->hash);
	(void)snprintf(o->seat, sizeof o->seat, "%s", slash != NULL ? slash + 1 : key);
	while (lines_next(&l, &line.s, &line.n)) {
		if (slice_starts(line, "seat: ") && line.n - 6 <= NAME_MAX_LEN) {
			memcpy(o->seat, line.s + 6, line.n - 6);
			o->seat[line.n - 6] = '\0';
		}
	}
	if (o->seat[0] != '\0' && keys_name_check(o->seat, &none) == 0)
		return 0;
	return err_set(err, ERR_USAGE, "the seat of the order is unknown: give it with -k");
}

int
repo_order_find(
    const struct user *u, const struct buf *block, struct repo_order *o, struct err *err)
{
	int result = find_signed(u, block, o, err);

	return result == 1 ? guess(u, block, o, err) : result;
}

/* ---- what the remote has --------------------------------------------------------------------- */

/* Lists the refs that count here. */
static int
list_refs(struct sending *s, struct err *err)
{
	struct buf said = BUF_INIT, origin = BUF_INIT;
	int status;

	buf_fmt(&origin, "refs/remotes/%s/main", s->how->remote);
	buf_clear(&s->refs);
	status = git_run(&s->git,
	    (const char *const[]){
		"for-each-ref", "--format=%(objectname) %(refname)", "refs/adit/", origin.p, NULL },
	    NULL, &s->refs, &said, err);
	if (status > 0)
		status = git_fail("the refs of the clone cannot be read", &said, err);
	buf_release(&said);
	buf_release(&origin);
	return status;
}

/* Calls `each` with every ref below `prefix`, without it. */
static void
each_ref(const struct sending *s, const char *prefix,
    void (*each)(void *arg, const char *object, const char *name), void *arg)
{
	struct lines l = { buf_cstr(&s->refs), s->refs.n, 0, 1 };
	struct slice line;

	while (lines_next(&l, &line.s, &line.n)) {
		char *text = mem_dupn(line.s, line.n), *name = strchr(text, ' ');

		if (name != NULL && strncmp(name + 1, prefix, strlen(prefix)) == 0) {
			*name = '\0';
			each(arg, text, name + 1 + strlen(prefix));
		}
		free(text);
	}
}

struct one_ref {
	const char *name;
	char object[GIT_OBJECT_NAME + 1];
	bool is_folder; /* there is a ref below it */
};

static void
match_ref(void *arg, const char *object, const char *name)
{
	struct one_ref *one = arg;
	const size_t n = strlen(one->name);

	if (strcmp(name, one->name) == 0)
		(void)snprintf(one->object, sizeof one->object, "%s", object);
	else if (strncmp(name, one->name, n) == 0 && name[n] == '/')
		one->is_folder = true;
}

/* Finds the ref prefix/name; its object is "" if there is none. */
static struct one_ref
find_ref(const struct sending *s, const char *prefix, const char *name)
{
	struct one_ref one = { .name = name };

	each_ref(s, prefix, match_ref, &one);
	return one;
}

static void
add_seat(void *arg, const char *object, const char *name)
{
	(void)object;
	buf_fmt(arg, "%s\n", name);
}

/* True for the name of a seat, or "any", whom a person who waits for one asks. */
static bool
is_plain(const char *name)
{
	const size_t n = strlen(name);

	return n > 0 && n <= NAME_MAX_LEN &&
	    strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_-") == n;
}

/* Appends the seats whose branches are of interest, one a line: of earlier orders, of the new one,
 * else the one that the key is named after. */
static void
find_seats(const struct sending *s, struct buf *out)
{
	const char *key = s->u->key_arg != NULL ? s->u->key_arg : "", *slash = strrchr(key, '/');
	const char *name = s->is_made ? s->order.seat : slash != NULL ? slash + 1 : key;

	each_ref(s, SENT_REFS, add_seat, out);
	if (is_plain(name))
		buf_fmt(out, "%s\n", name);
}

/* Runs `git fetch` with these lines of refspecs. */
static int
fetch_specs(const struct sending *s, const struct buf *specs, struct buf *said, struct err *err)
{
	buf_clear(said);
	return git_run(&s->git,
	    (const char *const[]){ "fetch", "--quiet", "--no-tags", "--prune",
		"--no-recurse-submodules", "--no-write-fetch-head", "--no-filter",
		"--refmap=", "--stdin", s->how->remote, NULL },
	    specs, NULL, said, err);
}

/* Options of fetch that this git does not know. */
static int
blame_version(const struct sending *s, struct err *err)
{
	struct buf out = BUF_INIT;

	if (git_run(&s->git, (const char *const[]){ "version", NULL }, NULL, &out, NULL, err) >= 0)
		(void)err_set(err, ERR_BUSY, "git 2.29 or newer is needed; this is %.*s",
		    (int)strcspn(buf_cstr(&out), "\n"), buf_cstr(&out));
	buf_release(&out);
	return -1;
}

/* Returns what messages call the remote: a URL may have a password. */
static const char *
remote_name(const struct sending *s)
{
	const char *at = strrchr(s->how->remote, '@');

	return at != NULL ? at + 1 : s->how->remote;
}

/* Says why main did not come: what git said, or that there is none. Returns 0 if the order can stand
 * on the one before. */
static int
fetch_blame(const struct sending *s, const struct buf *why, struct err *err)
{
	struct buf out = BUF_INIT, said = BUF_INIT, what = BUF_INIT, reason = BUF_INIT;
	const char *remote = remote_name(s);
	int result = -1,
	    status = git_run(&s->git,
		(const char *const[]){ "ls-remote", s->how->remote, "refs/heads/main", NULL }, NULL,
		&out, &said, err);

	buf_fmt(&what, "%s cannot be read", remote);
	git_reason(why, &reason);
	if (status > 0)
		(void)git_fail(what.p, &said, err);
	else if (status == 0 && out.n > 0)
		(void)err_set(err, ERR_BUSY, "main of %s cannot be fetched: %s", remote, reason.p);
	else if (status == 0 && find_ref(s, "refs/adit/", "main").object[0] == '\0')
		(void)err_set(err, ERR_NOT_FOUND, "there is no table here: %s has no main", remote);
	else if (status == 0)
		result = 0;
	if (result == 0)
		output_say(
		    s->u->out, "%s has no main: the order stands on the one that was read", remote);
	buf_release(&out);
	buf_release(&said);
	buf_release(&what);
	buf_release(&reason);
	return result;
}

/* Fetches each of the refspecs alone, as one malformed object makes git refuse all. */
static int
fetch_each(const struct sending *s, const struct buf *specs, struct err *err)
{
	struct lines l = { buf_cstr(specs), specs->n, 0, 1 };
	struct buf one = BUF_INIT, said = BUF_INIT;
	struct slice line;
	int result = 0;

	while (result == 0 && lines_next(&l, &line.s, &line.n)) {
		buf_clear(&one);
		buf_fmt(&one, "%.*s\n", (int)line.n, line.s);
		result = fetch_specs(s, &one, &said, err);
		if (result > 0 && l.line == 2) { /* main, the first */
			result = fetch_blame(s, &said, err);
		} else if (result > 0) {
			output_say(s->u->out, "cannot fetch %.*s: left out",
			    (int)strcspn(one.p + 1, ":"), one.p + 1);
			result = 0;
		}
	}
	buf_release(&one);
	buf_release(&said);
	return result;
}

/* Brings main, receipts and the branches of our seats to refs/adit/remote. */
static int
fetch(struct sending *s, struct err *err)
{
	struct buf specs = BUF_INIT, seats = BUF_INIT, said = BUF_INIT;
	char *seat, *rest;
	int result;

	buf_str(&specs,
	    "+refs/heads/main:" REMOTE_REFS "main\n"
	    "+refs/heads/receipts*:" REMOTE_REFS "receipts*\n");
	find_seats(s, &seats);
	rest = seats.p;
	while ((seat = strsep(&rest, "\n")) != NULL)
		if (seat[0] != '\0')
			buf_fmt(
			    &specs, "+refs/heads/inbox/%s*:" REMOTE_REFS "inbox/%s*\n", seat, seat);
	result = fetch_specs(s, &specs, &said, err);
	if (result == GIT_USAGE)
		result = blame_version(s, err);
	if (result > 0)
		result = fetch_each(s, &specs, err);
	if (result == 0)
		result = list_refs(s, err);
	buf_release(&specs);
	buf_release(&seats);
	buf_release(&said);
	return result;
}

/* ---- main ------------------------------------------------------------------------------------ */

/* Makes the order with the digests of this main. Returns 1 if they fail. */
static int
make_on(struct sending *s, const struct base *b, struct err *err)
{
	struct buf digests = BUF_INIT;
	int result = base_digests(b, s->objects, &digests, err);

	if (result == 0 && digests.n == 0) {
		(void)err_set(err, ERR_NOT_FOUND, "main of %s has no digest", remote_name(s));
		result = 1;
	}
	if (result == 0)
		result = s->how->make(s->how->arg, &digests, &s->r, &s->block, err);
	if (result != 0) {
		player_read_release(&s->r);
		buf_clear(&s->block);
	}
	buf_release(&digests);
	return result;
}

/* Mains that an order can stand on, the newest verified one first. */
enum { BASE_VERIFIED, BASE_FOLLOWED, BASE_ORIGIN, BASE_MAIN, BASES };

/* Reads them. Sets *best to the remote's, or, if that lacks digests that were verified, to the verified
 * one; or to one that has all of that and more. */
static int
read_bases(const struct sending *s, struct base at[static BASES], int *best, struct err *err)
{
	const char *const ref[] = { "refs/adit/main", "refs/adit/followed", NULL,
		REMOTE_REFS "main" };
	struct buf origin = BUF_INIT;
	int result = 0;

	buf_fmt(&origin, "refs/remotes/%s/main", s->how->remote);
	for (int i = 0; i < BASES && result >= 0; i++)
		result = base_read(&at[i], s->objects, ref[i] != NULL ? ref[i] : origin.p, err);
	*best = base_lacks(&at[BASE_MAIN], &at[BASE_VERIFIED]) == NULL ? BASE_MAIN : BASE_VERIFIED;
	for (int i = BASE_FOLLOWED; i <= BASE_ORIGIN; i++)
		if (at[i].commit[0] != '\0' && base_lacks(&at[i], &at[*best]) == NULL)
			*best = i;
	buf_release(&origin);
	return result < 0 ? -1 : 0;
}

/* ERR_USAGE if main has another table than before, unless the user has chosen one. */
static int
check_game(const struct sending *s, const struct base at[static BASES], struct err *err)
{
	char was[ORDER_BLOCK_GAME_MAX + 1], is[ORDER_BLOCK_GAME_MAX + 1];

	if (s->u->game != NULL || at[BASE_VERIFIED].commit[0] == '\0')
		return 0;
	base_game(&at[BASE_VERIFIED], s->objects, was);
	base_game(&at[BASE_MAIN], s->objects, is);
	if (is[0] == '\0' || was[0] == '\0' || strcmp(is, was) == 0)
		return 0;
	(void)err_set(err, ERR_USAGE, "main of %s has another table than before, game %s",
	    remote_name(s), is);
	return err_hint(err, "-g %s sends to it, -g %s to the one before", is, was);
}

/* (D1) Makes the order on the newest main of which nothing is lost, or, where that does not verify,
 * on the remote's, or on the one that did before. Sets *best to it. */
static int
make_first(struct sending *s, struct base at[static BASES], int *best, struct err *err)
{
	const int next[] = { *best, BASE_MAIN, BASE_VERIFIED };
	int result = 1;

	for (unsigned i = 0; i < 3 && result == 1; i++) {
		struct err why = ERR_INIT;

		*best = next[i];
		if (at[*best].commit[0] == '\0' || (i > 0 && *best == next[0]))
			continue;
		if (i > 0) {
			(void)err_wrap(err, "a main that the order does not stand on");
			output_fail(s->u->out, err);
		}
		result = make_on(s, &at[*best], &why);
		*err = why;
	}
	if (result == 1 && err->code == ERR_NONE)
		(void)err_set(err, ERR_BUSY, "main of %s was not fetched", remote_name(s));
	return result == 0 ? 0 : -1;
}

/* Makes the order and chooses what its commit stands on: only what the host has signed. */
static int
make_order(struct sending *s, struct err *err)
{
	struct base at[BASES] = { { .commit = "" }, { .commit = "" }, { .commit = "" },
		{ .commit = "" } };
	const char *odd = NULL, *lost;
	int best, result = read_bases(s, at, &best, err);

	if (result == 0)
		result = check_game(s, at, err);
	if (result == 0)
		result = make_first(s, at, &best, err);
	if (result == 0)
		result = base_unverified(
		    &at[best], &at[BASE_VERIFIED], s->objects, &s->r, &odd, err);
	if (result == 0) {
		lost = base_lacks(&at[BASE_MAIN], &at[best]);
		if (lost != NULL)
			output_say(s->u->out,
			    "main has lost digests, from %.6s on: the order stands on them", lost);
		if (odd != NULL)
			output_say(s->u->out,
			    "main has a file that its host did not sign, turns/%.10s: tell the "
			    "host",
			    odd);
		if (odd != NULL && at[BASE_VERIFIED].commit[0] != '\0')
			best = BASE_VERIFIED;
		s->is_verified = odd == NULL || best == BASE_VERIFIED;
		s->base = at[best];
		at[best].turns.text = (struct buf)BUF_INIT;
	}
	for (unsigned i = 0; i < BASES; i++)
		base_release(&at[i]);
	return result;
}

/* ---- the commit ------------------------------------------------------------------------------ */

/* Writes the commit as input for git fast-import. after: a second parent, or NULL. */
static void
put_commit(const struct sending *s, const struct repo_order *o, const struct earlier_list *list,
    const struct buf *block, const char *after, struct buf *out)
{
	size_t open = 0, seen = 0, k = 0;

	for (size_t i = 0; i < list->n; i++)
		open += !list->at[i].is_over;
	buf_fmt(out,
	    "commit refs/adit/new\nmark :1\ncommitter %s <%s@%s> %" PRId64
	    " +0000\ndata <<END\nan order of %s\nEND\nfrom %s\n",
	    o->seat, o->seat, o->game, s->u->now, o->seat, s->base.commit);
	if (after != NULL)
		buf_fmt(out, "merge %s\n", after);
	buf_str(out, "D inbox\n");
	for (size_t i = 0; i < list->n; i++) {
		if (list->at[i].is_over || open - seen++ > EARLIER)
			continue;
		buf_fmt(out, "M 100644 %s inbox/%zu/%s.txt\n", list->at[i].object,
		    EARLIER_FROM + k++, list->at[i].hash);
	}
	if (block->n > 0) {
		buf_fmt(out, "M 100644 inline inbox/%d/%s.txt\ndata %zu\n", NOW, o->hash, block->n);
		buf_add(out, block->p, block->n);
	}
	buf_str(out, "\nget-mark :1\ndone\n");
}

/* Makes the commit and sets `name` to it. */
static int
commit(const struct sending *s, const struct buf *stream, char name[static GIT_OBJECT_NAME + 2],
    struct err *err)
{
	struct buf out = BUF_INIT, said = BUF_INIT;
	int status = git_run(&s->git,
	    (const char *const[]){
		"fast-import", "--quiet", "--force", "--done", "--cat-blob-fd=1", NULL },
	    stream, &out, &said, err);

	if (status > 0 || (status == 0 && out.n > GIT_OBJECT_NAME + 1))
		status = git_fail("the clone cannot be written to", &said, err);
	if (status == 0)
		(void)snprintf(name, GIT_OBJECT_NAME + 2, "%.*s",
		    (int)strcspn(buf_cstr(&out), "\n"), buf_cstr(&out));
	buf_release(&out);
	buf_release(&said);
	return status;
}

/* (D3) */
static int
remember(const struct sending *s, const char *seat, const char *name, struct err *err)
{
	struct buf in = BUF_INIT, said = BUF_INIT;
	int status;

	if (s->is_verified)
		buf_fmt(&in, "update refs/adit/main %s\n", s->base.commit);
	if (name != NULL)
		buf_fmt(&in, "update " SENT_REFS "%s %s\n", seat, name);
	status = git_run(
	    &s->git, (const char *const[]){ "update-ref", "--stdin", NULL }, &in, NULL, &said, err);
	if (status > 0)
		status = git_fail("the clone cannot be written to", &said, err);
	buf_release(&in);
	buf_release(&said);
	return status;
}

/* ---- the push -------------------------------------------------------------------------------- */

/* Prints what a host reports that runs as a hook of the remote. */
static void
report_hook(const struct sending *s, const struct buf *said)
{
	struct lines l = { buf_cstr(said), said->n, 0, 1 };
	struct slice line;

	while (lines_next(&l, &line.s, &line.n)) {
		line = slice_trim(line);
		if (slice_starts(line, "remote: git-adit: "))
			output_say(s->u->out, "%.*s", (int)line.n - 18, line.s + 18);
	}
}

/* Looks where the branch is. Returns 0: at `name`, 1: at `tip`, 2: elsewhere, 3: unknown, IN_WAY: it
 * cannot be made, since there is a branch inbox. */
static int
look_branch(
    const struct sending *s, const char *ref, const char *name, const char *tip, struct err *err)
{
	struct buf out = BUF_INIT;
	int status = git_run(&s->git,
	    (const char *const[]){ "ls-remote", s->how->remote, ref, INBOX, NULL }, NULL, &out,
	    NULL, err);
	struct lines l = { buf_cstr(&out), out.n, 0, 1 };
	struct slice line, is = { "", 0 };
	bool stands = false;

	while (status == 0 && lines_next(&l, &line.s, &line.n)) {
		const size_t object = strcspn(line.s, "\t"), at = object + 1;

		if (at < line.n && slice_equals(ref, line.s + at, line.n - at))
			is = (struct slice){ line.s, object };
		stands = stands || (at < line.n && slice_equals(INBOX, line.s + at, line.n - at));
	}
	if (status > 0)
		status = 3;
	else if (status == 0 && stands)
		status = IN_WAY;
	else if (status == 0 && !slice_is(is, name))
		status = slice_is(is, tip) ? 1 : 2;
	buf_release(&out);
	return status;
}

/* Pushes the commit `name` onto the branch, which was at `tip`, "" if it did not exist. Returns 1 if
 * the branch has moved, NOT_FORWARD if the server takes only a commit on top of it. A push that failed
 * may have arrived: what the remote has decides. */
static int
push(
    const struct sending *s, const char *branch, const char *name, const char *tip, struct err *err)
{
	struct buf lease = BUF_INIT, spec = BUF_INIT, said = BUF_INIT, mirror = BUF_INIT;
	int result = -1;

	buf_fmt(&lease, "--force-with-lease=refs/heads/inbox/%s:%s", branch, tip);
	buf_fmt(&spec, "%s:refs/heads/inbox/%s", name, branch);
	buf_fmt(&mirror, "remote.%s.mirror=false", s->how->remote);
	for (unsigned pause = 1;; pause *= 2) {
		buf_clear(&said);
		result = git_run(&s->git,
		    (const char *const[]){ "-c", mirror.p, "push", "--quiet", "--no-verify",
			"--no-follow-tags", "--recurse-submodules=no", lease.p, s->how->remote,
			spec.p, NULL },
		    NULL, NULL, &said, err);
		if (result > 0)
			result = look_branch(s, strchr(spec.p, ':') + 1, name, tip, err);
		if (result == 1 && strstr(buf_cstr(&said), "non-fast-forward") != NULL)
			result = NOT_FORWARD;
		if (result <= 0 || result == 2 || result >= NOT_FORWARD || pause > 8)
			break;
		(void)sleep(pause); /* a busy remote */
	}
	if (result == 0)
		report_hook(s, &said);
	if (result == 1 || result == 3)
		result = git_fail("nothing was sent", &said, err);
	if (result == IN_WAY) {
		(void)err_set(err, ERR_BUSY,
		    "nothing was sent: the branch inbox is in the way of inbox/%s", branch);
		result = err_hint(err, "delete it, or ask the host to: git push %s :inbox",
		    remote_name(s) == s->how->remote ? s->how->remote : "URL");
	}
	buf_release(&lease);
	buf_release(&spec);
	buf_release(&said);
	buf_release(&mirror);
	return result == 2 ? 1 : result;
}

/* ---- one seat -------------------------------------------------------------------------------- */

/* Chooses the branch: inbox/SEAT, or the next one if a branch below that name is in the way. */
static int
choose_branch(const struct sending *s, const char *seat, char branch[static NAME_MAX_LEN + 3],
    struct one_ref *tip, struct err *err)
{
	for (unsigned i = 1; i <= BRANCHES; i++) {
		if (i == 1)
			(void)snprintf(branch, NAME_MAX_LEN + 3, "%s", seat);
		else
			(void)snprintf(branch, NAME_MAX_LEN + 3, "%s.%u", seat, i);
		*tip = find_ref(s, REMOTE_REFS "inbox/", branch);
		if (!tip->is_folder)
			return 0;
	}
	return err_set(err, ERR_CREATE, "inbox/%s and inbox/%s.2 to .%d are folders of branches",
	    seat, seat, BRANCHES);
}

/* Shows the receipt of the seat if it is new. Appends it to `text`. */
static int
show_receipt(const struct sending *s, const char *seat, struct buf *text, struct err *err)
{
	struct git_object receipt = { .text = BUF_INIT };
	struct buf name = BUF_INIT, told = BUF_INIT, before = BUF_INIT;
	struct err none = ERR_INIT;
	int result;

	buf_fmt(&name, REMOTE_REFS "receipts:%s.txt", seat);
	buf_fmt(&told, "%s/told.%s", s->git.own.p, seat);
	result = git_objects_read(s->objects, name.p, "blob", RECEIPT_MAX, &receipt, err);
	if (result == 0)
		buf_add(text, buf_cstr(&receipt.text), receipt.text.n);
	(void)file_read_nofollow(told.p, RECEIPT_MAX, &before, &none); /* missing: all is new */
	if (result == 0 && (before.n != text->n || memcmp(before.p, text->p, text->n) != 0)) {
		output_say(s->u->out, "order of %s: refused; the receipt says", seat);
		if (receipt_report_all(s->u, text, NULL, &none) < 0)
			output_fail(s->u->out, &none);
		else
			result = file_write(told.p, text->p, text->n, err);
	}
	buf_release(&receipt.text);
	buf_release(&name);
	buf_release(&told);
	buf_release(&before);
	return result < 0 ? -1 : 0;
}

/* Finds the earlier orders of a seat. *lost: how many of those sent from here the branch lacks. */
static int
find_earlier(const struct sending *s, const struct repo_order *o, const struct one_ref *tip,
    struct earlier_list *list, size_t *lost, struct err *err)
{
	const struct one_ref sent = find_ref(s, SENT_REFS, o->seat);
	struct buf receipt = BUF_INIT;
	int result = 0;

	if (tip->object[0] != '\0')
		result = earlier_add(list, s->objects, tip->object, true, err);
	if (result == 0 && sent.object[0] != '\0' && strcmp(sent.object, tip->object) != 0)
		result = earlier_add(list, s->objects, sent.object, false, err);
	if (result == 0)
		result = show_receipt(s, o->seat, &receipt, err);
	if (result == 0)
		result = earlier_judge(list, s->u, &s->r, o->seat, &receipt, true, err);
	*lost = 0;
	for (size_t i = 0; i < list->n; i++) {
		/* The new order may be one of them. */
		list->at[i].is_over = list->at[i].is_over || strcmp(list->at[i].hash, o->hash) == 0;
		*lost += !list->at[i].is_over && !list->at[i].is_there;
	}
	buf_release(&receipt);
	return result;
}

/* Commits the block and the open orders, and pushes them. Sets `name` to the commit. Returns 1 if the
 * branch has moved. */
static int
push_orders(const struct sending *s, const struct repo_order *o, const struct earlier_list *list,
    const struct buf *block, const char *branch, const char *tip,
    char name[static GIT_OBJECT_NAME + 2], struct err *err)
{
	const char *after[] = { NULL, tip };
	int result = NOT_FORWARD;

	for (unsigned i = 0; i < 2 && result == NOT_FORWARD; i++) {
		struct buf stream = BUF_INIT;

		put_commit(s, o, list, block, after[i], &stream);
		result = commit(s, &stream, name, err);
		if (result == 0)
			result = push(s, branch, name, tip, err);
		buf_release(&stream);
	}
	if (result == NOT_FORWARD)
		result = err_set(
		    err, ERR_BUSY, "%s does not take inbox/%s", remote_name(s), branch);
	return result;
}

/* Prints for programs what was sent. */
static void
report(const struct sending *s, const char *seat, const char *branch, bool sends, size_t lost)
{
	struct printer *p = s->u->out->print;
	struct buf name = BUF_INIT;

	buf_fmt(&name, "inbox/%s", branch);
	print_open(p, NULL);
	print_text(p, "seat", NULL, seat);
	print_text(p, "branch", NULL, name.p);
	print_bool(p, "sent", NULL, NULL, sends);
	print_number(p, "again", NULL, (int64_t)lost);
	print_close(p);
	buf_release(&name);
}

/* Sends the block, which may be empty, and what is lost. Returns 1 if the branch has moved. */
static int
send_seat(
    const struct sending *s, const struct repo_order *o, const struct buf *block, struct err *err)
{
	struct earlier_list list = { .n = 0 };
	struct one_ref tip;
	char branch[NAME_MAX_LEN + 3], name[GIT_OBJECT_NAME + 2];
	size_t lost = 0;
	bool sends;
	int result = choose_branch(s, o->seat, branch, &tip, err);

	if (result == 0)
		result = find_earlier(s, o, &tip, &list, &lost, err);
	sends = block->n > 0 || lost > 0;
	if (result == 0 && sends)
		result = push_orders(s, o, &list, block, branch, tip.object, name, err);
	if (result == 0 && lost > 0)
		output_say(
		    s->u->out, "order of %s: the remote had lost %zu; sent again", o->seat, lost);
	if (result == 0 && block->n > 0)
		output_say(s->u->out, "order of %s: sent", o->seat);
	if (result == 0)
		result = remember(s, o->seat, sends ? name : NULL, err);
	if (result == 0)
		report(s, o->seat, branch, sends, lost);
	earlier_release(&list);
	return result;
}

/* ---- all ------------------------------------------------------------------------------------- */

struct again {
	const struct sending *s;
	struct err *err;
	int result;
	unsigned n;
};

static void
send_again(void *arg, const char *object, const char *name)
{
	static const struct buf none = BUF_INIT;
	struct again *a = arg;
	struct repo_order o = { .hash = "" };

	(void)object;
	if (a->result != 0 || !is_plain(name))
		return;
	(void)snprintf(o.seat, sizeof o.seat, "%s", name);
	(void)snprintf(o.game, sizeof o.game, "%s", a->s->r.d.game);
	a->n++;
	a->result = send_seat(a->s, &o, &none, a->err);
}

/* One attempt. Returns 1 if the branch has moved. */
static int
send_once(struct sending *s, struct err *err)
{
	struct again a = { .s = s, .err = err };
	int result = fetch(s, err);

	s->objects = result == 0 ? git_objects_open(&s->git, err) : NULL;
	if (s->objects == NULL)
		return -1;
	if (!s->is_made) {
		result = make_order(s, err);
		if (result == 0 && s->block.n > 0) {
			memcpy(s->order.game, s->r.d.game, sizeof s->order.game);
			result = repo_order_find(s->u, &s->block, &s->order, err);
		}
		s->is_made = result == 0 && s->block.n > 0;
	}
	if (result == 0 && s->block.n > 0)
		result = send_seat(s, &s->order, &s->block, err);
	if (result == 0 && s->block.n == 0) {
		each_ref(s, SENT_REFS, send_again, &a);
		result = a.result;
		if (result == 0)
			output_say(s->u->out, "seats that sent orders from here: %u", a.n);
	}
	git_objects_close(s->objects);
	s->objects = NULL;
	return result;
}

int
repo_send(const struct user *u, const struct repo_send *how, struct err *err)
{
	struct sending s = { .u = u, .how = how };
	struct buf path = BUF_INIT;
	int lock = -1, result;

	memset(&s.r, 0, sizeof s.r);
	result = git_open(&s.git, how->dir, err);
	if (result == 0) {
		buf_fmt(&path, "%s/send.lock", s.git.own.p);
		lock = lock_take(path.p, LOCK_SECONDS, err);
		result = lock < 0 ? -1 : list_refs(&s, err);
	}
	for (unsigned i = 0; i < TRIES && result == 0; i++) {
		result = send_once(&s, err);
		if (result <= 0)
			break;
		result = i < TRIES - 1 ?
		    0 :
		    err_set(err, ERR_BUSY, "the branch moved on %d times; try again", TRIES);
	}
	lock_free(lock);
	git_close(&s.git);
	player_read_release(&s.r);
	base_release(&s.base);
	buf_release(&s.refs);
	buf_release(&s.block);
	buf_release(&path);
	return result;
}
