/* Orders in the frames of a message, and their order. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "mail/keys.h"
#include "mail/orders.h"
#include "mail/reply.h"
#include "seal/age.h"
#include "seal/minisign.h"
#include "util/mem.h"

TestSuite(pick, .init = make_keys, .fini = free_keys);

/* Makes the order of a letter: do: that letter. */
static void
make_order(char c, struct parsed_order *order)
{
	struct order_block b = { .game = "cave", .seat = "anna", .turn = 17, .seq = 1, .n_do = 1 };
	struct err err = ERR_INIT;

	b.doing[0][0] = c;
	b.seq = c - 'a' + 1;
	cr_assert_eq(order_sign(order, &b, anna, &err), 0, "%s", err.msg);
}

/* Appends an order to a frame in form `how`. */
static void
put_order(char how, char c, struct buf *out)
{
	struct parsed_order *order = mem_new(sizeof *order);
	struct buf text = BUF_INIT, comment = BUF_INIT;
	struct minisign_sig sig;
	struct err err = ERR_INIT;

	make_order(c, order);
	memcpy(sig.b, order->o.b.sig, sizeof sig.b);
	order_block_comment(&order->o.b, &comment);
	switch (how) {
	case '@': /* an order block */
		order_block_text(&order->o.b, out);
		break;
	case '#': /* sealed, armored */
	case '%': /* sealed, binary */
	case '$': /* sealed to another key */
		order_block_text(&order->o.b, &text);
		cr_assert_eq(age_encrypt((how == '$' ? anna : host)->pub.box_pk, text.p, text.n,
				 how != '%', out, &err),
		    0);
		break;
	case '=': /* its canonical text */
		buf_add(out, order->o.text, order->o.n);
		break;
	case '&': /* its signature */
		minisign_file_text(&sig, "signature", comment.p, out);
		break;
	default:
		cr_assert_fail("no such way");
	}
	buf_release(&text);
	buf_release(&comment);
	free(order);
}

/* Appends text with each form and letter replaced by the order. */
static void
put_text(const char *s, struct buf *out)
{
	for (; *s != '\0'; s++) {
		if (strchr("@#%$=&", *s) != NULL && s[1] >= 'a' && s[1] <= 'z') {
			put_order(s[0], s[1], out);
			s++;
		} else {
			buf_chr(out, *s);
		}
	}
}

struct given {
	struct buf text; /* the letters; upper case if sealed */
	unsigned stop;   /* stop after this number; 0: never */
};

static int
give(void *arg, const struct orders_candidate *c, struct err *err)
{
	struct given *g = arg;
	char letter = c->order->o.b.doing[0][0];

	cr_expect_eq(order_verify(&c->order->o, &anna->pub, err), 0, "%s", err->msg);
	buf_chr(&g->text, c->is_sealed ? (char)(letter - 'a' + 'A') : letter);
	return g->text.n == g->stop;
}

static void
add_frame(struct buf *frames, const char *kind, const struct buf *bytes)
{
	buf_fmt(frames, "%s %zu\n", kind, bytes->n);
	buf_add(frames, bytes->p, bytes->n);
}

static void
pick_frames(const struct buf *frames, struct mail_orders *p, struct given *g)
{
	struct mail_message l;
	struct err err = ERR_INIT;

	mail_message_frames(&l, frames->p, frames->n);
	*p = (struct mail_orders){ .key = host, .each = give, .arg = g };
	cr_assert_eq(mail_orders_read(p, &l, &err), 0, "%s", err.msg);
	mail_message_free(&l);
}

