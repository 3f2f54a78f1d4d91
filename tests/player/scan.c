/* Orders in the input of a host: what is found, and what is said of the rest. Languages by name. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record/languages.h"
#include "record/order_scan.h"
#include "seal/age.h"
#include "seal/minisign.h"
#include "seal/seal.h"
#include "util/file.h"
#include "util/mem.h"

static struct seckey *host, *anna;

static void
make_keys(void)
{
	struct err err = ERR_INIT;

	cr_assert_eq(seal_init(&err), 0, "%s", err.msg);
	host = seckey_new(&err);
	anna = seckey_new(&err);
	cr_assert(seckey_make(host, &err) == 0 && seckey_make(anna, &err) == 0, "%s", err.msg);
}

static void
free_keys(void)
{
	seckey_free(host);
	seckey_free(anna);
}

TestSuite(scan, .init = make_keys, .fini = free_keys);

/* ---- an input ---------------------------------------------------------------------------------- */

/* Forms of one order. Each is allocated. */
struct forms {
	struct buf block, text, sig, other_sig, sealed, sealed_letter;
};

static void
make_forms(struct forms *f)
{
	struct order_block b = { .game = "cave", .seat = "anna", .turn = 17, .seq = 1, .n_do = 1 };
	struct parsed_order *o = mem_new(sizeof *o);
	struct buf comment = BUF_INIT;
	struct minisign_sig sig;
	struct err err = ERR_INIT;

	*f = (struct forms){ .block = BUF_INIT };
	(void)memcpy(b.doing[0], "stay", sizeof "stay");
	cr_assert_eq(order_sign(o, &b, anna, &err), 0, "%s", err.msg);
	order_block_text(&o->o.b, &f->block);
	buf_add(&f->text, o->o.text, o->o.n);
	order_block_comment(&o->o.b, &comment);
	memcpy(sig.b, o->o.b.sig, sizeof sig.b);
	minisign_file_text(&sig, "signature", comment.p, &f->sig);
	minisign_file_text(&sig, "signature", "another comment", &f->other_sig);
	cr_assert_eq(
	    age_encrypt(host->pub.box_pk, f->block.p, f->block.n, true, &f->sealed, &err), 0);
	cr_assert_eq(age_encrypt(host->pub.box_pk, "hello\n", 6, true, &f->sealed_letter, &err), 0);
	buf_release(&comment);
	free(o);
}

static void
release_forms(struct forms *f)
{
	struct buf *all[] = { &f->block, &f->text, &f->sig, &f->other_sig, &f->sealed,
		&f->sealed_letter };

	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
		buf_release(all[i]);
}

/* What was found. */
struct found {
	unsigned good, bad;
	struct err why; /* of the last that is bad */
	bool stops;
};

static int
each(void *arg, const struct parsed_order *order, struct err *err)
{
	struct found *f = arg;

	if (f->stops)
		return err_set(err, ERR_IO, "stopped");
	if (order != NULL) {
		cr_expect_str_eq(order->o.b.seat, "anna");
		f->good++;
	} else {
		f->bad++;
		f->why = *err;
		*err = (struct err)ERR_INIT;
	}
	return 0;
}

static bool
opens_nothing(void *arg, const void *file, size_t n)
{
	(void)arg, (void)file, (void)n;
	return false;
}

/* Appends each line after the prefix, with "=" as quoted-printable has it if `printable`. */
static void
quote(const struct buf *text, const char *prefix, bool printable, struct buf *out)
{
	bool begins = true;

	for (size_t i = 0; i < text->n; i++) {
		if (begins)
			buf_str(out, prefix);
		buf_chr(out, text->p[i]);
		if (text->p[i] == '=' && printable)
			buf_str(out, "3D");
		begins = text->p[i] == '\n';
	}
}

/* ---- what is found ------------------------------------------------------------------------------- */

enum { NO_ORDER = 1 };

/* Reads a text: so many orders are good, so many bad; `says` is in the error, or in its hint. */
static void
expect(const char *name, struct order_scan in, const struct buf *text, int want, unsigned good,
    unsigned bad, const char *says)
{
	struct found f = { .good = 0 };
	struct err err = ERR_INIT, *why = &err;
	int result;

	in.each = each;
	in.arg = &f;
	result = order_scan_read(&in, buf_cstr(text), text->n, &err);
	cr_expect_eq(result, want, "%s: %d, %s", name, result, err.msg);
	cr_expect(f.good == good && f.bad == bad, "%s: %u and %u", name, f.good, f.bad);
	if (bad > 0)
		why = &f.why;
	if (says != NULL)
		cr_expect(strstr(why->msg, says) != NULL || strstr(why->hint, says) != NULL,
		    "%s: %s (%s)", name, why->msg, why->hint);
}

