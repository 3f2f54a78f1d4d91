/*
 * The inputs with which fuzzers begin. They must be of this version, or all are refused at once. make
 * regold rewrites them: fuzz/corpus/NAME/good-*, but not those that no program makes.
 */
#include <criterion/criterion.h>

#include "audit/eventful.h"
#include "fuzz/table.h"
#include "golden/compare.h"
#include "seal/age.h"
#include "util/lines.h"
#include "util/mem.h"

enum { GAMES = 2, STEPS = 150, LARGE = 14000, KINDS_MAX = 400, KIND = 40 };

/* Sections for people. */
static const char drawn[] = "since ended table board";

/* Kinds of lines that the seeds have. */
struct kinds {
	unsigned n;
	char at[KINDS_MAX][KIND];
};

/* Adds this kind. Returns true if it is new. */
static bool
is_new(struct kinds *k, const char *section, struct slice word)
{
	char kind[KIND];

	(void)snprintf(kind, sizeof kind, "%.20s %.*s", section, (int)word.n, word.s);
	for (unsigned i = 0; i < k->n; i++)
		if (strcmp(k->at[i], kind) == 0)
			return false;
	cr_assert_lt(k->n, KINDS_MAX);
	memcpy(k->at[k->n++], kind, sizeof kind);
	return true;
}

/* Returns true if the signed part has a line of a new kind: a key or heading, or the first word of a
 * line in a section. Names of seats and base64 are no words. */
static bool
has_new(struct kinds *k, const char *s, size_t n)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz-";
	struct lines lines = { s, n, 0, 1 };
	struct slice line;
	char section[21] = "";
	bool found = false;

	while (lines_next(&lines, &line.s, &line.n)) {
		const size_t indent = strspn(line.s, " ");
		const size_t word = strspn(line.s + indent, letters);

		if (word == 0 || strchr(" :\n", line.s[indent + word]) == NULL)
			continue;
		if (indent == 0)
			(void)snprintf(section, sizeof section, "%.*s", (int)word, line.s);
		if (indent == 0 || (indent == 2 && strstr(drawn, section) == NULL))
			found |= is_new(k, section, (struct slice){ line.s + indent, word });
	}
	return found;
}

/* Compares the digests of this game that have something new. */
static void
compare_game(const struct eventful *e, struct kinds *k, const char *rules, unsigned game)
{
	struct digest_layout t;
	struct err err = ERR_INIT;
	size_t at = 0;

	for (unsigned n = 0; digest_next(e->t.all.p, e->t.all.n, &at, &t, &err) == 1; n++) {
		struct buf one = BUF_INIT;
		char name[60];

		if (t.signed_part.n <= LARGE &&
		    has_new(k, e->t.all.p + t.signed_part.at, t.signed_part.n)) {
			digest_for_seat(
			    e->t.all.p, &t, &e->t.names, n % 16 == 0 ? 0 : SEAT_NONE, &one);
			(void)snprintf(name, sizeof name, "good-%s-%u-%03u", rules, game, n);
			golden_compare_seed("digest", name, &one);
		}
		buf_release(&one);
	}
}

/* Digests of eventful games, each with a line of a new kind. */
Test(golden, seeds_of_digests, .timeout = 600)
{
	struct kinds k = { .n = 0 };

	for (unsigned i = 0; rules_all[i] != NULL; i++) {
		for (unsigned game = 1; game <= GAMES; game++) {
			struct eventful *e = mem_new(sizeof *e);

			eventful_open(e, rules_all[i], game);
			for (unsigned step = 0; step < STEPS && eventful_step(e); step++)
				;
			compare_game(e, &k, rules_all[i]->name, game);
			eventful_close(e);
			free(e);
		}
	}
}

/* ---- key files and age files ------------------------------------------------------------------ */

static void
compare_and_clear(const char *fuzzer, const char *name, struct buf *is)
{
	golden_compare_seed(fuzzer, name, is);
	buf_release(is);
}

Test(golden, seeds_of_keys)
{
	const struct seckey *key = fuzz_key(FUZZ_SEAT);
	struct buf is = BUF_INIT;
	struct minisign_sig sig;
	struct err err = ERR_INIT;

	eventful_chance(1);
	pubkey_text(&key->pub, "p1", &is);
	compare_and_clear("age", "good-pub", &is);
	cr_assert_eq(seckey_sign_text(key, NULL, 0, 10, &is, &err), 0, "%s", err.msg);
	compare_and_clear("age", "good-key", &is);
	cr_assert_eq(seckey_box_text(key, NULL, 0, 10, &is, &err), 0, "%s", err.msg);
	compare_and_clear("age", "good-age", &is);
	minisign_sign(key, "x", 1, "comment", &sig);
	minisign_file_text(&sig, "untrusted", "comment", &is);
	compare_and_clear("age", "good-minisig", &is);
	for (unsigned armor = 0; armor < 2; armor++) {
		cr_assert_eq(age_encrypt(key->pub.box_pk, "plain", 5, armor != 0, &is, &err), 0,
		    "%s", err.msg);
		compare_and_clear("age", armor != 0 ? "good-armored" : "good-binary", &is);
	}
}

/* ---- tables of the fuzzers ------------------------------------------------------------------- */

/* Appends the signed part of a digest and the view of p1, in clear and without its signature. */
static void
put_opened(const char *s, const struct digest_layout *t, struct buf *out)
{
	struct buf plain = BUF_INIT;
	struct private_view_spans sp;
	struct err err = ERR_INIT;

	buf_add(out, s + t->signed_part.at, t->signed_part.n);
	if (t->sealed[0].n > 0) {
		cr_assert_eq(age_decrypt(fuzz_key(FUZZ_SEAT), s + t->sealed[0].at, t->sealed[0].n,
				 DIGEST_MAX, &plain, &err),
		    0, "%s", err.msg);
		cr_assert_eq(private_view_split(plain.p, plain.n, &sp, &err), 0, "%s", err.msg);
		buf_add(out, plain.p + sp.signed_part.at, sp.signed_part.n);
	}
	buf_wipe(&plain);
}

/* The digests from n on, up to three. */
static void
compare_transcript(const struct buf *digests, int64_t n, const char *name)
{
	struct buf opened = BUF_INIT;
	struct digest_layout t;
	struct err err = ERR_INIT;
	size_t at = 0;

	for (int64_t i = 0; digest_next(digests->p, digests->n, &at, &t, &err) == 1; i++)
		if (i >= n && i < n + 3)
			put_opened(digests->p, &t, &opened);
	golden_compare_seed("transcript", name, &opened);
	buf_release(&opened);
}

Test(golden, seeds_of_transcripts)
{
	char folder[TEST_FOLDER], path[80], name[40];

	test_folder(folder);
	for (unsigned i = 0; rules_all[i] != NULL; i++) {
		struct buf digests = BUF_INIT;
		struct host *h;
		const int64_t dealt = i % 2 != 0 ? 2 * rules_all[i]->seats_min : 0;

		(void)snprintf(path, sizeof path, "%s/%u.db", folder, i);
		h = fuzz_table(path, rules_all[i], i % 2 != 0, &digests);
		fuzz_play(h, 12, &digests);
		for (int64_t n = dealt; n <= dealt + 8; n += 4) {
			(void)snprintf(name, sizeof name, "good-%s-%d", rules_all[i]->name, (int)n);
			compare_transcript(&digests, n, name);
		}
		host_close(h);
		buf_release(&digests);
	}
}
