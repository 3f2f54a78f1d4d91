/*
 * Whether a table can answer its mail.
 *
 * (N1) A table is opened as for a message (service/mail_tables.h), so what fails there fails here.
 * (N2) A failure is a result. It does not stop the other checks.
 * (N3) A check listens on a socket, whose name is a hash of the token in its mail, and any user can
 *      report. On Linux the name is abstract: a check that is killed leaves no file.
 * (N4) The process that waits believes only a peer that knows the token. The pipe shows details only
 *      to its own user. Both learn the other's user from the kernel.
 * (N5) The pipe sends "TOKEN\n", gets "yes\n", and sends lines "RESULT CHECK TEXT\n", then
 *      "end\n". A report without an end was interrupted; the mail server delivers again.
 */
#include "config.h"

#include "service/mail_check.h"

#include <errno.h>
#include <glob.h>
#include <limits.h>
#include <poll.h>
#include <pwd.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "mail/address.h"
#include "mail/compose.h"
#include "mail/delivery.h"
#include "mail/message_id.h"
#include "record/keys.h"
#include "service/deliver.h"
#include "service/tables.h"
#include "service/today.h"
#include "util/base32.h"
#include "util/file.h"
#include "util/platform.h"
#include "util/timestamp.h"
#include "util/utf8.h"
#include "wire/report.h"

enum {
	SPACE = 64 << 10,    /* more than a turn writes */
	TIMER_MAX = 1 << 18, /* bytes of a file with timers */
	REPORT_LINE = 8192,  /* bytes of a line of a report */
	PEER_SECONDS = 60    /* what a silent peer can cost; a loaded machine needs some */
};

enum result {
	OK,
	SAME, /* like OK, and the text must be the same here and in the pipe */
	WRONG,
	UNKNOWN
};

static const char *const word[] = { "ok", "same", "wrong", "unknown" };
static const char field[] = "\nX-Adit-Check: ";
static const char socket_prefix[] = "adit-check-";

struct check {
	const struct mail_check *c;
	int pipe;         /* connected to the process that waits, or -1: this is that process */
	bool wrong;       /* a result was */
	bool no_key;      /* reported */
	unsigned tables;  /* that were opened */
	bool has_address; /* the table has the address */
	struct buf same;  /* lines "\nCHECK TEXT\n" */
	char token[HASH_TEXT + 1], id[MESSAGE_ID_MAX + 1];
	const char *where, *seen; /* seen: the last step of the mail */
};

static void
report(struct check *w, enum result result, const char *check, const char *text)
{
	w->wrong = w->wrong || result == WRONG;
	w->c->found(w->c->arg, w->where, word[result == SAME ? OK : result], check, text);
}

static void __attribute__((format(printf, 4, 5)))
add(struct check *w, enum result result, const char *check, const char *fmt, ...)
{
	struct buf text = BUF_INIT, line = BUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	buf_vfmt(&text, fmt, ap);
	va_end(ap);
	for (size_t i = 0; i < text.n; i++)
		if (text.p[i] == '\n')
			text.p[i] = ' ';
	if (w->pipe >= 0)
		buf_fmt(&line, "%s %s ", word[result], check);
	utf8_add_printable(buf_cstr(&text), text.n, &line);
	if (w->pipe >= 0) {
		buf_chr(&line, '\n');
		(void)file_put(w->pipe, line.p, line.n); /* fails if nobody waits anymore */
	} else {
		if (result == SAME)
			buf_fmt(&w->same, "\n%s %s\n", check, buf_cstr(&line));
		report(w, result, check, buf_cstr(&line));
	}
	buf_release(&text);
	buf_release(&line);
}

static void
add_err(struct check *w, const char *check, const struct err *err)
{
	add(w, WRONG, check, "%s%s%s", err->msg, err->hint[0] != '\0' ? "; " : "", err->hint);
}

/* ---- the process ----------------------------------------------------------------------------- */

static const char *
name_of(uid_t uid)
{
	const struct passwd *of = getpwuid(uid);

	return of != NULL ? of->pw_name : "?";
}

static void
check_process(struct check *w)
{
	const mode_t mask = umask(077);
	char program[PATH_MAX];

	(void)umask(mask);
	add(w, OK, "user", "%s (%u), umask %03o, PATH %s", name_of(geteuid()), (unsigned)geteuid(),
	    (unsigned)mask, w->c->path != NULL ? w->c->path : "not set");
	add(w, SAME, "program", "%s, version %s",
	    platform_program(program, sizeof program) ? program : "path unknown", PACKAGE_VERSION);
}

