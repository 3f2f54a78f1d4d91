/*
 * What is committed and what is revealed, as lines of a digest.
 *
 * (L1) every line is indented, so that no text in an order that is revealed can look like a section
 */
#include "text/deal.h"

#include "text/lines.h"
#include "util/base32.h"
#include "util/mem.h"

enum { ID_ROUND = 256 }; /* a key's id is round * 256 + purpose (epoch 0) */

static const char order_begin[] = "order ";

const char *
pile_name(enum pile pile)
{
	static const char *const name[PILES] = {
		[PILE_DECK] = "deck",
		[PILE_ROLES] = "roles",
		[PILE_GOALS] = "goals",
		[PILE_GOLD] = "gold",
	};

	return name[pile];
}

/* ---- words of a line -------------------------------------------------------------------------- */

struct words {
	const char *p;
	size_t n;
};

/* The next word of a line. */
static bool
next_word(struct words *w, const char **p, size_t *n)
{
	while (w->n > 0 && *w->p == ' ') {
		w->p++;
		w->n--;
	}
	*p = w->p;
	*n = 0;
	while (w->n > 0 && *w->p != ' ') {
		w->p++;
		w->n--;
		(*n)++;
	}
	return *n > 0;
}

static bool
next_number(struct words *w, int64_t max, int64_t *value)
{
	const char *p;
	size_t n;

	return next_word(w, &p, &n) && number_parse(p, n, max, value) == 0;
}

static bool
next_hash(struct words *w, unsigned char hash[static 32])
{
	const char *p;
	size_t n;

	return next_word(w, &p, &n) && base32_parse(p, n, hash, 32) == 0;
}

static bool
next_pile(struct words *w, uint8_t *pile)
{
	const char *p;
	size_t n;

	if (!next_word(w, &p, &n))
		return false;
	for (*pile = 0; *pile < PILES; (*pile)++) {
		const char *name = pile_name((enum pile) * pile);

		if (strlen(name) == n && memcmp(name, p, n) == 0)
			return true;
	}
	return false;
}

static bool
at_end(struct words *w)
{
	const char *p;
	size_t n;

	return !next_word(w, &p, &n);
}

/* "257": round and purpose of a key. */
static bool
next_key(struct words *w, unsigned *round, unsigned *purpose)
{
	int64_t id;

	if (!next_number(w, ROUNDS_MAX * ID_ROUND + RNG_PURPOSES, &id))
		return false;
	*round = (unsigned)(id / ID_ROUND);
	*purpose = (unsigned)(id % ID_ROUND);
	return *round >= 1 && *round <= ROUNDS_MAX && *purpose >= 1 && *purpose < RNG_PURPOSES;
}

/* ---- keys: and leaves: ------------------------------------------------------------------------ */

void
deal_keys_text(const struct rng_keys *commit, struct buf *out)
{
	char hash[BASE32_HASH + 1];

	for (unsigned r = 0; r < ROUNDS_MAX; r++) {
		for (unsigned p = 0; p < RNG_PURPOSES; p++) {
			if (!commit->has[r][p])
				continue;
			base32_text(commit->at[r][p], 32, hash);
			buf_fmt(out, "  %u %s\n", (r + 1) * ID_ROUND + p, hash);
		}
	}
}

void
deal_leaves_text(const struct leaves *leaves, unsigned round, struct buf *out)
{
	char hash[BASE32_HASH + 1];

	for (unsigned p = 0; p < PILES; p++) {
		for (unsigned i = 0; i < leaves->n[round - 1][p]; i++) {
			base32_text(leaves->hash[round - 1][p][i], 32, hash);
			buf_fmt(out, "  %u %s %u %s\n", round, pile_name((enum pile)p), i, hash);
		}
	}
}

int
deal_keys_parse(const char *s, struct span sp, struct rng_keys *commit, struct err *err)
{
	struct lines l = { s, sp.at + sp.n, sp.at, 1 };
	struct words w;

	while (lines_next(&l, &w.p, &w.n)) {
		unsigned char hash[32];
		unsigned r, p;

		if (!next_key(&w, &r, &p) || !next_hash(&w, hash) || !at_end(&w))
			return err_set(err, ERR_SYNTAX, "keys: a line is not a number and a hash");
		if (commit->has[r - 1][p] && memcmp(commit->at[r - 1][p], hash, sizeof hash) != 0)
			return err_set(
			    err, ERR_AUTH, "key %u is committed to twice", r * ID_ROUND + p);
		commit->has[r - 1][p] = 1;
		memcpy(commit->at[r - 1][p], hash, sizeof hash);
	}
	return 0;
}

int
deal_leaves_parse(const char *s, struct span sp, struct leaves *leaves, struct err *err)
{
	struct lines l = { s, sp.at + sp.n, sp.at, 1 };
	struct words w;

	while (lines_next(&l, &w.p, &w.n)) {
		unsigned char hash[32];
		int64_t round, index;
		uint8_t pile, *n;

		if (!next_number(&w, ROUNDS_MAX, &round) || round < 1 || !next_pile(&w, &pile) ||
		    !next_number(&w, DECK_MAX - 1, &index) || !next_hash(&w, hash) || !at_end(&w))
			return err_set(
			    err, ERR_SYNTAX, "leaves: a line is not round, pile, number and hash");
		n = &leaves->n[round - 1][pile];
		if (index > *n ||
		    (index < *n &&
			memcmp(leaves->hash[round - 1][pile][index], hash, sizeof hash) != 0))
			return err_set(err, ERR_AUTH, "leaf %s %lld of round %lld: %s",
			    pile_name((enum pile)pile), (long long)index, (long long)round,
			    index > *n ? "those before it are missing" : "it was another before");
		if (index == *n)
			(*n)++;
		memcpy(leaves->hash[round - 1][pile][index], hash, sizeof hash);
	}
	return 0;
}

