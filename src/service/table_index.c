/*
 * The index of a folder of tables.
 *
 * (X1) An entry is used only if this home wrote it, its file is unchanged since, and the time is in
 *      its range. Otherwise the file is opened.
 * (X2) Old and new index are sorted by name and read in parallel. Memory holds only the lines of
 *      one name, and nothing is written until an entry changes.
 * (X3) Whether a file has settled is decided by the clock of the file system: by ctime of the new
 *      index, which is created before the file is read.
 */
#include "config.h"

#include "service/table_index.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "seal/key.h"
#include "util/file.h"
#include "util/mem.h"
#include "util/number.h"
#include "util/slice.h"

static const char file_name[] = ".adit-index";

enum {
	LINE_ROOM = TABLE_INDEX_TEXT_MAX + 1024,
	CHUNK = 1 << 16,
	NAME_LIMIT = 255, /* of a file name */
	SIZE_LIMIT = 1 << 30,
	FIELDS = 9 /* before the text, without the seal */
};

/* A line: SEAL NAME KIND DEVICE INODE SIZE MTIME CTIME FROM UNTIL TEXT */
struct index_line {
	const char *s; /* without line end */
	size_t n;
	struct slice field[FIELDS], text;
};
enum { FIELD_NAME, FIELD_KIND, FIELD_FILE, FIELD_FROM = 7, FIELD_UNTIL };

struct table_index {
	int folder;
	char kind[16], head[160];
	bool has_secret;
	unsigned char secret[HASH_BYTES];
	/* The old index. */
	int old;
	struct buf in;      /* bytes read from it */
	size_t at;          /* start of the current line in `in` */
	off_t read, passed; /* offsets in the file: end of `in`; end of the lines of passed names */
	bool has_line, ended;
	struct index_line line;
	unsigned n_false;
	/* The current name. */
	char name[NAME_LIMIT + 1];
	struct buf file; /* its fields as in a line */
	struct buf rest, mine,
	    text; /* its valid lines of other verbs; of this verb; the text of the latter */
	bool changes;
	/* The new index. */
	int fd;
	struct buf tmp, out;
	struct timespec began;
	bool begun, broken, is_new;
};

/* ---- a line -------------------------------------------------------------------------------------- */

static bool
is_name(const char *name)
{
	size_t n = 0;

	for (; name[n] != '\0'; n++)
		if (name[n] <= ' ' || name[n] == 0x7f)
			return false;
	return n <= NAME_LIMIT;
}

/* Computes the seal of a line whose rest is s. */
static void
seal(const struct table_index *x, const char *s, size_t n, char out[static HASH_TEXT + 1])
{
	const struct hash h = hash_parts("adit/index",
	    (const struct hash_input[]){
		{ x->secret, sizeof x->secret }, { x->head, strlen(x->head) }, { s, n } },
	    3);

	hash_text(&h, out);
}

static bool
is_sealed(const struct table_index *x, const struct index_line *l)
{
	char want[HASH_TEXT + 1];

	seal(x, l->s + HASH_TEXT + 1, l->n - HASH_TEXT - 1, want);
	return seal_equal(want, l->s, HASH_TEXT) == 1;
}

/* Returns false if the line is invalid. */
static bool
split(struct index_line *l)
{
	const char *p = l->s + HASH_TEXT + 1, *end = l->s + l->n;

	if (l->n <= HASH_TEXT + 1 || l->s[HASH_TEXT] != ' ')
		return false;
	for (unsigned i = 0; i < FIELDS; i++) {
		const char *blank = memchr(p, ' ', (size_t)(end - p));

		if (blank == NULL || blank == p)
			return false;
		l->field[i] = (struct slice){ p, (size_t)(blank - p) };
		p = blank + 1;
	}
	l->text = (struct slice){ p, (size_t)(end - p) };
	return l->field[FIELD_NAME].n <= NAME_LIMIT;
}

/* Appends the fields that must be unchanged. */
static void
file_text(const struct stat *st, struct buf *out)
{
	buf_fmt(out, "%ju %ju %jd %jd.%09ld %jd.%09ld", (uintmax_t)st->st_dev,
	    (uintmax_t)st->st_ino, (intmax_t)st->st_size, (intmax_t)st->st_mtim.tv_sec,
	    st->st_mtim.tv_nsec, (intmax_t)st->st_ctim.tv_sec, st->st_ctim.tv_nsec);
}

static bool
is_of(const struct index_line *l, const struct buf *file)
{
	const char *from = l->field[FIELD_FILE].s;

	return file->n == (size_t)(l->field[FIELD_FROM].s - from) - 1 &&
	    memcmp(file->p, from, file->n) == 0;
}

/* (X1) True if `now` is in the range of the entry. */
static bool
is_now(const struct index_line *l, int64_t now)
{
	const struct slice from = l->field[FIELD_FROM], until = l->field[FIELD_UNTIL];
	int64_t a, b;

	return number_parse_range(from.s, from.n, INT64_MIN, INT64_MAX, &a) == 0 &&
	    number_parse_range(until.s, until.n, INT64_MIN, INT64_MAX, &b) == 0 && a <= now &&
	    now < b;
}

