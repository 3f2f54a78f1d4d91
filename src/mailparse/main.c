/*
 * adit-letter: reads a message on standard input and writes frames to standard output
 * (mail/message.h).
 *
 * (A1) It first drops all privileges that it does not need.
 * (A2) Its status is 0 if it has written all frames, and 75 if the machine fails: that says nothing
 *      about the message.
 */
#include <unistd.h>

#include "mailparse/sandbox.h"
#include "mailparse/mime_walk.h"
#include "util/buf.h"
#include "util/file.h"

enum { MACHINE_FAILS = 75 };

int
main(void)
{
	struct frames frames = frames_to(STDOUT_FILENO);
	struct buf message = BUF_INIT;
	int got;

	sandbox_enter();
	got = file_get(STDIN_FILENO, WALK_INPUT_MAX - 1, &message);
	if (got < 0)
		return MACHINE_FAILS;
	if (got > 0)
		frames_note(&frames, FRAMES_UNREAD_SIZE);
	g_mime_init();
	buf_reserve(&message, 0);
	mime_walk_message(message.p, message.n, &frames);
	g_mime_shutdown();
	buf_release(&message);
	return frames.broken ? MACHINE_FAILS : 0;
}
