/*
 * An audit reads the digests, accepts the signed ones, and checks every commitment against the
 * values revealed later. play.c checks the rules.
 *
 * (U1) A failure accuses the host. So a failure is reported only for transcripts that no honest
 *      host can produce.
 */

#include <stdlib.h>

#include "audit/internal.h"
#include "host/deal.h"
#include "record/pins.h"
#include "record/verifier_reveal.h"
#include "util/lines.h"
#include "util/mem.h"
#include "util/utf8.h"

static void
release_item(struct audit_item *item)
{
	buf_wipe(&item->view);
	free(item->shown);
	free(item->d);
}

static void
release_items(struct audit_context *w)
{
	for (size_t i = 0; i < w->n_item; i++)
		release_item(&w->item[i]);
	free(w->item);
}

/* ---- reading ---------------------------------------------------------------------------------- */

/* A signed digest that cannot be parsed is a failure. Its header may still be usable. */
static int
parse_item(struct audit_context *w, const struct transcript_copy *c, struct audit_item *item)
{
	struct digest *d = item->d;
	struct err err = ERR_INIT, none = ERR_INIT;

	item->is_parsed = transcript_check_printable(w->tr.text.p, &c->t.signed_part, c->n, &err) ==
		0 &&
	    digest_parse(w->games, w->tr.text.p, &c->t, d, &err) == 0;
	if (item->is_parsed)
		return 0;
	audit_note(w, c->n, AUDIT_REPLAY, err.code == ERR_NOT_FOUND ? AUDIT_PENDING : AUDIT_FAIL,
	    "%s: %s", err.code == ERR_AUTH ? "it cannot be" : "signed, but no digest", err.msg);
	return c->n == 0 ? -1 : digest_parse_header(w->games, w->tr.text.p, &c->t, d, &none);
}

/* Faults that prevent an audit, and the results for other faults. */
static const struct fault_words fatal[FAULTS] = {
	[FAULT_HOST] = { ERR_SYNTAX, "digest {n} names no usable host key", TRANSCRIPT_AGAIN },
	[FAULT_GAME] = { ERR_SYNTAX, "digests of two games, {game} and {other}", NULL },
};
static const struct {
	enum audit_check check;
	enum audit_result result;
	const char *text;
} row[FAULTS] = {
	[FAULT_SIGNATURE] = { AUDIT_SIGNATURE, AUDIT_FAIL,
	    "it is not the host's: changed on its way, or made by somebody else" },
	[FAULT_ZERO] = { AUDIT_CHAIN, AUDIT_FAIL,
	    "it is of another digest 0 than digest {zero}: two tables of one name, both signed by "
	    "the "
	    "host" },
	[FAULT_TWO] = { AUDIT_CHAIN, AUDIT_FAIL,
	    "two different digests {n}, both signed by the host: two histories" },
	[FAULT_GAP] = { AUDIT_CHAIN, AUDIT_PENDING, "the digest before it is not here" },
	[FAULT_BROKEN] = { AUDIT_CHAIN, AUDIT_FAIL, "it does not continue digest {last}" },
};

static void
note_fault(struct audit_context *w, enum transcript_fault fault, const struct transcript_copy *c,
    const struct transcript_copy *last)
{
	struct buf text = BUF_INIT;

	if (row[fault].text == NULL)
		return;
	transcript_fault_text(&w->tr, row[fault].text, c, last, &text);
	audit_note(w, c->n, row[fault].check, row[fault].result, "%s", text.p);
	buf_release(&text);
}

/* Finds views in clear; they follow the sealed ones. */
static void
find_shown(const struct audit_context *w, struct audit_item *item)
{
	const struct digest_layout *t = &item->t;
	size_t at = t->signed_part.at + t->signed_part.n, end = t->whole.at + t->whole.n;

	for (unsigned i = 0; i < SEATS_MAX; i++)
		if (t->sealed[i].at + t->sealed[i].n > at)
			at = t->sealed[i].at + t->sealed[i].n;
	while ((at = lines_find(w->tr.text.p, end, at, VIEW_HEADING)) < end) {
		GROW(item->shown, item->n_shown);
		item->shown[item->n_shown++] = (struct span){ at, end - at };
		at++;
	}
}

