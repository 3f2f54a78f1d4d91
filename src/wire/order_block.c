/*
 * Order blocks: fields, normal form, canonical text. block_read.c reads mail.
 *
 * (B1) order_block_parse_canonical accepts exactly the texts that order_block_canonical makes.
 * (B2) Normalization is idempotent: the normal form of a normal text is itself.
 */
#include "wire/order_block.h"

#include <limits.h>
#include <string.h>

#include "wire/block_field.h"
#include "text/orderline.h"
#include "util/base32.h"
#include "util/base64.h"
#include "util/mem.h"
#include "util/slice.h"
#include "util/timestamp.h"
#include "util/utf8.h"
#include "util/wrap.h"

static const char heading[] = "adit-order v1\n", command_heading[] = "adit-command v1\n";

static const char *const key_word[BLOCK_KEY_COUNT] = {
	[BLOCK_KEY_GAME] = "game",
	[BLOCK_KEY_SEAT] = "seat",
	[BLOCK_KEY_TURN] = "turn",
	[BLOCK_KEY_UNTIL] = "until",
	[BLOCK_KEY_SEQ] = "seq",
	[BLOCK_KEY_HEAD] = "head",
	[BLOCK_KEY_DO] = "do",
	[BLOCK_KEY_OR] = "or",
	[BLOCK_KEY_SIGN] = "sign",
	[BLOCK_KEY_AGE] = "age",
	[BLOCK_KEY_PROOF] = "proof",
	[BLOCK_KEY_COMMIT] = "commit",
	[BLOCK_KEY_REVEAL] = "reveal",
	[BLOCK_KEY_SAY] = "say",
	[BLOCK_KEY_NONCE] = "nonce",
	[BLOCK_KEY_HEAD_SIG] = "head-sig",
	[BLOCK_KEY_SIG] = "sig",
};

bool
order_block_key_is_word(enum order_block_key key)
{
	return key == BLOCK_KEY_UNTIL || key == BLOCK_KEY_HEAD || key == BLOCK_KEY_NONCE ||
	    key == BLOCK_KEY_SIG || key == BLOCK_KEY_HEAD_SIG || key == BLOCK_KEY_SIGN ||
	    key == BLOCK_KEY_AGE || key == BLOCK_KEY_PROOF || key == BLOCK_KEY_COMMIT ||
	    key == BLOCK_KEY_REVEAL;
}

static char
to_lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

const char *
order_block_key_name(enum order_block_key key)
{
	return key_word[key];
}

enum order_block_key
order_block_key_find(const char *s, size_t n)
{
	unsigned key;

	for (key = 0; key < BLOCK_KEY_COUNT; key++) {
		size_t i = 0;

		if (strlen(key_word[key]) != n)
			continue;
		while (i < n && to_lower(s[i]) == key_word[key][i])
			i++;
		if (i == n)
			break;
	}
	return (enum order_block_key)key;
}

/* ---- normal form ------------------------------------------------------------------------- */

/* What mail programs and word processors write instead of plain characters. */
static const struct level {
	uint32_t from, to;
	const char *as, *wide; /* wide: in lines that may be BEGIN or END */
} level[] = {
	{ 0x00a0, 0x00a0, " ", " " },   /* no-break space */
	{ 0x00ab, 0x00ab, "\"", "\"" }, /* guillemets */
	{ 0x00ad, 0x00ad, "", "" },     /* soft hyphen */
	{ 0x00bb, 0x00bb, "\"", "\"" },
	{ 0x061c, 0x061c, "", "" }, /* writing direction */
	{ 0x1680, 0x1680, " ", " " },
	{ 0x2000, 0x200a, " ", " " }, /* en quad .. hair space, figure space among them */
	{ 0x200b, 0x200f, "", "" },   /* zero-width space and joiners, writing direction */
	{ 0x2010, 0x2012, "-", "-" }, /* hyphen, no-break hyphen, figure dash */
	{ 0x2013, 0x2013, "-", "--" },
	{ 0x2014, 0x2015, "-", "---" },
	{ 0x2018, 0x201b, "'", "'" },
	{ 0x201c, 0x201f, "\"", "\"" },
	{ 0x2026, 0x2026, "...", "..." },
	{ 0x202a, 0x202e, "", "" },   /* writing direction */
	{ 0x202f, 0x202f, " ", " " }, /* narrow no-break space */
	{ 0x2032, 0x2032, "'", "'" }, /* prime, double prime */
	{ 0x2033, 0x2033, "\"", "\"" },
	{ 0x205f, 0x205f, " ", " " },
	{ 0x2060, 0x2064, "", "" },   /* word joiner, invisible operators */
	{ 0x2066, 0x206f, "", "" },   /* writing direction */
	{ 0x2212, 0x2212, "-", "-" }, /* minus sign */
	{ 0x3000, 0x3000, " ", " " }, /* ideographic space */
	{ 0xfe0e, 0xfe0f, "", "" },   /* variation selectors: text or picture */
	{ 0xfe58, 0xfe58, "-", "---" },
	{ 0xfe63, 0xfe63, "-", "-" },
	{ 0xfeff, 0xfeff, "", "" }, /* byte order mark */
	{ 0xff02, 0xff02, "\"", "\"" },
	{ 0xff0d, 0xff0d, "-", "-" },
};

