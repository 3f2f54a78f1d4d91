/* Parsers of foreign formats that read outside input: age files, minisign files, public key files,
 * secret keys. */
#include <string.h>

#include "fuzz/fuzz.h"
#include "seal/age.h"
#include "seal/minisign.h"

enum { PLAIN_MAX = 1 << 16 };

static const char identity[] =
    "AGE-SECRET-KEY-1QQQSYQCYQ5RQWZQFPG9SCRGWPUGPZYSNZS23V9CCRYDPK8QARC0SX57JZF\n";

/* Returns a fixed key. The key that fits a corpus file is not needed: only headers are tested. */
static struct seckey *
get_key(void)
{
	static struct seckey *key;
	struct err err = ERR_INIT;

	if (key == NULL) {
		MUST(seal_init(&err) == 0);
		key = seckey_new(&err);
		MUST(key != NULL);
		(void)seckey_box_parse(key, identity, sizeof identity - 1, NULL, 0, &err);
	}
	return key;
}

static void
try_age(const char *s, size_t n)
{
	struct buf binary = BUF_INIT, armor = BUF_INIT, again = BUF_INIT, plain = BUF_INIT;
	struct err err = ERR_INIT;

	if (age_dearmor(s, n, &binary, &err) == 0) {
		age_armor(binary.p, binary.n, &armor);
		MUST(age_dearmor(armor.p, armor.n, &again, &err) == 0);
		MUST(again.n == binary.n && memcmp(again.p, binary.p, binary.n) == 0);
	}
	if (age_decrypt(get_key(), s, n, PLAIN_MAX, &plain, &err) < 0)
		MUST(plain.n == 0 && err.code != ERR_NONE);
	buf_release(&plain);
	buf_release(&again);
	buf_release(&armor);
	buf_release(&binary);
}

static void
try_keys(const char *s, size_t n)
{
	struct err err = ERR_INIT;
	struct seckey *key = seckey_new(&err);
	struct buf text = BUF_INIT;
	struct minisign_sig sig;
	struct pubkey card, back;
	char comment[1024];

	MUST(key != NULL);
	if (pubkey_parse(s, n, &card, &err) == 0) {
		pubkey_text(&card, "somebody", &text);
		MUST(pubkey_parse(text.p, text.n, &back, &err) == 0 && pubkey_same(&card, &back));
	}
	(void)minisign_file_parse(s, n, &sig, comment, &err);
	if (!seckey_sign_is_locked(s, n))
		(void)seckey_sign_parse(key, s, n, NULL, 0, &err);
	if (!seckey_box_is_locked(s, n))
		(void)seckey_box_parse(key, s, n, NULL, 0, &err);
	buf_release(&text);
	seckey_free(key);
}

int
LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
	(void)get_key();
	try_age((const char *)p, n);
	try_keys((const char *)p, n);
	return 0;
}
