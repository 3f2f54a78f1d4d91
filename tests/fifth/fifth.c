#include <criterion/criterion.h>

#include "audit/audit.h"
#include "bot/referee.h"
#include "core/late_policy.h"
#include "core/sample.h"
#include "core/transition.h"
#include "draw/draw.h"
#include "fifth/cairn.h"
#include "games/games.h"
#include "host/aid.h"
#include "player/preview.h"

const struct rules *const rules_all[] = { &rules_cairn, NULL };

/* Expects that the table is shown, passes an audit and fsck, and can be rebuilt. */
static void
expect_sound(struct test_table *t)
{
	struct player_read r;
	struct buf out = BUF_INIT;

	table_read(t, 0, &r);
	draw_seats(NULL, &r.v.view, &t->names, 0, &out);
	draw_board(NULL, &r.v.view, NULL, &(struct draw_board_options){ .columns = 72 }, &out);
	draw_hand(NULL, &rules_cairn, r.v.view.known.seat[0].hand, NULL,
	    r.v.view.known.seat[0].n_hand, 0, DRAW_COLUMNS, &out);
	cr_expect_not_null(strstr(out.p, "you  turns left: "), "%s", out.p);
	cr_expect_not_null(strstr(out.p, "\n0 "), "%s", out.p);
	player_read_release(&r);
	buf_release(&out);
	table_sound(t, "cairn");
}

Test(fifth, is_played_by_mail)
{
	for (unsigned audited = 0; audited <= 1; audited++) {
		struct test_table t;
		struct err err = ERR_INIT;
		struct buf line = BUF_INIT;

		if (audited) {
			table_open_audited(&t, &rules_cairn, 3, 1, NULL);
			table_join(&t);
			table_confirm(&t);
		} else {
			table_open_rules(&t, &rules_cairn, 3, 2);
		}
		table_legal(&t, 0, &line); /* place KIND 0,0 */
		line.p[line.n - 1] = '8';
		cr_expect_eq(table_order(&t, 0, line.p, 0, &err), -1, "%s", line.p);
		cr_expect_not_null(strstr(err.msg, ": a stone goes to the end"), "%s", err.msg);
		cr_expect_eq(table_play(&t, 4, 5), 4);
		expect_sound(&t);
		for (unsigned s = 0; s < 2 && audited; s++)
			cr_assert_eq(table_order(&t, s, "vote end yes", TURN_ANY, &err), 0);
		cr_expect_eq(table_play(&t, 100, 6), audited ? 0 : 5);
		cr_expect_eq(table_to_move(&t), SEAT_NONE);
		expect_sound(&t);
		buf_release(&line);
		table_close(&t);
	}
}

static int
keep(void *arg, const char *p, size_t n, struct err *err)
{
	(void)err;
	buf_add(arg, p, n);
	return 0;
}

Test(fifth, is_played_by_programs)
{
	static const char new[] = "{\"op\":\"new\",\"rules\":\"cairn\",\"players\":2}";
	struct buf out = BUF_INIT;
	struct simulate s = { &rules_cairn, .players = 4, .games = 50, .write = keep, .arg = &out,
		.policy_name = "greedy" };
	struct err err = ERR_INIT;

	s.policy[0].kind = s.policy[1].kind = s.policy[2].kind = s.policy[3].kind = POLICY_GREEDY;
	cr_expect_eq(simulate_run(&s, &err), 0, "%s", err.msg);
	cr_expect_not_null(strstr(out.p, "rounds                               50"), "%s", out.p);
	buf_clear(&out);
	referee_line(rules_all, NULL, new, strlen(new), &out);
	cr_expect_not_null(strstr(out.p, "\"left\":3"), "%s", out.p);
	buf_release(&out);
}

static void
expect_preview(const struct game *g, const struct view *v, const struct order *o)
{
	static struct view after;
	struct buf words = BUF_INIT;
	struct game next = *g;

	cr_assert(preview(v, o, 1, &after, &words));
	game_play(&next, o, NULL, NULL);
	if (next.phase != PHASE_OVER)
		cr_expect(
		    transition_same_public(&after.known, &next, &(enum transition_part){ 0 }));
	cr_expect_eq(words.n > 0, cairn_own(g)->left[o->seat] > 1 || next.phase == PHASE_OVER);
	buf_release(&words);
}

/* The rules set supplies nothing for samples: only cards are hidden. */
static void
expect_samples(const struct game *g, struct events *ev, struct knowledge *know, struct rng *rng)
{
	static struct view v, again;
	static struct events mine;
	struct game out;

	for (uint8_t s = 0; s < g->n_seats; s++) {
		for (mine.n = 0; mine.n < ev->n; mine.n++)
			mine.at[mine.n] = event_redact(&ev->at[mine.n], s);
		game_view(g, s, &v);
		knowledge_learn(&know[s], &v, &mine, g->turn);
		cr_assert(game_sample(&v, &know[s], rng, &out) && game_is_ok(&out));
		game_view(&out, s, &again);
		cr_assert(view_is_redacted(&again));
		cr_assert_eq(memcmp(&again.known.seat, &v.known.seat, sizeof v.known.seat), 0);
	}
	ev->n = 0;
}

static void
play_late(enum late_policy policy, uint8_t seats)
{
	static struct order legal[LEGAL_MAX];
	static struct events ev;
	struct knowledge know[4] = { 0 };
	struct rng_fast rng;
	struct game g;

	rng_fast_init(&rng, (const uint8_t[32]){ 5 }, seats);
	game_init(&g, &rules_cairn, seats, &(const struct options){ 0 });
	game_deal(&g, &rng.rng, &ev);
	expect_samples(&g, &ev, know, &rng.rng);
	while (g.phase != PHASE_OVER) {
		struct view v;
		struct order o;

		game_view(&g, g.to_move, &v);
		o = late_policy_order(policy, &v, legal, &rng.rng);
		cr_expect(policy == LATE_SUGGEST || o.kind == ORDER_DISCARD);
		cr_assert_eq(game_check(&g, &o), VERDICT_OK, "policy %u", policy);
		expect_preview(&g, &v, &o);
		game_play(&g, &o, &rng.rng, &ev);
		expect_samples(&g, &ev, know, &rng.rng);
	}
	cr_expect_eq(g.turn, (unsigned)seats * CAIRN_TURNS + 1);
}

Test(fifth, plays_for_who_is_late)
{
	for (unsigned i = 0; i < 6; i++)
		play_late(i % 2 == 0 ? LATE_DISCARD : LATE_SUGGEST, (uint8_t)(2 + i / 2));
}
