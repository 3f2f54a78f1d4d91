#ifndef ADIT_CLI_CMD_H
#define ADIT_CLI_CMD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "record/home_config.h"
#include "record/languages.h"
#include "record/user.h"
#include "service/table_run.h"
#include "util/name_match.h"
#include "util/opt_value.h"

/*
 * Verbs are data. Each is a const struct cmd in its cmd_VERB.c, listed in cmd_table[] (verbs.c).
 * Dispatch, unique prefixes, --help, `adit help --list`, completion and the check of the man
 * page use this table.
 *
 * To add a verb: write cmd_VERB.c with its struct of options, its option table and its run
 * function; declare it below; list it in cmd_table[]; add it to Makefile.am and to man/adit.1.
 */

/* Marks a text of help, which is translated where it is shown; without context. */
#define HELP(english) MSG_PLAIN(english)

/* ---- options ---------------------------------------------------------------------------- */

enum opt_kind {
	OPT_FLAG,  /* bool: no argument */
	OPT_TEXT,  /* const char *: NULL if not given */
	OPT_MAYBE, /* const char *: NULL if not given, "" without argument; only --NAME=VALUE */
	OPT_LIST,  /* struct opt_list: all values */
	OPT_NUMBER /* struct opt_number: decimal, min to max */
};

struct opt {
	const char *name; /* without the dashes; NULL ends a table */
	char letter;      /* or 0 */
	enum opt_kind kind;
	size_t at;        /* offset of the member in the struct of options */
	const char *arg;  /* name of the argument in help: "FILE" */
	const char *help; /* HELP: one sentence, no period; help wraps it */
	int64_t min, max; /* of an OPT_NUMBER */
};
/* An option without bounds. */
#define CMD_OPTION(name, letter, kind, at, arg, help)         \
	{                                                     \
		name, letter, kind, at, arg, HELP(help), 0, 0 \
	}

/*
 * Options that conflict or require each other. With option `name`, none of the options in
 * `not_with` may be given, and one of those in `needs` must be. Names are separated by a blank;
 * NULL: none.
 */
struct opt_rule {
	const char *name, *not_with, *needs;
};

/* --passphrase-fd requires -k in a verb that works without a key. */
#define OPT_RULE_PASSPHRASE                  \
	{                                    \
		"passphrase-fd", NULL, "key" \
	}

/* ---- verbs ------------------------------------------------------------------------------ */

/* What the runner sets up before `run` and releases after it. */
enum cmd_need {
	/* the first operand is a game file: opened, and removed from argv */
	NEED_STORE_READ = 1 << 0,
	NEED_STORE_WRITE = 1 << 1,
	NEED_KEY = 1 << 2,         /* -k KEY, or the only key of the home: loaded */
	NEED_KEY_LATER = 1 << 3,   /* has -k; if it needs the key, `run` calls table_run_load_key */
	NEED_KEY_OF_GAME = 1 << 4, /* -k KEY, or the key named in the game file; also with _LATER */
	NEED_NOW = 1 << 5,         /* the time: --now or the clock */
	NEED_RECORD = 1 << 6,      /* -g: the record of a game in this home */
	NEED_KEEPING = 1 << 7,     /* NEED_RECORD and --no-record */
	NEED_CATCH_UP = 1 << 8,    /* --catch-up: service/today.h */
	/* -k KEY: loaded; without -k `run` calls ctx_choose_key when it has the digest */
	NEED_KEY_OF_SEAT = 1 << 9,
	NEED_LANGUAGES = 1 << 10 /* --lang may be a list, "de,uk": `run` opens the others */
};

enum cmd_group { GROUP_ALL, GROUP_PLAYER, GROUP_HOST, GROUP_PROGRAM, GROUP_COUNT };

enum { ARGS_ANY = -1 };

struct ctx;

struct cmd {
	const char *name;
	const char *synopsis; /* operands after "adit VERB"; "\n" between two forms */
	const char *summary;  /* HELP: imperative, no period */
	const char *text; /* HELP, more text for --help: paragraphs, "\n" between two; or NULL */
	/* Appends help made from other tables; or NULL. */
	void (*more)(
	    const struct language *lang, const struct rules *const *games, struct buf *out);
	enum cmd_group group;
	unsigned need;   /* NEED_ bits */
	bool for_mta;    /* run by a mail server: every failure is status 75, without a message */
	bool is_service; /* what it says goes to logs: English */
	const struct opt *opt;           /* ends with a name of NULL; NULL: no options of its own */
	size_t opt_size;                 /* of the struct of options */
	const struct opt_rule *opt_rule; /* ends with a name of NULL; NULL: no restrictions */
	int args_min, args_max; /* operands, including a game file of NEED_STORE_; ARGS_ANY */
	/* Returns 0, or -1 with *err. An empty message means that the error was already shown. */
	int (*run)(struct ctx *ctx, int argc, char **argv, struct err *err);
};

extern const struct cmd cmd_address, cmd_apply, cmd_audit, cmd_bot, cmd_compare, cmd_config,
    cmd_confirm, cmd_digest, cmd_fsck, cmd_help, cmd_join, cmd_key, cmd_keygen, cmd_log, cmd_mail,
    cmd_new, cmd_order, cmd_page, cmd_play, cmd_read, cmd_rebuild, cmd_referee, cmd_restart,
    cmd_rotate_key, cmd_run, cmd_seat, cmd_send, cmd_sign, cmd_simulate, cmd_stats, cmd_status,
    cmd_tick, cmd_undo;
