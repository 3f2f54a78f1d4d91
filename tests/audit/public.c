#include <criterion/criterion.h>

#include "audit/audit.h"
#include "audit/forge.h"
#include "few.h"
#include "games/games.h"
#include "games/saboteur/saboteur.h"

/* Lies that everybody can find without a key and before anything is revealed. Each is signed by
 * the host and found with the digest before, or, if marked, without it. */

enum { MOVES = 7, CHANGED = 5 };

#define HASH "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"

static const char due[] = "an order is due at a time that is not due",
		  since[] = "it contradicts itself in line 16 (since)";

static const struct lie {
	const char *name, *from, *to; /* from: begin of a line; to NULL: the line is repeated */
	bool alone;                   /* found without the digest before, too */
	const char *says;
} lie[] = {
	{ "round", "\nround: ", "2 of 3", true, "it contradicts itself in line 5 (header)" },
	{ "turn", "\nturn: ", "99", true, "it contradicts itself in line 6 (header)" },
	{ "next", "\nnext: ", "-", true, "it contradicts itself in line 9 (header)" },
	{ "time, before", "\ntime: ", "2001-01-01T00:00:00Z", false,
	    "its time is before that of digest 4" },
	{ "due", "\ndue: ", "2031-01-01T00:00:00Z", false, due },
	{ "nothing due", "\ndue: ", "-", false, due },
	{ "no order", "\norder: ", "-", true, "neither an order nor the host has caused it" },
	{ "a word more", "\nsince:\n", "  bob sighs", true, since },
	{ "a word less", "\nsince:\n  ", "well", true, since },
	{ "table", "\ntable:\n", "all is well", true, " (table)" },
	{ "board", "\nboard:\n", "99", true, " (board)" },
	{ "two positions", "\nposition:\n", "{}", true, "position: end of file expected" },
	{ "events", "\nevents:\n  ", "standing", true, since },
	{ "no event", "\nevents:\n  ", "anna sneezes", true, "line 1 of its events is none" },
	{ "a position", "\"turn\":", "77,", true, "it contradicts itself in line 6 (header)" },
};
enum { LIES = sizeof lie / sizeof lie[0] };

static void
play(struct test_table *t, const struct rules *rules)
{
	table_open_rules(t, rules, rules->seats_min, 5);
	cr_assert_eq(table_play(t, MOVES, 11), MOVES);
}

/* Replaces the text after `from` in digest CHANGED, to the end of the line. */
static void
tell(const struct test_table *t, const struct lie *l, struct buf *all)
{
	struct buf text = BUF_INIT, from = BUF_INIT, to = BUF_INIT;
	const char *at, *end;

	buf_add(all, t->all.p, t->all.n);
	forge_take(all, CHANGED, &text);
	at = strstr(buf_cstr(&text), l->from);
	cr_assert_not_null(at, "%s", l->name);
	end = strchr(at + strlen(l->from), '\n');
	buf_add(&from, at, (size_t)(end - at));
	buf_fmt(&to, "%s%s", l->from, l->to);
	forge_public(all, t->host, CHANGED, NULL, buf_cstr(&from), buf_cstr(&to));
	buf_release(&text);
	buf_release(&from);
	buf_release(&to);
}

static void
read_finds(const struct buf *all, bool alone, const char *what, const char *says)
{
	struct buf text = BUF_INIT, proof = BUF_INIT;
	struct player_pins pins = { .proof = &proof };
	struct player_read r;
	struct err err = ERR_INIT;

	if (!alone) {
		forge_take(all, 0, &text); /* digest 0 has the limit */
		forge_take(all, CHANGED - 1, &text);
	}
	forge_take(all, CHANGED, &text);
	cr_expect_eq(player_read(&r, rules_all, text.p, text.n, &pins, NULL, &err), -1,
	    "%s: read does not find it", what);
	cr_expect_eq(err.code, ERR_AUTH, "%s: %s", what, err.msg);
	cr_expect_not_null(strstr(err.msg, says), "%s: %s", what, err.msg);
	buf_release(&text);
	buf_release(&proof);
}

static void
audit_finds(const struct buf *all, const char *what)
{
	struct audit a;
	struct err err = ERR_INIT;
	bool found = false;

	cr_assert_eq(audit_text(&a, all->p, all->n, NULL, &err), 0, "%s", err.msg);
	for (size_t i = 0; i < a.n; i++)
		found = found || (a.at[i].result == AUDIT_FAIL && a.at[i].n == CHANGED);
	cr_expect(found, "%s: the audit does not find it", what);
	audit_release(&a);
}

