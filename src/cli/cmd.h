#ifndef ADIT_CLI_CMD_H
#define ADIT_CLI_CMD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "host/host.h"
#include "seal/key.h"
#include "util/buf.h"
#include "util/err.h"
#include "wire/printer.h"

/*
 * Verbs are data.  Each lives in its cmd_VERB.c and is a const struct cmd, listed in cmd_table[]
 * (main.c).  Dispatch, unique prefixes, --help, `adit help --list`, completion and the check
 * of the man page come from the table: a verb that is not in it does not exist.
 *
 * To add one: write cmd_VERB.c with its struct of options, its option table and its run function;
 * declare it below; list it in cmd_table[]; add it to Makefile.am and to man/adit.1.
 */

/* ---- options ---------------------------------------------------------------------------- */

enum opt_kind {
	OPT_FLAG,  /* bool: no argument */
	OPT_TEXT,  /* const char *: NULL if none was given */
	OPT_LIST,  /* struct opt_list: every one given */
	OPT_NUMBER /* struct opt_number: decimal, min to max */
};

enum { OPT_LIST_MAX = 64 };
struct opt_list {
	unsigned n;
	const char *at[OPT_LIST_MAX];
};
struct opt_number {
	bool given;
	int64_t value;
};

struct opt {
	const char *name; /* without the dashes; NULL ends a table */
	char letter;      /* or 0 */
	enum opt_kind kind;
	size_t at;        /* offsetof where the value goes in the struct of options */
	const char *arg;  /* what help calls the argument: "FILE" */
	const char *help; /* one sentence, no period; help wraps it */
	int64_t min, max; /* of an OPT_NUMBER */
};

/*
 * Options that do not go together, so that none is ever ignored: with `name`, none of the options
 * in not_with, and only with one of those in needs.  Names are parted by a blank; NULL: none.
 */
struct opt_rule {
	const char *name, *not_with, *needs;
};

/* A key that a verb can do without is not asked for by its passphrase alone. */
#define OPT_RULE_PASSPHRASE                  \
	{                                    \
		"passphrase-fd", NULL, "key" \
	}

/* ---- verbs ------------------------------------------------------------------------------ */

/* What the runner sets up before run and clears away after it. */
enum cmd_need {
	NEED_STORE_READ = 1 << 0, /* the first operand is a game file: opened, shifted away */
	NEED_STORE_WRITE = 1 << 1,
	NEED_KEY = 1 << 2,         /* -k KEY or the only key there is: loaded */
	NEED_KEY_LATER = 1 << 3,   /* has -k, run calls ctx_load_key if it wants the key */
	NEED_KEY_OF_GAME = 1 << 4, /* -k KEY or the one named in the game file; also with _LATER */
	NEED_NOW = 1 << 5,         /* the time: --now or the clock */
	NEED_RECORD = 1 << 6,      /* -g: the record of a game in this home */
	NEED_KEEPING = 1 << 7,     /* the same, and --no-record */
	NEED_CATCH_UP = 1 << 8     /* --catch-up: cli/today.h */
};

enum cmd_group { GROUP_ALL, GROUP_PLAYER, GROUP_HOST, GROUP_PROGRAM, GROUP_COUNT };

enum { ARGS_ANY = -1 };

struct ctx;

struct cmd {
	const char *name;
	const char *synopsis; /* what follows "adit VERB"; "\n" between two forms */
	const char *summary;  /* imperative, no period */
	const char *text;     /* more for --help: paragraphs, "\n" between two; or NULL */
	/* Appends what help says that comes from other tables; or NULL. */
	void (*more)(const struct rules *const *games, struct buf *out);
	enum cmd_group group;
	unsigned need;         /* NEED_ bits */
	bool for_mta;          /* a mail server runs it: every failure is 75, and silent */
	const struct opt *opt; /* ends with a name of NULL; NULL: none of its own */
	size_t opt_size;       /* of the struct they go to */
	const struct opt_rule *opt_rule; /* ends with a name of NULL; NULL: they all go together */
	int args_min, args_max; /* operands, a game file of NEED_STORE_ included; ARGS_ANY */
	/* 0, or -1 with *err; an empty message: it has been shown. */
	int (*run)(struct ctx *ctx, int argc, char **argv, struct err *err);
};

extern const struct cmd cmd_address, cmd_apply, cmd_audit, cmd_compare, cmd_confirm, cmd_digest,
    cmd_fsck, cmd_help, cmd_join, cmd_key, cmd_keygen, cmd_log, cmd_mail, cmd_new, cmd_order,
    cmd_page, cmd_play, cmd_read, cmd_rebuild, cmd_referee, cmd_restart, cmd_rotate_key, cmd_seat,
    cmd_sign, cmd_simulate, cmd_stats, cmd_status, cmd_tick, cmd_undo;
extern const struct cmd *const cmd_table[]; /* NULL-terminated */

/* What a run function gets; all of it belongs to the runner. */
struct ctx {
	const struct cmd *cmd;
	const struct rules *const *games; /* the rules sets there are */
	const void *opt;                  /* the verb's struct of options, filled in */
	struct printer *print;   /* what the verb has to say; (const) verbs may print, too */
	bool json, ascii, color; /* color: wanted, and standard output can show it */
	int64_t now;             /* NEED_NOW */
	bool is_given_now;       /* it is that of --now */
	bool catch_up;           /* the clock is right, however far ahead it is */
	struct timespec changed; /* the game file, before it was opened */
	struct host *host;       /* the game file: NEED_STORE_ */
	const char *path;        /* of the game file */
	int64_t delivered;       /* up to this digest all are delivered, or -1: cli/deliver.h */
	const char *key_arg;     /* -k, or NULL */
	struct seckey *key;      /* NEED_KEY... */
	struct buf key_path;     /* what KEY stands for: with .pub, .key, .age a file */
	struct buf key_name;     /* its last part */
	int passphrase_fd;       /* -1: ask on the terminal */
	const char *game;        /* -g, or NULL */
	bool quiet;              /* ctx_say says nothing, and a failure shows in the status alone */
	bool is_timer_run;       /* no mail server runs it: for_mta holds no more */
	bool in_session;         /* the terminal is that of a session, which asks by itself */
	bool no_record;          /* nothing is added to the record but what was seen */
	int signal;              /* to die of when all is put away, or 0 */
};

