/*
 * Each system call on files that a player or a host makes for their record fails once. What was called reports it,
 * or works all the same; called again, it leaves the files that it leaves where nothing fails.
 */
#include <criterion/criterion.h>
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "few.h"
#include "player/verify.h"
#include "record/active_games.h"
#include "record/folder.h"
#include "record/home.h"
#include "record/home_config.h"
#include "record/key_choice.h"
#include "record/key_make.h"
#include "record/keys.h"
#include "record/lastread.h"
#include "record/receipt.h"
#include "record/receipt_folder.h"
#include "record/rollback.h"
#include "record/saved_digest.h"
#include "record/send_state.h"
#include "seal/seal.h"
#include "service/aid.h"
#include "util/file.h"
#include "wire/digest.h"

/* ---- calls that fail --------------------------------------------------------------------------- */

/* The call of this number fails, counted from 1; 0: none. */
static unsigned fail_at, calls;

/* Not static, since the headers of the libc can make read() an inline function. */
bool fails(void);

bool
fails(void)
{
	if (fail_at == 0 || ++calls != fail_at)
		return false;
	errno = EIO;
	return true;
}

/* These definitions come before those of the libc, in libraries, too. */
ssize_t
read(int fd, void *p, size_t n)
{
	return fails() ? -1 : syscall(SYS_read, fd, p, n);
}

ssize_t
write(int fd, const void *p, size_t n)
{
	return fails() ? -1 : syscall(SYS_write, fd, p, n);
}

int
fsync(int fd)
{
	return fails() ? -1 : (int)syscall(SYS_fsync, fd);
}

int
renameat(int from, const char *old, int to, const char *new)
{
	return fails() ? -1 : (int)syscall(SYS_renameat2, from, old, to, new, 0);
}

int
mkdirat(int at, const char *path, mode_t mode)
{
	return fails() ? -1 : (int)syscall(SYS_mkdirat, at, path, mode);
}

int
mkdir(const char *path, mode_t mode)
{
	return mkdirat(AT_FDCWD, path, mode);
}

int
unlinkat(int at, const char *path, int flags)
{
	return fails() ? -1 : (int)syscall(SYS_unlinkat, at, path, flags);
}

int
unlink(const char *path)
{
	return unlinkat(AT_FDCWD, path, 0);
}

static int
open_at(int at, const char *path, int flags, va_list more)
{
	const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(more, mode_t) : 0;

	return fails() ? -1 : (int)syscall(SYS_openat, at, path, flags | O_LARGEFILE, mode);
}

int
openat(int at, const char *path, int flags, ...)
{
	va_list more;
	int fd;

	va_start(more, flags);
	fd = open_at(at, path, flags, more);
	va_end(more);
	return fd;
}

int
open(const char *path, int flags, ...)
{
	va_list more;
	int fd;

	va_start(more, flags);
	fd = open_at(AT_FDCWD, path, flags, more);
	va_end(more);
	return fd;
}

/* An expectation writes to Criterion. */
#define EXPECT(kind, ...)          \
	do {                       \
		fail_at = 0;       \
		kind(__VA_ARGS__); \
	} while (0)

/* The libc opens the folder by a call of its own. */
DIR *
opendir(const char *path)
{
	const int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	return fd < 0 ? NULL : fdopendir(fd);
}

/* A listing fails where it would end. Where off_t is longer than long, the libc has another name for it. */
struct dirent *
readdir(DIR *d)
{
	struct dirent *(*next)(DIR *);
	void *found = dlsym(RTLD_NEXT, sizeof(off_t) > sizeof(long) ? "readdir64" : "readdir");
	struct dirent *e;

	memcpy(&next, &found, sizeof next);
	e = next(d);
	return e == NULL && fails() ? NULL : e;
}

/* ---- what is done ---------------------------------------------------------------------------- */

enum { TURNS = 3 };

static struct service s;
static struct buf dir; /* the record of the game */
static struct parsed_order order, other;
static struct signed_order name;
static struct buf block, receipt, older;