Test(public, lies)
{
	for (unsigned r = 0; rules_all[r] != NULL; r++) {
		struct test_table t;

		play(&t, rules_all[r]);
		for (unsigned i = 0; i < LIES; i++) {
			struct buf all = BUF_INIT;
			char what[80];

			(void)snprintf(
			    what, sizeof what, "%s, %s", rules_all[r]->name, lie[i].name);
			if (strcmp(lie[i].from, "\nround: ") == 0 && rules_all[r]->rounds == 1)
				continue;
			tell(&t, &lie[i], &all);
			read_finds(&all, lie[i].alone, what, lie[i].says);
			read_finds(&all, false, what, lie[i].says);
			audit_finds(&all, what);
			buf_release(&all);
		}
		table_close(&t);
	}
}

/* Found in the digest alone. */
Test(public, what_no_digest_can_say)
{
	static const struct {
		const char *name;
		int64_t n;
		const char *from, *to;
		enum err_code code;
		const char *says;
	} row[] = {
		{ "a card of the pile", CHANGED, "\"deck\":[\"?\",", "\"deck\":[\"ns\",", ERR_AUTH,
		    "position: it shows what is hidden from everybody" },
		{ "another dealing", CHANGED, "\ndealing: trusted\n",
		    "\ndealing: open\nattempt: 1\n", ERR_AUTH,
		    "dealing is open, but the position is not" },
		{ "a digest before the first", 0, "\nprev: -\n", "\nprev: " HASH "\n", ERR_SYNTAX,
		    "digest 0 has a digest before it" },
	};
	struct test_table t;

	play(&t, &rules_saboteur);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct buf all = BUF_INIT, text = BUF_INIT;
		struct player_read r;
		struct err err = ERR_INIT;

		buf_add(&all, t.all.p, t.all.n);
		forge_public(&all, t.host, row[i].n, NULL, row[i].from, row[i].to);
		forge_take(&all, row[i].n, &text);
		cr_expect_eq(player_read(&r, rules_all, text.p, text.n, NULL, NULL, &err), -1,
		    "%s: read does not find it", row[i].name);
		cr_expect_eq(err.code, row[i].code, "%s: %s", row[i].name, err.msg);
		cr_expect_not_null(strstr(err.msg, row[i].says), "%s: %s", row[i].name, err.msg);
		buf_release(&text);
		buf_release(&all);
	}
	table_close(&t);
}

/* ---- sentences of another version ------------------------------------------------------------ */

static const char *
worst_of(const struct audit *a, enum audit_check check, enum audit_result *worst)
{
	const char *detail = "";

	*worst = AUDIT_PASS;
	for (size_t i = 0; i < a->n; i++) {
		if (a->at[i].check != check || a->at[i].result <= *worst)
			continue;
		*worst = a->at[i].result;
		detail = a->at[i].detail;
	}
	return detail;
}

/* With another text: number the sentences are unknown, so the host is not accused, but the check
 * is pending. */
Test(public, other_words_are_nobody_s_lie)
{
	struct test_table t;
	struct buf all = BUF_INIT, text = BUF_INIT;
	enum audit_result worst;
	struct audit a;
	struct player_read r;
	struct err err = ERR_INIT;

	play(&t, &rules_saboteur);
	buf_add(&all, t.all.p, t.all.n);
	forge_public(&all, t.host, MOVES, NULL, "\ntext: 3\n", "\ntext: 2000\n");
	forge_public(&all, t.host, MOVES, NULL, "\nsince:\n  ", "\nsince:\n  lo, ");
	forge_public(&all, t.host, MOVES, NULL, "\ntable:\n", "\ntable:\n  the noble company\n");
	forge_public(&all, t.host, MOVES, NULL, "\nboard:\n", "\nboard:\n  a work of art\n");
	forge_take(&all, MOVES - 1, &text);
	forge_take(&all, MOVES, &text);
	cr_assert_eq(
	    player_read(&r, rules_all, text.p, text.n, NULL, t.key[0], &err), 0, "%s", err.msg);
	player_read_release(&r);
	cr_assert_eq(audit_text(&a, all.p, all.n, t.key[0], &err), 0, "%s", err.msg);
	for (size_t i = 0; i < a.n; i++)
		cr_expect_neq(a.at[i].result, AUDIT_FAIL, "digest %d, %s: %s", (int)a.at[i].n,
		    audit_check_name(a.at[i].check), a.at[i].detail);
	(void)worst_of(&a, AUDIT_WORDS, &worst);
	cr_expect_eq(worst, AUDIT_PENDING);
	audit_release(&a);
	buf_release(&text);
	buf_release(&all);
	table_close(&t);
}

