#include <criterion/criterion.h>

#include "core/rng.h"
#include "util/timestamp.h"
#include "few.h"
#include "wire/order_block.h"

#define HEAD    "vpylbp5kbjbeynbufkfvait7uq6pbrne3zofx2gsuxbh5s6i4ifq"
#define NONCE   "aaaqeayeaudaocajbifqydiob4"
#define SIG_1   "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKiss"
#define SIG_2   "LS4vMDEyMzQ1Njc4OTo7PD0+P0BBQkNERUZHSElKS0xNTk9QUVJTVFVWV1hZ"
#define SIG_3   "WltcXV5fYGFiY2RlZmdoaWprbG1ub3BxcnN0dXZ3eHl6e3x9fn+AgYKDhIWGh4iJ"

#define SIGN    "RWTC+scbYs/BN1yl+xtb7BBaaJtf3aVeCkWIGGXMpsMJ4VixloXYitog"
#define AGE     "age1qqqsyqcyq5rqwzqfpg9scrgwpugpzysnzs23v9ccrydpk8qarc0sje0zq6"

#define FRONT   "game: k7q2m4xw\nseat: anna\nturn: 17\nseq: 1\nhead: " HEAD "\n"
#define NO_SEAT "game: k7q2m4xw\nseq: 1\nhead: " HEAD "\n"
#define BACK    "nonce: " NONCE "\nsig: " SIG_1 "\n" SIG_2 "\n" SIG_3 "\n"
#define BEGIN   "-----BEGIN ADIT ORDER-----\n"
#define END     "-----END ADIT ORDER-----\n"
#define PLAIN   BEGIN FRONT "do: place nsw at 3,-1 flipped\nsay: \"Nice try, Bob.\"\n" BACK END
#define CANON                   \
	"adit-order v1\n" FRONT \
	"do: place nsw at 3,-1 flipped\nsay: \"Nice try, Bob.\"\nnonce: " NONCE "\n"

static uint32_t
below(struct rng_fast *r, uint32_t n)
{
	return rng_draw(&r->rng, n);
}

/* Reads the only block of a message. canon: its canonical text, or "" with *err filled. */
static void
read_one(const char *msg, size_t n, struct buf *canon, struct err *err)
{
	struct order_block b;
	size_t at = 0;

	buf_clear(canon);
	int r = order_block_next(msg, n, &at, &b, err);
	if (r == 0)
		(void)err_set(err, ERR_NOT_FOUND, "no block");
	if (r == 1)
		cr_assert_eq(order_block_canonical(&b, canon, err), 0, "%s", err->msg);
}

static void
expect_canon(const char *name, const char *msg, const char *want)
{
	struct buf canon = BUF_INIT;
	struct err err = ERR_INIT;

	read_one(msg, strlen(msg), &canon, &err);
	cr_expect_str_eq(buf_cstr(&canon), want, "%s: %s, line %d; got\n%s", name, err.msg,
	    err.line, buf_cstr(&canon));
	buf_release(&canon);
}

Test(block, one_block_field_by_field)
{
	struct order_block b;
	struct err err = ERR_INIT;
	struct buf text = BUF_INIT;
	size_t at = 0;
	const char *msg = "Hi Bob,\n\n" PLAIN "-- \nanna\n";

	cr_assert_eq(order_block_next(msg, strlen(msg), &at, &b, &err), 1, "%s", err.msg);
	cr_expect_str_eq(b.game, "k7q2m4xw");
	cr_expect_str_eq(b.seat, "anna");
	cr_expect(b.turn == 17 && b.seq == 1 && b.n_do == 1 && b.has_sig && b.line == 3);
	cr_expect_str_eq(b.doing[0], "place nsw at 3,-1 flipped");
	cr_expect_str_eq(b.say, "Nice try, Bob.");
	for (unsigned i = 0; i < 16; i++)
		cr_expect_eq(b.nonce[i], i == 0 ? 0 : b.nonce[i - 1] + 1, "nonce %u", i);
	for (unsigned i = 0; i < MINISIGN_BYTES; i++)
		cr_expect_eq(b.sig[i], i, "sig %u", i);
	cr_expect_str_eq(msg + at, "-- \nanna\n", "*at is behind the block");
	order_block_comment(&b, &text);
	cr_expect_str_eq(text.p, "adit-order v1 k7q2m4xw/17/anna/1");
	buf_clear(&text);
	cr_assert_eq(order_block_canonical(&b, &text, &err), 0);
	cr_expect_str_eq(text.p, CANON);
	cr_expect_eq(order_block_next(msg, strlen(msg), &at, &b, &err), 0, "there is no second");
	buf_release(&text);
}

#define BODY "do: place nsw at 3,-1 flipped\nsay: \"Nice try, Bob.\"\n"

