/*
 * Golden lists for people who read a language: every event in English and in the language, as its mover, its
 * target and others read it, with numbers that take different plurals. `make regold` writes tests/golden/words-LL.txt.
 */
#include <criterion/criterion.h>
#include <string.h>

#include "games/games.h"
#include "golden/compare.h"
#include "text/catalogues.h"
#include "text/eventline.h"
#include "text/since.h"

enum { ANNA, BOB, NOBODY = SEAT_NONE };

static const struct rules *const game[] = { &rules_saboteur, &rules_saboteur2, &rules_duel,
	&rules_dark_cave };
enum { GAMES = sizeof game / sizeof game[0] };

static const uint16_t number[] = { 0, 1, 2, 5, 11, 21 };
enum { NUMBERS = sizeof number / sizeof number[0] };

/* Who does it, to whom, and who reads. */
static const struct {
	uint8_t seat, to, you;
} people[] = {
	{ ANNA, BOB, NOBODY },
	{ ANNA, BOB, ANNA },
	{ ANNA, BOB, BOB },
	{ ANNA, ANNA, NOBODY },
	{ ANNA, ANNA, ANNA },
	{ ANNA, NOBODY, NOBODY },
	{ ANNA, NOBODY, ANNA },
	{ NOBODY, NOBODY, NOBODY },
};

struct list {
	const struct language *lang;
	struct names names;
	struct buf text;
};

/* Appends the English sentence and the translation, once. */
static void
put_pair(struct list *l, const char *english, const char *other)
{
	struct buf pair = BUF_INIT;

	buf_fmt(&pair, "\n%s\n    %s\n", english, other);
	if (strstr(buf_cstr(&l->text), pair.p) == NULL)
		buf_add(&l->text, pair.p, pair.n);
	buf_release(&pair);
}

static void
put_event(struct list *l, const struct rules *rules, const struct event *e, uint8_t you)
{
	struct buf english = BUF_INIT, other = BUF_INIT;

	if (event_sentence(NULL, rules, &l->names, e, you, &english) &&
	    event_sentence(l->lang, rules, &l->names, e, you, &other))
		put_pair(l, english.p, other.p);
	buf_release(&english);
	buf_release(&other);
}

/* The class of the cards that an event is about; each of them if `all`, else one. The others are about a path. */
static const struct {
	enum card_class class;
	bool all, creature;
} about[EVENT_KIND_COUNT] = {
	[EVENT_PLAYED] = { CARD_ACTION, true, false },
	[EVENT_CLEARED] = { CARD_ACTION, true, false },
	[EVENT_CREPT] = { CARD_ACTION, true, true },
	[EVENT_ATTACKED] = { CARD_ACTION, true, true },
	[EVENT_DROVE_OFF] = { CARD_ACTION, true, true },
	[EVENT_VANISHED] = { CARD_ACTION, true, true },
	[EVENT_ROLE] = { CARD_ROLE, true, false },
	[EVENT_SHOWN] = { CARD_ROLE, true, false },
	[EVENT_SAW_ROLE] = { CARD_ROLE, false, false },
	[EVENT_SAW_LEFT] = { CARD_ROLE, false, false },
	[EVENT_TURNED_UP] = { CARD_GOAL, false, false },
	[EVENT_SAW_GOAL] = { CARD_GOAL, false, false },
	[EVENT_GOAL_WAS] = { CARD_GOAL, false, false },
	[EVENT_BOXED] = { CARD_GOAL, false, false },
	[EVENT_CLAIMED] = { CARD_GOAL, false, false },
	[EVENT_TOOK] = { CARD_GOAL, false, false },
	[EVENT_TOLL] = { CARD_GOAL, false, false },
};

static bool
is_about(enum event_kind kind, const struct card_def *c)
{
	if (about[kind].creature && c->action != ACTION_RAT && c->action != ACTION_LINDWORM &&
	    c->action != ACTION_GOBLIN)
		return false;
	/* What can lie in front of somebody. */
	if (kind == EVENT_CLEARED && c->action != ACTION_BREAK && c->action != ACTION_THEFT &&
	    c->action != ACTION_TRAPPED)
		return false;
	return c->class == (about[kind].class != 0 ? about[kind].class : CARD_PATH);
}

/* True if a value, or a tool, can be that of the event. */
static bool
has_value(unsigned fields, const struct event *e, const struct rules *rules)
{
	if (fields & FIELD_TOOL)
		return (rules->card[e->card].tools & e->value) != 0 &&
		    (e->value & (e->value - 1)) == 0;
	if (fields & FIELD_OUTCOME)
		return (e->value == OUTCOME_GOLD || e->value == OUTCOME_SELFISH) ==
		    (e->seat != NOBODY);
	if (fields & FIELD_WAYS)
		return e->value <= (WAY_BLUE | WAY_GREEN);
	if (fields & FIELD_SIDE)
		return e->value <= 1;
	return false;
}

