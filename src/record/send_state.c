/*
 * The marks of signed orders.
 *
 * (K1) A mark without an order has no meaning: so the mark is written first, and the order is
 *      removed first.
 */
#include "record/send_state.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "util/file.h"
#include "util/mem.h"

enum { MARK_MAX = 16, BLOCK_FILE_MAX = 1 << 16 };

static const char *const word[] = { [SEND_STATE_NONE] = "",
	[SEND_STATE_READY] = "ready\n",
	[SEND_STATE_GOING] = "going\n",
	[SEND_STATE_SENT] = "sent\n",
	[SEND_STATE_REFUSED] = "refused\n" };

enum { MARKS = sizeof word / sizeof word[0] };

static const char suffix[] = ".mark";

static void
mark_file(const char *dir, const struct signed_order *o, struct buf *out)
{
	signed_order_path(dir, o, out);
	out->n -= strlen(".txt");
	buf_str(out, suffix);
}

enum send_state
send_state_get(const char *dir, const struct signed_order *o)
{
	struct buf file = BUF_INIT, text = BUF_INIT;
	struct err why = ERR_INIT;
	enum send_state found = SEND_STATE_GOING;
	int result;

	mark_file(dir, o, &file);
	result = file_read_nofollow(file.p, MARK_MAX, &text, &why);
	if (result < 0 && why.code == ERR_NOT_FOUND)
		found = SEND_STATE_NONE;
	for (int i = SEND_STATE_READY; i < MARKS && result == 0; i++)
		if (strcmp(buf_cstr(&text), word[i]) == 0)
			found = (enum send_state)i;
	buf_release(&text);
	buf_release(&file);
	return found;
}

int
send_state_set(const char *dir, const struct signed_order *o, enum send_state mark, struct err *err)
{
	struct buf folder = BUF_INIT, file = BUF_INIT;
	int result;

	buf_fmt(&folder, "%s/orders", dir);
	mark_file(dir, o, &file);
	result = file_mkdirs(folder.p, 1, err);
	if (result == 0)
		result = file_write(file.p, word[mark], strlen(word[mark]), err);
	buf_release(&folder);
	buf_release(&file);
	return result;
}

/* The copy encrypted to the signer's key follows the block. */
int
send_state_block(const char *dir, const struct signed_order *o, struct buf *out, struct err *err)
{
	static const char own[] = "\n-----BEGIN AGE ENCRYPTED FILE-----";
	struct buf file = BUF_INIT, text = BUF_INIT;
	const char *end = NULL, *p;
	int result;

	signed_order_path(dir, o, &file);
	result = file_read_nofollow(file.p, BLOCK_FILE_MAX, &text, err);
	for (p = strstr(buf_cstr(&text), own); p != NULL; p = strstr(p + 1, own))
		end = p;
	if (result == 0 && end == NULL)
		result = err_set(err, ERR_CORRUPT, "%s holds no order", file.p);
	else if (result == 0)
		buf_add(out, text.p, (size_t)(end - text.p));
	buf_release(&text);
	buf_release(&file);
	return result;
}

static int
drop(const char *path, struct err *err)
{
	return unlink(path) == 0 || errno == ENOENT ?
	    0 :
	    err_set(err, file_err_code(errno, ERR_CREATE), "cannot remove %s: %s", path,
		strerror(errno));
}

/* (K1) */
int
send_state_drop(const char *dir, const struct signed_order *o, struct err *err)
{
	struct buf file = BUF_INIT, mark = BUF_INIT;
	int result;

	if (send_state_get(dir, o) != SEND_STATE_READY)
		return err_set(err, ERR_STALE, "the order may have left");
	signed_order_path(dir, o, &file);
	mark_file(dir, o, &mark);
	result = drop(file.p, err);
	if (result == 0)
		result = drop(mark.p, err);
	buf_release(&file);
	buf_release(&mark);
	return result;
}

/* True if the file is incomplete compared with signed_order_save. */
static bool
is_half(const char *dir, const struct signed_order *o)
{
	static const char own[] = "\n-----BEGIN AGE ENCRYPTED FILE-----";
	static const char end[] = "\n-----END AGE ENCRYPTED FILE-----\n";
	struct buf file = BUF_INIT, text = BUF_INIT;
	struct err why = ERR_INIT;
	const size_t n = sizeof end - 1;
	bool half;

	signed_order_path(dir, o, &file);
	if (file_read_nofollow(file.p, BLOCK_FILE_MAX, &text, &why) < 0)
		half = why.code == ERR_NOT_FOUND;
	else
		half = strstr(buf_cstr(&text), own) == NULL || text.n < n ||
		    memcmp(text.p + text.n - n, end, n) != 0;
	buf_release(&text);
	buf_release(&file);
	return half;
}

/* name: N-SEAT-HASH.mark, or a temporary file of file_write. */
static void
sweep(const char *dir, const char *seat, const char *name)
{
	struct buf order = BUF_INIT, file = BUF_INIT;
	const char *at = strstr(name, suffix);
	struct signed_order o;
	struct err none = ERR_INIT;

	if (at == NULL)
		return;
	buf_add(&order, name, (size_t)(at - name));
	buf_str(&order, ".txt");
	if (signed_order_parse_name(order.p, &o) == 0 && strcmp(o.seat, seat) == 0) {
		mark_file(dir, &o, &file);
		if (at[strlen(suffix)] != '\0')
			file_remove_stale(file.p);
		/* on failure, the next session tries again */
		else if (send_state_get(dir, &o) == SEND_STATE_READY && is_half(dir, &o))
			(void)send_state_drop(dir, &o, &none);
	}
	buf_release(&order);
	buf_release(&file);
}

void
send_state_sweep(const char *dir, const char *seat)
{
	struct buf folder = BUF_INIT;
	DIR *d;

	buf_fmt(&folder, "%s/orders", dir);
	d = opendir(folder.p);
	for (struct dirent *e = d != NULL ? readdir(d) : NULL; e != NULL; e = readdir(d))
		sweep(dir, seat, e->d_name);
	if (d != NULL)
		(void)closedir(d); /* only read */
	buf_release(&folder);
}

int
send_state_refused(const char *dir, const struct hash *hash, struct err *err)
{
	struct signed_list list;
	int result = 0;

	if (signed_list(dir, &list, err) < 0)
		return -1;
	for (size_t i = 0; i < list.count && result == 0; i++)
		if (seal_equal(list.at[i].hash.b, hash->b, HASH_BYTES) &&
		    send_state_get(dir, &list.at[i]) != SEND_STATE_REFUSED)
			result = send_state_set(dir, &list.at[i], SEND_STATE_REFUSED, err) < 0 ?
			    -1 :
			    1;
	signed_list_release(&list);
	return result;
}
