/* Orders about mail: the lines, and the one form of each address. */
#include <criterion/criterion.h>

#include "core/rng.h"
#include "text/mail_line.h"

static const struct row {
	const char *name, *typed, *line; /* line: as signed; NULL: no such order */
	enum mail_line_kind kind;
	const char *addr;
	int64_t n;
} row[] = {
	{ "every digest", "mail all", "mail all", MAIL_LINE_ALL, "", 0 },
	{ "mine", "mail mine", "mail mine", MAIL_LINE_MINE, "", 0 },
	{ "daily", "mail daily", "mail daily", MAIL_LINE_DAILY, "", 0 },
	{ "narrow", "mail narrow", "mail narrow", MAIL_LINE_NARROW, "", 0 },
	{ "wide", "mail wide", "mail wide", MAIL_LINE_WIDE, "", 0 },
	{ "a setting alone", "mail", NULL, 0, NULL, 0 },
	{ "another setting", "mail weekly", NULL, 0, NULL, 0 },
	{ "two settings", "mail mine narrow", NULL, 0, NULL, 0 },
	{ "digest 0", "resend 0", "resend 0", MAIL_LINE_RESEND, "", 0 },
	{ "a digest", "resend 17", "resend 17", MAIL_LINE_RESEND, "", 17 },
	{ "no digest", "resend", NULL, 0, NULL, 0 },
	{ "a digest before 0", "resend -1", NULL, 0, NULL, 0 },
	{ "a leading zero", "resend 017", NULL, 0, NULL, 0 },
	{ "two digests", "resend 1 2", NULL, 0, NULL, 0 },
	{ "an address", "address a.b+c@x-y.example", "address a.b+c@x-y.example", MAIL_LINE_ADDRESS,
	    "a.b+c@x-y.example", 0 },
	{ "blanks", " address   a@b ", "address a@b", MAIL_LINE_ADDRESS, "a@b", 0 },
	{ "capital letters", "address Ab@C", "address %41b@%43", MAIL_LINE_ADDRESS, "Ab@C", 0 },
	{ "characters that no order has", "address a=b|c@d", "address a%3db%7cc@d",
	    MAIL_LINE_ADDRESS, "a=b|c@d", 0 },
	{ "hyphens in a row", "address a@xn--b---c", "address a@xn-%2db-%2d%2dc", MAIL_LINE_ADDRESS,
	    "a@xn--b---c", 0 },
	{ "the sign itself", "address a%41@b", "address a%2541@b", MAIL_LINE_ADDRESS, "a%41@b", 0 },
	{ "no address", "address", NULL, 0, NULL, 0 },
	{ "no domain", "address anna", NULL, 0, NULL, 0 },
	{ "two addresses", "address a@b c@d", NULL, 0, NULL, 0 },
	{ "a list", "address a@b,c@d", NULL, 0, NULL, 0 },
	{ "quotes", "address \"a\"@b", NULL, 0, NULL, 0 },
	{ "a name", "address <a@b>", NULL, 0, NULL, 0 },
	{ "an option", "address -a@b", NULL, 0, NULL, 0 },
	{ "two dots", "address a..b@c", NULL, 0, NULL, 0 },
	{ "letters that are not ASCII", "address \xc3\xa4@b", NULL, 0, NULL, 0 },
};

Test(mail_line, typed_and_signed)
{
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		const struct row *r = &row[i];
		struct buf line = BUF_INIT;
		struct mail_line out;
		struct err err = ERR_INIT;
		int result;

		mail_line_typed(r->typed, &line);
		result = mail_line_parse(buf_cstr(&line), &out, &err);
		if (r->line == NULL) {
			cr_expect_eq(result, -1, "%s", r->name);
			cr_expect_eq(err.code, ERR_SYNTAX, "%s", r->name);
			cr_expect(mail_line_is(r->typed), "%s", r->name);
		} else {
			cr_assert_eq(result, 0, "%s: %s", r->name, err.msg);
			cr_expect_str_eq(buf_cstr(&line), r->line, "%s", r->name);
			cr_expect_eq(out.kind, r->kind, "%s", r->name);
			cr_expect_str_eq(out.addr, r->addr, "%s", r->name);
			cr_expect_eq(out.n, r->n, "%s", r->name);
			cr_expect(mail_line_is(buf_cstr(&line)), "%s", r->name);
		}
		buf_release(&line);
	}
}

Test(mail_line, other_forms_are_refused)
{
	static const char *const line[] = { "address %61@b", "address %4@b", "address a%2db@c",
		"address a%2DB@c", "address a@b%", "address a@b%0a", "address a@b%00",
		"address a--b@c", "address A@b", "address a=b@c", "mailing", "addressed a@b",
		"resend 1 ", "mail  all" };
	struct mail_line out;

	for (size_t i = 0; i < sizeof line / sizeof line[0]; i++) {
		struct err err = ERR_INIT;

		cr_expect_eq(mail_line_parse(line[i], &out, &err), -1, "%s", line[i]);
	}
	cr_expect_not(mail_line_is("mailing"));
	cr_expect_not(mail_line_is("place ns at 1,0"));
}

Test(mail_line, any_address_and_back)
{
	static const char part[] = "aZ09!#$%&'*+/=?^_{|}~---.@";
	const uint8_t seed[32] = { 31 };
	struct rng_fast rng;
	unsigned valid = 0;

	rng_fast_init(&rng, seed, 0);
	for (unsigned i = 0; i < 20000; i++) {
		char addr[24];
		const size_t n = 3 + rng_draw(&rng.rng, 12);
		struct buf typed = BUF_INIT, line = BUF_INIT;
		struct mail_line out;
		struct err err = ERR_INIT;

		for (size_t k = 0; k < n; k++)
			addr[k] = part[rng_draw(&rng.rng, sizeof part - 1)];
		addr[n] = '\0';
		addr[rng_draw(&rng.rng, (uint32_t)n)] = '@';
		buf_fmt(&typed, "address %s", addr);
		mail_line_typed(typed.p, &line);
		if (mail_address_is_ok(addr, n)) {
			valid++;
			cr_assert_eq(mail_line_parse(line.p, &out, &err), 0, "%s", addr);
			cr_assert_str_eq(out.addr, addr);
			cr_assert_eq(
			    strpbrk(line.p, "=|ABCDEFGHIJKLMNOPQRSTUVWXYZ"), NULL, "%s", line.p);
			cr_assert_eq(strstr(line.p, "--"), NULL, "%s", line.p);
		} else {
			cr_assert_eq(mail_line_parse(line.p, &out, &err), -1, "%s", addr);
		}
		buf_release(&typed);
		buf_release(&line);
	}
	cr_expect_gt(valid, 1000);
}