static const struct {
	const char *name, *msg;
} mailed[] = {
	{ "quoted",
	    "> -----BEGIN ADIT ORDER-----\n> game: k7q2m4xw\n> seat: anna\n>turn: 17\n"
	    "> > seq: 1\n> head: " HEAD
	    "\n> do: place nsw at 3,-1 flipped\n> say: \"Nice try, Bob.\"\n"
	    "> nonce: " NONCE "\n> sig: " SIG_1 "\n> " SIG_2 "\n> " SIG_3 "\n> " END },
	{ "quoted with initials",
	    "AB> -----BEGIN ADIT ORDER-----\nAB> game: k7q2m4xw\nAB> seat: anna\nAB>turn: 17\n"
	    "AB>> seq: 1\nAB> head: " HEAD
	    "\nAB> do: place nsw at 3,-1 flipped\nAB> say: \"Nice try, Bob.\"\n"
	    "AB> nonce: " NONCE "\nAB> sig: " SIG_1 "\nAB> " SIG_2 "\nAB> " SIG_3 "\nAB> " END },
	{ "wrapped within every field",
	    BEGIN "game:\nk7q2m4xw\nseat:\nanna\nturn:\n17\nseq:\n1\nhead:\n"
		  "vpylbp5kbjbeynbufk\nfvait7uq6pbrne3zofx2gsuxbh5s6i4ifq\ndo: place\nnsw "
		  "at\n3,-1 flipped\n"
		  "say:\n\"Nice\ntry,\nBob.\"\nnonce: aaaqeayeau\ndaocajbifqydiob4\nsig:\n" SIG_1
		  "\n" SIG_2 "\n" SIG_3 "\n" END },
	{ "dashes, quotes and spaces of a word processor",
	    "\xe2\x80\x94\xe2\x80\x93 BEGIN ADIT\xc2\xa0"
	    "ORDER \xe2\x80\x93\xe2\x80\x93-\n" FRONT "do:\xc2\xa0place nsw at 3,\xe2\x88\x92"
	    "1 flipped\n"
	    "say: \xe2\x80\x9cNice\xe2\x80\xaftry, Bob.\xe2\x80\x9d\n" BACK
	    "\xe2\x80\x94\xe2\x80\x94"
	    "END ADIT ORDER\xe2\x80\x94\xe2\x80\x94\n" },
	{ "guillemets",
	    BEGIN FRONT
	    "do: place nsw at 3,-1 flipped\nsay: \xc2\xabNice try, Bob.\xc2\xbb\n" BACK END },
	{ "letter case",
	    "-----begin adit order-----\nGame: K7Q2M4XW\nSEAT: Anna\nTurn: 17\nSeq : 1\n"
	    "HEAD: " HEAD "\nDo: Place NSW at 3, -1  Flipped\nSay: \"Nice try, Bob.\"\n" BACK END },
	{ "other order of fields",
	    BEGIN "say: \"Nice try, Bob.\"\ndo: place nsw at 3,-1 flipped\n" BACK FRONT END },
	{ "blank lines",
	    BEGIN "\n" FRONT "\n\ndo: place nsw\n \nat 3,-1 flipped\n\nsay: \"Nice\n\ntry,"
		  " Bob.\"\n" BACK "\n" END },
	{ "quoted-printable",
	    "-----BEGIN ADIT ORDER-----\n" FRONT "do: place nsw =\nat 3,-1 fli=\npped=20\n"
	    "say: =E2=80=9CNice=C2=A0try,=\n Bob.=E2=80=9D\n" BACK END },
	{ "OpenPGP escape and BOM",
	    "\xef\xbb\xbf- -----BEGIN ADIT ORDER-----\n" FRONT
	    "do: place nsw at 3,-1 flipped\nsay: \"Nice try, Bob.\"\n" BACK "- " END },
	{ "zero-width and soft hyphens",
	    BEGIN FRONT "do: pl\xc2\xad"
			"ace nsw at 3\xe2\x80\x8b,-1 flip\xe2"
			"\x81\xa0ped\nsay: \"Nice\xef\xbb\xbf try, Bob.\"\n" BACK END },
	{ "the direction of writing",
	    "\xe2\x80\x8f\xe2\x81\xa6" BEGIN "\xe2\x80\xaa" FRONT "do: pl\xe2\x80\x8e"
	    "ace nsw\xd8\x9c at 3,-1\xe2\x81\xa9 flipped\xe2\x80\xac\nsay: "
	    "\xe2\x80\x8e\"Nice\xe2\x80\xae try, Bob.\"\xe2\x80\x8f\n" BACK "\xe2\x80\xac" END },
	{ "line separators",
	    "x\xe2\x80\xa8-----BEGIN ADIT ORDER-----\xe2\x80\xa8game: k7q2m4xw\xc2\x85seat: "
	    "anna\xe2\x80\xa9"
	    "turn: 17\nseq: 1\xe2\x80\xa8head: " HEAD "\xc2\x85\xc2\x85"
	    "do: place nsw\xe2\x80\xa8"
	    "at 3,-1 flipped\xe2\x80\xa8say: \"Nice\xe2\x80\xa9try, Bob.\"\xe2\x80\xa8nonce: " NONCE
	    "\xe2\x80\xa8sig: " SIG_1 "\xc2\x85" SIG_2 "\xe2\x80\xa8" SIG_3
	    "\xe2\x80\xa8-----END ADIT ORDER-----\xe2\x80\xa8" },
	{ "no end of the last line",
	    BEGIN FRONT "do: place nsw at 3,-1 flipped\nsay: \"Nice try, Bob.\"\n" BACK
			"-----END ADIT ORDER-----" },
	{ "BEGIN and END in lines of 20 columns",
	    "-----BEGIN ADIT\nORDER-----\n" FRONT BODY BACK "-----END ADIT\nORDER-----\n" },
	{ "... cut within a word",
	    "> -----BEGIN ADIT OR\n> DER-----\n" FRONT BODY BACK "-----END ADIT ORDER-\n\n----" },
	{ "... in three",
	    "-----BEGIN\n ADIT\n ORDER-----\n" FRONT BODY BACK "-----END\nADIT\nORDER-----\n" },
	{ "... of quoted-printable", "-----BEGIN ADIT=\n ORDER-----\n" FRONT BODY BACK END },
	{ "BEGIN and END with zero-width characters",
	    "\xe2\x80\x8b-----BE"
	    "\xe2\x80\x8bGIN\xef\xbb\xbf ADIT ORDER---\xc2\xad--\n" FRONT BODY BACK "-----E"
	    "\xe2\x81\xa0ND ADIT ORDER-----\xe2\x80\x8d\n" },
	{ "... in color",
	    "\x1b[1;32m-----BEGIN ADIT\x1b[m ORDER-----\x1b[0m\x1b[K\n" FRONT BODY BACK
	    "> \x1b[K-----END ADIT ORDER-----\x1b[0m\n" },
	{ "mbox",
	    BEGIN FRONT
	    "do: place nsw at 3,-1 flipped\r\nsay: \"Nice\r\n>try, Bob.\"\r\n" BACK END },
};

Test(block, what_mail_does_is_undone)
{
	expect_canon("plain", PLAIN, CANON);
	for (size_t i = 0; i < sizeof mailed / sizeof mailed[0]; i++)
		expect_canon(mailed[i].name, mailed[i].msg, CANON);
}

/* The host's signature of the head is stored as it came. It is outside of the signed text, and may
 * be missing. */
Test(block, the_signature_of_its_head)
{
#define HEAD_SIG SIG_3 "\n" SIG_2 "\n" SIG_1 "\n"
	static const struct {
		const char *name, *lines;
		int64_t n; /* -1: refused */
	} row[] = {
		{ "as it is written", "head-sig: 16\n" HEAD_SIG, 16 },
		{ "on one line", "head-sig: 0 " SIG_3 SIG_2 SIG_1 "\n", 0 },
		{ "cut elsewhere", "Head-Sig:\n16 " SIG_3 "\n" SIG_2 SIG_1 "\n", 16 },
		{ "no number", "head-sig: " HEAD_SIG, -1 },
		{ "a number that none can be", "head-sig: 9999999999999\n" HEAD_SIG, -1 },
		{ "cut off", "head-sig: 16\n" SIG_3 "\n" SIG_2 "\n", -1 },
		{ "nothing", "head-sig:\n", -1 },
		{ "twice", "head-sig: 16\n" HEAD_SIG "head-sig: 16\n" HEAD_SIG, -1 },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct buf msg = BUF_INIT, again = BUF_INIT, canon = BUF_INIT;
		struct err err = ERR_INIT;
		struct order_block b;
		size_t at = 0;

		buf_fmt(&msg,
		    BEGIN FRONT
		    "do: place nsw at 3,-1 flipped\nsay: \"Nice try, Bob.\"\n%s" BACK END,
		    row[i].lines);
		if (row[i].n < 0) {
			cr_expect_eq(
			    order_block_next(msg.p, msg.n, &at, &b, &err), -1, "%s", row[i].name);
			cr_expect(
			    strstr(err.msg, "head-sig") != NULL, "%s: %s", row[i].name, err.msg);
			buf_release(&msg);
			continue;
		}
		cr_assert_eq(order_block_next(msg.p, msg.n, &at, &b, &err), 1, "%s: %s",
		    row[i].name, err.msg);
		cr_expect(b.has_head_sig && b.head_n == row[i].n, "%s", row[i].name);
		expect_canon(row[i].name, msg.p, CANON);
		order_block_text(&b, &again);
		at = 0;
		cr_assert_eq(order_block_next(again.p, again.n, &at, &b, &err), 1, "%s", err.msg);
		cr_expect_eq(b.head_sig[137], 44, "%s: %d", row[i].name, b.head_sig[137]);
		expect_canon(row[i].name, again.p, CANON);
		buf_str(&canon, CANON "head-sig: 16 " SIG_3 SIG_2 SIG_1 "\n");
		cr_expect_eq(
		    order_block_parse_canonical(canon.p, canon.n, &b, &err), -1, "in the text");
		buf_release(&msg);
		buf_release(&again);
		buf_release(&canon);
	}
}

