/* Titles in the header of a mail: RFC 5322 and 2047. */
#include <criterion/criterion.h>

#include "mail/subject.h"
#include "util/lines.h"

#define WIDE "\u738b\u738b\u738b\u738b\u738b"

static const struct row {
	const char *title, *quoted, *bare;
} row[] = {
	{ "", " \"k7q2m4xw\"", " k7q2m4xw" },
	{ "Friday mine", " \"Friday mine\"", " Friday mine" },
	{ "a, b <c@d>; (e): f", " \"a, b <c@d>; (e): f\"", " a, b <c@d>; (e): f" },
	{ "=?utf-8?q?x?=", " =?UTF-8?B?PT91dGYtOD9xP3g/PQ==?=",
	    "\n =?UTF-8?B?PT91dGYtOD9xP3g/PQ==?=" },
	{ "a=?", " =?UTF-8?B?YT0/?=", "\n =?UTF-8?B?YT0/?=" },
	{ "a = b?", " \"a = b?\"", " a = b?" },
	{ "a\\b", " =?UTF-8?B?YVxi?=", "\n =?UTF-8?B?YVxi?=" },
	{ "\u00e9", " =?UTF-8?B?w6k=?=", "\n =?UTF-8?B?w6k=?=" },
	{ "\U0001f48e", " =?UTF-8?B?8J+Sjg==?=", "\n =?UTF-8?B?8J+Sjg==?=" },
	/* No character is cut: 39 bytes of base64 in a word, here 13 characters of three. */
	{ WIDE WIDE WIDE WIDE,
	    " =?UTF-8?B?546L546L546L546L546L546L546L546L546L546L546L546L546L?=\n"
	    " =?UTF-8?B?546L546L546L546L546L546L546L?=",
	    "\n =?UTF-8?B?546L546L546L546L546L546L546L546L546L546L546L546L546L?=\n"
	    " =?UTF-8?B?546L546L546L546L546L546L546L?=" },
};

static void
check(const struct digest *d, bool quoted, bool words_precede, const char *want)
{
	static const char name[] = "Subject:";
	struct buf out = BUF_INIT;
	struct lines l;
	const char *p;
	size_t n;

	buf_str(&out, name);
	cr_expect_eq(subject_put_title(d, quoted, words_precede, &out),
	    strstr(want, "=?UTF") != NULL, "%s", d->names.title);
	cr_expect_str_eq(buf_cstr(&out) + strlen(name), want, "%s", d->names.title);
	l = (struct lines){ buf_cstr(&out), out.n, 0, 1 };
	while (lines_next(&l, &p, &n))
		cr_expect_leq(n, 76, "%s", d->names.title);
	buf_release(&out);
}

Test(subject, titles)
{
	static struct digest d = { .game = "k7q2m4xw" };
	struct err err = ERR_INIT;

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		const size_t n = strlen(row[i].title);

		d.names.title[0] = '\0';
		if (n > 0)
			cr_assert_eq(
			    names_title(&d.names, row[i].title, n, &err), 0, "%s", err.msg);
		check(&d, true, false, row[i].quoted);
		check(&d, false, true, row[i].bare);
	}
}
