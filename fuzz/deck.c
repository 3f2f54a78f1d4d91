/*
 * Custom decks. The first byte selects the rules set, the rest is a list of cards. A valid list has
 * one text, which reads to the same list. It suffices for a deal to any number of seats, and for a
 * game.
 */
#include <string.h>

#include "fuzz/fuzz.h"
#include "games/games.h"
#include "wire/deck.h"

enum { TURNS = 40 };

/* Checks that the text of the deck is a fixed point. */
static void
read_back(const struct house_deck *deck, const struct rules *base)
{
	static struct house_deck again;
	struct buf text = BUF_INIT, second = BUF_INIT;
	struct err err = ERR_INIT;

	deck_text(&deck->rules, "", &text);
	MUST(deck_parse(&again, base, buf_cstr(&text), text.n, &err) == 0);
	deck_text(&again.rules, "", &second);
	MUST(second.n == text.n && memcmp(second.p, text.p, text.n) == 0);
	buf_release(&text);
	buf_release(&second);
}

static void
play(const struct rules *rules, uint8_t seats, const uint8_t *p, size_t n)
{
	static struct order legal[LEGAL_MAX];
	static struct events ev;
	const struct options options = { 0 };
	const uint8_t seed[32] = { seats };
	struct rng_fast rng;
	struct game g;

	rng_fast_init(&rng, seed, 0);
	game_init(&g, rules, seats, &options);
	ev.n = 0;
	game_deal(&g, &rng.rng, &ev);
	for (size_t i = 0; i < TURNS && g.phase != PHASE_OVER; i++) {
		const size_t n_legal = game_legal(&g, legal, LEGAL_MAX);

		MUST(n_legal > 0);
		ev.n = 0;
		MUST(game_apply_all(&g, &legal[p[i % n] % n_legal], 1, &rng.rng, &ev,
			 &(unsigned){ 0 }) == VERDICT_OK);
		MUST(game_is_ok(&g));
	}
}

bool
fuzz_try(const uint8_t *p, size_t n)
{
	static struct house_deck deck;
	const struct rules *base;
	struct err err = ERR_INIT;
	unsigned n_rules = 0;

	while (rules_all[n_rules] != NULL)
		n_rules++;
	if (n == 0)
		return false;
	base = rules_all[p[0] % n_rules];
	if (deck_parse(&deck, base, (const char *)p + 1, n - 1, &err) < 0) {
		MUST(err.code == ERR_SYNTAX && err.msg[0] != '\0');
		return false;
	}
	read_back(&deck, base);
	play(&deck.rules, base->seats_min, p, n);
	play(&deck.rules, base->seats_max, p, n);
	return true;
}
