/*
 * Delivery of digests.
 *
 * (D1) A digest is stored, then delivered. If delivery fails, it stays in the outbox and a later
 *      run delivers it: with a folder the digests missing there, else those that no order has named
 *      as its head.
 */
#include "service/deliver.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "service/rollback_check.h"
#include "record/folder.h"
#include "wire/report.h"
#include "util/mem.h"

struct outbox {
	struct table_run *run;
	const char *dir;
	int64_t held; /* `dir` contains this digest, or -1: unknown */
};

static void
report_line(void *arg, const char *line)
{
	output_say(((struct table_run *)arg)->user->out, "%s", line);
}

/* Sets *f to the folder for digests of this game. */
static int
folder_for(struct table_run *run, const char *dir, const struct buf *text, struct folder *f,
    struct err *err)
{
	if (folder_of(f, dir, buf_cstr(text), text->n, err) < 0)
		return err_wrap(err, "%s", run->path != NULL ? run->path : dir);
	f->report = report_line;
	f->arg = run;
	return 0;
}

/* Prints the line "DIR/turns/000042.txt" for people. */
static void
name_file(const struct output *o, const char *dir, int64_t n)
{
	struct buf *out = print_human_buf(o->print);

	if (out == NULL)
		return;
	folder_file(dir, n, out);
	buf_chr(out, '\n');
}

int
deliver_file(
    struct table_run *run, const char *dir, int64_t n, const struct buf *text, struct err *err)
{
	struct folder f;

	if (folder_for(run, dir, text, &f, err) < 0 ||
	    folder_write(&f, n, text->p, text->n, err) < 0)
		return -1;
	name_file(run->user->out, dir, n);
	return 0;
}

/* Returns 1 if the folder contains digest n, 0 if not, or -1. */
static int
has(const struct outbox *box, int64_t n, const struct buf *text, struct err *err)
{
	enum folder_found found;
	struct folder f;

	if (folder_for(box->run, box->dir, text, &f, err) < 0 ||
	    folder_probe(&f, n, text->p, text->n, &found, err) < 0)
		return -1;
	return found == FOLDER_SAME;
}

/* Writes a digest that an earlier run left. */
static int
write_older(void *arg, int64_t n, struct err *err)
{
	const struct outbox *box = arg;
	struct buf text = BUF_INIT;
	int there = 1, result = 0;

	if (n != box->held) {
		result = host_text(box->run->host, &n, &text, err);
		there = result < 0 ? -1 : has(box, n, &text, err);
	}
	if (there == 0)
		result = deliver_file(box->run, box->dir, n, &text, err);
	buf_release(&text);
	if (result < 0 || there < 0)
		return -1;
	box->run->delivered = n;
	return 0;
}

/* Writes digest n, made by this run. */
static int
write_new(
    struct table_run *run, const char *dir, int64_t n, const struct host_result *r, struct err *err)
{
	struct buf text = BUF_INIT;
	int result;

	if (r->first_n == r->n)
		return deliver_file(run, dir, n, &r->digest, err);
	result = host_text(run->host, &n, &text, err);
	if (result == 0)
		result = deliver_file(run, dir, n, &text, err);
	buf_release(&text);
	return result;
}

int
deliver_made(
    struct table_run *run, const char *dir, bool hold, const struct host_result *r, struct err *err)
{
	int result = 0;

	if (!hold)
		rollback_check_note_made(run, r->n, r->head);
	if (r->note.n > 0)
		output_say(run->user->out, "%s", r->note.p);
	if (dir != NULL) {
		for (int64_t n = r->first_n; n <= r->n && result == 0; n++)
			result = write_new(run, dir, n, r, err);
		if (result == 0 && !hold && run->delivered < r->n)
			run->delivered = r->n;
		if (result < 0) {
			(void)err_wrap(err, "it is done, but not every digest is delivered");
			err->code = ERR_BUSY;
			err_hint(err,
			    "the next run with --out %s delivers, or: adit digest %s "
			    "--undelivered --out %s",
			    dir, run->path, dir);
		}
	} else if (!run->user->out->json) {
		buf_add(run->user->out->print->out, r->digest.p, r->digest.n);
	}
	output_flush(run->user->out);
	return result;
}

