/* Receipts: made and parsed; equal lengths where required. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "mail/keys.h"
#include "record/receipt.h"
#include "seal/age.h"
#include "seal/minisign.h"
#include "util/mem.h"
#include "wire/digest.h"

TestSuite(receipt, .init = make_keys, .fini = free_keys);

/* Makes a text of n times c. */
static const char *
long_text(char c, size_t n, char out[static ORDER_BLOCK_DO_MAX + ERR_MSG_MAX])
{
	memset(out, c, n);
	out[n] = '\0';
	return out;
}

/* Makes the host's answer to an order. */
static void
make(struct receipt *r, const char *doing, const char *why, const char *hint, struct buf *out)
{
	struct order_block b = { .game = "k7q2m4xw", .seat = "anna", .turn = 17, .seq = 1 };
	struct parsed_order *order = mem_new(sizeof *order);
	struct err err = ERR_INIT;

	for (const char *p = doing; *p != '\0'; p += strlen(b.doing[b.n_do++]))
		(void)snprintf(b.doing[b.n_do], sizeof b.doing[0], "%s", p);
	cr_assert_eq(parsed_order_from_fields(order, &b, &err), 0, "%s", err.msg);
	(void)snprintf(r->why, sizeof r->why, "%s", why);
	(void)snprintf(r->hint, sizeof r->hint, "%s", hint);
	cr_assert_eq(receipt_make(r, order, host, &anna->pub, out, &err), 0, "%s", err.msg);
	free(order);
}

static struct receipt
blank(bool is_sealed, int64_t repeated)
{
	return (struct receipt){ .game = "k7q2m4xw",
		.seat = "anna",
		.is_sealed = is_sealed,
		.repeated = repeated,
		.time = 1763747534,
		.code = "not-found" };
}

/* Parses everything and compares. */
static void
check(const char *name, const struct receipt *want, const struct buf *text)
{
	struct receipt_spans sp;
	struct receipt r;
	struct err err = ERR_INIT;
	size_t at = 0;

	cr_assert_eq(receipt_next(text->p, text->n, &at, &sp, &err), 1, "%s: %s", name, err.msg);
	cr_expect_eq(at, text->n, "%s: all of it", name);
	cr_assert_eq(
	    receipt_verify(text->p, &sp, &host->pub, &r, &err), 0, "%s: %s", name, err.msg);
	if (want->is_sealed) {
		cr_expect_eq(r.why[0], '\0', "%s: why not is sealed", name);
		cr_assert_eq(
		    receipt_open(text->p, &sp, anna, &r, &err), 0, "%s: %s", name, err.msg);
		cr_expect_str_eq(r.text, want->text, "%s", name);
		cr_expect_arr_eq(r.sealed_order, want->sealed_order, HASH_BYTES, "%s", name);
		cr_expect_eq(receipt_open(text->p, &sp, host, &r, &err), -1, "%s", name);
		cr_expect_eq(err.code, ERR_NOT_FOUND, "%s: not for another", name);
	}
	cr_expect_arr_eq(r.order, want->order, HASH_BYTES, "%s", name);
	cr_expect_eq(r.repeated, want->repeated, "%s", name);
	cr_expect_eq(r.time, want->time, "%s", name);
	cr_expect_str_eq(r.why, want->repeated < 0 ? want->why : "", "%s", name);
	cr_expect_str_eq(r.hint, want->repeated < 0 ? want->hint : "", "%s", name);
}

Test(receipt, what_is_made_is_read)
{
	static const struct row {
		const char *name;
		bool is_sealed;
		int64_t repeated;
		const char *why, *hint;
	} row[] = {
		{ "refused in clear", false, -1, "not your turn", "wait" },
		{ "without a hint", false, -1, "not your turn", "" },
		{ "refused, sealed", true, -1, "not your turn", "wait" },
		{ "repeated", false, 0, "", "" },
		{ "repeated, sealed", true, 1234567890, "", "" },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct receipt r = blank(row[i].is_sealed, row[i].repeated);
		struct buf text = BUF_INIT;

		make(&r, "pass", row[i].why, row[i].hint, &text);
		check(row[i].name, &r, &text);
		buf_release(&text);
	}
}

Test(receipt, a_sealed_one_has_one_length_whatever_it_says)
{
	char doing[ORDER_BLOCK_DO_MAX + ERR_MSG_MAX], why[ORDER_BLOCK_DO_MAX + ERR_MSG_MAX],
	    hint[ORDER_BLOCK_DO_MAX + ERR_MSG_MAX];
	struct receipt least = blank(true, -1), most = blank(true, -1);
	struct buf a = BUF_INIT, b = BUF_INIT;

	make(&least, "a", "b", "", &a);
	/* As many alternatives, as long, as a canonical text can hold. */
	make(&most, long_text('a', 2 * ORDER_BLOCK_DO_MAX, doing),
	    long_text('b', ERR_MSG_MAX - 1, why), long_text('c', ERR_HINT_MAX - 1, hint), &b);
	cr_expect_geq(most.text_n, 2 * (size_t)ORDER_BLOCK_DO_MAX);
	cr_expect_eq(a.n, b.n);
	cr_expect_leq(b.n, RECEIPT_MAX);
	check("the longest", &most, &b);
	cr_expect_eq(memcmp(a.p, b.p, strlen(RECEIPT_HEADING "\ngame: k7q2m4xw\nseat: anna\n")), 0);
	buf_release(&a);
	buf_release(&b);
}

