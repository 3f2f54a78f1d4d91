/* Finds digests that a command names or that the record has. */
#include "service/digest_input.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/host.h"
#include "mail/rawmail.h"
#include "player/verify.h"
#include "record/active_games.h"
#include "record/folder.h"
#include "record/transcript.h"
#include "util/file.h"

/* True if standard input ends by itself. */
static bool
is_piped(void)
{
	struct stat st;

	return fstat(STDIN_FILENO, &st) == 0 && (S_ISREG(st.st_mode) || S_ISFIFO(st.st_mode));
}

/* Reads turns/ of the working directory, or the record of the selected game. Returns 1 if
 * several match; *err lists them. */
static int
collect_own(
    const struct user *u, const struct digest_source *from, struct buf *out, struct err *err)
{
	struct buf dir = BUF_INIT;
	int result = u->game == NULL ? file_is_folder("turns", err) : 0;

	if (result != 0)
		return result < 0 ? -1 : folder_add(".", from->newest, out, err);
	result = active_games_pick(u, &dir, err);
	if (result == 0)
		result = verify_read_saved(u, dir.p, from->newest_of_record, out, err);
	buf_release(&dir);
	return result;
}

/* True if a file with these first bytes is a game file. */
static bool
begins_game_file(const char *p, size_t n)
{
	static const char magic[] = "SQLite format 3";

	return n >= sizeof magic && memcmp(p, magic, sizeof magic) == 0;
}

/* Appends a file of digests, or the digests of a mail. */
static int
add_file(const struct user *u, const char *file, struct buf *out, struct err *err)
{
	const char *name = strcmp(file, "-") == 0 ? "standard input" : file;
	const size_t from = out->n;

	if (folder_add_file(file, out, err) < 0)
		return -1;
	if (begins_game_file(buf_cstr(out) + from, out->n - from))
		return err_set(err, ERR_SYNTAX,
		    "%s is a game file, not a digest; adit digest --all GAME.db prints its digests",
		    name);
	return rawmail_digests(u->letter, out, from, name, err);
}

/* Collects the digests that *from selects, and says in it where they are. Sets end[i] to where the
 * text of argument i ends, unless it is NULL. Returns 1 as collect_own. */
static int
collect(const struct user *u, int argc, char **argv, struct digest_source *from, size_t *end,
    struct buf *out, struct err *err)
{
	if (argc > 0 && u->game != NULL)
		return err_set(
		    err, ERR_USAGE, "-g selects a game of the record and conflicts with DIGEST");
	if (argc == 0 && u->game == NULL && is_piped() && add_file(u, "-", out, err) < 0)
		return -1;
	from->is_lasting = argc == 0 && out->n == 0;
	if (from->is_lasting)
		return collect_own(u, from, out, err);
	for (int i = 0; i < argc; i++) {
		const int is = file_is_folder(argv[i], err);

		if (is < 0 ||
		    (is > 0 ? folder_add(argv[i], from->newest, out, err) :
			      add_file(u, argv[i], out, err)) < 0)
			return -1;
		if (end != NULL)
			end[i] = out->n;
		from->is_lasting = is > 0 && argc == 1;
		from->folder = argv[i];
	}
	return 0;
}

int
digest_input_collect(const struct user *u, int argc, char **argv, struct buf *out, struct err *err)
{
	struct digest_source all = { .newest = false };

	return collect(u, argc, argv, &all, NULL, out, err) == 0 ? 0 : -1;
}

/* True if there is no digest in the text, or one that is damaged. */
static bool
is_bad(const struct user *u, struct buf *text)
{
	const unsigned bad = FAULT_BIT(FAULT_HOST) | FAULT_BIT(FAULT_SIGNATURE) |
	    FAULT_BIT(FAULT_HEADER);
	struct transcript tr;
	bool is;

	transcript_load(&tr, u->games, text, NULL);
	is = tr.end.code != ERR_NONE;
	for (size_t i = 0; i < tr.n_copy; i++)
		is = is || (tr.copy[i].fault & bad) != 0;
	transcript_release(&tr);
	return is;
}

/* Puts the argument before the message if its text is bad. Returns true then. */
static bool
blames(const struct user *u, const char *file, struct buf *text, struct err *err)
{
	const bool is = strcmp(file, "-") != 0 && is_bad(u, text);

	if (is)
		(void)err_wrap(err, "%s", file);
	return is;
}

static bool
may_blame(int argc, const struct err *err)
{
	return argc > 1 && (err->code == ERR_AUTH || err->code == ERR_SYNTAX);
}

