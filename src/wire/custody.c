/* Seats in custody: lines of a digest, votes. */

#include "wire/custody.h"

#include "core/bits.h"
#include "util/lines.h"
#include "util/slice.h"

static const char key[] = "custody: ";

unsigned
custody_own_need(uint16_t seats, uint16_t custody, uint16_t table)
{
	if ((seats & custody) == 0 || (table & ~(unsigned)custody) == 0)
		return 0;
	/* If only the seat that the vote is about has keys of its own, the vote is not carried. */
	return bits_count((uint16_t)(seats & ~(unsigned)custody)) / 2 + 1;
}

bool
custody_carries(uint16_t yes, uint16_t custody, unsigned need, unsigned own)
{
	return bits_count(yes) >= need && bits_count((uint16_t)(yes & ~(unsigned)custody)) >= own;
}

void
custody_text(uint16_t custody, const struct names *names, struct buf *out)
{
	for (unsigned i = 0; i < names->n; i++)
		if (((unsigned)custody >> i & 1u) != 0)
			buf_fmt(out, "%s%s\n", key, names->seat[i]);
}

void
custody_words(
    const struct language *lang, uint16_t custody, const struct names *names, struct buf *out)
{
	struct buf seats = BUF_INIT;

	for (unsigned i = 0; i < names->n; i++)
		if (((unsigned)custody >> i & 1u) != 0)
			buf_fmt(&seats, "%s%s", seats.n > 0 ? ", " : "", names->seat[i]);
	if (seats.n > 0)
		language_fmt(lang, out, MSG("read", ", custody: %s"), buf_cstr(&seats));
	buf_release(&seats);
}

void
custody_own_words(
    const struct language *lang, uint16_t yes, uint16_t custody, unsigned own, struct buf *out)
{
	if (own > 0)
		language_fmt(lang, out, MSG("vote", ", and %u of %u of seats with their own keys"),
		    bits_count((uint16_t)(yes & ~(unsigned)custody)), own);
}

/* Reads one such line, if it is the next. */
static bool
take(struct lines *l, struct slice *name)
{
	if (!lines_peek(l, &name->s, &name->n) || !slice_starts(*name, key))
		return false;
	(void)lines_next(l, &name->s, &name->n);
	name->s += sizeof key - 1;
	name->n -= sizeof key - 1;
	return true;
}

void
custody_skip(struct lines *l)
{
	struct slice name;

	while (take(l, &name))
		;
}

int
custody_read_own(struct lines *l, const char *own_key, int64_t *own, struct err *err)
{
	struct slice line;

	return lines_peek(l, &line.s, &line.n) && slice_starts(line, own_key) ?
	    lines_number(l, own_key, 1, SEATS_MAX, own, err) :
	    0;
}

int
custody_find(const char *s, size_t from, size_t to, const struct names *names, uint16_t *custody,
    struct err *err)
{
	struct lines l = { s, to, from, 1 };
	struct slice name;

	*custody = 0;
	while (lines_peek(&l, &name.s, &name.n) && name.n > 0) {
		uint8_t seat;

		if (!take(&l, &name)) {
			(void)lines_next(&l, &name.s, &name.n);
			continue;
		}
		seat = names_find(names, name.s, name.n);
		if (seat == SEAT_NONE)
			return err_set_line(
			    err, ERR_SYNTAX, l.line - 1, "no seat in custody has that name");
		*custody = (uint16_t)(*custody | 1u << seat);
	}
	return 0;
}
