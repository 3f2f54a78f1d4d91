/*
 * Applies one order: whose it is, when it counts, what it does. host_apply (transaction.c) calls
 * command_exec_order inside its transaction.
 *
 * (A1) Everything happens in one transaction: the file has the whole command, with its digests and
 *      the state after them, or nothing of it.
 * (A2) No other field of an order is used before its signature is verified.
 * (A3) Only the verified canonical text is executed.
 */

#include "host/absence.h"
#include "host/join.h"
#include "host/keys.h"
#include "host/lost.h"
#include "record/transcript.h"
#include "host/rows.h"
#include "host/standby.h"
#include "host/admission.h"
#include "host/command.h"
#include "text/absence_line.h"
#include "store/mail_queue.h"
#include "store/mail_setting.h"
#include "text/catalogues.h"
#include "text/language.h"
#include "wire/report.h"
#include "text/turnline.h"
#include "util/mem.h"
#include "util/timestamp.h"

/* Stores an accepted order, canonical text and signature, as the cause of digest n. */
static int
save_order(const struct command *w, const struct order_block *b, int64_t n, bool is_queued,
    struct err *err)
{
	struct store_order row = {
		.n = n, .seat = w->seat, .turn = b->turn < 0 ? -1 : b->turn, .seq = b->seq
	};
	int result;

	memcpy(row.hash, w->order->hash.b, HASH_BYTES);
	memcpy(row.sig, b->sig, sizeof row.sig);
	buf_add(&row.text, w->order->o.text, w->order->o.n);
	result = is_queued ? store_put_queued(w->h->st, admission_queue(b), &row, err) :
			     store_put_order(w->h->st, &row, err);
	store_order_release(&row);
	return result;
}

/* ---- accepting an order --------------------------------------------------------------------- */

/* Returns 1 if exactly this order was accepted before; then *r has its digest. */
static int
find_repeat(struct command *w, struct err *err)
{
	struct store_order order = { .n = 0 };
	struct store_digest row = { .n = 0 };
	struct digest_layout t;
	const int found = store_find_order(w->h->st, w->order->hash.b, &order, err);
	int64_t n, undone;

	if (found <= 0)
		return found;
	n = order.n;
	store_order_release(&order);
	undone = host_state_undone(&w->hs, n);
	if (undone > 0) {
		(void)err_set(err, ERR_STALE,
		    MSG_PLAIN("the order was applied as digest %lld, which the host took back in "
			      "digest %lld"),
		    (long long)n, (long long)undone);
		return err_hint(err, "read the newest digest and sign again");
	}
	if (rows_get_digest(w->h, n, &row, &t, err) < 0)
		return -1;
	w->r->repeated = true;
	w->r->first_n = w->r->n = w->r->own_n = n;
	hash_text((const struct hash *)row.hash, w->r->head);
	buf_add(&w->r->digest, row.text.p, row.text.n);
	report_repeated_json(row.events.p, row.events.n, &w->r->json);
	store_digest_release(&row);
	return 1;
}

/* Checks the digest that the sender answers: it must belong to this game and, if `turn` > 0, to
 * this turn. *n is its number. */
static int
check_head(
    const struct command *w, const struct order_block *b, int64_t turn, int64_t *n, struct err *err)
{
	struct store_digest row = w->last; /* usually this one */
	int64_t head_turn;

	if (row.n < 0 || memcmp(b->head, row.hash, HASH_BYTES) != 0) {
		const int found = store_find_digest(w->h->st, b->head, &row, err);

		if (found <= 0)
			return found < 0 ? -1 : lost_head(w, b, err);
	}
	head_turn = row.turn;
	*n = row.n;
	store_digest_release(&row);
	/* Turns are played again after an undo: an order signed before the undo must not be
	 * played then. */
	if (w->hs.n_undo > 0 && row.n < w->hs.undo[w->hs.n_undo - 1].n) {
		(void)err_set(err, ERR_STALE,
		    MSG_PLAIN("the order acts on digest %lld, but in digest %lld the host took "
			      "digests back"),
		    (long long)row.n, (long long)w->hs.undo[w->hs.n_undo - 1].n);
		return err_hint(err, "read the newest digest and sign again");
	}
	if (turn > 0 && head_turn != turn) {
		(void)err_set(err, ERR_STALE,
		    MSG_PLAIN("the order acts on a digest of turn %lld, the game is at turn %lld"),
		    (long long)head_turn, (long long)turn);
		return err_hint(err, "read the newest digest and sign again");
	}
	return 0;
}

