#include <stdio.h>
#include <stdlib.h>
#include <criterion/criterion.h>

#include "text/catalogues.h"
#include "text/error_text.h"
#include "text/language.h"
#include "text/language_choice.h"
#include "text/language_plural.h"
#include "text/template.h"

#define SLAVIC "n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2;"

/* ---- plural rules ---- */

Test(language, plural_rules)
{
	static const struct {
		const char *rule;
		unsigned forms;
		uint64_t n;
		unsigned form;
	} row[] = {
		{ "(n != 1);", 2, 1, 0 },
		{ "n != 1;", 2, 0, 1 },
		{ "n>1;", 2, 2, 1 },
		{ SLAVIC, 3, 1, 0 },
		{ SLAVIC, 3, 2, 1 },
		{ SLAVIC, 3, 5, 2 },
		{ SLAVIC, 3, 11, 2 },
		{ SLAVIC, 3, 14, 2 },
		{ SLAVIC, 3, 21, 0 },
		{ SLAVIC, 3, 112, 2 },
		{ "0;", 1, 7, 0 },
		{ "!n;", 2, 0, 1 },
		{ "n-n*1+2-1-1;", 2, 9, 0 },
		{ "n <= 1 ? n >= 1 ? 1 : 0 : 2;", 3, 1, 1 },
		{ "n/2*2==n;", 2, 8, 1 },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		unsigned form = 99;

		cr_expect(
		    plural_form(row[i].rule, row[i].forms, row[i].n, &form), "%s", row[i].rule);
		cr_expect_eq(form, row[i].form, "%s of %llu is %u", row[i].rule,
		    (unsigned long long)row[i].n, form);
	}
}

Test(language, what_is_no_plural_rule)
{
	static const char *const wrong[] = { "", ";", "n", "n;x", "n+;", "(n;", "n);", "n?1;",
		"n?1:;", "1/0;", "n%(n-n);", "m;", "n==1 ? 0 : 7;", "1/(n-20);", "0 0;" };
	struct buf deep = BUF_INIT, wide = BUF_INIT;
	unsigned form;

	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
		cr_expect_not(plural_is_rule(wrong[i], 2), "%s", wrong[i]);
	buf_fill(&deep, '(', 10000);
	buf_chr(&deep, '0');
	buf_fill(&deep, ')', 10000);
	buf_chr(&deep, ';');
	cr_expect_not(plural_form(deep.p, 1, 0, &form));
	for (unsigned i = 0; i < 1000; i++)
		buf_str(&wide, "0+");
	buf_str(&wide, "0;");
	cr_expect_not(plural_is_rule(wide.p, 1));
	buf_release(&deep);
	buf_release(&wide);
}

/* ---- catalogues ---- */

struct entry {
	const char *english, *text;
	size_t n_english, n_text;
};
#define ENTRY(english, text)                                       \
	{                                                          \
		english, text, sizeof english - 1, sizeof text - 1 \
	}

/* In the order of their bytes. */
static const struct entry entry[] = {
	ENTRY("",
	    "Content-Type: text/plain; charset=UTF-8\n"
	    "Plural-Forms: nplurals=3; plural=" SLAVIC "\n"),
	ENTRY("%s has %d of %s", "%3$s: %2$d (%1$s)"),
	ENTRY("a\004one %s", "\xd0\xbe\xd0\xb4\xd0\xb8\xd0\xbd %s"),
	ENTRY("a\004swap %s %u", "%2$u, %1$s"),
	ENTRY("b\004bad %u", "%u %s %n"),
	ENTRY("b\004empty", ""),
	ENTRY("bad %s", "%n %s"),
	ENTRY("bad %s too", "%s %s"),
	ENTRY("controls %s", "\x1b%s\n"),
	ENTRY("event\004@s {A|B} @x", "@x{#n: f0| f1| f2} {n:zero|one|more} @s"),
	ENTRY("event\004bad @s", "@q"),
	ENTRY("event\004brace @s", "{n:x"),
	ENTRY("event\004deep @s", "{n:{n:{n:{n:{n:{n:{n:{n:{n:{n:x}}}}}}}}}}"),
	ENTRY("p\004%u card\0p\004%u cards", "%u \xd0\xb0\0%u \xd0\xb1\0%u \xd0\xb2"),
	ENTRY("system\004Permission denied", "nein"),
	ENTRY("there", "davor"),
	ENTRY("use %s", "nimm %s"),
};
enum { ENTRIES = sizeof entry / sizeof entry[0], HEAD = 28 };

