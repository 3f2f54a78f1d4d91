/*
 * Why an order is refused.
 *
 * (V1) All facts come from the mover's view or from the order: hidden cards are never read.
 * (V2) The order may have any bytes, as in game_check: bounds are checked before use.
 * (V3) Each verdict has one row. A rules set may have its own sentence (text/text_rules.h), and
 * tokens.
 *
 * Sentences are patterns (text/template.h); {A|B} is A if the order is about the mover:
 * 	@c  the order's card               @a  its place
 * 	@g  the rules set                  @t  the seat it is about
 * 	@m  the seat to move; 0: none      @p  the phase; the last: too early for nuggets
 * 	@h  the missing card; 0: none, 1: no copy in hand, 2: only @H
 * 	@b  the mover's broken tools, number  @u  the tools to break or repair, number
 * 	@o  the tools of the card          @w  the named tool, if any
 * 	@e  the edge that clashes; 0: none, 1: a wall, 2: a tunnel, which is to meet one of @E
 * 	@f  would the card fit the other way up? 0: no, 1: flipped, 2: not flipped
 * 	@l  ladder: 0: none, 1: to all ladders, 2: of one side
 * 	@k  0: the first kind of the verb, 1: "to remove", "walk to"
 * 	@r  the cause of a bad target; 0: no card, 1: robbed twice, 2: a ladder, 3: the card
 * 	@d  the target; 0: nothing, 1: the mover, 2: a seat, 3: a place
 * 	@n  the card that is not in front of the mover
 * 	@v  the number in the order        @x  the largest coordinate
 */
#include "text/verdict.h"

#include <string.h>

#include "text/shown.h"
#include "text/template.h"
#include "text/text_rules.h"