static int
read_text(const struct buf *text, struct err *err)
{
	struct player_read r;
	struct buf copy = BUF_INIT;
	int result;

	buf_add(&copy, text->p, text->n);
	result = verify_digests(&s.user.u, &copy, NULL, s.t.key[0], NULL, &r, err);
	player_read_release(&r);
	buf_release(&copy);
	return result;
}

static int
read_all(struct err *err)
{
	return read_text(&s.t.all, err);
}

static int
read_newest(struct err *err)
{
	return read_text(&s.t.digest, err);
}

/* Expects so many digests in the text. */
static void
count_digests(const struct buf *text, unsigned want)
{
	struct digest_layout t;
	struct err none = ERR_INIT;
	size_t at = 0;
	unsigned n = 0;

	while (digest_next(buf_cstr(text), text->n, &at, &t, &none) == 1)
		n++;
	EXPECT(cr_expect_eq, n, want);
}

static int
read_record(bool newest, unsigned want, struct err *err)
{
	struct buf text = BUF_INIT;
	int result = verify_read_saved(&s.user.u, dir.p, newest, &text, err);

	if (result == 0)
		count_digests(&text, want);
	buf_release(&text);
	return result;
}

static int
read_saved(struct err *err)
{
	return read_record(false, TURNS + 1, err);
}

static int
read_last(struct err *err)
{
	return read_record(true, 1, err);
}

static int
miss(struct err *err)
{
	(void)err;
	verify_report_missing(&s.user.u, s.t.game);
	return 0;
}

static int
save_order(struct err *err)
{
	return signed_order_save(dir.p, TURNS, &order, &block, s.t.key[0], err);
}

static int
open_order(struct err *err)
{
	struct parsed_order back;
	int result = signed_order_find(dir.p, &order.hash, s.t.key[0], &back, err);

	EXPECT(cr_expect_neq, result, 1, "it was signed here");
	if (result == 0)
		EXPECT(cr_expect_str_eq, back.o.b.seat, "p1");
	return result;
}

static int
list_orders(struct err *err)
{
	struct signed_list list;
	int result = signed_list(dir.p, &list, err);

	if (result == 0) {
		EXPECT(cr_expect_eq, list.count, 1);
		signed_list_release(&list);
	}
	return result;
}

static int
mark_ready(struct err *err)
{
	return send_state_set(dir.p, &name, SEND_STATE_READY, err);
}

static int
mark_sent(struct err *err)
{
	return send_state_set(dir.p, &name, SEND_STATE_SENT, err);
}

static int
mark_refused(struct err *err)
{
	return send_state_refused(dir.p, &order.hash, err) < 0 ? -1 : 0;
}

static int
take_block(struct err *err)
{
	struct buf out = BUF_INIT;
	int result = send_state_block(dir.p, &name, &out, err);

	if (result == 0)
		EXPECT(cr_expect_str_eq, buf_cstr(&out), block.p);
	buf_release(&out);
	return result;
}

static int
drop_order(struct err *err)
{
	return send_state_drop(dir.p, &name, err);
}

static int
sweep(struct err *err)
{
	(void)err;
	send_state_sweep(dir.p, "p1");
	return 0;
}

static int
note_read(struct err *err)
{
	return lastread_save(dir.p, "p1", TURNS, err);
}

static int
recall_read(struct err *err)
{
	struct lastread last;
	int result = lastread_load(dir.p, "p1", &last, err);

	if (result == 0)
		EXPECT(cr_expect_eq, last.n, TURNS);
	return result;
}

static int
keep_receipt(struct err *err)
{
	return receipts_keep(service_path(s.home, "receipts"), &receipt, TURNS, err) < 0 ? -1 : 0;
}

static int
keep_older_receipt(struct err *err)
{
	return receipts_keep(service_path(s.home, "receipts"), &older, TURNS - 1, err) < 0 ? -1 : 0;
}

