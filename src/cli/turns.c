/* Digests in files and folders: find, write, verify. */
#include "cli/turns.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/keys.h"
#include "games/games.h"
#include "cli/pins.h"
#include "util/lines.h"
#include "wire/report.h"
#include "util/file.h"
#include "util/mem.h"
#include "util/utf8.h"

enum { INPUT_MAX = 256 << 20 };

void
turns_file(const char *dir, int64_t n, struct buf *out)
{
	buf_fmt(out, "%s/turns/%06" PRId64 ".txt", dir, n);
}

int
turns_folder(const char *dir, struct err *err)
{
	struct buf path = BUF_INIT;
	int result;

	buf_fmt(&path, "%s/turns", dir);
	result = file_mkdirs(path.p, 0, err);
	buf_release(&path);
	return result;
}

/* 1: the file holds exactly this; 0: it is not there, or a power cut has left only the beginning;
 * -1: it holds something else. */
static int
compare(const char *file, const char *text, size_t len)
{
	struct buf old = BUF_INIT;
	struct err why = ERR_INIT;
	int result;

	if (file_read(file, len, &old, &why) < 0)
		result = why.code == ERR_NOT_FOUND ? 0 : -1;
	else if (memcmp(buf_cstr(&old), text, old.n) != 0) /* file_read: old.n <= len */
		result = -1;
	else
		result = old.n == len;
	buf_release(&old);
	return result;
}

bool
turns_has(const char *dir, int64_t n, const char *text, size_t len)
{
	struct buf file = BUF_INIT;
	bool has;

	turns_file(dir, n, &file);
	has = compare(file.p, text, len) == 1;
	buf_release(&file);
	return has;
}

int
turns_write(const char *dir, int64_t n, const char *text, size_t len, struct err *err)
{
	struct buf file = BUF_INIT;
	int result = 0, there;

	turns_file(dir, n, &file);
	there = compare(file.p, text, len);
	if (there < 0) {
		err_set(err, ERR_CREATE, "%s is there and is not this digest", file.p);
		result = err_hint(err, "is %s the folder of another game?", dir);
	} else if (there == 0) {
		result = turns_folder(dir, err);
		if (result == 0)
			result = file_write_again(file.p, text, len, err);
	}
	buf_release(&file);
	return result;
}

/* ---- collecting ----------------------------------------------------------------------------- */

struct numbers {
	size_t n;
	int64_t *at;
};

