/* The asked: section. The layout is specified in adit(5), "Taking back". */

#include "wire/undo_request.h"

#include <string.h>

#include "core/bits.h"
#include "util/lines.h"
#include "util/slice.h"
#include "util/timestamp.h"
#include "wire/custody.h"
#include "wire/proposal.h"
#include "wire/time_control.h"

static const char *const is_name[] = {
	[UNDO_REQUEST_OPEN] = "open",
	[UNDO_REQUEST_CARRIED] = "carried",
	[UNDO_REQUEST_REFUSED] = "refused",
	[UNDO_REQUEST_WITHDRAWN] = "withdrawn",
};

static const char no_vote[] = "  no-vote: ", own_key[] = "  need-own";

bool
undo_request_blocks_play(const struct undo_request *a)
{
	return a->n > 0 && (a->is == UNDO_REQUEST_OPEN || a->is == UNDO_REQUEST_CARRIED);
}

uint16_t
undo_request_seats(const struct game *g, uint16_t bots)
{
	unsigned seats = 0;

	for (unsigned i = 0; i < g->n_seats; i++)
		seats |= (g->seat[i].resigned == 0 ? 1u : 0u) << i;
	return (uint16_t)(seats & ~(unsigned)bots);
}

unsigned
undo_request_need(uint16_t seats)
{
	return bits_count(seats) / 2 + 1;
}

uint16_t
undo_request_awaited(const struct undo_request *a, const struct game *g, uint16_t bots)
{
	return (uint16_t)(undo_request_seats(g, bots) & ~(unsigned)(a->yes | a->no | a->none));
}

enum undo_request_state
undo_request_count(const struct undo_request *a, uint16_t seats, uint16_t custody)
{
	const uint16_t possible = (uint16_t)(seats & ~(unsigned)(a->no | a->none));

	if (custody_carries(a->yes, custody, a->need, a->own))
		return UNDO_REQUEST_CARRIED;
	return custody_carries(possible, custody, a->need, a->own) ? UNDO_REQUEST_OPEN :
								     UNDO_REQUEST_REFUSED;
}

int64_t
undo_request_until(const struct time_control *c, int64_t time)
{
	struct people nobody = { .began = time };
	struct time_control limit = *c;

	if (limit.limit_s < 0)
		limit.limit_s = UNDO_REQUEST_SPAN;
	return time_control_due(&limit, &nobody, 0);
}

bool
undo_request_is_over(const struct undo_request *a, int64_t time)
{
	return a->n > 0 && a->is == UNDO_REQUEST_OPEN && time >= a->until;
}

uint16_t
undo_request_given(const int64_t given[static SEATS_MAX], int64_t to)
{
	unsigned seats = 0;

	for (unsigned i = 0; i < SEATS_MAX; i++)
		seats |= (given[i] > to ? 1u : 0u) << i;
	return (uint16_t)seats;
}

/* ---- as text ------------------------------------------------------------------------------------ */

void
undo_request_text(const struct undo_request *a, const struct names *names, struct buf *out)
{
	char until[TIMESTAMP_LEN + 1];

	timestamp_text(a->until, until);
	buf_fmt(out, "  digest: %lld\n  to: %lld\n  is: %s\n  until: %s\n  need: %u\n",
	    (long long)a->n, (long long)a->to, is_name[a->is], until, a->need);
	if (a->own > 0)
		buf_fmt(out, "%s: %u\n", own_key, a->own);
	for (unsigned i = 0; i < names->n; i++)
		if (((unsigned)a->none >> i & 1u) != 0)
			buf_fmt(out, "%s%s\n", no_vote, names->seat[i]);
	seat_votes_text(a->yes, a->no, names, out);
	reason_text(a->reason, out);
}

