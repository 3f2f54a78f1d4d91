/* Repairs damaged pins from the digests of the record. */
#include "record/pins_mend.h"

#include <stdlib.h>
#include <string.h>

#include "record/saved_digest.h"

/* The host of these digests was verified when they were stored. */
static bool
is_host(struct pins *pins, const char *host_sign)
{
	struct err none = ERR_INIT;

	if (pins->is_host_lost && pins->n == 0)
		pins->is_host_lost = false;
	return pins_note_host(pins, host_sign, &none) == 0;
}

static void
mark_saved(struct pins *pins, const struct transcript_copy *c)
{
	for (size_t i = 0; i < pins->n; i++)
		if (pins->at[i].n == c->n)
			pins->at[i].is_kept = true;
}

static void
restore(struct pins *pins, const struct transcript *tr)
{
	const struct transcript_copy *c = tr->copy;
	struct leaves leaves = { .n = 0 };
	struct err none = ERR_INIT;

	if (tr->n_copy != 1 || c->fault != 0 || strcmp(tr->game, pins->game) != 0 ||
	    !is_host(pins, tr->host_sign))
		return;
	if (c->gives.n > 0)
		(void)pins_add_lost(pins, c->gives.n, &c->gives.hash);
	if (pins_contradict(pins, c))
		return;
	(void)pins_add(pins, c);
	mark_saved(pins, c);
	if (pins->leaves_damage.lines > 0 &&
	    deal_leaves_parse(tr->text.p, c->t.leaves, c->n, &leaves, &none) == 0)
		leaves_copy(&pins->leaves, &leaves);
	leaves_release(&leaves);
}

int
pins_mend(struct pins *pins, const struct rules *const *games, struct err *err)
{
	struct folder_numbers numbers;
	int result = folder_numbers(pins->folder.p, &numbers, err);

	for (size_t i = 0; i < numbers.n && result >= 0; i++) {
		struct buf text = BUF_INIT;
		struct transcript tr;

		result = saved_digest_text(pins->folder.p, numbers.at[i], &text, err);
		if (result == 0) {
			transcript_load(&tr, games, &text, NULL);
			restore(pins, &tr);
			transcript_release(&tr);
		}
		buf_release(&text);
	}
	free(numbers.at);
	return result < 0 ? -1 : 0;
}