/*
 * With another text: number everything except sentences is still compared: in the digest, and in a
 * view after the game, with and without the key. The host claims that its sentences are of another
 * version, and lies.
 */
Test(public, other_words_hide_no_lie)
{
	static const struct {
		const char *name, *from, *to;
		enum audit_check check;
		bool in_view;
	} hidden[] = {
		{ "an event", "\nevents:\n  ", "\nevents:\n  x", AUDIT_REPLAY, false },
		{ "the position", "\"discard\":[", "\"discard\":[\"?\",", AUDIT_REPLAY, false },
		{ "the turn", "\nturn: ", "\nturn: 1", AUDIT_REPLAY, false },
		{ "a hand", "\nhand: ", "\nhand: map ", AUDIT_VIEW, true },
		{ "a number", "\nseq: ", "\nseq: 1", AUDIT_VIEW, true },
		{ "an order that waits", "\nwaiting: -\n",
		    "\nwaiting: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n", AUDIT_VIEW,
		    true },
		{ "a section", "\n\nevents:\n", "\n\nsince:\n  you won\n\nevents:\n", AUDIT_VIEW,
		    true },
		{ "a list", "\ncan:\n", "\ncan:\n  break-lamp p1\n", AUDIT_VIEW, true },
	};
	struct test_table t;

	table_open_rules(&t, &rules_saboteur, 3, 5);
	(void)table_play(&t, 1000, 11);
	cr_assert_eq(table_to_move(&t), SEAT_NONE);
	for (size_t i = 0; i < 2 * sizeof hidden / sizeof hidden[0]; i += is_few() ? 3 : 1) {
		const struct seckey *key = i % 2 == 0 ? NULL : t.key[0];
		size_t k = i / 2;
		struct buf all = BUF_INIT;
		enum audit_result worst;
		struct audit a;
		struct err err = ERR_INIT;

		buf_add(&all, t.all.p, t.all.n);
		forge_public(&all, t.host, MOVES, NULL, "\ntext: 3\n", "\ntext: 2\n");
		forge_public(&all, t.host, MOVES, NULL, "\nsince:\n", "\nsince:\n  you won\n");
		if (hidden[k].in_view)
			forge_view(
			    &all, t.host, t.key[0], MOVES, NULL, hidden[k].from, hidden[k].to);
		else
			forge_public(&all, t.host, MOVES, NULL, hidden[k].from, hidden[k].to);
		cr_assert_eq(audit_text(&a, all.p, all.n, key, &err), 0, "%s", err.msg);
		(void)worst_of(&a, hidden[k].check, &worst);
		cr_expect_eq(worst, AUDIT_FAIL, "%s, %s", hidden[k].name, key ? "a key" : "no key");
		audit_release(&a);
		buf_release(&all);
	}
	table_close(&t);
}

/* ---- the end of a round ------------------------------------------------------------------------- */

/* Returns the first digest in which a round ends, with its section in *ended; or -1. */
static int
find_end(const struct buf *all, unsigned last, struct buf *ended)
{
	for (unsigned n = 0; n <= last; n++) {
		struct buf text = BUF_INIT;
		const char *from, *to = NULL;

		forge_take(all, (int)n, &text);
		from = strstr(buf_cstr(&text), "\nended:\n");
		if (from != NULL)
			to = strstr(from, "\ntable:\n");
		if (to != NULL)
			buf_add(ended, from, (size_t)(to - from));
		buf_release(&text);
		if (to != NULL)
			return (int)n;
	}
	return -1;
}

/* True if a reader of this digest, with or without the one before, accuses the host. */
static bool
is_accused(const struct buf *all, int n, bool before)
{
	struct buf text = BUF_INIT, proof = BUF_INIT;
	struct player_pins pins = { .proof = &proof };
	struct player_read r;
	struct err err = ERR_INIT;
	int result;

	if (before) {
		forge_take(all, 0, &text);
		forge_take(all, n - 1, &text);
	}
	forge_take(all, n, &text);
	result = player_read(&r, rules_all, text.p, text.n, &pins, NULL, &err);
	if (result == 0)
		player_read_release(&r);
	else
		cr_expect_eq(err.code, ERR_AUTH, "digest %d: %s", n, err.msg);
	buf_release(&text);
	buf_release(&proof);
	return result < 0;
}

