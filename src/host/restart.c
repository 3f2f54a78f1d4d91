/* Before the deal: restarts the joining if a player does not answer. */

#include "host/command.h"
#include "host/join.h"

/* Removes the keys of seats that are open now. */
static int
clear_seats(struct command *w, uint16_t before, struct err *err)
{
	int result = 0;

	for (unsigned i = 0; i < w->t.names.n && result == 0; i++)
		if (((unsigned)(before & ~w->t.seated) >> i & 1u) != 0)
			result = command_put_card(w, i, NULL, err);
	return result;
}

/* Lists the seats whose shares the host has seen: it could restart until it likes the cards. */
static void
list_confirmed(const struct command *w, struct host_action *act, struct notes *notes)
{
	struct buf names = BUF_INIT;

	for (uint8_t i = 0; i < w->t.names.n; i++) {
		if (w->hs.share[i].confirmed == 0)
			continue;
		buf_fmt(&names, "%s%s", names.n > 0 ? " " : "", w->t.names.seat[i]);
		note_add(notes, (struct note){ .kind = NOTE_HAD_CONFIRMED, .seat = i });
	}
	if (names.n == 0)
		buf_chr(&names, '-');
	memcpy(act->confirmed, names.p, names.n + 1);
	buf_release(&names);
}

int
command_restart_now(
    struct command *w, struct host_action *act, struct notes *notes, struct err *err)
{
	uint16_t before = w->t.seated;

	act->attempt = w->hs.attempt + 1;
	note_add(notes, (struct note){ .kind = NOTE_RESTARTED, .n = act->attempt });
	list_confirmed(w, act, notes);
	join_restart(&w->t, &w->hs);
	return clear_seats(w, before, err);
}

int
command_exec_restart(struct command *w, const void *what, struct err *err)
{
	struct host_action act = *(const struct host_action *)what;
	struct digest_cause cause = { .has_order = false };

	if (w->hs.g.phase != PHASE_SETUP)
		return err_set(err, ERR_STALE, "the cards are dealt already");
	if (command_restart_now(w, &act, &cause.notes, err) < 0)
		return -1;
	return command_add_act(w, &act, &cause, err);
}
