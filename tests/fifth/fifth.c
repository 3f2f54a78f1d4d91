#include <criterion/criterion.h>
#include <unistd.h>

#include "audit/audit.h"
#include "bot/referee.h"
#include "core/late_policy.h"
#include "core/sample.h"
#include "core/transition.h"
#include "draw/draw.h"
#include "fifth/cairn.h"
#include "host/aid.h"
#include "player/preview.h"

/* Expects that the table is shown, passes an audit and fsck, and can be rebuilt. */
static void
expect_sound(struct test_table *t)
{
	struct player_read r;
	struct buf out = BUF_INIT;

	table_read(t, 0, &r);
	draw_seats(&r.v.view, &t->names, 0, &out);
	draw_board(&r.v.view, 0, &out);
	draw_hand(&rules_cairn, r.v.view.known.seat[0].hand, NULL, r.v.view.known.seat[0].n_hand, 0,
	    DRAW_COLUMNS, &out);
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
		struct host_result r;
		struct err err = ERR_INIT;
		struct order_block b;
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
		table_sign(&t, 0, line.p, 0, 0, &b);
		cr_expect_eq(table_apply(&t, &b, &r, &err), -1, "%s", line.p);
		cr_expect_not_null(strstr(err.msg, ": a stone goes to the end"), "%s", err.msg);
		cr_expect_eq(table_play(&t, 4, 5), 4);
		expect_sound(&t);
		if (audited) {
			for (unsigned s = 0; s < 2; s++)
				cr_assert_eq(table_order(&t, s, "vote end yes", TURN_ANY, &err), 0,
				    "%s", err.msg);
			cr_expect_eq(table_to_move(&t), SEAT_NONE);
		} else {
			cr_expect_eq(table_play(&t, 100, 6), 5);
		}
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

static double
no_time(void *arg)
{
	(void)arg;
	return 0;
}

Test(fifth, is_played_by_programs)
{
	static const char new[] = "{\"op\":\"new\",\"rules\":\"cairn\",\"players\":2}";
	struct buf out = BUF_INIT;
	struct simulate s = { &rules_cairn, .players = 4, .games = 50, .seconds = no_time,
		.write = keep, .arg = &out, .policy = POLICY_GREEDY };
	struct err err = ERR_INIT;

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
	enum transition_part what = TRANSITION_TURN;

	cr_assert(preview(v, o, 1, &after, &words));
	game_play(&next, o, NULL, NULL);
	if (next.phase != PHASE_OVER)
		cr_expect(transition_same_public(&after.known, &next, &what), "%u", what);
	cr_expect_eq(words.n > 0, cairn_own(g)->left[o->seat] > 1 || next.phase == PHASE_OVER);
	buf_release(&words);
}

Test(fifth, plays_for_who_is_late)
{
	static struct order legal[LEGAL_MAX];
	const struct options options = { .at[0] = 0 };
	const uint8_t seed[32] = { 5 };

	for (enum late_policy policy = LATE_DISCARD; policy <= LATE_SUGGEST; policy++) {
		for (uint8_t seats = 2; seats <= 4; seats++) {
			struct rng_fast rng;
			struct game g;
			unsigned turns = 0;

			rng_fast_init(&rng, seed, seats);
			game_init(&g, &rules_cairn, seats, &options);
			game_deal(&g, &rng.rng, NULL);
			for (; g.phase != PHASE_OVER; turns++) {
				struct view v;
				struct order o;

				game_view(&g, g.to_move, &v);
				o = late_policy_order(policy, &v, legal, &rng.rng);
				cr_expect(policy == LATE_SUGGEST || o.kind == ORDER_DISCARD);
				cr_assert_eq(game_check(&g, &o), VERDICT_OK, "policy %u", policy);
				expect_preview(&g, &v, &o);
				game_play(&g, &o, &rng.rng, NULL);
			}
			cr_expect_eq(turns, (unsigned)seats * CAIRN_TURNS);
		}
	}
}

/* The rules set supplies nothing for samples: only cards are hidden. */
Test(fifth, is_guessed_at)
{
	static struct knowledge know[4];
	static struct order legal[LEGAL_MAX];
	static struct events ev, mine;
	static struct view v, again;
	const struct options options = { .at[0] = 0 };
	const uint8_t seed[32] = { 6 };
	struct rng_fast rng;
	struct game g, out;

	rng_fast_init(&rng, seed, 4);
	game_init(&g, &rules_cairn, 4, &options);
	game_deal(&g, &rng.rng, &ev);
	for (unsigned turn = 0;; turn++, ev.n = 0) {
		if (turn > 0)
			game_play(
			    &g, &legal[turn % game_legal(&g, legal, LEGAL_MAX)], &rng.rng, &ev);
		for (uint8_t s = 0; s < 4; s++) {
			mine.n = ev.n;
			for (uint32_t e = 0; e < ev.n; e++)
				mine.at[e] = event_redact(&ev.at[e], s);
			game_view(&g, s, &v);
			knowledge_learn(&know[s], &v, &mine, turn);
			cr_assert(game_sample(&v, &know[s], &rng.rng, &out), "turn %u", turn);
			cr_assert(game_is_ok(&out), "turn %u", turn);
			game_view(&out, s, &again);
			cr_assert(view_is_redacted(&again) &&
				memcmp(&again.known.seat, &v.known.seat, sizeof v.known.seat) == 0,
			    "turn %u", turn);
		}
		if (g.phase == PHASE_OVER)
			break;
	}
}
