#ifndef ADIT_HOST_BOTS_H
#define ADIT_HOST_BOTS_H

#include "host/command.h"

/*
 * Bots at a table (wire/bots.h). The seat of a bot is in custody (host/custody.h). Its orders are
 * signed and sealed as those of any seat. What a bot plays is a function of the view of its seat, of
 * what the seat has seen, of the policy in digest 0, and of a seed that the last confirmation fixes:
 * the host can try nothing out, and an audit repeats the choice.
 */

/* Returns the seat of the bot that has to play now, or SEAT_NONE. */
uint8_t bots_due(const struct command *w);

/* True if one of the bots reads its memory. */
bool bots_remember(const struct bots *bots);

/* True if this program has the policy. */
bool bots_is_known(const struct rules *rules, const struct bot_seat *b);

/*
 * Appends the line that a program plays for the seat that is to move. It is a bot (bots_due), and
 * w->memory must be known if bots_remember; or the late policy searches, from the view alone.
 * ERR_PENDING: this program does not have the policy.
 */
int bots_choose(const struct command *w, struct buf *line, struct err *err);

/* Adds what bots see of the next digest to w->memory, if that is known. bots_forget frees it. */
void bots_learn(struct command *w, const struct events *ev);
void bots_forget(struct command *w);

/*
 * A search may take long, and other processes must not wait for it: in a transaction programs search
 * no more than BOTS_ITERATIONS. Then bots_line sets w->bots_wait and fails. After the rollback
 * bots_think chooses the order, which the host keeps with the digest that it answers, and the command
 * runs again. If the table has changed meanwhile, the bot that moves then answers another digest.
 */
enum { BOTS_ITERATIONS = 5000 };
int bots_think(const struct command *w, struct err *err);

/* Returns the line of bots_choose, or NULL. n: the iterations that it takes. The host owns it, until
 * the next choice. */
const char *bots_line(struct command *w, uint32_t n, struct err *err);

/* Of the live host: plays for the bot that is due, in a digest of its own, at the same time.
 * bots_exec_play plays for all, which a file lacks that was rebuilt from some of the digests of a
 * run; no argument. */
int bots_play(struct command *w, const struct seckey *host, struct err *err);
command_fn bots_exec_play;

/* Returns the policy that a host has chosen: "bot" (greedy), "bot:greedy:2" or "bot:search:N".
 * Returns 1, 0 if the word is none of these, or -1 with ERR_USAGE. */
int bots_option(const char *s, const struct rules *rules, struct bot_seat *out, struct err *err);

#endif
