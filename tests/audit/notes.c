#include <criterion/criterion.h>

#include "audit/audit.h"
#include "audit/forge.h"
#include "games/games.h"
#include "record/order.h"

/* Lies about notes: each is signed by the host and consistent in events and sentences. A reader
 * without a key finds it, and so does the audit. */
enum scene {
	JOINS,
	ALL_JOIN,
	CONFIRMS,
	RESTARTS, /* all seats join again after p1 has confirmed */
	RESERVES, /* p3 gets other keys before it joins again */
	DEALS,
	PLAYS,
	SAYS,
	KEEPS,
	ROTATES,
	REPLACES,
	VOTES,
	KEYS_HOLD,
	ASKS,
	VOTES_UNDO,
	WITHDRAWS,
	PLACES
};

static struct test_table table;
static int64_t at[PLACES];
static unsigned mover; /* in SAYS: the deal depends on the bytes of digest 0 */

static void
give(unsigned seat, const char *line, const char *say, int64_t turn)
{
	struct host_result r;
	struct parsed_order in;
	struct err err = ERR_INIT;

	table_sign(&table, seat, line, turn, 0, &in.o.b);
	if (say != NULL) {
		memcpy(in.o.b.say, say, strlen(say) + 1);
		cr_assert_eq(order_sign(&in, &in.o.b, table.key[seat], &err), 0, "%s", err.msg);
	}
	cr_assert_eq(table_apply(&table, &in.o.b, &r, &err), 0, "%s", err.msg);
	host_result_release(&r);
}

static struct seckey *
new_key(void)
{
	struct err err = ERR_INIT;
	struct seckey *key = seckey_new(&err);

	cr_assert(key != NULL && seckey_make(key, &err) == 0);
	return key;
}

static void
give_keys(void)
{
	struct seckey *other = new_key();
	struct host_result r;
	struct err err = ERR_INIT;

	cr_assert_eq(host_replace(table.file, table.host, "p3", &other->pub, "a broken disk",
			 table.now + 60, -1, &r, &err),
	    0, "%s", err.msg);
	table_add(&table, &r);
	table.key[2] = other;
}

static void
confirm_one(void)
{
	struct host_result r;
	struct player_read read;
	struct parsed_order in;
	struct err err = ERR_INIT;

	cr_assert_eq(
	    player_read(&read, rules_all, table.all.p, table.all.n, NULL, table.key[0], &err), 0,
	    "%s", err.msg);
	cr_assert_eq(player_confirm(&read, table.key[0], &in, &err), 0, "%s", err.msg);
	player_read_release(&read);
	cr_assert_eq(table_apply(&table, &in.o.b, &r, &err), 0, "%s", err.msg);
	host_result_release(&r);
}

static void
join_and_deal(void)
{
	struct host_result r;
	struct err err = ERR_INIT;

	table_open_audited(&table, &rules_saboteur, 3, 14, NULL);
	table_join(&table);
	at[JOINS] = 2;
	at[ALL_JOIN] = 3;
	confirm_one();
	cr_assert_eq(
	    host_restart(table.file, table.host, "he is gone", table.now + 60, -1, &r, &err), 0,
	    "%s", err.msg);
	table_add(&table, &r);
	at[RESTARTS] = table_n(&table);
	give_keys();
	at[RESERVES] = table_n(&table);
	table_join(&table);
	table_confirm(&table);
	at[CONFIRMS] = table_n(&table) - 2;
	at[DEALS] = table_n(&table);
}

static void
change_keys(void)
{
	struct seckey *fresh = new_key();
	struct host_result r;
	struct player_read read;
	struct parsed_order in;
	struct err err = ERR_INIT;

	table_read(&table, 1, &read);
	cr_assert_eq(player_rotate(&read, table.key[1], fresh, 0, &in, &err), 0, "%s", err.msg);
	player_read_release(&read);
	cr_assert_eq(table_apply(&table, &in.o.b, &r, &err), 0, "%s", err.msg);
	host_result_release(&r);
	table.key[1] = fresh;
	at[ROTATES] = table_n(&table);
	give_keys();
	at[REPLACES] = table_n(&table);
	give(0, "vote p3 yes", NULL, TURN_ANY);
	at[VOTES] = table_n(&table);
	give(1, "vote p3 yes", NULL, TURN_ANY);
	at[KEYS_HOLD] = table_n(&table);
}