static void
put_number(unsigned char *at, uint32_t n, bool big)
{
	for (unsigned i = 0; i < 4; i++)
		at[i] = (unsigned char)(n >> 8 * (big ? 3 - i : i));
}

/* Makes a catalogue of the entries. Returns its size. */
static size_t
make_file(unsigned char file[static 4096], bool big)
{
	size_t at = HEAD + 2 * 8 * ENTRIES;

	memset(file, 0, 4096);
	put_number(file, 0x950412de, big);
	put_number(file + 8, ENTRIES, big);
	put_number(file + 12, HEAD, big);
	put_number(file + 16, HEAD + 8 * ENTRIES, big);
	for (unsigned table = 0; table < 2; table++)
		for (unsigned i = 0; i < ENTRIES; i++) {
			const size_t n = table ? entry[i].n_text : entry[i].n_english;
			unsigned char *row = file + HEAD + 8 * (table * ENTRIES + i);

			put_number(row, (uint32_t)n, big);
			put_number(row + 4, (uint32_t)at, big);
			memcpy(file + at, table ? entry[i].text : entry[i].english, n);
			at += n + 1;
		}
	return at;
}

static unsigned
fill(const struct language *lang, const void *about, char token, struct buf *out)
{
	const unsigned *n = about;

	(void)lang;
	switch (token) {
	case TEMPLATE_BARE:
		return 1;
	case 's':
		buf_str(out, "seat");
		return 0;
	case 'x':
	case 'n':
		buf_fmt(out, "%u", *n);
		return *n;
	default:
		return TEMPLATE_UNKNOWN;
	}
}

static const char *
expand(const struct language *lang, const char *message, unsigned n, struct buf *out)
{
	buf_clear(out);
	template_expand(lang, message, &(struct template_args){ fill, &n }, out);
	return buf_cstr(out);
}

static void
check_words(const struct language *lang)
{
	struct buf out = BUF_INIT;

	language_fmt(lang, &out, MSG("a", "one %s"), "x");
	cr_expect_str_eq(buf_cstr(&out), "\xd0\xbe\xd0\xb4\xd0\xb8\xd0\xbd x");
	buf_clear(&out);
	language_fmt(lang, &out, MSG("a", "swap %s %u"), "x", 7u);
	cr_expect_str_eq(buf_cstr(&out), "7, x");
	buf_clear(&out);
	language_fmt(lang, &out, MSG("b", "bad %u"), 7u);
	cr_expect_str_eq(buf_cstr(&out), "bad 7", "a conversion too much: English");
	buf_clear(&out);
	language_fmt(lang, &out, MSG("c", "missing %-4s|%02u|%c|%%"), "x", 7u, 'y');
	cr_expect_str_eq(buf_cstr(&out), "missing x   |07|y|%");
	cr_expect_str_eq(language_text(lang, MSG("b", "empty")), "empty");
	cr_expect_str_eq(language_text(lang, MSG("c", "other")), "other");
	for (unsigned n = 1; n < 6; n++) {
		static const char *const want[] = { "", "1 \xd0\xb0", "2 \xd0\xb1", "3 \xd0\xb1",
			"4 \xd0\xb1", "5 \xd0\xb2" };

		buf_clear(&out);
		language_fmt_n(lang, &out, n, MSG_N("p", "%u card", "%u cards"), n);
		cr_expect_str_eq(buf_cstr(&out), want[n]);
	}
	cr_expect_str_eq(expand(lang, MSG("event", "@s {A|B} @x"), 1, &out), "1 f0 one seat");
	cr_expect_str_eq(expand(lang, MSG("event", "@s {A|B} @x"), 5, &out), "5 f2 more seat");
	cr_expect_str_eq(expand(lang, MSG("event", "bad @s"), 1, &out), "bad seat");
	cr_expect_str_eq(expand(lang, MSG("event", "brace @s"), 1, &out), "brace seat");
	cr_expect_str_eq(expand(lang, MSG("event", "deep @s"), 0, &out), "deep seat");
	buf_release(&out);
}

