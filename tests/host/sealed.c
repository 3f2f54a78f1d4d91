/* Encrypted orders in text that mail programs have changed (src/record/order_scan.h). */
#include <criterion/criterion.h>

#include "host/aid.h"
#include "record/order_scan.h"
#include "seal/age.h"

/* What became of the words of the armor. */
static const struct {
	const char *name, *begin, *end;
	bool is_found;
} row[] = {
	{ "as made", "-----BEGIN AGE ENCRYPTED FILE-----", "-----END AGE ENCRYPTED FILE-----",
	    true },
	{ "quoted", "> -----BEGIN AGE ENCRYPTED FILE-----", "> -----END AGE ENCRYPTED FILE-----",
	    true },
	{ "other dashes",
	    "\xe2\x80\x94\xe2\x80\x93-BEGIN AGE ENCRYPTED FILE-\xe2\x80\x94\xe2\x80\x94",
	    "\xe2\x80\x94\xe2\x80\x93-END AGE ENCRYPTED FILE\xe2\x80\x94\xe2\x80\x94", true },
	{ "no-break spaces",
	    "-----BEGIN\xc2\xa0"
	    "AGE\xc2\xa0"
	    "ENCRYPTED\xc2\xa0"
	    "FILE-----",
	    "-----END\xc2\xa0"
	    "AGE\xc2\xa0"
	    "ENCRYPTED\xc2\xa0"
	    "FILE-----",
	    true },
	{ "in color", "\x1b[32m-----BEGIN AGE ENCRYPTED FILE-----\x1b[0m",
	    "\x1b[32m-----END AGE ENCRYPTED FILE-----\x1b[m", true },
	{ "broken", "-----BEGIN AGE\nENCRYPTED FILE-----", "-----END\nAGE ENCRYPTED\nFILE-----",
	    true },
	{ "another word", "-----BEGIN AGE ENCRYPTED TILE-----", "-----END AGE ENCRYPTED FILE-----",
	    false },
	{ "no dash", "BEGIN AGE\nENCRYPTED FILE", "END AGE ENCRYPTED FILE", false },
};

static int
take(void *arg, const struct parsed_order *order, struct err *err)
{
	(void)err;
	*(bool *)arg = order != NULL && strcmp(order->o.b.seat, "p1") == 0;
	return 0;
}

Test(sealed, armor_as_mail_programs_make_it)
{
	struct test_table t;
	struct order_block b;
	struct buf clear = BUF_INIT, armor = BUF_INIT;
	struct err err = ERR_INIT;
	const char *first, *last;

	table_open(&t, 3, 45);
	table_sign(&t, 0, "resign", TURN_ANY, 0, &b);
	order_block_text(&b, &clear);
	cr_assert_eq(age_encrypt(t.host->pub.box_pk, clear.p, clear.n, true, &armor, &err), 0);
	first = strchr(buf_cstr(&armor), '\n');
	last = strstr(armor.p, "\n-----END");
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		bool is_found = false;
		struct order_scan in = {
			.name = "mail", .key = t.host, .each = take, .arg = &is_found
		};
		struct buf mail = BUF_INIT;

		buf_fmt(&mail, "Hello\n%s", row[i].begin);
		buf_add(&mail, first, (size_t)(last - first) + 1);
		buf_fmt(&mail, "%s\nBye\n", row[i].end);
		err = (struct err)ERR_INIT;
		cr_expect_eq(order_scan_read(&in, mail.p, mail.n, &err), row[i].is_found ? 0 : 1,
		    "%s: %s", row[i].name, err.msg);
		cr_expect_eq(is_found, row[i].is_found, "%s", row[i].name);
		cr_expect_eq(in.n_open, row[i].is_found, "%s", row[i].name);
		buf_release(&mail);
	}
	buf_release(&clear);
	buf_release(&armor);
	table_close(&t);
}
