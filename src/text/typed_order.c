/*
 * Orders as people type them.
 *
 * (T1) A line that turnline_parse accepts has this one reading.
 * (T2) Otherwise the words are rewritten until turnline_parse accepts them. Each rule of rewriting
 * applies only to words that the order language does not have at that point.
 * (T3) A word that is also the name of a seat is never left out.
 */
#include "text/typed_order.h"

#include <stdlib.h>
#include <string.h>

#include "util/mem.h"
#include "util/slice.h"

enum { WORDS_MAX = 64, READINGS_MAX = 8, COMBINATIONS_MAX = 32, KIND_PARTS = 4 };

struct word {
	struct slice s;
	uint16_t kinds; /* it may be any of these kinds of the hand; 0: it is s */
};

struct typed {
	const struct view *v;
	const struct names *names;
	const struct rules *rules;
	struct buf text; /* words are slices of it: it must not move */
	unsigned n;
	struct word word[WORDS_MAX];
	unsigned n_kinds; /* different kinds of the hand */
	char kind[HAND_MAX][CARD_NAME_MAX];
};

static void
find_kinds(struct typed *t)
{
	const struct seat *me = &t->v->known.seat[t->v->seat];

	for (unsigned i = 0; i < me->n_hand && i < HAND_MAX; i++) {
		unsigned k = 0;

		card_name(t->rules, me->hand[i], t->kind[t->n_kinds]);
		while (strcmp(t->kind[k], t->kind[t->n_kinds]) != 0)
			k++;
		t->n_kinds += k == t->n_kinds;
	}
}

/* ---- lists of words -------------------------------------------------------------------------- */

static bool
is_word(const struct typed *t, unsigned i, const char *text)
{
	return i < t->n && slice_is(t->word[i].s, text);
}

static bool
is_any(const struct typed *t, unsigned i, const char *const *list)
{
	for (; *list != NULL; list++)
		if (is_word(t, i, *list))
			return true;
	return false;
}

static bool
is_seat(const struct typed *t, unsigned i)
{
	return i < t->n && names_find(t->names, t->word[i].s.s, t->word[i].s.n) != SEAT_NONE;
}

static bool
is_spot(const struct typed *t, unsigned i)
{
	struct spot spot;

	return i < t->n && spot_parse(t->word[i].s.s, t->word[i].s.n, &spot) == 0;
}

static card_id
card_at(const struct typed *t, unsigned i)
{
	return i < t->n ? card_find(t->rules, t->word[i].s.s, t->word[i].s.n) : CARD_NONE;
}

static void
remove_words(struct typed *t, unsigned i, unsigned n)
{
	memmove(t->word + i, t->word + i + n, (t->n - i - n) * sizeof t->word[0]);
	t->n -= n;
}

static void
set_word(struct typed *t, unsigned i, const char *text)
{
	t->word[i] = (struct word){ .s = { text, strlen(text) } };
}

static void
insert_word(struct typed *t, unsigned i, const char *text)
{
	if (t->n == WORDS_MAX)
		return;
	memmove(t->word + i + 1, t->word + i, (t->n - i) * sizeof t->word[0]);
	t->n++;
	set_word(t, i, text);
}

/* Makes one word of n, with `between` between them. */
static void
join_words(struct typed *t, unsigned i, unsigned n, char between)
{
	const size_t start = t->text.n;

	for (unsigned k = 0; k < n; k++) {
		if (k > 0)
			buf_chr(&t->text, between);
		buf_add(&t->text, t->word[i + k].s.s, t->word[i + k].s.n);
	}
	t->word[i].s = (struct slice){ t->text.p + start, t->text.n - start };
	remove_words(t, i + 1, n - 1);
}

/* Cuts the line into words at blanks, commas and brackets. Returns false if there are too many. */
static bool
cut_words(struct typed *t, const char *s, size_t n)
{
	static const char between[] = " \t\r,()[]\"`";
	bool inside = false;

	/* Each byte is joined at most once to a place and once to a kind or names. Each word gets at
	 * most a byte more. */
	buf_grow_secret(&t->text, 4 * n + 4 * WORDS_MAX);
	for (size_t i = 0; i < n; i++) {
		const char c = s[i];
		const bool is_step = c == ';' && t->rules->words->step[1] != 0;

		if (memchr(between, c, sizeof between - 1) != NULL) {
			inside = false;
			continue;
		}
		if (!inside || is_step) {
			if (t->n == WORDS_MAX)
				return false;
			t->word[t->n++] = (struct word){ .s = { t->text.p + t->text.n, 0 } };
		}
		buf_chr(&t->text, c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c);
		t->word[t->n - 1].s.n++;
		inside = !is_step;
	}
	return true;
}

