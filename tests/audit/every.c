#include <criterion/criterion.h>

#include "audit/forge.h"
#include "few.h"
#include "games/games.h"
#include "games/saboteur/saboteur.h"
#include "host/rows.h"
#include "host/table.h"

/* Recurring orders: queued, played turn by turn, revealed, rebuilt and audited; and hosts that
 * treat them wrongly. */

/* Signs alternatives for every turn of a seat, and applies them. The list ends with NULL. */
static int
keep(struct test_table *t, unsigned seat, int64_t until, const char *const *line,
    struct host_result *r, struct err *err)
{
	struct player_order o = { .turn = TURN_EVERY, .until = until, .force = true };
	struct player_read read;
	struct parsed_order in;

	for (; line[o.n_lines] != NULL; o.n_lines++)
		o.line[o.n_lines] = line[o.n_lines];
	table_read(t, seat, &read);
	cr_assert_eq(player_sign(&read, t->key[seat], &o, &in, err), 0, "%s", err->msg);
	player_read_release(&read);
	return table_apply(t, &in.o.b, r, err);
}

static void
kept(struct test_table *t, unsigned seat, int64_t until, const char *first, const char *second)
{
	const char *line[] = { first, second, NULL };
	struct host_result r;
	struct err err = ERR_INIT;

	cr_assert_eq(keep(t, seat, until, line, &r, &err), 0, "%s: %s", first, err.msg);
	cr_expect(r.queued, "%s", first);
	host_result_release(&r);
}

/* Sets `has` to a card in the hand and `lacks` to a card that is not. */
static void
cards(const struct test_table *t, unsigned seat, unsigned k, char has[static 64],
    char lacks[static 64])
{
	struct player_read r;
	char name[CARD_NAME_MAX];
	const struct seat *me;

	table_read(t, seat, &r);
	me = &r.v.view.known.seat[seat];
	card_name(r.d.pub.known.rules, me->n_hand > 0 ? me->hand[k % me->n_hand] : 0, name);
	(void)snprintf(has, 64, "discard %s", name);
	for (card_id c = 0;; c++) {
		const struct card_def *kind = &r.d.pub.known.rules->card[c];

		if (kind->class == CARD_PATH && memchr(me->hand, c, me->n_hand) == NULL)
			break;
		cr_assert_lt(c + 1, r.d.pub.known.rules->n_cards);
		card_name(r.d.pub.known.rules, (card_id)(c + 1), name);
	}
	(void)snprintf(lacks, 64, "discard %s", name);
	player_read_release(&r);
}

static bool
view_says(const struct test_table *t, unsigned seat, const char *text)
{
	struct player_read r;
	bool says;

	table_read(t, seat, &r);
	says = strstr(r.plain.p, text) != NULL;
	player_read_release(&r);
	return says;
}

static bool
repeats(const struct test_table *t, unsigned seat)
{
	struct player_read r;
	bool does;

	table_read(t, seat, &r);
	does = r.v.has_queued_every;
	player_read_release(&r);
	return does;
}

static enum audit_result
audited(const struct test_table *t, const struct seckey *me, char why[static 300])
{
	struct audit a;
	struct err err = ERR_INIT;
	enum audit_result worst;

	cr_assert_eq(audit_text(&a, t->all.p, t->all.n, me, &err), 0, "%s", err.msg);
	worst = a.worst;
	why[0] = '\0';
	for (size_t i = 0; i < a.n && why[0] == '\0'; i++)
		if (a.at[i].result == worst && worst != AUDIT_PASS)
			(void)snprintf(why, 300, "digest %d: %s: %s", (int)a.at[i].n,
			    audit_check_name(a.at[i].check), a.at[i].detail);
	audit_release(&a);
	return worst;
}

static void
expect_audit(const struct test_table *t, const struct seckey *me, enum audit_result want)
{
	char why[300];

	cr_expect_eq(audited(t, me, why), want, "%s", why);
}

