/*
 * The waiting list.
 *
 * (B1) Every entry, and every withdrawal, is signed for this game by the keys on the list, and its
 *      digest has the proof. So a host can neither invent a person nor remove one secretly.
 * (B2) Nobody waits with a key of a seat or of the host. A seat gets keys of the list only by being
 *      given to that person.
 * (B3) Who gets which seat when follows from the digests (wire/standby.h).
 * (B4) No digest after the head of the order has accepted the same key. So an old order cannot
 *      bring back a person who has lost their seat since.
 * (B5) The number of strangers a day is limited, and the host can remove one from the list, in a
 *      digest with a reason.
 */

#include "host/custody.h"
#include "host/standby.h"

#include <stdint.h>

#include "host/seat_key.h"
#include "host/votes.h"
#include "store/mail_queue.h"
#include "text/absence_line.h"
#include "text/language.h"
#include "util/timestamp.h"
#include "wire/order_block.h"
#include "wire/standby.h"

_Static_assert((int)STORE_LEFT == (int)SEATS_MAX, "no seat has a row of those who have lost one");

enum { STANDBY_A_DAY = 4 };

static const char no[] = "standby no";

bool
standby_is_one(const struct order_block *b)
{
	return b->n_do == 1 &&
	    (strcmp(b->doing[0], "standby") == 0 || strcmp(b->doing[0], no) == 0);
}

/* ---- mail ----------------------------------------------------------------------------------------- */

/* Stores the mail address of a standby; later it becomes that of the seat. */
static int
save_address(const struct command *w, const struct command_order *sent, struct err *err)
{
	struct store_address a = { .seat = STORE_STANDBY + (int)(w->hs.n + 1), .since = w->now };
	int result;

	if (sent->came == NULL || sent->came->from[0] == '\0')
		return 0;
	buf_str(&a.addr, sent->came->from);
	buf_str(&a.how, "join");
	result = store_put_address(w->h->st, &a, err);
	store_address_release(&a);
	return result;
}

/* Moves an address with its mail, if there is one; *moved is true if there was. */
static int
move_address(const struct command *w, int from, int to, bool *moved, struct err *err)
{
	struct store_address a;
	int result = store_find_address(w->h->st, from, &a, err);

	*moved = result > 0;
	if (result <= 0)
		return result;
	a.seat = to;
	a.since = w->now;
	result = store_drop_address(w->h->st, from, err) < 0 ||
		store_drop_address(w->h->st, to, err) < 0 ||
		store_put_address(w->h->st, &a, err) < 0 ?
	    -1 :
	    0;
	store_address_release(&a);
	return result;
}

/* Sets *row to a row for a player who lost a seat: a free one, or the oldest. */
static int
find_last_row(const struct command *w, int *row, struct err *err)
{
	int64_t oldest = INT64_MAX;
	int found = 1;

	for (int i = STORE_LEFT; i < STORE_WATCHER && found > 0; i++) {
		struct store_address a;

		found = store_find_address(w->h->st, i, &a, err);
		if (found == 0 || (found > 0 && a.since < oldest)) {
			*row = i;
			oldest = a.since;
		}
		store_address_release(&a);
	}
	return found < 0 ? -1 : 0;
}

/* Queues the next digest as last mail to the player who had the seat. */
static int
queue_last_mail(const struct command *w, uint8_t seat, struct err *err)
{
	struct store_mail p = {
		.n = w->hs.n + 1, .kind = "digest", .state = "queued", .made = w->now
	};
	struct store_address table;
	const int found = store_find_address(w->h->st, STORE_TABLE, &table, err);
	bool had;

	if (found < 0)
		return -1;
	if (found == 0)
		return store_drop_address(w->h->st, seat, err);
	store_address_release(&table);
	if (find_last_row(w, &p.seat, err) < 0 || move_address(w, seat, p.seat, &had, err) < 0)
		return -1;
	return had ? store_put_mail(w->h->st, &p, err) : 0;
}

/* ---- waiting -------------------------------------------------------------------------------------- */

