/* Prevents signing with an older copy of a game file. */
#include "service/rollback_check.h"

#include <string.h>

#include "record/keys.h"
#include "record/folder.h"
#include "record/rollback.h"
#include "record/transcript.h"

/* A digest of the open game. */
struct known {
	int64_t n;
	struct hash hash;
	struct buf text;
	struct folder folder; /* the folder for its digests */
};

/* Reads digest n (-1: the newest). */
static int
know(const struct table_run *run, int64_t n, const char *dir, struct known *k, struct err *err)
{
	struct digest_layout t;
	int result;

	*k = (struct known){ .n = n };
	result = host_digest_parts(run->host, &k->n, &k->text, &t, &k->hash, err);
	if (result == 0)
		result = folder_at(&k->folder, dir, k->text.p, &t, err);
	if (result < 0)
		buf_release(&k->text);
	return result;
}

static int
refuse(const struct table_run *run, const struct known *last, int64_t n, const char *where,
    struct err *err)
{
	if (n > last->n)
		(void)err_set(err, ERR_CORRUPT,
		    "%s ends with digest %lld, but digest %lld of game %s %s: it is an older copy",
		    run->path, (long long)last->n, (long long)n, last->folder.game, where);
	else
		(void)err_set(err, ERR_CORRUPT,
		    "%s holds another digest %lld of game %s than the one that %s", run->path,
		    (long long)n, last->folder.game, where);
	return err_hint(err, "use the newest file, or rebuild it: adit rebuild NEW.db DIR");
}

static int
check_noted(const struct table_run *run, const struct known *last, struct err *err)
{
	struct buf home = BUF_INIT;
	struct err none = ERR_INIT;
	struct rollback_mark noted = { .is_known = false };
	char game[ORDER_BLOCK_GAME_MAX + 1];
	struct hash first;
	int64_t n = -1;
	int result = 0;

	if (host_identity(run->host, game, &first, err) < 0)
		return -1;
	if (user_home(run->user, &home, &none) == 0)
		result = rollback_load(home.p, last->folder.game, &first, &noted, err);
	/* Usually it is the newest. */
	if (noted.n == last->n && seal_equal(noted.head.b, last->hash.b, HASH_BYTES))
		n = noted.n;
	if (result == 0 && noted.is_known && n < 0 &&
	    host_find(run->host, noted.head.b, &n, err) < 0)
		result = -1;
	if (result == 0 && noted.is_known && n != noted.n)
		result = refuse(run, last, noted.n, "went out", err);
	buf_release(&home);
	return result;
}

/*
 * Checks the folder: digests beyond the newest of the file, a different one with its number, and
 * the newest in the folder. If that one is known, all before it are known, since it continues them.
 */
static int
check_folder(struct table_run *run, const struct known *last, int64_t *held, struct err *err)
{
	enum folder_found found;
	struct known same;
	int64_t n;

	if (folder_probe(&last->folder, last->n, last->text.p, last->text.n, &found, err) < 0 ||
	    folder_newest(&last->folder, found == FOLDER_SAME ? last->n : -1, &n, err) < 0)
		return -1;
	if (found == FOLDER_SAME)
		*held = last->n;
	if (n > last->n)
		return refuse(run, last, n, "is in the folder", err);
	if (n < 0)
		return 0;
	if (know(run, n, last->folder.dir, &same, err) < 0)
		return -1;
	int result = folder_probe(&last->folder, n, same.text.p, same.text.n, &found, err);
	if (result == 0 && found == FOLDER_OTHER)
		result = refuse(run, last, n, "is in the folder", err);
	buf_release(&same.text);
	return result;
}

static int
check(struct table_run *run, const char *dir, int64_t *n, int64_t *held, struct err *err)
{
	struct known last;
	int result = know(run, -1, dir, &last, err);

	*n = last.n;
	if (result < 0)
		return -1;
	result = check_noted(run, &last, err);
	if (result == 0 && dir != NULL)
		result = check_folder(run, &last, held, err);
	buf_release(&last.text);
	return result;
}

/* Another run stores a digest before it delivers it. So if the file has grown meanwhile, check
 * again. */
int
rollback_check_folder(struct table_run *run, const char *dir, int64_t *held, struct err *err)
{
	int64_t n = -1, before;
	int result;

	do {
		before = n;
		*held = -1;
		*err = (struct err)ERR_INIT;
		result = check(run, dir, &n, held, err);
	} while (result < 0 && n != before);
	return result;
}

int
rollback_check(struct table_run *run, struct err *err)
{
	int64_t none;

	return rollback_check_folder(run, NULL, &none, err);
}

/* replaces: replace the mark whatever it was; else only by a newer one. */
static void
note(const struct table_run *run, const char *game, const struct hash *table, int64_t n,
    const struct hash *head, bool replaces)
{
	const struct rollback_mark now = { .is_known = true, .n = n, .head = *head };
	struct rollback_mark was = { .is_known = false };
	struct buf home = BUF_INIT;
	struct err trouble = ERR_INIT;
	int result = user_home(run->user, &home, &trouble);

	if (result == 0 && replaces)
		(void)rollback_load(home.p, game, table, &was, &trouble);
	if (was.is_known && was.n > n)
		output_say(run->user->out,
		    "digests up to %lld were published, and this has digests up to %lld: if the "
		    "same orders do not make the others again, players who have them will see two "
		    "histories",
		    (long long)was.n, (long long)n);
	if (result == 0)
		result = (replaces ? rollback_save : rollback_note)(
		    home.p, game, table, &now, &trouble);
	if (result < 0)
		output_say(run->user->out, "warning: it is not noted that digest %lld went out: %s",
		    (long long)n, trouble.msg);
	buf_release(&home);
}

void
rollback_check_note_made(const struct table_run *run, int64_t n, const char *head)
{
	char game[ORDER_BLOCK_GAME_MAX + 1];
	struct err none = ERR_INIT;
	struct hash first, hash;

	if (host_identity(run->host, game, &first, &none) == 0 &&
	    hash_parse(head, strlen(head), &hash) == 0)
		note(run, game, &first, n, &hash, false);
}

void
rollback_check_note_new(const struct table_run *run, const struct buf *digests)
{
	struct err none = ERR_INIT;
	struct folder folder;
	struct digest_layout t;
	struct hash first, hash;
	size_t at = 0;
	int64_t n = 0;

	if (digest_next(buf_cstr(digests), digests->n, &at, &t, &none) < 1 ||
	    folder_at(&folder, NULL, digests->p, &t, &none) < 0)
		return;
	first = hash = digest_hash(digests->p + t.signed_part.at, t.signed_part.n);
	while (digest_next(digests->p, digests->n, &at, &t, &none) == 1) {
		hash = digest_hash(digests->p + t.signed_part.at, t.signed_part.n);
		n++;
	}
	note(run, folder.game, &first, n, &hash, false);
}

void
rollback_check_note_rewritten(const struct table_run *run, const char *game,
    const struct hash *table, int64_t n, const struct hash *head)
{
	note(run, game, table, n, head, true);
}