/* Expects that the file passes fsck and can be rebuilt from its digests. */
static void
expect_same(const struct test_table *t)
{
	struct audit_checked c;
	struct audit_rebuilt out;
	struct host *again;
	struct err err = ERR_INIT;
	char path[96];
	static unsigned number;

	cr_expect_eq(audit_fsck(t->file, t->host, &c, &err), 0, "%s", err.msg);
	(void)snprintf(path, sizeof path, "%s/again%u.db", t->folder, number++);
	cr_assert_eq(host_create(&again, path, rules_all, &err), 0, "%s", err.msg);
	cr_expect_eq(audit_rebuild(again, t->host, "host", t->all.p, t->all.n, &out, &err), 0, "%s",
	    err.msg);
	cr_expect_eq(out.made, table_n(t) + 1);
	host_close(again);
	(void)remove(path);
}

static void
open_dealt(struct test_table *t, const struct rules *rules, unsigned players, unsigned char secret)
{
	table_open_audited(t, rules, players, secret, NULL);
	table_join(t);
	table_confirm(t);
}

/* Expects that nobody is accused if digest n, which a queued order made, is missing. */
static void
expect_gap(const struct test_table *t, int64_t n)
{
	struct audit a;
	struct err err = ERR_INIT;
	struct buf text = BUF_INIT;
	char missing[40];
	bool found = false;

	for (int64_t i = 0; i <= table_n(t); i++)
		if (i != n)
			forge_take(&t->all, i, &text);
	(void)snprintf(missing, sizeof missing, "digest %lld is missing", (long long)n);
	cr_assert_eq(audit_text(&a, text.p, text.n, NULL, &err), 0, "%s", err.msg);
	for (size_t i = 0; i < a.n; i++)
		found = found ||
		    (a.at[i].n == n - 1 && a.at[i].check == AUDIT_REPLAY &&
			a.at[i].result == AUDIT_PENDING && strcmp(a.at[i].detail, missing) == 0);
	for (size_t i = 0; i < a.n; i++)
		cr_expect_neq(a.at[i].result, AUDIT_FAIL, "digest %d: %s: %s", (int)a.at[i].n,
		    audit_check_name(a.at[i].check), a.at[i].detail);
	cr_expect(found, "%s", missing);
	audit_release(&a);
	buf_release(&text);
}

Test(every, is_played_at_each_turn_until_it_is_taken_back)
{
	struct test_table t;
	unsigned me, other;
	int64_t n, made = 0;
	char has[64], lacks[64];
	struct player_read r;
	struct err err = ERR_INIT;

	open_dealt(&t, &rules_saboteur, 3, 21);
	other = table_to_move(&t);
	me = (other + 1) % 3;
	cards(&t, me, 0, has, lacks);
	kept(&t, me, 0, lacks, "suggest");
	cr_expect(repeats(&t, me) && !repeats(&t, other), "only its seat is told");
	table_read(&t, me, &r);
	cr_expect(memcmp(r.v.queued_every, r.d.order, HASH_BYTES) == 0 && !r.v.has_queued_next);
	player_read_release(&r);
	for (unsigned i = 0; i < 4; i++) {
		while (table_to_move(&t) != other)
			(void)table_play(&t, 1, i);
		n = table_n(&t);
		(void)table_play(&t, 1, i);
		cr_expect_eq(table_n(&t), n + 2, "turn %u: played in the same run", i);
		cr_expect_eq(table_to_move(&t), (me + 1) % 3, "turn %u", i);
		cr_expect(repeats(&t, me), "turn %u: it stays", i);
		made = table_n(&t);
		expect_same(&t);
	}
	/* The one-shot order is played first. */
	while (table_to_move(&t) != other)
		(void)table_play(&t, 1, 9);
	cards(&t, me, 1, has, lacks);
	table_must_order(&t, me, has, TURN_NEXT);
	table_read(&t, me, &r);
	cr_expect(r.v.has_queued_next && r.v.has_queued_every);
	player_read_release(&r);
	expect_same(&t);
	(void)table_play(&t, 1, 3);
	table_read(&t, me, &r);
	cr_expect(!r.v.has_queued_next && r.v.has_queued_every,
	    "only the one for the next turn is done with");
	player_read_release(&r);
	cr_expect_eq(table_order(&t, other, "cancel every", TURN_NEXT, &err), -1);
	cr_expect_eq(err.code, ERR_STALE, "%s", err.msg);
	table_must_order(&t, me, "cancel every", TURN_NEXT);
	cr_expect(!repeats(&t, me) && view_says(&t, me, "\n  note cancelled\n"));
	while (table_to_move(&t) != other)
		(void)table_play(&t, 1, 4);
	n = table_n(&t);
	(void)table_play(&t, 1, 5);
	cr_expect_eq(table_n(&t), n + 1, "nothing is kept any more");
	cr_expect_eq(table_to_move(&t), me);
	expect_same(&t);
	expect_audit(&t, t.key[me], AUDIT_PENDING);
	(void)table_play(&t, 500, 6);
	expect_audit(&t, NULL, AUDIT_PASS);
	expect_audit(&t, t.key[me], AUDIT_PASS);
	expect_gap(&t, made);
	expect_same(&t);
	table_close(&t);
}

