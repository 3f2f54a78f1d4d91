/*
 * Keys by name.
 *
 * (K1) A passphrase and the text of a secret file are wiped on every path out of keys_load.
 */
#include "cli/keys.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "record/home.h"
#include "text/names.h"
#include "util/file.h"
#include "util/mem.h"
#include "wire/report.h"

enum { CARD_LIMIT = 65536 };

int
keys_home(struct buf *out, struct err *err)
{
	const char *own = getenv("ADIT_HOME");
	const char *config = getenv("XDG_CONFIG_HOME");
	const char *home = getenv("HOME");

	if (own != NULL && own[0] != '\0') {
		buf_str(out, own);
	} else if (config != NULL && config[0] == '/') { /* relative ones are to be ignored */
		buf_fmt(out, "%s/adit", config);
	} else if (home != NULL && home[0] != '\0') {
		buf_fmt(out, "%s/.config/adit", home);
	} else {
		err_set(err, ERR_NOT_FOUND, "no folder for keys: HOME is not set");
		return err_hint(err, "set ADIT_HOME to one");
	}
	return 0;
}

int
keys_game(const char *game, struct buf *out, struct err *err)
{
	struct buf home = BUF_INIT;
	int result = keys_home(&home, err);

	if (result == 0)
		result = home_folder(home.p, game, out, err);
	buf_release(&home);
	return result;
}

int
keys_stable(const char *key, const char *name, struct buf *out, struct err *err)
{
	const char *slash = key != NULL ? strrchr(key, '/') : NULL;
	struct buf folder = BUF_INIT;
	char *real;

	if (slash == NULL) {
		buf_str(out, name);
		return 0;
	}
	buf_add(&folder, key, (size_t)(slash - key) + 1);
	real = realpath(folder.p, NULL);
	buf_release(&folder);
	if (real == NULL)
		return err_set(err, file_trouble(errno, ERR_NOT_FOUND),
		    "cannot find the folder of key %s", key);
	buf_fmt(out, "%s/%s", real, name);
	free(real);
	return 0;
}

int
keys_name_check(const char *name, struct err *err)
{
	struct names names = { .n = 0 };
	struct err why = ERR_INIT;

	if (names_add(&names, name, strlen(name), &why) == 0)
		return 0;
	err_set(err, ERR_USAGE, "\"%s\" cannot be the name of a key or a seat", name);
	return err_hint(err,
	    "a lower-case letter, then letters, digits, - or _, at most %d in all, and no word of "
	    "the order language",
	    NAME_MAX_LEN);
}

int
keys_path(const char *key, struct buf *path, struct buf *name, struct err *err)
{
	const char *slash = strrchr(key, '/');

	if (slash != NULL && slash[1] == '\0')
		return err_set(err, ERR_USAGE, "%s is a folder, not a key", key);
	if (keys_name_check(slash != NULL ? slash + 1 : key, err) < 0)
		return -1;
	if (slash == NULL) {
		if (keys_home(path, err) < 0)
			return -1;
		buf_chr(path, '/');
	}
	buf_str(path, key);
	buf_str(name, slash != NULL ? slash + 1 : key);
	return 0;
}

static int
entry_order(const void *a, const void *b)
{
	const struct keys_entry *x = a, *y = b;

	return strcmp(x->name, y->name);
}

/* The entry of this name, made if there is none. */
static struct keys_entry *
entry_of(struct keys_list *list, const char *name, size_t n)
{
	for (size_t i = 0; i < list->n; i++) {
		if (strncmp(list->at[i].name, name, n) == 0 && list->at[i].name[n] == '\0')
			return &list->at[i];
	}
	list->at = mem_grow(list->at, (list->n + 1) * sizeof *list->at);
	list->at[list->n] = (struct keys_entry){ mem_dupn(name, n), false };
	return &list->at[list->n++];
}

