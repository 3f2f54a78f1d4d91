#include <criterion/criterion.h>

#include "util/buf.h"

Test(buf, empty_is_usable)
{
	struct buf b = BUF_INIT;

	cr_expect_str_eq(buf_cstr(&b), "");
	buf_clear(&b);
	buf_add(&b, NULL, 0);
	cr_expect_str_eq(buf_cstr(&b), "");
	buf_release(&b);
	buf_release(&b);
	buf_wipe(&b);
	cr_expect_null(b.p);
}

Test(buf, growth_keeps_every_byte)
{
	struct buf b = BUF_INIT;

	for (size_t i = 0; i < 10000; i++) {
		buf_chr(&b, (char)(i % 251));
		cr_assert_eq(b.n, i + 1);
		cr_assert_lt(b.n, b.cap);
		cr_assert_eq(b.p[b.n], '\0', "no NUL behind %zu bytes", b.n);
	}
	for (size_t i = 0; i < 10000; i++)
		cr_assert_eq(b.p[i], (char)(i % 251), "byte %zu", i);
	buf_release(&b);
}

Test(buf, growth_doubles)
{
	struct buf b = BUF_INIT;
	size_t moves = 0, cap = 0;

	for (size_t i = 0; i < 1000000; i++) {
		buf_chr(&b, 'x');
		moves += b.cap != cap;
		cap = b.cap;
	}
	cr_expect_leq(moves, 20, "%zu moves for a million bytes", moves);
	buf_release(&b);
}

Test(buf, filled_to_the_brim)
{
	for (size_t n = 0; n < 300; n++) {
		struct buf b = BUF_INIT;

		buf_reserve(&b, n);
		buf_fill(&b, 'x', n);
		buf_fmt(&b, "%s", "");
		cr_assert_eq(b.n, n);
		cr_assert_eq(b.p[n], '\0');
		buf_fmt(&b, "%0*d", (int)n + 1, 7);
		cr_assert_eq(b.n, 2 * n + 1, "%zu", n);
		cr_assert_eq(b.p[2 * n], '7', "%zu", n);
		buf_release(&b);
	}
}

Test(buf, bytes_may_be_nul)
{
	struct buf b = BUF_INIT;

	buf_add(&b, "a\0b", 3);
	buf_str(&b, "c");
	cr_expect_eq(b.n, 4);
	cr_expect_arr_eq(b.p, "a\0bc", 5);
	buf_clear(&b);
	cr_expect_eq(b.n, 0);
	cr_expect_str_eq(b.p, "");
	buf_release(&b);
}

Test(buf, secret_moves_only_when_it_must)
{
	struct buf b = BUF_INIT;

	buf_grow_secret(&b, 32);
	const char *p = b.p;

	buf_str(&b, "seed");
	buf_grow_secret(&b, 28);
	cr_expect_eq(b.p, p, "moved though there was room");
	buf_grow_secret(&b, 100000);
	cr_expect_str_eq(b.p, "seed");
	cr_expect_gt(b.cap, 100004);
	buf_wipe(&b);
	cr_expect_null(b.p);
	cr_expect_eq(b.n, 0);
}
