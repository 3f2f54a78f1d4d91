/* Opens, closes and reads the game file. */

#include "host/rows.h"
#include "record/transcript.h"
#include "store/tick.h"
#include "util/mem.h"
#include "wire/host_action.h"

/* ---- opening ------------------------------------------------------------------------------------- */

static struct host *
host_of(struct store *st, const struct rules *const *games)
{
	struct host *h = mem_new(sizeof *h);

	*h = (struct host){
		.st = st, .games = games, .seen = mem_zero(1, sizeof *h->seen), .newest = -1
	};
	return h;
}

int
host_open(struct host **out, const char *path, bool writes, const struct rules *const *games,
    struct err *err)
{
	struct store *st = NULL;

	if (store_open(&st, path, writes ? STORE_WRITE : STORE_READ, false, err) < 0)
		return -1;
	*out = host_of(st, games);
	return 0;
}

int
host_create(struct host **out, const char *path, const struct rules *const *games, struct err *err)
{
	struct store *st = NULL;

	if (store_create(&st, path, err) < 0)
		return -1;
	*out = host_of(st, games);
	return 0;
}

void
host_forget_choices(struct host *h)
{
	if (h->choice != NULL)
		seal_wipe(h->choice, h->n_choices * sizeof *h->choice);
	free(h->choice);
	h->choice = NULL;
	h->n_choices = 0;
}

void
host_close(struct host *h)
{
	if (h == NULL)
		return;
	for (unsigned i = 0; i < TABLE_DIGESTS_SEEN; i++)
		store_digest_release(&h->seen->at[i].row);
	free(h->seen);
	free(h->keys);
	host_forget_choices(h);
	store_close(h->st);
	free(h);
}

const char *
host_file_version(void)
{
	return store_version();
}

void
host_file_use_one_thread(void)
{
	store_use_one_thread();
}

int
host_read_begin(struct host *h, struct err *err)
{
	int result = store_begin_read(h->st, err);

	h->looks = result == 0;
	return result;
}

void
host_read_end(struct host *h)
{
	store_rollback(h->st);
	h->looks = false;
	h->newest = -1;
}

static int
add_seat_key(void *arg, unsigned seat, const char *name, const char *card, struct err *err)
{
	struct table_seat_keys *keys = arg;
	struct seat_key *key = &keys->at[keys->n];

	(void)err;
	if (seat < SEATS_MAX && keys->n < SEATS_MAX && strlen(name) <= NAME_MAX_LEN &&
	    host_parse_pubkey(card, &key->key) == 0) {
		memcpy(key->name, name, strlen(name) + 1);
		keys->n++;
	}
	return 0;
}

int
host_read_keys(struct host *h, struct err *err)
{
	if (h->keys == NULL)
		h->keys = mem_new(sizeof *h->keys);
	h->keys->n = 0;
	return store_each_seat(h->st, add_seat_key, h->keys, err);
}

int
host_key_name(struct host *h, struct buf *name, struct err *err)
{
	struct store_game row = { .id = BUF_INIT };
	int result = store_get_game(h->st, &row, err);

	if (result == 0)
		buf_add(name, row.host_key.p, row.host_key.n);
	store_game_release(&row);
	return result;
}

/* ---- digests --------------------------------------------------------------------------------------- */

int
host_digest(struct host *h, int64_t n, struct digest *d, struct buf *text, struct hash *head,
    struct err *err)
{
	struct store_digest row = { .n = 0 };
	struct digest_layout t;
	int result;

	if (rows_get_digest(h, n, &row, &t, err) < 0)
		return -1;
	result = digest_parse(h->games, row.text.p, &t, d, err);
	if (result == 0) {
		if (head != NULL)
			memcpy(head->b, row.hash, HASH_BYTES);
		if (text != NULL)
			buf_move(text, &row.text);
	}
	store_digest_release(&row);
	return result;
}

int
host_digest_parts(struct host *h, int64_t *n, struct buf *text, struct digest_layout *t,
    struct hash *hash, struct err *err)
{
	struct store_digest row = { .n = 0 };

	/* The newest digest stays the same within a read transaction. */
	if (*n < 0 && h->newest >= 0 && rows_seen(h, h->newest, text, t, hash)) {
		*n = h->newest;
		return 0;
	}
	if (rows_get_digest(h, *n, &row, t, err) < 0)
		return -1;
	if (*n < 0 && h->looks)
		h->newest = row.n;
	*n = row.n;
	memcpy(hash->b, row.hash, HASH_BYTES);
	buf_move(text, &row.text);
	store_digest_release(&row);
	return 0;
}

int
host_identity(
    struct host *h, char game[static ORDER_BLOCK_GAME_MAX + 1], struct hash *first, struct err *err)
{
	char host[SIGN_TEXT + 1];
	struct store_digest row = { .n = 0 };
	struct digest_layout t;
	int64_t n;

	if (!h->is_named) {
		if (rows_get_digest(h, 0, &row, &t, err) < 0)
			return -1;
		h->is_named = digest_host(row.text.p, &t, host, h->game, &n, err) == 0;
		memcpy(h->first.b, row.hash, HASH_BYTES);
		store_digest_release(&row);
	}
	memcpy(game, h->game, sizeof h->game);
	*first = h->first;
	return h->is_named ? 0 : -1;
}