/* ---- places ---------------------------------------------------------------------------------- */

/* Returns the length of the whole number with which the text begins, at most 4 characters; else
 * 0. */
static size_t
number_len(const char *s, size_t n)
{
	const size_t sign = n > 0 && *s == '-';
	size_t i = sign;

	while (i < n && ascii_is_digit(s[i]))
		i++;
	return i > sign && i <= 4 ? i : 0;
}

/* "3" before "-1", also "-1/n", is a place; so is "3/-1". */
static void
pair_numbers(struct typed *t)
{
	for (unsigned i = 0; i < t->n; i++) {
		const struct slice w = t->word[i].s;
		const size_t x = number_len(w.s, w.n);

		if (x > 0 && x + 1 < w.n && w.s[x] == '/' &&
		    number_len(w.s + x + 1, w.n - x - 1) == w.n - x - 1) {
			t->text.p[w.s - t->text.p + (ptrdiff_t)x] = ',';
			continue;
		}
		if (x == 0 || x < w.n || i + 1 == t->n)
			continue;
		const struct slice next = t->word[i + 1].s;
		const size_t y = number_len(next.s, next.n);

		if (y > 0 && (y == next.n || next.s[y] == '/'))
			join_words(t, i, 2, ',');
	}
}

/* ---- cards ----------------------------------------------------------------------------------- */

/* True if the word is a part of the kind, up to or after a hyphen. */
static bool
is_part(struct slice w, const char *kind)
{
	const size_t n = strlen(kind);

	return w.n > 2 && w.n + 1 < n &&
	    ((memcmp(kind, w.s, w.n) == 0 && kind[w.n] == '-') ||
		(memcmp(kind + n - w.n, w.s, w.n) == 0 && kind[n - w.n - 1] == '-'));
}

/* True if n words at i are a kind when hyphens join them. */
static bool
is_kind(const struct typed *t, unsigned i, unsigned n)
{
	char joined[CARD_NAME_MAX];
	size_t at = 0;

	for (unsigned k = i; k < i + n; k++) {
		const struct slice w = t->word[k].s;

		if (w.n + 1 > sizeof joined - at)
			return false;
		memcpy(joined + at, w.s, w.n);
		at += w.n;
		joined[at++] = '-';
	}
	return card_find(t->rules, joined, at - 1) != CARD_NONE;
}

/* Makes a kind of the words at i, which must be before `end`: of several, or of a part. Returns how
 * many words after the first became a part of it. */
static unsigned
join_kind(struct typed *t, unsigned i, unsigned end)
{
	if (i >= end || card_at(t, i) != CARD_NONE)
		return 0;
	for (unsigned n = KIND_PARTS; n > 1; n--) {
		if (i + n <= end && is_kind(t, i, n)) {
			join_words(t, i, n, '-');
			return n - 1;
		}
	}
	for (unsigned k = 0; k < t->n_kinds; k++)
		if (is_part(t->word[i].s, t->kind[k]))
			t->word[i].kinds |= (uint16_t)(1u << k);
	return 0;
}

static bool
is_class(const struct typed *t, unsigned i, enum card_class class)
{
	const card_id card = card_at(t, i);

	return card != CARD_NONE && t->rules->card[card].class == class;
}

/* ---- steps ----------------------------------------------------------------------------------- */

static const char *const filler[] = { "the", "a", "an", "my", "card", "cards", "and", "&", NULL };
static const char *const me[] = { "me", "myself", NULL };
static const char *const lay[] = { "lay", "put", NULL };
static const char *const where[] = { "at", "on", "to", NULL };
static const char *const against[] = { "at", "on", "to", "for", "against", "from", "with", NULL };

static void
drop_fillers(struct typed *t)
{
	for (unsigned i = t->n; i-- > 0;) {
		if (is_seat(t, i) || card_at(t, i) != CARD_NONE)
			continue;
		if (is_any(t, i, me)) {
			set_word(t, i, names_seat(t->names, t->v->seat));
		} else if (is_any(t, i, filler)) {
			remove_words(t, i, 1);
		}
	}
}

