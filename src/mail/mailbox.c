/*
 * Reading mail boxes.
 *
 * (B1) A message is moved only after it was accepted. If the process is killed before, it is
 *      applied again, without effect.
 * (B2) Messages that depend on later ones wait in memory: at most LATE_MAX messages and LATE_BYTES
 *      bytes.
 * (B3) If the reader of a message was slow or killed, the message stays, since it may not be the
 *      cause; but only SLOW_TRIES times.
 */
#include "mail/mailbox.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mail/slow.h"
#include "util/file.h"
#include "util/mem.h"
#include "util/retry.h"

enum { BOX_MAX = 1 << 28, LATE_MAX = 4096, LATE_BYTES = 64 << 20 };

/* A message that depends on a later one. */
struct late {
	struct mail_message message;
	struct mailbox_wait wait;
	const char *box; /* the Maildir with the message in its new/ */
	char *name;      /* file name there; NULL: not in a Maildir */
};

struct box {
	const char *program, *home;
	mailbox_fn *each;
	void *arg;
	struct retry late; /* of struct late */
	size_t late_bytes;
	unsigned n_slow;  /* in the current box */
	struct err first; /* the first error */
};

/* (B2) Moves *message. */
static void
put_off(struct box *b, struct mail_message *message, const struct mailbox_wait *wait,
    const char *box, const char *name)
{
	struct late *x = mem_new(sizeof *x);

	*x = (struct late){ .message = *message,
		.wait = *wait,
		.box = box,
		.name = name != NULL ? mem_dup(name) : NULL };
	retry_add(&b->late, x, wait->key);
	b->late_bytes += message->out.n;
	mail_message_frames(message, "", 0);
}

/* (B3) Returns 0 if the message is to be accepted as it is; -1: not yet. */
static int
give_up(const struct box *b, const struct mail_message *message, struct err *err)
{
	struct err why = ERR_INIT;
	bool enough = false;

	if (b->home == NULL || slow_note(b->home, &message->body, &enough, &why) < 0 || !enough)
		return -1;
	*err = (struct err)ERR_INIT;
	return 0;
}

static void
keep_first(struct box *b, const struct err *err)
{
	if (b->first.code == ERR_NONE)
		b->first = *err;
}

/* Returns 1 if accepted; 0 if the message stays or waits; -1 if also the rest of the box stays.
 * `message` is NULL if reading failed. `box` and `name` are set for a file of a Maildir. */
static int
pass_message(struct box *b, struct mail_message *message, int result, const char *box,
    const char *name, struct err *err)
{
	struct mailbox_wait wait = { .may = b->late.n < LATE_MAX && b->late_bytes < LATE_BYTES };
	bool stays = false;

	if (result < 0 && message != NULL && message->is_slow) {
		result = give_up(b, message, err);
		stays = result < 0;
	}
	if (result == 0)
		result = b->each(b->arg, message, &wait, err);
	if (result == 0)
		return 1;
	if (result == 1) {
		put_off(b, message, &wait, box, name);
		return 0;
	}
	keep_first(b, err);
	if (result == MAILBOX_STAYS || (stays && ++b->n_slow < MAILBOX_SLOW_MAX))
		return 0;
	return err->code == ERR_BUSY ? -1 : 0;
}

static int
give_fd(struct box *b, int fd, const char *box, const char *name)
{
	struct err err = ERR_INIT;
	struct mail_message message;
	int result = mail_message_read(&message, b->program, fd, &err);

	result = pass_message(b, &message, result, box, name, &err);
	mail_message_free(&message);
	return result;
}

/* Reads a file with one message or an mbox. */
static void
read_file(struct box *b, const char *path)
{
	struct buf text = BUF_INIT;
	struct err err = ERR_INIT;
	int result = 0;

	if (file_read(path, BOX_MAX, &text, &err) < 0)
		(void)pass_message(b, NULL, -1, NULL, NULL, &err);
	for (size_t at = 0, n; at < text.n && result >= 0; at += n) {
		struct mail_message message;

		n = mail_message_box_next(text.p + at, text.n - at);
		result = mail_message_of(&message, b->program, text.p + at, n, &err);
		result = pass_message(b, &message, result, NULL, NULL, &err);
		mail_message_free(&message);
		err = (struct err)ERR_INIT;
	}
	buf_release(&text);
}

/* ---- Maildir --------------------------------------------------------------------------------------- */

