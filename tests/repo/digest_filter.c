/* Digests of an untrusted tree: only those that the host's key has signed count, each once, and no
 * other input hides them. */
#include <criterion/criterion.h>

#include "repo/digest_filter.h"
#include "service/aid.h"

static struct service s;
static struct buf digest[4]; /* digests 0 to 3 */
static struct buf foreign;   /* all digests of another host */

static void
begin(void)
{
	struct test_table other;
	struct digest_layout t;
	struct err err = ERR_INIT;
	size_t at = 0;

	service_open(&s);
	service_play(&s, 3);
	for (size_t i = 0, from = 0; i < 4; i++, from = at) {
		at = from;
		cr_assert_eq(digest_next(s.t.all.p, s.t.all.n, &at, &t, &err), 1, "%s", err.msg);
		buf_add(&digest[i], s.t.all.p + from, at - from);
	}
	table_open(&other, 3, 52);
	buf_add(&foreign, other.all.p, other.all.n);
	table_close(&other);
}

static void
with_cr(const char *p, struct buf *out)
{
	for (; *p != '\0'; p++) {
		if (*p == '\n')
			buf_chr(out, '\r');
		buf_chr(out, *p);
	}
}

/* Appends what a letter of `recipe` means. */
static void
add(char what, struct buf *out)
{
	struct buf text = BUF_INIT;

	switch (what) {
	case '0':
	case '1':
	case '2':
	case '3':
		buf_add(out, digest[what - '0'].p, digest[what - '0'].n);
		break;
	case 'c': /* digest 1 with CR */
		with_cr(digest[1].p, out);
		break;
	case 'x': /* digest 1, changed */
		buf_add(&text, digest[1].p, digest[1].n);
		strstr(text.p, "\ntime: ")[10] ^= 1;
		buf_add(out, text.p, text.n);
		break;
	case 'h': /* digest 1 without its signature */
		buf_add(
		    out, digest[1].p, (size_t)(strstr(digest[1].p, "\nsig:") + 1 - digest[1].p));
		break;
	case 'p': /* digest 1 with other text for a seat */
		buf_add(out, digest[1].p, (size_t)(strstr(digest[1].p, "\nfor p1:") - digest[1].p));
		buf_str(out,
		    "\nfor p1:\n-----BEGIN AGE ENCRYPTED FILE-----\nAAAA\n"
		    "-----END AGE ENCRYPTED FILE-----\n");
		break;
	case 'q': /* digest 1 whose view has no end */
		buf_add(out, digest[1].p, (size_t)(strstr(digest[1].p, "\nfor p1:") - digest[1].p));
		buf_str(out, "\nfor p1:\n-----BEGIN AGE ENCRYPTED FILE-----\nAAAA\n");
		break;
	case 'f':
		buf_add(out, foreign.p, foreign.n);
		break;
	case 'g':
		buf_str(out, "garbage\n");
		break;
	case '*': /* a heading without a digest */
		buf_str(out, DIGEST_HEADING "\n");
		break;
	case 'n': /* bytes that are not text */
		buf_add(out, "\0\377\n", 3);
		break;
	default:
		cr_assert_fail("%c", what);
	}
	buf_release(&text);
}

struct filter_row {
	const char *name, *recipe;
	size_t n; /* digests that count */
	int64_t end;
	const char *says; /* a message; NULL: none */
};

