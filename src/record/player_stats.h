#ifndef ADIT_RECORD_PLAYER_STATS_H
#define ADIT_RECORD_PLAYER_STATS_H

#include "record/transcript.h"

/*
 * Statistics of players over many tables, by the fingerprint of their keys at that time (`adit
 * stats`). They use only public facts of digests.
 *
 * A game counts for the player who holds the seat at its end, a round for the player who holds it
 * then, a turn for the player who was to move. An undone turn counts as a turn.
 */
struct player_stats_row {
	char key[FINGERPRINT_TEXT + 1];
	const struct rules *rules;   /* one of the list */
	char name[NAME_MAX_LEN + 1]; /* name of the seat, at the table counted last */
	uint32_t games, over, won;
	uint32_t turns, missed, away; /* played; of those by the host: late, away */
	struct player_stats_role {
		uint32_t rounds, won;
	} role[ROLE_COUNT];
};

struct player_stats {
	size_t n, n_table;
	struct player_stats_row *row; /* sorted by key and rules */
	struct hash *table;           /* digest 0 of each game counted */
};

/* Adds a verified game without gaps (transcript_number). ERR_CREATE: it was counted before. */
int player_stats_add(struct player_stats *t, const struct transcript *tr, struct err *err);
void player_stats_release(struct player_stats *t);

#endif