/* All values that the event can have. */
static void
put_values(struct list *l, const struct rules *rules, struct event e, uint8_t you)
{
	struct event sample = e;
	unsigned fields;

	sample.value = 1;
	fields = event_fields(rules, &sample);
	if (fields & (FIELD_TOOL | FIELD_OUTCOME | FIELD_WAYS | FIELD_SIDE)) {
		for (e.value = 0; e.value < OUTCOME_COUNT; e.value++)
			if (has_value(fields, &e, rules))
				put_event(l, rules, &e, you);
	} else if (fields & FIELD_VALUE) {
		for (size_t i = 0; i < NUMBERS; i++) {
			e.value = number[i];
			put_event(l, rules, &e, you);
		}
	} else {
		put_event(l, rules, &e, you);
		e.value = 1;
		if (fields & FIELD_FLIPPED)
			put_event(l, rules, &e, you);
	}
}

/* The event for all people; nobody only where the kind allows it. */
static void
put_people(struct list *l, const struct rules *rules, enum event_kind kind, card_id card)
{
	const bool nobody = kind == EVENT_ROUND_END || kind == EVENT_SHOWN;

	for (size_t i = 0; i < sizeof people / sizeof people[0]; i++) {
		struct event e = event_make_at(kind, people[i].seat, card, 8, -2);

		e.to = people[i].to;
		if (e.seat == NOBODY && !nobody)
			continue;
		/* Without a target there is one card only that can do without. */
		if (e.to == NOBODY &&
		    (kind == EVENT_SAW_ROLE || kind == EVENT_RECEIVED || kind == EVENT_STOLE ||
			(kind == EVENT_PLAYED && rules->card[card].action != ACTION_INFORMATION)))
			continue;
		put_values(l, rules, e, people[i].you);
	}
}

static void
put_kind(struct list *l, const struct rules *rules, enum event_kind kind)
{
	const struct event sample = event_make(kind, ANNA, 0);

	if ((event_fields(rules, &sample) & FIELD_CARD) == 0) {
		put_people(l, rules, kind, CARD_NONE);
		return;
	}
	if (kind != EVENT_PLAYED)
		put_people(l, rules, kind, CARD_HIDDEN);
	for (card_id c = 0; c < rules->n_cards; c++) {
		if (!is_about(kind, &rules->card[c]))
			continue;
		put_people(l, rules, kind, c);
		if (!about[kind].all)
			break;
	}
}

/* "anna draws a card, 5 times" */
static void
put_repeated(struct list *l)
{
	for (size_t i = 2; i < NUMBERS; i++) {
		struct events ev = { 0 };
		struct buf english = BUF_INIT, other = BUF_INIT;

		for (unsigned k = 0; k < number[i]; k++)
			event_add(&ev, event_make(EVENT_DREW, ANNA, CARD_HIDDEN));
		since_text(NULL, game[0], &l->names, &ev, NOBODY, &english);
		since_text(l->lang, game[0], &l->names, &ev, NOBODY, &other);
		buf_fmt(&l->text, "\n%.*s\n  %.*s\n", (int)english.n - 3, english.p + 2,
		    (int)other.n - 1, other.p);
		buf_release(&english);
		buf_release(&other);
	}
}

Test(gold, every_event_in_every_language)
{
	for (const struct catalogue *c = catalogues; c->code != NULL; c++) {
		struct language lang;
		struct list l = { &lang, { 0 }, BUF_INIT };
		struct buf name = BUF_INIT;
		struct err err = ERR_INIT;

		cr_assert(language_open_own(&lang, c), "%s", c->code);
		cr_assert_eq(names_add(&l.names, "anna", 4, &err), 0);
		cr_assert_eq(names_add(&l.names, "bob", 3, &err), 0);
		for (unsigned kind = 0; kind < EVENT_KIND_COUNT; kind++) {
			buf_fmt(&l.text, "%s# %s\n", kind > 0 ? "\n" : "",
			    event_name((enum event_kind)kind));
			for (size_t g = 0; g < GAMES; g++)
				put_kind(&l, game[g], (enum event_kind)kind);
		}
		buf_str(&l.text, "\n# repeated\n");
		put_repeated(&l);
		buf_fmt(&name, "words-%s", c->code);
		golden_compare(name.p, &l.text);
		buf_release(&name);
		buf_release(&l.text);
	}
}
