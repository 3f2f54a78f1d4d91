#ifndef ADIT_MAIL_MESSAGE_ID_H
#define ADIT_MAIL_MESSAGE_ID_H

#include "seal/derive.h"
#include "store/mail_queue.h"
#include "text/names.h"
#include "wire/order_block.h"

/*
 * The Message-ID of a mail of a game: <GAME.N.TO.TOKEN@DOMAIN>. If the mail is not a digest,
 * the part KIND precedes the token: a letter of MESSAGE_KINDS and the number of its row. The id is
 * computed, not stored, so a rebuild yields the same id. TOKEN is 16 characters of
 * H("adit/mail", s, to, u64 n), so it is unpredictable.
 */
enum { MESSAGE_KIND_MAX = 20, MESSAGE_TO_MAX = NAME_MAX_LEN, MESSAGE_TOKEN = 16 };

/* The letters of KIND: receipt, help, due, setting, address. */
#define MESSAGE_KINDS "rhdsa"

/* Sets `to` to the recipient: the name of a seat, +1 to +20 for a watcher (STORE_WATCHER), or
 * +21 to +24 for a player who lost a seat (STORE_LEFT), +25 for the operator, +26 for an address
 * that asked to watch (STORE_ASKED). No seat can have such a name. */
void message_to(const struct names *names, unsigned seat, char to[static MESSAGE_TO_MAX + 1]);

/* Sets `kind` to a letter of MESSAGE_KINDS followed by the row number `id`. */
void message_kind(char letter, int64_t id, char kind[static MESSAGE_KIND_MAX + 1]);

/* Sets `token` to the token that ends the subscription of the watcher with this address, which
 * is the same for upper and lower case. */
enum { MESSAGE_TOKEN_TEXT = 16 };
void message_unwatch_token(const unsigned char s[static SECRET_BYTES], const char *addr,
    char token[static MESSAGE_TOKEN_TEXT + 1]);

/* Appends the Message-ID. `domain` is that of the table's address. */
void message_id_make(const unsigned char s[static SECRET_BYTES], const char *game, const char *to,
    int64_t n, const char *kind, const char *domain, struct buf *out);

/* Sets the token of a mail of kind 'a' to this address: H("adit/address", s, to, u64 n, kind,
 * addr), which no other mail has. */
void message_id_address_token(const unsigned char s[static SECRET_BYTES], const char *to, int64_t n,
    const char *kind, const char *addr, char token[static MESSAGE_TOKEN + 1]);

/* The parts of an id of this form. */
struct message_id_parts {
	char game[ORDER_BLOCK_GAME_MAX + 1];
	int64_t n;
	char to[MESSAGE_TO_MAX + 1], kind[MESSAGE_KIND_MAX + 1], token[MESSAGE_TOKEN + 1];
};
bool message_id_split(const char *id, size_t n_id, struct message_id_parts *parts);

/* Appends an id with this token. */
void message_id_put(const char *game, const char *to, int64_t n, const char *kind,
    const char *token, const char *domain, struct buf *out);

/* True if `id` is the Message-ID of a mail of this game to one of its seats or watchers, and
 * not of kind 'a'. Any domain is accepted, since the address of a table may change. */
bool message_id_ours(const unsigned char s[static SECRET_BYTES], const char *game,
    const struct names *names, const char *id, size_t n_id, uint8_t *seat, int64_t *n,
    char kind[static MESSAGE_KIND_MAX + 1]);

/* Sets `game` to the game named by such an id. Does not verify the token. */
bool message_id_game(const char *id, size_t n_id, char game[static ORDER_BLOCK_GAME_MAX + 1]);

/* Returns the part of an address after '@'. */
const char *mail_address_domain(const char *addr);

#endif
