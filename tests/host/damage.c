/* Rows of a game file that do not fit each other, though each page has its checksum: the host
 * signs nothing, and fsck reports it. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "core/pack.h"
#include "host/aid.h"
#include "host/rows.h"
#include "store/query.h"
#include "util/mem.h"

/* ---- changes --------------------------------------------------------------------------------- */

/* Runs statements that triggers and foreign keys of the file would refuse. */
static void
run_sql(struct test_table *t, const char *sql)
{
	sqlite3 *db = t->file->st->db;

	cr_assert_eq(sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL), SQLITE_OK);
	cr_assert_eq(sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_FKEY, 0, NULL), SQLITE_OK);
	cr_assert_eq(
	    sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK, "%s: %s", sql, sqlite3_errmsg(db));
	cr_assert_gt(sqlite3_changes(db), 0, "%s: no row", sql);
}

/* Stores the state with the hash that fits the rows as they are now. */
static void
hash_again(struct test_table *t, const struct host_state *hs)
{
	struct err err = ERR_INIT;

	cr_assert_eq(store_begin(t->file->st, &err), 0, "%s", err.msg);
	cr_assert_eq(rows_put_state(t->file, hs, &err), 0, "%s", err.msg);
	cr_assert_eq(store_commit(t->file->st, &err), 0, "%s", err.msg);
}

static void
state_is_older(struct host_state *hs)
{
	hs->n--;
}

static void
state_has_another_head(struct host_state *hs)
{
	hs->head[0] ^= 1;
}

static void
state_is_unsound(struct host_state *hs)
{
	hs->g.seat[0].hand[0] = CARD_HIDDEN;
}

static void
state_has_too_many_nuggets(struct host_state *hs)
{
	hs->gold[0].n_gold = NUGGETS_MAX + 1;
}

static void
state_has_too_long_a_deck(struct host_state *hs)
{
	hs->piles.n_deck = DECK_MAX + 1;
}

static void
state_has_too_many_roles(struct host_state *hs)
{
	hs->piles.n_left = ROLES_MAX + 1;
}

static void
state_has_an_unknown_request(struct host_state *hs)
{
	hs->undo_request.is = UNDO_REQUEST_WITHDRAWN + 1;
}

static void
state_has_a_reason_without_end(struct host_state *hs)
{
	memset(hs->undo_request.reason, 'x', sizeof hs->undo_request.reason);
}

static void
state_has_an_unknown_vote(struct host_state *hs)
{
	hs->people.proposals.n = 1;
	hs->people.proposals.at[0].on.kind = VOTE_KINDS;
}

static void
state_has_too_many_votes(struct host_state *hs)
{
	hs->people.proposals.n = PROPOSALS_MAX + 1;
}

static void
state_has_too_many_absences(struct host_state *hs)
{
	hs->people.n_absent[0] = PEOPLE_ABSENCES_MAX + 1;
}

static void
state_has_a_key_without_end(struct host_state *hs)
{
	hs->people.n_standby = 1;
	memset(hs->people.standby[0].sign, 'A', sizeof hs->people.standby[0].sign);
}

static void
state_has_too_many_rounds(struct host_state *hs)
{
	hs->summary.rounds = ROUNDS_MAX + 1;
}

static void
state_has_gone_back_too_often(struct host_state *hs)
{
	hs->n_undo = UNDO_REQUEST_UNDOS_MAX + 1;
}

static void
keep_state(struct host_state *hs)
{
	(void)hs;
}

#define IN_TEXT(from, to) "text = CAST(replace(CAST(text AS TEXT), '" from "', '" to "') AS BLOB)"
#define IN_CONFIG(from, to)                                                                     \
	"UPDATE game SET config = CAST(replace(CAST(config AS TEXT), '" from "', '" to "') AS " \
	"BLOB)"
#define SHORT_SECRET "PRAGMA ignore_check_constraints = 1; UPDATE game SET secret = x'00'"
#define NEWEST       "n = (SELECT max(n) FROM digest)"
#define BEFORE       "n = (SELECT max(n) - 1 FROM digest)"

/* The change of the state comes first, if there is one, and the statement after it. again: then
 * the state gets a hash that fits. */