/* A text of pieces that follow each other. */
enum piece { NONE, BLOCK, TEXT, SIG, OTHER_SIG, NO_SIG, SEALED, LETTER, HALF, PIECES };

Test(scan, what_is_found)
{
	static const struct {
		const char *name, *begin;
		enum piece then[3];
		int want;
		unsigned good, bad;
		const char *says;
	} row[] = {
		{ "a block", "", { BLOCK }, 0, 1, 0, NULL },
		{ "a sealed block", "", { SEALED }, 0, 1, 0, NULL },
		{ "a sealed letter", "", { LETTER }, 0, 0, 1, "no order" },
		{ "cut off", "", { HALF }, NO_ORDER, 0, 0, "cut off" },
		{ "an order after what is cut off", "", { HALF, BLOCK }, 0, 1, 0, NULL },
		{ "a canonical text and its signature", "", { TEXT, SIG }, 0, 1, 0, NULL },
		{ "after a byte order mark", "\xef\xbb\xbf", { TEXT, SIG }, 0, 1, 0, NULL },
		{ "another comment", "", { TEXT, OTHER_SIG }, 0, 0, 1, "minisign -t" },
		{ "a line that is no signature", "", { TEXT, NO_SIG }, 0, 0, 1,
		    "signature file: cut off" },
		{ "a text that is not canonical", "adit-order v1\n x: 1\n", { SIG }, 0, 0, 1,
		    "not a field of an order" },
		{ "below a letter", "Hello,\n", { TEXT }, NO_ORDER, 0, 0, "alone in its file" },
		{ "a command without its signature", "adit-command v1\ngame: cave\n", { NONE }, 0,
		    0, 1, "an order without its signature" },
		{ "a command below a letter", "Hello,\n>\tadit-command v1\n", { NONE }, NO_ORDER, 0,
		    0, "alone in its file" },
		{ "a letter", "Hi\n", { NONE }, NO_ORDER, 0, 0, "begins with" },
	};
	const struct order_scan in = { .name = "-", .key = host };
	struct forms f;
	struct buf half = BUF_INIT, no_sig = BUF_INIT;
	const struct buf *const piece[PIECES] = { [BLOCK] = &f.block,
		[TEXT] = &f.text,
		[SIG] = &f.sig,
		[OTHER_SIG] = &f.other_sig,
		[NO_SIG] = &no_sig,
		[SEALED] = &f.sealed,
		[LETTER] = &f.sealed_letter,
		[HALF] = &half };

	make_forms(&f);
	buf_fmt(&half, "%.*s\n", (int)f.sealed.n / 2, f.sealed.p);
	buf_str(&no_sig, "untrusted comment: a signature\nof nobody\n");
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct buf t = BUF_INIT;

		buf_str(&t, row[i].begin);
		for (unsigned k = 0; row[i].then[k] != NONE; k++)
			buf_add(&t, piece[row[i].then[k]]->p, piece[row[i].then[k]]->n);
		expect(row[i].name, in, &t, row[i].want, row[i].good, row[i].bad, row[i].says);
		buf_release(&t);
	}
	buf_release(&half);
	buf_release(&no_sig);
	release_forms(&f);
}

Test(scan, what_is_quoted)
{
	static const char *const prefix[] = { "", "> ", "AB> " };
	const struct order_scan in = { .name = "-", .key = host };
	struct forms f;

	make_forms(&f);
	for (unsigned i = 0; i < sizeof prefix / sizeof prefix[0]; i++) {
		struct buf t = BUF_INIT;

		quote(&f.sealed, prefix[i], i == 0, &t);
		expect(prefix[i], in, &t, 0, 1, 0, NULL);
		buf_release(&t);
	}
	release_forms(&f);
}

