#include <criterion/criterion.h>

#include "audit/eventful.h"
#include "audit/forge.h"
#include "few.h"
#include "games/games.h"
#include "player/player.h"
#include "seal/age.h"

/*
 * A host can sign anything. Each kind of line of the digests and views of eventful games is left
 * out, doubled and given other values, and the digest is signed again: who reads it says what is
 * wrong, or reads it.
 */
enum { STEPS = 100, KINDS_MAX = 1000, KIND_LEN = 48 };

/* Kinds of lines that were tried: by their section and their first word, whose digits do not count.
 * Keys, hashes and the like are one kind. */
struct tried {
	unsigned n, refused;
	char kind[KINDS_MAX][KIND_LEN];
};

static bool
is_new(struct tried *t, const char *section, const char *line, size_t n)
{
	char kind[KIND_LEN];
	size_t word = strspn(line, " ");
	bool is_chance = false;

	for (; word < n && line[word] != ' ' && line[word] != ':'; word++)
		is_chance = is_chance || (line[word] >= 'A' && line[word] <= 'Z');
	(void)snprintf(kind, sizeof kind, "%.16s/%.*s", section,
	    (int)(word < 24 && !is_chance ? word : 0), line);
	for (char *p = kind; *p != '\0'; p++)
		*p = *p >= '0' && *p <= '9' ? '0' : *p;
	for (unsigned i = 0; i < t->n; i++)
		if (strcmp(t->kind[i], kind) == 0)
			return false;
	cr_assert_lt(t->n, KINDS_MAX);
	memcpy(t->kind[t->n++], kind, sizeof kind);
	return true;
}

static void
read_it(struct tried *t, const struct buf *all, const struct seckey *me, const char *what)
{
	struct player_pins pins = { .leaves = NULL };
	struct player_read r;
	struct err err = ERR_INIT;

	if (player_read(&r, rules_all, all->p, all->n, &pins, me, &err) == 0) {
		player_read_release(&r);
		return;
	}
	t->refused++;
	cr_expect(err.code == ERR_AUTH || err.code == ERR_SYNTAX || err.code == ERR_NOT_FOUND,
	    "%s: %d %s", what, (int)err.code, err.msg);
	cr_expect_neq(err.msg[0], '\0', "%s", what);
}

/* Digest n and the one before it. */
static void
take(const struct buf *all, int64_t n, struct buf *out)
{
	if (n > 0)
		forge_take(all, n - 1, out);
	forge_take(all, n, out);
}

/* is_view: a line of the private view of seat 0. */
static void
try_line(struct tried *t, const struct eventful *e, int64_t n, bool is_view, const char *line,
    size_t len)
{
	static const char *const value[] = { "", "x", "-", "0", "99999999999999999999" };
	const char *colon = memchr(line, ':', len);
	const size_t key = colon != NULL ? (size_t)(colon - line) + 1 : len;

	for (size_t i = 0; i < sizeof value / sizeof value[0] + 3; i++) {
		struct buf all = BUF_INIT, from = BUF_INIT, to = BUF_INIT;

		buf_fmt(&from, "\n%.*s\n", (int)len, line);
		buf_chr(&to, '\n');
		if (i == 1)
			buf_fmt(&to, "%.*s\n", (int)len, line);
		if (i == 1)
			buf_fmt(&to, "%.*s\n", (int)len, line);
		if (i == 2)
			buf_fmt(&to, "%.*s x\n", (int)len, line);
		if (i > 2)
			buf_fmt(&to, "%.*s %s\n", (int)key, line, value[i - 3]);
		take(&e->t.all, n, &all);
		if (is_view)
			forge_view(&all, e->t.host, e->t.key[0], n, NULL, from.p, to.p);
		else
			forge_public(&all, e->t.host, n, NULL, from.p, to.p);
		read_it(t, &all, is_view || i % 2 == 0 ? e->t.key[0] : NULL, from.p);
		buf_release(&all);
		buf_release(&from);
		buf_release(&to);
	}
}

/* Texts for people are compared as a whole; positions and decks have tests of their own. */
static bool
is_drawn(const char *section)
{
	static const char *const drawn[] = {
		"since:", "table:", "board:", "ended:", "position:", "deck:"
	};

	for (size_t i = 0; i < sizeof drawn / sizeof drawn[0]; i++)
		if (strcmp(section, drawn[i]) == 0)
			return true;
	return false;
}

/* Tries the lines of a text up to its signature. */
static void
try_lines(struct tried *t, const struct eventful *e, int64_t n, bool is_view, const char *p)
{
	const char *end = strstr(p, "\nsig:\n"), *stop;
	char section[KIND_LEN] = "";

	cr_assert_not_null(end);
	p = strchr(p, '\n') + 1; /* the heading */
	for (; p < end; p = stop + 1) {
		stop = strchr(p, '\n');
		if (stop > p && p[0] != ' ' && stop[-1] == ':')
			(void)snprintf(section, sizeof section, "%s%.*s", is_view ? "view " : "",
			    (int)(stop - p), p);
		if (stop > p && !is_drawn(section) &&
		    is_new(t, section[0] == '\0' && is_view ? "view" : section, p,
			(size_t)(stop - p)) &&
		    t->n %
			    (is_few()          ? 6 :
				    is_quick() ? 3 :
						 1) ==
			0)
			try_line(t, e, n, is_view, p, (size_t)(stop - p));
	}
}

/* Tries the lines of the digest, and those of the view of seat 0, if its key opens one. */
static void
try_digest(struct tried *t, const struct eventful *e, int64_t n)
{
	struct buf file = BUF_INIT, view = BUF_INIT;
	struct digest_layout layout;
	struct err err = ERR_INIT;
	size_t at = e->at[n];

	try_lines(t, e, n, false, e->t.all.p + at);
	cr_assert_eq(digest_next(e->t.all.p, e->at[n + 1], &at, &layout, &err), 1);
	if (layout.sealed[0].n > 0 &&
	    age_dearmor(e->t.all.p + layout.sealed[0].at, layout.sealed[0].n, &file, &err) == 0 &&
	    age_decrypt(e->t.key[0], file.p, file.n, DIGEST_MAX, &view, &err) == 0)
		try_lines(t, e, n, true, view.p);
	buf_release(&file);
	buf_wipe(&view);
}

Test(wrong_line, is_refused_or_read)
{
	for (size_t r = 0; rules_all[r] != NULL; r++) {
		static struct tried tried;
		static struct eventful e;

		if (quick_without(r))
			continue;
		tried.n = tried.refused = 0;
		memset(&e, 0, sizeof e);
		eventful_open(&e, rules_all[r], 3);
		e.odd = 6;
		for (unsigned i = 0; i < STEPS && eventful_step(&e); i++)
			continue;
		for (size_t n = 0; n < e.n_digest; n++)
			try_digest(&tried, &e, (int64_t)n);
		cr_expect_gt(tried.refused, tried.n, "%s", rules_all[r]->name);
		eventful_close(&e);
	}
}

Test(wrong_line, names_the_rules_that_nobody_knows)
{
	static struct test_table t;
	struct buf all = BUF_INIT;
	struct player_read r;
	struct err err = ERR_INIT;

	table_open(&t, 3, 51);
	forge_take(&t.all, 0, &all);
	forge_public(&all, t.host, 0, NULL, "\nrules: saboteur\n", "\nrules: chess\n");
	cr_expect_eq(player_read(&r, rules_all, all.p, all.n, NULL, NULL, &err), -1);
	cr_expect_str_eq(err.msg, "digest 0 is signed, but no digest: no rules set \"chess\"");
	buf_release(&all);
	table_close(&t);
}
