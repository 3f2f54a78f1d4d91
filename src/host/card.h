#ifndef ADIT_HOST_CARD_H
#define ADIT_HOST_CARD_H

#include "host/work.h"

/* The public cards of seats, as they come and are given. */

/* A public card of these texts: ERR_SYNTAX. */
int card_read(const char *sign, const char *age, struct pubkey *card, struct err *err);
/* Are both keys nobody's, neither a seat's (`seat`: whose they are to be, or SEAT_NONE) nor the host's?  ERR_RULE. */
int card_check(const struct table *t, uint8_t seat, const struct pubkey *card, struct err *err);
/* Has the key signed that it wants this seat?  ERR_AUTH. */
int card_prove(const char *game, const char *seat, const struct pubkey *card,
    const unsigned char proof[static MINISIGN_BYTES], struct err *err);
/* The seat gets these keys: what was stored for it falls, and so does its vote on taking back. */
int card_give(
    struct work *w, uint8_t seat, const struct pubkey *card, struct cause *cause, struct err *err);

#endif