void
undo_request_words(
    const struct language *lang, const struct undo_request *a, uint16_t custody, struct buf *out)
{
	char until[TIMESTAMP_LEN + 1];

	timestamp_text(a->until, until);
	if (a->is == UNDO_REQUEST_OPEN)
		language_fmt(lang, out,
		    MSG("vote",
			"nothing is played until the seats have voted on going back to digest "
			"%lld: %u of %u votes for it"),
		    (long long)a->to, bits_count(a->yes), a->need);
	else
		language_fmt(lang, out,
		    a->is == UNDO_REQUEST_CARRIED ?
			MSG("vote", "going back to digest %lld is carried, with %u of %u votes") :
			a->is == UNDO_REQUEST_REFUSED ?
			MSG("vote", "going back to digest %lld is refused, with %u of %u votes") :
			MSG("vote", "going back to digest %lld is withdrawn, with %u of %u votes"),
		    (long long)a->to, bits_count(a->yes), a->need);
	custody_own_words(lang, a->yes, custody, a->own, out);
	if (a->is == UNDO_REQUEST_OPEN)
		language_fmt(lang, out, MSG("vote", " (vote undo %lld yes|no), until %s"),
		    (long long)a->to, until);
}

static int
read_is(struct lines *l, struct undo_request *a, struct err *err)
{
	const char *p;
	size_t n;

	if (lines_field(l, "  is", &p, &n, err) < 0)
		return -1;
	for (unsigned i = UNDO_REQUEST_OPEN; i <= UNDO_REQUEST_WITHDRAWN; i++) {
		if (!slice_equals(is_name[i], p, n))
			continue;
		a->is = (enum undo_request_state)i;
		return 0;
	}
	return err_set_line(err, ERR_SYNTAX, l->line - 1, "no request stands so");
}

/* Reads the seats without a vote: at most once each, in seat order. */
static int
read_no_vote(struct lines *l, const struct names *names, uint16_t *none, struct err *err)
{
	struct slice line;

	while (lines_peek(l, &line.s, &line.n) && slice_starts(line, no_vote)) {
		uint8_t seat = names_find(
		    names, line.s + sizeof no_vote - 1, line.n - (sizeof no_vote - 1));

		(void)lines_next(l, &line.s, &line.n);
		if (seat == SEAT_NONE || (unsigned)*none >> seat != 0)
			return err_set_line(
			    err, ERR_SYNTAX, l->line - 1, "not a seat without a vote");
		*none = (uint16_t)(*none | 1u << seat);
	}
	return 0;
}

static int
read_until(struct lines *l, int64_t *until, struct err *err)
{
	const char *p;
	size_t n;

	if (lines_field(l, "  until", &p, &n, err) < 0)
		return -1;
	return timestamp_parse(p, n, until) < 0 ?
	    err_set_line(err, ERR_SYNTAX, l->line - 1, "until is not a time") :
	    0;
}

static int
read_request(struct lines *l, const struct names *names, struct undo_request *a, struct err *err)
{
	int64_t need, own = 0;

	if (lines_number(l, "  digest", 1, INT64_C(1) << 40, &a->n, err) < 0 ||
	    lines_number(l, "  to", 0, INT64_C(1) << 40, &a->to, err) < 0 ||
	    read_is(l, a, err) < 0 || read_until(l, &a->until, err) < 0 ||
	    lines_number(l, "  need", 1, SEATS_MAX, &need, err) < 0)
		return -1;
	a->need = (unsigned)need;
	if (custody_read_own(l, own_key, &own, err) < 0)
		return -1;
	a->own = (unsigned)own;
	if (read_no_vote(l, names, &a->none, err) < 0 ||
	    seat_votes_read(l, names, &a->yes, &a->no, err) < 0)
		return -1;
	return reason_read(l, a->reason, err);
}

int
undo_request_find(const char *s, size_t from, size_t to, const struct names *names,
    struct undo_request *a, struct err *err)
{
	struct span sp = lines_section(s, from, to, "asked:");
	struct lines l = { s, sp.at + sp.n, sp.at, 1 };

	memset(a, 0, sizeof *a);
	if (sp.n == 0)
		return 0;
	return read_request(&l, names, a, err) < 0 ? err_wrap(err, "asked") : 1;
}

/* ---- comparison of two digests -------------------------------------------------------------------- */

static bool
is_same(const struct undo_request *a, const struct undo_request *b)
{
	return a->n == b->n && a->to == b->to && a->until == b->until && a->need == b->need &&
	    a->own == b->own && strcmp(a->reason, b->reason) == 0;
}

