#ifndef ADIT_HOST_SEAT_KEY_H
#define ADIT_HOST_SEAT_KEY_H

#include "host/command.h"

/* The public keys of seats: reading, checking, assigning. */

/* Parses public keys. ERR_SYNTAX. */
int seat_key_read(const char *sign, const char *age, struct pubkey *card, struct err *err);
/* Checks that both keys are unused, by the seats and by the host. `seat`: the seat that gets
 * them, or SEAT_NONE. ERR_RULE. */
int seat_key_check(const struct table *t, uint8_t seat, const struct pubkey *card, struct err *err);
/* Checks that the key has signed the proof for this seat. ERR_AUTH. */
int seat_key_check_proof(const char *game, const char *seat, const struct pubkey *card,
    const unsigned char proof[static MINISIGN_BYTES], struct err *err);
/* Gives the seat these keys. Drops its queued orders and its vote on an undo request. */
int seat_key_assign(struct command *w, uint8_t seat, const struct pubkey *card,
    struct digest_cause *cause, struct err *err);

#endif