/* With the digest before, wrong drawings and counts are found; without it they are not compared. */
Test(public, a_round_ends_as_it_is_drawn)
{
	for (unsigned r = 0; rules_all[r] != NULL; r++) {
		struct test_table t;
		struct buf ended = BUF_INIT;
		unsigned moves;
		int n;

		if (quick_without(r))
			continue;
		table_open_rules(&t, rules_all[r], rules_all[r]->seats_min, 5);
		moves = (unsigned)table_play(&t, 400, 11);
		n = find_end(&t.all, moves, &ended);
		cr_assert_gt(n, 0, "%s: no round ends in %u moves", rules_all[r]->name, moves);
		cr_expect(strstr(buf_cstr(&ended), "  seat  ") != NULL, "%s: no scores in %s",
		    rules_all[r]->name, buf_cstr(&ended));
		cr_expect(!is_accused(&t.all, n, true), "%s: an honest end", rules_all[r]->name);
		for (unsigned k = 0; k < 3; k++) {
			const char *const from[] = { "\nended:\n", ended.p, "\n  seat  " };
			static const char *const to[] = { "\nended:\n  all is well\n", "",
				"\n  sage  " };
			struct buf all = BUF_INIT;

			buf_add(&all, t.all.p, t.all.n);
			forge_public(&all, t.host, n, NULL, from[k], to[k]);
			cr_expect(is_accused(&all, n, true), "%s, lie %u", rules_all[r]->name, k);
			cr_expect(!is_accused(&all, n, false), "%s, lie %u: alone",
			    rules_all[r]->name, k);
			buf_release(&all);
		}
		buf_release(&ended);
		table_close(&t);
	}
}

Test(public, no_round_ends_where_none_does)
{
	struct test_table t;
	struct buf all = BUF_INIT;

	play(&t, &rules_saboteur);
	buf_add(&all, t.all.p, t.all.n);
	forge_public(
	    &all, t.host, CHANGED, NULL, "\ntable:\n", "\nended:\n  anna  saboteur\n\ntable:\n");
	cr_expect(is_accused(&all, CHANGED, true));
	cr_expect(is_accused(&all, CHANGED, false), "it says so itself");
	buf_release(&all);
	table_close(&t);
}

/* ---- another table --------------------------------------------------------------------------- */

/* Puts digest n of table b, signed by the host of table a, after the digests of a before n. */
static void
graft(const struct test_table *a, const struct test_table *b, int64_t n, struct buf *all)
{
	static const char *const key[] = { "\nhost-sign: ", "\nhost-age: ", "\nprev: " };
	char was[200], is[200];

	for (int64_t i = 0; i < n; i++)
		forge_take(&a->all, i, all);
	forge_take(&b->all, n, all);
	for (unsigned i = 0; i < 3; i++) {
		forge_value(&b->all, n, "", key[i], was);
		if (i < 2) {
			forge_value(&a->all, 0, "", key[i], is);
		} else {
			struct buf one = BUF_INIT;
			struct digest_layout t;
			struct err err = ERR_INIT;
			struct hash h;
			size_t at = 0;

			forge_take(all, n - 1, &one);
			cr_assert_eq(digest_next(one.p, one.n, &at, &t, &err), 1, "%s", err.msg);
			h = digest_hash(one.p + t.signed_part.at, t.signed_part.n);
			hash_text(&h, is);
			buf_release(&one);
		}
		forge_public(all, a->host, n, NULL, was, is);
	}
}

static void
restart(struct test_table *t)
{
	struct host_result r;
	struct err err = ERR_INIT;

	cr_assert_eq(
	    host_restart(t->file, t->host, "p3 does not answer", t->now + 60, -1, &r, &err), 0,
	    "%s", err.msg);
	table_add(t, &r);
}

/* A deck with other numbers of cards. */
static void
own_deck(struct house_deck *deck, const char *from, const char *to)
{
	struct buf stock = BUF_INIT, own = BUF_INIT;
	struct err err = ERR_INIT;
	const char *at;

	deck_text(&rules_saboteur, "", &stock);
	at = strstr(stock.p, from);
	cr_assert_not_null(at, "%s", stock.p);
	buf_fmt(&own, "%.*s%s%s", (int)(at - stock.p), stock.p, to, at + strlen(from));
	cr_assert_eq(deck_parse(deck, &rules_saboteur, own.p, own.n, &err), 0, "%s", err.msg);
	buf_release(&stock);
	buf_release(&own);
}

