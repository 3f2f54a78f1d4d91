/*
 * Events in words.
 *
 * (E1) Each kind has one row; a new kind needs only its row here.
 * (E2) A sentence uses only what event_fields shows, so it reveals no more than the canonical line.
 *
 * Sentences are patterns (text/template.h):
 * 	@s  the seat: its name or "you"         @t  the seat it is done to: also "yourself"
 * 	@T  whose: "bob's", "your", "their own"  @c  the card's kind
 * 	@a  the place                            @v  the number
 * 	@l  the tool                             @d  the side
 * 	@u  the name of the seat it is done to
 * and choose by
 * 	{A|B}  the seat is you, or not           {v:  the number
 * 	{f:|B} flipped                           {w:|B} the card repairs one tool of two
 * 	{n:A|B} no seat, or one                  {p:A|B} done to a place, or to a seat
 * 	{o:A|B} done to the seat itself, or to another
 * Translations also choose by
 * 	{t:A|B|C|D} done to you by yourself, to themselves, to you by another, to another
 * 	{l:A|B|C} pickaxe, lamp, cart           {d:A|B} green, blue
 * 	{k:A|B|C} rat, lindworm, goblin
 */
#include "text/eventline.h"

#include <string.h>

#include "text/orderline.h"
#include "text/shown.h"
#include "text/template.h"
#include "text/text_rules.h"
#include "util/mem.h"
#include "util/number.h"

