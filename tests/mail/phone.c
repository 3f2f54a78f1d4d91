/*
 * Mails of whole games: the HTML fits into its limit, lines of the text into their columns, and both
 * say the same.  HTML lacks only the drawings: boards, and the words between their panels.
 */
#include <criterion/criterion.h>
#include <ctype.h>
#include <stdlib.h>

#include "few.h"
#include "host/aid.h"
#include "host/rows.h"
#include "mail/compose.h"
#include "mail/compose_html.h"
#include "mail/plain_seat.h"
#include "mail/plain_words.h"
#include "show/show.h"
#include "util/lines.h"
#include "util/mem.h"
#include "util/slice.h"
#include "util/utf8.h"
#include "util/wrap.h"

enum { DIGESTS = 3, TURNS = 400, TYPED = 4 };

/* A seat that plays by plain mail: its view of the newest digest, and news of each digest. */
struct plain {
	struct plain_seat seat;
	struct player_read read;
	struct buf news[DIGESTS + 1];
};

static void
read_plain(const struct test_table *t, uint8_t seat, const struct compose *c, struct plain *p)
{
	struct err err = ERR_INIT;

	*p = (struct plain){ .seat = { .seat = seat, .game = c->newest->game } };
	(void)snprintf(p->seat.address, sizeof p->seat.address, "%s", c->to);
	for (size_t i = 0; i < c->n_digests; i++) {
		struct buf text = BUF_INIT;

		digest_for_seat(c->digest[i].text, c->digest[i].at, &c->newest->names, seat, &text);
		if (i > 0)
			player_read_release(&p->read);
		cr_assert_eq(player_read(&p->read, rules_all, buf_cstr(&text), text.n, NULL,
				 t->key[seat], &err),
		    0, "%s", err.msg);
		show_words(NULL, &p->read, seat, &p->news[i]);
		buf_release(&text);
	}
}

static void
release_plain(struct plain *p)
{
	player_read_release(&p->read);
	for (size_t i = 0; i <= DIGESTS; i++)
		buf_release(&p->news[i]);
}

/* The newest digests of a table, as a mail has them. */
struct pages {
	size_t n;
	struct store_digest row[DIGESTS + 1];
	struct digest_layout at[DIGESTS + 1];
	struct compose_digest digest[DIGESTS + 1];
	struct digest newest;
};

