/*
 * Command lines: GNU long options, letters, options anywhere among the operands.
 *
 * (O1) In argv only the order of the pointers changes. Values point into argv.
 */
#include "cli/cmd.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "util/slice.h"

#define AT(member) offsetof(struct common_opts, member)

const struct opt opt_common[] = {
	CMD_OPTION(
	    "json", 0, OPT_FLAG, AT(json), NULL, "print JSON for programs, also about errors"),
	CMD_OPTION("color", 0, OPT_TEXT, AT(color), "WHEN",
	    "auto, always or never use colors; auto: on a terminal, unless NO_COLOR is set"),
	CMD_OPTION("ascii", 0, OPT_FLAG, AT(ascii), NULL, "draw with ASCII characters only"),
	CMD_OPTION(
	    "lang", 0, OPT_TEXT, AT(lang), "LL", "show words in this language: de, en, es, ru, uk"),
	CMD_OPTION("help", 'h', OPT_FLAG, AT(help), NULL, "show this help"),
	{ .name = NULL },
};

const struct opt opt_now[] = {
	CMD_OPTION("now", 0, OPT_TEXT, AT(now), "TIME",
	    "take this for the present time, as 2026-11-21T17:52:14Z: for replays and tests"),
	{ .name = NULL },
};

const struct opt opt_key[] = {
	CMD_OPTION("key", 'k', OPT_TEXT, AT(key), "KEY",
	    "the key to use: a name, or a path if there is a / in it"),
	{ "passphrase-fd", 0, OPT_NUMBER, AT(passphrase_fd), "N",
	    HELP("read the passphrase from file descriptor N instead of the terminal"), 0, 1023 },
	{ .name = NULL },
};

const struct opt opt_catch_up[] = {
	CMD_OPTION("catch-up", 0, OPT_FLAG, AT(catch_up), NULL,
	    "the clock is right, also where nothing ran for 30 days"),
	{ .name = NULL },
};

const struct opt opt_record[] = {
	CMD_OPTION("no-record", 0, OPT_FLAG, AT(no_record), NULL,
	    "save no digest and no order: only hashes of the digests seen"),
	CMD_OPTION("game", 'g', OPT_TEXT, AT(game), "GAME", "the game of which the record is used"),
	{ .name = NULL },
};

size_t
cmd_opt_sets(const struct cmd *cmd, void *own, struct common_opts *common,
    struct opt_set set[static OPT_SETS])
{
	size_t n = 0;

	if (cmd->opt != NULL)
		set[n++] = (struct opt_set){ cmd->opt, own };
	if (cmd->need & (NEED_KEY | NEED_KEY_LATER | NEED_KEY_OF_GAME | NEED_KEY_OF_SEAT))
		set[n++] = (struct opt_set){ opt_key, common };
	if (cmd->need & (NEED_RECORD | NEED_KEEPING))
		set[n++] = (struct opt_set){ opt_record + ((cmd->need & NEED_KEEPING) == 0),
			common };
	if (cmd->need & NEED_NOW)
		set[n++] = (struct opt_set){ opt_now, common };
	if (cmd->need & NEED_CATCH_UP)
		set[n++] = (struct opt_set){ opt_catch_up, common };
	set[n++] = (struct opt_set){ opt_common, common };
	return n;
}

/* An option and the struct it fills. */
struct found {
	const struct opt *opt;
	void *to;
};

/* Finds the option whose name is the n bytes at s. Without a match opt is NULL. */
static struct found
find_exact(const struct opt_set *set, size_t n_sets, const char *s, size_t n)
{
	for (size_t k = 0; k < n_sets; k++)
		for (const struct opt *o = set[k].opt; o->name != NULL; o++)
			if (slice_equals(o->name, s, n))
				return (struct found){ o, set[k].to };
	return (struct found){ NULL, NULL };
}

/* Finds the option whose name begins with the n bytes at s; an exact match wins. Without a match
 * opt is NULL and *err is set. */
