#ifndef ADIT_RECORD_PLAYER_STATS_H
#define ADIT_RECORD_PLAYER_STATS_H

#include "record/transcript.h"

/*
 * What players did at many tables, by the fingerprint of the keys they had then (`adit stats`): from what every
 * digest tells everybody, and from no more.
 *
 *	a game counts for who holds the seat at its end, a round for who holds it then, a turn for who was to
 *	move; a turn that was taken back was a turn all the same
 */
struct player_stats_row {
	char key[FINGERPRINT_TEXT + 1];
	const struct rules *rules;   /* one of the list */
	char name[NAME_MAX_LEN + 1]; /* of the seat, at the table counted last */
	uint32_t games, over, won;
	uint32_t turns, missed, away; /* played; of those by the host, since late, since away */
	struct player_stats_role {
		uint32_t rounds, won;
	} role[ROLE_COUNT];
};

struct player_stats {
	size_t n, n_table;
	struct player_stats_row *row; /* sorted by key and rules */
	struct hash *table;           /* of digest 0 of what was counted */
};

/* Add a game, verified and without a gap (transcript_number).  ERR_CREATE: it was counted before. */
int player_stats_add(struct player_stats *t, const struct transcript *tr, struct err *err);
void player_stats_release(struct player_stats *t);

#endif
