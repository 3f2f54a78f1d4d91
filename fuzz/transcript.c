/*
 * A whole transcript by a host who signs anything: the signed parts of digests, each perhaps with a
 * private view in clear. They are linked, sealed and signed here, then read by the seat p1 and
 * audited. What reading accepts, no audit calls unsigned, unlinked or contradictory.
 */
#include <string.h>

#include "audit/audit.h"
#include "fuzz/table.h"
#include "games/games.h"
#include "record/digest_sig.h"
#include "seal/age.h"
#include "seal/det_age.h"
#include "util/mem.h"

enum { DIGESTS = 6 };

/* Writes `hash` over the hash in the line that begins with `key`, if there is one. */
static void
set_hash(struct buf *text, const char *key, const struct hash *hash)
{
	char *at = memmem(buf_cstr(text), text->n, key, strlen(key)), value[HASH_TEXT + 1];

	if (at == NULL || strcspn(at + strlen(key), "\n") != HASH_TEXT)
		return;
	hash_text(hash, value);
	memcpy(at + strlen(key), value, HASH_TEXT);
}

/* Signs the view and appends its age file. */
static void
seal_view(
    const struct digest *d, const struct hash *prev, const char *view, size_t n, struct buf *out)
{
	static const unsigned char s[SECRET_BYTES];
	const struct det_age at = { s, d->game, d->n, "p1", fuzz_key(FUZZ_SEAT)->pub.box_pk };
	struct buf plain = BUF_INIT, comment = BUF_INIT;
	struct err err = ERR_INIT;

	buf_add(&plain, view, n);
	set_hash(&plain, "\nprev: ", prev);
	private_view_comment(d->game, d->n, "p1", &comment);
	fuzz_sign(plain.p, n, comment.p, &plain);
	buf_fill(&plain, '\n', (VIEW_UNIT - plain.n % VIEW_UNIT) % VIEW_UNIT);
	MUST(det_age_encrypt(&at, plain.p, plain.n, out, &err) == 0);
	buf_release(&plain);
	buf_release(&comment);
}

struct chain {
	int64_t n; /* digests so far */
	struct hash head, zero;
	struct buf text;
};

/* Appends digest n of the chain, whose signed part may be anything. */
static void
add_digest(struct chain *c, struct buf *body, const char *view, size_t view_n)
{
	static struct digest d;
	struct digest_layout t;
	struct buf armor = BUF_INIT, comment = BUF_INIT, all = BUF_INIT, file = BUF_INIT;
	struct err err = ERR_INIT;
	size_t at = 0;

	if (c->n > 0)
		set_hash(body, "\nprev: ", &c->head);
	buf_add(&all, body->p, body->n);
	fuzz_sign(body->p, body->n, "", &all);
	digest_head_text(c->head.b, NULL, &all);
	memset(&d, 0, sizeof d);
	if (digest_next(buf_cstr(&all), all.n, &at, &t, &err) == 1)
		(void)digest_parse_header(rules_all, all.p, &t, &d, &err);
	if (view_n > 0) {
		struct hash hash;

		seal_view(&d, &c->head, view, view_n, &file);
		hash = view_hash(file.p, file.n);
		set_hash(body, "\nview: p1\n  ", &hash);
		age_armor((const unsigned char *)file.p, file.n, &armor);
	}
	c->head = digest_hash(body->p, body->n);
	if (c->n++ == 0 && d.n == 0)
		c->zero = c->head;
	digest_comment(d.game, d.n, &c->head, d.n > 0 ? &c->zero : NULL, &comment);
	buf_add(&c->text, body->p, body->n);
	fuzz_sign(body->p, body->n, comment.p, &c->text);
	digest_head_text(c->head.b, d.n > 0 ? c->zero.b : NULL, &c->text);
	if (view_n > 0)
		digest_for_text("p1", armor.p, armor.n, &c->text);
	buf_release(&armor);
	buf_release(&comment);
	buf_release(&all);
	buf_release(&file);
}

/* Returns the end of the part of s at `at`: where a line begins with `heading`, or n. */
static size_t
find_end(const char *s, size_t at, size_t n, const char *heading)
{
	const char *next = memmem(s + at, n - at, heading, strlen(heading));

	return next != NULL ? (size_t)(next - s) + 1 : n;
}

/* Whatever reading accepts is signed, linked and without contradiction to the audit, too. */
static bool
check(struct chain *c)
{
	struct player_read r;
	struct audit a;
	struct err err = ERR_INIT;
	struct buf line = BUF_INIT;
	const int read = player_read(
	    &r, rules_all, buf_cstr(&c->text), c->text.n, NULL, fuzz_key(FUZZ_SEAT), &err);
	bool valid = read == 0 && r.has_view;

	if (valid && player_suggest(&r, &line, &err) == 0)
		MUST(line.n > 0);
	if (read == 0)
		player_read_release(&r);
	if (audit_run(&a, rules_all, &c->text, fuzz_key(FUZZ_SEAT), NULL, true, &err) < 0)
		MUST(read < 0);
	for (size_t i = 0; i < a.n; i++)
		MUST(read < 0 || a.at[i].check > AUDIT_PUBLIC || a.at[i].result != AUDIT_FAIL);
	audit_release(&a);
	buf_release(&line);
	return valid;
}

bool
fuzz_try(const uint8_t *p, size_t n)
{
	const char *s = (const char *)p;
	struct chain c = { .n = 0 };
	bool valid;

	for (size_t at = 0; at < n && c.n < DIGESTS;) {
		const size_t end = find_end(s, at, n, "\n" DIGEST_HEADING);
		const size_t view = find_end(s, at, end, "\n" VIEW_HEADING);
		struct buf body = BUF_INIT;

		buf_add(&body, s + at, view - at);
		add_digest(&c, &body, s + view, end - view);
		buf_release(&body);
		at = end;
	}
	valid = check(&c);
	buf_release(&c.text);
	return valid;
}