static const struct level *
level_find(uint32_t c)
{
	for (size_t i = 0; i < sizeof level / sizeof level[0] && level[i].from <= c; i++) {
		if (c <= level[i].to)
			return &level[i];
	}
	return NULL;
}

bool
order_block_leaves_out(const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct level *as;
		uint32_t c;

		if ((s[i] & 0x80) == 0)
			continue;
		as = utf8_next(s + i, n - i, &c) > 0 ? level_find(c) : NULL;
		if (as != NULL && as->as[0] == '\0')
			return true;
	}
	return false;
}

int
order_block_fold_chars(const char *s, size_t n, bool wide, struct buf *out)
{
	while (n > 0) {
		uint32_t c;
		size_t len = utf8_next(s, n, &c);
		const struct level *as = len > 1 ? level_find(c) : NULL;

		if (len == 0)
			return -1;
		if (as != NULL)
			buf_str(out, wide ? as->wide : as->as);
		else if (c == '\t' || c == '\r' || c == '\n')
			buf_chr(out, ' ');
		else if (utf8_is_printable(c))
			buf_add(out, s, len);
		else
			return -1;
		s += len;
		n -= len;
	}
	return 0;
}

void
order_block_uncolor(const char *s, size_t n, struct buf *out)
{
	for (size_t i = 0, end; i < n; i = end + 1) {
		end = i;
		if (s[i] == '\x1b' && i + 1 < n && s[i + 1] == '[')
			for (end = i + 2; end < n && (ascii_is_digit(s[end]) || s[end] == ';');
			     end++)
				;
		if (end == i || end == n || (s[end] != 'm' && s[end] != 'K')) {
			buf_chr(out, s[i]);
			end = i;
		}
	}
}

/* Appends a folded text with each run of hyphens as one. */
static void
squash_dashes(const char *s, size_t n, struct buf *out)
{
	for (size_t i = 0; i < n; i++) {
		if (s[i] != '-' || i == 0 || s[i - 1] != '-')
			buf_chr(out, s[i]);
	}
}

/* Appends a folded text in the normal form of say:. */
static void
say_text(const char *s, size_t n, struct buf *out)
{
	size_t start = out->n;
	bool blank = false;

	for (size_t i = 0; i < n; i++) {
		if (s[i] == ' ') {
			blank = out->n > start;
			continue;
		}
		if (s[i] == '-' && !blank && out->n > start && out->p[out->n - 1] == '-')
			continue;
		if (blank)
			buf_chr(out, ' ');
		blank = false;
		if (s[i] == '>')
			buf_str(out, "\xe2\x80\xba");
		else if (s[i] == '|')
			buf_str(out, "\xc2\xa6");
		else if (s[i] == '=')
			buf_str(out, "\xef\xbc\x9d");
		else
			buf_chr(out, s[i]);
	}
}

static int
normalize_say(const char *s, size_t n, char out[static ORDER_BLOCK_SAY_MAX + 1], struct err *err)
{
	struct buf flat = BUF_INIT, text = BUF_INIT;
	int result = 0;

	if (order_block_fold_chars(s, n, false, &flat) < 0)
		result = err_set(err, ERR_SYNTAX, "say: not UTF-8, or a control character");
	else
		say_text(flat.p, flat.n, &text);
	if (result == 0 && !utf8_marks_fit(buf_cstr(&text), text.n))
		result = err_set(err, ERR_SYNTAX,
		    "say: more than %d combining marks on a character", UTF8_MARKS);
	if (result == 0 && text.n > ORDER_BLOCK_SAY_MAX)
		result = err_set(err, ERR_SYNTAX, "say: more than %d bytes", ORDER_BLOCK_SAY_MAX);
	if (result == 0)
		memcpy(out, buf_cstr(&text), text.n + 1);
	buf_release(&flat);
	buf_release(&text);
	return result;
}