static const struct row {
	const char *name;
	unsigned fields;
	const char *sentence; /* NULL: no sentence; for EVENT_PLAYED see below */
	const char *secret;   /* if the card or value is hidden; NULL: no sentence */
} row[EVENT_KIND_COUNT] = {
	[EVENT_ROUND] = { "round", FIELD_VALUE, MSG("event", "round @v begins"), NULL },
	[EVENT_FIRST] = { "first", FIELD_SEAT, MSG("event", "@s {begin|begins}"), NULL },
	[EVENT_ROLE] = { "role", FIELD_SEAT | FIELD_CARD,
	    MSG("event", "{your role is|@s has the role} @c"), NULL },
	[EVENT_DREW] = { "drew", FIELD_SEAT | FIELD_CARD, MSG("event", "@s {draw|draws} @c"),
	    MSG("event", "@s {draw|draws} a card") },
	[EVENT_PLACED] = { "placed", FIELD_SEAT | FIELD_CARD | FIELD_AT | FIELD_FLIPPED,
	    MSG("event", "@s {lay|lays} @c at @a{f:|, flipped}"), NULL },
	[EVENT_PLAYED] = { "played",
	    FIELD_SEAT | FIELD_CARD | FIELD_TO | FIELD_AT | FIELD_PART | FIELD_TOOL, NULL, NULL },
	[EVENT_DISCARDED] = { "discarded", FIELD_SEAT | FIELD_CARD,
	    MSG("event", "@s {discard|discards} @c"),
	    MSG("event", "@s {discard|discards} a card") },
	[EVENT_REMOVED] = { "removed", FIELD_CARD | FIELD_AT, MSG("event", "@c leaves @a"), NULL },
	[EVENT_TURNED_UP] = { "turned-up", FIELD_CARD | FIELD_AT | FIELD_FLIPPED,
	    MSG("event", "the goal at @a is turned up: @c{f:|, flipped}"), NULL },
	[EVENT_SAW_GOAL] = { "saw-goal", FIELD_SEAT | FIELD_CARD | FIELD_AT,
	    MSG("event", "@s {see|sees} @c at @a"), NULL },
	[EVENT_SAW_ROLE] = { "saw-role", FIELD_SEAT | FIELD_CARD | FIELD_TO,
	    MSG("event", "@s {see|sees} @T role: @c"), NULL },
	[EVENT_SKIPPED] = { "skipped", FIELD_SEAT,
	    MSG("event", "@s {have|has} no cards and {are|is} skipped"), NULL },
	[EVENT_ROUND_END] = { "round-end", FIELD_SEAT | FIELD_OUTCOME,
	    MSG("event",
		"{v:the round is over"
		"|@s {reach|reaches} the gold: the round is over"
		"|the gold is not reached: the round is over"
		"|all goals are face up: the round is over"
		"|the last token lies on the table: the round is over"
		"|nobody has a card left: the round is over"
		"|everybody who works for one clan has left the cave"
		"|nobody has a card left"
		"|all agree to finish"
		"|the round is over"
		"|the table stops the game: the round is broken off}"),
	    NULL },
	[EVENT_SHOWN] = { "shown", FIELD_SEAT | FIELD_CARD,
	    MSG("event", "{n:the role nobody held was @c|@s {were|was} a @c}"), NULL },
	[EVENT_NUGGET] = { "nugget", FIELD_SEAT | FIELD_VALUE,
	    MSG("event", "@s {take|takes} a nugget worth @v"),
	    MSG("event", "@s {take|takes} a nugget") },
	[EVENT_GOLD] = { "gold", FIELD_SEAT | FIELD_VALUE, MSG("event", "@s {get|gets} @v gold"),
	    NULL },
	[EVENT_DRAFT] = { "draft", FIELD_SEAT, MSG("event", "@s {are|is} to choose a nugget"),
	    NULL },
	[EVENT_GAME_OVER] = { "game-over", 0, MSG("event", "the game is over"), NULL },
	[EVENT_SCORE] = { "score", FIELD_SEAT | FIELD_VALUE, MSG("event", "@s {have|has} @v gold"),
	    NULL },
	[EVENT_WINNER] = { "winner", FIELD_SEAT, MSG("event", "@s {win|wins}"), NULL },
	[EVENT_RESIGNED] = { "resigned", FIELD_SEAT, MSG("event", "@s {resign|resigns}"), NULL },
	[EVENT_RECEIVED] = { "received", FIELD_SEAT | FIELD_CARD | FIELD_TO,
	    MSG("event", "@s {get|gets} @c from @t"), NULL },
	[EVENT_CLEARED] = { "cleared", FIELD_SEAT | FIELD_CARD,
	    MSG("event", "@s {remove|removes} @c from in front of {yourself|themselves}"), NULL },
	[EVENT_STANDING] = { "standing", 0, MSG("event", "somebody gives a standing order"), NULL },
	[EVENT_WAYS] = { "ways", FIELD_WAYS, /* [SB2 3.E.23] */
	    MSG("event",
		"{v:doors of both colours shut out all diggers"
		"|the way is open for the blue diggers only"
		"|the way is open for the green diggers only"
		"|the way is open for blue and green diggers}"),
	    NULL },
	[EVENT_ROUND_WINNER] = { "round-winner", FIELD_SEAT,
	    MSG("event", "@s {win|wins} the round"), NULL },
	[EVENT_CRYSTALS] = { "crystals", FIELD_SEAT | FIELD_VALUE,
	    MSG("event", "@s {get|gets} @v gold for crystals"), NULL },
	[EVENT_STOLE] = { "stole", FIELD_SEAT | FIELD_TO | FIELD_VALUE,
	    MSG("event", "@s {steal|steals} @v gold from @t"), NULL },
	[EVENT_SIDE] = { "side", FIELD_SEAT | FIELD_SIDE, MSG("event", "@s {play|plays} @d"),
	    NULL },
	[EVENT_PAID] = { "paid", FIELD_SEAT | FIELD_AT,
	    MSG("event", "@s {promise|promises} gold to the troll at @a"), NULL },
	[EVENT_CLAIMED] = { "claimed", FIELD_SEAT | FIELD_CARD | FIELD_AT,
	    MSG("event", "@s {claim|claims} the gold of @c at @a"), NULL },
	[EVENT_TOOK] = { "took", FIELD_SEAT | FIELD_CARD | FIELD_AT,
	    MSG("event", "@s {take|takes} @c from @a"), NULL },
	[EVENT_TOLL] = { "toll", FIELD_SEAT | FIELD_CARD,
	    MSG("event", "@s {pay|pays} the trolls with @c"), NULL },
	[EVENT_BOXED] = { "boxed", FIELD_CARD | FIELD_AT,
	    MSG("event", "@c at @a is nobody's and leaves the game"), NULL },
	[EVENT_WALKED] = { "walked", FIELD_SEAT | FIELD_AT | FIELD_PART,
	    MSG("event", "@s {walk|walks} to @a"), NULL },
	[EVENT_CREPT] = { "crept", FIELD_CARD | FIELD_AT | FIELD_PART,
	    MSG("event", "the @c creeps to @a"), NULL },
	[EVENT_ATTACKED] = { "attacked", FIELD_SEAT | FIELD_CARD, MSG("event", "the @c attacks @s"),
	    NULL },
	[EVENT_DROVE_OFF] = { "drove-off", FIELD_SEAT | FIELD_CARD,
	    MSG("event", "@s {drive|drives} the @c off with a battle-axe"), NULL },
	[EVENT_VANISHED] = { "vanished", FIELD_SEAT | FIELD_CARD, MSG("event", "the @c disappears"),
	    NULL },
	[EVENT_LOST] = { "lost", FIELD_SEAT | FIELD_CARD, MSG("event", "@s {lose|loses} @c"),
	    MSG("event", "@s {lose|loses} a card") },
	[EVENT_LOST_GOLD] = { "lost-gold", FIELD_SEAT | FIELD_VALUE,
	    MSG("event", "@s {lose|loses} @v gold"), NULL },
	[EVENT_FELL] = { "fell", FIELD_SEAT, MSG("event", "@s {are|is} knocked down"), NULL },
	[EVENT_STOOD_UP] = { "stood-up", FIELD_SEAT, MSG("event", "@s {stand|stands} up again"),
	    NULL },
	[EVENT_CUT] = { "cut", FIELD_SEAT | FIELD_AT | FIELD_PART,
	    MSG("event", "@s {cut|cuts} the web at @a with a battle-axe"), NULL },
	[EVENT_WEB] = { "web", FIELD_AT | FIELD_PART | FIELD_VALUE,
	    MSG("event", "the web at @a {v:is gone|shows @v}"), NULL },
	[EVENT_LEFT] = { "left", FIELD_SEAT | FIELD_AT | FIELD_PART | FIELD_VALUE,
	    MSG("event", "@s {leave|leaves} the cave with @v gold"), NULL },
	[EVENT_SAW_LEFT] = { "saw-left", FIELD_SEAT | FIELD_CARD,
	    MSG("event", "@s {see|sees} a clan card left over: @c"),
	    MSG("event", "@s {see|sees} a clan card left over") },
	[EVENT_AGREED] = { "agreed", FIELD_SEAT, MSG("event", "@s {agree|agrees} to finish early"),
	    NULL },
	[EVENT_DISAGREED] = { "disagreed", FIELD_SEAT,
	    MSG("event", "@s no longer {agree|agrees} to finish early"), NULL },
	[EVENT_GOAL_WAS] = { "goal-was", FIELD_CARD | FIELD_AT,
	    MSG("event", "the goal at @a was @c"), NULL },
};

