/*
 * Random choice among orders with equal points.
 *
 * (B1) No two orders of a list compare as equal, so the drawn order does not depend on the order of
 * the list.
 */
#include "core/bot.h"

/* Compares lists of numbers: the first difference decides, else the shorter list comes first. */
static int
compare_cards(const struct order *a, const struct order *b)
{
	for (unsigned i = 0; i < a->n_card && i < b->n_card; i++)
		if (a->card[i] != b->card[i])
			return a->card[i] - b->card[i];
	return a->n_card - b->n_card;
}

static int
compare_places(const struct order *a, const struct order *b)
{
	for (unsigned i = 0; i < a->n_at && i < b->n_at; i++) {
		const struct spot *p = &a->at[i], *q = &b->at[i];

		if (p->x != q->x)
			return p->x - q->x;
		if (p->y != q->y)
			return p->y - q->y;
		if (p->part != q->part)
			return p->part - q->part;
	}
	return a->n_at - b->n_at;
}

int
bot_compare(const struct order *a, const struct order *b)
{
	int is;

	if (a->kind != b->kind)
		return a->kind - b->kind;
	is = compare_cards(a, b);
	if (is != 0)
		return is;
	if (a->to != b->to)
		return a->to - b->to;
	if (a->what != b->what)
		return a->what - b->what;
	is = compare_places(a, b);
	return is != 0 ? is : a->flags - b->flags;
}

/* Returns how many of the best orders come before order i. */
static unsigned
rank(const struct bot_best *b, const struct order *legal, size_t i)
{
	unsigned before = 0;

	for (unsigned k = 0; k < b->n; k++)
		before += bot_compare(&legal[b->at[k]], &legal[i]) < 0;
	return before;
}

size_t
bot_best_draw(const struct bot_best *b, const struct order *legal, size_t none, struct rng *rng)
{
	uint32_t drawn;

	if (b->n < 2)
		return b->n == 0 ? none : b->at[0];
	drawn = rng_draw(rng, b->n);
	for (unsigned k = 0; k < b->n; k++)
		if (rank(b, legal, b->at[k]) == drawn)
			return b->at[k];
	return b->at[0]; /* unreachable (B1) */
}
