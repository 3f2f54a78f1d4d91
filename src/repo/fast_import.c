/* The commits of a table. */
#include "repo/fast_import.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "show/front_page.h"
#include "draw/draw.h"
#include "record/receipt_folder.h"
#include "util/mem.h"

struct stream {
	const struct user *u;
	const struct fast_import *what;
	struct host *host;
	struct front_page *page;
	struct digest *d; /* another digest than that of the page */
	int64_t newest;
};

static void
put_data(const char *p, size_t n, struct buf *out)
{
	buf_fmt(out, "data %zu\n", n);
	buf_add(out, p, n);
	buf_chr(out, '\n');
}

static void
put_file(const char *path, const char *p, size_t n, struct buf *out)
{
	buf_fmt(out, "M 100644 inline %s\n", path);
	put_data(p, n, out);
}

/* Author and date come from the digest, so every machine makes the same commit. */
static void
put_commit(const char *branch, int64_t mark, const struct digest *d, const struct buf *message,
    const char *on, struct buf *out)
{
	buf_fmt(out,
	    "commit refs/adit/%s\nmark :%" PRId64 "\ncommitter adit <%s@adit> %" PRId64 " +0000\n",
	    branch, mark, d->game, d->time);
	put_data(buf_cstr(message), message->n, out);
	if (on != NULL)
		buf_fmt(out, "from %s\n", on);
}

static void
put_turn(int64_t n, const struct buf *text, struct buf *out)
{
	char path[32];

	(void)snprintf(path, sizeof path, "turns/%06" PRId64 ".txt", n);
	put_file(path, buf_cstr(text), text->n, out);
}

static int
put_all_turns(const struct stream *s, int64_t last, struct buf *out, struct err *err)
{
	struct buf text = BUF_INIT;
	int result = 0;

	buf_str(out, "D turns\n");
	for (int64_t n = 0; n <= last && result == 0; n++) {
		buf_clear(&text);
		result = host_text(s->host, &n, &text, err);
		if (result == 0)
			put_turn(n, &text, out);
	}
	buf_release(&text);
	return result;
}

static void
put_picture(void *arg, const char *path, const struct buf *text)
{
	put_file(path, text->p, text->n, arg);
}

/* Writes the constant files. */
static int
put_frame(const struct stream *s, struct buf *out, struct err *err)
{
	const struct digest *d = front_page_last(s->page);
	static const char attributes[] = "* -text\n";
	struct buf card = BUF_INIT;
	struct pubkey host;

	if (pubkey_sign_parse(d->host_sign, strlen(d->host_sign), &host) < 0 ||
	    pubkey_box_parse(d->host_age, strlen(d->host_age), &host) < 0)
		return err_set(err, ERR_CORRUPT, "digest %" PRId64 " has no host's keys", d->n);
	pubkey_text(&host, "host", &card);
	put_file("host.pub", buf_cstr(&card), card.n, out);
	put_file(".gitattributes", attributes, sizeof attributes - 1, out);
	front_page_pictures(s->page, put_picture, out);
	buf_release(&card);
	return 0;
}

/* Writes the commit of the digest that was added last. */
static int
put_digest(const struct stream *s, const struct buf *text, struct err *err)
{
	const struct fast_import *what = s->what;
	const struct digest *d = front_page_last(s->page);
	struct buf *out = s->u->out->print->out;
	struct buf message = BUF_INIT, readme = BUF_INIT, board = BUF_INIT;
	int result = 0;

	if (what->mend)
		buf_fmt(&message, "%" PRId64 ": main is again what it was\n", d->n);
	else
		front_page_message(s->page, &message);
	put_commit("new", d->n + 1, d, &message, d->n == what->at ? what->on : NULL, out);
	if (what->mend)
		result = put_all_turns(s, d->n, out, err);
	else
		put_turn(d->n, text, out);
	front_page_readme(s->page, &readme);
	put_file("README.md", readme.p, readme.n, out);
	if (front_page_board(s->page, &board))
		put_file(FRONT_PAGE_BOARD, board.p, board.n, out);
	if (result == 0 && (what->mend || d->n == 0))
		result = put_frame(s, out, err);
	buf_release(&message);
	buf_release(&readme);
	buf_release(&board);
	output_flush(s->u->out);
	return result;
}