static void
record_queued(struct host_state *hs, uint8_t seat, enum store_queue queue)
{
	uint16_t bit = (uint16_t)(1u << seat);

	if (queue == STORE_QUEUE_NEXT) {
		hs->queued_next = (uint16_t)(hs->queued_next | bit);
		return;
	}
	hs->queued_every = (uint16_t)(hs->queued_every | bit);
	hs->played = (uint16_t)(hs->played & ~bit);
}

/* Queues an order with `turn: next` before the seat's turn, or with `turn: every`; replaces the
 * one queued before. */
static int
queue_order(
    struct command *w, const struct order_block *b, struct digest_cause *cause, struct err *err)
{
	bool cancel = admission_is_cancel(b);
	enum store_queue queue = admission_queue(b);
	int result = 0;

	if (!cancel)
		result = admission_check_words(&w->t, w->seat, b, err);
	if (result == 0 && b->until != 0 && b->until <= w->now)
		result = err_set(err, ERR_STALE, MSG_PLAIN("the order's until: is over already"));
	if (result == 0 && cancel && !command_has_queued(w, queue, w->seat))
		result = err_set(
		    err, ERR_STALE, MSG_PLAIN("no stored order of %s to cancel"), b->seat);
	if (result == 0)
		result = cancel ? command_drop_queued(w, queue, w->seat, err) :
				  save_order(w, b, w->hs.n + 1, true, err);
	if (result == 0) {
		w->r->queued = !cancel;
		if (!cancel)
			record_queued(&w->hs, w->seat, queue);
		note_add(&cause->notes, (struct note){ .kind = NOTE_QUEUED });
		cause->own_note[w->seat] = cancel ? NOTE_CANCELLED : NOTE_QUEUED;
		result = command_play(w, NULL, cause, err);
	}
	return result;
}

/* True for an order about keys, a vote, an absence or leaving: allowed at any time. */
static bool
is_other(const struct order_block *b)
{
	return keys_is_order(b) ||
	    (b->n_do > 0 && (absence_is_line(b->doing[0]) || leave_is_line(b->doing[0])));
}

static int
exec_other(
    struct command *w, const struct order_block *b, struct digest_cause *cause, struct err *err)
{
	int64_t head_n;

	if (check_head(w, b, 0, &head_n, err) < 0 ||
	    admission_accept(&w->t, &w->hs, w->seat, b, ADMISSION_OPEN, err) < 0)
		return -1;
	if (leave_is_line(b->doing[0]))
		return standby_accept_leave(w, b, cause, err);
	return absence_is_line(b->doing[0]) ? absence_accept(w, b, cause, err) :
					      keys_accept(w, b, head_n, cause, err);
}

/* Refuses orders that play while an undo request is open. */
static int
check_undo_request(
    const struct command *w, const struct order_block *b, enum admission binding, struct err *err)
{
	const struct undo_request *a = &w->hs.undo_request;

	if (!undo_request_blocks_play(a) || binding == ADMISSION_LATER || b->n_do == 0)
		return 0;
	(void)err_set(err, ERR_STALE,
	    MSG_PLAIN("nothing is played until the seats have voted on going back to digest %lld"),
	    (long long)a->to);
	return err_hint(err,
	    "vote undo %lld yes, or no; sign with --turn next to have the order kept",
	    (long long)a->to);
}

/* Handles an order after the deal: plays it, queues it, or only passes on what it says. */
static int
exec_order(
    struct command *w, const struct order_block *b, struct digest_cause *cause, struct err *err)
{
	enum admission binding;
	struct drbg dice;
	struct turn turn;
	int64_t head_n;
	int result;

