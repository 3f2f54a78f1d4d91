#include "wire/standby.h"

#include <stdio.h>
#include <string.h>

#include "text/language.h"
#include "text/since.h"
#include "wire/late.h"
#include "wire/order_block.h"

int
standby_find(const struct people *p, const char *sign, const char *age)
{
	for (unsigned i = 0; i < p->n_standby; i++)
		if (strcmp(p->standby[i].sign, sign) == 0 || strcmp(p->standby[i].age, age) == 0)
			return (int)i;
	return -1;
}

int
standby_since(const struct people *p, const char *sign, const char *age, int64_t n)
{
	const int i = standby_find(p, sign, age);

	return i >= 0 && strcmp(p->standby[i].sign, sign) == 0 &&
		strcmp(p->standby[i].age, age) == 0 && p->standby[i].since == n ?
	    i :
	    -1;
}

void
standby_proof_seat(int64_t n, char seat[static STANDBY_PROOF_MAX])
{
	if (n > 0)
		(void)snprintf(seat, STANDBY_PROOF_MAX, STANDBY_SEAT " %lld", (long long)n);
	else
		(void)snprintf(seat, STANDBY_PROOF_MAX, STANDBY_SEAT);
}

bool
standby_is_named(const struct time_control *c, const char *sign, const char *age)
{
	for (unsigned i = 0; i < c->n_standby; i++)
		if (strcmp(c->standby[i].sign, sign) == 0 && strcmp(c->standby[i].age, age) == 0)
			return true;
	return false;
}

const char *
standby_check(
    const struct time_control *c, const struct people *p, const char *sign, const char *age)
{
	const bool named = standby_is_named(c, sign, age);
	unsigned reserved = 0; /* reserved for named keys that do not wait now */

	for (unsigned i = 0; i < c->n_standby; i++)
		reserved += standby_find(p, c->standby[i].sign, c->standby[i].age) < 0;
	if (!time_control_has_standby(c))
		return MSG_PLAIN("nobody can wait for a seat at this table");
	if (!named && !c->standby_open)
		return "these keys are not among those that may wait for a seat";
	if (standby_find(p, sign, age) >= 0)
		return "one of these keys waits for a seat already";
	if (p->n_standby == PEOPLE_STANDBY_MAX)
		return "8 wait for a seat already, and no more can";
	return !named && p->n_standby + reserved >= PEOPLE_STANDBY_MAX ?
	    "the places that are left are kept for keys that digest 0 names" :
	    NULL;
}

/* A seat that has resigned keeps its player: its hand is discarded. */
static bool
has_player(const struct game *g, uint8_t seat)
{
	return g->phase != PHASE_SETUP && g->phase != PHASE_OVER && !g->seat[seat].resigned;
}

/* Returns the seat that is away longest; SEAT_NONE: none that plays, or the waiting list is
 * empty. */
static uint8_t
longest_gone(const struct time_control *c, const struct people *p, const struct game *g)
{
	uint8_t gone = SEAT_NONE;

	for (uint8_t s = 0; s < g->n_seats && p->n_standby > 0 && c->replace_s > 0; s++)
		if (has_player(g, s) && p->gone[s] > 0 &&
		    (gone == SEAT_NONE || p->gone[s] < p->gone[gone]))
			gone = s;
	return gone;
}

int64_t
standby_free_from(const struct time_control *c, const struct people *p, const struct game *g)
{
	const uint8_t gone = longest_gone(c, p, g);

	return gone != SEAT_NONE ? p->gone[gone] + c->replace_s : -1;
}

uint8_t
standby_free_seat(
    const struct time_control *c, const struct people *p, const struct game *g, int64_t time)
{
	const uint8_t gone = longest_gone(c, p, g);
	uint8_t leaves = SEAT_NONE;

	for (uint8_t s = 0; s < g->n_seats && p->n_standby > 0; s++)
		if (has_player(g, s) && p->leaving[s] > 0 &&
		    (leaves == SEAT_NONE || p->leaving[s] < p->leaving[leaves]))
			leaves = s;
	if (leaves != SEAT_NONE)
		return leaves;
	return gone != SEAT_NONE && time >= p->gone[gone] + c->replace_s ? gone : SEAT_NONE;
}

