#include <criterion/criterion.h>
#include <stdlib.h>
#include <unistd.h>

#include "audit/audit.h"
#include "audit/eventful.h"
#include "few.h"
#include "util/mem.h"
#include "games/games.h"

/*
 * An honest host is never accused: many eventful games, read by every seat and audited during and
 * after the game. ADIT_SOAK=N: N games of each rules set. ADIT_SOAK_FROM: number of the first game
 * (tests/README.md).
 */

/* Pins of the seats, and how digests are read. */
struct watch {
	struct eventful e;
	struct leaves pins[SEATS_MAX];
	size_t read; /* digests that were read */
	unsigned audits;
	bool densely; /* at first, audit after each digest */
	bool lightly; /* most games: not every seat reads and audits everything */
};

static void
note_pins(struct leaves *pins, const struct player_read *r)
{
	struct leaves now = { .n = 0 };

	leaves_copy(&now, &r->leaves);
	leaves_release(pins);
	*pins = now;
}

/* The seat reads digests a to b. alone: without pins of earlier reads. */
static void
read_them(struct watch *w, unsigned seat, size_t a, size_t b, bool alone)
{
	struct eventful *e = &w->e;
	struct player_pins pins = { .leaves = alone ? NULL : &w->pins[seat] };
	struct player_read r;
	struct err err = ERR_INIT;
	int result = player_read(&r, rules_all, e->t.all.p + e->at[a], e->at[b + 1] - e->at[a],
	    &pins, e->t.key[seat], &err);

	if (result < 0) {
		cr_expect_eq(err.code, ERR_NOT_FOUND, "%s: seat %u reads digests %d to %d%s: %s",
		    e->what, seat, (int)a, (int)b, alone ? " alone" : "", err.msg);
		return;
	}
	cr_expect(r.sp.can.n > 0 || private_view_orders(&r.v, &r.d.names, true, NULL, NULL) == 0,
	    "%s: digest %d, seat %u: no room for its orders", e->what, (int)r.d.n, seat);
	if (!alone)
		note_pins(&w->pins[seat], &r);
	player_read_release(&r);
}

static void
check_audit(const struct watch *w, const char *text, size_t n, const struct seckey *me,
    enum audit_result worst, const char *what)
{
	struct audit a;
	struct err err = ERR_INIT;

	cr_assert_eq(audit_text(&a, text, n, me, &err), 0, "%s, %s: %s", w->e.what, what, err.msg);
	for (size_t i = 0; i < a.n; i++)
		cr_expect_leq(a.at[i].result, worst, "%s, %s: digest %d, %s: %s %s", w->e.what,
		    what, (int)a.at[i].n, audit_check_name(a.at[i].check),
		    audit_result_name(a.at[i].result), a.at[i].detail);
	audit_release(&a);
}

/* Audits everything up to digest n. */
static void
audit_prefix(struct watch *w, size_t n, const struct seckey *me, enum audit_result worst)
{
	char what[80];

	(void)snprintf(
	    what, sizeof what, "digests 0 to %d%s", (int)n, me != NULL ? " with a key" : "");
	check_audit(w, w->e.t.all.p, w->e.at[n + 1], me, worst, what);
	w->audits++;
}

/* Audits some digests in any order, some twice. They prove little, but accuse nobody. */
static void
audit_some(struct watch *w)
{
	struct eventful *e = &w->e;
	struct buf some = BUF_INIT;
	unsigned n = 1 + eventful_pick(e, (unsigned)e->n_digest);

	for (unsigned i = 0; i < n; i++) {
		size_t k = eventful_pick(e, (unsigned)e->n_digest);

		buf_add(&some, e->t.all.p + e->at[k], e->at[k + 1] - e->at[k]);
	}
	check_audit(w, some.p, some.n, e->t.key[eventful_pick(e, e->t.names.n)], AUDIT_PENDING,
	    "some digests");
	buf_release(&some);
	w->audits++;
}

static void
check_files(struct watch *w)
{
	struct eventful *e = &w->e;
	struct audit_checked c;
	struct err err = ERR_INIT;

	cr_expect_eq(audit_fsck(e->t.file, NULL, &c, &err), 0, "%s, %d digests: fsck: %s", e->what,
	    (int)e->n_digest, err.msg);
	cr_expect_eq(audit_fsck(e->t.file, e->t.host, &c, &err), 0,
	    "%s, %d digests: fsck with the key: %s", e->what, (int)e->n_digest, err.msg);
	if (e->twin != NULL)
		cr_expect_eq(audit_fsck(e->twin, e->t.host, &c, &err), 0,
		    "%s, %d digests: fsck of the file rebuilt: %s", e->what, (int)e->n_digest,
		    err.msg);
}

/* The new digests: usually every seat reads them. */
static void
read_news(struct watch *w)
{
	struct eventful *e = &w->e;

	for (; w->read < e->n_digest; w->read++) {
		for (unsigned i = 0; i < e->t.names.n; i++) {
			unsigned how = eventful_pick(e, w->lightly ? 24 : 8);
			size_t k = eventful_pick(e, (unsigned)w->read + 1);

			if (how > 0 && how < 8)
				read_them(w, i, w->read, w->read, false);
			if (how == 1)
				read_them(w, i, w->read, w->read, true);
			if (how == 2 && e->n_digest - k < 30)
				read_them(w, i, k, e->n_digest - 1, eventful_pick(e, 2) != 0);
		}
		if (w->read < (w->densely ? 60 : 3) || eventful_pick(e, w->lightly ? 200 : 40) == 0)
			audit_prefix(
			    w, w->read, e->t.key[eventful_pick(e, e->t.names.n)], AUDIT_PENDING);
	}
}