/* EVENT_PLAYED, by the action of the card. */
static const char *const played[ACTION_COUNT] = {
	[ACTION_BREAK] = MSG("event", "@s {break|breaks} @T @l"),
	[ACTION_REPAIR] = MSG("event", "@s {repair|repairs} @T @l{w:| with @c}"),
	[ACTION_ROCKFALL] = MSG("event", "@s {bring|brings} down the card at @a"),
	[ACTION_MAP] = MSG("event", "@s {look|looks} at the goal at @a"),
	[ACTION_THEFT] = MSG(
	    "event", "@s {lay|lays} a theft card in front of {yourself|themselves}"),
	[ACTION_HANDS_OFF] = MSG("event", "@s {take|takes} @T theft card away"),
	[ACTION_SWAP_HANDS] = MSG("event", "@s {swap|swaps} hands with @t"),
	[ACTION_INSPECTION] = MSG("event", "@s {look|looks} at @T role"),
	[ACTION_SWAP_HATS] = MSG("event", "@s {change|changes} @T hat"),
	[ACTION_TRAPPED] = MSG("event", "@s {trap|traps} @t"),
	[ACTION_FREE] = MSG("event", "@s {free|frees} @t"),
	[ACTION_KEY] = MSG("event", "@s {unlock|unlocks} the door at @a"),
	[ACTION_INFORMATION] = MSG("event", "@s {look|looks} at {p:the goal at @a|@T clan card}"),
	[ACTION_SWAP_CARDS] = MSG("event", "@s {swap|swaps} hands with @t"),
	[ACTION_SPIDERWEB] = MSG("event", "@s {lay|lays} a web at @a"),
	[ACTION_BOOTS] = MSG("event", "@s {o:{put|puts} on boots|{give|gives} boots to @t}"),
	[ACTION_BATTLE_AXE] = MSG(
	    "event", "@s {o:{take|takes} a battle-axe|{give|gives} a battle-axe to @t}"),
	[ACTION_RAT] = MSG("event", "@s {send|sends} the rat to @a"),
	[ACTION_LINDWORM] = MSG("event", "@s {send|sends} the lindworm to @a"),
	[ACTION_GOBLIN] = MSG("event", "@s {send|sends} the goblin to @a"),
};

