#ifndef ADIT_CLI_ORDER_COMMON_H
#define ADIT_CLI_ORDER_COMMON_H

#include "cli/cmd.h"
#include "player/player.h"

/* What all verbs have in common by which a player orders something: join, confirm, sign, rotate-key. */

struct order_opt {
	const char *digest, *seat, *say, *turn, *until, *to, *export, *host;
	struct opt_list or ;
	struct opt_number seq;
	bool clear, force, standby, withdraw, again;
};

#define ORDER_AT(member) offsetof(struct order_opt, member)

/* Rows of their tables: the digest that is acted on, or answered. */
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
		    INT32_MAX                                                                      \
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
 * Read and verify the digest acted on, let `make` make the order from it, write it for stock minisign
 * (--export), and print it: sealed to the host of the digest, or in clear (--clear).  deals: it is
 * an answer before the deal, for which a folder is read whole; who has no view reads the public part, and
 * make is to say what is wrong.
 */
int order_give(struct ctx *ctx, bool deals,
    int (*make)(struct ctx *ctx, const struct player_read *r, void *arg, struct parsed_order *order,
	struct err *err),
    void *arg, struct err *err);

/* How that begins: as digest_input_verify with the key; deals: else without it. */
int order_read(struct ctx *ctx, const struct buf *text, const char *host, bool deals,
    struct player_read *r, struct err *err);

/* How that ends: keep the order, and print its block. */
int order_print(const struct ctx *ctx, const struct player_read *r,
    const struct parsed_order *order, bool clear, struct err *err);

/* An order acts on the newest digest that was read here.  ERR_STALE: this is an older one. */
int order_check_newest(const struct player_read *r, struct err *err);

#endif
