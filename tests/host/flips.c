/* Bits of a game file change on disk. Either the host reports it and changes nothing, or it
 * continues correctly: every later digest equals that of an undamaged copy, byte for byte. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host/aid.h"
#include "few.h"
#include "store/shim.h"
#include "util/file.h"

enum { ON = 2, MOMENTS = 8, FLIPS = 1000, WAITING = 6, UNDO = 9 };

/* A moment of a game: the file, the next orders, and their digests. */
struct moment {
	struct buf file;
	unsigned n;
	int64_t now[ON];
	struct order_block order[ON];
	struct buf made[ON];
};

struct history {
	struct test_table t;
	const char *name;
	unsigned n;
	struct moment at[MOMENTS];
};

static void
read_bytes(const char *path, struct buf *out)
{
	struct err err = ERR_INIT;

	buf_clear(out);
	cr_assert_eq(file_read(path, SIZE_MAX / 2, out, &err), 0, "%s", err.msg);
}

/* Overwrites the file in place, so that it counts as the file of the last write and is not
 * checked as a copy. */
static void
write_bytes(const char *path, const struct buf *b)
{
	FILE *f = fopen(path, "r+");

	if (f == NULL)
		f = fopen(path, "w");
	cr_assert_not_null(f);
	cr_assert_eq(fwrite(buf_cstr(b), 1, b->n, f), b->n);
	cr_assert_eq(fclose(f), 0);
	cr_assert_eq(truncate(path, (off_t)b->n), 0);
}

/* Adds the order to the moments that need it. */
static void
note_order(struct history *s, const struct order_block *b, int64_t now, const struct buf *digest)
{
	for (unsigned i = 0; i < s->n; i++) {
		struct moment *m = &s->at[i];

		if (m->n == ON)
			continue;
		m->order[m->n] = *b;
		m->now[m->n] = now;
		buf_add(&m->made[m->n], digest->p, digest->n);
		m->n++;
	}
}

static void
keep_newest(struct test_table *t, struct host_result *r)
{
	buf_clear(&t->digest);
	buf_add(&t->digest, r->digest.p, r->digest.n);
	host_result_release(r);
}

/* Undoes the newest digest, if that needs no votes. */
static void
take_back(struct test_table *t)
{
	struct err err = ERR_INIT;
	struct host_result r;
	struct host_status *now = malloc(sizeof *now);

	cr_assert_not_null(now);
	cr_assert_eq(host_status(t->file, now, &err), 0, "%s", err.msg);
	if (host_undo(t->file, t->host, now->d.n - 1, "a slip", t->now, -1, &r, &err) == 0)
		keep_newest(t, &r);
	if (host_withdraw(t->file, t->host, NULL, t->now, -1, &r, &err) == 0)
		keep_newest(t, &r);
	free(now);
}

/* Other commands, so that the file has more than orders. */
static void
happen(struct test_table *t, unsigned k)
{
	struct err err = ERR_INIT;
	struct host_result r;
	struct order_block b;

	if (k == WAITING) {
		table_sign(t, (table_to_move(t) + 1u) % t->names.n, "pass", TURN_NEXT, 0, &b);
		if (table_apply(t, &b, &r, &err) == 0)
			host_result_release(&r);
	} else if (k == UNDO) {
		take_back(t);
	}
}

/* Plays n orders and stores moments: some at random, and one before the end of each round. */
static void
play(struct history *s, unsigned n, uint64_t seed)
{
	struct test_table *t = &s->t;
	struct buf before = BUF_INIT, line = BUF_INIT;
	struct rng_fast rng;
	uint8_t zero[32] = { 0 };

	rng_fast_init(&rng, zero, seed);
	rng_open(&rng.rng, 1, RNG_LOSS);
	for (unsigned k = 0; k < n && table_to_move(t) != SEAT_NONE; k++) {
		struct err err = ERR_INIT;
		struct host_result r;
		struct order_block b;
		uint32_t pick = rng_draw(&rng.rng, 1000000);

		happen(t, k);
		read_bytes(t->path, &before);
		table_legal(t, pick, &line);
		table_sign(t, table_to_move(t), line.p, 0, 0, &b);
		cr_assert_eq(table_apply(t, &b, &r, &err), 0, "%s: %s", line.p, err.msg);
		if (s->n < MOMENTS &&
		    (k % 10 == 4 || strstr(buf_cstr(&r.digest), "\nreveal:\n") != NULL)) {
			s->at[s->n] = (struct moment){ .n = 0 };
			buf_add(&s->at[s->n++].file, before.p, before.n);
		}
		note_order(s, &b, t->now, &r.digest);
		host_result_release(&r);
	}
	host_close(t->file);
	t->file = NULL;
	while (s->n > 0 && s->at[s->n - 1].n < ON)
		buf_release(&s->at[--s->n].file);
	cr_assert_gt(s->n, 0, "%s", s->name);
	buf_release(&before);
	buf_release(&line);
}