/* place KIND at X,Y flipped. Returns the end of the step, as the functions below. */
static unsigned
rewrite_place(struct typed *t, unsigned from, unsigned end)
{
	const unsigned at = from + 2;
	bool flipped = false;

	end -= join_kind(t, from + 1, end);
	for (unsigned i = at; i < end && !is_spot(t, i) && !flipped; i++) {
		flipped = is_word(t, i, "flipped");
		if (flipped) {
			remove_words(t, i, 1);
			end--;
		}
	}
	if (at < end && is_spot(t, at)) {
		insert_word(t, at, "at");
		end++;
	} else if (at < end && is_any(t, at, where)) {
		set_word(t, at, "at");
	}
	if (flipped && at + 1 < end) {
		insert_word(t, at + 2, "flipped");
		end++;
	}
	return end;
}

/* discard KIND ... to remove KIND. The last one is not in the hand. */
static unsigned
rewrite_discard(struct typed *t, unsigned from, unsigned end)
{
	unsigned i = from + 1;

	for (; i < end && !is_word(t, i, "to"); i++)
		end -= join_kind(t, i, end);
	if (i + 2 < end && is_word(t, i + 1, "remove")) {
		end -= join_kind(t, i + 2, end);
		t->word[i + 2].kinds = 0;
	}
	return end;
}

/* steal NAME,NAME */
static unsigned
rewrite_steal(struct typed *t, unsigned from, unsigned end)
{
	if (from + 1 < end && is_word(t, from + 1, "from") && !is_seat(t, from + 1)) {
		remove_words(t, from + 1, 1);
		end--;
	}
	if (from + 2 < end) {
		join_words(t, from + 1, end - from - 1, ',');
		end = from + 2;
	}
	return end;
}

static unsigned
rewrite_action(struct typed *t, unsigned from, unsigned end)
{
	const card_id card = card_at(t, from);
	const enum action_args args = card != CARD_NONE ?
	    action_args_of((enum action)t->rules->card[card].action) :
	    ARGS_NOTHING;

	if (from + 2 < end && is_any(t, from + 1, against) && !is_seat(t, from + 1)) {
		remove_words(t, from + 1, 1);
		end--;
	}
	if (args == ARGS_PLACE && from + 2 < end && is_word(t, from + 1, "goal")) {
		remove_words(t, from + 1, 1);
		end--;
	}
	if (args == ARGS_GOAL_OR_SEAT && from + 1 < end && is_spot(t, from + 1)) {
		insert_word(t, from + 1, "goal");
		end++;
	}
	return end;
}

static bool
is_verb(const struct typed *t, unsigned i)
{
	return i < t->n && orderline_is_verb(t->rules, t->word[i].s.s, t->word[i].s.n);
}

/* Gives the step a verb if it has none. */
static unsigned
rewrite_verb(struct typed *t, unsigned from, unsigned end)
{
	if (is_verb(t, from))
		return end;
	if (is_any(t, from, lay)) {
		set_word(t, from, "place");
		return end;
	}
	if (is_word(t, from, "play") && from + 1 < end) {
		end -= join_kind(t, from + 1, end);
		if (is_class(t, from + 1, CARD_PATH)) {
			set_word(t, from, "place");
			return end;
		}
		if (is_class(t, from + 1, CARD_ACTION) || t->word[from + 1].kinds != 0) {
			remove_words(t, from, 1);
			return end - 1;
		}
		return end;
	}
	end -= join_kind(t, from, end);
	if (is_class(t, from, CARD_PATH) && from + 1 < end &&
	    (is_any(t, from + 1, where) || is_spot(t, from + 1))) {
		insert_word(t, from, "place");
		end++;
	}
	return end;
}

static unsigned
rewrite_step(struct typed *t, unsigned from, unsigned end)
{
	end = rewrite_verb(t, from, end);
	if (is_word(t, from, "place"))
		return rewrite_place(t, from, end);
	if (is_word(t, from, "discard"))
		return rewrite_discard(t, from, end);
	if (is_word(t, from, "steal"))
		return rewrite_steal(t, from, end);
	if (is_class(t, from, CARD_ACTION) || t->word[from].kinds != 0)
		return rewrite_action(t, from, end);
	return end;
}

