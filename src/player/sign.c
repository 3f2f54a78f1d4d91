/* Players make, check and seal orders. */

#include "player/player.h"

#include "seal/age.h"
#include "record/order.h"
#include "text/absence_line.h"
#include "text/mail_line.h"
#include "text/turnline.h"
#include "text/verdict.h"
#include "util/lines.h"
#include "util/mem.h"
#include "util/timestamp.h"
#include "text/voteline.h"
#include "wire/standby.h"
#include "wire/votes.h"
#include "record/send_state.h"

/* The time control of digest 0 may be unknown. An order that this one refuses is refused by
 * every time control. */
static const struct time_control any_clock = {
	.late = "discard", .misses = 1, .absence_s = TIMESTAMP_SPAN_MAX, .standby_open = true
};

/* Checks that this line is legal now, as far as the seat can know. */
static int
check_line(
    const struct language *lang, const struct player_read *r, const char *line, struct err *err)
{
	static const uint8_t no_seed[32]; /* legality does not depend on random draws */
	struct game g = r->v.view.known;
	struct buf why = BUF_INIT;
	struct rng_fast rng;
	struct turn turn;
	enum verdict verdict;
	unsigned refused = 0;

	if (turnline_parse(g.rules, &r->d.names, r->seat, line, strlen(line), &turn, err) < 0)
		return -1;
	rng_fast_init(&rng, no_seed, 0);
	verdict = game_check_all(&g, turn.step, turn.n, &rng.rng, NULL, &refused);
	if (verdict == VERDICT_OK)
		return 0;
	verdict_text(lang, &r->v.view, &r->d.names, &turn.step[refused], verdict, &why);
	(void)err_set(err, verdict == VERDICT_NOT_YOUR_TURN ? ERR_STALE : ERR_RULE, "\"%s\": %s",
	    line, buf_cstr(&why));
	buf_release(&why);
	return -1;
}

/* True for an order outside the rules set that is bound to no turn: keys, a vote, an absence,
 * leaving, mail. */
static bool
is_beside(const char *line)
{
	return keys_is_line(line) || absence_is_line(line) || leave_is_line(line) ||
	    mail_line_is(line);
}

/* Converts a line to the form in the order. */
static int
normal_line(const char *line, struct order_block *b, struct err *err)
{
	if (strlen(line) >= sizeof b->doing[0])
		return err_set(err, ERR_SYNTAX, "an order longer than any can be");
	memset(b, 0, sizeof *b);
	b->turn = TURN_ANY;
	b->n_do = 1;
	memcpy(b->doing[0], line, strlen(line) + 1);
	return order_block_normalize(b, err);
}

/* An open order must be alone and belongs to no turn, because it is printed at once. */
static int
check_mix(const struct player_order *o, struct err *err)
{
	struct order_block *b = mem_new(sizeof *b);
	int result = 0;

	for (unsigned i = 0; i < o->n_lines && result == 0; i++) {
		result = normal_line(o->line[i], b, err);
		if (result < 0 || !(order_is_open(b) || order_is_mail(b)))
			continue;
		if (o->n_lines > 1)
			result = err_set(err, ERR_USAGE,
			    "\"%s\" stands alone: sign it without another order", b->doing[0]);
		else if (o->turn != 0 && o->turn != TURN_ANY)
			result = err_set(err, ERR_USAGE, "\"%s\" belongs to no turn: give it alone",
			    b->doing[0]);
	}
	mem_wipe(b, sizeof *b);
	free(b);
	return result;
}

