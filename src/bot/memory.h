#ifndef ADIT_BOT_MEMORY_H
#define ADIT_BOT_MEMORY_H

#include "core/bot.h"
#include "core/sample.h"

/*
 * What a seat remembers of a game: facts (core/knowledge.h) and what it believes about roles
 * (core/bot.h). It depends only on what the seat sees, so that the same digests give the same
 * memory anywhere. Start with zeroes.
 */
struct bot_memory {
	struct knowledge seen;
	struct bot_belief belief;
};

/* Sets a memory that has only what the view shows. */
void bot_memory_begin(struct bot_memory *m, const struct view *v);

/* Adds what one digest reveals. `after`, `ev` and n as for knowledge_learn. */
void bot_memory_learn(
    struct bot_memory *m, const struct view *after, const struct events *ev, int64_t n);

/* Adds only what it shows about roles. `last` as for the member `infer`. */
void bot_memory_believe(struct bot_memory *m, const struct view *after, const struct events *ev,
    struct bot_board *last);

/*
 * Samples states as a seat may imagine them: as game_sample does, but roles by belief. A state
 * with the roles r has the weight 2^(sum / 4), where sum adds the leans of the seats that have a
 * suspected role in r and a hidden one in the view. v and m must stay valid.
 */
struct bot_sampler {
	struct sampler sampler;
	const struct bot_memory *memory;
	uint16_t hidden; /* bits of the seats whose role is hidden */
	int most;        /* upper bound of the sum */
};

/* Both return false if no state fits. */
bool bot_sampler_init(struct bot_sampler *s, const struct view *v, const struct bot_memory *m);
bool bot_sampler_draw(const struct bot_sampler *s, struct rng *rng, struct game *out);

#endif
