/*
 * Catalogues of messages (.mo). Whatever a catalogue has, each sentence of adit is made in full:
 * texts without a NUL, of a bounded length, and English where the catalogue cannot be used.
 */
#include <string.h>

#include "fuzz/fuzz.h"
#include "games/games.h"
#include "text/eventline.h"
#include "text/language.h"
#include "text/noteline.h"
#include "text/shown.h"
#include "util/buf.h"

/* A sentence is a text of the catalogue with at most some choices of it filled in. */
enum { SENTENCE_MAX = 1 << 20 };

static struct names names;

/* Checks a sentence and empties the buffer. */
static void
check_sentence(struct buf *out, bool must)
{
	MUST(!must || out->n > 0);
	MUST(out->n < SENTENCE_MAX);
	MUST(memchr(buf_cstr(out), '\0', out->n) == NULL);
	out->n = 0;
}

/* Says an event of each kind, for the one who does it and for somebody else. */
static void
try_events(const struct language *lang, const struct rules *rules)
{
	static const uint16_t value[] = { 0, 1, 2, 5, 11, 21 };
	struct buf out = BUF_INIT;

	for (unsigned kind = 0; kind < EVENT_KIND_COUNT; kind++)
		for (unsigned i = 0; i < sizeof value / sizeof value[0]; i++) {
			struct event e = event_make_at((enum event_kind)kind, 0, (card_id)i, 3, -1);

			e.to = (uint8_t)(i % 3 == 0 ? SEAT_NONE : i % 3 - 1);
			e.value = value[i];
			(void)event_sentence(lang, rules, &names, &e, (uint8_t)(i % 2), &out);
			check_sentence(&out, false);
		}
	buf_release(&out);
}

static void
try_notes(const struct language *lang)
{
	struct buf out = BUF_INIT;

	for (unsigned kind = NOTE_NONE + 1; kind < NOTE_KINDS; kind++)
		for (unsigned you = 0; you < 2; you++) {
			const struct note note = {
				.kind = (uint8_t)kind, .of = 1, .n = 7, .to = 9
			};

			note_sentence(lang, &names, &note, you ? "late" : "", you != 0, &out);
			check_sentence(&out, true);
		}
	buf_release(&out);
}

/* Messages with conversions, forms of a plural, and padding. */
static void
try_formats(const struct language *lang)
{
	struct buf out = BUF_INIT;

	for (uint64_t n = 0; n < 130; n += n < 25 ? 1 : 17) {
		language_fmt_n(lang, &out, n,
		    MSG_N("score", "%s missed %u turn", "%s missed %u turns"), "anna", (unsigned)n);
		check_sentence(&out, false);
	}
	language_fmt(lang, &out, MSG("score", "%s has %u gold"), "anna", 5U);
	check_sentence(&out, false);
	language_pad(language_text(lang, MSG("seat", "free")), 12, &out);
	check_sentence(&out, true);
	for (unsigned i = 0; i < 4; i++)
		buf_str(&out, i < 2 ? shown_and(lang, i, 2) : shown_or(lang, i - 2, 2));
	check_sentence(&out, true);
	buf_release(&out);
}

bool
fuzz_try(const uint8_t *p, size_t n)
{
	struct language lang;
	struct err err = ERR_INIT;

	if (names.n == 0) {
		MUST(names_add(&names, "anna", 4, &err) == 0);
		MUST(names_add(&names, "bruno", 5, &err) == 0);
	}
	if (!language_open(&lang, "uk", p, n))
		return false;
	for (unsigned i = 0; rules_all[i] != NULL; i++)
		try_events(&lang, rules_all[i]);
	try_notes(&lang);
	try_formats(&lang);
	return true;
}