/* ---- the old index --------------------------------------------------------------------------------- */

/* Reads more bytes after those that are not used yet. */
static bool
more(struct table_index *x)
{
	ssize_t got;

	memmove(x->in.p, x->in.p + x->at, x->in.n - x->at);
	x->in.n -= x->at;
	x->at = 0;
	buf_reserve(&x->in, CHUNK);
	got = pread(x->old, x->in.p + x->in.n, CHUNK, x->read);
	if (got <= 0)
		return false;
	x->in.n += (size_t)got;
	x->read += got;
	return true;
}

/* Reads the next line into *l. Returns false at the end, or if it is too long. */
static bool
take(struct table_index *x, struct index_line *l)
{
	const char *end;

	if (x->has_line)
		x->at += x->line.n + 1;
	x->has_line = false;
	while ((end = memchr(x->in.p + x->at, '\n', x->in.n - x->at)) == NULL)
		if (x->in.n - x->at > LINE_ROOM || !more(x))
			return false;
	*l = (struct index_line){ .s = x->in.p + x->at, .n = (size_t)(end - x->in.p) - x->at };
	x->has_line = true;
	return true;
}

/* Returns the file offset of the current line, or of the end. */
static off_t
place(const struct table_index *x)
{
	return x->read - (off_t)(x->in.n - x->at);
}

static void
next(struct table_index *x)
{
	while (!x->ended) {
		x->ended = !take(x, &x->line);
		if (x->ended || split(&x->line))
			return;
		x->n_false++;
		x->changes = true;
	}
}