static struct found
find_long(const struct opt_set *set, size_t n_sets, const char *s, size_t n, struct err *err)
{
	struct name_match pick = name_match_of(s, n, "--");
	struct found found = find_exact(set, n_sets, s, n);
	int result;

	if (found.opt != NULL)
		return found;
	for (size_t k = 0; k < n_sets; k++)
		for (const struct opt *o = set[k].opt; o->name != NULL; o++)
			name_match_try(&pick, o->name, o->name);
	result = name_match_found(&pick, "", err);
	if (result > 0)
		return find_exact(set, n_sets, pick.found, strlen(pick.found));
	if (result < 0)
		return found;
	err_set(err, ERR_USAGE, "unknown option --%.*s", (int)(n < 39 ? n : 39), s);
	if (pick.near != NULL)
		err_hint(err, "did you mean --%s?", pick.near);
	return found;
}

/* Finds the option of this letter. Without a match opt is NULL and *err is set. */
static struct found
find_letter(const struct opt_set *set, size_t n_sets, char letter, struct err *err)
{
	for (size_t k = 0; k < n_sets; k++) {
		for (const struct opt *o = set[k].opt; o->name != NULL; o++) {
			if (o->letter == letter)
				return (struct found){ o, set[k].to };
		}
	}
	err_set(err, ERR_USAGE, "unknown option -%c", letter);
	return (struct found){ NULL, NULL };
}

static bool
is_given(struct found f)
{
	const char *to = (const char *)f.to + f.opt->at;

	switch (f.opt->kind) {
	case OPT_FLAG:
		return *(const bool *)(const void *)to;
	case OPT_TEXT:
	case OPT_MAYBE:
		return *(const char *const *)(const void *)to != NULL;
	case OPT_LIST:
		return ((const struct opt_list *)(const void *)to)->n > 0;
	case OPT_NUMBER:
		return ((const struct opt_number *)(const void *)to)->given;
	}
	return false;
}

static int
store_number(const struct opt *o, struct opt_number *to, const char *value, struct err *err)
{
	char *end = NULL;

	errno = 0;
	long long v = strtoll(value, &end, 10);

	/* strtoll accepts blanks and signs. */
	if (value[0] < '0' || value[0] > '9' || *end != '\0' || errno != 0 || v < o->min ||
	    v > o->max)
		return err_set(err, ERR_USAGE, "--%s takes a number from %lld to %lld, not \"%s\"",
		    o->name, (long long)o->min, (long long)o->max, value);
	to->given = true;
	to->value = v;
	return 0;
}

static int
store_value(struct found f, const char *value, struct err *err)
{
	char *to = (char *)f.to + f.opt->at;

	if (f.opt->kind != OPT_FLAG && f.opt->kind != OPT_LIST && is_given(f))
		return err_set(err, ERR_USAGE, "--%s is given twice", f.opt->name);
	switch (f.opt->kind) {
	case OPT_FLAG:
		*(bool *)(void *)to = true;
		return 0;
	case OPT_TEXT:
	case OPT_MAYBE:
		*(const char **)(void *)to = value != NULL ? value : "";
		return 0;
	case OPT_LIST: {
		struct opt_list *list = (struct opt_list *)(void *)to;

		if (list->n == OPT_LIST_MAX)
			return err_set(
			    err, ERR_USAGE, "more than %d times --%s", OPT_LIST_MAX, f.opt->name);
		list->at[list->n++] = value;
		return 0;
	}
	case OPT_NUMBER:
		return store_number(f.opt, (struct opt_number *)(void *)to, value, err);
	}
	return 0;
}

static int
needs_argument(const struct opt *o, struct err *err)
{
	return err_set(err, ERR_USAGE, "--%s needs an argument: %s", o->name, o->arg);
}

/* Parses argv[*i]: "--name", "--name=value" or, with the next word, "--name value". */
static int
take_long(const struct opt_set *set, size_t n_sets, int argc, char **argv, int *i, struct err *err)
{
	const char *name = argv[*i] + 2;
	const char *equals = strchr(name, '=');
	size_t n = equals != NULL ? (size_t)(equals - name) : strlen(name);
	const char *value = equals != NULL ? equals + 1 : NULL;
	struct found f = find_long(set, n_sets, name, n, err);

	if (f.opt == NULL)
		return -1;
	if (f.opt->kind == OPT_FLAG && value != NULL)
		return err_set(err, ERR_USAGE, "--%s takes no argument", f.opt->name);
	if (f.opt->kind != OPT_FLAG && f.opt->kind != OPT_MAYBE && value == NULL) {
		if (*i + 1 >= argc)
			return needs_argument(f.opt, err);
		value = argv[++*i];
	}
	return store_value(f, value, err);
}

