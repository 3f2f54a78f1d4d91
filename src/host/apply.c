/*
 * One player's command: verify, apply, digest, store.
 *
 * (A1) everything happens between store_begin and store_commit: a command is in the file whole,
 *      with its digests and the state after them, or not at all
 * (A2) nothing in an order is looked at before its signature holds
 * (A3) what is executed comes from the canonical text that was verified
 */

#include "host/deal.h"
#include "host/join.h"
#include "host/player.h"
#include "host/reveal.h"
#include "host/step.h"
#include "text/report.h"
#include "text/turnline.h"
#include "util/mem.h"
#include "util/utf8.h"

/* What one invocation works on. */
struct work {
	struct store *st;
	const struct secret *host;
	struct table t;
	struct host_state hs;
	int64_t now;
	uint8_t seat;                           /* of the order */
	struct buf canonical;
	struct hash order;
	const struct hash *next;                /* the stored order to be played next, or NULL */
	struct dealt *dealt;                    /* rounds dealt by the command at hand, or NULL */
	struct host_result *r;
};

void
host_result_release(struct host_result *r)
{
	buf_release(&r->digest);
	buf_release(&r->json);
}

static bool
is_waiting(const struct work *w, unsigned seat)
{
	return ((unsigned)w->hs.waiting >> seat & 1u) != 0;
}

static void
set_waiting(struct work *w, unsigned seat, bool on)
{
	unsigned bit = 1u << seat;

	w->hs.waiting = (uint16_t)(on ? w->hs.waiting | bit : w->hs.waiting & ~bit);
}

/* The dice of the digest to come: trying and playing throw the same. */
static void
init_dice(const struct work *w, struct dice *dice)
{
	dice_init(dice, w->t.master, 0, (uint32_t)(w->hs.n + 1));
}

/* ---- stored orders ---------------------------------------------------------------------------- */

static int
get_waiting(const struct work *w, unsigned seat, struct block *b, struct err *err)
{
	struct store_order row = { .n = 0 };
	int result;

	if (store_get_waiting(w->st, seat, &row, err) < 0)
		return -1;
	result = block_parse_canonical(row.text.p, row.text.n, b, err);
	store_order_release(&row);
	return result;
}

static void
waiting_lines(const struct block *b, struct buf *out)
{
	for (unsigned i = 0; i < b->n_do; i++)
		buf_fmt(out, "  %s: %s\n", i == 0 ? "do" : "or", b->doing[i]);
}

/* ---- making one digest ---------------------------------------------------------------------- */

/* What stored orders wait, as lines for their seats. */
static int
tell_waiting(const struct work *w, struct cause *cause, struct buf waiting[static SEATS_MAX],
    struct err *err)
{
	struct block b;

	for (unsigned i = 0; i < w->t.names.n; i++) {
		if (!is_waiting(w, i))
			continue;
		if (get_waiting(w, i, &b, err) < 0)
			return -1;
		waiting_lines(&b, &waiting[i]);
		cause->waiting[i] = waiting[i].p;
	}
	return 0;
}

/* The sections by which the players can check the host, for the digest of these events. */
struct proof {
	struct buf keys, leaves, reveal;
	struct leaf_openings *open;
};

static void
proof_release(struct proof *p)
{
	buf_release(&p->keys);
	buf_release(&p->leaves);
	buf_wipe(&p->reveal);
	if (p->open != NULL)
		seal_wipe(p->open, SEATS_MAX * sizeof *p->open);
	free(p->open);
}

