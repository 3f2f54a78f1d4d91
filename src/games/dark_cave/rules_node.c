/*
 * Cached spaces: one node each, with the nodes one step away. So a search only follows numbers, or
 * takes all nodes one step away at once.
 *
 * (N1) While board.cache_valid each space, and each edge of a face-down goal, has a node. Its steps are
 * those of the cards and the webs (node_is_ok), in the order of (F2).
 * (N2) A step goes both ways. cache->ends has the face-down goals and exits, which have no way on.
 * (N3) Level i of a search has the nodes whose shortest way has i steps. No node is on two levels.
 */
#include <assert.h>
#include <string.h>

#include "core/bits.h"
#include "games/dark_cave/cave.h"

/* ---- sets ---- */

static inline void
load_set(uint64_t word[static NODE_WORDS], const struct cave_nodes *set)
{
	memcpy(word, set, sizeof *set);
}

static inline uint64_t
bit_of(unsigned node)
{
	return UINT64_C(1) << node % 64;
}

static inline bool
has(const uint64_t word[static NODE_WORDS], unsigned node)
{
	return (word[node / 64] >> node % 64 & 1) != 0;
}

/* Returns the first node of a non-empty set. */
static inline unsigned
first_of(const uint64_t word[static NODE_WORDS])
{
	return word[0] != 0 ? bits_first(word[0]) : 64 + bits_first(word[1]);
}

/* Writes only one word: a partial write followed by a full read would stall. */
static void
set_node(struct cave_nodes *set, unsigned node, bool is)
{
	uint8_t *at = &set->byte[node / 64 * sizeof(uint64_t)];
	uint64_t word;

	memcpy(&word, at, sizeof word);
	word &= ~bit_of(node);
	word |= is ? bit_of(node) : 0;
	memcpy(at, &word, sizeof word);
}

/* ---- nodes ---- */

/* Returns the parts that can be entered. */
static unsigned
parts_of(const struct cave_card *card)
{
	return card->parts != 0 ?
	    card->parts :
	    (unsigned)(PART_BIT(PART_N) | PART_BIT(PART_E) | PART_BIT(PART_S) | PART_BIT(PART_W));
}

/* Returns the edges that a part has steps across. */
static unsigned
edges_of(const struct cave_card *card, unsigned part)
{
	return card->parts != 0 ? card->edges[part] : (unsigned)EDGE_BIT(part - PART_N);
}

/* Returns the index of the first step across an edge. */
static unsigned
first_step(const struct cave_card *card, unsigned part)
{
	return cave_count_parts(card->link[part]);
}

void
cave_nodes_clear(struct cave_cache *cache)
{
	cache->n_node = 1;
	cache->node[0] = (struct cave_node){ .climbs = 0 };
	cache->ends = (struct cave_nodes){ { 0 } };
}

bool
cave_add_nodes(struct cave_cache *cache, struct cave_card *card, const struct cell *cell)
{
	const unsigned parts = parts_of(card);

	if (cache->n_node + cave_count_parts(parts) > CACHE_NODES)
		return false;
	for (unsigned part = 0; part < PARTS; part++) {
		card->node[part] = cache->n_node;
		cache->n_node = (uint8_t)(cache->n_node + (parts >> part & 1));
	}
	for (unsigned left = parts; left != 0; left &= left - 1) {
		const unsigned part = cave_first_part(left), number = card->node[part];
		struct cave_node *node = &cache->node[number];
		unsigned n = 0;

		*node = (struct cave_node){ .at = { cell->x, cell->y, (uint8_t)part } };
		node->climbs = part == card->home && cave_card_has(card, FEATURE_LADDER);
		set_node(&cache->ends, number, (card->ends >> part & 1) != 0);
		if (first_step(card, part) + cave_count_edges(edges_of(card, part)) > NODE_STEPS)
			return false;
		for (unsigned links = card->link[part]; links != 0; links &= links - 1) {
			const unsigned to = card->node[cave_first_part(links)];

			node->next[n++] = (uint8_t)to;
			set_node(&node->all, to, true);
		}
	}
	return true;
}

