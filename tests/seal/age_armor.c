#include "seal/age.h"
#include "seal/aid.h"

TestSuite(age_armor, .init = aid_init);

#define BEGIN "-----BEGIN AGE ENCRYPTED FILE-----\n"
#define END   "-----END AGE ENCRYPTED FILE-----\n"
#define FULL  "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n"

static const struct {
	const char *name, *text;
	int want;
} row[] = {
	{ "one short line", BEGIN "Zm9v\n" END, 3 },
	{ "one full line", BEGIN FULL END, 48 },
	{ "full and short", BEGIN FULL "Zg==\n" END, 49 },
	{ "CRLF",
	    "-----BEGIN AGE ENCRYPTED FILE-----\r\nZm9v\r\n-----END AGE ENCRYPTED FILE-----\r\n",
	    3 },
	{ "no line end at the end", BEGIN "Zm9v\n-----END AGE ENCRYPTED FILE-----", 3 },
	{ "blanks around it", " \t\r\n\n" BEGIN "Zm9v\n" END "\n \n", 3 },
	{ "full, padded",
	    BEGIN "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA==\n" END, 46 },
	{ "empty", BEGIN END, -1 },
	{ "only BEGIN", BEGIN, -1 },
	{ "no END", BEGIN "Zm9v\n", -1 },
	{ "no BEGIN", "Zm9v\n" END, -1 },
	{ "something before BEGIN", "x\n" BEGIN "Zm9v\n" END, -1 },
	{ "blanks before END", BEGIN "Zm9v\n " END, -1 },
	{ "blanks behind BEGIN", "-----BEGIN AGE ENCRYPTED FILE----- \nZm9v\n" END, -1 },
	{ "lower case marks", "-----begin age encrypted file-----\nZm9v\n" END, -1 },
	{ "marks of another format",
	    "-----BEGIN PGP MESSAGE-----\nZm9v\n-----END PGP MESSAGE-----\n", -1 },
	{ "PEM headers", BEGIN "Comment: x\n\nZm9v\n" END, -1 },
	{ "empty line before", BEGIN "\nZm9v\n" END, -1 },
	{ "empty line behind", BEGIN "Zm9v\n\n" END, -1 },
	{ "short line inside", BEGIN "Zm9v\n" FULL END, -1 },
	{ "two short lines", BEGIN "Zm9v\nZm9v\n" END, -1 },
	{ "full, padded, and one more",
	    BEGIN "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA==\nZm9v\n" END,
	    -1 },
	{ "line of 68",
	    BEGIN "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n" END,
	    -1 },
	{ "no padding", BEGIN "Zg\n" END, -1 },
	{ "last bits not zero", BEGIN "Zh==\n" END, -1 },
	{ "blank behind a line", BEGIN "Zm9v \n" END, -1 },
	{ "CR alone", BEGIN "Zm9v\rZm9v\n" END, -1 },
	{ "line end inside the padding", BEGIN "Zg=\n=\n" END, -1 },
	{ "checksum as in PGP", BEGIN "Zm9v\n=aXFG\n" END, -1 },
	{ "END twice", BEGIN "Zm9v\n" END END, -1 },
};

Test(age_armor, one_armor_a_file)
{
	for (size_t i = 0; i < COUNT(row); i++) {
		struct buf out = BUF_INIT;
		struct err err = ERR_INIT;

		buf_str(&out, "kept");
		int got = age_dearmor(row[i].text, strlen(row[i].text), &out, &err);
		cr_expect_eq(got, row[i].want < 0 ? -1 : 0, "%s: %s", row[i].name, err.msg);
		cr_expect_eq(out.n, 4 + (size_t)(row[i].want < 0 ? 0 : row[i].want), "%s: %zu",
		    row[i].name, out.n);
		cr_expect_eq(err.code, row[i].want < 0 ? ERR_SYNTAX : ERR_NONE, "%s", row[i].name);
		buf_release(&out);
	}
}

Test(age_armor, written_and_read)
{
	for (size_t n = 1; n < 200; n++) {
		unsigned char p[200];
		struct buf text = BUF_INIT;
		struct buf back = BUF_INIT;
		struct err err = ERR_INIT;

		aid_count_up(p, n, (unsigned char)n);
		age_armor(p, n, &text);
		cr_expect_eq(text.n, age_armor_size(n), "%zu bytes", n);
		cr_expect_eq(
		    age_dearmor(text.p, text.n, &back, &err), 0, "%zu bytes: %s", n, err.msg);
		cr_expect(back.n == n && memcmp(back.p, p, n) == 0, "%zu bytes", n);
		buf_release(&text);
		buf_release(&back);
	}
}