Test(block, say_has_one_normal_form)
{
	static const struct {
		const char *name, *field, *want;
	} row[] = {
		{ "quotes inside", "\"he said \\\"hi\\\"\"", "he said \"hi\"" },
		{ "curly quotes inside",
		    "\xe2\x80\x9che said \\\xe2\x80\x9chi\\\xe2\x80\x9d\xe2\x80\x9d",
		    "he said \"hi\"" },
		{ "backslash", "\"a\\\\b\"", "a\\b" },
		{ "apostrophe", "\"it\xe2\x80\x99s\"", "it's" },
		{ "dashes",
		    "\"a -- b\xe2\x80\x94"
		    "c --- \xe2\x80\x93\xe2\x80\x93\"",
		    "a - b-c - -" },
		{ "ellipsis", "\"well\xe2\x80\xa6\"", "well..." },
		{ "marks of mail", "\"1 > 0 | x=3D2\"",
		    "1 \xe2\x80\xba 0 \xc2\xa6 x\xef\xbc\x9d"
		    "2" },
		{ "blanks", "\"  a \t b\xc2\xa0 c  \"", "a b c" },
		{ "what looks like a field", "\"a\nsig: b\ndo: c\"", "a sig: b do: c" },
		{ "other letters", "\"\xc3\x9cz\xc3\xbcm \xe6\x97\xa5\xe6\x9c\xac\"",
		    "\xc3\x9cz\xc3\xbcm \xe6\x97\xa5\xe6\x9c\xac" },
		{ "a picture", "\"\xe2\x9b\x8f\xef\xb8\x8f\"", "\xe2\x9b\x8f" },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct buf msg = BUF_INIT, again = BUF_INIT;
		struct order_block b;
		struct err err = ERR_INIT;
		size_t at = 0;

		buf_fmt(&msg, BEGIN FRONT "do: stay\nsay: %s\n" BACK END, row[i].field);
		cr_assert_eq(order_block_next(msg.p, msg.n, &at, &b, &err), 1, "%s: %s",
		    row[i].name, err.msg);
		cr_expect_str_eq(b.say, row[i].want, "%s: %s", row[i].name, b.say);
		struct order_block normal = b;
		cr_assert_eq(order_block_normalize(&normal, &err), 0);
		cr_expect_str_eq(normal.say, b.say, "%s: not idempotent", row[i].name);
		buf_release(&msg);
		buf_release(&again);
	}
}

static const struct {
	const char *name, *msg;
	int line;
	const char *says;
} refused[] = {
	{ "cut off", "x\n" BEGIN FRONT, 2, "cut off" },
	{ "BEGIN in BEGIN", BEGIN FRONT PLAIN, 1, "before the next begins" },
	{ "unknown field", BEGIN "foo: bar\n" FRONT "do: stay\n" BACK END, 2,
	    "unknown field \"foo:\"" },
	{ "unknown empty field", BEGIN FRONT "do: stay\nfoo:\n" BACK END, 8,
	    "unknown field \"foo:\"" },
	{ "repeated field", BEGIN FRONT "do: stay\n" FRONT BACK END, 8, "game: stands twice" },
	{ "two do", BEGIN FRONT "do: stay\ndo: stay\n" BACK END, 8, "do: stands twice" },
	{ "missing field", BEGIN "game: k7q2m4xw\n" END, 1, "seat: is missing" },
	{ "missing sig", BEGIN FRONT "do: stay\nnonce: " NONCE "\n" END, 1, "sig: is missing" },
	{ "no do", BEGIN FRONT BACK END, 1, "do: is missing" },
	{ "say alone has turn any", BEGIN FRONT "say: \"x\"\n" BACK END, 1, "turn: any" },
	{ "or before do", BEGIN FRONT "or: stay\ndo: stay\n" BACK END, 7, "before do:" },
	{ "nine alternatives",
	    BEGIN FRONT "do: a\nor: b\nor: c\nor: d\nor: e\nor: f\nor: g\nor: h\nor: i\n" BACK END,
	    15, "more than 8" },
	{ "turn 0", BEGIN "game: g\nseat: anna\nturn: 0\n" END, 4, "turn: a number" },
	{ "turn with +", BEGIN "turn: +1\n" END, 2, "turn: a number" },
	{ "turn with leading zero", BEGIN "turn: 01\n" END, 2, "turn: a number" },
	{ "turn in two parts", BEGIN "turn: 1\n7\n" END, 2, "turn: a number" },
	{ "turn too large", BEGIN "turn: 9223372036854775808\n" END, 2, "turn: a number" },
	{ "a word that goes on", BEGIN "turn: everyx\n" END, 2, "turn: a number" },
	{ "until without turn every",
	    BEGIN FRONT "until: 2026-12-24T23:00:00Z\ndo: stay\n" BACK END, 1,
	    "goes with turn: every" },
	{ "until a day", BEGIN "until: 2026-12-24\n" END, 2, "until: a time" },
	{ "until no such day", BEGIN "until: 2027-02-29T00:00:00Z\n" END, 2, "until: a time" },
	{ "until the beginning of time", BEGIN "until: 1970-01-01T00:00:00Z\n" END, 2,
	    "until: a time" },
	{ "until with more behind it", BEGIN "until: 2026-12-24T23:00:00Zx\n" END, 2,
	    "until: a time" },
	{ "two untils", BEGIN "until: 2026-12-24T23:00:00Z\nuntil: 2026-12-24T23:00:00Z\n" END, 3,
	    "until: stands twice" },
	{ "turn of another word", BEGIN "turn: nextx\n" END, 2, "turn: a number" },
	{ "seq 0", BEGIN "seq: 0\n" END, 2, "seq: a number" },
	{ "head too short", BEGIN "head: abc\n" END, 2, "exactly 52" },
	{ "head not base32",
	    BEGIN "head: 1pylbp5kbjbeynbufkfvait7uq6pbrne3zofx2gsuxbh5s6i4ifq\n" END, 2,
	    "exactly 52" },
	{ "head with spare bits",
	    BEGIN "head: vpylbp5kbjbeynbufkfvait7uq6pbrne3zofx2gsuxbh5s6i4ifr\n" END, 2,
	    "exactly 52" },
	{ "nonce too long", BEGIN "nonce: " NONCE "a\n" END, 2, "exactly 26" },
	{ "sig too short", BEGIN "sig: " SIG_1 "\n" END, 2, "exactly 184" },
	{ "sig not base64",
	    BEGIN "sig: " SIG_1 SIG_2 "WltcXV5fYGFiY2RlZmdoaWprbG1ub3BxcnN0dXZ3eHl6e3x9fn-"
		  "AgYKDhIWGh4iJ\n" END,
	    2, "exactly 184" },
	{ "sign too short", BEGIN "sign: RWTC\n" END, 2, "sign: a public key of 56" },
	{ "sign with another character",
	    BEGIN "sign: RWTC+scbYs_BN1yl+xtb7BBaaJtf3aVeCkWIGGXMpsMJ4VixloXYitog"
		  "\n" END,
	    2, "sign: a public key of 56" },
	{ "age too long", BEGIN "age: " AGE "q\n" END, 2, "age: a public key of 62" },
	{ "two keys", BEGIN FRONT "do: rotate-key\nage: " AGE "\nage: " AGE "\n" BACK END, 9,
	    "age: stands twice" },
	{ "proof too short", BEGIN "proof: " SIG_1 "\n" END, 2, "proof: exactly 184" },
	{ "game with a blank", BEGIN "game: a b\n" END, 2, "game: only" },
	{ "seat not a name", BEGIN "seat: none\n" END, 2, "seat: " },
	{ "say without quotes", BEGIN "say: hi\n" END, 2, "double quotes" },
	{ "marks piled on a letter",
	    BEGIN FRONT "say: \"Z\xcc\x81\xcc\x81\xcc\x81\xcc\x81\xcc\x81\"\n" BACK END, 7,
	    "combining marks" },
	{ "a mark on the quote", BEGIN FRONT "say: \"\xcc\x81Z\"\n" BACK END, 7,
	    "combining marks" },
	{ "say not closed", BEGIN FRONT "say: \"hi\n" BACK END, 7, "closing quote" },
	{ "say with a quote inside", BEGIN "say: \"a \"b\" c\"\n" END, 2, "double quotes" },
	{ "text behind say", BEGIN "say: \"a\"\nb\n" END, 2, "double quotes" },
	{ "unknown escape", BEGIN "say: \"a\\n\"\n" END, 2, "double quotes" },
	{ "empty say", BEGIN "say: \" \"\n" END, 2, "empty" },
	{ "empty field", BEGIN "do:\nseq: 1\n" END, 2, "nothing stands there" },
	{ "control character", BEGIN "say: \"a\x1b[2Jb\"\n" END, 2, "U+001B is not" },
	{ "newer than Unicode 15", BEGIN "say: \"a\xf0\x9f\xab\xa9\"\n" END, 2, "U+1FAE9 is not" },
	{ "not UTF-8", BEGIN "say: \"a\xff\"\n" END, 2, "byte 0xff is not UTF-8" },
	{ "letter outside ASCII in do",
	    BEGIN "do: pl\xc3\xa4"
		  "ce\n" END,
	    2, "a character that no order" },
	/* One text has one reading: a broken END ends the block, whatever would be legal too. */
	{ "a broken END in say",
	    BEGIN FRONT "do: stay\nsay: \"a\n-----END ADIT\nORDER-----\nb\"\n" BACK END, 8,
	    "closing quote" },
	{ "a broken END between fields",
	    BEGIN FRONT "do: stay\n-----END\nADIT ORDER-----\n" BACK END, 1, "nonce: is missing" },
	{ "a broken BEGIN between fields",
	    BEGIN FRONT "do: stay\n-----BEGIN ADIT\nORDER-----\n" BACK END, 1, "before the next" },
	{ "a cursor that moves",
	    "-----BEGIN ADIT ORDER-----\x1b[2J\n" FRONT "-----BEGIN ADIT ORDER-----\nhello\n" END,
	    8, "before the first field" },
	{ "text before fields", BEGIN "hello\n" END, 2, "before the first field" },
	{ "until without a seat",
	    BEGIN NO_SEAT "do: restart\nuntil: 2026-12-24T23:00:00Z\n" BACK END, 1,
	    "seat: is missing, and it is no command" },
	{ "a choice without a seat", BEGIN NO_SEAT "do: restart\nor: restart\n" BACK END, 1,
	    "seat: is missing, and it is no command" },
	{ "neither seat nor seq", BEGIN "game: k7q2m4xw\nhead: " HEAD "\ndo: restart\n" BACK END, 1,
	    "seat: is missing" },
	{ "neither seat nor head", BEGIN "game: k7q2m4xw\nseq: 1\ndo: restart\n" BACK END, 1,
	    "seat: is missing" },
	{ "neither seat nor do", BEGIN NO_SEAT BACK END, 1, "seat: is missing" },
	{ "neither seat nor nonce",
	    BEGIN NO_SEAT "do: restart\nsig: " SIG_1 "\n" SIG_2 "\n" SIG_3 "\n" END, 1,
	    "seat: is missing" },
	{ "a proof without a seat",
	    BEGIN NO_SEAT "do: restart\nproof: " SIG_1 "\n" SIG_2 "\n" SIG_3 "\n" BACK END, 1,
	    "seat: is missing, and it is no command" },
	{ "a promise without a seat", BEGIN NO_SEAT "do: restart\ncommit: " HEAD "\n" BACK END, 1,
	    "seat: is missing, and it is no command" },
	{ "a share without a seat", BEGIN NO_SEAT "do: restart\nreveal: " HEAD "\n" BACK END, 1,
	    "seat: is missing, and it is no command" },
	{ "word with colon in do", BEGIN "do: stay\nat home: now\n" BACK END, 2, "ends in \":\"" },
};