static const struct row {
	const char *name;
	struct {
		const char *kind, *text;
	} frame[4];
	const char *want;
	unsigned bad, shut;
} row[] = {
	{ "nothing", { { "text", "Hello\n" } }, "", 0, 0 },
	{ "no frame at all", { { NULL, NULL } }, "", 0, 0 },
	{ "a block", { { "text", "Hello\n@aBye\n" } }, "a", 0, 0 },
	{ "blocks from top to bottom", { { "text", "@b\n#a\n@c\n" } }, "bAc", 0, 0 },
	{ "texts in their order", { { "text", "@b" }, { "text", "@a" } }, "ba", 0, 0 },
	{ "a binary age file comes first", { { "text", "@b" }, { "age", "%a" } }, "Ab", 0, 0 },
	{ "a pair in two parts", { { "text", "=a" }, { "text", "&a" } }, "a", 0, 0 },
	{ "... the signature first", { { "text", "&a" }, { "text", "=a" } }, "a", 0, 0 },
	{ "... with empty lines below", { { "text", "=a\n\n" }, { "text", "&a" } }, "a", 0, 0 },
	{ "... in one", { { "text", "=a&a" } }, "a", 0, 0 },
	{ "... before all else",
	    { { "text", "@c" }, { "age", "%b" }, { "text", "=a" }, { "text", "&a" } }, "aBc", 0,
	    0 },
	{ "... two, each with its own",
	    { { "text", "=a" }, { "text", "=b" }, { "text", "&b" }, { "text", "&a" } }, "ab", 0,
	    0 },
	{ "a text without its signature", { { "text", "=a" }, { "text", "@b" } }, "b", 1, 0 },
	{ "a signature alone", { { "text", "&a" } }, "", 0, 0 },
	{ "the same order again", { { "text", "@a@b@a" } }, "ab", 0, 0 },
	{ "... sealed and in clear", { { "text", "@a#a" } }, "a", 0, 0 },
	{ "... as pair and block", { { "text", "=a&a" }, { "text", "@a" } }, "a", 0, 0 },
	{ "sealed to somebody else", { { "text", "$a@b" } }, "b", 0, 1 },
	{ "quoted digests do not count", { { "text", "adit-digest v3\n@asig:\n@b" } }, "b", 0, 0 },
	{ "one that cannot be read",
	    { { "text",
		"-----BEGIN ADIT ORDER-----\nno: x\n"
		"-----END ADIT ORDER-----\n@b" } },
	    "b", 1, 0 },
	{ "an age file that is none", { { "age", "age-encryption.org/v1\n" }, { "text", "@a" } },
	    "a", 0, 1 },
	{ "a passphrase", { { "age", "age-encryption.org/v1\n-> scrypt abc 18\nxyz\n--- m\nx" } },
	    "", 0, 1 },
	{ "HTML alone", { { "html", "<p>Hello</p><pre>@a</pre><pre>#b</pre>" } }, "aB", 0, 0 },
	{ "HTML beside a text with an order", { { "html", "<pre>@a</pre>" }, { "text", "@b" } },
	    "b", 0, 0 },
	{ "HTML beside a text without", { { "text", "Hello" }, { "html", "<pre>@a</pre>" } }, "a",
	    0, 0 },
	{ "a head is no text", { { "head", "Subject: @a\n" } }, "", 0, 0 },
	{ "nor what came back", { { "bounce", "@a" } }, "", 0, 0 },
};

Test(pick, what_is_given_and_when)
{
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct buf frames = BUF_INIT;
		struct given g = { BUF_INIT, 0 };
		struct mail_orders p;

		for (size_t k = 0; k < 4 && row[i].frame[k].kind != NULL; k++) {
			struct buf bytes = BUF_INIT;

			put_text(row[i].frame[k].text, &bytes);
			add_frame(&frames, row[i].frame[k].kind, &bytes);
			buf_release(&bytes);
		}
		pick_frames(&frames, &p, &g);
		cr_expect_str_eq(
		    buf_cstr(&g.text), row[i].want, "%s: %s", row[i].name, buf_cstr(&g.text));
		cr_expect_eq(p.n, strlen(row[i].want), "%s", row[i].name);
		cr_expect_eq(p.n_bad, row[i].bad, "%s: %u bad", row[i].name, p.n_bad);
		cr_expect_eq(p.n_shut, row[i].shut, "%s: %u shut", row[i].name, p.n_shut);
		buf_release(&g.text);
		buf_release(&frames);
	}
}