/* Adds the views of another copy of the same digest. */
static void
join_items(struct audit_item *item, const struct audit_item *again)
{
	for (unsigned i = 0; i < SEATS_MAX; i++)
		if (item->t.sealed[i].n == 0)
			item->t.sealed[i] = again->t.sealed[i];
	for (size_t i = 0; i < again->n_shown; i++) {
		GROW(item->shown, item->n_shown);
		item->shown[item->n_shown++] = again->shown[i];
	}
}

/* Makes an item of a digest that is signed and can be parsed. Its copy has the same index. */
static void
add_item(struct audit_context *w, const struct transcript_copy *c)
{
	struct audit_item item = { .n = c->n, .t = c->t, .view = BUF_INIT };

	if ((c->fault & FAULT_BIT(FAULT_SIGNATURE)) != 0) {
		note_fault(w, FAULT_SIGNATURE, c, NULL);
		return;
	}
	item.d = mem_new(sizeof *item.d);
	if (parse_item(w, c, &item) < 0) {
		free(item.d);
		return;
	}
	audit_note(w, c->n, AUDIT_SIGNATURE, AUDIT_PASS, NULL);
	if ((c->fault & FAULT_BIT(FAULT_ZERO)) != 0)
		note_fault(w, FAULT_ZERO, c, NULL);
	find_shown(w, &item);
	w->tr.copy[w->n_item] = *c;
	w->tr.copy[w->n_item].d = item.is_parsed ? item.d : NULL;
	w->item[w->n_item++] = item;
}

/* Moves `text`. */
static int
read_items(struct audit_context *w, struct buf *text, struct err *err)
{
	struct transcript *tr = &w->tr;

	transcript_load(tr, w->games, text, NULL);
	w->n_found = tr->n_copy;
	for (size_t i = 0; i < tr->n_copy; i++) {
		if (transcript_check(tr, fatal, &tr->copy[i], NULL, err) < 0)
			return -1;
		if (i == 0 && !utf8_is_clean(tr->game, strlen(tr->game)))
			return err_set(
			    err, ERR_SYNTAX, "digest %lld names no game", (long long)tr->copy[0].n);
	}
	if (tr->end.code != ERR_NONE) {
		*err = tr->end;
		return -1;
	}
	memcpy(w->out->game, tr->game, sizeof w->out->game);
	memcpy(w->out->host_sign, tr->host_sign, sizeof w->out->host_sign);
	w->out->n_lost = tr->n_lost;
	transcript_sort(tr);
	w->item = mem_zero(tr->n_copy, sizeof *w->item);
	for (size_t i = 0; i < tr->n_copy; i++)
		add_item(w, &tr->copy[i]);
	tr->n_copy = w->n_item;
	return 0;
}

/* Checks that each digest continues the one before, and drops duplicates. */
static void
check_hash_chain(struct audit_context *w)
{
	struct transcript *tr = &w->tr;
	size_t kept = 0;

	for (size_t i = 0; i < w->n_item; i++) {
		const struct transcript_copy *c = &tr->copy[i],
					     *last = kept > 0 ? &tr->copy[kept - 1] : NULL;
		enum transcript_fault fault = transcript_link(last, c);

		note_fault(w, fault, c, last);
		if (fault == FAULT_AGAIN)
			join_items(&w->item[kept - 1], &w->item[i]);
		if (fault == FAULT_AGAIN || fault == FAULT_TWO) {
			release_item(&w->item[i]);
			continue;
		}
		if (fault == FAULT_NONE)
			audit_note(w, c->n, AUDIT_CHAIN, AUDIT_PASS, NULL);
		if (last != NULL && c->time < last->time)
			audit_note(w, c->n, AUDIT_TIME, AUDIT_FAIL,
			    "its time is before that of digest %lld", (long long)last->n);
		else
			audit_note(w, c->n, AUDIT_TIME, AUDIT_PASS, NULL);
		tr->copy[kept] = *c;
		w->item[kept++] = w->item[i];
	}
	tr->n_copy = w->n_item = kept;
	transcript_number(tr);
}

