/* Orders about the mail of a seat, as words. */
#include "text/mail_line.h"

#include <string.h>
#include <strings.h>

#include "util/number.h"
#include "util/slice.h"

static const char address[] = "address ";
static const char resend[] = "resend ";

static const struct {
	const char *line;
	enum mail_line_kind kind;
} setting[] = {
	{ "mail all", MAIL_LINE_ALL },
	{ "mail mine", MAIL_LINE_MINE },
	{ "mail daily", MAIL_LINE_DAILY },
	{ "mail narrow", MAIL_LINE_NARROW },
	{ "mail wide", MAIL_LINE_WIDE },
};

/* ---- addresses ------------------------------------------------------------------------------- */

static bool
is_atom_char(char c)
{
	return ascii_is_digit(c) || ascii_is_lower(c) || (c >= 'A' && c <= 'Z') ||
	    (c != '\0' && strchr("!#$%&'*+/=?^_{|}~-", c) != NULL);
}

/* True for atoms separated by single dots. */
static bool
is_dot_atom(const char *s, size_t n)
{
	char before = '.';

	for (size_t i = 0; i < n; i++) {
		if (s[i] == '.' ? before == '.' : !is_atom_char(s[i]))
			return false;
		before = s[i];
	}
	return before != '.';
}

bool
mail_address_is_ok(const char *s, size_t n)
{
	const char *at = n <= MAIL_ADDRESS_MAX ? memchr(s, '@', n) : NULL;
	size_t local = at == NULL ? 0 : (size_t)(at - s);

	return at != NULL && s[0] != '-' && is_dot_atom(s, local) &&
	    is_dot_atom(at + 1, n - local - 1);
}

/* True if do: changes this character of an address, or it is the sign of a changed one. */
static bool
is_changed(char c, char before)
{
	return (c >= 'A' && c <= 'Z') || strchr("%=|", c) != NULL || (c == '-' && before == '-');
}

void
mail_address_write(const char *s, struct buf *out)
{
	for (char before = '\0'; *s != '\0'; before = *s++)
		buf_fmt(out, is_changed(*s, before) ? "%%%02x" : "%c", (unsigned char)*s);
}

bool
mail_address_read(const char *s, char addr[static MAIL_ADDRESS_MAX + 1])
{
	struct buf form = BUF_INIT;
	size_t n = 0;
	bool is;

	for (; *s != '\0' && n < MAIL_ADDRESS_MAX; n++) {
		const int high = *s == '%' ? ascii_hex_value(s[1]) : -1;
		const int low = high >= 0 ? ascii_hex_value(s[2]) : -1;

		addr[n] = (char)(low >= 0 ? high << 4 | low : *s);
		buf_add(&form, s, low >= 0 ? 3 : 1);
		s += low >= 0 ? 3 : 1;
	}
	addr[n] = '\0';
	is = *s == '\0' && mail_address_is_ok(addr, n);
	if (is) {
		struct buf again = BUF_INIT;

		mail_address_write(addr, &again);
		is = strcmp(buf_cstr(&again), buf_cstr(&form)) == 0;
		buf_release(&again);
	}
	buf_release(&form);
	return is;
}

/* ---- lines ----------------------------------------------------------------------------------- */

bool
mail_line_is(const char *line)
{
	static const char *const word[] = { "mail", "address", "resend" };

	for (size_t i = 0; i < sizeof word / sizeof word[0]; i++) {
		const size_t n = strlen(word[i]);

		if (strncmp(line, word[i], n) == 0 && (line[n] == ' ' || line[n] == '\0'))
			return true;
	}
	return false;
}

int
mail_line_parse(const char *line, struct mail_line *out, struct err *err)
{
	const char *s;

	for (size_t i = 0; i < sizeof setting / sizeof setting[0]; i++) {
		if (strcmp(line, setting[i].line) == 0) {
			*out = (struct mail_line){ .kind = setting[i].kind };
			return 0;
		}
	}
	if (strncmp(line, address, sizeof address - 1) == 0) {
		*out = (struct mail_line){ .kind = MAIL_LINE_ADDRESS };
		if (mail_address_read(line + sizeof address - 1, out->addr))
			return 0;
		(void)err_set(err, ERR_SYNTAX, "\"%.80s\": it names no address", line);
		return err_hint(err, "as in: address anna@example.org");
	}
	if (strncmp(line, resend, sizeof resend - 1) == 0) {
		*out = (struct mail_line){ .kind = MAIL_LINE_RESEND };
		s = line + sizeof resend - 1;
		if (number_parse(s, strlen(s), INT64_MAX, &out->n) == 0)
			return 0;
	}
	(void)err_set(err, ERR_SYNTAX, "\"%.80s\" is no order about mail", line);
	return err_hint(err, "mail all, mine, daily, narrow or wide; address ADDR; resend N");
}

/* Skips blanks. */
static const char *
skip(const char *s)
{
	return s + strspn(s, " \t");
}

void
mail_line_typed(const char *typed, struct buf *out)
{
	const char *s = skip(typed), *addr = s + sizeof address - 1;
	size_t n;

	if (strncasecmp(s, address, sizeof address - 1) == 0) {
		addr = skip(addr);
		n = strcspn(addr, " \t");
		if (mail_address_is_ok(addr, n) && *skip(addr + n) == '\0') {
			struct buf plain = BUF_INIT;

			buf_add(&plain, addr, n);
			buf_str(out, address);
			mail_address_write(buf_cstr(&plain), out);
			buf_release(&plain);
			return;
		}
	}
	buf_str(out, typed);
}