/* plain: gets the view, for a mail to a plain seat; or NULL. */
static void
compose(const struct test_table *t, uint8_t seat, const char *answer, struct plain *plain,
    struct buf *out)
{
	static const unsigned char s[SECRET_BYTES] = { 1 };
	struct pages *p = mem_zero(1, sizeof *p);
	struct compose_plain as = { .played = "" };
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
	if (plain != NULL) {
		read_plain(t, seat, &c, plain);
		as.seat = &plain->seat;
		as.read = &plain->read;
		as.news = plain->news;
		c.plain = &as;
	}
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

/* True for an order of the kind that a mail to a plain seat gives as an example. */
static bool
is_example(struct slice line)
{
	return line.n > TYPED && memcmp(line.s, "    ", TYPED) == 0 &&
	    (strspn(line.s + TYPED, "0123456789") == line.n - TYPED ||
		strncmp(line.s + TYPED, "vote ", 5) == 0 ||
		strncmp(line.s + TYPED, "discard ", 8) == 0);
}

/* True if the line belongs to the drawing of a board: lines, rock, places or nothing but coordinates. */
static bool
is_drawn(struct slice line)
{
	struct buf s = BUF_INIT;
	bool is;

	buf_add(&s, line.s, line.n);
	is = strstr(buf_cstr(&s), "\xe2\x94") != NULL || strstr(s.p, "\xe2\x95") != NULL ||
	    strstr(s.p, "\xe2\x96\x91") != NULL || strstr(s.p, "\xe2\x96\x9b") != NULL ||
	    strstr(s.p, "\xe2\x96\x99") != NULL || strstr(s.p, "\xe2\x88\x99") != NULL ||
	    strstr(s.p, "\xe2\x97") != NULL || strspn(s.p, " -0123456789") == s.n ||
	    (strncmp(s.p, "  columns ", 10) == 0 && strstr(s.p, " again:") != NULL);
	buf_release(&s);
	return is;
}

/* True if the line is what follows the cards of a plain seat. */
static bool
follows_hand(struct slice line)
{
	static const char *const begin[] = { "Your orders:", "You have nothing", "Answer this",
		"A line ", "    reply code:" };
	bool is = false;

	for (size_t i = 0; i < sizeof begin / sizeof begin[0]; i++)
		is = is || slice_starts(line, begin[i]);
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
	bool in_hand = false;

	while (lines_next(&l, &line.s, &line.n)) {
		const bool is_typed = line.n > TYPED && memcmp(line.s, "    adit", 8) == 0;

		cr_expect(is_typed || utf8_width(line.s, line.n) <= WRAP_COLUMNS, "%.*s",
		    (int)line.n, line.s);
		in_hand = in_hand && !follows_hand(line);
		if (is_example(line) || (!is_drawn(line) && !in_hand)) {
			put_words(line, out);
			put_words((struct slice){ " ", 1 }, out);
		}
		in_hand = in_hand ||
		    (line.n > 11 && memcmp(line.s + line.n - 11, "Your cards:", 11) == 0);
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

/* True for a line of the list of orders with a number. */
static bool
is_listed(struct slice line)
{
	const size_t blanks = line.n > 3 ? strspn(line.s, " ") : 0;
	const size_t digits = line.n > 3 ? strspn(line.s + blanks, "0123456789") : 0;

	return blanks < 3 && digits > 0 && blanks + digits >= 3 && line.s[blanks + digits] == '.';
}

/* No line of a mail to a plain seat is an order, where somebody sends it back, but for its examples,
 * whole lines of the list with their numbers, and the name of the only card of a hand. Every card of the
 * hand has its name. */
static void
check_plain(const struct plain *p, const struct buf *text, const struct buf *page)
{
	const struct player_read *r = &p->read;
	const struct seat *me = &r->v.view.known.seat[p->seat.seat];
	const char *hand = strstr(text->p, "Your cards:");
	const char *drawn = strstr(page->p, "\"Your cards\"");
	struct lines l = { text->p, text->n, 0, 1 };
	struct slice line;
	bool hand_over = false;

	while (r->has_view && lines_next(&l, &line.s, &line.n)) {
		struct plain_request q;

		if (follows_hand(line))
			hand_over = true;
		if (!hand_over && me->n_hand == 1)
			continue;
		plain_words_read(NULL, &r->v, &r->d.names, line.s, line.n, &q);
		cr_expect(q.say == NULL &&
			(is_example(line) ? q.kind == PLAIN_ORDER :
				is_listed(line) ?
					    q.kind != PLAIN_UNCLEAR :
					    q.kind == PLAIN_NOTHING || q.kind == PLAIN_UNCLEAR),
		    "%d: %.*s", (int)q.kind, (int)line.n, line.s);
		plain_request_release(&q);
	}
	for (unsigned i = 0; r->has_view && i < me->n_hand; i++) {
		char name[CARD_NAME_MAX];

		card_name(r->v.view.known.rules, me->hand[i], name);
		cr_expect(hand != NULL && strstr(hand, name) != NULL, "%s: %s", name, text->p);
		cr_expect(drawn != NULL && strstr(drawn, name) != NULL, "%s: %s", name, page->p);
	}
}

static size_t
check(const struct test_table *t, uint8_t seat, const char *answer, bool is_plain)
{
	struct plain plain;
	struct buf mail = BUF_INIT, text = BUF_INIT, page = BUF_INIT, a = BUF_INIT, b = BUF_INIT;
	size_t bytes, same;

	compose(t, seat, answer, is_plain ? &plain : NULL, &mail);
	cr_expect_gt(part(&mail, "text/plain", &text), 0);
	bytes = part(&mail, "text/html", &page);
	cr_assert_gt(bytes, 0, "digest %d has no HTML", (int)table_n(t));
	cr_expect_leq(bytes, COMPOSE_HTML_MAX);
	words_of_text(&text, &a);
	words_of_html(&page, &b);
	for (same = 0; buf_cstr(&a)[same] == buf_cstr(&b)[same] && a.p[same] != '\0';)
		same++;
	cr_assert_str_eq(a.p, b.p, "digest %d: text has \"%.60s\", HTML \"%.60s\"\n%s",
	    (int)table_n(t), a.p + same, b.p + same, text.p);
	if (is_plain) {
		check_plain(&plain, &text, &page);
		release_plain(&plain);
	}
	/* Each round that ended has its scores and, unless the table has it, its board. */
	if (strstr(text.p, "\n  deck ") != NULL && !is_plain)
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
	for (size_t k = 0; rules_all[k] != NULL; k++) {
		const struct rules *rules = rules_all[k];

		for (unsigned large = rules->seats_min == rules->seats_max; large < 2; large++) {
			const unsigned n = large ? rules->seats_max : rules->seats_min;
			struct test_table t;
			const size_t turns = is_few() ? TURNS / 16 : is_quick() ? TURNS / 6 : TURNS;
			size_t most[2] = { 0, 0 }, played = 0;

			table_open_rules(&t, rules, n, (unsigned char)(k + 1));
			do {
				for (unsigned i = 0; i < 4; i++) {
					const bool is_plain = i / 2 != 0;
					const size_t bytes = check(&t, i % 2, NULL, is_plain);

					if (bytes > most[is_plain])
						most[is_plain] = bytes;
				}
			} while (played++ < turns && table_play(&t, 1, played) > 0);
			(void)check(&t, 0, "No order was taken: there is none in your mail.", true);
			(void)check(&t, 0,
			    "There is no order in your mail, which is a long sentence "
			    "that needs more than one line of the mail.\n\nAnother paragraph:\n\n  "
			    "  k7q2m4xw",
			    false);
			printf("# %s, %u seats, %zu turns: %zu bytes, plain %zu\n", rules->name, n,
			    played, most[0], most[1]);
			table_close(&t);
		}
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
	(void)check(&t, 0, NULL, false);
	(void)check(&t, 0, "There is none.", false);
	table_join(&t);
	(void)check(&t, 11, NULL, false);
	table_close(&t);
}
