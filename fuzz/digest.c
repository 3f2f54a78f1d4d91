/* Digests and views, as if their signatures held: what is found lies inside, what is read is sound. */
#include <string.h>

#include "fuzz/fuzz.h"
#include "text/act.h"
#include "text/viewtext.h"

static void
must_lie(struct span outer, struct span sp)
{
	MUST(sp.n == 0 || (sp.at >= outer.at && sp.at + sp.n <= outer.at + outer.n));
}

static void
try_view(const char *s, size_t n, const struct digest *d)
{
	static struct viewtext v;
	struct viewtext_spans sp;
	struct err err = ERR_INIT;
	struct span all = { 0, n };

	if (viewtext_split(s, n, &sp, &err) < 0)
		return;
	must_lie(all, sp.signed_part);
	must_lie(all, sp.since);
	must_lie(all, sp.can);
	must_lie(all, sp.waiting);
	if (viewtext_parse(s, &sp, d, &v, &err) == 0)
		MUST(v.view.seat < v.view.known.n_seats);
}

int
LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
	static struct digest d;
	struct buf text = BUF_INIT;
	struct digest_text t;
	struct act act;
	struct err err = ERR_INIT;
	char host[SIGN_TEXT + 1], game[BLOCK_GAME_MAX + 1];
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
		if (act_find(text.p, &t, &act, &err) == 1)
			MUST(act.reason[0] != '\0' && act.to >= 0);
		if (digest_parse(text.p, &t, &d, &err) == 0) {
			MUST(d.names.n > 0 && d.names.n == d.pub.known.n_seats);

			size_t from = t.signed_part.at + t.signed_part.n;
			const char *view = memmem(text.p + from, text.n - from, "adit-view v1", 12);

			if (view != NULL)       /* a view in clear, as no digest has it */
				try_view(view, text.n - (size_t)(view - text.p), &d);
		}
	}
	buf_release(&text);
	return 0;
}