static void
ask(void)
{
	struct host_result r;
	struct err err = ERR_INIT;
	char line[40];

	cr_assert_eq(host_undo(table.file, table.host, at[DEALS], "the wrong mail", table.now + 60,
			 -1, &r, &err),
	    0, "%s", err.msg);
	table_add(&table, &r);
	at[ASKS] = table_n(&table);
	(void)snprintf(line, sizeof line, "vote undo %d yes", (int)at[DEALS]);
	give(0, line, NULL, TURN_ANY);
	at[VOTES_UNDO] = table_n(&table);
	cr_assert_eq(host_withdraw(table.file, table.host, NULL, table.now + 60, -1, &r, &err), 0,
	    "%s", err.msg);
	table_add(&table, &r);
	at[WITHDRAWS] = table_n(&table);
}

static void
play(void)
{
	struct buf line = BUF_INIT;

	join_and_deal();
	cr_assert_eq(table_play(&table, 1, 11), 1);
	at[PLAYS] = table_n(&table);
	mover = table_to_move(&table);
	table_legal(&table, 3, &line);
	give(mover, line.p, "note kept, is it?", 0);
	at[SAYS] = table_n(&table);
	give((table_to_move(&table) + 1u) % 3, "discard map", NULL, TURN_NEXT);
	at[KEEPS] = table_n(&table);
	buf_release(&line);
	change_keys();
	ask();
}

static const char acts[] = "its notes are not what the host does",
		  orders[] = "its notes are not those of an order",
		  keys[] = "keys are new, or votes on them counted, and it does not say so",
		  whether_all[] = "it does not say whether all have joined or confirmed",
		  share[] = "a seat is said to have joined or confirmed, and its share is missing",
		  other[] = "another seat joins or confirms than it says",
		  uncounted[] = "a vote on going back is not counted",
		  line_1[] = "line 1 of its events is none",
		  nobody[] = "nobody joins or confirms in it",
		  nothing[] = "it takes an order, and tells nothing of it";

#define FOUR(text) text text text text

