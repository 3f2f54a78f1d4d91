/* What is chosen on the screen: a card or verb, a target, one of the orders for it. */
#include "session/screen_internal.h"

const struct view *
screen_view(const struct screen *s)
{
	return s->p->r.has_view ? &s->p->r.v.view : &s->p->r.d.pub;
}

const struct pick_item *
screen_item(const struct screen *s)
{
	return s->item < s->picks.n_items ? &s->picks.item[s->item] : NULL;
}

const struct pick_target *
screen_target(const struct screen *s)
{
	const struct pick_item *item = screen_item(s);

	if (s->stage != SCREEN_STAGE_BOARD || item == NULL || item->is_discard || item->n == 0)
		return NULL;
	return &s->picks.target[s->target];
}

size_t
screen_variants(struct screen *s, const struct order *out[static SCREEN_VARIANTS_MAX])
{
	const struct pick_item *item = screen_item(s);
	const struct pick_target *target = screen_target(s);
	size_t n = 0;

	if (s->stage == SCREEN_STAGE_BOARD && item != NULL && item->is_discard)
		return picks_discards(
		    &s->picks, screen_view(s)->known.rules, s->marked, out, SCREEN_VARIANTS_MAX);
	for (; target != NULL && n < target->n && n < SCREEN_VARIANTS_MAX; n++)
		out[n] = &s->picks.order[target->first + n];
	return n;
}

const struct order *
screen_order(struct screen *s)
{
	const struct order *variants[SCREEN_VARIANTS_MAX];
	const size_t n = screen_variants(s, variants);

	return n > 0 ? variants[s->variant < n ? s->variant : 0] : NULL;
}

void
screen_choose_variant(struct screen *s)
{
	const struct order *variants[SCREEN_VARIANTS_MAX];
	const size_t n = screen_variants(s, variants);

	s->variant = 0;
	for (size_t i = n; i-- > 0;)
		if (((variants[i]->flags & ORDER_FLIPPED) != 0) == s->flipped)
			s->variant = i;
}

void
screen_choose_target(struct screen *s, size_t target)
{
	s->target = target;
	screen_choose_variant(s);
}

void
screen_take_back(struct screen *s)
{
	s->stage = SCREEN_STAGE_HAND;
	s->variant = 0;
}
