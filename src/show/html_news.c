/* News on a page: what a seat did in a row is one entry, and old entries are folded up. */
#include "show/html_news.h"

#include <stdbool.h>
#include <string.h>

#include "text/shown.h"

/* True if the seat, "you" or a creature begins there. *n is the length of the words. */
static bool
begins_subject(const struct language *lang, const struct names *names, const char *s, size_t *n)
{
	static const char *const fixed[] = { MSG("event", "you"), MSG("subject", "the rat"),
		MSG("subject", "the lindworm"), MSG("subject", "the goblin") };

	*n = strcspn(s, " \n");
	if (names_find(names, s, *n) != SEAT_NONE)
		return true;
	for (unsigned i = 0; i < sizeof fixed / sizeof fixed[0]; i++) {
		const char *words = language_text(lang, fixed[i]);

		*n = strlen(words);
		if (strncmp(s, words, *n) == 0)
			return true;
	}
	return false;
}

/* Returns the length of the subject of an entry that other entries may share, with the blank after
 * it; 0: none, also if somebody is quoted in it. */
static size_t
subject(const struct language *lang, const struct names *names, const char *s, size_t n)
{
	static const char quoted[] = "\n    | ";
	size_t words;

	if (n < 3 || !begins_subject(lang, names, s + 2, &words) || 2 + words >= n ||
	    s[2 + words] != ' ' || memmem(s, n, quoted, sizeof quoted - 1) != NULL)
		return 0;
	return 2 + words + 1;
}

/* Returns the length of the entry at s: to the next one. */
static size_t
entry_length(const char *s)
{
	size_t n = strcspn(s, "\n");

	while (s[n] == '\n' && strncmp(s + n + 1, "    ", 4) == 0)
		n += 1 + strcspn(s + n + 1, "\n");
	return n + (s[n] == '\n');
}

/* True if the entry is that of a new round. */
static bool
begins_round(const struct language *lang, const char *s)
{
	const char *words = language_text(lang, MSG("event", "round @v begins"));
	const char *number = strstr(words, "@v");
	const size_t before = number != NULL ? (size_t)(number - words) : 0;

	return before > 0 && strncmp(s, words, before) == 0 && s[before] >= '0' && s[before] <= '9';
}

/* The news with one entry for what a seat did in a row: "anna lays ns at 1,0; draws a card". */
struct news {
	struct buf lines;
	size_t n, round; /* entries; offset of the one with which the newest round begins, or 0 */
	size_t at[HTML_NEWS_MAX];
};

static void
join_entries(const struct language *lang, const struct names *names, const char *lines,
    size_t n_lines, struct news *out)
{
	const char *last = "";
	size_t shared = 0;

	for (size_t i = 0, n; i < n_lines; i += n) {
		const char *s = lines + i;
		const size_t own = subject(lang, names, s, n = entry_length(s));

		if (own > 0 && own == shared && memcmp(s, last, own) == 0) {
			out->lines.n--; /* the line end */
			buf_str(&out->lines, "; ");
			buf_add(&out->lines, s + own, n - own);
			continue;
		}
		if (begins_round(lang, s + 2))
			out->round = out->lines.n;
		out->at[out->n++ % HTML_NEWS_MAX] = out->lines.n;
		buf_add(&out->lines, s, n);
		last = s;
		shared = own;
	}
}

/* Appends the lines between two offsets. Places before `round` are on a board that is gone. */
static void
put_span(const struct news *news, size_t from, size_t to, enum html_places places, struct buf *out)
{
	const size_t round = news->round, split = round < from ? from : round < to ? round : to;

	html_lines(news->lines.p + from, split - from, HTML_PLACES_PLAIN, out);
	html_lines(news->lines.p + split, to - split, places, out);
}

void
html_news(const struct language *lang, const struct names *names, const char *s, size_t n,
    enum html_places places, struct buf *out)
{
	struct news news = { .n = 0 };
	struct buf earlier = BUF_INIT;
	size_t from = 0;

	join_entries(lang, names, s, n, &news);
	if (news.n > HTML_NEWS_MAX + 1 && places == HTML_PLACES_LINKED) {
		from = news.at[news.n % HTML_NEWS_MAX];
		language_fmt_n(lang, &earlier, news.n - HTML_NEWS_MAX,
		    MSG_N("page", "%zu earlier line", "%zu earlier lines"), news.n - HTML_NEWS_MAX);
		buf_str(out, "<details>\n");
		html_element("summary", buf_cstr(&earlier), out);
		buf_chr(out, '\n');
		put_span(&news, 0, from, places, out);
		buf_str(out, "</details>\n");
	}
	put_span(&news, from, news.lines.n, places, out);
	buf_release(&earlier);
	buf_wipe(&news.lines);
}
