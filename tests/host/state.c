/* The state of a game in its file. */
#include <criterion/criterion.h>

#include "core/pack.h"
#include "games/games.h"
#include "host/table.h"
#include "util/mem.h"

static void
fill(struct host_state *hs)
{
	struct options options = { { 0 } };

	host_state_init(hs, &rules_saboteur, 3, &options);
	hs->n = 7;
	hs->due_turn = 5;
	hs->people.began = 1000;
	hs->queued_next = 2;
}

static void
same_but_people(const struct host_state *hs, const struct host_state *back)
{
	cr_expect_eq(back->n, hs->n);
	cr_expect_eq(back->due_turn, hs->due_turn);
	cr_expect_eq(back->people.began, hs->people.began);
	cr_expect_eq(back->queued_next, hs->queued_next);
	cr_expect_eq(back->g.n_seats, hs->g.n_seats);
}

Test(state, custody_comes_back)
{
	struct host_state *hs = mem_zero(1, sizeof *hs), *back = mem_zero(1, sizeof *back);
	struct buf text = BUF_INIT;
	struct err err = ERR_INIT;

	fill(hs);
	hs->custody = 5;
	hs->n_custody[2] = 7;
	hs->undo_request.own = 2;
	host_state_pack(hs, &text);
	cr_assert_eq(
	    host_state_unpack(back, &rules_saboteur, text.p, text.n, &err), 0, "%s", err.msg);
	cr_expect(back->undo_request.own == 2 && back->custody == 5 && back->n_custody[2] == 7);
	buf_release(&text);
	free(hs);
	free(back);
}

/* A file of an adit that knew no seats in custody. */
Test(state, version_9_has_no_custody)
{
	enum { CUSTODY = 8 + SEATS_MAX + 8 }; /* bytes, without proposals */
	struct host_state *hs = mem_zero(1, sizeof *hs), *back = mem_zero(1, sizeof *back);
	struct buf text = BUF_INIT;
	struct err err = ERR_INIT;
	uint8_t game[PACK_MAX];
	size_t n;

	fill(hs);
	n = game_pack(&hs->g, game);
	host_state_pack(hs, &text);
	memmove(text.p + text.n - n - CUSTODY, text.p + text.n - n, n);
	text.p[0] = 9;
	cr_assert_eq(host_state_unpack(back, &rules_saboteur, text.p, text.n - CUSTODY, &err), 0,
	    "%s", err.msg);
	cr_expect(back->n == hs->n && back->custody == 0 && back->g.turn == hs->g.turn);
	buf_release(&text);
	free(hs);
	free(back);
}

/* Other bytes mean that the files of older programs cannot be read: it is another version. */
Test(state, a_version_has_the_same_bytes)
{
	static const struct {
		uint16_t bots;
		size_t size;
		uint32_t sum;
	} row[] = { { 0, 3443, 2555560262 }, { 4, 3451, 1621342219 } };
	struct host_state *hs = mem_zero(1, sizeof *hs);

	fill(hs);
	for (unsigned s = 0; s < SEATS_MAX; s++) {
		hs->given[s] = 100 + s;
		hs->seq_any[s] = 200 + s;
		hs->seq_open[s] = 300 + s;
		hs->people.leaving[s] = 400 + s;
		hs->people.gone[s] = 500 + s;
		hs->n_custody[s] = (uint8_t)(60 + s);
	}
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct buf text = BUF_INIT;
		uint32_t sum = 0;

		hs->bots = row[i].bots;
		host_state_pack(hs, &text);
		for (size_t k = 0; k < text.n; k++)
			sum = sum * 31 + (unsigned char)text.p[k];
		cr_expect_eq(text.n, row[i].size, "%zu", text.n);
		cr_expect_eq(sum, row[i].sum, "%u", (unsigned)sum);
		buf_release(&text);
	}
	free(hs);
}