/* (B4) */
static int
check_new(struct command *w, int64_t head_n, const char *sign, struct err *err)
{
	struct store_digest row = { .n = 0 };
	struct buf added = BUF_INIT;
	int result = 0;

	if (standby_find(&w->hs.people, sign, "") >= 0)
		return 0; /* standby_check refuses it */
	buf_fmt(&added, "\nhost:\n  standby: %s\n", sign);
	for (int64_t n = head_n + 1; n <= w->hs.n && result == 0; n++) {
		result = store_get_digest(w->h->st, n, &row, err);
		if (result == 0 && strstr(buf_cstr(&row.text), added.p) != NULL) {
			result = err_set(err, ERR_STALE,
			    "it was taken as digest %lld, or another with this key", (long long)n);
			(void)err_hint(err, "to wait again adit join --standby makes a new one");
		}
		store_digest_release(&row);
	}
	buf_release(&added);
	return result;
}

/* Returns 1 if digest n added a key that digest 0 does not name, 0, or -1. *over: the digest is
 * before `from`. */
static int
added_stranger(const struct command *w, int64_t n, int64_t from, bool *over, struct err *err)
{
	static const char key[] = "\nhost:\n  standby: ";
	struct store_digest row = { .n = 0 };
	char sign[SIGN_TEXT + 1] = "";
	const char *at;
	int found = store_get_digest(w->h->st, n, &row, err);

	*over = found < 0 || row.time < from;
	at = *over ? NULL : strstr(buf_cstr(&row.text), key);
	if (at != NULL && row.text.n - (size_t)(at - row.text.p) > sizeof key + SIGN_TEXT)
		memcpy(sign, at + sizeof key - 1, SIGN_TEXT);
	if (found == 0)
		found = sign[0] != '\0';
	for (unsigned i = 0; i < w->t.clock.n_standby && found > 0; i++)
		found = strcmp(w->t.clock.standby[i].sign, sign) != 0;
	store_digest_release(&row);
	return found;
}

/* Limits keys that digest 0 does not name to STANDBY_A_DAY a day, by the time of digests in UTC. */
static int
check_day(const struct command *w, const struct host_action *act, struct err *err)
{
	const int64_t day_s = 86400, day = w->now / day_s * day_s;
	char text[TIMESTAMP_LEN + 1];
	int added = 0, result = 0;
	bool over = standby_is_named(&w->t.clock, act->sign, act->age);

	for (int64_t n = w->hs.n; n > 0 && !over && added < STANDBY_A_DAY; n--) {
		result = added_stranger(w, n, day, &over, err);
		if (result < 0)
			return -1;
		added += result;
	}
	if (added < STANDBY_A_DAY)
		return 0;
	timestamp_text(day + day_s < TIMESTAMP_MAX ? day + day_s : TIMESTAMP_MAX, text);
	return err_set(err, ERR_RULE,
	    "%d have come to wait for a seat today, which is all: the next is taken from %s on",
	    STANDBY_A_DAY, text);
}

int
standby_accept(struct command *w, const struct command_order *sent, int64_t head_n, struct err *err)
{
	const struct order_block *b = &sent->in->o.b;
	struct host_action act = { .kind = HOST_ACTION_STANDBY };
	struct pubkey card;

	if (strcmp(b->seat, STANDBY_SEAT) != 0 || b->turn != TURN_ANY || b->sign[0] == '\0' ||
	    b->age[0] == '\0' || !b->has_proof || b->has_commit || b->has_reveal ||
	    b->say[0] != '\0')
		return err_set(err, ERR_SYNTAX,
		    "standby takes seat: " STANDBY_SEAT
		    ", turn: any, sign:, age: and proof:, and nothing else");
	memcpy(act.sign, b->sign, sizeof act.sign);
	memcpy(act.age, b->age, sizeof act.age);
	memcpy(act.proof, b->proof, sizeof act.proof);
	if (seat_key_read(act.sign, act.age, &card, err) < 0 ||
	    order_verify(&sent->in->o, &card, err) < 0)
		return -1;
	if (strcmp(b->doing[0], no) == 0) {
		const int i = standby_find(&w->hs.people, act.sign, act.age);

		act.kind = HOST_ACTION_STANDBY_NO;
		act.to = i >= 0 ? w->hs.people.standby[i].since : 0;
		if (act.to > head_n)
			return err_set(err, ERR_STALE,
			    "it was made before digest %lld, since which this key waits",
			    (long long)act.to);
		return command_exec_standby_no(w, &act, err);
	}
	if (sent->comes && pubkey_check_fresh(&card, err) < 0)
		return -1;
	if (check_new(w, head_n, act.sign, err) < 0 ||
	    (standby_check(&w->t.clock, &w->hs.people, act.sign, act.age) == NULL &&
		check_day(w, &act, err) < 0) ||
	    save_address(w, sent, err) < 0)
		return -1;
	return command_exec_standby(w, &act, err);
}

