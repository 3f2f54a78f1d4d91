#include "host/aid.h"

#include <criterion/criterion.h>
#include <ftw.h>
#include <limits.h>
#include <unistd.h>

#include "few.h"
#include "host/rows.h"
#include "record/receipt.h"
#include "seal/custody.h"
#include "store/mail_queue.h"
#include "store/query.h"
#include "text/orderline.h"
#include "games/games.h"
#include "util/mem.h"

static void
make_keys(struct test_table *t, unsigned players)
{
	struct err err = ERR_INIT;

	cr_assert_eq(seal_init(&err), 0, "%s", err.msg);
	t->host = seckey_new(&err);
	cr_assert_not_null(t->host, "%s", err.msg);
	cr_assert_eq(seckey_make(t->host, &err), 0, "%s", err.msg);
	for (unsigned i = 0; i < players; i++) {
		t->key[i] = seckey_new(&err);
		cr_assert_not_null(t->key[i], "%s", err.msg);
		cr_assert_eq(seckey_make(t->key[i], &err), 0, "%s", err.msg);
	}
}

/* ---- folders --------------------------------------------------------------------------------------- */

/* Folders of all tables of this test, which runs in its own process. */
static struct {
	unsigned n;
	char (*at)[TEST_FOLDER];
} folders;

static int
remove_one(const char *path, const struct stat *st, int what, struct FTW *where)
{
	(void)st, (void)what, (void)where;
	(void)remove(path);
	return 0;
}

/* Removes them with their content, also after a failure. */
static void
remove_folders(void)
{
	while (folders.n > 0)
		(void)nftw(folders.at[--folders.n], remove_one, 8, FTW_DEPTH | FTW_PHYS);
	free(folders.at);
}

void
test_folder(char path[static TEST_FOLDER])
{
	const char *tmp = getenv("TMPDIR");

	(void)snprintf(
	    path, TEST_FOLDER, "%.40s/adit-test-host.XXXXXX", tmp != NULL ? tmp : "/tmp");
	cr_assert_not_null(mkdtemp(path));
	if (folders.at == NULL)
		cr_assert_eq(atexit(remove_folders), 0);
	GROW(folders.at, folders.n);
	memcpy(folders.at[folders.n++], path, TEST_FOLDER);
}

/* ---- a table --------------------------------------------------------------------------------------- */

struct seckey *
table_custody_key(const struct test_table *t, unsigned seat, unsigned number)
{
	struct hash seed = custody_seed(t->host, t->game, t->names.seat[seat], number);
	struct err err = ERR_INIT;
	struct seckey *key = custody_key(&seed, &err);

	cr_assert_not_null(key, "%s", err.msg);
	return key;
}

/* Takes all digests of this text; the last one becomes t->digest. */
static void
take_digests(struct test_table *t, const struct buf *text)
{
	struct digest_layout one;
	struct err err = ERR_INIT;
	size_t at = 0, last = 0;

	while (digest_next(text->p, text->n, &at, &one, &err) == 1)
		last = one.whole.at;
	buf_add(&t->all, text->p, text->n);
	buf_clear(&t->digest);
	buf_add(&t->digest, text->p + last, text->n - last);
}

/* Sets names and keys; a->seated: the seats bound to their keys. */
static void
start_as(
    struct test_table *t, const struct host_table_params *as, unsigned players, const char *stem)
{
	struct host_table_params a = *as;
	struct err err = ERR_INIT;
	struct buf made = BUF_INIT;
	char name[32];

	test_folder(t->folder);
	(void)snprintf(t->path, sizeof t->path, "%s/game.db", t->folder);
	if (a.game[0] == '\0')
		(void)snprintf(a.game, sizeof a.game, "k7q2m4xw");
	for (unsigned i = 0; i < players; i++) {
		(void)snprintf(name, sizeof name, "%.16s%u", stem, i + 1);
		cr_assert_eq(names_add(&a.names, name, strlen(name), &err), 0, "%s", err.msg);
		if ((a.seated >> i & 1) != 0)
			a.pub[i] = t->key[i]->pub;
	}
	a.host_key = "host";
	a.now = TABLE_NOW;
	cr_assert_eq(host_custody_keys(t->host, &a, &err), 0, "%s", err.msg);
	t->names = a.names;
	memcpy(t->game, a.game, sizeof t->game);
	for (unsigned i = 0; i < players; i++)
		if (((unsigned)a.custody >> i & 1u) != 0) {
			seckey_free(t->key[i]);
			t->key[i] = table_custody_key(t, i, 1);
		}
	t->now = TABLE_NOW;
	cr_assert_eq(host_create(&t->file, t->path, rules_all, &err), 0, "%s", err.msg);
	cr_assert_eq(host_new_game(t->file, t->host, &a, &made, &err), 0, "%s", err.msg);
	take_digests(t, &made);
	buf_release(&made);
	host_close(t->file);
	cr_assert_eq(host_open(&t->file, t->path, true, rules_all, &err), 0, "%s", err.msg);
}

