#ifndef ADIT_CORE_SAMPLE_H
#define ADIT_CORE_SAMPLE_H

#include <string.h>

#include "core/knowledge.h"

/*
 * A whole state out of what one seat, or everybody, can know: for whoever thinks ahead and may not look.
 *
 * `seen` is what knowledge_learn has made of the round so far, of the same seat; the view is the newest that it
 * learned from.  The state passes game_is_ok, its view for that seat is v byte for byte, and every card
 * that was seen to be played, laid down or handed over is where it was seen to go.
 *
 * All deals of the cards, each by itself, that leave these two as they are come equally often.  So a state
 * counts for as many deals as there are of it, which for hands, piles, roles and goals is the same number:
 * there every state comes as often as any other.  Beyond that, and told here because it cannot follow:
 *
 * - In which order discards and boxed cards lie no rule asks, and nothing is said of it.
 * - Cards that must be in a hand since it was swapped lie in any places of it; then all others are dealt.
 * - Where the round goes on without a pile, somebody holds a card that can be played; where The Dark Cave goes on,
 *   no clan has left it.
 * - Of standing orders of others nothing is known: none is given.
 * - Gold: who owns which nuggets of Saboteur is dealt like cards, whatever was paid openly.  In Saboteur 2 it is
 *   what was paid openly; where `seen` does not go back to the first round each seat that has some has 1 to
 *   SAMPLE_GOLD_MAX, any as often.
 * - Which decks the action cards were of that left a hand openly is not remembered: The Dark Cave deals that,
 *   too, and where that takes numbers above 2^32 it is as exact as a double.
 */
enum { SAMPLE_GOLD_MAX = 8 };

/* false: nothing fits, or `seen` has learned nothing; *out is then unspecified.  rng: open, and only drawn
 * from.  A view of SEAT_OMNISCIENT is its own only state. */
bool game_sample(
    const struct view *v, const struct knowledge *seen, struct rng *rng, struct game *out);

/* ---- what only a rules set can tell: a member of its row ----------------------------------- */

/* Cards that lie where nobody can see them, in any order. */
enum { SAMPLE_POOL_MAX = 248, SAMPLE_POOL_ROOM = SAMPLE_POOL_MAX + HAND_MAX };
struct sample_pool {
	unsigned n;
	card_id card[SAMPLE_POOL_ROOM];
};

/* By kinds (knowledge_kind): how many nobody can see where, how many have left hands, and how many of these are known to be
 * discards. */
struct sample_kinds {
	uint8_t hidden[CARDS_MAX], spent[CARDS_MAX], discards[CARDS_MAX];
};

struct sample {
	const struct view *v;
	const struct knowledge *seen;
	struct rng *rng;
	struct game *g; /* what the view knows; becomes the state */
	struct sample_kinds kinds;
	struct sample_pool cards; /* those hidden; none where the rules set deals */
	struct sample_pool
	    goals; /* of the box, and nobody can see where; when `fill` is asked, in any order */
	unsigned n_goals;    /* hidden on the table */
	unsigned n_discards; /* of g: so many are known, the others are hidden */
	unsigned n_held;     /* cards that must be in hands of others, since they were swapped */
};

/* Many states of one view: what follows from it is found once.  v and seen stay; false: nothing fits. */
struct sampler {
	struct sample sample;
	struct game known;
};
bool sampler_init(struct sampler *p, const struct view *v, const struct knowledge *seen);
bool sampler_draw(const struct sampler *p, struct rng *rng, struct game *out);

/* Each may be NULL. */
struct sample_rules {
	/* Count by their kinds the cards that lie open before seats of s->v. */
	void (*front)(const struct sample *s, uint8_t open[static CARDS_MAX]);
	/* Count by their kinds the cards that must have been played, since what they left lies on the table. */
	void (*spent)(const struct sample *s, uint8_t spent[static CARDS_MAX]);
	/* Deal what is hidden to the pile, to hands, to `aside` and to the discards.  NULL: core does. */
	bool (*deal)(struct sample *s);
	/* Goals on the table have been dealt, and so are cards: now all else that is hidden, and nothing that
	 * only a view has is left.  false: it cannot be, and all is dealt again. */
	bool (*fill)(struct sample *s);
	/* Can the game be where it is?  If not, all is dealt again. */
	bool (*fits)(const struct game *g);
	bool aside_is_goals; /* cards set aside are goals */
};

/* The last n of the pool are any of its cards, in any order: they can be taken in turn, without a draw.  false: it
 * has fewer. */
bool sample_shuffle(struct sample *s, struct sample_pool *p, unsigned n);

/* The whole pool in any order, quickly if most of it is like its first cards. */
void sample_mix(struct sample *s, struct sample_pool *p);

/* The last n cards; false: it has fewer. */
bool sample_take(struct sample_pool *p, card_id *to, unsigned n);

/* n copies.  Eight are written at once, and n of them count: mostly they are fewer, and how many nobody can foretell. */
static inline void
sample_fill_cards(card_id *to, card_id card, unsigned n)
{
	memset(to, card, 8);
	if (n > 8)
		memset(to + 8, card, n - 8);
}

/* ... behind the others; false: there is no room. */
static inline bool
sample_add(struct sample_pool *p, card_id card, unsigned n)
{
	const unsigned at = p->n;

	if (at + n > SAMPLE_POOL_MAX)
		return false;
	sample_fill_cards(p->card + at, card, n);
	p->n = at + n;
	return true;
}

/* Cards that must be in the hand of another, since it was swapped, by kinds; how many.  Those for which it has no room
 * are not listed. */
unsigned sample_must_hold(const struct sample *s, uint8_t seat, card_id card[static HAND_MAX]);

/* What is left of the cards of a class, by rows: all copies; less those that are seen (false: so many there are
 * not); into a pool, which is empty (false: there is no room). */
void sample_remaining(
    const struct sample *s, enum card_class class, uint8_t left[static CARDS_MAX]);
bool sample_subtract(uint8_t left[static CARDS_MAX], const card_id *card, unsigned n);
bool sample_fill(const struct sample *s, enum card_class class,
    const uint8_t left[static CARDS_MAX], struct sample_pool *p);

#endif
