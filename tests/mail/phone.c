/*
 * Mails of whole games: the HTML fits into its limit, lines of the text into their columns, and both
 * say the same.  HTML lacks only the drawings: boards, and the words between their panels.
 */
#include <criterion/criterion.h>
#include <ctype.h>
#include <stdlib.h>

#include "host/aid.h"
#include "host/rows.h"
#include "mail/compose.h"
#include "mail/compose_html.h"
#include "util/lines.h"
#include "util/mem.h"
#include "util/utf8.h"
#include "util/wrap.h"

enum { DIGESTS = 3, TURNS = 400, TYPED = 4 };

TestSuite(phone, .timeout = 600);

/* The newest digests of a table, as a mail has them. */
struct pages {
	size_t n;
	struct store_digest row[DIGESTS + 1];
	struct digest_layout at[DIGESTS + 1];
	struct compose_digest digest[DIGESTS + 1];
	struct digest newest;
};

static void
compose(const struct test_table *t, uint8_t seat, const char *answer, struct buf *out)
{
	static const unsigned char s[SECRET_BYTES] = { 1 };
	struct pages *p = mem_zero(1, sizeof *p);
	const int64_t last = table_n(t), first = last > DIGESTS ? last - DIGESTS : 0;
	struct compose c = { .s = s,
		.table = "cave@example.org",
		.to = "a@example.org",
		.seat = seat,
		.kind = answer != NULL ? "h1" : "",
		.in_reply_to = "",
		.answer = answer,
		.host = "",
		.limit_s = -1,
		.is_last = answer != NULL,
		.html = true };
	struct err err = ERR_INIT;

	for (int64_t n = first; n <= last; n++, p->n++) {
		cr_assert_eq(rows_get_digest(t->file, n, &p->row[p->n], &p->at[p->n], &err), 0);
		p->digest[p->n] = (struct compose_digest){ n, p->row[p->n].text.p,
			p->row[p->n].text.n, &p->at[p->n] };
	}
	cr_assert_eq(
	    digest_parse(rules_all, p->row[p->n - 1].text.p, &p->at[p->n - 1], &p->newest, &err),
	    0);
	c.newest = &p->newest;
	c.before = first > 0 ? p->digest : NULL;
	c.digest = p->digest + (first > 0);
	c.n_digests = p->n - (first > 0);
	compose_mail(&c, out);
	while (p->n > 0)
		store_digest_release(&p->row[--p->n]);
	free(p);
}

/* Decodes the part of this type; returns its encoded bytes, 0 if there is none. */
static size_t
part(struct buf *mail, const char *type, struct buf *out)
{
	const char *p = strstr(buf_cstr(mail), type), *end;

	if (p == NULL)
		return 0;
	p = strstr(p, "\n\n") + 2;
	end = strstr(p, "\n--=_adit");
	for (const char *c = p; c < end; c++) {
		const char hex[3] = { c[1], c[1] != '\n' ? c[2] : '\0', '\0' };

		if (*c != '=')
			buf_chr(out, *c);
		else if (c[1] != '\n')
			buf_chr(out, (char)strtoul(hex, NULL, 16));
		c += *c != '=' ? 0 : c[1] == '\n' ? 1 : 2;
	}
	(void)buf_cstr(out);
	return (size_t)(end - p);
}

/* True if the line belongs to the drawing of a board: lines, rock, places or nothing but coordinates. */
static bool
is_drawn(struct slice line)
{
	struct buf s = BUF_INIT;
	bool is;

	buf_add(&s, line.s, line.n);
	is = strstr(buf_cstr(&s), "\xe2\x94") != NULL || strstr(s.p, "\xe2\x95") != NULL ||
	    strstr(s.p, "\xe2\x96\x91") != NULL || strstr(s.p, "\xe2\x88\x99") != NULL ||
	    strspn(s.p, " -0123456789") == s.n ||
	    (strncmp(s.p, "  columns ", 10) == 0 && strstr(s.p, " again:") != NULL);
	buf_release(&s);
	return is;
}

/* Appends the words, a blank after each. */
static void
put_words(struct slice s, struct buf *out)
{
	for (size_t i = 0; i < s.n; i++)
		if (isalnum((unsigned char)s.s[i]) || s.s[i] == '-')
			buf_chr(out, s.s[i]);
		else if (out->n > 0 && out->p[out->n - 1] != ' ')
			buf_chr(out, ' ');
}