static const struct row {
	const char *word; /* for programs */
	const char *sentence;
} row[VERDICT_COUNT] = {
	[VERDICT_OK] = { "ok", MSG("refusal", "the order is legal") },
	[VERDICT_GAME_OVER] = { "game-over", MSG("refusal", "the game is over") },
	[VERDICT_NOT_YOUR_TURN] = { "not-your-turn",
	    MSG("refusal", "it is not your turn{m:|: @m is to move}") },
	[VERDICT_WRONG_PHASE] = { "wrong-phase",
	    MSG("refusal",
		"{p:the cards are not dealt yet"
		"|not now: it is time to place, play or discard a card"
		"|not now: it is time to walk, or to stay"
		"|not now: it is time to take one of the nuggets on offer"
		"|the game is over"
		"|no nuggets are on offer now}") },
	[VERDICT_NOT_IN_RULES] = { "not-in-rules", MSG("refusal", "@g has no such order") },
	[VERDICT_NOT_IN_HAND] = { "not-in-hand",
	    MSG("refusal",
		"{h:the order names no card that you hold|you hold no @h|you hold only @H @h}") },
	[VERDICT_NOT_A_PATH] = { "not-a-path",
	    MSG("refusal", "@c is not a path card: only those are placed") },
	[VERDICT_NOT_AN_ACTION] = { "not-an-action", MSG("refusal", "@c is not an action card") },
	[VERDICT_TOOL_BROKEN] = { "tool-broken",
	    MSG("refusal",
		"your @b {b:is|is|are} broken: no path card until {b:it is|it is|they are} "
		"repaired") },
	[VERDICT_TRAPPED] = { "trapped",
	    MSG("refusal", "you are trapped: no path card until you are freed") },
	[VERDICT_SPACE_TAKEN] = { "space-taken",
	    MSG("refusal", "there lies a card at @a already") },
	[VERDICT_OUT_OF_RANGE] = { "out-of-range",
	    MSG("refusal", "@a is too far away: places go from -@x to @x") },
	[VERDICT_EDGES_CLASH] = { "edges-clash",
	    MSG("refusal",
		"{e:the tunnels do not fit there"
		"|the wall on the @e side of @a does not meet the tunnel of @E"
		"|the tunnel on the @e side of @a does not meet the wall of @E}"
		"{f:| (flipped, the edges would fit)| (not flipped, the edges would fit)}") },
	[VERDICT_NOT_CONNECTED] = { "not-connected",
	    MSG("refusal",
		"no tunnel of @c at @a meets {l:one that leads back to the start"
		"|a tunnel of a card that is no goal|a tunnel of another card}") },
	[VERDICT_TOOL_ALREADY_BROKEN] = { "tool-already-broken",
	    MSG("refusal", "{your|@t's} {u:tool|@u} is broken already") },
	[VERDICT_TOOL_NOT_BROKEN] = { "tool-not-broken",
	    MSG("refusal", "{your|@t's} {u:tool|@u} is not broken") },
	[VERDICT_WRONG_TOOL] = { "wrong-tool",
	    MSG("refusal", "@c is for {o:another tool|@o}{w:|, not for @w}") },
	[VERDICT_NAME_A_TOOL] = { "name-a-tool",
	    MSG("refusal", "@c repairs one tool: name {o:it|@o} after the seat") },
	[VERDICT_NO_CARD_THERE] = { "no-card-there", MSG("refusal", "there is no card at @a") },
	[VERDICT_NOT_A_GOAL] = { "not-a-goal", MSG("refusal", "the card at @a is not a goal") },
	[VERDICT_GOAL_IS_UP] = { "goal-is-up",
	    MSG("refusal", "the goal at @a is face up already") },
	[VERDICT_ROCKFALL_START] = { "rockfall-start",
	    MSG("refusal", "@c cannot remove a start card") },
	[VERDICT_ROCKFALL_GOAL] = { "rockfall-goal",
	    MSG("refusal", "@c cannot remove a goal, as at @a") },
	[VERDICT_NO_SUCH_SEAT] = { "no-such-seat",
	    MSG("refusal", "the order names no seat of this game") },
	[VERDICT_BAD_TARGET] = { "bad-target",
	    MSG("refusal",
		"{r:the order cannot be carried out so|name each player once"
		"|a ladder may not lie next to a goal"
		"|@c cannot be used {d:so|on yourself|on @t|at @a}}") },
	[VERDICT_DISCARD_COUNT] = { "discard-count",
	    MSG("refusal",
		"{k:the wrong number of cards to discard|to remove a card discard exactly two}") },
	[VERDICT_NOT_ON_OFFER] = { "not-on-offer",
	    MSG("refusal", "no nugget worth @v is on offer") },
	[VERDICT_RESIGNED] = { "resigned", MSG("refusal", "you have resigned") },
	[VERDICT_HAS_ONE_ALREADY] = { "has-one-already",
	    MSG("refusal", "there is a @c card in front of {you|@t} already") },
	[VERDICT_NOT_IN_FRONT] = { "not-in-front",
	    MSG("refusal", "there is no @n card in front of {you|@t}") },
	[VERDICT_ONLY_OTHERS] = { "only-others",
	    MSG("refusal", "@c is for another player than yourself") },
	[VERDICT_TARGET_RESIGNED] = { "target-resigned",
	    MSG("refusal", "{you|@t} has resigned and holds no cards") },
	[VERDICT_NO_ROLE_LEFT] = { "no-role-left",
	    MSG("refusal", "no dwarf card is left to draw") },
	[VERDICT_ROCKFALL_GOLD] = { "rockfall-gold",
	    MSG("refusal", "@c cannot remove a card with gold, as at @a") },
	[VERDICT_ROCKFALL_TROLL] = { "rockfall-troll",
	    MSG("refusal", "@c cannot remove a troll, as at @a") },
	[VERDICT_NOT_A_DOOR] = { "not-a-door", MSG("refusal", "there is no door at @a") },
	[VERDICT_OWN_DOOR] = { "own-door",
	    MSG("refusal", "the door at @a is your own and open to you") },
	[VERDICT_DOOR_OPEN] = { "door-open", MSG("refusal", "the door at @a is open already") },
	[VERDICT_TROLL_UNPAID] = { "troll-unpaid",
	    MSG("refusal", "@c at @a is connected only if trolls are paid") },
	[VERDICT_NOT_A_TROLL] = { "not-a-troll", MSG("refusal", "there is no troll to pay at @a") },
	[VERDICT_TROLL_PAID] = { "troll-paid", MSG("refusal", "the troll at @a is paid already") },
	[VERDICT_TROLL_NOT_REACHED] = { "troll-not-reached",
	    MSG("refusal", "your tunnels do not come to all the trolls you would pay") },
	[VERDICT_NO_TOKENS] = { "no-tokens",
	    MSG("refusal", "no token is left to pay a troll with") },
	[VERDICT_NO_SUCH_SPACE] = { "no-such-space", MSG("refusal", "there is no such space") },
	[VERDICT_NO_STEP] = { "no-step",
	    MSG("refusal",
		"{k:a place in the order is not one step from the one before it"
		"|your dwarf stands there already: order stay}") },
	[VERDICT_TOO_FAR] = { "too-far",
	    MSG("refusal",
		"{k:the way has more steps than it may|@a is not within reach of your dwarf}") },
	[VERDICT_WALK_IS_OVER] = { "walk-is-over",
	    MSG("refusal",
		"the way ends before its last step: a goal, the exit or a figure on it stops"
		" it") },
	[VERDICT_NO_AXE] = { "no-axe",
	    MSG("refusal", "you have no battle-axe that can be used in this turn") },
	[VERDICT_NO_WEB] = { "no-web", MSG("refusal", "no web lies where the order cuts") },
	[VERDICT_WEB_THERE] = { "web-there", MSG("refusal", "there lies a web at @a already") },
	[VERDICT_NOT_OPEN] = { "not-open",
	    MSG("refusal", "no tunnel of a card face up opens at @a") },
	[VERDICT_NOT_A_HOLE] = { "not-a-hole",
	    MSG("refusal", "@c begins at a dark hole, and there is none at @a") },
	[VERDICT_CREATURE_ELSEWHERE] = { "creature-elsewhere",
	    MSG("refusal", "the creature is on the table: it begins where it stands") },
	[VERDICT_HAS_BOOTS] = { "has-boots", MSG("refusal", "{you have|@t has} boots already") },
	[VERDICT_IS_SHOWN] = { "is-shown",
	    MSG("refusal", "{your|@t's} clan card is turned up already") },
	[VERDICT_OCCUPIED] = { "occupied", MSG("refusal", "somebody stands on the card at @a") },
	[VERDICT_NO_WALK] = { "no-walk",
	    MSG("refusal", "your dwarf lies or has left: it does not walk in this turn") },
	[VERDICT_NOT_JOINED] = { "not-joined",
	    MSG("refusal",
		"@c meets a dwarf with a battle-axe: order the walk when it is settled who is left"
		" there") },
};