/* Returns what is wrong with a do: line, or NULL. */
static const char *
do_fault(const char *s, size_t n)
{
	if (n == 0)
		return "an empty order";
	if (n > ORDER_BLOCK_DO_MAX)
		return "an order too long for a line";
	for (size_t i = 0; i < n; i++) {
		if (s[i] < ' ' || s[i] > '~' || memchr(">|=", s[i], 3) != NULL)
			return "a character that no order has";
		/* Such a word at the beginning of a line would be read as a field. */
		if (s[i] == ':' && (i + 1 == n || s[i + 1] == ' '))
			return "a word that ends in \":\"";
	}
	return NULL;
}

static int
normalize_do(enum order_block_key key, const char *s, size_t n,
    char out[static ORDER_BLOCK_DO_MAX + 1], struct err *err)
{
	struct buf flat = BUF_INIT, dashes = BUF_INIT, text = BUF_INIT;
	const char *fault = NULL;

	if (order_block_fold_chars(s, n, false, &flat) < 0)
		fault = "not UTF-8, or a control character";
	if (fault == NULL) {
		squash_dashes(flat.p, flat.n, &dashes);
		orderline_squeeze(dashes.p, dashes.n, &text);
		fault = do_fault(text.p, text.n);
	}
	if (fault == NULL)
		memcpy(out, text.p, text.n + 1);
	buf_release(&flat);
	buf_release(&dashes);
	buf_release(&text);
	return fault == NULL ? 0 : err_set(err, ERR_SYNTAX, "%s: %s", key_word[key], fault);
}

int
order_block_normalize(struct order_block *b, struct err *err)
{
	struct order_block out = *b;

	for (unsigned i = 0; i < b->n_do; i++) {
		if (normalize_do(i == 0 ? BLOCK_KEY_DO : BLOCK_KEY_OR, b->doing[i],
			strlen(b->doing[i]), out.doing[i], err) < 0)
			return -1;
	}
	if (normalize_say(b->say, strlen(b->say), out.say, err) < 0)
		return -1;
	*b = out;
	return 0;
}

/* ---- base64 of the signature ------------------------------------------------------------- */

_Static_assert(MINISIGN_BYTES % 3 == 0 && MINISIGN_BYTES / 3 * 4 == MINISIGN_TEXT, "no padding");

void
order_block_sig_text(
    const unsigned char sig[static MINISIGN_BYTES], char out[static MINISIGN_TEXT + 1])
{
	base64_put(sig, MINISIGN_BYTES, out);
	out[MINISIGN_TEXT] = '\0';
}

int
order_block_sig_parse(const char *s, size_t n, unsigned char sig[static MINISIGN_BYTES])
{
	unsigned char out[MINISIGN_BYTES];
	size_t got;

	if (n != MINISIGN_TEXT || base64_get(s, n, out, &got) < 0 || got != sizeof out)
		return -1;
	memcpy(sig, out, sizeof out);
	return 0;
}

/* ---- one field --------------------------------------------------------------------------- */

static int
set_game(struct order_block *b, const char *s, size_t n, struct err *err)
{
	if (n > ORDER_BLOCK_GAME_MAX)
		return err_set(
		    err, ERR_SYNTAX, "game: more than %d characters", ORDER_BLOCK_GAME_MAX);
	for (size_t i = 0; i < n; i++) {
		char c = to_lower(s[i]);

		if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c == '-' && i > 0)))
			return err_set(err, ERR_SYNTAX, "game: only letters, digits and -");
		b->game[i] = c;
	}
	b->game[n] = '\0';
	return 0;
}

static int
set_seat(struct order_block *b, const char *s, size_t n, struct err *err)
{
	struct names names = { 0 };
	char lower[NAME_MAX_LEN + 1];

	if (n > NAME_MAX_LEN)
		return err_set(err, ERR_SYNTAX, "seat: more than %d characters", NAME_MAX_LEN);
	for (size_t i = 0; i < n; i++)
		lower[i] = to_lower(s[i]);
	if (n == strlen(STANDBY_SEAT) && memcmp(lower, STANDBY_SEAT, n) == 0) {
		memcpy(b->seat, STANDBY_SEAT, sizeof STANDBY_SEAT);
		return 0;
	}
	if (names_add(&names, lower, n, err) < 0) {
		err->code = ERR_SYNTAX;
		return err_wrap(err, "seat");
	}
	memcpy(b->seat, names.seat[0], sizeof b->seat);
	return 0;
}