	if (join_is_share(b))
		return err_set(err, ERR_STALE, MSG_PLAIN("the cards are dealt already"));
	if (is_other(b))
		return exec_other(w, b, cause, err);
	if (b->sign[0] != '\0' || b->age[0] != '\0' || b->has_proof)
		return err_set(err, ERR_SYNTAX, "sign:, age: and proof: go with rotate-key alone");
	if (b->has_commit || b->has_reveal)
		return err_set(
		    err, ERR_SYNTAX, "commit: and reveal: go with join and confirm alone");
	if (admission_classify(&w->t, &w->hs, w->seat, b, &binding, err) < 0 ||
	    check_undo_request(w, b, binding, err) < 0)
		return -1;
	if (binding == ADMISSION_BOUND &&
	    admission_accept(&w->t, &w->hs, w->seat, b, binding, err) < 0)
		return -1;
	if (check_head(w, b, binding == ADMISSION_BOUND ? w->hs.g.turn : 0, &head_n, err) < 0)
		return -1;
	if (binding != ADMISSION_BOUND &&
	    admission_accept(&w->t, &w->hs, w->seat, b, binding, err) < 0)
		return -1;
	if (binding == ADMISSION_LATER)
		return queue_order(w, b, cause, err);
	if (b->n_do == 0)
		return command_play(w, NULL, cause, err);
	command_dice(w, &dice);
	result = admission_choose(&w->t, &w->hs, w->seat, b, &dice, &turn, err);
	drbg_wipe(&dice);
	return result < 0 ? -1 : command_play(w, &turn, cause, err);
}

/* ---- mail ------------------------------------------------------------------------------------------- */

/* Sets the seat's mail address to the sender of a join, unless it has one, and the language of its
 * mails. */
static int
save_address(const struct command *w, const struct command_order *sent, struct err *err)
{
	struct store_address a;
	int result = 0;

	if (sent->came == NULL || sent->came->from[0] == '\0' || !join_is_one(&sent->in->o.b))
		return 0;
	if (store_try_address(w->h->st, w->seat, &a, err) < 0)
		return -1;
	if (a.addr.n == 0) {
		a.since = w->now;
		buf_str(&a.addr, sent->came->from);
		buf_str(&a.how, "join");
		result = store_put_address(w->h->st, &a, err);
		if (result == 0 && sent->came->lang != NULL && catalogue_has(sent->came->lang))
			result = store_set_language(w->h->st, w->seat, sent->came->lang, true, err);
	}
	store_address_release(&a);
	return result;
}

static int
reply(const struct command *w, const struct command_order *sent, struct err *err)
{
	if (sent->came == NULL)
		return 0;
	if (store_reset_bounces(w->h->st, w->seat, w->now, err) < 0)
		return -1;
	return store_reply_mail(
	    w->h->st, w->seat, w->r->first_n, w->r->n, sent->came->message_id, err);
}

/* ---- before the deal ------------------------------------------------------------------------------ */

/* Deals the first round, after all seats have confirmed. */
static int
deal_now(struct command *w, struct digest_cause *cause, struct err *err)
{
	struct events *ev = mem_zero(1, sizeof *ev);
	struct drbg dice;
	struct deal_recorder recorder;
	int result;

	table_master(&w->t, &w->hs);
	w->dealt = mem_zero(1, sizeof *w->dealt);
	command_dice(w, &dice);
	deal_recorder_init(&recorder, &dice.rng, w->dealt);
	game_deal(&w->hs.g, &recorder.rng, ev);
	deal_record_finish(w->dealt, &recorder, &w->hs.g, ev);
	command_rng_used(w, &dice);
	cause->deals = true;
	result = command_add_digest(w, ev, cause, err);
	seal_wipe(w->dealt, sizeof *w->dealt);
	free(w->dealt);
	w->dealt = NULL;
	seal_wipe(ev, sizeof *ev);
	free(ev);
	return result;
}

/* do: join and do: confirm are the only orders before the deal. */
static int
exec_share(struct command *w, const struct command_order *sent, struct digest_cause *cause,
    struct err *err)
{
	const struct order_block *b = &sent->in->o.b;
	enum join_request joining;
	int64_t head_n;
	int result;

	if (check_head(w, b, 0, &head_n, err) < 0)
		return -1;
	joining = join_accept(&w->t, &w->hs, w->seat, b, head_n, &cause->notes, err);
	if (joining == JOIN_REFUSED)
		return -1;
	result = command_put_card(w, w->seat, &w->t.pub[w->seat], err);
	if (result == 0)
		result = save_address(w, sent, err);
	if (result < 0)
		return -1;
	return joining == JOIN_DEALS ? deal_now(w, cause, err) : command_play(w, NULL, cause, err);
}

