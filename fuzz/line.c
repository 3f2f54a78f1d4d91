/*
 * Lines that people type or that digests have, besides orders of a game. The first byte selects the
 * kind. A valid line has one text, which reads to the same.
 */
#include <string.h>

#include "fuzz/fuzz.h"
#include "games/games.h"
#include "text/absence_line.h"
#include "text/commandline.h"
#include "text/mail_line.h"
#include "text/noteline.h"
#include "text/turnline.h"
#include "text/typed_order.h"
#include "text/voteline.h"
#include "util/lines.h"
#include "wire/time_control.h"

static struct names names;

static bool
try_command(const char *s, size_t n)
{
	struct commandline out;
	struct err err = ERR_INIT;

	(void)n;
	if (commandline_parse(s, &out, &err) < 0) {
		MUST(err.code == ERR_SYNTAX);
		return false;
	}
	MUST(out.n >= 0 && out.kind < COMMANDLINE_KINDS);
	return true;
}

/* What is typed for a valid line gives a line with the same address. */
static bool
try_mail(const char *s, size_t n)
{
	struct mail_line out;
	struct buf typed = BUF_INIT;
	struct err err = ERR_INIT;
	bool valid;

	(void)n;
	mail_line_typed(s, &typed);
	valid = mail_line_parse(buf_cstr(&typed), &out, &err) == 0;
	if (valid && out.kind == MAIL_LINE_ADDRESS)
		MUST(mail_address_is_ok(out.addr, strlen(out.addr)));
	if (mail_line_parse(s, &out, &err) == 0)
		MUST(mail_line_is(s));
	buf_release(&typed);
	return valid;
}

static bool
try_absence(const char *s, size_t n)
{
	struct absence_days out;
	struct err err = ERR_INIT;

	(void)n;
	if (!absence_is_line(s) || absence_parse(s, &out, &err) < 0)
		return false;
	MUST(out.first <= out.last);
	return true;
}

static bool
try_note(const char *s, size_t n)
{
	struct note note;
	struct buf text = BUF_INIT;

	if (noteline_parse(&names, s, n, &note) < 0)
		return false;
	MUST(noteline_is_one(s, n));
	noteline_text(&names, &note, &text);
	MUST(text.n == n && memcmp(text.p, s, n) == 0);
	note_sentence(NULL, &names, &note, "", false, &text);
	MUST(text.n > n);
	buf_release(&text);
	return true;
}

static bool
try_vote(const char *s, size_t n)
{
	struct vote vote, again;
	struct buf text = BUF_INIT;
	struct err err = ERR_INIT;

	if (vote_is_line(s))
		return vote_parse(&names, s, &vote, &err) == 0;
	if (vote_on_parse(&names, s, n, &vote, &err) < 0)
		return false;
	vote_on_text(&names, &vote, &text);
	MUST(vote_on_parse(&names, buf_cstr(&text), text.n, &again, &err) == 0);
	MUST(vote_same_subject(&vote, &again));
	buf_release(&text);
	return true;
}

/* Each reading of a typed order is an order. */
static bool
try_typed(const char *s, size_t n)
{
	static struct view v;
	static struct events ev;
	const struct options options = { .at[OPTION_FIRST] = 1 };
	const uint8_t seed[32] = { 0 };
	struct rng_fast rng;
	struct game g;
	struct buf text = BUF_INIT;
	struct err err = ERR_INIT;
	struct turn turn;
	struct lines lines;
	struct slice line;
	unsigned found, rules = 0, read = 0;

	while (n > 0 && rules < (unsigned char)s[0] % 4u && rules_all[rules + 1] != NULL)
		rules++;
	rng_fast_init(&rng, seed, 0);
	game_init(&g, rules_all[rules], rules_all[rules]->seats_min, &options);
	ev.n = 0;
	game_deal(&g, &rng.rng, &ev);
	game_view(&g, 0, &v);
	found = n > 0 ? typed_order_read(&v, &names, s + 1, n - 1, &text, &err) : 0;
	lines = (struct lines){ buf_cstr(&text), text.n, 0, 1 };
	for (; lines_next(&lines, &line.s, &line.n); read++)
		MUST(turnline_parse(rules_all[rules], &names, 0, line.s, line.n, &turn, &err) == 0);
	MUST(read == found);
	buf_release(&text);
	return found > 0;
}

static bool
try_time_control(const char *s, size_t n)
{
	struct time_control c = { .limit_s = 3600 }, again = { .limit_s = 3600 };
	struct lines lines = { s, n, 0, 1 }, second;
	bool has_lines;
	struct buf text = BUF_INIT, back = BUF_INIT;
	struct err err = ERR_INIT;

	if (time_control_read(&lines, "", &c, &err) < 0)
		return false;
	time_control_text(&c, "", &text);
	second = (struct lines){ buf_cstr(&text), text.n, 0, 1 };
	MUST(time_control_read(&second, "", &again, &err) == 0);
	time_control_text(&again, "", &back);
	MUST(back.n == text.n && memcmp(buf_cstr(&back), buf_cstr(&text), text.n) == 0);
	has_lines = text.n > 0;
	buf_release(&text);
	buf_release(&back);
	return has_lines;
}

bool
fuzz_try(const uint8_t *p, size_t n)
{
	static bool (*const kind[])(const char *s, size_t n) = { try_command, try_mail, try_absence,
		try_note, try_vote, try_typed, try_time_control };
	struct buf text = BUF_INIT; /* ends with a NUL */
	struct err err = ERR_INIT;
	bool valid;

	if (names.n == 0) {
		MUST(names_add(&names, "anna", 4, &err) == 0);
		MUST(names_add(&names, "bob", 3, &err) == 0);
		MUST(names_add(&names, "carl", 4, &err) == 0);
	}
	if (n == 0 || memchr(p, '\0', n) != NULL)
		return false;
	buf_add(&text, p + 1, n - 1);
	valid = kind[p[0] % (sizeof kind / sizeof kind[0])](buf_cstr(&text), text.n);
	buf_release(&text);
	return valid;
}
