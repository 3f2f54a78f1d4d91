/* Confirmations that are missing according to the host. */
#include "record/withheld.h"

#include <inttypes.h>

#include "record/saved_digest.h"
#include "record/verifier_notes.h"
#include "util/mem.h"
#include "wire/host_action.h"

int
withheld_fail(const struct withheld_one *one, struct err *why)
{
	return err_set(why, ERR_STALE,
	    "you signed a confirmation of attempt %u for %s, and digest %lld says that it had not "
	    "come",
	    (unsigned)one->attempt, one->seat, (long long)one->n);
}

/* True if digest c begins an attempt; *act lists the seats that had confirmed the one before. */
static bool
begins_again(const struct transcript *tr, const struct transcript_copy *c, struct host_action *act)
{
	struct err none = ERR_INIT;

	return host_action_find(tr->text.p, &c->t, act, &none) == 1 && act->attempt > 1;
}

/* Returns the digest that opened this attempt, from the pins. */
static const struct pin *
find_opener(const struct pins *pins, int64_t attempt, int64_t before)
{
	for (size_t i = pins->n; i-- > 0;)
		if (pins->at[i].opens == attempt && pins->at[i].n < before)
			return &pins->at[i];
	return NULL;
}

void
withheld_add(struct withheld *w, const struct pins *pins, const struct transcript *tr,
    const struct transcript_copy *c, const struct digest *d)
{
	const struct pin *opener;
	struct host_action act;
	unsigned listed;

	if (!begins_again(tr, c, &act))
		return;
	listed = host_action_confirmed(&act, &d->names);
	opener = find_opener(pins, act.attempt - 1, c->n);
	for (unsigned i = 0; i < d->names.n && opener != NULL && w->n < SEATS_MAX; i++) {
		struct withheld_one *one = &w->at[w->n];

		if ((listed >> i & 1u) != 0 ||
		    pins_share(pins, d->names.seat[i], &opener->hash) == NULL)
			continue;
		memcpy(one->seat, d->names.seat[i], sizeof one->seat);
		one->attempt = (uint32_t)act.attempt - 1;
		one->n = c->n;
		w->n++;
	}
}

/* ---- in a record ----------------------------------------------------------------------------------------- */

/* A digest before the deal. */
struct setup {
	int64_t n;
	unsigned attempt, confirmed; /* seats, as bits */
	bool begins_again;
	unsigned listed; /* seats, as bits, listed when it restarts */
	struct buf text;
};

struct finding {
	struct withheld *w;
	const struct pins *pins;
	size_t n;
	struct setup *at;
};

static void
examine(struct finding *f, const struct transcript *tr, const struct transcript_copy *c)
{
	struct digest *d = mem_new(sizeof *d);
	struct err none = ERR_INIT;
	struct setup *s;
	struct host_action act;

	if (c->fault == 0 && transcript_digest(tr, c, d, &none) == 0 &&
	    d->dealing == DIGEST_DEALING_OPEN) {
		GROW(f->at, f->n);
		s = &f->at[f->n++];
		*s = (struct setup){ .n = c->n,
			.attempt = d->attempt,
			.confirmed = verifier_confirmed(d),
			.begins_again = begins_again(tr, c, &act) };
		if (s->begins_again)
			s->listed = host_action_confirmed(&act, &d->names);
		buf_add(&s->text, tr->text.p + c->t.whole.at, c->t.whole.n);
		withheld_add(f->w, f->pins, tr, c, d);
	}
	free(d);
}

/* Examines stored digest n, unless it is in tr. */
static int
examine_saved(
    struct finding *f, const struct transcript *tr, const char *dir, int64_t n, struct err *err)
{
	struct buf text = BUF_INIT;
	struct transcript saved;
	int result;

	for (size_t i = 0; i < tr->n_copy; i++)
		if (tr->copy[i].n == n)
			return 0;
	result = saved_digest_text(dir, n, &text, err);
	if (result == 0) {
		transcript_load(&saved, tr->games, &text, &tr->host);
		if (saved.n_copy > 0 && strcmp(saved.game, tr->game) == 0)
			examine(f, &saved, saved.copy);
		transcript_release(&saved);
	}
	buf_release(&text);
	return result < 0 ? -1 : 0;
}

/* Returns a digest that accepted a confirmation in the attempt which `restart` ends, if `restart`
 * does not list it. */
static const struct setup *
find_accepted(const struct finding *f, const struct setup *restart)
{
	for (size_t i = 0; i < f->n && restart->begins_again; i++) {
		const struct setup *s = &f->at[i];

		if (s->n < restart->n && s->attempt + 1 == restart->attempt &&
		    (s->confirmed & ~restart->listed) != 0)
			return s;
	}
	return NULL;
}

static int
check(const struct finding *f, struct buf *proof, struct err *err)
{
	for (size_t i = 0; i < f->n; i++) {
		const struct setup *restart = &f->at[i], *s = find_accepted(f, restart);

		if (s == NULL)
			continue;
		buf_fmt(proof, "%s\n%s\n", s->text.p, restart->text.p);
		(void)err_set(err, ERR_AUTH,
		    "the host cheats in digest %lld: it begins again, and leaves out a "
		    "confirmation "
		    "that digest %lld had accepted",
		    (long long)restart->n, (long long)s->n);
		return err_hint(err, "adit read --proof FILE writes what proves it to anyone");
	}
	return 0;
}

int
withheld_find(struct withheld *w, const struct pins *pins, const struct transcript *tr,
    const char *dir, int64_t n, struct buf *proof, struct err *err)
{
	struct finding f = { .w = w, .pins = pins };
	struct folder_numbers numbers = { .n = 0 };
	int result = 0;

	*w = (struct withheld){ .n = 0 };
	if (dir != NULL)
		result = folder_numbers(dir, &numbers, err);
	for (size_t i = 0; i < numbers.n && result == 0; i++)
		if (numbers.at[i] <= n)
			result = examine_saved(&f, tr, dir, numbers.at[i], err);
	for (size_t i = 0; i < tr->n_copy; i++)
		examine(&f, tr, &tr->copy[i]);
	if (result == 0)
		result = check(&f, proof, err);
	for (size_t i = 0; i < f.n; i++)
		buf_release(&f.at[i].text);
	free(f.at);
	free(numbers.at);
	return result;
}
