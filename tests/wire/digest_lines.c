/* Digests of the fuzzers' corpus in which one line is damaged: what cannot be read is refused, with a
 * reason. */
#include <criterion/criterion.h>
#include <glob.h>
#include <stdlib.h>

#include "games/games.h"
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

/* Returns how many damaged copies were refused. skip: the number of the first line to damage. */
static unsigned
try_lines(const char *path, unsigned skip)
{
	struct buf text = BUF_INIT, bad = BUF_INIT;
	struct err err = ERR_INIT;
	unsigned refused = 0, number = 0;
	struct lines l;
	const char *p;
	size_t n;

	cr_assert_eq(file_read(path, 1 << 20, &text, &err), 0, "%s", err.msg);
	cr_assert_eq(read_all(text.p, text.n, &err), 0, "%s: %s", path, err.msg);
	l = (struct lines){ text.p, text.n, 0, 1 };
	for (; lines_next(&l, &p, &n); number++) {
		if (n == 0 || number % EACH != skip % EACH)
			continue;
		for (unsigned i = 0; i < DAMAGES; i++) {
			err = (struct err)ERR_INIT;
			buf_clear(&bad);
			buf_add(&bad, text.p, (size_t)(p - text.p));
			damage[i](p, n, &bad);
			buf_add(&bad, p + n + 1, text.n - (size_t)(p + n + 1 - text.p));
			if (read_all(bad.p, bad.n, &err) == 0)
				continue;
			refused++;
			cr_expect(err.msg[0] != '\0' &&
				(err.code == ERR_SYNTAX || err.code == ERR_AUTH ||
				    err.code == ERR_NOT_FOUND),
			    "%s, line %u: %d %s", path, number, err.code, err.msg);
		}
	}
	buf_release(&text);
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
	for (size_t i = 0; i < found.gl_pathc; i++)
		refused += try_lines(found.gl_pathv[i], (unsigned)i);
	cr_expect_gt(refused, 10 * found.gl_pathc);
	globfree(&found);
	buf_release(&pattern);
}
