#include "seal/aid.h"

TestSuite(base64, .init = aid_init);

struct row {
	const char *name, *bytes, *text;
};

/* RFC 4648, section 10. */
static const struct row vector[] = {
	{ "0 bytes", "", "" },
	{ "1 byte", "f", "Zg==" },
	{ "2 bytes", "fo", "Zm8=" },
	{ "3 bytes", "foo", "Zm9v" },
	{ "4 bytes", "foob", "Zm9vYg==" },
	{ "5 bytes", "fooba", "Zm9vYmE=" },
	{ "6 bytes", "foobar", "Zm9vYmFy" },
};

Test(base64, vectors_of_rfc_4648)
{
	for (size_t i = 0; i < COUNT(vector); i++) {
		const struct row *row = &vector[i];
		struct buf text = BUF_INIT;
		struct buf back = BUF_INIT;

		seal_base64((const unsigned char *)row->bytes, strlen(row->bytes), &text);
		cr_expect_str_eq(buf_cstr(&text), row->text, "%s: %s", row->name, buf_cstr(&text));
		cr_expect_eq(
		    seal_base64_parse(row->text, strlen(row->text), &back), 0, "%s", row->name);
		cr_expect_str_eq(buf_cstr(&back), row->bytes, "%s: back", row->name);
		buf_release(&text);
		buf_release(&back);
	}
}

static const struct row bad[] = {
	{ "no padding", .text = "Zg" },
	{ "half the padding", .text = "Zg=" },
	{ "too much padding", .text = "Zm9v====" },
	{ "padding inside", .text = "Zg==Zg==" },
	{ "last bits not zero, 1 byte", .text = "Zh==" },
	{ "last bits not zero, 2 bytes", .text = "Zm9=" },
	{ "blank inside", .text = "Zm 9" },
	{ "line end behind", .text = "Zm9v\n" },
	{ "four line ends", .text = "\n\n\n\n" },
	{ "URL alphabet", .text = "-_-_" },
	{ "one character", .text = "Z" },
	{ "only padding", .text = "====" },
};

Test(base64, one_text_a_value)
{
	for (size_t i = 0; i < COUNT(bad); i++) {
		struct buf out = BUF_INIT;

		buf_str(&out, "kept");
		cr_expect_eq(seal_base64_parse(bad[i].text, strlen(bad[i].text), &out), -1, "%s",
		    bad[i].name);
		cr_expect_str_eq(buf_cstr(&out), "kept", "%s: something was added", bad[i].name);
		buf_release(&out);
	}
}

/* libsodium 1.0.18 decodes 0x97 as '/', and other invalid bytes. */
Test(base64, every_byte_at_every_place)
{
	static const char alphabet[] =
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

	for (int at = 0; at < 4; at++)
		for (int c = 0; c < 256; c++) {
			char text[4] = { 'A', 'A', 'A', 'A' };
			struct buf out = BUF_INIT;
			bool is_digit = c != 0 && strchr(alphabet, c) != NULL;

			text[at] = (char)c;
			bool may = is_digit || (c == '=' && at == 3);
			cr_expect_eq(seal_base64_parse(text, 4, &out), may ? 0 : -1, "0x%02x at %d",
			    (unsigned)c, at);
			buf_release(&out);
		}
}

static const struct row wrapped[] = {
	{ "nothing", "", "" },
	{ "less than a line", "foo", "Zm9v\n" },
	{ "exactly a line", "foobar", "Zm9vYmFy\n" },
	{ "a line and a bit", "foobarf", "Zm9vYmFy\nZg==\n" },
	{ "two lines", "foobarfoobar", "Zm9vYmFy\nZm9vYmFy\n" },
};

Test(base64, lines_end_in_a_line_end)
{
	for (size_t i = 0; i < COUNT(wrapped); i++) {
		const struct row *row = &wrapped[i];
		struct buf out = BUF_INIT;

		seal_base64_lines((const unsigned char *)row->bytes, strlen(row->bytes), 8, &out);
		cr_expect_str_eq(buf_cstr(&out), row->text, "%s: %s", row->name, buf_cstr(&out));
		buf_release(&out);
	}
}
