/* Playing a transcript again. */

#include "audit/replay.h"

#include <stdlib.h>

#include "player/player.h"
#include "host/work.h"
#include "util/mem.h"

/* What failed while digest r->n was made is a fault of the transcript, unless the machine failed.  An
 * audit has words of its own for it. */
static int
blame(const struct replay *r, struct err *err)
{
	err->hint[0] = '\0';
	if (r->outside)
		return -1;
	if (err->code != ERR_BUSY && err->code != ERR_IO)
		err->code = ERR_CORRUPT;
	return err_wrap(err, "digest %lld cannot be made again", (long long)r->n);
}

/* All digests in text were made: the first is r->n. */
static int
compare(struct replay *r, const struct buf *text, struct err *err)
{
	struct digest_text t;
	size_t at = 0;
	int found;

	while ((found = digest_next(buf_cstr(text), text->n, &at, &t, err)) > 0) {
		if (r->n < r->tr->n &&
		    transcript_compare(
			r->tr, r->n, text->p + t.whole.at, t.whole.n, &r->difference, err) < 0)
			return -1;
		r->n++;
	}
	return found;
}

/* The table as digest 0 lays it down. */
static int
read_setup(struct replay *r, struct host_new *a, struct err *err)
{
	struct digest *d = mem_new(sizeof *d);
	struct hash commit;
	int result = transcript_parse(r->tr, 0, d, err);

	if (result < 0)
		goto out;
	memset(a, 0, sizeof *a);
	memcpy(a->game, d->game, sizeof a->game);
	a->rules = deck_copy(&r->house, d->pub.known.rules);
	a->options = d->pub.known.options;
	a->names = d->names;
	a->limit_s = d->limit_s;
	a->allow_host_seat = d->host_seat;
	a->host_key = r->host_key;
	a->now = d->time;
	a->audited = d->dealing != DEALING_TRUSTED;
	memcpy(a->s, r->s, sizeof a->s);
	for (unsigned i = 0; i < d->names.n && result == 0; i++) {
		if (a->audited && d->seat_sign[i][0] == '\0')
			continue;
		a->seated = (uint16_t)(a->seated | 1u << i);
		if (pubkey_sign_parse(d->seat_sign[i], strlen(d->seat_sign[i]), &a->pub[i]) < 0 ||
		    pubkey_box_parse(d->seat_age[i], strlen(d->seat_age[i]), &a->pub[i]) < 0)
			result = err_set(err, ERR_CORRUPT, "digest 0 names no usable keys of %s",
			    d->names.seat[i]);
	}
	if (result == 0 && (d->names.n < a->rules->seats_min || d->names.n > a->rules->seats_max))
		result = err_set(
		    err, ERR_CORRUPT, "digest 0 has more or fewer seats than the rules have");
	commit = derive_host_commit(a->game, a->s);
	if (result == 0 && r->keys == NULL && !seal_equal(commit.b, d->commit, HASH_BYTES))
		result = err_set(
		    err, ERR_AUTH, "the host's secret is not the one that digest 0 commits to");
out:
	free(d);
	return result;
}

static int
play_deal(struct replay *r, struct err *err)
{
	struct host_new *a = mem_new(sizeof *a);
	struct buf text = BUF_INIT;
	int result = read_setup(r, a, err);

	if (result == 0) {
		result = new_game_in(&r->file, r->host, r, a, &text, err);
		result = result < 0 ? blame(r, err) : compare(r, &text, err);
	}
	buf_release(&text);
	seal_wipe(a, sizeof *a);
	free(a);
	return result;
}

static int
play_order(struct replay *r, int64_t time, struct host_result *made, struct err *err)
{
	struct block *b = mem_new(sizeof *b);
	int result = r->order(r->arg, r->n, b, err);

	if (result == 0) {
		result = apply_in(&r->file, r->host, r, b, time, -1, made, err);
		if (result < 0)
			(void)blame(r, err);
	}
	if (result == 0 && made->repeated)
		result = err_set(err, ERR_CORRUPT,
		    "the order of digest %lld is that of digest %lld", (long long)r->n,
		    (long long)made->n);
	seal_wipe(b, sizeof *b);
	free(b);
	return result;
}

