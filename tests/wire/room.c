#include <criterion/criterion.h>
#include <stdlib.h>

#include "bot/policy.h"
#include "few.h"
#include "games/games.h"
#include "seal/seal.h"
#include "text/options.h"
#include "util/mem.h"
#include "wire/position.h"
#include "wire/private_view.h"

/*
 * No private view is longer than the length computed from the public view. Plays whole games of
 * every rules set, number of seats and mix of options. Each state is made worse for every seat: the
 * longest names, the longest notes, all goals seen and all roles known, hands and openings of the
 * longest cards.
 */

struct search {
	const struct rules *rules;
	struct digest d;
	struct game g;
	struct events ev;
	struct order legal[LEGAL_MAX];
	struct rng_fast deal, choice;
	size_t views, most; /* largest used per cent of its room by a view */
	char options[200];
};

enum worse { AS_IT_IS, LONGEST_HAND, ALL_KNOWN, WORSES };

static uint32_t
pick(struct search *w, uint32_t n)
{
	return rng_draw(&w->choice.rng, n);
}

/* ---- a state made worse -------------------------------------------------------------------------- */

static size_t
length_of(const struct rules *rules, card_id card)
{
	char name[CARD_NAME_MAX];

	card_name(rules, card, name);
	return strlen(name);
}

/* Returns the card of these classes with the nth longest name, copies counted. */
static card_id
longest(const struct rules *rules, unsigned classes, unsigned n)
{
	for (size_t length = CARD_NAME_MAX; length > 0; length--) {
		for (card_id c = 0; c < rules->n_cards; c++) {
			if ((classes >> rules->card[c].class & 1u) == 0 ||
			    length_of(rules, c) != length)
				continue;
			if (n < rules->card[c].copies)
				return c;
			n -= rules->card[c].copies;
		}
	}
	return CARD_HIDDEN;
}

enum { HAND = 1 << CARD_PATH | 1 << CARD_ACTION };

/* Replaces the cards in events that the seat saw. */
static void
worsen_events(const struct rules *rules, uint8_t seat, struct events *ev)
{
	unsigned n = 0;

	for (uint32_t i = 0; i < ev->n; i++) {
		struct event *e = &ev->at[i];
		unsigned class = e->card < rules->n_cards ? rules->card[e->card].class : CARD_PATH;

		if (e->seen_by == SEEN_ALL || e->seat != seat || e->card >= rules->n_cards)
			continue;
		if ((HAND >> class & 1u) != 0)
			e->card = longest(rules, HAND, n++);
		else
			e->card = longest(rules, 1u << class, 0);
	}
}

static void
worsen_hand(struct game *g, uint8_t seat)
{
	struct seat *s = &g->seat[seat];

	for (unsigned i = 0; i < s->n_hand; i++)
		s->hand[i] = longest(g->rules, HAND, i);
}

static void
know_all(struct game *g, uint8_t seat)
{
	struct seat *s = &g->seat[seat];

	s->n_seen = 0;
	for (unsigned i = 0; i < g->board.n && s->n_seen < SEEN_MAX; i++) {
		struct cell *c = &g->board.cell[i];

		if ((c->flags & CELL_DOWN) == 0)
			continue;
		c->card = longest(g->rules, 1u << CARD_GOAL, s->n_seen);
		s->seen[s->n_seen++] = (struct place){ c->x, c->y };
	}
	if (s->role == CARD_NONE)
		return;
	s->knows = (uint16_t)(((1u << g->n_seats) - 1) & ~(1u << seat));
	for (unsigned i = 0; i < g->n_seats; i++)
		g->seat[i].role = longest(g->rules, 1u << CARD_ROLE, 0);
}

/* ---- its view ------------------------------------------------------------------------------------ */

static void
open_one(struct leaf_openings *o, int64_t n, enum pile pile, card_id card)
{
	o->at[o->n++] = (struct leaf_opening){
		.n = n, .round = 3, .pile = (uint8_t)pile, .index = 199, .card = card
	};
	o->most[pile]++;
}

/* Opens everything that the seat knows, as leaves of the newest digest. */
static void
open_all(const struct game *g, uint8_t seat, int64_t n, struct leaf_openings *o)
{
	const struct seat *s = &g->seat[seat];

	*o = (struct leaf_openings){ .n = 0 };
	for (unsigned i = 0; i < s->n_hand; i++)
		open_one(o, n, PILE_DECK, s->hand[i]);
	if (s->role != CARD_NONE)
		open_one(o, n, PILE_ROLES, s->role);
	for (unsigned i = 0; i < g->n_seats; i++)
		if ((s->knows >> i & 1) != 0)
			open_one(o, n, PILE_ROLES, g->seat[i].role);
	for (unsigned i = 0; i < s->n_seen; i++) {
		unsigned c = board_find(&g->board, s->seen[i].x, s->seen[i].y);

		open_one(o, n, PILE_GOALS, g->board.cell[c].card);
	}
	for (unsigned i = 0; i < s->n_gold; i++) /* gold of The Duel is public, and is in no pile */
		if (game_card(g, s->gold_card[i])->class == CARD_GOLD)
			open_one(o, n, PILE_GOLD, s->gold_card[i]);
}

