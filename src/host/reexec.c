/* Re-execution of a game. */

#include "host/reexec.h"
#include "host/bots.h"
#include "host/rows.h"
#include "host/vote.h"

#include "util/lines.h"
#include "util/mem.h"

void
reexec_release(struct reexec *f)
{
	if (f->state != NULL)
		seal_wipe(f->state, (size_t)f->n_state * sizeof *f->state);
	free(f->state);
	if (f->memory != NULL)
		seal_wipe(f->memory, (size_t)f->n_state * SEATS_MAX * sizeof *f->memory);
	free(f->memory);
	f->memory = NULL;
	if (f->w != NULL)
		command_free(f->w);
	host_forget_choices(&f->file);
	f->state = NULL;
	f->w = NULL;
}

int
reexec_table(const struct digest *d, const unsigned char s[static SECRET_BYTES],
    const char *host_key, struct host_table_params *a, struct err *err)
{
	memset(a, 0, sizeof *a);
	memcpy(a->game, d->game, sizeof a->game);
	a->rules = d->pub.known.rules;
	a->options = d->pub.known.options;
	a->names = d->names;
	a->clock = d->clock;
	a->allow_host_seat = d->host_seat;
	a->custody = d->custody;
	a->host_key = host_key;
	a->now = d->time;
	a->audited = d->dealing != DIGEST_DEALING_TRUSTED;
	memcpy(a->s, s, sizeof a->s);
	for (unsigned i = 0; i < d->names.n; i++) {
		if (a->audited && d->seat_sign[i][0] == '\0')
			continue;
		a->seated = (uint16_t)(a->seated | 1u << i);
		if (pubkey_sign_parse(d->seat_sign[i], strlen(d->seat_sign[i]), &a->pub[i]) < 0 ||
		    pubkey_box_parse(d->seat_age[i], strlen(d->seat_age[i]), &a->pub[i]) < 0)
			return err_set(err, ERR_CORRUPT, "digest 0 names no usable keys of %s",
			    d->names.seat[i]);
	}
	if (d->names.n < a->rules->seats_min || d->names.n > a->rules->seats_max)
		return err_set(
		    err, ERR_CORRUPT, "digest 0 has more or fewer seats than the rules have");
	return 0;
}

/* Returns a larger copy of n elements, and wipes and frees them. */
static void *
grow(void *old, size_t n, size_t size)
{
	char *more = mem_zero(n == 0 ? 1 : 2 * n, size);

	if (old != NULL) {
		memcpy(more, old, n * size);
		seal_wipe(old, n * size);
	}
	free(old);
	return more;
}

/* Stores the state after a digest. */
static void
note(struct digest_backend *p, const struct host_state *hs)
{
	struct reexec *f = (struct reexec *)p;
	const size_t all = SEATS_MAX * sizeof *f->memory, n = (size_t)f->n_state;

	/* Doubles the capacity when it is full, which it is at powers of two. */
	if ((n & (n - 1)) == 0) {
		f->state = grow(f->state, n, sizeof *f->state);
		if (f->w->memory != NULL)
			f->memory = grow(f->memory, n, all);
	}
	if (f->w->memory != NULL)
		memcpy(f->memory + n * SEATS_MAX, f->w->memory, all);
	f->state[f->n_state++] = *hs;
}

static int
state_at(struct digest_backend *p, int64_t to, struct host_state *then, struct err *err)
{
	const struct reexec *f = (struct reexec *)p;

	if (to >= f->n_state)
		return err_set(err, ERR_NOT_FOUND, "there is no digest %lld", (long long)to);
	*then = f->state[to];
	if (f->w->memory != NULL)
		memcpy(f->w->memory, f->memory + to * SEATS_MAX, SEATS_MAX * sizeof *f->memory);
	return 0;
}

static int
exec_command(struct reexec *f, command_fn *decide, const void *what, int64_t now,
    struct host_result *r, struct err *err)
{
	int result;

	/* A bot plays in the run of the digest before it, whose limits count on. */
	if (decide != command_exec_order || bots_due(f->w) == SEAT_NONE)
		f->w->n_away = f->w->repeated = 0;
	if (decide != command_exec_refuse && decide != command_exec_new &&
	    undo_request_is_over(&f->w->hs.undo_request, now)) {
		memset(r, 0, sizeof *r);
		return err_set(err, ERR_STALE,
		    "the time to vote on going back to digest %lld is over: that is ended first",
		    (long long)f->w->hs.undo_request.to);
	}
	f->is_making = true;
	result = vote_run(f->w, decide, what, now, r, err);
	f->is_making = result < 0;
	return result;
}

