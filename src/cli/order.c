/* Orders: from the digest acted on to the block that goes to the host. */
#include "cli/order.h"

#include <string.h>

#include "cli/export.h"
#include "cli/turns.h"
#include "wire/report.h"

static int
verify(struct ctx *ctx, const struct buf *text, bool deals, struct player_read *r, struct err *err)
{
	const struct order_opt *o = ctx->opt;
	struct err why = ERR_INIT;

	if (turns_verify(ctx, text, o->host, ctx->key, NULL, r, &why) == 0)
		return 0;
	if (deals && why.code == ERR_NOT_FOUND) {
		player_read_release(r);
		return turns_verify(ctx, text, o->host, NULL, NULL, r, err);
	}
	*err = why;
	return -1;
}

static int
put(const struct ctx *ctx, const struct player_read *r, const struct block *b, struct err *err)
{
	const struct order_opt *o = ctx->opt;
	struct buf text = BUF_INIT;
	int result = 0;

	if (o->clear)
		block_text(b, &text);
	else
		result = player_seal(r, b, &text, err);
	if (result == 0)
		report_order(b, 1, buf_cstr(&text), ctx->print);
	buf_wipe(&text);
	return result;
}

/* An order acts on the newest digest that was read.  deals: join and confirm say which one they answer. */
static int
check_newest(struct ctx *ctx, const struct player_read *r, bool deals, struct err *err)
{
	const struct order_opt *o = ctx->opt;

	if (r->seen_n <= r->d.n)
		return 0;
	if (deals || o->force) {
		ctx_say(ctx, "digest %lld is not the newest: digest %lld was read here before",
		    (long long)r->d.n, (long long)r->seen_n);
		return 0;
	}
	(void)err_set(err, ERR_STALE,
	    "digest %lld is not the newest: digest %lld was read here before", (long long)r->d.n,
	    (long long)r->seen_n);
	return err_hint(err, "name that one with -d; --force of sign takes the old one");
}

int
order_give(struct ctx *ctx, bool deals,
    int (*make)(
	struct ctx *ctx, const struct player_read *r, void *arg, struct block *b, struct err *err),
    void *arg, struct err *err)
{
	const struct order_opt *o = ctx->opt;
	struct buf text = BUF_INIT;
	struct player_read r;
	struct order_text exported;
	struct block b;
	int result;

	memset(&r, 0, sizeof r);
	result = turns_acted_on(o->digest, !deals, &text, err);
	if (result == 0)
		result = verify(ctx, &text, deals, &r, err);
	if (result == 0)
		result = check_newest(ctx, &r, deals, err);
	if (result == 0)
		result = make(ctx, &r, arg, &b, err);
	if (result == 0 && o->export != NULL)
		result = order_text_of(&exported, &b, err) < 0 ?
		    -1 :
		    export_order(o->export, &exported, err);
	if (result == 0)
		result = put(ctx, &r, &b, err);
	player_read_release(&r);
	buf_release(&text);
	seal_wipe(&exported, sizeof exported);
	seal_wipe(&b, sizeof b);
	return result;
}