static void
start(struct test_table *t, const struct rules *rules, unsigned players, unsigned char secret,
    bool audited, const struct options *options)
{
	struct host_table_params a = { .rules = rules,
		.audited = audited,
		.clock.limit_s = 3600,
		.seated = (uint16_t)((1u << players) - 1) };

	if (options != NULL)
		a.options = *options;
	memset(a.s, secret, sizeof a.s);
	start_as(t, &a, players, "p");
}

void
table_open_as(
    struct test_table *t, const struct host_table_params *a, unsigned players, const char *name)
{
	memset(t, 0, sizeof *t);
	make_keys(t, players);
	if (a->allow_host_seat) {
		seckey_free(t->key[0]);
		t->key[0] = t->host;
	}
	start_as(t, a, players, name);
}

void
table_open_late(struct test_table *t, const struct rules *rules, unsigned players, bool audited,
    const char *policy, int64_t misses)
{
	struct host_table_params a = { .rules = rules,
		.audited = audited,
		.clock = { .limit_s = LATE_LIMIT, .grace_s = LATE_GRACE, .misses = misses },
		.seated = (uint16_t)((1u << players) - 1) };

	(void)snprintf(a.clock.late, sizeof a.clock.late, "%s", policy);
	memset(a.s, 7, sizeof a.s);
	table_open_as(t, &a, players, "p");
	if (audited) {
		table_join(t);
		table_confirm(t);
	}
}

int
table_late(struct test_table *t, int64_t after, struct err *err)
{
	struct host_result r;
	int64_t now = t->now + after;

	if (host_late(t->file, t->host, now, -1, &r, err) < 0)
		return -1;
	table_add(t, &r);
	t->now = now;
	return 0;
}

unsigned
table_phase(const struct test_table *t)
{
	struct player_read r;
	unsigned is;

	table_read(t, 0, &r);
	is = r.v.view.known.phase;
	player_read_release(&r);
	return is;
}

void
table_open_at(struct test_table *t, struct host_table_params *a, unsigned phase)
{
	const int64_t late = a->clock.limit_s + a->clock.grace_s;
	unsigned is;

	for (;; table_close(t)) {
		struct err err = ERR_INIT;

		a->s[0]++;
		table_open_as(t, a, 3, "p");
		while ((is = table_phase(t)) != phase && is != PHASE_OVER)
			cr_assert_eq(table_late(t, late, &err), 0, "%s", err.msg);
		if (is == phase)
			return;
	}
}

void
table_open(struct test_table *t, unsigned players, unsigned char secret)
{
	table_open_rules(t, rules_all[0], players, secret);
}

void
table_open_rules(
    struct test_table *t, const struct rules *rules, unsigned players, unsigned char secret)
{
	memset(t, 0, sizeof *t);
	make_keys(t, players);
	start(t, rules, players, secret, false, NULL);
}

/* All seats answer the newest digest. */
static void
answer(struct test_table *t, bool joins)
{
	for (unsigned i = 0; i < t->names.n; i++) {
		struct player_read r;
		struct host_result result;
		struct parsed_order in;
		struct err err = ERR_INIT;

		cr_assert_eq(player_read(&r, rules_all, t->all.p, t->all.n, NULL, t->key[i], &err),
		    0, "%s", err.msg);
		if (((unsigned)r.d.custody >> i & 1u) != 0) {
			player_read_release(&r);
			continue;
		}
		cr_assert_eq(joins ? player_join(&r, t->key[i], NULL, NULL, &in, &err) :
				     player_confirm(&r, t->key[i], &in, &err),
		    0, "%s", err.msg);
		player_read_release(&r);
		cr_assert_eq(table_apply(t, &in.o.b, &result, &err), 0, "%s", err.msg);
		host_result_release(&result);
	}
}

