/*
 * Commitments and revealed values as lines of a digest.
 *
 * (L1) Every line is indented, so that no text in a revealed order can look like a section.
 */
#include "wire/deal.h"

#include <stdlib.h>

#include "util/lines.h"
#include "util/base32.h"
#include "util/mem.h"
#include "util/slice.h"

enum { ID_ROUND = 256 }; /* the id of a key is epoch * 65536 + round * 256 + purpose */

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

/* Reads the next word of a line. */
static bool
next_word(struct slice *line, struct slice *w)
{
	while (line->n > 0 && *line->s == ' ') {
		line->s++;
		line->n--;
	}
	*w = (struct slice){ line->s, 0 };
	while (line->n > 0 && *line->s != ' ') {
		line->s++;
		line->n--;
		w->n++;
	}
	return w->n > 0;
}

static bool
next_number(struct slice *line, int64_t min, int64_t max, int64_t *value)
{
	struct slice w;

	return next_word(line, &w) && number_parse_range(w.s, w.n, min, max, value) == 0;
}

static bool
next_hash(struct slice *line, unsigned char hash[static 32])
{
	struct slice w;

	return next_word(line, &w) && base32_parse(w.s, w.n, hash, 32) == 0;
}

static bool
next_pile(struct slice *line, uint8_t *pile)
{
	struct slice w;

	if (!next_word(line, &w))
		return false;
	for (*pile = 0; *pile < PILES; (*pile)++) {
		if (slice_is(w, pile_name((enum pile) * pile)))
			return true;
	}
	return false;
}

static bool
at_end(struct slice *line)
{
	struct slice w;

	return !next_word(line, &w);
}

/* "257": an id with a possible round and purpose. */
static bool
next_key(struct slice *w, uint32_t *id)
{
	int64_t number;
	unsigned round, purpose;

	if (!next_number(w, 0, UINT32_MAX, &number))
		return false;
	*id = (uint32_t)number;
	round = *id / ID_ROUND % ID_ROUND;
	purpose = *id % ID_ROUND;
	return round >= 1 && round <= ROUNDS_MAX && purpose >= 1 && purpose < RNG_PURPOSES;
}

/* "1 deck 17" */
static bool
next_thing(struct slice *w, uint8_t *round, uint8_t *pile, uint8_t *index)
{
	int64_t r, i;

	if (!next_number(w, 1, ROUNDS_MAX, &r) || !next_pile(w, pile) ||
	    !next_number(w, 0, DECK_MAX - 1, &i))
		return false;
	*round = (uint8_t)r;
	*index = (uint8_t)i;
	return true;
}

/* ---- leaves in memory ------------------------------------------------------------------------- */

void
leaves_add(struct leaves *l, const struct leaf *leaf)
{
	GROW(l->at, l->n);
	l->at[l->n++] = *leaf;
}

void
leaves_copy(struct leaves *to, const struct leaves *from)
{
	for (size_t i = 0; i < from->n; i++)
		leaves_add(to, &from->at[i]);
}

void
leaves_release(struct leaves *l)
{
	free(l->at);
	*l = (struct leaves){ .n = 0 };
}

static bool
is_of(const struct leaf *l, unsigned round, unsigned pile, unsigned index)
{
	return l->round == round && l->pile == pile && l->index == index;
}

const struct leaf *
leaves_find(const struct leaves *l, int64_t n, unsigned round, unsigned pile, unsigned index)
{
	for (size_t i = 0; i < l->n; i++)
		if (l->at[i].n == n && is_of(&l->at[i], round, pile, index))
			return &l->at[i];
	return NULL;
}

const struct leaf *
leaves_newest(const struct leaves *l, int64_t n, unsigned round, unsigned pile, unsigned index)
{
	const struct leaf *newest = NULL;

	for (size_t i = 0; i < l->n; i++)
		if (l->at[i].n <= n && is_of(&l->at[i], round, pile, index) &&
		    (newest == NULL || l->at[i].n > newest->n))
			newest = &l->at[i];
	return newest;
}

/* ---- keys: and leaves: ------------------------------------------------------------------------ */

static void
append_hash(const unsigned char hash[static 32], struct buf *out)
{
	char text[BASE32_HASH + 1];

	base32_text(hash, 32, text);
	buf_str(out, text);
	buf_chr(out, '\n');
}