static void
filter(const struct filter_row *x)
{
	const struct digest_filter_game *g;
	struct digest_filter p;
	struct buf text = BUF_INIT, out = BUF_INIT;
	struct err err = ERR_INIT;
	struct player_read r;

	for (const char *c = x->recipe; *c != '\0'; c++)
		add(*c, &text);
	digest_filter_init(&p, &s.user.u, false);
	digest_filter_add(&p, text.p, text.n, DIGEST_FILTER_MAIN);
	g = digest_filter_pick(&p, NULL, &err);
	cr_assert_not_null(g, "%s: %s", x->name, err.msg);
	cr_expect_eq(p.n_game, 1, "%s", x->name);
	cr_expect_eq(g->n_digest, x->n, "%s: %zu", x->name, g->n_digest);
	cr_expect_eq(digest_filter_end(g), x->end, "%s", x->name);
	if (x->says == NULL)
		cr_expect_eq(s.user.said.n, 0, "%s: %s", x->name, s.user.said.p);
	else
		cr_expect(test_user_heard(&s.user, x->says), "%s", x->name);
	digest_filter_text(g, x->end, &out);
	if (x->end >= 0) {
		cr_expect_eq(player_read(&r, rules_all, out.p, out.n, NULL, NULL, &err), 0,
		    "%s: %s", x->name, err.msg);
		cr_expect_eq(r.d.n, x->end, "%s", x->name);
		player_read_release(&r);
	} else {
		cr_expect_eq(out.n, 0, "%s", x->name);
	}
	buf_clear(&s.user.said);
	digest_filter_release(&p);
	buf_release(&text);
	buf_release(&out);
}

Test(digest_filter, what_counts)
{
	static const struct filter_row row[] = {
		{ "all", "0123", 4, 3, NULL },
		{ "backwards", "3210", 4, 3, NULL },
		{ "each twice", "01230123", 4, 3, NULL },
		{ "again with CR", "01c23", 4, 3, NULL },
		{ "only with CR", "0c23", 4, 3, NULL },
		{ "a gap", "013", 3, 1, NULL },
		{ "without digest 0", "123", 3, -1, NULL },
		{ "a changed one", "0x23", 3, 0, "left out: " },
		{ "a changed one before the right one", "0x123", 4, 3, "or changed" },
		{ "a changed one after it", "01x23", 4, 3, "or changed" },
		{ "a cut one", "0h123", 4, 3, "left out: " },
		{ "a view that is another", "0p23", 4, 3, NULL },
		{ "a view without its end", "0q23", 4, 3, NULL },
		{ "both views", "0p1q23", 4, 3, NULL },
		{ "a foreign one", "0f123", 4, 3, "signed by another host" },
		{ "garbage between", "g0g1g2g3g", 4, 3, "that are not a digest" },
		{ "headings between", "*0*1*2*3*", 4, 3, "that are not a digest" },
		{ "NUL and other bytes", "n0n1n2n3", 4, 3, "that are not a digest" },
	};

	begin();
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
		filter(&row[i]);
	service_close(&s);
}

/* Input arrives file by file; a file that ends in the middle does not join the next one. */
Test(digest_filter, files_are_separate)
{
	struct digest_filter p;
	struct err err = ERR_INIT;
	size_t half;

	begin();
	half = digest[0].n / 2;
	digest_filter_init(&p, &s.user.u, true);
	digest_filter_add(&p, digest[0].p, half, DIGEST_FILTER_MAIN);
	digest_filter_add(&p, digest[0].p + half, digest[0].n - half, DIGEST_FILTER_MAIN);
	digest_filter_add(&p, digest[1].p, digest[1].n, DIGEST_FILTER_MAIN);
	cr_assert_not_null(digest_filter_pick(&p, NULL, &err), "%s", err.msg);
	cr_expect_eq(s.user.said.n, 0, "it is quiet: %s", buf_cstr(&s.user.said));
	digest_filter_release(&p);
	service_close(&s);
}