int
keys_list(struct keys_list *out, struct err *err)
{
	struct buf home = BUF_INIT;

	*out = (struct keys_list){ 0, NULL };
	if (keys_home(&home, err) < 0)
		return -1;

	DIR *dir = opendir(home.p);

	if (dir == NULL) {
		int result = 0;

		if (errno != ENOENT)
			result = err_set(err, file_trouble(errno, ERR_CORRUPT),
			    "cannot list %s: %s", home.p, strerror(errno));
		buf_release(&home);
		return result;
	}
	for (struct dirent *d = readdir(dir); d != NULL; d = readdir(dir)) {
		const char *dot = strrchr(d->d_name, '.');

		if (dot == NULL || dot == d->d_name)
			continue;
		if (strcmp(dot, ".pub") == 0)
			(void)entry_of(out, d->d_name, (size_t)(dot - d->d_name));
		else if (strcmp(dot, ".key") == 0)
			entry_of(out, d->d_name, (size_t)(dot - d->d_name))->secret = true;
	}
	(void)closedir(dir); /* only read from */
	buf_release(&home);
	if (out->n > 0)
		qsort(out->at, out->n, sizeof *out->at, entry_order);
	return 0;
}

void
keys_list_release(struct keys_list *list)
{
	for (size_t i = 0; i < list->n; i++)
		free(list->at[i].name);
	free(list->at);
	*list = (struct keys_list){ 0, NULL };
}

/* "anna, bob, carl": the secret keys; how many. */
static size_t
secret_names(struct buf *out, struct err *err)
{
	struct keys_list list;
	size_t n = 0;

	if (keys_list(&list, err) < 0)
		return 0;
	for (size_t i = 0; i < list.n; i++) {
		if (list.at[i].secret)
			buf_fmt(out, "%s%s", n++ > 0 ? ", " : "", list.at[i].name);
	}
	keys_list_release(&list);
	return n;
}

int
keys_only(struct buf *name, struct err *err)
{
	struct buf names = BUF_INIT;
	size_t n = secret_names(&names, err);

	if (n == 1) {
		buf_str(name, names.p);
	} else if (n > 1) {
		err_set(err, ERR_USAGE, "which key? there are: %s", names.p);
		err_hint(err, "name one with -k");
	} else if (err->code == ERR_NONE) {
		err_set(err, ERR_NOT_FOUND, "there is no key yet");
		err_hint(err, "make one with: adit keygen NAME");
	}
	buf_release(&names);
	return n == 1 ? 0 : -1;
}

/* Is there somebody to ask instead of the terminal? */
static const char *
askpass(void)
{
	const char *program = getenv("ADIT_ASKPASS");

	return program != NULL && program[0] != '\0' ? program : NULL;
}

/* Run it, its output into a pipe whose other end is *fd; -1 with errno. */
static pid_t
run_askpass(const char *program, const char *prompt, int *fd)
{
	int end[2];
	pid_t pid;

	if (pipe(end) < 0)
		return -1;
	pid = fork();
	if (pid == 0) {
		(void)close(end[0]);
		if (dup2(end[1], STDOUT_FILENO) == STDOUT_FILENO && close(end[1]) == 0)
			(void)execlp(program, program, prompt, (char *)NULL);
		_exit(127);
	}
	(void)close(end[1]);
	if (pid < 0)
		(void)close(end[0]);
	*fd = end[0];
	return pid;
}

static int
ask_program(const char *program, const char *prompt, struct buf *out, struct err *err)
{
	int fd = -1, status = -1, result;
	pid_t pid = run_askpass(program, prompt, &fd);

	if (pid < 0)
		return err_set(err, ERR_BUSY, "cannot run ADIT_ASKPASS: %s", strerror(errno));
	result = passphrase_read(fd, prompt, false, out, err);
	(void)close(fd); /* the first line is all that counts */
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (result == 0 && status == 0)
		return 0;
	(void)err_set(err, ERR_USAGE, "ADIT_ASKPASS gives no passphrase");
	return err_hint(err, "it is to be a program that prints one line and ends with status 0");
}

bool
keys_asks(void)
{
	return askpass() != NULL;
}

int
keys_passphrase(int fd, const char *prompt, bool twice, struct buf *out, struct err *err)
{
	if (fd < 0 && askpass() != NULL)
		return ask_program(askpass(), prompt, out, err);
	return passphrase_read(fd, prompt, twice, out, err);
}