Test(block, refused_with_the_line)
{
	for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
		struct order_block b;
		struct err err = ERR_INIT;
		size_t at = 0, n = strlen(refused[i].msg);

		cr_assert_eq(order_block_next(refused[i].msg, n, &at, &b, &err), -1, "%s: taken",
		    refused[i].name);
		cr_expect_eq(err.code,
		    strcmp(refused[i].name, "missing sig") == 0 ? ERR_AUTH : ERR_SYNTAX, "%s",
		    refused[i].name);
		cr_expect_eq(err.line, refused[i].line, "%s: line %d (%s)", refused[i].name,
		    err.line, err.msg);
		cr_expect_not_null(
		    strstr(err.msg, refused[i].says), "%s: %s", refused[i].name, err.msg);
		cr_expect_gt(at, 0, "%s: *at does not move", refused[i].name);
	}
}

Test(block, say_too_long)
{
	struct buf msg = BUF_INIT;
	struct order_block b;
	struct err err = ERR_INIT;
	size_t at = 0;

	buf_str(&msg, BEGIN FRONT "do: stay\nsay: \"");
	buf_fill(&msg, 'x', ORDER_BLOCK_SAY_MAX);
	buf_str(&msg, "\"\n" BACK END);
	cr_expect_eq(order_block_next(msg.p, msg.n, &at, &b, &err), 1, "%s", err.msg);
	at = 0;
	buf_clear(&msg);
	buf_str(&msg, BEGIN FRONT "do: stay\nsay: \"");
	buf_fill(&msg, 'x', ORDER_BLOCK_SAY_MAX + 1);
	buf_str(&msg, "\"\n" BACK END);
	cr_expect_eq(order_block_next(msg.p, msg.n, &at, &b, &err), -1);
	buf_release(&msg);
}

Test(block, several_in_one_message)
{
	const char *msg = "> " BEGIN "nothing\n" BEGIN "foo: x\n" END "between\n" PLAIN
			  "behind\n" PLAIN BEGIN "turn: 1\n";
	static const int want[] = { -1, -1, 1, 1, -1, 0, 0 };
	static const int line[] = { 1, 4, 7, 21, 34 };
	size_t at = 0;

	for (size_t i = 0; i < sizeof want / sizeof want[0]; i++) {
		struct order_block b;
		struct err err = ERR_INIT;
		int r = order_block_next(msg, strlen(msg), &at, &b, &err);

		cr_assert_eq(r, want[i], "block %zu: %d %s", i, r, err.msg);
		if (r != 0)
			cr_expect_eq(r == 1 ? b.line : err.line, line[i], "block %zu: line %d", i,
			    r == 1 ? b.line : err.line);
	}
}

Test(block, sizes_are_limited)
{
	struct buf msg = BUF_INIT;
	struct order_block b;
	struct err err = ERR_INIT;
	size_t at = 0;

	buf_fill(&msg, 'x', ORDER_BLOCK_INPUT_MAX + 1);
	cr_expect_eq(order_block_next(msg.p, msg.n, &at, &b, &err), -1);
	cr_expect_eq(at, msg.n);

	at = 0;
	buf_clear(&msg);
	buf_str(&msg, BEGIN FRONT "do: stay\nnonce: " NONCE "\n");
	buf_fill(&msg, '\n', ORDER_BLOCK_RAW_MAX);
	buf_str(&msg, "sig: " SIG_1 "\n" SIG_2 "\n" SIG_3 "\n" END);
	cr_expect_eq(order_block_next(msg.p, msg.n, &at, &b, &err), -1);
	cr_expect_not_null(strstr(err.msg, "more than"), "%s", err.msg);
	buf_release(&msg);
}