Test(every, comes_in_one_s_own_turn)
{
	struct test_table t;
	unsigned me;
	int64_t n;
	char has[64], lacks[64];

	if (is_few())
		return;
	open_dealt(&t, &rules_saboteur, 3, 22);
	me = table_to_move(&t);
	n = table_n(&t);
	kept(&t, me, 0, "suggest", NULL);
	cr_expect_eq(table_n(&t), n + 2, "kept, and played at once");
	cr_expect_neq(table_to_move(&t), me);
	/* If no alternative is legal, the order stays and its seat is informed. */
	while (table_to_move(&t) != (me + 2) % 3)
		(void)table_play(&t, 1, 1);
	cards(&t, me, 0, has, lacks);
	kept(&t, me, 0, lacks, "rockfall 40,40");
	(void)table_play(&t, 1, 1);
	cr_expect_eq(table_to_move(&t), me);
	cr_expect(repeats(&t, me) && view_says(&t, me, "\n  note idle\n"));
	cr_expect_not(view_says(&t, (me + 1) % 3, "\n  note "), "nobody else is told");
	table_must_order(&t, me, has, 0);
	cr_expect_neq(table_to_move(&t), me, "by hand, as ever");
	cr_expect(repeats(&t, me));
	expect_same(&t);
	(void)table_play(&t, 500, 6);
	expect_audit(&t, NULL, AUDIT_PASS);
	table_close(&t);
}

Test(every, ends)
{
	struct test_table t;
	struct err err = ERR_INIT;
	struct seckey *mine;
	unsigned me;
	const char *const line[] = { "suggest", NULL };
	struct host_result r;

	if (is_few())
		return;
	open_dealt(&t, &rules_saboteur, 3, 23);
	me = (table_to_move(&t) + 1u) % 3;
	cr_expect_eq(keep(&t, me, t.now + 60, line, &r, &err), -1, "over when it comes");
	cr_expect(err.code == ERR_STALE && strstr(err.msg, "until:") != NULL, "%s", err.msg);
	/* An order every three minutes; after another order it has expired. */
	kept(&t, me, t.now + 180, "suggest", NULL);
	table_must_order(&t, me, NULL, TURN_ANY);
	(void)table_play(&t, 1, 1);
	cr_expect_eq(table_to_move(&t), me, "its time is over");
	cr_expect(!repeats(&t, me) && view_says(&t, me, "\n  note ended\n"));
	(void)table_play(&t, 1, 1);
	/* Undo. */
	kept(&t, me, 0, "suggest", NULL);
	kept(&t, (me + 1) % 3, 0, "rockfall 40,40", NULL);
	cr_assert_eq(table_undo(&t, table_n(&t) - 1, "a slip", &err), 0, "%s", err.msg);
	cr_expect(!repeats(&t, me) && view_says(&t, me, "\n  note dropped\n"));
	cr_expect_not(repeats(&t, (me + 1) % 3));
	expect_same(&t);
	/* The seat gets new keys. */
	me = (table_to_move(&t) + 1u) % 3;
	kept(&t, me, 0, "suggest", NULL);
	mine = t.key[me];
	{
		struct seckey *key = seckey_new(&(struct err)ERR_INIT);
		struct player_read read;
		struct parsed_order in;

		cr_assert(key != NULL && seckey_make(key, &err) == 0);
		table_read(&t, me, &read);
		cr_assert_eq(player_rotate(&read, mine, key, 0, &in, &err), 0, "%s", err.msg);
		player_read_release(&read);
		t.key[me] = key;
		cr_assert_eq(table_apply(&t, &in.o.b, &r, &err), 0, "%s", err.msg);
		host_result_release(&r);
		seckey_free(mine);
	}
	cr_expect_not(repeats(&t, me), "the old key plays no turn more");
	expect_same(&t);
	(void)table_play(&t, 500, 6);
	expect_audit(&t, NULL, AUDIT_PASS);
	table_close(&t);
}