/* A position that shares parts of the public one equals the one written alone. */
static void
check_beside(const struct search *w, const struct view *v)
{
	json_t *all = position_json(&w->d.pub, &w->d.names, POSITION_BRIEF);
	json_t *mine = position_json_shared(v, &w->d.names, POSITION_BRIEF, &w->d.pub, all);
	json_t *alone = position_json(v, &w->d.names, POSITION_BRIEF);
	char *is = json_dumps(mine, JSON_COMPACT), *should = json_dumps(alone, JSON_COMPACT);

	cr_assert_str_eq(
	    is, should, "%s, turn %u, seat %u", w->rules->name, v->known.turn, v->seat);
	free(is);
	free(should);
	json_decref(alone);
	json_decref(mine);
	json_decref(all);
}

static void
check_view(
    struct search *w, const struct game *g, const struct events *ev, uint8_t seat, enum worse worse)
{
	struct private_view *v = mem_zero(1, sizeof *v);
	struct leaf_openings *o = mem_new(sizeof *o);
	int64_t seen_n[SEEN_MAX];
	struct private_view_content news = { .ev = ev, .seen_n = seen_n, .open = o };
	struct private_view_public p = {
		.d = &w->d, .seat = seat, .roles = g->seat[seat].knows, .ev = ev, .open = o->most
	};
	struct buf out = BUF_INIT;
	size_t room;

	note_add(&news.notes, (struct note){ .kind = NOTE_UNPLAYABLE });
	for (unsigned i = 0; i < SEEN_MAX; i++)
		seen_n[i] = w->d.n;
	v->n = w->d.n;
	v->seq = v->seq_any = v->seq_open = (INT64_C(1) << 40) - 1;
	v->has_queued_next = v->has_queued_every = true;
	memcpy(v->game, w->d.game, sizeof v->game);
	memset(v->to, 'a', AGE_TEXT);
	(void)snprintf(v->seat, sizeof v->seat, "%s", names_seat(&w->d.names, seat));
	game_view(g, seat, &v->view);
	game_view(g, SEAT_NONE, &w->d.pub);
	open_all(g, seat, w->d.n, o);
	check_beside(w, &v->view);
	private_view_text(v, &w->d.names, &w->d.pub, &news, &out);
	room = private_view_max_len(&p);
	cr_assert_leq(out.n + DIGEST_SIG_TEXT, room,
	    "%s%s, %u seats, turn %u, seat %u, worse %d: %zu of %zu:\n%s", w->rules->name,
	    w->options, g->n_seats, g->turn, seat, (int)worse, out.n + DIGEST_SIG_TEXT, room,
	    out.p);
	w->views++;
	if ((out.n + DIGEST_SIG_TEXT) * 100 / room > w->most)
		w->most = (out.n + DIGEST_SIG_TEXT) * 100 / room;
	buf_release(&out);
	free(o);
	free(v);
}

static void
check_state(struct search *w)
{
	for (uint8_t s = 0; s < w->g.n_seats; s++) {
		for (unsigned worse = AS_IT_IS; worse < WORSES; worse++) {
			struct game g = w->g;
			struct events ev = w->ev;

			if (worse != AS_IT_IS && s != w->g.to_move && pick(w, 4) > 0)
				continue;
			if (worse >= LONGEST_HAND) {
				worsen_hand(&g, s);
				worsen_events(g.rules, s, &ev);
			}
			if (worse >= ALL_KNOWN)
				know_all(&g, s);
			check_view(w, &g, &ev, s, (enum worse)worse);
		}
	}
}

/* ---- games --------------------------------------------------------------------------------------- */

static void
begin(struct search *w, unsigned number)
{
	uint8_t seed[32] = { 'r', 'o', 'o', 'm', (uint8_t)number, (uint8_t)(number >> 8) };
	unsigned seats = w->rules->seats_min +
	    number % (unsigned)(w->rules->seats_max - w->rules->seats_min + 1);
	struct options options = { 0 };
	struct err err = ERR_INIT;
	size_t at = 0;

	rng_fast_init(&w->deal, seed, w->rules->id);
	rng_fast_init(&w->choice, seed, ~(uint64_t)w->rules->id);
	rng_open(&w->choice.rng, 1, RNG_FIRST);
	w->d = (struct digest){ .n = 99998, .names = { .n = 0 } };
	memset(w->d.game, 'g', sizeof w->d.game - 1);
	for (unsigned i = 0; i < seats; i++) {
		char name[NAME_MAX_LEN + 1];

		(void)snprintf(name, sizeof name, "%c-with-the-long-name", (char)('a' + (int)i));
		cr_assert_eq(names_add(&w->d.names, name, strlen(name), &err), 0, "%s", err.msg);
	}
	w->options[0] = '\0';
	for (const struct option_row *row = w->rules->options; row != NULL && row->name != NULL;
	     row++) {
		unsigned value = pick(w, row->word[2] != NULL ? 3 : 2);

		if (row->word[1] == NULL || strcmp(row->name, "rounds") == 0)
			continue;
		options.at[row->at] = (uint8_t)value;
		at += (size_t)snprintf(
		    w->options + at, sizeof w->options - at, " %s=%s", row->name, row->word[value]);
	}
	game_init(&w->g, w->rules, (uint8_t)seats, &options);
	w->ev.n = 0;
	game_deal(&w->g, &w->deal.rng, &w->ev);
}

