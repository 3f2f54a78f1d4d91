/* adit digest: print or write digests, byte for byte. */
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "service/deliver.h"
#include "service/rollback_check.h"
#include "service/today.h"
#include "core/knowledge.h"
#include "mail/invitation.h"
#include "wire/host_action.h"
#include "wire/report.h"
#include "util/mem.h"

struct digest_opt {
	const char *out, *seat;
	bool all, undelivered, invitation;
	struct opt_number delivered;
};

static const struct opt opt[] = {
	CMD_OPTION("out", 0, OPT_TEXT, offsetof(struct digest_opt, out), "DIR",
	    "write to DIR/turns/NNNNNN.txt and print that name"),
	CMD_OPTION("seat", 's', OPT_TEXT, offsetof(struct digest_opt, seat), "NAME",
	    "leave out the private views of the others, for a mail to one player"),
	CMD_OPTION("invitation", 0, OPT_FLAG, offsetof(struct digest_opt, invitation), NULL,
	    "a text to pass on: it explains the game and how to take the seat, and has the digests "
	    "for that"),
	CMD_OPTION("all", 'a', OPT_FLAG, offsetof(struct digest_opt, all), NULL, "every digest"),
	CMD_OPTION("undelivered", 0, OPT_FLAG, offsetof(struct digest_opt, undelivered), NULL,
	    "every digest that may not have been delivered"),
	{ "delivered", 0, OPT_NUMBER, offsetof(struct digest_opt, delivered), "N",
	    HELP("print nothing; note that digests up to N are delivered"), 0, INT32_MAX },
	{ .name = NULL },
};

static const struct opt_rule opt_rule[] = {
	{ "all", "undelivered delivered", NULL },
	{ "delivered", "out seat undelivered json", NULL },
	{ "invitation", "out all undelivered delivered json", "seat" },
	{ .name = NULL },
};

/* Appends the digest with the private view of one seat only. */
static int
only_seat(const struct ctx *ctx, const struct buf *text, const char *seat, struct buf *out,
    struct err *err)
{
	struct digest_layout t;
	struct digest d;
	size_t at = 0;
	uint8_t i;

	if (digest_next(buf_cstr(text), text->n, &at, &t, err) < 1 ||
	    digest_parse(ctx->user.games, text->p, &t, &d, err) < 0)
		return -1;
	i = names_find(&d.names, seat, strlen(seat));
	if (i == SEAT_NONE)
		return err_set(err, ERR_NOT_FOUND, "no seat %s in game %s", seat, d.game);
	digest_for_seat(text->p, &t, &d.names, i, out);
	return 0;
}

static int
put_news(const struct ctx *ctx, const struct digest *d, const char *head, const struct buf *text,
    struct err *err)
{
	struct digest_events *events = mem_zero(1, sizeof *events);
	struct knowledge know = { .begun = false };
	struct host_action act = { .reason = "" };
	struct buf since = BUF_INIT;
	struct digest_layout t;
	size_t at = 0;
	int result = digest_next(buf_cstr(text), text->n, &at, &t, err) < 1 ?
	    -1 :
	    digest_parse_events(text->p, &t, d, events, err);

	if (result == 0 && host_action_find(text->p, &t, &act, err) < 0)
		result = -1;
	if (result == 0) {
		const struct report_news news = {
			.ev = &events->ev, .notes = &events->notes, .since = &since, .know = &know
		};

		digest_words(
		    ctx->user.lang, d, &events->ev, &events->notes, act.reason, SEAT_NONE, &since);
		knowledge_learn(&know, &d->pub, &events->ev, d->n);
		report_public_json(d, head, &news, ctx->out.print->out);
	}
	buf_release(&since);
	free(events);
	return result;
}

