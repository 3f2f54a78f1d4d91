/*
 * Counts games of many tables.
 *
 * (C1) A table is counted once, even if there are several copies of it.
 */
#include "record/player_stats.h"

#include <stdlib.h>
#include <string.h>

#include "util/mem.h"

/* State while a game is counted. */
struct count {
	struct player_stats *t;
	const struct rules *rules; /* one of the list, also for a custom deck */
	struct names names;
	char sign[SEATS_MAX][SIGN_TEXT + 1], age[SEATS_MAX][AGE_TEXT + 1]; /* "": open seat */
	/* Of the current round. */
	uint8_t role[SEATS_MAX]; /* enum role, as shown */
	bool ended;
	uint16_t outcome, winners; /* winners of the round, as bits */
};

/* ---- rows ---------------------------------------------------------------------------------------- */

static int
compare(const struct player_stats_row *r, const char *key, const struct rules *rules)
{
	int order = strcmp(r->key, key);

	return order != 0 ? order : strcmp(r->rules->name, rules->name);
}

/* Returns the row of the player who holds this seat now; NULL if the seat is open. */
static struct player_stats_row *
row_of(struct count *c, uint8_t seat)
{
	struct player_stats *t = c->t;
	size_t low = 0, high = t->n;
	char key[FINGERPRINT_TEXT + 1];
	struct pubkey card;

	struct player_stats_row *row = NULL;

	if (pubkey_sign_parse(c->sign[seat], strlen(c->sign[seat]), &card) < 0 ||
	    pubkey_box_parse(c->age[seat], strlen(c->age[seat]), &card) < 0)
		return NULL;
	pubkey_fingerprint(&card, key);
	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		const int order = compare(&t->row[middle], key, c->rules);

		if (order == 0)
			row = &t->row[low = high = middle];
		else if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	if (row == NULL) {
		GROW(t->row, t->n);
		row = t->row + low;
		memmove(row + 1, row, (t->n++ - low) * sizeof *row);
		*row = (struct player_stats_row){ .rules = c->rules };
		memcpy(row->key, key, sizeof key);
	}
	memcpy(row->name, c->names.seat[seat], sizeof row->name);
	return row;
}

/* ---- a game --------------------------------------------------------------------------------------- */

/* True if the seat has won the round. If there are no winner events, that follows from the role. */
static bool
has_won(const struct count *c, uint8_t seat)
{
	if (c->winners != 0)
		return c->winners >> seat & 1u;
	return (c->outcome == OUTCOME_GOLD && c->role[seat] == ROLE_MINER) ||
	    (c->outcome == OUTCOME_NO_GOLD && c->role[seat] == ROLE_SABOTEUR) ||
	    (c->outcome == OUTCOME_SELFISH && c->role[seat] == ROLE_SELFISH);
}

static void
end_round(struct count *c)
{
	for (uint8_t s = 0; s < c->names.n && c->ended; s++) {
		struct player_stats_row *row = c->role[s] != ROLE_NONE ? row_of(c, s) : NULL;

		if (row == NULL)
			continue;
		row->role[c->role[s]].rounds++;
		row->role[c->role[s]].won += has_won(c, s);
	}
	memset(c->role, ROLE_NONE, sizeof c->role);
	c->ended = false;
	c->outcome = OUTCOME_NONE;
	c->winners = 0;
}

static void
count_event(struct count *c, const struct event *e, const struct game *g)
{
	const uint16_t bit = (uint16_t)(e->seat < SEATS_MAX ? 1u << e->seat : 0);

	if (e->kind == EVENT_ROUND)
		end_round(c);
	else if (e->kind == EVENT_ROUND_END) {
		/* A round that is broken off has no winner, unless the game is one round. */
		c->ended = e->value != OUTCOME_STOPPED || g->rules->rounds == 1;
		c->outcome = e->value;
	} else if (e->kind == EVENT_SHOWN && bit != 0)
		c->role[e->seat] = g->rules->card[e->card].role;
	else if (e->kind == EVENT_ROUND_WINNER)
		c->winners |= bit;
	else if (e->kind == EVENT_WINNER && game_rounds(g) == 1 && c->outcome != OUTCOME_GOLD &&
	    c->outcome != OUTCOME_NO_GOLD)
		c->winners |= bit;
}

