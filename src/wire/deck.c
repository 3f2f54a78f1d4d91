/*
 * Reads and writes the card list of a custom deck.
 *
 * (H1) The name of every card is the one in the list.
 * (H2) No two rows are the same card, in any orientation.
 * (H3) Every mark of a new card exists on some card of the rules set, at a place where the rules
 *      define it.
 * (H4) Every deal of the rules set has enough cards, and board and piles have room for all of them.
 * (H5) No card needs a token that the box lacks.
 */

#include "wire/deck.h"

#include "util/lines.h"
#include "util/slice.h"
#include "wire/position_rules.h"

struct reader {
	struct house_deck *deck;
	const struct rules *base;
	/* For each row of base: its name, alone and among the others, and whether it is used. */
	struct {
		char kind[CARD_NAME_MAX], full[CARD_NAME_MAX];
		bool taken;
	} row[CARDS_MAX];
	int line;
	struct err *err;
};

static int
refuse_card(const struct reader *r, const char *kind, size_t n, const char *why)
{
	return err_set_line(r->err, ERR_SYNTAX, r->line, "card \"%.*s\": %s",
	    (int)(n < CARD_NAME_MAX ? n : CARD_NAME_MAX), kind, why);
}

static bool
is_free(const struct card_def *def)
{
	return def->class == CARD_PATH || def->class == CARD_ACTION;
}

static const struct deck_rules *
rules_of(const struct rules *rules)
{
	return rules->position->deck;
}

/* Makes the unique name of a row: action cards of The Dark Cave include their deck. */
static void
row_name(const struct rules *rules, card_id row, char out[static CARD_NAME_MAX])
{
	const struct card_def *def = &rules->card[row];

	if (def->class == CARD_ACTION && def->deck != 0) {
		char kind[CARD_NAME_MAX];

		card_name(rules, row, kind);
		(void)snprintf(out, CARD_NAME_MAX, "%u/%.40s", def->deck, kind);
	} else {
		card_name(rules, row, out);
	}
}

bool
deck_is_house(const struct rules *rules)
{
	return rules->base != NULL;
}

const struct rules *
deck_copy(struct house_deck *to, const struct rules *rules)
{
	if (!deck_is_house(rules))
		return rules;
	to->rules = *rules;
	memcpy(to->card, rules->card, rules->n_cards * sizeof to->card[0]);
	to->rules.card = to->card;
	return &to->rules;
}

/* Appends "=nw" to a goal whose links differ from those of the rules set. */
static void
append_goal_links(
    const struct rules *rules, const struct card_def *def, const char *name, struct buf *out)
{
	char links[8];
	card_id same;

	if (rules->base == NULL || def->class != CARD_GOAL)
		return;
	same = card_find(rules->base, name, strlen(name));
	if (same == CARD_NONE || rules->base->card[same].tunnel == def->tunnel)
		return;
	links_text(def->tunnel, links);
	buf_chr(out, '=');
	/* lower case */
	for (const char *p = links; *p != '\0'; p++)
		buf_chr(out, (char)(*p | 0x20));
}

void
deck_text(const struct rules *rules, const char *indent, struct buf *out)
{
	char name[CARD_NAME_MAX];

	for (unsigned i = 0; i < rules->n_cards && rules->card[i].copies > 0; i++) {
		row_name(rules, (card_id)i, name);
		buf_fmt(out, "%s%s", indent, name);
		append_goal_links(rules, &rules->card[i], name, out);
		buf_fmt(out, " %u\n", rules->card[i].copies);
	}
}

/* ---- a new path card ------------------------------------------------------------------------- */

static unsigned
edge_find(char letter)
{
	unsigned e = 0;

	while (e < EDGES && edge_letter(e) != letter)
		e++;
	return e;
}

/* Parses "ns+ew". A spelling that card_name does not write is found when the name is made again. */
static bool
read_links(const char *s, size_t n, uint8_t *tunnel)
{
	unsigned through = 0, t = 0;

	for (size_t at = 0, end; at < n; at = end + 1) {
		unsigned side;

		for (end = at; end < n && s[end] != '+'; end++)
			;
		side = end - at == 1 ? 3 : ++through;
		if (through > 2)
			return false;
		for (size_t i = at; i < end; i++) {
			unsigned e = edge_find(s[i]);

			if (e == EDGES || tunnel_side((uint8_t)t, e) != 0)
				return false;
			t |= side << (2 * e);
		}
	}
	*tunnel = (uint8_t)t;
	return t != 0;
}