/* Load the key of -k, or the only one there is, into ctx->key.  ERR_NOT_FOUND: there is none. */
int ctx_load_key(struct ctx *ctx, struct err *err);

/* Talk: one line "adit: VERB: ..." on standard error, controls replaced by '?'. */
void ctx_say(const struct ctx *ctx, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Tell, if the time of digest n has not come yet: more than five minutes, since clocks differ. */
void ctx_check_time(const struct ctx *ctx, int64_t n, int64_t time);

/* The same of a failure, with what to do; verb: NULL before one is known. */
void show_error(const char *verb, bool json, const struct err *err);

/* "2026-11-21 18:52 CET": in the zone of TZ.  What is signed has UTC. */
void local_time(int64_t t, char out[static PRINTER_TIME]);

/* What drawings are to look like: DRAW_ bits of draw/draw.h. */
unsigned ctx_style(const struct ctx *ctx);

/*
 * Data, for standard output: described with ctx->print, or appended to ctx->print->out.  It is written
 * before the next talk and when the verb has run; a verb that is to be heard earlier writes it.  What
 * could not be written is noticed at the end (main.c).
 */
void ctx_flush(const struct ctx *ctx);

/* Append the line "DIR/turns/000042.txt" of a file that was written, for people. */
void ctx_name_file(const struct ctx *ctx, const char *dir, int64_t n);

/* ---- for main.c, help.c and the tests of the table -------------------------------------- */

/* Every verb has these, too. */
struct common_opts {
	bool json, ascii, help, no_record, catch_up;
	const char *color, *now, *key, *game;
	struct opt_number passphrase_fd;
};
extern const struct opt opt_common[];   /* --json --color --ascii --help */
extern const struct opt opt_now[];      /* verbs with NEED_NOW */
extern const struct opt opt_catch_up[]; /* verbs with NEED_CATCH_UP */
extern const struct opt opt_key[];      /* verbs with NEED_KEY... */
extern const struct opt opt_record[];   /* verbs with NEED_KEEPING; but for the first NEED_RECORD */

/* One table and where its values go. */
struct opt_set {
	const struct opt *opt;
	void *to;
};

/*
 * Take options out of argv, wherever they stand; what is left are the operands: *argc and argv are
 * changed to them.  "--" ends the options; "-" and "-3,1" are operands.  Long names may be
 * shortened while they are unique; a value is given once, unless it goes to a list.  On an error (ERR_USAGE) the rest is still read, so
 * that --json is known when the error is shown.
 */
int opt_parse(const struct opt_set *set, size_t n_sets, int *argc, char **argv, struct err *err);

/* Do those that were given go together?  -1: no, ERR_USAGE; rule may be NULL. */
int opt_check(
    const struct opt_rule *rule, const struct opt_set *set, size_t n_sets, struct err *err);

/* Does the value of option --name, or NULL, say no?  ERR_USAGE: neither yes nor no. */
int opt_parse_no(const char *name, const char *value, bool *no, struct err *err);

/* The option sets that a verb has: its own, then what it needs, then the common ones. */
enum { OPT_SETS = 6, OPT_MAX = 16 }; /* options of a set */
size_t cmd_opt_sets(const struct cmd *cmd, void *own, struct common_opts *common,
    struct opt_set set[static OPT_SETS]);

/* The verb of this name or unique prefix; NULL and ERR_USAGE "could be: ...", "did you mean". */
const struct cmd *cmd_find(const char *name, struct err *err);

/*
 * Which of many names does the word of n bytes stand for: the one it is, else the only one that begins
 * with it?  Start with name_match_of, try all names, `what` being what each stands for, end with name_match_found.
 */
struct name_match {
	const char *typed;
	size_t n;
	const char *lead; /* before each name in messages: "--" */
	const void *found;
	bool whole;
	unsigned n_found, edits;
	const char *near;
	struct buf names;
};
struct name_match name_match_of(const char *typed, size_t n, const char *lead);
void name_match_try(struct name_match *p, const char *name, const void *what);

/* 1: p->found is what it stands for; -1: several, ERR_USAGE; 0: none, err is left alone and p->near is a
 * name that may be meant, or NULL.  quote: around the word in the message. */
int name_match_found(struct name_match *p, const char *quote, struct err *err);

enum { HELP_COLUMNS = 79 };     /* no line of help is wider */
void help_all(struct buf *out); /* adit --help */
/* adit VERB --help */
void help_verb(const struct cmd *cmd, const struct rules *const *games, struct buf *out);
void help_list(struct buf *out);                                /* a verb a line */
void help_list_options(const struct cmd *cmd, struct buf *out); /* an option a line */
void help_version(struct buf *out);                             /* adit --version */

/* Exit statuses: one table. */
enum { EXIT_OUTPUT = 74 }; /* standard output could not be written */
int exit_status(enum err_code code);
const char *exit_name(enum err_code code); /* "usage", "rule" ... for --json */

#endif