static void
commit(struct work *w, const struct events *ev, struct proof *p, struct cause *cause)
{
	struct leaves *leaves = mem_zero(1, sizeof *leaves);

	for (unsigned r = 1; w->dealt != NULL && r <= ROUNDS_MAX; r++) {
		unsigned char key[SUBKEY_BYTES];

		if (!w->dealt->has[r - 1])
			continue;
		derive_key(w->t.master, derive_key_id(0, r, RNG_SALTS), key);
		deal_leaves(w->t.game, w->t.rules, w->dealt, r, key, leaves);
		deal_leaves_text(leaves, r, &p->leaves);
		cause->leaves = p->leaves.p;
		seal_wipe(key, sizeof key);
	}
	if (cause->deals) {
		struct rng_keys keys;

		deal_commit_keys(w->t.game, w->t.rules, w->t.master, &keys);
		deal_keys_text(&keys, &p->keys);
		cause->keys = p->keys.p;
	}
	p->open = mem_zero(SEATS_MAX, sizeof *p->open);
	deal_follow(&w->t, &w->hs, w->dealt, ev, p->open);
	cause->open = p->open;
	free(leaves);
}

static int
prove(struct work *w, const struct events *ev, struct proof *p, struct cause *cause, struct err *err)
{
	if (w->t.audited && w->hs.g.phase != PHASE_SETUP)
		commit(w, ev, p, cause);
	if (reveal_lines(w->st, &w->t, &w->hs, ev, cause->round, w->hs.n + 1, w->next, &p->reveal, err) < 0)
		return -1;
	if (p->reveal.n > 0)
		cause->reveal = p->reveal.p;
	return 0;
}

/* Store the digest that was made, and add it to the result. */
static int
put_digest(struct work *w, const struct events *ev, const struct cause *cause, const struct digest *d,
    struct store_digest *row, struct err *err)
{
	char order[HASH_TEXT + 1];

	row->n = d->n;
	row->turn = w->hs.g.turn;
	memcpy(row->hash, w->hs.head, HASH_BYTES);
	hash_text((const struct hash *)row->hash, w->r->head);
	hash_text(&cause->order, order);
	report_apply_json(d, w->r->head, cause->has_order ? order : NULL, ev, false, &row->events);
	if (store_put_digest(w->st, row, err) < 0)
		return -1;
	if (w->r->json.n == 0) {
		buf_add(&w->r->json, row->events.p, row->events.n);
		w->r->first_n = d->n;
	}
	w->r->n = d->n;
	buf_add(&w->r->digest, row->text.p, row->text.n);
	return 0;
}

/* Digest hs.n + 1 of the state as it is now, stored with the order that caused it. */
static int
add_digest(struct work *w, const struct events *ev, struct cause *cause, struct err *err)
{
	struct store_digest row = { .time = w->now };
	struct buf waiting[SEATS_MAX] = { BUF_INIT };
	struct proof proof = { .open = NULL };
	struct digest *d = mem_new(sizeof *d);
	int result = tell_waiting(w, cause, waiting, err);

	state_note(&w->hs, ev, w->hs.n + 1);
	if (result == 0)
		result = prove(w, ev, &proof, cause, err);
	if (result == 0)
		result = digest_make(&w->t, w->host, &w->hs, ev, cause, w->now, d, &row.text, err);
	if (result == 0)
		result = put_digest(w, ev, cause, d, &row, err);
	for (unsigned i = 0; i < SEATS_MAX; i++)
		buf_wipe(&waiting[i]);
	proof_release(&proof);
	store_digest_release(&row);
	free(d);
	return result;
}

/* Keep what was accepted: canonical text and signature, as the cause of digest n. */
static int
put_order(const struct work *w, const struct block *b, int64_t n, bool waiting, struct err *err)
{
	struct store_order row = { .n = n, .seat = w->seat, .turn = b->turn < 0 ? -1 : b->turn, .seq = b->seq };
	int result;

	memcpy(row.hash, w->order.b, HASH_BYTES);
	memcpy(row.sig, b->sig, sizeof row.sig);
	buf_add(&row.text, w->canonical.p, w->canonical.n);
	result = waiting ? store_put_waiting(w->st, &row, err) : store_put_order(w->st, &row, err);
	store_order_release(&row);
	return result;
}

/*
 * Is there a stored order for the seat that is to move now?  It leaves the store.  1: it can be
 * played, *turn; its cause is in *next.  0: there is none, or none that can be played any more,
 * which the seat is told in the digest being made (cause).
 */