static const char *const turn_word[] = { "next", "any", "every", "command" };

const char *
order_block_turn_word(int64_t turn)
{
	return turn < 0 ? turn_word[-turn - 1] : NULL;
}

int64_t
order_block_turn_find(const char *word)
{
	for (int64_t turn = TURN_NEXT; turn >= TURN_EVERY; turn--)
		if (strcmp(word, order_block_turn_word(turn)) == 0)
			return turn;
	return 0;
}

static int
set_turn(struct order_block *b, const char *s, size_t n, struct err *err)
{
	char word[sizeof "every"] = "";

	for (size_t i = 0; i < n && n < sizeof word; i++) /* a longer word stays empty */
		word[i] = to_lower(s[i]);
	b->turn = order_block_turn_find(word);
	if (b->turn == 0 && (number_parse(s, n, INT64_MAX, &b->turn) < 0 || b->turn < 1))
		return err_set(
		    err, ERR_SYNTAX, "turn: a number from 1, next, any or every is expected");
	return 0;
}

static int
set_until(struct order_block *b, const char *s, size_t n, struct err *err)
{
	char time[TIMESTAMP_LEN] = "";

	for (size_t i = 0; i < n && n == sizeof time; i++)
		time[i] = s[i] == 't' || s[i] == 'z' ? (char)(s[i] - 'a' + 'A') : s[i];
	if (timestamp_parse(time, n, &b->until) < 0 || b->until == 0)
		return err_set(
		    err, ERR_SYNTAX, "until: a time like 2026-12-24T23:00:00Z is expected");
	return 0;
}

static int
set_base32(enum order_block_key key, const char *s, size_t n, unsigned char *out, size_t size,
    struct err *err)
{
	char lower[ORDER_BLOCK_HEAD_TEXT];
	size_t want = (size * 8 + 4) / 5;

	if (n == want) {
		for (size_t i = 0; i < n; i++)
			lower[i] = to_lower(s[i]);
		if (base32_parse(lower, n, out, size) == 0)
			return 0;
	}
	return err_set(
	    err, ERR_SYNTAX, "%s: exactly %zu base32 characters are expected", key_word[key], want);
}

bool
order_block_say_is_open(const char *s, size_t n)
{
	if (n == 0 || s[0] != '"')
		return false;
	for (size_t i = 1; i < n; i++) {
		if (s[i] == '"')
			return false;
		if (s[i] == '\\')
			i++;
	}
	return true;
}

/* Sets a text in double quotes, with \" and \\ inside. */
static int
set_say(struct order_block *b, const char *s, size_t n, struct err *err)
{
	struct buf text = BUF_INIT;
	bool is_good = n >= 2 && s[0] == '"';
	size_t i = 1;

	for (; is_good && i < n && s[i] != '"'; i++) {
		if (s[i] == '\\') {
			i++;
			is_good = i < n && (s[i] == '"' || s[i] == '\\');
		}
		if (is_good)
			buf_chr(&text, s[i]);
	}
	/* The closing quote must be the last character. */
	is_good = is_good && i + 1 == n;
	int result = is_good ? normalize_say(text.p, text.n, b->say, err) :
			       err_set(err, ERR_SYNTAX,
				   "say: one text in double quotes is expected, a quote in it"
				   " written \\\" and \\ written \\\\");
	buf_release(&text);
	if (result == 0 && b->say[0] == '\0')
		return err_set(err, ERR_SYNTAX, "say: an empty text");
	return result;
}

static int
set_do(struct order_block *b, enum order_block_key key, const char *s, size_t n, struct err *err)
{
	if (key == BLOCK_KEY_OR && b->n_do == 0)
		return err_set(err, ERR_SYNTAX, "or: stands before do:");
	if (b->n_do >= ORDER_BLOCK_ALTERNATIVES)
		return err_set(
		    err, ERR_SYNTAX, "or: more than %d alternatives", ORDER_BLOCK_ALTERNATIVES);
	if (normalize_do(key, s, n, b->doing[b->n_do], err) < 0)
		return -1;
	b->n_do++;
	return 0;
}