/* Checks a request that the host makes in this digest. */
static const char *
check_new(const struct undo_request *now, const struct undo_request_step *step)
{
	const uint16_t seats = undo_request_seats(step->g, step->bots);

	if (now->n != step->n || now->to != step->to || now->is != UNDO_REQUEST_OPEN ||
	    (now->yes | now->no) != 0 || strcmp(now->reason, step->reason) != 0)
		return "it asks for something else than it says";
	if (now->need != undo_request_need(seats) ||
	    now->own != custody_own_need(seats, step->custody, seats))
		return "it asks for more or fewer votes than more than half";
	return undo_request_count(now, seats, step->custody) != UNDO_REQUEST_OPEN ?
	    "it asks though too few seats have a vote" :
	    NULL;
}

/* Checks the votes of a request that stays open. */
static const char *
check_votes(const struct undo_request *before, const struct undo_request *now,
    const struct undo_request_step *step)
{
	uint16_t changed = (uint16_t)((before->yes ^ now->yes) | (before->no ^ now->no));
	uint16_t gone = (uint16_t)(changed & ~(unsigned)(now->yes | now->no));
	uint16_t lost = (uint16_t)(step->replaced == SEAT_NONE ? 0 : 1u << step->replaced);
	uint16_t had = (uint16_t)((before->yes | before->no) & lost);
	uint16_t cast = (uint16_t)(changed & ~(unsigned)gone);

	if (gone != had)
		return "a vote is gone, or kept where the seat has new keys from the host";
	if (now->none != (before->none | lost))
		return "a seat has a vote with newer keys, or has lost its vote without";
	if ((cast & now->none) != 0)
		return "a seat votes that has no vote on going back";
	if (bits_count(cast) > (step->has_order ? 1u : 0u))
		return "there are votes that nobody gave";
	if ((cast & ~(unsigned)undo_request_seats(step->g, step->bots)) != 0)
		return "a seat votes that has resigned, or is a bot";
	return NULL;
}

/* Checks the digest after a carried request: the host must go back. */
static const char *
check_undo(const struct undo_request *before, const struct undo_request *now,
    const struct undo_request_step *step)
{
	if (!step->goes_back || step->to != before->to || now->n > 0 ||
	    strcmp(step->reason, before->reason) != 0)
		return "the seats have voted for going back, and it does not";
	return step->shuffles ? NULL : "it does not shuffle, though the seats voted on that";
}

static const char *
check_open(const struct undo_request *before, const struct undo_request *now,
    const struct undo_request_step *step)
{
	const char *fault;
	enum undo_request_state is;

	if (step->refuses != undo_request_is_over(before, step->time))
		return step->refuses ?
		    "the time to vote on going back is not over" :
		    "the time to vote on going back is over, and it does not end";
	if (step->has_events || step->asks || step->goes_back)
		return "something is played, though the seats have not voted on going back";
	if (!is_same(before, now) || ((step->withdraws || step->refuses) && step->to != before->to))
		return "a request to go back is gone, or another than it was";
	fault = check_votes(before, now, step);
	if (step->withdraws)
		is = UNDO_REQUEST_WITHDRAWN;
	else
		is = step->refuses ?
		    UNDO_REQUEST_REFUSED :
		    undo_request_count(now, undo_request_seats(step->g, step->bots), step->custody);
	if (fault == NULL && now->is != is)
		fault = "the votes on going back are counted wrongly";
	return fault;
}

const char *
undo_request_check(const struct undo_request *before, const struct undo_request *now,
    const struct undo_request_step *step)
{
	if (before->n > 0 && before->is == UNDO_REQUEST_CARRIED)
		return check_undo(before, now, step);
	if (before->n > 0 && before->is == UNDO_REQUEST_OPEN)
		return check_open(before, now, step);
	if (step->withdraws || step->refuses)
		return "it ends a request to go back that is not open";
	if (step->goes_back && step->shuffles)
		return "it shuffles, though the seats have not voted for that";
	if (step->asks)
		return check_new(now, step);
	return now->n > 0 ? "votes on going back that was not asked for" : NULL;
}
