/*
 * One player's command: verify, apply, digest, store.
 *
 * (A1) everything happens between store_begin and store_commit: a command is in the file whole,
 *      with its digests and the state after them, or not at all
 * (A2) nothing in an order is looked at before its signature holds
 * (A3) what is executed comes from the canonical text that was verified
 */

#include "host/keys.h"
#include "host/player.h"
#include "host/work.h"
#include "text/report.h"
#include "text/turnline.h"
#include "text/verdict.h"
#include "util/mem.h"

static void
set_waiting(struct work *w, unsigned seat, bool on)
{
	unsigned bit = 1u << seat;

	w->hs.waiting = (uint16_t)(on ? w->hs.waiting | bit : w->hs.waiting & ~bit);
}

/* ---- choosing what to play ------------------------------------------------------------------ */

static int
refuse(const struct work *w, uint8_t seat, const char *line, const struct order *o, enum verdict verdict,
    struct err *err)
{
	struct buf why = BUF_INIT;
	struct view v;
	enum err_code code = ERR_RULE;

	if (verdict == VERDICT_NOT_YOUR_TURN || verdict == VERDICT_GAME_OVER)
		code = ERR_STALE;
	game_view(&w->hs.g, seat, &v);
	verdict_text(&v, &w->t.names, o, verdict, &why);
	(void)err_set(err, code, "\"%s\": %s", line, buf_cstr(&why));
	seal_wipe(&v, sizeof v);
	buf_release(&why);
	return -1;
}

static int
parse(const struct work *w, uint8_t seat, const char *line, struct turn *turn, struct err *err)
{
	return turnline_parse(w->t.rules, &w->t.names, seat, line, strlen(line), turn, err);
}

/* The dice of the digest to come: trying and playing throw the same. */
static void
init_dice(const struct work *w, struct dice *dice)
{
	dice_init(dice, w->t.master, w->hs.epoch, (uint32_t)(w->hs.n + 1));
}

/* The first alternative that is legal now.  If none is, *err says why the first is not. */
static int
choose(const struct work *w, uint8_t seat, const struct block *b, struct turn *turn, struct err *err)
{
	struct err first = ERR_INIT;

	for (unsigned i = 0; i < b->n_do; i++) {
		struct err why = ERR_INIT;
		struct game copy = w->hs.g;
		struct dice dice;
		enum verdict verdict;
		unsigned refused = 0;

		if (parse(w, seat, b->doing[i], turn, err) < 0)
			return -1;
		init_dice(w, &dice);
		verdict = game_apply_all(&copy, turn->step, turn->n, &dice.rng, NULL, &refused);
		dice_wipe(&dice);
		seal_wipe(&copy, sizeof copy);
		if (verdict == VERDICT_OK)
			return 0;
		(void)refuse(w, seat, b->doing[i], &turn->step[refused], verdict, &why);
		if (i == 0)
			first = why;
	}
	*err = first;
	if (b->n_do > 1)
		(void)err_wrap(err, "none of the %u alternatives can be played; the first", b->n_do);
	return -1;
}

/* ---- stored orders -------------------------------------------------------------------------- */

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

	if (seat == SEAT_NONE || !work_is_waiting(w, seat))
		return 0;
	if (store_get_waiting(w->st, seat, &row, err) < 0)
		return -1;
	*next = (struct cause){ .has_order = true, .said_by = SEAT_NONE, .keep = "", };
	memcpy(next->order.b, row.hash, HASH_BYTES);
	store_order_release(&row);
	if (work_get_waiting(w, seat, &b, err) < 0 || store_drop_waiting(w->st, seat, err) < 0)
		return -1;
	set_waiting(w, seat, false);
	if (choose(w, seat, &b, turn, &why) == 0)
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

	do {
		struct dice dice;
		unsigned refused = 0;

		ev->n = 0;
		init_dice(w, &dice);
		if (game_apply_all(&w->hs.g, turn.step, turn.n, &dice.rng, ev, &refused) != VERDICT_OK)
			BUG("a turn that was legal is not");
		dice_wipe(&dice);
		more = take_waiting(w, &cause, &turn, &next, err);
		if (more >= 0 && work_add_digest(w, ev, &cause, err) < 0)
			more = -1;
		cause = next;
	} while (more > 0);
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
	int64_t n, undone;

	if (store_find_order(w->st, w->order.b, &order, &why) < 0) {
		if (why.code == ERR_NOT_FOUND)
			return 0;
		*err = why;
		return -1;
	}
	n = order.n;
	store_order_release(&order);
	undone = state_undone(&w->hs, n);
	if (undone > 0) {
		(void)err_set(err, ERR_STALE, "the order was applied as digest %lld, which the host took back in "
		    "digest %lld", (long long)n, (long long)undone);
		return err_hint(err, "read the newest digest and sign again");
	}
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