/* Sets a public key: base64 characters, exactly `want`. */
static int
set_key(enum order_block_key key, const char *s, size_t n, char *out, size_t want, struct err *err)
{
	for (size_t i = 0; i < n; i++) {
		if (!base64_is_digit(s[i]))
			n = 0;
	}
	if (n != want)
		return err_set(err, ERR_SYNTAX, "%s: a public key of %zu characters is expected",
		    key_word[key], want);
	memcpy(out, s, n);
	out[n] = '\0';
	return 0;
}

static int
set_sig(enum order_block_key key, const char *s, size_t n, unsigned char *sig, struct err *err)
{
	return order_block_sig_parse(s, n, sig) == 0 ?
	    0 :
	    err_set(err, ERR_SYNTAX, "%s: exactly %d base64 characters are expected", key_word[key],
		MINISIGN_TEXT);
}

/* Sets a number and, after a blank that a line end may have removed, a signature. */
static int
set_head_sig(struct order_block *b, const char *s, size_t n, struct err *err)
{
	size_t digits = n > MINISIGN_TEXT ? n - MINISIGN_TEXT : 0;

	b->has_head_sig = true;
	if (order_block_sig_parse(s + digits, n - digits, b->head_sig) == 0 &&
	    number_parse(s, digits, INT64_C(1) << 40, &b->head_n) == 0)
		return 0;
	return err_set(err, ERR_SYNTAX,
	    "head-sig: the number of a digest and exactly %d base64 characters are expected",
	    MINISIGN_TEXT);
}

static int
set_field(struct order_block *b, enum order_block_key key, const char *s, size_t n, struct err *err)
{
	switch (key) {
	case BLOCK_KEY_GAME:
		return set_game(b, s, n, err);
	case BLOCK_KEY_SEAT:
		return set_seat(b, s, n, err);
	case BLOCK_KEY_TURN:
		return set_turn(b, s, n, err);
	case BLOCK_KEY_UNTIL:
		return set_until(b, s, n, err);
	case BLOCK_KEY_SEQ:
		if (number_parse(s, n, INT64_MAX, &b->seq) < 0 || b->seq < 1)
			return err_set(err, ERR_SYNTAX, "seq: a number from 1 is expected");
		return 0;
	case BLOCK_KEY_HEAD:
		return set_base32(key, s, n, b->head, sizeof b->head, err);
	case BLOCK_KEY_DO:
	case BLOCK_KEY_OR:
		return set_do(b, key, s, n, err);
	case BLOCK_KEY_SIGN:
		return set_key(key, s, n, b->sign, SIGN_TEXT, err);
	case BLOCK_KEY_AGE:
		return set_key(key, s, n, b->age, AGE_TEXT, err);
	case BLOCK_KEY_PROOF:
		b->has_proof = true;
		return set_sig(key, s, n, b->proof, err);
	case BLOCK_KEY_COMMIT:
		b->has_commit = true;
		return set_base32(key, s, n, b->commit, sizeof b->commit, err);
	case BLOCK_KEY_REVEAL:
		b->has_reveal = true;
		return set_base32(key, s, n, b->reveal, sizeof b->reveal, err);
	case BLOCK_KEY_SAY:
		return set_say(b, s, n, err);
	case BLOCK_KEY_NONCE:
		return set_base32(key, s, n, b->nonce, sizeof b->nonce, err);
	case BLOCK_KEY_HEAD_SIG:
		return set_head_sig(b, s, n, err);
	case BLOCK_KEY_SIG:
		b->has_sig = true;
		return set_sig(key, s, n, b->sig, err);
	case BLOCK_KEY_COUNT:
		break;
	}
	BUG("no such field");
}

int
order_block_field_set(struct order_block_fields *f, enum order_block_key key, const char *s,
    size_t n, int line, struct err *err)
{
	int result;

	if (key != BLOCK_KEY_OR && (f->seen & 1u << key) != 0)
		return err_set_line(err, ERR_SYNTAX, line, "%s: stands twice", key_word[key]);
	f->seen |= 1u << key;
	if (n == 0)
		result = err_set(err, ERR_SYNTAX, "%s: nothing stands there", key_word[key]);
	else
		result = set_field(f->b, key, s, n, err);
	if (result < 0)
		err->line = line;
	return result;
}