/* Checks --turn. is_free: the order is bound to no turn. */
static int
check_turn(const struct player_read *r, const struct player_order *o, bool is_free, struct err *err)
{
	unsigned now = r->v.view.known.turn;

	if (o->turn == 0)
		return 0;
	if (is_free && o->turn != TURN_ANY && o->n_lines > 0)
		return err_set(
		    err, ERR_USAGE, "\"%s\" belongs to no turn: give it alone", o->line[0]);
	if (!is_free && o->turn == TURN_ANY)
		return err_set(err, ERR_USAGE, "\"%s\" belongs to a turn: --turn any is not for it",
		    o->line[0]);
	if (o->turn <= 0 || o->turn == now)
		return 0;
	(void)err_set(err, ERR_STALE, "it is turn %u, not %lld", now, (long long)o->turn);
	return err_hint(err, "leave --turn out, or sign with --turn next to have it kept");
}

/* Chooses the turn of the order. */
static int
choose_turn(
    const struct player_read *r, const struct player_order *o, int64_t *turn, struct err *err)
{
	const struct game *g = &r->v.view.known;
	struct turn first;

	*turn = o->turn != 0 ? o->turn : TURN_ANY;
	if (o->turn == TURN_EVERY && o->n_lines == 0)
		return err_set(err, ERR_USAGE, "an order for every turn says what to do");
	if (o->turn == TURN_EVERY || (o->force && o->turn != 0))
		return 0;
	if (o->n_lines == 0 && o->turn != TURN_NEXT)
		return check_turn(r, o, true, err);
	if (o->n_lines > 0 && is_beside(o->line[0]))
		return check_turn(r, o, true, err);
	if (o->turn == TURN_NEXT)
		return 0;
	if (turnline_parse(
		g->rules, &r->d.names, r->seat, o->line[0], strlen(o->line[0]), &first, err) < 0)
		return -1;
	if (order_is_out_of_turn((enum order_kind)first.step[0].kind))
		return check_turn(r, o, true, err);
	if (o->turn != 0)
		return check_turn(r, o, false, err);
	*turn = g->turn;
	if (g->phase == PHASE_OVER)
		return err_set(err, ERR_STALE, "the game is over");
	if (g->to_move != r->seat && !o->force) {
		(void)err_set(err, ERR_STALE, "it is %s's turn, not yours",
		    names_seat(&r->d.names, g->to_move));
		return err_hint(err,
		    "wait for the next digest, or have it kept: --turn next; in adit play: next "
		    "ORDER");
	}
	return 0;
}

/* Checks that the seat may vote, and on this seat. */
static int
check_voter(const struct player_read *r, const struct vote *vote, const char *line, struct err *err)
{
	const struct game *g = &r->d.pub.known;
	const char *wrong = NULL;

	if (vote->kind == VOTE_KEYS)
		return 0;
	if (g->seat[r->seat].resigned)
		return err_set(err, ERR_RULE, "\"%s\": you have resigned, and have no vote", line);
	if (vote->seat == r->seat)
		return err_set(err, ERR_RULE, "\"%s\": a seat has no vote on its own turn", line);
	if (vote->kind == VOTE_REPLACE && !r->d.has_people)
		return err_set(
		    err, ERR_RULE, "\"%s\": nobody can wait for a seat at this table", line);
	if (vote->kind == VOTE_REPLACE)
		wrong = standby_check_vote(&any_clock, &r->d.people, g, vote->seat, TIMESTAMP_MAX);
	return wrong == NULL ?
	    0 :
	    err_set(err, ERR_STALE, "\"%s\": %s, by digest %lld", line, wrong, (long long)r->d.n);
}

