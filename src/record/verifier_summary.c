/*
 * Recounts the result of a game.
 *
 * (S1) Undone digests do not count: goes back from the last digest to the one before, and from an
 *      undo to its destination.
 */

#include "record/verifier_summary.h"

#include "util/mem.h"

/* Bounds of gold, by public facts. */
struct range {
	int least, most;
};

/* The result by public facts. A digest in which several rounds end counts for the first. */
struct recount {
	struct summary sum;
	struct range gain[ROUNDS_MAX][SEATS_MAX]; /* gold of each round by events */
};

/* Returns the highest value of a gold card. */
static int
dearest(const struct rules *rules)
{
	int most = 0;

	for (unsigned i = 0; i < rules->n_cards; i++)
		if (rules->card[i].class == CARD_GOLD && rules->card[i].value > most)
			most = rules->card[i].value;
	return most;
}

/* An event names a seat of the table, or is none (text/eventline.h). */
static void
add_range(struct range gain[static SEATS_MAX], uint8_t seat, int least, int most)
{
	gain[seat].least += least;
	gain[seat].most += most;
}

/* Handles every kind of event that changes gold while another round follows. */
static void
count_gain(struct range gain[static SEATS_MAX], const struct rules *rules, const struct event *e)
{
	const int value = e->value,
		  card = e->card < rules->n_cards ? rules->card[e->card].value : 0;

	if (e->kind == EVENT_GOLD || e->kind == EVENT_CRYSTALS || e->kind == EVENT_STOLE)
		add_range(gain, e->seat, value, value);
	if (e->kind == EVENT_STOLE)
		add_range(gain, e->to, -value, -value);
	if (e->kind == EVENT_NUGGET)
		add_range(gain, e->seat, value > 0 ? value : 1, value > 0 ? value : dearest(rules));
	if (e->kind == EVENT_TOOK)
		add_range(gain, e->seat, card, card);
	if (e->kind == EVENT_TOLL)
		add_range(gain, e->seat, -card, -card);
}

/* Returns the round in which these events begin; g is the game after them. 0: before the first
 * round. */
static unsigned
first_round(const struct events *ev, const struct game *g)
{
	unsigned round = g->round;

	for (uint32_t i = ev->n; i-- > 0;)
		if (ev->at[i].kind == EVENT_ROUND && ev->at[i].value > 0)
			round = ev->at[i].value - 1u;
	return round;
}

static void
count_digest(struct recount *c, const struct digest *d, const struct events *ev,
    const struct host_action *act)
{
	const unsigned first = first_round(ev, &d->pub.known);

	summary_add_events(&c->sum, &d->pub.known, ev);
	for (uint32_t i = 0; i < ev->n && first > 0 && first <= ROUNDS_MAX; i++)
		count_gain(c->gain[first - 1], d->pub.known.rules, &ev->at[i]);
	if (act != NULL && host_action_plays(act)) {
		const uint8_t seat = names_find(&d->names, act->seat, strlen(act->seat));

		if (seat != SEAT_NONE)
			summary_add_missed(&c->sum, seat, (uint16_t)act->turn);
	}
}

/* (S1) Returns the digest that n follows. */
static int64_t
before(int64_t n, const struct host_action *act)
{
	return act != NULL && act->kind == HOST_ACTION_UNDO && act->to < n ? act->to : n - 1;
}

/* Counts the digests from n down to the first. Returns false if one is missing. */
static bool
count_back(struct recount *c, const struct transcript *tr, int64_t n)
{
	struct digest *d = mem_new(sizeof *d);
	struct digest_events *events = mem_new(sizeof *events);
	struct host_action of_host;
	const struct host_action *act;
	struct err none = ERR_INIT;
	bool whole = true;

	for (; whole && n >= 0; n = before(n, act)) {
		const struct transcript_copy *copy = transcript_find(tr, n);

		act = NULL;
		whole = copy != NULL && transcript_digest(tr, copy, d, &none) == 0 &&
		    digest_parse_events(tr->text.p, &copy->t, d, events, &none) == 0;
		if (whole && host_action_find(tr->text.p, &copy->t, &of_host, &none) == 1)
			act = &of_host;
		if (whole)
			count_digest(c, d, &events->ev, act);
	}
	free(events);
	free(d);
	return whole;
}

static bool
is_score(const struct digest *d, const struct recount *c, unsigned round, unsigned seat)
{
	const int is = d->summary.score[round][seat];
	struct range want = { 0, 0 };

	for (unsigned r = 0; r <= round; r++) {
		want.least += c->gain[r][seat].least;
		want.most += c->gain[r][seat].most;
	}
	return is >= want.least && is <= want.most;
}

/* Checks the facts in the digest itself. */
static const char *
check_end(const struct digest *d)
{
	const struct game *g = &d->pub.known;
	uint16_t gold[SEATS_MAX];

	if (d->summary.rounds != g->round || g->phase != PHASE_OVER)
		return "it sums up other rounds than were played";
	game_score(g, gold);
	for (unsigned s = 0; s < d->names.n; s++)
		if (d->summary.score[g->round - 1][s] != gold[s])
			return "it sums up other gold than the seats have";
	return NULL;
}

/* Events report all gold of a round, except in a game of one round. */
static unsigned
n_rounds_counted(const struct digest *d)
{
	return d->pub.known.rules->rounds > 1 ? d->summary.rounds : d->summary.rounds - 1u;
}

const char *
verifier_check_summary(const struct verifier *j, const struct transcript *tr,
    const struct digest *d, const struct digest_events *events, const struct host_action *act)
{
	struct recount c = { .sum = { .rounds = 0 } };
	const bool over = summary_is_due(&events->ev);
	const char *wrong;

	if ((d->has_summary && !over) ||
	    (j->has_clock && d->n > 0 && d->has_summary != (over && j->clock.sums_up)))
		return "the game is summed up or not, against digest 0";
	wrong = d->has_summary ? check_end(d) : NULL;
	if (wrong != NULL || !d->has_summary)
		return wrong;
	count_digest(&c, d, &events->ev, act);
	if (!count_back(&c, tr, before(d->n, act)))
		return NULL;
	for (unsigned s = 0; s < d->names.n; s++) {
		for (unsigned r = 0; r < n_rounds_counted(d); r++)
			if (!is_score(d, &c, r, s))
				return "it sums up other gold than the seats had";
		if (memcmp(c.sum.broke[s], d->summary.broke[s], sizeof c.sum.broke[s]) != 0)
			return "it sums up other tools than were broken";
		if (c.sum.missed[s] != d->summary.missed[s])
			return "it sums up other turns than were missed";
	}
	return NULL;
}
