/*
 * Digest sources of a session: a folder or a Maildir. play_fetch.c has git repositories.
 *
 * (L1) Files there are untrusted. No link is followed and every wait has a time limit. Files that
 *      are too large or unreadable are skipped. At most LOOK_FILES and LOOK_BYTES are read at once;
 *      the rest follows next time.
 * (L2) Nothing there is changed or moved.
 * (L3) A file is returned once, unless it has changed. One that cannot be read because the machine
 *      is busy is tried again TRIES times, whatever happened to others.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "session/play.h"
#include "mail/message.h"
#include "mail/rawmail.h"
#include "record/transcript.h"
#include "util/file.h"
#include "util/mem.h"
#include "util/platform.h"

enum {
	LOOK_FILES = 256,
	LOOK_BYTES = 32 << 20,
	FILE_MAX = 8 << 20,
	NAMES_MAX = 100000,
	FIRST = 64, /* number of newest files read at first */
	SECONDS = 60,
	SECONDS_UNWATCHED = 10,
	TRIES = 3
};

struct source {
	char *path;
	bool letters; /* files never change: a Maildir */
	bool old;     /* files present at the start are not new: cur/ of a Maildir */
};

/* State of a file. */
struct seen {
	char *name; /* in a Maildir without the suffix of readers (":2,S") */
	char *file;
	const struct source *place;
	int64_t size, changed, inode;
	bool given;
	unsigned tries; /* failed attempts to read it */
};

struct followed_folders {
	const char *letter; /* the program adit-letter, or NULL */
	struct source place[2];
	size_t n_places;
	struct seen *seen; /* sorted by name */
	size_t n_seen;
	bool begun;
	int fd;
};

/* ---- scanning -------------------------------------------------------------------------------- */

struct scan {
	struct seen *at;
	size_t n;
};

static int
by_name(const void *a, const void *b)
{
	return strcmp(((const struct seen *)a)->name, ((const struct seen *)b)->name);
}

static void
seen_free(struct seen *s, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		free(s[i].name);
		free(s[i].file);
	}
	free(s);
}

static void
scan_file(struct scan *s, int dir, const struct source *p, const char *file)
{
	const char *flags = p->letters ? strstr(file, ":2,") : NULL;
	struct stat st;

	if (file[0] == '.' || s->n == NAMES_MAX ||
	    fstatat(dir, file, &st, AT_SYMLINK_NOFOLLOW) < 0 || !S_ISREG(st.st_mode))
		return;
	GROW(s->at, s->n);
	s->at[s->n++] = (struct seen){
		.name = flags != NULL ? mem_dupn(file, (size_t)(flags - file)) : mem_dup(file),
		.file = mem_dup(file),
		.place = p,
		.size = st.st_size,
		.changed = (int64_t)st.st_mtim.tv_sec * 1000000000 + st.st_mtim.tv_nsec,
		.inode = (int64_t)st.st_ino,
	};
}

static int
scan_place(struct scan *s, const struct source *p, struct err *err)
{
	DIR *dir = opendir(p->path);
	const struct dirent *e;
	int error;

	while (dir != NULL && (e = file_next(dir)) != NULL)
		scan_file(s, dirfd(dir), p, e->d_name);
	error = errno;
	if (dir != NULL)
		(void)closedir(dir); /* only read from */
	return error == 0 || file_err_code(error, ERR_NOT_FOUND) != ERR_BUSY ?
	    0 :
	    err_set(err, ERR_BUSY, "cannot list folder %s: %s", p->path, strerror(error));
}

/* (L3) Sets now->given and now->tries from the last look. */
static void
compare(const struct followed_folders *f, struct seen *now)
{
	const struct seen *then = f->n_seen > 0 ?
	    bsearch(now, f->seen, f->n_seen, sizeof *now, by_name) :
	    NULL;

	if (!f->begun)
		now->given = now->place->old;
	if (then == NULL ||
	    (!now->place->letters &&
		(then->size != now->size || then->changed != now->changed ||
		    then->inode != now->inode)))
		return;
	now->given = then->given;
	now->tries = then->tries;
}