int
command_exec_drop(struct command *w, const void *what, struct err *err)
{
	struct host_action act = *(const struct host_action *)what;
	struct digest_cause cause = { .has_order = false };
	const struct people *p = &w->hs.people;

	if (w->hs.g.phase == PHASE_OVER)
		return err_set(err, ERR_STALE, MSG_PLAIN("the game is over"));
	for (unsigned i = 0; i < p->n_standby; i++) {
		if (p->standby[i].since != act.to)
			continue;
		memcpy(act.sign, p->standby[i].sign, sizeof act.sign);
		memcpy(act.age, p->standby[i].age, sizeof act.age);
		if (store_drop_address(w->h->st, STORE_STANDBY + (int)act.to, err) < 0)
			return -1;
		note_add(&cause.notes, (struct note){ .kind = NOTE_STANDBY_DROPPED, .n = act.to });
		return command_add_act(w, &act, &cause, err);
	}
	(void)err_set(
	    err, ERR_STALE, "nobody has waited for a seat since digest %lld", (long long)act.to);
	return err_hint(err, "`adit status --json` lists who waits, and since when");
}

int
command_exec_standby_no(struct command *w, const void *what, struct err *err)
{
	const struct host_action *act = what;
	struct digest_cause cause = { .has_order = false };
	struct pubkey card;
	char seat[STANDBY_PROOF_MAX];

	if (w->hs.g.phase == PHASE_OVER)
		return err_set(err, ERR_STALE, MSG_PLAIN("the game is over"));
	if (standby_since(&w->hs.people, act->sign, act->age, act->to) < 0)
		return err_set(err, ERR_STALE, "these keys do not wait for a seat");
	standby_proof_seat(act->to, seat);
	if (seat_key_read(act->sign, act->age, &card, err) < 0 ||
	    seat_key_check_proof(w->t.game, seat, &card, act->proof, err) < 0 ||
	    store_drop_address(w->h->st, STORE_STANDBY + (int)act->to, err) < 0)
		return -1;
	note_add(&cause.notes, (struct note){ .kind = NOTE_STANDBY_NO });
	return command_add_act(w, act, &cause, err);
}

int
command_exec_standby(struct command *w, const void *what, struct err *err)
{
	const struct host_action *act = what;
	struct digest_cause cause = { .has_order = false };
	const char *wrong = standby_check(&w->t.clock, &w->hs.people, act->sign, act->age);
	struct pubkey card;

	if (w->hs.g.phase == PHASE_OVER)
		return err_set(err, ERR_STALE, MSG_PLAIN("the game is over"));
	if (wrong != NULL)
		return err_set(err, ERR_RULE, "%s", wrong);
	if (w->hs.g.phase == PHASE_SETUP) {
		(void)err_set(err, ERR_STALE, "nothing is dealt yet: nobody waits for a seat");
		return err_hint(err, "a seat that is free is taken by adit join");
	}
	if (seat_key_read(act->sign, act->age, &card, err) < 0 ||
	    seat_key_check(&w->t, SEAT_NONE, &card, err) < 0 ||
	    seat_key_check_proof(w->t.game, STANDBY_SEAT, &card, act->proof, err) < 0)
		return -1;
	note_add(&cause.notes, (struct note){ .kind = NOTE_STANDBY });
	return command_add_act(w, act, &cause, err);
}

