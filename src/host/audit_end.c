/*
 * What a host owes to the public when a round ends, and when the game does.  Kept back it proves
 * nothing wrong, so that without this a lie would stay "not revealed yet" for ever.
 */

#include "host/audit_own.h"
#include "host/deal.h"
#include "text/act.h"

/* The keys of round r that are due when `item` has come: all but those that stay secret for longer. */
static void
check_round(struct audit_work *w, const struct audit_item *item, unsigned r, unsigned last_epoch, bool over)
{
	for (unsigned p = 1; p < RNG_PURPOSES; p++) {
		if (deal_is_kept(&w->item[0].d->pub.known, p) && !over)
			continue;
		for (unsigned epoch = 0; epoch <= last_epoch; epoch++) {
			uint32_t id = derive_key_id(epoch, r, p);

			if (dice_key_find(&w->keys, id) == NULL)
				audit_note(w, item->n, AUDIT_KEYS, AUDIT_FAIL,
				    "round %u is over, but key %lu is not "
				    "revealed",
				    r, (unsigned long)id);
		}
	}
}

void
audit_ends(struct audit_work *w)
{
	unsigned epoch = 0, last_epoch[ROUNDS_MAX + 1] = { 0 };

	for (size_t i = 1; i < w->n_item && w->item[i].n == (int64_t)i; i++) {
		const struct audit_item *item = &w->item[i];
		unsigned round = w->item[i - 1].d->round;
		bool over = audit_section_has(w, item->t.events, "game-over");
		struct act act;
		struct err none = ERR_INIT;

		if (act_find(w->text.p, &item->t, &act, &none) == 1 && act.kind == ACT_UNDO &&
		    act.epoch > 0)
			epoch = (unsigned)(act.epoch & 0xffff);
		if ((audit_section_has(w, item->t.events, "round-end ") || over) && round >= 1) {
			last_epoch[round] = epoch;
			check_round(w, item, round, epoch, false);
		}
		for (unsigned r = 1; over && r <= round; r++)
			check_round(w, item, r, last_epoch[r], true);
		if (over && !w->has_secret)
			audit_note(w, item->n, AUDIT_SECRET, AUDIT_FAIL,
			    "the game is over, but the secret is not revealed");
	}
}