/* ---- new files ------------------------------------------------------------------------------- */

/* Appends a file, or nothing if it is unreadable. Returns -1 if it should be tried again. */
static int
give(const char *letter, const struct seen *s, struct buf *text, struct err *err)
{
	const int dir = open(s->place->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	const size_t from = text->n;
	struct err why = ERR_INIT;
	int result = -1;

	if (dir >= 0) {
		result = file_read_at(dir, s->file, s->file, FILE_MAX, text, &why);
		(void)close(dir);
	}
	if (result == 0)
		result = rawmail_digests(letter, text, from, s->file, &why);
	if (result == 0) {
		buf_chr(text, '\n');
		return 0;
	}
	text->n = from;
	if (text->p != NULL)
		text->p[from] = '\0';
	if (why.code != ERR_BUSY)
		return 0;
	*err = why;
	return -1;
}

/* (L1) At first only the newest files by name are read. */
static int
give_new(struct followed_folders *f, struct scan *s, struct buf *text, struct err *err)
{
	size_t n_new = 0, files = 0;
	int result = 0;

	for (size_t i = 0; i < s->n; i++) {
		compare(f, &s->at[i]);
		n_new += !s->at[i].given;
	}
	for (size_t i = 0; i < s->n; i++) {
		struct seen *now = &s->at[i];

		if (now->given)
			continue;
		if (!f->begun && n_new-- > FIRST) {
			now->given = true;
			continue;
		}
		if (files == LOOK_FILES || text->n > LOOK_BYTES)
			break;
		files++;
		now->given = give(f->letter, now, text, err) == 0 || now->tries++ == TRIES;
		if (!now->given)
			result = -1;
	}
	return result;
}

static int
follow_look(void *arg, bool again, struct buf *text, struct err *err)
{
	struct followed_folders *f = arg;
	struct scan s = { NULL, 0 };
	int result = 0;

	(void)again;
	platform_watch_clear(f->fd);
	for (size_t i = 0; i < f->n_places && result == 0; i++)
		result = scan_place(&s, &f->place[i], err);
	if (result < 0) { /* (L3) Keep the state from before. */
		seen_free(s.at, s.n);
		return -1;
	}
	if (s.n > 0)
		qsort(s.at, s.n, sizeof *s.at, by_name);
	result = give_new(f, &s, text, err);
	seen_free(f->seen, f->n_seen);
	f->seen = s.at;
	f->n_seen = s.n;
	f->begun = true;
	return result;
}

/* ---- folders --------------------------------------------------------------------------------- */

static void
follow_release(void *arg)
{
	struct followed_folders *f = arg;

	if (f->fd >= 0)
		(void)close(f->fd);
	for (size_t i = 0; i < f->n_places; i++)
		free(f->place[i].path);
	seen_free(f->seen, f->n_seen);
	free(f);
}

/* Adds DIR/sub if it is a folder. */
static bool
add_place(struct followed_folders *f, const char *dir, const char *sub, bool old)
{
	struct buf path = BUF_INIT;
	struct stat st;
	bool there;

	buf_fmt(&path, "%s/%s", dir, sub);
	there = stat(path.p, &st) == 0 && S_ISDIR(st.st_mode);
	if (there)
		f->place[f->n_places++] = (struct source){
			.path = mem_dup(path.p), .letters = strcmp(sub, "turns") != 0, .old = old
		};
	buf_release(&path);
	return there;
}

/* A folder with digests, or a Maildir, whose messages are not moved. Reads new files; at first
 * the FIRST newest. */
static int
digest_source_folder(struct digest_source *l, const char *letter, const char *dir, struct err *err)
{
	struct followed_folders *f = mem_zero(1, sizeof *f);
	const char *watched[2];
	struct stat st;

	f->letter = letter;
	f->fd = -1;
	if (stat(dir, &st) < 0 || !S_ISDIR(st.st_mode)) {
		follow_release(f);
		return err_set(err, ERR_NOT_FOUND, "%s: no folder to follow", dir);
	}
	if (add_place(f, dir, "new", false) && !add_place(f, dir, "cur", true)) {
		free(f->place[0].path);
		f->n_places = 0;
	}
	if (f->n_places == 0 && !add_place(f, dir, "turns", false))
		f->place[f->n_places++] = (struct source){ .path = mem_dup(dir) };
	for (size_t i = 0; i < f->n_places; i++)
		watched[i] = f->place[i].path;
	f->fd = platform_watch(watched, f->n_places);
	*l = (struct digest_source){ .arg = f,
		.read = follow_look,
		.wake_fd = f->fd,
		.seconds = f->fd < 0 ? SECONDS_UNWATCHED : SECONDS,
		.release = follow_release };
	return 0;
}

int
digest_source_letters(const char *letter, const char *dir, struct buf *text, struct err *err)
{
	struct digest_source l;
	struct followed_folders *f;
	int result;

	if (digest_source_folder(&l, letter, dir, err) < 0)
		return -1;
	f = l.arg;
	for (size_t i = 0; i < f->n_places; i++)
		f->place[i].old = false;
	result = follow_look(f, true, text, err);
	follow_release(f);
	return result;
}

/* Appends the sender of a message, if it has a digest of this game. */
static void
add_sender(const char *letter, const struct buf *mail, const struct rules *const *games,
    const char *game, const char *host_sign, struct buf *from)
{
	struct buf digests = BUF_INIT;
	struct transcript tr;
	struct mail_message m;
	struct err none = ERR_INIT;
	bool is_of;

	buf_add(&digests, buf_cstr(mail), mail->n);
	if (rawmail_digests(letter, &digests, 0, "", &none) < 0)
		buf_clear(&digests);
	transcript_load(&tr, games, &digests, NULL);
	is_of = tr.n_copy > 0 && tr.copy[0].fault == 0 && strcmp(tr.game, game) == 0 &&
	    strcmp(tr.host_sign, host_sign) == 0;
	transcript_release(&tr);
	memset(&m, 0, sizeof m);
	if (is_of && mail_message_of(&m, letter, mail->p, mail->n, &none) == 0)
		buf_str(from, m.from);
	mail_message_free(&m);
}

void
digest_source_sender(const char *letter, const char *dir, const struct rules *const *games,
    const char *game, const char *host_sign, struct buf *from)
{
	struct digest_source l;
	struct followed_folders *f;
	struct scan s = { NULL, 0 };
	struct err none = ERR_INIT;

	if (letter == NULL || digest_source_folder(&l, letter, dir, &none) < 0)
		return;
	f = l.arg;
	for (size_t i = 0; i < f->n_places; i++)
		(void)scan_place(&s, &f->place[i], &none);
	if (s.n > 0)
		qsort(s.at, s.n, sizeof *s.at, by_name);
	for (size_t i = s.n; i > 0 && s.n - i < FIRST && from->n == 0; i--) {
		const struct seen *at = &s.at[i - 1];
		struct buf mail = BUF_INIT, file = BUF_INIT;

		buf_fmt(&file, "%s/%s", at->place->path, at->file);
		if (file_read_nofollow(file.p, FILE_MAX, &mail, &none) == 0 &&
		    mail_message_is_message(buf_cstr(&mail), mail.n))
			add_sender(letter, &mail, games, game, host_sign, from);
		buf_release(&mail);
		buf_release(&file);
	}
	seen_free(s.at, s.n);
	follow_release(f);
}

/* True if DIR/sub exists. */
static bool
has(const char *dir, const char *sub)
{
	struct buf path = BUF_INIT;
	bool is;

	buf_fmt(&path, "%s/%s", dir, sub);
	is = access(path.p, F_OK) == 0;
	buf_release(&path);
	return is;
}

bool
digest_source_is_maildir(const char *dir)
{
	return has(dir, "cur");
}

bool
digest_source_is_git(const char *dir)
{
	return has(dir, ".git") || (has(dir, "HEAD") && has(dir, "objects"));
}

int
digest_source_open(struct digest_source *l, const char *letter, const char *dir, struct err *err)
{
	return digest_source_is_git(dir) ? digest_source_git(l, dir, SECONDS, err) :
					   digest_source_folder(l, letter, dir, err);
}
