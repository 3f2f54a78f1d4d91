/*
 * The Dark Cave apart from positions: scores, sizes of private views, custom decks.
 */
#include "games/dark_cave/json.h"
#include "wire/private_view.h"

/* ---- scores -------------------------------------------------------------------------------- */

/* Writes the value of each clan's treasure and the winner, which reveal who works for whom; and who
 * was out first. */
void
dark_cave_score_json(const struct game *g, const struct names *names, bool open, json_t *out)
{
	enum cave_clan winner = cave_winner(g);
	uint8_t first = cave_own(g)->first_out;
	unsigned value[CAVE_CLANS];

	cave_treasure(g, value);
	if (open) {
		(void)json_object_set_new(out, "clans",
		    json_pack("{s:i, s:i}", cave_clan_name(CAVE_CLAN_YELLOW),
			(int)value[CAVE_CLAN_YELLOW], cave_clan_name(CAVE_CLAN_BLUE),
			(int)value[CAVE_CLAN_BLUE]));
		(void)json_object_set_new(out, "winner",
		    winner == CAVE_CLAN_NONE ? json_null() : json_string(cave_clan_name(winner)));
	}
	(void)json_object_set_new(out, "first_out",
	    first == SEAT_NONE ? json_null() : json_string(names_seat(names, first)));
}

/* ---- private views ------------------------------------------------------------------------- */

/*
 * Returns the bytes that a private view may need for standing orders, looks, clan cards left over,
 * discards and, in a walk, the orders to walk. Depends on public facts only.
 */
size_t
dark_cave_room(const struct view *pub, const struct names *names, uint8_t seat)
{
	static const char own[] =
	    "\"axe\":{\"=\":{\"goblin\":\"keep\",\"lindworm\":\"keep\",\"rat\":\"keep\"}},"
	    "\"knows\":{\"=\":[]},\"clan_left\":{\"=\":[]},\n";
	const struct game *g = &pub->known;
	const struct view mover = { .seat = seat, .known = *g };
	size_t room = strlen(own);

	for (uint8_t s = 0; s < g->n_seats; s++)
		room += strlen("\"\",") + strlen(names_seat(names, s));
	if (cave_own(g)->first_out == seat)
		room += cave_own(g)->n_left *
		    (strlen("\"\",") + private_view_len_name(g->rules, CARD_ROLE));
	if (g->to_move != seat)
		return room;
	return room +
	    (g->phase == PHASE_WALK ? private_view_len_orders(&mover, names) :
				      private_view_len_discards(g->rules, g->seat[seat].n_hand, 0));
}

/* ---- custom decks --------------------------------------------------------------------------- */

/* In deck 2 a feature is at the first opening. */
static void
complete_card(struct card_def *def)
{
	unsigned open = tunnel_open(def->tunnel);

	if (def->deck == 2 && (def->feature & (FEATURE_LADDER | FEATURE_HOLE | FEATURE_VEIN)) != 0)
		def->gold_at = (uint8_t)(open & (~open + 1));
}

/* Returns the number of tunnels and blind arms of a card; *through: those that lead through it. */
static unsigned
count_tunnels(uint8_t tunnel, unsigned *through)
{
	unsigned n = 0;

	*through = 0;
	for (unsigned e = 0, left = tunnel_open(tunnel); e < EDGES; e++) {
		unsigned joined = tunnel_joined(tunnel, e);

		if ((left & EDGE_BIT(e)) == 0)
			continue;
		left &= ~joined;
		n++;
		*through += joined != EDGE_BIT(e);
	}
	return n;
}

/* Returns NULL, or the fault of a card: each feature needs a space of its own. */
static const char *
card_fault(const struct card_def *def)
{
	const unsigned single = FEATURE_LADDER | FEATURE_HOLE | FEATURE_VEIN;
	unsigned through, n = count_tunnels(def->tunnel, &through);

	if ((def->feature & FEATURE_BRIDGE) != 0 && def->tunnel != TUNNEL(1, 2, 1, 2))
		return "a bridge has the links ns+ew";
	if ((def->feature & FEATURE_TUNNEL) != 0 && through != 2)
		return "a tunnel joins two tunnels, as in nw+es:tunnel";
	if ((def->feature & single) != 0 && def->deck != 2 && n != 1)
		return "a hole, ladder or vein in deck 1 or 3 needs a card of one tunnel";
	return NULL;
}

/* Returns NULL, or the fault of a goal: it must continue the tunnel that enters it, from every
 * side. */
static const char *
goal_fault(const struct card_def *def)
{
	unsigned through, n = count_tunnels(def->tunnel, &through);
	unsigned open = tunnel_open(def->tunnel);

	if (n != 1 || through != 1)
		return "a goal has one tunnel";
	if ((open | edges_rotated((uint8_t)open)) != 0x0f)
		return "a goal can be entered from every side, one way or turned round";
	return NULL;
}

/* [CAVE 5.A.5] Five of each deck are out of play; six seats need 4 each of deck I, eight seats 2
 * each of deck II. */
/* [CAVE 5.A.6] Eight players have 3 of the 46 gold each, a goal has one. */
static const struct deck_limit limit[] = {
	{ .action = ACTION_SPIDERWEB, CAVE_WEBS_MAX, "webs", "the box has" },
	{ .feature = FEATURE_VEIN, 0, 46 - 8 * 3 - 1, "veins", "the box has gold for" },
	{ .most = 0 },
};

const struct deck_rules dark_cave_deck = {
	.in_decks = true,
	.limit = limit,
	.deck = { [1] = 5 + 24, [2] = 5 + 16, [3] = 5 },
	.gold_at = true,
	.complete = complete_card,
	.fault = card_fault,
	.goal_fault = goal_fault,
};