/* ---- leaving --------------------------------------------------------------------------------------- */

static int
check_leave(const struct command *w, bool leaves, struct err *err)
{
	const struct host_state *hs = &w->hs;
	const bool is_leaving = hs->people.leaving[w->seat] > 0;

	if (hs->g.phase == PHASE_OVER)
		return err_set(err, ERR_STALE, MSG_PLAIN("the game is over"));
	if (!time_control_has_standby(&w->t.clock)) {
		(void)err_set(err, ERR_RULE, MSG_PLAIN("nobody can wait for a seat at this table"));
		return err_hint(err, "resign throws the hand in");
	}
	if (hs->g.seat[w->seat].resigned)
		return err_set(err, ERR_RULE, MSG_PLAIN("%s has resigned: that stays so"),
		    w->t.names.seat[w->seat]);
	if (hs->replaced[w->seat].n != 0)
		return err_set(
		    err, ERR_RULE, MSG_PLAIN("your own keys are not confirmed yet: nobody leaves"));
	if (leaves == is_leaving)
		return err_set(err, ERR_STALE,
		    leaves ? MSG_PLAIN("%s leaves already") :
			     MSG_PLAIN("%s has not said that it leaves"),
		    w->t.names.seat[w->seat]);
	return leaves && standby_is_last(&hs->people, &hs->g, w->seat) ?
	    err_set(err, ERR_RULE, MSG_PLAIN("the last seat that plays and stays cannot leave")) :
	    0;
}

int
standby_accept_leave(
    struct command *w, const struct order_block *b, struct digest_cause *cause, struct err *err)
{
	const bool leaves = strcmp(b->doing[0], "leave") == 0;

	if (check_leave(w, leaves, err) < 0)
		return -1;
	note_add(&cause->notes,
	    (struct note){ .kind = leaves ? NOTE_LEAVES : NOTE_STAYS, .seat = w->seat });
	return command_play(w, NULL, cause, err);
}

/* ---- assigning a seat ------------------------------------------------------------------------------ */

/* (B2) */
int
standby_seat(struct command *w, uint8_t seat, struct err *err)
{
	struct people *p = &w->hs.people;
	struct host_action act = { .kind = HOST_ACTION_REPLACE, .by = HOST_ACTION_TABLE };
	struct digest_cause cause = { .has_order = false };
	struct pubkey card;
	bool had;

	memcpy(act.seat, w->t.names.seat[seat], sizeof act.seat);
	memcpy(act.sign, p->standby[0].sign, sizeof act.sign);
	memcpy(act.age, p->standby[0].age, sizeof act.age);
	if (seat_key_read(act.sign, act.age, &card, err) < 0 ||
	    seat_key_check(&w->t, SEAT_NONE, &card, err) < 0 ||
	    seat_key_assign(w, seat, &card, &cause, err) < 0 || queue_last_mail(w, seat, err) < 0 ||
	    move_address(w, STORE_STANDBY + (int)p->standby[0].since, seat, &had, err) < 0)
		return -1;
	custody_note(&w->hs, seat, false);
	w->hs.replaced[seat] = (struct replaced){ .n = 0 };
	p->missed[seat] = 0;
	p->n_absent[seat] = 0;
	memset(p->absent[seat], 0, sizeof p->absent[seat]);
	if (w->hs.g.to_move == seat)
		w->hs.due_turn = -1; /* the limit begins again */
	note_add(&cause.notes, (struct note){ .kind = NOTE_SEATED, .seat = seat });
	return command_add_act(w, &act, &cause, err);
}

int
command_exec_fill_seat(struct command *w, const void *what, struct err *err)
{
	uint8_t seat = proposals_free_seat(w);

	(void)what;
	if (seat == SEAT_NONE)
		return err_set(err, ERR_STALE, "no seat is free for who waits");
	return standby_seat(w, seat, err);
}

int
command_exec_due(struct command *w, const void *what, struct err *err)
{
	return proposals_free_seat(w) != SEAT_NONE ? command_exec_fill_seat(w, what, err) :
						     command_exec_late(w, what, err);
}