static const struct lie {
	const char *name;
	enum scene place;
	bool alone; /* found without the digest before, too */
	struct {
		const char *from, *to;
	} change[3];         /* the sentence; the note; other changes for consistency */
	const char *says[2]; /* the error; if not NULL: that without the digest before */
} lie[] = {
	{ "a join of another", JOINS, false,
	    { { "  p2 has joined\n", "  p1 has joined\n" },
		{ "  note joined p2\n", "  note joined p1\n" } },
	    { other } },
	{ "a join of who has not", JOINS, true,
	    { { "  p2 has joined\n", "  p3 has joined\n" },
		{ "  note joined p2\n", "  note joined p3\n" } },
	    { share } },
	{ "a join not told", JOINS, true,
	    { { "  p2 has joined\n", "" }, { "  note joined p2\n", "" } }, { nothing, nobody } },
	{ "a join that is kept", JOINS, true,
	    { { "  p2 has joined\n", "  a sealed order is kept for later\n" },
		{ "  note joined p2\n", "  note kept\n" } },
	    { nobody } },
	{ "all, though one is missing", JOINS, true,
	    { { "  p2 has joined\n",
		  "  p2 has joined\n  all seats are taken: everybody is to confirm\n" },
		{ "  note joined p2\n", "  note joined p2\n  note all-joined\n" } },
	    { whether_all } },
	{ "all, not told", ALL_JOIN, true,
	    { { "  all seats are taken: everybody is to confirm\n", "" },
		{ "  note all-joined\n", "" } },
	    { whether_all } },
	{ "a confirmation of another", CONFIRMS, true,
	    { { "  p1 has confirmed\n", "  p2 has confirmed\n" },
		{ "  note confirmed p1\n", "  note confirmed p2\n" } },
	    { share } },
	{ "a confirmation for a join", CONFIRMS, false,
	    { { "  p1 has confirmed\n", "  p1 has joined\n" },
		{ "  note confirmed p1\n", "  note joined p1\n" } },
	    { other } },
	{ "another attempt", RESTARTS, true,
	    { { "over, attempt 2:", "over, attempt 3:" },
		{ "  note restarted 2\n", "  note restarted 3\n" } },
	    { acts } },
	{ "another attempt, all over", RESTARTS, true,
	    { { "over, attempt 2:", "over, attempt 3:" },
		{ "  note restarted 2\n", "  note restarted 3\n" },
		{ "\n  restart: 2\n", "\n  restart: 3\n" } },
	    { "everybody joins again for another attempt" } },
	{ "who had confirmed, not told", RESTARTS, true,
	    { { "  p1 had confirmed\n", "" }, { "  note had-confirmed p1\n", "" } }, { acts } },
	{ "who had confirmed, all over", RESTARTS, false,
	    { { "  p1 had confirmed\n", "" }, { "  note had-confirmed p1\n", "" },
		{ "\n  confirmed: p1\n", "\n  confirmed: -\n" } },
	    { "others had confirmed than the host says" } },
	{ "the deal, not told", DEALS, true,
	    { { "  all have confirmed: the cards are dealt\n", "" },
		{ "  note all-confirmed\n", "" } },
	    { whether_all } },
	{ "kept, but played", PLAYS, true,
	    { { "\n\nevents:\n", "\n  a sealed order is kept for later\n\nevents:\n" },
		{ "\n\ntable:\n", "\n  note kept\n\ntable:\n" } },
	    { orders } },
	{ "words of another", SAYS, true,
	    { { "  pM says:", "  pO says:" }, { "  note said pM ", "  note said pO " } },
	    { "another seat says something than the one that orders" } },
	{ "kept, not told", KEEPS, false,
	    { { "  a sealed order is kept for later\n", "" }, { "  note kept\n", "" } },
	    { nothing } },
	{ "kept twice", KEEPS, true,
	    { { "  a sealed order is kept for later\n",
		  "  a sealed order is kept for later\n  a sealed order is kept for later\n" },
		{ "  note kept\n", "  note kept\n  note kept\n" } },
	    { orders } },
	{ "kept, and by whom", KEEPS, true, { { "  note kept\n", "  note kept p1\n" } },
	    { line_1 } },
	{ "a note that there is not", KEEPS, true, { { "  note kept\n", "  note lost\n" } },
	    { line_1 } },
	{ "an event behind the notes", KEEPS, true,
	    { { "  a sealed order is kept for later\n",
		  "  a sealed order is kept for later\n  somebody gives a standing order\n" },
		{ "  note kept\n", "  note kept\n  standing\n" } },
	    { "line 2 of its events is none" } },
	{ "words for a kept order, of a terminal", KEEPS, true,
	    { { "  a sealed order", "  p1 says:\n    | \x1b[2J\n  a sealed order" },
		{ "  note kept\n", "  note said p1 \x1b[2J\n  note kept\n" } },
	    { line_1 } },
	{ "words for a kept order, not in their form", KEEPS, true,
	    { { "  a sealed order", "  p1 says:\n    | a|b\n  a sealed order" },
		{ "  note kept\n", "  note said p1 a|b\n  note kept\n" } },
	    { line_1 } },
	{ "new keys of another", ROTATES, true,
	    { { "  p2 has new keys", "  p3 has new keys" },
		{ "  note rotated p2\n", "  note rotated p3\n" } },
	    { keys } },
	{ "new keys not told", ROTATES, true,
	    { { "  p2 has new keys, and the old ones have signed them\n",
		  "  p2 says:\n    | hm\n" },
		{ "  note rotated p2\n", "  note said p2 hm\n" } },
	    { keys } },
	{ "new keys from the seat that are the host's", REPLACES, true,
	    { { "  the host gives p3 new keys, for this reason:\n    | a broken disk\n",
		  "  p3 has new keys, and the old ones have signed them\n" },
		{ "  note replaced p3\n", "  note rotated p3\n" } },
	    { acts } },
	{ "new keys of another, from the host", REPLACES, true,
	    { { "  the host gives p3", "  the host gives p1" },
		{ "  note replaced p3\n", "  note replaced p1\n" } },
	    { acts } },
	{ "other new keys in its section", REPLACES, true,
	    { { "\n  replace: p3\n  sign: RW", "\n  replace: p3\n  sign: RX" } }, { keys } },
	{ "a vote of another", VOTES, true,
	    { { "  p1 votes yes", "  p2 votes yes" },
		{ "  note voted-keys p1 ", "  note voted-keys p2 " } },
	    { keys } },
	{ "a vote turned round", VOTES, true,
	    { { "  p1 votes yes", "  p1 votes no" },
		{ "voted-keys p1 p3 yes\n", "voted-keys p1 p3 no\n" } },
	    { keys } },
	{ "a vote not told", VOTES, false,
	    { { "  p1 votes yes on p3's new keys\n", "  p1 says:\n    | hm\n" },
		{ "  note voted-keys p1 p3 yes\n", "  note said p1 hm\n" } },
	    { keys } },
	{ "keys confirmed too early", VOTES, true,
	    { { "  p1 votes yes on p3's new keys\n",
		  "  p1 votes yes on p3's new keys\n  p3's new keys are confirmed\n" },
		{ "  note voted-keys p1 p3 yes\n",
		    "  note voted-keys p1 p3 yes\n  note keys-confirmed p3\n" } },
	    { "it does not say whether new keys are confirmed" } },
	{ "keys confirmed, not told", KEYS_HOLD, true,
	    { { "  p3's new keys are confirmed\n", "" }, { "  note keys-confirmed p3\n", "" } },
	    { "it does not say whether new keys are confirmed",
		"a vote on keys that are not new" } },
	{ "other digests asked for", ASKS, true,
	    { { " take back digests 13 to 19", " take back digests 14 to 19" },
		{ "  note undo-asked 13 19\n", "  note undo-asked 14 19\n" } },
	    { acts } },
	{ "a vote on going back of another", VOTES_UNDO, true,
	    { { "  p1 votes yes", "  p2 votes yes" },
		{ "  note voted-undo p1 ", "  note voted-undo p2 " } },
	    { uncounted } },
	{ "a vote on going back elsewhere", VOTES_UNDO, true,
	    { { "  p1 votes yes on going back to digest 12\n",
		  "  p1 votes yes on going back to digest 13\n" },
		{ "  note voted-undo p1 12 yes\n", "  note voted-undo p1 13 yes\n" } },
	    { uncounted } },
	{ "a vote on going back not told", VOTES_UNDO, false,
	    { { "  p1 votes yes on going back to digest 12\n", "  p1 says:\n    | hm\n" },
		{ "  note voted-undo p1 12 yes\n", "  note said p1 hm\n" } },
	    { "a vote on going back is counted that nobody gave" } },
	{ "withdrawn, not told", WITHDRAWS, true,
	    { { "  the host no longer asks to go back to digest 12\n", "" },
		{ "  note undo-withdrawn 12\n", "" } },
	    { acts } },
	{ "all have joined, where all confirm", DEALS, true,
	    { { "  all have confirmed: the cards are dealt\n",
		  "  all seats are taken: everybody is to confirm\n" },
		{ "  note all-confirmed\n", "  note all-joined\n" } },
	    { whether_all } },
	{ "kept four times", KEEPS, true,
	    { { "  a sealed order is kept for later\n",
		  FOUR("  a sealed order is kept for later\n") },
		{ "  note kept\n", FOUR("  note kept\n") } },
	    { orders } },
	{ "a vote on going back that nobody asks for", KEEPS, true,
	    { { "  a sealed order is kept for later\n",
		  "  p1 votes yes on going back to digest 12\n" },
		{ "  note kept\n", "  note voted-undo p1 12 yes\n" } },
	    { uncounted } },
	{ "other keys are confirmed than those voted on", KEYS_HOLD, true,
	    { { "  p3's new keys are confirmed\n", "  p1's new keys are confirmed\n" },
		{ "  note keys-confirmed p3\n", "  note keys-confirmed p1\n" } },
	    { orders } },
	{ "a vote on keys, and something is kept", KEYS_HOLD, true,
	    { { "  p3's new keys are confirmed\n", "  a sealed order is kept for later\n" },
		{ "  note keys-confirmed p3\n", "  note kept\n" } },
	    { orders } },
	{ "a seat confirms its own keys", KEYS_HOLD, true,
	    { { "  p2 votes yes", "  p3 votes yes" },
		{ "  note voted-keys p2 ", "  note voted-keys p3 " } },
	    { "a seat votes or leaves before its keys are confirmed" } },
};
enum { LIES = sizeof lie / sizeof lie[0] };