static int
clean_receipts(struct err *err)
{
	return receipts_clean(service_path(s.home, "receipts"), s.t.game, &s.t.host->pub, err);
}

/* The receipts that are published already. */
static int
put_branch(struct err *err)
{
	const char *path = service_path(s.home, "receipts/" RECEIPTS_BRANCH);

	return file_write(path, receipt.p, receipt.n, err);
}

static int
ignore(void *arg, const char *file, const struct buf *text, struct err *err)
{
	(void)arg, (void)file, (void)text, (void)err;
	return 0;
}

static int
each_receipt(struct err *err)
{
	return receipts_each(service_path(s.home, "receipts"), ignore, NULL, err);
}

static const struct rollback_mark newest = { .is_known = true, .n = TURNS };
static const struct hash table = { .b = { 7 } };

static int
note_sent(struct err *err)
{
	return rollback_note(s.home, s.t.game, &table, &newest, err);
}

static int
recall_sent(struct err *err)
{
	struct rollback_mark back;
	int result = rollback_load(s.home, s.t.game, &table, &back, err);

	if (result == 0)
		EXPECT(cr_expect, back.is_known && back.n == TURNS);
	return result;
}

static int
set_config(struct err *err)
{
	return home_config_save(s.home, HOME_LANG, "de", err);
}

static int
get_config(struct err *err)
{
	struct home_config c = { .value = { BUF_INIT } };
	int result = home_config_load(s.home, &c, NULL, NULL, err);

	if (result == 0)
		EXPECT(cr_expect_str_eq, home_config_get(&c, HOME_LANG), "de");
	home_config_release(&c);
	return result;
}

/* The key is there in three files or in none. */
static int
make_key(struct err *err)
{
	struct pubkey card;
	int result = key_make(service_path(s.home, "other"), "other", NULL, 1, &card, err);

	if (result < 0)
		for (unsigned i = 0; i < 3; i++) {
			static const char *const file[] = { "other.key", "other.age", "other.pub" };

			EXPECT(cr_expect_neq, access(service_path(s.home, file[i]), F_OK), 0,
			    "%s is left", file[i]);
		}
	return result;
}

static int
open_key(struct err *err)
{
	struct user u = s.user.u;
	int result;

	u.key = NULL;
	u.key_path = u.key_name = (struct buf)BUF_INIT;
	result = keys_open(&u, "mine", err);
	if (result == 0) {
		EXPECT(cr_expect_str_eq, u.key_name.p, "mine");
		keys_free(u.key);
	}
	buf_release(&u.key_path);
	buf_release(&u.key_name);
	return result;
}

static int
list_keys(struct err *err)
{
	struct keys_list list;
	int result = keys_list(&s.user.u, &list, err);

	if (result == 0) {
		EXPECT(cr_expect_eq, list.n, 1);
		keys_list_release(&list);
	}
	return result;
}

static int
read_card(struct err *err)
{
	struct pubkey card;

	return keys_card_own(service_path(s.home, "mine.pub"), &card, err);
}

static int
mark_again(struct err *err)
{
	return rollback_save(s.home, s.t.game, &table, &newest, err);
}

static void
hear(void *arg, const char *line)
{
	(void)arg, (void)line;
}

/* Writes the newest digest into a folder, as a host does. */
static int
write_digest(struct err *err)
{
	struct folder f;

	if (folder_of(&f, service_path(s.home, "table"), s.t.digest.p, s.t.digest.n, err) < 0)
		return -1;
	f.report = hear;
	return folder_write(&f, TURNS, s.t.digest.p, s.t.digest.n, err);
}

static int
make_folder(struct err *err)
{
	return folder_make(service_path(s.home, "table"), err);
}

/* Something else is where the digest belongs. */
static int
put_foreign(struct err *err)
{
	return file_write(service_path(s.home, "table/turns/000003.txt"), "mine\n", 5, err);
}

static int
put_folder(struct err *err)
{
	return file_mkdirs(service_path(s.home, "table/turns/000003.txt"), 0, err);
}