static const char *const outcome_word[] = {
	[OUTCOME_NONE] = "none",
	[OUTCOME_GOLD] = "gold",
	[OUTCOME_NO_GOLD] = "no-gold",
	[OUTCOME_GOALS] = "goals",
	[OUTCOME_TOKENS] = "tokens",
	[OUTCOME_CARDS] = "cards",
	[OUTCOME_CLAN_OUT] = "clan-out",
	[OUTCOME_CARDS_OUT] = "cards-out",
	[OUTCOME_AGREED] = "agreed",
	[OUTCOME_SELFISH] = "selfish",
	[OUTCOME_STOPPED] = "stopped",
};

enum { N_OUTCOMES = sizeof outcome_word / sizeof outcome_word[0] };

static const char *const ways_word[] = {
	[0] = "none",
	[WAY_BLUE] = "blue",
	[WAY_GREEN] = "green",
	[WAY_BLUE | WAY_GREEN] = "both",
};

enum { N_WAYS = sizeof ways_word / sizeof ways_word[0] };

static const char *const side_word[] = { "green", "blue" };

enum { N_SIDES = sizeof side_word / sizeof side_word[0] };

const char *
event_name(enum event_kind kind)
{
	return row[kind].name;
}

enum event_kind
event_find(const char *s, size_t n)
{
	unsigned kind = 0;

	while (kind < EVENT_KIND_COUNT &&
	    (strlen(event_name((enum event_kind)kind)) != n ||
		memcmp(event_name((enum event_kind)kind), s, n) != 0))
		kind++;
	return (enum event_kind)kind;
}

const char *
outcome_name(enum outcome outcome)
{
	return (unsigned)outcome < N_OUTCOMES ? outcome_word[outcome] : "?";
}

const char *
ways_name(unsigned ways)
{
	return ways_word[ways % N_WAYS];
}

const char *
side_name(unsigned side)
{
	return side < N_SIDES ? side_word[side] : "?";
}

/* Returns the action of the played card; ACTION_NONE if it is hidden or not a card. */
static enum action
action_of(const struct rules *rules, const struct event *e)
{
	return e->card < rules->n_cards ? (enum action)rules->card[e->card].action : ACTION_NONE;
}

