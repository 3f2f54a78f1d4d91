#ifndef ADIT_TESTS_GAMES_SMALL_H
#define ADIT_TESTS_GAMES_SMALL_H

#include "core/sample.h"
#include "games/table.h"

/*
 * Small positions, of small decks: all states that fit are found by exchanging whatever is hidden, and each
 * comes as often as it must.  Where no deal is rejected all that chance can do is tried, else much of it.
 */
enum { STATES_MAX = 1 << 17, PLACES_MAX = 24, GROUPS_MAX = 4, SAMPLES = 60000 };

/* States, and how often they come. */
struct state {
	uint64_t hash;
	double weight;
};

struct states {
	size_t n;
	struct state at[STATES_MAX];
};

/* One more; then each once, in order, with its share. */
void states_add(struct states *all, const struct game *g, double weight);
void states_settle(struct states *all);

/* Hidden places whose cards can be exchanged, as offsets in a game. */
struct group {
	unsigned n;
	size_t at[PLACES_MAX];
};

struct small {
	struct rules rules;
	struct card_def card[CARDS_MAX];
	struct game g; /* as it is */
	struct view v;
	struct knowledge k;
	unsigned n_groups;
	struct group group[GROUPS_MAX];
};

/* A rules set with roles and goals alone; a table without hands, of Saboteur with goals, else bare. */
void small_begin(struct small *r, const struct rules *rules);
void small_table(struct small *r, uint8_t n_seats);
void small_lay(struct small *r, int x, int y, card_id card, unsigned flags);
/* A card more, in the box too. */
void small_give(struct small *r, uint8_t seat, card_id card);
void small_stack(struct small *r, card_id card);
void small_discard(struct small *r, card_id card);

/* The seat looks, and sees that happen; NULL: nothing. */
void small_see(struct small *r, uint8_t seat, const struct events *ev);

/* Hidden places: these, path and action cards (discards from `known` on), goals, roles; all three. */
void small_places(struct small *r, unsigned group, const card_id *at, unsigned n);
void small_cards(struct small *r, uint8_t seat, unsigned known);
void small_goals(struct small *r);
void small_roles(struct small *r);
void small_hidden(struct small *r, uint8_t seat, unsigned known);

/* Does every state that fits come, and as often as it must?  exact: all that chance can do is tried. */
void small_check(struct small *r, bool exact, const char *name);
/* SAMPLES states. */
void small_try_many(const struct small *r, struct states *all);

#endif
