/*
 * The way in which the orders of a session leave: what the player asks for, else what was used
 * last for this game, else, if the player agrees, by mail to the sender of what was read.
 *
 * (W1) The sender of a mail is not authenticated. An order goes there only after a question, and a
 *      sender never replaces the address that is saved.
 */
#include <string.h>

#include "record/keys.h"
#include "session/play_choose.h"
#include "session/play_internal.h"

static int
set_transport(struct play *p, const struct play_settings *m, struct err *err)
{
	switch (m->transport) {
	case SETTINGS_MAIL:
		return order_transport_mail(&p->transport, p->u->lang, m->to.p, p->r.d.game, err);
	case SETTINGS_GIT:
		return order_transport_git(&p->transport, p->u->lang, m->to.p, err);
	case SETTINGS_FILE:
		return order_transport_file(&p->transport, p->u->lang, m->to.p, p->dir.p, err);
	case SETTINGS_NONE:
		break;
	}
	return 0;
}

static void
take(struct play_settings *m, enum settings_transport transport, const char *to)
{
	m->transport = transport;
	play_settings_set(&m->to, to);
}

/* Looks for the sender in a Maildir if there is no better address. */
static void
find_sender(struct play *p, const struct play_settings *m, struct play_way *way)
{
	const char *box = buf_cstr(way->place);

	if (way->wish->send && m->transport != SETTINGS_MAIL && way->from.n == 0 &&
	    digest_source_is_maildir(box))
		digest_source_sender(
		    p->u->letter, box, p->u->games, p->r.d.game, p->r.tr.host_sign, &way->from);
}

/* (W1) */
static int
ask_sender(struct play *p, struct play_settings *m, struct play_way *way, struct err *err)
{
	const bool wanted = way->wish->send;
	const struct buf *from = &way->from;

	find_sender(p, m, way);
	if (m->transport == SETTINGS_MAIL) {
		if (from->n > 0 && strcmp(from->p, m->to.p) != 0)
			play_say(p, MSG("play", "This mail is from %s; orders go to %s."), from->p,
			    m->to.p);
		return 0;
	}
	if (from->n > 0 && (wanted || m->transport == SETTINGS_NONE) &&
	    play_ask(p, MSG("play", "Send your orders of this game by mail to %s?"), from->p))
		take(m, SETTINGS_MAIL, from->p);
	else if (wanted) {
		(void)err_set(
		    err, ERR_USAGE, "no way to send orders of game %s is known", p->r.d.game);
		return err_hint(err, "say it with --send --to=ADDRESS");
	}
	return 0;
}

static int
take_wish(struct play *p, struct play_settings *m, struct play_way *way, struct err *err)
{
	const struct play_wish *w = way->wish;

	if (w->to != NULL)
		take(m, SETTINGS_MAIL, w->to);
	if (w->git != NULL)
		take(m, SETTINGS_GIT, w->git);
	if (w->out != NULL)
		take(m, SETTINGS_FILE, w->out);
	return w->git != NULL || w->out != NULL ? 0 : ask_sender(p, m, way, err);
}

/* Saves a working transport with its absolute path. Standard output is not saved. */
static void
keep(struct play *p, struct play_settings *m, const struct play_wish *w, struct err *trouble)
{
	if (w->out != NULL && strcmp(w->out, "-") == 0)
		return;
	if (m->transport != SETTINGS_NONE && m->transport != SETTINGS_MAIL)
		play_settings_set(&m->to, order_transport_to(&p->transport));
	buf_clear(&m->key);
	if (keys_stable(keys_opened(p->u), &m->key, trouble) < 0 ||
	    play_settings_save(m, p->dir.p, trouble) < 0)
		play_say(p, MSG("play", "not remembered: %s"), play_error_text(p, trouble));
}

int
play_way_choose(struct play *p, void *arg, struct err *err)
{
	struct play_way *way = arg;
	struct play_settings m;
	struct err why = ERR_INIT;
	int result;

	if (play_settings_load(&m, p->dir.p, &why) < 0)
		play_fail(p, &why);
	result = take_wish(p, &m, way, err);
	if (result == 0)
		result = set_transport(p, &m, err);
	if (result == 0)
		keep(p, &m, way->wish, &why);
	if (result == 0 && p->transport.carry == NULL)
		play_say(p,
		    MSG("play",
			"Orders are shown here, for you to send: --send, --git and --out do it "
			"for you."));
	play_settings_release(&m);
	return result;
}

int
play_way_check(const struct play_wish *w, struct err *err)
{
	struct order_transport r = { .arg = NULL };
	int result = 0;

	if (w->to != NULL)
		result = order_transport_mail(&r, NULL, w->to, "", err);
	else if (w->git != NULL)
		result = order_transport_git(&r, NULL, w->git, err);
	else if (w->out != NULL)
		result = order_transport_file(&r, NULL, w->out, "", err);
	if (r.release != NULL)
		r.release(r.arg);
	return result;
}