int
reexec_begin(
    struct reexec *f, const struct host_table_params *a, struct host_result *r, struct err *err)
{
	f->press.made = note;
	f->press.back = state_at;
	f->w = command_new(&f->file, &f->press);
	f->w->bots_left = UINT32_MAX; /* nobody waits for this file */
	if (bots_remember(&a->clock.bots))
		f->w->memory = mem_zero(SEATS_MAX, sizeof *f->w->memory);
	return exec_command(f, command_exec_new, a, a->now, r, err);
}

static int
exec_order(struct reexec *f, const struct parsed_order *order, int64_t n, int64_t time,
    struct host_result *r, struct err *err)
{
	const struct command_order sent = { .in = order };
	int result = exec_command(f, command_exec_order, &sent, time, r, err);

	if (result == 0 && r->repeated)
		result = err_set(err, ERR_CORRUPT,
		    "the order of digest %lld is that of digest %lld", (long long)n,
		    (long long)r->n);
	return result;
}

int
reexec_next(struct reexec *f, int64_t n, int64_t time, struct host_result *r, struct err *err)
{
	static command_fn *const decide[] = {
		[HOST_ACTION_UNDO] = command_exec_undo,
		[HOST_ACTION_ASK] = command_exec_undo,
		[HOST_ACTION_WITHDRAW] = command_exec_withdraw,
		[HOST_ACTION_REPLACE] = command_exec_replace,
		[HOST_ACTION_RESTART] = command_exec_restart,
		[HOST_ACTION_LATE] = command_exec_late,
		[HOST_ACTION_AWAY] = command_exec_late,
		[HOST_ACTION_STANDBY] = command_exec_standby,
		[HOST_ACTION_STANDBY_NO] = command_exec_standby_no,
		[HOST_ACTION_DROP] = command_exec_drop,
		[HOST_ACTION_REFUSE] = command_exec_refuse,
		[HOST_ACTION_LOST] = command_exec_lost,
	};
	struct parsed_order *order = mem_new(sizeof *order);
	struct host_action act;
	struct vote voted;
	int result = f->cause(f, n, &act, order, err);

	memset(r, 0, sizeof *r);
	if (result == 0)
		result = exec_order(f, order, n, time, r, err);
	else if (result == 2)
		result = exec_command(f, command_exec_recurring, NULL, time, r, err);
	else if (result > 0 && (act.kind == HOST_ACTION_UNDO || act.kind == HOST_ACTION_ASK) &&
	    act.to >= f->n_state)
		result = err_set(err, ERR_CORRUPT, "digest %lld goes back to one that has not come",
		    (long long)n);
	else if (result > 0 && act.kind == HOST_ACTION_REPLACE && act.by[0] != '\0')
		result = exec_command(f, command_exec_fill_seat, NULL, time, r, err);
	else if (result > 0 && host_action_vote(&act, &f->w->t.names, &voted))
		result = err_set(err, ERR_CORRUPT,
		    "digest %lld does what the seats have not voted for", (long long)n);
	else if (result > 0)
		result = exec_command(f, decide[act.kind], &act, time, r, err);
	seal_wipe(order, sizeof *order);
	free(order);
	return result;
}

int
reexec_is_recurring(
    const struct reexec *f, const char *text, const struct digest_layout *t, struct err *err)
{
	const struct command *w = f->w;
	const size_t to = t->signed_part.at + t->signed_part.n;
	char line[sizeof "order: " + HASH_TEXT] = "order: ";
	struct hash hash;
	struct order_block b;

	if (w->hs.g.to_move == SEAT_NONE ||
	    !command_has_queued(w, STORE_QUEUE_EVERY, w->hs.g.to_move))
		return 0;
	if (command_get_queued(w, STORE_QUEUE_EVERY, w->hs.g.to_move, &b, &hash, err) < 0)
		return -1;
	hash_text(&hash, line + strlen(line));
	return lines_find(text, to, t->signed_part.at, line) < to ? 2 : 0;
}

/* ---- of a game file ---------------------------------------------------------------------------------- */

/* Re-executes the game file itself. Its digests already have hashes. */
struct file_reexec {
	struct reexec reexec; /* must be the first member */
	struct host *h;
};

static int
find_cause(struct reexec *f, int64_t n, struct host_action *act, struct parsed_order *order,
    struct err *err)
{
	const struct file_reexec *file_reexec = (struct file_reexec *)f;
	struct digest_layout t;
	struct buf text = BUF_INIT;
	size_t at = 0;
	int result = host_text(file_reexec->h, &n, &text, err);