/* Returns the fields for an action card's target. */
static unsigned
played_fields(const struct rules *rules, const struct event *e)
{
	enum action action = action_of(rules, e);

	if (action == ACTION_NONE)
		return 0;
	switch (action_args_of(action)) {
	case ARGS_NOTHING:
		return 0;
	case ARGS_SEAT:
	case ARGS_SEAT_TOOL:
		/* The tool broken or repaired, even if the card has only one. */
		return rules->card[e->card].tools != 0 && e->value != 0 ? FIELD_TO | FIELD_TOOL :
									  FIELD_TO;
	case ARGS_PLACE:
	case ARGS_DOOR:
		return FIELD_AT;
	case ARGS_GOAL_OR_SEAT:
		return e->to != SEAT_NONE ? FIELD_TO : FIELD_AT;
	case ARGS_EDGE:
	case ARGS_SPACES:
		return FIELD_AT | FIELD_PART;
	}
	BUG("an action that asks for nothing known");
}

/* True if the secret of this event is hidden from the reader of the copy. */
static bool
is_hidden(const struct event *e)
{
	if (event_hides_value((enum event_kind)e->kind))
		return e->value == 0;
	return (row[e->kind].fields & FIELD_CARD) != 0 && e->card == CARD_HIDDEN;
}

unsigned
event_fields(const struct rules *rules, const struct event *e)
{
	unsigned fields = row[e->kind].fields;

	if (e->kind == EVENT_PLAYED)
		fields &= FIELD_SEAT | FIELD_CARD | played_fields(rules, e);
	if (e->seat == SEAT_NONE)
		fields &= ~(unsigned)FIELD_SEAT;
	if (e->to == SEAT_NONE)
		fields &= ~(unsigned)FIELD_TO;
	if (e->card == CARD_NONE)
		fields &= ~(unsigned)FIELD_CARD;
	if (e->part == PART_WHOLE)
		fields &= ~(unsigned)FIELD_PART;
	if (e->value == 0)
		fields &= ~(unsigned)FIELD_FLIPPED;
	if ((fields & FIELD_VALUE) && is_hidden(e))
		fields &= ~(unsigned)FIELD_VALUE;
	return fields;
}

static void
card_word(const struct rules *rules, const struct event *e, struct buf *out)
{
	char name[CARD_NAME_MAX];

	card_name(rules, e->card, name);
	buf_str(out, name);
}

static void
at_word(const struct event *e, unsigned fields, struct buf *out)
{
	struct spot spot = { e->x, e->y, fields & FIELD_PART ? e->part : (uint8_t)PART_WHOLE };

	spot_text(spot, out);
}

void
eventline_text(
    const struct rules *rules, const struct names *names, const struct event *e, struct buf *out)
{
	unsigned fields = event_fields(rules, e);

	buf_str(out, event_name((enum event_kind)e->kind));
	if (fields & FIELD_SEAT)
		buf_fmt(out, " %s", names_seat(names, e->seat));
	if (fields & FIELD_CARD) {
		buf_chr(out, ' ');
		card_word(rules, e, out);
	}
	if (fields & FIELD_TO)
		buf_fmt(out, " %s", names_seat(names, e->to));
	if (fields & FIELD_AT) {
		buf_chr(out, ' ');
		at_word(e, fields, out);
	}
	if (fields & FIELD_TOOL)
		buf_fmt(out, " %s", tool_name(e->value));
	if (fields & FIELD_VALUE)
		buf_fmt(out, " %u", (unsigned)e->value);
	if (fields & FIELD_FLIPPED)
		buf_str(out, " flipped");
	if (fields & FIELD_OUTCOME)
		buf_fmt(out, " %s", outcome_name((enum outcome)e->value));
	if (fields & FIELD_WAYS)
		buf_fmt(out, " %s", ways_name(e->value));
	if (fields & FIELD_SIDE)
		buf_fmt(out, " %s", side_name(e->value));
}

/* ---- reading ---- */

/* The remaining words of a line. */
struct words_left {
	const char *p;
	size_t n;
};

/* Finds the next word; false if there is none. */
static bool
peek_word(const struct words_left *w, struct words_left *word)
{
	const char *blank = w->n > 0 ? memchr(w->p, ' ', w->n) : NULL;

	*word = (struct words_left){ w->p, blank != NULL ? (size_t)(blank - w->p) : w->n };
	return word->n > 0;
}