void
table_join(struct test_table *t)
{
	answer(t, true);
}

void
table_confirm(struct test_table *t)
{
	answer(t, false);
}

void
table_open_audited(struct test_table *t, const struct rules *rules, unsigned players,
    unsigned char secret, const struct options *options)
{
	memset(t, 0, sizeof *t);
	make_keys(t, players);
	start(t, rules, players, secret, true, options);
}

void
table_open_again(struct test_table *t, const struct test_table *keys, unsigned char secret)
{
	memset(t, 0, sizeof *t);
	t->host = keys->host;
	memcpy(t->key, keys->key, sizeof t->key);
	start(t, rules_all[0], keys->names.n, secret, false, NULL);
}

void
table_open_audited_again(struct test_table *t, const struct test_table *keys,
    const unsigned char secret[static SECRET_BYTES])
{
	struct host_table_params a = { .rules = rules_all[0],
		.audited = true,
		.clock.limit_s = 3600,
		.seated = (uint16_t)((1u << keys->names.n) - 1) };

	memset(t, 0, sizeof *t);
	t->host = keys->host;
	memcpy(t->key, keys->key, sizeof t->key);
	memcpy(a.s, secret, sizeof a.s);
	start_as(t, &a, keys->names.n, "p");
}

void
table_close(struct test_table *t)
{
	host_close(t->file);
	(void)unlink(t->path);
	(void)rmdir(t->folder);
	buf_release(&t->digest);
	buf_release(&t->all);
}

void
table_read(const struct test_table *t, unsigned seat, struct player_read *r)
{
	struct err err = ERR_INIT;

	cr_assert_eq(player_read(r, rules_all, t->digest.p, t->digest.n, NULL, t->key[seat], &err),
	    0, "%s", err.msg);
	cr_assert(r->has_view);
	cr_assert_eq(r->seat, seat);
}

/* Reads the public part of the newest digest, with a cache. */
static void
read_newest(const struct test_table *t, int64_t *n, uint8_t *to_move)
{
	static struct {
		struct buf text;
		int64_t n;
		uint8_t to_move;
	} last;
	struct player_read r;
	struct err err = ERR_INIT;

	if (last.text.n != t->digest.n || memcmp(last.text.p, t->digest.p, last.text.n) != 0) {
		cr_assert_eq(player_read(&r, rules_all, t->digest.p, t->digest.n, NULL, NULL, &err),
		    0, "%s", err.msg);
		buf_clear(&last.text);
		buf_add(&last.text, t->digest.p, t->digest.n);
		last.n = r.d.n;
		last.to_move = r.d.pub.known.to_move;
		player_read_release(&r);
	}
	*n = last.n;
	*to_move = last.to_move;
}

uint8_t
table_to_move(const struct test_table *t)
{
	int64_t n;
	uint8_t seat;

	read_newest(t, &n, &seat);
	return seat;
}

/* Picks the k-th legal order of this reader. */
static void
pick_legal(const struct test_table *t, const struct player_read *r, size_t k, struct buf *line)
{
	struct order *legal = mem_new(LEGAL_MAX * sizeof *legal);
	size_t n = game_legal(&r->v.view.known, legal, LEGAL_MAX);

	cr_assert_gt(n, 0);
	buf_clear(line);
	orderline_text(r->v.view.known.rules, &t->names, &legal[k % n], line);
	free(legal);
}

void
table_legal(const struct test_table *t, size_t k, struct buf *line)
{
	uint8_t seat = table_to_move(t);
	struct player_read r;

	cr_assert_neq(seat, SEAT_NONE);
	table_read(t, seat, &r);
	pick_legal(t, &r, k, line);
	player_read_release(&r);
}

/* Signs an order of this reader; line NULL: only words. */
static void
sign_line(const struct test_table *t, const struct player_read *r, const char *line, int64_t turn,
    int64_t seq, struct order_block *b)
{
	struct player_order o = { .n_lines = line != NULL,
		.line = { line },
		.say = line == NULL ? "hi" : NULL,
		.turn = turn,
		.seq = seq,
		.force = true };
	struct parsed_order in;
	struct err err = ERR_INIT;

	cr_assert_eq(player_sign(r, t->key[r->seat], &o, &in, &err), 0, "%s: %s", line, err.msg);
	*b = in.o.b;
}

