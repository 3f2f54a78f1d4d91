#ifndef ADIT_TESTS_MAIL_PLAIN_AID_H
#define ADIT_TESTS_MAIL_PLAIN_AID_H

#include "wire/private_view.h"

/* Positions of dealt games, without a host. */
struct plain_game {
	struct names names; /* p1 to pN */
	struct game g;
	struct rng_fast rng, choice;
};

/* Deals game `number` of these rules for this many players. */
void plain_game_deal(
    struct plain_game *p, const struct rules *rules, unsigned players, unsigned number);

/* Plays an order that a random number or the greedy policy chooses. */
void plain_game_step(struct plain_game *p, bool greedy);

/* Makes the private view of a seat: only what its orders depend on. */
void plain_game_view(const struct plain_game *p, uint8_t seat, struct private_view *v);

#endif
