/* adit seat: replace the keys of a seat, or remove a standby. */
#include "cli/cmd.h"
#include "mail/address.h"
#include "record/keys.h"
#include "service/deliver.h"
#include "text/commandline.h"
#include "util/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct seat_opt {
	const char *replace, *reason, *out;
	struct opt_number drop;
};

static const struct opt opt[] = {
	CMD_OPTION("replace", 0, OPT_TEXT, offsetof(struct seat_opt, replace), "FILE",
	    "the new public key file of the seat"),
	{ "drop-standby", 0, OPT_NUMBER, offsetof(struct seat_opt, drop), "N",
	    HELP("remove the player who waits since digest N from the waiting list"), 1,
	    INT32_MAX },
	CMD_OPTION("reason", 0, OPT_TEXT, offsetof(struct seat_opt, reason), "TEXT",
	    "why; every player reads it"),
	CMD_OPTION("out", 0, OPT_TEXT, offsetof(struct seat_opt, out), "DIR",
	    "write digests to DIR/turns/NNNNNN.txt and print their names"),
	{ .name = NULL },
};

static const struct opt_rule opt_rule[] = {
	{ "drop-standby", "replace", NULL },
	{ .name = NULL },
};

struct replace {
	const struct seat_opt *opt;
	char seat[NAME_MAX_LEN + 2]; /* one byte more than any name */
	const char *reason;
	const char *address; /* of a seat that is given into custody, or NULL */
	struct pubkey card;
};

static int
make(struct table_run *run, const void *arg, int64_t delivered, struct host_result *r,
    struct err *err)
{
	const struct replace *to = arg;
	const struct seat_opt *o = to->opt;

	if (o->drop.given)
		return host_drop(run->host, run->user->key, o->drop.value, o->reason,
		    run->user->now, delivered, r, err);
	if (to->address != NULL)
		return host_give_custody(run->host, run->user->key, to->seat, to->address,
		    to->reason, run->user->now, delivered, r, err);
	return host_replace(run->host, run->user->key, to->seat, &to->card, to->reason,
	    run->user->now, delivered, r, err);
}

/* Parses NAME, NAME=FILE or NAME=mail:ADDR. */
static int
parse_seat(const struct seat_opt *o, const char *arg, struct replace *to, struct err *err)
{
	const size_t n = strcspn(arg, "=");
	const char *value = arg[n] == '=' ? arg + n + 1 : o->replace;

	(void)snprintf(to->seat, sizeof to->seat, "%.*s",
	    (int)(n < NAME_MAX_LEN + 1 ? n : NAME_MAX_LEN + 1), arg);
	if (arg[n] == '=' && o->replace != NULL)
		return err_set(err, ERR_USAGE, "--replace conflicts with NAME=FILE");
	if (value == NULL)
		return err_set(err, ERR_USAGE, "--replace FILE, or NAME=FILE, is required");
	to->address = commandline_plain_seat(value);
	if (to->address == NULL)
		return keys_read_fresh(value, &to->card, err);
	return address_check(to->address, err);
}

/* Sets the reason for the way into custody or out of it. */
static int
set_custody_reason(const struct ctx *ctx, struct replace *to, struct err *err)
{
	struct host_status *s = mem_zero(1, sizeof *s);
	const int result = host_status(ctx->run.host, s, err);
	const uint8_t seat = names_find(&s->d.names, to->seat, strlen(to->seat));

	if (to->address != NULL)
		to->reason = "the player has only a mail program: the host keeps the keys";
	else if (seat != SEAT_NONE && ((unsigned)s->d.custody >> seat & 1u) != 0)
		to->reason = "the player has keys of their own now";
	free(s);
	return result;
}

static int
run(struct ctx *ctx, int argc, char **argv, struct err *err)
{
	const struct seat_opt *o = ctx->opt;
	struct replace to = { .opt = o, .reason = o->reason };

	if (o->drop.given == (argc > 0))
		return err_set(err, ERR_USAGE,
		    argc > 0 ? "--drop-standby N conflicts with a seat" :
			       "which seat? NAME is missing");
	if (!o->drop.given &&
	    (parse_seat(o, argv[0], &to, err) < 0 ||
		(to.reason == NULL && set_custody_reason(ctx, &to, err) < 0)))
		return -1;
	if (to.reason == NULL)
		return err_set(err, ERR_USAGE, "--reason TEXT is required");
	return deliver_act(&ctx->run, o->out, make, &to, err);
}

const struct cmd cmd_seat = {
	.name = "seat",
	.synopsis = "--replace=FILE --reason=TEXT [-k HOST] [--out=DIR] GAME.db NAME\n"
		    "[--reason=TEXT] [-k HOST] [--out=DIR] GAME.db NAME=FILE|NAME=mail:ADDR\n"
		    "--drop-standby=N --reason=TEXT GAME.db",
	.summary = HELP("give the seat NAME another key, or drop a player from the waiting list"),
	.text = HELP(
	    "For a player who has lost the key, or for a substitute.  Every digest reports the "
	    "change until more than half of the other seats have confirmed it with the order "
	    "\"vote NAME yes\".\n\nNAME=mail:ADDR gives the seat to a player who has only a "
	    "mail program: the host keeps its keys (custody), and every digest says so.  "
	    "NAME=FILE ends that.  For both, --reason is not required.\n\nWith --drop-standby "
	    "the player who waits since digest N is "
	    "removed from the waiting list, and may join it again.  `adit status --json` shows "
	    "the list."),
	.group = GROUP_HOST,
	.need = NEED_STORE_WRITE | NEED_KEY_OF_GAME | NEED_NOW,
	.opt = opt,
	.opt_size = sizeof(struct seat_opt),
	.opt_rule = opt_rule,
	.args_min = 1,
	.args_max = 2,
	.run = run,
};