Test(state, another_version_is_refused)
{
	struct host_state *hs = mem_zero(1, sizeof *hs);
	struct buf text = BUF_INIT;
	struct err err = ERR_INIT;

	fill(hs);
	host_state_pack(hs, &text);
	cr_assert_eq(text.p[0], 10);
	for (char version = 0; version < 12; version++) {
		text.p[0] = version;
		cr_expect_eq(host_state_unpack(hs, &rules_saboteur, text.p, text.n, &err),
		    version == 10 ? 0 : -1, "version %d", version);
	}
	buf_release(&text);
	free(hs);
}

Test(state, people_come_back)
{
	struct host_state *hs = mem_zero(1, sizeof *hs), *back = mem_zero(1, sizeof *back);
	const struct proposal *last;
	struct buf text = BUF_INIT;
	struct err err = ERR_INIT;

	fill(hs);
	hs->people.missed[2] = 3;
	hs->people.n_absent[1] = PEOPLE_ABSENCES_MAX;
	for (unsigned i = 0; i < PEOPLE_ABSENCES_MAX; i++)
		hs->people.absent[1][i] = (struct absence){ 100 * i, 100 * i + 50 };
	hs->queued_every = hs->played = 4;
	hs->every_held[2] = 6;
	hs->people.extended_s = 3600;
	hs->people.proposals.n = PROPOSALS_MAX;
	hs->people.proposals.at[PROPOSALS_MAX - 1] = (struct proposal){
		{ VOTE_UNDO, false, SEAT_NONE, 5 }, 6, 2, 2, 1, 4, 3
	};
	hs->people.n_standby = PEOPLE_STANDBY_MAX;
	hs->people.standby[PEOPLE_STANDBY_MAX - 1] = (struct standby){ 7, "RW", "age1" };
	hs->people.leaving[2] = 9;
	hs->people.gone[0] = 1000;
	hs->undo_request = (struct undo_request){ .until = 3000, .none = 5 };
	hs->given[1] = 4;
	hs->summary.rounds = 2;
	hs->summary.score[1][SEATS_MAX - 1] = 300;
	hs->summary.broke[SEATS_MAX - 1][0] = 7;
	hs->summary.missed[2] = 256;
	hs->summary.turn = 65535;
	hs->seq_open[SEATS_MAX - 1] = 17;
	host_state_pack(hs, &text);
	cr_assert_eq(
	    host_state_unpack(back, &rules_saboteur, text.p, text.n, &err), 0, "%s", err.msg);
	cr_expect_eq(back->seq_open[SEATS_MAX - 1], 17);
	cr_expect(back->people.leaving[2] == 9 && back->people.gone[0] == 1000);
	same_but_people(hs, back);
	cr_expect(back->undo_request.until == 3000 && back->undo_request.none == 5 &&
	    back->given[1] == 4);
	cr_expect_arr_eq(&back->summary, &hs->summary, sizeof hs->summary);
	cr_expect_eq(back->people.missed[2], 3);
	cr_expect_eq(back->people.n_absent[1], PEOPLE_ABSENCES_MAX);
	cr_expect_eq(back->people.absent[1][PEOPLE_ABSENCES_MAX - 1].until, 1550);
	cr_expect(back->queued_every == 4 && back->played == 4 && back->every_held[2] == 6);
	cr_expect_eq(back->people.extended_s, 3600);
	cr_assert_eq(back->people.proposals.n, PROPOSALS_MAX);
	last = &back->people.proposals.at[PROPOSALS_MAX - 1];
	cr_expect(last->on.kind == VOTE_UNDO && last->on.seat == SEAT_NONE && last->on.n == 5);
	cr_expect(last->since == 6 && last->by == 2 && last->need == 2 && last->own == 1);
	cr_expect(last->yes == 4 && last->no == 3);
	cr_expect_eq(back->people.n_standby, PEOPLE_STANDBY_MAX);
	cr_expect_eq(back->people.standby[PEOPLE_STANDBY_MAX - 1].since, 7);
	cr_expect_str_eq(back->people.standby[PEOPLE_STANDBY_MAX - 1].age, "age1");
	for (size_t n = 0; n < text.n; n += 41)
		cr_expect_eq(
		    host_state_unpack(back, &rules_saboteur, text.p, n, &err), -1, "%zu", n);
	buf_release(&text);
	free(hs);
	free(back);
}
