#ifndef ADIT_MAIL_PLAIN_SEAT_H
#define ADIT_MAIL_PLAIN_SEAT_H

#include "host/table.h"
#include "mail/message.h"
#include "mail/message_id.h"
#include "seal/custody.h"

/*
 * A plain seat (adit(5), PLAIN SEATS): its keys, and the secrets of the mails to it. Each mail has
 * one in its Message-ID and another one in its reply code. A reply brings one of them back.
 */
struct plain_seat {
	uint8_t seat;
	struct hash seed;
	struct seckey *key; /* of the seat */
	const char *game;   /* borrowed from the table */
	char name[NAME_MAX_LEN + 1];
	char address[MAIL_ADDRESS_MAX + 1]; /* "": none, and no secret is valid */
};

/* Sets *out for a seat in custody, with `address`. host: the host's key, which is unlocked. Errors
 * of seckey_unlock. End with plain_seat_close. */
int plain_seat_open(const struct table *t, const struct host_state *hs, const struct seckey *host,
    uint8_t seat, const char *address, struct plain_seat *out, struct err *err);
void plain_seat_close(struct plain_seat *p);

/* Append the Message-ID, and the reply code GAME.N.TOKEN or GAME.N.KIND.TOKEN, of the mail that
 * follows digest n. kind: "" or as message_kind makes it. */
void plain_seat_id(
    const struct plain_seat *p, int64_t n, const char *kind, const char *domain, struct buf *out);
void plain_seat_code(const struct plain_seat *p, int64_t n, const char *kind, struct buf *out);

/* True if this is the Message-ID of a mail to this seat, or (is_code) its reply code. Case does not
 * matter in a code. */
bool plain_seat_is_own(const struct plain_seat *p, const char *s, size_t n_s, bool is_code,
    int64_t *n, char kind[static MESSAGE_KIND_MAX + 1]);

/* Sets `game` to the game that a reply code names; does not verify the secret. */
bool plain_code_game(const char *code, size_t n, char game[static ORDER_BLOCK_GAME_MAX + 1]);

#endif