/* Checks that the vote is about an open request of the host. */
static int
check_vote(const struct player_read *r, const char *line, struct err *err)
{
	const struct undo_request *a = &r->d.undo_request;
	struct vote vote;

	if (!vote_is_line(line))
		return 0;
	if (vote_parse(&r->d.names, line, &vote, err) < 0)
		return -1;
	if (vote.kind == VOTE_KEYS && r->d.new_keys.of[vote.seat].n == 0)
		return err_set(err, ERR_STALE,
		    "there are no new keys of %s to vote on in digest %lld",
		    names_seat(&r->d.names, vote.seat), (long long)r->d.n);
	if (vote.kind != VOTE_KEYS && !undo_request_blocks_play(a) &&
	    r->d.pub.known.phase == PHASE_OVER)
		return err_set(err, ERR_STALE, "the game is over");
	if (!vote.yes && vote.kind != VOTE_KEYS && !undo_request_blocks_play(a) &&
	    proposals_find(&r->d.people.proposals, &vote) == NULL)
		return err_set(
		    err, ERR_STALE, "nobody has proposed that in digest %lld", (long long)r->d.n);
	if (check_voter(r, &vote, line, err) < 0)
		return -1;
	if (vote.kind == VOTE_SKIP && vote.seat != r->d.pub.known.to_move)
		return err_set(err, ERR_STALE, "it is not %s's turn in digest %lld",
		    names_seat(&r->d.names, vote.seat), (long long)r->d.n);
	if (vote.kind != VOTE_UNDO || !undo_request_blocks_play(a))
		return 0;
	if (vote.n == a->to && (a->none >> r->seat & 1u) != 0)
		return err_set(err, ERR_RULE,
		    "your seat got its keys after digest %lld: it has no vote on that",
		    (long long)a->to);
	if (vote.n == a->to)
		return 0;
	(void)err_set(err, ERR_STALE, "the host asks to go back to digest %lld, not %lld",
	    (long long)a->to, (long long)vote.n);
	return err_hint(err, "vote undo %lld yes, or no", (long long)a->to);
}

int
player_may_play(const struct player_read *r, struct err *err)
{
	const struct undo_request *a = &r->d.undo_request;

	if (!undo_request_blocks_play(a))
		return 0;
	(void)err_set(err, ERR_STALE,
	    "nothing is played until the seats have voted on going back to digest %lld",
	    (long long)a->to);
	return err_hint(err,
	    "vote undo %lld yes, or no; --turn next, in adit play next ORDER, has the order kept",
	    (long long)a->to);
}

static int
check_absence(const struct player_read *r, const char *line, struct err *err)
{
	/* The time zone of the days is in digest 0. Local time differs from UTC by at most 25
	 * hours. */
	enum { HOUR = 3600, DAY = 24 * HOUR, OFF = 25 * HOUR };
	struct absence_days days;
	struct absence a;
	const char *wrong;

	if (!r->d.has_people)
		return err_set(err, ERR_RULE, "\"%s\": nobody can be absent at this table", line);
	if (r->d.pub.known.phase == PHASE_OVER)
		return err_set(err, ERR_STALE, "the game is over");
	if (absence_parse(line, &days, err) < 0)
		return -1;
	if ((days.last + 1) * DAY + OFF <= r->d.time)
		return err_set(err, ERR_STALE, "\"%s\": that is past", line);
	a.from = days.first * DAY + OFF;
	a.until = (days.last + 1) * DAY - OFF;
	if (a.from < r->d.time)
		a.from = r->d.time;
	wrong = time_control_check_absence(&any_clock, &r->d.people, r->seat, &a);
	if (wrong == NULL)
		return 0;
	(void)err_set(err, ERR_RULE, "%s", wrong);
	return err_wrap(err, "\"%s\"", line);
}

static int
check_leave(const struct player_read *r, const char *line, struct err *err)
{
	const bool leaves = strcmp(line, "leave") == 0;

	if (!r->d.has_people)
		return err_set(
		    err, ERR_RULE, "\"%s\": nobody can wait for a seat at this table", line);
	if (r->d.pub.known.phase == PHASE_OVER)
		return err_set(err, ERR_STALE, "the game is over");
	if (r->d.pub.known.seat[r->seat].resigned)
		return err_set(err, ERR_RULE, "\"%s\": you have resigned: that stays so", line);
	if ((r->d.people.leaving[r->seat] > 0) == leaves)
		return err_set(
		    err, ERR_STALE, "\"%s\": you have said so, or not said otherwise", line);
	return leaves && standby_is_last(&r->d.people, &r->d.pub.known, r->seat) ?
	    err_set(
		err, ERR_RULE, "\"%s\": the last seat that plays and stays cannot leave", line) :
	    0;
}

