/*
 * Why an order is refused.
 *
 * (V1) Everything said is in the mover's view or in his order: hidden cards are never looked at.
 * (V2) Any bytes may stand in the order, as game_check allows: bounds are looked at before use.
 */
#include "text/verdict.h"

#include "games/dark_cave/cave.h"
#include "games/duel/duel.h"

/* What a refusal is about. */
struct refusal {
	const struct game *g; /* as the mover knows it */
	const struct names *names;
	const struct order *o;
	struct buf *out;
};

static void
say_card(const struct refusal *r, card_id card)
{
	char name[CARD_NAME_MAX];

	card_name(r->g->rules, card, name);
	buf_str(r->out, name);
}

/* The order's first card, or "that card". */
static void
say_first_card(const struct refusal *r)
{
	if (r->o->n_card > 0 && r->o->card[0] < r->g->rules->n_cards)
		say_card(r, r->o->card[0]);
	else
		buf_str(r->out, "that card");
}

static const struct card_def *
first_card(const struct refusal *r)
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

/* The order's first place, or "that place". */
static void
say_place(const struct refusal *r)
{
	if (has_place(r))
		spot_text(r->o->at[0], r->out);
	else
		buf_str(r->out, "that place");
}

/* "bob's", or "your". */
static void
say_whose(const struct refusal *r)
{
	if (r->o->to == r->o->seat)
		buf_str(r->out, "your");
	else
		buf_fmt(r->out, "%s's", names_seat(r->names, r->o->to));
}

/* "cart, lamp": the tools of a set, joined by `word` before the last. */
static unsigned
say_tools(const struct refusal *r, unsigned tools, const char *word)
{
	unsigned n = 0;

	for (unsigned tool = TOOL_CART; tool <= TOOL_PICKAXE; tool *= 2) {
		if ((tools & tool) == 0)
			continue;
		tools &= ~tool;
		if (n++ > 0)
			buf_fmt(r->out, tools == 0 ? " %s " : ", ", word);
		buf_str(r->out, tool_name(tool));
	}
	return n;
}

/* The tool that a break or repair order is about: the one it names, or all of its card. */
static unsigned
tools_meant(const struct refusal *r)
{
	const struct card_def *c = first_card(r);

	return r->o->what != 0 ? r->o->what : c != NULL ? c->tools : 0;
}

static void
say_turn(const struct refusal *r)
{
	buf_str(r->out, "it is not your turn");
	if (r->g->to_move < r->g->n_seats)
		buf_fmt(r->out, ": %s is to move", names_seat(r->names, r->g->to_move));
}

static void
say_phase(const struct refusal *r)
{
	static const char *const asked[] = {
		[PHASE_SETUP] = "the cards are not dealt yet",
		[PHASE_PLAY] = "not now: it is time to place, play or discard a card",
		[PHASE_WALK] = "not now: it is time to walk, or to stay",
		[PHASE_DRAFT] = "not now: it is time to take one of the nuggets on offer",
		[PHASE_OVER] = "the game is over",
	};

	if (r->o->kind == ORDER_TAKE && r->g->phase == PHASE_PLAY)
		buf_str(r->out, "no nuggets are on offer now");
	else
		buf_str(r->out, asked[r->g->phase]);
}

static void
say_missing_card(const struct refusal *r)
{
	const struct order *o = r->o;
	const struct seat *me = &r->g->seat[o->seat % SEATS_MAX];

	for (unsigned i = 0; i < o->n_card && i < ORDER_CARDS; i++) {
		unsigned asked = 0, held = 0;

		for (unsigned j = 0; j < o->n_card && j < ORDER_CARDS; j++)
			asked += o->card[j] == o->card[i];
		for (unsigned j = 0; j < me->n_hand; j++)
			held += me->hand[j] == o->card[i];
		if (asked <= held)
			continue;
		if (held == 0)
			buf_str(r->out, "you hold no ");
		else
			buf_fmt(r->out, "you hold only %u ", held);
		say_card(r, o->card[i]);
		return;
	}
	buf_str(r->out, "the order names no card that you hold");
}

static void
say_broken(const struct refusal *r)
{
	buf_str(r->out, "your ");
	unsigned n = say_tools(r, r->g->seat[r->o->seat % SEATS_MAX].broken, "and");
	buf_fmt(r->out, " %s broken: no path card until %s repaired", n > 1 ? "are" : "is",
	    n > 1 ? "they are" : "it is");
}

