#include <criterion/criterion.h>

#include <signal.h>
#include <stdint.h>

#include "util/mem.h"

/* AddressSanitizer's malloc must return NULL on failure, as the real one does. */
const char *__asan_default_options(void);

const char *
__asan_default_options(void)
{
	return "allocator_may_return_null=1";
}

Test(mem, pieces)
{
	char *s = mem_dupn("anna and bob", 4);

	cr_expect_str_eq(s, "anna");
	mem_wipe(s, 4);
	cr_expect_arr_eq(s, "\0\0\0\0", 5);
	free(s);

	unsigned char *z = mem_zero(3, 5);

	for (size_t i = 0; i < 15; i++)
		cr_expect_eq(z[i], 0);
	free(z);
	free(mem_new(0));
	free(mem_zero(0, 5));
	free(mem_grow(NULL, 0));
}

Test(mem, too_much_ends_with_try_again, .exit_code = 75)
{
	volatile size_t half = SIZE_MAX / 2;

	mem_zero(half, 3);
}

Test(mem, bug_aborts, .signal = SIGABRT)
{
	BUG("as the test asks");
}
