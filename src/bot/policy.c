/* Policies for simulations. */
#include "bot/policy.h"

#include <string.h>

#include "core/bot.h"
#include "util/number.h"
#include "util/slice.h"

static bool
is_discard(const struct order *o)
{
	return o->kind == ORDER_DISCARD || o->kind == ORDER_CLEAR;
}

static bool
wants_discard(bool plays, bool discards, struct rng *rng)
{
	return !plays || (discards && rng_draw(rng, 8) == 0);
}

size_t
policy_random(const struct order *legal, size_t n, struct rng *rng)
{
	size_t plays = n;

	while (plays > 0 && is_discard(&legal[plays - 1]))
		plays--;
	return wants_discard(plays > 0, plays < n, rng) ?
	    plays + rng_draw(rng, (uint32_t)(n - plays)) :
	    rng_draw(rng, (uint32_t)plays);
}

/* Picks a play at random, or none if a discard is chosen. */
struct random_chooser {
	/* must be first: a struct random_chooser is a struct move_picker */
	struct move_picker chooser;
	struct rng *rng;
	bool discards; /* discards may be chosen although a play is legal */
	bool plays;    /* `passes` was called and chose a play */
};

static bool
passes(struct move_picker *self)
{
	struct random_chooser *c = (struct random_chooser *)self;

	c->plays = !wants_discard(true, c->discards, c->rng);
	return !c->plays;
}

static size_t
which_play(struct move_picker *self, size_t n)
{
	const struct random_chooser *c = (struct random_chooser *)self;

	return n == 0 || (!c->plays && passes(self)) ? n : rng_draw(c->rng, (uint32_t)n);
}

static size_t
which_discard(struct move_picker *self, size_t n)
{
	const struct random_chooser *c = (struct random_chooser *)self;

	return rng_draw(c->rng, (uint32_t)n);
}

struct order
policy_random_pick(const struct game *g, struct order legal[static LEGAL_MAX], struct rng *rng)
{
	struct random_chooser who = { { passes, which_play }, rng, g->phase == PHASE_PLAY, false };
	struct order o;

	if (!game_pick_play(g, &who.chooser, legal, &o)) {
		who.chooser.which = which_discard;
		/* cannot fail: a discard always exists */
		(void)game_pick_discard(g, &who.chooser, legal, &o);
	}
	return o;
}

size_t
policy_choose(
    enum policy policy, const struct view *v, const struct order *legal, size_t n, struct rng *rng)
{
	const struct bot *bot = v->known.rules->bot;

	return policy == POLICY_GREEDY && bot != NULL && bot->greedy != NULL ?
	    bot->greedy(v, bot->revision, NULL, legal, n, rng) :
	    policy_random(legal, n, rng);
}

void
policy_complete(enum policy policy, const struct view *v, struct order *o)
{
	const struct bot *bot = v->known.rules->bot;

	if (policy == POLICY_GREEDY && bot != NULL && bot->complete != NULL)
		bot->complete(v, o);
}

/* Searches with a seed of 32 bytes from the random numbers. */
static struct order
search(struct bot_policy policy, const struct view *v, const struct bot_memory *memory,
    struct rng *rng, struct bot_search *room)
{
	const unsigned revision = policy.revision > 0 ? policy.revision :
							v->known.rules->bot->search_revision;
	uint8_t seed[32];

	for (unsigned i = 0; i < sizeof seed; i++)
		seed[i] = (uint8_t)rng_draw(rng, UINT8_MAX + 1);
	return bot_search_choose(room, v, memory, revision, policy.n, seed);
}

struct order
policy_order(struct bot_policy policy, const struct view *v, const struct bot_memory *memory,
    struct rng *rng, struct bot_search *room)
{
	const struct bot *bot = v->known.rules->bot;
	struct order o;
	size_t n;

	if (policy.kind == POLICY_SEARCH && bot != NULL && bot->greedy != NULL)
		return search(policy, v, memory, rng, room);
	n = game_legal(&v->known, room->legal, LEGAL_MAX);
	o = room->legal[bot_policy_remembers(policy) && bot != NULL && bot->greedy != NULL ?
		bot->greedy(v, policy.revision < bot->newest ? policy.revision : bot->newest,
		    &memory->belief, room->legal, n, rng) :
		policy_choose((enum policy)policy.kind, v, room->legal, n, rng)];
	policy_complete((enum policy)policy.kind, v, &o);
	return o;
}

bool
bot_policy_remembers(struct bot_policy policy)
{
	return policy.kind == POLICY_SEARCH || policy.revision >= BOT_GREEDY2;
}

void
bot_policy_learn(const struct bot_policy policy[static SEATS_MAX],
    struct bot_memory memory[static SEATS_MAX], const struct game *g, const struct events *ev,
    int64_t n, struct bot_learning *room)
{
	const bool infers = g->rules->bot != NULL && g->rules->bot->infer != NULL;
	bool is_public = false; /* room->v, but for its seat and board */

	room->last.n = 0;
	for (uint8_t s = 0; s < g->n_seats; s++) {
		const bool searches = policy[s].kind == POLICY_SEARCH;

		if (!searches && !(infers && bot_policy_remembers(policy[s])))
			continue;
		room->told.n = ev->n;
		for (uint32_t i = 0; i < ev->n; i++)
			room->told.at[i] = event_redact(&ev->at[i], s);
		/* A belief is about the board. A whole view for each seat would take longer than it. */
		if (searches || !is_public)
			game_view(g, searches ? s : SEAT_NONE, &room->v);
		is_public = !searches;
		if (searches) {
			knowledge_learn(&memory[s].seen, &room->v, &room->told, n);
		} else {
			room->v.seat = s;
			game_view_board(g, s, &room->v.known.board);
		}
		bot_memory_believe(&memory[s], &room->v, &room->told, &room->last);
	}
}

static const char *const policy_word[POLICY_COUNT] = {
	[POLICY_RANDOM] = "random",
	[POLICY_GREEDY] = "greedy",
	[POLICY_SEARCH] = "search:",
};

int
bot_policy_parse(const char *s, size_t n, struct bot_policy *policy)
{
	const struct slice all = { s, n };
	const size_t word = strlen(policy_word[POLICY_SEARCH]);
	int64_t value = 0;

	if (slice_equals("greedy:2", s, n)) {
		*policy = (struct bot_policy){ .kind = POLICY_GREEDY, .revision = BOT_NEWEST };
		return 0;
	}
	for (unsigned p = 0; p < POLICY_SEARCH; p++) {
		if (slice_equals(policy_word[p], s, n)) {
			*policy = (struct bot_policy){ .kind = (uint8_t)p };
			return 0;
		}
	}
	if (!slice_starts(all, policy_word[POLICY_SEARCH]) ||
	    number_parse_range(s + word, n - word, 1, BOT_SEARCH_MAX, &value) < 0)
		return -1;
	*policy = (struct bot_policy){ .kind = POLICY_SEARCH, .n = (uint32_t)value };
	return 0;
}
