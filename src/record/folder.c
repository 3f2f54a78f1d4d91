/* Digests in files and folders. */

#include "record/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record/transcript.h"
#include "util/base32.h"
#include "util/file.h"
#include "util/mem.h"

enum {
	INPUT_MAX = 256 << 20,
	FILE_MAX = 2 * DIGEST_MAX, /* of one digest with its private views */
	ASIDE_RANDOM = 4,          /* characters */
	ASIDE_TRIES = 100
};

static const char turns[] = "turns";

void
folder_file(const char *dir, int64_t n, struct buf *out)
{
	buf_dir(out, dir);
	buf_fmt(out, "%s/%06" PRId64 ".txt", turns, n);
}

/* Returns the name in DIR/turns. */
static const char *
name_in(const struct buf *file)
{
	return strrchr(file->p, '/') + 1;
}

/* Appends DIR/turns. */
static void
turns_path(const char *dir, struct buf *out)
{
	buf_dir(out, dir);
	buf_str(out, turns);
}

/* Opens a folder, below `at` without following a link. Returns a descriptor, or -1 with errno. */
static int
open_folder(int at, const char *name)
{
	return openat(
	    at, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | (at == AT_FDCWD ? 0 : O_NOFOLLOW));
}

/* Opens DIR/turns; *fd is -1 if there is none. no_folder: the error if it is not a folder. */
static int
open_turns(const char *dir, enum err_code no_folder, int *fd, struct err *err)
{
	int base = open_folder(AT_FDCWD, dir), error = errno;

	*fd = -1;
	if (base >= 0) {
		*fd = open_folder(base, turns);
		error = errno;
		(void)close(base); /* no data was written */
	}
	if (*fd >= 0 || error == ENOENT)
		return 0;
	/* Systems report a link, a file or a FIFO by different errors. */
	if (error == ENOTDIR || error == ELOOP)
		return err_set(err, no_folder, "%s%s%s is a link or a file, not a folder", dir,
		    base >= 0 ? "/" : "", base >= 0 ? turns : "");
	return err_set(err, file_err_code(error, no_folder), "cannot open folder %s%s%s: %s", dir,
	    base >= 0 ? "/" : "", base >= 0 ? turns : "", strerror(error));
}

/* Creates and opens DIR/turns. */
static int
make_turns(const char *dir, int *fd, struct err *err)
{
	struct buf path = BUF_INIT;
	int result;

	turns_path(dir, &path);
	result = file_mkdirs(path.p, 0, err);
	buf_release(&path);
	return result < 0 ? -1 : open_turns(dir, ERR_CREATE, fd, err);
}

int
folder_make(const char *dir, struct err *err)
{
	int fd;

	if (make_turns(dir, &fd, err) < 0)
		return -1;
	if (fd >= 0)
		(void)close(fd); /* no data was written */
	return 0;
}

/* Cuts the last part off a path. */
static void
cut_last(struct buf *path)
{
	const char *slash = strrchr(path->p, '/');

	path->n = slash != NULL ? (size_t)(slash - path->p) : 0;
	path->p[path->n] = '\0';
}

size_t
folder_existing(const char *dir)
{
	struct buf path = BUF_INIT;
	struct stat st;
	size_t n;

	turns_path(dir, &path);
	while (path.n > 0 && lstat(path.p, &st) < 0)
		cut_last(&path);
	n = path.n;
	buf_release(&path);
	return n;
}

void
folder_unmake(const char *dir, size_t existing)
{
	struct buf path = BUF_INIT;

	turns_path(dir, &path);
	while (path.n > existing && rmdir(path.p) == 0)
		cut_last(&path);
	buf_release(&path);
}

/* ---- reading ---------------------------------------------------------------------------------- */

static int
no_digest(struct err *err)
{
	return err_set(err, ERR_CORRUPT, "the digest of a game cannot be read");
}

int
folder_at(struct folder *f, const char *dir, const char *text, const struct digest_layout *t,
    struct err *err)
{
	struct err none = ERR_INIT;
	int64_t n;

	*f = (struct folder){ .dir = dir };
	return digest_host(text, t, f->host_sign, f->game, &n, &none) < 0 ? no_digest(err) : 0;
}

int
folder_of(struct folder *f, const char *dir, const char *digest, size_t len, struct err *err)
{
	struct err none = ERR_INIT;
	struct digest_layout t;
	size_t at = 0;

	if (digest_next(digest, len, &at, &t, &none) < 1)
		return no_digest(err);
	return folder_at(f, dir, digest, &t, err);
}