static void
count_turn(struct count *c, const struct game *before, const struct digest_events *events)
{
	struct player_stats_row *row = row_of(c, before->to_move);

	if (row == NULL)
		return;
	row->turns++;
	row->missed += note_find(&events->notes, NOTE_LATE) != NULL;
	row->away += note_find(&events->notes, NOTE_AWAY) != NULL;
}

static void
update_keys(struct count *c, const struct digest *d)
{
	for (uint8_t s = 0; s < d->names.n; s++) {
		const struct new_key *k = &d->new_keys.of[s];
		const char *sign = k->is_new  ? k->sign :
		    d->n == 0 || d->has_seats ? d->seat_sign[s] :
						NULL;
		const char *age = k->is_new ? k->age : d->seat_age[s];

		if (sign == NULL)
			continue;
		memcpy(c->sign[s], sign, sizeof c->sign[s]);
		memcpy(c->age[s], age, sizeof c->age[s]);
	}
	c->names = d->names;
}

static void
end_game(struct count *c, const struct digest *d)
{
	const bool over = d->pub.known.phase == PHASE_OVER;
	const uint16_t winners = over ? game_winners(&d->pub.known) : 0;

	end_round(c);
	for (uint8_t s = 0; s < c->names.n; s++) {
		struct player_stats_row *row = row_of(c, s);

		if (row == NULL)
			continue;
		row->games++;
		row->over += over;
		row->won += winners >> s & 1u;
	}
}

/* Counts one digest. before: the previous digest, or NULL. */
static int
count_digest(struct count *c, const struct transcript *tr, const struct digest *before,
    const struct digest *d, struct digest_events *events, struct err *err)
{
	const struct game *was = before != NULL ? &before->pub.known : NULL;

	if (digest_parse_events(tr->text.p, transcript_at(tr, d->n), d, events, err) < 0)
		return -1;
	if (was != NULL && was->to_move < d->names.n && d->pub.known.turn > was->turn)
		count_turn(c, was, events);
	update_keys(c, d);
	for (uint32_t i = 0; i < events->ev.n; i++)
		count_event(c, &events->ev.at[i], &d->pub.known);
	return 0;
}

static int
check_new(struct player_stats *t, const struct transcript *tr, struct err *err)
{
	const struct hash *table = &tr->copy[tr->first[0]].hash;

	for (size_t i = 0; i < t->n_table; i++)
		if (seal_equal(t->table[i].b, table->b, HASH_BYTES))
			return err_set(err, ERR_CREATE, "game %s was counted already", tr->game);
	GROW(t->table, t->n_table);
	t->table[t->n_table++] = *table;
	return 0;
}

static int
count_all(struct count *c, const struct transcript *tr, struct digest *const d[static 2],
    struct digest_events *events, struct err *err)
{
	for (int64_t n = 0; n < tr->n; n++) {
		if (transcript_parse(tr, n, d[n % 2], err) < 0)
			return -1;
		if (n == 0)
			c->rules = rules_find(tr->games, d[0]->pub.known.rules->name,
			    strlen(d[0]->pub.known.rules->name));
		if (count_digest(c, tr, n > 0 ? d[(n + 1) % 2] : NULL, d[n % 2], events, err) < 0)
			return -1;
	}
	end_game(c, d[(tr->n + 1) % 2]);
	return 0;
}

/* (C1) */
int
player_stats_add(struct player_stats *t, const struct transcript *tr, struct err *err)
{
	struct digest *d[2] = { mem_new(sizeof *d[0]), mem_new(sizeof *d[1]) };
	struct digest_events *events = mem_new(sizeof *events);
	struct count *c = mem_zero(1, sizeof *c);
	int result = check_new(t, tr, err);

	c->t = t;
	if (result == 0)
		result = count_all(c, tr, d, events, err);
	free(c);
	free(events);
	free(d[0]);
	free(d[1]);
	return result;
}

void
player_stats_release(struct player_stats *t)
{
	free(t->row);
	free(t->table);
	*t = (struct player_stats){ .n = 0 };
}