/* Replaces pM by the seat to move and pO by another. */
static void
fill_in(const char *text, struct buf *out)
{
	for (const char *p = text; *p != '\0'; p++) {
		bool seat = p > text && p[-1] == 'p' && (*p == 'M' || *p == 'O');

		buf_chr(out, !seat ? *p : (char)('1' + (mover + (*p == 'O')) % 3));
	}
}

static void
tell(const struct lie *l, struct buf *all)
{
	buf_add(all, table.all.p, table.all.n);
	for (unsigned k = 0; k < 3 && l->change[k].from != NULL; k++) {
		struct buf from = BUF_INIT, to = BUF_INIT;

		fill_in(l->change[k].from, &from);
		fill_in(l->change[k].to, &to);
		forge_public(all, table.host, at[l->place], NULL, from.p, buf_cstr(&to));
		buf_release(&from);
		buf_release(&to);
	}
}

static void
read_finds(const struct buf *all, const struct lie *l, bool alone)
{
	const char *says = l->says[alone && l->says[1] != NULL ? 1 : 0];
	struct buf text = BUF_INIT;
	struct player_read r;
	struct err err = ERR_INIT;

	if (!alone)
		forge_take(all, at[l->place] - 1, &text);
	forge_take(all, at[l->place], &text);
	cr_expect_eq(player_read(&r, rules_all, text.p, text.n, NULL, NULL, &err), -1,
	    "%s: read does not find it", l->name);
	cr_expect_eq(err.code, ERR_AUTH, "%s: %s", l->name, err.msg);
	cr_expect_not_null(strstr(err.msg, says), "%s: %s", l->name, err.msg);
	buf_release(&text);
}

