/*
 * The cards of The Dark Cave [CAVE 5.A.5, CAVE 5.C.12, CAVE 5.C.13]: plain data, so that the owner
 * of a box can correct them here. Totals of each kind and deck are from the rule book. No public
 * source shows the drawings of the paths, so their shapes and their split over the decks are
 * reconstructed.
 */
#include "games/dark_cave/cards.h"

#define PATH(d, n, t)                                                   \
	{                                                               \
		.class = CARD_PATH, .copies = n, .tunnel = t, .deck = d \
	}
#define FEATURE(d, n, t, f)                                                           \
	{                                                                             \
		.class = CARD_PATH, .copies = n, .tunnel = t, .deck = d, .feature = f \
	}
#define FEATURE_AT(d, n, t, f, e)                                                      \
	{                                                                              \
		.class = CARD_PATH, .copies = n, .tunnel = t, .deck = d, .feature = f, \
		.gold_at = e                                                           \
	}
#define ACT(d, n, a)                                                      \
	{                                                                 \
		.class = CARD_ACTION, .copies = n, .action = a, .deck = d \
	}

const struct card_def dark_cave_card[DARK_CAVE_CARDS] = {
	[DARK_CAVE_START] = { .class = CARD_START,
	    .copies = 1,
	    .tunnel = TUNNEL(1, 1, 1, 1),
	    .feature = FEATURE_LADDER },
	[DARK_CAVE_GOAL_EXIT] = { .class = CARD_GOAL,
	    .copies = 1,
	    .tunnel = TUNNEL(1, 1, 1, 1),
	    .feature = FEATURE_EXIT },
	[DARK_CAVE_GOAL_HOLE] = { .class = CARD_GOAL,
	    .copies = 1,
	    .tunnel = TUNNEL(1, 0, 1, 1),
	    .feature = FEATURE_HOLE },
	[DARK_CAVE_GOAL_LADDER] = { .class = CARD_GOAL,
	    .copies = 1,
	    .tunnel = TUNNEL(1, 1, 0, 0),
	    .feature = FEATURE_LADDER },
	[DARK_CAVE_GOAL_VEIN] = { .class = CARD_GOAL,
	    .copies = 1,
	    .tunnel = TUNNEL(1, 0, 0, 1),
	    .feature = FEATURE_VEIN },
	[DARK_CAVE_1_NESW] = PATH(1, 2, TUNNEL(1, 1, 1, 1)),
	[DARK_CAVE_1_NSW] = PATH(1, 2, TUNNEL(1, 0, 1, 1)),
	[DARK_CAVE_1_NEW] = PATH(1, 2, TUNNEL(1, 1, 0, 1)),
	[DARK_CAVE_1_NE] = PATH(1, 1, TUNNEL(1, 1, 0, 0)),
	[DARK_CAVE_1_NW] = PATH(1, 1, TUNNEL(1, 0, 0, 1)),
	[DARK_CAVE_1_NS] = PATH(1, 1, TUNNEL(1, 0, 1, 0)),
	[DARK_CAVE_1_EW] = PATH(1, 1, TUNNEL(0, 1, 0, 1)),
	[DARK_CAVE_1_N_E_S_W] = PATH(1, 1, TUNNEL(3, 3, 3, 3)),
	[DARK_CAVE_1_NSW_HOLE] = FEATURE(1, 1, TUNNEL(1, 0, 1, 1), FEATURE_HOLE),
	[DARK_CAVE_1_NEW_HOLE] = FEATURE(1, 1, TUNNEL(1, 1, 0, 1), FEATURE_HOLE),
	[DARK_CAVE_1_NESW_HOLE] = FEATURE(1, 1, TUNNEL(1, 1, 1, 1), FEATURE_HOLE),
	[DARK_CAVE_1_NE_LADDER] = FEATURE(1, 1, TUNNEL(1, 1, 0, 0), FEATURE_LADDER),
	[DARK_CAVE_1_NW_LADDER] = FEATURE(1, 1, TUNNEL(1, 0, 0, 1), FEATURE_LADDER),
	[DARK_CAVE_1_NS_EW_BRIDGE] = FEATURE(1, 1, TUNNEL(1, 2, 1, 2), FEATURE_BRIDGE),
	[DARK_CAVE_1_NW_ES_TUNNEL] = FEATURE(1, 1, TUNNEL(1, 2, 2, 1), FEATURE_TUNNEL),
	[DARK_CAVE_1_NE_SW_TUNNEL] = FEATURE(1, 1, TUNNEL(1, 1, 2, 2), FEATURE_TUNNEL),
	[DARK_CAVE_2_NESW] = PATH(2, 1, TUNNEL(1, 1, 1, 1)),
	[DARK_CAVE_2_NSW] = PATH(2, 1, TUNNEL(1, 0, 1, 1)),
	[DARK_CAVE_2_NEW] = PATH(2, 1, TUNNEL(1, 1, 0, 1)),
	[DARK_CAVE_2_NE] = PATH(2, 1, TUNNEL(1, 1, 0, 0)),
	[DARK_CAVE_2_NW] = PATH(2, 1, TUNNEL(1, 0, 0, 1)),
	[DARK_CAVE_2_NS] = PATH(2, 1, TUNNEL(1, 0, 1, 0)),
	[DARK_CAVE_2_EW] = PATH(2, 1, TUNNEL(0, 1, 0, 1)),
	[DARK_CAVE_2_N_E_W] = PATH(2, 1, TUNNEL(3, 3, 0, 3)),
	[DARK_CAVE_2_NSW_HOLE] = FEATURE_AT(
	    2, 1, TUNNEL(1, 0, 1, 1), FEATURE_HOLE, EDGE_BIT(EDGE_N)),
	[DARK_CAVE_2_NEW_HOLE] = FEATURE_AT(
	    2, 1, TUNNEL(1, 1, 0, 1), FEATURE_HOLE, EDGE_BIT(EDGE_N)),
	[DARK_CAVE_2_NESW_HOLE] = FEATURE_AT(
	    2, 1, TUNNEL(1, 1, 1, 1), FEATURE_HOLE, EDGE_BIT(EDGE_N)),
	[DARK_CAVE_2_N_LADDER] = FEATURE_AT(
	    2, 1, TUNNEL(3, 0, 0, 0), FEATURE_LADDER, EDGE_BIT(EDGE_N)),
	[DARK_CAVE_2_NS_EW_BRIDGE] = FEATURE(2, 2, TUNNEL(1, 2, 1, 2), FEATURE_BRIDGE),
	[DARK_CAVE_2_NW_ES_TUNNEL] = FEATURE(2, 1, TUNNEL(1, 2, 2, 1), FEATURE_TUNNEL),
	[DARK_CAVE_2_NE_SW_TUNNEL] = FEATURE(2, 1, TUNNEL(1, 1, 2, 2), FEATURE_TUNNEL),
	[DARK_CAVE_2_NEW_VEIN] = FEATURE_AT(
	    2, 1, TUNNEL(1, 1, 0, 1), FEATURE_VEIN, EDGE_BIT(EDGE_N)),
	[DARK_CAVE_3_NESW] = PATH(3, 1, TUNNEL(1, 1, 1, 1)),
	[DARK_CAVE_3_NSW] = PATH(3, 1, TUNNEL(1, 0, 1, 1)),
	[DARK_CAVE_3_NEW] = PATH(3, 1, TUNNEL(1, 1, 0, 1)),
	[DARK_CAVE_3_NE] = PATH(3, 1, TUNNEL(1, 1, 0, 0)),
	[DARK_CAVE_3_NW] = PATH(3, 1, TUNNEL(1, 0, 0, 1)),
	[DARK_CAVE_3_NS] = PATH(3, 1, TUNNEL(1, 0, 1, 0)),
	[DARK_CAVE_3_EW] = PATH(3, 1, TUNNEL(0, 1, 0, 1)),
	[DARK_CAVE_3_NSW_HOLE] = FEATURE(3, 1, TUNNEL(1, 0, 1, 1), FEATURE_HOLE),
	[DARK_CAVE_3_NEW_HOLE] = FEATURE(3, 1, TUNNEL(1, 1, 0, 1), FEATURE_HOLE),
	[DARK_CAVE_3_NESW_HOLE] = FEATURE(3, 1, TUNNEL(1, 1, 1, 1), FEATURE_HOLE),
	[DARK_CAVE_3_E_LADDER] = FEATURE(3, 1, TUNNEL(0, 3, 0, 0), FEATURE_LADDER),
	[DARK_CAVE_3_NS_EW_BRIDGE] = FEATURE(3, 1, TUNNEL(1, 2, 1, 2), FEATURE_BRIDGE),
	[DARK_CAVE_3_NE_SW_TUNNEL] = FEATURE(3, 1, TUNNEL(1, 1, 2, 2), FEATURE_TUNNEL),
	[DARK_CAVE_3_NSW_VEIN] = FEATURE(3, 1, TUNNEL(1, 0, 1, 1), FEATURE_VEIN),
	[DARK_CAVE_1_INFORMATION] = ACT(1, 2, ACTION_INFORMATION),
	[DARK_CAVE_1_ROCKFALL] = ACT(1, 1, ACTION_ROCKFALL),
	[DARK_CAVE_1_SPIDERWEB] = ACT(1, 1, ACTION_SPIDERWEB),
	[DARK_CAVE_1_BOOTS] = ACT(1, 1, ACTION_BOOTS),
	[DARK_CAVE_1_BATTLE_AXE] = ACT(1, 1, ACTION_BATTLE_AXE),
	[DARK_CAVE_1_RAT] = ACT(1, 2, ACTION_RAT),
	[DARK_CAVE_1_LINDWORM] = ACT(1, 1, ACTION_LINDWORM),
	[DARK_CAVE_1_GOBLIN] = ACT(1, 1, ACTION_GOBLIN),
	[DARK_CAVE_2_INFORMATION] = ACT(2, 2, ACTION_INFORMATION),
	[DARK_CAVE_2_ROCKFALL] = ACT(2, 1, ACTION_ROCKFALL),
	[DARK_CAVE_2_SWAP_CARDS] = ACT(2, 1, ACTION_SWAP_CARDS),
	[DARK_CAVE_2_SPIDERWEB] = ACT(2, 1, ACTION_SPIDERWEB),
	[DARK_CAVE_2_BOOTS] = ACT(2, 1, ACTION_BOOTS),
	[DARK_CAVE_2_BATTLE_AXE] = ACT(2, 1, ACTION_BATTLE_AXE),
	[DARK_CAVE_2_RAT] = ACT(2, 1, ACTION_RAT),
	[DARK_CAVE_2_LINDWORM] = ACT(2, 1, ACTION_LINDWORM),
	[DARK_CAVE_2_GOBLIN] = ACT(2, 1, ACTION_GOBLIN),
	[DARK_CAVE_3_INFORMATION] = ACT(3, 1, ACTION_INFORMATION),
	[DARK_CAVE_3_ROCKFALL] = ACT(3, 1, ACTION_ROCKFALL),
	[DARK_CAVE_3_SWAP_CARDS] = ACT(3, 1, ACTION_SWAP_CARDS),
	[DARK_CAVE_3_SPIDERWEB] = ACT(3, 1, ACTION_SPIDERWEB),
	[DARK_CAVE_3_BOOTS] = ACT(3, 1, ACTION_BOOTS),
	[DARK_CAVE_3_BATTLE_AXE] = ACT(3, 1, ACTION_BATTLE_AXE),
	[DARK_CAVE_3_RAT] = ACT(3, 2, ACTION_RAT),
	[DARK_CAVE_3_LINDWORM] = ACT(3, 2, ACTION_LINDWORM),
	[DARK_CAVE_3_GOBLIN] = ACT(3, 2, ACTION_GOBLIN),
	[DARK_CAVE_YELLOW_LOYAL] = { .class = CARD_ROLE, .copies = 3, .role = ROLE_YELLOW_LOYAL },
	[DARK_CAVE_YELLOW_SABOTEUR] = { .class = CARD_ROLE,
	    .copies = 2,
	    .role = ROLE_YELLOW_SABOTEUR },
	[DARK_CAVE_BLUE_LOYAL] = { .class = CARD_ROLE, .copies = 3, .role = ROLE_BLUE_LOYAL },
	[DARK_CAVE_BLUE_SABOTEUR] = { .class = CARD_ROLE, .copies = 2, .role = ROLE_BLUE_SABOTEUR },
};
