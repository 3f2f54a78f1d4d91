#include "post/keys.h"

#include <criterion/criterion.h>

#include "seal/seal.h"

struct secret *host, *anna;

void
make_keys(void)
{
	struct err err = ERR_INIT;

	cr_assert_eq(seal_init(&err), 0, "%s", err.msg);
	host = secret_new(&err);
	anna = secret_new(&err);
	cr_assert(secret_make(host, &err) == 0 && secret_make(anna, &err) == 0, "%s", err.msg);
}

void
free_keys(void)
{
	secret_free(host);
	secret_free(anna);
}
