#ifndef ADIT_SEAL_CUSTODY_H
#define ADIT_SEAL_CUSTODY_H

#include "seal/key.h"

/*
 * Keys of a seat in custody: the host keeps them, and they follow from its own key, so that a
 * rebuilt game file has them, too. adit(5), "Plain seats", is the contract; its vectors are tests.
 *
 * seed = H("adit/custody", seed of the host's secret signing key, game, seat, u64le number)
 *
 * number: 1 when the seat is given into custody for the first time, then 2, and so on.
 */
enum { CUSTODY_TOKEN_TEXT = 16 };

/* The host's signing key must be unlocked. The result is a secret: seal_wipe. */
struct hash custody_seed(
    const struct seckey *host, const char *game, const char *seat, uint64_t number);

/* Returns both key pairs that follow from the seed, or NULL and *err. End with seckey_free. */
struct seckey *custody_key(const struct hash *seed, struct err *err);

/* The same for the seed of this seat. */
struct seckey *custody_seat_key(const struct seckey *host, const char *game, const char *seat,
    uint64_t number, struct err *err);

/*
 * The secret that a mail to such a seat has, and that a reply must bring back: the first 80 bits,
 * in base32, of H("adit/plain-mail", seed, address, u64le n, kind, id). It belongs to one mail, one
 * kind and one address. n: the newest digest of the mail. kind: "m" for its Message-ID, "c" for its
 * reply code. id: "" for a digest, else the kind of message of mail/message_id.h.
 */
void custody_token(const struct hash *seed, const char *address, int64_t n, char kind,
    const char *id, char token[static CUSTODY_TOKEN_TEXT + 1]);

#endif