/* ---- tokens ----------------------------------------------------------------------------- */

const struct card_def *
refusal_card(const struct refusal *r)
{
	return r->o->n_card > 0 && r->o->card[0] < r->g->rules->n_cards ?
	    game_card(r->g, r->o->card[0]) :
	    NULL;
}

static bool
has_place(const struct refusal *r)
{
	return r->o->n_at > 0 && r->o->kind != ORDER_STEAL;
}

/* Returns the index of a card that the order names more often than the hand has it, or ORDER_CARDS;
 * sets *held. */
static unsigned
card_missing(const struct refusal *r, unsigned *held)
{
	const struct order *o = r->o;
	const struct seat *me = &r->g->seat[o->seat % SEATS_MAX];

	for (unsigned i = 0; i < o->n_card && i < ORDER_CARDS; i++) {
		unsigned asked = 0;

		*held = 0;
		for (unsigned j = 0; j < o->n_card && j < ORDER_CARDS; j++)
			asked += o->card[j] == o->card[i];
		for (unsigned j = 0; j < me->n_hand; j++)
			*held += me->hand[j] == o->card[i];
		if (asked > *held)
			return i;
	}
	return ORDER_CARDS;
}

/* Returns the tunnels of the order's card as placed, or flipped the other way. */
static uint8_t
placed_tunnel(const struct refusal *r, const struct card_def *def, bool other_way)
{
	uint8_t tunnel = def->tunnel;

	return other_way != ((r->o->flags & ORDER_FLIPPED) != 0) ? tunnel_rotated(tunnel) : tunnel;
}

