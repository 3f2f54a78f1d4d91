/* adit log: the history of a game. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "player/player.h"
#include "wire/report.h"
#include "util/mem.h"
#include "util/when.h"
#include "games/games.h"

struct seats {
	unsigned n;
	char name[SEATS_MAX][NAME_MAX_LEN + 1];
};

static int
add_seat(void *arg, unsigned seat, const char *name, const char *card, struct err *err)
{
	struct seats *seats = arg;

	(void)card;
	if (seat >= SEATS_MAX || strlen(name) > NAME_MAX_LEN)
		return err_set(err, ERR_CORRUPT, "a seat that no game has");
	memcpy(seats->name[seat], name, strlen(name) + 1);
	seats->n = seat + 1;
	return 0;
}

/* The sentences of a digest. */
static struct span
find_since(const struct buf *text)
{
	struct digest_text t;
	size_t at = 0;
	struct err none = ERR_INIT;

	if (digest_next(buf_cstr(text), text->n, &at, &t, &none) < 1)
		return (struct span){ 0, 0 };
	return t.since;
}

static void
put_line(const struct ctx *ctx, const struct report_log *l, const char *since, size_t n)
{
	struct buf out = BUF_INIT;

	if (ctx->json) {
		report_log_json(l, since, n, &out);
	} else {
		char when[WHEN_LEN + 1];

		when_text(l->time, when);
		buf_fmt(&out, "%" PRId64 "  %s  %s\n", l->n, when,
		    l->seat != NULL ? l->seat :
			l->n == 0   ? "deal" :
				      "host");
		buf_add(&out, since, n);
	}
	ctx_put(ctx, out.p, out.n);
	buf_release(&out);
}

/* The order that caused the digest, also where it was kept before it was played. */
static bool
find_order(const struct ctx *ctx, const struct store_digest *row, struct store_order *order)
{
	struct digest *d = mem_new(sizeof *d);
	struct digest_text t;
	size_t at = 0;
	struct err none = ERR_INIT;
	bool found = digest_next(buf_cstr(&row->text), row->text.n, &at, &t, &none) == 1 &&
	    digest_parse(rules_all, row->text.p, &t, d, &none) == 0 && d->has_order &&
	    store_find_order(ctx->store, d->order, order, &none) == 0;

	free(d);
	return found;
}

/* Digest n with the order that caused it. */
static int
put_digest(const struct ctx *ctx, const struct seats *seats, int64_t n, struct err *err)
{
	struct store_digest d = { .n = 0 };
	struct store_order order = { .n = 0 };
	char head[HASH_TEXT + 1], order_hash[HASH_TEXT + 1];
	struct report_log l = { .n = n, .head = head };
	struct span since;
	struct hash hash;

	if (store_get_digest(ctx->store, n, &d, err) < 0)
		return -1;
	l.time = d.time;
	l.turn = d.turn;
	memcpy(hash.b, d.hash, sizeof hash.b);
	hash_text(&hash, head);
	if (find_order(ctx, &d, &order)) {
		if (order.seat < seats->n)
			l.seat = seats->name[order.seat];
		memcpy(hash.b, order.hash, sizeof hash.b);
		hash_text(&hash, order_hash);
		l.order = order_hash;
		store_order_release(&order);
	}
	since = find_since(&d.text);
	put_line(ctx, &l, buf_cstr(&d.text) + since.at, since.n);
	store_digest_release(&d);
	return 0;
}

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	struct seats seats = { .n = 0 };
	struct store_digest last = { .n = 0 };
	int64_t n;

	(void)argc;
	(void)argv;
	if (store_each_seat(ctx->store, add_seat, &seats, err) < 0 ||
	    store_get_digest(ctx->store, -1, &last, err) < 0)
		return -1;
	n = last.n;
	store_digest_release(&last);
	for (int64_t i = 0; i <= n; i++) {
		if (put_digest(ctx, &seats, i, err) < 0)
			return -1;
	}
	return 0;
}

const struct cmd cmd_log = {
	.name = "log",
	.synopsis = "GAME.db",
	.summary = "tell the history of a game",
	.group = GROUP_HOST,
	.need = NEED_STORE_READ,
	.args_min = 1,
	.args_max = 1,
	.run = run,
};
