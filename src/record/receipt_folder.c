/*
 * The host's folder of receipts.
 *
 * (F1) SEAT.txt is written before SEAT.n. After a crash in between, the receipt counts as older
 *      than it is; the same order, which is received again, repairs that.
 */
#include "record/receipt_folder.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "record/receipt.h"
#include "util/file.h"
#include "util/mem.h"
#include "util/number.h"

enum { NUMBER_MAX = 16 };

static void
path_of(const char *dir, const char *seat, const char *suffix, struct buf *out)
{
	buf_clear(out);
	buf_dir(out, dir);
	buf_fmt(out, "%s%s", seat, suffix);
}

/* Parses the only receipt in text. */
static int
parse_receipt(const struct buf *text, struct receipt_spans *sp, struct receipt *r, struct err *err)
{
	size_t at = 0;
	int found = receipt_next(buf_cstr(text), text->n, &at, sp, err);

	if (found == 0)
		return err_set(err, ERR_SYNTAX, "it is no receipt");
	return found < 0 ? -1 : receipt_parse(text->p, sp, r, err);
}

/* Reads a file of a receipt. Returns 1; 0 if it is missing or something else is there; -1 with ERR_BUSY. */
static int
read_file(const struct buf *path, size_t limit, struct buf *out, struct err *err)
{
	struct err why = ERR_INIT;

	if (file_read_nofollow(path->p, limit, out, &why) == 0)
		return 1;
	if (why.code != ERR_BUSY)
		return 0;
	*err = why;
	return -1;
}

/* Reads the receipt of a seat. Returns 1; 0 if there is none; -1 with ERR_BUSY: this is unknown. */
static int
read_stored(const char *dir, const char *seat, struct receipt *r, int64_t *n, struct err *err)
{
	struct buf path = BUF_INIT, text = BUF_INIT, number = BUF_INIT;
	struct receipt_spans sp;
	struct err none = ERR_INIT;
	int found, has_number = 0;

	*n = -1;
	path_of(dir, seat, ".txt", &path);
	found = read_file(&path, RECEIPT_MAX, &text, err);
	if (found > 0 && parse_receipt(&text, &sp, r, &none) < 0)
		found = 0;
	path_of(dir, seat, ".n", &path);
	if (found > 0)
		has_number = read_file(&path, NUMBER_MAX, &number, err);
	if (has_number > 0)
		(void)number_parse(number.p, strcspn(buf_cstr(&number), "\n"), INT32_MAX, n);
	buf_release(&path);
	buf_release(&text);
	buf_release(&number);
	return has_number < 0 ? -1 : found;
}

/* (F1) */
int
receipts_keep(const char *dir, const struct buf *text, int64_t n, struct err *err)
{
	struct receipt *r = mem_new(2 * sizeof *r);
	struct buf path = BUF_INIT, number = BUF_INIT;
	struct receipt_spans sp;
	int64_t stored_n = -1;
	int result = parse_receipt(text, &sp, r, err);
	int any = result == 0 ? read_stored(dir, r->seat, &r[1], &stored_n, err) : -1;
	bool is_same = any > 0 && memcmp(r->order, r[1].order, sizeof r->order) == 0;
	bool is_new = any == 0 || (any > 0 && (n > stored_n || (n == stored_n && !is_same)));

	if (any < 0)
		result = -1;
	if (is_new && !is_same) {
		path_of(dir, r->seat, ".txt", &path);
		result = file_write(path.p, text->p, text->n, err);
	}
	if (is_new && result == 0) {
		path_of(dir, r->seat, ".n", &path);
		buf_fmt(&number, "%lld\n", (long long)n);
		result = file_write(path.p, number.p, number.n, err);
	}
	buf_release(&path);
	buf_release(&number);
	free(r);
	return result < 0 ? -1 : is_new && !is_same;
}

struct cleaning {
	const char *dir, *game;
	const struct pubkey *host;
};

static bool
is_own(const struct cleaning *c, const char *s, const struct receipt_spans *sp, struct receipt *r)
{
	struct err none = ERR_INIT;

	return receipt_verify(s, sp, c->host, r, &none) == 0 && strcmp(r->game, c->game) == 0;
}

