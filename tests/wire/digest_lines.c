/* Digests of the fuzzers' corpus, and private views, in which one line is damaged: what cannot be read is
 * refused, with a reason. */
#include <criterion/criterion.h>
#include <glob.h>
#include <stdlib.h>

#include "host/aid.h"
#include "util/file.h"
#include "util/lines.h"
#include "wire/deal.h"
#include "wire/host_action.h"

/* ---- damage ---------------------------------------------------------------------------------- */

/* Writes the line p[0..n) in another way. */
typedef void damage_fn(const char *p, size_t n, struct buf *out);

static void
is_gone(const char *p, size_t n, struct buf *out)
{
	(void)p, (void)n, (void)out;
}

static void
is_there_twice(const char *p, size_t n, struct buf *out)
{
	buf_fmt(out, "%.*s\n%.*s\n", (int)n, p, (int)n, p);
}

static void
is_short(const char *p, size_t n, struct buf *out)
{
	buf_fmt(out, "%.*s\n", (int)n - 1, p);
}

static void
lacks_a_word(const char *p, size_t n, struct buf *out)
{
	const char *blank = memrchr(p, ' ', n);

	buf_fmt(out, "%.*s\n", blank != NULL ? (int)(blank - p) : 1, p);
}

static void
has_another_value(const char *p, size_t n, struct buf *out)
{
	const char *colon = memchr(p, ':', n);

	buf_fmt(out, "%.*s: ?\n", colon != NULL ? (int)(colon - p) : (int)n, p);
}

static void
has_a_word_more(const char *p, size_t n, struct buf *out)
{
	buf_fmt(out, "%.*s 99999999999\n", (int)n, p);
}

static damage_fn *const damage[] = { is_gone, is_there_twice, is_short, lacks_a_word,
	has_another_value, has_a_word_more };

enum { DAMAGES = sizeof damage / sizeof damage[0], EACH = 16 };

/* ---- reading --------------------------------------------------------------------------------- */

static int
take_hash(void *arg, uint32_t id, const unsigned char hash[static 32], struct err *err)
{
	(void)arg, (void)id, (void)hash, (void)err;
	return 0;
}

static int
take_secret(void *arg, const unsigned char s[static 32], struct err *err)
{
	return take_hash(arg, 0, s, err);
}

static int
take_order(void *arg, int64_t n, const struct order_block *b, struct err *err)
{
	(void)arg, (void)n, (void)b, (void)err;
	return 0;
}

/* Reads everything in the signed part. Returns 0, or -1 with *err. */
static int
read_all(const char *s, size_t n, struct err *err)
{
	static const struct reveal_handler to = { take_hash, take_secret, take_order, NULL };
	static struct digest d;
	static struct digest_events events;
	struct leaves leaves = { .n = 0 };
	struct digest_layout t;
	struct host_action act;
	size_t at = 0;
	int result = digest_next(s, n, &at, &t, err);

	if (result <= 0)
		return result < 0 ? -1 : err_set(err, ERR_SYNTAX, "no digest");
	result = digest_parse(rules_all, s, &t, &d, err) < 0 ||
		digest_parse_events(s, &t, &d, &events, err) < 0 ||
		host_action_find(s, &t, &act, err) < 0 ||
		deal_keys_parse(s, t.keys, take_hash, NULL, err) < 0 ||
		reveal_parse(s, t.reveal, &to, err) < 0 ||
		deal_leaves_parse(s, t.leaves, d.n, &leaves, err) < 0 ?
	    -1 :
	    0;
	leaves_release(&leaves);
	return result;
}

/* The digest of a private view, and the reader of the view. */
static struct player_read own;

static int
read_view(const char *s, size_t n, struct err *err)
{
	static struct private_view v;
	struct private_view_spans sp;

	return private_view_split(s, n, &sp, err) < 0 ? -1 :
							private_view_parse(s, &sp, &own.d, &v, err);
}

/* Damages every `each`-th line of a text that can be read. Returns how many copies were refused. */
static unsigned
try_lines(const char *name, const struct buf *text, unsigned first, unsigned each,
    int (*reads)(const char *s, size_t n, struct err *err))
{
	struct buf bad = BUF_INIT;
	struct err err = ERR_INIT;
	unsigned refused = 0, number = 0;
	struct lines l = { text->p, text->n, 0, 1 };
	const char *p;
	size_t n;

	cr_assert_eq(reads(text->p, text->n, &err), 0, "%s: %s", name, err.msg);
	for (; lines_next(&l, &p, &n); number++) {
		if (n == 0 || number % each != first % each)
			continue;
		for (unsigned i = 0; i < DAMAGES; i++) {
			err = (struct err)ERR_INIT;
			buf_clear(&bad);
			buf_add(&bad, text->p, (size_t)(p - text->p));
			damage[i](p, n, &bad);
			buf_add(&bad, p + n + 1, text->n - (size_t)(p + n + 1 - text->p));
			if (reads(bad.p, bad.n, &err) == 0)
				continue;
			refused++;
			cr_expect(err.msg[0] != '\0' &&
				(err.code == ERR_SYNTAX || err.code == ERR_AUTH ||
				    err.code == ERR_NOT_FOUND),
			    "%s, line %u: %d %s", name, number, err.code, err.msg);
		}
	}
	buf_release(&bad);
	return refused;
}

Test(digest_lines, each_is_read_or_refused_with_a_reason)
{
	struct buf pattern = BUF_INIT;
	unsigned refused = 0;
	glob_t found;

	buf_fmt(&pattern, "%s/fuzz/corpus/digest/good-*", getenv("abs_top_srcdir"));
	cr_assert_eq(glob(pattern.p, 0, NULL, &found), 0, "%s", pattern.p);
	for (size_t i = 0; i < found.gl_pathc; i++) {
		struct buf text = BUF_INIT;
		struct err err = ERR_INIT;

		cr_assert_eq(file_read(found.gl_pathv[i], 1 << 20, &text, &err), 0, "%s", err.msg);
		refused += try_lines(found.gl_pathv[i], &text, (unsigned)i, EACH, read_all);
		buf_release(&text);
	}
	cr_expect_gt(refused, 10 * found.gl_pathc);
	globfree(&found);
	buf_release(&pattern);
}

/* Views of a seat that moves, has a queued order and has seen something. */
Test(digest_lines, of_private_views)
{
	unsigned refused = 0, seat;
	struct test_table t;

	table_open_audited(&t, rules_all[0], 3, 5, NULL);
	table_join(&t);
	table_confirm(&t);
	for (unsigned turn = 0; turn < 3; turn++) {
		seat = (table_to_move(&t) + 1u) % 3;
		table_must_order(&t, seat, "discard map", turn == 1 ? TURN_EVERY : TURN_NEXT);
		for (unsigned i = 0; i < 2; i++) {
			table_read(&t, i == 0 ? seat : table_to_move(&t), &own);
			refused += try_lines("a view", &own.plain, turn, 3, read_view);
			player_read_release(&own);
		}
		(void)table_play(&t, 3, turn);
	}
	cr_expect_gt(refused, 100, "%u", refused);
	table_close(&t);
}