extern const struct cmd *const cmd_table[]; /* NULL-terminated */

/* Context of a run function. The runner owns all of it. */
struct ctx {
	const struct cmd *cmd;
	const void *opt;      /* the verb's struct of options */
	struct output out;    /* if out.quiet, only the exit status shows a failure */
	struct user user;     /* NEED_NOW, NEED_KEY..., NEED_RECORD */
	struct table_run run; /* NEED_STORE_: the game file */
	struct home_config config;
	struct languages_room language; /* user.lang, unless that is NULL */
	const char *lang_option;        /* of --lang, or NULL */
	struct err config_err;          /* why it was not read */
	bool is_timer_run;              /* not run by a mail server: for_mta has no effect */
	int signal;                     /* raised after the cleanup, or 0 */
	int write_error;                /* errno of a failure to write standard output, or 0 */
};

/* Loads the key of -k, unless it is loaded, or the key that these digests need
 * (record/key_choice.h). */
int ctx_choose_key(struct ctx *ctx, const struct buf *text, struct err *err);

/* If the key may need a passphrase from a program, starts it as far as that it waits for its prompt:
 * for a verb that may start no program later (service/confine.h). */
void ctx_prepare_askpass(const struct ctx *ctx);

/* Sets the callbacks of ctx->out, whose results go to standard output and whose messages go to
 * standard error: one line "adit: VERB: ...". */
void ctx_init_output(struct ctx *ctx);

/* Sets what ctx->user takes from the environment. `home` holds the text of user.home. */
void ctx_init_user(struct ctx *ctx, struct buf *home);

/* Reads the settings of the home into ctx->config and uses them where neither an option nor the
 * environment says otherwise. Prints what is damaged. */
void ctx_read_config(struct ctx *ctx);
/* Sets ctx->user.lang and ctx->out.lang. option: of --lang, or NULL; of a list the first one counts.
 * ERR_USAGE: there is no such language. */
int ctx_choose_language(struct ctx *ctx, const char *option, struct err *err);
/* Returns the folder of catalogues (record/languages.h), or NULL. */
const char *ctx_catalogues(void);
/* Returns the value of a setting that counts without options, or NULL, and where it comes from. */
const char *ctx_setting(const struct ctx *ctx, enum home_setting s, const char **from);

/* Prints an error with its hint. verb: NULL before it is known. JSON is English. */
void show_error(const struct language *lang, const char *verb, bool json, const struct err *err);

/* ---- for main.c, help.c and the tests of the table -------------------------------------- */

/* Options of every verb. */
struct common_opts {
	bool json, ascii, help, no_record, catch_up;
	const char *color, *lang, *now, *key, *game;
	struct opt_number passphrase_fd;
};
extern const struct opt opt_common[];   /* --json --color --ascii --lang --help */
extern const struct opt opt_now[];      /* verbs with NEED_NOW */
extern const struct opt opt_catch_up[]; /* verbs with NEED_CATCH_UP */
extern const struct opt opt_key[];      /* verbs with NEED_KEY... */
/* verbs with NEED_KEEPING; NEED_RECORD has all but the first */
extern const struct opt opt_record[];

/* An option table and the struct it fills. */
struct opt_set {
	const struct opt *opt;
	void *to;
};

/*
 * Parses and removes the options in argv, at any position. *argc and argv become the operands.
 * "--" ends the options; "-" and "-3,1" are operands. Long names may be shortened to a unique
 * prefix. An option may be given once, unless its kind is OPT_LIST. After an error (ERR_USAGE)
 * parsing continues, so that --json applies to the error message.
 */
int opt_parse(const struct opt_set *set, size_t n_sets, int *argc, char **argv, struct err *err);

/* Checks the given options against `rule`, which may be NULL. ERR_USAGE: they conflict. */
int opt_check(
    const struct opt_rule *rule, const struct opt_set *set, size_t n_sets, struct err *err);

/* Sets `set` to the option sets of a verb: its own, those it needs, the common ones. Returns
 * their number. */
enum { OPT_SETS = 6 }; /* its own options, and each opt_... array */
size_t cmd_opt_sets(const struct cmd *cmd, void *own, struct common_opts *common,
    struct opt_set set[static OPT_SETS]);

/* Finds the verb of this name or unique prefix. NULL and ERR_USAGE with suggestions if there is
 * none. */
const struct cmd *cmd_find(const char *name, struct err *err);

enum { HELP_COLUMNS = 79 };                                  /* width of help */
void help_all(const struct language *lang, struct buf *out); /* adit --help */
/* adit VERB --help */
void help_verb(const struct language *lang, const struct cmd *cmd, const struct rules *const *games,
    struct buf *out);
void help_list(struct buf *out);                                /* one verb a line */
void help_list_options(const struct cmd *cmd, struct buf *out); /* one option a line */
/* What it was built from; "unknown" outside of a repository. */
extern const char cmd_commit[];
/* adit --version; letter: the program adit-letter or NULL; verbose: also how it was built */
void help_version(const char *letter, bool verbose, struct buf *out);
/* Returns the path of adit-letter; NULL: adit was built without it. */
const char *ctx_find_letter(void);
/* Returns the path of the browser file for sites, adit-site.html. */
const char *ctx_find_player(void);

/* Exit statuses. */
enum { EXIT_OUTPUT = 74 }; /* standard output could not be written */
int exit_status(enum err_code code);

#endif