/* ---- reveal: ---------------------------------------------------------------------------------- */

void
reveal_key_text(
    unsigned round, unsigned purpose, const unsigned char key[static 32], struct buf *out)
{
	char text[BASE32_HASH + 1];

	base32_text(key, 32, text);
	buf_fmt(out, "  key %u %s\n", round * ID_ROUND + purpose, text);
}

void
reveal_secret_text(const unsigned char s[static 32], struct buf *out)
{
	char text[BASE32_HASH + 1];

	base32_text(s, 32, text);
	buf_fmt(out, "  secret %s\n", text);
}

void
reveal_order_text(int64_t n, const struct block *b, struct buf *out)
{
	enum { INDENT = 2 };
	struct buf text = BUF_INIT;

	buf_fmt(out, "  %s%lld\n", order_begin, (long long)n);
	block_text_columns(b, BLOCK_COLUMNS - INDENT, &text);
	for (size_t at = 0; at < text.n;) {
		const char *end = memchr(text.p + at, '\n', text.n - at);
		size_t len = (size_t)(end - text.p) + 1 - at;

		buf_fill(out, ' ', INDENT);
		buf_add(out, text.p + at, len);
		at += len;
	}
	buf_release(&text);
}

/* The block behind "order N". */
static int
parse_order(const char *s, struct lines *l, int64_t n, const struct reveal_to *to, struct err *err)
{
	struct block *b;
	const char *p;
	size_t len, at = 0, end = l->at;
	struct lines ahead = *l;
	int result;

	/* Up to the next order, key or secret: what begins with two blanks and no more is a block's line. */
	while (lines_next(&ahead, &p, &len)) {
		end = ahead.at;
		if (len > 5 && memcmp(p, "  -----END", 10) == 0)
			break;
	}
	b = mem_new(sizeof *b);
	result = block_next(s + l->at, end - l->at, &at, b, err);
	l->at = end;
	if (result == 1)
		result = to->order(to->arg, n, b, err);
	else if (result == 0)
		result = err_set(
		    err, ERR_SYNTAX, "reveal: no order stands behind \"order %lld\"", (long long)n);
	free(b);
	return result;
}

int
reveal_parse(const char *s, struct span sp, const struct reveal_to *to, struct err *err)
{
	struct lines l = { s, sp.at + sp.n, sp.at, 1 };
	struct words w;
	int result = 0;

	while (result == 0 && lines_next(&l, &w.p, &w.n)) {
		unsigned char bytes[32];
		const char *p;
		unsigned round, purpose;
		size_t n;
		int64_t number;

		(void)next_word(&w, &p, &n);
		if (n == 3 && memcmp(p, "key", n) == 0 && next_key(&w, &round, &purpose) &&
		    next_hash(&w, bytes) && at_end(&w))
			result = to->key(to->arg, round, purpose, bytes, err);
		else if (n == 6 && memcmp(p, "secret", n) == 0 && next_hash(&w, bytes) &&
		    at_end(&w))
			result = to->secret(to->arg, bytes, err);
		else if (n == 5 && memcmp(p, order_begin, n) == 0 &&
		    next_number(&w, INT64_C(1) << 40, &number) && at_end(&w))
			result = parse_order(s, &l, number, to, err);
		else
			result = err_set(
			    err, ERR_SYNTAX, "reveal: a line is neither key, secret nor order");
	}
	return result;
}

/* ---- openings --------------------------------------------------------------------------------- */

void
openings_text(const struct rules *rules, const struct leaf_openings *o, struct buf *out)
{
	for (unsigned i = 0; i < o->n; i++) {
		const struct leaf_opening *p = &o->at[i];
		char card[CARD_NAME_MAX], salt[BASE32_HASH + 1];

		card_name(rules, p->card, card);
		base32_text(p->salt, 32, salt);
		buf_fmt(out, "  %u %s %u %s\n    %s\n", p->round, pile_name((enum pile)p->pile),
		    p->index, card, salt);
	}
}

int
openings_parse(const char *s, struct span sp, const struct rules *rules, struct leaf_openings *o,
    struct err *err)
{
	struct lines l = { s, sp.at + sp.n, sp.at, 1 };
	struct words w, salt;

	o->n = 0;
	while (lines_next(&l, &w.p, &w.n)) {
		struct leaf_opening p;
		int64_t round, index;
		const char *card;
		size_t n;

		if (o->n == OPENINGS_MAX || !next_number(&w, ROUNDS_MAX, &round) || round < 1 ||
		    !next_pile(&w, &p.pile) || !next_number(&w, DECK_MAX - 1, &index) ||
		    !next_word(&w, &card, &n) || !at_end(&w) || !lines_next(&l, &salt.p, &salt.n) ||
		    !next_hash(&salt, p.salt) || !at_end(&salt))
			return err_set(
			    err, ERR_SYNTAX, "open: a line is not round, pile, number, card, salt");
		p.card = card_find(rules, card, n);
		if (p.card == CARD_NONE)
			return err_set(err, ERR_SYNTAX, "open: no such card");
		p.round = (uint8_t)round;
		p.index = (uint8_t)index;
		o->at[o->n++] = p;
	}
	return 0;
}