/* True if the text begins with digest n of this game, signed by its host. */
static bool
is_ours(const struct folder *f, int64_t n, const struct buf *text, struct hash *hash)
{
	char host_sign[SIGN_TEXT + 1], game[ORDER_BLOCK_GAME_MAX + 1];
	struct digest_layout t;
	int64_t is;

	if (!digest_is_self_signed(text, &t, host_sign, game, &is) || is != n ||
	    strcmp(game, f->game) != 0 || strcmp(host_sign, f->host_sign) != 0)
		return false;
	*hash = digest_hash(text->p + t.signed_part.at, t.signed_part.n);
	return true;
}

static enum folder_found
classify(const struct folder *f, int64_t n, const struct buf *is, const char *text, size_t len)
{
	struct buf clean = BUF_INIT;
	struct digest_layout t;
	struct err none = ERR_INIT;
	enum folder_found found = FOLDER_FOREIGN;
	struct hash hash;
	size_t at = 0;

	/* In most cases the bytes are equal. */
	if (text != NULL && is->n == len && memcmp(buf_cstr(is), text, len) == 0 &&
	    memchr(text, '\r', len) == NULL)
		return FOLDER_SAME;
	digest_clean(buf_cstr(is), is->n, &clean);
	/* After a power cut a file may have its length, and zeros for bytes that were not written. */
	while (clean.n > 0 && clean.p[clean.n - 1] == '\0')
		clean.n--;
	if (text != NULL && clean.n <= len && memcmp(buf_cstr(&clean), text, clean.n) == 0) {
		found = clean.n == len ? FOLDER_SAME : FOLDER_MISSING;
	} else if (is_ours(f, n, &clean, &hash)) {
		found = FOLDER_OTHER;
		if (text != NULL && digest_next(text, len, &at, &t, &none) > 0) {
			struct hash want = digest_hash(text + t.signed_part.at, t.signed_part.n);

			if (seal_equal(hash.b, want.b, HASH_BYTES))
				found = FOLDER_FOREIGN;
		}
	}
	buf_release(&clean);
	return found;
}

/* Like folder_probe, in the open folder `turns`. */
static int
probe_open(const struct folder *f, int fd, int64_t n, const char *text, size_t len,
    enum folder_found *found, struct err *err)
{
	struct buf file = BUF_INIT, is = BUF_INIT;
	struct err why = ERR_INIT;
	int result = 0;

	*found = FOLDER_FOREIGN;
	folder_file(f->dir, n, &file);
	if (file_read_at(fd, name_in(&file), file.p, FILE_MAX, &is, &why) == 0) {
		*found = classify(f, n, &is, text, len);
	} else if (why.code == ERR_NOT_FOUND) {
		*found = FOLDER_MISSING;
	} else if (why.code != ERR_CORRUPT && why.code != ERR_SYNTAX &&
	    faccessat(fd, name_in(&file), R_OK, AT_EACCESS) == 0) {
		*err = why; /* it may be a digest of adit, but a system error prevents reading */
		result = -1;
	}
	buf_release(&is);
	buf_release(&file);
	return result;
}

int
folder_probe(const struct folder *f, int64_t n, const char *text, size_t len,
    enum folder_found *found, struct err *err)
{
	int fd, result = 0;

	*found = FOLDER_MISSING;
	if (open_turns(f->dir, ERR_CORRUPT, &fd, err) < 0)
		return -1;
	if (fd >= 0) {
		result = probe_open(f, fd, n, text, len, found, err);
		(void)close(fd); /* only read */
	}
	return result;
}

/* ---- writing ---------------------------------------------------------------------------------- */

