/*
 * Keys by name.
 *
 * (K1) The text of a secret file is wiped after unlocking it, the passphrase after unlocking both;
 *      at the latest by keys_free, and by keys_load on failure.
 */
#include "record/keys.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "text/names.h"
#include "text/language.h"
#include "util/file.h"
#include "util/mem.h"
#include "wire/report.h"

enum { CARD_LIMIT = 65536 };

int
keys_stable(const char *key, struct buf *out, struct err *err)
{
	const char *slash = strrchr(key, '/');
	struct buf folder = BUF_INIT;
	char *real;

	if (slash == NULL) {
		buf_str(out, key);
		return 0;
	}
	buf_add(&folder, key, (size_t)(slash - key) + 1);
	real = realpath(folder.p, NULL);
	buf_release(&folder);
	if (real == NULL)
		return err_set(err, file_err_code(errno, ERR_NOT_FOUND),
		    "cannot find the folder of key %s", key);
	buf_fmt(out, "%s%s", strcmp(real, "/") != 0 ? real : "", slash);
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
	    "a lower-case letter, then letters, digits, - or _, at most %d in all, not two - in a "
	    "row, and not a word of the order language",
	    NAME_MAX_LEN);
}

const char *
keys_name_of_file(const char *key, struct buf *out)
{
	const size_t n = key != NULL ? strlen(key) : 0;

	if (key == NULL)
		return NULL;
	buf_add(out, key, n > 4 && strcmp(key + n - 4, ".key") == 0 ? n - 4 : n);
	return buf_cstr(out);
}

