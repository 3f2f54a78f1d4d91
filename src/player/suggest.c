/* The order of a policy, from the seat's own view and memory alone. */
#include "player/suggest.h"

#include "text/orderline.h"
#include "util/mem.h"

enum { BEST = 3, STATES = 400 };

/* ---- reasons --------------------------------------------------------------------------------- */

/* Appends the best orders that were tried. */
static void
put_orders(const struct language *lang, const struct player_read *r, const struct bot_search *s,
    struct buf *out)
{
	for (unsigned i = 0; i < BEST && i < s->n_candidates && s->candidate[i].n > 0; i++) {
		const struct bot_candidate *c = &s->candidate[i];

		language_fmt_n(lang, out, c->n,
		    MSG_N("play", "%lld of %d in %u try: ", "%lld of %d in %u tries: "),
		    (long long)(c->sum / (int64_t)c->n), BOT_WORTH_MAX, (unsigned)c->n);
		orderline_text(r->d.pub.known.rules, &r->d.names, &s->legal[c->order], out);
		buf_chr(out, '\n');
	}
}

/* Appends how likely the hidden roles of `suspected` are. */
static void
put_belief(const struct language *lang, const struct player_read *r, const struct bot_memory *m,
    struct rng *rng, struct bot_search *s, struct buf *out)
{
	const struct rules *rules = r->v.view.known.rules;
	unsigned n[SEATS_MAX] = { 0 };

	if (rules->bot == NULL || rules->bot->suspected == 0 ||
	    !bot_sampler_init(&s->sampler, &r->v.view, m))
		return;
	for (unsigned i = 0; i < STATES; i++) {
		if (!bot_sampler_draw(&s->sampler, rng, &s->state))
			return;
		for (unsigned p = 0; p < s->state.n_seats; p++) {
			const card_id role = s->state.seat[p].role;

			n[p] += role < rules->n_cards &&
			    (rules->bot->suspected >> rules->card[role].role & 1u) != 0;
		}
	}
	for (unsigned p = 0; p < s->state.n_seats; p++)
		if (r->v.view.known.seat[p].role == CARD_HIDDEN)
			language_fmt(lang, out, MSG("play", "%s is a saboteur: %u %% likely\n"),
			    r->d.names.seat[p], 100 * n[p] / STATES);
}

/* ---- orders ---------------------------------------------------------------------------------- */

int
suggest_with_seed(const struct language *lang, const struct player_read *r,
    struct bot_policy policy, const struct bot_memory *memory, const struct hash *seed,
    struct buf *line, struct buf *why, struct err *err)
{
	const struct game *g = &r->v.view.known;
	struct bot_search *room;
	struct rng_fast rng;
	struct order o;

	if (player_needs_view(r, err) < 0)
		return -1;
	if (player_may_play(r, err) < 0)
		return -1;
	if (g->phase == PHASE_OVER)
		return err_set(err, ERR_STALE, "the game is over");
	if (g->to_move != r->seat)
		return err_set(err, ERR_STALE, "it is %s's turn, not yours",
		    names_seat(&r->d.names, g->to_move));
	room = mem_new(sizeof *room);
	rng_fast_init(&rng, seed->b, (uint64_t)r->d.n);
	o = policy_order(policy, &r->v.view, memory, &rng.rng, room);
	orderline_sort(g->rules, &o);
	orderline_text(g->rules, &r->d.names, &o, line);
	if (why != NULL && policy.kind == POLICY_SEARCH)
		put_orders(lang, r, room, why);
	if (why != NULL)
		put_belief(lang, r, memory, &rng.rng, room, why);
	mem_wipe(room, sizeof *room);
	free(room);
	return 0;
}

int
suggest_order(const struct language *lang, const struct player_read *r, const struct history *story,
    struct bot_policy policy, struct buf *line, struct buf *why, struct err *err)
{
	const struct hash_input part[] = { { r->head.b, HASH_BYTES }, { r->plain.p, r->plain.n } };
	struct hash seed = hash_parts("adit/suggest", part, sizeof part / sizeof part[0]);
	struct bot_memory *memory = NULL;
	int result;

	if (bot_policy_remembers(policy) || why != NULL) {
		memory = mem_new(sizeof *memory);
		history_remember(story, r, memory);
	}
	result = suggest_with_seed(lang, r, policy, memory, &seed, line, why, err);
	if (memory != NULL)
		mem_wipe(memory, sizeof *memory);
	free(memory);
	seal_wipe(&seed, sizeof seed);
	return result;
}

int
player_suggest(const struct player_read *r, struct buf *line, struct err *err)
{
	return suggest_order(
	    NULL, r, NULL, (struct bot_policy){ .kind = POLICY_GREEDY }, line, NULL, err);
}
