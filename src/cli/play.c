/*
 * A session.
 *
 * (S1) One session a seat: who has the lock is the only one that signs.
 * (S2) Whatever comes, the session goes on until its player leaves; once the host was caught, it only shows.
 */
#include "cli/play.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "cli/play_parts.h"
#include "record/mark.h"

/* ---- the seat ------------------------------------------------------------------------------------------ */

/* (S1) */
static int
lock_seat(struct play *p, struct err *err)
{
	struct buf file = BUF_INIT;
	int result = 0;

	buf_fmt(&file, "%s/play-%s", p->dir.p, p->r.v.seat);
	p->lock = open(file.p, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (p->lock < 0)
		result = err_set(
		    err, ERR_BUSY, "cannot lock the seat: %s: %s", file.p, strerror(errno));
	else if (flock(p->lock, LOCK_EX | LOCK_NB) < 0 && errno == EWOULDBLOCK)
		result = err_set(err, ERR_BUSY, "another adit play has seat %s of game %s open",
		    p->r.v.seat, p->r.d.game);
	buf_release(&file);
	return result;
}

int
play_terminal(struct term **out, struct ctx *ctx, int in, bool plain, struct err *err)
{
	const struct term_want want = { .in = in,
		.out = STDOUT_FILENO,
		.ascii = ctx->ascii,
		.plain = plain,
		.type = getenv("TERM") };
	int result = term_open(out, &want, err);

	if (result < 0 && err->code == ERR_USAGE)
		err_hint(
		    err, "\"adit read\" shows the table without one, \"adit sign\" gives an order");
	return result;
}

int
play_begin(struct play *p, struct ctx *ctx, struct play_start *start, struct err *err)
{
	int result;

	*p = (struct play){ .ctx = ctx,
		.road = start->road,
		.look = start->look,
		.plain = start->plain,
		.lock = -1 };
	result = play_terminal(&p->term, ctx, start->in, start->plain, err);
	if (result == 0)
		result = news_first(p, &start->text, err);
	if (result == 0 && p->r.has_view)
		result = lock_seat(p, err);
	if (result == 0 && p->lock >= 0)
		mark_sweep(p->dir.p, p->r.v.seat);
	if (result == 0) {
		buf_fmt(&p->prompt, "%s %s> ", p->r.d.game,
		    p->r.has_view ? p->r.v.seat : "(looking on)");
		play_table(p, true);
		news_receipts(p, &start->text, true);
		term_complete(p->term, word_complete, p);
	}
	buf_release(&start->text);
	return result;
}

int
play_run(struct play *p, struct err *err)
{
	struct buf line = BUF_INIT;

	(void)news_look(p);
	if (p->lock >= 0)
		play_offer(p);
	buf_grow_secret(&line, 4096);
	while (!p->is_over) {
		switch (term_read(p->term, p->prompt.p, p->look.wake_fd, p->look.seconds, &line)) {
		case TERM_LINE:
			word_take(p, &line);
			break;
		case TERM_WOKEN:
		case TERM_TIME:
			(void)news_look(p);
			break;
		case TERM_END:
			p->is_over = true;
			break;
		}
	}
	buf_wipe(&line);
	if (!p->is_caught)
		return 0;
	*err = p->why;
	return -1;
}

void
play_end(struct play *p)
{
	if (p->term != NULL)
		p->ctx->signal = term_signal(p->term);
	if (p->road.release != NULL)
		p->road.release(p->road.arg);
	if (p->look.release != NULL)
		p->look.release(p->look.arg);
	past_release(&p->past);
	player_read_release(&p->r);
	term_close(p->term);
	if (p->lock >= 0)
		(void)close(p->lock);
	buf_release(&p->dir);
	buf_release(&p->prompt);
}

int
play_session(struct ctx *ctx, struct play_start *start, struct err *err)
{
	struct play p;
	int result = play_begin(&p, ctx, start, err);

	if (result == 0)
		result = play_run(&p, err);
	play_end(&p);
	return result;
}
