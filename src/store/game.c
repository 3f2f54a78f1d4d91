/* The game row, the seats and the packed state. */
#include <limits.h>
#include <string.h>

#include "store/query.h"
#include "util/mem.h"

enum { SECRET_BYTES = 32 };

void
store_game_release(struct store_game *g)
{
	buf_release(&g->id);
	buf_release(&g->rules);
	buf_release(&g->config);
	buf_wipe(&g->secret);
	buf_release(&g->host_key);
}

int
store_put_game(struct store *st, const struct store_game *g, struct err *err)
{
	struct query q;

	query_open(&q, st,
	    "INSERT INTO game(one, id, rules, config, secret, host_key)"
	    " VALUES (1, ?1, ?2, ?3, ?4, ?5)");
	query_text(&q, 1, buf_cstr(&g->id), g->id.n);
	query_text(&q, 2, buf_cstr(&g->rules), g->rules.n);
	query_bytes(&q, 3, g->config.p, g->config.n);
	query_bytes(&q, 4, g->secret.p, g->secret.n);
	query_text(&q, 5, buf_cstr(&g->host_key), g->host_key.n);
	return query_finish(&q, err);
}

int
store_get_game(struct store *st, struct store_game *g, struct err *err)
{
	struct store_game got = { BUF_INIT, BUF_INIT, BUF_INIT, BUF_INIT, BUF_INIT };
	unsigned char secret[SECRET_BYTES];
	struct query q;

	query_open(&q, st, "SELECT id, rules, config, secret, host_key FROM game");

	int row = query_row(&q, err);

	if (row == 0) {
		err_set(err, ERR_CORRUPT, "%s: it holds no game", st->path);
		row = err_hint(err,
		    "if `adit new` or `adit rebuild` was interrupted, remove it and start again");
	}
	if (row < 0 || query_get_bytes(&q, 0, &got.id, err) < 0 ||
	    query_get_bytes(&q, 1, &got.rules, err) < 0 ||
	    query_get_bytes(&q, 2, &got.config, err) < 0 ||
	    query_get_fixed(&q, 3, secret, sizeof secret, err) < 0 ||
	    query_get_bytes(&q, 3, &got.secret, err) < 0 ||
	    query_get_bytes(&q, 4, &got.host_key, err) < 0) {
		query_close(&q);
		mem_wipe(secret, sizeof secret);
		store_game_release(&got);
		return -1;
	}
	query_close(&q);
	mem_wipe(secret, sizeof secret);
	*g = got;
	return 0;
}

/* ---- seats ------------------------------------------------------------------------------ */

int
store_put_seat(struct store *st, unsigned seat, const char *name, const char *card, struct err *err)
{
	struct query q;

	query_open(&q, st,
	    "INSERT INTO seat(seat, name, card) VALUES (?1, ?2, ?3)"
	    " ON CONFLICT(seat) DO UPDATE SET name = ?2, card = ?3");
	query_int(&q, 1, seat);
	query_text(&q, 2, name, strlen(name));
	query_text(&q, 3, card, strlen(card));
	return query_finish(&q, err);
}

int
store_each_seat(struct store *st,
    int (*each)(void *arg, unsigned seat, const char *name, const char *card, struct err *err),
    void *arg, struct err *err)
{
	struct query q;
	int row;

	query_open(&q, st, "SELECT seat, name, card FROM seat ORDER BY seat");
	while ((row = query_row(&q, err)) > 0) {
		int64_t seat;

		if (query_get_int(&q, 0, 0, UINT_MAX, &seat, err) < 0 ||
		    each(arg, (unsigned)seat, query_get_text(&q, 1), query_get_text(&q, 2), err) <
			0) {
			row = -1;
			break;
		}
	}
	query_close(&q);
	return row;
}

/* ---- state ------------------------------------------------------------------------------ */

void
store_state_release(struct store_state *s)
{
	buf_wipe(&s->bytes);
}

int
store_put_state(struct store *st, const struct store_state *s, struct err *err)
{
	struct query q;

	query_open(&q, st,
	    "INSERT INTO state(one, n, hash, bytes) VALUES (1, ?1, ?2, ?3)"
	    " ON CONFLICT(one) DO UPDATE SET n = ?1, hash = ?2, bytes = ?3");
	query_int(&q, 1, s->n);
	query_bytes(&q, 2, s->hash, sizeof s->hash);
	query_bytes(&q, 3, s->bytes.p, s->bytes.n);
	return query_finish(&q, err);
}

int
store_get_state(struct store *st, struct store_state *s, struct err *err)
{
	struct store_state got = { .bytes = BUF_INIT };
	struct query q;

	query_open(&q, st, "SELECT n, hash, bytes FROM state");

	int row = query_row(&q, err);

	if (row == 0) {
		err_set(err, ERR_CORRUPT, "%s: the state is missing", st->path);
		row = err_hint(err, STORE_HINT_REBUILD);
	}
	if (row < 0 || query_get_int(&q, 0, 0, INT64_MAX, &got.n, err) < 0 ||
	    query_get_fixed(&q, 1, got.hash, sizeof got.hash, err) < 0 ||
	    query_get_bytes(&q, 2, &got.bytes, err) < 0) {
		query_close(&q);
		store_state_release(&got);
		return -1;
	}
	query_close(&q);
	*s = got;
	return 0;
}