/* Checks an order about mail, which is the only line. */
static int
check_mail(const struct player_read *r, const struct player_order *o, struct err *err)
{
	struct mail_line line;

	if (mail_line_parse(o->line[0], &line, err) < 0)
		return -1;
	if (o->say != NULL && o->say[0] != '\0')
		return err_set(err, ERR_USAGE,
		    "\"%s\" makes no digest: say that with another order", o->line[0]);
	if (line.kind == MAIL_LINE_RESEND && line.n > r->d.n)
		return err_set(err, ERR_STALE, "digest %lld is not known here, only %lld",
		    (long long)line.n, (long long)r->d.n);
	if (o->seq > 0)
		return 0;
	(void)err_set(err, ERR_USAGE, "\"%s\" is signed by adit sign alone", o->line[0]);
	return err_hint(err, "adit sign %s", o->line[0]);
}

static bool
is_cancel(const char *line)
{
	return strcmp(line, "cancel") == 0 || strcmp(line, "cancel every") == 0;
}

/* Every line must be a valid order, also one that may never be played. */
static int
check_words(
    const struct player_read *r, const struct player_order *o, int64_t turn, struct err *err)
{
	for (unsigned i = 0; i < o->n_lines; i++) {
		struct turn ignored;

		if (turn == TURN_EVERY) {
			if (turnline_parse_every(r->d.pub.known.rules, &r->d.names, r->seat,
				o->line[i], &ignored, err) < 0)
				return -1;
			continue;
		}
		if (mail_line_is(o->line[i]))
			return check_mail(r, o, err);
		if (leave_is_line(o->line[i]))
			return check_leave(r, o->line[i], err);
		if (absence_is_line(o->line[i]))
			return check_absence(r, o->line[i], err);
		if (keys_is_line(o->line[i]))
			return check_vote(r, o->line[i], err);
		if ((turn != TURN_NEXT || !is_cancel(o->line[i])) &&
		    turnline_parse(r->d.pub.known.rules, &r->d.names, r->seat, o->line[i],
			strlen(o->line[i]), &ignored, err) < 0)
			return -1;
	}
	return 0;
}

/* Checks the lines; one of them must be legal now. */
static int
check_lines(
    const struct player_read *r, const struct player_order *o, int64_t turn, struct err *err)
{
	struct err first = ERR_INIT;

	if (check_words(r, o, turn, err) < 0)
		return -1;
	if (o->until != 0 && o->until <= r->d.time)
		return err_set(err, ERR_STALE, "an order for every turn that is over already");
	if (turn == TURN_NEXT || turn == TURN_EVERY || o->n_lines == 0 || is_beside(o->line[0]))
		return 0;
	if (player_may_play(r, err) < 0)
		return -1;
	for (unsigned i = 0; i < o->n_lines; i++) {
		struct err why = ERR_INIT;

		if (check_line(o->lang, r, o->line[i], &why) == 0)
			return 0;
		if (i == 0)
			first = why;
	}
	*err = first;
	return -1;
}

int
player_check(
    const struct player_read *r, const struct player_order *o, int64_t *turn, struct err *err)
{
	if (player_needs_view(r, err) < 0)
		return -1;
	if (o->n_lines == 0 && (o->say == NULL || o->say[0] == '\0'))
		return err_set(err, ERR_USAGE, "nothing to sign: give an order");
	if (o->n_lines > ORDER_BLOCK_ALTERNATIVES)
		return err_set(
		    err, ERR_USAGE, "more than %d alternatives", ORDER_BLOCK_ALTERNATIVES);
	if (o->say != NULL && strlen(o->say) > ORDER_BLOCK_SAY_MAX)
		return err_set(err, ERR_SYNTAX, "say is longer than %d bytes", ORDER_BLOCK_SAY_MAX);
	if ((!o->force && check_mix(o, err) < 0) || choose_turn(r, o, turn, err) < 0)
		return -1;
	return o->force ? 0 : check_lines(r, o, *turn, err);
}

