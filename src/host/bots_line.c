/* What programs have chosen, until it is played. */
#include "host/bots.h"

#include "util/mem.h"

int
bots_think(const struct command *w, struct err *err)
{
	struct host *h = w->h;
	struct buf line = BUF_INIT;
	struct table_choice *made;

	if (bots_choose(w, &line, err) < 0)
		return -1;
	if (line.n >= sizeof made->line)
		BUG("the order of a bot is too long");
	GROW(h->choice, h->n_choices);
	made = &h->choice[h->n_choices++];
	memcpy(made->head, w->hs.head, sizeof made->head);
	memcpy(made->line, line.p, line.n + 1);
	buf_wipe(&line);
	return 0;
}

static const struct table_choice *
find_choice(const struct command *w)
{
	const struct host *h = w->h;

	for (size_t i = h->n_choices; i-- > 0;)
		if (memcmp(h->choice[i].head, w->hs.head, HASH_BYTES) == 0)
			return &h->choice[i];
	return NULL;
}

const char *
bots_line(struct command *w, uint32_t n, struct err *err)
{
	const struct table_choice *made = find_choice(w);

	if (made != NULL)
		return made->line;
	if (n > w->bots_left) {
		w->bots_wait = true;
		(void)err_set(err, ERR_PENDING, "a bot has to think");
		return NULL;
	}
	w->bots_left -= n;
	return bots_think(w, err) == 0 ? find_choice(w)->line : NULL;
}