/* Parses argv[*i] "-abc": flags. The first letter that is not a flag takes the rest, or the next
 * word, as its argument. */
static int
take_letters(
    const struct opt_set *set, size_t n_sets, int argc, char **argv, int *i, struct err *err)
{
	for (const char *p = argv[*i] + 1; *p != '\0'; p++) {
		struct found f = find_letter(set, n_sets, *p, err);

		if (f.opt == NULL)
			return -1;
		if (f.opt->kind == OPT_FLAG) {
			(void)store_value(f, NULL, err); /* a flag cannot fail */
			continue;
		}
		if (p[1] != '\0')
			return store_value(f, p + 1, err);
		if (*i + 1 >= argc)
			return needs_argument(f.opt, err);
		return store_value(f, argv[++*i], err);
	}
	return 0;
}

/* No letter is a digit, so places like -1,3 need no "--". */
static bool
is_operand(const char *s)
{
	return s[0] != '-' || s[1] == '\0' || (s[1] >= '0' && s[1] <= '9');
}

int
opt_parse(const struct opt_set *set, size_t n_sets, int *argc, char **argv, struct err *err)
{
	int n = 0, i = 0, result = 0;
	struct err later = ERR_INIT;

	for (; i < *argc; i++) {
		struct err *e = result < 0 ? &later : err;
		int one = 0;

		if (is_operand(argv[i])) {
			argv[n++] = argv[i];
			continue;
		}
		if (strcmp(argv[i], "--") == 0) {
			i++;
			break;
		}
		if (argv[i][1] == '-')
			one = take_long(set, n_sets, *argc, argv, &i, e);
		else
			one = take_letters(set, n_sets, *argc, argv, &i, e);
		if (one < 0)
			result = -1;
	}
	for (; i < *argc; i++)
		argv[n++] = argv[i];
	argv[n] = NULL;
	*argc = n;
	return result;
}

static bool
is_among(const char *words, const char *name)
{
	for (size_t n; *words != '\0'; words += n + (words[n] == ' ')) {
		n = strcspn(words, " ");
		if (slice_equals(name, words, n))
			return true;
	}
	return false;
}

/* Returns the first of the words whose option was given, or NULL. */
static const char *
first_given(const char *words, const struct opt_set *set, size_t n_sets)
{
	for (size_t k = 0; k < n_sets; k++) {
		for (const struct opt *o = set[k].opt; o->name != NULL; o++) {
			if (is_among(words, o->name) && is_given((struct found){ o, set[k].to }))
				return o->name;
		}
	}
	return NULL;
}

static int
err_needs(const struct opt_rule *rule, struct err *err)
{
	struct buf needs = BUF_INIT;

	for (const char *s = rule->needs; *s != '\0'; s++)
		if (*s == ' ')
			buf_str(&needs, " or --");
		else
			buf_chr(&needs, *s);
	(void)err_set(err, ERR_USAGE, "--%s requires --%s", rule->name, buf_cstr(&needs));
	buf_release(&needs);
	return -1;
}

int
opt_check(const struct opt_rule *rule, const struct opt_set *set, size_t n_sets, struct err *err)
{
	for (; rule != NULL && rule->name != NULL; rule++) {
		const char *other;

		if (first_given(rule->name, set, n_sets) == NULL)
			continue;
		other = rule->not_with != NULL ? first_given(rule->not_with, set, n_sets) : NULL;
		if (other != NULL)
			return err_set(
			    err, ERR_USAGE, "--%s and --%s exclude each other", rule->name, other);
		if (rule->needs != NULL && first_given(rule->needs, set, n_sets) == NULL)
			return err_needs(rule, err);
	}
	return 0;
}