/* Parses "gold@ns", without the colon. */
static bool
read_feature(const char *s, size_t n, struct card_def *def)
{
	const char *where = memchr(s, '@', n);
	size_t word = where != NULL ? (size_t)(where - s) : n;
	unsigned feature = feature_find(s, word), edges = 0;

	for (size_t i = word + 1; i < n; i++) {
		unsigned e = edge_find(s[i]);

		if (e == EDGES)
			return false;
		edges |= EDGE_BIT(e);
	}
	def->feature = (uint16_t)(def->feature | feature);
	if (feature == FEATURE_GOLD)
		def->gold_at = (uint8_t)edges;
	else if (feature == FEATURE_DOOR_GREEN || feature == FEATURE_DOOR_BLUE)
		def->door_at = (uint8_t)edges;
	return feature != 0;
}

/* Parses the links and features of a name; other properties are the same for all such cards. */
static bool
read_path(const struct rules *base, const char *s, size_t n, struct card_def *def)
{
	size_t at = 0, end;

	*def = (struct card_def){ .class = CARD_PATH };
	if (rules_of(base)->in_decks) {
		if (n < 2 || s[0] < '1' || s[0] > '3' || s[1] != '/')
			return false;
		def->deck = (uint8_t)(s[0] - '0');
		at = 2;
	}
	for (end = at; end < n && s[end] != ':'; end++)
		;
	if (!read_links(s + at, end - at, &def->tunnel))
		return false;
	while (end < n) {
		at = end + 1;
		for (end = at; end < n && s[end] != ':'; end++)
			;
		if (!read_feature(s + at, end - at, def))
			return false;
	}
	if (rules_of(base)->complete != NULL)
		rules_of(base)->complete(def);
	return true;
}

/* (H3) Returns NULL, or what is wrong. */
static const char *
check_drawing(const struct rules *base, const struct card_def *def)
{
	const struct deck_rules *rules = rules_of(base);
	bool known = false;

	for (unsigned i = 0; i < base->n_cards; i++)
		known |= base->card[i].class == CARD_PATH && base->card[i].feature == def->feature;
	if (!known)
		return "no path card of this rules set is marked so";
	if ((def->door_at != 0 && !rules->door_at) || (def->gold_at != 0 && !rules->gold_at))
		return "in this rules set a mark has no place of its own";
	return rules->fault != NULL ? rules->fault(def) : NULL;
}

static int
make_path(const struct reader *r, const char *s, size_t n, struct card_def *def)
{
	struct rules one = *r->base;
	char canonical[CARD_NAME_MAX];
	const char *why;

	if (!read_path(r->base, s, n, def))
		return refuse_card(r, s, n, "no such kind, nor a path card that one could draw");
	why = check_drawing(r->base, def);
	if (why != NULL)
		return refuse_card(r, s, n, why);
	one.card = def;
	one.n_cards = 1;
	card_name(&one, 0, canonical);
	if (!slice_equals(canonical, s, n)) /* (H1) */
		return err_set_line(r->err, ERR_SYNTAX, r->line, "card \"%.*s\": its name is %s",
		    CARD_NAME_MAX < n ? CARD_NAME_MAX : (int)n, s, canonical);
	return 0;
}

/* ---- the list -------------------------------------------------------------------------------- */

/* Finds the row of base with this name. Returns 1; 0: none; -1: all are used. */
static int
find_row(struct reader *r, const char *s, size_t n, unsigned *row)
{
	int result = 0;

	for (unsigned i = 0; i < r->base->n_cards; i++) {
		if (!slice_equals(r->row[i].full, s, n) && !slice_equals(r->row[i].kind, s, n))
			continue;
		if (!r->row[i].taken) {
			*row = i;
			return 1;
		}
		result = -1;
	}
	return result;
}

/* (H2) */
static bool
is_same_path(const struct card_def *a, const struct card_def *b)
{
	if (a->class != CARD_PATH || b->class != CARD_PATH || a->deck != b->deck ||
	    a->feature != b->feature)
		return false;
	return (a->tunnel == b->tunnel && a->door_at == b->door_at && a->gold_at == b->gold_at) ||
	    (a->tunnel == tunnel_rotated(b->tunnel) && a->door_at == edges_rotated(b->door_at) &&
		a->gold_at == edges_rotated(b->gold_at));
}