static void
skip_word(struct words_left *w, const struct words_left *word)
{
	size_t n = word->n + (word->n < w->n);

	w->p += n;
	w->n -= n;
}

/* Returns the index of the word in the list, or n. */
static unsigned
find_word(const struct words_left *word, const char *const *of, unsigned n)
{
	unsigned i = 0;

	while (i < n &&
	    (of[i] == NULL || strlen(of[i]) != word->n || memcmp(of[i], word->p, word->n) != 0))
		i++;
	return i;
}

static bool
read_value(unsigned field, const struct words_left *word, uint16_t *value)
{
	static const char *const flipped[] = { "flipped" };
	int64_t number;

	switch (field) {
	case FIELD_TOOL:
		*value = (uint16_t)tool_find(word->p, word->n);
		return *value != 0;
	case FIELD_VALUE:
		if (number_parse(word->p, word->n, UINT16_MAX, &number) < 0)
			return false;
		*value = (uint16_t)number;
		return true;
	case FIELD_FLIPPED:
		*value = 1;
		return find_word(word, flipped, 1) == 0;
	case FIELD_OUTCOME:
		*value = (uint16_t)find_word(word, outcome_word, N_OUTCOMES);
		return *value < N_OUTCOMES;
	case FIELD_WAYS:
		*value = (uint16_t)find_word(word, ways_word, N_WAYS);
		return *value < N_WAYS;
	default: /* FIELD_SIDE */
		*value = (uint16_t)find_word(word, side_word, N_SIDES);
		return *value < N_SIDES;
	}
}

/* True if the word is a value of this field; then sets it in *e. */
static bool
read_event_field(const struct rules *rules, const struct names *names, unsigned field,
    const struct words_left *word, struct event *e)
{
	struct spot at;

	switch (field) {
	case FIELD_SEAT:
		e->seat = names_find(names, word->p, word->n);
		return e->seat != SEAT_NONE;
	case FIELD_TO:
		e->to = names_find(names, word->p, word->n);
		return e->to != SEAT_NONE;
	case FIELD_CARD:
		e->card = word->n == 1 && word->p[0] == '?' ? CARD_HIDDEN :
							      card_find(rules, word->p, word->n);
		return e->card != CARD_NONE;
	case FIELD_AT:
		if (spot_parse(word->p, word->n, &at) < 0)
			return false;
		e->x = at.x;
		e->y = at.y;
		e->part = at.part;
		return true;
	default:
		return read_value(field, word, &e->value);
	}
}

int
eventline_parse(const struct rules *rules, const struct names *names, const char *s, size_t n,
    struct event *out)
{
	static const unsigned field[] = { FIELD_SEAT, FIELD_CARD, FIELD_TO, FIELD_AT, FIELD_TOOL,
		FIELD_VALUE, FIELD_FLIPPED, FIELD_OUTCOME, FIELD_WAYS, FIELD_SIDE };
	struct words_left left = { s, n }, word;
	struct buf again = BUF_INIT;
	bool same;

	*out = event_make(EVENT_KIND_COUNT, SEAT_NONE, CARD_NONE);
	if (peek_word(&left, &word))
		out->kind = (uint8_t)event_find(word.p, word.n);
	if (out->kind == EVENT_KIND_COUNT)
		return -1;
	skip_word(&left, &word);
	for (unsigned i = 0; i < sizeof field / sizeof field[0]; i++) {
		const unsigned last = FIELD_CARD | FIELD_OUTCOME;
		struct event with = *out;

		if ((row[out->kind].fields & field[i]) == 0 || !peek_word(&left, &word))
			continue;
		/* If the seat may be missing, a single remaining word is the last field, which is
		 * never missing. */
		if (field[i] == FIELD_SEAT && (row[out->kind].fields & last) != 0 &&
		    word.n == left.n)
			continue;
		if (!read_event_field(rules, names, field[i], &word, &with))
			continue;
		*out = with;
		skip_word(&left, &word);
	}
	eventline_text(rules, names, out, &again);
	same = again.n == n && memcmp(again.p, s, n) == 0;
	buf_release(&again);
	return same ? 0 : -1;
}

