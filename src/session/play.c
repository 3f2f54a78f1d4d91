/*
 * A session.
 *
 * (S1) The session continues until its player quits. After the host was caught cheating it only
 *      shows.
 * (S2) Orders signed before are offered after the first look for news, which may bring their
 *      result.
 */
#include "session/play.h"

#include <stdlib.h>
#include <unistd.h>

#include "session/play_internal.h"

int
play_terminal(struct term **out, struct user *u, int in, bool plain, struct err *err)
{
	const struct term_options want = { .in = in,
		.out = STDOUT_FILENO,
		.ascii = u->out->ascii,
		.plain = plain,
		.type = u->out->terminal };
	int result = term_open(out, &want, err);

	if (result < 0 && err->code == ERR_USAGE)
		err_hint(
		    err, "\"adit read\" shows the table without one, \"adit sign\" gives an order");
	return result;
}

int
play_begin(struct play *p, struct user *u, struct play_options *start, struct err *err)
{
	struct err why = ERR_INIT;
	int result;

	*p = (struct play){ .u = u,
		.transport = start->transport,
		.source = start->source,
		.seated = start->seated,
		.seated_arg = start->seated_arg,
		.guide = start->guide,
		.plain = start->plain,
		.lock = -1 };
	result = play_terminal(&p->term, u, start->in, start->plain, err);
	if (result == 0 && !start->lines && !start->plain)
		play_screen_open(p);
	if (result == 0)
		result = play_news_first(p, start, err);
	if (result == 0 && play_seat_lock(p, &why) < 0 && why.code != ERR_CREATE)
		result = (*err = why, -1);
	if (result == 0) {
		play_table(p, true);
		if (why.code != ERR_NONE)
			play_say(p,
			    MSG("play",
				"Nothing can be signed, since the record cannot be written: %s"),
			    play_error_text(p, &why));
		if (p->is_first && !play_is_practice(p))
			play_say_host(p);
		play_news_receipts(p, &start->text, true);
		play_news_receipts(p, &start->news, true);
		term_complete(p->term, play_complete, p);
		result = play_seat_init(p, err);
	}
	buf_release(&start->text);
	buf_release(&start->news);
	return result;
}

int
play_run(struct play *p, struct err *err)
{
	struct buf line = BUF_INIT;

	(void)play_news_look(p, true);
	buf_grow_secret(&line, 4096);
	while (!p->is_over) {
		if (!p->is_looking && !p->has_offered && p->lock >= 0) {
			p->has_offered = true;
			play_offer(p);
			continue;
		}
		if (p->guide != NULL)
			p->guide(p, p->transport.arg);
		switch (play_read(p, &line)) {
		case TERM_LINE:
			play_command(p, &line);
			break;
		case TERM_WOKEN:
		case TERM_TIME:
			(void)play_news_look(p, false);
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

int
play_end(struct play *p)
{
	int signal;

	play_screen_close(p);
	signal = p->term != NULL ? term_signal(p->term) : 0;
	if (p->transport.release != NULL)
		p->transport.release(p->transport.arg);
	if (p->source.release != NULL)
		p->source.release(p->source.arg);
	reading_end(&p->past);
	player_read_release(&p->r);
	term_close(p->term);
	play_seat_unlock(p);
	buf_release(&p->dir);
	buf_release(&p->prompt);
	buf_wipe(&p->parting);
	buf_release(&p->trouble);
	buf_wipe(&p->note);
	buf_wipe(&p->error_text);
	return signal;
}

int
play_session(struct user *u, struct play_options *start, int *signal, struct err *err)
{
	struct play p;
	int result = play_begin(&p, u, start, err);

	if (result == 0)
		result = play_run(&p, err);
	*signal = play_end(&p);
	return result;
}
