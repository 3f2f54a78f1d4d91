/* The parts of a message that count when it quotes digests. */
#include <criterion/criterion.h>

#include "util/buf.h"
#include "wire/quoted.h"

/* Orders are lines with "@" and a letter. */
static const struct row {
	const char *name, *msg;
	const char *counts; /* the letters outside of quoted digests */
} row[] = {
	{ "nothing quoted", "hello\n@a\n\n@b", "ab" },
	{ "an empty message", "", "" },
	{ "a digest as it is", "@a\nadit-digest v3\ngame: x\n  @b\nsig:\nRU\n@c\n", "ac" },
	{ "of any version", "adit-digest v17\n@b\nsig:\n@c\n", "c" },
	{ "words like it", "adit-digest v\n@a\nadit-digest v3 was short\n@b\nsig:\n", "ab" },
	{ "quoted", "@a\n> adit-digest v3\n> @b\n> sig:\n@c\n", "ac" },
	{ "quoted three times", ">> > adit-digest v3\n>>> @b\n> > > sig:\n>> @c\n", "c" },
	{ "with bars", "| adit-digest v3\n|  @b\n| sig:\n@c\n", "c" },
	{ "indented", "   adit-digest v3\n     @b\n   sig:\n@c\n", "c" },
	{ "with CR", "> adit-digest v3\r\n> @b\r\n> sig:\r\n@c\r\n", "c" },
	{ "behind a byte order mark",
	    "\xef\xbb\xbf"
	    "adit-digest v3\n@b\nsig:\n@c\n",
	    "c" },
	{ "with no-break spaces",
	    ">\xc2\xa0"
	    "adit-digest v3\n>\xc2\xa0@b\n>\xc2\xa0sig:\n@c\n",
	    "c" },
	{ "two", "> adit-digest v3\n> @a\n> sig:\n@b\n> adit-digest v3\n> @c\n> sig:\n@d\n", "bd" },
	{ "a quote in a quote", "> adit-digest v3\n>> adit-digest v3\n>> @a\n>> sig:\n> @b\n",
	    "b" },
	{ "more marks within", "> adit-digest v3\n>> @a\n> sig:\n@b\n", "b" },
	{ "an answer between the lines", "> adit-digest v3\n> @a\n@b\n> @c\n> sig:\n@d\n", "bd" },
	{ "blank lines lose their marks", "> adit-digest v3\n\n> @a\n\n> sig:\n@b\n", "b" },

	{ "somebody said its first line",
	    "> adit-digest v3\n> @a\n>     | adit-digest v3\n>     adit-digest v3\n> @b\n> "
	    "sig:\n@c\n",
	    "c" },
	{ "a quote with bars in a quote",
	    "> adit-digest v3\n> | adit-digest v3\n> | @a\n> | sig:\n@b\n", "b" },

	{ "cut off", "> adit-digest v3\n> game: x\n\n@a\n", "a" },
	{ "cut off within an order", "> adit-digest v3\n> @a\n@b\n", "ab" },
	{ "cut off, not quoted", "adit-digest v3\ngame: x\n@a\n", "a" },
	{ "cut off before another", "adit-digest v3\n@a\nadit-digest v3\n@b\nsig:\n@c\n", "ac" },
	{ "cut off before a deeper one",
	    "> adit-digest v3\n@a\n> > adit-digest v3\n> > @b\n> > sig:\n", "a" },
	{ "another's sig:", "> adit-digest v3\n> @a\n@b\nsig:\n> > sig:\n@c\n", "abc" },
	{ "cut off in a mail box", "From m\n\nadit-digest v3\n\nFrom b\n\n@a\n\nFrom m\n\nsig:\n",
	    "a" },
	{ "cut off in mails behind each other",
	    "adit-digest v3\nReceived: b\n\n@a\nMessage-ID: m\n\nsig:\n", "a" },
	{ "a mail box that quotes \"From \"", "From m\n\nadit-digest v3\n>From b\n@a\nsig:\n@b\n",
	    "b" },
	{ "sig: of an order is none", "adit-digest v3\n@a\n  sig: RUx\n@b\nsig:\n@c\n", "c" },
	{ "no line end", "adit-digest v3\n@a\nsig:", "" },
};

Test(quoted, what_counts)
{
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		size_t n = strlen(row[i].msg), at = 0;
		struct buf left = BUF_INIT;
		struct quoted q;

		quoted_find(&q, row[i].msg, n);
		for (size_t k = 0; k <= q.n; k++) {
			size_t end = k < q.n ? q.at[k].at : n;

			cr_assert(at <= end && end <= n, "%s: ascending", row[i].name);
			for (; at < end; at++)
				if (row[i].msg[at] == '@')
					buf_chr(&left, row[i].msg[at + 1]);
			if (k < q.n)
				at = end + q.at[k].n;
		}
		cr_expect_str_eq(
		    buf_cstr(&left), row[i].counts, "%s: %s", row[i].name, buf_cstr(&left));
		buf_release(&left);
		quoted_release(&q);
	}
}