/* Parses "goal-ladder=nw": a goal with other links. n_kind: length of the kind in it. */
static int
set_links(const struct reader *r, const char *s, size_t n, size_t n_kind, struct card_def *def)
{
	const struct deck_rules *rules = rules_of(r->base);
	const char *why = NULL;

	if (n == n_kind)
		return 0;
	if (def->class != CARD_GOAL || rules->goal_fault == NULL)
		return refuse_card(r, s, n, "only of goals of dark-cave the links are free");
	if (!read_links(s + n_kind + 1, n - n_kind - 1, &def->tunnel))
		return refuse_card(r, s, n, "these are no links, as nsw is");
	why = rules->goal_fault(def);
	return why != NULL ? refuse_card(r, s, n, why) : 0;
}

static int
add_card(struct reader *r, const char *s, size_t n, unsigned copies)
{
	struct house_deck *deck = r->deck;
	struct card_def def;
	unsigned row = 0;
	const char *links = memchr(s, '=', n);
	size_t n_kind = links != NULL ? (size_t)(links - s) : n;
	int found = find_row(r, s, n_kind, &row);

	if (found < 0)
		return refuse_card(r, s, n, "it is in the list already");
	if (found > 0) {
		def = r->base->card[row];
		r->row[row].taken = true;
		if (!is_free(&def) && copies != def.copies)
			return err_set_line(r->err, ERR_SYNTAX, r->line,
			    "card \"%.*s\": only path and action cards are free, of this the rules "
			    "need %u",
			    (int)n, s, def.copies);
		if (set_links(r, s, n, n_kind, &def) < 0)
			return -1;
	} else if (make_path(r, s, n, &def) < 0) {
		return -1;
	}
	if (copies == 0)
		return 0;
	def.copies = (uint8_t)copies;
	for (unsigned i = 0; i < deck->rules.n_cards; i++) {
		if (is_same_path(&deck->card[i], &def))
			return refuse_card(r, s, n, "it is in the list already, turned round");
	}
	if (deck->rules.n_cards == CARDS_MAX)
		return refuse_card(r, s, n, "too many kinds of cards");
	deck->card[deck->rules.n_cards++] = def;
	return 0;
}

/* Cards that are in no box are appended without being listed. */
static int
add_unboxed(struct reader *r)
{
	struct rules *rules = &r->deck->rules;

	for (unsigned i = 0; i < r->base->n_cards; i++) {
		if (r->base->card[i].copies > 0)
			continue;
		if (rules->n_cards == CARDS_MAX)
			return err_set(r->err, ERR_SYNTAX, "too many kinds of cards");
		r->deck->card[rules->n_cards++] = r->base->card[i];
	}
	return 0;
}

/* Parses one line without its end. */
static int
read_line(struct reader *r, const char *s, size_t n)
{
	static const char key[] = "card:";
	const char *comment = n > 0 ? memchr(s, '#', n) : NULL;
	struct slice line = { s, comment != NULL ? (size_t)(comment - s) : n };
	size_t kind = 0, number;
	int64_t copies;

	line = slice_trim(line);
	if (slice_starts(line, key))
		line = slice_trim((struct slice){ line.s + strlen(key), line.n - strlen(key) });
	if (line.n == 0)
		return 0;
	while (kind < line.n && !ascii_is_blank(line.s[kind]))
		kind++;
	for (number = kind; number < line.n && ascii_is_blank(line.s[number]); number++)
		;
	if (kind >= CARD_NAME_MAX ||
	    number_parse(line.s + number, line.n - number, DECK_MAX, &copies) < 0)
		return err_set_line(r->err, ERR_SYNTAX, r->line,
		    "a kind of card and how many of it expected, from 0 to %d", DECK_MAX);
	return add_card(r, line.s, kind, (unsigned)copies);
}

