/*
 * Lines of mail programs.
 *
 * (Q1) No line that can be an order is one of these, whatever stands around it, but if it has the mark
 *      of a quote.
 */
#include "mail/plain_quote.h"

#include <string.h>
#include <strings.h>

enum {
	NAME = 20,  /* letters of "anna>" */
	HEAD = 10,  /* lines in which a head of three fields ends */
	FIELDS = 3, /* of a head */
	SPLIT = 4,  /* lines of "On ... wrote:" */
	RULE = 3,   /* dashes at both ends of "--- Forwarded ---" */
	LONG_RULE = 5
};

#define STARTS_ONE(line, list) starts_one(line, list, sizeof(list) / sizeof(list)[0])

static bool
starts(struct slice line, const char *begin)
{
	const size_t n = strlen(begin);

	return line.n >= n && strncasecmp(line.s, begin, n) == 0;
}

static bool
starts_one(struct slice line, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (starts(line, list[i]))
			return true;
	return false;
}

static bool
is_letter(char c)
{
	return ascii_is_lower((char)(c | 0x20)) || (unsigned char)c >= 0x80;
}

static struct slice
drop(struct slice line, size_t n)
{
	return (struct slice){ line.s + n, line.n - n };
}

/* Removes the marks of bold text at the begin. */
static struct slice
drop_bold(struct slice line)
{
	line = slice_trim(line);
	while (line.n > 0 && (line.s[0] == '*' || line.s[0] == '_'))
		line = drop(line, 1);
	return line;
}

/* ---- marks -------------------------------------------------------------------------------------- */

bool
plain_quote_is_marked(struct slice line)
{
	/* The last ones are angle quotes and vertical lines. */
	static const char *const mark[] = { ">", "|", "}", "&gt;", "\xc2\xbb", "\xc2\xa6",
		"\xe2\x80\xba", "\xe2\x94\x82", "\xe2\x94\x83", "\xe2\x96\x8e", "\xe2\x96\x8f",
		"\xe2\x9d\xaf", "\xe2\x96\x8c" };
	size_t n = 0;

	line = slice_trim(line);
	if (STARTS_ONE(line, mark))
		return true;
	while (n < line.n && n < NAME &&
	    (is_letter(line.s[n]) || ascii_is_digit(line.s[n]) ||
		(n > 0 && strchr("._-", line.s[n]) != NULL)))
		n++;
	return n > 0 && n < line.n && line.s[n] == '>' &&
	    (n + 1 == line.n || line.s[n + 1] == ' ' || line.s[n + 1] == '>');
}

/* ---- who wrote it ------------------------------------------------------------------------------- */

static bool
contains(struct slice line, const char *text)
{
	const size_t n = strlen(text);

	for (size_t i = 0; i + n <= line.n; i++)
		if (strncasecmp(line.s + i, text, n) == 0)
			return true;
	return false;
}

static bool
has_verb(struct slice line)
{
	static const char *const verb[] = { "wrote", "writes", "schrieb", "geschrieben",
		("\xc3\xa9"
		 "crit"),
		"escribi", "schreef", "geschreven", "scritto", "scrive", "escreveu", "skrev",
		"napisa", "kirjoitti", "\xd0\xbf\xd0\xb8\xd1\x81\xd0\xb0\xd0\xbb" };

	for (size_t i = 0; i < sizeof verb / sizeof verb[0]; i++)
		if (contains(line, verb[i]))
			return true;
	return false;
}

static bool
has_digit(struct slice line)
{
	for (size_t i = 0; i < line.n; i++)
		if (ascii_is_digit(line.s[i]))
			return true;
	return false;
}

static bool
has_at(struct slice line)
{
	return memchr(line.s, '@', line.n) != NULL;
}

/* True for "On ... wrote:" with the begin of the quote in the same line. */
static bool
is_run_on(struct slice line)
{
	const char *colon = line.s, *end = line.s + line.n;

	while ((colon = memchr(colon, ':', (size_t)(end - colon))) != NULL) {
		const struct slice before = slice_trim(
		    (struct slice){ line.s, (size_t)(colon - line.s) });
		size_t n = before.n;

		while (n > 0 && before.s[n - 1] != ' ')
			n--;
		if (has_verb(drop(before, n)) && has_digit(before))
			return true;
		colon++;
	}
	return false;
}

/* True if these lines, as one, end with who wrote the quote after them. */
static bool
ends_attribution(struct slice all, bool begins, bool before_quote)
{
	while (all.n > 0 && (all.s[all.n - 1] == '*' || all.s[all.n - 1] == '_'))
		all.n--;
	if (begins && is_run_on(all))
		return true;
	if (all.n == 0 || all.s[all.n - 1] != ':' || (!has_verb(all) && !has_at(all)))
		return false;
	return before_quote || has_at(all) || (begins && has_digit(all));
}

