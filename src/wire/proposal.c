/* Proposals of the seats. The layout is specified in adit(5), "Votes of the table". */

#include "wire/proposal.h"

#include "core/bits.h"
#include "text/since.h"
#include "util/lines.h"
#include "util/slice.h"
#include "wire/custody.h"

void
seat_votes_text(uint16_t yes, uint16_t no, const struct names *names, struct buf *out)
{
	for (unsigned i = 0; i < names->n; i++) {
		if ((((unsigned)yes | no) >> i & 1u) != 0)
			buf_fmt(out, "  vote: %s %s\n", names->seat[i],
			    ((unsigned)yes >> i & 1u) != 0 ? "yes" : "no");
	}
}

/* "SEAT yes" */
static int
read_vote(const struct lines *l, const char *p, size_t n, const struct names *names, uint16_t *yes,
    uint16_t *no, struct err *err)
{
	const char *end = memchr(p, ' ', n);
	uint8_t seat = end != NULL ? names_find(names, p, (size_t)(end - p)) : SEAT_NONE;
	size_t left = end != NULL ? n - (size_t)(end - p) : 0;
	unsigned voted = (unsigned)*yes | *no;
	bool is_yes = end != NULL && slice_equals(" yes", end, left);

	/* At most one vote a seat, in seat order. */
	if (seat == SEAT_NONE || voted >> seat != 0 || (!is_yes && !slice_equals(" no", end, left)))
		return err_set_line(err, ERR_SYNTAX, l->line - 1, "not a vote");
	if (is_yes)
		*yes = (uint16_t)(*yes | 1u << seat);
	else
		*no = (uint16_t)(*no | 1u << seat);
	return 0;
}

int
seat_votes_read(
    struct lines *l, const struct names *names, uint16_t *yes, uint16_t *no, struct err *err)
{
	static const char vote[] = "  vote: ";
	struct slice line;

	while (lines_peek(l, &line.s, &line.n) && slice_starts(line, vote)) {
		(void)lines_next(l, &line.s, &line.n);
		if (read_vote(l, line.s + sizeof vote - 1, line.n - (sizeof vote - 1), names, yes,
			no, err) < 0)
			return -1;
	}
	return 0;
}

static const char open_key[] = "  open: ", own_key[] = "  need-own";

void
proposals_text(const struct proposals *b, const struct names *names, struct buf *out)
{
	for (unsigned i = 0; i < b->n; i++) {
		const struct proposal *at = &b->at[i];

		buf_str(out, open_key);
		vote_on_text(names, &at->on, out);
		buf_fmt(out, "\n  since: %lld\n  by: %s\n  need: %u\n", (long long)at->since,
		    names_seat(names, at->by), at->need);
		if (at->own > 0)
			buf_fmt(out, "%s: %u\n", own_key, at->own);
		seat_votes_text(at->yes, at->no, names, out);
	}
}

/* ---- reading ---- */

static int
read_proposal(struct lines *l, const struct names *names, struct proposal *b, struct err *err)
{
	const char *p;
	size_t n;
	int64_t need, own = 0;

	if (lines_field(l, "  open", &p, &n, err) < 0)
		return -1;
	if (vote_on_parse(names, p, n, &b->on, err) < 0 || b->on.kind == VOTE_KEYS)
		return err_set_line(err, ERR_SYNTAX, l->line - 1, "nothing that a table votes on");
	if (lines_number(l, "  since", 1, INT64_C(1) << 40, &b->since, err) < 0 ||
	    lines_field(l, "  by", &p, &n, err) < 0)
		return -1;
	b->by = names_find(names, p, n);
	if (b->by == SEAT_NONE)
		return err_set_line(err, ERR_SYNTAX, l->line - 1, "no seat has that name");
	if (lines_number(l, "  need", 1, SEATS_MAX, &need, err) < 0 ||
	    custody_read_own(l, own_key, &own, err) < 0)
		return -1;
	b->need = (uint8_t)need;
	b->own = (uint8_t)own;
	return seat_votes_read(l, names, &b->yes, &b->no, err);
}

int
proposals_read(struct lines *l, const struct names *names, struct proposals *b, struct err *err)
{
	struct slice line;

	while (lines_peek(l, &line.s, &line.n) && slice_starts(line, open_key)) {
		if (b->n == PROPOSALS_MAX)
			return err_set_line(err, ERR_SYNTAX, l->line, "too many votes are open");
		if (read_proposal(l, names, &b->at[b->n], err) < 0)
			return -1;
		b->n++;
	}
	return 0;
}

void
proposals_status(const struct language *lang, const struct proposals *b, const struct names *names,
    uint16_t custody, struct buf *out)
{
	struct buf on = BUF_INIT, line = BUF_INIT;

	for (unsigned i = 0; i < b->n; i++) {
		const struct proposal *at = &b->at[i];

		buf_clear(&on);
		buf_clear(&line);
		vote_on_text(names, &at->on, &on);
		language_fmt(lang, &line,
		    MSG("vote", "\"%s\" has %u of the %u votes that it needs"), buf_cstr(&on),
		    bits_count(at->yes), at->need);
		custody_own_words(lang, at->yes, custody, at->own, &line);
		if (!custody_carries(at->yes, custody, at->need, at->own))
			language_fmt(lang, &line, MSG("vote", " (vote %s yes|no)"), buf_cstr(&on));
		since_line(buf_cstr(&line), out);
	}
	buf_release(&on);
	buf_release(&line);
}