static int
number_order(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

/* The numbers of the files 000042.txt in a folder, sorted; none if it cannot be listed. */
static void
list_numbers(const char *dir, struct numbers *out)
{
	DIR *d = opendir(dir);

	*out = (struct numbers){ 0, NULL };
	if (d == NULL)
		return;
	for (struct dirent *e = readdir(d); e != NULL; e = readdir(d)) {
		size_t digits = strspn(e->d_name, "0123456789");

		if (digits != 6 || strcmp(e->d_name + digits, ".txt") != 0)
			continue;
		out->at = mem_grow(out->at, (out->n + 1) * sizeof *out->at);
		out->at[out->n++] = strtoll(e->d_name, NULL, 10);
	}
	(void)closedir(d); /* only read from */
	if (out->n > 0)
		qsort(out->at, out->n, sizeof *out->at, number_order);
}

static int
collect_file(const char *file, struct buf *out, struct err *err)
{
	if (file_read(file, INPUT_MAX, out, err) < 0)
		return -1;
	if (out->n > INPUT_MAX)
		return err_set(err, ERR_SYNTAX, "more input than any game's digests");
	if (out->n > 0 && out->p[out->n - 1] != '\n')
		buf_chr(out, '\n');
	return 0;
}

static int
collect_folder(const char *dir, bool newest, struct buf *out, struct err *err)
{
	struct numbers numbers;
	struct buf base = BUF_INIT, file = BUF_INIT;
	int result = 0;

	buf_fmt(&base, "%s/turns", dir);
	list_numbers(base.p, &numbers);
	if (numbers.n == 0) {
		buf_clear(&base);
		buf_str(&base, dir);
		free(numbers.at);
		list_numbers(dir, &numbers);
	}
	if (numbers.n == 0) {
		err_set(err, ERR_NOT_FOUND, "no digests in folder %s", dir);
		result = err_hint(
		    err, "they are called 000000.txt, 000001.txt ..., there or in turns/");
	}
	for (size_t i = newest && numbers.n > 0 ? numbers.n - 1 : 0; i < numbers.n && result == 0;
	     i++) {
		buf_clear(&file);
		buf_fmt(&file, "%s/%06" PRId64 ".txt", base.p, numbers.at[i]);
		result = collect_file(file.p, out, err);
	}
	free(numbers.at);
	buf_release(&base);
	buf_release(&file);
	return result;
}

static bool
is_folder(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

int
turns_collect(int argc, char **argv, bool newest, struct buf *out, struct err *err)
{
	if (argc == 0 && !isatty(STDIN_FILENO))
		return collect_file("-", out, err);
	if (argc == 0) {
		if (is_folder("turns"))
			return collect_folder("turns", newest, out, err);
		err_set(err, ERR_USAGE, "which digest?");
		return err_hint(err, "name a file or a folder, or - for standard input");
	}
	for (int i = 0; i < argc; i++) {
		if (is_folder(argv[i]) ? collect_folder(argv[i], newest, out, err) < 0 :
					 collect_file(argv[i], out, err) < 0)
			return -1;
	}
	return 0;
}

int
turns_acted_on(const char *digest, struct buf *out, struct err *err)
{
	static char here[] = "turns";
	char *dir[] = { here };
	struct buf name = BUF_INIT;
	int result;

	if (digest == NULL && access(here, F_OK) < 0) {
		err_set(err, ERR_USAGE, "an order needs the digest it acts on");
		return err_hint(err, "name it with -d DIGEST");
	}
	if (digest != NULL) {
		buf_str(&name, digest);
		dir[0] = name.p;
	}
	result = turns_collect(1, dir, true, out, err);
	buf_release(&name);
	return result;
}

int
turns_put_order(const struct ctx *ctx, const struct player_read *r, const struct block *b,
    bool clear, struct err *err)
{
	struct buf out = BUF_INIT;
	int result = 0;

	if (clear)
		block_text(b, &out);
	else
		result = player_seal(r, b, &out, err);
	if (result == 0 && ctx->json) {
		struct buf json = BUF_INIT;

		report_order_json(b, 1, out.p, &json);
		ctx_put(ctx, json.p, json.n);
		buf_release(&json);
	} else if (result == 0) {
		ctx_put(ctx, out.p, out.n);
	}
	buf_wipe(&out);
	return result;
}

/* ---- verifying ------------------------------------------------------------------------------ */

/* Load the pins of the game that the first digest claims to be of, and the host to insist on. */
static int
load_pins(const struct buf *text, const char *host_file, struct pins *pins, struct err *err)
{
	struct digest_text t;
	char host_sign[SIGN_TEXT + 1], game[BLOCK_GAME_MAX + 1];
	int64_t n;
	size_t at = 0;
	struct pubkey host;

	/* What is no digest at all is player_read's to explain. */
	if (digest_next(buf_cstr(text), text->n, &at, &t, err) <= 0 ||
	    digest_host(text->p, &t, host_sign, game, &n, err) < 0) {
		err->code = ERR_NONE;
		return 0;
	}
	if (pins_load(pins, game, err) < 0)
		return -1;
	if (host_file != NULL) {
		if (keys_card(host_file, &host, err) < 0)
			return -1;
		pubkey_sign_text(&host, host_sign);
		return pins_note_host(pins, host_sign, err);
	}
	return 0;
}

/* The host's signature says who wrote it, not that it may go to a terminal. */
static int
check_shown(const char *text, const struct span *span, int64_t n, struct err *err)
{
	struct lines l = { text, span->at + span->n, span->at, 1 };
	const char *p;
	size_t len;

	while (lines_next(&l, &p, &len)) {
		if (!utf8_is_clean(p, len))
			return err_set_line(err, ERR_SYNTAX, l.line - 1,
			    "digest %" PRId64 " holds control characters", n);
	}
	return 0;
}

/* Everything in r->text has been verified: may it be shown?  Then remember it. */
static int
note_all(const struct ctx *ctx, struct pins *pins, const struct player_read *r, struct err *err)
{
	struct digest_text t;
	size_t at = 0;
	struct err trouble = ERR_INIT;

	if (pins_note_host(pins, r->d.host_sign, err) < 0)
		return -1;
	while (digest_next(r->text.p, r->text.n, &at, &t, err) > 0) {
		char host_sign[SIGN_TEXT + 1], game[BLOCK_GAME_MAX + 1];
		struct hash hash = digest_hash(r->text.p + t.signed_part.at, t.signed_part.n);
		int64_t n;

		if (digest_host(r->text.p, &t, host_sign, game, &n, err) < 0 ||
		    check_shown(r->text.p, &t.signed_part, n, err) < 0 ||
		    pins_note(pins, n, &hash, err) < 0)
			return -1;
	}
	pins_note_leaves(pins, &r->leaves);
	if (pins_save(pins, &trouble) < 0)
		ctx_say(ctx, "warning: what was seen is not remembered: %s", trouble.msg);
	return 0;
}

int
turns_verify(const struct ctx *ctx, const struct buf *text, const char *host_file,
    const struct secret *me, struct buf *proof, struct player_read *r, struct err *err)
{
	struct buf clean = BUF_INIT;
	struct pins pins;
	int result;

	memset(r, 0, sizeof *r);
	memset(&pins, 0, sizeof pins);
	digest_clean(buf_cstr(text), text->n, &clean);
	result = load_pins(&clean, host_file, &pins, err);
	pins.player.leaves = &pins.leaves;
	pins.player.proof = proof;
	if (result == 0)
		result = player_read(
		    r, rules_all, buf_cstr(&clean), clean.n, &pins.player, me, err);
	if (result == 0 && r->has_view)
		result = check_shown(r->plain.p, &r->sp.signed_part, r->d.n, err);
	if (result == 0)
		result = note_all(ctx, &pins, r, err);
	pins_release(&pins);
	buf_release(&clean);
	return result;
}