/* Adds digest n to the page. */
static int
add_to_page(struct stream *s, int64_t n, struct buf *text, struct err *err)
{
	struct digest_layout t;
	struct hash head;

	buf_clear(text);
	return host_digest_parts(s->host, &n, text, &t, &head, err) < 0 ?
	    -1 :
	    front_page_add(s->page, s->u->games, text->p, &t, &head, err);
}

/* Sets *round to the round of digest n. */
static int
round_of(const struct stream *s, int64_t n, unsigned *round, struct err *err)
{
	int result = host_digest(s->host, n, s->d, NULL, NULL, err);

	*round = s->d->pub.known.round;
	return result;
}

/* Finds the first digest that the page needs: the last one before this round, since the end of
 * that round is shown, or the first one whose news are shown, whichever is earlier. */
static int
find_start(const struct stream *s, int64_t *start, struct err *err)
{
	int64_t at = s->what->at <= s->newest ? s->what->at : s->newest;
	int64_t low = 0, high = at; /* the first digest of the round is in this range */
	unsigned round, other;
	int result;

	*start = 0;
	if (at <= FRONT_PAGE_NEWS)
		return 0; /* needs all */
	result = round_of(s, at, &round, err);
	while (low < high && result == 0) {
		int64_t middle = low + (high - low) / 2;

		result = round_of(s, middle, &other, err);
		if (other < round)
			low = middle + 1;
		else
			high = middle;
	}
	*start = low - 1 < at - FRONT_PAGE_NEWS ? low - 1 : at - FRONT_PAGE_NEWS;
	return result;
}

static int
put_digests(struct stream *s, struct err *err)
{
	int64_t last = s->what->mend ? s->what->at : s->newest, start;
	struct buf text = BUF_INIT;
	int result = find_start(s, &start, err);

	/* Only digest 0 has the names of people. */
	if (result == 0)
		result = add_to_page(s, 0, &text, err);
	if (result == 0 && s->what->at == 0)
		result = put_digest(s, &text, err);
	for (int64_t n = start > 1 ? start : 1; n <= last && result == 0; n++) {
		result = add_to_page(s, n, &text, err);
		if (result == 0 && n >= s->what->at)
			result = put_digest(s, &text, err);
	}
	buf_release(&text);
	return result;
}

static int
put_receipt(void *arg, const char *name, const struct buf *text, struct err *err)
{
	(void)err;
	put_file(name, buf_cstr(text), text->n, arg);
	return 0;
}

static int
put_receipts(struct stream *s, struct err *err)
{
	struct buf *out = s->u->out->print->out;
	struct buf message = BUF_INIT;
	int result = host_digest(s->host, -1, s->d, NULL, NULL, err);

	if (result == 0) {
		buf_str(&message, "Receipts of orders that were refused\n");
		put_commit("receipts", FAST_IMPORT_RECEIPTS, s->d, &message, NULL, out);
		result = receipts_each(s->what->receipts, put_receipt, out, err);
	}
	buf_release(&message);
	return result;
}

int
fast_import_on(const char *on, struct err *err)
{
	size_t n = on != NULL ? strlen(on) : 40;

	if ((n == 40 || n == 64) && (on == NULL || strspn(on, "0123456789abcdef") == n))
		return 0;
	return err_set(err, ERR_USAGE, "--on takes the name of an object, not \"%s\"", on);
}

int
fast_import_write(
    const struct user *u, struct host *host, const struct fast_import *what, struct err *err)
{
	struct stream s = { .u = u, .what = what, .host = host, .newest = -1 };
	struct buf text = BUF_INIT;
	int result;

	s.page = front_page_new(NULL, output_style(u->out) & DRAW_ASCII);
	s.d = mem_new(sizeof *s.d);
	result = host_text(s.host, &s.newest, &text, err);
	if (result == 0 && what->mend && what->at > s.newest)
		result = err_set(err, ERR_NOT_FOUND,
		    "there is no digest %" PRId64 ": the newest is %" PRId64, what->at, s.newest);
	if (result == 0 && what->at <= s.newest)
		result = put_digests(&s, err);
	if (result == 0 && what->receipts != NULL)
		result = put_receipts(&s, err);
	if (result == 0)
		buf_str(u->out->print->out, "done\n");
	front_page_free(s.page);
	free(s.d);
	buf_release(&text);
	return result;
}