Test(language, a_catalogue_of_either_byte_order)
{
	unsigned char file[4096];
	struct language lang;

	for (unsigned big = 0; big < 2; big++) {
		const size_t n = make_file(file, big != 0);

		cr_assert(language_open(&lang, "xx", file, n));
		check_words(&lang);
	}
}

/* ---- errors ---- */

static const char *
message_in(const struct language *lang, const struct err *err, struct buf *out)
{
	buf_clear(out);
	error_text_message(lang, err, out);
	return buf_cstr(out);
}

Test(language, errors)
{
	unsigned char file[4096];
	struct language lang;
	struct buf out = BUF_INIT;
	struct err err = ERR_INIT;

	cr_assert(language_open(&lang, "xx", file, make_file(file, false)));
	cr_expect_str_eq(message_in(&lang, &err, &out), "");
	err_set(&err, ERR_IO, "%s has %d of %s", "", 7, "Permission denied");
	cr_expect_str_eq(message_in(NULL, &err, &out), " has 7 of Permission denied");
	cr_expect_str_eq(message_in(&lang, &err, &out), "nein: 7 ()");
	err_hint(&err, "use %s", "k\xc3\xa4se");
	err_wrap(&err, "there");
	err_wrap(&err, "not in the catalogue %%");
	cr_expect_str_eq(
	    message_in(&lang, &err, &out), "not in the catalogue %: davor: nein: 7 ()");
	cr_expect_str_eq(err.msg, "not in the catalogue %: there:  has 7 of Permission denied");
	buf_clear(&out);
	error_text_hint(&lang, &err, &out);
	cr_expect_str_eq(buf_cstr(&out), "nimm k\xc3\xa4se");
	buf_release(&out);
}

Test(language, errors_whose_translation_is_damaged)
{
	unsigned char file[4096];
	struct language lang;
	struct buf out = BUF_INIT;
	struct err err = ERR_INIT;

	cr_assert(language_open(&lang, "xx", file, make_file(file, false)));
	err_set(&err, ERR_IO, "bad %s", "x");
	cr_expect_str_eq(message_in(&lang, &err, &out), "bad x");
	err_set(&err, ERR_IO, "bad %s too", "x");
	cr_expect_str_eq(message_in(&lang, &err, &out), "bad x too");
	err_set(&err, ERR_IO, "controls %s", "x");
	cr_expect_str_eq(message_in(&lang, &err, &out), "?x?");
	/* too many parts: as it is */
	err_set(&err, ERR_IO, "there");
	for (unsigned i = 0; i < ERR_SENTENCES; i++)
		err_wrap(&err, "there");
	cr_expect_str_eq(message_in(&lang, &err, &out), "there: there: there: there: there");
	buf_release(&out);
}

Test(language, english)
{
	struct buf out = BUF_INIT;

	language_fmt_n(NULL, &out, 1, MSG_N("p", "%u card", "%u cards"), 1u);
	language_fmt_n(NULL, &out, 2, MSG_N("p", ", %u card", ", %u cards"), 2u);
	cr_expect_str_eq(buf_cstr(&out), "1 card, 2 cards");
	cr_expect_str_eq(expand(NULL, MSG("event", "@s {A|B} @x"), 3, &out), "seat B 3");
	buf_release(&out);
}