/* The digest that the sender acted on: one of this game's, and of this very turn if `turn` > 0. */
static int
check_head(const struct work *w, const struct block *b, int64_t turn, struct err *err)
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
	store_digest_release(&row);
	/* Turns come again after an undo: what was signed before it must not be played in them. */
	if (w->hs.n_undo > 0 && row.n < w->hs.undo[w->hs.n_undo - 1].n) {
		(void)err_set(err, ERR_STALE, "the order acts on digest %lld, but in digest %lld the host took "
		    "digests back", (long long)row.n, (long long)w->hs.undo[w->hs.n_undo - 1].n);
		return err_hint(err, "read the newest digest and sign again");
	}
	if (turn > 0 && head_turn != turn) {
		(void)err_set(err, ERR_STALE, "the order acts on a digest of turn %lld, the game is at turn %lld",
		    (long long)head_turn, (long long)turn);
		return err_hint(err, "read the newest digest and sign again");
	}
	return 0;
}

static int
check_seq(int64_t seq, int64_t used, const char *seat, struct err *err)
{
	if (seq > used)
		return 0;
	(void)err_set(err, ERR_STALE, "seq %lld of %s was used already", (long long)seq, seat);
	return err_hint(err, "sign again with --seq %lld or more", (long long)used + 1);
}

/* May an order bound to turn b->turn come now? */
static int
check_turn(const struct work *w, const struct block *b, struct err *err)
{
	const struct game *g = &w->hs.g;
	const char *next = names_seat(&w->t.names, g->to_move);

	if (g->phase == PHASE_OVER)
		return err_set(err, ERR_STALE, "the game is over");
	if (b->turn < g->turn) {
		(void)err_set(err, ERR_STALE, "turn %lld is over: it is turn %u, %s's", (long long)b->turn,
		    g->turn, next);
		return err_hint(err, "read the newest digest and sign again");
	}
	if (b->turn > g->turn) {
		(void)err_set(err, ERR_STALE, "turn %lld has not come: it is turn %u, %s's",
		    (long long)b->turn, g->turn, next);
		return err_hint(err, "sign with --turn next to have the order kept");
	}
	if (g->to_move != w->seat) {
		(void)err_set(err, ERR_STALE, "not your turn: it is %s's", next);
		return err_hint(err, "wait for the next digest, or sign with --turn next to have the order kept");
	}
	return check_seq(b->seq, w->hs.seq_turn[w->seat] == g->turn ? w->hs.seq[w->seat] : 0, b->seat, err);
}

/* `turn: next` before the seat's turn: keep it, replacing what was kept before. */
static int
keep_order(struct work *w, const struct block *b, struct cause *cause, struct err *err)
{
	bool cancel = b->n_do == 1 && strcmp(b->doing[0], "cancel") == 0;
	struct events *none = mem_zero(1, sizeof *none);
	struct turn turn;
	int result = 0;

	for (unsigned i = 0; i < b->n_do && !cancel && result == 0; i++)
		result = parse(w, w->seat, b->doing[i], &turn, err);
	if (result == 0 && cancel && !work_is_waiting(w, w->seat))
		result = err_set(err, ERR_STALE, "no stored order of %s to cancel", b->seat);
	if (result == 0)
		result = cancel ? store_drop_waiting(w->st, w->seat, err)
		    : put_order(w, b, w->hs.n + 1, true, err);
	if (result == 0) {
		set_waiting(w, w->seat, !cancel);
		cause->note = "a sealed order is kept for later";
		cause->own_note[w->seat] = cancel ? "your stored order is cancelled"
		    : "your order is kept until your turn comes";
		result = work_add_digest(w, none, cause, err);
	}
	free(none);
	return result;
}

/* What an order's turn means for it. */
enum binding {
	BOUND,          /* to the turn it names: that turn, its head, its seq */
	FREE,           /* lawful at any time: standing orders, say; each with a higher seq_any */
	LATER           /* kept until its seat's turn comes */
};

/* Are all alternatives standing orders (also when there are none)?  1, 0, or -1: not readable. */
static int
all_standing(const struct work *w, const struct block *b, struct err *err)
{
	int all = 1;
	struct turn turn;

	for (unsigned i = 0; i < b->n_do; i++) {
		if (parse(w, w->seat, b->doing[i], &turn, err) < 0)
			return -1;
		if (!order_is_standing((enum order_kind)turn.step[0].kind))
			all = 0;
	}
	return all;
}

static int
bind(const struct work *w, const struct block *b, enum binding *binding, struct err *err)
{
	int standing;

	if (b->turn == TURN_NEXT) {
		bool cancel = b->n_do == 1 && strcmp(b->doing[0], "cancel") == 0;

		*binding = w->hs.g.to_move == w->seat && !cancel ? FREE : LATER;
		return 0;
	}
	standing = all_standing(w, b, err);
	if (standing < 0)
		return -1;
	*binding = standing ? FREE : BOUND;
	if (!standing && b->turn == TURN_ANY)
		return err_set(err, ERR_SYNTAX, "turn: any is for standing orders; say which turn this is for");
	return 0;
}

