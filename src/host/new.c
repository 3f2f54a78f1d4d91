/* Creates a table. */

#include "host/command.h"
#include "host/join.h"
#include "host/operator.h"
#include "seal/custody.h"
#include "store/mail_queue.h"
#include "store/mail_setting.h"
#include "util/base32.h"
#include "util/mem.h"

/* The address may be NULL. */
static int
save_address(
    struct host *h, const struct host_table_params *a, int seat, const char *addr, struct err *err)
{
	struct store_address row = { .seat = seat, .since = a->now };
	int result;

	if (addr == NULL)
		return 0;
	buf_str(&row.addr, addr);
	buf_str(&row.how, "host");
	result = store_put_address(h->st, &row, err);
	store_address_release(&row);
	return result;
}

static int
save_rows(struct host *h, const struct host_table_params *a, struct err *err)
{
	struct store_game row = { .id = BUF_INIT };
	struct buf text = BUF_INIT;
	int result;

	buf_str(&row.id, a->game);
	buf_str(&row.rules, a->rules->name);
	table_config(&a->clock, a->allow_host_seat, a->audited, &a->names, a->rules, &row.config);
	buf_add(&row.secret, a->s, SECRET_BYTES);
	buf_str(&row.host_key, a->host_key);
	result = store_put_game(h->st, &row, err);
	if (result == 0)
		result = save_address(h, a, STORE_TABLE, a->table_address, err);
	for (unsigned i = 0; i < a->names.n && result == 0; i++) {
		buf_clear(&text);
		if (((unsigned)a->seated >> i & 1u) != 0)
			pubkey_text(&a->pub[i], a->names.seat[i], &text);
		result = store_put_seat(h->st, i, a->names.seat[i], buf_cstr(&text), err);
		if (result == 0)
			result = save_address(h, a, (int)i, a->address[i], err);
		if (result == 0 && a->lang[i] != NULL)
			result = store_set_language(h->st, (int)i, a->lang[i], false, err);
	}
	if (result == 0)
		result = operator_put(h, a, err);
	buf_release(&text);
	store_game_release(&row);
	return result;
}

/* Two seats with the same key could read each other's hands: a mistake, or a cheat. */
static int
check_cards(const struct host_table_params *a, const struct pubkey *host, struct err *err)
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

/* Sets the table that *a describes, without digests. */
static void
init_table(struct command *w, const struct host_table_params *a)
{
	struct table *t = &w->t;

	t->clock = a->clock;
	t->host_seat = a->allow_host_seat;
	t->audited = a->audited;
	t->seated = a->seated;
	t->host = w->press->host;
	memcpy(t->game, a->game, sizeof t->game);
	t->rules = deck_copy(&t->house, a->rules);
	t->names = a->names;
	memcpy(t->pub, a->pub, sizeof t->pub);
	memcpy(t->s, a->s, SECRET_BYTES);
	host_state_init(&w->hs, t->rules, (uint8_t)a->names.n, &a->options);
	w->hs.custody = a->custody;
	w->hs.bots = bots_seats(&a->clock.bots);
	for (unsigned i = 0; i < a->names.n; i++)
		w->hs.n_custody[i] = (unsigned)a->custody >> i & 1u;
}

int
host_custody_keys(const struct seckey *host, struct host_table_params *a, struct err *err)
{
	int result = seckey_unlock(host, SECRET_SIGN, err);

	for (unsigned i = 0; i < a->names.n && result == 0; i++) {
		struct seckey *key;

		if (((unsigned)a->custody >> i & 1u) == 0)
			continue;
		key = custody_seat_key(host, a->game, a->names.seat[i], 1, err);
		if (key == NULL)
			return -1;
		a->pub[i] = key->pub;
		a->seated = (uint16_t)(a->seated | 1u << i);
		seckey_free(key);
	}
	return result;
}

/* Deals the first round with trusted dealing. */
static void
deal(struct command *w, struct events *ev)
{
	struct drbg dice;

	table_master(&w->t, &w->hs);
	command_dice(w, &dice);
	game_deal(&w->hs.g, &dice.rng, ev);
	command_rng_used(w, &dice);
}

int
command_exec_new(struct command *w, const void *what, struct err *err)
{
	const struct host_table_params *a = what;
	struct digest_cause cause = { .has_order = false };
	struct buf keep = BUF_INIT;
	char secret[BASE32_HASH + 1];
	struct events *ev;
	int result;

	if (check_cards(a, &w->press->host, err) < 0 || save_rows(w->h, a, err) < 0)
		return -1;
	init_table(w, a);
	ev = mem_zero(1, sizeof *ev);
	if (a->audited) {
		w->hs.attempt = 1;
		for (unsigned i = 0; i < a->names.n; i++)
			w->hs.share[i].bound = (a->seated >> i & 1u) != 0;
		note_add(&cause.notes, (struct note){ .kind = NOTE_OPEN });
	} else {
		deal(w, ev);
	}
	base32_text(a->s, SECRET_BYTES, secret);
	buf_reserve(&keep, 128);
	buf_fmt(&keep, DIGEST_KEEP_HEADING "\nsecret: %s\n", secret);
	cause.keep = keep.p;
	cause.keep_n = keep.n;
	result = command_add_digest(w, ev, &cause, err);
	seal_wipe(secret, sizeof secret);
	seal_wipe(ev, sizeof *ev);
	free(ev);
	buf_wipe(&keep);
	return result;
}
