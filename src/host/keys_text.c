/* What every digest tells of keys that are new, or not confirmed yet. */

#include "host/keys.h"
#include "text/since.h"
#include "util/wrap.h"

/* "  yes: anna bob" */
static void
voters(const char *key, const struct table *t, uint16_t bits, struct buf *out)
{
	struct buf names = BUF_INIT;

	for (unsigned i = 0; i < t->names.n; i++)
		if (((unsigned)bits >> i & 1u) != 0)
			buf_fmt(&names, "%s%s", names.n > 0 ? " " : "", t->names.seat[i]);
	if (names.n == 0)
		buf_chr(&names, '-');
	wrap_text(names.p, names.n, key, "    ", 72, out);
	buf_release(&names);
}

void
keys_text(const struct table *t, const struct host_state *hs, uint8_t changed, struct buf *section,
    struct buf *since)
{
	for (uint8_t i = 0; i < t->names.n; i++) {
		const struct replaced *re = &hs->replaced[i];
		char sign[SIGN_TEXT + 1], age[AGE_TEXT + 1];
		struct buf line = BUF_INIT;

		if (re->n == 0 && i != changed)
			continue;
		pubkey_sign_text(&t->pub[i], sign);
		pubkey_box_text(&t->pub[i], age);
		buf_fmt(section, "  seat: %s\n  sign: %s\n  age: %s\n  by: %s\n", t->names.seat[i],
		    sign, age, re->n == 0 ? "seat" : "host");
		if (re->n == 0)
			continue;
		buf_fmt(section, "  digest: %lld\n", (long long)re->n);
		voters("  yes: ", t, re->yes, section);
		voters("  no: ", t, re->no, section);
		buf_fmt(&line,
		    "%s's new keys, from the host in digest %lld, are not confirmed: %u of %u "
		    "votes "
		    "(vote %s yes|no)",
		    t->names.seat[i], (long long)re->n, asked_number(re->yes),
		    (t->names.n - 1u) / 2 + 1, t->names.seat[i]);
		since_line(line.p, since);
		buf_release(&line);
	}
}