/* An order that is not bound to a turn. */
static int
accept_free(struct work *w, const struct block *b, struct err *err)
{
	if (check_head(w, b, 0, err) < 0 || check_seq(b->seq, w->hs.seq_any[w->seat], b->seat, err) < 0)
		return -1;
	w->hs.seq_any[w->seat] = b->seq;
	return 0;
}

/* Any order whose time is right: play it, keep it, or only pass on what it says. */
static int
take_order(struct work *w, const struct block *b, struct cause *cause, struct err *err)
{
	enum binding binding;
	struct events *none;
	struct turn turn;
	int result;

	if (keys_is_order(b)) {
		if (b->turn != TURN_ANY)
			return err_set(err, ERR_SYNTAX, "\"%s\" is not bound to a turn: it takes turn: any", b->doing[0]);
		return accept_free(w, b, err) < 0 ? -1 : keys_take(w, b, cause, err);
	}
	if (b->sign[0] != '\0' || b->age[0] != '\0' || b->has_proof)
		return err_set(err, ERR_SYNTAX, "sign:, age: and proof: go with rotate-key alone");
	if (bind(w, b, &binding, err) < 0)
		return -1;
	if (binding == BOUND) {
		if (check_turn(w, b, err) < 0 || check_head(w, b, w->hs.g.turn, err) < 0)
			return -1;
		w->hs.seq_turn[w->seat] = w->hs.g.turn;
		w->hs.seq[w->seat] = b->seq;
	} else if (accept_free(w, b, err) < 0) {
		return -1;
	}
	if (binding == LATER)
		return keep_order(w, b, cause, err);
	if (b->n_do > 0)
		return choose(w, w->seat, b, &turn, err) < 0 ? -1 : play(w, turn, *cause, err);
	none = mem_zero(1, sizeof *none);
	result = work_add_digest(w, none, cause, err);
	free(none);
	return result;
}

/* ---- the transaction ------------------------------------------------------------------------ */

/* Was this very block, with this very signature, accepted before? */
static bool
was_accepted(const struct work *w, const struct block *b)
{
	struct store_order row = { .n = 0 };
	struct err none = ERR_INIT;
	bool same;

	if (store_find_order(w->st, w->order.b, &row, &none) < 0)
		return false;
	same = b->has_sig && memcmp(row.sig, b->sig, sizeof row.sig) == 0;
	store_order_release(&row);
	return same;
}

static int
load(struct work *w, const struct block *b, struct err *err)
{
	if (work_load(w, err) < 0)
		return -1;
	if (strcmp(b->game, w->t.game) != 0) {
		(void)err_set(err, ERR_NOT_FOUND, "the order is for game %s, this is game %s", b->game, w->t.game);
		return err_hint(err, "apply it to the other game's file");
	}
	w->seat = names_find(&w->t.names, b->seat, strlen(b->seat));
	if (w->seat == SEAT_NONE)
		return err_set(err, ERR_NOT_FOUND, "no seat %s in game %s", b->seat, w->t.game);
	/* The seat may have other keys now than those that signed it then. */
	if (was_accepted(w, b))
		return 0;
	return order_verify(b, &w->t.card[w->seat], err);
}

static int
run(struct work *w, const struct block *b, int64_t delivered, struct err *err)
{
	struct cause cause = { .has_order = true, .said_by = SEAT_NONE };
	struct buf keep = BUF_INIT;
	int64_t n;
	int result;

	if (load(w, b, err) < 0)
		return -1;
	result = find_repeat(w, err);
	if (result != 0)
		return result < 0 ? -1 : 0;
	if (work_drop_delivered(w, delivered, err) < 0)
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
	result = take_order(w, b, &cause, err);
	if (result == 0)
		result = put_order(w, b, n, false, err);
	if (result == 0)
		result = work_store_state(w, err);
	buf_wipe(&keep);
	return result;
}

int
apply_in(struct store *st, const struct secret *host, struct replay *replay, const struct block *b,
    int64_t now, int64_t delivered, struct host_result *r, struct err *err)
{
	struct work *w = work_new(st, host, replay, now, r);
	int result = host_order_hash(b, &w->canonical, &w->order, err);

	if (result == 0)
		result = run(w, b, delivered, err);
	if (result < 0)
		host_result_release(r);
	work_free(w);
	return result;
}

int
host_apply(struct store *st, const struct secret *host, const struct block *b, int64_t now,
    int64_t delivered, struct host_result *r, struct err *err)
{
	int result;

	memset(r, 0, sizeof *r);
	if (store_begin(st, err) < 0)
		return -1;
	result = apply_in(st, host, NULL, b, now, delivered, r, err);
	if (result < 0 || r->repeated) {
		store_rollback(st);
		return result;
	}
	result = store_commit(st, err);
	if (result < 0)
		host_result_release(r);
	return result;
}