/* Returns the entry of the step across an edge that has a part. */
static uint8_t *
step_at(struct cave_cache *cache, const struct cave_card *card, unsigned e)
{
	const unsigned part = card->at_edge[e];

	return &cache->node[card->node[part]].next[first_step(card, part) +
	    cave_count_edges(edges_of(card, part) & (EDGE_BIT(e) - 1u))];
}

static void
step_across(struct cave_cache *cache, const struct cave_card *a, unsigned e, unsigned to)
{
	struct cave_node *node = &cache->node[a->node[a->at_edge[e]]];
	uint8_t *step = step_at(cache, a, e);

	if (*step != 0)
		set_node(&node->all, *step, node->climbs && cache->node[*step].climbs);
	*step = (uint8_t)to;
	if (to != 0)
		set_node(&node->all, to, true);
}

void
cave_nodes_connect(
    struct cave_cache *cache, const struct cave_card *a, unsigned e, const struct cave_card *b)
{
	const unsigned from = a->at_edge[e], to = b->at_edge[e ^ 2u];

	if (from == PARTS || to == PARTS)
		return;
	step_across(cache, a, e, b->node[to]);
	step_across(cache, b, e ^ 2u, a->node[from]);
}

void
cave_nodes_disconnect(struct cave_cache *cache, const struct cave_card *card, unsigned e)
{
	if (card->at_edge[e] != PARTS)
		step_across(cache, card, e, 0);
}

void
cave_nodes_set_ladder(struct cave_cache *cache, unsigned node, bool is)
{
	for (unsigned i = 0; i < cache->n_ladder; i++) {
		const unsigned other = cache->rung[i];

		if (other == node)
			continue;
		set_node(&cache->node[node].all, other, is);
		set_node(&cache->node[other].all, node, is);
	}
}

void
cave_nodes_set_web(struct game *g, const struct cave_web *w, bool is)
{
	struct cave_cache *cache = &cave_own(g)->kept;
	const unsigned here = cave_at(g, w->x, w->y),
		       there = cave_at(g, w->x + edge_dx[w->edge], w->y + edge_dy[w->edge]);

	if (!g->board.cache_valid || here == CELL_NONE || there == CELL_NONE)
		return;
	if (!is) {
		cave_nodes_connect(cache, &cache->card[here], w->edge, &cache->card[there]);
		return;
	}
	cave_nodes_disconnect(cache, &cache->card[here], w->edge);
	cave_nodes_disconnect(cache, &cache->card[there], w->edge ^ 2u);
}

/* True if `all` of the node equals its steps. */
static bool
set_is_ok(const struct cave_cache *cache, unsigned number)
{
	const struct cave_node *node = &cache->node[number];
	uint64_t all[NODE_WORDS], made[NODE_WORDS] = { 0 };

	load_set(all, &node->all);
	for (unsigned k = 0; k < NODE_STEPS; k++)
		if (node->next[k] != 0)
			made[node->next[k] / 64] |= bit_of(node->next[k]);
	for (unsigned i = 0; node->climbs && i < cache->n_ladder; i++)
		if (cache->rung[i] != number)
			made[cache->rung[i] / 64] |= bit_of(cache->rung[i]);
	return memcmp(all, made, sizeof all) == 0;
}

/* (N1) Compares a node with the cards and webs. */
static bool
node_is_ok(const struct game *g, unsigned cell, unsigned part)
{
	const struct cave_cache *cache = &cave_own(g)->kept;
	const struct cave_card *card = &cache->card[cell];
	const struct cell *c = &g->board.cell[cell];
	const unsigned number = card->node[part];
	const struct cave_node *node = &cache->node[number];
	uint64_t ends[NODE_WORDS];
	unsigned n = 0;

	load_set(ends, &cache->ends);
	if (number == 0 || number >= cache->n_node || !set_is_ok(cache, number) ||
	    !spot_same(node->at, (struct spot){ c->x, c->y, (uint8_t)part }) ||
	    has(ends, number) != ((card->ends >> part & 1) != 0) ||
	    (node->climbs != 0) != (part == card->home && cave_card_has(card, FEATURE_LADDER)))
		return false;
	for (unsigned to = 0; to < PARTS; to++)
		if ((card->link[part] >> to & 1) != 0 && node->next[n++] != card->node[to])
			return false;
	for (unsigned e = 0; e < EDGES; e++) {
		const unsigned j = cave_at(g, c->x + edge_dx[e], c->y + edge_dy[e]);
		unsigned to = 0;

		if ((edges_of(card, part) & EDGE_BIT(e)) == 0)
			continue;
		if (j != CELL_NONE && cache->card[j].at_edge[e ^ 2u] != PARTS &&
		    cave_web_at(g, c->x, c->y, e) == WEB_NONE)
			to = cache->card[j].node[cache->card[j].at_edge[e ^ 2u]];
		if (node->next[n++] != to)
			return false;
	}
	for (; n < NODE_STEPS; n++)
		if (node->next[n] != 0)
			return false;
	return true;
}