static void
story_release(struct history *s)
{
	for (unsigned i = 0; i < s->n; i++) {
		buf_release(&s->at[i].file);
		for (unsigned k = 0; k < ON; k++)
			buf_release(&s->at[i].made[k]);
	}
	table_close(&s->t);
}

/* Expects an error for damage, and an unchanged file. */
static void
expect_told(const struct history *s, const struct err *err, const struct buf *was, const char *what)
{
	struct buf is = BUF_INIT;

	cr_expect_eq(err->code, ERR_CORRUPT, "%s: code %d, %s", what, (int)err->code, err->msg);
	cr_expect_str_neq(err->hint, "", "%s: no advice: %s", what, err->msg);
	read_bytes(s->t.path, &is);
	cr_expect(is.n == was->n && memcmp(is.p, was->p, is.n) == 0, "%s: the file has changed: %s",
	    what, err->msg);
	buf_release(&is);
}

/* Continues from a file that may be damaged. Returns true if the damage was not noticed. */
static bool
go_on(const struct history *s, const struct moment *m, const struct buf *was, const char *what)
{
	struct err err = ERR_INIT;
	struct host *h = NULL;
	bool well = true;

	if (host_open(&h, s->t.path, true, rules_all, &err) < 0) {
		if (was != NULL)
			expect_told(s, &err, was, what);
		return false;
	}
	for (unsigned k = 0; k < ON && well; k++) {
		struct host_result r;
		struct buf now = BUF_INIT;

		if (was != NULL)
			read_bytes(s->t.path, &now);
		well = table_give(h, s->t.host, &m->order[k], m->now[k], &r, &err) == 0;
		if (!well) {
			if (was != NULL)
				expect_told(s, &err, &now, what);
		} else {
			cr_expect(r.digest.n == m->made[k].n &&
				memcmp(r.digest.p, m->made[k].p, r.digest.n) == 0,
			    "%s: another digest %lld", what, (long long)r.n);
			host_result_release(&r);
		}
		buf_release(&now);
	}
	host_close(h);
	return well;
}

static uint32_t
draw(struct rng_fast *rng, size_t below)
{
	return rng_draw(&rng->rng, (uint32_t)below);
}

/* Flips one bit; half of them in the small tables and indexes, whose roots come first. */
static size_t
flip(struct buf *b, struct rng_fast *rng)
{
	size_t below = draw(rng, 2) == 0 && b->n > 40 * 4096 ? 40 * 4096 : b->n;
	size_t at = draw(rng, below);

	b->p[at] = (char)(b->p[at] ^ 1 << draw(rng, 8));
	return at;
}

static void
harm(const struct history *s, unsigned n, uint64_t seed, unsigned *unseen)
{
	struct rng_fast rng;
	uint8_t zero[32] = { 0 };

	rng_fast_init(&rng, zero, seed);
	rng_open(&rng.rng, 1, RNG_LOSS);
	for (unsigned i = 0; i < n; i++) {
		const struct moment *m = &s->at[draw(&rng, s->n)];
		const uint32_t kind = draw(&rng, 10);
		struct buf file = BUF_INIT;
		char what[80];
		size_t at = 0;

		buf_add(&file, m->file.p, m->file.n);
		if (kind == 0)
			file.n = at = draw(&rng, file.n); /* truncated */
		else if (kind == 1)
			for (unsigned k = draw(&rng, 12) + 2; k > 0; k--)
				at = flip(&file, &rng);
		else
			at = flip(&file, &rng);
		(void)snprintf(what, sizeof what, "%s, damage %u of seed %llu, kind %u, byte %zu",
		    s->name, i, (unsigned long long)seed, (unsigned)kind, at);
		write_bytes(s->t.path, &file);
		*unseen += go_on(s, m, &file, what);
		buf_release(&file);
	}
}

static unsigned
flips(void)
{
	const char *given = getenv("ADIT_FLIPS");

	return given != NULL ? (unsigned)strtoul(given, NULL, 10) : few(FLIPS);
}