/* How a table differs from one of three seats that was dealt at once. */
struct kind {
	const struct rules *rules;
	const char *seat;
	unsigned more_seats, restarts;
	bool no_spare, audited;
};

static void
open_kind(struct test_table *t, const struct kind *kind)
{
	const unsigned seats = 3 + kind->more_seats;
	struct host_table_params a = { .rules = kind->rules != NULL ? kind->rules : &rules_saboteur,
		.audited = kind->audited,
		.clock.limit_s = 3600,
		.seated = (uint16_t)((1u << seats) - 1) };

	memset(a.s, 7, sizeof a.s);
	a.options.at[SAB_NO_SPARE] = kind->no_spare;
	table_open_as(t, &a, seats, kind->seat != NULL ? kind->seat : "p");
	for (unsigned r = 0; r < kind->restarts; r++)
		restart(t);
	if (kind->audited)
		table_join(t);
	else
		(void)table_play(t, 2, 1);
}

/* The host goes on with the digest of a table of other seats, cards or options. */
Test(public, a_digest_of_another_table)
{
	static struct house_deck five, four;
	static const char rules[] = "another rules set or card list than before";
	static const char dealing[] = "another way of dealing than before",
			  attempt[] = "another attempt at dealing than before";
	static const struct {
		const char *name;
		struct kind of[2]; /* the table, and the other */
		const char *says;
	} row[] = {
		{ "the same", { { .seat = NULL }, { .seat = NULL } }, NULL },
		{ "other names", { { .seat = NULL }, { .seat = "q" } }, "other seats than before" },
		{ "more seats", { { .seat = NULL }, { .more_seats = 1 } },
		    "other seats than before" },
		{ "other rules", { { .seat = NULL }, { .rules = &rules_saboteur2 } }, rules },
		{ "an own deck", { { .seat = NULL }, { .rules = &five.rules } }, rules },
		{ "another deck", { { .rules = &four.rules }, { .rules = &five.rules } }, rules },
		{ "no spare dwarf", { { .seat = NULL }, { .no_spare = true } },
		    "other options than before" },
		{ "a joint deal", { { .seat = NULL }, { .audited = true } }, dealing },
		{ "dealt at once", { { .audited = true }, { .seat = NULL } }, dealing },
		{ "an attempt less", { { .audited = true, .restarts = 1 }, { .audited = true } },
		    attempt },
		{ "an attempt more", { { .audited = true }, { .audited = true, .restarts = 2 } },
		    attempt },
	};

	own_deck(&five, "map 6", "map 5");
	own_deck(&four, "map 6", "map 4");
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		const int64_t n = 2;
		struct test_table t[2];
		struct buf all = BUF_INIT;

		open_kind(&t[0], &row[i].of[0]);
		open_kind(&t[1], &row[i].of[1]);
		graft(&t[0], &t[1], n, &all);
		forge_reads(row[i].name, &all, n, row[i].says);
		buf_release(&all);
		table_close(&t[0]);
		table_close(&t[1]);
	}
}

/* What the host has signed, and a reader of a whole game cannot use. */
Test(public, no_whole_game)
{
	static const struct {
		const char *name;
		int64_t n;
		const char *from, *to, *says;
	} row[] = {
		{ "no age key of the host", 0, "\nhost-age: age1", "\nhost-age: age2",
		    "digest 0 names no usable age key of the host" },
		{ "no round in digest 0", 0, "\nround: 1 of", "\nround: x of",
		    "digest 0: round is not a number in range" },
		{ "no round", CHANGED, "\nround: 1 of", "\nround: x of",
		    "digest 5: round is not a number in range" },
	};
	struct test_table t;

	play(&t, &rules_saboteur);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct buf all = BUF_INIT;
		struct transcript tr;
		struct err err = ERR_INIT;

		buf_add(&all, t.all.p, t.all.n);
		forge_public(&all, t.host, row[i].n, NULL, row[i].from, row[i].to);
		cr_expect_eq(transcript_read(&tr, rules_all, all.p, all.n, NULL, &err), -1, "%s",
		    row[i].name);
		cr_expect_eq(err.code, ERR_SYNTAX, "%s: %s", row[i].name, err.msg);
		cr_expect_not_null(strstr(err.msg, row[i].says), "%s: %s", row[i].name, err.msg);
		buf_release(&all);
	}
	table_close(&t);
}