/* A file without a name takes part of the space and is gone with the process. */
static int
try_write(const char *folder)
{
	static char zero[SPACE]; /* not const: the program's file need not have them */
	int fd = platform_unnamed_file(folder), result, why;

	if (fd < 0)
		return -1;
	result = file_put(fd, zero, sizeof zero);
	why = errno;
	(void)close(fd); /* the content does not matter */
	errno = why;
	return result;
}

static void
check_folder(struct check *w, const char *check, const char *path)
{
	char real[PATH_MAX];
	struct stat st;

	if (realpath(path, real) == NULL || stat(real, &st) < 0) {
		add(w, WRONG, check, "%s: %s; give this user access to it", path, strerror(errno));
		return;
	}
	add(w, SAME, check, "%s", real);
	if (st.st_uid != geteuid())
		add(w, WRONG, check, "%s belongs to %s, not to %s; run this as its owner", real,
		    name_of(st.st_uid), name_of(geteuid()));
	if (!S_ISDIR(st.st_mode))
		real[strrchr(real, '/') - real + 1] = '\0';
	if (try_write(real) < 0)
		add(w, WRONG, check,
		    "%s cannot be written: %s; let its owner write, or free some space", real,
		    strerror(errno));
}

/* Writes the line of this message in the pipe. */
static void
check_log(struct check *w)
{
	const char *name = w->c->log;
	int log = name != NULL ? file_open_log(name) : -1;
	char now[TIMESTAMP_LEN + 1];
	struct buf line = BUF_INIT;

	timestamp_text(w->c->run->user->now, now);
	if (w->pipe >= 0)
		buf_fmt(&line,
		    "{\"time\":\"%s\",\"orders\":[],\"letter\":\"check\",\"answer\":null}\n", now);
	if (name != NULL && (log < 0 || file_put(log, buf_cstr(&line), line.n) < 0))
		add(w, WRONG, "log", "%s: %s; without its log no mail is taken", name,
		    strerror(errno));
	else if (name != NULL)
		add(w, OK, "log", "%s", name);
	if (log >= 0)
		(void)close(log);
	buf_release(&line);
}

static void
check_programs(struct check *w)
{
	static const char sample[] = "From: anna@example.org\nSubject: check\n\ncheck\n";
	const struct user *u = w->c->run->user;
	const char *sendmail = w->c->sendmail != NULL ? w->c->sendmail : u->sendmail;
	struct mail_message message;
	struct err err = ERR_INIT;

	if (u->letter == NULL) {
		add(w, WRONG, "adit-letter", "this adit was built without it; build with GMime");
	} else {
		if (mail_message_of(&message, u->letter, sample, sizeof sample - 1, &err) < 0)
			add_err(w, "adit-letter", &err);
		else if (!message.whole)
			add(w, WRONG, "adit-letter", "%s does not run; install it", u->letter);
		else
			add(w, OK, "adit-letter", "%s", u->letter);
		mail_message_free(&message);
	}
	if (access(sendmail, X_OK) < 0)
		add(w, WRONG, "sendmail", "%s: %s; install a mail server, or use --sendmail",
		    sendmail, strerror(errno));
	else
		add(w, OK, "sendmail", "%s", sendmail);
}

/* ---- key and tables -------------------------------------------------------------------------- */

static int
refuse_to_ask(const struct user *u, const char *prompt, struct buf *out, struct err *err)
{
	(void)u, (void)prompt, (void)out;
	(void)err_set(err, ERR_USAGE, "the key has a passphrase, which a mail server cannot type");
	return err_hint(err, "make one with adit keygen --no-passphrase, or set ADIT_ASKPASS");
}

/* Loads the key and unlocks it. */
static void
check_key(struct check *w)
{
	struct user *u = w->c->run->user;
	char fingerprint[FINGERPRINT_TEXT + 1];
	struct err err = ERR_INIT;

	if (u->askpass_program == NULL)
		u->askpass = refuse_to_ask;
	u->passphrase_fd = -1;
	w->no_key = table_run_load_key(w->c->run, &err) < 0 ||
	    seckey_unlock(u->key, SECRET_SIGN | SECRET_BOX, &err) < 0;
	if (w->no_key) {
		add_err(w, "key", &err);
		return;
	}
	pubkey_fingerprint(&u->key->pub, fingerprint);
	add(w, SAME, "key", "%s, fingerprint %s", u->key_name.p, fingerprint);
}