Test(block, canonical_text_is_read_exactly)
{
	static const char *const bad[] = {
		"",
		"adit-order v1",
		"adit-order v2\n" FRONT "do: stay\nnonce: " NONCE "\n",
		"adit-order v1\n" FRONT "do: stay\nnonce: " NONCE,
		"adit-order v1\n" FRONT "do:  stay\nnonce: " NONCE "\n",
		"adit-order v1\n" FRONT "do: stay \nnonce: " NONCE "\n",
		"adit-order v1\n" FRONT "Do: stay\nnonce: " NONCE "\n",
		"adit-order v1\n" FRONT "do:stay\nnonce: " NONCE "\n",
		"adit-order v1\n" FRONT "do : stay\nnonce: " NONCE "\n",
		"adit-order v1\n" FRONT "do: STAY\nnonce: " NONCE "\n",
		"adit-order v1\n" FRONT "do: stay\nnonce: " NONCE "\n\n",
		"adit-order v1\n" FRONT "nonce: " NONCE "\ndo: stay\n",
		"adit-order v1\n" FRONT "do: stay\nsay: \"a--b\"\nnonce: " NONCE "\n",
		"adit-order v1\n" FRONT "do: stay\nsay: \xe2\x80\x9c"
		"a\xe2\x80\x9d\nnonce: " NONCE "\n",
		"adit-order v1\n" FRONT "do: stay\nnonce: " NONCE "\nsig: " SIG_1 SIG_2 SIG_3 "\n",
		"adit-order v1\n" FRONT "do: stay\nnonce: " NONCE "\r\n",
		" " CANON,
	};
	struct order_block b;
	struct err err = ERR_INIT;
	struct buf text = BUF_INIT;

	cr_assert_eq(
	    order_block_parse_canonical(CANON, sizeof CANON - 1, &b, &err), 0, "%s", err.msg);
	cr_expect(!b.has_sig && b.turn == 17);
	cr_assert_eq(order_block_canonical(&b, &text, &err), 0);
	cr_expect_str_eq(text.p, CANON);
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		cr_expect_eq(order_block_parse_canonical(bad[i], strlen(bad[i]), &b, &err), -1,
		    "%s", bad[i]);
		cr_expect_eq(err.code, ERR_SYNTAX, "%s", bad[i]);
	}
	for (size_t n = 0; n < sizeof CANON - 1; n++)
		cr_expect_eq(
		    order_block_parse_canonical(CANON, n, &b, &err), -1, "the first %zu bytes", n);
	buf_release(&text);
}

Test(block, standing_and_chat)
{
	expect_canon("chat",
	    BEGIN "game: g\nseat: anna\nturn: any\nseq: 3\nhead: " HEAD "\nsay: \"hi\"\n" BACK END,
	    "adit-order v1\ngame: g\nseat: anna\nturn: any\nseq: 3\nhead: " HEAD
	    "\nsay: \"hi\"\nnonce: " NONCE "\n");
	expect_canon("cancel",
	    BEGIN "game: g\nseat: anna\nturn: next\nseq: 3\nhead: " HEAD "\ndo: cancel\n" BACK END,
	    "adit-order v1\ngame: g\nseat: anna\nturn: next\nseq: 3\nhead: " HEAD
	    "\ndo: cancel\nnonce: " NONCE "\n");
	expect_canon("for every turn",
	    BEGIN "UNTIL: 2026\xe2\x80\x93"
		  "12\xe2\x80\x91"
		  "24t23:00:00z\ngame: g\nseat: anna\nseq: 3\nhead: " HEAD
		  "\ndo: suggest\nTurn: Every\n" BACK END,
	    "adit-order v1\ngame: g\nseat: anna\nturn: every\nuntil: 2026-12-24T23:00:00Z\n"
	    "seq: 3\nhead: " HEAD "\ndo: suggest\nnonce: " NONCE "\n");
	expect_canon("for every turn, for ever",
	    BEGIN "game: g\nseat: anna\nturn: every\nseq: 3\nhead: " HEAD
		  "\ndo: suggest\n" BACK END,
	    "adit-order v1\ngame: g\nseat: anna\nturn: every\nseq: 3\nhead: " HEAD
	    "\ndo: suggest\nnonce: " NONCE "\n");
	expect_canon("alternatives",
	    BEGIN FRONT "do: repair-lamp anna\nor: place e:ladder\nat 1,0\nOR: discard\n"
			"ns+e:door-green\n" BACK END,
	    "adit-order v1\n" FRONT "do: repair-lamp anna\nor: place e:ladder at 1,0"
	    "\nor: discard ns+e:door-green\nnonce: " NONCE "\n");
}

Test(block, commands)
{
#define COMMAND "game: g\nseq: 3\nhead: " HEAD "\n"
	static const char *const bad[] = {
		BEGIN COMMAND "do: tick\n" BACK END,
		BEGIN COMMAND "do: tick\nor: status\nhead-sig: 16\n" HEAD_SIG BACK END,
		BEGIN COMMAND "say: \"hi\"\nhead-sig: 16\n" HEAD_SIG BACK END,
		BEGIN COMMAND "do: tick\nseat: host\nhead-sig: 16\n" HEAD_SIG BACK END,
		BEGIN COMMAND "do: tick\nturn: any\nhead-sig: 16\n" HEAD_SIG BACK END,
		BEGIN COMMAND
		"do: tick\nseat: host\nturn: command\nhead-sig: 16\n" HEAD_SIG BACK END,
		BEGIN COMMAND "do: tick\nreveal: " HEAD "\nhead-sig: 16\n" HEAD_SIG BACK END,
	};
	static const char canon[] = "adit-command v1\n" COMMAND "do: undo 4\nsay: \"Why?\"\n"
				    "nonce: " NONCE "\n";
	static const char as_order[] = "adit-order v1\n" COMMAND
				       "do: undo 4\nsay: \"Why?\"\nnonce: " NONCE "\n";
	static const char as_command[] = "adit-command v1\n" FRONT "do: stay\nnonce: " NONCE "\n";
	struct order_block b;
	struct err err = ERR_INIT;
	struct buf comment = BUF_INIT;

	expect_canon("a command",
	    BEGIN COMMAND "do: UNDO\n4\nhead-sig: 16\n" HEAD_SIG "say: \"Why?\"\n" BACK END, canon);
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		size_t at = 0;

		cr_expect_eq(
		    order_block_next(bad[i], strlen(bad[i]), &at, &b, &err), -1, "%s", bad[i]);
	}
	cr_expect_eq(order_block_parse_canonical(as_order, strlen(as_order), &b, &err), -1);
	cr_expect_eq(order_block_parse_canonical(as_command, strlen(as_command), &b, &err), -1);
	cr_assert_eq(order_block_parse_canonical(canon, strlen(canon), &b, &err), 0, "%s", err.msg);
	cr_expect_eq(b.turn, TURN_COMMAND);
	cr_expect_str_eq(b.seat, "host");
	cr_expect_not(order_block_comment_fits(&b, "adit-command v1 g/16/4"));
	cr_expect_not(order_block_comment_fits(&b, "adit-command v1 h/16/3"));
	cr_expect_not(order_block_comment_fits(&b, "adit-order v1 g/16/3"));
	cr_expect_not(order_block_comment_fits(&b, "adit-command v1 g/16/3/"));
	cr_expect(order_block_comment_fits(&b, "adit-command v1 g/16/3"));
	cr_expect_eq(b.head_n, 16);
	order_block_comment(&b, &comment);
	cr_expect_str_eq(comment.p, "adit-command v1 g/16/3");
	buf_release(&comment);
}

/* ---- random blocks, random mail ---------------------------------------------------------- */

static void
some_say(struct rng_fast *r, char out[static ORDER_BLOCK_SAY_MAX + 1])
{
	static const char *const piece[] = { "Nice", "try,", "Bob.", "it's", "\"quoted\"", "a--b",
		"--", "-", "END", "BEGIN", "ADIT", "ORDER", "-----END ADIT ORDER-----",
		"sig:", "do:", "say:", "foo:", "From", ">", ">>", "|", "=", "x=3D1", "=20",
		"C:\\dir\\", "\\", "...", "\xc3\xbc", "\xe2\x80\x94",
		"\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e", "\xf0\x9f\x98\x80", "3,-1", "  ",
		"\xe2\x80\x9chi\xe2\x80\x9d",
		"averylongwordthatdoesnotfitintoalineofseventytwocolumnssothatithastobecutsomewhere"
		"inthemiddleofit",
		("\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e\xe6\x97"
		 "\xa5\xe6\x9c\xac\xe8"
		 "\xaa\x9e\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e"
		 "\xe6\x97\xa5\xe6\x9c"
		 "\xac\xe8\xaa\x9e\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e\xe6\x97\xa5\xe6\x9c\xac\xe8"
		 "\xaa\x9e\xe6\x97\xa5"
		 "\xe6\x9c\xac\xe8\xaa\x9e\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e\xe6\x97\xa5\xe6\x9c"
		 "\xac\xe8\xaa\x9e") };
	struct buf text = BUF_INIT;
	unsigned n = below(r, 18);

	for (unsigned i = 0; i < n; i++) {
		const char *p = piece[below(r, sizeof piece / sizeof piece[0])];

		if (text.n + strlen(p) > ORDER_BLOCK_SAY_MAX / 3)
			continue;
		buf_str(&text, p);
		if (below(r, 4) > 0)
			buf_chr(&text, ' ');
	}
	memcpy(out, buf_cstr(&text), text.n + 1);
	buf_release(&text);
}