/* Digests are in the folder itself. */
static int
put_plain(struct err *err)
{
	const char *path = service_path(s.home, "table/000003.txt");

	return file_mkdirs(service_path(s.home, "table"), 0, err) < 0 ?
	    -1 :
	    file_write(path, s.t.digest.p, s.t.digest.n, err);
}

/* A power cut has left a part of the digest. */
static int
put_half(struct err *err)
{
	return file_write(
	    service_path(s.home, "table/turns/000003.txt"), s.t.digest.p, s.t.digest.n / 2, err);
}

static int
probe_digest(struct err *err)
{
	struct folder f;
	enum folder_found found;

	if (folder_of(&f, service_path(s.home, "table"), s.t.digest.p, s.t.digest.n, err) < 0 ||
	    folder_probe(&f, TURNS, s.t.digest.p, s.t.digest.n, &found, err) < 0)
		return -1;
	EXPECT(cr_expect_eq, found, FOLDER_SAME);
	return 0;
}

static int
find_newest(struct err *err)
{
	struct folder f;
	int64_t n;

	if (folder_of(&f, service_path(s.home, "table"), s.t.digest.p, s.t.digest.n, err) < 0 ||
	    folder_newest(&f, 0, &n, err) < 0)
		return -1;
	EXPECT(cr_expect_eq, n, TURNS);
	return 0;
}

static int
read_folder(struct err *err)
{
	struct buf out = BUF_INIT;
	int result = folder_add(service_path(s.home, "table"), false, &out, err);

	if (result == 0)
		count_digests(&out, 1);
	buf_release(&out);
	return result;
}

static int
read_folder_newest(struct err *err)
{
	struct buf out = BUF_INIT;
	int result = folder_add(service_path(s.home, "table"), true, &out, err);

	if (result == 0)
		count_digests(&out, 1);
	buf_release(&out);
	return result;
}

static int
pick_game(struct err *err)
{
	struct buf found = BUF_INIT;
	int result = active_games_pick(&s.user.u, &found, err);

	if (result == 0)
		EXPECT(cr_expect_str_eq, found.p, dir.p);
	buf_release(&found);
	return result;
}

static int
list_games(struct err *err)
{
	return active_games_list(&s.user.u, TABLE_NOW, err);
}

static int
choose_key(struct err *err)
{
	struct buf key = BUF_INIT;
	int result = key_choice_seat(&s.user.u, &s.t.all, NULL, &key, err);

	if (result == 0)
		EXPECT(cr_expect_str_eq, key.p, "mine");
	buf_release(&key);
	return result;
}

/* RANDOM: it writes other bytes each time, or a line more; ONCE: it is not done again; MAY_BE_STALE: ERR_STALE is an answer, too. */
enum { RANDOM = 1, ONCE = 2, MAY_BE_STALE = 4 };

