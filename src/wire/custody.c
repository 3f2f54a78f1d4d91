/* Seats in custody: lines of a digest, votes. */

#include "wire/custody.h"

#include "core/bits.h"
#include "util/lines.h"
#include "util/slice.h"

static const char key[] = "custody: ", bot_key[] = "bot: ";

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

static void
lines_of(const char *key_of, uint16_t seats, const struct names *names, struct buf *out)
{
	for (unsigned i = 0; i < names->n; i++)
		if (((unsigned)seats >> i & 1u) != 0)
			buf_fmt(out, "%s%s\n", key_of, names->seat[i]);
}

void
custody_text(uint16_t custody, uint16_t bots, const struct names *names, struct buf *out)
{
	lines_of(key, custody, names, out);
	lines_of(bot_key, bots, names, out);
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

/* Reads one such line, if it is the next. *is_bot: with which of the keys. */
static bool
take(struct lines *l, struct slice *name, bool *is_bot)
{
	size_t n;

	if (!lines_peek(l, &name->s, &name->n))
		return false;
	*is_bot = slice_starts(*name, bot_key);
	if (!*is_bot && !slice_starts(*name, key))
		return false;
	n = *is_bot ? sizeof bot_key - 1 : sizeof key - 1;
	(void)lines_next(l, &name->s, &name->n);
	name->s += n;
	name->n -= n;
	return true;
}

void
custody_skip(struct lines *l)
{
	struct slice name;
	bool is_bot;

	while (take(l, &name, &is_bot))
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
    uint16_t *bots, struct err *err)
{
	struct lines l = { s, to, from, 1 };
	struct slice name;
	bool is_bot;

	*custody = *bots = 0;
	while (lines_peek(&l, &name.s, &name.n) && name.n > 0) {
		uint8_t seat;

		if (!take(&l, &name, &is_bot)) {
			(void)lines_next(&l, &name.s, &name.n);
			continue;
		}
		seat = names_find(names, name.s, name.n);
		if (seat == SEAT_NONE)
			return err_set_line(
			    err, ERR_SYNTAX, l.line - 1, "no seat in custody has that name");
		if (is_bot)
			*bots = (uint16_t)(*bots | 1u << seat);
		else
			*custody = (uint16_t)(*custody | 1u << seat);
	}
	return 0;
}
