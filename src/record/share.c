/* Shares of the deal: is what a digest says of the seats what they gave to it? */

#include "record/share.h"

#include <string.h>

#include "seal/derive.h"

static int
cheat(const struct digest *d, struct err *err, const char *what, const char *seat)
{
	(void)err_set(
	    err, ERR_AUTH, "the host cheats in digest %lld: %s %s", (long long)d->n, what, seat);
	return err_hint(err, "keep the digest: the host has signed it");
}

bool
seat_is_of(const struct digest *d, unsigned seat, const struct secret *me)
{
	char sign[SIGN_TEXT + 1], box[AGE_TEXT + 1];

	pubkey_sign_text(&me->pub, sign);
	pubkey_box_text(&me->pub, box);
	return strcmp(d->seat_sign[seat], sign) == 0 && strcmp(d->seat_age[seat], box) == 0;
}

int
shares_check(const struct digest *d, const struct secret *me, struct err *err)
{
	for (unsigned i = 0; i < d->names.n && d->has_seats; i++) {
		const char *seat = d->names.seat[i];
		struct hash commit = derive_seat_commit(d->game, seat, d->seat_reveal[i]);

		if (d->has_reveal[i] &&
		    (!d->has_commit[i] || memcmp(commit.b, d->seat_commit[i], HASH_BYTES) != 0))
			return cheat(
			    d, err, "what is revealed is not what was committed to by", seat);
		for (unsigned k = 0; k < i; k++) {
			if (d->has_commit[i] && d->has_commit[k] &&
			    memcmp(d->seat_commit[i], d->seat_commit[k], HASH_BYTES) == 0)
				return cheat(
				    d, err, "one commitment for two seats, the second is", seat);
			if (d->seat_sign[i][0] != '\0' &&
			    strcmp(d->seat_sign[i], d->seat_sign[k]) == 0)
				return cheat(d, err, "one key for two seats, the second is", seat);
		}
		if (me == NULL || !d->has_commit[i] || !seat_is_of(d, i, me))
			continue;
		struct hash r = derive_share(me, d->game, seat, d->attempt);

		commit = derive_seat_commit(d->game, seat, r.b);
		seal_wipe(&r, sizeof r);
		if (memcmp(commit.b, d->seat_commit[i], HASH_BYTES) != 0)
			return cheat(d, err, "another commitment than yours stands for", seat);
	}
	return 0;
}