/* The first edge of a card with these tunnels at the order's place that does not fit [C5]; EDGES if
 * all do. */
static unsigned
clashing_edge(const struct refusal *r, uint8_t tunnel)
{
	const struct board *b = &r->g->board;

	for (unsigned e = 0; e < EDGES; e++) {
		unsigned i = board_find(b, r->o->at[0].x + edge_dx[e], r->o->at[0].y + edge_dy[e]);

		if (i == CELL_NONE || (b->cell[i].flags & CELL_DOWN) ||
		    b->cell[i].card >= r->g->rules->n_cards)
			continue;
		uint8_t theirs = cell_tunnel(r->g->rules->card, &b->cell[i]);
		bool is_open = (tunnel_open(tunnel) & EDGE_BIT(e)) != 0;
		bool meets_open = (tunnel_open(theirs) & EDGE_BIT(e ^ 2u)) != 0;
		if (is_open != meets_open)
			return e;
	}
	return EDGES;
}

static void
say_clash(const struct refusal *r)
{
	const struct card_def *c = first_card(r);
	bool is_flipped = (r->o->flags & ORDER_FLIPPED) != 0;

	if (c == NULL || !has_place(r)) {
		buf_str(r->out, "the tunnels do not fit there");
		return;
	}
	uint8_t turned = tunnel_turned(c->tunnel);
	uint8_t mine = is_flipped ? turned : c->tunnel;
	unsigned e = clashing_edge(r, mine);
	if (e == EDGES) {
		buf_str(r->out, "the tunnels do not fit there");
		return;
	}
	bool is_open = (tunnel_open(mine) & EDGE_BIT(e)) != 0;
	buf_fmt(r->out, "the %s on the %s side of ", is_open ? "tunnel" : "wall", edge_name(e));
	say_place(r);
	buf_fmt(r->out, " does not meet the %s of ", is_open ? "wall" : "tunnel");
	place_text(r->o->at[0].x + edge_dx[e], r->o->at[0].y + edge_dy[e], r->out);
	if (clashing_edge(r, is_flipped ? c->tunnel : turned) == EDGES)
		buf_str(r->out,
		    is_flipped ? " (not flipped, the edges would fit)" :
				 " (flipped, the edges would fit)");
}

static void
say_not_connected(const struct refusal *r)
{
	const struct card_def *c = first_card(r);

	buf_str(r->out, "no tunnel of ");
	say_first_card(r);
	buf_str(r->out, " at ");
	say_place(r);
	if (c != NULL && (c->feature & FEATURE_LADDER) != 0) { /* [SB2 3.C.10] */
		buf_str(r->out, " meets a tunnel of a card that is no goal");
		return;
	}
	if (c != NULL && (c->feature & (FEATURE_LADDER_GREEN | FEATURE_LADDER_BLUE)) != 0) {
		buf_str(r->out, " meets a tunnel of another card"); /* [DUEL 4.C.9] */
		return;
	}
	if (r->g->rules->id == RULES_DARK_CAVE)
		buf_str(r->out, " meets a tunnel of a card on the table");
	else if (r->g->rules->id == RULES_DUEL)
		buf_str(r->out, " meets one that leads back to your start");
	else
		buf_str(r->out, " meets one that leads back to the start");
}

static void
say_wrong_tool(const struct refusal *r)
{
	const struct card_def *c = first_card(r);

	say_first_card(r);
	buf_str(r->out, " is for ");
	if (c == NULL || say_tools(r, c->tools, "or") == 0)
		buf_str(r->out, "another tool");
	if (tool_name(r->o->what)[0] != '?')
		buf_fmt(r->out, ", not for %s", tool_name(r->o->what));
}

static void
say_name_a_tool(const struct refusal *r)
{
	const struct card_def *c = first_card(r);

	say_first_card(r);
	buf_str(r->out, " repairs one tool: name ");
	if (c == NULL || say_tools(r, c->tools, "or") == 0)
		buf_str(r->out, "it");
	buf_str(r->out, " behind the seat");
}

