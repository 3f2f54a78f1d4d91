/* The state of a game in its file: states written by older versions are read. */
#include <criterion/criterion.h>

#include "core/pack.h"
#include "games/games.h"
#include "host/table.h"
#include "util/mem.h"

/* For each seat: missed turns, number of absences, and state of its recurring order; then bit
 * sets of seats with one, and of those whose order was played. */
enum { PEOPLE_BYTES = SEATS_MAX * (8 + 8 + 8) + 8 + 8 };
/* Added limit, number of open proposals, number of standbys. */
enum { VOTES_BYTES = 8 + 8 + 8 };
enum { LEAVING_BYTES = SEATS_MAX * 16 };
/* No summary. */
enum { SUMMARY_BYTES = 1 };
/* End of voting, seats without a vote on it, age of the keys of each seat, seq of its open
 * orders. */
enum { GIVEN_BYTES = 8 + 8 + SEATS_MAX * (8 + 8) };

static void
fill(struct host_state *hs)
{
	struct options options = { { 0 } };

	state_init(hs, &rules_saboteur, 3, &options);
	hs->n = 7;
	hs->due_turn = 5;
	hs->people.began = 1000;
	hs->waiting = 2;
}

static void
same_but_people(const struct host_state *hs, const struct host_state *back)
{
	cr_expect_eq(back->n, hs->n);
	cr_expect_eq(back->due_turn, hs->due_turn);
	cr_expect_eq(back->people.began, hs->people.began);
	cr_expect_eq(back->waiting, hs->waiting);
	cr_expect_eq(back->g.n_seats, hs->g.n_seats);
}

/* Reads a state of an older version, which lacks the last `less` bytes before the game. */
static void
read_older(unsigned char version, size_t less)
{
	struct host_state *hs = mem_zero(1, sizeof *hs), *back = mem_zero(1, sizeof *back);
	struct buf now = BUF_INIT, then = BUF_INIT;
	struct err err = ERR_INIT;
	uint8_t game[PACK_MAX];
	size_t game_n, at;

	fill(hs);
	state_pack(hs, &now);
	game_n = game_pack(&hs->g, game);
	at = now.n - game_n - less;
	buf_add(&then, now.p, at);
	buf_add(&then, now.p + now.n - game_n, game_n);
	cr_assert_eq(then.p[0], 9);
	then.p[0] = (char)version;
	memset(&back->people, 0xff, sizeof back->people);
	cr_assert_eq(state_unpack(back, &rules_saboteur, then.p, then.n, &err), 0, "%s", err.msg);
	same_but_people(hs, back);
	for (unsigned i = 0; i < SEATS_MAX; i++)
		cr_expect(back->people.missed[i] == 0 && back->people.n_absent[i] == 0);
	cr_expect(back->people.leaving[0] == 0 && back->people.gone[1] == 0);
	cr_expect(back->people.ballots.n == 0 && back->people.n_standby == 0);
	then.p[0] = 3;
	cr_expect_eq(state_unpack(back, &rules_saboteur, then.p, then.n, &err), -1);
	then.p[0] = 9;
	cr_expect_eq(state_unpack(back, &rules_saboteur, then.p, then.n, &err), -1);
	buf_release(&now);
	buf_release(&then);
	free(hs);
	free(back);
}

Test(state, of_version_4)
{
	read_older(4, PEOPLE_BYTES + VOTES_BYTES + LEAVING_BYTES + SUMMARY_BYTES + GIVEN_BYTES);
}

Test(state, of_version_5)
{
	read_older(5, VOTES_BYTES + LEAVING_BYTES + SUMMARY_BYTES + GIVEN_BYTES);
}

Test(state, of_version_6)
{
	read_older(6, LEAVING_BYTES + SUMMARY_BYTES + GIVEN_BYTES);
}

Test(state, of_version_7)
{
	read_older(7, SUMMARY_BYTES + GIVEN_BYTES);
}

Test(state, of_version_8)
{
	read_older(8, GIVEN_BYTES);
}

Test(state, people_come_back)
{
	struct host_state *hs = mem_zero(1, sizeof *hs), *back = mem_zero(1, sizeof *back);
	const struct proposal *last;
	struct buf text = BUF_INIT;
	struct err err = ERR_INIT;

	fill(hs);
	hs->people.missed[2] = 3;
	hs->people.n_absent[1] = ABSENCES_MAX;
	for (unsigned i = 0; i < ABSENCES_MAX; i++)
		hs->people.absent[1][i] = (struct absence){ 100 * i, 100 * i + 50 };
	hs->every = hs->played = 4;
	hs->every_held[2] = 6;
	hs->people.extended_s = 3600;
	hs->people.ballots.n = PROPOSALS_MAX;
	hs->people.ballots.at[PROPOSALS_MAX - 1] = (struct proposal){
		{ VOTE_UNDO, false, SEAT_NONE, 5 }, 6, 2, 2, 4, 3
	};
	hs->people.n_standby = STANDBY_MAX;
	hs->people.standby[STANDBY_MAX - 1] = (struct standby){ 7, "RW", "age1" };
	hs->people.leaving[2] = 9;
	hs->people.gone[0] = 1000;
	hs->asked = (struct undo_request){ .until = 3000, .none = 5 };
	hs->given[1] = 4;
	hs->summary.rounds = 2;
	hs->summary.score[1][SEATS_MAX - 1] = 300;
	hs->summary.broke[SEATS_MAX - 1][0] = 7;
	hs->summary.missed[2] = 256;
	hs->summary.turn = 65535;
	hs->seq_open[SEATS_MAX - 1] = 17;
	state_pack(hs, &text);
	cr_assert_eq(state_unpack(back, &rules_saboteur, text.p, text.n, &err), 0, "%s", err.msg);
	cr_expect_eq(back->seq_open[SEATS_MAX - 1], 17);
	cr_expect(back->people.leaving[2] == 9 && back->people.gone[0] == 1000);
	same_but_people(hs, back);
	cr_expect(back->asked.until == 3000 && back->asked.none == 5 && back->given[1] == 4);
	cr_expect_arr_eq(&back->summary, &hs->summary, sizeof hs->summary);
	cr_expect_eq(back->people.missed[2], 3);
	cr_expect_eq(back->people.n_absent[1], ABSENCES_MAX);
	cr_expect_eq(back->people.absent[1][ABSENCES_MAX - 1].until, 1550);
	cr_expect(back->every == 4 && back->played == 4 && back->every_held[2] == 6);
	cr_expect_eq(back->people.extended_s, 3600);
	cr_assert_eq(back->people.ballots.n, PROPOSALS_MAX);
	last = &back->people.ballots.at[PROPOSALS_MAX - 1];
	cr_expect(last->on.kind == VOTE_UNDO && last->on.seat == SEAT_NONE && last->on.n == 5);
	cr_expect(last->since == 6 && last->by == 2 && last->need == 2);
	cr_expect(last->yes == 4 && last->no == 3);
	cr_expect_eq(back->people.n_standby, STANDBY_MAX);
	cr_expect_eq(back->people.standby[STANDBY_MAX - 1].since, 7);
	cr_expect_str_eq(back->people.standby[STANDBY_MAX - 1].age, "age1");
	for (size_t n = 0; n < text.n; n += 41)
		cr_expect_eq(state_unpack(back, &rules_saboteur, text.p, n, &err), -1, "%zu", n);
	buf_release(&text);
	free(hs);
	free(back);
}