/* Each byte changed and each length: a catalogue is refused, or gives some text. */
Test(language, damaged_catalogues)
{
	unsigned char file[4096], *copy;
	const size_t n = make_file(file, false);
	unsigned opened = 0;
	struct err err = ERR_INIT;

	err_set(&err, ERR_IO, "%s has %d of %s", "", 7, "Permission denied");
	for (size_t i = 0; i < 2 * n; i++) {
		const size_t size = i < n ? i : n;
		struct language lang;
		struct buf out = BUF_INIT;

		copy = malloc(size > 0 ? size : 1); /* so that a sanitizer sees its end */
		memcpy(copy, file, size);
		if (i >= n)
			copy[i - n] ^= (unsigned char)(1 + i % 255);
		if (language_open(&lang, "xx", copy, size)) {
			opened++;
			for (unsigned k = 0; k < 3; k++)
				language_fmt_n(
				    &lang, &out, k, MSG_N("p", "%u card", "%u cards"), k);
			language_fmt(&lang, &out, MSG("a", "swap %s %u"), "x", 1u);
			error_text_message(&lang, &err, &out);
			cr_expect(expand(&lang, MSG("event", "@s {A|B} @x"), 2, &out)[0] != '\0');
		}
		buf_release(&out);
		free(copy);
	}
	cr_expect(opened > n / 3, "many changes are in a text: %u", opened);
}

/* Reads po/CODE.mo, of the build folder or of a tarball. Returns its size. */
static size_t
read_catalogue(const char *code, unsigned char *file, size_t room)
{
	static const char *const top[] = { "abs_top_builddir", "abs_top_srcdir" };
	size_t n = 0;

	for (unsigned i = 0; i < 2 && n == 0; i++) {
		char path[4096];
		FILE *in;

		snprintf(path, sizeof path, "%s/po/%s.mo", getenv(top[i]), code);
		in = fopen(path, "rb");
		if (in != NULL) {
			n = fread(file, 1, room, in);
			(void)fclose(in);
		}
	}
	cr_assert(n > 0 && n < room, "%s.mo", code);
	return n;
}

Test(language, the_program_has_its_catalogues)
{
	enum { ROOM = 4 << 20 };
	unsigned char *file = malloc(ROOM);

	for (uint32_t i = 1; i < catalogue_messages; i++) {
		cr_assert(i == catalogue_plain ||
		    strcmp(catalogue_english[i - 1], catalogue_english[i]) < 0);
		cr_assert_eq(
		    strchr(catalogue_english[i], '\004') == NULL, i >= catalogue_plain, "%u", i);
	}
	for (const struct catalogue *c = catalogues; c->code != NULL; c++) {
		struct language own, other;
		uint32_t texts = 0;

		cr_assert(language_open_own(&own, c));
		cr_assert(
		    language_open(&other, c->code, file, read_catalogue(c->code, file, ROOM)));
		cr_expect_str_eq(own.code, c->code);
		cr_expect_str_eq(own.plural, other.plural);
		for (uint32_t i = 1; i < catalogue_messages; i++) {
			const char *text = language_text(&own, catalogue_english[i]);
			const char *english = language_english(catalogue_english[i]);

			cr_expect_str_eq(text, language_text(&other, catalogue_english[i]));
			if (text == english)
				continue;
			texts++;
			/* All forms of a plural, and the last NUL. */
			cr_expect(memcmp(text, language_text(&other, catalogue_english[i]),
				      c->end[i] - (size_t)(text - (const char *)c->text)) == 0);
		}
		cr_expect(other.count == texts + 1, "%s: %u of %u", c->code, texts, other.count);
	}
	free(file);
}

/* Returns the number of messages that are unpacked. */
static uint32_t
unpacked(const struct catalogue *c)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < catalogue_messages; i++)
		n += c->end[i] != 0;
	return n;
}

/* Each test is a process of its own: no other has unpacked anything. */
Test(language, a_context_is_unpacked_when_it_is_looked_up)
{
	static const char context[] = MSG("event", "");

	for (const struct catalogue *c = catalogues; c->code != NULL; c++) {
		struct language lang;
		uint32_t events = 0;

		cr_expect_eq(unpacked(c), 0);
		cr_assert(language_open_own(&lang, c));
		(void)language_text(&lang, MSG("event", "not in a catalogue"));
		(void)language_text(&lang, MSG_PLAIN("not in a catalogue"));
		cr_expect_eq(unpacked(c), 1); /* the head */
		for (uint32_t i = 0; i < catalogue_messages; i++) {
			if (strncmp(catalogue_english[i], context, strlen(context)) == 0) {
				(void)language_text(&lang, catalogue_english[i]);
				events++;
			}
		}
		cr_expect_gt(events, 0);
		cr_expect_eq(unpacked(c), 1 + events);
		(void)language_text(&lang, catalogue_english[catalogue_plain]);
		cr_expect_eq(unpacked(c), 1 + events + catalogue_messages - catalogue_plain);
	}
}

