/* The fields of an order block: their names, reading one from its text, what has to be there. */
#include "wire/block_field.h"

#include <string.h>

#include "util/base32.h"
#include "util/base64.h"
#include "util/mem.h"
#include "util/slice.h"
#include "util/timestamp.h"

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
	int result = is_good ? order_block_normalize_say(text.p, text.n, b->say, err) :
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
	if (order_block_normalize_do(key, s, n, b->doing[b->n_do], err) < 0)
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
	return (f->seen & other) == 0 ?
	    0 :
	    err_set_line(err, ERR_SYNTAX, line, "seat: is missing, and it is no command");
}

int
order_block_check_do(const struct order_block *b, int line, struct err *err)
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
	return order_block_check_do(f->b, line, err);
}