Test(digest_filter, nothing_counts)
{
	static const struct {
		const char *name, *recipe, *game;
		enum err_code code;
		const char *says;
	} row[] = {
		{ "no input", "", NULL, ERR_NOT_FOUND, "no digest on standard input" },
		{ "garbage", "g*n", NULL, ERR_NOT_FOUND, "no digest on standard input" },
		{ "only foreign ones", "f", NULL, ERR_AUTH, "signed with key host" },
		{ "only a changed one", "x", NULL, ERR_NOT_FOUND, "no digest" },
		{ "another game", "01", "k7q2m4xx", ERR_AUTH, "of game k7q2m4xx" },
	};

	begin();
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct digest_filter p;
		struct buf text = BUF_INIT;
		struct err err = ERR_INIT;

		for (const char *c = row[i].recipe; *c != '\0'; c++)
			add(*c, &text);
		digest_filter_init(&p, &s.user.u, false);
		digest_filter_add(&p, buf_cstr(&text), text.n, DIGEST_FILTER_MAIN);
		cr_expect_null(digest_filter_pick(&p, row[i].game, &err), "%s", row[i].name);
		cr_expect_eq(err.code, row[i].code, "%s: %s", row[i].name, err.msg);
		cr_expect_not_null(strstr(err.msg, row[i].says), "%s: %s", row[i].name, err.msg);
		digest_filter_release(&p);
		buf_release(&text);
	}
	service_close(&s);
}

/* ---- several games of one host ----------------------------------------------------------------- */

/* A host has two games; somebody copies digests of the other into the repository of one. */
Test(digest_filter, the_game_with_most_counted_digests)
{
	const struct digest_filter_game *g;
	struct host_table_params a = {
		.rules = rules_all[0], .game = "aaaaaaaa", .clock.limit_s = 3600, .seated = 7
	};
	struct test_table other;
	struct digest_filter p;
	struct err err = ERR_INIT;

	begin();
	table_open_as(&other, &a, 3, "p");
	cr_assert_eq(table_play(&other, 5, 1), 5);
	s.user.u.key = other.host;
	digest_filter_init(&p, &s.user.u, false);
	digest_filter_add(&p, s.t.all.p, s.t.all.n, DIGEST_FILTER_MAIN);
	digest_filter_add(&p, other.digest.p, other.digest.n, DIGEST_FILTER_MAIN);
	digest_filter_add(&p, other.all.p, other.all.n, DIGEST_FILTER_OTHER);
	g = digest_filter_pick(&p, NULL, &err);
	cr_assert_not_null(g, "%s", err.msg);
	cr_expect_str_eq(g->game, "aaaaaaaa");
	cr_expect(g->is_of_main);
	cr_expect_eq(g->n_digest, 6);
	cr_expect_eq(digest_filter_end(g), 5);
	cr_expect_eq(digest_filter_newest(g), 5);
	cr_expect_eq(g->digest[4].place, DIGEST_FILTER_OTHER);
	cr_expect_eq(g->digest[5].place, DIGEST_FILTER_MAIN, "the place that counts most");
	digest_filter_release(&p);
	table_close(&other);
	service_close(&s);
}

/* A host who signed two histories: both digests stay, and the reader of the text finds the fork. */
Test(digest_filter, a_fork_stays)
{
	const struct digest_filter_game *g;
	struct digest_filter p;
	struct test_table fork;
	struct buf out = BUF_INIT;
	struct err err = ERR_INIT;
	struct player_read r;

	begin();
	table_open_again(&fork, &s.t, 51);
	cr_assert_eq(table_play(&fork, 3, 77), 3);
	digest_filter_init(&p, &s.user.u, true);
	digest_filter_add(&p, s.t.all.p, s.t.all.n, DIGEST_FILTER_MAIN);
	digest_filter_add(&p, fork.all.p, fork.all.n, DIGEST_FILTER_MAIN);
	g = digest_filter_pick(&p, NULL, &err);
	cr_assert_not_null(g, "%s", err.msg);
	cr_expect_gt(g->n_digest, 4);
	cr_expect_eq(digest_filter_end(g), 3);
	digest_filter_text(g, 3, &out);
	cr_expect_eq(player_read(&r, rules_all, out.p, out.n, NULL, NULL, &err), -1);
	cr_expect_eq(err.code, ERR_AUTH, "%s", err.msg);
	digest_filter_release(&p);
	buf_release(&out);
	table_close(&fork);
	service_close(&s);
}
