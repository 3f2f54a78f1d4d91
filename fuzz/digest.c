/* Digests and views, without a check of their signatures: parsed parts lie inside the input and are
 * valid. */
#include <string.h>

#include "fuzz/fuzz.h"
#include "wire/host_action.h"
#include "wire/deal.h"
#include "wire/private_view.h"
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

static void
try_openings(const char *s, struct span sp, const struct rules *rules)
{
	static struct leaf_openings open, again;
	struct err err = ERR_INIT;
	struct buf text = BUF_INIT;

	if (openings_parse(s, sp, rules, &open, &err) == 0) {
		MUST(open.n <= OPENINGS_MAX);
		openings_text(rules, &open, &text);
		MUST(openings_parse(
			 buf_cstr(&text), (struct span){ 0, text.n }, rules, &again, &err) == 0);
		MUST(again.n == open.n);
	}
	buf_release(&text);
}

static void
try_view(const char *s, size_t n, const struct digest *d)
{
	static struct private_view v;
	struct private_view_spans sp;
	struct err err = ERR_INIT;
	struct span all = { 0, n };

	if (private_view_split(s, n, &sp, &err) < 0)
		return;
	must_lie(all, sp.signed_part);
	must_lie(all, sp.can);
	must_lie(all, sp.open);
	if (private_view_parse(s, &sp, d, &v, &err) == 0)
		MUST(v.view.seat < v.view.known.n_seats);
	try_openings(s, sp.open, d->pub.known.rules);
}

int
LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
	static struct digest d;
	struct buf text = BUF_INIT;
	struct digest_layout t;
	struct host_action act;
	struct err err = ERR_INIT;
	char host[SIGN_TEXT + 1], game[ORDER_BLOCK_GAME_MAX + 1];
	size_t at = 0;
	int64_t number;

	digest_clean((const char *)p, n, &text);
	while (digest_next(buf_cstr(&text), text.n, &at, &t, &err) == 1) {
		MUST(at <= text.n);
		must_lie(t.whole, t.signed_part);
		must_lie(t.whole, t.since);
		must_lie(t.whole, t.keep);
		for (unsigned i = 0; i < SEATS_MAX; i++)
			must_lie(t.whole, t.sealed[i]);
		(void)digest_host(text.p, &t, host, game, &number, &err);
		if (host_action_find(text.p, &t, &act, &err) == 1)
			MUST(act.reason[0] != '\0' && act.to >= 0);
		try_dealing(text.p, &t, 7);
		if (digest_parse(rules_all, text.p, &t, &d, &err) == 0) {
			MUST(d.names.n > 0 && d.names.n == d.pub.known.n_seats);

			size_t from = t.signed_part.at + t.signed_part.n;
			const char *view = memmem(text.p + from, text.n - from, "adit-view v3", 12);

			if (view != NULL) /* a plain view, which no digest contains */
				try_view(view, text.n - (size_t)(view - text.p), &d);
		}
	}
	buf_release(&text);
	return 0;
}
