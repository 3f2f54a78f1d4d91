/*
 * Finds orders in frames.
 *
 * (K1) Work is bounded by the size of the frames and by MAIL_ORDERS_STANZAS_MAX operations with the
 *      key.
 * (K2) A decrypted order is wiped after its callback.
 */
#include "mail/orders.h"

#include <stdlib.h>
#include <string.h>

#include "mail/html.h"
#include "record/order_scan.h"
#include "record/receipt.h"
#include "seal/age.h"
#include "seal/minisign.h"
#include "util/lines.h"
#include "util/mem.h"

struct seen {
	struct hash *at;
	size_t n;
};

struct picking {
	struct mail_orders *p;
	const struct mail_message *message;
	struct order_scan in;
	struct seen orders, files;
	struct hash file; /* the last age file that was opened */
	unsigned stanzas;
	bool is_over; /* `each` has returned 1 */
};

/* Adds the hash. Returns false if it was there. */
static bool
is_new(struct seen *seen, const struct hash *hash)
{
	for (size_t i = 0; i < seen->n; i++)
		if (memcmp(seen->at[i].b, hash->b, HASH_BYTES) == 0)
			return false;
	GROW(seen->at, seen->n);
	seen->at[seen->n++] = *hash;
	return true;
}

/* Returns the number of stanzas in an acceptable header, or -1. */
static int
count_stanzas(const char *p, size_t n)
{
	struct lines l = { p, n < MAIL_ORDERS_HEADER_MAX ? n : MAIL_ORDERS_HEADER_MAX, 0, 1 };
	struct slice line;
	int count = 0;

	while (lines_next(&l, &line.s, &line.n)) {
		if (slice_starts(line, "-> scrypt"))
			return -1;
		if (slice_starts(line, "---"))
			return count > 0 ? count : -1;
		count += slice_starts(line, "-> ");
	}
	return -1;
}

static bool
count_opening(void *arg, const void *file, size_t n)
{
	struct picking *pk = arg;
	struct hash hash;
	int stanzas = count_stanzas(file, n);

	if (stanzas < 0 || pk->stanzas + (unsigned)stanzas > MAIL_ORDERS_STANZAS_MAX) {
		pk->p->n_shut++;
		return false;
	}
	hash = receipt_sealed_hash(file, n);
	if (!is_new(&pk->files, &hash)) /* (K1) every file has a stanza, so the list is short */
		return false;
	pk->stanzas += (unsigned)stanzas;
	pk->file = hash;
	return true;
}

/* Returns 0; -1 if `each` stopped, or with *err. */
static int
pass_order(struct picking *pk, const struct parsed_order *order, bool is_sealed, struct err *err)
{
	struct orders_candidate c = { order, is_sealed, .file = pk->file };
	int result;

	if (!is_new(&pk->orders, &order->hash))
		return 0;
	pk->p->n++;
	result = pk->p->each(pk->p->arg, &c, err);
	pk->is_over = result > 0;
	return result == 0 ? 0 : -1;
}

static int
found(void *arg, const struct parsed_order *order, struct err *err)
{
	struct picking *pk = arg;

	if (order != NULL)
		return pass_order(pk, order, pk->in.is_sealed, err);
	pk->p->n_bad++;
	/* Nothing in clear may say what is wrong with a sealed order. */
	if (err->code == ERR_AUTH && !pk->in.is_sealed)
		pk->p->n_unsigned++;
	return 0;
}

static int
scan_text(struct picking *pk, const char *s, size_t n, struct err *err)
{
	struct err none = ERR_INIT; /* ignored: the text has no order, or invalid ones */
	int result = order_scan_read(
	    &pk->in, s, n < ORDER_BLOCK_INPUT_MAX ? n : ORDER_BLOCK_INPUT_MAX, &none);

	if (pk->in.n_quoted == 0) /* else these are the views of that digest */
		pk->p->n_shut += pk->in.n_shut;
	pk->p->n_cut += pk->in.n_cut;
	pk->p->n_unsigned += pk->in.n_bare;
	if (n > ORDER_BLOCK_INPUT_MAX)
		pk->p->unread |= 1u << MAIL_UNREAD_SIZE;
	if (result < 0)
		*err = none;
	return result < 0 ? -1 : 0;
}

