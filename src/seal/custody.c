/* Keys of seats in custody. */

#include "seal/custody.h"

#include <string.h>

#include "seal/hash.h"
#include "util/base32.h"

enum { SEED_BYTES = 32, TOKEN_BYTES = 10 };

struct hash
custody_seed(const struct seckey *host, const char *game, const char *seat, uint64_t number)
{
	const struct le le = le_encode(number);
	const struct hash_input part[] = { { host->sign_sk, SEED_BYTES }, { game, strlen(game) },
		{ seat, strlen(seat) }, { le.b, sizeof le.b } };

	return hash_parts("adit/custody", part, sizeof part / sizeof part[0]);
}

struct seckey *
custody_key(const struct hash *seed, struct err *err)
{
	struct seckey *key = seckey_new(err);

	if (key != NULL)
		seckey_derive(key, seed->b);
	return key;
}

struct seckey *
custody_seat_key(
    const struct seckey *host, const char *game, const char *seat, uint64_t number, struct err *err)
{
	struct hash seed = custody_seed(host, game, seat, number);
	struct seckey *key = custody_key(&seed, err);

	seal_wipe(&seed, sizeof seed);
	return key;
}

void
custody_token(const struct hash *seed, const char *address, int64_t n, char kind, const char *id,
    char token[static CUSTODY_TOKEN_TEXT + 1])
{
	const struct le le = le_encode((uint64_t)n);
	const struct hash_input part[] = { { seed->b, HASH_BYTES }, { address, strlen(address) },
		{ le.b, sizeof le.b }, { &kind, 1 }, { id, strlen(id) } };
	const struct hash h = hash_parts("adit/plain-mail", part, sizeof part / sizeof part[0]);

	base32_text(h.b, TOKEN_BYTES, token);
}