bool
cave_nodes_are_same(const struct game *g, const struct game *made)
{
	const struct cave_cache *cache = &cave_own(g)->kept, *as = &cave_own(made)->kept;

	if (cache->n_node == as->n_node &&
	    memcmp(cache->node, as->node, cache->n_node * sizeof cache->node[0]) == 0 &&
	    memcmp(&cache->ends, &as->ends, sizeof cache->ends) == 0 &&
	    memcmp(cache->rung, as->rung, cache->n_ladder) == 0 &&
	    memcmp(cache->hole, as->hole, cache->n_hole) == 0)
		return true; /* even the numbers are equal, as after a build */
	for (unsigned i = 0; i < cache->n_ladder; i++)
		if (!spot_same(cache->node[cache->rung[i]].at, as->node[as->rung[i]].at))
			return false;
	for (unsigned i = 0; i < cache->n_hole; i++)
		if (!spot_same(cache->node[cache->hole[i]].at, as->node[as->hole[i]].at))
			return false;
	for (unsigned i = 0; i < g->board.n; i++)
		for (unsigned part = 0; part < PARTS; part++)
			if ((parts_of(&cache->card[i]) >> part & 1) != 0 && !node_is_ok(g, i, part))
				return false;
	return true;
}

/* ---- search ---- */

static void
add_to(uint64_t word[static NODE_WORDS], unsigned node)
{
	word[node / 64] |= bit_of(node);
}

/* Adds a node without a branch, so that the set may stay in registers. */
static inline void
add_at_once(uint64_t word[static NODE_WORDS], unsigned node)
{
	const uint64_t in_high = 0u - (uint64_t)(node >= 64);

	word[0] |= bit_of(node) & ~in_high;
	word[1] |= bit_of(node) & in_high;
}

void
cave_reach_for(struct cave_reach *r, const struct game *g, bool dwarf)
{
	const struct cave_state *cave = cave_own(g);
	static const struct cave_nodes none;
	uint64_t ends[NODE_WORDS];

	r->kept = &cave->kept;
	r->dwarf = dwarf;
	load_set(ends, &cave->kept.ends);
	load_set(r->shut, dwarf ? &none : &cave->kept.ends);
	load_set(r->before, &none);
	load_set(r->all, &none);
	for (unsigned k = 0; k < CREATURES && dwarf; k++)
		if (cave->creature[k].owner != SEAT_NONE)
			add_at_once(ends, cave_node_at(r->kept, cave->creature[k].at));
	for (unsigned s = 0; s < g->n_seats && !dwarf; s++)
		if (!cave->seat[s].out)
			add_at_once(ends, cave_node_at(r->kept, cave->seat[s].at));
	r->ends[0] = ends[0];
	r->ends[1] = ends[1];
}

/* Computes all nodes one step away from a set. */
static inline void
step_on(const struct cave_cache *cache, const uint64_t from[static NODE_WORDS],
    uint64_t to[static NODE_WORDS])
{
	uint64_t low = from[0], high = from[1], all[NODE_WORDS] = { 0 };

	while ((low | high) != 0) {
		const uint64_t word = low != 0 ? low : high;
		const struct cave_node *node =
		    &cache->node[bits_first(word) + (low != 0 ? 0u : 64u)];
		uint64_t more[NODE_WORDS];

		high = low != 0 ? high : high & (high - 1);
		low &= low - 1; /* leaves 0 at 0 */
		load_set(more, &node->all);
		all[0] |= more[0];
		all[1] |= more[1];
	}
	to[0] = all[0];
	to[1] = all[1];
}