const char *
standby_check_vote(const struct time_control *c, const struct people *p, const struct game *g,
    uint8_t seat, int64_t time)
{
	if (!time_control_has_standby(c))
		return MSG_PLAIN("nobody can wait for a seat at this table");
	if (p->n_standby == 0)
		return MSG_PLAIN("nobody waits for a seat: adit join --standby");
	if (!has_player(g, seat))
		return MSG_PLAIN("that seat does not play any more");
	if (late_is_away(c, p, seat))
		return NULL;
	return seat == g->to_move && c->limit_s >= 0 && p->began >= 0 &&
		time >= time_control_due(c, p, seat) + c->grace_s ?
	    NULL :
	    MSG_PLAIN("that seat is neither late nor away");
}

bool
standby_is_last(const struct people *p, const struct game *g, uint8_t seat)
{
	for (uint8_t s = 0; s < g->n_seats; s++)
		if (s != seat && !g->seat[s].resigned && p->leaving[s] == 0)
			return false;
	return true;
}

/* Removes entry i; below 0: none. */
static void
remove_at(struct people *p, int i)
{
	if (i < 0 || i >= (int)p->n_standby)
		return;
	p->n_standby--;
	memmove(&p->standby[i], &p->standby[i + 1],
	    (p->n_standby - (unsigned)i) * sizeof p->standby[0]);
	p->standby[p->n_standby] = (struct standby){ .since = 0 };
}

static void
add_last(struct people *p, const struct standby_step *step)
{
	struct standby *s = &p->standby[p->n_standby];

	if (p->n_standby == PEOPLE_STANDBY_MAX)
		return;
	p->n_standby++;
	*s = (struct standby){ .since = step->n };
	memcpy(s->sign, step->act->sign, sizeof s->sign);
	memcpy(s->age, step->act->age, sizeof s->age);
}

void
standby_update(struct people *p, const struct standby_step *step)
{
	const struct host_action *act = step->act;

	if (!time_control_has_standby(step->clock))
		return;
	if (act != NULL && act->kind == HOST_ACTION_STANDBY)
		add_last(p, step);
	if (act != NULL && act->kind == HOST_ACTION_REPLACE && act->by[0] != '\0')
		remove_at(p, 0);
	if (act != NULL && (act->kind == HOST_ACTION_STANDBY_NO || act->kind == HOST_ACTION_DROP))
		remove_at(p, standby_since(p, act->sign, act->age, act->to));
	if (step->say != NULL)
		p->leaving[step->say->seat] = step->say->kind == NOTE_LEAVES ? step->n : 0;
	for (uint8_t s = 0; s < step->now->n_seats; s++) {
		const bool away = step->clock->replace_s > 0 && has_player(step->now, s) &&
		    late_is_away(step->clock, p, s);

		if (s == step->replaced || step->now->seat[s].resigned)
			p->leaving[s] = 0;
		p->gone[s] = !away ? 0 : p->gone[s] > 0 ? p->gone[s] : step->time;
	}
}

void
standby_words(
    const struct language *lang, const struct people *p, const struct names *names, struct buf *out)
{
	struct buf line = BUF_INIT;

	for (unsigned i = 0; i < names->n; i++) {
		if (p->leaving[i] == 0)
			continue;
		buf_clear(&line);
		language_fmt(lang, &line,
		    MSG("read", "the seat %s is for whoever waits for one (adit join --standby)"),
		    names->seat[i]);
		since_line(line.p, out);
	}
	buf_clear(&line);
	language_fmt_n(lang, &line, p->n_standby,
	    MSG_N("read", "%u waits for a seat that becomes free",
		"%u wait for a seat that becomes free"),
	    p->n_standby);
	if (p->n_standby > 0)
		since_line(line.p, out);
	buf_release(&line);
}