/* ---- the sender ----------------------------------------------------------------------------- */

/* Returns 1 if exactly this block with this signature was accepted before, 0 if not, -1 on error. */
static int
order_in_known(struct host *h, const struct parsed_order *in, struct err *err)
{
	struct store_order row = { .n = 0 };
	const int found = store_find_order(h->st, in->hash.b, &row, err);
	bool same;

	if (found <= 0)
		return found;
	same = in->o.b.has_sig && memcmp(row.sig, in->o.b.sig, sizeof row.sig) == 0;
	store_order_release(&row);
	return same;
}

static int
check_game(const struct command *w, const struct order_block *b, struct err *err)
{
	if (strcmp(b->game, w->t.game) == 0)
		return 0;
	(void)err_set(
	    err, ERR_NOT_FOUND, "the order is for game %s, this is game %s", b->game, w->t.game);
	return err_hint(err, "apply it to the other game's file");
}

/* Identifies the seat of the sender and verifies the signature. */
static int
check_sender(struct command *w, const struct command_order *sent, struct err *err)
{
	const struct parsed_order *in = sent->in;
	const struct order_block *b = &in->o.b;
	int accepted;

	w->seat = names_find(&w->t.names, b->seat, strlen(b->seat));
	if (w->seat == SEAT_NONE)
		return err_set(err, ERR_NOT_FOUND, "no seat %s in game %s", b->seat, w->t.game);
	/* The seat may have changed its keys since it signed the order. */
	accepted = order_in_known(w->h, in, err);
	if (accepted != 0)
		return accepted < 0 ? -1 : 0;
	if (join_is_one(b))
		return join_verify(&w->t, &w->hs, w->seat, &in->o, err);
	if (((unsigned)w->t.seated >> w->seat & 1u) == 0)
		return err_set(err, ERR_STALE, "nobody has joined as %s yet", b->seat);
	if (sent->has_key && pubkey_same(&sent->key, &w->t.pub[w->seat]))
		return 0;
	if (order_verify(&in->o, &w->t.pub[w->seat], err) == 0)
		return 0;
	keys_explain_replaced(w, &in->o, err);
	return -1;
}

/* A bot plays only what its policy chooses. Anything else would look like a host that cheats. */
static int
check_bot(const struct command *w, const struct command_order *sent, struct err *err)
{
	if (!sent->comes || ((unsigned)w->hs.bots >> w->seat & 1u) == 0)
		return 0;
	(void)err_set(
	    err, ERR_RULE, "%s is a bot: nobody else gives its orders", w->t.names.seat[w->seat]);
	return err_hint(err, "the host can give the seat to a player: adit seat");
}

/* Checks the age key that an order brings. Another check refuses what is not a key at all. */
static int
check_key(const struct command_order *sent, struct err *err)
{
	const struct order_block *b = &sent->in->o.b;
	struct pubkey key;

	if (!sent->comes || pubkey_box_parse(b->age, strlen(b->age), &key) < 0 ||
	    pubkey_check_fresh(&key, err) == 0)
		return 0;
	return err_wrap(err, "age");
}

/* Limits the seq of an order that comes. What was taken before is played again with any. */
static int
check_count(const struct command *w, const struct command_order *sent, struct err *err)
{
	const struct order_block *b = &sent->in->o.b;
	const struct host_state *hs = &w->hs;
	int64_t used = 0;

	if (!sent->comes)
		return 0;
	switch (order_count_of(b)) {
	case ORDER_COUNT_TURN:
		used = hs->seq_turn[w->seat] == hs->g.turn ? hs->seq[w->seat] : 0;
		break;
	case ORDER_COUNT_ANY:
		used = hs->seq_any[w->seat];
		break;
	case ORDER_COUNT_OPEN:
		used = hs->seq_open[w->seat];
		break;
	}
	return order_check_seq(b->seq, used, err);
}

/* Handles an order of a person without a seat. Its digest has a host action, and names no order. */
static int
exec_standby(struct command *w, const struct command_order *sent, struct err *err)
{
	int64_t head_n;

	if (check_head(w, &sent->in->o.b, 0, &head_n, err) < 0)
		return -1;
	if (w->hs.n - head_n >= PROPOSAL_DIGESTS) {
		(void)err_set(err, ERR_STALE, "the order acts on digest %lld: %d have come since",
		    (long long)head_n, (int)(w->hs.n - head_n));
		return err_hint(err, "read the newest digest and ask again");
	}
	return standby_accept(w, sent, head_n, err);
}