/* What the help says, which has nothing of the message. */
Test(pick, what_is_missing)
{
	static const struct {
		const char *name, *kind, *text, *want;
	} found[] = {
		{ "nothing", "text", "Hello", "There is no order in your mail." },
		{ "a canonical text", "text", "=a", "Your order is not signed" },
		{ "... below other text", "text", "Hi\n=a", "Your order is not signed" },
		{ "... quoted", "text", "> adit-order v1\n", "Your order is not signed" },
		{ "... with the signature of another", "text", "=a&b", "Your order is not signed" },
		{ "in HTML", "html", "<pre>=a</pre>", "Your order is not signed" },
		{ "a quoted digest has none", "text", "adit-digest v3\nadit-order v1\nsig:\nHi",
		    "There is no order in your mail." },
		{ "to somebody else", "text", "$a", "is not sealed to the host" },
		{ "a view", "text", "adit-digest v3\nsig:\n$a", "There is no order in your mail." },
		{ "a word", "unread", "zip\n", "Your mail had a .zip file, which" },
		{ "... and another", "unread", "zip\nsmime\n", "Your mail had smime.p7m, which" },
		{ "... of the length", "unread", "size\n", "Your mail is longer than adit reads" },
		{ "one that is none", "unread", "sesame\n", "There is no order in your mail." },
	};

	for (size_t i = 0; i < sizeof found / sizeof found[0]; i++) {
		struct buf frames = BUF_INIT, bytes = BUF_INIT, end = BUF_INIT, help = BUF_INIT;
		struct given g = { BUF_INIT, 0 };
		struct mail_orders p;

		put_text(found[i].text, &bytes);
		add_frame(&frames, found[i].kind, &bytes);
		add_frame(&frames, "end", &end);
		pick_frames(&frames, &p, &g);
		mail_reply_help(NULL, &p, &help);
		cr_expect(slice_starts((struct slice){ help.p, help.n }, "No order was taken.\n"));
		cr_expect(strstr(help.p, found[i].want) != NULL, "%s: %s", found[i].name, help.p);
		cr_expect(strstr(help.p, "sesame") == NULL, "%s", found[i].name);
		buf_release(&help);
		buf_release(&bytes);
		buf_release(&frames);
	}
}

Test(pick, who_has_enough_gets_no_more)
{
	struct buf frames = BUF_INIT, bytes = BUF_INIT;
	struct given g = { BUF_INIT, 2 };
	struct mail_orders p;

	put_text("@a#b@c@d", &bytes);
	add_frame(&frames, "text", &bytes);
	pick_frames(&frames, &p, &g);
	cr_expect_str_eq(g.text.p, "aB");
	buf_release(&g.text);
	buf_release(&bytes);
	buf_release(&frames);
}

/* Age files to other keys with many stanzas, before one that opens. */
static void
many_stanzas(unsigned files, unsigned stanzas, const char *want)
{
	struct buf frames = BUF_INIT, bytes = BUF_INIT;
	struct given g = { BUF_INIT, 0 };
	struct mail_orders p;

	for (unsigned i = 0; i < files; i++) {
		buf_clear(&bytes);
		buf_str(&bytes, "age-encryption.org/v1\n");
		for (unsigned k = 0; k < stanzas; k++)
			buf_fmt(&bytes, "-> X25519 %u\nx\n", i * stanzas + k);
		buf_str(&bytes, "--- mac\npayload");
		add_frame(&frames, "age", &bytes);
	}
	buf_clear(&bytes);
	put_text("#a", &bytes);
	add_frame(&frames, "text", &bytes);
	pick_frames(&frames, &p, &g);
	cr_expect_str_eq(buf_cstr(&g.text), want, "%u files of %u stanzas", files, stanzas);
	buf_release(&g.text);
	buf_release(&bytes);
	buf_release(&frames);
}

Test(pick, stanzas_are_counted_in_the_letter)
{
	many_stanzas(200, 1, "A");
	many_stanzas(25, 10, "A");
	many_stanzas(32, 8, "");
	/* A header that is too long does not use up the limit. */
	many_stanzas(200, 300, "A");
}