void
table_sign(const struct test_table *t, unsigned seat, const char *line, int64_t turn, int64_t seq,
    struct order_block *b)
{
	struct player_read r;

	table_read(t, seat, &r);
	sign_line(t, &r, line, turn, seq, b);
	player_read_release(&r);
}

/* Of table_fault. */
static struct {
	int at, n;
	const char *each; /* in the text of statements that fail, or NULL */
	bool now;
} fault;

static int
count_statement(unsigned kind, void *arg, void *stmt, void *sql)
{
	(void)kind, (void)arg, (void)stmt;
	/* If ROLLBACK fails, the next open rolls back. */
	fault.now = strcmp(sql, "ROLLBACK") != 0 && fault.n++ == fault.at;
	if (fault.each != NULL && strstr(sql, fault.each) != NULL)
		fault.now = true;
	return 0;
}

static int
is_now(void *arg)
{
	(void)arg;
	return fault.now;
}

int
table_fault(struct host *file, int at)
{
	sqlite3 *db = file->st->db;
	int n = fault.n;

	fault.at = at;
	fault.n = 0;
	fault.each = NULL;
	fault.now = false;
	(void)sqlite3_trace_v2(db, SQLITE_TRACE_STMT, count_statement, NULL);
	sqlite3_progress_handler(db, at >= 0 ? 1 : 0, at >= 0 ? is_now : NULL, NULL);
	return n;
}

void
table_fault_each(struct host *file, const char *sql)
{
	(void)table_fault(file, INT_MAX);
	fault.each = sql;
}

int
table_give(struct host *file, const struct seckey *host, const struct order_block *b, int64_t now,
    struct host_result *r, struct err *err)
{
	struct parsed_order in;

	if (parsed_order_from_fields(&in, b, err) < 0)
		return -1;
	return host_apply(file, host, &in, now, -1, NULL, r, err);
}

void
table_add(struct test_table *t, struct host_result *r)
{
	t->now += 60;
	take_digests(t, &r->digest);
	host_result_release(r);
}

void
table_fetch(struct host *file, int64_t n, struct buf *made)
{
	struct store_digest row = { .n = 0 };
	struct err err = ERR_INIT;
	int64_t last;

	cr_assert_eq(store_get_digest(file->st, -1, &row, &err), 0, "%s", err.msg);
	last = row.n;
	store_digest_release(&row);
	for (; n <= last; n++) {
		cr_assert_eq(store_get_digest(file->st, n, &row, &err), 0, "%s", err.msg);
		buf_add(made, row.text.p, row.text.n);
		store_digest_release(&row);
	}
}

int
table_apply(
    struct test_table *t, const struct order_block *b, struct host_result *r, struct err *err)
{
	struct host_result copy = { .n = 0 };

	if (table_give(t->file, t->host, b, t->now + 60, r, err) < 0)
		return -1;
	buf_add(&copy.digest, r->digest.p, r->digest.n);
	if (!r->repeated)
		table_add(t, &copy);
	host_result_release(&copy);
	return 0;
}

int
table_order(struct test_table *t, unsigned seat, const char *line, int64_t turn, struct err *err)
{
	struct host_result r;
	struct order_block b;

	table_sign(t, seat, line, turn, 0, &b);
	if (table_apply(t, &b, &r, err) < 0)
		return -1;
	host_result_release(&r);
	return 0;
}

void
table_must_order(struct test_table *t, unsigned seat, const char *line, int64_t turn)
{
	struct err err = ERR_INIT;

	cr_assert_eq(table_order(t, seat, line, turn, &err), 0, "p%u: %s: %s", seat + 1,
	    line != NULL ? line : "say", err.msg);
}

void
table_put_address(const struct test_table *t, int seat, const char *addr, const char *how)
{
	struct store_address a = { .seat = seat, .since = t->now };
	struct err err = ERR_INIT;

	buf_str(&a.addr, addr);
	buf_str(&a.how, how);
	cr_assert_eq(store_begin(t->file->st, &err), 0, "%s", err.msg);
	cr_assert_eq(store_put_address(t->file->st, &a, &err), 0, "%s", err.msg);
	cr_assert_eq(store_commit(t->file->st, &err), 0, "%s", err.msg);
	store_address_release(&a);
}