/* Checks that the seat may send another say: today. Counts by digests, including undone ones. */
static int
check_says(const struct command *w, struct err *err)
{
	const int64_t day_s = 86400, day = w->now / day_s;
	int64_t said = 0, next = (day + 1) * day_s;
	char text[TIMESTAMP_LEN + 1];

	if (store_count_lines(w->h->st, w->seat, day * day_s, "say: ", &said, err) < 0)
		return -1;
	if (said < HOST_SAYS_A_DAY)
		return 0;
	timestamp_text(next < TIMESTAMP_MAX ? next : TIMESTAMP_MAX, text);
	return err_set(err, ERR_RULE,
	    MSG_PLAIN("%s has said %d things today, which is all: the next is taken from %s on"),
	    w->t.names.seat[w->seat], HOST_SAYS_A_DAY, text);
}

static int
check_say(const struct command *w, const struct command_order *sent, struct err *err)
{
	if (sent->in->o.b.say[0] == '\0')
		return 0;
	if (!w->t.clock.no_press && (!sent->comes || check_says(w, err) == 0))
		return 0;
	if (w->t.clock.no_press)
		(void)err_set(err, ERR_RULE, MSG_PLAIN("nobody says anything at this table"));
	return err_hint(err, "sign it again without --say");
}

int
command_exec_order(struct command *w, const void *what, struct err *err)
{
	const struct command_order *sent = what;
	const struct parsed_order *in = sent->in; /* (A3) */
	const struct order_block *b = &in->o.b;
	struct digest_cause cause = { .has_order = true };
	struct buf keep = BUF_INIT;
	int result;

	if (check_game(w, b, err) < 0)
		return -1;
	if (b->turn == TURN_COMMAND)
		return err_set(err, ERR_RULE, "a command of the operator is not an order");
	if (standby_is_one(b))
		return exec_standby(w, sent, err);
	w->order = in;
	if (check_sender(w, sent, err) < 0)
		return -1;
	result = find_repeat(w, err);
	if (result == 0)
		result = lost_found(w, in, err);
	if (result != 0)
		return result < 0 ? -1 : 0;
	if (check_bot(w, sent, err) < 0 || check_key(sent, err) < 0 ||
	    order_check_mix(b, err) < 0 || check_count(w, sent, err) < 0 ||
	    check_say(w, sent, err) < 0)
		return -1;
	buf_reserve(&keep, in->o.n + 256);
	buf_str(&keep, DIGEST_KEEP_HEADING "\n");
	buf_add(&keep, in->o.text, in->o.n);
	buf_str(&keep, "sig: ");
	seal_base64(b->sig, sizeof b->sig, &keep);
	buf_chr(&keep, '\n');
	cause.order = in->hash;
	cause.keep = keep.p;
	cause.keep_n = keep.n;
	w->hs.people.missed[w->seat] = 0; /* the player is present */
	if (b->say[0] != '\0')
		note_add(&cause.notes,
		    (struct note){
			.kind = NOTE_SAID, .seat = w->seat, .text = { b->say, strlen(b->say) } });
	/* Stored first, because its digest may reveal it. */
	result = save_order(w, b, w->hs.n + 1, false, err);
	if (result == 0)
		result = w->hs.g.phase == PHASE_SETUP ? exec_share(w, sent, &cause, err) :
							exec_order(w, b, &cause, err);
	if (result == 0)
		result = reply(w, sent, err);
	buf_wipe(&keep);
	return result;
}

int
command_exec_held(struct command *w, const void *what, struct err *err)
{
	const struct command_order *sent = what;
	int result;

	if (check_game(w, &sent->in->o.b, err) < 0)
		return -1;
	if (standby_is_one(&sent->in->o.b))
		return err_set(err, ERR_STALE, "the table is stopped: ask again when it goes on");
	w->order = sent->in;
	if (check_sender(w, sent, err) < 0)
		return -1;
	result = find_repeat(w, err);
	return result != 0 ? (result < 0 ? -1 : 0) : lost_hold(w, sent->in, err);
}