/* Lists the seats in custody (wire/custody.h). */
static void
list_custody(const struct audit_context *w)
{
	struct audit *a = w->out;

	for (unsigned s = 0; s < SEATS_MAX; s++) {
		struct audit_custody *open = NULL;

		for (size_t i = 0; i < w->n_item; i++) {
			const struct digest *d = w->item[i].d;

			if (!w->item[i].is_parsed || ((unsigned)d->custody >> s & 1u) == 0) {
				open = w->item[i].is_parsed ? NULL : open;
				continue;
			}
			if (open == NULL) {
				GROW(a->custody, a->n_custody);
				open = &a->custody[a->n_custody++];
				memcpy(open->seat, d->names.seat[s], sizeof open->seat);
				open->from = d->n;
			}
			open->to = d->n;
		}
	}
}

/* ---- commitments and reveals ----------------------------------------------------------------- */

/* Context of the callbacks of reveal_parse. */
struct reading {
	struct audit_context *w;
	struct audit_item *item;
};

static void
add_subkey(struct subkeys *keys, uint32_t id, const unsigned char key[static SUBKEY_BYTES])
{
	struct subkey *k;

	GROW(keys->at, keys->n);
	k = &keys->at[keys->n++];
	k->id = id;
	memcpy(k->key, key, SUBKEY_BYTES);
}

/* Adds the published hash of a key. */
static int
take_commit(void *arg, uint32_t id, const unsigned char hash[static 32], struct err *err)
{
	const struct reading *r = arg;
	const unsigned char *before = subkeys_find(&r->w->commit, id);

	if (before == NULL)
		add_subkey(&r->w->commit, id, hash);
	else if (memcmp(before, hash, HASH_BYTES) != 0)
		return err_set(err, ERR_AUTH, "key %lu is committed to twice", (unsigned long)id);
	return 0;
}

static int
add_revealed_key(void *arg, uint32_t id, const unsigned char key[static 32], struct err *err)
{
	const struct reading *r = arg;
	struct audit_context *w = r->w;
	const unsigned char *want = subkeys_find(&w->commit, id);
	struct hash commit = derive_key_commit(w->out->game, id, key);

	(void)err;
	r->item->ends_round = true;
	if (subkeys_find(&w->keys, id) == NULL)
		add_subkey(&w->keys, id, key);
	if (want != NULL && !seal_equal(commit.b, want, HASH_BYTES))
		audit_note(w, r->item->n, AUDIT_KEYS, AUDIT_FAIL,
		    "key %lu is not the one committed to at the deal", (unsigned long)id);
	else if (want == NULL && w->t.audited)
		audit_note(w, r->item->n, AUDIT_KEYS, w->is_whole ? AUDIT_FAIL : AUDIT_PENDING,
		    w->is_whole ? "key %lu was never committed to" :
				  "the digest that commits to key %lu is not here",
		    (unsigned long)id);
	else
		audit_note(w, r->item->n, AUDIT_KEYS, AUDIT_PASS, NULL);
	return 0;
}

static int
take_secret(void *arg, const unsigned char s[static 32], struct err *err)
{
	const struct reading *r = arg;

	(void)err;
	memcpy(r->w->t.s, s, SECRET_BYTES);
	r->w->has_secret = true;
	r->w->secret_n = r->item->n;
	return 0;
}

static int
take_order(void *arg, int64_t n, const struct order_block *b, struct err *err)
{
	const struct reading *r = arg;
	struct audit_context *w = r->w;
	struct audit_order o = { .n = n, .revealed = r->item->n, .in.o.b = *b };

	if (parsed_order_from_mail(&o.in, err) < 0)
		return -1;
	GROW(w->order, w->n_order);
	w->order[w->n_order++] = o;
	return 0;
}

/* Checks that the orders revealed by this digest are those named by digests. Signatures are
 * checked by re-execution, which knows the keys of a seat at that time. */
static void
check_orders(struct audit_context *w, size_t from)
{
	for (size_t i = from; i < w->n_order; i++) {
		const struct audit_order *o = &w->order[i];
		const struct audit_item *caused = NULL;

		for (size_t k = 0; k < w->n_item && caused == NULL; k++)
			if (w->item[k].n == o->n)
				caused = &w->item[k];
		if (order_is_open(&o->in.o.b) && o->revealed != o->n)
			audit_note(w, o->n, AUDIT_ORDER, AUDIT_FAIL,
			    "its order belongs into it, and digest %lld reveals it",
			    (long long)o->revealed);
		if (strcmp(o->in.o.b.game, w->out->game) != 0)
			audit_note(w, o->n, AUDIT_ORDER, AUDIT_FAIL,
			    "the order that digest %lld reveals is for game %s",
			    (long long)o->revealed, o->in.o.b.game);
		else if (caused != NULL &&
		    (!caused->d->has_order ||
			!seal_equal(caused->d->order, o->in.hash.b, HASH_BYTES)))
			audit_note(w, o->n, AUDIT_ORDER, AUDIT_FAIL,
			    "the order that digest %lld reveals is not the one that digest %lld "
			    "names: changed "
			    "or invented",
			    (long long)o->revealed, (long long)o->n);
	}
}