/* Checks the end of the game. */
static void
check_end(struct watch *w)
{
	struct eventful *e = &w->e;
	unsigned few = w->lightly ? 1 : SEATS_MAX;

	audit_prefix(w, e->n_digest - 1, NULL, AUDIT_PASS);
	for (unsigned i = 0; i < e->t.names.n && i < few; i++)
		audit_prefix(w, e->n_digest - 1,
		    e->t.key[w->lightly ? eventful_pick(e, e->t.names.n) : i], AUDIT_PASS);
	for (unsigned i = 0; i < e->n_old && i < few && i < 4; i++)
		audit_prefix(w, e->n_digest - 1, e->old[i], AUDIT_PASS);
	for (unsigned i = 0; i < 4 && i < few; i++) {
		audit_some(w);
		audit_prefix(w, eventful_pick(e, (unsigned)e->n_digest),
		    e->t.key[eventful_pick(e, e->t.names.n)], AUDIT_PENDING);
	}
	for (unsigned i = 0; i < e->t.names.n && i < few; i++) {
		read_them(w, i, 0, e->n_digest - 1, true);
		for (unsigned k = 0; k < 12; k++) {
			size_t n = eventful_pick(e, (unsigned)e->n_digest);

			read_them(w, i, n, n, false);
		}
	}
}

/* Checks only the end and one moment before, for many more games in the same time. */
static void
play_quickly(const struct rules *rules, uint64_t number, struct watch *w)
{
	struct eventful *e = &w->e;
	const struct seckey *me;

	eventful_open(e, rules, number);
	while (eventful_step(e))
		cr_assert_lt(e->n_digest, 4000, "%s: it does not end", e->what);
	me = e->t.key[eventful_pick(e, e->t.names.n)];
	read_them(w, 0, 0, e->n_digest - 1, true);
	for (unsigned k = 0; k < 12; k++) {
		size_t n = eventful_pick(e, (unsigned)e->n_digest);

		read_them(w, 0, n - n % 7, n, true);
	}
	audit_prefix(w, e->n_digest - 1, NULL, AUDIT_PASS);
	audit_prefix(w, e->n_digest - 1, me, AUDIT_PASS);
	audit_prefix(w, eventful_pick(e, (unsigned)e->n_digest), me, AUDIT_PENDING);
}

static void
play_game(const struct rules *rules, uint64_t number, struct watch *w)
{
	struct eventful *e = &w->e;

	eventful_open(e, rules, number);
	w->lightly = eventful_pick(e, 4) != 0;
	w->densely = eventful_pick(e, w->lightly ? 32 : 8) == 0;
	read_news(w);
	while (eventful_step(e)) {
		read_news(w);
		if (eventful_pick(e, w->lightly ? 150 : 48) == 0)
			eventful_rebuild(e);
		if (eventful_pick(e, w->lightly ? 300 : 64) == 0)
			check_files(w);
		cr_assert_lt(e->n_digest, 4000, "%s: it does not end", e->what);
	}
	check_end(w);
	eventful_rebuild(e);
	check_files(w);
}

static uint64_t
number_of(const char *name, uint64_t otherwise)
{
	const char *s = getenv(name);

	return s != NULL ? strtoull(s, NULL, 10) : otherwise;
}

static void
play_games(const struct rules *rules)
{
	uint64_t from = number_of("ADIT_SOAK_FROM", 1), n = number_of("ADIT_SOAK", 1);
	unsigned happened[HAPPENINGS] = { 0 }, audits = 0;
	size_t digests = 0;

	for (uint64_t i = from; i < from + n; i++) {
		struct watch *w = mem_zero(1, sizeof *w);

		if (getenv("ADIT_SOAK_QUICK") != NULL)
			play_quickly(rules, i, w);
		else
			play_game(rules, i, w);
		for (unsigned h = 0; h < HAPPENINGS; h++)
			happened[h] += w->e.happened[h];
		digests += w->e.n_digest;
		audits += w->audits;
		for (unsigned s = 0; s < SEATS_MAX; s++)
			leaves_release(&w->pins[s]);
		eventful_close(&w->e);
		free(w);
	}
	if (getenv("ADIT_SOAK") == NULL)
		return;
	printf("# %s: %llu games, %zu digests, %u audits:", rules->name, (unsigned long long)n,
	    digests, audits);
	for (unsigned h = 0; h < HAPPENINGS; h++)
		printf(" %s %u", happening_name((enum happening)h), happened[h]);
	printf("\n");
	(void)fflush(stdout);
}

Test(soak, saboteur)
{
	play_games(&rules_saboteur);
}

/* These games are the longest, so the quick suite skips them. */
Test(soak, saboteur2)
{
	if (is_few() && getenv("ADIT_SOAK") == NULL)
		return;
	play_games(&rules_saboteur2);
}

Test(soak, duel)
{
	play_games(&rules_duel);
}

Test(soak, dark_cave)
{
	play_games(&rules_dark_cave);
}