static int
compare_address(void *arg, const struct address *a, struct err *err)
{
	struct check *w = arg;
	const char *want = w->c->address, *path = w->c->run->path;

	if (a->seat != NULL || a->watches || a->waits > 0)
		return 0;
	w->has_address = strcmp(a->addr, want) == 0;
	if (w->has_address)
		return 0;
	(void)err_set(err, ERR_USAGE, "%s has the address %s, not %s", path, a->addr, want);
	return err_hint(err, "adit address --table=%s %s", want, path);
}

/* (N1) */
static int
check_table(struct table_run *run, void *arg, struct table_index_found *found, struct err *err)
{
	struct check *w = arg;
	struct report_stop stop;

	(void)found;
	w->tables++;
	if (access(run->path, W_OK) < 0)
		return err_set(err, ERR_BUSY, "%s: %s", run->path, strerror(errno));
	if (today_check(run, err) < 0 || tables_write(run, err) < 0)
		return -1;
	if (run->user->key == NULL && !w->no_key)
		check_key(w);
	if (!w->no_key && deliver_begin(run, NULL, err) < 0)
		return -1;
	w->has_address = w->c->address == NULL;
	if (!w->has_address && address_each(run->host, compare_address, w, err) < 0)
		return -1;
	if (!w->has_address)
		return err_set(err, ERR_USAGE, "%s has no address of its own", run->path);
	if (host_stopped(run->host, &stop, err) == 0)
		return 0;
	return err->code != ERR_NONE ?
	    -1 :
	    err_set(err, ERR_BUSY, "%s is stopped; adit status prints why", run->path);
}

/* Further tables with trouble, and files that are skipped, are reported as by each verb for
 * tables. */
static void
check_tables(struct check *w)
{
	static const struct tables_verb verb = { .each = check_table };
	const char *where = w->c->where;
	struct err err = ERR_INIT;

	if (tables_is_folder(where) || w->c->run->user->key_arg != NULL)
		check_key(w);
	if (tables_each(w->c->run, where, &verb, w, &err) < 0)
		add_err(w, "table", &err);
	else if (w->tables == 0)
		add(w, WRONG, "table", "there is none in %s; make one with adit new", where);
	else
		add(w, OK, "table", "%u can be opened%s%s", w->tables,
		    w->c->address != NULL ? ", address " : "",
		    w->c->address != NULL ? w->c->address : "");
}

static void
check_all(struct check *w)
{
	const char *home = w->c->run->user->home;

	check_process(w);
	if (home == NULL)
		add(w, WRONG, "home", "there is none; set ADIT_HOME");
	else
		check_folder(w, "home", home);
	check_folder(w, "folder", w->c->where);
	check_log(w);
	check_programs(w);
	check_tables(w);
}

/* Returns true if a line runs `what`, and is neither a comment nor about another program. */
static bool
has_timer(char *text, const char *what)
{
	for (char *rest, *line = strtok_r(text, "\n", &rest); line != NULL;
	     line = strtok_r(NULL, "\n", &rest))
		if (line[0] != '#' && strstr(line, what) != NULL &&
		    (strstr(line, "adit") != NULL || strstr(line, "take-mail") != NULL))
			return true;
	return false;
}

static void
check_timer(struct check *w, const char *check, const char *what)
{
	glob_t files = { .gl_pathc = 0 };
	bool seen = false;

	/* Without a match or memory nothing was seen. */
	(void)glob("/etc/crontab", GLOB_NOSORT, NULL, &files);
	(void)glob("/etc/cron.d/?*", GLOB_NOSORT | GLOB_APPEND, NULL, &files);
	(void)glob("/etc/systemd/system/?*.service", GLOB_NOSORT | GLOB_APPEND, NULL, &files);
	for (size_t i = 0; i < files.gl_pathc && !seen; i++) {
		struct buf text = BUF_INIT;
		struct err none = ERR_INIT;

		seen = file_read_nofollow(files.gl_pathv[i], TIMER_MAX, &text, &none) == 0 &&
		    text.n > 0 && has_timer(text.p, what);
		if (seen)
			add(w, OK, check, "%s", files.gl_pathv[i]);
		buf_release(&text);
	}
	if (!seen)
		add(w, UNKNOWN, check, "no line with %s in /etc; does crontab -l have one?", what);
	globfree(&files);
}

/* ---- both ends of the socket ----------------------------------------------------------------- */

/* (N3) Sets the address of the socket and returns its length. */
static socklen_t
socket_name(const char *token, struct sockaddr_un *name)
{
	const struct hash_input part = { token, HASH_TEXT };
	const struct hash h = hash_parts("adit/check", &part, 1);
	char text[sizeof socket_prefix + HASH_TEXT];

	memcpy(text, socket_prefix, sizeof socket_prefix);
	hash_text(&h, text + sizeof socket_prefix - 1);
	return platform_socket_name(text, name);
}