static void
audit_finds(const struct buf *all, const struct lie *l)
{
	struct audit a;
	struct err err = ERR_INIT;
	bool found = false;

	cr_assert_eq(audit_text(&a, all->p, all->n, NULL, &err), 0, "%s", err.msg);
	for (size_t i = 0; i < a.n; i++)
		found = found || (a.at[i].result == AUDIT_FAIL && a.at[i].n == at[l->place]);
	cr_expect(found, "%s: the audit does not find it", l->name);
	audit_release(&a);
}

/* Values that are replaced by others of their kind. */
static const struct {
	const char *name;
	enum scene place;
	const char *after, *key, *says;
} value[] = {
	{ "another commitment", JOINS, "\n  seat: p2\n",
	    "  commit: ", "says something else than it tells" },
	{ "another age key of who joins", JOINS, "\n  seat: p2\n",
	    "  age: ", "says something else than it tells" },
	{ "another share", CONFIRMS, "\n  seat: p1\n",
	    "  reveal: ", "says something else than it tells" },
	{ "other keys for an open seat", RESERVES, "\nhost:\n",
	    "  age: ", "the seat does not get the keys that the host says" },
	{ "another signing key for an open seat", RESERVES, "\nhost:\n",
	    "  sign: ", "the seat does not get the keys that the host says" },
	{ "another new age key", REPLACES, "\nnew-keys:\n",
	    "  age: ", "keys are new, or votes on them counted" },
	{ "given in another digest", REPLACES, "\nnew-keys:\n",
	    "  digest: ", "keys are new, or votes on them counted" },
	{ "another key of who changes it", ROTATES, "\nnew-keys:\n",
	    "  age: ", "says something else than it tells" },
};

