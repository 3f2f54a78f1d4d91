/*
 * Order transports of a session.
 *
 * (W1) No shell parses outside text: addresses and folders are arguments, orders are standard
 *      input.
 * (W2) The player sees that a program runs and can interrupt it.
 * (W3) TRANSPORT_NOT is returned only if nothing can have been sent. Otherwise the result is
 *      TRANSPORT_PERHAPS, and the same bytes are sent again.
 */
#include "session/play_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "mail/message.h"
#include "record/send_state.h"
#include "text/error_text.h"
#include "util/file.h"
#include "util/mem.h"
#include "util/subprocess.h"
#include "util/utf8.h"

enum { SENDMAIL_SECONDS = 30, GIT_SECONDS = 180, SAID_MAX = 1 << 16, FILE_MAX = 1 << 16 };

struct out {
	const struct language *lang; /* of the words */
	struct buf words;
	struct buf to;   /* an address, a folder or a file */
	struct buf game; /* name of the game, or folder of its record */
};

static void
release(void *arg)
{
	struct out *o = arg;

	buf_release(&o->words);
	buf_release(&o->to);
	buf_release(&o->game);
	free(o);
}

static struct out *
begin(struct order_transport *r, const struct language *lang, const char *to, const char *game)
{
	struct out *o = mem_zero(1, sizeof *o);

	o->lang = lang;
	buf_str(&o->to, to);
	buf_str(&o->game, game);
	*r = (struct order_transport){ .arg = o, .release = release };
	return o;
}

const char *
order_transport_to(const struct order_transport *r)
{
	return ((const struct out *)r->arg)->to.p;
}

/* ---- programs -------------------------------------------------------------------------------------- */

/* Appends the last line of a program's output. */
static void
last_line(const struct buf *said, struct buf *why)
{
	const char *s = buf_cstr(said), *end = s + said->n, *line;

	while (end > s && (end[-1] == '\n' || end[-1] == '\r'))
		end--;
	for (line = end; line > s && line[-1] != '\n'; line--)
		;
	if (line < end)
		buf_fmt(why, ": %.*s", (int)(end - line < 200 ? end - line : 200), line);
}

/* (W2) Returns 1 if the program ended; 0 if it was interrupted; -1 with *err. */
static int
await(struct play *p, struct subprocess_job *runner, const char *name, struct subprocess_end *end,
    struct err *err)
{
	bool has_said = false;
	int over;

	while ((over = subprocess_job_look(runner, end, err)) == 0) {
		const enum term_event got = play_wait(p, subprocess_job_fd(runner), 1);

		if (got == TERM_END)
			return 0;
		if (got == TERM_TIME && !has_said)
			play_say(p,
			    MSG("play", "Waiting for %s.  ^C interrupts it; the order is saved."),
			    name);
		has_said = has_said || got == TERM_TIME;
	}
	return over;
}

/* Returns 1 if the program ended or did not start; 0 if it was interrupted; -1 with *err. */
static int
run_for(struct play *p, const char *name, const struct subprocess *r, struct subprocess_end *end,
    struct err *err)
{
	struct subprocess_job *runner = subprocess_job_new();
	int result = subprocess_job_begin(runner, r, end, err);

	if (result == 0)
		result = end->error != 0 ? 1 : await(p, runner, name, end, err);
	subprocess_job_free(runner);
	return result;
}