	if (result == 0 && digest_next(buf_cstr(&text), text.n, &at, &t, err) < 1)
		result = err_set(err, ERR_CORRUPT, "digest %lld cannot be read", (long long)n);
	if (result == 0)
		result = host_action_find(text.p, &t, act, err);
	if (result == 0)
		result = reexec_is_recurring(f, text.p, &t, err);
	if (result == 0)
		result = rows_get_cause(file_reexec->h->st, n, order, err);
	buf_release(&text);
	return result;
}

static int
print_nothing(
    struct digest_backend *p, const struct digest_draft *m, struct buf *text, struct err *err)
{
	const struct file_reexec *file_reexec = (struct file_reexec *)p;
	struct store_digest row = { .n = 0 };

	(void)text;
	if (store_get_digest(file_reexec->h->st, m->hs->n + 1, &row, err) < 0)
		return -1;
	m->d->n = ++m->hs->n;
	memcpy(m->hs->head, row.hash, HASH_BYTES);
	store_digest_release(&row);
	return 0;
}

static int
time_of(struct host *h, int64_t n, int64_t *time, struct err *err)
{
	struct store_digest row = { .n = 0 };
	int result = store_get_digest(h->st, n, &row, err);

	*time = row.time;
	store_digest_release(&row);
	return result;
}

static int
play(struct file_reexec *file_reexec, int64_t to, const struct digest *d, struct err *err)
{
	struct host_table_params *a = mem_new(sizeof *a);
	struct store_game game = { .id = BUF_INIT };
	struct reexec *f = &file_reexec->reexec;
	struct host_result r = { .n = 0 };
	int result = store_get_game(file_reexec->h->st, &game, err);

	if (result == 0)
		result = reexec_table(
		    d, (const unsigned char *)game.secret.p, buf_cstr(&game.host_key), a, err);
	if (result == 0)
		result = reexec_begin(f, a, &r, err);
	while (result == 0 && f->n_state <= to) {
		int64_t time;

		host_result_release(&r);
		result = time_of(file_reexec->h, f->n_state, &time, err);
		if (result == 0)
			result = reexec_next(f, f->n_state, time, &r, err);
	}
	host_result_release(&r);
	store_game_release(&game);
	seal_wipe(a, sizeof *a);
	free(a);
	return result;
}

/* As reexec_state; w: as reexec_memory, or NULL. */
static int
run_to(struct host *h, int64_t to, struct host_state *then, struct command *w, struct err *err)
{
	struct digest *d = mem_new(sizeof *d);
	struct file_reexec file_reexec = { .h = h,
		.reexec = { .file.games = h->games,
		    .cause = find_cause,
		    .press = { .opens = true,
			.dice = digest_backend_dice,
			.print = print_nothing,
			.file = digest_backend_nothing } } };
	int result = host_digest(h, 0, d, NULL, NULL, err);

	if (result == 0 &&
	    (pubkey_sign_parse(d->host_sign, strlen(d->host_sign), &file_reexec.reexec.press.host) <
		    0 ||
		pubkey_box_parse(d->host_age, strlen(d->host_age), &file_reexec.reexec.press.host) <
		    0))
		result = err_set(err, ERR_CORRUPT, "digest 0 names no usable keys of the host");
	if (result == 0)
		result = store_open_memory(&file_reexec.reexec.file.st, err);
	if (result == 0)
		result = play(&file_reexec, to, d, err);
	if (result == 0)
		*then = file_reexec.reexec.state[to];
	if (result == 0 && w != NULL) {
		w->n_away = file_reexec.reexec.w->n_away;
		w->repeated = file_reexec.reexec.w->repeated;
	}
	if (result == 0 && w != NULL && w->memory != NULL)
		memcpy(w->memory, file_reexec.reexec.memory + to * SEATS_MAX,
		    SEATS_MAX * sizeof *w->memory);
	if (result < 0)
		(void)err_hint(err, "`adit fsck` tells what is wrong with the game file");
	reexec_release(&file_reexec.reexec);
	store_close(file_reexec.reexec.file.st);
	free(d);
	return result;
}

int
reexec_state(struct host *h, int64_t to, struct host_state *then, struct err *err)
{
	return run_to(h, to, then, NULL, err);
}

int
reexec_memory(struct command *w, struct err *err)
{
	struct host_state *then = mem_new(sizeof *then);
	int result = run_to(w->h, w->hs.n, then, w, err);

	seal_wipe(then, sizeof *then);
	free(then);
	return result;
}
