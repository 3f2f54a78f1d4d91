#ifndef ADIT_HOST_SEAT_KEY_H
#define ADIT_HOST_SEAT_KEY_H

#include "host/command.h"

/* The public cards of seats, as they come and are given. */

/* A public card of these texts: ERR_SYNTAX. */
int seat_key_read(const char *sign, const char *age, struct pubkey *card, struct err *err);
/* Are both keys nobody's, neither a seat's (`seat`: whose they are to be, or SEAT_NONE) nor the host's?  ERR_RULE. */
int seat_key_check(const struct table *t, uint8_t seat, const struct pubkey *card, struct err *err);
/* Has the key signed that it wants this seat?  ERR_AUTH. */
int seat_key_check_proof(const char *game, const char *seat, const struct pubkey *card,
    const unsigned char proof[static MINISIGN_BYTES], struct err *err);
/* The seat gets these keys: what was stored for it falls, and so does its vote on taking back. */
int seat_key_assign(struct command *w, uint8_t seat, const struct pubkey *card,
    struct digest_cause *cause, struct err *err);

#endif