static void
begin(struct history *s, unsigned rules, bool audited)
{
	const struct rules *r = rules_all[rules];
	const unsigned players = r->seats_min > 3 ? r->seats_min :
	    r->seats_max < 3                      ? r->seats_max :
						    3;

	memset(s, 0, sizeof *s);
	s->name = r->name;
	if (!audited) {
		table_open_rules(&s->t, r, players, (unsigned char)(40 + rules));
		return;
	}
	table_open_audited(&s->t, r, players, (unsigned char)(40 + rules), NULL);
	table_join(&s->t);
	table_confirm(&s->t);
}

Test(flips, told_or_without_effect)
{
	unsigned n_rules = 0, unseen = 0;

	while (rules_all[n_rules] != NULL)
		n_rules++;
	for (unsigned i = 0; i < 2 * n_rules; i += is_few() ? 3 : 1) {
		struct history *s = malloc(sizeof *s);

		cr_assert_not_null(s);
		begin(s, i / 2, i % 2 != 0);
		/* One of them plays to the end of the round, when old orders are read again. */
		play(s, i == 1 ? 90 : 26, i);
		for (unsigned k = 0; k < s->n; k++) {
			write_bytes(s->t.path, &s->at[k].file);
			cr_assert(go_on(s, &s->at[k], NULL, s->name), "%s: unharmed", s->name);
		}
		harm(s, flips() / (2 * n_rules), i, &unseen);
		story_release(s);
		free(s);
	}
	/* Most of a file consists of digests that no order reads. */
	cr_expect_lt(unseen, flips(), "no damage was seen");
}

/* ---- a journal is left ----------------------------------------------------------------------- */

/* Applies the order in a process that is killed at the k-th step of the commit. Returns false if
 * it ended before. */
static bool
die_at(const struct history *s, const struct moment *m, int step)
{
	struct err err = ERR_INIT;
	struct host_result r;
	struct host *h;
	int status;
	pid_t pid = fork();

	if (pid == 0) {
		shim_install(SHIM_BEFORE, step);
		if (host_open(&h, s->t.path, true, rules_all, &err) == 0)
			(void)table_give(h, s->t.host, &m->order[0], m->now[0], &r, &err);
		_exit(0);
	}
	cr_assert_eq(waitpid(pid, &status, 0), pid);
	return WEXITSTATUS(status) == SHIM_STATUS;
}

/* Damages journal and file. */
static void
harm_cut_short(const struct history *s, const struct moment *m, const char *journal, int step,
    struct rng_fast *rng)
{
	struct buf file = BUF_INIT, left = BUF_INIT;
	struct stat st;

	read_bytes(s->t.path, &file);
	read_bytes(journal, &left);
	for (unsigned i = 0; i < 12; i++) {
		struct buf copy = BUF_INIT;
		bool of_journal = i % 3 != 0;
		const struct buf *from = of_journal ? &left : &file;
		char what[80];
		size_t at;

		buf_add(&copy, from->p, from->n);
		at = flip(&copy, rng);
		write_bytes(s->t.path, of_journal ? &file : &copy);
		write_bytes(journal, of_journal ? &copy : &left);
		(void)snprintf(what, sizeof what, "stopped at step %d, byte %zu of the %s", step,
		    at, of_journal ? "journal" : "file");
		/* Rolling back the interrupted change is not a change. */
		(void)go_on(s, m, NULL, what);
		buf_release(&copy);
	}
	write_bytes(s->t.path, &file);
	write_bytes(journal, &left);
	cr_expect(go_on(s, m, NULL, "unharmed"), "step %d: an unharmed journal", step);
	cr_expect_eq(stat(journal, &st), -1, "step %d: a journal is left", step);
	buf_release(&file);
	buf_release(&left);
}

Test(flips, with_a_journal_left_over)
{
	struct history *s = malloc(sizeof *s);
	struct rng_fast rng;
	uint8_t zero[32] = { 0 };
	char journal[120];
	unsigned with_journal = 0;
	struct stat st;

	cr_assert_not_null(s);
	if (is_few()) {
		free(s);
		return;
	}
	rng_fast_init(&rng, zero, 3);
	rng_open(&rng.rng, 1, RNG_LOSS);
	begin(s, 1, true);
	play(s, 16, 5);
	(void)snprintf(journal, sizeof journal, "%s-journal", s->t.path);
	for (int step = 1;; step += 3) {
		write_bytes(s->t.path, &s->at[0].file);
		if (!die_at(s, &s->at[0], step))
			break;
		if (stat(journal, &st) < 0 || st.st_size == 0)
			continue;
		with_journal++;
		harm_cut_short(s, &s->at[0], journal, step, &rng);
		(void)unlink(journal);
	}
	cr_expect_gt(with_journal, 3);
	story_release(s);
	free(s);
}
