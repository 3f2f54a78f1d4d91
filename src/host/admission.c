/* Decides when orders may come, and which alternative is played. */

#include "host/admission.h"

#include "text/language.h"
#include "text/verdict.h"
#include "util/mem.h"

/* ---- choosing an alternative ------------------------------------------------------------------ */

static int
refuse_alternative(const struct table *t, const struct host_state *hs, uint8_t seat,
    const char *line, const struct order *o, enum verdict verdict, struct err *err)
{
	struct buf why = BUF_INIT;
	struct view v;
	enum err_code code = ERR_RULE;

	if (verdict == VERDICT_NOT_YOUR_TURN || verdict == VERDICT_GAME_OVER)
		code = ERR_STALE;
	game_view(&hs->g, seat, &v);
	verdict_text(NULL, &v, &t->names, o, verdict, &why);
	(void)err_set(err, code, "\"%s\": %s", line, buf_cstr(&why));
	seal_wipe(&v, sizeof v);
	buf_release(&why);
	return -1;
}

static int
parse_alternative(const struct table *t, uint8_t seat, const struct order_block *b, unsigned i,
    struct turn *turn, struct err *err)
{
	const char *line = b->doing[i];

	return b->turn == TURN_EVERY ?
	    turnline_parse_every(t->rules, &t->names, seat, line, turn, err) :
	    turnline_parse(t->rules, &t->names, seat, line, strlen(line), turn, err);
}

int
admission_choose(const struct table *t, const struct host_state *hs, uint8_t seat,
    const struct order_block *b, const struct drbg *dice, struct turn *turn, struct err *err)
{
	struct err first = ERR_INIT;

	for (unsigned i = 0; i < b->n_do; i++) {
		struct err why = ERR_INIT;
		struct game copy = hs->g;
		struct drbg thrown = *dice;
		enum verdict verdict;
		unsigned refused = 0;

		if (parse_alternative(t, seat, b, i, turn, err) < 0)
			return -1;
		if (turn->n == 0)
			turn->step[turn->n++] = admission_policy(hs, LATE_SUGGEST, &thrown);
		verdict = game_apply_all(&copy, turn->step, turn->n, &thrown.rng, NULL, &refused);
		drbg_wipe(&thrown);
		seal_wipe(&copy, sizeof copy);
		if (verdict == VERDICT_OK)
			return 0;
		(void)refuse_alternative(
		    t, hs, seat, b->doing[i], &turn->step[refused], verdict, &why);
		if (i == 0)
			first = why;
	}
	*err = first;
	if (b->n_do > 1)
		(void)err_wrap(
		    err, "none of the %u alternatives can be played; the first", b->n_do);
	return -1;
}

struct order
admission_policy(const struct host_state *hs, enum late_policy policy, struct drbg *dice)
{
	struct order *legal = mem_new(LEGAL_MAX * sizeof *legal), chosen;
	struct view *v = mem_new(sizeof *v);

	game_view(&hs->g, hs->g.to_move, v);
	chosen = late_policy_order(policy, v, legal, &dice->rng);
	seal_wipe(v, sizeof *v);
	free(v);
	seal_wipe(legal, LEGAL_MAX * sizeof *legal);
	free(legal);
	return chosen;
}

int
admission_check_words(
    const struct table *t, uint8_t seat, const struct order_block *b, struct err *err)
{
	struct turn turn;

	for (unsigned i = 0; i < b->n_do; i++)
		if (parse_alternative(t, seat, b, i, &turn, err) < 0)
			return -1;
	return 0;
}

static bool
is_only(const struct order_block *b, const char *line)
{
	return b->turn == TURN_NEXT && b->n_do == 1 && strcmp(b->doing[0], line) == 0;
}

bool
admission_is_cancel(const struct order_block *b)
{
	return is_only(b, "cancel") || is_only(b, "cancel every");
}

enum store_queue
admission_queue(const struct order_block *b)
{
	return b->turn == TURN_EVERY || is_only(b, "cancel every") ? STORE_QUEUE_EVERY :
								     STORE_QUEUE_NEXT;
}

