/* Checks openings against leaves. */

#include "record/opening.h"

#include "seal/derive.h"

enum pile
opening_pile(enum event_kind kind)
{
	/* Most kinds show nothing that is committed to. */
	if (kind == EVENT_DREW || kind == EVENT_RECEIVED)
		return PILE_DECK;
	if (kind == EVENT_ROLE || kind == EVENT_SAW_ROLE || kind == EVENT_SAW_LEFT)
		return PILE_ROLES;
	if (kind == EVENT_SAW_GOAL)
		return PILE_GOALS;
	return kind == EVENT_NUGGET ? PILE_GOLD : PILES;
}

bool
opening_fits(const char *game, const struct rules *rules, const struct leaf_opening *o,
    const struct leaf *leaf)
{
	struct hash salt, hash;
	char card[CARD_NAME_MAX];

	memcpy(salt.b, o->salt, HASH_BYTES);
	card_name(rules, o->card, card);
	hash = derive_leaf(game, o->round, pile_name((enum pile)o->pile), o->index, card, &salt);
	return seal_equal(hash.b, leaf->hash, HASH_BYTES) != 0;
}
