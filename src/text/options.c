/*
 * Options of a game in words.
 *
 * (P1) An option's byte in struct options is 0 for the default. It is the number of the word, or
 * seat + 1 for an option that names a seat.
 */
#include "text/options.h"

#include <string.h>

#include "util/slice.h"
#include "util/utf8.h"

enum { OPTION_WORDS = sizeof((struct option_row *)0)->word / sizeof(char *) };

static const struct option_row first = { "first", OPTION_FIRST, .begins = true };

/* Returns the i-th option of a rules set, or NULL. */
static const struct option_row *
nth(const struct rules *rules, size_t i)
{
	if (i == 0)
		return &first;
	return rules->options == NULL || rules->options[i - 1].name == NULL ?
	    NULL :
	    &rules->options[i - 1];
}

/* Writes the words of an option, separated by `sep`. */
static void
put_words(const struct option_row *opt, const char *sep, struct buf *out)
{
	for (unsigned v = 0; v < OPTION_WORDS && opt->word[v] != NULL; v++)
		buf_fmt(out, "%s%s", v > 0 ? sep : "", opt->word[v]);
}

void
options_help(const struct rules *rules, struct buf *out)
{
	const struct option_row *opt;

	for (size_t i = 0; (opt = nth(rules, i)) != NULL; i++) {
		if (i > 0)
			buf_chr(out, ' ');
		buf_fmt(out, "%s=", opt->name);
		if (opt->word[0] == NULL)
			buf_str(out, "NAME");
		else
			put_words(opt, "|", out);
	}
}

static int
unknown_option(const struct rules *rules, const char *s, size_t n, struct err *err)
{
	struct buf help = BUF_INIT;

	if (n > 0 && n <= 40 && utf8_is_clean(s, n))
		(void)err_set(err, ERR_USAGE, "%s has no option \"%.*s\"", rules->name, (int)n, s);
	else
		(void)err_set(err, ERR_USAGE, "%s has no such option", rules->name);
	options_help(rules, &help);
	(void)err_hint(err, "there are: %s", buf_cstr(&help));
	buf_release(&help);
	return -1;
}

static int
parse_seat(const struct option_row *opt, const struct names *names, const char *s, size_t n,
    uint8_t *value, struct err *err)
{
	uint8_t seat = names_find(names, s, n);

	if (seat == SEAT_NONE)
		return err_set(
		    err, ERR_USAGE, "%s= wants the name of a seat of this game", opt->name);
	*value = (uint8_t)(seat + 1);
	return 0;
}

static int
parse_word(const struct option_row *opt, const char *s, size_t n, uint8_t *value, struct err *err)
{
	struct buf words = BUF_INIT;

	for (uint8_t v = 0; v < OPTION_WORDS && opt->word[v] != NULL; v++) {
		if (slice_equals(opt->word[v], s, n)) {
			*value = v;
			return 0;
		}
	}
	put_words(opt, " or ", &words);
	(void)err_set(err, ERR_USAGE, "%s= wants %s", opt->name, buf_cstr(&words));
	buf_release(&words);
	return -1;
}

/* Checks that no other option names another seat to begin. */
static int
check_first(const struct options *o, const struct rules *rules, const struct option_row *set,
    uint8_t value, struct err *err)
{
	const struct option_row *opt;

	for (size_t i = 0; set->begins && (opt = nth(rules, i)) != NULL; i++)
		if (opt != set && opt->begins && o->at[opt->at] != 0 && o->at[opt->at] != value)
			return err_set(err, ERR_USAGE,
			    "%s= and %s= name two who are to begin: give one of them", opt->name,
			    set->name);
	return 0;
}

int
options_set(struct options *o, const struct rules *rules, const struct names *names, const char *s,
    size_t n, struct err *err)
{
	const char *equals = n > 0 ? memchr(s, '=', n) : NULL;
	size_t n_name = equals != NULL ? (size_t)(equals - s) : n;

	const struct option_row *opt;

	for (size_t i = 0; (opt = nth(rules, i)) != NULL; i++) {
		uint8_t value = 0;

		if (!slice_equals(opt->name, s, n_name))
			continue;
		const char *v = equals != NULL ? equals + 1 : s + n;
		size_t n_value = (size_t)(s + n - v);
		if (opt->word[0] == NULL ? parse_seat(opt, names, v, n_value, &value, err) < 0 :
					   parse_word(opt, v, n_value, &value, err) < 0)
			return -1;
		if (check_first(o, rules, opt, value, err) < 0)
			return -1;
		o->at[opt->at] = value;
		return 0;
	}
	return unknown_option(rules, s, n_name, err);
}

void
options_each(const struct options *o, const struct rules *rules, const struct names *names,
    void (*each)(void *arg, const char *name, const char *value), void *arg)
{
	const struct option_row *opt;

	for (size_t i = 0; (opt = nth(rules, i)) != NULL; i++) {
		uint8_t value = o->at[opt->at];

		if (value == 0 || (opt->word[0] != NULL && value >= OPTION_WORDS))
			continue;
		if (opt->word[0] == NULL)
			each(arg, opt->name, names_seat(names, (uint8_t)(value - 1)));
		else
			each(arg, opt->name, opt->word[value]);
	}
}

int
options_set_all(struct options *out, const struct rules *rules, const struct names *names,
    const char *const *given, unsigned n_given, struct err *err)
{
	for (unsigned i = 0; i < n_given; i++) {
		const char *s = given[i];
		size_t n = strcspn(s, "=");

		if (options_set(out, rules, names, s, strlen(s), err) < 0)
			return -1;
		for (unsigned k = 0; k < i; k++)
			if (strcspn(given[k], "=") == n && memcmp(given[k], s, n) == 0)
				return err_set(
				    err, ERR_USAGE, "option %.*s is given twice", (int)n, s);
	}
	return 0;
}