static void
some_block(struct rng_fast *r, struct order_block *b)
{
	static const char *const order[] = { "place nsw at 3,-1 flipped", "discard map", "cancel",
		"repair-pickaxe-lamp bob lamp", "place ns+e:door-green at -4,12", "resign",
		"e:ladder x:y z",
		("steal "
		 "abcdefghijklmnopqrs0,abcdefghijklmnopqrs1,abcdefghijklmnopqrs2,"
		 "abcdefghijklmnopqrs3,"
		 "abcdefghijklmnopqrs4,abcdefghijklmnopqrs5,abcdefghijklmnopqrs6,"
		 "abcdefghijklmnopqrs7"),
		"goblin 2,0 2,1/n 2,1/c2 2,2/t 3,2 4,2/w 5,2/c 6,2 7,2 8,2 9,2 10,2 11,2 12,2 13,2 "
		"14,2 15,2 16,2",
		"walk 0,-1 cut 0,-1/n 0,-2 axe no turn flip" };

	*b = (struct order_block){
		.has_sig = true, .seq = 1 + below(r, 100), .turn = 1 + below(r, 1000)
	};
	memcpy(b->game, "k7q2m4xw", 9);
	memcpy(b->seat, "anna", 5);
	some_say(r, b->say);
	cr_assert_eq(order_block_normalize(b, &(struct err)ERR_INIT), 0);
	b->n_do = below(r, 4);
	if (b->n_do == 0 && b->say[0] == '\0')
		b->n_do = 1;
	if (below(r, 2) == 0)
		some_say(r, b->say);
	if (b->n_do == 0)
		memcpy(b->say, "hi", 3);
	if (below(r, 3) == 0)
		b->turn = below(r, 2) == 0 ? TURN_NEXT : TURN_EVERY;
	if (b->turn == TURN_EVERY && b->n_do > 0 && below(r, 2) == 0)
		b->until = 1 + (int64_t)below(r, UINT32_MAX);
	if (b->n_do == 0 || (b->until == 0 && below(r, 6) == 0))
		b->turn = TURN_ANY;
	for (unsigned i = 0; i < b->n_do; i++) {
		const char *s = order[below(r, sizeof order / sizeof order[0])];
		memcpy(b->doing[i], s, strlen(s) + 1);
	}
	if (below(r, 5) == 0) {
		memcpy(b->sign, SIGN, sizeof SIGN);
		memcpy(b->age, AGE, sizeof AGE);
		b->has_proof = below(r, 2) == 0;
	}
	for (size_t i = 0; i < sizeof b->proof && b->has_proof; i++)
		b->proof[i] = (unsigned char)below(r, 256);
	for (size_t i = 0; i < sizeof b->head; i++)
		b->head[i] = (unsigned char)below(r, 256);
	for (size_t i = 0; i < sizeof b->nonce; i++)
		b->nonce[i] = (unsigned char)below(r, 256);
	for (size_t i = 0; i < sizeof b->sig; i++)
		b->sig[i] = (unsigned char)below(r, 256);
}

typedef void mangler(struct rng_fast *r, const char *s, size_t n, struct buf *out);

/* Puts `front` before each line. */
static void
each_line(const char *front, const char *s, size_t n, struct buf *out)
{
	for (size_t i = 0; i < n; i++) {
		if (i == 0 || s[i - 1] == '\n')
			buf_str(out, front);
		buf_chr(out, s[i]);
	}
}

static void
quote(struct rng_fast *r, const char *s, size_t n, struct buf *out)
{
	static const char *const front[] = { "> ", ">", "| ", ">> ", "> > ", "  > ", "AB> " };
	each_line(front[below(r, sizeof front / sizeof front[0])], s, n, out);
}

static void
reply(struct rng_fast *r, const char *s, size_t n, struct buf *out)
{
	(void)r;
	each_line("> ", s, n, out);
}

static void
indent(struct rng_fast *r, const char *s, size_t n, struct buf *out)
{
	static const char *const front[] = { "  ", "    ", "\t", "\t\t", "\xc2\xa0\xc2\xa0",
		"\xe2\x80\x83 " };
	each_line(front[below(r, sizeof front / sizeof front[0])], s, n, out);
}

/* True for a line with BEGIN or END. These lines must stay whole. Only with quoting, respelling and
 * encoding together are they long enough to be cut. */
static bool
is_marker_line(const char *s, size_t n)
{
	size_t end = strcspn(s, "\n");

	return memmem(s, end < n ? end : n, "ADIT", 4) != NULL;
}

/* Breaks long lines at blanks. flowed: the blank stays. marks: each part gets the quote mark. */
static void
wrap(struct rng_fast *r, const char *s, size_t n, struct buf *out)
{
	size_t columns = 60 + below(r, 20), start = 0;
	bool flowed = below(r, 2) == 0;
	bool marks = n > 2 && s[0] == '>' && below(r, 2) == 0;

	for (size_t i = 0; i <= n; i++) {
		if (i < n && s[i] != '\n')
			continue;
		while (i - start > columns && !is_marker_line(s + start, n - start)) {
			size_t cut = start + columns;

			while (cut > start + 6 && s[cut] != ' ')
				cut--;
			if (cut <= start + 6)
				break;
			buf_add(out, s + start, cut - start);
			buf_str(out, flowed ? " \n" : "\n");
			buf_str(out, marks ? "> " : "");
			start = cut + 1;
		}
		buf_add(out, s + start, i - start + (i < n));
		start = i + 1;
	}
}

static void
crlf(struct rng_fast *r, const char *s, size_t n, struct buf *out)
{
	(void)r;
	for (size_t i = 0; i < n; i++) {
		if (s[i] == '\n')
			buf_chr(out, '\r');
		buf_chr(out, s[i]);
	}
}

static void
trailing(struct rng_fast *r, const char *s, size_t n, struct buf *out)
{
	for (size_t i = 0; i < n; i++) {
		if (s[i] == '\n')
			buf_fill(out, ' ', below(r, 3));
		buf_chr(out, s[i]);
	}
}

static void
spaces(struct rng_fast *r, const char *s, size_t n, struct buf *out)
{
	static const char *const odd[] = { " ", "\xc2\xa0", "\xe2\x80\x87", "\xe2\x80\xaf",
		"\xe3\x80\x80", "  ", "\t" };
	for (size_t i = 0; i < n; i++) {
		bool inside = s[i] == ' ' && i > 0 && i + 1 < n && s[i - 1] != '\n' &&
		    s[i + 1] != '\n';
		if (inside && s[i - 1] != '>' && s[i - 1] != ' ' && s[i + 1] != ' ')
			buf_str(out, odd[below(r, sizeof odd / sizeof odd[0])]);
		else
			buf_chr(out, s[i]);
	}
}

static void
invisible(struct rng_fast *r, const char *s, size_t n, struct buf *out)
{
	static const char *const what[] = { "\xe2\x80\x8b", "\xe2\x80\x8c", "\xe2\x80\x8d",
		"\xe2\x81\xa0", "\xef\xbb\xbf", "\xc2\xad" };
	buf_str(out, "\xef\xbb\xbf");
	for (size_t i = 0; i < n; i++) {
		buf_chr(out, s[i]);
		if (s[i] >= 'a' && s[i] <= 'z' && below(r, 20) == 0)
			buf_str(out, what[below(r, sizeof what / sizeof what[0])]);
	}
}