void
deal_key_text(uint32_t id, const unsigned char hash[static 32], struct buf *out)
{
	buf_fmt(out, "  %lu ", (unsigned long)id);
	append_hash(hash, out);
}

static void
append_leaf(const struct leaf *leaf, struct buf *out)
{
	buf_fmt(out, "%u %s %u ", leaf->round, pile_name((enum pile)leaf->pile), leaf->index);
	append_hash(leaf->hash, out);
}

void
deal_leaves_text(const struct leaves *l, int64_t n, struct buf *out)
{
	for (size_t i = 0; i < l->n; i++) {
		if (l->at[i].n != n)
			continue;
		buf_str(out, "  ");
		append_leaf(&l->at[i], out);
	}
}

int
deal_keys_parse(const char *s, struct span sp,
    int (*to)(void *arg, uint32_t id, const unsigned char hash[static 32], struct err *err),
    void *arg, struct err *err)
{
	struct lines l = { s, sp.at + sp.n, sp.at, 1 };
	struct slice w;

	while (lines_next(&l, &w.s, &w.n)) {
		unsigned char hash[32];
		uint32_t id;

		if (!next_key(&w, &id) || !next_hash(&w, hash) || !at_end(&w))
			return err_set(err, ERR_SYNTAX, "keys: a line is not a number and a hash");
		if (to(arg, id, hash, err) < 0)
			return -1;
	}
	return 0;
}

/* Parses a line and adds its leaf. */
static int
parse_leaf(struct slice *w, int64_t n, struct leaves *l, struct err *err)
{
	struct leaf leaf = { .n = n };
	const struct leaf *before;

	if (!next_thing(w, &leaf.round, &leaf.pile, &leaf.index) || !next_hash(w, leaf.hash) ||
	    !at_end(w))
		return err_set(
		    err, ERR_SYNTAX, "leaves: a line is not round, pile, number and hash");
	before = leaves_find(l, n, leaf.round, leaf.pile, leaf.index);
	if (before == NULL)
		leaves_add(l, &leaf);
	else if (memcmp(before->hash, leaf.hash, sizeof leaf.hash) != 0)
		return err_set(err, ERR_AUTH,
		    "leaf %s %u of round %u in digest %lld: it was another before",
		    pile_name((enum pile)leaf.pile), leaf.index, leaf.round, (long long)n);
	return 0;
}

int
deal_leaves_parse(const char *s, struct span sp, int64_t n, struct leaves *l, struct err *err)
{
	struct lines lines = { s, sp.at + sp.n, sp.at, 1 };
	struct slice w;

	while (lines_next(&lines, &w.s, &w.n))
		if (parse_leaf(&w, n, l, err) < 0)
			return -1;
	return 0;
}

void
leaf_text(const struct leaf *leaf, struct buf *out)
{
	buf_fmt(out, "%lld ", (long long)leaf->n);
	append_leaf(leaf, out);
	out->n--; /* without its line end */
}

int
leaf_parse(const char *s, size_t n, struct leaves *l, struct err *err)
{
	struct slice w = { s, n };
	int64_t digest;

	if (!next_number(&w, 0, INT64_C(1) << 40, &digest))
		return err_set(err, ERR_SYNTAX, "leaves: a line has no number of a digest");
	return parse_leaf(&w, digest, l, err);
}

/* ---- reveal: ---------------------------------------------------------------------------------- */

void
reveal_key_text(uint32_t id, const unsigned char key[static 32], struct buf *out)
{
	buf_fmt(out, "  key %lu ", (unsigned long)id);
	append_hash(key, out);
}

void
reveal_secret_text(const unsigned char s[static 32], struct buf *out)
{
	buf_str(out, "  secret ");
	append_hash(s, out);
}

void
reveal_order_text(int64_t n, const struct order_block *b, struct buf *out)
{
	enum { INDENT = 2 };
	struct order_block shown = *b;
	struct buf text = BUF_INIT;

	shown.has_head_sig = false; /* not stored */
	buf_fmt(out, "  order %lld\n", (long long)n);
	order_block_text_columns(&shown, ORDER_BLOCK_COLUMNS - INDENT, &text);
	for (size_t at = 0; at < text.n;) {
		const char *end = memchr(text.p + at, '\n', text.n - at);
		size_t len = (size_t)(end - text.p) + 1 - at;

		buf_fill(out, ' ', INDENT);
		buf_add(out, text.p + at, len);
		at += len;
	}
	buf_release(&text);
}

