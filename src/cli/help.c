/* The table of verbs: finding one, and help made from it. */
#include <stdio.h>
#include <string.h>

#include "cli/cmd.h"
#include "service/confine.h"
#include "mail/rawmail.h"
#include "config.h"
#include "term/canvas.h"
#include "term/term.h"
#include "text/catalogues.h"
#include "wire/report.h"
#include "util/inflate.h"
#include "util/utf8.h"
#include "util/wrap.h"

enum { VERB_INDENT = 4, VERB_COLUMNS = 12, OPTION_INDENT = 26 };

static const char *const group_title[GROUP_COUNT] = {
	[GROUP_ALL] = MSG("help", "For everybody:"),
	[GROUP_PLAYER] = MSG("help", "For players:"),
	[GROUP_HOST] = MSG("help", "For the host:"),
	[GROUP_PROGRAM] = MSG("help", "For programs:"),
};

const struct cmd *
cmd_find(const char *name, struct err *err)
{
	struct name_match pick = name_match_of(name, strlen(name), "");
	int result;

	for (size_t i = 0; cmd_table[i] != NULL; i++)
		if (strcmp(cmd_table[i]->name, name) == 0)
			return cmd_table[i];
	for (size_t i = 0; cmd_table[i] != NULL; i++)
		name_match_try(&pick, cmd_table[i]->name, cmd_table[i]);
	result = name_match_found(&pick, "\"", err);
	if (result != 0)
		return result > 0 ? pick.found : NULL;
	err_set(err, ERR_USAGE, "unknown verb \"%s\"", name);
	if (pick.near != NULL)
		err_hint(err, "did you mean %s?", pick.near);
	else
		err_hint(err, "\"adit help\" lists them");
	return NULL;
}

/* Appends n bytes wrapped between words after `lead`; later lines are indented by `indent`
 * blanks. Repeated blanks are collapsed. */
static void
wrap(const char *text, size_t n, const char *lead, size_t indent, struct buf *out)
{
	struct buf words = BUF_INIT, next = BUF_INIT;

	for (size_t i = 0; i < n; i++) {
		if (text[i] != ' ' || (words.n > 0 && words.p[words.n - 1] != ' '))
			buf_chr(&words, text[i]);
	}
	buf_fill(&next, ' ', indent);
	wrap_text(buf_cstr(&words), words.n, lead, buf_cstr(&next), HELP_COLUMNS, out);
	buf_release(&words);
	buf_release(&next);
}

/* Appends the translation of a message without context. */
static void
wrap_message(const struct language *lang, const char *message, const char *lead, size_t indent,
    struct buf *out)
{
	const char *text = language_text(lang, message);

	wrap(text, strlen(text), lead, indent, out);
}

/* Appends paragraphs, one per line. A line that begins with a blank is copied. */
static void
paragraphs(const char *text, struct buf *out)
{
	while (*text != '\0') {
		size_t n = strcspn(text, "\n");

		if (text[0] == ' ' || n == 0) {
			buf_add(out, text, n);
			buf_chr(out, '\n');
		} else {
			wrap(text, n, "", 0, out);
		}
		text += n;
		if (*text == '\n')
			text++;
	}
}

/* Appends "usage: adit sign [-d DIGEST] ...", one line per form, wrapped between words. */
static void
usage(const struct language *lang, const struct cmd *cmd, struct buf *out)
{
	const char *form = cmd->synopsis, *word = language_text(lang, MSG("help", "usage:"));
	struct buf lead = BUF_INIT;

	buf_fmt(&lead, "%s adit %s ", word, cmd->name);
	for (;; form++) {
		size_t n = strcspn(form, "\n");

		wrap(form, n, lead.p, lead.n, out);
		form += n;
		if (*form == '\0')
			break;
		buf_clear(&lead);
		buf_fill(&lead, ' ', utf8_width(word, strlen(word)));
		buf_fmt(&lead, " adit %s ", cmd->name);
	}
	buf_release(&lead);
}

static void
option_help(const struct language *lang, const struct opt *o, struct buf *out)
{
	struct buf head = BUF_INIT;

	if (o->letter != 0)
		buf_fmt(&head, "  -%c, ", o->letter);
	else
		buf_str(&head, "      ");
	buf_fmt(&head, "--%s", o->name);
	if (o->arg != NULL)
		buf_fmt(&head, o->kind == OPT_MAYBE ? "[=%s]" : "=%s", o->arg);
	if (head.n + 2 > OPTION_INDENT) {
		buf_fmt(out, "%s\n", head.p);
		buf_clear(&head);
	}
	buf_fill(&head, ' ', OPTION_INDENT - head.n);
	wrap_message(lang, o->help, head.p, OPTION_INDENT, out);
	buf_release(&head);
}

void
help_verb(const struct language *lang, const struct cmd *cmd, const struct rules *const *games,
    struct buf *out)
{
	struct common_opts common;
	struct opt_set set[OPT_SETS];
	size_t n = cmd_opt_sets(cmd, NULL, &common, set);
	struct buf summary = BUF_INIT;

	usage(lang, cmd, out);
	buf_chr(out, '\n');
	buf_str(&summary, language_text(lang, cmd->summary));
	utf8_capital(&summary, 0);
	wrap(summary.p, summary.n, "", 0, out);
	buf_release(&summary);
	if (cmd->text != NULL) {
		buf_chr(out, '\n');
		paragraphs(language_text(lang, cmd->text), out);
	}
	buf_fmt(out, "\n%s\n", language_text(lang, MSG("help", "Options:")));
	for (size_t k = 0; k < n; k++) {
		for (const struct opt *o = set[k].opt; o->name != NULL; o++)
			option_help(lang, o, out);
	}
	if (cmd->more != NULL) {
		buf_chr(out, '\n');
		cmd->more(lang, games, out);
	}
}

