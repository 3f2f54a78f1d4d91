/* Words of The Duel. */
#include "games/duel/duel.h"
#include "text/shown.h"
#include "text/text_rules.h"

static bool
is_same_place(struct spot a, struct spot b)
{
	return a.x == b.x && a.y == b.y;
}

/* True if the place after "pay" has no troll. */
static bool
lacks_troll(const struct refusal *r, unsigned i)
{
	const struct board *b = &r->g->board;
	unsigned cell = board_find(b, r->o->at[i].x, r->o->at[i].y);

	if (r->o->kind == ORDER_PLACE && is_same_place(r->o->at[i], r->o->at[0]))
		return (game_card(r->g, r->o->card[0])->feature & FEATURE_TROLL) == 0;
	return cell == CELL_NONE || (b->cell[cell].flags & CELL_DOWN) != 0 ||
	    !duel_is_troll_card(r->g, &b->cell[cell]);
}

/* True if the troll is paid, or named twice. */
static bool
is_paid_troll(const struct refusal *r, unsigned i)
{
	const struct board *b = &r->g->board;
	unsigned cell = board_find(b, r->o->at[i].x, r->o->at[i].y);

	for (unsigned j = 1; j < i; j++) {
		if (is_same_place(r->o->at[j], r->o->at[i]))
			return true;
	}
	return cell != CELL_NONE &&
	    (b->cell[cell].flags & (CELL_TOKEN_GREEN | CELL_TOKEN_BLUE)) != 0;
}

/* Writes the first place after "pay" for which is_wrong is true, or the last one: the verdict says
 * that there is one. */
static unsigned
write_troll(
    const struct refusal *r, bool (*is_wrong)(const struct refusal *r, unsigned i), struct buf *out)
{
	const unsigned n = r->o->n_at < ORDER_SPOTS ? r->o->n_at : ORDER_SPOTS;
	unsigned i = 1;

	while (i + 1 < n && !is_wrong(r, i))
		i++;
	place_text(r->o->at[i].x, r->o->at[i].y, out);
	return 1;
}

static unsigned
write_no_troll(const struct language *lang, const struct refusal *r, struct buf *out)
{
	(void)lang;
	return write_troll(r, lacks_troll, out);
}

static unsigned
write_paid_troll(const struct language *lang, const struct refusal *r, struct buf *out)
{
	(void)lang;
	return write_troll(r, is_paid_troll, out);
}

/* [DUEL 4.C.10] Lists each valid payment in the words of the order language. */
static unsigned
write_payments(const struct language *lang, const struct refusal *r, struct buf *out)
{
	struct duel_troll_payments w;

	duel_find_payments(r->g, r->o->seat, r->o->at[0].x, r->o->at[0].y, &w);
	for (unsigned i = 0; i < w.n; i++) {
		buf_fmt(out, "%spay", i > 0 ? shown_or(lang, i, w.n) : " ");
		for (unsigned j = 0; j < w.n_troll; j++) {
			if ((w.set[i] & 1u << j) == 0)
				continue;
			buf_chr(out, ' ');
			place_text(w.troll[j].x, w.troll[j].y, out);
		}
	}
	return w.n;
}

static unsigned
write_tokens(const struct language *lang, const struct refusal *r, struct buf *out)
{
	(void)lang;
	buf_fmt(out, "%u", (unsigned)duel_own(r->g)->tokens);
	return duel_own(r->g)->tokens;
}

static const struct refusal_token fact[] = {
	{ 'N', write_no_troll },
	{ 'P', write_paid_troll },
	{ 'T', write_tokens },
	{ 'W', write_payments },
	{ 0, NULL },
};

static const struct refusal_words refusal[] = {
	{ VERDICT_NOT_CONNECTED,
	    MSG("refusal",
		"no tunnel of @c at @a meets {l:one that leads back to your start"
		"|a tunnel of a card that is no goal|a tunnel of another card}") },
	{ VERDICT_BAD_TARGET,
	    MSG("refusal",
		"{r:the order cannot be carried out so|name each player once"
		"|a ladder may not lie next to a goal, a start card or gold"
		"|@c cannot be used {d:so|on yourself|on @t|at @a}}") },
	{ VERDICT_DISCARD_COUNT,
	    MSG("refusal",
		"{k:pass by discarding one or two cards|to remove a card discard exactly two}") },
	{ VERDICT_TROLL_UNPAID,
	    MSG("refusal", "@c at @a is connected only if trolls are paid: add@W") },
	{ VERDICT_NOT_A_TROLL, MSG("refusal", "there is no troll to pay at @N") },
	{ VERDICT_TROLL_PAID, MSG("refusal", "the troll at @P is paid already") },
	{ VERDICT_NO_TOKENS,
	    MSG("refusal",
		"{T:no token is left to pay a troll with|only 1 token is left to pay trolls with"
		"|only @T tokens are left to pay trolls with}") },
	{ VERDICT_OK, NULL },
};

const struct text_rules duel_words = {
	.orders = ORDERS_COMMON | ORDER_BIT(ORDER_CLEAR),
	.pays = true,
	.goals_by_gold = true,
	.refusal = refusal,
	.fact = fact,
};