static int
take_waiting(struct work *w, struct cause *cause, struct turn *turn, struct cause *next, struct err *err)
{
	uint8_t seat = w->hs.g.to_move;
	struct store_order row = { .n = 0 };
	struct err why = ERR_INIT;
	struct block b;
	struct dice dice;
	int chosen;

	if (seat == SEAT_NONE || !is_waiting(w, seat))
		return 0;
	if (store_get_waiting(w->st, seat, &row, err) < 0)
		return -1;
	*next = (struct cause){ .has_order = true, .said_by = SEAT_NONE, .keep = "", };
	memcpy(next->order.b, row.hash, HASH_BYTES);
	store_order_release(&row);
	if (get_waiting(w, seat, &b, err) < 0 || store_drop_waiting(w->st, seat, err) < 0)
		return -1;
	set_waiting(w, seat, false);
	init_dice(w, &dice);
	dice.n++;                               /* the digest after the one being made */
	chosen = step_choose(&w->t, &w->hs, seat, &b, &dice, turn, &why);
	dice_wipe(&dice);
	if (chosen == 0)
		return 1;
	cause->own_note[seat] = "your stored order cannot be played now: it is dropped";
	return 0;
}

/* Play a legal turn and make its digest, then whatever was stored for the seats that follow. */
static int
play(struct work *w, struct turn turn, struct cause cause, struct err *err)
{
	struct events *ev = mem_zero(1, sizeof *ev);
	struct cause next;
	int more;

	w->dealt = mem_zero(1, sizeof *w->dealt);
	do {
		struct dice dice;
		struct recorder recorder;
		unsigned refused = 0;

		ev->n = 0;
		cause.round = w->hs.g.round;
		init_dice(w, &dice);
		recorder_init(&recorder, &dice.rng, w->dealt);
		if (game_apply_all(&w->hs.g, turn.step, turn.n, &recorder.rng, ev, &refused) != VERDICT_OK)
			BUG("a turn that was legal is not");
		dealt_finish(w->dealt, &recorder, &w->hs.g, ev);
		dice_wipe(&dice);
		more = take_waiting(w, &cause, &turn, &next, err);
		w->next = more > 0 ? &next.order : NULL;
		if (more >= 0 && add_digest(w, ev, &cause, err) < 0)
			more = -1;
		cause = next;
	} while (more > 0);
	seal_wipe(w->dealt, sizeof *w->dealt);
	free(w->dealt);
	w->dealt = NULL;
	seal_wipe(ev, sizeof *ev);
	free(ev);
	return more;
}

/* ---- taking an order ------------------------------------------------------------------------ */

/* Was exactly this order accepted before?  1: *r is its digest again. */
static int
find_repeat(struct work *w, struct err *err)
{
	struct store_order order = { .n = 0 };
	struct store_digest row = { .n = 0 };
	struct err why = ERR_INIT;
	int64_t n;

	if (store_find_order(w->st, w->order.b, &order, &why) < 0) {
		if (why.code == ERR_NOT_FOUND)
			return 0;
		*err = why;
		return -1;
	}
	n = order.n;
	store_order_release(&order);
	if (store_get_digest(w->st, n, &row, err) < 0)
		return -1;
	w->r->repeated = true;
	w->r->first_n = w->r->n = n;
	hash_text((const struct hash *)row.hash, w->r->head);
	buf_add(&w->r->digest, row.text.p, row.text.n);
	report_repeated_json(row.events.p, row.events.n, &w->r->json);
	store_digest_release(&row);
	return 1;
}

/* The digest that the sender acted on: one of this game's, and of this very turn if `turn` > 0.  *n:
 * its number. */