static void
open_old(struct table_index *x)
{
	struct index_line first;
	struct stat st;

	x->ended = true;
	x->old = openat(x->folder, file_name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	if (x->old < 0 || fstat(x->old, &st) < 0 || !S_ISREG(st.st_mode) || st.st_size > SIZE_LIMIT)
		return;
	buf_reserve(&x->in, LINE_ROOM + CHUNK);
	if (!take(x, &first) || !slice_equals(x->head, first.s, first.n))
		return;
	x->line = first;
	x->ended = false;
	next(x);
}

/* ---- the new index --------------------------------------------------------------------------- */

static void
put(struct table_index *x, const char *s, size_t n)
{
	if (!x->begun || x->broken)
		return;
	buf_add(&x->out, s, n);
	if (x->out.n < CHUNK)
		return;
	x->broken = file_put(x->fd, x->out.p, x->out.n) < 0;
	buf_clear(&x->out);
}

/* Copies the old index up to the current name. (X1) The copy is not validated. */
static void
copy_passed(struct table_index *x)
{
	char chunk[CHUNK / 8];
	off_t at = 0;

	while (at < x->passed) {
		size_t want = x->passed - at < (off_t)sizeof chunk ? (size_t)(x->passed - at) :
								     sizeof chunk;
		ssize_t got = pread(x->old, chunk, want, at);

		if (got <= 0) {
			x->broken = true;
			return;
		}
		put(x, chunk, (size_t)got);
		at += got;
	}
}

static void
begin(struct table_index *x)
{
	struct stat st;

	if (x->begun)
		return;
	x->begun = true;
	x->fd = x->has_secret ? file_temp_open(x->folder, file_name, &x->tmp) : -1;
	x->broken = x->fd < 0 || fchmod(x->fd, 0600) < 0 || fstat(x->fd, &st) < 0;
	if (x->broken)
		return;
	x->began = st.st_ctim; /* (X3) */
	if (x->passed > 0) {
		copy_passed(x);
	} else {
		put(x, x->head, strlen(x->head));
		put(x, "\n", 1);
	}
}

/* Ends the current name: writes its lines. */
static void
end_name(struct table_index *x)
{
	if (x->changes) {
		begin(x);
		x->is_new = true;
	}
	put(x, buf_cstr(&x->rest), x->rest.n);
	put(x, buf_cstr(&x->mine), x->mine.n);
	x->passed = place(x);
	buf_clear(&x->rest);
	buf_clear(&x->mine);
	x->changes = false;
	x->name[0] = '\0';
}

/* ---- interface ------------------------------------------------------------------------------- */

static int
compare(struct slice a, const char *name)
{
	const size_t n = strlen(name);
	int order = memcmp(a.s, name, a.n < n ? a.n : n);

	return order != 0 ? order : (a.n > n) - (a.n < n);
}

/* Stores the current line if it is valid. */
static void
weigh(struct table_index *x, int64_t now)
{
	const struct index_line *l = &x->line;
	bool is_ours = slice_is(l->field[FIELD_KIND], x->kind);
	struct buf *to = is_ours ? &x->mine : &x->rest;

	if (!is_of(l, &x->file) || to->n > (is_ours ? 0 : LINE_ROOM) ||
	    (is_ours && !is_now(l, now))) {
		x->changes = true;
	} else if (is_ours && !is_sealed(x, l)) {
		x->n_false++;
		x->changes = true;
	} else {
		buf_add(to, l->s, l->n + 1);
		if (is_ours)
			buf_add(&x->text, l->text.s, l->text.n);
	}
}

const struct buf *
table_index_find(struct table_index *x, const char *name, const struct stat *st, int64_t now)
{
	end_name(x);
	for (; !x->ended && compare(x->line.field[FIELD_NAME], name) < 0; next(x))
		x->changes = true; /* its file was deleted */
	end_name(x);
	buf_clear(&x->file);
	buf_clear(&x->text);
	if (!is_name(name))
		return NULL;
	memcpy(x->name, name, strlen(name) + 1);
	if (st != NULL)
		file_text(st, &x->file);
	for (; !x->ended && compare(x->line.field[FIELD_NAME], name) == 0; next(x))
		weigh(x, now);
	return x->mine.n > 0 ? &x->text : NULL;
}

void
table_index_reading(struct table_index *x)
{
	x->changes = x->changes || x->mine.n > 0;
	begin(x);
	buf_clear(&x->mine);
}

/* (X3) */
static bool
has_settled(const struct table_index *x, const struct stat *st)
{
	const struct timespec *c = &st->st_ctim;

	return c->tv_sec < x->began.tv_sec - TABLE_INDEX_SETTLED_S ||
	    (c->tv_sec == x->began.tv_sec - TABLE_INDEX_SETTLED_S &&
		c->tv_nsec <= x->began.tv_nsec);
}

void
table_index_put(struct table_index *x, const struct stat *st, const struct table_index_found *found)
{
	struct buf line = BUF_INIT;
	char sealed[HASH_TEXT + 1];

	if (x->broken || x->name[0] == '\0' || found->text.n > TABLE_INDEX_TEXT_MAX ||
	    memchr(buf_cstr(&found->text), '\n', found->text.n) != NULL || !has_settled(x, st))
		return;
	buf_fmt(&line, "%s %s %s %" PRId64 " %" PRId64 " ", x->name, x->kind, x->file.p,
	    found->from, found->until);
	buf_add(&line, buf_cstr(&found->text), found->text.n);
	seal(x, line.p, line.n, sealed);
	buf_fmt(&x->mine, "%s %s\n", sealed, line.p);
	x->changes = true;
	buf_release(&line);
}

/* ---- all of it ------------------------------------------------------------------------------------- */

/* Loads the secret of this home; makes it if missing. */
static bool
load_secret(struct table_index *x, const char *home)
{
	struct buf path = BUF_INIT, text = BUF_INIT;
	struct err none = ERR_INIT;
	bool has;

	buf_fmt(&path, "%s/index.secret", home);
	seal_random(x->secret, sizeof x->secret);
	(void)keyfile_create(
	    path.p, x->secret, sizeof x->secret, false, &none); /* fails if it exists */
	none = (struct err)ERR_INIT;
	has = keyfile_read_secret(path.p, &text, &none) == 0 && text.n == sizeof x->secret;
	if (has)
		memcpy(x->secret, text.p, sizeof x->secret);
	buf_wipe(&text);
	buf_release(&path);
	return has;
}

struct table_index *
table_index_open(int folder, const char *home, const char *kind)
{
	struct table_index *x = mem_zero(1, sizeof *x);
	char id[HASH_TEXT + 1];

	x->folder = folder;
	x->old = x->fd = -1;
	x->ended = true;
	(void)snprintf(x->kind, sizeof x->kind, "%s", kind);
	x->has_secret = home != NULL && load_secret(x, home);
	if (!x->has_secret)
		return x;
	seal(x, "", 0, id);
	(void)snprintf(x->head, sizeof x->head, "adit-index v1 %s %s", PACKAGE_VERSION, id);
	open_old(x);
	return x;
}

unsigned
table_index_close(struct table_index *x)
{
	unsigned n_false = x->n_false;

	end_name(x);
	for (; !x->ended; next(x))
		x->changes = true;
	end_name(x);
	if (x->begun && !x->broken && x->is_new && file_put(x->fd, x->out.p, x->out.n) == 0)
		/* on failure the old one stays */
		(void)file_temp_commit(x->folder, file_name, &x->tmp);
	else if (x->fd >= 0)
		(void)unlinkat(x->folder, x->tmp.p, 0);
	if (x->fd >= 0)
		(void)close(x->fd);
	if (x->old >= 0)
		(void)close(x->old); /* only read from */
	seal_wipe(x->secret, sizeof x->secret);
	buf_release(&x->in);
	buf_release(&x->file);
	buf_release(&x->rest);
	buf_release(&x->mine);
	buf_release(&x->text);
	buf_release(&x->tmp);
	buf_release(&x->out);
	free(x);
	return n_false;
}
