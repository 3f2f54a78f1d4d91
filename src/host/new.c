/* Opening a table. */

#include "host/join.h"
#include "audit/replay.h"
#include "util/base32.h"
#include "util/mem.h"

static int
put_rows(struct host *h, const struct host_new *a, struct err *err)
{
	struct store_game row = { .id = BUF_INIT };
	struct buf text = BUF_INIT;
	int result;

	buf_str(&row.id, a->game);
	buf_str(&row.rules, a->rules->name);
	table_config(a->limit_s, a->allow_host_seat, a->audited, a->rules, &row.config);
	buf_add(&row.secret, a->s, SECRET_BYTES);
	buf_str(&row.host_key, a->host_key);
	result = store_put_game(h->st, &row, err);
	for (unsigned i = 0; i < a->names.n && result == 0; i++) {
		buf_clear(&text);
		if (((unsigned)a->seated >> i & 1u) != 0)
			pubkey_text(&a->pub[i], a->names.seat[i], &text);
		result = store_put_seat(h->st, i, a->names.seat[i], buf_cstr(&text), err);
	}
	buf_release(&text);
	store_game_release(&row);
	return result;
}

/* Two seats with one key could read each other's hands: a mistake, or a cheat. */
static int
check_cards(const struct host_new *a, const struct pubkey *host, struct err *err)
{
	for (unsigned i = 0; i < a->names.n; i++) {
		const struct pubkey *c = &a->pub[i];

		if (((unsigned)a->seated >> i & 1u) == 0)
			continue;
		if (!a->allow_host_seat && pubkey_shares_key(c, host)) {
			(void)err_set(
			    err, ERR_USAGE, "seat %s has the host's own key", a->names.seat[i]);
			return err_hint(err, "make another key for it, or say --allow-host-seat");
		}
		for (unsigned k = 0; k < i; k++)
			if (((unsigned)a->seated >> k & 1u) != 0 &&
			    pubkey_shares_key(c, &a->pub[k]))
				return err_set(err, ERR_USAGE, "seats %s and %s have the same key",
				    a->names.seat[k], a->names.seat[i]);
	}
	return 0;
}

/* The first round, where the host deals alone. */
static void
deal(const struct table *t, struct host_state *hs, struct events *ev)
{
	struct dice dice;

	table_dice(t, hs, 0, &dice);
	game_deal(&hs->g, &dice.rng, ev);
	if (t->replay != NULL)
		replay_dice(t->replay, &dice, 0);
	dice_wipe(&dice);
}

/* Digest 0, in memory: the deal, or the invitation to one. */
static int
make_first(struct table *t, const struct secret *host, const struct host_new *a,
    struct host_state *hs, struct digest *d, struct buf *out, struct err *err)
{
	struct events *ev = mem_zero(1, sizeof *ev);
	struct cause cause = { .said_by = SEAT_NONE };
	struct buf keep = BUF_INIT;
	char secret[BASE32_HASH + 1];
	int result;

	state_init(hs, a->rules, (uint8_t)a->names.n, &a->options);
	if (a->audited) {
		hs->attempt = 1;
		for (unsigned i = 0; i < a->names.n; i++)
			hs->share[i].bound = (a->seated >> i & 1u) != 0;
		cause.note = join_open_note;
	} else {
		table_master(t, hs);
		deal(t, hs, ev);
		state_note(hs, ev, 0);
	}
	base32_text(a->s, SECRET_BYTES, secret);
	buf_need(&keep, 128);
	buf_fmt(&keep, "adit-keep v1\nsecret: %s\n", secret);
	cause.keep = keep.p;
	cause.keep_n = keep.n;
	result = digest_make(t, host, hs, ev, &cause, a->now, d, out, err);
	seal_wipe(secret, sizeof secret);
	seal_wipe(ev, sizeof *ev);
	free(ev);
	buf_wipe(&keep);
	return result;
}

int
new_game_in(struct host *h, const struct secret *host, struct replay *replay,
    const struct host_new *a, struct buf *digest, struct err *err)
{
	struct table t = { .limit_s = a->limit_s,
		.host_seat = a->allow_host_seat,
		.audited = a->audited,
		.seated = a->seated,
		.replay = replay,
		.host = host != NULL ? host->pub : replay->tr->host };
	struct host_state hs = { .n = -1 };
	struct store_digest row = { .n = 0, .time = a->now };
	struct buf state = BUF_INIT;
	struct digest d;
	int result = -1;

	if (check_cards(a, &t.host, err) < 0)
		return -1;
	memcpy(t.game, a->game, sizeof t.game);
	t.rules = a->rules;
	t.names = a->names;
	memcpy(t.pub, a->pub, sizeof t.pub);
	memcpy(t.s, a->s, SECRET_BYTES);
	if (make_first(&t, host, a, &hs, &d, &row.text, err) < 0)
		goto out;
	state_pack(&hs, &state);
	memcpy(row.hash, hs.head, HASH_BYTES);
	row.turn = hs.g.turn;
	if (put_rows(h, a, err) < 0 || store_put_digest(h->st, &row, err) < 0 ||
	    store_put_state(h->st, 0, state.p, state.n, err) < 0)
		goto out;
	result = 0;
	buf_add(digest, row.text.p, row.text.n);
out:
	store_digest_release(&row);
	buf_wipe(&state);
	seal_wipe(&hs, sizeof hs);
	table_wipe(&t);
	return result;
}

int
host_new_game(struct host *h, const struct secret *host, const struct host_new *a,
    struct buf *digest, struct err *err)
{
	struct buf text = BUF_INIT;
	int result;

	if (store_begin(h->st, err) < 0)
		return -1;
	result = new_game_in(h, host, NULL, a, &text, err);
	if (result == 0)
		result = store_commit(h->st, err);
	else
		store_rollback(h->st);
	if (result == 0)
		buf_add(digest, text.p, text.n);
	buf_release(&text);
	return result;
}
