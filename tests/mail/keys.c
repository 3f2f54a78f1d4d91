#include "mail/keys.h"

#include <criterion/criterion.h>

#include "seal/seal.h"

struct seckey *host, *anna;

void
make_keys(void)
{
	struct err err = ERR_INIT;

	cr_assert_eq(seal_init(&err), 0, "%s", err.msg);
	host = seckey_new(&err);
	anna = seckey_new(&err);
	cr_assert(seckey_make(host, &err) == 0 && seckey_make(anna, &err) == 0, "%s", err.msg);
}

void
free_keys(void)
{
	seckey_free(host);
	seckey_free(anna);
}