/* Checks the fixed cards, in the order of the rules set. */
static int
check_fixed(const struct reader *r)
{
	const struct rules *rules = &r->deck->rules;
	unsigned row = 0;

	for (unsigned i = 0; i < r->base->n_cards; i++) {
		char name[CARD_NAME_MAX];
		card_id found;

		if (is_free(&r->base->card[i]))
			continue;
		while (row < rules->n_cards && is_free(&rules->card[row]))
			row++;
		card_name(r->base, (card_id)i, name);
		found = card_find(rules, name, strlen(name));
		if (found == CARD_NONE)
			return err_set(
			    r->err, ERR_SYNTAX, "%s needs the card %s", r->base->name, name);
		if (found != row)
			return err_set(r->err, ERR_SYNTAX,
			    "start, goal, gold and role cards come in the "
			    "order of %s: here %s comes too late",
			    r->base->name, name);
		row++;
	}
	return 0;
}

/* (H5) */
static int
check_limits(const struct reader *r)
{
	const struct rules *rules = &r->deck->rules;
	const struct deck_limit *limit = rules_of(rules)->limit;

	for (; limit != NULL && limit->most > 0; limit++) {
		unsigned n = 0;

		for (unsigned i = 0; i < rules->n_cards; i++) {
			const struct card_def *def = &rules->card[i];

			if (is_free(def) &&
			    ((def->feature & limit->feature) != 0 ||
				(limit->action != ACTION_NONE && def->action == limit->action)))
				n += def->copies;
		}
		if (n > limit->most)
			return err_set(r->err, ERR_SYNTAX, "%u %s are too many: %s %u", n,
			    limit->what, limit->why, limit->most);
	}
	return 0;
}

/* (H4) */
static int
check_counts(const struct reader *r)
{
	const struct rules *rules = &r->deck->rules;
	const struct deck_rules *need = rules_of(rules);
	unsigned path = 0, action = 0, gold = 0, table = 0, in[4] = { 0 };

	for (unsigned i = 0; i < rules->n_cards; i++) {
		const struct card_def *def = &rules->card[i];
		bool is_path = def->class == CARD_PATH;

		table += def->class == CARD_START || def->class == CARD_GOAL ? def->copies : 0u;
		path += is_path ? def->copies : 0u;
		action += def->class == CARD_ACTION ? def->copies : 0u;
		gold += is_path && (def->feature & FEATURE_GOLD) != 0 ? def->copies : 0u;
		in[def->deck] += def->copies;
	}
	if (path == 0 || action == 0)
		return err_set(r->err, ERR_SYNTAX, "a deck needs path cards and action cards");
	if (path + action + table > DECK_MAX)
		return err_set(r->err, ERR_SYNTAX, "%u cards are too many: there is room for %d",
		    path + action + table, DECK_MAX);
	/* In The Duel gold leaves the deck permanently. */
	if (path + action - gold < need->hands)
		return err_set(r->err, ERR_SYNTAX, "%u cards are too few to deal: it takes %u",
		    path + action - gold, need->hands);
	for (unsigned d = 1; d < 4; d++) {
		if (in[d] < need->deck[d])
			return err_set(r->err, ERR_SYNTAX,
			    "deck %u has %u cards, it takes %u to deal", d, in[d], need->deck[d]);
	}
	return 0;
}

static void
start(struct reader *r, struct house_deck *deck, const struct rules *base, struct err *err)
{
	r->deck = deck;
	r->base = base;
	r->err = err;
	for (unsigned i = 0; i < base->n_cards; i++) {
		row_name(base, (card_id)i, r->row[i].full);
		card_name(base, (card_id)i, r->row[i].kind);
		r->row[i].taken = false;
	}
}

int
deck_parse(
    struct house_deck *deck, const struct rules *base, const char *s, size_t n, struct err *err)
{
	struct reader r;
	struct lines l = { s, n, 0, 1 };
	const char *p;
	size_t len;

	start(&r, deck, base, err);
	*deck = (struct house_deck){ .rules = *base };
	deck->rules.base = base;
	deck->rules.card = deck->card;
	deck->rules.n_cards = 0;
	while (r.line = l.line, lines_next(&l, &p, &len)) {
		if (read_line(&r, p, len) < 0)
			return -1;
	}
	if (deck->rules.n_cards == 0)
		return err_set(
		    err, ERR_SYNTAX, "no cards: a kind and how many of it expected, one a line");
	if (add_unboxed(&r) < 0 || check_fixed(&r) < 0 || check_counts(&r) < 0)
		return -1;
	return check_limits(&r);
}