/* Damaged bytes: English. */
Test(language, what_cannot_be_unpacked)
{
	const char *english = catalogue_english[catalogue_plain];
	uint32_t blocks = 0;

	while (catalogue_first[blocks] < catalogue_messages)
		blocks++;
	for (const struct catalogue *c = catalogues; c->code != NULL; c++) {
		struct catalogue damaged = *c;
		unsigned char *zeros = calloc(c->block[blocks].packed, 1);
		struct language lang;

		damaged.packed = zeros;
		cr_expect_not(language_open_own(&lang, &damaged));
		cr_assert(language_open_own(&lang, c));
		lang.own = &damaged;
		cr_expect_str_eq(language_text(&lang, english), english);
		free(zeros);
	}
}

/* ---- the choice ---- */

static bool
has(void *arg, const char *code)
{
	(void)arg;
	return strcmp(code, "de") == 0 || strcmp(code, "uk") == 0;
}

Test(language, choice)
{
	static const struct {
		struct language_wish wish;
		const char *code; /* NULL: --lang is refused */
	} row[] = {
		{ { .lang = NULL }, "" },
		{ { .lang = "uk_UA.UTF-8" }, "uk" },
		{ { .lang = "uk_UA.utf8" }, "uk" },
		{ { .lang = "uk" }, "uk" },
		{ { .lang = "uk_UA.KOI8-U" }, "" },
		{ { .lang = "de_DE.UTF-8@euro" }, "de" },
		{ { .lang = "de_DE@euro" }, "de" },
		{ { .lang = "de_DE.ISO-8859-15@euro" }, "" },
		{ { .lang = "fr_FR.UTF-8" }, "" },
		{ { .lang = "de.UTF-8", .lc_messages = "uk.UTF-8" }, "uk" },
		{ { .lang = "de.UTF-8", .lc_messages = "uk.UTF-8", .lc_all = "C" }, "" },
		{ { .lang = "de.UTF-8", .lc_all = "" }, "de" },
		{ { .lang = "fr.UTF-8", .language = "it:uk:de" }, "uk" },
		{ { .lang = "fr.UTF-8", .language = "it:en:de" }, "" },
		{ { .lang = "de.UTF-8", .language = "it:xx" }, "de" },
		{ { .lang = "C", .language = "de" }, "" },
		{ { .lang = "POSIX", .language = "de" }, "" },
		{ { .lang = "C.UTF-8", .language = "de" }, "" },
		{ { .lang = "", .language = "de" }, "" },
		{ { .lang = "de.UTF-8", .language = "../x:/etc:de;rm" }, "de" },
		{ { .lang = "de.UTF-8", .adit_lang = "uk" }, "uk" },
		{ { .lang = "de.UTF-8", .adit_lang = "en" }, "" },
		{ { .lang = "de.UTF-8", .adit_lang = "xx" }, "" },
		{ { .lang = "C", .adit_lang = "de", .setting = "uk" }, "uk" },
		{ { .setting = "uk", .option = "de" }, "de" },
		{ { .setting = "uk", .option = "en" }, "" },
		{ { .setting = "uk", .option = "xx" }, NULL },
		{ { .option = "../de" }, NULL },
		{ { .option = "DE" }, NULL },
		{ { .setting = "uk", .option = "" }, NULL },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		char code[LANGUAGE_CODE_MAX + 1];
		const bool chosen = language_choose(&row[i].wish, has, NULL, code);

		cr_expect_eq(chosen, row[i].code != NULL, "row %zu", i);
		if (chosen)
			cr_expect_str_eq(code, row[i].code, "row %zu: %s", i, code);
	}
}