void
table_tamper(struct test_table *t, void (*change)(struct host_state *hs))
{
	struct host_state *hs = mem_new(sizeof *hs);
	struct err err = ERR_INIT;

	cr_assert_eq(store_begin(t->file->st, &err), 0, "%s", err.msg);
	cr_assert_eq(rows_get_state(t->file, rules_all[0], hs, &err), 0, "%s", err.msg);
	change(hs);
	cr_assert_eq(rows_put_state(t->file, hs, &err), 0, "%s", err.msg);
	cr_assert_eq(store_commit(t->file->st, &err), 0, "%s", err.msg);
	free(hs);
}

void
table_run(struct test_table *t, command_fn *decide, const void *what, int64_t now)
{
	struct digest_backend press = { .host = t->host->pub,
		.key = t->host,
		.opens = true,
		.dice = digest_backend_dice,
		.print = digest_make,
		.views = digest_backend_views,
		.box = digest_backend_box,
		.close = digest_backend_close,
		.file = digest_backend_file };
	struct command *w = command_new(t->file, &press);
	struct host_result r;
	struct err err = ERR_INIT;

	cr_assert_eq(store_begin(t->file->st, &err), 0, "%s", err.msg);
	cr_assert_eq(command_load(w, &err), 0, "%s", err.msg);
	cr_assert_eq(command_run(w, decide, what, now, &r, &err), 0, "%s", err.msg);
	cr_assert_eq(store_commit(t->file->st, &err), 0, "%s", err.msg);
	table_add(t, &r);
	t->now = now;
	command_free(w);
}

int64_t
table_n(const struct test_table *t)
{
	int64_t n;
	uint8_t seat;

	read_newest(t, &n, &seat);
	return n;
}

bool
table_asked(const struct test_table *t, struct undo_request *request)
{
	struct player_read r;
	struct err err = ERR_INIT;

	cr_assert_eq(player_read(&r, rules_all, t->digest.p, t->digest.n, NULL, NULL, &err), 0,
	    "%s", err.msg);
	*request = r.d.undo_request;
	player_read_release(&r);
	return request->n > 0;
}

int
table_undo(struct test_table *t, int64_t to, const char *reason, struct err *err)
{
	struct host_result r;
	struct undo_request request;
	char line[40];

	if (host_undo(t->file, t->host, to, reason, t->now + 60, -1, &r, err) < 0)
		return -1;
	table_add(t, &r);
	(void)snprintf(line, sizeof line, "vote undo %lld yes", (long long)to);
	for (unsigned seat = 0; seat < t->names.n && table_asked(t, &request); seat++) {
		struct err refused = ERR_INIT;
		struct order_block b;

		table_sign(t, seat, line, TURN_ANY, 0, &b);
		if (table_apply(t, &b, &r, &refused) == 0)
			host_result_release(&r);
		else
			cr_assert_eq(refused.code, ERR_RULE, "%s", refused.msg);
	}
	return table_asked(t, &request) ? err_set(err, ERR_RULE, "too few votes") : 0;
}

unsigned
table_play(struct test_table *t, unsigned n, uint64_t seed)
{
	struct rng_fast rng;
	uint8_t zero[32] = { 0 };
	struct buf line = BUF_INIT;
	unsigned played = 0;

	rng_fast_init(&rng, zero, seed);
	rng_open(&rng.rng, 1, RNG_LOSS);
	while (played < n && table_to_move(t) != SEAT_NONE) {
		struct player_read read;
		struct host_result r;
		struct err err = ERR_INIT;
		struct order_block b;
		uint32_t k = rng_draw(&rng.rng, 1000000);

		table_read(t, table_to_move(t), &read);
		pick_legal(t, &read, k, &line);
		sign_line(t, &read, line.p, 0, 0, &b);
		player_read_release(&read);
		cr_assert_eq(table_apply(t, &b, &r, &err), 0, "%s: %s", line.p, err.msg);
		cr_assert_not(r.repeated);
		host_result_release(&r);
		played++;
	}
	buf_release(&line);
	return played;
}

#ifdef __SANITIZE_ADDRESS__
/*
 * Criterion's own process leaks 48 bytes in a long run. libcriterion is stripped, so no suppression
 * can name the place, and an abort would lose the results. Tests run in separate processes, which
 * boxfort marks with BXFI_MAP; leaks are reported there.
 */
static bool is_test_process;

