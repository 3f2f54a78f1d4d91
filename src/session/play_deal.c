/*
 * The joint deal in a session.
 *
 * (D1) A share is bound to all digests of the table, so all of them are read and verified again.
 * (D2) The share is recorded as revealed after the player agrees and before it is sent.
 */
#include <stdlib.h>
#include <string.h>

#include "player/verify.h"
#include "session/play_internal.h"
#include "record/folder.h"
#include "text/error_text.h"
#include "util/mem.h"

/* (D1) */
static int
make(struct play *p, bool joins, const char *seat, struct player_read *r,
    struct parsed_order *order, struct err *err)
{
	struct user *u = p->u;
	struct buf text = BUF_INIT;
	int result = verify_read_saved(p->u, p->dir.p, false, &text, err);

	if (result == 0)
		result = verify_for_order(u, &text, NULL, true, r, err);
	buf_release(&text);
	if (result < 0)
		return -1;
	return joins ? player_join(r, u->key, seat, buf_cstr(&u->key_name), order, err) :
		       player_confirm(r, u->key, order, err);
}

/* Shows the host. If the host calls a confirmation of this player missing, asks the player. */
static bool
may_join(struct play *p, const struct player_read *r)
{
	struct buf proof = BUF_INIT, words = BUF_INIT;
	struct err why = ERR_INIT;
	struct withheld w;
	bool may = verify_withheld(p->u, r, &w, &proof, &why) == 0;

	if (!may)
		play_fail(p, &why);
	else
		play_say_host(p);
	if (may && w.n > 0) {
		(void)withheld_fail(&w.at[w.n - 1], &why);
		error_text_message(p->u->lang, &why, &words);
		may = play_ask(
		    p, MSG("play", "%s.  Ask your host why.  Join all the same?"), words.p);
	}
	buf_release(&words);
	buf_release(&proof);
	return may;
}

/* (D2) */
static int
give(struct play *p, const char *verb, const struct player_read *r, struct parsed_order *order,
    struct err *err)
{
	if (p->seated != NULL && p->transport.arg == NULL && p->seated(p, p->seated_arg, err) < 0)
		return -1;
	if (strcmp(verb, "join") == 0 && !may_join(p, r)) {
		play_say(p, MSG("play", "Nothing is signed."));
		return 0;
	}
	if (!play_ask(p, MSG("play", "Sign \"%s\" for seat %s and send it %s?"), verb,
		order->o.b.seat, play_transport_words(p))) {
		play_say(p, MSG("play", "Nothing is signed."));
		return 0;
	}
	if (play_news_look(p, false)) {
		play_say(p, MSG("play", "That was another table: nothing is signed."));
		return 0;
	}
	if (verify_share(p->u, r, &order->o.b, err) < 0)
		return -1;
	play_send(p, order);
	return 0;
}

void
play_deal(struct play *p, bool joins, const char *seat)
{
	struct parsed_order *order;
	struct player_read r;
	struct err why = ERR_INIT;

	if (p->is_caught || p->u->key == NULL) {
		play_say(p, "%s",
		    p->is_caught ? MSG("play", "The host was caught: nothing is signed.") :
				   MSG("play", "You are a watcher: a seat requires a key."));
		return;
	}
	order = mem_zero(1, sizeof *order);
	memset(&r, 0, sizeof r);
	if (make(p, joins, seat, &r, order, &why) < 0 ||
	    give(p, joins ? "join" : "confirm", &r, order, &why) < 0)
		play_fail(p, &why);
	player_read_release(&r);
	mem_wipe(order, sizeof *order);
	free(order);
}
