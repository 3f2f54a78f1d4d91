/* The choice of a language, as gettext chooses, without libc. */
#include "text/language_choice.h"

#include <string.h>

#include "util/slice.h"

static bool
is_given(const char *s)
{
	return s != NULL && s[0] != '\0';
}

bool
language_code_is_ok(const char *code)
{
	size_t n = 0;

	while (ascii_is_lower(code[n]))
		n++;
	return n >= 2 && n <= 8 && code[n] == '\0';
}

static bool
is_english(const char *code)
{
	return strcmp(code, "en") == 0;
}

/* True for "UTF-8" and "utf8". */
static bool
is_utf8(const char *s, size_t n)
{
	char name[sizeof "utf8"] = "";
	size_t len = 0;

	for (size_t i = 0; i < n; i++) {
		if (s[i] == '-')
			continue;
		if (len == sizeof name - 1)
			return false;
		name[len++] = (char)(s[i] | 0x20); /* digits have that bit */
	}
	return strcmp(name, "utf8") == 0;
}

/* Sets `code` to the language of a locale of n bytes: ll[_CC][.charset][@modifier]. Returns false
 * if its charset is not UTF-8 or it is no locale of a language. */
static bool
language_of(const char *locale, size_t n, char code[static LANGUAGE_CODE_MAX + 1])
{
	const char *dot = memchr(locale, '.', n);
	size_t letters = 0, charset = 0;

	while (letters < n && ascii_is_lower(locale[letters]))
		letters++;
	if (letters > LANGUAGE_CODE_MAX || (letters < n && strchr("_.@", locale[letters]) == NULL))
		return false;
	if (dot != NULL) {
		dot++;
		while (charset < n - (size_t)(dot - locale) && dot[charset] != '@')
			charset++;
		if (!is_utf8(dot, charset))
			return false;
	}
	memcpy(code, locale, letters);
	code[letters] = '\0';
	return language_code_is_ok(code);
}

/* True for locales in which LANGUAGE does not count. */
static bool
is_plain(const char *locale)
{
	return !is_given(locale) || strcmp(locale, "C") == 0 || strcmp(locale, "POSIX") == 0 ||
	    strncmp(locale, "C.", 2) == 0;
}

/* Takes the first language of a list that is English or has a catalogue. */
static bool
choose_of_list(const char *list, bool (*has)(void *arg, const char *code), void *arg,
    char code[static LANGUAGE_CODE_MAX + 1])
{
	while (*list != '\0') {
		const size_t n = strcspn(list, ":");

		if (language_of(list, n, code) && (is_english(code) || has(arg, code)))
			return true;
		list += n + (list[n] == ':');
	}
	return false;
}

bool
language_choose(const struct language_wish *wish, bool (*has)(void *arg, const char *code),
    void *arg, char code[static LANGUAGE_CODE_MAX + 1])
{
	const char *locale = is_given(wish->lc_all) ? wish->lc_all :
	    is_given(wish->lc_messages)             ? wish->lc_messages :
						      wish->lang;
	const char *wanted = wish->option != NULL ? wish->option :
	    is_given(wish->setting)               ? wish->setting :
						    wish->adit_lang;
	bool is_found;

	if (wish->option != NULL || is_given(wanted))
		is_found = language_of(wanted, strlen(wanted), code) &&
		    (is_english(code) || has(arg, code));
	else
		is_found = !is_plain(locale) && language_of(locale, strlen(locale), code) &&
		    ((is_given(wish->language) && choose_of_list(wish->language, has, arg, code)) ||
			(language_of(locale, strlen(locale), code) && has(arg, code)));
	if (!is_found || is_english(code))
		code[0] = '\0';
	return is_found || wish->option == NULL;
}