/* Prints the public part as JSON. */
static int
put_json(const struct ctx *ctx, int64_t n, struct err *err)
{
	struct digest *d = mem_new(sizeof *d);
	struct buf text = BUF_INIT;
	char head_text[HASH_TEXT + 1];
	struct hash head;
	int result = host_digest(ctx->run.host, n, d, &text, &head, err);

	if (result == 0) {
		hash_text(&head, head_text);
		result = put_news(ctx, d, head_text, &text, err);
	}
	buf_release(&text);
	free(d);
	return result;
}

/* Prints or writes digest n, whose text is `whole`. */
static int
put_text(struct ctx *ctx, int64_t n, const struct buf *whole, struct err *err)
{
	const struct digest_opt *o = ctx->opt;
	struct buf text = BUF_INIT;
	int result = 0;

	if (o->seat != NULL)
		result = only_seat(ctx, whole, o->seat, &text, err);
	else
		buf_add(&text, whole->p, whole->n);
	if (result == 0 && o->out != NULL)
		result = deliver_file(&ctx->run, o->out, n, &text, err);
	if (result == 0 && ctx->out.json)
		result = put_json(ctx, n, err);
	else if (result == 0 && o->out == NULL)
		buf_add(ctx->out.print->out, text.p, text.n);
	output_flush(&ctx->out);
	buf_release(&text);
	return result;
}

static int
put_one(void *arg, int64_t n, struct err *err)
{
	struct ctx *ctx = arg;
	struct buf text = BUF_INIT;
	int result = host_text(ctx->run.host, &n, &text, err);

	if (result == 0)
		result = put_text(ctx, n, &text, err);
	buf_release(&text);
	return result;
}

/* Records delivery. Until here the game file is open for reading only. */
static int
note_delivered(struct ctx *ctx, int64_t n, struct err *err)
{
	struct digest *d = mem_new(sizeof *d);
	struct host *h = NULL;
	struct hash head;
	char head_text[HASH_TEXT + 1];
	int result = rollback_check(&ctx->run, err);

	if (result == 0 && host_digest(ctx->run.host, n, d, NULL, &head, err) < 0) {
		result = -1;
		if (err->code == ERR_NOT_FOUND)
			(void)err_set(
			    err, ERR_USAGE, "--delivered %lld: no such digest", (long long)n);
	}
	if (result == 0)
		result = host_open(&h, ctx->run.path, true, ctx->user.games, err);
	if (result == 0) {
		hash_text(&head, head_text);
		rollback_check_note_made(&ctx->run, n, head_text);
		result = host_delivered(h, n, err);
	}
	if (h != NULL) {
		host_close(h);
		today_keep(&ctx->run);
	}
	free(d);
	return result;
}

/* Prints the digests `first` to `last`; -1: the newest. */
static int
put_range(struct ctx *ctx, int64_t first, int64_t last, struct err *err)
{
	struct buf text = BUF_INIT;
	int result = 0;

	if (last < 0)
		result = host_text(ctx->run.host, &last, &text, err);
	for (int64_t n = first < 0 ? last : first; n <= last && result == 0; n++)
		result = put_one(ctx, n, err);
	buf_release(&text);
	return result;
}

