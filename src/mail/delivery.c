/*
 * Transports: sendmail, a Maildir, an mbox.
 *
 * (Y1) No shell is used. The mail is passed on standard input. The one argument from outside is an
 *      address in canonical form, after "--".
 * (Y2) A mail in the folder with the same Message-ID is replaced, so a repeated mail exists once.
 *      The name of its file does not have the token of the id: who lists the folder of a plain seat
 *      must not be able to answer for it.
 */
#include "mail/delivery.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "seal/hash.h"
#include "util/file.h"
#include "util/mem.h"
#include "util/slice.h"
#include "util/subprocess.h"

enum { NAME_HASH = 32 /* characters of a hash in the name of a file */ };

static void
explain(const struct subprocess_end *end, enum delivery_result *how,
    char why[static DELIVERY_REASON_MAX])
{
	*how = DELIVERY_FAILED;
	if (end->error != 0) {
		(void)snprintf(why, DELIVERY_REASON_MAX, "sendmail: %s", strerror(end->error));
	} else if (end->killed) {
		*how = DELIVERY_UNKNOWN;
		(void)snprintf(why, DELIVERY_REASON_MAX, "sendmail: took more than %d seconds",
		    MAIL_SEND_SENDMAIL_SECONDS);
	} else if (WIFSIGNALED(end->status)) {
		*how = DELIVERY_UNKNOWN;
		(void)snprintf(
		    why, DELIVERY_REASON_MAX, "sendmail: signal %d", WTERMSIG(end->status));
	} else if (WEXITSTATUS(end->status) != 0) {
		(void)snprintf(
		    why, DELIVERY_REASON_MAX, "sendmail: status %d", WEXITSTATUS(end->status));
	} else {
		*how = DELIVERY_DONE;
	}
}

/* (Y1) */
static int
by_sendmail(const struct mail_send_options *o, const struct mail_delivery *c,
    enum delivery_result *how, char why[static DELIVERY_REASON_MAX], struct err *err)
{
	struct buf home = BUF_INIT;
	char *argv[] = { mem_dup("sendmail"), mem_dup("-i"), mem_dup("-f"), mem_dup(c->table),
		mem_dup("--"), mem_dup(c->to), NULL };
	char *path = mem_dup("PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
	char *envp[3] = { path, NULL, NULL };
	struct subprocess r = { .program = o->path,
		.argv = argv,
		.envp = envp,
		.in = c->mail->p,
		.n_in = c->mail->n,
		.seconds = MAIL_SEND_SENDMAIL_SECONDS };
	struct subprocess_end end;
	int result;

	if (o->home != NULL) {
		buf_fmt(&home, "HOME=%s", o->home);
		envp[1] = home.p;
	}
	result = subprocess_run(&r, &end, err);
	if (result == 0)
		explain(&end, how, why);
	for (size_t i = 0; argv[i] != NULL; i++)
		free(argv[i]);
	free(path);
	buf_release(&home);
	return result;
}

/* ---- a Maildir -------------------------------------------------------------------------------------- */

static int
write_file(const char *path, const struct buf *mail)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
	int result;

	if (fd < 0)
		return -1;
	result = file_put(fd, mail->p, mail->n) < 0 || fsync(fd) < 0 ? -1 : 0;
	if (close(fd) < 0)
		result = -1;
	return result;
}

/* (Y2) Appends the parts of the id before its token, and a hash of the id. */
static void
put_name(const char *id, struct buf *out)
{
	const size_t n = strcspn(id, "@");
	const char *dot = slice_last(id, n, '.');
	const struct hash_input part = { id, strlen(id) };
	const struct hash h = hash_parts("adit/maildir", &part, 1);
	char text[HASH_TEXT + 1];

	hash_text(&h, text);
	buf_chr(out, '/');
	if (dot != NULL)
		buf_add(out, id + 1, (size_t)(dot - id));
	buf_add(out, text, NAME_HASH);
}

static void
by_maildir(const struct mail_send_options *o, const struct mail_delivery *c,
    enum delivery_result *how, char why[static DELIVERY_REASON_MAX])
{
	static const char *const folder[] = { "tmp", "new", "cur" };
	struct buf dir[3] = { BUF_INIT, BUF_INIT, BUF_INIT }, from = BUF_INIT, to = BUF_INIT;
	struct err failed = ERR_INIT;
	int result = 0;

	for (size_t i = 0; i < 3 && result == 0; i++) {
		buf_dir(&dir[i], o->path);
		buf_fmt(&dir[i], "%s/%s", c->name, folder[i]);
		result = file_mkdirs(dir[i].p, 1, &failed);
	}
	if (result == 0) {
		buf_str(&from, dir[0].p);
		put_name(c->id, &from);
		buf_str(&to, dir[1].p);
		put_name(c->id, &to);
		*how = DELIVERY_DONE;
		if (write_file(from.p, c->mail) < 0 || rename(from.p, to.p) < 0 ||
		    file_sync_folder(dir[1].p) < 0) {
			*how = DELIVERY_FAILED;
			(void)snprintf(why, DELIVERY_REASON_MAX, "maildir: %s", strerror(errno));
		}
	} else {
		*how = DELIVERY_FAILED;
		(void)snprintf(why, DELIVERY_REASON_MAX, "maildir: %.60s", failed.msg);
	}
	buf_release(&from);
	buf_release(&to);
	for (size_t i = 0; i < 3; i++)
		buf_release(&dir[i]);
}

/* ---- an mbox --------------------------------------------------------------------------------- */

/* Needs no quoting: no line of a mail made by adit begins with "From ". */
static int
by_hand(const struct mail_send_options *o, const struct mail_delivery *c, enum delivery_result *how,
    struct err *err)
{
	const time_t then = (time_t)c->made;
	struct buf box = BUF_INIT;
	char date[32];
	struct tm tm;
	int result;

	if (gmtime_r(&then, &tm) == NULL || asctime_r(&tm, date) == NULL)
		BUG("a time that is none");
	buf_fmt(&box, "From %s %s", c->table, date);
	buf_add(&box, c->mail->p, c->mail->n);
	buf_chr(&box, '\n');
	result = o->put(o->arg, &box, err);
	buf_release(&box);
	*how = DELIVERY_DONE;
	return result;
}

int
mail_deliver(const struct mail_send_options *o, const struct mail_delivery *c,
    enum delivery_result *how, char why[static DELIVERY_REASON_MAX], struct err *err)
{
	switch (o->way) {
	case MAIL_SEND_BY_SENDMAIL:
		return by_sendmail(o, c, how, why, err);
	case MAIL_SEND_BY_MAILDIR:
		by_maildir(o, c, how, why);
		return 0;
	case MAIL_SEND_BY_HAND:
		break;
	}
	return by_hand(o, c, how, err);
}
