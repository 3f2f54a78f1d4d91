/* Completion by TAB offers only what may follow, from public facts and the own view. */
#include <criterion/criterion.h>

#include "service/aid.h"
#include "session/play_internal.h"

static struct service s;

static void
add(void *to, const char *word)
{
	buf_fmt(to, "%s\n", word);
}

static bool
has(const struct buf *words, const char *word)
{
	struct buf line = BUF_INIT, all = BUF_INIT;
	bool is;

	buf_fmt(&line, "\n%s\n", word);
	buf_fmt(&all, "\n%s", buf_cstr(words));
	is = strstr(all.p, line.p) != NULL;
	buf_release(&line);
	buf_release(&all);
	return is;
}

Test(complete, words)
{
	static const struct {
		const char *before, *word;
		bool is;
	} row[] = {
		{ "", "help", true },
		{ "", "vote", true },
		{ "", "discard", true },
		{ "vote ", "end", true },
		{ "vote end ", "yes", true },
		{ "vote end ", "no", true },
		{ "next ", "discard", true },
		{ "every ", "discard", true },
		{ "next ", "help", false },
		{ "resign | ", "discard", true },
		{ "next resign | ", "discard", true },
		{ "nothing ", "discard", false },
		{ "vote end yes ", "yes", false },
		{ "discard\033 ", "map", false },
	};
	struct play p;

	service_open(&s);
	memset(&p, 0, sizeof p);
	p.u = &s.user.u;
	table_read(&s.t, table_to_move(&s.t), &p.r);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct buf words = BUF_INIT;

		play_complete(&p, row[i].before, add, &words);
		cr_expect_eq(has(&words, row[i].word), row[i].is, "\"%s\" %s: %s", row[i].before,
		    row[i].word, buf_cstr(&words));
		buf_release(&words);
	}
	for (unsigned seat = 0; seat < 3; seat++) {
		struct buf words = BUF_INIT;

		play_complete(&p, "vote skip ", add, &words);
		cr_expect_eq(has(&words, s.t.names.seat[seat]), seat != p.r.seat, "%s", words.p);
		buf_release(&words);
	}
	player_read_release(&p.r);
	service_close(&s);
}

/* A watcher has commands, but no orders. */
Test(complete, a_watcher)
{
	struct buf words = BUF_INIT;
	struct play p;

	memset(&p, 0, sizeof p);
	play_complete(&p, "", add, &words);
	cr_expect(has(&words, "help"));
	cr_expect_not(has(&words, "resign"));
	buf_clear(&words);
	play_complete(&p, "vote ", add, &words);
	cr_expect_eq(words.n, 0, "%s", buf_cstr(&words));
	buf_release(&words);
}

/* Each word of a legal order leads to the next. */
Test(complete, every_legal_order)
{
	struct buf line = BUF_INIT;
	struct play p;

	service_open(&s);
	memset(&p, 0, sizeof p);
	table_read(&s.t, table_to_move(&s.t), &p.r);
	for (size_t k = 0; k < 200; k += 7) {
		table_legal(&s.t, k, &line);
		for (char *word = line.p, *end; word != NULL; word = end != NULL ? end + 1 : NULL) {
			struct buf before = BUF_INIT, words = BUF_INIT, want = BUF_INIT;

			end = strchr(word, ' ');
			buf_add(&before, line.p, (size_t)(word - line.p));
			buf_add(&want, word, end != NULL ? (size_t)(end - word) : strlen(word));
			play_complete(&p, buf_cstr(&before), add, &words);
			cr_expect(has(&words, want.p), "%s: %s", line.p, want.p);
			buf_release(&before);
			buf_release(&words);
			buf_release(&want);
		}
	}
	buf_release(&line);
	player_read_release(&p.r);
	service_close(&s);
}
