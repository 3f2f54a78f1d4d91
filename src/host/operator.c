/*
 * Commands of the operator.
 *
 * (O1) A command is recorded in the transaction of what it does, so it counts once.
 * (O2) Its head must be the newest digest and its seq the highest: an old command, or one that was
 *      signed without knowledge of the present state, does nothing.
 */
#include "host/operator.h"

#include "host/table.h"
#include "store/remote.h"

int
host_get_remote(struct host *h, struct host_remote *out, struct err *err)
{
	struct store_remote row = { .seq = 0 };
	int result = store_get_remote(h->st, &row, err);

	if (result == 0) {
		*out = (struct host_remote){ .watchers_open = row.watchers_open,
			.paused = row.paused };
		out->has_operator = row.operator_key.n > 0 &&
		    host_parse_pubkey(buf_cstr(&row.operator_key), &out->operator_key) == 0;
	}
	store_remote_release(&row);
	return result;
}

static void
set_operator(struct store_remote *row, const struct pubkey *key, int64_t now)
{
	buf_clear(&row->operator_key);
	if (key != NULL)
		pubkey_text(key, HOST_OPERATOR, &row->operator_key);
	row->seq = now > row->seq ? now : row->seq;
	row->has_last = false;
}

int
host_set_remote(
    struct host *h, const struct host_remote_change *change, int64_t now, struct err *err)
{
	struct store_remote row = { .seq = 0 };
	int result;

	if (change->sets_pause && change->paused != 0 && change->paused <= now)
		return err_set(err, ERR_USAGE, "a pause that is over already");
	if (store_begin(h->st, err) < 0)
		return -1;
	result = store_get_remote(h->st, &row, err);
	if (change->sets_operator)
		set_operator(&row, change->operator_key, now);
	if (change->sets_watchers)
		row.watchers_open = change->watchers_open;
	if (change->sets_pause)
		row.paused = change->paused;
	if (result == 0)
		result = store_put_remote(h->st, &row, err);
	if (result == 0)
		result = store_commit(h->st, err);
	else
		store_rollback(h->st);
	store_remote_release(&row);
	return result;
}

int
operator_put(struct host *h, const struct host_table_params *a, struct err *err)
{
	struct store_remote row = { .watchers_open = a->watchers_open };
	int result = 0;

	if (a->has_operator)
		set_operator(&row, &a->operator_key, a->now);
	if (a->has_operator || a->watchers_open)
		result = store_put_remote(h->st, &row, err);
	store_remote_release(&row);
	return result;
}

/* ---- commands ------------------------------------------------------------------------------------ */

enum { DAY_S = 86400 };

static int
check_head(struct host *h, const struct order_block *b, struct err *err)
{
	struct store_digest last = { .n = 0 };
	bool is_newest;

	if (store_get_digest(h->st, -1, &last, err) < 0)
		return -1;
	is_newest = seal_equal(last.hash, b->head, HASH_BYTES) && b->head_n == last.n;
	if (!is_newest) {
		err_set(err, ERR_STALE,
		    "the command acts on digest %lld, and digest %lld is the newest",
		    (long long)b->head_n, (long long)last.n);
		(void)err_hint(err, "read that one and sign again");
	}
	store_digest_release(&last);
	return is_newest ? 0 : -1;
}

/* Returns 1 if it is the last command again. */
static int
check_seq(
    const struct store_remote *row, const struct parsed_order *c, int64_t now, struct err *err)
{
	if (row->has_last && seal_equal(row->last, c->hash.b, HASH_BYTES))
		return 1;
	/* The seq is the time of signing; a wrong clock must not void all later commands. */
	if (c->o.b.seq > now + DAY_S)
		return err_set(err, ERR_STALE, "the command was signed by a clock that is ahead");
	if (c->o.b.seq > row->seq)
		return 0;
	err_set(err, ERR_STALE, "a command with the same seq or a later one came before");
	return err_hint(err, "sign it again");
}

/* (O2) */
static int
check(struct host *h, const struct store_remote *row, const struct parsed_order *c, int64_t now,
    struct err *err)
{
	char game[ORDER_BLOCK_GAME_MAX + 1];
	struct hash first;
	struct pubkey key;
	int result;

	if (host_identity(h, game, &first, err) < 0)
		return -1;
	if (strcmp(c->o.b.game, game) != 0)
		return err_set(err, ERR_NOT_FOUND, "the command is for game %s", c->o.b.game);
	if (row->operator_key.n == 0 || host_parse_pubkey(buf_cstr(&row->operator_key), &key) < 0)
		return err_set(err, ERR_AUTH, "nobody may command this table by mail");
	if (order_verify(&c->o, &key, err) < 0)
		return -1;
	result = check_seq(row, c, now, err);
	return result != 0 ? result : check_head(h, &c->o.b, err);
}

int
host_command_check(struct host *h, const struct parsed_order *c, int64_t now, struct err *err)
{
	struct store_remote row = { .seq = 0 };
	int result;

	if (host_read_begin(h, err) < 0)
		return -1;
	result = store_get_remote(h->st, &row, err);
	if (result == 0)
		result = check(h, &row, c, now, err);
	host_read_end(h);
	store_remote_release(&row);
	return result;
}

void
host_command_begin(struct host *h, const struct parsed_order *command)
{
	h->command = command;
}

void
host_command_end(struct host *h)
{
	h->command = NULL;
}

static int
record(struct host *h, const struct parsed_order *c, const int64_t *pause, int64_t now,
    struct err *err)
{
	struct store_remote row = { .seq = 0 };
	int result = store_get_remote(h->st, &row, err);

	if (result == 0)
		result = check(h, &row, c, now, err);
	if (result == 0) {
		row.seq = c->o.b.seq;
		memcpy(row.last, c->hash.b, sizeof row.last);
		row.has_last = true;
		row.paused = pause != NULL ? *pause : row.paused;
		result = store_put_remote(h->st, &row, err);
	} else if (result > 0) { /* another process was faster */
		result = err_set(err, ERR_STALE, "the command was executed before");
	}
	store_remote_release(&row);
	return result;
}

int
operator_record(struct host *h, int64_t now, struct err *err)
{
	return h->command != NULL ? record(h, h->command, NULL, now, err) : 0;
}

int
host_command_done(struct host *h, const struct parsed_order *c, const int64_t *pause, int64_t now,
    struct err *err)
{
	int result;

	if (pause != NULL && *pause != 0 && *pause <= now)
		return err_set(err, ERR_USAGE, "a pause that is over already");
	if (store_begin(h->st, err) < 0)
		return -1;
	result = record(h, c, pause, now, err);
	if (result == 0)
		return store_commit(h->st, err);
	store_rollback(h->st);
	return -1;
}