static const struct row {
	const char *name;
	void (*state)(struct host_state *hs);
	const char *sql;
	bool again;
	const char *says; /* after "the game file is damaged: " */
} row[] = {
	{ "a byte of the newest digest", NULL,
	    "UPDATE digest SET " IN_TEXT("next: ", "next:  ") " WHERE " NEWEST, false,
	    "its hash does not fit digest 5" },
	{ "no digest in a row", NULL, "UPDATE digest SET text = x'0a' WHERE " NEWEST, false,
	    "its hash does not fit digest 5" },
	{ "the text of another digest", NULL,
	    "UPDATE digest SET text = (SELECT text FROM digest WHERE n = 4) WHERE " NEWEST, false,
	    "its hash does not fit digest 5" },
	{ "another digest, with its hash", NULL,
	    "CREATE TEMP TABLE was AS SELECT * FROM digest WHERE n = 4;"
	    "DELETE FROM digest WHERE n = 4;"
	    "UPDATE digest SET text = (SELECT text FROM was), hash = (SELECT hash FROM was)"
	    " WHERE n = 5",
	    false, "its hash does not fit digest 5" },
	{ "the hash of a digest", NULL, "UPDATE digest SET hash = zeroblob(32) WHERE " NEWEST,
	    false, "its hash does not fit digest 5" },
	{ "the time of a digest", NULL, "UPDATE digest SET time = time + 1 WHERE " NEWEST, false,
	    "its row does not fit digest 5" },
	{ "a digest is missing", NULL, "DELETE FROM digest WHERE " BEFORE, false,
	    "what comes before it is missing: digest 5" },
	{ "a digest under another number", NULL, "UPDATE digest SET n = 77 WHERE " BEFORE, false,
	    NULL },
	{ "a byte of digest 0", NULL,
	    "UPDATE digest SET " IN_TEXT("next: ", "next:  ") " WHERE n = 0", false,
	    "its hash does not fit digest 0" },
	{ "the secret", NULL, "UPDATE game SET secret = zeroblob(32)", false,
	    "its hash does not fit the state" },
	{ "the secret, hashed", NULL, "UPDATE game SET secret = zeroblob(32)", true,
	    "its secret is not the one of digest 0" },
	{ "a short secret", NULL, SHORT_SECRET, false, NULL },
	{ "an order of a digest to come", NULL, "UPDATE orders SET n = 6 WHERE n = 5", false,
	    "it has an order of a digest to come: 6" },
	{ "the configuration", NULL, "UPDATE game SET config = CAST(config || x'0a' AS BLOB)",
	    false, NULL },
	{ "another version of the configuration", NULL,
	    IN_CONFIG("adit-config v1", "adit-config v9"), false, NULL },
	{ "no limit", NULL, IN_CONFIG("limit: ", "limits: "), false, NULL },
	{ "no host's seat", NULL, IN_CONFIG("host-seat: ", "host: "), false, NULL },
	{ "no dealing", NULL, IN_CONFIG("dealing: ", "deal: "), false, NULL },
	{ "a pause of no day", NULL,
	    "UPDATE game SET config = CAST(config || 'pause: never' || x'0a' AS BLOB)", false,
	    NULL },
	{ "no deck", NULL, "UPDATE game SET config = CAST(config || 'deck:' || x'0a' AS BLOB)",
	    false, NULL },
	{ "unknown rules", NULL, "UPDATE game SET rules = 'chess'", false, NULL },
	{ "no name of a seat", NULL, "UPDATE seat SET name = '?' WHERE seat = 0", false, NULL },
	{ "no keys of a seat", NULL, "UPDATE seat SET card = '?' WHERE seat = 0", false, NULL },
	{ "the name of the key", NULL, "UPDATE game SET host_key = 'mallory'", false,
	    "its hash does not fit the state" },
	{ "the keys of a seat", NULL,
	    "UPDATE seat SET card = (SELECT card FROM seat WHERE seat = 1) WHERE seat = 0", false,
	    "its hash does not fit the state" },
	{ "a byte of the state", NULL, "UPDATE state SET bytes = CAST(bytes || x'00' AS BLOB)",
	    false, "its hash does not fit the state" },
	{ "the hash of the state", NULL, "UPDATE state SET hash = zeroblob(32)", false,
	    "its hash does not fit the state" },
	{ "the number of the state", NULL, "UPDATE state SET n = n - 1", false,
	    "its hash does not fit the state" },
	{ "an older state", state_is_older, NULL, false,
	    "its state is not the one after digest 5" },
	{ "a state after another digest", state_has_another_head, NULL, false,
	    "its state is not the one after digest 5" },
	{ "an unsound state", state_is_unsound, NULL, false, "its hash does not fit the state" },
	{ "too much gold", state_has_too_many_nuggets, NULL, false,
	    "its hash does not fit the state" },
	{ "too long a deck", state_has_too_long_a_deck, NULL, false,
	    "its hash does not fit the state" },
	{ "too many roles", state_has_too_many_roles, NULL, false,
	    "its hash does not fit the state" },
	{ "a request of no kind", state_has_an_unknown_request, NULL, false,
	    "its hash does not fit the state" },
	{ "a reason without end", state_has_a_reason_without_end, NULL, false,
	    "its hash does not fit the state" },
	{ "a vote of no kind", state_has_an_unknown_vote, NULL, false,
	    "its hash does not fit the state" },
	{ "too many votes", state_has_too_many_votes, NULL, false,
	    "its hash does not fit the state" },
	{ "too many absences", state_has_too_many_absences, NULL, false,
	    "its hash does not fit the state" },
	{ "a key without end", state_has_a_key_without_end, NULL, false,
	    "its hash does not fit the state" },
	{ "too many rounds", state_has_too_many_rounds, NULL, false,
	    "its hash does not fit the state" },
	{ "gone back too often", state_has_gone_back_too_often, NULL, false,
	    "its hash does not fit the state" },
};