int
keys_path(
    const struct user *u, const char *key, struct buf *path, struct buf *name, struct err *err)
{
	const char *slash = strrchr(key, '/');

	if (slash != NULL && slash[1] == '\0')
		return err_set(err, ERR_USAGE, "%s is a folder, not a key", key);
	if (keys_name_check(slash != NULL ? slash + 1 : key, err) < 0)
		return -1;
	if (slash == NULL) {
		if (user_home(u, path, err) < 0)
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

/* Returns the entry of this name; adds it if missing. */
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
keys_list(const struct user *u, struct keys_list *out, struct err *err)
{
	struct buf home = BUF_INIT;

	*out = (struct keys_list){ 0, NULL };
	if (user_home(u, &home, err) < 0)
		return -1;

	DIR *dir = opendir(home.p);
	int result = 0;

	for (struct dirent *d = dir != NULL ? file_next(dir) : NULL; d != NULL;
	     d = file_next(dir)) {
		const char *dot = strrchr(d->d_name, '.');

		if (dot == NULL || dot == d->d_name)
			continue;
		if (strcmp(dot, ".pub") == 0)
			(void)entry_of(out, d->d_name, (size_t)(dot - d->d_name));
		else if (strcmp(dot, ".key") == 0)
			entry_of(out, d->d_name, (size_t)(dot - d->d_name))->secret = true;
	}
	if (errno != 0 && errno != ENOENT)
		result = err_set(err, file_err_code(errno, ERR_CORRUPT), "cannot list %s: %s",
		    home.p, strerror(errno));
	if (dir != NULL)
		(void)closedir(dir); /* only read from */
	buf_release(&home);
	if (out->n > 0)
		qsort(out->at, out->n, sizeof *out->at, entry_order);
	if (result < 0)
		keys_list_release(out);
	return result;
}

void
keys_list_release(struct keys_list *list)
{
	for (size_t i = 0; i < list->n; i++)
		free(list->at[i].name);
	free(list->at);
	*list = (struct keys_list){ 0, NULL };
}

/* Appends the names of the secret keys, "anna, bob, carl", and returns their number. */
static size_t
secret_names(const struct user *u, struct buf *out, struct err *err)
{
	struct keys_list list;
	size_t n = 0;

	if (keys_list(u, &list, err) < 0)
		return 0;
	for (size_t i = 0; i < list.n; i++) {
		if (list.at[i].secret)
			buf_fmt(out, "%s%s", n++ > 0 ? ", " : "", list.at[i].name);
	}
	keys_list_release(&list);
	return n;
}

int
keys_only(const struct user *u, struct buf *name, struct err *err)
{
	struct buf names = BUF_INIT;
	size_t n;

	if (u->key_default != NULL) {
		buf_str(name, u->key_default);
		return 0;
	}
	n = secret_names(u, &names, err);
	if (n == 1) {
		buf_str(name, names.p);
	} else if (n > 1) {
		err_set(err, ERR_USAGE, "which key? there are: %s", names.p);
		err_hint(err, "name one with -k");
	} else if (err->code == ERR_NONE) {
		err_set(err, ERR_NOT_FOUND, "no keys");
		err_hint(err, "make one with: adit keygen NAME");
	}
	buf_release(&names);
	return n == 1 ? 0 : -1;
}

int
keys_passphrase(
    const struct user *u, const char *prompt, bool twice, struct buf *out, struct err *err)
{
	if (u->passphrase_fd < 0 && u->askpass != NULL)
		return u->askpass(u, prompt, out, err);
	return passphrase_read(u->passphrase_fd, prompt, twice, out, err);
}

/* ---- secret keys --------------------------------------------------------------------------- */

/* The two files of a key until they are unlocked. */
struct files {
	struct secret_lock lock; /* must be first */
	struct seckey *of;
	struct buf sign, box;
	struct buf path, name; /* arguments of keys_load */
	const struct user *user;
	bool has_card; /* PATH.pub exists */
	struct pubkey card;
};

static int
ask(struct files *f, struct err *err)
{
	struct buf prompt = BUF_INIT, pass = BUF_INIT;
	int result;

	language_fmt(f->user->lang, &prompt, MSG("ask", "passphrase of %s: "), f->name.p);
	result = keys_passphrase(f->user, prompt.p, false, &pass, err);
	if (result == 0) {
		memcpy(f->of->pass, pass.p, pass.n);
		f->of->pass_n = pass.n;
	} else if (f->user->passphrase_fd < 0 && err->hint[0] == '\0') {
		err_hint(err, "key %s has one: give it with --passphrase-fd N or ADIT_ASKPASS",
		    f->name.p);
	}
	buf_release(&prompt);
	buf_wipe(&pass);
	return result;
}

/* Returns which files have a passphrase. */
static unsigned
have_passphrase(const struct files *f)
{
	return (seckey_sign_is_locked(f->sign.p, f->sign.n) ? SECRET_SIGN : 0u) |
	    (seckey_box_is_locked(f->box.p, f->box.n) ? SECRET_BOX : 0u);
}

/* Asks for the passphrase once. An existing public key file must belong to the key. */
static int
unlock(struct secret_lock *lock, unsigned parts, struct err *err)
{
	struct files *f = (struct files *)lock;
	struct seckey *s = f->of;

	if (s->pass_n == 0 && (have_passphrase(f) & parts) != 0 && ask(f, err) < 0)
		return -1;

	const char *pass = s->pass_n > 0 ? s->pass : NULL;

	if ((parts & SECRET_SIGN) != 0 &&
	    seckey_sign_parse(s, f->sign.p, f->sign.n, pass, s->pass_n, err) < 0)
		return err_wrap(err, "%s.key", f->path.p);
	if ((parts & SECRET_BOX) != 0 &&
	    seckey_box_parse(s, f->box.p, f->box.n, pass, s->pass_n, err) < 0)
		return err_wrap(err, "%s.age", f->path.p);
	if (f->has_card && !pubkey_same(&f->card, &s->pub))
		return err_set(err, ERR_AUTH,
		    "%s.pub is not the public half of the secret key beside it", f->path.p);
	s->locked &= ~parts;
	if ((parts & SECRET_SIGN) != 0)
		buf_wipe(&f->sign);
	if ((parts & SECRET_BOX) != 0)
		buf_wipe(&f->box);
	if (s->locked == 0)
		seal_wipe(s->pass, sizeof s->pass);
	return 0;
}

static void
hint_key(const struct files *f, struct err *err)
{
	struct buf names = BUF_INIT;
	struct err ignored = ERR_INIT;

	if (secret_names(f->user, &names, &ignored) > 0)
		err_hint(err, "there are: %s", names.p);
	else
		err_hint(err, "make it with: adit keygen %s", f->name.p);
	buf_release(&names);
}

/* Reads one secret file. A hint says what to do if it is missing. */
static int
read_file(
    const struct files *f, const char *suffix, const char *other, struct buf *out, struct err *err)
{
	struct buf file = BUF_INIT, beside = BUF_INIT;
	int result;

	buf_fmt(&file, "%s%s", f->path.p, suffix);
	buf_fmt(&beside, "%s%s", f->path.p, other);
	result = keyfile_read_secret(file.p, out, err);
	if (result < 0 && err->code == ERR_NOT_FOUND) {
		err_set(
		    err, ERR_NOT_FOUND, "no secret key %s: %s does not exist", f->name.p, file.p);
		if (access(beside.p, F_OK) != 0)
			hint_key(f, err);
		else
			(void)err_hint(err,
			    "restore it from a backup; without one, make another key with adit "
			    "keygen, "
			    "and the host can give your seat to it: adit seat");
	}
	buf_release(&file);
	buf_release(&beside);
	return result;
}

/* Reads the public key file. Its curve points are checked unless it is trusted already. */
static int
read_card(struct files *f, bool is_known, struct err *err)
{
	struct buf file = BUF_INIT, text = BUF_INIT;
	struct err why = ERR_INIT;
	int result;

	buf_fmt(&file, "%s.pub", f->path.p);
	result = file_read_nofollow(file.p, CARD_LIMIT, &text, &why);
	f->has_card = result == 0;
	if (result == 0)
		result = (is_known ? pubkey_parse_known : pubkey_parse)(
		    buf_cstr(&text), text.n, &f->card, &why);
	if (result < 0 && f->has_card)
		(void)err_wrap(&why, "%s", file.p);
	if (result < 0 && why.code == ERR_NOT_FOUND)
		result = 0;
	if (result < 0)
		*err = why;
	buf_release(&text);
	buf_release(&file);
	return result;
}

static int
load(struct files *f, struct err *err)
{
	unsigned later;

	if (read_file(f, ".key", ".age", &f->sign, err) < 0 ||
	    read_file(f, ".age", ".key", &f->box, err) < 0)
		return -1;
	later = have_passphrase(f);
	if (read_card(f, later == 0, err) < 0)
		return -1;
	if (f->has_card)
		f->of->pub = f->card;
	else
		later = 0; /* only the secret files identify the key */
	return seckey_unlock(f->of, (SECRET_SIGN | SECRET_BOX) & ~later, err);
}

struct seckey *
keys_load(const struct user *u, const char *path, const char *name, struct err *err)
{
	struct seckey *s = seckey_new(err);
	struct files *f;

	if (s == NULL)
		return NULL;
	f = mem_zero(1, sizeof *f);
	f->lock.unlock = unlock;
	f->of = s;
	f->user = u;
	buf_str(&f->path, path);
	buf_str(&f->name, name);
	s->lock = &f->lock;
	s->locked = SECRET_SIGN | SECRET_BOX;
	if (load(f, err) == 0)
		return s;
	keys_free(s);
	return NULL;
}

int
keys_open(struct user *u, const char *key, struct err *err)
{
	buf_clear(&u->key_path);
	buf_clear(&u->key_name);
	if (keys_path(u, key, &u->key_path, &u->key_name, err) < 0)
		return -1;
	u->key_is_path = strchr(key, '/') != NULL;
	u->key = keys_load(u, buf_cstr(&u->key_path), buf_cstr(&u->key_name), err);
	return u->key == NULL ? -1 : 0;
}

const char *
keys_opened(const struct user *u)
{
	return buf_cstr(u->key_is_path ? &u->key_path : &u->key_name);
}

void
keys_free(struct seckey *s)
{
	struct files *f = s != NULL ? (struct files *)s->lock : NULL;

	if (f != NULL) {
		buf_wipe(&f->sign);
		buf_wipe(&f->box);
		buf_release(&f->path);
		buf_release(&f->name);
	}
	free(f);
	seckey_free(s);
}

/* ---- public keys ----------------------------------------------------------------------------- */

static int
blame_card(const char *file, struct err *err)
{
	return err_wrap(err, "%s", strcmp(file, "-") == 0 ? "standard input" : file);
}

static int
parse_card(const char *file, struct buf *text, struct pubkey *out, struct err *err)
{
	int result = pubkey_parse(buf_cstr(text), text->n, out, err);

	if (result < 0)
		(void)blame_card(file, err);
	buf_release(text);
	return result;
}

int
keys_read_pubkey(const char *file, struct pubkey *out, struct err *err)
{
	struct buf text = BUF_INIT;

	if (file_read(file, CARD_LIMIT, &text, err) < 0)
		return -1;
	return parse_card(file, &text, out, err);
}

int
keys_read_fresh(const char *file, struct pubkey *out, struct err *err)
{
	if (keys_read_pubkey(file, out, err) < 0)
		return -1;
	return pubkey_check_fresh(out, err) < 0 ? blame_card(file, err) : 0;
}

int
keys_card_own(const char *file, struct pubkey *out, struct err *err)
{
	struct buf text = BUF_INIT;

	if (file_read_nofollow(file, CARD_LIMIT, &text, err) < 0)
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