Test(scan, with_keys_and_signatures)
{
	const struct order_scan in = { .name = "-", .key = host };
	struct order_scan other = in;
	struct forms f;

	make_forms(&f);
	other.sig = f.sig.p;
	other.sig_n = f.sig.n;
	expect("its signature in another file", other, &f.text, 0, 1, 0, NULL);
	expect("a block, and a signature", other, &f.block, 0, 0, 1, "file of its own");
	other = in;
	other.key = NULL;
	expect("without a key", other, &f.sealed, 0, 0, 1, "sealed for the host");
	other.key = anna;
	expect("another key", other, &f.sealed, NO_ORDER, 0, 0, "does not open");
	other.key = host;
	other.opens = opens_nothing;
	expect("what is not wanted", other, &f.sealed, NO_ORDER, 0, 0, NULL);
	*strchr(strchr(f.sealed.p, '\n') + 1, '\n') = 'A'; /* a line of another length */
	expect("what is damaged is always wanted", other, &f.sealed, 0, 0, 1, "the sealed order");
	release_forms(&f);
}

/* Base64 ends with up to two "=", which quoted-printable writes as "=3D". */
Test(scan, what_ends_base64)
{
	const struct order_scan in = { .name = "-", .key = host };
	struct buf plain = BUF_INIT;
	unsigned padded = 0;
	struct forms f;

	make_forms(&f);
	for (unsigned more = 0; more < 3; more++) {
		struct buf sealed = BUF_INIT, printable = BUF_INIT;
		struct err err = ERR_INIT;

		buf_clear(&plain);
		buf_fill(&plain, '\n', more);
		buf_add(&plain, f.block.p, f.block.n);
		cr_assert_eq(
		    age_encrypt(host->pub.box_pk, plain.p, plain.n, true, &sealed, &err), 0);
		padded += strchr(sealed.p, '=') != NULL;
		quote(&sealed, "> ", true, &printable);
		expect("quoted-printable", in, &printable, 0, 1, 0, NULL);
		expect("as it was", in, &sealed, 0, 1, 0, NULL);
		buf_release(&sealed);
		buf_release(&printable);
	}
	cr_expect_eq(padded, 2);
	buf_release(&plain);
	release_forms(&f);
}

/* The text in one part of a message, its signature in another. */
Test(scan, in_two_parts)
{
	struct forms f;
	struct buf both = BUF_INIT;

	make_forms(&f);
	buf_add(&both, f.text.p, f.text.n);
	buf_add(&both, f.sig.p, f.sig.n);
	for (unsigned i = 0; i < 4; i++) {
		const struct slice sig = { f.sig.p, f.sig.n }, letter = { "Hi\n", 3 };
		const struct slice part[] = { i == 3 ? (struct slice){ both.p, both.n } :
						       (struct slice){ f.text.p, f.text.n },
			i == 2 ? letter : sig };
		const struct slice turned[] = { part[1], part[0] };
		struct found found = { .good = 0 };
		struct order_scan in = { .key = host, .each = each, .arg = &found };
		struct err err = ERR_INIT;
		int result = order_scan_read_parts(&in, i == 1 ? turned : part, 2, &err);

		cr_expect_eq(result, i == 2 && found.bad == 0 ? NO_ORDER : 0, "%u: %s", i, err.msg);
		cr_expect_eq(found.good, i != 2, "%u", i);
		cr_expect_null(in.sig, "%u", i);
	}
	buf_release(&both);
	release_forms(&f);
}

/* What `each` says ends the input, wherever the order stands. */
Test(scan, a_caller_that_stops)
{
	struct forms f;

	make_forms(&f);
	buf_add(&f.text, f.sig.p, f.sig.n);
	for (unsigned i = 0; i < 4; i++) {
		const struct buf *text[] = { &f.block, &f.sealed, &f.sealed_letter, &f.text };
		struct found found = { .stops = true };
		struct order_scan in = { .key = host, .each = each, .arg = &found };
		struct err err = ERR_INIT;

		cr_expect_eq(order_scan_read(&in, text[i]->p, text[i]->n, &err), -1, "%u", i);
		cr_expect_str_eq(err.msg, "stopped", "%u", i);
		cr_expect_eq(in.n, 1, "%u", i);
	}
	release_forms(&f);
}

