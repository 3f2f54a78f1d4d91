/*
 * Mail boxes.
 *
 * (B1) A letter is moved only after it was taken: who is killed before takes it again, which does no harm.
 */
#include "post/box.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/file.h"

enum { BOX_MAX = 1 << 28 };

struct box {
	const char *program;
	int (*each)(void *arg, const struct letter *l, struct err *err);
	void *arg;
	struct err first; /* the first trouble */
};

/* 1: taken; 0: not, go on; -1: not, and nothing more is. */
static int
give(struct box *b, const struct letter *l, int result, struct err *err)
{
	if (result == 0)
		result = b->each(b->arg, l, err);
	if (result == 0)
		return 1;
	if (b->first.code == ERR_NONE)
		b->first = *err;
	return err->code == ERR_BUSY ? -1 : 0;
}

static int
give_fd(struct box *b, int fd)
{
	struct err err = ERR_INIT;
	struct letter l;
	int result = give(b, &l, letter_read(&l, b->program, fd, &err), &err);

	letter_free(&l);
	return result;
}

/* One message, or as many as a mail box has. */
static void
read_file(struct box *b, const char *path)
{
	struct buf text = BUF_INIT;
	struct err err = ERR_INIT;
	int result = 0;

	if (file_read(path, BOX_MAX, &text, &err) < 0)
		(void)give(b, NULL, -1, &err);
	for (size_t at = 0, n; at < text.n && result >= 0; at += n) {
		struct letter l;

		n = letter_box_next(text.p + at, text.n - at);
		result = letter_of(&l, b->program, text.p + at, n, &err);
		result = give(b, &l, result, &err);
		letter_free(&l);
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

/* (B1) What another run has moved meanwhile is gone. */
static int
move(const char *box, const char *name, struct err *err)
{
	struct buf from = BUF_INIT, to = BUF_INIT;
	int result = 0;

	buf_fmt(&from, "%s/new/%s", box, name);
	buf_fmt(&to, "%s/cur/%s%s", box, name, strstr(name, ":2,") != NULL ? "" : ":2,S");
	if (rename(from.p, to.p) < 0 && errno != ENOENT)
		result = err_set(err, ERR_BUSY,
		    "%s: it is taken, but cannot be moved to %s/cur: %s", from.p, box,
		    strerror(errno));
	buf_release(&from);
	buf_release(&to);
	return result;
}

/* A plain file, or nothing that is waited for. */
static int
open_letter(const char *box, const char *name)
{
	struct buf path = BUF_INIT;
	struct stat st;
	int fd;

	buf_fmt(&path, "%s/new/%s", box, name);
	fd = open(path.p, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	buf_release(&path);
	if (fd >= 0 && (fstat(fd, &st) < 0 || !S_ISREG(st.st_mode))) {
		(void)close(fd);
		fd = -1;
	}
	return fd;
}

static void
read_maildir(struct box *b, const char *box)
{
	struct buf folder = BUF_INIT;
	struct dirent **list = NULL;
	struct err err = ERR_INIT;
	int n, result = 0;

	buf_fmt(&folder, "%s/new", box);
	n = scandir(folder.p, &list, not_hidden, alphasort);
	if (n < 0) {
		(void)err_set(
		    &err, ERR_BUSY, "%s is no Maildir: %s: %s", box, folder.p, strerror(errno));
		(void)give(b, NULL, -1, &err);
	}
	for (int i = 0; i < n; i++) {
		int fd = result >= 0 ? open_letter(box, list[i]->d_name) : -1;

		if (fd >= 0) {
			result = give_fd(b, fd);
			(void)close(fd);
		}
		if (fd >= 0 && result > 0 && move(box, list[i]->d_name, &err) < 0)
			result = give(b, NULL, -1, &err);
		free(list[i]);
	}
	free(list);
	buf_release(&folder);
}

int
box_each(const char *box, const char *program,
    int (*each)(void *arg, const struct letter *l, struct err *err), void *arg, struct err *err)
{
	struct box b = { program, each, arg, ERR_INIT };
	struct stat st;

	if (strcmp(box, "-") == 0)
		(void)give_fd(&b, STDIN_FILENO);
	else if (stat(box, &st) == 0 && S_ISDIR(st.st_mode))
		read_maildir(&b, box);
	else
		read_file(&b, box);
	if (b.first.code == ERR_NONE)
		return 0;
	*err = b.first;
	return -1;
}
