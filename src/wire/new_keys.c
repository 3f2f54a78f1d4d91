/* The new-keys: section. The layout is specified in adit(5), "New keys". */

#include "wire/new_keys.h"

#include <string.h>

#include "core/bits.h"
#include "text/since.h"
#include "util/lines.h"
#include "util/slice.h"
#include "wire/custody.h"
#include "wire/proposal.h"
#include "wire/undo_request.h"

/* The seats that have a vote on the keys of one of n. */
static uint16_t
others_of(unsigned seat, unsigned n, uint16_t bots)
{
	return (uint16_t)(((1u << n) - 1) & ~(1u << seat) & ~(unsigned)bots);
}

uint16_t
new_keys_custody(const struct new_keys *k, uint16_t custody)
{
	unsigned seats = custody;

	for (unsigned i = 0; i < SEATS_MAX; i++)
		if (k->of[i].n > 0)
			seats &= ~(1u << i);
	return (uint16_t)seats;
}

/* The seat itself does not count: a table where all others are in custody can confirm its keys. */
static unsigned
own_need(uint16_t others, uint16_t custody)
{
	return custody_own_need(others, custody, others);
}

bool
new_keys_confirmed(uint16_t yes, unsigned n, unsigned seat, uint16_t custody, uint16_t bots)
{
	const uint16_t others = others_of(seat, n, bots);

	return custody_carries(yes, custody, undo_request_need(others), own_need(others, custody));
}

void
new_keys_text(const struct new_keys *k, const struct names *names, struct buf *out)
{
	for (unsigned i = 0; i < names->n; i++) {
		const struct new_key *key = &k->of[i];

		if (!key->is_new)
			continue;
		buf_fmt(out, "  seat: %s\n  sign: %s\n  age: %s\n  by: %s\n", names->seat[i],
		    key->sign, key->age, key->n == 0 ? "seat" : "host");
		if (key->n == 0)
			continue;
		buf_fmt(out, "  digest: %lld\n", (long long)key->n);
		seat_votes_text(key->yes, key->no, names, out);
	}
}

void
new_keys_words(const struct language *lang, const struct new_keys *k, const struct names *names,
    uint16_t custody, uint16_t bots, struct buf *out)
{
	const uint16_t agreed = new_keys_custody(k, custody);
	struct buf line = BUF_INIT;

	for (unsigned i = 0; i < names->n; i++) {
		const struct new_key *key = &k->of[i];
		const uint16_t others = others_of(i, names->n, bots);

		if (!key->is_new || key->n == 0)
			continue;
		buf_clear(&line);
		language_fmt(lang, &line,
		    MSG("vote",
			"%s's new keys, from the host in digest %lld, are not confirmed: %u of %u "
			"votes"),
		    names->seat[i], (long long)key->n, bits_count(key->yes),
		    undo_request_need(others));
		custody_own_words(lang, key->yes, agreed, own_need(others, agreed), &line);
		language_fmt(lang, &line, MSG("vote", " (vote %s yes|no)"), names->seat[i]);
		since_line(line.p, out);
	}
	buf_release(&line);
}

/* ---- reading ---- */

static int
read_key(struct lines *l, const struct names *names, struct new_keys *k, struct err *err)
{
	struct new_key *key;
	const char *p;
	size_t n;
	uint8_t seat;

	if (lines_field(l, "  seat", &p, &n, err) < 0)
		return -1;
	seat = names_find(names, p, n);
	if (seat == SEAT_NONE)
		return err_set_line(err, ERR_SYNTAX, l->line - 1, "no seat has that name");
	key = &k->of[seat];
	key->is_new = true;
	if (lines_copy(l, "  sign", key->sign, sizeof key->sign, err) < 0 ||
	    lines_copy(l, "  age", key->age, sizeof key->age, err) < 0 ||
	    lines_field(l, "  by", &p, &n, err) < 0)
		return -1;
	if (!slice_equals("host", p, n))
		return 0;
	return lines_number(l, "  digest", 1, INT64_C(1) << 40, &key->n, err) < 0 ?
	    -1 :
	    seat_votes_read(l, names, &key->yes, &key->no, err);
}

int
new_keys_find(const char *s, size_t from, size_t to, const struct names *names, struct new_keys *k,
    struct err *err)
{
	struct span sp = lines_section(s, from, to, "new-keys:");
	struct lines l = { s, sp.at + sp.n, sp.at, 1 };

	memset(k, 0, sizeof *k);
	while (l.at < l.n)
		if (read_key(&l, names, k, err) < 0)
			return err_wrap(err, "new-keys");
	return 0;
}
