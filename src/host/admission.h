#ifndef ADIT_HOST_ADMISSION_H
#define ADIT_HOST_ADMISSION_H

#include "core/late_policy.h"
#include "host/table.h"
#include "text/turnline.h"

/* What an order means in the current state. The host and an audit use the same functions.
 * Nothing here accesses the store. */

/* How an order is handled, by its turn. */
enum admission {
	ADMISSION_BOUND, /* to the turn it names: checks turn, head and seq */
	ADMISSION_OPEN,  /* out of turn, printed at once; uses seq_open */
	ADMISSION_FREE,  /* out of turn: other standing orders; uses seq_any */
	ADMISSION_LATER  /* queued until the turn of its seat */
};
int admission_classify(const struct table *t, const struct host_state *hs, uint8_t seat,
    const struct order_block *b, enum admission *binding, struct err *err);

/* admission_is_cancel: true if the order cancels a queued order. admission_queue: the queue that
 * it cancels, or that a ADMISSION_LATER order goes to. */
bool admission_is_cancel(const struct order_block *b);
enum store_queue admission_queue(const struct order_block *b);

/* Checks that the order may come now: right turn, unused seq. Records the seq in hs. */
int admission_accept(const struct table *t, struct host_state *hs, uint8_t seat,
    const struct order_block *b, enum admission binding, struct err *err);

/* Selects the first alternative that is legal now, tried with the DRBG that plays it; "suggest"
 * uses it, too. If there is none, *err says why the first alternative is not legal. */
int admission_choose(const struct table *t, const struct host_state *hs, uint8_t seat,
    const struct order_block *b, const struct drbg *dice, struct turn *turn, struct err *err);

/* Returns one step of a policy for the seat that is to move. The policy must be known, and not
 * LATE_WAIT. */
struct order admission_policy(
    const struct host_state *hs, enum late_policy policy, struct drbg *dice);

/* Checks that all alternatives can be queued. ERR_SYNTAX if one cannot be parsed. */
int admission_check_words(
    const struct table *t, uint8_t seat, const struct order_block *b, struct err *err);

#endif
