/* Charsets, format=flowed, and frames. */
#include <criterion/criterion.h>
#include <string.h>
#include <unistd.h>

#include "mailparse/charset.h"
#include "mailparse/flowed.h"
#include "mailparse/frames.h"
#include "util/file.h"

#define ARRAY_LEN(a) (sizeof(a) / sizeof *(a))

#define NOTHING      "\xef\xbf\xbd"

static const struct {
	const char *name, *declared, *bytes;
	size_t n; /* 0: a C string */
	const char *want;
} charset[] = {
	{ "nothing declared, ASCII", NULL, "abc", 0, "abc" },
	{ "nothing declared, UTF-8", NULL, "\xc3\xa4", 0, "\xc3\xa4" },
	{ "nothing declared, neither", NULL, "\xe4\x80z\x81", 0, "\xc3\xa4\xe2\x82\xacz" NOTHING },
	{ "declared, as it is", "iso-8859-2", "\xb1", 0, "\xc4\x85" },
	{ "ASCII, but it is UTF-8", "us-ascii", "\xc3\xa4", 0, "\xc3\xa4" },
	{ "ASCII, but it is not", "US-ASCII", "\xe4", 0, "\xc3\xa4" },
	{ "UTF-8, but it is not", "utf-8", "\xe4", 0, "\xc3\xa4" },
	{ "ISO 8859-1 that is windows-1252", "ISO-8859-1", "\x93x\x94", 0,
	    "\xe2\x80\x9cx\xe2\x80\x9d" },
	{ "ISO 8859-1 that looks like UTF-8", "iso-8859-1", "\xc3\xa4", 0, "\xc3\x83\xc2\xa4" },
	{ "the mark counts more", "iso-8859-1", "\xef\xbb\xbf\xc3\xa4", 0, "\xc3\xa4" },
	{ "UTF-16 by its mark", NULL,
	    "\xff\xfe"
	    "a\0\r\0\n\0",
	    8, "a\n" },
	{ "the other way round", "us-ascii", "\xfe\xff\0a", 4, "a" },
	{ "UTF-16 without a mark", "utf-16", "\0a\0b", 4, "ab" },
	{ "... little-endian", "UTF-16", "a\0b\0", 4, "ab" },
	{ "UTF-32 by its mark", NULL, "\xff\xfe\0\0a\0\0\0", 8, "a" },
	{ "half a character", "utf-16le", "a\0b", 3, "a" NOTHING },
	{ "ISO 2022-JP", "iso-2022-jp", "\x1b$B$3\x1b(B", 0, "\xe3\x81\x93" },
	{ "EUC-KR", "euc-kr", "\xb0\xa1", 0, "\xea\xb0\x80" },
	{ "GB18030", "gb18030", "\xc4\xe3", 0, "\xe4\xbd\xa0" },
	{ "Big5", "big5", "\xa7\x41", 0, "\xe4\xbd\xa0" },
	{ "KOI8-R", "koi8-r", "\xc1", 0, "\xd0\xb0" },
	{ "windows-1251", "windows-1251", "\xe0", 0, "\xd0\xb0" },
	{ "one bad byte", "shift_jis",
	    "a\xff"
	    "b",
	    0, "a" NOTHING "b" },
	{ "no such charset", "x-nonsense", "a\xe4", 0, "a\xc3\xa4" },
	{ "a path", "../../tmp/x", "a\xe4", 0, "a\xc3\xa4" },
	{ "an order to the converter", "ASCII//IGNORE", "a\xe4", 0, "a\xc3\xa4" },
	{ "no name", "", "a", 0, "a" },
	{ "line ends", NULL, "a\r\nb\rc\n\r\r\n", 0, "a\nb\nc\n\n\n" },
	{ "a CR at the end", NULL, "a\r", 0, "a\n" },
	{ "nothing", "utf-16", "", 0, "" },
};