static int
play_act(struct replay *r, const struct act *act, int64_t time, struct host_result *made,
    struct err *err)
{
	int result = -1;

	switch (act->kind) {
	case ACT_UNDO:
		if (act->to >= r->n_state)
			return err_set(err, ERR_CORRUPT,
			    "digest %lld goes back to one that has not come", (long long)r->n);
		result = undo_in(
		    &r->file, r->host, r, &r->state[act->to], act, time, -1, made, err);
		break;
	case ACT_REPLACE:
		result = replace_in(&r->file, r->host, r, act, time, -1, made, err);
		break;
	case ACT_RESTART:
		result = restart_in(&r->file, r->host, r, act, time, -1, made, err);
		break;
	}
	return result < 0 ? blame(r, err) : 0;
}

/* Digest r->n, and those that stored orders make behind it. */
static int
play_next(struct replay *r, struct err *err)
{
	int64_t time = transcript_time(r->tr, r->n);
	struct host_result made = { .n = 0 };
	struct act act;
	int result = act_find(r->tr->text.p, transcript_at(r->tr, r->n), &act, err);

	if (result > 0)
		result = play_act(r, &act, time, &made, err);
	else if (result == 0)
		result = play_order(r, time, &made, err);
	if (result == 0)
		result = compare(r, &made.digest, err);
	host_result_release(&made);
	return result;
}

void
replay_note(struct replay *r, const struct host_state *hs)
{
	/* Twice the room each time it is full, which it is at powers of two. */
	if ((r->n_state & (r->n_state - 1)) == 0) {
		size_t room = r->n_state == 0 ? 1 : 2 * (size_t)r->n_state;
		struct host_state *state = mem_zero(room, sizeof *state);

		if (r->n_state > 0) {
			memcpy(state, r->state, (size_t)r->n_state * sizeof *state);
			seal_wipe(r->state, (size_t)r->n_state * sizeof *state);
		}
		free(r->state);
		r->state = state;
	}
	r->state[r->n_state] = *hs;
	if (deck_is_house(hs->g.rules))
		r->state[r->n_state].g.rules = &r->house.rules;
	r->n_state++;
}

void
replay_dice(struct replay *r, const struct dice *dice, int64_t n)
{
	if (r->is_blind || (dice->missing & ~(1u << RNG_GOLD)) == 0)
		return;
	r->is_blind = true;
	r->blind_n = n;
}

void
replay_release(struct replay *r)
{
	if (r->state != NULL)
		seal_wipe(r->state, (size_t)r->n_state * sizeof *r->state);
	free(r->state);
	seal_wipe(r, sizeof *r);
}

int
replay_run(struct replay *r, int64_t to, struct err *err)
{
	r->n = 0;
	if (play_deal(r, err) < 0)
		return -1;
	while (r->n <= to && !r->is_blind) {
		if (play_next(r, err) < 0)
			return -1;
	}
	return 0;
}

/* ---- from a game file ------------------------------------------------------------------------- */

int
replay_load(const struct host *h, const struct pubkey *want, struct transcript *tr, struct err *err)
{
	struct store_digest row = { .n = 0 };
	struct buf text = BUF_INIT;
	int64_t last;
	int result = store_get_digest(h->st, -1, &row, err);

	last = row.n;
	store_digest_release(&row);
	for (int64_t n = 0; n <= last && result == 0; n++) {
		result = store_get_digest(h->st, n, &row, err);
		if (result == 0)
			buf_add(&text, row.text.p, row.text.n);
		store_digest_release(&row);
	}
	if (result == 0)
		result = transcript_read(tr, h->games, buf_cstr(&text), text.n, want, err);
	buf_release(&text);
	return result;
}

int
replay_stored_order(void *arg, int64_t n, struct block *b, struct err *err)
{
	struct store_order row = { .n = 0 };

	if (store_get_order(arg, n, &row, err) < 0)
		return err_wrap(err, "digest %lld", (long long)n);
	if (block_parse_canonical(buf_cstr(&row.text), row.text.n, b, err) < 0) {
		store_order_release(&row);
		return err_wrap(err, "the order of digest %lld", (long long)n);
	}
	memcpy(b->sig, row.sig, sizeof b->sig);
	b->has_sig = true;
	store_order_release(&row);
	return 0;
}