static void
damage(struct test_table *t, const struct row *r)
{
	struct host_state *hs = mem_new(sizeof *hs);
	struct err err = ERR_INIT;

	table_tamper(t, keep_state);
	cr_assert_eq(rows_get_state(t->file, rules_all[0], hs, &err), 0, "%s", err.msg);
	if (r->state != NULL)
		table_tamper(t, r->state);
	if (r->sql != NULL)
		run_sql(t, r->sql);
	if (r->again)
		hash_again(t, hs);
	free(hs);
}

/* Expects an error that says what is damaged and how to mend it. */
static void
must_refuse(const struct row *r, const char *what, int result, const struct err *err)
{
	cr_expect_eq(result, -1, "%s: %s accepts it", r->name, what);
	cr_expect_eq(err->code, ERR_CORRUPT, "%s: %s: %s", r->name, what, err->msg);
	if (r->says == NULL)
		return;
	cr_expect(strncmp(err->msg, "the game file is damaged: ", 26) == 0 &&
		strcmp(err->msg + 26, r->says) == 0,
	    "%s: %s: %s", r->name, what, err->msg);
	cr_expect_not_null(strstr(err->hint, "adit rebuild"), "%s: %s", r->name, err->hint);
}

Test(damage, rows_that_do_not_fit)
{
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct test_table t;
		struct buf line = BUF_INIT;
		struct audit_checked checked;
		struct err err = ERR_INIT;

		table_open(&t, 3, 52);
		(void)table_play(&t, 5, 1);
		table_legal(&t, 0, &line);
		damage(&t, &row[i]);
		must_refuse(&row[i], "an order",
		    table_order(&t, table_to_move(&t), buf_cstr(&line), 0, &err), &err);
		err = (struct err)ERR_INIT;
		cr_expect_eq(audit_fsck(t.file, NULL, &checked, &err), -1, "%s: fsck accepts it",
		    row[i].name);
		buf_release(&line);
		table_close(&t);
	}
}

/* Orders are read again by fsck, and where they are revealed. */
static const struct order_row {
	const char *name, *sql, *says;
} order_row[] = {
	{ "a byte of the order", "UPDATE orders SET " IN_TEXT("seat: ", "seat:  ") " WHERE n = 3",
	    "the game file is damaged: its hash does not fit the order of digest 3" },
	{ "no order", "UPDATE orders SET text = x'0a' WHERE n = 3",
	    "the game file is damaged: its hash does not fit the order of digest 3" },
	{ "the hash of the order", "UPDATE orders SET hash = zeroblob(32) WHERE n = 3",
	    "the game file is damaged: its hash does not fit the order of digest 3" },
	{ "the turn", "UPDATE orders SET turn = turn + 1 WHERE n = 3",
	    "the game file is damaged: its hash does not fit the order of digest 3" },
	{ "the number", "UPDATE orders SET seq = seq + 1 WHERE n = 3",
	    "the game file is damaged: its hash does not fit the order of digest 3" },
	{ "the signature", "UPDATE orders SET sig = zeroblob(138) WHERE n = 3",
	    "digest 3 cannot be made again: signature: unknown algorithm" },
	{ "the seat", "UPDATE orders SET seat = (seat + 1) % 3 WHERE n = 3",
	    "the row of the order of digest 3 is not what the orders make" },
	{ "the order is missing", "DELETE FROM orders WHERE n = 3", "no order caused digest 3" },
	{ "the newest digest is missing", "DELETE FROM digest WHERE " NEWEST,
	    "table orders names a digest that does not exist" },
	{ "a short secret", SHORT_SECRET, "column \"secret\" holds what it cannot" },
};

Test(damage, orders_that_do_not_fit)
{
	for (size_t i = 0; i < sizeof order_row / sizeof order_row[0]; i++) {
		struct test_table t;
		struct audit_checked checked;
		struct err err = ERR_INIT;

		table_open(&t, 3, 53);
		(void)table_play(&t, 5, 1);
		run_sql(&t, order_row[i].sql);
		cr_expect_eq(audit_fsck(t.file, NULL, &checked, &err), -1, "%s: fsck accepts it",
		    order_row[i].name);
		cr_expect_eq(err.code, ERR_AUTH, "%s: %s", order_row[i].name, err.msg);
		cr_expect_not_null(
		    strstr(err.msg, order_row[i].says), "%s: %s", order_row[i].name, err.msg);
		table_close(&t);
	}
}