static const struct {
	const char *line;
	const char *says;
} refused[] = {
	{ "resign", "stands alone" },
	{ "take 3", "stays secret" },
	{ "cancel", "cancel" },
	{ "cancel every", "cancel" },
	{ "vote p1 yes", "stands alone" },
	{ "suggest greedy", "suggest" },
	{ "absent 2027-01-01 to 2027-01-02", "stands alone" },
	{ "join", "stands alone" },
	{ "discard no-such-card", "no-such-card" },
};

Test(every, refusals)
{
	struct test_table t;
	unsigned me;
	int64_t n;

	open_dealt(&t, &rules_saboteur, 3, 24);
	me = (table_to_move(&t) + 1u) % 3;
	n = table_n(&t);
	for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
		const char *const line[] = { "suggest", refused[i].line, NULL };
		struct host_result r;
		struct err err = ERR_INIT;

		cr_expect_eq(keep(&t, me, 0, line, &r, &err), -1, "%s", refused[i].line);
		cr_expect(err.code == ERR_SYNTAX && strstr(err.msg, refused[i].says) != NULL,
		    "%s: %d %s", refused[i].line, err.code, err.msg);
	}
	cr_expect_eq(table_n(&t), n, "nothing is kept");
	expect_same(&t);
	table_close(&t);
}

/* All seats away at once: the number of digests is limited, and the next order continues. */
Test(every, all_seats)
{
	struct test_table t;
	int64_t n;
	unsigned runs = 0;

	if (is_few())
		return;
	table_open(&t, 4, 25);
	for (unsigned i = 1; i <= 4; i++)
		kept(&t, (table_to_move(&t) + i) % 4, 0, "suggest", NULL);
	cr_expect(table_to_move(&t) != SEAT_NONE, "not all at once");
	while (table_to_move(&t) != SEAT_NONE) {
		n = table_n(&t);
		table_must_order(&t, 0, NULL, TURN_ANY);
		cr_expect(table_n(&t) == n + 65 || table_to_move(&t) == SEAT_NONE, "%d",
		    (int)(table_n(&t) - n));
		cr_assert_lt(++runs, 10);
	}
	expect_audit(&t, NULL, AUDIT_PASS);
	expect_audit(&t, t.key[2], AUDIT_PASS);
	expect_same(&t);
	table_close(&t);
}

/* Sets n to the lengths of all sealed views of the newest digest. */
static void
lengths(const struct test_table *t, size_t n[static SEATS_MAX])
{
	const char *p = t->digest.p;

	for (unsigned i = 0; i < t->names.n; i++) {
		char title[32];

		(void)snprintf(title, sizeof title, "\nfor %s:\n", t->names.seat[i]);
		p = strstr(p, title);
		cr_assert_not_null(p);
		n[i] = (size_t)(strstr(p, "-----END AGE") - p);
	}
}