__attribute__((constructor)) static void
note_process(void)
{
	is_test_process = getenv("BXFI_MAP") != NULL;
}

int __lsan_is_turned_off(void);

int
__lsan_is_turned_off(void)
{
	return !is_test_process;
}
#endif

int
audit_text(struct audit *a, const char *text, size_t n, const struct seckey *me, struct err *err)
{
	struct buf copy = BUF_INIT;

	buf_add(&copy, text, n);
	return audit_run(a, rules_all, &copy, me, NULL, true, err);
}

void
table_sound(struct test_table *t, const char *what)
{
	bool over = table_to_move(t) == SEAT_NONE;
	struct audit a;
	struct audit_checked checked;
	struct audit_rebuilt made;
	struct player_read r;
	struct host *again;
	struct err err = ERR_INIT;
	struct buf text = BUF_INIT;
	char path[96];

	cr_assert_eq(audit_text(&a, t->all.p, t->all.n, t->key[1], &err), 0, "%s", err.msg);
	for (size_t i = 0; i < a.n; i++)
		cr_expect_leq(a.at[i].result, over ? AUDIT_PASS : AUDIT_PENDING,
		    "%s: digest %d, %s: %s", what, (int)a.at[i].n, audit_check_name(a.at[i].check),
		    a.at[i].detail);
	cr_expect_eq(a.worst, over ? AUDIT_PASS : AUDIT_PENDING, "%s", what);
	audit_release(&a);
	for (unsigned seat = 0; seat < (is_few() ? 1 : t->names.n); seat++) {
		cr_expect_eq(
		    player_read(&r, rules_all, t->all.p, t->all.n, NULL, t->key[seat], &err), 0,
		    "%s: %s", what, err.msg);
		player_read_release(&r);
	}
	if (!is_few()) /* the rebuild repeats the game, too */
		cr_expect_eq(
		    audit_fsck(t->file, t->host, &checked, &err), 0, "%s: %s", what, err.msg);
	(void)snprintf(path, sizeof path, "%s/again.db", t->folder);
	cr_assert_eq(host_create(&again, path, rules_all, &err), 0, "%s", err.msg);
	cr_expect_eq(audit_rebuild(again, t->host, "host", t->all.p, t->all.n, &made, &err), 0,
	    "%s: %s", what, err.msg);
	for (int64_t n = 0, last = table_n(t); n <= last; n++)
		cr_assert_eq(host_text(again, &n, &text, &err), 0, "%s: %s", what, err.msg);
	cr_expect(text.n == t->all.n && memcmp(text.p, t->all.p, text.n) == 0,
	    "%s: other bytes are rebuilt", what);
	buf_release(&text);
	host_close(again);
	(void)unlink(path);
}

void
table_hold(const struct test_table *t, const char *what)
{
	struct audit_checked checked;
	struct audit_rebuilt made;
	struct host *again;
	struct err err = ERR_INIT;
	char path[96];

	cr_expect_eq(audit_fsck(t->file, t->host, &checked, &err), 0, "%s: %s", what, err.msg);
	(void)snprintf(path, sizeof path, "%s/again.db", t->folder);
	cr_assert_eq(host_create(&again, path, rules_all, &err), 0, "%s", err.msg);
	cr_expect_eq(audit_rebuild(again, t->host, "host", t->all.p, t->all.n, &made, &err), 0,
	    "%s: %s", what, err.msg);
	cr_expect(made.made == made.given && made.made == table_n(t) + 1, "%s", what);
	cr_expect_eq(audit_fsck(again, NULL, &checked, &err), 0, "%s: %s", what, err.msg);
	host_close(again);
	(void)unlink(path);
}

void
table_receipt(
    const struct test_table *t, const char *game, const struct seckey *host, struct buf *out)
{
	struct receipt r = { .seat = "p1",
		.repeated = -1,
		.time = TABLE_NOW,
		.code = "turn",
		.why = "not your turn" };
	struct parsed_order order;
	struct order_block b;
	struct err err = ERR_INIT;

	(void)snprintf(r.game, sizeof r.game, "%s", game);
	table_sign(t, 0, "resign", TURN_ANY, 0, &b);
	cr_assert_eq(parsed_order_from_fields(&order, &b, &err), 0, "%s", err.msg);
	cr_assert_eq(receipt_make(&r, &order, host, &t->key[0]->pub, out, &err), 0, "%s", err.msg);
}