/* Keeps what begins like no receipt: the folder can be one in which somebody has other texts. */
static int
clean_one(void *arg, const char *name, const struct buf *text, struct err *err)
{
	const struct cleaning *c = arg;
	struct receipt *r = mem_new(sizeof *r);
	struct buf path = BUF_INIT;
	struct receipt_spans sp;
	struct err none = ERR_INIT;
	size_t at = 0, n = strlen(name) - strlen(".txt");
	bool is_other = text->n > 0 && receipt_next(text->p, text->n, &at, &sp, &none) == 0;
	bool is_valid = parse_receipt(text, &sp, r, &none) == 0 && is_own(c, text->p, &sp, r) &&
	    strlen(r->seat) == n && memcmp(r->seat, name, n) == 0;

	path_of(c->dir, name, "", &path);
	if (is_other)
		(void)err_set(
		    err, ERR_CREATE, "%s is no receipt; name a folder for receipts alone", path.p);
	else if (!is_valid && unlink(path.p) < 0)
		(void)err_set(err, ERR_BUSY, "cannot remove %s: %s", path.p, strerror(errno));
	memcpy(path.p + path.n - strlen(".txt"), ".n", sizeof ".n");
	if (!is_valid && !is_other)
		(void)unlink(path.p); /* if there is one */
	buf_release(&path);
	free(r);
	return err->code == ERR_NONE ? 0 : -1;
}

/* (F1) Distributes the receipts in the file "branch" to the seats; then removes the file. */
static int
spread(const struct cleaning *c, struct err *err)
{
	struct receipt *r = mem_new(sizeof *r);
	struct buf text = BUF_INIT, path = BUF_INIT, to = BUF_INIT;
	struct receipt_spans sp;
	struct err none = ERR_INIT;
	size_t at = 0;
	int found, result = 0;

	path_of(c->dir, RECEIPTS_BRANCH, "", &path);
	found = read_file(&path, RECEIPTS_BRANCH_MAX, &text, err);
	if (found < 0)
		result = -1;
	while (found != 0 && result == 0) {
		none = (struct err)ERR_INIT;
		found = receipt_next(buf_cstr(&text), text.n, &at, &sp, &none);
		if (found <= 0 || receipt_parse(text.p, &sp, r, &none) < 0 ||
		    !is_own(c, text.p, &sp, r))
			continue;
		path_of(c->dir, r->seat, ".txt", &to);
		result = file_write(to.p, text.p + sp.signed_part.at, at - sp.signed_part.at, err);
	}
	if (result == 0)
		(void)unlink(path.p); /* if there is one */
	buf_release(&text);
	buf_release(&path);
	buf_release(&to);
	free(r);
	return result;
}

int
receipts_clean(const char *dir, const char *game, const struct pubkey *host, struct err *err)
{
	struct cleaning c = { dir, game, host };

	if (file_mkdirs(dir, 1, err) < 0 || spread(&c, err) < 0)
		return -1;
	return receipts_each(dir, clean_one, &c, err);
}

static int
is_receipt(const struct dirent *e)
{
	size_t n = strlen(e->d_name);

	return e->d_name[0] != '.' && n > 4 && strcmp(e->d_name + n - 4, ".txt") == 0;
}

int
receipts_each(const char *dir,
    int (*each)(void *arg, const char *name, const struct buf *text, struct err *err), void *arg,
    struct err *err)
{
	struct dirent **name = NULL;
	struct buf path = BUF_INIT, text = BUF_INIT;
	int n = scandir(dir, &name, is_receipt, alphasort);
	int result = n < 0 ? err_set(err, file_err_code(errno, ERR_NOT_FOUND),
				 "cannot read the folder %s: %s", dir, strerror(errno)) :
			     0;

	for (int i = 0; i < n; i++) {
		path_of(dir, name[i]->d_name, "", &path);
		buf_clear(&text);
		if (result == 0)
			result = file_read_nofollow(path.p, RECEIPT_MAX, &text, err);
		if (result == 0)
			result = each(arg, name[i]->d_name, &text, err);
		free(name[i]);
	}
	free(name);
	buf_release(&path);
	buf_release(&text);
	return result;
}