static int
check_head(const struct work *w, const struct block *b, int64_t turn, int64_t *n, struct err *err)
{
	struct store_digest row = { .n = 0 };
	struct err why = ERR_INIT;
	int64_t head_turn;

	if (store_find_digest(w->st, b->head, &row, &why) < 0) {
		if (why.code != ERR_NOT_FOUND) {
			*err = why;
			return -1;
		}
		(void)err_set(err, ERR_STALE, "the order's head is no digest of game %s", w->t.game);
		return err_hint(err, "read the newest digest and sign again");
	}
	head_turn = row.turn;
	*n = row.n;
	store_digest_release(&row);
	if (turn > 0 && head_turn != turn) {
		(void)err_set(err, ERR_STALE, "the order acts on a digest of turn %lld, the game is at turn %lld",
		    (long long)head_turn, (long long)turn);
		return err_hint(err, "read the newest digest and sign again");
	}
	return 0;
}

/* `turn: next` before the seat's turn: keep it, replacing what was kept before. */
static int
keep_order(struct work *w, const struct block *b, struct cause *cause, struct err *err)
{
	bool cancel = step_is_cancel(b);
	struct events *none = mem_zero(1, sizeof *none);
	int result = 0;

	if (!cancel)
		result = step_check_words(&w->t, w->seat, b, err);
	if (result == 0 && cancel && !is_waiting(w, w->seat))
		result = err_set(err, ERR_STALE, "no stored order of %s to cancel", b->seat);
	if (result == 0)
		result = cancel ? store_drop_waiting(w->st, w->seat, err)
		    : put_order(w, b, w->hs.n + 1, true, err);
	if (result == 0) {
		set_waiting(w, w->seat, !cancel);
		cause->note = step_kept_note;
		cause->own_note[w->seat] = cancel ? "your stored order is cancelled"
		    : "your order is kept until your turn comes";
		result = add_digest(w, none, cause, err);
	}
	free(none);
	return result;
}

/* A digest without events. */
static int
add_quiet_digest(struct work *w, struct cause *cause, struct err *err)
{
	struct events *none = mem_zero(1, sizeof *none);
	int result = add_digest(w, none, cause, err);

	free(none);
	return result;
}

/* Any order whose time is right: play it, keep it, or only pass on what it says. */
static int
take_order(struct work *w, const struct block *b, struct cause *cause, struct err *err)
{
	enum binding binding;
	struct dice dice;
	struct turn turn;
	int64_t head_n;
	int result;

	if (step_bind(&w->t, &w->hs, w->seat, b, &binding, err) < 0)
		return -1;
	if (binding == BOUND && step_accept(&w->t, &w->hs, w->seat, b, binding, err) < 0)
		return -1;
	if (check_head(w, b, binding == BOUND ? w->hs.g.turn : 0, &head_n, err) < 0)
		return -1;
	if (binding != BOUND && step_accept(&w->t, &w->hs, w->seat, b, binding, err) < 0)
		return -1;
	if (binding == LATER)
		return keep_order(w, b, cause, err);
	if (b->n_do == 0)
		return add_quiet_digest(w, cause, err);
	init_dice(w, &dice);
	result = step_choose(&w->t, &w->hs, w->seat, b, &dice, &turn, err);
	dice_wipe(&dice);
	return result < 0 ? -1 : play(w, turn, *cause, err);
}

/* ---- before the deal ------------------------------------------------------------------------------ */

/* Everybody has confirmed: the first round. */
static int
deal_now(struct work *w, struct cause *cause, struct err *err)
{
	struct events *ev = mem_zero(1, sizeof *ev);
	struct dice dice;
	struct recorder recorder;
	int result;

	table_master(&w->t, &w->hs);
	w->dealt = mem_zero(1, sizeof *w->dealt);
	dice_init(&dice, w->t.master, 0, 0);
	recorder_init(&recorder, &dice.rng, w->dealt);
	game_deal(&w->hs.g, &recorder.rng, ev);
	dealt_finish(w->dealt, &recorder, &w->hs.g, ev);
	dice_wipe(&dice);
	w->hs.reveal_n = w->hs.n + 2;           /* what came before is revealed as it came */
	cause->deals = true;
	result = add_digest(w, ev, cause, err);
	seal_wipe(w->dealt, sizeof *w->dealt);
	free(w->dealt);
	w->dealt = NULL;
	seal_wipe(ev, sizeof *ev);
	free(ev);
	return result;
}

