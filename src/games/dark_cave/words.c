/* Words of The Dark Cave. */
#include <assert.h>

#include "games/dark_cave/cave.h"
#include "text/text_rules.h"

/* True if no space has this name. *down: the place has a face-down goal. */
static bool
is_no_space(const struct refusal *r, struct spot at, bool *down)
{
	const struct board *b = &r->g->board;
	unsigned cell = board_find(b, at.x, at.y);
	uint16_t has;

	*down = cell != CELL_NONE && (b->cell[cell].flags & CELL_DOWN) != 0;
	return (at.part & SPOT_CUT) == 0 && !cave_name(r->g, &at, &has) &&
	    !(*down && at.part >= PART_N && at.part <= PART_W);
}

/* Writes the first spot of the order that is not a space. Returns 0 if there is none, 2 if the
 * place has a face-down goal, else 1. */
static unsigned
write_no_space(const struct language *lang, const struct refusal *r, struct buf *out)
{
	bool down;

	(void)lang;
	for (unsigned i = 0; i < r->o->n_at; i++) {
		if (!is_no_space(r, r->o->at[i], &down))
			continue;
		spot_text(r->o->at[i], out);
		return down ? 2 : 1;
	}
	return 0;
}

/* Writes an edge by which that goal is entered. */
static unsigned
write_entrance(const struct language *lang, const struct refusal *r, struct buf *out)
{
	bool down;

	(void)lang;
	for (unsigned i = 0; i < r->o->n_at; i++) {
		if (!is_no_space(r, r->o->at[i], &down))
			continue;
		spot_text((struct spot){ r->o->at[i].x, r->o->at[i].y, PART_N }, out);
		break;
	}
	return 0;
}

/* Writes the spot of the creature of the card. Returns 0 if the card has no creature. */
static unsigned
write_creature(const struct language *lang, const struct refusal *r, struct buf *out)
{
	const struct card_def *c = refusal_card(r);
	unsigned k = c != NULL ? cave_creature_of(c->action) : CAVE_CREATURES;

	(void)lang;
	if (k == CAVE_CREATURES)
		return 0;
	spot_text(cave_own(r->g)->creature[k].at, out);
	return 1;
}

static const struct refusal_token fact[] = {
	{ 'C', write_creature },
	{ 'D', write_entrance },
	{ 'S', write_no_space },
	{ 0, NULL },
};

static const struct refusal_words refusal[] = {
	{ VERDICT_NOT_CONNECTED,
	    MSG("refusal",
		"no tunnel of @c at @a meets {l:a tunnel of a card on the table"
		"|a tunnel of a card that is no goal|a tunnel of another card}") },
	{ VERDICT_DISCARD_COUNT, MSG("refusal", "pass by discarding one or two cards") },
	{ VERDICT_NO_SUCH_SPACE,
	    MSG("refusal",
		"{S:there is no such space|there is no space @S"
		"|there is no space @S: a goal face down is entered by an edge, such as @D}") },
	{ VERDICT_CREATURE_ELSEWHERE,
	    MSG("refusal", "the creature is on the table: it begins where it stands{C:|, at @C}") },
	{ VERDICT_OK, NULL },
};

static const char *const clan_word[CAVE_CLANS] = { "", "yellow", "blue" };

const char *
cave_clan_name(unsigned clan)
{
	assert(clan < CAVE_CLANS);
	return clan_word[clan];
}

const struct text_rules cave_words = {
	.orders = ORDERS_COMMON | ORDER_BIT(ORDER_WALK) | ORDER_BIT(ORDER_WALK_TO) |
	    ORDER_BIT(ORDER_STAY) | ORDER_BIT(ORDER_AXE) | ORDER_BIT(ORDER_AGREE) |
	    ORDER_BIT(ORDER_DISAGREE) | ORDER_BIT(ORDER_CUT),
	.step = { ORDER_BIT(ORDER_CUT),
	    ORDER_BIT(ORDER_PLACE) | ORDER_BIT(ORDER_ACT) | ORDER_BIT(ORDER_DISCARD),
	    ORDER_BIT(ORDER_WALK) | ORDER_BIT(ORDER_WALK_TO) | ORDER_BIT(ORDER_STAY) },
	.steps_are = "cut webs, place, play or discard a card, then walk or stay",
	.side = clan_word,
	.refusal = refusal,
	.fact = fact,
};
