#include <criterion/criterion.h>

#include "core/pack.h"
#include "core/transition.h"
#include "text/duel_aid.h"
#include "text/eventline.h"
#include "text/orderline.h"
#include "text/verdict.h"
#include "games/games.h"

struct names duel_names;

static card_id
card_of(const char *kind, size_t n)
{
	card_id card = card_find(&rules_duel, kind, n);

	cr_assert_neq(card, CARD_NONE, "no card %.*s", (int)n, kind);
	return card;
}

static size_t
word_end(const char *s)
{
	return strcspn(s, " ;");
}

/* Adds one cell of a board text. Returns the end of its text. */
static const char *
put_cell(struct game *g, const char *s)
{
	static const struct {
		const char *word;
		uint8_t flag;
	} flag[] = { { "flipped", CELL_FLIPPED }, { "down", CELL_DOWN },
		{ "green", CELL_TOKEN_GREEN }, { "blue", CELL_TOKEN_BLUE }, { "key", CELL_KEY } };
	struct cell c = { 0 };
	size_t n = word_end(s);
	int x, y;

	c.card = card_of(s, n);
	s += n + 1;
	n = word_end(s);
	cr_assert_eq(place_parse(s, n, &x, &y), 0, "no place: %s", s);
	c.x = (int8_t)x;
	c.y = (int8_t)y;
	for (s += n; *s == ' '; s += n) {
		s++;
		n = word_end(s);
		for (size_t i = 0; i < sizeof flag / sizeof flag[0]; i++)
			if (strlen(flag[i].word) == n && memcmp(flag[i].word, s, n) == 0)
				c.flags |= flag[i].flag;
	}
	if ((c.flags & (CELL_TOKEN_GREEN | CELL_TOKEN_BLUE)) != 0)
		duel_own(g)->tokens--;
	cr_assert_neq(board_put(&g->board, c), CELL_NONE, "no room");
	return s;
}

static void
own(struct game *g, uint8_t seat, const char *kinds)
{
	struct seat *me = &g->seat[seat];

	for (; kinds != NULL && *kinds != '\0'; kinds += strspn(kinds, " ")) {
		me->gold_card[me->n_gold++] = card_of(kinds, word_end(kinds));
		kinds += word_end(kinds);
	}
}

void
duel_give(struct game *g, uint8_t seat, card_id card)
{
	g->seat[seat].hand[g->seat[seat].n_hand++] = card;
}

void
duel_set_up(struct game *g, const char *table)
{
	const struct options options = { 0 };

	if (duel_names.n == 0) {
		struct err err = ERR_INIT;

		cr_assert_eq(names_add(&duel_names, "ann", 3, &err), 0);
		cr_assert_eq(names_add(&duel_names, "bob", 3, &err), 0);
	}
	game_init(g, &rules_duel, 2, &options);
	g->phase = PHASE_PLAY;
	g->round = 1;
	g->turn = 1;
	g->to_move = 0;
	duel_own(g)->tokens = DUEL_TOKENS;
	(void)put_cell(g, "start-green 0,1");
	(void)put_cell(g, "start-blue 0,-1");
	for (const char *s = table; s != NULL && *s != '\0'; s += strspn(s, "; "))
		s = put_cell(g, s);
}

void
duel_set_up_rule(struct game *g, const struct rule *r, struct order *o)
{
	uint8_t seat = r->bob ? 1 : 0;
	struct err err = ERR_INIT;

	duel_set_up(g, r->table);
	g->round = r->round > 0 ? r->round : 1;
	g->to_move = seat;
	g->options.at[DUEL_LEAST_ROUND] = r->least_round;
	g->options.at[DUEL_GOALS_BOX] = r->goals_box;
	duel_own(g)->tokens = (uint8_t)(duel_own(g)->tokens - r->tokens_gone);
	g->seat[seat].broken = r->broken;
	own(g, 0, r->gold[0]);
	own(g, 1, r->gold[1]);
	for (unsigned i = 0; i < r->deck; i++)
		g->deck[g->n_deck++] = DUEL_EW;
	cr_assert_eq(
	    orderline_parse(g->rules, &duel_names, seat, r->order, strlen(r->order), o, &err), 0,
	    "%s: %s", r->name, err.msg);
	for (unsigned i = 0; i < o->n_card; i++)
		duel_give(g, seat, o->card[i]);
	if (!r->last_card) {
		duel_give(g, 0, DUEL_MAP);
		duel_give(g, 1, DUEL_MAP);
	}
}