/* (W3) `none` lists the exit statuses that prove that nothing was sent; NULL: all but 0. */
static enum order_transport_end
run(struct play *p, const char *name, struct subprocess *r, const char *none, struct buf *why)
{
	const struct language *lang = p->u->lang;
	struct buf said = BUF_INIT;
	struct subprocess_end end;
	struct err err = ERR_INIT;
	enum order_transport_end result = TRANSPORT_PERHAPS;
	int over;

	r->envp = environ;
	r->out = &said;
	r->out_max = SAID_MAX;
	over = run_for(p, name, r, &end, &err);
	if (over < 0) {
		error_text_message(lang, &err, why);
	} else if (over == 0) {
		language_fmt(lang, why, MSG("play", "%s: it was broken off"), name);
	} else if (end.error != 0) {
		buf_fmt(why, "%s: %s", name, strerror(end.error));
		result = TRANSPORT_NOT;
	} else if (end.killed) {
		language_fmt(lang, why, MSG("play", "%s: it was stopped after %d seconds"), name,
		    r->seconds);
	} else if (WIFSIGNALED(end.status)) {
		language_fmt(lang, why, MSG("play", "%s: signal %d"), name, WTERMSIG(end.status));
	} else if (WEXITSTATUS(end.status) != 0) {
		language_fmt(
		    lang, why, MSG("play", "%s: status %d"), name, WEXITSTATUS(end.status));
		last_line(&said, why);
		if (none == NULL || memchr(none, WEXITSTATUS(end.status), strlen(none)) != NULL)
			result = TRANSPORT_NOT;
	} else {
		result = TRANSPORT_GONE;
	}
	buf_release(&said);
	return result;
}

/* The Message-ID is a hash of the bytes, so a repeated mail has the same id. */
static void
message_id(const struct buf *block, char out[static HASH_TEXT + 1])
{
	const struct hash_input part[] = { { block->p, block->n } };
	const struct hash h = hash_parts("adit/posted", part, 1);

	hash_text(&h, out);
}

static enum order_transport_end
carry_mail(void *arg, struct play *p, const struct buf *block, struct buf *why)
{
	const struct out *o = arg;
	struct buf mail = BUF_INIT;
	char *argv[] = { mem_dup("sendmail"), mem_dup("-i"), mem_dup("--"), mem_dup(o->to.p),
		NULL };
	struct subprocess r = { .argv = argv, .seconds = SENDMAIL_SECONDS };
	char id[HASH_TEXT + 1];
	enum order_transport_end end;

	message_id(block, id);
	r.program = p->u->sendmail;
	buf_fmt(&mail,
	    "To: %s\nSubject: adit %s\nMessage-ID: <%s@adit.invalid>\nMIME-Version: "
	    "1.0\nContent-Type: text/plain; "
	    "charset=us-ascii\nContent-Transfer-Encoding: 7bit\n\n",
	    o->to.p, o->game.p, id);
	buf_add(&mail, block->p, block->n);
	r.in = mail.p;
	r.n_in = mail.n;
	end = run(p, "sendmail", &r, NULL, why);
	for (size_t i = 0; argv[i] != NULL; i++)
		free(argv[i]);
	buf_release(&mail);
	return end;
}

int
order_transport_mail(struct order_transport *r, const struct language *lang, const char *addr,
    const char *game, struct err *err)
{
	struct out *o;

	if (!mail_address_is_ok(addr, strlen(addr)))
		return err_set(err, ERR_USAGE, "\"%s\" is not an address for orders", addr);
	o = begin(r, lang, addr, game);
	language_fmt(lang, &o->words, MSG("play", "by mail to %s"), addr);
	r->words = o->words.p;
	r->carry = carry_mail;
	return 0;
}

/* (W1) git must not prompt, since the terminal belongs to the session. These statuses mean that
 * nothing was pushed: no git adit, usage, no input, no repository, no table, no order. */
static enum order_transport_end
carry_git(void *arg, struct play *p, const struct buf *block, struct buf *why)
{
	static const char none[] = { 1, 2, 4, 5, 65, 73, 126, 127, '\0' };
	const struct out *o = arg;
	char *argv[] = { mem_dup("sh"), mem_dup("-c"),
		mem_dup("unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE; "
			"export GIT_TERMINAL_PROMPT=0 GIT_ASKPASS=false SSH_ASKPASS=false "
			"SSH_ASKPASS_REQUIRE=force; cd -- \"$1\" && exec git adit send - 2>&1"),
		mem_dup("sh"), mem_dup(o->to.p), NULL };
	struct subprocess r = { .program = "/bin/sh",
		.argv = argv,
		.in = block->p,
		.n_in = block->n,
		.seconds = GIT_SECONDS };
	enum order_transport_end end = run(p, "git adit send", &r, none, why);

	for (size_t i = 0; argv[i] != NULL; i++)
		free(argv[i]);
	return end;
}