static void
say_tool_state(const struct refusal *r, const char *state)
{
	say_whose(r);
	buf_chr(r->out, ' ');
	if (say_tools(r, tools_meant(r), "and") == 0)
		buf_str(r->out, "tool");
	buf_fmt(r->out, " %s", state);
}

static void
say_bad_target(const struct refusal *r)
{
	const struct card_def *c = first_card(r);
	const unsigned ladder = FEATURE_LADDER | FEATURE_LADDER_GREEN | FEATURE_LADDER_BLUE;

	if (r->o->kind == ORDER_STEAL) {
		buf_str(r->out, "name each player once");
	} else if (c == NULL) {
		buf_str(r->out, "the order cannot be carried out so");
	} else if (r->o->kind == ORDER_PLACE && (c->feature & ladder)) {
		/* [SB2 3.C.10, DUEL 4.C.9] */
		buf_str(r->out,
		    r->g->rules->id == RULES_DUEL ?
			"a ladder may not lie next to a goal, a start card or gold" :
			"a ladder may not lie next to a goal");
	} else {
		say_first_card(r);
		buf_str(r->out, " cannot be used ");
		if (r->o->to != SEAT_NONE)
			buf_fmt(r->out, "on %s",
			    r->o->to == r->o->seat ? "yourself" : names_seat(r->names, r->o->to));
		else if (has_place(r)) {
			buf_str(r->out, "at ");
			say_place(r);
		} else {
			buf_str(r->out, "so");
		}
	}
}

static void
say_discard_count(const struct refusal *r)
{
	static const char *const how_many[] = {
		[0] = "the wrong number of cards to discard",
		[RULES_SABOTEUR] = "pass by discarding exactly one card",
		[RULES_SABOTEUR2] = "pass by discarding one, two or three cards",
		[RULES_DUEL] = "pass by discarding one or two cards",
		[RULES_DARK_CAVE] = "pass by discarding one or two cards",
	};
	unsigned id = r->g->rules->id;

	if (r->o->kind == ORDER_CLEAR)
		buf_str(r->out, "to remove a card discard exactly two");
	else
		buf_str(r->out, how_many[id < sizeof how_many / sizeof how_many[0] ? id : 0]);
}

static void
say_out_of_range(const struct refusal *r)
{
	say_place(r);
	buf_fmt(r->out, " is too far away: places go from %d to %d", -COORD_MAX, COORD_MAX);
}

static void
say_not_in_rules(const struct refusal *r)
{
	buf_fmt(r->out, "%s has no such order", r->g->rules->name);
}

static void
say_not_on_offer(const struct refusal *r)
{
	buf_fmt(r->out, "no nugget worth %u is on offer", (unsigned)r->o->what);
}

static void
say_already_broken(const struct refusal *r)
{
	say_tool_state(r, "is broken already");
}

static void
say_not_broken(const struct refusal *r)
{
	say_tool_state(r, "is not broken");
}

/* "bob", or "you": whom the order is about. */
static void
say_whom(const struct refusal *r)
{
	bool self = r->o->to == SEAT_NONE || r->o->to == r->o->seat;

	buf_str(r->out, self ? "you" : names_seat(r->names, r->o->to));
}

static void
say_has_one(const struct refusal *r)
{
	buf_str(r->out, "there is a ");
	say_first_card(r);
	buf_str(r->out, " card in front of ");
	say_whom(r);
	buf_str(r->out, " already");
}

/* What should lie in front of the player: the card to remove, or what hands-off and its like undo. */
static void
say_not_in_front(const struct refusal *r)
{
	const struct card_def *c = first_card(r);

	buf_str(r->out, "there is no ");
	if (r->o->kind == ORDER_CLEAR)
		say_card(r, r->o->what);
	else
		buf_str(r->out,
		    action_name(c != NULL && c->action == ACTION_HANDS_OFF ? ACTION_THEFT :
									     ACTION_TRAPPED));
	buf_str(r->out, " card in front of ");
	say_whom(r);
}

static void
say_target_resigned(const struct refusal *r)
{
	say_whom(r);
	buf_str(r->out, " has resigned and holds no cards");
}

/* ---- The Duel: trolls ---- */