static void
rewrite(struct typed *t)
{
	pair_numbers(t);
	drop_fillers(t);
	for (unsigned from = 0, end; from < t->n; from = end + 1) {
		end = from;
		while (end < t->n && !is_word(t, end, ";"))
			end++;
		if (end > from)
			end = rewrite_step(t, from, end);
	}
}

/* ---- readings -------------------------------------------------------------------------------- */

struct readings {
	unsigned n, n_legal, legal; /* the last legal one */
	struct buf line[READINGS_MAX];
};

static void
turn_text(const struct typed *t, struct turn *turn, struct buf *out)
{
	for (unsigned i = 0; i < turn->n; i++) {
		buf_str(out, i > 0 ? "; " : "");
		orderline_sort(t->rules, &turn->step[i]);
		orderline_text(t->rules, t->names, &turn->step[i], out);
	}
}

static int
add_reading(const struct typed *t, struct readings *r, const char *s, size_t n, struct err *err)
{
	struct buf line = BUF_INIT;
	struct turn turn;
	unsigned i = 0;

	if (turnline_parse(t->rules, t->names, t->v->seat, s, n, &turn, err) < 0)
		return -1;
	turn_text(t, &turn, &line);
	while (i < r->n && strcmp(r->line[i].p, line.p) != 0)
		i++;
	if (i < r->n || r->n == READINGS_MAX) {
		buf_wipe(&line);
		return 0;
	}
	r->line[r->n++] = line;
	if (game_check(&t->v->known, &turn.step[0]) == VERDICT_OK) {
		r->n_legal++;
		r->legal = i;
	}
	return 0;
}

static unsigned
count_kinds(const struct word *w)
{
	unsigned n = 0;

	for (unsigned k = 0; k < HAND_MAX; k++)
		n += w->kinds >> k & 1u;
	return n > 0 ? n : 1;
}

/* Appends the word, or the `pick`th of its kinds. */
static void
put_word(const struct typed *t, const struct word *w, unsigned pick, struct buf *out)
{
	if (w->kinds == 0) {
		buf_add(out, w->s.s, w->s.n);
		return;
	}
	for (unsigned k = 0; k < t->n_kinds; k++) {
		if ((w->kinds >> k & 1u) != 0 && pick-- == 0) {
			buf_str(out, t->kind[k]);
			return;
		}
	}
}

/* Reads each combination of the kinds that words may be. *err is that of the first. */
static void
read_combinations(const struct typed *t, struct readings *r, struct err *err)
{
	unsigned n = 1;

	for (unsigned i = 0; i < t->n && n <= COMBINATIONS_MAX; i++)
		n *= count_kinds(&t->word[i]);
	for (unsigned k = 0; k < n && k < COMBINATIONS_MAX; k++) {
		struct err other = ERR_INIT;
		struct buf line = BUF_INIT;

		for (unsigned i = 0, rest = k; i < t->n; i++) {
			const unsigned kinds = count_kinds(&t->word[i]);

			buf_str(&line, i > 0 ? " " : "");
			put_word(t, &t->word[i], rest % kinds, &line);
			rest /= kinds;
		}
		(void)add_reading(t, r, buf_cstr(&line), line.n, k == 0 ? err : &other);
		buf_wipe(&line);
	}
}

unsigned
typed_order_read(const struct view *v, const struct names *names, const char *s, size_t n,
    struct buf *out, struct err *err)
{
	struct typed *t = mem_zero(1, sizeof *t);
	struct readings r = { 0 };
	struct err why = ERR_INIT;

	t->v = v;
	t->names = names;
	t->rules = v->known.rules;
	if (add_reading(t, &r, s, n, err) < 0 && n <= 2 * (size_t)ORDERLINE_MAX &&
	    cut_words(t, s, n) && t->n > 0) {
		find_kinds(t);
		rewrite(t);
		read_combinations(t, &r, &why);
		if (why.code != ERR_NONE)
			*err = why;
	}
	for (unsigned i = 0; i < r.n; i++)
		if (r.n_legal != 1 || i == r.legal)
			buf_fmt(out, "%s\n", r.line[i].p);
	for (unsigned i = 0; i < r.n; i++)
		buf_wipe(&r.line[i]);
	n = r.n_legal == 1 ? 1 : r.n;
	buf_wipe(&t->text);
	mem_wipe(t, sizeof *t);
	free(t);
	return (unsigned)n;
}