void
help_all(const struct language *lang, struct buf *out)
{
	buf_fmt(out, "%s adit VERB [OPTION]... [ARGUMENT]...\n\n",
	    language_text(lang, MSG("help", "usage:")));
	wrap_message(lang,
	    MSG("help",
		"Play the Saboteur card games by mail, git or pipelines: orders are signed, "
		"private views encrypted, and every digest can be verified."),
	    "", 0, out);
	for (unsigned g = 0; g < GROUP_COUNT; g++) {
		buf_fmt(out, "\n%s\n", language_text(lang, group_title[g]));
		for (size_t i = 0; cmd_table[i] != NULL; i++) {
			const struct cmd *cmd = cmd_table[i];
			char name[40];

			if (cmd->group != (enum cmd_group)g)
				continue;
			(void)snprintf(
			    name, sizeof name, "%*s%-*s", VERB_INDENT, "", VERB_COLUMNS, cmd->name);
			wrap_message(lang, cmd->summary, name, VERB_INDENT + VERB_COLUMNS, out);
		}
	}
	buf_fmt(out, "\n%s\n",
	    language_text(lang,
		MSG("help",
		    "\"adit VERB --help\" describes a verb.  Manual pages: adit(1) the "
		    "verbs,\nadit(5) the file formats and the order language, adit(6) the rules as "
		    "played.")));
}

void
help_list(struct buf *out)
{
	for (size_t i = 0; cmd_table[i] != NULL; i++)
		buf_fmt(out, "%s\n", cmd_table[i]->name);
}

void
help_list_options(const struct cmd *cmd, struct buf *out)
{
	struct common_opts common;
	struct opt_set set[OPT_SETS];
	size_t n = cmd_opt_sets(cmd, NULL, &common, set);

	for (size_t k = 0; k < n; k++) {
		for (const struct opt *o = set[k].opt; o->name != NULL; o++) {
			buf_fmt(out, "--%s\n", o->name);
			if (o->letter != 0)
				buf_fmt(out, "-%c\n", o->letter);
		}
	}
}

/* What was known only when it was built. */
static const struct {
	const char *name;
	bool is_there;
} feature[] = {
#ifdef ADIT_LINUX
	{ "linux", true },
#else
	{ "linux", false },
#endif
#ifdef WITH_MAIL
	{ "mail", true },
#else
	{ "mail", false },
#endif
#if defined WITH_MAIL && defined HAVE_SECCOMP
	{ "seccomp", true },
#else
	{ "seccomp", false },
#endif
#if defined WITH_MAIL && defined HAVE_LINUX_LANDLOCK_H
	{ "landlock", true },
#else
	{ "landlock", false },
#endif
#ifdef HAVE_LIBEDIT
	{ "libedit", true },
#else
	{ "libedit", false },
#endif
};

static void
describe_library(struct buf *out, const char *name, const char *version, const char *licence)
{
	if (version != NULL && version[0] != '\0')
		buf_fmt(out, "library: %s%s (%s)\n", name, version, licence);
}

static void
describe_build(struct buf *out)
{
	buf_fmt(out, "commit: %s\nlicence: ISC\n", cmd_commit);
	describe_library(out, "libsodium ", seal_version(), "ISC");
	describe_library(out, "SQLite ", host_file_version(), "public domain");
	describe_library(out, "jansson ", report_version(), "MIT");
	describe_library(out, "utf8proc ", utf8_version(), "MIT");
	describe_library(out, "zlib ", inflate_version(), "Zlib");
	describe_library(out, "", canvas_version(), "X11");
	describe_library(out, "", term_editor(), "BSD-3-Clause");
	describe_library(out, "GMime ", GMIME_VERSION, "LGPL-2.1-or-later, in adit-letter");
	describe_library(out, "GLib ", GLIB_VERSION, "LGPL-2.1-or-later, in adit-letter");
	describe_library(out, "libseccomp ", SECCOMP_VERSION, "LGPL-2.1-only, in adit-letter");
	buf_str(out, "features:");
	for (size_t i = 0; i < sizeof feature / sizeof feature[0]; i++)
		buf_fmt(out, " %c%s", feature[i].is_there ? '+' : '-', feature[i].name);
	buf_str(out, "\nlanguages: ");
	catalogues_list(out);
	buf_fmt(out, "\nhardening:%s\n", BUILD_HARDENING);
}

void
help_version(const char *letter, bool verbose, struct buf *out)
{
	buf_fmt(out, "adit %s\nlibsodium %s, SQLite %s, jansson %s, utf8proc %s, zlib %s",
	    PACKAGE_VERSION, seal_version(), host_file_version(), report_version(), utf8_version(),
	    inflate_version());
	if (canvas_version() != NULL)
		buf_fmt(out, ", %s", canvas_version());
	buf_chr(out, '\n');
	if (letter != NULL)
		buf_fmt(out, "mail: %s\n", letter);
	else
		buf_str(out, "mail: built without adit-letter\n");
	if (term_editor() != NULL)
		buf_fmt(out, "lines: %s\n", term_editor());
	else
		buf_str(out, "lines: built without libedit\n");
	buf_str(out, "confined: ");
	confine_words(out);
	buf_chr(out, '\n');
	if (verbose)
		describe_build(out);
}