static const struct deed {
	const char *name;
	int (*act)(struct err *err);
	int (*before[4])(struct err *err); /* done before, without a fault */
	unsigned least;                    /* number of calls that there are at least */
	unsigned how;
} deed[] = {
	{ "read all digests", read_all, { NULL }, 20, 0 },
	{ "read a digest after others", read_newest, { read_all }, 10, 0 },
	{ "read all once more", read_all, { read_all }, 10, 0 },
	{ "read what is saved", read_saved, { read_all }, 4, 0 },
	{ "read the newest that is saved", read_last, { read_all }, 1, 0 },
	{ "say what is missing", miss, { read_newest }, 1, 0 },
	{ "save an order", save_order, { read_all }, 4, RANDOM | ONCE },
	{ "open an order", open_order, { read_all, save_order }, 2, 0 },
	{ "list orders", list_orders, { read_all, save_order }, 1, 0 },
	{ "mark an order as sent", mark_sent, { read_all, save_order }, 4, 0 },
	{ "mark an order as refused", mark_refused, { read_all, save_order, mark_sent }, 4, 0 },
	{ "take the block of an order", take_block, { read_all, save_order }, 2, 0 },
	{ "drop an order", drop_order, { read_all, mark_ready, save_order }, 1,
	    ONCE | MAY_BE_STALE },
	{ "sweep", sweep, { read_all, save_order }, 1, 0 },
	{ "note what was read", note_read, { read_all }, 4, 0 },
	{ "recall what was read", recall_read, { read_all, note_read }, 2, 0 },
	{ "make the folder of receipts", clean_receipts, { NULL }, 1, 0 },
	{ "keep a receipt", keep_receipt, { clean_receipts }, 4, 0 },
	{ "keep a receipt again", keep_receipt, { clean_receipts, keep_receipt }, 2, 0 },
	{ "keep an older receipt", keep_older_receipt, { clean_receipts, keep_receipt }, 2, 0 },
	{ "clean receipts", clean_receipts, { clean_receipts, keep_receipt }, 2, 0 },
	{ "take the receipts of the branch", clean_receipts, { clean_receipts, put_branch }, 6, 0 },
	{ "read receipts", each_receipt, { clean_receipts, keep_receipt }, 2, 0 },
	{ "note what was sent", note_sent, { NULL }, 4, 0 },
	{ "note what was sent again", note_sent, { note_sent }, 2, 0 },
	{ "recall what was sent", recall_sent, { note_sent }, 2, 0 },
	{ "change a setting", set_config, { NULL }, 4, 0 },
	{ "change a setting again", set_config, { set_config }, 4, 0 },
	{ "read the settings", get_config, { set_config }, 2, 0 },
	{ "make a key", make_key, { NULL }, 8, RANDOM | ONCE },
	{ "open a key", open_key, { NULL }, 4, 0 },
	{ "list the keys", list_keys, { NULL }, 1, 0 },
	{ "read a public key", read_card, { NULL }, 2, 0 },
	{ "replace what was sent", mark_again, { note_sent }, 4, RANDOM },
	{ "write a digest", write_digest, { NULL }, 6, 0 },
	{ "write a digest after others", write_digest, { make_folder }, 5, 0 },
	{ "write a digest again", write_digest, { write_digest }, 2, 0 },
	{ "set a file aside", write_digest, { make_folder, put_foreign }, 8, RANDOM },
	{ "set a folder aside", write_digest, { make_folder, put_folder }, 7, RANDOM },
	{ "complete a digest", write_digest, { make_folder, put_half }, 6, 0 },
	{ "look for a digest", probe_digest, { write_digest }, 2, 0 },
	{ "look for the newest digest", find_newest, { write_digest }, 2, 0 },
	{ "read a folder", read_folder, { write_digest }, 3, 0 },
	{ "read the newest of a folder", read_folder_newest, { write_digest }, 3, 0 },
	{ "read digests in a folder", read_folder, { put_plain }, 3, 0 },
	{ "pick the game", pick_game, { read_all }, 1, 0 },
	{ "list the games", list_games, { read_all }, 1, 0 },
	{ "choose a key", choose_key, { read_all }, 2, 0 },
};

static int
shell(struct buf *line)
{
	const int status = system(buf_cstr(line));

	buf_release(line);
	return status;
}

/* Makes `to` a copy of the folder `from`. */
static void
copy_folder(const char *from, const char *to)
{
	struct buf line = BUF_INIT;

	buf_fmt(&line, "rm -rf %s && cp -a %s %s", to, from, to);
	cr_assert_eq(shell(&line), 0, "%s to %s", from, to);
}

/* The files are those that there are where nothing fails. What is encrypted has other bytes each time. */
static void
compare(const struct deed *a, unsigned n)
{
	struct buf line = BUF_INIT;
	const char *want = service_path(s.dir, "after");

	if ((a->how & RANDOM) != 0)
		buf_fmt(&line,
		    "(cd %s && find . | sed s,foreign-.*,, | sort) > %s/want && (cd %s && find . | "
		    "sed s,foreign-.*,, | sort) | cmp -s - "
		    "%s/want",
		    want, s.dir, s.home, s.dir);
	else
		buf_fmt(&line, "diff -r %s %s > /dev/null", want, s.home);
	cr_expect_eq(shell(&line), 0, "%s: other files after call %u failed", a->name, n);
}

