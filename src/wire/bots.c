/* Seats that a program plays: lines of digest 0. */

#include "wire/bots.h"

#include "util/lines.h"
#include "util/slice.h"

static const char key[] = "bot: ", greedy[] = "greedy ", search[] = "search ";

uint16_t
bots_seats(const struct bots *bots)
{
	unsigned seats = 0;

	for (unsigned i = 0; i < SEATS_MAX; i++)
		seats |= (bots->of[i].kind != BOT_NONE ? 1u : 0u) << i;
	return (uint16_t)seats;
}

void
bots_policy_text(const struct bot_seat *bot, struct buf *out)
{
	if (bot->kind == BOT_SEARCH)
		buf_fmt(out, "%s%u %lu", search, bot->revision, (unsigned long)bot->n);
	else
		buf_fmt(out, "%s%u", greedy, bot->revision);
}

void
bots_text(const struct bots *bots, const struct names *names, const char *indent, struct buf *out)
{
	for (unsigned i = 0; i < names->n; i++) {
		if (bots->of[i].kind == BOT_NONE)
			continue;
		buf_fmt(out, "%s%s%s ", indent, key, names->seat[i]);
		bots_policy_text(&bots->of[i], out);
		buf_chr(out, '\n');
	}
}

int
bots_policy_parse(const char *words, size_t n_words, struct bot_seat *bot)
{
	struct slice s = { words, n_words };
	const bool searches = slice_starts(s, search);
	const char *blank = NULL;
	int64_t revision, n = 0;

	if (!searches && !slice_starts(s, greedy))
		return -1;
	s.s += strlen(searches ? search : greedy);
	s.n -= strlen(searches ? search : greedy);
	if (searches && (blank = memchr(s.s, ' ', s.n)) == NULL)
		return -1;
	if (number_parse_range(
		s.s, searches ? (size_t)(blank - s.s) : s.n, 1, UINT16_MAX, &revision) < 0)
		return -1;
	if (searches &&
	    number_parse_range(blank + 1, s.n - (size_t)(blank + 1 - s.s), 1, INT32_MAX, &n) < 0)
		return -1;
	*bot = (struct bot_seat){ .kind = searches ? BOT_SEARCH : BOT_GREEDY,
		.revision = (uint16_t)revision,
		.n = (uint32_t)n };
	return 0;
}

int
bots_read(struct lines *l, const char *indent, const struct names *names, struct bots *bots,
    struct err *err)
{
	const size_t skip = strlen(indent);
	struct slice line;

	while (lines_peek(l, &line.s, &line.n) && line.n > skip &&
	    memcmp(line.s, indent, skip) == 0 &&
	    slice_starts((struct slice){ line.s + skip, line.n - skip }, key)) {
		const struct slice rest = { line.s + skip + strlen(key),
			line.n - skip - strlen(key) };
		const char *blank = memchr(rest.s, ' ', rest.n);
		const size_t n = blank != NULL ? (size_t)(blank - rest.s) : rest.n;
		const uint8_t seat = names_find(names, rest.s, n);

		(void)lines_next(l, &line.s, &line.n);
		if (blank == NULL || seat == SEAT_NONE ||
		    bots_policy_parse(blank + 1, rest.n - n - 1, &bots->of[seat]) < 0)
			return err_set_line(err, ERR_SYNTAX, l->line - 1,
			    "bot is a seat, and greedy or search with its numbers");
	}
	return 0;
}

void
bots_words(const struct language *lang, uint16_t bots, const struct names *names, struct buf *out)
{
	struct buf seats = BUF_INIT;

	for (unsigned i = 0; i < names->n; i++)
		if (((unsigned)bots >> i & 1u) != 0)
			buf_fmt(&seats, "%s%s", seats.n > 0 ? ", " : "", names->seat[i]);
	if (seats.n > 0)
		language_fmt(
		    lang, out, MSG("read", ", played by the host's program: %s"), buf_cstr(&seats));
	buf_release(&seats);
}