int
digest_input_blame(const struct user *u, int argc, char **argv, struct err *err)
{
	bool is = !may_blame(argc, err);

	for (int i = 0; i < argc && !is; i++) {
		struct buf text = BUF_INIT;
		struct err none = ERR_INIT;

		/* If it cannot be read, that message names it. */
		is = strcmp(argv[i], "-") != 0 &&
		    digest_input_collect(u, 1, &argv[i], &text, &none) == 0 &&
		    blames(u, argv[i], &text, err);
		buf_release(&text);
	}
	return -1;
}

void
digest_input_blame_part(const struct user *u, int argc, char **argv, const struct buf *text,
    const size_t *end, struct err *err)
{
	bool is = !may_blame(argc, err);
	size_t from = 0;

	for (int i = 0; i < argc && !is; from = end[i++]) {
		struct buf part = BUF_INIT;

		buf_add(&part, buf_cstr(text) + from, end[i] - from);
		is = blames(u, argv[i], &part, err);
		buf_release(&part);
	}
}

/* True by the suffix or by the first bytes. */
bool
digest_input_is_game_file(const char *path)
{
	static const char suffix[] = ".db";
	size_t n = strlen(path), tail = sizeof suffix - 1;
	char head[16] = "";
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);

	if (fd >= 0) {
		ssize_t got = read(fd, head, sizeof head);

		(void)close(fd); /* only read from */
		if (got > 0 && begins_game_file(head, (size_t)got))
			return true;
	}
	return n > tail && strcmp(path + n - tail, suffix) == 0;
}

/* Appends all digests of a game file. */
static int
collect_file(const struct user *u, const char *path, struct buf *out, struct err *err)
{
	struct host *h = NULL;
	struct buf newest = BUF_INIT;
	int64_t last = -1;
	int result = host_open(&h, path, false, u->games, err);

	if (result == 0)
		result = host_text(h, &last, &newest, err);
	for (int64_t n = 0; n < last && result == 0; n++)
		result = host_text(h, &n, out, err);
	buf_add(out, buf_cstr(&newest), newest.n);
	buf_release(&newest);
	host_close(h);
	return result;
}

int
digest_input_of_table(const struct user *u, const char *path, struct buf *out, struct err *err)
{
	const int is = file_is_folder(path, err);

	if (is != 0)
		return is < 0 ? -1 : folder_add(path, false, out, err);
	return digest_input_is_game_file(path) ? collect_file(u, path, out, err) :
						 add_file(u, path, out, err);
}

int
digest_input_read(const struct user *u, int argc, char **argv, size_t *end,
    struct digest_source *source, struct buf *out, struct err *err)
{
	struct digest_source from = { .newest_of_record = true };
	const int result = collect(u, argc, argv, &from, end, out, err);

	if (source != NULL)
		*source = from;
	return result;
}

int
digest_input_acted_on(const struct user *u, const char *digest, bool newest,
    struct digest_source *source, struct buf *out, struct err *err)
{
	struct buf name = BUF_INIT;
	int result;

	*source = (struct digest_source){ .newest = newest, .newest_of_record = newest };
	if (digest == NULL) {
		source->is_lasting = true;
		return collect_own(u, source, out, err) == 0 ? 0 : -1;
	}
	buf_str(&name, digest);
	result = collect(u, 1, &name.p, source, NULL, out, err);
	source->folder = digest;
	buf_release(&name);
	return result;
}

/* Reads the source again and replaces *text. Returns false, and leaves *text as it is, if nothing
 * new is there, or if it cannot be read again. */
static bool
reread(const struct user *u, const struct digest_source *source, struct buf *text)
{
	struct buf now = BUF_INIT;
	struct err none = ERR_INIT; /* what was read stays */
	bool is_new = source->is_lasting &&
	    (source->folder != NULL ? folder_add(source->folder, source->newest, &now, &none) :
				      collect_own(u, source, &now, &none)) == 0;

	is_new = is_new && (now.n != text->n || memcmp(buf_cstr(&now), buf_cstr(text), now.n) != 0);
	if (is_new) {
		buf_clear(text);
		buf_move(text, &now);
	}
	buf_release(&now);
	return is_new;
}

int
digest_input_verify(const struct user *u, const struct digest_source *source, struct buf *text,
    digest_verifier *verify, void *arg, struct player_read *r, struct err *err)
{
	int result = verify(arg, text, r, err);

	while (result == 0 && r->seen_n > r->d.n && reread(u, source, text)) {
		player_read_release(r);
		result = verify(arg, text, r, err);
	}
	return result;
}