/* Prints the words for the seat. `first` is digest 0, `newest` the one that the seat answers. */
static int
put_words(struct ctx *ctx, const struct digest *first, const struct digest *newest, struct err *err)
{
	const struct digest_opt *o = ctx->opt;
	struct buf key = BUF_INIT, host = BUF_INIT, file = BUF_INIT, save = BUF_INIT;
	struct invitation v = { .d = newest, .limit_s = first->clock.limit_s };
	int result = host_key_name(ctx->run.host, &key, err);

	v.seat = names_find(&newest->names, o->seat, strlen(o->seat));
	if (result == 0 && v.seat == SEAT_NONE)
		result = err_set(
		    err, ERR_NOT_FOUND, "no seat %s in game %s", o->seat, newest->game);
	if (result == 0 && ((unsigned)newest->bots >> v.seat & 1u) != 0)
		result = err_set(err, ERR_USAGE, "%s is a bot, and needs no invitation", o->seat);
	if (result == 0 && ((unsigned)newest->custody >> v.seat & 1u) != 0) {
		(void)err_set(
		    err, ERR_USAGE, "%s plays by plain mail, and needs no program", o->seat);
		result = err_hint(err, "adit mail --flush sends the invitation");
	}
	if (result == 0) {
		invitation_host(buf_cstr(&key), &host);
		buf_fmt(&file, "%s.txt", newest->game);
		buf_fmt(&save, "\nSave all of this text as %s, then type in its folder:\n", file.p);
		v.host = buf_cstr(&host);
		v.file = file.p;
		invitation_lead(&v, ctx->out.print->out);
		buf_chr(ctx->out.print->out, '\n');
		invitation_words(&v, ctx->out.print->out);
		invitation_commands(&v, save.p,
		    "Answer the host with answer.txt, in the text or attached.\n",
		    ctx->out.print->out);
		buf_chr(ctx->out.print->out, '\n');
	}
	buf_release(&save);
	buf_release(&file);
	buf_release(&host);
	buf_release(&key);
	return result;
}

/* Prints words and digests, which the player can save as one file. */
static int
put_invitation(struct ctx *ctx, struct err *err)
{
	struct digest *first = mem_new(sizeof *first), *newest = mem_new(sizeof *newest);
	int result = host_digest(ctx->run.host, 0, first, NULL, NULL, err);

	if (result == 0)
		result = host_digest(ctx->run.host, first->dealing == DIGEST_DEALING_OPEN ? -1 : 0,
		    newest, NULL, NULL, err);
	if (result == 0 && first->dealing != newest->dealing) {
		(void)err_set(err, ERR_STALE, "the cards are dealt: nobody can join");
		result = err_hint(err, "`adit join --standby` asks for a seat that becomes free");
	}
	if (result == 0) {
		names_take_shown(&newest->names, &first->names);
		result = put_words(ctx, first, newest, err);
	}
	if (result == 0)
		result = put_range(ctx, 0, newest->n, err);
	free(newest);
	free(first);
	return result;
}

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	const struct digest_opt *o = ctx->opt;
	int64_t n = -1;

	if (o->seat != NULL && ctx->out.json && o->out == NULL)
		return err_set(
		    err, ERR_USAGE, "--json prints the public part: with --seat it requires --out");
	if (argc > 0 && (o->all || o->undelivered || o->delivered.given || o->invitation))
		return err_set(err, ERR_USAGE, "a number and --%s exclude each other",
		    o->all             ? "all" :
			o->undelivered ? "undelivered" :
			o->invitation  ? "invitation" :
					 "delivered");
	if (o->invitation)
		return put_invitation(ctx, err);
	if (o->delivered.given)
		return note_delivered(ctx, o->delivered.value, err);
	if (o->undelivered)
		return host_each_undelivered(ctx->run.host, put_one, ctx, err);
	if (argc > 0 && number_parse(argv[0], strlen(argv[0]), INT32_MAX, &n) < 0)
		return err_set(err, ERR_USAGE, "\"%s\" is not the number of a digest", argv[0]);
	return put_range(ctx, o->all ? 0 : n, n, err);
}

const struct cmd cmd_digest = {
	.name = "digest",
	.synopsis = "[--out=DIR] [--seat=NAME] GAME.db [N|--all|--undelivered]\n"
		    "--invitation --seat=NAME GAME.db\n"
		    "--delivered=N GAME.db",
	.summary = HELP("print a digest again, byte for byte"),
	.text = HELP("Without N: the newest."),
	.group = GROUP_HOST,
	.need = NEED_STORE_READ,
	.opt = opt,
	.opt_size = sizeof(struct digest_opt),
	.opt_rule = opt_rule,
	.args_min = 1,
	.args_max = 2,
	.run = run,
};