/* The first place named behind "pay" for which `is_wrong`, or the first one. */
static void
say_troll(const struct refusal *r, bool (*is_wrong)(const struct refusal *r, unsigned i))
{
	const struct order *o = r->o;
	unsigned n = o->n_at < ORDER_SPOTS ? o->n_at : ORDER_SPOTS, i = 1;

	while (i + 1 < n && !is_wrong(r, i))
		i++;
	if (n > 1)
		place_text(o->at[i].x, o->at[i].y, r->out);
	else
		buf_str(r->out, "that place");
}

static bool
is_no_troll(const struct refusal *r, unsigned i)
{
	const struct board *b = &r->g->board;
	unsigned cell = board_find(b, r->o->at[i].x, r->o->at[i].y);
	bool is_laid = r->o->kind == ORDER_PLACE && r->o->at[i].x == r->o->at[0].x &&
	    r->o->at[i].y == r->o->at[0].y;

	if (is_laid)
		return (game_card(r->g, r->o->card[0])->feature & FEATURE_TROLL) == 0;
	return cell == CELL_NONE || (b->cell[cell].flags & CELL_DOWN) != 0 ||
	    (game_card(r->g, b->cell[cell].card)->feature & FEATURE_TROLL) == 0;
}

static void
say_no_troll(const struct refusal *r)
{
	buf_str(r->out, "there is no troll to pay at ");
	say_troll(r, is_no_troll);
}

static bool
is_paid_troll(const struct refusal *r, unsigned i)
{
	const struct board *b = &r->g->board;
	unsigned cell = board_find(b, r->o->at[i].x, r->o->at[i].y);

	for (unsigned j = 1; j < i; j++)
		if (r->o->at[j].x == r->o->at[i].x && r->o->at[j].y == r->o->at[i].y)
			return true;
	return cell != CELL_NONE &&
	    (b->cell[cell].flags & (CELL_TOKEN_GREEN | CELL_TOKEN_BLUE)) != 0;
}

static void
say_troll_paid(const struct refusal *r)
{
	buf_str(r->out, "the troll at ");
	say_troll(r, is_paid_troll);
	buf_str(r->out, " is paid already");
}

/* [DUEL 4.C.10] Each of the ways to read the order, in the words that choose it. */
static void
say_troll_unpaid(const struct refusal *r)
{
	struct duel_ways w;

	duel_ways(r->g, r->o->seat, r->o->at[0].x, r->o->at[0].y, &w);
	say_first_card(r);
	buf_str(r->out, " at ");
	say_place(r);
	buf_str(r->out, " is connected only if trolls are paid: add");
	for (unsigned i = 0; i < w.n; i++) {
		buf_str(r->out, i == 0 ? " pay" : i + 1 < w.n ? ", pay" : " or pay");
		for (unsigned j = 0; j < w.n_troll; j++) {
			if ((w.set[i] >> j & 1u) == 0)
				continue;
			buf_chr(r->out, ' ');
			place_text(w.troll[j].x, w.troll[j].y, r->out);
		}
	}
}

static void
say_no_tokens(const struct refusal *r)
{
	unsigned left = duel_own(r->g)->tokens;

	if (left == 0)
		buf_str(r->out, "no token is left to pay a troll with");
	else
		buf_fmt(r->out, "only %u token%s left to pay trolls with", left,
		    left == 1 ? " is" : "s are");
}

/* The order names a space, or what could be one, that is not there. */
static void
say_no_such_space(const struct refusal *r)
{
	for (unsigned i = 0; i < r->o->n_at && i < ORDER_SPOTS; i++) {
		struct spot at = r->o->at[i];
		unsigned cell = board_find(&r->g->board, at.x, at.y);
		bool down = cell != CELL_NONE && (r->g->board.cell[cell].flags & CELL_DOWN) != 0;
		uint16_t has;

		if ((at.part & SPOT_CUT) != 0 || cave_name(r->g, &at, &has) ||
		    (down && at.part >= PART_N && at.part <= PART_W))
			continue;
		buf_str(r->out, "there is no space ");
		spot_text(r->o->at[i], r->out);
		if (down)
			buf_str(r->out, ": a goal face down is entered by an edge, such as ");
		if (down)
			spot_text((struct spot){ at.x, at.y, PART_N }, r->out);
		return;
	}
	buf_str(r->out, "there is no such space");
}