/* Searches level by level, until a node of `to` is reached. Returns the number of steps. */
static inline unsigned
spread(struct cave_reach *r, unsigned from, const uint64_t to[static NODE_WORDS], unsigned steps)
{
	const uint64_t in_high = 0u - (uint64_t)(from >= 64);
	uint64_t all[NODE_WORDS] = { bit_of(from) & ~in_high, bit_of(from) & in_high };
	uint64_t level[NODE_WORDS], next[NODE_WORDS];
	unsigned taken = 0;

	assert(steps <= REACH_STEPS);
	r->level[0][0] = all[0];
	r->level[0][1] = all[1];
	load_set(next, &r->kept->node[from].all);
	while (taken < steps) {
		level[0] = next[0] & ~all[0] & ~r->shut[0];
		level[1] = next[1] & ~all[1] & ~r->shut[1];
		all[0] |= level[0];
		all[1] |= level[1];
		taken++;
		r->level[taken][0] = level[0];
		r->level[taken][1] = level[1];
		if (taken == steps || ((level[0] & to[0]) | (level[1] & to[1])) != 0)
			break;
		level[0] &= ~r->ends[0];
		level[1] &= ~r->ends[1];
		step_on(r->kept, level, next);
	}
	r->all[0] = all[0];
	r->all[1] = all[1];
	r->steps = taken;
	return taken;
}

unsigned
cave_reach_from(struct cave_reach *r, unsigned from, unsigned steps)
{
	static const uint64_t nowhere[NODE_WORDS];

	r->before[0] |= r->all[0];
	r->before[1] |= r->all[1];
	(void)spread(r, from, nowhere, steps);
	r->before[from / 64] &= ~bit_of(from); /* the start always counts */
	return bits_count(r->all[0] & ~r->before[0]) + bits_count(r->all[1] & ~r->before[1]);
}

unsigned
cave_reach_to(struct cave_reach *r, unsigned from, unsigned to, unsigned steps)
{
	uint64_t only[NODE_WORDS] = { 0 };
	unsigned taken;

	add_to(only, to);
	taken = spread(r, from, only, steps);
	return has(r->level[taken], to) ? taken : 0;
}

/* Appends a node to the list if it is left on the level. Branch-free: the branch would be
 * mispredicted. */
static inline unsigned
append_if_left(uint64_t left[static NODE_WORDS], uint8_t *at, unsigned n, unsigned node)
{
	const uint64_t bit = bit_of(node), in_high = 0u - (uint64_t)(node >= 64);
	const unsigned is = (((in_high & left[1]) | (~in_high & left[0])) & bit) != 0;

	at[n] = (uint8_t)node;
	left[0] &= ~(bit & ~in_high);
	left[1] &= ~(bit & in_high);
	return n + is;
}

/* Appends the nodes of a level, about max, reached from at[from..to-1]. Returns the new length. */
static unsigned
list_level(const struct cave_reach *r, unsigned level, uint8_t *at, unsigned from, unsigned to,
    unsigned max)
{
	const struct cave_cache *cache = r->kept;
	uint64_t left[NODE_WORDS] = { r->level[level][0], r->level[level][1] };
	unsigned n = to;

	for (unsigned i = from; i < to && n < max && (left[0] | left[1]) != 0; i++) {
		const struct cave_node *node = &cache->node[at[i]];

		if (level > 1 && has(r->ends, at[i]))
			continue;
		n = append_if_left(left, at, n, node->next[0]);
		n = append_if_left(left, at, n, node->next[1]);
		n = append_if_left(left, at, n, node->next[2]);
		n = append_if_left(left, at, n, node->next[3]);
		for (unsigned k = 0; node->climbs && k < cache->n_ladder; k++)
			n = append_if_left(left, at, n, cache->rung[k]);
	}
	return n;
}

unsigned
cave_reach_list(const struct cave_reach *r, unsigned max, uint8_t at[static CACHE_NODES + 1])
{
	const bool is_first = (r->before[0] | r->before[1]) == 0;
	unsigned from = 0, to = 1, n = 0;

	at[0] = (uint8_t)first_of(r->level[0]);
	for (unsigned level = 1; level <= r->steps && (to < max || !is_first); level++) {
		n = list_level(r, level, at, from, to, is_first ? max : (unsigned)CACHE_NODES);
		from = to;
		to = n;
	}
	if (is_first)
		return to < max ? to : max;
	n = 0;
	for (unsigned i = 0; i < to && n < max; i++) {
		at[n] = at[i];
		n += !has(r->before, at[i]);
	}
	return n;
}