/* ---- sentences --------------------------------------------------------------------------- */

struct sentence_args {
	const struct rules *rules;
	const struct names *names;
	const struct event *e;
	unsigned fields;
	uint8_t you;
};

/* @t: yourself, themselves, you, or a name; @T: the possessive. */
static unsigned
put_target(const struct language *lang, const struct sentence_args *t, char token, struct buf *out)
{
	static const char *const whom[] = { MSG("target", "yourself"), MSG("target", "themselves"),
		MSG("target", "you") };
	static const char *const whose[] = { MSG("whose", "your own"), MSG("whose", "their own"),
		MSG("whose", "your") };
	bool is_you = t->e->to == t->you && t->you != SEAT_NONE;
	unsigned i = t->e->to == t->e->seat ? !is_you : is_you ? 2 : 3;

	if (i < 3)
		buf_str(out, language_text(lang, (token == 't' ? whom : whose)[i]));
	else
		language_fmt(lang, out, token == 't' ? MSG("target", "%s") : MSG("whose", "%s's"),
		    names_seat(t->names, t->e->to));
	return i;
}

static unsigned
fill(const struct language *lang, const void *about, char token, struct buf *out)
{
	const struct sentence_args *t = about;
	const struct event *e = t->e;
	unsigned tools = e->card < t->rules->n_cards ? t->rules->card[e->card].tools : 0;
	unsigned used = t->fields & FIELD_TOOL ? e->value : tools;
	bool is_you = e->seat == t->you && t->you != SEAT_NONE;

	switch (token) {
	case TEMPLATE_BARE:
		return !is_you;
	case 's':
		buf_str(out,
		    is_you ? language_text(lang, MSG("event", "you")) :
			     names_seat(t->names, e->seat));
		return 0;
	case 't':
	case 'T':
		return put_target(lang, t, token, out);
	case 'u':
		buf_str(out, names_seat(t->names, e->to));
		return 0;
	case 'c':
		shown_card(lang, t->rules, e->card, out);
		return 0;
	case 'a':
		at_word(e, t->fields, out);
		return 0;
	case 'v':
		buf_fmt(out, "%u", (unsigned)e->value);
		return e->value;
	case 'l':
		buf_str(out, shown_tool(lang, used));
		return used == TOOL_PICKAXE ? 0 : used == TOOL_LAMP ? 1 : 2;
	case 'd':
		buf_str(out, shown_side(lang, side_name(e->value)));
		return e->value;
	case 'k':
		return action_of(t->rules, e) - ACTION_RAT;
	case 'f':
		return (t->fields & FIELD_FLIPPED) != 0;
	case 'n':
		return e->seat != SEAT_NONE;
	case 'o':
		return e->to != e->seat;
	case 'p':
		return (t->fields & FIELD_TO) != 0;
	case 'w':
		return (tools & (tools - 1)) != 0;
	default:
		return TEMPLATE_UNKNOWN;
	}
}

bool
event_sentence(const struct language *lang, const struct rules *rules, const struct names *names,
    const struct event *e, uint8_t you, struct buf *out)
{
	struct sentence_args t = { rules, names, e, event_fields(rules, e), you };
	const struct event_words *own = rules->words->event;
	const char *sentence = is_hidden(e) ? row[e->kind].secret : row[e->kind].sentence;

	if (e->kind == EVENT_PLAYED)
		sentence = played[action_of(rules, e)];
	for (; own != NULL && own->sentence != NULL; own++) {
		if (own->kind == e->kind && own->value == e->value)
			sentence = own->sentence;
	}
	if (sentence == NULL)
		return false;
	template_expand(lang, sentence, &(struct template_args){ fill, &t }, out);
	return true;
}
