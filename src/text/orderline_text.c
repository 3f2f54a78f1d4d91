/*
 * The order language, written, and the words that reading it shares.
 *
 * (O1, O2) of orderline.c: what is written here is what is read there.
 */
#include "text/orderline.h"

#include <string.h>

#include "text/orderword.h"
#include "util/mem.h"

const struct order_word order_turn_word[N_TURN_WORDS] = {
	{ "keep", RULES_BIT(RULES_DUEL) | RULES_BIT(RULES_DARK_CAVE), ORDER_TURN_KEEP },
	{ "flip", RULES_BIT(RULES_DUEL) | RULES_BIT(RULES_DARK_CAVE), ORDER_TURN_FLIP },
	{ "best", RULES_BIT(RULES_DUEL), ORDER_TURN_BEST },
};

const struct order_word order_creature_word[N_CREATURE_WORDS] = {
	{ "rat", RULES_BIT(RULES_DARK_CAVE), ACTION_RAT },
	{ "lindworm", RULES_BIT(RULES_DARK_CAVE), ACTION_LINDWORM },
	{ "goblin", RULES_BIT(RULES_DARK_CAVE), ACTION_GOBLIN },
	{ "all", RULES_BIT(RULES_DARK_CAVE), ACTION_NONE },
};

static const enum action_asks asks[ACTION_COUNT] = {
	[ACTION_BREAK] = ASKS_SEAT,
	[ACTION_REPAIR] = ASKS_SEAT_TOOL,
	[ACTION_ROCKFALL] = ASKS_PLACE,
	[ACTION_MAP] = ASKS_PLACE,
	[ACTION_THEFT] = ASKS_NOTHING,
	[ACTION_HANDS_OFF] = ASKS_SEAT,
	[ACTION_SWAP_HANDS] = ASKS_SEAT,
	[ACTION_INSPECTION] = ASKS_SEAT,
	[ACTION_SWAP_HATS] = ASKS_SEAT,
	[ACTION_TRAPPED] = ASKS_SEAT,
	[ACTION_FREE] = ASKS_SEAT,
	[ACTION_KEY] = ASKS_DOOR,
	[ACTION_INFORMATION] = ASKS_GOAL_OR_SEAT,
	[ACTION_SWAP_CARDS] = ASKS_SEAT,
	[ACTION_SPIDERWEB] = ASKS_EDGE,
	[ACTION_BOOTS] = ASKS_SEAT,
	[ACTION_BATTLE_AXE] = ASKS_SEAT,
	[ACTION_RAT] = ASKS_SPACES,
	[ACTION_LINDWORM] = ASKS_SPACES,
	[ACTION_GOBLIN] = ASKS_SPACES,
};

enum action_asks
action_asks(enum action action)
{
	return action < ACTION_COUNT ? asks[action] : ASKS_NOTHING;
}

static void
card_word(const struct rules *rules, card_id card, struct buf *out)
{
	char name[CARD_NAME_MAX];

	card_name(rules, card, name);
	buf_str(out, name);
}

static unsigned
spots(const struct order *o)
{
	return o->n_at < ORDER_SPOTS ? o->n_at : ORDER_SPOTS;
}

/* The places from the one with index `from` on, each with a blank before it. */
static void
spots_text(const struct order *o, unsigned from, struct buf *out)
{
	for (unsigned i = from; i < spots(o); i++) {
		buf_str(out, o->at[i].part & SPOT_CUT ? " cut " : " ");
		spot_text(o->at[i], out);
	}
}

static void
turn_text(const struct order *o, struct buf *out)
{
	for (size_t i = 0; i < N_TURN_WORDS; i++) {
		if (o->flags & order_turn_word[i].value)
			buf_fmt(out, " turn %s", order_turn_word[i].word);
	}
}

static void
pay_text(const struct order *o, struct buf *out)
{
	if (spots(o) > 1) {
		buf_str(out, " pay");
		spots_text(o, 1, out);
	}
	turn_text(o, out);
}

static void
walk_end_text(const struct order *o, struct buf *out)
{
	if (o->flags & ORDER_AXE_YES)
		buf_str(out, " axe yes");
	if (o->flags & ORDER_AXE_NO)
		buf_str(out, " axe no");
	turn_text(o, out);
}

static void
cards_text(const struct rules *rules, const struct order *o, struct buf *out)
{
	for (unsigned i = 0; i < o->n_card && i < ORDER_CARDS; i++) {
		buf_chr(out, ' ');
		card_word(rules, o->card[i], out);
	}
}

