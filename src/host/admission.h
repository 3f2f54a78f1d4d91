#ifndef ADIT_HOST_ADMISSION_H
#define ADIT_HOST_ADMISSION_H

#include "core/late_policy.h"
#include "host/table.h"
#include "text/turnline.h"

/*
 * What an order means where the game stands: the same for the host that takes it and for whoever
 * audits that afterwards.  Nothing here touches a store.
 */

/* What an order's turn means for it. */
enum admission {
	BOUND, /* to the turn it names: that turn, its head, its seq */
	OPEN,  /* lawful at any time and printed at once; each with a higher seq_open */
	FREE,  /* lawful at any time: other standing orders; each with a higher seq_any */
	LATER  /* kept until its seat's turn comes */
};
int admission_classify(const struct table *t, const struct host_state *hs, uint8_t seat,
    const struct order_block *b, enum admission *binding, struct err *err);

/* Does it take a stored order back?  Which one, or which is it, if it is LATER? */
bool admission_is_cancel(const struct order_block *b);
enum store_queue admission_wait(const struct order_block *b);

/* May it come now: the right turn, a seq that was not used?  Notes the seq. */
int admission_accept(const struct table *t, struct host_state *hs, uint8_t seat,
    const struct order_block *b, enum admission binding, struct err *err);

/* The first alternative that is legal now, tried with the dice it will be played with, by which "suggest" is
 * found, too.  If none is, *err says why the first is not. */
int admission_choose(const struct table *t, const struct host_state *hs, uint8_t seat,
    const struct order_block *b, const struct drbg *dice, struct turn *turn, struct err *err);

/* What a policy (not LATE_WAIT, and known) plays for the seat that is to move: one step. */
struct order admission_policy(
    const struct host_state *hs, enum late_policy policy, struct drbg *dice);

/* Is this alternative an order that may be kept for later?  ERR_SYNTAX if not. */
int admission_check_words(
    const struct table *t, uint8_t seat, const struct order_block *b, struct err *err);

#endif
