/*
 * Orders that a seat sent before.
 *
 * (E1) The files on a branch are untrusted. A name in another form is ignored.
 */
#include "repo/earlier.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "player/reading.h"
#include "record/receipt.h"
#include "util/mem.h"

enum { TREES_MAX = 1000, TREE_MAX = 1 << 20 };

void
earlier_release(struct earlier_list *list)
{
	free(list->at);
	*list = (struct earlier_list){ .n = 0 };
}

/* (E1) Adds the file "HASH.txt", or marks it. */
static void
add(struct earlier_list *list, const struct git_entry *file, bool is_there)
{
	struct earlier e = { .is_there = is_there };

	if (!file->is_file || strlen(file->path) != HASH_TEXT + 4 ||
	    strspn(file->path, "abcdefghijklmnopqrstuvwxyz234567") != HASH_TEXT ||
	    strcmp(file->path + HASH_TEXT, ".txt") != 0)
		return;
	memcpy(e.object, file->name, sizeof e.object);
	memcpy(e.hash, file->path, HASH_TEXT);
	for (size_t i = 0; i < list->n; i++) {
		if (strcmp(list->at[i].hash, e.hash) == 0) {
			list->at[i].is_there = list->at[i].is_there || is_there;
			return;
		}
	}
	GROW(list->at, list->n);
	list->at[list->n++] = e;
}

int
earlier_add(struct earlier_list *list, struct git_objects *objects, const char *commit,
    bool is_there, struct err *err)
{
	struct git_object inbox = { .text = BUF_INIT }, sub = { .text = BUF_INIT };
	struct buf name = BUF_INIT;
	struct git_entry dir, file;
	size_t at = 0, n = 0;
	int result;

	buf_fmt(&name, "%s:inbox", commit);
	result = git_objects_read(objects, name.p, "tree", TREE_MAX, &inbox, err);
	while (result == 0 && n < TREES_MAX && git_tree_next(&inbox, &at, &dir)) {
		size_t in = 0;

		if (!dir.is_tree || dir.path[strspn(dir.path, "0123456789")] != '\0')
			continue;
		n++;
		result = git_objects_read(objects, dir.name, "tree", TREE_MAX, &sub, err);
		while (result == 0 && list->n < TREES_MAX && git_tree_next(&sub, &in, &file))
			add(list, &file, is_there);
		result = result < 0 ? -1 : 0;
	}
	buf_release(&inbox.text);
	buf_release(&sub.text);
	buf_release(&name);
	return result < 0 ? -1 : 0;
}

/* ---- what became of them --------------------------------------------------------------------- */

struct judging {
	struct earlier_list *list;
	const struct user *u;
	const char *seat;
	bool says;
};

static struct earlier *
find(const struct earlier_list *list, const struct hash *hash)
{
	char text[HASH_TEXT + 1];

	hash_text(hash, text);
	for (size_t i = 0; i < list->n; i++)
		if (!list->at[i].is_over && strcmp(list->at[i].hash, text) == 0)
			return &list->at[i];
	return NULL;
}

static size_t
open_orders(const struct earlier_list *list)
{
	size_t n = 0;

	for (size_t i = 0; i < list->n; i++)
		n += !list->at[i].is_over;
	return n;
}

/* Looks for the digest of each order. */
static void
judge_taken(const struct judging *j, const struct player_read *r)
{
	struct digest *d = mem_new(sizeof *d);
	struct err none = ERR_INIT;

	for (size_t i = r->tr.n_copy; i-- > 0 && open_orders(j->list) > 0;) {
		const struct transcript_copy *c = &r->tr.copy[i];
		struct hash hash;
		struct earlier *e;

		if (transcript_digest(&r->tr, c, d, &none) < 0 || !d->has_order)
			continue;
		memcpy(hash.b, d->order, sizeof hash.b);
		e = find(j->list, &hash);
		if (e == NULL)
			continue;
		e->is_over = true;
		if (j->says)
			output_say(j->u->out, "order of %s: taken as digest %lld", j->seat,
			    (long long)d->n);
	}
	free(d);
}

static void
judge_state(void *arg, const struct order_status *f)
{
	const struct judging *j = arg;
	struct earlier *e = find(j->list, &f->order.hash);

	if (e == NULL)
		return;
	e->is_over = f->fate == ORDER_STATE_TAKEN || f->fate == ORDER_STATE_GONE ||
	    f->fate == ORDER_STATE_LATE;
	if (f->fate == ORDER_STATE_LATE && j->says)
		output_say(j->u->out, "order of %s: its turn is over without it", j->seat);
}

/* Looks for orders that can no longer be taken, as far as the record knows. */
static int
judge_late(struct judging *j, const struct player_read *r, struct err *err)
{
	struct reading past;
	int result;

	if (open_orders(j->list) == 0 || !r->has_view)
		return 0;
	result = reading_begin(&past, j->u, r, err);
	if (result == 0)
		result = history_orders(&past.story, r, judge_state, j, err);
	reading_end(&past);
	return result;
}

/* Looks for the order that the host refused. */
static void
judge_refused(const struct judging *j, const struct player_read *r, const struct buf *text)
{
	struct receipt_spans sp;
	struct receipt receipt;
	struct err none = ERR_INIT;
	struct buf clean = BUF_INIT;
	size_t at = 0;

	digest_clean(buf_cstr(text), text->n, &clean);
	while (receipt_next(buf_cstr(&clean), clean.n, &at, &sp, &none) > 0) {
		const unsigned char *const hash[] = { receipt.order, receipt.sealed_order };
		bool is_open;

		memset(&receipt, 0, sizeof receipt);
		if (receipt_verify(clean.p, &sp, &r->tr.host, &receipt, &none) < 0 ||
		    strcmp(receipt.game, r->d.game) != 0)
			continue;
		is_open = j->u->key != NULL && receipt.is_sealed &&
		    receipt_open(clean.p, &sp, j->u->key, &receipt, &none) == 0;
		for (size_t i = 0; i < (is_open ? 2u : 1u); i++) {
			struct hash h;
			struct earlier *e;

			memcpy(h.b, hash[i], sizeof h.b);
			e = find(j->list, &h);
			if (e != NULL)
				e->is_over = true;
		}
		seal_wipe(&receipt, sizeof receipt);
	}
	buf_release(&clean);
}

int
earlier_judge(struct earlier_list *list, const struct user *u, const struct player_read *r,
    const char *seat, const struct buf *receipt, bool says, struct err *err)
{
	struct judging j = { list, u, seat, says };

	judge_taken(&j, r);
	judge_refused(&j, r, receipt);
	return judge_late(&j, r, err);
}