static void
say_no_step(const struct refusal *r)
{
	if (r->o->kind == ORDER_WALK_TO)
		buf_str(r->out, "your dwarf stands there already: order stay");
	else
		buf_str(r->out, "a place in the order is not one step from the one before it");
}

static void
say_too_far(const struct refusal *r)
{
	if (r->o->kind == ORDER_WALK_TO) {
		say_place(r);
		buf_str(r->out, " is not within reach of your dwarf");
	} else {
		buf_str(r->out, "the way has more steps than it may");
	}
}

static void
say_creature(const struct refusal *r)
{
	const struct card_def *c = first_card(r);
	unsigned k = c != NULL ? cave_creature_of(c->action) : CREATURES;

	buf_str(r->out, "the creature is on the table: it begins where it stands");
	if (k == CREATURES)
		return;
	buf_str(r->out, ", at ");
	spot_text(cave_own(r->g)->creature[k].at, r->out);
}

static void
say_boots(const struct refusal *r)
{
	if (r->o->to == r->o->seat)
		buf_str(r->out, "you have boots already");
	else
		buf_fmt(r->out, "%s has boots already", names_seat(r->names, r->o->to));
}

static void
say_shown(const struct refusal *r)
{
	say_whose(r);
	buf_str(r->out, " clan card is turned up already");
}

/* One row a verdict: its word for programs, and its sentence or who makes it.  In a sentence @c is
 * the order's card, @a its place. */
