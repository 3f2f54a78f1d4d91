/*
 * The record of a player, as files that anything may have changed: "=== NAME", then the content of
 * that file, and so on. Checksums at the ends of lines are made right. Then p1 reads the digests of
 * an honest table. Whatever the record says, it is no proof against its host.
 */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "fuzz/table.h"
#include "games/games.h"
#include "player/reading.h"
#include "player/verify.h"
#include "record/checked.h"
#include "record/home_config.h"
#include "record/send_state.h"
#include "util/file.h"
#include "util/lines.h"
#include "util/slice.h"

#define DIR       "games/fuzz2345"
#define FILE_MARK "=== "

enum { NAME_LENGTH = 100 };

static bool
flush(void *arg, bool syncs)
{
	(void)arg, (void)syncs;
	return true;
}

static void
say(void *arg, const char *line)
{
	(void)arg;
	MUST(strchr(line, '\n') == NULL);
}

static void
report(void *arg, const char *line)
{
	(void)arg, (void)line;
}

static void
fail(void *arg, const struct err *err)
{
	(void)arg;
	MUST(err->code != ERR_NONE);
}

/* Appends the content of a file; "TEXT SUM" becomes TEXT with its checksum. */
static void
put_checked(const char *s, size_t n, struct buf *out)
{
	struct lines lines = { s, n, 0, 1 };
	struct slice line;

	while (lines_next(&lines, &line.s, &line.n)) {
		const size_t tail = CHECKED_SUM + 1;

		if (line.n > tail && line.s[line.n - tail] == ' ' &&
		    strspn(line.s + line.n - CHECKED_SUM, "abcdefghijklmnopqrstuvwxyz234567") >=
			CHECKED_SUM)
			checked_line(line.s, line.n - tail, out);
		else
			buf_fmt(out, "%.*s\n", (int)line.n, line.s);
	}
	if (n > 0 && s[n - 1] != '\n')
		out->n--;
}

/* Writes one file of the record, or the file config beside it. */
static void
put_file(const char *home, const char *s, size_t n)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyz0123456789-/.";
	const char *line_end = memchr(s, '\n', n < NAME_LENGTH ? n : NAME_LENGTH);
	const size_t end = line_end != NULL ? (size_t)(line_end - s) : 0;
	struct buf path = BUF_INIT, content = BUF_INIT;
	struct err err = ERR_INIT;

	if (end == 0 || strspn(s, plain) < end || memmem(s, end, "..", 2) != NULL)
		return;
	buf_fmt(&path, "%s/" DIR "%s", home,
	    memchr(s, '/', end) == NULL ? "" :
		s[0] == 'o'             ? "/orders" :
					  "/turns");
	MUST(file_mkdirs(path.p, 1, &err) == 0);
	buf_clear(&path);
	buf_fmt(
	    &path, "%s/%s%.*s", home, slice_equals("config", s, end) ? "" : DIR "/", (int)end, s);
	put_checked(s + end + 1, n - end - 1, &content);
	(void)file_write(path.p, buf_cstr(&content), content.n, &err);
	buf_release(&path);
	buf_release(&content);
}

/* Reads the orders that the record says were signed. */
static void
read_orders(const struct user *u, const char *dir)
{
	struct signed_list list;
	struct err err = ERR_INIT;

	if (signed_list(dir, &list, &err) < 0)
		return;
	for (size_t i = 0; i < list.count; i++) {
		struct parsed_order order;

		(void)signed_order_open(dir, &list.at[i], u->key, &order, &err);
		(void)send_state_get(dir, &list.at[i]);
	}
	signed_list_release(&list);
}

/* The player reads these digests. Returns true if the record knows their host, who says the same. */
static bool
read_table(const struct user *u, const struct buf *digests)
{
	struct buf proof = BUF_INIT;
	struct player_read r;
	struct reading past;
	struct err err = ERR_INIT;
	bool valid = verify_digests(u, digests, NULL, u->key, &proof, &r, &err) == 0;

	MUST(proof.n == 0);
	if (valid) {
		(void)reading_begin(&past, u, &r, &err);
		read_orders(u, buf_cstr(&past.dir));
		reading_complete(u, &r);
		reading_shown(u, &r, &past.story);
		valid = !r.is_first && r.before_n == FUZZ_RECORD_N;
		reading_end(&past);
	}
	player_read_release(&r);
	buf_release(&proof);
	return valid;
}

/* Sets the last two digests of a table, which the input is about. */
static void
make_digests(const char *home, struct buf *out)
{
	struct buf all = BUF_INIT, path = BUF_INIT;
	struct digest_layout t;
	struct err err = ERR_INIT;
	size_t at = 0;

	buf_fmt(&path, "%s/game.db", home);
	host_close(fuzz_record_table(path.p, &all));
	for (int64_t n = 0; digest_next(all.p, all.n, &at, &t, &err) == 1; n++)
		if (n > FUZZ_RECORD_N)
			buf_add(out, all.p + t.whole.at, t.whole.n);
	buf_release(&all);
	buf_release(&path);
}

bool
fuzz_try(const uint8_t *p, size_t n)
{
	static struct buf printed;
	static const char *home;
	static struct buf digests;
	struct printer print = printer_words(&printed);
	struct output out = {
		.columns = 80, .print = &print, .flush = flush, .say = say, .fail = fail
	};
	struct user u = { .games = rules_all, .out = &out, .passphrase_fd = -1 };
	struct home_config config;
	struct err err = ERR_INIT;
	struct buf text = BUF_INIT; /* ends with a NUL */
	const char *s;
	bool valid;

	if (home == NULL) {
		home = fuzz_folder();
		make_digests(home, &digests);
	}
	buf_add(&text, p, n);
	s = buf_cstr(&text);
	fuzz_clear();
	buf_clear(&printed);
	u.home = home;
	u.key = fuzz_key(FUZZ_SEAT);
	for (size_t at = 0, end; at < n; at = end) {
		const char *next = memmem(s + at + 1, n - at - 1, FILE_MARK, strlen(FILE_MARK));

		end = next != NULL ? (size_t)(next - s) : n;
		if (end - at > strlen(FILE_MARK) &&
		    memcmp(s + at, FILE_MARK, strlen(FILE_MARK)) == 0)
			put_file(home, s + at + strlen(FILE_MARK), end - at - strlen(FILE_MARK));
	}
	valid = read_table(&u, &digests);
	valid &= home_config_load(home, &config, report, NULL, &err) == 0;
	home_config_release(&config);
	buf_release(&text);
	return valid;
}