static void
autocorrect(struct rng_fast *r, const char *s, size_t n, struct buf *out)
{
	static const char *const one[] = { "-", "\xe2\x80\x90", "\xe2\x80\x91", "\xe2\x88\x92" };
	bool opened = false;

	for (size_t i = 0; i < n; i++) {
		size_t left = n - i;

		if (s[i] == '"') {
			buf_str(out, opened ? "\xe2\x80\x9d" : "\xe2\x80\x9c");
			opened = !opened;
		} else if (s[i] == '\'') {
			buf_str(out, "\xe2\x80\x99");
		} else if (left > 2 && memcmp(s + i, "---", 3) == 0 && below(r, 2) == 0) {
			buf_str(out, "\xe2\x80\x94");
			i += 2;
		} else if (left > 1 && memcmp(s + i, "--", 2) == 0) {
			buf_str(out, "\xe2\x80\x93");
			i += 1;
		} else if (left > 2 && memcmp(s + i, "...", 3) == 0) {
			buf_str(out, "\xe2\x80\xa6");
			i += 2;
		} else if (s[i] == '-') {
			buf_str(out, one[below(r, 4)]);
		} else {
			buf_chr(out, s[i]);
		}
	}
}

static void
quoted_printable(struct rng_fast *r, const char *s, size_t n, struct buf *out)
{
	size_t column = 0;
	bool is_marker = false;

	(void)r;
	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)s[i];

		/* An encoder does not cut a line at its end. */
		if (i == 0 || s[i - 1] == '\n')
			is_marker = is_marker_line(s + i, n - i);
		if (c != '\n' && c != '\r' && column > 72 && !is_marker) {
			buf_str(out, "=\n");
			column = 0;
		}
		if (c == '\n') {
			buf_chr(out, '\n');
			column = 0;
		} else if (c == '=' || c >= 0x7f ||
		    (c == ' ' && i + 1 < n && (s[i + 1] == '\n' || s[i + 1] == '\r'))) {
			buf_fmt(out, "=%02X", c);
			column += 3;
		} else {
			buf_chr(out, s[i]);
			column++;
		}
	}
}

static void
spaced_out(struct rng_fast *r, const char *s, size_t n, struct buf *out)
{
	for (size_t i = 0; i < n; i++) {
		buf_chr(out, s[i]);
		if (s[i] == '\n' && below(r, 3) == 0)
			buf_chr(out, '\n');
	}
}

static void
loud_keywords(struct rng_fast *r, const char *s, size_t n, struct buf *out)
{
	(void)r;
	for (size_t i = 0; i < n; i++) {
		bool first = i == 0 || s[i - 1] == '\n';
		bool head = first && i + 5 < n && memcmp(s + i, "head:", 5) == 0;
		buf_chr(out, head ? 'H' : s[i]);
	}
}

static void
surrounded(struct rng_fast *r, const char *s, size_t n, struct buf *out)
{
	(void)r;
	buf_str(out, "Hello -- see BEGIN ADIT ORDER below\n-----BEGIN PGP MESSAGE-----\n\n");
	buf_add(out, s, n);
	buf_str(out, "\n-- \nanna: \"bye\n-----END ADIT ORDER-----\n");
}

/* Changes by hand and by programs. Quoted-printable comes after them; only in_transit follows
 * it. */
static const struct {
	const char *name;
	mangler *mangle;
} by_hand[] = {
	{ "spaces", spaces }, { "invisible", invisible }, { "autocorrect", autocorrect },
	{ "loud keywords", loud_keywords }, { "surrounded", surrounded }, { "indent", indent },
	{ "wrap", wrap }, { "quote", quote }, { "trailing", trailing }, { "crlf", crlf },
	{ "spaced out", spaced_out },
}, in_transit[] = {
	{ "reply", reply }, { "crlf", crlf }, { "trailing", trailing }, { "wrap", wrap },
};

static void
mangle_once(struct rng_fast *r, mangler *mangle, struct buf *msg)
{
	struct buf out = BUF_INIT;

	mangle(r, msg->p, msg->n, &out);
	buf_release(msg);
	*msg = out;
}

Test(block, random_blocks_survive_random_mail)
{
	struct rng_fast r;

	rng_fast_init(&r, (const uint8_t[32]){ 3 }, 0);
	for (int i = 0; i < 4000; i++) {
		struct order_block b;
		struct err err = ERR_INIT;
		struct buf want = BUF_INIT, msg = BUF_INIT, got = BUF_INIT, story = BUF_INIT;

		some_block(&r, &b);
		cr_assert_eq(order_block_canonical(&b, &want, &err), 0, "%s", err.msg);
		order_block_text(&b, &msg);
		bool encode = below(&r, 3) == 0;
		for (unsigned k = below(&r, 6); k > 0; k--) {
			size_t m = below(&r, sizeof by_hand / sizeof by_hand[0]);

			/* An encoder may cut an indented line just before blanks. These cannot be
			 * told apart from the indentation. */
			if (encode && by_hand[m].mangle == indent)
				continue;
			buf_fmt(&story, "%s, ", by_hand[m].name);
			mangle_once(&r, by_hand[m].mangle, &msg);
		}
		if (encode) {
			buf_str(&story, "quoted-printable, ");
			mangle_once(&r, quoted_printable, &msg);
			for (unsigned k = below(&r, 3); k > 0; k--) {
				size_t m = below(&r, sizeof in_transit / sizeof in_transit[0]);
				buf_fmt(&story, "%s, ", in_transit[m].name);
				mangle_once(&r, in_transit[m].mangle, &msg);
			}
		}
		read_one(msg.p, msg.n, &got, &err);
		cr_assert_str_eq(buf_cstr(&got), want.p, "block %d: %s%s, line %d\n%s\n%s\n%s", i,
		    buf_cstr(&story), err.msg, err.line, msg.p, want.p, buf_cstr(&got));
		buf_release(&want);
		buf_release(&msg);
		buf_release(&got);
		buf_release(&story);
	}
}

Test(block, mailed_blocks_are_narrow)
{
	struct rng_fast r;

	rng_fast_init(&r, (const uint8_t[32]){ 4 }, 0);
	for (int i = 0; i < 1000; i++) {
		struct order_block b;
		struct buf msg = BUF_INIT;
		size_t at = 0;

		some_block(&r, &b);
		order_block_text(&b, &msg);
		while (at < msg.n) {
			size_t n = strcspn(msg.p + at, "\n");

			/* The width is at most the number of bytes. Two columns take three bytes or
			 * more here. */
			if (n > ORDER_BLOCK_COLUMNS) {
				size_t ascii = 0, lead = 0;
				for (size_t k = 0; k < n; k++) {
					ascii += (msg.p[at + k] & 0x80) == 0;
					lead += ((unsigned char)msg.p[at + k] & 0xc0) == 0xc0;
				}
				cr_assert_leq(
				    ascii + lead, ORDER_BLOCK_COLUMNS, "%.*s", (int)n, msg.p + at);
			}
			cr_assert_neq(n, 0, "an empty line");
			cr_assert_neq(msg.p[at + n - 1], ' ', "a trailing blank");
			at += n + 1;
		}
		buf_release(&msg);
	}
}

