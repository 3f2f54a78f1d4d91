/* Checks that a digest reveals nothing too early. What is missing is found by the audit. */

#include "record/verifier_reveal.h"

#include <string.h>

#include "record/order.h"
#include "util/lines.h"
#include "wire/deal.h"

struct revealing {
	const struct digest *d;
	bool ends, over;     /* with this digest a round, the game is over */
	unsigned last_round; /* with `ends`: the last one that is over */
	const char *wrong;
};

static int
check_key(void *arg, uint32_t id, const unsigned char key[static 32], struct err *err)
{
	struct revealing *r = arg;
	const unsigned round = id >> 8u & 255u, purpose = id & 255u;

	(void)key, (void)err;
	if (!r->ends || round > r->last_round)
		r->wrong = "it reveals a key of a round that is not over";
	else if (!r->over && deal_is_withheld(&r->d->pub.known, purpose))
		r->wrong = "it reveals a key that is secret until the game is over";
	return r->wrong != NULL ? -1 : 0;
}

static int
check_secret(void *arg, const unsigned char s[static 32], struct err *err)
{
	struct revealing *r = arg;

	(void)s, (void)err;
	if (!r->over)
		r->wrong = "it reveals the secret before the game is over";
	return r->wrong != NULL ? -1 : 0;
}

static int
check_order(void *arg, int64_t n, const struct order_block *b, struct err *err)
{
	struct revealing *r = arg;

	(void)err;
	if (!r->ends && (n != r->d->n || !order_is_open(b)))
		r->wrong = "it reveals an order before the round is over";
	else if (!r->over && reveal_is_withheld(b))
		r->wrong = "it reveals an order that is secret until the game is over";
	return r->wrong != NULL ? -1 : 0;
}

static bool
begins(const char *p, size_t n, const char *word)
{
	return n >= 2 + strlen(word) && memcmp(p + 2, word, strlen(word)) == 0;
}

/* Sets which rounds are over with the digest. One can begin and end in it. */
static void
find_ends(const struct transcript *tr, struct span events, struct revealing *r)
{
	const struct lines all = { tr->text.p, events.at + events.n, events.at, 1 };
	unsigned round = r->d->round;
	const char *p;
	size_t n;

	for (struct lines l = all; lines_next(&l, &p, &n);)
		round -= round > 0 && begins(p, n, "round ");
	for (struct lines l = all; lines_next(&l, &p, &n);) {
		round += begins(p, n, "round ");
		r->over = r->over || begins(p, n, "game-over");
		if (r->over || begins(p, n, "round-end ")) {
			r->ends = true;
			r->last_round = round;
		}
	}
}

const char *
verifier_check_reveal(
    const struct transcript *tr, const struct digest_layout *t, const struct digest *d)
{
	struct revealing r = { .d = d };
	const struct reveal_handler to = { check_key, check_secret, check_order, &r };
	struct err none = ERR_INIT;

	if (t->reveal.n == 0)
		return NULL;
	find_ends(tr, t->events, &r);
	if (reveal_parse(tr->text.p, t->reveal, &to, &none) < 0 && r.wrong == NULL)
		r.wrong = "what it reveals cannot be read";
	return r.wrong;
}
