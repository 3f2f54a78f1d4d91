/* The order of a policy, from the seat's own view alone. */

#include "bot/policy.h"
#include "player/player.h"
#include "text/orderline.h"
#include "util/mem.h"

int
player_choose_order(const struct player_read *r, unsigned policy, const struct hash *seed,
    struct buf *line, struct err *err)
{
	const struct game *g = &r->v.view.known;
	struct rng_fast rng;
	struct order *legal;
	size_t n, i;

	if (player_needs_view(r, err) < 0)
		return -1;
	if (player_may_play(r, err) < 0)
		return -1;
	if (g->phase == PHASE_OVER)
		return err_set(err, ERR_STALE, "the game is over");
	if (g->to_move != r->seat)
		return err_set(err, ERR_STALE, "it is %s's turn, not yours",
		    names_seat(&r->d.names, g->to_move));
	legal = mem_new(LEGAL_MAX * sizeof *legal);
	n = game_legal(g, legal, LEGAL_MAX);
	rng_fast_init(&rng, seed->b, (uint64_t)r->d.n);
	i = policy_choose((enum policy)policy, &r->v.view, legal, n, &rng.rng);
	policy_complete((enum policy)policy, &r->v.view, &legal[i]);
	orderline_sort(g->rules, &legal[i]);
	orderline_text(g->rules, &r->d.names, &legal[i], line);
	free(legal);
	return 0;
}

int
player_suggest(const struct player_read *r, struct buf *line, struct err *err)
{
	const struct hash_input part[] = { { r->head.b, HASH_BYTES }, { r->plain.p, r->plain.n } };
	struct hash seed = hash_parts("adit/suggest", part, sizeof part / sizeof part[0]);
	int result = player_choose_order(r, POLICY_GREEDY, &seed, line, err);

	seal_wipe(&seed, sizeof seed);
	return result;
}