Test(block, no_truncation_is_another_order)
{
	struct rng_fast r;

	rng_fast_init(&r, (const uint8_t[32]){ 5 }, 0);
	for (int i = 0; i < 10; i++) {
		struct order_block b;
		struct err err = ERR_INIT;
		struct buf want = BUF_INIT, msg = BUF_INIT, got = BUF_INIT;

		some_block(&r, &b);
		cr_assert_eq(order_block_canonical(&b, &want, &err), 0, "%s", err.msg);
		order_block_text(&b, &msg);
		for (size_t n = 0; n < msg.n; n++) {
			read_one(msg.p, n, &got, &err);
			cr_assert(got.n == 0 || strcmp(got.p, want.p) == 0, "%zu of %zu bytes:\n%s",
			    n, msg.n, buf_cstr(&got));
			/* Only dashes of the last line may be missing. */
			cr_assert(
			    got.n == 0 || n + 4 > msg.n, "%zu of %zu bytes are enough", n, msg.n);
		}
		buf_release(&want);
		buf_release(&msg);
		buf_release(&got);
	}
}

Test(block, damage_gives_an_order_or_an_error)
{
	struct rng_fast r;

	rng_fast_init(&r, (const uint8_t[32]){ 6 }, 0);
	for (int i = 0; i < 20; i++) {
		struct order_block b;
		struct buf msg = BUF_INIT, got = BUF_INIT;

		some_block(&r, &b);
		order_block_text(&b, &msg);
		for (size_t k = 0; k < msg.n; k++) {
			struct err err = ERR_INIT;
			char before = msg.p[k];

			msg.p[k] = (char)(before ^ (1 << below(&r, 8)));
			read_one(msg.p, msg.n, &got, &err);
			if (got.n > 0)
				cr_assert_eq(order_block_parse_canonical(got.p, got.n, &b, &err), 0,
				    "%s\n%s", err.msg, got.p);
			else
				cr_assert(err.code == ERR_SYNTAX || err.code == ERR_NOT_FOUND, "%s",
				    err.msg);
			msg.p[k] = before;
		}
		buf_release(&msg);
		buf_release(&got);
	}
}

Test(block, signature_text)
{
	unsigned char sig[MINISIGN_BYTES], again[MINISIGN_BYTES];
	char text[MINISIGN_TEXT + 1];

	for (unsigned i = 0; i < MINISIGN_BYTES; i++)
		sig[i] = (unsigned char)i;
	order_block_sig_text(sig, text);
	cr_expect_str_eq(text, SIG_1 SIG_2 SIG_3);
	cr_expect_eq(order_block_sig_parse(text, MINISIGN_TEXT, again), 0);
	cr_expect_arr_eq(again, sig, MINISIGN_BYTES);
	cr_expect_eq(order_block_sig_parse(text, MINISIGN_TEXT - 1, again), -1);
	text[7] = '=';
	cr_expect_eq(order_block_sig_parse(text, MINISIGN_TEXT, again), -1);
	text[7] = '\0';
	cr_expect_eq(order_block_sig_parse(text, MINISIGN_TEXT, again), -1);
}

/* ---- lengths --------------------------------------------------------------------------------------- */

static void
put_text(char *to, const char *text)
{
	memcpy(to, text, strlen(text) + 1);
}

/* Appends a word of n bytes: letters, or characters of two columns. */
static void
put_word(struct rng_fast *r, size_t n, bool wide, char *s, size_t max)
{
	size_t at = strlen(s);

	if (at > 0 && at + 1 < max)
		s[at++] = ' ';
	for (; n > 0 && at + (wide ? 3 : 1) < max; n--) {
		if (wide) {
			memcpy(s + at, "\xe4\xb8\xad", 3);
			at += 3;
		} else {
			s[at++] = (char)('a' + below(r, 26));
		}
	}
	s[at] = '\0';
}

/* Returns the length of the longest mailed block with words of `word` letters and all other fields.
 * The block grows until it is too long. */
static size_t
longest(struct rng_fast *r, size_t word, bool keys, bool wide)
{
	struct order_block b = { .turn = TURN_EVERY,
		.until = TIMESTAMP_MAX,
		.seq = INT64_MAX,
		.n_do = 1,
		.has_head_sig = true,
		.head_n = INT64_C(1) << 40,
		.has_sig = true };
	struct buf text = BUF_INIT, canon = BUF_INIT;
	struct err err = ERR_INIT;
	size_t most = 0;

	memset(b.game, 'g', ORDER_BLOCK_GAME_MAX);
	memset(b.seat, 's', NAME_MAX_LEN);
	memset(b.sig, 0xff, sizeof b.sig);
	memset(b.head_sig, 0xff, sizeof b.head_sig);
	put_text(b.doing[0], keys ? "rotate-key" : "a");
	if (keys) {
		put_text(b.sign, SIGN);
		put_text(b.age, AGE);
		b.has_proof = b.has_commit = b.has_reveal = true;
	}
	while (order_block_canonical(&b, &canon, &err) == 0) {
		cr_expect_leq(canon.n, ORDER_BLOCK_CANON_MAX);
		buf_clear(&canon);
		buf_clear(&text);
		order_block_text(&b, &text);
		most = text.n > most ? text.n : most;
		if (strlen(b.say) + 3 < ORDER_BLOCK_SAY_MAX && (keys || below(r, 2) == 0)) {
			put_word(r, word, wide, b.say, ORDER_BLOCK_SAY_MAX);
			continue;
		}
		if (keys ||
		    (b.n_do == ORDER_BLOCK_ALTERNATIVES &&
			strlen(b.doing[7]) > ORDER_BLOCK_DO_MAX - 3))
			break;
		if (strlen(b.doing[b.n_do - 1]) > ORDER_BLOCK_DO_MAX - 3 ||
		    (b.n_do < ORDER_BLOCK_ALTERNATIVES && below(r, 8) == 0))
			b.n_do++;
		put_word(r, word, false, b.doing[b.n_do - 1], ORDER_BLOCK_DO_MAX);
	}
	buf_release(&text);
	buf_release(&canon);
	return most;
}

/* ORDER_BLOCK_ROOM is enough for every sealed block, and not much too large. */
Test(block, the_longest_has_room)
{
	const uint8_t seed[32] = { 3 };
	struct rng_fast r;
	size_t most = 0;

	rng_fast_init(&r, seed, 1);
	for (unsigned i = 0; i < 3000; i += is_few() ? 7 : 1) {
		size_t n = longest(&r, 1 + i % 400, i % 5 == 0, i % 3 == 0);

		cr_expect_leq(n, ORDER_BLOCK_ROOM, "words of %u: %zu bytes", 1 + i % 400, n);
		most = n > most ? n : most;
	}
	cr_expect_geq(most, ORDER_BLOCK_ROOM - 128, "%zu", most);
}

/* Signer and host refuse at the same byte. */
Test(block, a_longer_order_is_refused)
{
	struct order_block b = { .turn = 1, .seq = 1, .n_do = ORDER_BLOCK_ALTERNATIVES };
	struct buf canon = BUF_INIT;
	struct err err = ERR_INIT;

	put_text(b.game, "g");
	put_text(b.seat, "anna");
	for (unsigned i = 0; i < b.n_do; i++)
		put_text(b.doing[i], "a");
	for (unsigned i = 0; i < 2; i++)
		memset(b.doing[i], 'x', ORDER_BLOCK_DO_MAX);
	cr_assert_eq(order_block_canonical(&b, &canon, &err), 0, "%s", err.msg);
	memset(b.doing[2], 'x', ORDER_BLOCK_CANON_MAX + 1 - canon.n);
	buf_clear(&canon);
	cr_assert_eq(order_block_canonical(&b, &canon, &err), 0, "%s", err.msg);
	cr_expect_eq(canon.n, ORDER_BLOCK_CANON_MAX);
	cr_expect_eq(order_block_parse_canonical(canon.p, canon.n, &b, &err), 0, "%s", err.msg);
	b.doing[2][strlen(b.doing[2])] = 'x';
	buf_clear(&canon);
	cr_expect_eq(order_block_canonical(&b, &canon, &err), -1);
	cr_expect_eq(err.code, ERR_SYNTAX);
	cr_expect_str_eq(err.msg, "the text of the order has 1281 bytes, at most 1280 are taken");
	buf_release(&canon);
}