/* ---- pairs ---------------------------------------------------------------------------------------- */

static struct slice
frame_text(const struct mail_message *message, const struct frame *f)
{
	return (struct slice){ buf_cstr(&message->out) + f->bytes.at, f->bytes.n };
}

static bool
frame_begins(const struct frame *f, const struct mail_message *message, const char *begin)
{
	return f->kind == FRAME_TEXT && slice_starts(frame_text(message, f), begin);
}

/* Finds the first signature, in a text of its own, whose trusted comment is that of the order. */
static bool
find_sig(const struct picking *pk, struct order_block *b)
{
	bool is_found = false;

	for (size_t i = 0; i < pk->message->count && !is_found; i++) {
		struct slice text = frame_text(pk->message, &pk->message->frames[i]);
		struct err none = ERR_INIT;
		struct minisign_sig sig;
		char comment[1024];

		if (!frame_begins(&pk->message->frames[i], pk->message, "untrusted comment:") ||
		    minisign_file_parse(text.s, text.n, &sig, comment, &none) < 0 ||
		    !order_block_comment_fits(b, comment))
			continue;
		memcpy(b->sig, sig.b, sizeof b->sig);
		b->has_sig = is_found = true;
	}
	return is_found;
}

/* Reads a canonical text in a part of its own; empty lines after it are allowed. */
static int
read_pair(struct picking *pk, const struct frame *f, struct err *err)
{
	struct slice text = frame_text(pk->message, f);
	struct parsed_order *order = mem_new(sizeof *order);
	struct err none = ERR_INIT;
	int result = 0;

	while (text.n > 1 && text.s[text.n - 1] == '\n' && text.s[text.n - 2] == '\n')
		text.n--;
	if (parsed_order_parse(order, text.s, text.n, &none) == 0 && find_sig(pk, &order->o.b))
		result = pass_order(pk, order, false, err);
	else
		result = scan_text(pk, frame_text(pk->message, f).s, f->bytes.n, err);
	free(order);
	return result;
}

/* ---- all of it ------------------------------------------------------------------------------------ */

static bool
is_pair(const struct mail_message *message, const struct frame *f)
{
	const struct slice text = frame_text(message, f);

	return f->kind == FRAME_TEXT && order_block_is_canonical(text.s, text.n);
}

static int
read_frames_of(struct picking *pk, enum frame_kind kind, struct err *err)
{
	int result = 0;

	for (size_t i = 0; i < pk->message->count && result == 0; i++) {
		const struct frame *f = &pk->message->frames[i];
		struct slice text = frame_text(pk->message, f);

		struct buf plain = BUF_INIT;

		if (f->kind != kind || is_pair(pk->message, f))
			continue;
		if (kind == FRAME_HTML) {
			html_text(text.s, text.n, &plain);
			text = (struct slice){ buf_cstr(&plain), plain.n };
		}
		result = scan_text(pk, text.s, text.n, err);
		buf_release(&plain);
	}
	return result;
}

int
mail_orders_read(struct mail_orders *p, const struct mail_message *message, struct err *err)
{
	struct picking pk = { .p = p, .message = message };
	int result = 0;

	p->n = p->n_bad = p->n_shut = p->n_cut = p->n_unsigned = 0;
	p->whole = message->whole;
	p->unread = message->unread;
	pk.in = (struct order_scan){
		.key = p->key, .opens = count_opening, .each = found, .arg = &pk
	};
	for (size_t i = 0; i < message->count && result == 0; i++)
		if (is_pair(message, &message->frames[i]))
			result = read_pair(&pk, &message->frames[i], err);
	if (result == 0)
		result = read_frames_of(&pk, FRAME_AGE, err);
	if (result == 0)
		result = read_frames_of(&pk, FRAME_TEXT, err);
	if (result == 0 && p->n == 0)
		result = read_frames_of(&pk, FRAME_HTML, err);
	free(pk.orders.at);
	free(pk.files.at);
	return pk.is_over ? 0 : result;
}