int
host_newest_time(struct host *h, int64_t *time, bool *over, struct err *err)
{
	static const char is_over[] = "\"phase\":\"over\"";
	struct store_tick tick = { .last = 0 };
	struct store_digest row = { .n = 0 };
	struct digest_layout t;

	if (rows_get_digest(h, -1, &row, &t, err) < 0)
		return -1;
	*time = row.time;
	*over = memmem(row.text.p + t.position.at, t.position.n, is_over, sizeof is_over - 1) !=
	    NULL;
	store_digest_release(&row);
	if (store_get_tick(h->st, &tick, err) < 0)
		return -1;
	if (*time < tick.last)
		*time = tick.last;
	return 0;
}

int
host_text(struct host *h, int64_t *n, struct buf *text, struct err *err)
{
	struct digest_layout t;
	struct hash hash;

	return host_digest_parts(h, n, text, &t, &hash, err);
}

int
host_find(struct host *h, const unsigned char hash[static HASH_BYTES], int64_t *n, struct err *err)
{
	struct store_digest row = { .n = 0 };
	const int found = store_find_digest(h->st, hash, &row, err);

	if (found > 0)
		*n = row.n;
	store_digest_release(&row);
	return found;
}

int
host_each_undelivered(
    struct host *h, int (*each)(void *arg, int64_t n, struct err *err), void *arg, struct err *err)
{
	return store_outbox_each(h->st, each, arg, err);
}

/* ---- status and log --------------------------------------------------------------------------------- */

static int
count_one(void *arg, int64_t n, struct err *err)
{
	(void)n, (void)err;
	(*(int64_t *)arg)++;
	return 0;
}

int
host_status(struct host *h, struct host_status *s, struct err *err)
{
	struct hash head;
	struct table *t = mem_new(sizeof *t);
	int result = host_digest(h, -1, &s->d, NULL, &head, err);

	s->undelivered = 0;
	if (result == 0)
		result = table_load(t, h, err);
	if (result == 0)
		names_take_shown(&s->d.names, &t->names);
	table_wipe(t);
	free(t);
	if (result == 0)
		result = store_outbox_each(h->st, count_one, &s->undelivered, err);
	if (result == 0)
		result = store_outbox_count_before(h->st, &s->overdue, err);
	if (result == 0)
		hash_text(&head, s->head);
	return result;
}

int
host_has_custody(struct host *h, bool *has, struct pubkey *key, struct err *err)
{
	struct digest *d = mem_new(sizeof *d);
	int result = host_digest(h, -1, d, NULL, NULL, err);

	*has = result == 0 && d->custody != 0;
	if (*has &&
	    (pubkey_sign_parse(d->host_sign, strlen(d->host_sign), key) < 0 ||
		pubkey_box_parse(d->host_age, strlen(d->host_age), key) < 0))
		result = err_set(err, ERR_CORRUPT, "the newest digest names no usable keys");
	free(d);
	return result;
}

static int
add_seat(void *arg, unsigned seat, const char *name, const char *card, struct err *err)
{
	(void)card;
	if (seat >= SEATS_MAX || names_add(arg, name, strlen(name), err) < 0)
		return err_set(err, ERR_CORRUPT, "a seat that no game has");
	return 0;
}

/* Sets seat and order of *l. An order that is missing is left out. */
static int
log_order(struct host *h, const struct names *names, const struct digest *d, struct host_log *l,
    struct err *err)
{
	struct store_order order = { .n = 0 };
	const int found = store_find_order(h->st, d->order, &order, err);

	if (found <= 0)
		return found;
	l->seat = order.seat < names->n ? names->seat[order.seat] : NULL;
	hash_text((const struct hash *)order.hash, l->order);
	store_order_release(&order);
	return 0;
}

/* Fills *l for digest n; *text is the text it was read from. */
static int
log_line(struct host *h, const struct names *names, int64_t n, struct digest *d,
    struct digest_events *events, struct host_log *l, struct buf *text, struct err *err)
{
	struct store_digest row = { .n = 0 };
	struct digest_layout t;
	struct host_action act;
	size_t at = 0;
	struct err none = ERR_INIT;

	if (store_get_digest(h->st, n, &row, err) < 0)
		return -1;
	*l = (struct host_log){ .n = n, .time = row.time, .turn = row.turn };
	hash_text((const struct hash *)row.hash, l->head);
	buf_add(text, row.text.p, row.text.n);
	store_digest_release(&row);
	if (digest_next(buf_cstr(text), text->n, &at, &t, &none) < 1 ||
	    digest_parse(h->games, text->p, &t, d, &none) < 0 ||
	    digest_parse_events(text->p, &t, d, events, &none) < 0)
		return 0;
	l->d = d;
	l->events = events;
	if (host_action_find(text->p, &t, &act, &none) > 0)
		memcpy(l->reason, act.reason, sizeof l->reason);
	return d->has_order ? log_order(h, names, d, l, err) : 0;
}

int
host_log_each(struct host *h, int (*each)(void *arg, const struct host_log *l, struct err *err),
    void *arg, struct err *err)
{
	struct names names = { .n = 0 };
	struct store_digest last = { .n = 0 };
	struct digest *d;
	struct digest_events *events;
	int result = 0;

	if (store_each_seat(h->st, add_seat, &names, err) < 0 ||
	    store_get_digest(h->st, -1, &last, err) < 0)
		return -1;
	d = mem_new(sizeof *d);
	events = mem_new(sizeof *events);
	for (int64_t n = 0; n <= last.n && result == 0; n++) {
		struct buf text = BUF_INIT;
		struct host_log l;

		result = log_line(h, &names, n, d, events, &l, &text, err);
		if (result == 0)
			result = each(arg, &l, err);
		buf_release(&text);
	}
	free(d);
	free(events);
	store_digest_release(&last);
	return result;
}