static int
not_hidden(const struct dirent *e)
{
	return e->d_name[0] != '.';
}

/* (B1) No error if another run has already moved the file. */
static int
move_to_cur(const char *box, const char *name, struct err *err)
{
	struct buf from = BUF_INIT, to = BUF_INIT;
	int result = 0;

	buf_dir(&from, box);
	buf_fmt(&from, "new/%s", name);
	buf_dir(&to, box);
	buf_fmt(&to, "cur/%s%s", name, strstr(name, ":2,") != NULL ? "" : ":2,S");
	if (rename(from.p, to.p) < 0 && (errno != ENOENT || access(from.p, F_OK) == 0))
		result = err_set(err, ERR_BUSY,
		    "%s: it is taken, but cannot be moved to %s/cur: %s", from.p, box,
		    strerror(errno));
	buf_release(&from);
	buf_release(&to);
	return result;
}

/* Reads a file of new/ if it is a regular file. Returns as give(). */
static int
read_new(struct box *b, const char *box, const char *name)
{
	struct buf path = BUF_INIT;
	struct err err = ERR_INIT;
	struct stat st;
	int fd = -1, result = 0;

	buf_dir(&path, box);
	buf_fmt(&path, "new/%s", name);
	if ((lstat(path.p, &st) < 0 ||
		(S_ISREG(st.st_mode) &&
		    ((fd = open(path.p, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)) < 0 ||
			fstat(fd, &st) < 0))) &&
	    errno != ENOENT) {
		(void)err_set(&err, ERR_NOT_FOUND, "cannot open %s: %s", path.p, strerror(errno));
		result = pass_message(b, NULL, -1, NULL, NULL, &err);
	} else if (fd >= 0 && S_ISREG(st.st_mode)) {
		result = give_fd(b, fd, box, name);
	}
	if (fd >= 0)
		(void)close(fd);
	if (result > 0 && move_to_cur(box, name, &err) < 0)
		keep_first(b, &err);
	buf_release(&path);
	return result;
}

static void
read_maildir(struct box *b, const char *box)
{
	struct buf folder = BUF_INIT;
	struct dirent **list = NULL;
	struct err err = ERR_INIT;
	int n, result = 0;

	buf_dir(&folder, box);
	buf_str(&folder, "new");
	n = scandir(folder.p, &list, not_hidden, alphasort);
	if (n < 0) {
		(void)err_set(
		    &err, ERR_BUSY, "%s is no Maildir: %s: %s", box, folder.p, strerror(errno));
		(void)pass_message(b, NULL, -1, NULL, NULL, &err);
	}
	for (int i = 0; i < n; i++) {
		if (result >= 0)
			result = read_new(b, box, list[i]->d_name);
		free(list[i]);
	}
	free(list);
	buf_release(&folder);
}

/* ---- waiting messages ------------------------------------------------------------------------ */

/* Passes the message again; key NULL: the last time. */
static enum retry_result
give_again(void *arg, void *item, int64_t *key)
{
	struct box *b = arg;
	struct late *x = item;
	struct err err = ERR_INIT;
	int result;

	x->wait.may = key != NULL;
	result = b->each(b->arg, &x->message, &x->wait, &err);
	if (result == 1) {
		*key = x->wait.key;
		return RETRY_WAITS;
	}
	if (result == 0 && x->name != NULL)
		result = move_to_cur(x->box, x->name, &err);
	if (result != 0)
		keep_first(b, &err);
	mail_message_free(&x->message);
	free(x->name);
	free(x);
	return RETRY_DONE;
}

int
mailbox_each(char *const *boxes, const char *program, const char *home, mailbox_fn *each, void *arg,
    struct err *err)
{
	struct box b = {
		.program = program, .home = home, .each = each, .arg = arg, .first = ERR_INIT
	};

	for (; *boxes != NULL; boxes++) {
		struct stat st;

		b.n_slow = 0;
		if (strcmp(*boxes, "-") == 0)
			(void)give_fd(&b, STDIN_FILENO, NULL, NULL);
		else if (stat(*boxes, &st) == 0 && S_ISDIR(st.st_mode))
			read_maildir(&b, *boxes);
		else
			read_file(&b, *boxes);
	}
	retry_run(&b.late, give_again, &b);
	if (b.first.code == ERR_NONE)
		return 0;
	*err = b.first;
	return -1;
}