/* A block with all that a command needs, without seat and turn, is one. */
static int
check_command(const struct order_block_fields *f, int line, struct err *err)
{
	const unsigned seat = 1u << BLOCK_KEY_SEAT | 1u << BLOCK_KEY_TURN;
	const unsigned needed = 1u << BLOCK_KEY_SEQ | 1u << BLOCK_KEY_HEAD | 1u << BLOCK_KEY_DO |
	    1u << BLOCK_KEY_NONCE;
	const unsigned other = 1u << BLOCK_KEY_UNTIL | 1u << BLOCK_KEY_OR | 1u << BLOCK_KEY_PROOF |
	    1u << BLOCK_KEY_COMMIT | 1u << BLOCK_KEY_REVEAL;

	if ((f->seen & (seat | needed)) != needed)
		return 0;
	f->b->turn = TURN_COMMAND;
	memcpy(f->b->seat, ORDER_BLOCK_OPERATOR, sizeof ORDER_BLOCK_OPERATOR);
	return (f->seen & other) == 0 && f->b->n_do <= 1 ?
	    0 :
	    err_set_line(err, ERR_SYNTAX, line, "seat: is missing, and it is no command");
}

/* Requires something to do, or something to say with turn: any. */
static int
check_do(const struct order_block *b, int line, struct err *err)
{
	if (b->n_do == 0 && b->say[0] == '\0')
		return err_set_line(err, ERR_SYNTAX, line, "do: is missing");
	if (b->n_do == 0 && b->turn != TURN_ANY)
		return err_set_line(
		    err, ERR_SYNTAX, line, "do: is missing (only to say something, turn: any)");
	if (b->until != 0 && b->turn != TURN_EVERY)
		return err_set_line(err, ERR_SYNTAX, line, "until: goes with turn: every alone");
	return 0;
}

int
order_block_field_check(
    const struct order_block_fields *f, bool want_sig, int line, struct err *err)
{
	if (check_command(f, line, err) < 0)
		return -1;
	for (unsigned key = 0; key < BLOCK_KEY_COUNT; key++) {
		const bool commands = f->b->turn == TURN_COMMAND;
		bool is_free = key == BLOCK_KEY_UNTIL ||
		    (commands && (key == BLOCK_KEY_SEAT || key == BLOCK_KEY_TURN)) ||
		    (key >= BLOCK_KEY_DO && key <= BLOCK_KEY_SAY) ||
		    (key == BLOCK_KEY_HEAD_SIG && !(commands && want_sig)) ||
		    (key == BLOCK_KEY_SIG && !want_sig);

		if (!is_free && (f->seen & 1u << key) == 0)
			return err_set_line(err, key == BLOCK_KEY_SIG ? ERR_AUTH : ERR_SYNTAX, line,
			    "%s: is missing", key_word[key]);
	}
	return check_do(f->b, line, err);
}

/* ---- canonical text ---------------------------------------------------------------------- */

static void
turn_text(int64_t turn, struct buf *out)
{
	if (turn < 0)
		buf_str(out, order_block_turn_word(turn));
	else
		buf_fmt(out, "%lld", (long long)turn);
}

static void
base32_field(const char *key, const unsigned char *p, size_t n, struct buf *out)
{
	char text[ORDER_BLOCK_HEAD_TEXT + 1];

	base32_text(p, n, text);
	buf_fmt(out, "%s: %s\n", key, text);
}

static void
quoted(const char *s, struct buf *out)
{
	buf_chr(out, '"');
	for (; *s != '\0'; s++) {
		if (*s == '"' || *s == '\\')
			buf_chr(out, '\\');
		buf_chr(out, *s);
	}
	buf_chr(out, '"');
}

/* Appends the fields before do:. */
static void
front_fields(const struct order_block *b, struct buf *out)
{
	buf_fmt(out, "game: %s", b->game);
	if (b->turn != TURN_COMMAND) {
		buf_fmt(out, "\nseat: %s\nturn: ", b->seat);
		turn_text(b->turn, out);
	}
	if (b->until != 0) {
		char until[TIMESTAMP_LEN + 1];

		timestamp_text(b->until, until);
		buf_fmt(out, "\n%s: %s", key_word[BLOCK_KEY_UNTIL], until);
	}
	buf_fmt(out, "\nseq: %lld\n", (long long)b->seq);
	base32_field("head", b->head, sizeof b->head, out);
}