static void
check_seats(struct audit_context *w, const struct audit_item *item)
{
	struct attempt_start opener = attempt_start_find(&w->tr, NULL, item->d->attempt, item->n);
	struct err err = ERR_INIT;

	if (shares_check(item->d, &opener, NULL, &err) < 0)
		audit_note(w, item->n, AUDIT_SHARES, AUDIT_FAIL, "%s", err.msg);
	else if (!opener.found)
		audit_note(w, item->n, AUDIT_SHARES, AUDIT_PENDING,
		    "the digest that began attempt %u is not here", item->d->attempt);
	else
		audit_note(w, item->n, AUDIT_SHARES, AUDIT_PASS, NULL);
}

static void
read_commitments(struct audit_context *w, struct audit_item *item)
{
	struct reading reading = { w, item };
	struct err err = ERR_INIT;

	if (deal_keys_parse(w->tr.text.p, item->t.keys, take_commit, &reading, &err) < 0)
		audit_note(w, item->n, AUDIT_KEYS, AUDIT_FAIL, "%s", err.msg);
	if (deal_leaves_parse(w->tr.text.p, item->t.leaves, item->n, &w->leaves, &err) < 0)
		audit_note(w, item->n, AUDIT_LEAVES, AUDIT_FAIL, "%s", err.msg);
}

static void
read_reveals(struct audit_context *w, struct audit_item *item)
{
	struct reading reading = { w, item };
	const struct reveal_handler to = { add_revealed_key, take_secret, take_order, &reading };
	struct err err = ERR_INIT;
	size_t from = w->n_order;
	const char *early;

	if (item->t.reveal.n == 0)
		return;
	if (reveal_parse(w->tr.text.p, item->t.reveal, &to, &err) < 0)
		audit_note(w, item->n, AUDIT_ORDER, AUDIT_FAIL, "%s", err.msg);
	early = item->is_parsed ? verifier_check_reveal(&w->tr, &item->t, item->d) : NULL;
	if (early != NULL)
		audit_note(w, item->n, AUDIT_KEYS, AUDIT_FAIL, "%s", early);
	check_orders(w, from);
}

/* Sets the shares from the digest of the deal. Returns false if it is missing. */
static bool
find_master(struct audit_context *w)
{
	struct host_state *hs = mem_zero(1, sizeof *hs);
	bool found = !w->t.audited;

	for (size_t i = 0; i < w->n_item && !found; i++) {
		const struct digest *d = w->item[i].d;

		if (!d->has_seats || d->dealing != DIGEST_DEALING_AUDITED)
			continue;
		for (unsigned k = 0; k < d->names.n; k++)
			memcpy(hs->share[k].r, d->seat_reveal[k], SECRET_BYTES);
		found = true;
	}
	if (found) {
		w->t.names = w->item[0].d->names;
		table_master(&w->t, hs);
	}
	free(hs);
	return found;
}

/* At the end of the game everything must follow from the commitments of its beginning. */
static void
check_secret(struct audit_context *w)
{
	struct hash commit = derive_host_commit(w->out->game, w->t.s);
	const struct audit_item *first = w->n_item > 0 && w->item[0].n == 0 ? &w->item[0] : NULL;

	if (!w->has_secret || first == NULL)
		return;
	if (!seal_equal(commit.b, first->d->commit, HASH_BYTES)) {
		audit_note(w, w->secret_n, AUDIT_SECRET, AUDIT_FAIL,
		    "the secret is not the one that digest 0 commits to");
		return;
	}
	if (!find_master(w)) {
		audit_note(w, w->secret_n, AUDIT_SECRET, AUDIT_PENDING,
		    "the digest that dealt is not here");
		return;
	}
	w->secret_holds = true;
	for (size_t i = 0; i < w->keys.n; i++) {
		unsigned char key[SUBKEY_BYTES];

		derive_key(w->t.master, w->keys.at[i].id, key);
		if (!seal_equal(key, w->keys.at[i].key, SUBKEY_BYTES)) {
			audit_note(w, w->secret_n, AUDIT_SECRET, AUDIT_FAIL,
			    "key %lu does not come from the secret and the shares",
			    (unsigned long)w->keys.at[i].id);
			return;
		}
	}
	audit_note(w, w->secret_n, AUDIT_SECRET, AUDIT_PASS, NULL);
}