int
order_transport_git(
    struct order_transport *r, const struct language *lang, const char *dir, struct err *err)
{
	char path[PATH_MAX];
	struct stat st;
	struct out *o;

	if (realpath(dir, path) == NULL || stat(path, &st) < 0 || !S_ISDIR(st.st_mode) ||
	    !file_is_in_repository(path))
		return err_set(err, ERR_USAGE, "%s is not a folder with a git repository", dir);
	if (!utf8_is_clean(path, strlen(path)))
		return err_set(err, ERR_USAGE, "the name of that folder cannot be shown");
	o = begin(r, lang, path, "");
	language_fmt(lang, &o->words, MSG("play", "by git, from %s"), path);
	r->words = o->words.p;
	r->carry = carry_git;
	return 0;
}

/* ---- files ----------------------------------------------------------------------------------------- */

/* Returns 0 if the text is an order signed in this home, 1 if not. */
static int
find_order(const char *dir, const struct buf *text, struct err *err)
{
	struct signed_list list;
	bool found = false;

	if (signed_list(dir, &list, err) < 0)
		return -1;
	for (size_t i = list.count; i-- > 0 && !found;) {
		struct buf block = BUF_INIT;
		struct err none = ERR_INIT;

		found = send_state_block(dir, &list.at[i], &block, &none) == 0 &&
		    block.n == text->n && memcmp(block.p, text->p, text->n) == 0;
		buf_release(&block);
	}
	signed_list_release(&list);
	return found ? 0 : 1;
}

/* Writes the file. Existing content other than an order of this game is not overwritten. */
static enum order_transport_end
carry_file(void *arg, struct play *p, const struct buf *block, struct buf *why)
{
	const struct out *o = arg;
	struct buf text = BUF_INIT;
	struct err err = ERR_INIT;
	int result = file_read_nofollow(o->to.p, FILE_MAX, &text, &err);
	enum order_transport_end end = TRANSPORT_NOT;

	(void)p;
	if (result == 0)
		result = find_order(o->game.p, &text, &err);
	if (result > 0)
		language_fmt(
		    o->lang, why, MSG("play", "%s exists and contains something else"), o->to.p);
	else if (result < 0 && err.code != ERR_NOT_FOUND)
		error_text_message(o->lang, &err, why);
	else if (file_write(o->to.p, block->p, block->n, &err) < 0)
		error_text_message(o->lang, &err, why);
	else
		end = TRANSPORT_GONE;
	buf_release(&text);
	return end;
}

static enum order_transport_end
carry_stdout(void *arg, struct play *p, const struct buf *block, struct buf *why)
{
	const struct out *o = arg;

	(void)p;
	if (file_put(STDOUT_FILENO, block->p, block->n) == 0)
		return TRANSPORT_GONE;
	language_fmt(o->lang, why, MSG("play", "standard output: %s"), strerror(errno));
	return TRANSPORT_PERHAPS;
}

int
order_transport_file(struct order_transport *r, const struct language *lang, const char *file,
    const char *record, struct err *err)
{
	bool is_stdout = strcmp(file, "-") == 0;
	char *folder = file_folder(file), path[PATH_MAX];
	const char *slash = strrchr(file, '/'), *name = slash != NULL ? slash + 1 : file;
	struct out *o;

	if (!is_stdout && (name[0] == '\0' || realpath(folder, path) == NULL)) {
		free(folder);
		return err_set(err, ERR_USAGE, "%s: no such folder", file);
	}
	free(folder);
	o = begin(r, lang, "", record);
	buf_fmt(&o->to, "%s/%s", is_stdout ? "" : path, name);
	if (!utf8_is_clean(o->to.p, o->to.n)) {
		release(o);
		*r = (struct order_transport){ .arg = NULL };
		return err_set(err, ERR_USAGE, "the name of that file cannot be shown");
	}
	if (is_stdout)
		buf_str(&o->words, language_text(lang, MSG("play", "to standard output")));
	else
		language_fmt(lang, &o->words, MSG("play", "to %s"), o->to.p);
	r->words = o->words.p;
	r->carry = is_stdout ? carry_stdout : carry_file;
	return 0;
}