/* Returns the first edge that conflicts at the order's place [C5], or EDGES. */
static unsigned
conflicting_edge(const struct refusal *r, bool other_way)
{
	const struct board *b = &r->g->board;
	const struct card_def *def = refusal_card(r);

	for (unsigned e = 0; def != NULL && has_place(r) && e < EDGES; e++) {
		unsigned i = board_find(b, r->o->at[0].x + edge_dx[e], r->o->at[0].y + edge_dy[e]);

		if (i == CELL_NONE || (b->cell[i].flags & CELL_DOWN) ||
		    b->cell[i].card >= r->g->rules->n_cards)
			continue;
		unsigned mine = tunnel_open(placed_tunnel(r, def, other_way));
		unsigned theirs = tunnel_open(cell_tunnel(r->g->rules->card, &b->cell[i]));
		if ((mine >> e & 1u) != (theirs >> (e ^ 2u) & 1u))
			return e;
	}
	return EDGES;
}

static unsigned
count_tools(unsigned tools)
{
	return (tools & 1u) + (tools >> 1 & 1u) + (tools >> 2 & 1u);
}

/* Returns the tools that a token stands for. */
static unsigned
tools_of(const struct refusal *r, char token)
{
	const struct card_def *c = refusal_card(r);

	if (token == 'b')
		return r->g->seat[r->o->seat % SEATS_MAX].broken;
	if (token == 'u' && r->o->what != 0)
		return r->o->what;
	return c != NULL ? c->tools : 0;
}

/* [SB2 3.C.10, DUEL 4.C.9] */
static unsigned
ladder_of(const struct card_def *c)
{
	if (c == NULL || c->feature & FEATURE_LADDER)
		return c != NULL;
	return c->feature & (FEATURE_LADDER_GREEN | FEATURE_LADDER_BLUE) ? 2 : 0;
}

static unsigned
bad_target(const struct refusal *r)
{
	const struct card_def *c = refusal_card(r);

	if (r->o->kind == ORDER_STEAL || c == NULL)
		return r->o->kind == ORDER_STEAL;
	return r->o->kind == ORDER_PLACE && ladder_of(c) > 0 ? 2 : 3;
}

/* Returns the number of a token, which chooses an alternative. */
static unsigned
number(const struct refusal *r, char token)
{
	const struct order *o = r->o;
	const struct card_def *def = refusal_card(r);
	unsigned held, tools = tools_of(r, token), e = conflicting_edge(r, false);

	switch (token) {
	case TEMPLATE_BARE:
		return o->to != SEAT_NONE && o->to != o->seat;
	case 'b':
	case 'o':
	case 'u':
		return count_tools(tools);
	case 'd':
		return o->to == SEAT_NONE ? has_place(r) * 3u : 1u + (o->to != o->seat);
	case 'e':
		return e == EDGES || def == NULL ?
		    0 :
		    1u + ((tunnel_open(placed_tunnel(r, def, false)) & 1u << e) != 0);
	case 'f':
		return e == EDGES || conflicting_edge(r, true) != EDGES ?
		    0 :
		    1u + ((o->flags & ORDER_FLIPPED) != 0);
	case 'h':
		return card_missing(r, &held) == ORDER_CARDS ? 0 : 1u + (held > 0);
	case 'k':
		return o->kind == ORDER_CLEAR || o->kind == ORDER_WALK_TO;
	case 'l':
		return ladder_of(refusal_card(r));
	case 'm':
		return r->g->to_move < r->g->n_seats;
	case 'p':
		return o->kind == ORDER_TAKE && r->g->phase == PHASE_PLAY ? PHASE_OVER + 1u :
									    r->g->phase;
	case 'r':
		return bad_target(r);
	case 'w':
		return tool_name(o->what)[0] != '?';
	default:
		return 0;
	}
}

static void
write_place(const struct language *lang, const struct refusal *r, char token, struct buf *out)
{
	struct spot at = r->o->at[0];
	unsigned e = conflicting_edge(r, false) % EDGES;

	if (!has_place(r))
		buf_str(out, language_text(lang, MSG("refusal", "that place")));
	else if (token == 'a')
		spot_text(at, out);
	else
		place_text(at.x + edge_dx[e], at.y + edge_dy[e], out);
}

