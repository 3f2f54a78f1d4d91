#ifndef ADIT_CLI_ORDER_COMMON_H
#define ADIT_CLI_ORDER_COMMON_H

#include "cli/cmd.h"
#include "player/player.h"

/* Code shared by the verbs that make an order: join, confirm, sign, rotate-key. */

struct order_opt {
	const char *digest, *seat, *say, *turn, *until, *to, *export, *host;
	struct opt_list or ;
	struct opt_number seq;
	bool clear, force, standby, withdraw, again, commands;
};

#define ORDER_AT(member) offsetof(struct order_opt, member)

/* Rows of their option tables. `acted` says what the order does with the digest. */
#define ORDER_OPT_DIGEST(acted)                                                               \
	{                                                                                     \
		"digest", 'd', OPT_TEXT, ORDER_AT(digest), "DIGEST",                          \
		    "the digest " acted ": a file, - or a folder with digests, of which the " \
		    "newest is taken; default: the folder turns/ here, else the newest read", \
		    0, 0                                                                      \
	}
#define ORDER_OPT_SEQ                                                                              \
	{                                                                                          \
		"seq", 0, OPT_NUMBER, ORDER_AT(seq), "N", "replaces orders with lower numbers", 1, \
		    INT64_MAX                                                                      \
	}
#define ORDER_OPT_CLEAR                                           \
	{                                                         \
		"clear", 0, OPT_FLAG, ORDER_AT(clear), NULL,      \
		    "do not seal it: everybody can read it", 0, 0 \
	}
#define ORDER_OPT_EXPORT                                                                          \
	{                                                                                         \
		"export", 0, OPT_TEXT, ORDER_AT(export), "DIR",                                   \
		    "also write DIR/order.txt and DIR/order.txt.minisig for stock minisign", 0, 0 \
	}
#define ORDER_OPT_HOST                                                            \
	{                                                                         \
		"host", 0, OPT_TEXT, ORDER_AT(host), "FINGERPRINT|FILE",          \
		    "insist on the host of this fingerprint or public card", 0, 0 \
	}

/*
 * Reads and verifies the digest, then calls `make` to make the order. With --export writes it for
 * stock minisign. Prints it sealed to the host, or in clear (--clear). `deals`: an answer before
 * the deal. Then a folder is read whole, and a player without a view reads the public part; `make`
 * must report what is wrong.
 */
int order_give(struct ctx *ctx, bool deals,
    int (*make)(struct ctx *ctx, const struct player_read *r, void *arg, struct parsed_order *order,
	struct err *err),
    void *arg, struct err *err);

/* The last step of order_give: stores the order and prints its block. */
int order_print(const struct ctx *ctx, const struct player_read *r,
    const struct parsed_order *order, bool clear, struct err *err);

/* ERR_STALE if the digest is older than the newest one read in this home. */
int order_check_newest(const struct player_read *r, struct err *err);

#endif