/* Lengths of views show neither which seat has a queued order nor its kind. */
Test(every, lengths_tell_nothing)
{
	static const int64_t turn[] = { TURN_NEXT, TURN_EVERY };
	size_t n[2][SEATS_MAX];

	for (unsigned k = 0; k < 2; k++) {
		struct test_table t;
		unsigned me;

		table_open(&t, 3, 26);
		me = (table_to_move(&t) + 1u) % 3;
		table_must_order(&t, me, "rockfall 40,40", turn[k]);
		table_must_order(&t, me, "rockfall 41,40", TURN_NEXT);
		table_must_order(&t, me, "rockfall 42,40", turn[k]);
		lengths(&t, n[k]);
		cr_expect_eq(repeats(&t, me), turn[k] == TURN_EVERY);
		table_close(&t);
	}
	for (unsigned i = 0; i < 3; i++)
		cr_expect_eq(n[0][i], n[1][i], "seat %u: %zu, %zu", i, n[0][i], n[1][i]);
}

/* ---- whole games --------------------------------------------------------------------------------- */

/* At times a seat queues an order of up to eight alternatives, cancels it, or the host undoes
 * it. */
static void
play_odd(struct test_table *t, unsigned i)
{
	static const int64_t until[] = { 0, 300, 3000 };
	unsigned me = table_to_move(t), other = (me + 1 + i) % t->names.n;
	const char *line[ORDER_BLOCK_ALTERNATIVES + 1] = { "rockfall 3,3" };
	struct host_result r;
	struct err err = ERR_INIT;
	char has[2][64], lacks[64];

	if (i % 5 == 1) {
		cards(t, other, i, has[0], lacks);
		cards(t, other, i + 1, has[1], lacks);
		line[0] = lacks;
		for (unsigned k = 1; k < 7; k++)
			line[k] = i % 2 == 0 ? has[k % 2] : lacks;
		line[i % 3 == 0 ? 2 : 7] = i % 3 == 1 ? has[0] : "suggest";
		line[8] = NULL;
		line[i % 3 == 0 ? 3 : 8] = NULL;
		if (keep(t, other, until[i % 3] == 0 ? 0 : t->now + until[i % 3], line, &r, &err) ==
		    0)
			host_result_release(&r);
	}
	if (i % 13 == 6)
		(void)table_order(t, other, "cancel every", TURN_NEXT, &err);
	if (i % 17 == 9)
		(void)table_order(t, other, "discard map", TURN_NEXT, &err);
	if (i % 29 == 11)
		(void)table_undo(t, table_n(t) - 1, "a slip", &err);
}

Test(every, games_of_every_rules_set)
{
	for (unsigned i = 0; rules_all[i] != NULL; i++) {
		const struct rules *rules = rules_all[i];
		struct test_table t;
		char why[300];

		if (quick_without(i + 1))
			continue;
		open_dealt(&t, rules, rules->seats_max < 3 ? rules->seats_max : 3,
		    (unsigned char)(40 + i));
		for (unsigned k = 0; table_to_move(&t) != SEAT_NONE; k++) {
			play_odd(&t, k);
			if (table_to_move(&t) != SEAT_NONE)
				(void)table_play(&t, 1, k);
			if (k % 40 == 39) {
				cr_expect_leq(audited(&t, t.key[k % t.names.n], why), AUDIT_PENDING,
				    "%s: %s", rules->name, why);
				expect_same(&t);
			}
		}
		cr_expect_eq(audited(&t, NULL, why), AUDIT_PASS, "%s: %s", rules->name, why);
		cr_expect_eq(audited(&t, t.key[1], why), AUDIT_PASS, "%s: %s", rules->name, why);
		expect_same(&t);
		table_close(&t);
	}
}

/* ---- a host that treats them wrongly --------------------------------------------------------- */

static void
forget(struct host_state *hs)
{
	hs->queued_every = 0;
}

