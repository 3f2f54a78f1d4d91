/* Plain characters for what mail programs, telephones and word processors make of them. */
#include "mail/plain_char.h"

#include <stdint.h>

#include "util/utf8.h"

/* Characters from..to become a text. Sorted. */
static const struct range {
	uint32_t from, to;
	const char *text;
} ranges[] = {
	{ 0x00, 0x08, "" },
	{ 0x09, 0x09, " " },
	{ 0x0b, 0x0d, " " },
	{ 0x0e, 0x1f, "" },
	{ 0x7f, 0x84, "" },
	{ 0x85, 0x85, "\n" },
	{ 0x86, 0x9f, "" },
	{ 0xa0, 0xa0, " " },
	{ 0xad, 0xad, "" },
	{ 0xb4, 0xb4, "'" },
	{ 0x34f, 0x34f, "" },
	{ 0x61c, 0x61c, "" },
	{ 0x115f, 0x1160, " " },
	{ 0x1680, 0x1680, " " },
	{ 0x17b4, 0x17b5, "" },
	{ 0x180b, 0x180f, "" },
	{ 0x2000, 0x200a, " " },
	{ 0x200b, 0x200f, "" },
	{ 0x2010, 0x2015, "-" },
	{ 0x2018, 0x201b, "'" },
	{ 0x201c, 0x201f, "\"" },
	{ 0x2026, 0x2026, "..." },
	{ 0x2028, 0x2029, "\n" },
	{ 0x202a, 0x202d, "" },
	{ 0x202e, 0x202e, "?" },
	{ 0x202f, 0x202f, " " },
	{ 0x2032, 0x2032, "'" },
	{ 0x2033, 0x2033, "\"" },
	{ 0x2044, 0x2044, "/" },
	{ 0x205f, 0x205f, " " },
	{ 0x2060, 0x206f, "" },
	{ 0x20e3, 0x20e3, "" },
	{ 0x2212, 0x2212, "-" },
	{ 0x2215, 0x2215, "/" },
	{ 0x2800, 0x2800, " " },
	{ 0x3000, 0x3000, " " },
	{ 0x3001, 0x3001, "," },
	{ 0x3002, 0x3002, "." },
	{ 0x3164, 0x3164, " " },
	{ 0xfe00, 0xfe0f, "" },
	{ 0xfe50, 0xfe50, "," },
	{ 0xfe58, 0xfe58, "-" },
	{ 0xfe63, 0xfe63, "-" },
	{ 0xfeff, 0xfeff, "" },
	{ 0xffa0, 0xffa0, " " },
	{ 0xfff0, 0xfffb, "" },
	{ 0xe0000, 0xe0fff, "" },
};
enum { RANGES = sizeof ranges / sizeof ranges[0] };

static const struct range *
find_range(uint32_t c)
{
	size_t low = 0, high = RANGES;

	while (low < high) {
		const size_t mid = (low + high) / 2;

		if (c > ranges[mid].to)
			low = mid + 1;
		else
			high = mid;
	}
	return low < RANGES && c >= ranges[low].from ? &ranges[low] : NULL;
}

void
plain_char_text(const char *s, size_t n, struct buf *out)
{
	for (size_t i = 0, len; i < n; i += len) {
		const struct range *range;
		uint32_t c = 0;

		len = utf8_next(s + i, n - i, &c);
		range = len > 0 ? find_range(c) : NULL;
		if (len == 0) {
			buf_chr(out, '?');
			len = 1;
		} else if (range != NULL) {
			buf_str(out, range->text);
		} else if (c >= 0xff01 && c <= 0xff5e) {
			buf_chr(out, (char)(c - 0xfee0));
		} else {
			buf_add(out, s + i, len);
		}
	}
}