/* Reads the block after "order N". */
static int
parse_order(
    const char *s, struct lines *l, int64_t n, const struct reveal_handler *to, struct err *err)
{
	struct order_block *b;
	const char *p;
	size_t len, at = 0, end = l->at;
	struct lines ahead = *l;
	int result;

	/* Up to the END line of the block: a line of a block begins with exactly two blanks. */
	while (lines_next(&ahead, &p, &len)) {
		end = ahead.at;
		if (len > 5 && memcmp(p, "  -----END", 10) == 0)
			break;
	}
	b = mem_new(sizeof *b);
	result = order_block_next(s + l->at, end - l->at, &at, b, err);
	l->at = end;
	if (result == 1)
		result = to->order(to->arg, n, b, err);
	else if (result == 0)
		result = err_set(
		    err, ERR_SYNTAX, "reveal: no order follows \"order %lld\"", (long long)n);
	free(b);
	return result;
}

int
reveal_parse(const char *s, struct span sp, const struct reveal_handler *to, struct err *err)
{
	struct lines l = { s, sp.at + sp.n, sp.at, 1 };
	struct slice w;
	int result = 0;

	while (result == 0 && lines_next(&l, &w.s, &w.n)) {
		unsigned char bytes[32];
		struct slice what;
		uint32_t id;
		int64_t number;

		(void)next_word(&w, &what);
		if (slice_is(what, "key") && next_key(&w, &id) && next_hash(&w, bytes) &&
		    at_end(&w))
			result = to->key(to->arg, id, bytes, err);
		else if (slice_is(what, "secret") && next_hash(&w, bytes) && at_end(&w))
			result = to->secret(to->arg, bytes, err);
		else if (slice_is(what, "order") && next_number(&w, 0, INT64_C(1) << 40, &number) &&
		    at_end(&w))
			result = parse_order(s, &l, number, to, err);
		else
			result = err_set(
			    err, ERR_SYNTAX, "reveal: a line is neither key, secret nor order");
	}
	return result;
}

bool
deal_is_withheld(const struct game *g, unsigned purpose)
{
	return purpose == RNG_GOLD || purpose == RNG_SALTS ||
	    (purpose == RNG_GOALS && g->rules->goals_last != NULL && g->rules->goals_last(g));
}

bool
reveal_is_withheld(const struct order_block *b)
{
	return b->n_do > 0 && strncmp(b->doing[0], "take ", 5) == 0;
}

/* ---- openings --------------------------------------------------------------------------------- */

void
openings_text(const struct rules *rules, const struct leaf_openings *o, struct buf *out)
{
	for (unsigned i = 0; i < o->n; i++) {
		const struct leaf_opening *p = &o->at[i];
		char card[CARD_NAME_MAX];

		card_name(rules, p->card, card);
		buf_str(out, "  ");
		buf_int(out, p->n);
		buf_chr(out, ' ');
		buf_int(out, p->round);
		buf_chr(out, ' ');
		buf_str(out, pile_name((enum pile)p->pile));
		buf_chr(out, ' ');
		buf_int(out, p->index);
		buf_chr(out, ' ');
		buf_str(out, card);
		buf_str(out, "\n    ");
		append_hash(p->salt, out);
	}
}

int
openings_parse(const char *s, struct span sp, const struct rules *rules, struct leaf_openings *o,
    struct err *err)
{
	struct lines l = { s, sp.at + sp.n, sp.at, 1 };
	struct slice w, salt, card;

	o->n = 0;
	while (lines_next(&l, &w.s, &w.n)) {
		struct leaf_opening p;
		if (o->n == OPENINGS_MAX || !next_number(&w, 0, INT64_C(1) << 40, &p.n) ||
		    !next_thing(&w, &p.round, &p.pile, &p.index) || !next_word(&w, &card) ||
		    !at_end(&w) || !lines_next(&l, &salt.s, &salt.n) || !next_hash(&salt, p.salt) ||
		    !at_end(&salt))
			return err_set(err, ERR_SYNTAX,
			    "open: a line is not digest, round, pile, number, card, salt");
		p.card = card_find(rules, card.s, card.n);
		if (p.card == CARD_NONE)
			return err_set(err, ERR_SYNTAX, "open: no such card");
		o->at[o->n++] = p;
	}
	return 0;
}
