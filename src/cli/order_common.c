/* Orders: from the digest to the block for the host. */
#include "player/verify.h"
#include "cli/cmd.h"
#include "cli/order_common.h"

#include <string.h>
#include <unistd.h>

#include "service/digest_input.h"
#include "player/export.h"
#include "record/keys.h"
#include "record/send_state.h"
#include "text/web.h"
#include "wire/report.h"

/* Appends the order, sealed or in clear. */
static int
mail_text(const struct player_read *r, const struct order_block *b, bool clear, struct buf *out,
    struct err *err)
{
	if (!clear)
		return player_seal(r, b, out, err);
	order_block_text(b, out);
	return 0;
}

/* Stores the signed order, so that `adit read` can show its state. If it is stored already, a sealed
 * block becomes the one that was printed then: sealed again it would be another one. */
static void
keep(const struct ctx *ctx, const struct player_read *r, const struct parsed_order *order,
    bool clear, struct buf *block)
{
	struct signed_order at = { .n = r->d.n, .hash = order->hash };
	struct buf dir = BUF_INIT, before = BUF_INIT;
	struct err trouble = ERR_INIT;

	memcpy(at.seat, order->o.b.seat, sizeof at.seat);
	if (user_game(&ctx->user, r->d.game, &dir, &trouble) == 0 &&
	    send_state_block(dir.p, &at, &before, &trouble) == 0) {
		if (!clear) {
			buf_clear(block);
			buf_move(block, &before);
		}
	} else if (dir.n == 0 ||
	    signed_order_save(dir.p, r->d.n, order, block, ctx->user.key, &trouble) < 0) {
		(void)err_wrap(&trouble, "warning: the order is not saved");
		output_say_why(&ctx->out, &trouble);
	}
	buf_release(&dir);
	buf_release(&before);
}

/* Stores the order and appends its block. */
static int
store(const struct ctx *ctx, const struct player_read *r, const struct parsed_order *order,
    bool clear, struct buf *block, struct err *err)
{
	int result = mail_text(r, &order->o.b, clear, block, err);

	/* No digest shows a command, or an order about mail, so it would seem to wait without end. */
	if (result == 0 && !ctx->user.no_record && order->o.b.turn != TURN_COMMAND &&
	    !order_is_mail(&order->o.b))
		keep(ctx, r, order, clear, block);
	return result;
}

/* Prints the block; a person at a terminal, and a program that reads JSON, also get a link to send it in a
 * browser, if digest 0 has the address of a forge. */
static void
print_block(const struct ctx *ctx, const struct player_read *r, const struct order_block *b,
    const char *block)
{
	const struct output *out = &ctx->out;
	const char *web = r->d.names.web;
	struct buf link = BUF_INIT, line = BUF_INIT;
	const bool has_link = web[0] != '\0' && web_order(web, b->seat, r->d.n, block, &link);

	report_order(b, 1, block, has_link ? buf_cstr(&link) : NULL, out->print);
	if (has_link && !out->json && !out->quiet && isatty(STDOUT_FILENO)) {
		buf_fmt(&line, "to send it in a browser: %s", buf_cstr(&link));
		(void)output_sync(out);
		out->say(out->arg, buf_cstr(&line)); /* longer than a message may be */
	}
	buf_release(&line);
	buf_release(&link);
}

int
order_print(const struct ctx *ctx, const struct player_read *r, const struct parsed_order *order,
    bool clear, struct err *err)
{
	struct buf text = BUF_INIT;
	int result = store(ctx, r, order, clear, &text, err);

	if (result == 0)
		print_block(ctx, r, &order->o.b, buf_cstr(&text));
	buf_wipe(&text);
	return result;
}

int
order_check_newest(const struct player_read *r, struct err *err)
{
	if (r->seen_n <= r->d.n)
		return 0;
	(void)err_set(err, ERR_STALE,
	    "digest %lld is not the newest: digest %lld was read here before", (long long)r->d.n,
	    (long long)r->seen_n);
	return err_hint(err, "name that one with -d; --force of sign takes the old one");
}

/* Checks that the digest is the newest. deals: only prints a message, since join and confirm
 * name their digest. */
static int
check_newest(struct ctx *ctx, const struct player_read *r, bool deals, struct err *err)
{
	const struct order_opt *o = ctx->opt;
	struct err old = ERR_INIT;

	if (order_check_newest(r, &old) == 0)
		return 0;
	if (!deals && !o->force) {
		*err = old;
		return -1;
	}
	output_say_why(&ctx->out, &old);
	return 0;
}

struct order_verifier {
	struct ctx *ctx;
	bool deals;
};

static int
verify(void *arg, const struct buf *text, struct player_read *r, struct err *err)
{
	const struct order_verifier *v = arg;
	const struct order_opt *o = v->ctx->opt;

	return verify_for_order(&v->ctx->user, text, o->host, v->deals || o->commands, r, err);
}

/* Makes the order for verified digests, stores it and appends its block. */
static int
make_block(struct ctx *ctx, const struct player_read *r, bool deals, order_maker *make, void *arg,
    struct parsed_order *order, struct buf *block, struct err *err)
{
	const struct order_opt *o = ctx->opt;
	int result = check_newest(ctx, r, deals, err);

	if (result == 0)
		result = make(ctx, r, arg, order, err);
	if (result == 0 && o->export != NULL)
		result = export_order(o->export, &order->o, err);
	return result == 0 ? store(ctx, r, order, o->clear, block, err) : result;
}

int
order_make(struct ctx *ctx, const struct buf *text, bool deals, order_maker *make, void *arg,
    struct player_read *r, struct parsed_order *order, struct buf *block, struct err *err)
{
	int result = ctx_choose_key(ctx, text, err);

	if (result == 0)
		result = verify(&(struct order_verifier){ ctx, deals }, text, r, err);
	return result == 0 ? make_block(ctx, r, deals, make, arg, order, block, err) : result;
}

int
order_give(
    struct ctx *ctx, const char *digest, bool deals, order_maker *make, void *arg, struct err *err)
{
	struct buf text = BUF_INIT, block = BUF_INIT;
	struct order_verifier verifier = { ctx, deals };
	struct digest_source source;
	struct player_read r;
	struct parsed_order order;
	int result;

	memset(&r, 0, sizeof r);
	result = digest_input_acted_on(&ctx->user, digest, !deals, &source, &text, err);
	if (result == 0)
		result = ctx_choose_key(ctx, &text, err);
	if (result == 0)
		result = digest_input_verify(
		    &ctx->user, &source, &text, verify, &verifier, &r, err);
	if (result == 0)
		result = make_block(ctx, &r, deals, make, arg, &order, &block, err);
	if (result == 0)
		print_block(ctx, &r, &order.o.b, buf_cstr(&block));
	player_read_release(&r);
	buf_release(&text);
	buf_wipe(&block);
	seal_wipe(&order, sizeof order);
	return result;
}