/* Limits how long the peer can block this process. */
static void
limit(int fd, int64_t seconds)
{
	const struct timeval most = { .tv_sec = seconds };

	(void)setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &most, sizeof most); /* cannot fail */
	(void)setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &most, sizeof most);
}

/* Reads a line without its end. */
static bool
read_line(FILE *from, char line[static REPORT_LINE])
{
	char *end = fgets(line, REPORT_LINE, from) != NULL ? strchr(line, '\n') : NULL;

	if (end != NULL)
		*end = '\0';
	return end != NULL;
}

/* ---- the pipe -------------------------------------------------------------------------------- */

/* Searches the message for a token. That needs no parser: adit has written the field, and a token
 * in any other place has no socket. */
static bool
find_token(const struct buf *message, char token[static HASH_TEXT + 1])
{
	const char *p = memmem(buf_cstr(message), message->n, field, sizeof field - 1);
	const size_t n = p != NULL ? message->n - (size_t)(p - message->p) : 0;
	struct hash h;

	if (n < sizeof field - 1 + HASH_TEXT || hash_parse(p + sizeof field - 1, HASH_TEXT, &h) < 0)
		return false;
	hash_text(&h, token);
	return true;
}

bool
mail_check_answer(const struct mail_check *c, const struct buf *message)
{
	struct check w = { .c = c };
	char line[REPORT_LINE];
	struct sockaddr_un name;
	FILE *waits;
	bool is;

	if (!find_token(message, w.token) || (w.pipe = platform_socket()) < 0)
		return false;
	if ((waits = fdopen(w.pipe, "r")) == NULL) {
		(void)close(w.pipe);
		return false;
	}
	limit(w.pipe, PEER_SECONDS);
	(void)snprintf(line, sizeof line, "%s\n", w.token);
	is = connect(w.pipe, (struct sockaddr *)&name, socket_name(w.token, &name)) == 0 &&
	    file_put(w.pipe, line, strlen(line)) == 0 && read_line(waits, line) &&
	    strcmp(line, "yes") == 0;
	if (is && platform_peer(w.pipe) == geteuid()) /* (N4) */
		check_all(&w);
	if (is)
		(void)file_put(w.pipe, "end\n", 4); /* fails if nobody waits anymore */
	(void)fclose(waits);                        /* only read from */
	return is;
}

/* ---- the process that waits ------------------------------------------------------------------ */

/* Reports a line of the pipe. What has to be the same as here is compared. */
static void
take_line(struct check *w, char *line)
{
	char *check = strchr(line, ' '), *text = check != NULL ? strchr(check + 1, ' ') : NULL;
	struct buf key = BUF_INIT, other = BUF_INIT;
	enum result result = OK;
	const char *here;

	if (text == NULL)
		return;
	*check++ = *text++ = '\0';
	while (result < UNKNOWN && strcmp(line, word[result]) != 0)
		result++;
	buf_fmt(&key, "\n%s ", check);
	here = result == SAME ? strstr(buf_cstr(&w->same), key.p) : NULL;
	if (here != NULL) {
		here += key.n;
		buf_fmt(&other, "%s, but here %.*s; correct the command of the mail server", text,
		    (int)strcspn(here, "\n"), here);
		if (strlen(text) == strcspn(here, "\n") && strncmp(here, text, strlen(text)) == 0)
			here = NULL;
	}
	report(w, here != NULL ? WRONG : result, check, here != NULL ? other.p : text);
	buf_release(&key);
	buf_release(&other);
}

/* (N5) Takes over `fd`. Returns true if the report is complete. */
static bool
take_report(struct check *w, int fd, int64_t seconds)
{
	FILE *from = fdopen(fd, "r");
	const uid_t uid = platform_peer(fd);
	char line[REPORT_LINE];
	bool is_end = false;

	if (from == NULL) {
		(void)close(fd);
		return false;
	}
	limit(fd, PEER_SECONDS);
	if (read_line(from, line) && strlen(line) == HASH_TEXT &&
	    seal_equal(line, w->token, HASH_TEXT) && file_put(fd, "yes\n", 4) == 0) {
		w->seen = "the mail came, but the run in the pipe was interrupted";
		report(w, OK, "mail", "it came");
		if (uid != geteuid())
			add(w, WRONG, "user",
			    "%s (%u) runs adit there, not %s; correct the user of the transport, "
			    "or the owner of the file with the alias",
			    name_of(uid), (unsigned)uid, name_of(geteuid()));
		limit(fd, seconds);
		while (!is_end && read_line(from, line)) {
			is_end = strcmp(line, "end") == 0;
			if (!is_end && uid == geteuid())
				take_line(w, line);
		}
	}
	(void)fclose(from); /* only read from */
	return is_end;
}

