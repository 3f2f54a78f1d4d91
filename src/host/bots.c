/*
 * What a bot plays.
 *
 * (B1) The choice reads the view of the seat, what the seat has seen, and public facts.
 * (B2) The seed has no time and no hash of a digest but the first.
 * (B3) A late policy that searches chooses as a bot would that has just sat down.
 */
#include "host/bots.h"

#include "bot/policy.h"
#include "seal/hash.h"
#include "text/orderline.h"
#include "util/mem.h"
#include "util/slice.h"

/* Returns the policy of the bot of a seat. */
static struct bot_policy
policy_of(const struct bot_seat *b)
{
	return (struct bot_policy){
		.kind = b->kind == BOT_SEARCH ? POLICY_SEARCH : POLICY_GREEDY,
		.revision = b->revision,
		.n = b->n,
	};
}

static bool
remembers(const struct bot_seat *b)
{
	return b->kind != BOT_NONE && bot_policy_remembers(policy_of(b));
}

bool
bots_remember(const struct bots *bots)
{
	for (unsigned i = 0; i < SEATS_MAX; i++)
		if (remembers(&bots->of[i]))
			return true;
	return false;
}

/* ---- the policy ------------------------------------------------------------------------------ */

bool
bots_is_known(const struct rules *rules, const struct bot_seat *b)
{
	const struct bot *bot = rules->bot;

	if (bot == NULL || bot->greedy == NULL)
		return false;
	return b->kind == BOT_GREEDY ? b->revision > 0 && b->revision <= bot->newest :
				       b->kind == BOT_SEARCH && bot->worth != NULL &&
		b->revision > 0 && b->revision <= bot->search_revision && b->n <= BOT_SEARCH_MAX;
}

int
bots_option(const char *s, const struct rules *rules, struct bot_seat *out, struct err *err)
{
	static const char word[] = "bot";
	struct bot_policy policy = { .kind = POLICY_GREEDY };
	const struct bot *bot = rules->bot;
	const char *colon = s + strlen(word);

	if (strncmp(s, word, strlen(word)) != 0 || (*colon != '\0' && *colon != ':'))
		return 0;
	if (*colon == ':' &&
	    (bot_policy_parse(colon + 1, strlen(colon + 1), &policy) < 0 ||
		policy.kind == POLICY_RANDOM))
		return err_set(err, ERR_USAGE,
		    "a bot is bot, bot:greedy, bot:greedy:2 or bot:search:N with N from 1 to %d, "
		    "not \"%s\"",
		    BOT_SEARCH_MAX, s);
	*out = (struct bot_seat){ .kind = BOT_GREEDY };
	if (bot != NULL && policy.kind == POLICY_SEARCH)
		*out = (struct bot_seat){ BOT_SEARCH, bot->search_revision, policy.n };
	else if (bot != NULL)
		out->revision = bot_policy_remembers(policy) ? bot->newest : bot->revision;
	return bots_is_known(rules, out) ?
	    1 :
	    err_set(err, ERR_USAGE, "%s has no such bot: \"%s\"", rules->name, s);
}

/* (B2) */
static struct hash
seed_of(const struct command *w)
{
	const struct host_state *hs = &w->hs;
	const char *seat = w->t.names.seat[hs->g.to_move];
	const struct le turn = le_encode(hs->g.turn);
	const unsigned char step = hs->g.phase == PHASE_WALK;
	struct hash_input part[SEATS_MAX + 4];
	unsigned n = 0;

	part[n++] = (struct hash_input){ w->t.zero.b, HASH_BYTES };
	for (unsigned i = 0; i < w->t.names.n && w->t.audited; i++)
		part[n++] = (struct hash_input){ hs->share[i].r, SECRET_BYTES };
	part[n++] = (struct hash_input){ seat, strlen(seat) };
	part[n++] = (struct hash_input){ turn.b, 4 };
	part[n++] = (struct hash_input){ &step, 1 };
	return hash_parts("adit/bot", part, n);
}

/* Scratch space of a choice. */
struct room {
	struct bot_search search;
	struct bot_memory memory;
	struct view v;
};

/* Returns the policy by which a program plays for the seat that is to move. */
static struct bot_seat
policy_now(const struct command *w)
{
	const char *late = w->t.clock.late;
	struct bot_seat b = w->t.clock.bots.of[w->hs.g.to_move];

	if (((unsigned)w->hs.bots >> w->hs.g.to_move & 1u) == 0)
		(void)bots_policy_parse(late, strlen(late), &b);
	return b;
}

/* Returns the memory of the seat that v shows, for which `room` is scratch space, or NULL. */
static const struct bot_memory *
memory_of(const struct command *w, const struct view *v, struct bot_memory *room)
{
	if (((unsigned)w->hs.bots >> v->seat & 1u) != 0)
		return w->memory != NULL ? &w->memory[v->seat] : NULL;
	bot_memory_begin(room, v); /* (B3) */
	return room;
}

int
bots_choose(const struct command *w, struct buf *line, struct err *err)
{
	const uint8_t seat = w->hs.g.to_move;
	const struct bot_seat b = policy_now(w);
	const struct hash seed = seed_of(w);
	struct buf words = BUF_INIT;
	struct room *room;
	struct rng_fast rng;
	struct order o;

	if (!bots_is_known(w->t.rules, &b)) {
		bots_policy_text(&b, &words);
		(void)err_set(err, ERR_PENDING, "this adit has no bot as that of %s: \"%s\"",
		    w->t.names.seat[seat], words.p);
		buf_release(&words);
		return err_hint(err, "another version of adit does");
	}
	room = mem_new(sizeof *room);
	game_view(&w->hs.g, seat, &room->v); /* (B1) */
	rng_fast_init(&rng, seed.b, 0);
	o = policy_order(policy_of(&b), &room->v, memory_of(w, &room->v, &room->memory), &rng.rng,
	    &room->search);
	orderline_sort(w->t.rules, &o);
	orderline_text(w->t.rules, &w->t.names, &o, line);
	seal_wipe(room, sizeof *room);
	free(room);
	return 0;
}

/* ---- what it has seen ------------------------------------------------------------------------ */

void
bots_learn(struct command *w, const struct events *ev)
{
	struct bot_policy policy[SEATS_MAX];
	struct bot_learning *room;

	if (w->memory == NULL || w->hs.g.phase == PHASE_SETUP)
		return;
	for (unsigned i = 0; i < SEATS_MAX; i++)
		policy[i] = policy_of(&w->t.clock.bots.of[i]);
	room = mem_new(sizeof *room);
	bot_policy_learn(policy, w->memory, &w->hs.g, ev, w->hs.n + 1, room);
	seal_wipe(room, sizeof *room);
	free(room);
}

void
bots_forget(struct command *w)
{
	if (w->memory != NULL)
		seal_wipe(w->memory, SEATS_MAX * sizeof *w->memory);
	free(w->memory);
	w->memory = NULL;
}
