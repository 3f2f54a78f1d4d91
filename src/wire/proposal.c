/* Proposals of the seats. The layout is specified in adit(5), "Votes of the table". */

#include "wire/proposal.h"

#include "util/lines.h"
#include "util/slice.h"
#include "wire/undo_request.h"

static const char open_key[] = "  open: ";

void
proposals_text(const struct proposals *b, const struct names *names, struct buf *out)
{
	for (unsigned i = 0; i < b->n; i++) {
		const struct proposal *at = &b->at[i];

		buf_str(out, open_key);
		vote_on_text(names, &at->on, out);
		buf_fmt(out, "\n  since: %lld\n  by: %s\n  need: %u\n", (long long)at->since,
		    names_seat(names, at->by), at->need);
		seat_votes_text(at->yes, at->no, names, out);
	}
}

/* ---- reading ---- */

static int
read_proposal(struct lines *l, const struct names *names, struct proposal *b, struct err *err)
{
	const char *p;
	size_t n;
	int64_t need;

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
	if (lines_number(l, "  need", 1, SEATS_MAX, &need, err) < 0)
		return -1;
	b->need = (uint8_t)need;
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