static uint8_t keeper;

static void
give_turn(struct host_state *hs)
{
	hs->g.to_move = keeper;
}

/* The order is dropped, and the host waits for the seat. */
static int64_t
ignore(struct test_table *t)
{
	(void)table_play(t, 4, 1);
	while (table_to_move(t) != (keeper + 2) % 3)
		(void)table_play(t, 1, 2);
	table_tamper(t, forget);
	(void)table_play(t, 1, 1);
	cr_assert_eq(table_to_move(t), keeper);
	(void)table_play(t, 1, 1);
	return table_n(t);
}

static int64_t
play_twice(struct test_table *t)
{
	(void)table_play(t, 1, 1);
	cr_assert_neq(table_to_move(t), keeper);
	table_tamper(t, give_turn);
	table_must_order(t, keeper, NULL, TURN_ANY);
	table_tamper(t, forget);
	return table_n(t) - 1;
}

/* Plays to the end of the round, when orders are revealed. */
static void
play_round(struct test_table *t)
{
	for (unsigned i = 0; strstr(t->digest.p, "\nround: 1 of ") != NULL; i++)
		(void)table_play(t, 1, i);
}

/* The order is played in time, but the host dates it a year later, and all that follows. */
static int64_t
play_late(struct test_table *t)
{
	int64_t n;

	(void)table_play(t, 1, 1);
	n = table_n(t);
	play_round(t);
	for (int64_t i = n - 1; i <= table_n(t); i++)
		forge_public(&t->all, t->host, i, NULL, "time: 2026-", "time: 2027-");
	return n - 1;
}

/* The view of another seat reports the order, too. */
static int64_t
tell_another(struct test_table *t)
{
	unsigned other = (keeper + 1u) % 3;
	struct buf line = BUF_INIT;
	struct player_read r;
	char every[HASH_TEXT + 1];
	struct hash h;
	int64_t n = table_n(t);

	table_read(t, keeper, &r);
	memcpy(h.b, r.v.queued_every, sizeof h.b);
	hash_text(&h, every);
	player_read_release(&r);
	buf_fmt(&line, "waiting: -\nevery: %s\n", every);
	play_round(t);
	forge_view(&t->all, t->host, t->key[other], n, NULL, "waiting: -\n", buf_cstr(&line));
	buf_release(&line);
	return n;
}

static const struct {
	const char *name;
	int64_t (*lie)(struct test_table *t); /* returns the digest in which it is found */
	enum audit_check check;
} lie[] = {
	{ "ignored", ignore, AUDIT_REPLAY },
	{ "played twice", play_twice, AUDIT_REPLAY },
	{ "played when its time is over", play_late, AUDIT_REPLAY },
	{ "told to another seat", tell_another, AUDIT_VIEW },
};

/* Found at the end of the round by seats other than the one that ordered. */
Test(every, hosts_that_lie)
{
	for (size_t i = 0; i < sizeof lie / sizeof lie[0]; i += is_few() ? 3 : 1) {
		struct test_table t;
		struct audit a;
		struct err err = ERR_INIT;
		bool found = false;
		int64_t n;

		open_dealt(&t, &rules_saboteur, 3, 27);
		keeper = (uint8_t)((table_to_move(&t) + 1u) % 3);
		kept(&t, keeper, t.now + 30 * 24 * 3600, "suggest", NULL);
		n = lie[i].lie(&t);
		play_round(&t);
		cr_assert_eq(
		    audit_text(&a, t.all.p, t.all.n,
			lie[i].check == AUDIT_VIEW ? t.key[(keeper + 1u) % 3] : NULL, &err),
		    0, "%s: %s", lie[i].name, err.msg);
		for (size_t k = 0; k < a.n; k++)
			found = found ||
			    (a.at[k].result == AUDIT_FAIL && a.at[k].n == n &&
				a.at[k].check == lie[i].check);
		cr_expect(found, "%s", lie[i].name);
		audit_release(&a);
		table_close(&t);
	}
}