/* do: join and do: confirm, the only orders before the deal. */
static int
take_share(struct work *w, const struct block *b, struct cause *cause, struct err *err)
{
	struct buf note = BUF_INIT, reveal = BUF_INIT, card = BUF_INIT;
	enum joining joining;
	int64_t head_n;
	int result;

	if (check_head(w, b, 0, &head_n, err) < 0)
		return -1;
	joining = join_take(&w->t, &w->hs, w->seat, b, head_n, &note, err);
	if (joining == JOIN_REFUSED)
		return -1;
	reveal_order_text(w->hs.n + 1, b, &reveal);
	cause->reveal = reveal.p;
	cause->note = note.p;
	card_text(&w->t.card[w->seat], b->seat, &card);
	result = store_put_seat(w->st, w->seat, b->seat, card.p, err);
	if (result == 0)
		result = joining == JOIN_DEALS ? deal_now(w, cause, err) : add_quiet_digest(w, cause, err);
	buf_release(&card);
	buf_release(&reveal);
	buf_release(&note);
	return result;
}

/* ---- the transaction ------------------------------------------------------------------------ */

static int
load(struct work *w, struct err *err)
{
	struct buf state = BUF_INIT;
	int64_t n;
	int result;

	if (table_load(&w->t, w->st, err) < 0)
		return -1;
	w->t.host = w->host->card;
	result = store_get_state(w->st, &n, &state, err);
	if (result == 0)
		result = state_unpack(&w->hs, w->t.rules, state.p, state.n, err);
	if (result == 0 && w->hs.n != n)
		result = err_set(err, ERR_CORRUPT, "the game file's state is of another digest");
	if (result == 0 && w->hs.g.phase != PHASE_SETUP)
		table_master(&w->t, &w->hs);
	buf_wipe(&state);
	return result;
}

/* Whose order is it, and is it really? */
static int
check_sender(struct work *w, const struct block *b, struct err *err)
{
	if (strcmp(b->game, w->t.game) != 0) {
		(void)err_set(err, ERR_NOT_FOUND, "the order is for game %s, this is game %s", b->game, w->t.game);
		return err_hint(err, "apply it to the other game's file");
	}
	w->seat = names_find(&w->t.names, b->seat, strlen(b->seat));
	if (w->seat == SEAT_NONE)
		return err_set(err, ERR_NOT_FOUND, "no seat %s in game %s", b->seat, w->t.game);
	if (join_is_one(b))
		return join_verify(&w->t, &w->hs, w->seat, b, err);
	if (((unsigned)w->t.seated >> w->seat & 1u) == 0)
		return err_set(err, ERR_STALE, "nobody has joined as %s yet", b->seat);
	return order_verify(b, &w->t.card[w->seat], err);
}

static int
drop_delivered(void *arg, int64_t n, struct err *err)
{
	const struct work *w = arg;

	return n <= w->r->first_n ? store_outbox_drop(w->st, n, err) : 0;
}

static int
run(struct work *w, const struct block *b, int64_t delivered, struct err *err)
{
	struct cause cause = { .has_order = true, .said_by = SEAT_NONE };
	struct buf state = BUF_INIT, keep = BUF_INIT;
	int64_t n;
	int result;

	if (load(w, err) < 0 || check_sender(w, b, err) < 0)
		return -1;
	result = find_repeat(w, err);
	if (result != 0)
		return result < 0 ? -1 : 0;
	w->r->first_n = delivered;
	if (store_outbox_each(w->st, drop_delivered, w, err) < 0)
		return -1;
	buf_need(&keep, w->canonical.n + 256);
	buf_str(&keep, "adit-keep v1\n");
	buf_add(&keep, w->canonical.p, w->canonical.n);
	buf_str(&keep, "sig: ");
	seal_base64(b->sig, sizeof b->sig, &keep);
	buf_chr(&keep, '\n');
	cause.order = w->order;
	cause.keep = keep.p;
	cause.keep_n = keep.n;
	if (b->say[0] != '\0') {
		cause.said = b->say;
		cause.said_by = w->seat;
	}
	n = w->hs.n + 1;
	result = put_order(w, b, n, false, err);        /* first: its digest may reveal it */
	if (result == 0 && w->hs.g.phase == PHASE_SETUP)
		result = take_share(w, b, &cause, err);
	else if (result == 0 && join_is_share(b))
		result = err_set(err, ERR_STALE, "the cards are dealt already");
	else if (result == 0)
		result = take_order(w, b, &cause, err);
	if (result == 0) {
		state_pack(&w->hs, &state);
		result = store_put_state(w->st, w->hs.n, state.p, state.n, err);
	}
	buf_wipe(&state);
	buf_wipe(&keep);
	return result;
}