static void
tell_values(void)
{
	for (size_t i = 0; i < sizeof value / sizeof value[0]; i++) {
		struct buf all = BUF_INIT, one = BUF_INIT;
		char was[200], is[200];
		struct player_read r;
		struct err err = ERR_INIT;

		forge_value(&table.all, at[value[i].place], value[i].after, value[i].key, was);
		if (strcmp(value[i].key, "  age: ") == 0) {
			pubkey_box_text(&table.host->pub, is);
		} else if (strcmp(value[i].key, "  sign: ") == 0) {
			pubkey_sign_text(&table.host->pub, is);
		} else {
			memcpy(is, was, sizeof is);
			is[0] = value[i].key[2] == 'd' ? '9' : is[0] == 'a' ? 'b' : 'a';
		}
		buf_add(&all, table.all.p, table.all.n);
		forge_public(
		    &all, table.host, at[value[i].place], NULL, "\ntext: 3\n", "\ntext: 2\n");
		forge_public(&all, table.host, at[value[i].place], value[i].after, was, is);
		forge_take(&all, at[value[i].place], &one);
		cr_expect_eq(player_read(&r, rules_all, one.p, one.n, NULL, NULL, &err), -1, "%s",
		    value[i].name);
		cr_expect_eq(err.code, ERR_AUTH, "%s: %s", value[i].name, err.msg);
		cr_expect_not_null(
		    strstr(err.msg, value[i].says), "%s: %s", value[i].name, err.msg);
		buf_release(&all);
		buf_release(&one);
	}
}

static int
gives_up(struct command *w, const void *what, struct err *err)
{
	const struct host_action *act = what;
	struct digest_cause cause = { .has_order = false };

	note_add(&cause.notes, (struct note){ .kind = NOTE_LOST, .n = act->to });
	return command_add_act(w, act, &cause, err);
}

/* The host gives up a digest of which it has signed another one; or that which it continues. */
static void
give_up(void)
{
	for (unsigned lies = 0; lies < 2; lies++) {
		struct host_action act = { .kind = HOST_ACTION_LOST, .to = table_n(&table) };
		struct player_read r;

		table_read(&table, 0, &r);
		memcpy(act.lost, r.head.b, sizeof act.lost);
		act.lost[0] ^= !lies;
		player_read_release(&r);
		table_run(&table, gives_up, &act, table.now + 60);
		forge_reads("given up", &table.all, act.to + 1,
		    lies ? "it gives up the digest that it continues" : NULL);
	}
}

/* A host that lost its newest digest and gives it up: a copy with the lost one has no other history. */
Test(notes, compared_with_what_is_given_up, .init = play)
{
	struct host_action act = { .kind = HOST_ACTION_LOST, .to = table_n(&table) };
	struct buf mine = BUF_INIT, lost = BUF_INIT;
	struct player_read r;
	struct err err = ERR_INIT;
	char was[200];
	int64_t n;

	buf_add(&mine, table.all.p, table.all.n);
	forge_value(&mine, act.to, "\nn: ", "\ntime: ", was);
	forge_public(&mine, table.host, act.to, NULL, was, "2026-01-01T23:00:00Z");
	forge_take(&mine, act.to, &lost);
	cr_assert_eq(
	    player_read(&r, rules_all, lost.p, lost.n, NULL, NULL, &err), 0, "%s", err.msg);
	memcpy(act.lost, r.head.b, sizeof act.lost);
	player_read_release(&r);
	cr_expect_eq(
	    audit_compare(rules_all, mine.p, mine.n, table.all.p, table.all.n, &n, &err), 1);
	table_run(&table, gives_up, &act, table.now + 60);
	cr_expect_eq(audit_compare(rules_all, mine.p, mine.n, table.all.p, table.all.n, &n, &err),
	    0, "%s", err.msg);
	cr_expect_eq(audit_compare(rules_all, table.all.p, table.all.n, mine.p, mine.n, &n, &err),
	    0, "%s", err.msg);
	buf_release(&mine);
	buf_release(&lost);
}

