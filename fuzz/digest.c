/* Digests, without a check of their signatures: parsed parts lie inside the input and are valid. */
#include <string.h>

#include "fuzz/fuzz.h"
#include "wire/host_action.h"
#include "wire/deal.h"
#include "games/games.h"

static void
must_lie(struct span outer, struct span sp)
{
	MUST(sp.n == 0 || (sp.at >= outer.at && sp.at + sp.n <= outer.at + outer.n));
}

/* ---- deals, commitments and reveals ----------------------------------------------------------- */

static int
take_hash(void *arg, uint32_t id, const unsigned char hash[static 32], struct err *err)
{
	unsigned *sum = arg;

	(void)err;
	*sum += id + hash[31];
	return 0;
}

static int
take_secret(void *arg, const unsigned char s[static 32], struct err *err)
{
	return take_hash(arg, 0, s, err);
}

/* Checks that a revealed order can be signed. */
static int
take_order(void *arg, int64_t n, const struct order_block *b, struct err *err)
{
	struct buf canonical = BUF_INIT;
	struct err why = ERR_INIT;

	(void)arg, (void)err;
	MUST(n >= 0);
	MUST(order_block_canonical(b, &canonical, &why) == 0);
	buf_release(&canonical);
	return 0;
}

static void
try_dealing(const char *s, const struct digest_layout *t, int64_t n)
{
	unsigned sum = 0;
	const struct reveal_handler to = { take_hash, take_secret, take_order, &sum };
	struct leaves leaves = { .n = 0 }, again = { .n = 0 };
	struct err err = ERR_INIT;
	struct buf text = BUF_INIT;

	must_lie(t->whole, t->keys);
	must_lie(t->whole, t->leaves);
	must_lie(t->whole, t->reveal);
	(void)deal_keys_parse(s, t->keys, take_hash, &sum, &err);
	(void)reveal_parse(s, t->reveal, &to, &err);
	if (deal_leaves_parse(s, t->leaves, n, &leaves, &err) == 0) {
		for (size_t i = 0; i < leaves.n; i++) {
			buf_clear(&text);
			leaf_text(&leaves.at[i], &text);
			MUST(leaf_parse(text.p, text.n, &again, &err) == 0);
		}
		MUST(again.n == leaves.n);
	}
	leaves_release(&leaves);
	leaves_release(&again);
	buf_release(&text);
}

/* Returns true if the digest is valid, with its events, and has the bytes that adit writes. */
static bool
try_digest(const char *s, const struct digest_layout *t, struct digest *d)
{
	static struct digest_events events;
	struct buf text = BUF_INIT;
	struct err err = ERR_INIT;
	bool valid = false;

	if (digest_parse(rules_all, s, t, d, &err) == 0) {
		MUST(d->names.n > 0 && d->names.n == d->pub.known.n_seats);
		valid = digest_rewrite(s, t, d, &events, &text, &err) == 0 &&
		    text.n == t->signed_part.n &&
		    memcmp(text.p, s + t->signed_part.at, text.n) == 0;
	}
	buf_release(&text);
	return valid;
}

/* Tries the parts of a digest that are read before it is verified. */
static void
try_parts(const struct buf *text, const struct digest_layout *t)
{
	char host[SIGN_TEXT + 1], game[ORDER_BLOCK_GAME_MAX + 1];
	struct host_action act;
	struct err err = ERR_INIT;
	int64_t number;

	must_lie(t->whole, t->signed_part);
	must_lie(t->whole, t->since);
	must_lie(t->whole, t->keep);
	for (unsigned i = 0; i < SEATS_MAX; i++)
		must_lie(t->whole, t->sealed[i]);
	(void)digest_host(text->p, t, host, game, &number, &err);
	if (host_action_find(text->p, t, &act, &err) == 1)
		MUST(act.to >= 0);
	try_dealing(text->p, t, 7);
}

bool
fuzz_try(const uint8_t *p, size_t n)
{
	static struct digest d;
	struct buf text = BUF_INIT;
	struct digest_layout t;
	struct err err = ERR_INIT;
	size_t at = 0, found = 0, valid = 0;

	digest_clean((const char *)p, n, &text);
	for (; digest_next(buf_cstr(&text), text.n, &at, &t, &err) == 1; found++) {
		MUST(at <= text.n);
		try_parts(&text, &t);
		valid += try_digest(text.p, &t, &d);
	}
	buf_release(&text);
	return found > 0 && valid == found;
}