static void
work_free(struct work *w)
{
	buf_wipe(&w->canonical);
	table_wipe(&w->t);
	seal_wipe(w, sizeof *w);
	free(w);
}

/* Forget who had a seat but was not named by the host. */
static int
clear_seats(struct work *w, struct err *err)
{
	int result = 0;

	for (unsigned i = 0; i < w->t.names.n && result == 0; i++)
		if (((unsigned)w->t.seated >> i & 1u) == 0)
			result = store_put_seat(w->st, i, w->t.names.seat[i], "", err);
	return result;
}

static int
restart(struct work *w, const char *reason, struct err *err)
{
	struct cause cause = { .said_by = SEAT_NONE };
	struct buf note = BUF_INIT, keep = BUF_INIT, state = BUF_INIT;
	int result;

	if (load(w, err) < 0)
		return -1;
	if (w->hs.g.phase != PHASE_SETUP)
		return err_set(err, ERR_STALE, "the cards are dealt already");
	join_restart(&w->t, &w->hs, reason, &note);
	buf_fmt(&keep, "adit-keep v1\nrestart: %s\n", reason);
	cause.note = note.p;
	cause.keep = keep.p;
	cause.keep_n = keep.n;
	result = clear_seats(w, err);
	if (result == 0)
		result = add_quiet_digest(w, &cause, err);
	if (result == 0) {
		state_pack(&w->hs, &state);
		result = store_put_state(w->st, w->hs.n, state.p, state.n, err);
	}
	buf_wipe(&state);
	buf_release(&keep);
	buf_release(&note);
	return result;
}

int
host_restart(struct store *st, const struct secret *host, const char *reason, int64_t now,
    struct host_result *r, struct err *err)
{
	struct work *w;
	int result;

	memset(r, 0, sizeof *r);
	if (reason[0] == '\0' || strlen(reason) > BLOCK_SAY_MAX || !utf8_is_clean(reason, strlen(reason)))
		return err_set(err, ERR_USAGE, "a reason is one line of at most %d bytes", BLOCK_SAY_MAX);
	w = mem_zero(1, sizeof *w);
	w->st = st;
	w->host = host;
	w->now = now;
	w->r = r;
	result = store_begin(st, err);
	if (result == 0) {
		result = restart(w, reason, err);
		if (result == 0)
			result = store_commit(st, err);
		else
			store_rollback(st);
	}
	if (result < 0)
		host_result_release(r);
	work_free(w);
	return result;
}

int
host_apply(struct store *st, const struct secret *host, const struct block *b, int64_t now,
    int64_t delivered, struct host_result *r, struct err *err)
{
	struct work *w = mem_zero(1, sizeof *w);
	int result = -1;

	memset(r, 0, sizeof *r);
	w->st = st;
	w->host = host;
	w->now = now;
	w->r = r;
	if (host_order_hash(b, &w->canonical, &w->order, err) < 0)
		goto out;
	if (store_begin(st, err) < 0)
		goto out;
	result = run(w, b, delivered, err);
	if (result == 0 && !r->repeated)
		result = store_commit(st, err);
	else
		store_rollback(st);
	if (result < 0)
		host_result_release(r);
out:
	work_free(w);
	return result;
}