/* Appends "key: text", wrapped at blanks. */
static void
wrapped_field(const char *key, const char *text, size_t columns, struct buf *out)
{
	struct buf first = BUF_INIT;

	buf_fmt(&first, "%s:", key);
	wrap_words(text, first.p, "", columns, out);
	buf_release(&first);
}

/* Appends the base64 on one line, or as mailed, after `front`. */
static void
sig_field(
    const char *front, const unsigned char sig[static MINISIGN_BYTES], bool mailed, struct buf *out)
{
	enum { PER_LINE = 60 };
	char text[MINISIGN_TEXT + 1];

	order_block_sig_text(sig, text);
	buf_str(out, front);
	wrap_bytes(text, MINISIGN_TEXT, "", mailed ? PER_LINE : MINISIGN_TEXT, out);
}

/* Canonical text has no column limit. */
enum { NO_COLUMNS = INT_MAX };

/* Appends all fields except signatures; they must be in normal form. */
static void
fields_text(const struct order_block *b, size_t columns, struct buf *out)
{
	front_fields(b, out);
	for (unsigned i = 0; i < b->n_do; i++)
		wrapped_field(i == 0 ? "do" : "or", b->doing[i], columns, out);
	/* keys: for do: rotate-key and do: join */
	if (b->sign[0] != '\0')
		buf_fmt(out, "%s: %s\n", key_word[BLOCK_KEY_SIGN], b->sign);
	if (b->age[0] != '\0')
		buf_fmt(out, "%s: %s\n", key_word[BLOCK_KEY_AGE], b->age);
	if (b->has_proof)
		sig_field("proof: ", b->proof, columns != NO_COLUMNS, out);
	/* for do: join and do: confirm */
	if (b->has_commit)
		base32_field(key_word[BLOCK_KEY_COMMIT], b->commit, sizeof b->commit, out);
	if (b->has_reveal)
		base32_field(key_word[BLOCK_KEY_REVEAL], b->reveal, sizeof b->reveal, out);
	if (b->say[0] != '\0') {
		struct buf say = BUF_INIT;

		quoted(b->say, &say);
		wrapped_field("say", say.p, columns, out);
		buf_wipe(&say);
	}
	base32_field("nonce", b->nonce, sizeof b->nonce, out);
}

int
canonical_order_from_mail(struct canonical_order *o, struct err *err)
{
	struct buf text = BUF_INIT;
	int result = 0;

	if (check_do(&o->b, 0, err) < 0)
		return -1;
	buf_str(&text, o->b.turn == TURN_COMMAND ? command_heading : heading);
	fields_text(&o->b, NO_COLUMNS, &text);
	if (text.n > ORDER_BLOCK_CANON_MAX) {
		(void)err_set(err, ERR_SYNTAX,
		    "the text of the order has %zu bytes, at most %d are taken", text.n,
		    ORDER_BLOCK_CANON_MAX);
		result = err_hint(err, "give fewer alternatives, or say less");
	} else {
		o->n = text.n;
		memcpy(o->text, text.p, text.n + 1);
	}
	buf_wipe(&text);
	return result;
}

int
canonical_order_from_fields(struct canonical_order *o, const struct order_block *b, struct err *err)
{
	if (b != &o->b)
		o->b = *b;
	return order_block_normalize(&o->b, err) < 0 ? -1 : canonical_order_from_mail(o, err);
}

int
order_block_canonical(const struct order_block *b, struct buf *out, struct err *err)
{
	struct canonical_order o;
	int result = canonical_order_from_fields(&o, b, err);

	if (result == 0)
		buf_add(out, o.text, o.n);
	mem_wipe(&o, sizeof o);
	return result;
}

bool
order_block_is_canonical(const char *s, size_t n)
{
	const struct slice text = { s, n };

	return slice_starts(text, heading) || slice_starts(text, command_heading);
}

bool
order_block_comment_fits(struct order_block *b, const char *comment)
{
	struct buf front = BUF_INIT, wanted = BUF_INIT;
	bool fits;

	buf_fmt(&front, "adit-command v1 %s/", b->game);
	if (b->turn == TURN_COMMAND && strncmp(comment, front.p, front.n) == 0)
		(void)number_parse(
		    comment + front.n, strcspn(comment + front.n, "/"), INT64_MAX, &b->head_n);
	order_block_comment(b, &wanted);
	fits = strcmp(wanted.p, comment) == 0;
	buf_release(&front);
	buf_release(&wanted);
	return fits;
}