Test(letter, charsets)
{
	struct buf out = BUF_INIT;

	for (size_t i = 0; i < ARRAY_LEN(charset); i++) {
		size_t n = charset[i].n > 0 ? charset[i].n : strlen(charset[i].bytes);

		buf_clear(&out);
		charset_text(charset[i].declared, charset[i].bytes, n, &out);
		cr_expect_str_eq(
		    buf_cstr(&out), charset[i].want, "%s: %s", charset[i].name, buf_cstr(&out));
	}
	buf_clear(&out);
	charset_text(NULL, "a\0b", 3, &out);
	cr_expect_eq(out.n, 3, "a NUL stays");
	buf_release(&out);
}

static const struct {
	const char *name, *text, *want;
	bool delsp;
} flowed[] = {
	{ "fixed lines", "a\nb\n", "a\nb\n", false },
	{ "two become one", "a \nb\n", "a b\n", false },
	{ "... without the blank", "a \nb\n", "ab\n", true },
	{ "... but that of two", "a  \nb\n", "a b\n", true },
	{ "stuffed", "  a\n From b\n >c\n", " a\nFrom b\n>c\n", false },
	{ "quoted", "> a \n> b\n>> c\n", "> a b\n>> c\n", false },
	{ "an other depth ends it", "> a \nb\n", "> a \nb\n", false },
	{ "the mark of a signature", "a \n-- \nb\n", "a \n-- \nb\n", false },
	{ "a fence behind a blank", "Hello \n-----BEGIN ADIT ORDER-----\nx\n",
	    "Hello \n-----BEGIN ADIT ORDER-----\nx\n", false },
	{ "a fence with a blank", "-----BEGIN X----- \nx\n", "-----BEGIN X----- \nx\n", false },
	{ "a blank line", "a \n\nb\n", "a \nb\n", false },
	{ "an empty quoted one", "> a\n>\n> b\n", "> a\n>\n> b\n", false },
	{ "the last line has no end", "a \nb", "a b\n", false },
	{ "it flows into nothing", "a \n", "a \n", false },
	{ "nothing", "", "", false },
};

Test(letter, flowed_text)
{
	struct buf out = BUF_INIT;

	for (size_t i = 0; i < ARRAY_LEN(flowed); i++) {
		buf_clear(&out);
		flowed_decode(flowed[i].text, strlen(flowed[i].text), flowed[i].delsp, &out);
		cr_expect_str_eq(
		    buf_cstr(&out), flowed[i].want, "%s: %s", flowed[i].name, buf_cstr(&out));
	}
	buf_release(&out);
}

/* Reads fd from its beginning. */
static void
read_back(int fd, struct buf *out)
{
	buf_clear(out);
	cr_assert(lseek(fd, 0, SEEK_SET) == 0 && file_get(fd, 3 << 20, out) == 0);
}

Test(letter, frames_end_even_when_they_are_many)
{
	static char big[FRAMES_MAX];
	struct buf out = BUF_INIT;
	FILE *file = tmpfile();
	struct frames f;

	cr_assert(file != NULL);
	f = frames_to(fileno(file));
	frames_put(&f, "head", false, "A: b\n", 5);
	frames_put(&f, "age", false, big, sizeof big);
	frames_put(&f, "text", true, "hi", 2);
	frames_end(&f);
	read_back(f.fd, &out);
	cr_expect_str_eq(buf_cstr(&out), "head 5\nA: b\ntext 2\nhiunread 5\nsize\nend 0\n",
	    "too long: left out");
	cr_expect(lseek(f.fd, 0, SEEK_SET) == 0);
	f = frames_to(f.fd);
	memset(big, 'x', sizeof big);
	frames_put(&f, "text", true, big, sizeof big);
	frames_put(&f, "text", true, big, sizeof big);
	frames_end(&f);
	read_back(f.fd, &out);
	cr_expect(out.n <= FRAMES_MAX && out.n > FRAMES_MAX - 128, "%zu", out.n);
	cr_expect_str_eq(out.p + out.n - 21, "xunread 5\nsize\nend 0\n", "a text is cut");
	buf_release(&out);
	(void)fclose(file);
}
