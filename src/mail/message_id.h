#ifndef ADIT_MAIL_MESSAGE_ID_H
#define ADIT_MAIL_MESSAGE_ID_H

#include "seal/derive.h"
#include "store/mail_queue.h"
#include "text/names.h"
#include "wire/order_block.h"

/*
 * The Message-ID of a mail of a game's: <GAME.N.TO.TOKEN@DOMAIN>, with a part KIND before the token where
 * it is no digest's: "r", "h" or "d" and the number of its row.  Computed, not stored: the same after a rebuild.
 * TOKEN is 16 characters of H("adit/mail", s, to, u64 n), so nobody guesses one.
 */
enum { MESSAGE_KIND_MAX = 20, MESSAGE_TO_MAX = NAME_MAX_LEN };

/* Whom a mail is to: a seat's name, or +1 to +20 of those who look on (STORE_WATCHER), +21 to +24 of those who
 * have lost a seat (STORE_LEFT), which no seat is called. */
void message_to(const struct names *names, unsigned seat, char to[static MESSAGE_TO_MAX + 1]);

/* A kind as the number of its row says it: letter 'r', 'h' or 'd'. */
void message_kind(char letter, int64_t id, char kind[static MESSAGE_KIND_MAX + 1]);

/* domain: of the table's address.  Appended. */
void message_id_make(const unsigned char s[static SECRET_BYTES], const char *game, const char *to,
    int64_t n, const char *kind, const char *domain, struct buf *out);

/* Is this the Message-ID of a mail of this game's to one of its seats, or who looks on?  In whatever domain, since a table may
 * move. */
bool message_id_ours(const unsigned char s[static SECRET_BYTES], const char *game,
    const struct names *names, const char *id, size_t n_id, uint8_t *seat, int64_t *n,
    char kind[static MESSAGE_KIND_MAX + 1]);

/* The game that such an id names, its token unchecked. */
bool message_id_game(const char *id, size_t n_id, char game[static ORDER_BLOCK_GAME_MAX + 1]);

/* The part of an address behind its '@'. */
const char *address_domain(const char *addr);

#endif