/* Read one secret file: PATH.key or PATH.age. */
static int
read_half(const char *path, const char *suffix, const char *name, struct buf *out, struct err *err)
{
	struct buf file = BUF_INIT;
	int result;

	buf_fmt(&file, "%s%s", path, suffix);
	result = keyfile_read_secret(file.p, out, err);
	if (result < 0 && err->code == ERR_NOT_FOUND) {
		struct buf names = BUF_INIT;
		struct err ignored = ERR_INIT;

		err_set(err, ERR_NOT_FOUND, "no secret key %s: there is no %s", name, file.p);
		if (secret_names(&names, &ignored) > 0)
			err_hint(err, "there are: %s", names.p);
		else
			err_hint(err, "make it with: adit keygen %s", name);
		buf_release(&names);
	}
	buf_release(&file);
	return result;
}

/* A card file that is there must be this key's. */
static int
check_card(const char *path, const struct secret *s, struct err *err)
{
	struct buf file = BUF_INIT;
	struct pubkey card;
	struct err trouble = ERR_INIT;
	int result = 0;

	buf_fmt(&file, "%s.pub", path);
	if (keys_card_own(file.p, &card, &trouble) < 0) {
		if (trouble.code != ERR_NOT_FOUND) {
			*err = trouble;
			result = -1;
		}
	} else if (!pubkey_same(&card, &s->pub)) {
		result = err_set(
		    err, ERR_AUTH, "%s is not the public half of the secret key beside it", file.p);
	}
	buf_release(&file);
	return result;
}

struct secret *
keys_load(const char *path, const char *name, int passphrase_fd, struct err *err)
{
	struct buf sign = BUF_INIT, box = BUF_INIT, pass = BUF_INIT;
	struct secret *s = NULL;
	const char *p = NULL;
	bool ok = false;

	if (read_half(path, ".key", name, &sign, err) < 0 ||
	    read_half(path, ".age", name, &box, err) < 0)
		goto done;
	if (secret_sign_is_locked(sign.p, sign.n) || secret_box_is_locked(box.p, box.n)) {
		struct buf prompt = BUF_INIT;

		buf_fmt(&prompt, "passphrase of %s: ", name);

		int got = keys_passphrase(passphrase_fd, prompt.p, false, &pass, err);

		buf_release(&prompt);
		if (got < 0) {
			if (passphrase_fd < 0 && err->hint[0] == '\0')
				err_hint(err,
				    "key %s has one: give it with --passphrase-fd N or "
				    "ADIT_ASKPASS",
				    name);
			goto done;
		}
		p = buf_cstr(&pass);
	}
	s = secret_new(err);
	if (s == NULL)
		goto done;
	ok = secret_sign_parse(s, sign.p, sign.n, secret_sign_is_locked(sign.p, sign.n) ? p : NULL,
		 pass.n, err) == 0 &&
	    secret_box_parse(
		s, box.p, box.n, secret_box_is_locked(box.p, box.n) ? p : NULL, pass.n, err) == 0;
	if (!ok)
		err_wrap(err, "key %s", name);
	else
		ok = check_card(path, s, err) == 0;
done:
	buf_wipe(&sign);
	buf_wipe(&box);
	buf_wipe(&pass);
	if (ok)
		return s;
	secret_free(s);
	return NULL;
}

static int
parse_card(const char *file, struct buf *text, struct pubkey *out, struct err *err)
{
	int result = pubkey_parse(buf_cstr(text), text->n, out, err);

	if (result < 0)
		(void)err_wrap(err, "%s", strcmp(file, "-") == 0 ? "standard input" : file);
	buf_release(text);
	return result;
}

int
keys_card(const char *file, struct pubkey *out, struct err *err)
{
	struct buf text = BUF_INIT;

	if (file_read(file, CARD_LIMIT, &text, err) < 0)
		return -1;
	return parse_card(file, &text, out, err);
}

int
keys_card_own(const char *file, struct pubkey *out, struct err *err)
{
	struct buf text = BUF_INIT;

	if (file_read_own(file, CARD_LIMIT, &text, err) < 0)
		return -1;
	return parse_card(file, &text, out, err);
}

void
keys_report(const char *name, const struct pubkey *card, bool secret, struct printer *p)
{
	char sign[SIGN_TEXT + 1], age[AGE_TEXT + 1], fingerprint[FINGERPRINT_TEXT + 1];

	pubkey_sign_text(card, sign);
	pubkey_box_text(card, age);
	pubkey_fingerprint(card, fingerprint);
	report_key(name, sign, age, fingerprint, secret, p);
}