/* ---- when ------------------------------------------------------------------------------------- */

/* Returns 1 if all alternatives are standing orders, 0 if not, -1 if one cannot be parsed. */
static int
all_standing(const struct table *t, uint8_t seat, const struct order_block *b, struct err *err)
{
	int all = 1;
	struct turn turn;

	for (unsigned i = 0; i < b->n_do; i++) {
		if (parse_alternative(t, seat, b, i, &turn, err) < 0)
			return -1;
		if (!order_is_out_of_turn((enum order_kind)turn.step[0].kind))
			all = 0;
	}
	return all;
}

int
admission_classify(const struct table *t, const struct host_state *hs, uint8_t seat,
    const struct order_block *b, enum admission *binding, struct err *err)
{
	int standing;

	if (b->turn == TURN_EVERY) {
		*binding = ADMISSION_LATER;
		return 0;
	}
	if (b->turn == TURN_NEXT) {
		*binding = hs->g.to_move == seat && !admission_is_cancel(b) &&
			!undo_request_blocks_play(&hs->undo_request) ?
		    ADMISSION_FREE :
		    ADMISSION_LATER;
		return 0;
	}
	if (order_is_open(b)) {
		*binding = ADMISSION_OPEN;
		return 0;
	}
	standing = all_standing(t, seat, b, err);
	if (standing < 0)
		return -1;
	*binding = standing ? ADMISSION_FREE : ADMISSION_BOUND;
	if (!standing && b->turn == TURN_ANY)
		return err_set(err, ERR_SYNTAX,
		    "turn: any is for standing orders; say which turn this is for");
	return 0;
}

static int
check_seq(int64_t seq, int64_t used, const char *seat, struct err *err)
{
	if (seq > used)
		return 0;
	(void)err_set(
	    err, ERR_STALE, MSG_PLAIN("seq %lld of %s was used already"), (long long)seq, seat);
	return err_hint(err, "sign again with --seq %lld or more", (long long)used + 1);
}

/* Checks that an order for turn b->turn may come now. */
static int
check_turn(const struct table *t, const struct host_state *hs, uint8_t seat,
    const struct order_block *b, struct err *err)
{
	const struct game *g = &hs->g;
	const char *next = names_seat(&t->names, g->to_move);

	if (g->phase == PHASE_OVER)
		return err_set(err, ERR_STALE, MSG_PLAIN("the game is over"));
	if (b->turn < g->turn) {
		(void)err_set(err, ERR_STALE, MSG_PLAIN("turn %lld is over: it is turn %u, %s's"),
		    (long long)b->turn, g->turn, next);
		return err_hint(err, "read the newest digest and sign again");
	}
	if (b->turn > g->turn) {
		(void)err_set(err, ERR_STALE, "turn %lld has not come: it is turn %u, %s's",
		    (long long)b->turn, g->turn, next);
		return err_hint(err, "sign with --turn next to have the order kept");
	}
	if (g->to_move != seat) {
		(void)err_set(err, ERR_STALE, MSG_PLAIN("not your turn: it is %s's"), next);
		return err_hint(err,
		    "wait for the next digest, or sign with --turn next to have the order kept");
	}
	return check_seq(b->seq, hs->seq_turn[seat] == g->turn ? hs->seq[seat] : 0, b->seat, err);
}

int
admission_accept(const struct table *t, struct host_state *hs, uint8_t seat,
    const struct order_block *b, enum admission binding, struct err *err)
{
	int64_t *used;

	if (binding == ADMISSION_BOUND) {
		if (check_turn(t, hs, seat, b, err) < 0)
			return -1;
		hs->seq_turn[seat] = hs->g.turn;
		hs->seq[seat] = b->seq;
		return 0;
	}
	used = binding == ADMISSION_OPEN ? &hs->seq_open[seat] : &hs->seq_any[seat];
	if (binding == ADMISSION_LATER && hs->g.phase == PHASE_OVER)
		return err_set(err, ERR_STALE, MSG_PLAIN("the game is over"));
	if (check_seq(b->seq, *used, b->seat, err) < 0)
		return -1;
	*used = b->seq;
	return 0;
}