static void
play(struct search *w, unsigned number)
{
	struct view *v = mem_new(sizeof *v);

	begin(w, number);
	while (w->g.phase != PHASE_OVER) {
		size_t n = game_legal(&w->g, w->legal, LEGAL_MAX);
		struct order o;

		check_state(w);
		game_view(&w->g, w->g.to_move, v);
		o = w->legal[policy_choose(number % 3 == 0 ? POLICY_RANDOM : POLICY_GREEDY, v,
		    w->legal, n, &w->choice.rng)];
		if (pick(w, 80) == 0)
			o = (struct order){ .kind = ORDER_RESIGN, .seat = w->g.to_move };
		w->ev.n = 0;
		w->d.n++;
		game_play(&w->g, &o, &w->deal.rng, &w->ev);
	}
	check_state(w);
	free(v);
}

static void
search(const struct rules *rules, unsigned games)
{
	struct search *w = mem_zero(1, sizeof *w);
	const bool some = is_quick();

	w->rules = rules;
	for (unsigned i = 0; i < few(games); i++)
		play(w, i);
	cr_log_info("%s: %zu views, at most %zu %%", rules->name, w->views, w->most);
	cr_expect_gt(w->views, some ? 100 : 2000, "%s: %zu views", rules->name, w->views);
	cr_expect_gt(w->most, some ? 50 : 90, "%s: room is wasted: %zu %%", rules->name, w->most);
	free(w);
}

Test(room, no_view_of_saboteur_is_longer)
{
	search(&rules_saboteur, 8);
}

Test(room, no_view_of_saboteur2_is_longer)
{
	search(&rules_saboteur2, 11);
}

Test(room, no_view_of_the_duel_is_longer)
{
	search(&rules_duel, 6);
}

Test(room, no_view_of_the_dark_cave_is_longer)
{
	search(&rules_dark_cave, 7);
}

/* ---- a view without room ----------------------------------------------------------------------- */

Test(room, a_list_that_is_left_out_is_a_lie_only_where_it_would_have_fitted)
{
	struct search *w = mem_zero(1, sizeof *w);
	struct private_view *v = mem_zero(1, sizeof *v), *is = mem_new(sizeof *is);
	struct digest_events *mine = mem_zero(1, sizeof *mine);
	struct private_view_content news = { .left_out = VIEW_CAN };
	struct private_view_spans sp;
	struct buf text = BUF_INIT, sig64 = BUF_INIT;
	const unsigned char sig[MINISIGN_BYTES] = { 'E' };
	struct err err = ERR_INIT;
	size_t can, whole;

	w->rules = &rules_saboteur;
	begin(w, 2);
	w->d.games = rules_all;
	v->n = w->d.n;
	v->seq = v->seq_any = v->seq_open = 1;
	v->game[0] = v->to[0] = 'g';
	(void)snprintf(v->seat, sizeof v->seat, "%s", names_seat(&w->d.names, w->g.to_move));
	game_view(&w->g, w->g.to_move, &v->view);
	game_view(&w->g, SEAT_NONE, &w->d.pub);
	can = private_view_len_orders(&v->view, &w->d.names);
	private_view_text(v, &w->d.names, &w->d.pub, &news, &text);
	seal_base64(sig, sizeof sig, &sig64);
	digest_sig_text(sig64.p, &text);
	whole = text.n;
	for (unsigned fits = 0; fits < 2; fits++) {
		const char *lie;

		text.n = whole;
		buf_fill(&text, '\n', can - 1 + fits);
		cr_assert_eq(private_view_split(text.p, text.n, &sp, &err), 0, "%s", err.msg);
		cr_assert_eq(private_view_parse(text.p, &sp, &w->d, is, &err), 0, "%s", err.msg);
		lie = private_view_check_rewrite(text.p, &sp, is, &w->d, mine);
		cr_expect((lie != NULL) == (fits == 1), "%u: %s", fits, lie);
	}
	buf_release(&text);
	buf_release(&sig64);
	free(mine);
	free(is);
	free(v);
	free(w);
}
