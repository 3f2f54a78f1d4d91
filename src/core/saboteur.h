#ifndef ADIT_CORE_SABOTEUR_H
#define ADIT_CORE_SABOTEUR_H

#include "core/game.h"

/*
 * The card list of Saboteur, in its order: a card_id of that rules set is one of these.  For the
 * card table, for Saboteur 2, whose list begins with the same path and action cards, and for tests;
 * rules code asks a card what it is instead.
 */
enum sab_card {
	SAB_START,
	SAB_GOAL_GOLD,
	SAB_GOAL_NE,
	SAB_GOAL_NW,
	SAB_NESW,
	SAB_NSW,
	SAB_NEW,
	SAB_NS,
	SAB_EW,
	SAB_NE,
	SAB_NW,
	SAB_BLIND_NESW,
	SAB_BLIND_NSW,
	SAB_BLIND_NEW,
	SAB_BLIND_NS,
	SAB_BLIND_EW,
	SAB_BLIND_NE,
	SAB_BLIND_NW,
	SAB_BLIND_N,
	SAB_BLIND_E,
	SAB_BREAK_PICKAXE,
	SAB_BREAK_LAMP,
	SAB_BREAK_CART,
	SAB_REPAIR_PICKAXE,
	SAB_REPAIR_LAMP,
	SAB_REPAIR_CART,
	SAB_REPAIR_PICKAXE_LAMP,
	SAB_REPAIR_PICKAXE_CART,
	SAB_REPAIR_LAMP_CART,
	SAB_ROCKFALL,
	SAB_MAP,
	SAB_GOLD_1,
	SAB_GOLD_2,
	SAB_GOLD_3,
	SAB_MINER,
	SAB_SABOTEUR,
	SAB_CARDS
};

/* The greedy policy (saboteur_greedy.c). */
size_t saboteur_greedy(const struct view *v, const struct order *legal, size_t n, struct rng *rng);

#endif