/* Checks that the key is the host's: players would refuse digests of another key, and the game
 * would be stuck. Warns if the clock is before the newest digest. */
static int
check_key(const struct table_run *run, struct err *err)
{
	struct buf text = BUF_INIT;
	struct digest_layout t;
	struct digest *d = mem_new(sizeof *d);
	char host[SIGN_TEXT + 1], mine[SIGN_TEXT + 1], game[ORDER_BLOCK_GAME_MAX + 1];
	struct hash hash;
	int64_t n = -1;
	int result = -1;

	if (host_digest_parts(run->host, &n, &text, &t, &hash, err) < 0) {
		result = -1;
	} else if (digest_host(text.p, &t, host, game, &n, err) < 0 ||
	    digest_parse_header(run->user->games, text.p, &t, d, err) < 0) {
		result = err_set(
		    err, ERR_CORRUPT, "%s: its newest digest cannot be read", run->path);
	} else {
		pubkey_sign_text(&run->user->key->pub, mine);
		result = strcmp(host, mine) == 0 ?
		    0 :
		    err_set(err, ERR_AUTH, "key %s is not the host's key of game %s",
			buf_cstr(&run->user->key_name), game);
	}
	if (result == 0 && report_clock_is_behind(d, run->user->now))
		output_say(run->user->out,
		    "warning: the clock is %" PRId64 " days before digest %" PRId64
		    ", whose time the next one gets",
		    (d->time - run->user->now) / DAY_S, n);
	buf_release(&text);
	free(d);
	return result;
}

static int
begin(struct table_run *run, bool makes, const char *dir, struct err *err)
{
	struct outbox box = { .run = run, .dir = dir, .held = -1 };

	run->delivered = -1;
	if ((makes && (check_key(run, err) < 0 || host_read_keys(run->host, err) < 0)) ||
	    (dir != NULL && folder_make(dir, err) < 0) ||
	    rollback_check_folder(run, dir, &box.held, err) < 0)
		return -1;
	return dir != NULL ? host_each_undelivered(run->host, write_older, &box, err) : 0;
}

/* Runs begin() in one read transaction. */
static int
begin_at_once(struct table_run *run, bool makes, const char *dir, struct err *err)
{
	int result = host_read_begin(run->host, err);

	if (result == 0) {
		result = begin(run, makes, dir, err);
		host_read_end(run->host);
	}
	return result;
}

int
deliver_left(struct table_run *run, const char *dir, struct err *err)
{
	return begin_at_once(run, false, dir, err);
}

int
deliver_begin(struct table_run *run, const char *dir, struct err *err)
{
	return begin_at_once(run, true, dir, err);
}

int
deliver_take(struct table_run *run, const char *dir, bool hold, const struct parsed_order *order,
    struct order_outcome *x, struct host_result *r, struct err *err)
{
	int64_t known = hold ? -1 : run->delivered;

	*r = (struct host_result){ .n = -1 };
	if (dir == NULL && !hold && host_find(run->host, order->o.b.head, &known, err) < 0)
		return -1;
	return intake_take(
	    run->host, run->user->key, order, run->user->now, known, NULL, x, r, err);
}

int
deliver_act(
    struct table_run *run, const char *dir, deliver_make *make, const void *arg, struct err *err)
{
	struct host_result r;
	int result;

	if (deliver_begin(run, dir, err) < 0 || make(run, arg, run->delivered, &r, err) < 0)
		return -1;
	result = deliver_made(run, dir, false, &r, err);
	if (run->user->out->json)
		buf_add(run->user->out->print->out, r.json.p, r.json.n);
	host_result_release(&r);
	return result;
}