size_t
plain_quote_attribution(const struct slice *line, size_t n, bool before_quote)
{
	static const char *const begin[] = { "on ", "am ", "le ", "el ", "op ", "il ", "em ",
		"den ", "w dniu ", "dnia ", "dne " };
	struct slice all = drop_bold(line[0]);
	const bool begins = STARTS_ONE(all, begin);

	if (all.n == 0 || starts(all, "say "))
		return 0;
	for (size_t i = 0; i < n && i < (begins ? SPLIT : 1); i++) {
		const struct slice last = slice_trim(line[i]);

		if (last.n == 0)
			return 0;
		all.n = (size_t)(last.s + last.n - all.s);
		if (ends_attribution(all, begins, before_quote || i > 0))
			return i + 1;
	}
	return 0;
}

/* ---- where it ends ------------------------------------------------------------------------------ */

/* True for "--", the line before a signature, for "-- Anna", and for longer lines. */
static bool
is_rule(struct slice line)
{
	size_t n = 0;

	line = slice_trim(line);
	while (n < line.n && (line.s[n] == '-' || line.s[n] == '_'))
		n++;
	return (n == line.n && n >= 2) || starts(line, "-- ");
}

static bool
is_pgp_begin(struct slice line)
{
	return starts(line, "-----BEGIN PGP SIGNED MESSAGE-----");
}

/* True for "-----Original Message-----" in any language. */
static bool
is_titled_rule(struct slice line)
{
	size_t before = 0, after = 0;

	line = slice_trim(line);
	while (before < line.n && line.s[before] == '-')
		before++;
	while (after < line.n && line.s[line.n - 1 - after] == '-')
		after++;
	if (before == line.n || is_pgp_begin(line))
		return false;
	return before >= LONG_RULE || (before >= RULE && after >= RULE);
}

/* True for "From: ..." or another field with which a head is quoted. */
static bool
is_field(struct slice line)
{
	static const char *const name[] = { "from", "von", "de", "van", "da", "fr\xc3\xa5n", "fra",
		"od", "sent", "date", "gesendet", "datum", "envoy\xc3\xa9", "enviado", "enviada",
		"enviado el", "fecha", "verzonden", "inviato", "data", "to", "an", "\xc3\xa0", "a",
		"para", "aan", "cc", "kopie", "subject", "betreff", "objet", "asunto", "onderwerp",
		"oggetto", "assunto", "reply-to", "antwort an" };
	const char *colon;
	struct slice is;

	line = drop_bold(line);
	colon = memchr(line.s, ':', line.n);
	is = (struct slice){ line.s, colon == NULL ? 0 : (size_t)(colon - line.s) };
	while (is.n > 0 && strchr(" *_", is.s[is.n - 1]) != NULL)
		is.n--;
	for (size_t i = 0; i < sizeof name / sizeof name[0]; i++)
		if (is.n == strlen(name[i]) && strncasecmp(is.s, name[i], is.n) == 0)
			return true;
	return false;
}

static bool
is_head(const struct slice *line, size_t n)
{
	unsigned fields = 0;

	if (!is_field(line[0]))
		return false;
	for (size_t i = 0; i < n && i < HEAD; i++)
		fields += is_field(line[i]);
	return fields >= FIELDS;
}

bool
plain_quote_is_end(const struct slice *line, size_t n)
{
	static const char *const begin[] = { "begin forwarded message",
		"anfang der weitergeleiteten nachricht",
		"d\xc3\xa9"
		"but du message",
		"inicio del mensaje", "begin doorgestuurd bericht", "inizio messaggio inoltrato",
		"in\xc3\xad"
		"cio da mensagem" };
	const struct slice first = drop_bold(line[0]);

	return is_rule(line[0]) || is_titled_rule(line[0]) || STARTS_ONE(first, begin) ||
	    is_head(line, n);
}

bool
plain_quote_is_advert(struct slice line)
{
	static const char *const begin[] = { "sent from ", "sent with ", "sent via ",
		"get outlook for ", "yahoo mail: ", "von meinem", "von meiner", "gesendet von ",
		"gesendet mit ", "diese nachricht wurde von meinem ", "outlook f\xc3\xbcr ",
		"holen sie sich outlook ", "laden sie outlook ", "envoy\xc3\xa9 de ",
		"envoy\xc3\xa9 depuis ", "envoy\xc3\xa9 \xc3\xa0 partir ", "envoy\xc3\xa9 avec ",
		("t\xc3\xa9l\xc3\xa9"
		 "charger outlook "),
		"obtenir outlook ", "obtenez outlook ", "enviado desde ", "enviado con ",
		"enviado do ", "enviado de ", "obtener outlook ", "obtenga outlook ", "inviato da ",
		"inviato dal ", "inviato con ", "ottieni outlook ", "scarica outlook ",
		"verzonden vanaf ", "verzonden met ", "verzonden via ", "verstuurd vanaf ",
		"outlook voor ", "download outlook ", "hash: " };

	line = drop_bold(line);
	return STARTS_ONE(line, begin) || is_pgp_begin(line);
}