/* A signature is in FILE.minisig, unless its name is given. */
Test(scan, the_signature_beside)
{
	char dir[] = "/tmp/adit-scan.XXXXXX";
	struct buf file = BUF_INIT, sig = BUF_INIT;
	struct err err = ERR_INIT;
	struct forms f;

	make_forms(&f);
	cr_assert_not_null(mkdtemp(dir));
	buf_fmt(&file, "%s/order", dir);
	buf_fmt(&sig, "%s.minisig", buf_cstr(&file));
	for (unsigned i = 0; i < 5; i++) {
		static const struct {
			const char *name;
			unsigned good;
			int result;
		} want[] = { { "none", 0, 0 }, { "a folder", 0, -1 }, { "a file", 1, 0 },
			{ "standard input", 0, 0 }, { "a name", 1, 0 } };
		struct found found = { .good = 0 };
		struct order_scan in = { .key = host, .each = each, .arg = &found };

		if (i == 1)
			cr_assert_eq(mkdir(sig.p, 0700), 0);
		if (i == 2) {
			FILE *out;

			cr_assert_eq(rmdir(sig.p), 0);
			out = fopen(sig.p, "w");
			cr_assert_not_null(out);
			cr_assert_eq(fwrite(f.sig.p, 1, f.sig.n, out), f.sig.n);
			cr_assert_eq(fclose(out), 0);
		}
		cr_expect_eq(order_scan_read_file(&in, i >= 3 ? "-" : file.p, i == 4 ? sig.p : NULL,
				 &f.text, &err) < 0,
		    want[i].result < 0, "%s: %s", want[i].name, err.msg);
		cr_expect_eq(found.good, want[i].good, "%s", want[i].name);
		if (want[i].result < 0)
			cr_expect_eq(in.n, 0);
		err = (struct err)ERR_INIT;
	}
	(void)unlink(sig.p);
	(void)rmdir(dir);
	buf_release(&file);
	buf_release(&sig);
	release_forms(&f);
}

/* ---- orders about mails -------------------------------------------------------------------------- */

static void
says(struct order_block *b)
{
	b->say[0] = 'x';
}

static void
signs(struct order_block *b)
{
	b->sign[0] = 'x';
}

static void
ages(struct order_block *b)
{
	b->age[0] = 'x';
}

static void
proves(struct order_block *b)
{
	b->has_proof = true;
}

static void
commits(struct order_block *b)
{
	b->has_commit = true;
}

static void
reveals(struct order_block *b)
{
	b->has_reveal = true;
}

static void
takes_a_turn(struct order_block *b)
{
	b->turn = 3;
}

static void
does_more(struct order_block *b)
{
	(void)memcpy(b->doing[b->n_do++], "stay", sizeof "stay");
}

/* An order about mails goes with nothing else. */
Test(scan, an_order_about_mails_stands_alone)
{
	static void (*const adds[])(struct order_block *) = { says, signs, ages, proves, commits,
		reveals, takes_a_turn, does_more };
	struct err err = ERR_INIT;

	for (size_t i = 0; i <= sizeof adds / sizeof adds[0]; i++) {
		struct order_block b = { .turn = TURN_ANY, .n_do = 1 };
		bool alone = i == sizeof adds / sizeof adds[0];

		(void)memcpy(b.doing[0], "mail off", sizeof "mail off");
		if (!alone)
			adds[i](&b);
		cr_expect_eq(order_is_mail(&b), alone, "%zu", i);
		cr_expect_eq(order_check_mix(&b, &err), alone ? 0 : -1, "%zu: %s", i, err.msg);
		(void)memcpy(b.doing[0], "stay", sizeof "stay");
		cr_expect_eq(order_check_mix(&b, &err), 0, "%zu: %s", i, err.msg);
	}
}

/* ---- languages ----------------------------------------------------------------------------------- */

Test(scan, languages_by_name)
{
	static const struct {
		const char *list, *says; /* says NULL: accepted */
	} row[] = {
		{ "en", NULL },
		{ "de", NULL },
		{ "de,en,uk", NULL },
		{ "en,en", "names en twice" },
		{ "de,en,de", "names de twice" },
		{ "xx", "no language \"xx\"" },
		{ "", "no language \"\"" },
		{ "de,", "no language \"\"" },
		{ "../de", "no language \"../de\"" },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
		for (unsigned k = 0; k < 2; k++) {
			struct languages l;
			struct err err = ERR_INIT;
			int result = languages_open(
			    &l, k == 0 ? NULL : "/nonexistent", row[i].list, &err);

			cr_expect_eq(
			    result, row[i].says == NULL ? 0 : -1, "%s: %s", row[i].list, err.msg);
			if (row[i].says != NULL) {
				cr_expect_eq(err.code, ERR_USAGE);
				cr_expect_not_null(
				    strstr(err.msg, row[i].says), "%s: %s", row[i].list, err.msg);
			}
			languages_release(&l);
		}
}