void
order_block_comment(const struct order_block *b, struct buf *out)
{
	if (b->turn == TURN_COMMAND) {
		buf_fmt(out, "adit-command v1 %s/%lld/%lld", b->game, (long long)b->head_n,
		    (long long)b->seq);
		return;
	}
	buf_fmt(out, "adit-order v1 %s/", b->game);
	turn_text(b->turn, out);
	buf_fmt(out, "/%s/%lld", b->seat, (long long)b->seq);
}

size_t
order_block_keyword(const char *s, size_t n, size_t *value)
{
	size_t i = 0, len;

	while (
	    i < n && ((to_lower(s[i]) >= 'a' && to_lower(s[i]) <= 'z') || (s[i] == '-' && i > 0)))
		i++;
	len = i;
	while (i < n && s[i] == ' ')
		i++;
	if (len == 0 || i == n || s[i] != ':')
		return 0;
	*value = i + 1;
	return len;
}

/* Parses a line "key: text". All lines except the first are fields. */
static int
canonical_line(struct order_block_fields *f, const char *s, size_t n, int line, struct err *err)
{
	size_t value = 0, len = order_block_keyword(s, n, &value);
	enum order_block_key key = len > 0 ? order_block_key_find(s, len) : BLOCK_KEY_COUNT;

	if (key >= BLOCK_KEY_HEAD_SIG || value >= n || s[value] != ' ')
		return err_set_line(err, ERR_SYNTAX, line, "not a field of an order");
	return order_block_field_set(f, key, s + value + 1, n - value - 1, line, err);
}

/* (B1) Parses tolerantly, then checks that the canonical text is the same. */
int
canonical_order_parse(struct canonical_order *o, const char *s, size_t n, struct err *err)
{
	struct order_block_fields f = { &o->b, 0 };
	const char *line_1 = memchr(s, '\n', n);
	size_t at = line_1 != NULL ? (size_t)(line_1 - s) + 1 : n;

	if (n > ORDER_BLOCK_CANON_MAX)
		return err_set(err, ERR_SYNTAX,
		    "the text of the order has %zu bytes, at most %d are taken", n,
		    ORDER_BLOCK_CANON_MAX);
	if (!order_block_is_canonical(s, n))
		return err_set_line(err, ERR_SYNTAX, 1, "an order begins with \"adit-order v1\"");
	o->b = (struct order_block){ .line = 1 };
	for (int line = 2; at < n; line++) {
		const char *end = memchr(s + at, '\n', n - at);

		if (end == NULL)
			return err_set_line(err, ERR_SYNTAX, line, "the line does not end");
		if (canonical_line(&f, s + at, (size_t)(end - s) - at, line, err) < 0)
			return -1;
		at = (size_t)(end - s) + 1;
	}
	if (order_block_field_check(&f, false, 0, err) < 0 || canonical_order_from_mail(o, err) < 0)
		return -1;
	if (o->n != n || memcmp(o->text, s, n) != 0)
		return err_set(err, ERR_SYNTAX, "the order is not in its canonical form");
	return 0;
}

int
order_block_parse_canonical(const char *s, size_t n, struct order_block *out, struct err *err)
{
	struct canonical_order o;
	int result = canonical_order_parse(&o, s, n, err);

	if (result == 0)
		*out = o.b;
	mem_wipe(&o, sizeof o);
	return result;
}

/* ---- as mailed --------------------------------------------------------------------------- */

void
order_block_text(const struct order_block *b, struct buf *out)
{
	struct order_block normal = *b;
	struct err err = ERR_INIT;

	if (order_block_normalize(&normal, &err) < 0)
		BUG("a block that has no canonical text");
	order_block_text_columns(&normal, ORDER_BLOCK_COLUMNS, out);
}

void
order_block_text_columns(const struct order_block *b, size_t columns, struct buf *out)
{
	buf_str(out, "-----BEGIN ADIT ORDER-----\n");
	fields_text(b, columns, out);
	if (b->has_head_sig) {
		char front[40];

		(void)snprintf(front, sizeof front, "head-sig: %lld\n", (long long)b->head_n);
		sig_field(front, b->head_sig, true, out);
	}
	if (b->has_sig)
		sig_field("sig: ", b->sig, true, out);
	buf_str(out, "-----END ADIT ORDER-----\n");
}