bool
player_plays_at_once(const struct player_read *r, const struct player_order *o)
{
	const struct game *g = &r->v.view.known;

	return o->turn == TURN_NEXT && o->n_lines > 0 && !is_cancel(o->line[0]) &&
	    g->phase != PHASE_OVER && g->to_move == r->seat &&
	    !undo_request_blocks_play(&r->d.undo_request);
}

int64_t
player_seq(const struct private_view *v, const struct order_block *b)
{
	switch (order_count_of(b)) {
	case ORDER_COUNT_TURN:
		return v->seq;
	case ORDER_COUNT_ANY:
		return v->seq_any;
	case ORDER_COUNT_OPEN:
		break;
	}
	return v->seq_open;
}

/* Sets the seq of an order that is complete otherwise: `seq`, or 0 for the next free one. */
static int
set_seq(const struct private_view *v, int64_t seq, struct order_block *b, struct err *err)
{
	const int64_t next = player_seq(v, b);

	b->seq = seq > 0 ? seq : next;
	return order_is_mail(b) ? 0 : order_check_seq(b->seq, next - 1, err);
}

static bool
orders_same(const struct order_block *a, const struct order_block *b)
{
	bool is = a->turn == b->turn && a->until == b->until && a->n_do == b->n_do &&
	    strcmp(a->say, b->say) == 0;

	for (unsigned i = 0; i < a->n_do && is; i++)
		is = strcmp(a->doing[i], b->doing[i]) == 0;
	return is;
}

/* Looks for an order as `b` among those that were signed. Returns 1 with it in *out, 0, or -1. *seq: a
 * free count for `b`. */
static int
find_signed(const struct player_read *r, const char *dir, const struct seckey *me,
    const struct order_block *b, struct parsed_order *out, int64_t *seq, struct err *err)
{
	enum { NEWEST = 64 }; /* more than a host takes from one branch */
	struct signed_list list = { 0, NULL };
	const struct order_block *before = &out->o.b;
	int result = signed_list(dir, &list, err);

	*seq = player_seq(&r->v, b);
	for (size_t i = list.count > NEWEST ? list.count - NEWEST : 0;
	     i < list.count && result == 0; i++) {
		struct err why = ERR_INIT;

		if (strcmp(list.at[i].seat, b->seat) != 0)
			continue;
		if (signed_order_open(dir, &list.at[i], me, out, &why) < 0) {
			/* one that is damaged is none */
			if (why.code == ERR_BUSY)
				result = -1, *err = why;
			continue;
		}
		if (list.at[i].n == r->d.n && before->has_sig && orders_same(before, b) &&
		    send_state_get(dir, &list.at[i]) != SEND_STATE_REFUSED)
			result = 1;
		if (order_count_of(before) == order_count_of(b) &&
		    (b->turn <= 0 || before->turn == b->turn) && before->seq >= *seq)
			*seq = before->seq + 1;
	}
	signed_list_release(&list);
	return result;
}

static void
set_nonce(struct order_block *b, const struct hash *from)
{
	unsigned char seq[8];
	const struct hash_input part[] = { { from, sizeof *from }, { b->head, sizeof b->head },
		{ b->seat, strlen(b->seat) }, { seq, sizeof seq } };
	struct hash h;

	if (from == NULL) {
		seal_random(b->nonce, sizeof b->nonce);
		return;
	}
	for (unsigned i = 0; i < sizeof seq; i++)
		seq[i] = (unsigned char)((uint64_t)b->seq >> 8 * i & 0xff);
	h = hash_parts("adit/practice/n", part, sizeof part / sizeof part[0]);
	memcpy(b->nonce, h.b, sizeof b->nonce);
}

