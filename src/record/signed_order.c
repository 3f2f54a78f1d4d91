/*
 * Orders signed here.
 *
 * (S1) The text of an order is not stored in clear, unless it was signed to be sent so.
 */
#include "record/signed_order.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "record/order_scan.h"
#include "seal/age.h"
#include "util/file.h"
#include "util/mem.h"

static const char suffix[] = ".txt";

enum { SIGNED_MAX = 1 << 16, N_DIGITS = 6 };

void
signed_order_path(const char *dir, const struct signed_order *o, struct buf *out)
{
	char hash[HASH_TEXT + 1];

	hash_text(&o->hash, hash);
	buf_fmt(out, "%s/orders/%0*" PRId64 "-%s-%s%s", dir, N_DIGITS, o->n, o->seat, hash, suffix);
}

int
signed_order_save(const char *dir, int64_t n, const struct parsed_order *order,
    const struct buf *mailed, const struct seckey *me, struct err *err)
{
	const struct order_block *b = &order->o.b;
	struct signed_order o = { .n = n, .hash = order->hash };
	struct buf folder = BUF_INIT, file = BUF_INIT, text = BUF_INIT, sealed = BUF_INIT;
	int result;

	memcpy(o.seat, b->seat, sizeof o.seat);
	buf_fmt(&folder, "%s/orders", dir);
	signed_order_path(dir, &o, &file);
	buf_grow_secret(&text, ORDER_BLOCK_ROOM);
	order_block_text(b, &text);
	buf_add(&sealed, mailed->p, mailed->n);
	buf_chr(&sealed, '\n');
	result = age_encrypt(me->pub.box_pk, text.p, text.n, true, &sealed, err);
	if (result == 0)
		result = file_mkdirs(folder.p, 1, err);
	if (result == 0)
		result = keyfile_create(file.p, sealed.p, sealed.n, false, err);
	buf_wipe(&text);
	buf_release(&sealed);
	buf_release(&folder);
	buf_release(&file);
	return result;
}

int
signed_order_parse_name(const char *s, struct signed_order *o)
{
	size_t n = strlen(s), digits = strspn(s, "0123456789"), tail = HASH_TEXT + sizeof suffix;
	size_t seat_n;

	if (digits < N_DIGITS || s[digits] != '-' || n < digits + 1 + tail ||
	    digits > 2 * N_DIGITS || strcmp(s + n - (sizeof suffix - 1), suffix) != 0)
		return -1;
	o->n = strtoll(s, NULL, 10);
	seat_n = n - tail - digits - 1;
	if (seat_n == 0 || seat_n > NAME_MAX_LEN || s[n - tail] != '-' ||
	    hash_parse(s + n - tail + 1, HASH_TEXT, &o->hash) < 0)
		return -1;
	memcpy(o->seat, s + digits + 1, seat_n);
	o->seat[seat_n] = '\0';
	return 0;
}

static int
by_n(const void *a, const void *b)
{
	const struct signed_order *x = a, *y = b;

	if (x->n != y->n)
		return x->n < y->n ? -1 : 1;
	return memcmp(x->hash.b, y->hash.b, HASH_BYTES);
}

int
signed_list(const char *dir, struct signed_list *out, struct err *err)
{
	struct buf folder = BUF_INIT;
	int result = 0;
	DIR *d;

	*out = (struct signed_list){ 0, NULL };
	buf_fmt(&folder, "%s/orders", dir);
	d = opendir(folder.p);
	for (struct dirent *e = d != NULL ? file_next(d) : NULL; e != NULL; e = file_next(d)) {
		struct signed_order o;

		if (signed_order_parse_name(e->d_name, &o) < 0)
			continue;
		GROW(out->at, out->count);
		out->at[out->count++] = o;
	}
	if (errno != 0 && file_err_code(errno, ERR_NOT_FOUND) == ERR_BUSY)
		result = err_set(
		    err, ERR_BUSY, "cannot list folder %s: %s", folder.p, strerror(errno));
	if (d != NULL)
		(void)closedir(d); /* only read */
	if (out->count > 0)
		qsort(out->at, out->count, sizeof *out->at, by_n);
	if (result < 0)
		signed_list_release(out);
	buf_release(&folder);
	return result;
}

void
signed_list_release(struct signed_list *list)
{
	free(list->at);
	*list = (struct signed_list){ 0, NULL };
}

/* ---- decrypting --------------------------------------------------------------------------------- */

struct search {
	const struct hash *hash;
	struct parsed_order *out;
	bool found;
};

static int
match_order(void *arg, const struct parsed_order *order, struct err *err)
{
	struct search *s = arg;

	(void)err;
	if (order != NULL && !s->found && seal_equal(order->hash.b, s->hash->b, HASH_BYTES)) {
		*s->out = *order;
		s->found = true;
	}
	return 0;
}

int
signed_order_open(const char *dir, const struct signed_order *o, const struct seckey *me,
    struct parsed_order *out, struct err *err)
{
	struct search s = { .hash = &o->hash, .out = out };
	struct buf file = BUF_INIT, text = BUF_INIT;
	struct err none = ERR_INIT;
	struct order_scan in = { .key = me, .each = match_order, .arg = &s };
	int result;

	signed_order_path(dir, o, &file);
	in.name = file.p;
	result = file_read_nofollow(file.p, SIGNED_MAX, &text, err);
	if (result == 0)
		(void)order_scan_read(&in, text.p, text.n, &none);
	if (result == 0 && !s.found)
		result = err_set(err, ERR_NOT_FOUND, "%s does not open with this key", file.p);
	buf_release(&text);
	buf_release(&file);
	return result;
}

int
signed_order_find(const char *dir, const struct hash *hash, const struct seckey *me,
    struct parsed_order *out, struct err *err)
{
	struct signed_list list;
	int result = 1;

	if (signed_list(dir, &list, err) < 0)
		return -1;
	for (size_t i = 0; i < list.count && result > 0; i++)
		if (seal_equal(list.at[i].hash.b, hash->b, HASH_BYTES))
			result = signed_order_open(dir, &list.at[i], me, out, err);
	signed_list_release(&list);
	return result;
}