/* Does it with this call failing. Returns whether there is such a call. */
static bool
fails_at(const struct deed *a, unsigned n)
{
	struct err err = ERR_INIT;
	int result;
	bool was;

	copy_folder(service_path(s.dir, "before"), s.home);
	calls = 0;
	fail_at = n;
	result = a->act(&err);
	fail_at = 0;
	was = calls >= n;
	cr_expect(result == 0 ||
		(was && err.msg[0] != '\0' &&
		    (err.code == ERR_BUSY ||
			((a->how & MAY_BE_STALE) != 0 && err.code == ERR_STALE))),
	    "%s, call %u: code %d: %s", a->name, n, (int)err.code, err.msg);
	err = (struct err)ERR_INIT;
	if (result < 0 || (a->how & ONCE) == 0)
		cr_expect_eq(a->act(&err), 0, "%s, again after call %u: %s", a->name, n, err.msg);
	compare(a, n);
	return was;
}

static void
set_up(void)
{
	struct player_read r;
	struct receipt refusal = { .game = "k7q2m4xw",
		.seat = "p1",
		.repeated = -1,
		.time = TABLE_NOW,
		.code = "turn",
		.why = "not your turn" };
	struct err err = ERR_INIT;
	struct pubkey card;
	struct order_block b;

	service_open(&s);
	service_play(&s, TURNS);
	table_sign(&s.t, 0, "resign", TURN_ANY, 0, &b);
	cr_assert_eq(parsed_order_from_fields(&order, &b, &err), 0, "%s", err.msg);
	name = (struct signed_order){ .n = TURNS, .seat = "p1", .hash = order.hash };
	table_read(&s.t, 0, &r);
	cr_assert_eq(player_seal(&r, &order.o.b, &block, &err), 0, "%s", err.msg);
	player_read_release(&r);
	cr_assert_eq(receipt_make(&refusal, &order, s.t.host, &s.t.key[0]->pub, &receipt, &err), 0,
	    "%s", err.msg);
	table_sign(&s.t, 0, "vote end yes", TURN_ANY, 0, &b);
	cr_assert_eq(parsed_order_from_fields(&other, &b, &err), 0, "%s", err.msg);
	cr_assert_eq(receipt_make(&refusal, &other, s.t.host, &s.t.key[0]->pub, &older, &err), 0,
	    "%s", err.msg);
	cr_assert_eq(home_folder(s.home, s.t.game, &dir, &err), 0, "%s", err.msg);
	cr_assert_eq(
	    key_make(service_path(s.home, "mine"), "mine", NULL, 1, &card, &err), 0, "%s", err.msg);
	copy_folder(s.home, service_path(s.dir, "empty"));
}

Test(failing, each_call_on_files)
{
	set_up();
	for (size_t i = 0; i < sizeof deed / sizeof deed[0]; i++) {
		const struct deed *a = &deed[i];
		struct err err = ERR_INIT;
		unsigned n = 1;

		copy_folder(service_path(s.dir, "empty"), s.home);
		for (unsigned k = 0; a->before[k] != NULL; k++)
			cr_assert_eq(a->before[k](&err), 0, "%s: %s", a->name, err.msg);
		copy_folder(s.home, service_path(s.dir, "before"));
		cr_assert_eq(a->act(&err), 0, "%s: %s", a->name, err.msg);
		copy_folder(s.home, service_path(s.dir, "after"));
		while (fails_at(a, n))
			n += few_step();
		cr_expect_gt(n, a->least, "%s: %u calls", a->name, n - 1);
	}
	buf_release(&dir);
	buf_release(&block);
	buf_release(&receipt);
	buf_release(&older);
	service_close(&s);
}