static void
act_text(
    const struct rules *rules, const struct names *names, const struct order *o, struct buf *out)
{
	card_id card = o->card[0];
	enum action action = card < rules->n_cards ? (enum action)rules->card[card].action :
						     ACTION_NONE;

	card_word(rules, card, out);
	switch (action_asks(action)) {
	case ASKS_NOTHING:
		break;
	case ASKS_SEAT:
		buf_fmt(out, " %s", names_seat(names, o->to));
		break;
	case ASKS_SEAT_TOOL:
		buf_fmt(out, " %s", names_seat(names, o->to));
		if (o->what != 0)
			buf_fmt(out, " %s", tool_name(o->what));
		break;
	case ASKS_GOAL_OR_SEAT:
		if (o->to != SEAT_NONE) {
			buf_fmt(out, " %s", names_seat(names, o->to));
			break;
		}
		buf_str(out, " goal");
		spots_text(o, 0, out);
		break;
	case ASKS_DOOR:
		if (spots(o) > 0) {
			buf_chr(out, ' ');
			spot_text(o->at[0], out);
		}
		pay_text(o, out);
		break;
	case ASKS_PLACE:
	case ASKS_EDGE:
	case ASKS_SPACES:
		spots_text(o, 0, out);
		break;
	}
}

static void
steal_text(const struct names *names, const struct order *o, struct buf *out)
{
	if (o->n_at == 0)
		buf_str(out, " none");
	for (unsigned i = 0; i < o->n_at && i < STEAL_MAX; i++) {
		buf_chr(out, i == 0 ? ' ' : ',');
		buf_str(out, names_seat(names, o->to_seat[i]));
	}
}

static void
axe_text(const struct order *o, struct buf *out)
{
	for (size_t i = 0; i < N_CREATURE_WORDS; i++) {
		if (order_creature_word[i].value == o->what)
			buf_fmt(out, " %s", order_creature_word[i].word);
	}
	buf_str(out, o->flags & ORDER_AXE_YES ? " use" : " keep");
}

void
orderline_text(
    const struct rules *rules, const struct names *names, const struct order *o, struct buf *out)
{
	switch ((enum order_kind)o->kind) {
	case ORDER_PLACE:
		buf_str(out, "place");
		cards_text(rules, o, out);
		buf_str(out, " at ");
		spot_text(o->at[0], out);
		if (o->flags & ORDER_FLIPPED)
			buf_str(out, " flipped");
		pay_text(o, out);
		break;
	case ORDER_ACT:
		act_text(rules, names, o, out);
		break;
	case ORDER_DISCARD:
		buf_str(out, "discard");
		cards_text(rules, o, out);
		break;
	case ORDER_CLEAR:
		buf_str(out, "discard");
		cards_text(rules, o, out);
		buf_str(out, " to remove ");
		card_word(rules, o->what, out);
		break;
	case ORDER_WALK:
		buf_str(out, "walk");
		spots_text(o, 0, out);
		walk_end_text(o, out);
		break;
	case ORDER_WALK_TO:
		buf_str(out, "walk to ");
		spot_text(o->at[0], out);
		walk_end_text(o, out);
		break;
	case ORDER_STAY:
		buf_str(out, "stay");
		spots_text(o, 0, out);
		break;
	case ORDER_TAKE:
		buf_fmt(out, "take %u", (unsigned)o->what);
		break;
	case ORDER_STEAL:
		buf_str(out, "steal");
		steal_text(names, o, out);
		break;
	case ORDER_AXE:
		buf_str(out, "axe");
		axe_text(o, out);
		break;
	case ORDER_AGREE:
		buf_str(out, "agree");
		break;
	case ORDER_DISAGREE:
		buf_str(out, "disagree");
		break;
	case ORDER_RESIGN:
		buf_str(out, "resign");
		break;
	case ORDER_KIND_COUNT:
		BUG("no such kind of order");
	}
}

/* Trolls to be paid, behind the first place, by x, then y. */
static void
sort_trolls(struct order *o)
{
	for (unsigned i = 2; i < o->n_at && i < ORDER_SPOTS; i++) {
		struct spot at = o->at[i];
		unsigned j = i;

		for (; j > 1; j--) {
			const struct spot *before = &o->at[j - 1];

			if (before->x < at.x || (before->x == at.x && before->y <= at.y))
				break;
			o->at[j] = *before;
		}
		o->at[j] = at;
	}
}

void
orderline_sort(const struct rules *rules, struct order *o)
{
	if (rules->id == RULES_DUEL && (o->kind == ORDER_PLACE || o->kind == ORDER_ACT))
		sort_trolls(o);
	if (o->kind != ORDER_DISCARD && o->kind != ORDER_CLEAR)
		return;
	for (unsigned i = 1; i < o->n_card && i < ORDER_CARDS; i++) {
		for (unsigned j = i; j > 0; j--) {
			char before[CARD_NAME_MAX], after[CARD_NAME_MAX];
			card_id card = o->card[j];

			card_name(rules, o->card[j - 1], before);
			card_name(rules, card, after);
			if (strcmp(before, after) <= 0)
				break;
			o->card[j] = o->card[j - 1];
			o->card[j - 1] = card;
		}
	}
}