/* Waits until a complete report has come, or the time is over. */
static void
wait_for_report(struct check *w, int listener, int timer)
{
	struct pollfd p[] = { { timer, POLLIN, 0 }, { listener, POLLIN, 0 } };

	while (poll(p, 2, -1) < 0 || p[0].revents == 0) {
		int fd = platform_accept(listener);

		if (fd >= 0 && take_report(w, fd, w->c->seconds))
			break;
	}
	if (p[0].revents != 0)
		add(w, WRONG, "mail",
		    "no report in %d seconds; last seen: %s; search %s in the log of the mail "
		    "server "
		    "(/var/log/mail.log, journalctl) and in mailq: does the address lead to adit "
		    "mail, and can its command be run?",
		    w->c->seconds, w->seen, w->id);
}

static void
write_mail(struct check *w, struct buf *mail)
{
	const char *address = w->c->address;
	unsigned char random[16];
	char text[BASE32_NONCE + 1];

	seal_random(random, sizeof random);
	base32_text(random, sizeof random, text);
	(void)snprintf(
	    w->id, sizeof w->id, "<check.%s@%.128s>", text, mail_address_domain(address));
	buf_fmt(mail, "From: %s\nTo: %s\nSubject: adit mail --check\nMessage-ID: %s\n", address,
	    address, w->id);
	compose_date(w->c->run->user->now, mail);
	buf_fmt(mail,
	    "Auto-Submitted: auto-generated%s%s\nMIME-Version: 1.0\n"
	    "Content-Type: text/plain; charset=us-ascii\n\n"
	    "The host of a table checks whether mail arrives.  If you read this, it does not:\n"
	    "it came to you instead.\n",
	    field, w->token);
}

/* Returns 0 if the mail may have gone, 1 if it was refused, -1 with *err. */
static int
send_out(struct check *w, struct err *err)
{
	const struct user *u = w->c->run->user;
	const struct mail_send_options how = { .way = MAIL_SEND_BY_SENDMAIL,
		.path = w->c->sendmail != NULL ? w->c->sendmail : u->sendmail,
		.home = u->login_home };
	enum delivery_result sent = DELIVERY_FAILED;
	char why[DELIVERY_REASON_MAX] = "";
	struct buf mail = BUF_INIT;
	const struct mail_delivery what = {
		.table = w->c->address, .to = w->c->address, .id = w->id, .mail = &mail
	};
	int result;

	write_mail(w, &mail);
	result = mail_deliver(&how, &what, &sent, why, err);
	buf_release(&mail);
	if (result < 0)
		return -1;
	if (sent == DELIVERY_FAILED)
		add(w, WRONG, "mail", "%s; the log of the mail server has the reason", why);
	else
		add(w, OK, "mail", "sent as %s; waiting for it, at most %d seconds", w->id,
		    w->c->seconds);
	w->seen = sent == DELIVERY_DONE ? "sendmail has the mail" : "sendmail was killed";
	return sent == DELIVERY_FAILED;
}

int
mail_check_run(const struct mail_check *c, struct err *err)
{
	struct check w = { .c = c, .pipe = -1, .where = "here" };
	struct sockaddr_un name = { .sun_family = AF_UNIX };
	struct hash token;
	int listener = -1, timer = -1, result = 0;

	check_all(&w);
	check_timer(&w, "timer", "--flush");
	check_timer(&w, "tick", "adit tick");
	seal_random(token.b, sizeof token.b);
	hash_text(&token, w.token);
	if (!w.wrong) {
		const socklen_t n = socket_name(w.token, &name);

		listener = platform_listen(&name, n);
		timer = platform_timer(c->seconds);
		if (listener < 0 || timer < 0)
			result = err_set(
			    err, ERR_BUSY, "no socket for the check: %s", strerror(errno));
		else
			result = send_out(&w, err);
		w.where = "pipe";
		if (result == 0)
			wait_for_report(&w, listener, timer);
	}
	if (timer >= 0)
		(void)close(timer);
	platform_unlisten(listener, &name);
	buf_release(&w.same);
	return result < 0 ? -1 : w.wrong;
}
