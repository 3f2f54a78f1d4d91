#ifndef ADIT_TESTS_GAMES_SMALL_H
#define ADIT_TESTS_GAMES_SMALL_H

#include "core/sample.h"
#include "games/table.h"

/*
 * Small positions with small decks. All consistent states are enumerated by exchanging hidden
 * cards, and each must occur with its frequency. If no deal is rejected, all random outcomes are
 * tried, else many.
 */
enum { STATES_MAX = 1 << 17, PLACES_MAX = 24, GROUPS_MAX = 4, SAMPLES = 60000 };

/* States with their frequencies. */
struct state {
	uint64_t hash;
	double weight;
};

struct states {
	size_t n;
	struct state at[STATES_MAX];
};

/* states_add adds a state; states_settle sorts, merges and normalizes. */
void states_add(struct states *all, const struct game *g, double weight);
void states_settle(struct states *all);

/* Hidden places whose cards may be exchanged, as offsets in a game. */
struct group {
	unsigned n;
	size_t at[PLACES_MAX];
};

struct small {
	struct rules rules;
	struct card_def card[CARDS_MAX];
	struct game g; /* the true state */
	struct view v;
	struct knowledge k;
	unsigned n_groups;
	struct group group[GROUPS_MAX];
};

/* A rules set with only roles and goals; a board without hands, for Saboteur with goals, else
 * empty. */
void small_begin(struct small *r, const struct rules *rules);
void small_table(struct small *r, uint8_t n_seats);
void small_lay(struct small *r, int x, int y, card_id card, unsigned flags);
/* Adds a card, also to the box. */
void small_give(struct small *r, uint8_t seat, card_id card);
void small_stack(struct small *r, card_id card);
void small_discard(struct small *r, card_id card);

/* The seat observes events; NULL: none. */
void small_see(struct small *r, uint8_t seat, const struct events *ev);

/* Hidden places: the given ones; path and action cards (discards from `known` on); goals; roles;
 * all three. */
void small_places(struct small *r, unsigned group, const card_id *at, unsigned n);
void small_cards(struct small *r, uint8_t seat, unsigned known);
void small_goals(struct small *r);
void small_roles(struct small *r);
void small_hidden(struct small *r, uint8_t seat, unsigned known);

/* Checks that every consistent state occurs with its frequency. exact: tries all random
 * outcomes. */
void small_check(struct small *r, bool exact, const char *name);
/* Samples SAMPLES states. */
void small_try_many(const struct small *r, struct states *all);

#endif
