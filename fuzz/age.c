/* Parsers of foreign formats that read outside input: age files, minisign files, public key files,
 * secret keys. */
#include <string.h>

#include "fuzz/table.h"
#include "seal/age.h"
#include "seal/minisign.h"

enum { PLAIN_MAX = 1 << 16 };

/* Returns true if the file decrypts. */
static bool
try_age(const char *s, size_t n)
{
	struct buf binary = BUF_INIT, armor = BUF_INIT, again = BUF_INIT, plain = BUF_INIT;
	struct err err = ERR_INIT;
	bool opened;

	if (age_dearmor(s, n, &binary, &err) == 0) {
		age_armor(binary.p, binary.n, &armor);
		MUST(age_dearmor(armor.p, armor.n, &again, &err) == 0);
		MUST(again.n == binary.n && memcmp(again.p, binary.p, binary.n) == 0);
	}
	opened = age_decrypt(fuzz_key(FUZZ_SEAT), s, n, PLAIN_MAX, &plain, &err) == 0;
	MUST(opened || (plain.n == 0 && err.code != ERR_NONE));
	buf_release(&plain);
	buf_release(&again);
	buf_release(&armor);
	buf_release(&binary);
	return opened;
}

/* Returns true if it is a file of a key or a signature. */
static bool
try_keys(const char *s, size_t n)
{
	struct err err = ERR_INIT;
	struct seckey *key = seckey_new(&err);
	struct buf text = BUF_INIT;
	struct minisign_sig sig;
	struct pubkey card, back;
	bool valid;
	char comment[1024];

	MUST(key != NULL);
	valid = pubkey_parse(s, n, &card, &err) == 0;
	if (valid) {
		pubkey_text(&card, "somebody", &text);
		MUST(pubkey_parse(text.p, text.n, &back, &err) == 0 && pubkey_same(&card, &back));
	}
	valid |= minisign_file_parse(s, n, &sig, comment, &err) == 0;
	if (!seckey_sign_is_locked(s, n))
		valid |= seckey_sign_parse(key, s, n, NULL, 0, &err) == 0;
	if (!seckey_box_is_locked(s, n))
		valid |= seckey_box_parse(key, s, n, NULL, 0, &err) == 0;
	buf_release(&text);
	seckey_free(key);
	return valid;
}

bool
fuzz_try(const uint8_t *p, size_t n)
{
	bool valid;

	valid = try_age((const char *)p, n);
	return try_keys((const char *)p, n) || valid;
}