unsigned
cave_reach_steps(const struct cave_reach *r, unsigned node)
{
	unsigned steps = 0;

	while (!has(r->level[steps], node))
		steps++;
	return steps;
}

/* Computes the nodes that lead to a node on level k. */
static inline void
find_predecessors(
    const struct cave_reach *r, unsigned node, unsigned k, uint64_t from[static NODE_WORDS])
{
	load_set(from, &r->kept->node[node].all);
	for (unsigned word = 0; word < NODE_WORDS; word++)
		from[word] &= r->level[k - 1][word] & (k > 1 ? ~r->ends[word] : ~UINT64_C(0));
}

/* True if the node may have a cost (cave_step_cost). */
static bool
may_cost(const struct cave_cache *cache, unsigned node)
{
	const struct spot at = cache->node[node].at;

	return (cave_card_has_at(&cache->card[cache->at[cave_place_of(at.x, at.y)]], at.part) &
		   (FEATURE_BRIDGE | FEATURE_TUNNEL)) != 0;
}

/* Computes on[k], the nodes after k steps of any shortest way. Returns false if one of them may
 * have a cost. */
static bool
find_ways(const struct cave_reach *r, unsigned to, unsigned steps,
    uint64_t on[static REACH_STEPS + 1][NODE_WORDS])
{
	memset(on, 0, (steps + 1) * sizeof on[0]);
	add_to(on[steps], to);
	for (unsigned k = steps; k > 0; k--) {
		uint64_t left[NODE_WORDS] = { on[k][0], on[k][1] };

		while ((left[0] | left[1]) != 0) {
			const unsigned node = first_of(left);
			uint64_t from[NODE_WORDS];

			if (r->dwarf && may_cost(r->kept, node))
				return false;
			find_predecessors(r, node, k, from);
			on[k - 1][0] |= from[0];
			on[k - 1][1] |= from[1];
			left[node / 64] &= left[node / 64] - 1;
		}
	}
	return true;
}

/* Returns the node of a set whose name is first. */
static unsigned
first_named(const struct cave_cache *cache, const uint64_t set[static NODE_WORDS])
{
	uint64_t left[NODE_WORDS] = { set[0], set[1] };
	unsigned first = first_of(left);

	while ((left[0] | left[1]) != 0) {
		const unsigned node = first_of(left);

		if (spot_compare(cache->node[node].at, cache->node[first].at) < 0)
			first = node;
		left[node / 64] &= left[node / 64] - 1;
	}
	return first;
}

/* Writes the first way by name, if no way has a cost; else returns 0. */
static unsigned
first_way(
    const struct cave_reach *r, unsigned to, unsigned steps, struct spot way[static ORDER_SPOTS])
{
	uint64_t on[REACH_STEPS + 1][NODE_WORDS];
	unsigned at = first_of(r->level[0]);

	if (!find_ways(r, to, steps, on))
		return 0;
	for (unsigned k = 1; k <= steps; k++) {
		uint64_t next[NODE_WORDS];

		load_set(next, &r->kept->node[at].all);
		next[0] &= on[k][0];
		next[1] &= on[k][1];
		at = first_named(r->kept, next);
		way[k - 1] = r->kept->node[at].at;
	}
	return steps;
}

unsigned
cave_reach_way(
    const struct cave_reach *r, unsigned to, unsigned steps, struct spot way[static ORDER_SPOTS])
{
	unsigned at = to;

	for (unsigned k = steps; k > 0; k--) {
		uint64_t from[NODE_WORDS];

		way[k - 1] = r->kept->node[at].at;
		find_predecessors(r, at, k, from);
		if ((from[0] != 0 && from[1] != 0) || (from[0] & (from[0] - 1)) != 0 ||
		    (from[1] & (from[1] - 1)) != 0)
			return first_way(r, to, steps, way);
		at = first_of(from);
	}
	return steps;
}