static void
write_card(const struct language *lang, const struct refusal *r, char token, struct buf *out)
{
	const struct order *o = r->o;
	const struct card_def *c = refusal_card(r);
	unsigned held, missing = card_missing(r, &held);

	if (token == 'c' && c != NULL)
		shown_card_both(lang, r->g->rules, o->card[0], out);
	else if (token == 'h' && missing < ORDER_CARDS)
		shown_card_both(lang, r->g->rules, o->card[missing], out);
	else if (token == 'n' && o->kind == ORDER_CLEAR)
		shown_card_both(lang, r->g->rules, (card_id)o->what, out);
	else if (token == 'n')
		buf_str(out,
		    shown_word(lang,
			action_name(c != NULL && c->action == ACTION_HANDS_OFF ? ACTION_THEFT :
										 ACTION_TRAPPED)));
	else
		buf_str(out, language_text(lang, MSG("refusal", "that card")));
}

/* Writes a tool as it is typed, with its name in the language. */
static void
put_tool(const struct language *lang, unsigned tool, struct buf *out)
{
	const char *typed = tool_name(tool), *shown = shown_tool(lang, tool);

	buf_str(out, typed);
	if (strcmp(shown, typed) != 0)
		buf_fmt(out, " (%s)", shown);
}

/* Writes the tools of a set: all of them, or one of them. */
static void
write_tools(const struct language *lang, unsigned tools, bool is_one, struct buf *out)
{
	const unsigned all = count_tools(tools);

	for (unsigned tool = TOOL_CART, n = 0; tool <= TOOL_PICKAXE; tool *= 2) {
		if ((tools & tool) == 0)
			continue;
		buf_str(out, is_one ? shown_or(lang, n, all) : shown_and(lang, n, all));
		put_tool(lang, tool, out);
		n++;
	}
}

/* Writes the text of a token, if it has one. */
static void
write_token(const struct language *lang, const struct refusal *r, char token, struct buf *out)
{
	unsigned held = 0;

	switch (token) {
	case 'a':
	case 'E':
		write_place(lang, r, token, out);
		break;
	case 'b':
	case 'o':
	case 'u':
		write_tools(lang, tools_of(r, token), token == 'o', out);
		break;
	case 'c':
	case 'h':
	case 'n':
		write_card(lang, r, token, out);
		break;
	case 'e':
		buf_str(out, shown_edge(lang, conflicting_edge(r, false)));
		break;
	case 'g':
		buf_str(out, r->g->rules->name);
		break;
	case 'H':
		(void)card_missing(r, &held);
		buf_fmt(out, "%u", held);
		break;
	case 'm':
	case 't':
		buf_str(out, names_seat(r->names, token == 'm' ? r->g->to_move : r->o->to));
		break;
	case 'v':
		buf_fmt(out, "%u", (unsigned)r->o->what);
		break;
	case 'w':
		put_tool(lang, r->o->what, out);
		break;
	case 'x':
		buf_fmt(out, "%d", COORD_MAX);
		break;
	default:
		break;
	}
}

/* ---- sentences --------------------------------------------------------------------------- */

static unsigned
fill(const struct language *lang, const void *about, char token, struct buf *out)
{
	const struct refusal *r = about;
	const struct refusal_token *fact = r->g->rules->words->fact;

	for (; fact != NULL && fact->token != 0; fact++) {
		if (fact->token == token)
			return fact->report(lang, r, out);
	}
	if (strchr("acghmpbuowefElkrdnvxtH", token) == NULL && token != TEMPLATE_BARE)
		return TEMPLATE_UNKNOWN;
	write_token(lang, r, token, out);
	return number(r, token);
}

const char *
verdict_name(enum verdict verdict)
{
	return row[verdict].word;
}

void
verdict_text(const struct language *lang, const struct view *v, const struct names *names,
    const struct order *o, enum verdict verdict, struct buf *out)
{
	struct refusal r = { &v->known, names, o };
	struct template_args filler = { fill, &r };
	const struct refusal_words *own = v->known.rules->words->refusal;

	while (own != NULL && own->sentence != NULL && own->verdict != verdict)
		own++;
	template_expand(lang,
	    own != NULL && own->sentence != NULL ? own->sentence : row[verdict].sentence, &filler,
	    out);
}
