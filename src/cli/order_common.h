#ifndef ADIT_CLI_ORDER_COMMON_H
#define ADIT_CLI_ORDER_COMMON_H

#include "cli/cmd.h"
#include "player/order_input.h"
#include "player/player.h"

/* Code shared by the verbs that make an order: join, confirm, sign, rotate-key. */

struct order_opt {
	const char *digest, *seat, *say, *turn, *until, *to, *export, *host, *remote;
	struct opt_list or ;
	struct opt_number seq;
	bool clear, force, standby, withdraw, again, commands;
};

#define ORDER_AT(member) offsetof(struct order_opt, member)

/* Rows of their option tables. `text` says what the order does with the digest. */
#define ORDER_OPT_DIGEST(text)                                                  \
	{                                                                       \
		"digest", 'd', OPT_TEXT, ORDER_AT(digest), "DIGEST", text, 0, 0 \
	}
#define ORDER_OPT_SEQ                                                        \
	{                                                                    \
		"seq", 0, OPT_NUMBER, ORDER_AT(seq), "N",                    \
		    HELP("replaces orders with lower numbers"), 1, INT64_MAX \
	}
#define ORDER_OPT_CLEAR                                                 \
	{                                                               \
		"clear", 0, OPT_FLAG, ORDER_AT(clear), NULL,            \
		    HELP("do not seal it: everybody can read it"), 0, 0 \
	}
#define ORDER_OPT_EXPORT                                                                 \
	{                                                                                \
		"export", 0, OPT_TEXT, ORDER_AT(export), "DIR",                          \
		    HELP("also write DIR/order.txt and DIR/order.txt.minisig for stock " \
			 "minisign"),                                                    \
		    0, 0                                                                 \
	}
#define ORDER_OPT_HOST                                                                  \
	{                                                                               \
		"host", 0, OPT_TEXT, ORDER_AT(host), "FINGERPRINT|FILE",                \
		    HELP("insist on the host of this fingerprint or public card"), 0, 0 \
	}

/* Makes the order of a verb for a verified digest. */
typedef int order_maker(struct ctx *ctx, const struct player_read *r, void *arg,
    struct parsed_order *order, struct err *err);

/*
 * Reads and verifies the digest (as digest_input_acted_on), then calls `make` to make the order. With --export writes it for
 * stock minisign. Prints it sealed to the host, or in clear (--clear). `deals`: an answer before
 * the deal. Then a folder is read whole, and a player without a view reads the public part; `make`
 * must report what is wrong.
 */
int order_give(
    struct ctx *ctx, const char *digest, bool deals, order_maker *make, void *arg, struct err *err);

/* The same for digests in a text. Stores the order and appends its block instead of printing it.
 * *r is empty; the caller releases it. The caller wipes *order. */
int order_make(struct ctx *ctx, const struct buf *text, bool deals, order_maker *make, void *arg,
    struct player_read *r, struct parsed_order *order, struct buf *block, struct err *err);

/* The last step of order_give: stores the order and prints its block. */
int order_print(const struct ctx *ctx, const struct player_read *r,
    const struct parsed_order *order, bool clear, struct err *err);

/* ERR_STALE if the digest is older than the newest one read in this home. */
int order_check_newest(const struct player_read *r, struct err *err);

/* The order of sign and send: an ORDER and the options of ORDER_OPTS_SIGN. order_wish_read reads it;
 * the caller wipes w->text. order_wish_make makes it, as an order_maker whose `arg` is w->order. */
#define ORDER_OPTS_SIGN                                                                         \
	{ "or", 0, OPT_LIST, ORDER_AT(or), "ORDER",                                             \
		HELP("alternative, played if the orders before it are illegal"), 0, 0 },        \
	    { "say", 0, OPT_TEXT, ORDER_AT(say), "TEXT", HELP("say this to the table"), 0, 0 }, \
	    { "turn", 0, OPT_TEXT, ORDER_AT(turn), "TURN",                                      \
		    HELP("a number; next: queue the order for my next turn; every: for "        \
			 "all my turns; any: not bound to a turn"),                             \
		    0, 0 },                                                                     \
	    { "until", 0, OPT_TEXT, ORDER_AT(until), "DATE",                                    \
		    HELP("with --turn every: the last day (in UTC) on which it is "             \
			 "played, or the time of its end"),                                     \
		    0, 0 },                                                                     \
	    ORDER_OPT_SEQ, ORDER_OPT_CLEAR,                                                     \
	    { "operator", 0, OPT_FLAG, ORDER_AT(commands), NULL,                                \
		    HELP("sign a command as the table's operator: status, tick, pause "         \
			 "DATE|off, undo N REASON, seat NAME=FILE|NAME=mail:ADDR REASON"),      \
		    0, 0 },                                                                     \
	    { "force", 0, OPT_FLAG, ORDER_AT(force), NULL,                                      \
		    HELP("do not check whether order and digest are still good"), 0, 0 },       \
	    ORDER_OPT_EXPORT, ORDER_OPT_HOST
int order_wish_read(
    const struct order_opt *o, int argc, char **argv, struct order_input *w, struct err *err);
order_maker order_wish_make;

#endif
