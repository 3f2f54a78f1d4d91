/*
 * adit of a host that says of every order for every turn that it is not possible now: `adit read` and `adit audit` of
 * who has signed it must find that, before it is revealed.  The linker hands each call of step_choose to this one.
 */
#include "host/step.h"

int __wrap_step_choose(const struct table *t, const struct host_state *hs, uint8_t seat,
    const struct block *b, const struct dice *dice, struct turn *turn, struct err *err);
int __real_step_choose(const struct table *t, const struct host_state *hs, uint8_t seat,
    const struct block *b, const struct dice *dice, struct turn *turn, struct err *err);

int
__wrap_step_choose(const struct table *t, const struct host_state *hs, uint8_t seat,
    const struct block *b, const struct dice *dice, struct turn *turn, struct err *err)
{
	if (b->turn == TURN_EVERY)
		return err_set(err, ERR_RULE, "not as far as I am concerned");
	return __real_step_choose(t, hs, seat, b, dice, turn, err);
}