Test(notes, lies, .init = play)
{
	tell_values();
	for (unsigned i = 0; i < LIES; i++) {
		struct buf all = BUF_INIT;

		tell(&lie[i], &all);
		if (lie[i].alone)
			read_finds(&all, &lie[i], true);
		read_finds(&all, &lie[i], false);
		audit_finds(&all, &lie[i]);
		buf_release(&all);
	}
	give_up();
	table_close(&table);
}

/* Words of a seat are preserved and never parsed as anything else: text that looks like a note
 * or the next line, and words longer than a line. */
Test(notes, what_is_said_is_what_was_said)
{
	static const char *const say[] = { "note kept", "  note kept", "x",
		"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
		"aaaaaa"
		"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
		"aaaaaa"
		" bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb c",
		("an equals = at the end of a line, as many as there are = = = = = = = = = = = = = "
		 "= = ="),
		"\xc3\xa9t\xc3\xa9 \"{a|b} @s\" \xe6\xbc\xa2\xe5\xad\x97\xe6\xbc\xa2\xe5\xad\x97" };

	for (size_t i = 0; i < sizeof say / sizeof say[0]; i++) {
		struct digest_events *events = malloc(sizeof *events);
		struct player_read r;
		struct order_block b = { .turn = TURN_ANY };
		struct err err = ERR_INIT;
		struct buf text = BUF_INIT;
		const struct note *note;

		table_open(&table, 3, 3);
		give(0, NULL, say[i], TURN_ANY);
		memcpy(b.say, say[i], strlen(say[i]) + 1);
		cr_assert_eq(order_block_normalize(&b, &err), 0, "%s", err.msg);
		buf_add(&text, table.all.p, table.all.n);
		cr_assert_eq(player_read(&r, rules_all, text.p, text.n, NULL, table.key[1], &err),
		    0, "%s: %s", say[i], err.msg);
		cr_assert_eq(digest_events_read(r.tr.text.p, r.t.events, r.d.pub.known.rules,
				 &r.d.names, SEAT_NONE, events, &err),
		    0, "%s: %s", say[i], err.msg);
		note = note_find(&events->notes, NOTE_SAID);
		cr_assert(note != NULL && events->notes.n == 1 && events->ev.n == 0, "%s", say[i]);
		cr_expect_eq(note->seat, 0);
		cr_expect_str_eq(events->said, b.say);
		player_read_release(&r);
		buf_release(&text);
		free(events);
		table_close(&table);
	}
}

/* Digest 0 forbids press, in a forged digest from the beginning. */
Test(notes, talk_where_digest_0_lets_nobody)
{
	struct player_read r;
	struct buf all = BUF_INIT;
	struct err err = ERR_INIT;
	struct buf line = BUF_INIT;
	struct audit a;

	table_open_late(&table, &rules_saboteur, 3, false, "discard", 3);
	table_legal(&table, 0, &line);
	give(table_to_move(&table), line.p, "hello", 0);
	buf_release(&line);
	buf_add(&all, table.all.p, table.all.n);
	forge_public(
	    &all, table.host, 0, "\nsetup:", "  misses: 3\n", "  misses: 3\n  press: no\n");
	cr_expect_eq(player_read(&r, rules_all, all.p, all.n, NULL, NULL, &err), -1);
	cr_expect_eq(err.code, ERR_AUTH, "%s", err.msg);
	cr_expect_not_null(
	    strstr(err.msg, "somebody says something, and digest 0 lets nobody"), "%s", err.msg);
	cr_assert_eq(audit_text(&a, all.p, all.n, NULL, &err), 0, "%s", err.msg);
	cr_expect_eq(a.worst, AUDIT_FAIL);
	audit_release(&a);
	buf_release(&all);
}