/* Reserves an unused name by a folder or file, which the rename replaces. */
static int
reserve(int fd, const char *name, bool is_folder, struct buf *out)
{
	for (int i = 0; i < ASIDE_TRIES; i++) {
		unsigned char random[5];
		char text[9];
		int made;

		seal_random(random, sizeof random);
		base32_text(random, sizeof random, text);
		buf_clear(out);
		buf_fmt(out, "%s.foreign-%.*s", name, ASIDE_RANDOM, text);
		made = is_folder ?
		    mkdirat(fd, out->p, 0700) :
		    openat(fd, out->p, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
		if (made >= 0) {
			if (!is_folder)
				(void)close(made); /* empty */
			return 0;
		}
		if (errno != EEXIST)
			return -1;
	}
	return -1;
}

/* Renames the file at the place of a digest. */
static int
set_aside(const struct folder *f, int fd, const char *file, const char *name, struct err *err)
{
	struct buf aside = BUF_INIT, line = BUF_INIT;
	struct stat st;
	int result = 0;

	if (fstatat(fd, name, &st, AT_SYMLINK_NOFOLLOW) < 0) {
		result = errno == ENOENT ? 0 : -1; /* removed meanwhile */
	} else if (reserve(fd, name, S_ISDIR(st.st_mode), &aside) < 0) {
		result = -1;
	} else if (renameat(fd, name, fd, aside.p) < 0) {
		int error = errno;

		(void)unlinkat(fd, aside.p, S_ISDIR(st.st_mode) ? AT_REMOVEDIR : 0);
		errno = error;
		result = -1;
	} else if (f->report != NULL) {
		buf_fmt(&line, "%s was not this digest of game %s: it is now %s", file, f->game,
		    aside.p);
		f->report(f->arg, line.p);
	}
	if (result < 0)
		err_set(err, file_err_code(errno, ERR_CREATE), "cannot set aside %s: %s", file,
		    strerror(errno));
	buf_release(&aside);
	buf_release(&line);
	return result;
}

/* Writes in the open folder `turns`. */
static int
write_in(const struct folder *f, int fd, int64_t n, const char *text, size_t len, struct err *err)
{
	struct buf file = BUF_INIT;
	enum folder_found found;
	int result;

	folder_file(f->dir, n, &file);
	result = probe_open(f, fd, n, text, len, &found, err);
	if (result == 0 && found == FOLDER_FOREIGN) {
		result = set_aside(f, fd, file.p, name_in(&file), err);
		found = FOLDER_MISSING;
	}
	if (result == 0 && found == FOLDER_OTHER) {
		err_set(err, ERR_CORRUPT,
		    "%s is another digest %lld of game %s, and you have signed it", file.p,
		    (long long)n, f->game);
		result = err_hint(
		    err, "the game file is not the newest: make it again with adit rebuild");
	}
	if (result == 0 && found == FOLDER_MISSING)
		result = file_write_at(fd, name_in(&file), file.p, text, len, err);
	buf_release(&file);
	return result;
}

int
folder_write(const struct folder *f, int64_t n, const char *text, size_t len, struct err *err)
{
	int fd, result;

	if (make_turns(f->dir, &fd, err) < 0)
		return -1;
	if (fd < 0) /* removed at that moment */
		return err_set(err, ERR_CREATE, "cannot open folder %s/%s", f->dir, turns);
	result = write_in(f, fd, n, text, len, err);
	(void)close(fd); /* no data was written */
	return result;
}

/* ---- collecting ----------------------------------------------------------------------------- */

static int
number_order(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

/* Lists the numbers of the files 000042.txt in a folder, sorted. */
static int
list_numbers(int fd, struct folder_numbers *out)
{
	int copy = openat(fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC); /* closedir closes it */
	DIR *d = copy >= 0 ? fdopendir(copy) : NULL;
	int error;

	*out = (struct folder_numbers){ 0, NULL };
	if (d == NULL) {
		if (copy >= 0)
			(void)close(copy); /* no data was read */
		return -1;
	}
	for (struct dirent *e = file_next(d); e != NULL; e = file_next(d)) {
		size_t digits = strspn(e->d_name, "0123456789");

		if (digits != 6 || strcmp(e->d_name + digits, ".txt") != 0)
			continue;
		GROW(out->at, out->n);
		out->at[out->n++] = strtoll(e->d_name, NULL, 10);
	}
	error = errno;
	(void)closedir(d); /* only read */
	errno = error;
	if (error != 0) {
		free(out->at);
		*out = (struct folder_numbers){ 0, NULL };
		return -1;
	}
	if (out->n > 0)
		qsort(out->at, out->n, sizeof *out->at, number_order);
	return 0;
}

static int
cannot_list(const char *dir, const char *below, struct err *err)
{
	return err_set(err, file_err_code(errno, ERR_CORRUPT), "cannot list folder %s%s: %s", dir,
	    below, strerror(errno));
}

int
folder_numbers(const char *dir, struct folder_numbers *out, struct err *err)
{
	struct err why = ERR_INIT;
	int fd, result = open_turns(dir, ERR_CORRUPT, &fd, &why);

	*out = (struct folder_numbers){ 0, NULL };
	if (result == 0 && fd >= 0) {
		if (list_numbers(fd, out) < 0)
			result = cannot_list(dir, "/turns", &why);
		(void)close(fd); /* only read */
	}
	if (why.code != ERR_BUSY)
		return 0;
	*err = why;
	return result;
}

/* Like folder_newest, in the open folder `turns`. */
static int
newest_open(const struct folder *f, int fd, int64_t above, int64_t *n, struct err *err)
{
	struct folder_numbers numbers;
	int result = 0;

	if (list_numbers(fd, &numbers) < 0)
		return cannot_list(f->dir, "/turns", err);
	for (size_t i = numbers.n; i-- > 0 && numbers.at[i] > above && *n < 0 && result == 0;) {
		enum folder_found found;

		result = probe_open(f, fd, numbers.at[i], NULL, 0, &found, err);
		if (found == FOLDER_OTHER)
			*n = numbers.at[i];
	}
	free(numbers.at);
	return result;
}

int
folder_newest(const struct folder *f, int64_t above, int64_t *n, struct err *err)
{
	int fd, result = 0;

	*n = -1;
	if (open_turns(f->dir, ERR_CORRUPT, &fd, err) < 0)
		return -1;
	if (fd >= 0) {
		result = newest_open(f, fd, above, n, err);
		(void)close(fd); /* only read */
	}
	return result;
}

/* Completes a file of digests that was appended to `out`. */
static int
end_file(struct buf *out, struct err *err)
{
	if (out->n > INPUT_MAX)
		return err_set(err, ERR_SYNTAX, "more input than any game's digests");
	if (out->n > 0 && out->p[out->n - 1] != '\n')
		buf_chr(out, '\n');
	return 0;
}

int
folder_add_file(const char *file, struct buf *out, struct err *err)
{
	return file_read(file, INPUT_MAX, out, err) < 0 ? -1 : end_file(out, err);
}

/* Appends digest n of an open folder. `base` is its name for messages. */
static int
add_one(int fd, const char *base, int64_t n, struct buf *out, struct err *err)
{
	struct buf file = BUF_INIT;
	int result;

	buf_fmt(&file, "%s/%06" PRId64 ".txt", base, n);
	result = file_read_at(fd, name_in(&file), file.p, INPUT_MAX, out, err);
	buf_release(&file);
	return result < 0 ? -1 : end_file(out, err);
}

/* True if there is a digest after byte `from`. Otherwise the text is removed, unless `last`:
 * then the caller reports it. */
static bool
is_digest(struct buf *out, size_t from, bool last)
{
	struct err none = ERR_INIT;
	struct digest_layout t;
	size_t at = from;

	if (last || digest_next(buf_cstr(out), out->n, &at, &t, &none) != 0)
		return true;
	out->n = from;
	return false;
}

/* Appends all digests of the folder. Returns 1 if there are none. */
static int
add_open_folder(int fd, const char *base, bool newest, struct buf *out, struct err *err)
{
	struct folder_numbers numbers;
	size_t from = out->n;
	bool found = false;
	int result = 0;

	if (list_numbers(fd, &numbers) < 0)
		return cannot_list(base, "", err);
	if (numbers.n == 0)
		result = 1;
	for (size_t i = numbers.n; newest && i-- > 0 && !found && result == 0;) {
		result = add_one(fd, base, numbers.at[i], out, err);
		found = result == 0 && is_digest(out, from, i == 0);
	}
	for (size_t i = 0; !newest && i < numbers.n && result == 0; i++)
		result = add_one(fd, base, numbers.at[i], out, err);
	free(numbers.at);
	return result;
}

int
folder_add(const char *dir, bool newest, struct buf *out, struct err *err)
{
	struct buf base = BUF_INIT;
	int fd, result = open_turns(dir, ERR_CORRUPT, &fd, err);

	buf_dir(&base, dir);
	buf_str(&base, turns);
	if (result == 0 && fd >= 0) {
		result = add_open_folder(fd, base.p, newest, out, err);
		(void)close(fd); /* only read */
	} else if (result == 0) {
		result = 1;
	}
	if (result == 1 && (fd = open_folder(AT_FDCWD, dir)) >= 0) {
		result = add_open_folder(fd, dir, newest, out, err);
		(void)close(fd); /* only read */
	} else if (result == 1 && file_err_code(errno, ERR_NOT_FOUND) == ERR_BUSY) {
		result = err_set(err, ERR_BUSY, "cannot open folder %s: %s", dir, strerror(errno));
	}
	if (result == 1) {
		err_set(err, ERR_NOT_FOUND, "no digests in folder %s", dir);
		(void)err_hint(
		    err, "they are called 000000.txt, 000001.txt ..., there or in turns/");
	}
	buf_release(&base);
	return result == 0 ? 0 : -1;
}