static void
check_revealed(struct audit_context *w)
{
	w->is_whole = w->n_item > 0 && w->item[w->n_item - 1].n == (int64_t)w->n_item - 1;
	memcpy(w->t.game, w->out->game, sizeof w->t.game);
	for (size_t i = 0; i < w->n_item; i++) {
		struct audit_item *item = &w->item[i];

		w->out->newest = item->n;
		w->out->time = item->d->time;
		w->t.audited = item->d->dealing != DIGEST_DEALING_TRUSTED;
		if (item->d->has_seats)
			check_seats(w, item);
		read_commitments(w, item);
		read_reveals(w, item);
	}
	audit_check_reveals(w);
	check_secret(w);
}

/* ---- entry points ---------------------------------------------------------------------------- */

/* Checks the digests against the pins of this home. */
static int
check_pins(struct audit_context *w, const char *home, struct err *err)
{
	struct pins pins;
	int64_t newest = -1, last = w->n_item > 0 ? w->item[w->n_item - 1].n : -1;
	int result = pins_load(&pins, home, w->out->game, w->games, err);

	if (result == 0)
		result = pins_note_host(&pins, w->out->host_sign, err);
	if (result == 0)
		(void)pins_give_up(&pins, &w->tr);
	for (size_t i = 0; i < w->n_item && result == 0; i++) {
		if (pins_contradict(&pins, &w->tr.copy[i]))
			audit_note(w, w->item[i].n, AUDIT_CHAIN, AUDIT_FAIL,
			    "another history was read here before, see %s/pins", pins.folder.p);
		if (w->me != NULL && w->item[i].is_parsed)
			withheld_add(
			    &w->out->withheld, &pins, &w->tr, &w->tr.copy[i], w->item[i].d);
	}
	for (size_t i = 0; i < pins.n && result == 0; i++)
		newest = pins.at[i].n > newest ? pins.at[i].n : newest;
	if (newest > last)
		audit_note(w, newest, AUDIT_CHAIN, AUDIT_PENDING,
		    "it was read here before, and is not among these");
	pins_release(&pins);
	return result;
}

static void
release_work(struct audit_context *w)
{
	release_items(w);
	transcript_release(&w->tr);
	free(w->order);
	free(w->commit.at);
	free(w->keys.at);
	leaves_release(&w->leaves);
	seal_wipe(w, sizeof *w);
	free(w);
}

int
audit_run(struct audit *a, const struct rules *const *games, struct buf *text,
    const struct seckey *me, const char *home, bool bots, struct err *err)
{
	struct audit_context *w = mem_zero(1, sizeof *w);
	int result;

	memset(a, 0, sizeof *a);
	w->out = a;
	w->games = games;
	w->me = me;
	w->bots = bots;
	/* Unlock first: a locked key must not cause failures later. */
	result = me != NULL ? seckey_unlock(me, SECRET_BOX, err) : 0;
	if (result == 0)
		result = read_items(w, text, err);
	if (result == 0) {
		check_hash_chain(w);
		list_custody(w);
		result = check_pins(w, home, err);
	}
	if (result == 0) {
		check_revealed(w);
		result = audit_play(w, err);
		if (result == 0 && me != NULL && home != NULL)
			result = audit_check_queued(w, home, err);
		audit_tidy(a);
	}
	release_work(w);
	return result;
}

int
audit_games(const struct rules *const *games, struct buf *text,
    void (*each)(void *arg, int64_t n, const struct game *g), void *arg, struct err *err)
{
	struct audit_context *w = mem_zero(1, sizeof *w);
	struct audit a = { .n = 0 };
	int result;

	w->out = &a;
	w->games = games;
	w->each = each;
	w->arg = arg;
	result = read_items(w, text, err);
	if (result == 0) {
		check_hash_chain(w);
		check_revealed(w);
		result = audit_play(w, err);
	}
	release_work(w);
	audit_release(&a);
	return result;
}