static void
words_of_text(struct buf *text, struct buf *out)
{
	struct lines l = { buf_cstr(text), text->n, 0, 1 };
	struct slice line;

	while (lines_next(&l, &line.s, &line.n)) {
		const bool is_typed = line.n > TYPED && memcmp(line.s, "    adit", 8) == 0;

		cr_expect(is_typed || utf8_width(line.s, line.n) <= WRAP_COLUMNS, "%.*s",
		    (int)line.n, line.s);
		if (!is_drawn(line)) {
			put_words(line, out);
			put_words((struct slice){ " ", 1 }, out);
		}
	}
}

static void
words_of_html(struct buf *page, struct buf *out)
{
	const char *p = strstr(buf_cstr(page), "<body");

	while (*p != '\0') {
		const size_t n = strcspn(p, "<&");

		put_words((struct slice){ p, n }, out);
		p += n;
		if (strncmp(p, "<pre role=\"img\"", 15) == 0)
			p = strstr(p, "</pre>");
		if (*p != '\0')
			p += strcspn(p, *p == '<' ? ">" : ";") + 1;
		put_words((struct slice){ " ", 1 }, out);
	}
}

static unsigned
times(const char *s, const char *what)
{
	unsigned n = 0;

	for (; (s = strstr(s, what)) != NULL; s++)
		n++;
	return n;
}

static size_t
check(const struct test_table *t, uint8_t seat, const char *answer)
{
	struct buf mail = BUF_INIT, text = BUF_INIT, page = BUF_INIT, a = BUF_INIT, b = BUF_INIT;
	size_t bytes;

	compose(t, seat, answer, &mail);
	cr_expect_gt(part(&mail, "text/plain", &text), 0);
	bytes = part(&mail, "text/html", &page);
	cr_assert_gt(bytes, 0, "digest %d has no HTML", (int)table_n(t));
	cr_expect_leq(bytes, COMPOSE_HTML_MAX);
	words_of_text(&text, &a);
	words_of_html(&page, &b);
	cr_assert_str_eq(buf_cstr(&a), buf_cstr(&b), "%s\n%s", text.p, page.p);
	/* Each round that ended has its scores and, unless the table has it, its board. */
	if (strstr(text.p, "\n  deck ") != NULL)
		cr_expect_eq(times(page.p, "role=\"img\""),
		    times(text.p, "\n  seat ") + (table_to_move(t) != SEAT_NONE));
	buf_release(&mail);
	buf_release(&text);
	buf_release(&page);
	buf_release(&a);
	buf_release(&b);
	return bytes;
}

/* The largest and the smallest table of each game, with up to three digests in a mail. */
Test(phone, whole_games)
{
	for (size_t k = 0; rules_all[k] != NULL; k++)
		for (unsigned large = 0; large < 2; large++) {
			const struct rules *rules = rules_all[k];
			const unsigned n = large ? rules->seats_max : rules->seats_min;
			struct test_table t;
			size_t most = 0, played = 0;

			table_open_rules(&t, rules, n, (unsigned char)(k + 1));
			do {
				for (uint8_t seat = 0; seat < 2; seat++) {
					const size_t bytes = check(&t, seat, NULL);

					most = bytes > most ? bytes : most;
				}
			} while (played++ < TURNS && table_play(&t, 1, played) > 0);
			(void)check(&t, 0,
			    "There is no order in your mail, which is a long sentence "
			    "that needs more than one line of the mail.\n\nAnother paragraph:\n\n  "
			    "  k7q2m4xw");
			printf(
			    "# %s, %u seats, %zu turns: %zu bytes\n", rules->name, n, played, most);
			table_close(&t);
		}
}

/* A table of twelve with long names: who still has to join, then confirm. */
Test(phone, long_names)
{
	struct host_table_params a = { .rules = rules_find(rules_all, "saboteur2", 9),
		.audited = true,
		.clock.limit_s = -1,
		.seated = (1u << 12) - 1 };
	struct test_table t;

	table_open_as(&t, &a, 12, "wolfeschlegelst");
	(void)check(&t, 0, NULL);
	(void)check(&t, 0, "There is none.");
	table_join(&t);
	(void)check(&t, 11, NULL);
	table_close(&t);
}
