/*
 * The seat of a session.
 *
 * (E1) Each seat has one session: only the holder of the lock signs.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "session/play_internal.h"
#include "record/send_state.h"
#include "util/file.h"
#include "util/platform.h"

void
play_seat_unlock(struct play *p)
{
	if (p->lock >= 0)
		(void)close(p->lock);
	p->lock = -1;
}

/* (E1) */
static int
lock_seat(struct play *p, struct err *err)
{
	struct buf file = BUF_INIT;
	int result = file_mkdirs(p->dir.p, 1, err);

	buf_fmt(&file, "%s/play-%s", p->dir.p, p->r.v.seat);
	if (result == 0)
		p->lock = open(file.p, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (result < 0)
		err->code = ERR_CREATE;
	else if (p->lock < 0)
		result = err_set(
		    err, ERR_CREATE, "cannot lock the seat: %s: %s", file.p, strerror(errno));
	else if (platform_lock(p->lock, false) < 0 && errno == EWOULDBLOCK)
		result = err_set(err, ERR_BUSY, "another adit play has seat %s of game %s open",
		    p->r.v.seat, p->r.d.game);
	if (result < 0)
		play_seat_unlock(p);
	else
		memcpy(p->seat, p->r.v.seat, sizeof p->seat);
	buf_release(&file);
	return result;
}

int
play_seat_lock(struct play *p, struct err *err)
{
	int result = 0;

	if (p->r.has_view && (p->lock < 0 || strcmp(p->seat, p->r.v.seat) != 0)) {
		play_seat_unlock(p);
		result = lock_seat(p, err);
		if (result == 0)
			send_state_sweep(p->dir.p, p->seat);
	}
	buf_clear(&p->prompt);
	buf_fmt(&p->prompt, "%s %s> ", p->r.d.game,
	    p->r.has_view && p->lock >= 0 ? p->seat : "(looking on)");
	return result;
}

int
play_seat_init(struct play *p, struct err *err)
{
	if (p->lock < 0 || p->seated == NULL || p->transport.arg != NULL)
		return 0;
	return p->seated(p, p->seated_arg, err);
}