/* Appends the lines of all events, each after a line end. */
static void
lines_of(const struct events *ev, struct buf *out)
{
	buf_chr(out, '\n');
	for (uint32_t i = 0; i < ev->n; i++) {
		eventline_text(&rules_duel, &duel_names, &ev->at[i], out);
		buf_chr(out, '\n');
	}
}

static void
check_events(const struct rule *r, const char *lines)
{
	const char *at = lines;
	struct buf line = BUF_INIT;

	for (const char *s = r->events; s != NULL && *s != '\0'; s += strspn(s, "; ")) {
		size_t n = strcspn(s, ";");

		buf_clear(&line);
		buf_chr(&line, '\n');
		buf_add(&line, s[0] == '!' ? s + 1 : s, s[0] == '!' ? n - 1 : n);
		if (s[0] != '!')
			buf_chr(&line, '\n');
		if (s[0] == '!') {
			cr_expect_null(strstr(lines, buf_cstr(&line)), "%s: %.*s in%s", r->name,
			    (int)n, s, lines);
		} else {
			at = strstr(at, buf_cstr(&line));
			cr_expect_not_null(at, "%s: not \"%.*s\" but%s", r->name, (int)n, s, lines);
			if (at == NULL)
				break;
			at += line.n - 1;
		}
		s += n;
	}
	buf_release(&line);
}

/* Expects that readers of the public events can explain what happened. */
static void
check_transition(
    const struct rule *r, const struct game *before, const struct game *after, struct events *ev)
{
	static struct view public[2];
	static struct transition f;
	struct transition_reason why;

	game_view(before, SEAT_NONE, &public[0]);
	game_view(after, SEAT_NONE, &public[1]);
	for (uint32_t i = 0; i < ev->n; i++)
		ev->at[i] = event_redact(&ev->at[i], SEAT_NONE);
	f = (struct transition){ .before = &public[0].known, .after = &public[1].known, .ev = ev };
	cr_expect(transition_check(&f, &why), "%s: fault %d, event %u, what %d", r->name,
	    (int)why.fault, why.event, (int)why.what);
}

void
check_rule(const struct rule *r)
{
	static struct events ev;
	static const uint8_t seed[32] = { 'd' };
	struct buf lines = BUF_INIT;
	struct rng_fast rng;
	struct order o;
	struct game g, before;
	enum verdict v;

	duel_set_up_rule(&g, r, &o);
	cr_expect(game_is_ok(&g), "%s: position", r->name);
	before = g;
	ev.n = 0;
	rng_fast_init(&rng, seed, 0);
	v = game_apply_all(&g, &o, 1, &rng.rng, &ev, &(unsigned){ 0 });
	cr_expect_str_eq(verdict_name(v), r->verdict == NULL ? "ok" : r->verdict, "%s: %s", r->name,
	    verdict_name(v));
	if (v != VERDICT_OK) {
		uint8_t p[PACK_MAX], q[PACK_MAX];
		size_t n = game_pack(&g, p);

		cr_expect(
		    game_pack(&before, q) == n && memcmp(p, q, n) == 0, "%s: changed", r->name);
	}
	lines_of(&ev, &lines);
	check_events(r, buf_cstr(&lines));
	if (v == VERDICT_OK)
		check_transition(r, &before, &g, &ev);
	buf_release(&lines);
}