void
player_head(const struct player_read *r, struct order_block *b)
{
	memcpy(b->head, r->head.b, sizeof b->head);
	b->has_head_sig = true;
	b->head_n = r->d.n;
	memcpy(b->head_sig, r->t.sig, sizeof b->head_sig);
}

int
player_sign(const struct player_read *r, const struct seckey *me, const struct player_order *o,
    struct parsed_order *out, struct err *err)
{
	struct order_block *b = &out->o.b;

	memset(b, 0, sizeof *b);
	if (player_check(r, o, &b->turn, err) < 0)
		return -1;
	memcpy(b->game, r->d.game, sizeof b->game);
	memcpy(b->seat, r->v.seat, sizeof b->seat);
	b->until = o->until;
	player_head(r, b);
	for (unsigned i = 0; i < o->n_lines; i++) {
		size_t n = strlen(o->line[i]);

		if (n >= sizeof b->doing[i])
			return err_set(err, ERR_SYNTAX, "an order longer than any can be");
		memcpy(b->doing[i], o->line[i], n + 1);
	}
	b->n_do = o->n_lines;
	if (o->say != NULL)
		memcpy(b->say, o->say, strlen(o->say) + 1);
	if (order_block_normalize(b, err) < 0)
		return -1;
	if (set_seq(&r->v, o->seq, b, err) < 0)
		return -1;
	if (o->nonce != NULL)
		memcpy(b->nonce, o->nonce, sizeof b->nonce);
	else
		set_nonce(b, o->nonces);
	return order_sign(out, b, me, err);
}

int
player_sign_once(const struct player_read *r, const char *dir, const struct seckey *me,
    struct player_order *o, struct parsed_order *out, struct err *err)
{
	struct parsed_order before;
	int result = find_signed(r, dir, me, &out->o.b, &before, &o->seq, err);

	if (result > 0)
		*out = before;
	else if (result == 0 && o->seq > out->o.b.seq)
		result = player_sign(r, me, o, out, err);
	seal_wipe(&before, sizeof before);
	return result < 0 ? -1 : 0;
}

int
player_rotate(const struct player_read *r, const struct seckey *me, const struct seckey *to,
    int64_t seq, struct parsed_order *out, struct err *err)
{
	struct order_block *b = &out->o.b;

	if (player_needs_view(r, err) < 0)
		return -1;
	if (pubkey_same(&me->pub, &to->pub))
		return err_set(err, ERR_USAGE, "the new key is the old one");
	if (seckey_unlock(to, SECRET_SIGN, err) < 0)
		return -1;
	memset(b, 0, sizeof *b);
	memcpy(b->game, r->d.game, sizeof b->game);
	memcpy(b->seat, r->v.seat, sizeof b->seat);
	player_head(r, b);
	b->turn = TURN_ANY;
	b->n_do = 1;
	memcpy(b->doing[0], "rotate-key", sizeof "rotate-key");
	if (set_seq(&r->v, seq, b, err) < 0)
		return -1;
	keys_prove(b, b->seat, to);
	seal_random(b->nonce, sizeof b->nonce);
	return order_sign(out, b, me, err);
}

int
player_seal(
    const struct player_read *r, const struct order_block *b, struct buf *out, struct err *err)
{
	struct buf text = BUF_INIT;
	struct pubkey host;
	int result;

	if (pubkey_box_parse(r->d.host_age, strlen(r->d.host_age), &host) < 0)
		return err_set(err, ERR_SYNTAX, "the digest names no usable age key of the host");
	order_block_text(b, &text);
	if (text.n > ORDER_BLOCK_ROOM)
		BUG("a block longer than any can be");
	buf_fill(&text, '\n', ORDER_BLOCK_ROOM - text.n);
	result = age_encrypt(host.box_pk, text.p, text.n, true, out, err);
	buf_wipe(&text);
	return result;
}