static const struct row {
	const char *word;
	const char *sentence;
	void (*say)(const struct refusal *r);
} row[VERDICT_COUNT] = {
	[VERDICT_OK] = { "ok", "the order is legal", NULL },
	[VERDICT_GAME_OVER] = { "game-over", "the game is over", NULL },
	[VERDICT_NOT_YOUR_TURN] = { "not-your-turn", NULL, say_turn },
	[VERDICT_WRONG_PHASE] = { "wrong-phase", NULL, say_phase },
	[VERDICT_NOT_IN_RULES] = { "not-in-rules", NULL, say_not_in_rules },
	[VERDICT_NOT_IN_HAND] = { "not-in-hand", NULL, say_missing_card },
	[VERDICT_NOT_A_PATH] = { "not-a-path", "@c is not a path card: only those are placed",
	    NULL },
	[VERDICT_NOT_AN_ACTION] = { "not-an-action", "@c is not an action card", NULL },
	[VERDICT_TOOL_BROKEN] = { "tool-broken", NULL, say_broken },
	[VERDICT_TRAPPED] = { "trapped", "you are trapped: no path card until you are freed",
	    NULL },
	[VERDICT_SPACE_TAKEN] = { "space-taken", "there lies a card at @a already", NULL },
	[VERDICT_OUT_OF_RANGE] = { "out-of-range", NULL, say_out_of_range },
	[VERDICT_EDGES_CLASH] = { "edges-clash", NULL, say_clash },
	[VERDICT_NOT_CONNECTED] = { "not-connected", NULL, say_not_connected },
	[VERDICT_TOOL_ALREADY_BROKEN] = { "tool-already-broken", NULL, say_already_broken },
	[VERDICT_TOOL_NOT_BROKEN] = { "tool-not-broken", NULL, say_not_broken },
	[VERDICT_WRONG_TOOL] = { "wrong-tool", NULL, say_wrong_tool },
	[VERDICT_NAME_A_TOOL] = { "name-a-tool", NULL, say_name_a_tool },
	[VERDICT_NO_CARD_THERE] = { "no-card-there", "there is no card at @a", NULL },
	[VERDICT_NOT_A_GOAL] = { "not-a-goal", "the card at @a is not a goal", NULL },
	[VERDICT_GOAL_IS_UP] = { "goal-is-up", "the goal at @a is face up already", NULL },
	[VERDICT_ROCKFALL_START] = { "rockfall-start", "@c cannot remove a start card", NULL },
	[VERDICT_ROCKFALL_GOAL] = { "rockfall-goal", "@c cannot remove a goal, as at @a", NULL },
	[VERDICT_NO_SUCH_SEAT] = { "no-such-seat", "the order names no seat of this game", NULL },
	[VERDICT_BAD_TARGET] = { "bad-target", NULL, say_bad_target },
	[VERDICT_DISCARD_COUNT] = { "discard-count", NULL, say_discard_count },
	[VERDICT_NOT_ON_OFFER] = { "not-on-offer", NULL, say_not_on_offer },
	[VERDICT_RESIGNED] = { "resigned", "you have resigned", NULL },
	[VERDICT_HAS_ONE_ALREADY] = { "has-one-already", NULL, say_has_one },
	[VERDICT_NOT_IN_FRONT] = { "not-in-front", NULL, say_not_in_front },
	[VERDICT_ONLY_OTHERS] = { "only-others", "@c is for another player than yourself", NULL },
	[VERDICT_TARGET_RESIGNED] = { "target-resigned", NULL, say_target_resigned },
	[VERDICT_NO_ROLE_LEFT] = { "no-role-left", "no dwarf card is left to draw", NULL },
	[VERDICT_ROCKFALL_GOLD] = { "rockfall-gold", "@c cannot remove a card with gold, as at @a",
	    NULL },
	[VERDICT_ROCKFALL_TROLL] = { "rockfall-troll", "@c cannot remove a troll, as at @a", NULL },
	[VERDICT_NOT_A_DOOR] = { "not-a-door", "there is no door at @a", NULL },
	[VERDICT_OWN_DOOR] = { "own-door", "the door at @a is your own and open to you", NULL },
	[VERDICT_DOOR_OPEN] = { "door-open", "the door at @a is open already", NULL },
	[VERDICT_TROLL_UNPAID] = { "troll-unpaid", NULL, say_troll_unpaid },
	[VERDICT_NOT_A_TROLL] = { "not-a-troll", NULL, say_no_troll },
	[VERDICT_TROLL_PAID] = { "troll-paid", NULL, say_troll_paid },
	[VERDICT_TROLL_NOT_REACHED] = { "troll-not-reached",
	    "your tunnels do not come to all the trolls you would pay", NULL },
	[VERDICT_NO_TOKENS] = { "no-tokens", NULL, say_no_tokens },
	[VERDICT_NO_SUCH_SPACE] = { "no-such-space", NULL, say_no_such_space },
	[VERDICT_NO_STEP] = { "no-step", NULL, say_no_step },
	[VERDICT_TOO_FAR] = { "too-far", NULL, say_too_far },
	[VERDICT_WALK_IS_OVER] = { "walk-is-over",
	    "the way ends before its last step: a goal, the exit"
	    " or whoever stands there stops it",
	    NULL },
	[VERDICT_NO_AXE] = { "no-axe", "you have no battle-axe that can be used in this turn",
	    NULL },
	[VERDICT_NO_WEB] = { "no-web", "no web lies where the order cuts", NULL },
	[VERDICT_WEB_THERE] = { "web-there", "there lies a web at @a already", NULL },
	[VERDICT_NOT_OPEN] = { "not-open", "no tunnel of a card face up opens at @a", NULL },
	[VERDICT_NOT_A_HOLE] = { "not-a-hole", "@c begins at a dark hole, and there is none at @a",
	    NULL },
	[VERDICT_CREATURE_ELSEWHERE] = { "creature-elsewhere", NULL, say_creature },
	[VERDICT_HAS_BOOTS] = { "has-boots", NULL, say_boots },
	[VERDICT_IS_SHOWN] = { "is-shown", NULL, say_shown },
	[VERDICT_OCCUPIED] = { "occupied", "somebody stands on the card at @a", NULL },
	[VERDICT_NO_WALK] = { "no-walk",
	    "your dwarf lies or has left: it does not walk in"
	    " this turn",
	    NULL },
	[VERDICT_NOT_JOINED] = { "not-joined",
	    "@c meets a dwarf with a battle-axe: order the walk when"
	    " it is settled who is left there",
	    NULL },
};

const char *
verdict_name(enum verdict verdict)
{
	return row[verdict].word;
}

void
verdict_text(const struct view *v, const struct names *names, const struct order *o,
    enum verdict verdict, struct buf *out)
{
	struct refusal r = { &v->known, names, o, out };

	if (row[verdict].say != NULL) {
		row[verdict].say(&r);
		return;
	}
	for (const char *p = row[verdict].sentence; *p != '\0'; p++) {
		if (*p != '@')
			buf_chr(out, *p);
		else if (*++p == 'c')
			say_first_card(&r);
		else
			say_place(&r);
	}
}
