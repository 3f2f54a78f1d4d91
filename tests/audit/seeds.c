/*
 * The inputs with which fuzzers begin. They must be of this version, or all are refused at once. make
 * regold rewrites them: fuzz/corpus/NAME/good-*, but not those that no program makes.
 */
#include <criterion/criterion.h>

#include "audit/eventful.h"
#include "few.h"
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
Test(golden, seeds_of_digests)
{
	struct kinds k = { .n = 0 };

	/* What is new depends on the games before. */
	for (unsigned i = 0; rules_all[i] != NULL && (i == 0 || !is_few()); i++) {
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

/* ---- decks ---------------------------------------------------------------------------------------- */

Test(golden, seeds_of_decks)
{
	for (unsigned i = 0; rules_all[i] != NULL; i++) {
		struct buf is = BUF_INIT;
		char name[40];

		buf_chr(&is, (char)('0' + i));
		deck_text(rules_all[i], "", &is);
		(void)snprintf(name, sizeof name, "good-%s", rules_all[i]->name);
		compare_and_clear("deck", name, &is);
	}
}
