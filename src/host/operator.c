/* Commands of the operator. */
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