Test(receipt, no_byte_of_it_can_be_changed)
{
	struct receipt r = blank(true, -1), got;
	struct buf text = BUF_INIT;
	unsigned taken = 0;

	make(&r, "pass", "not your turn", "wait", &text);
	for (size_t i = 0; i < text.n; i++) {
		struct receipt_spans sp;
		struct err err = ERR_INIT;
		char was = text.p[i];
		size_t at = 0;

		text.p[i] = was == 'A' ? 'B' : 'A';
		if (receipt_next(text.p, text.n, &at, &sp, &err) == 1 &&
		    receipt_verify(text.p, &sp, &host->pub, &got, &err) == 0)
			taken += i < text.n - 1; /* the last line end is optional */
		text.p[i] = was;
	}
	cr_expect_eq(taken, 0);
	buf_release(&text);
}

/* What a dishonest host can seal for anna, or sign in clear. */
enum receipt_lie {
	LIE_NONE,
	LIE_HASH,  /* the hash of another order */
	LIE_SEAT,  /* an order of another seat */
	LIE_GAME,  /* an order for another game */
	LIE_ORDER, /* no order */
	LIE_LENGTH /* a shorter box */
};

static const struct {
	const char *name;
	enum receipt_lie lie;
	bool is_sealed;
	const char *why;
	enum err_code code;
	const char *says;
} lie[] = {
	{ "the hash of another order", LIE_HASH, true, "not your turn", ERR_AUTH,
	    "what is sealed in the receipt: the order in it is not the one that it names" },
	{ "an order of another seat", LIE_SEAT, true, "not your turn", ERR_AUTH,
	    "the order in it is not the one that it names" },
	{ "an order for another game", LIE_GAME, true, "not your turn", ERR_AUTH,
	    "the order in it is not the one that it names" },
	{ "no order", LIE_ORDER, true, "not your turn", ERR_SYNTAX,
	    "what is sealed in the receipt: " },
	{ "a shorter box", LIE_LENGTH, true, "not your turn", ERR_SYNTAX,
	    "it has not the length of all" },
	{ "escape codes, sealed", LIE_NONE, true, "not \033[2J your turn", ERR_SYNTAX,
	    "U+001B is not a character" },
	{ "escape codes", LIE_NONE, false, "not \033[2J your turn", ERR_SYNTAX,
	    "U+001B is not a character" },
};

/* Signs a receipt whose box has one byte. */
static void
make_short(struct receipt *r, struct buf *out)
{
	struct buf armor = BUF_INIT, comment = BUF_INIT, sig64 = BUF_INIT;
	struct minisign_sig sig;
	struct err err = ERR_INIT;

	cr_assert_eq(age_encrypt(anna->pub.box_pk, "\n", 1, true, &armor, &err), 0, "%s", err.msg);
	receipt_text(r, &armor, out);
	receipt_comment(r, &comment);
	minisign_sign(host, out->p, out->n, comment.p, &sig);
	seal_base64(sig.b, sizeof sig.b, &sig64);
	digest_sig_text(sig64.p, out);
	buf_release(&armor);
	buf_release(&comment);
	buf_release(&sig64);
}

static void
make_lie(size_t i, struct buf *out)
{
	struct order_block b = { .game = "k7q2m4xw", .seat = "anna", .turn = 17, .seq = 1 };
	struct parsed_order *order = mem_new(sizeof *order);
	struct receipt r = blank(lie[i].is_sealed, -1);
	struct err err = ERR_INIT;

	b.n_do = 1;
	memcpy(b.doing[0], "pass", 5);
	if (lie[i].lie == LIE_SEAT)
		memcpy(b.seat, "bob", 4);
	if (lie[i].lie == LIE_GAME)
		memcpy(b.game, "aaaaaaaa", 9);
	cr_assert_eq(parsed_order_from_fields(order, &b, &err), 0, "%s", err.msg);
	if (lie[i].lie == LIE_HASH)
		order->hash.b[0] ^= 1;
	if (lie[i].lie == LIE_ORDER)
		order->o.text[0] = 'A';
	(void)snprintf(r.why, sizeof r.why, "%s", lie[i].why);
	if (lie[i].lie == LIE_LENGTH)
		make_short(&r, out);
	else
		cr_assert_eq(
		    receipt_make(&r, order, host, &anna->pub, out, &err), 0, "%s", err.msg);
	free(order);
}

Test(receipt, lies_are_found)
{
	for (size_t i = 0; i < sizeof lie / sizeof lie[0]; i++) {
		struct receipt_spans sp;
		struct receipt r;
		struct buf text = BUF_INIT;
		struct err err = ERR_INIT;
		size_t at = 0;
		int result;

		make_lie(i, &text);
		cr_assert_eq(receipt_next(text.p, text.n, &at, &sp, &err), 1, "%s: %s", lie[i].name,
		    err.msg);
		result = receipt_verify(text.p, &sp, &host->pub, &r, &err);
		cr_expect_eq(result, lie[i].is_sealed ? 0 : -1, "%s: %s", lie[i].name, err.msg);
		if (result == 0)
			result = receipt_open(text.p, &sp, anna, &r, &err);
		cr_expect_eq(result, -1, "%s: believed", lie[i].name);
		cr_expect_eq(err.code, lie[i].code, "%s: %s", lie[i].name, err.msg);
		cr_expect_not_null(strstr(err.msg, lie[i].says), "%s: %s", lie[i].name, err.msg);
		buf_release(&text);
	}
}