/* Reads the signed digests of one text. */
static int
read_one_side(struct audit_context *w, struct audit *a, const struct rules *const *games,
    const char *text, size_t n, struct err *err)
{
	struct buf copy = BUF_INIT;

	memset(w, 0, sizeof *w);
	memset(a, 0, sizeof *a);
	w->out = a;
	w->games = games;
	buf_add(&copy, text, n);
	if (read_items(w, &copy, err) < 0)
		return -1;
	if (a->worst == AUDIT_FAIL)
		return err_set(err, ERR_AUTH, "a digest is not signed by the host");
	return 0;
}

/* Sets *lost[k][i] for each digest i of side k that a digest of either side gives up. */
static void
find_lost(const struct audit_context side[static 2], bool *lost[static 2])
{
	const size_t n = side[0].n_item + side[1].n_item;
	struct given_up_item *item = mem_zero(n + 1, sizeof *item);

	for (size_t i = 0; i < n; i++) {
		const bool second = i >= side[0].n_item;
		const struct transcript_copy *c = second ? &side[1].tr.copy[i - side[0].n_item] :
							   &side[0].tr.copy[i];

		item[i] = (struct given_up_item){ .n = c->n, .hash = c->hash };
		memcpy(item[i].prev, c->prev, sizeof item[i].prev);
		for (unsigned k = 0; k < 2; k++)
			for (size_t m = 0; m < side[k].n_item && !item[i].is_named; m++)
				item[i].is_named = side[k].tr.copy[m].gives.n > 0 &&
				    given_up_has(&side[k].tr.copy[m].gives, 1, c->n, &c->hash);
	}
	given_up_find(item, n);
	for (size_t i = 0; i < n; i++)
		*(i < side[0].n_item ? &lost[0][i] :
				       &lost[1][i - side[0].n_item]) = item[i].is_lost;
	free(item);
}

/* Returns 1 and *n for the first digest that differs and is not given up, else 0. */
static int
compare_sides(const struct audit_context side[static 2], unsigned *common, int64_t *n)
{
	bool *lost[2] = { mem_zero(side[0].n_item + 1, sizeof(bool)),
		mem_zero(side[1].n_item + 1, sizeof(bool)) };
	int result = 0;

	find_lost(side, lost);
	for (size_t i = 0, k = 0; result == 0 && i < side[0].n_item && k < side[1].n_item;) {
		const struct transcript_copy *x = &side[0].tr.copy[i], *y = &side[1].tr.copy[k];

		if (lost[0][i] || lost[1][k]) {
			i += lost[0][i];
			k += lost[1][k];
			continue;
		}
		*common += x->n == y->n;
		if (x->n == y->n && !seal_equal(x->hash.b, y->hash.b, HASH_BYTES)) {
			*n = x->n;
			result = 1;
		}
		i += x->n <= y->n;
		k += y->n <= x->n;
	}
	free(lost[0]);
	free(lost[1]);
	return result;
}

int
audit_compare(const struct rules *const *games, const char *a, size_t a_n, const char *b,
    size_t b_n, int64_t *n, struct err *err)
{
	struct audit_context side[2];
	struct audit out[2];
	unsigned common = 0;
	int result = read_one_side(&side[0], &out[0], games, a, a_n, err);

	if (read_one_side(&side[1], &out[1], games, b, b_n, err) < 0)
		result = -1;
	if (result == 0 && strcmp(out[0].game, out[1].game) != 0)
		result = err_set(
		    err, ERR_SYNTAX, "these are two games, %s and %s", out[0].game, out[1].game);
	if (result == 0 &&
	    memcmp(side[0].tr.host.sign_pk, side[1].tr.host.sign_pk, SIGN_PK_BYTES) != 0)
		result = err_set(
		    err, ERR_AUTH, "game %s has another host here than there", out[0].game);
	if (result == 0)
		result = compare_sides(side, &common, n);
	if (result == 0 && common == 0)
		result = err_set(
		    err, ERR_PENDING, "the two have no digest in common: nothing is compared");
	for (unsigned i = 0; i < 2; i++) {
		release_items(&side[i]);
		transcript_release(&side[i].tr);
		audit_release(&out[i]);
	}
	return result;
}
