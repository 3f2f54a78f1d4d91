/* Files for stock minisign and age. */
#include "player/export.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "record/digest_sig.h"
#include "seal/seal.h"
#include "util/file.h"

/*
 * (E1) The folder may have other files of these names: secret keys, and digests as they came. A file
 *      is only replaced if it begins like one that is written here. All are checked first.
 */

/* An armored age file to a key, as a private view is. Keys are in clear, or under a passphrase. */
static const char view_begin[] = "-----BEGIN AGE ENCRYPTED FILE-----\n"
				 "YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IFgyNTUxOS";

/* ---- what is there already --------------------------------------------------------------------- */

static int
refuse(const char *file, struct err *err)
{
	return err_set(err, ERR_CREATE, "%s is there already and is not overwritten", file);
}

/* Checks that DIR/NAME is missing or begins like this. It may be secret, so nothing is kept. (E1) */
static int
check_begin(
    const char *dir, const char *name, const char *suffix, const char *begin, struct err *err)
{
	struct buf file = BUF_INIT;
	char head[sizeof view_begin];
	const size_t n = strlen(begin);
	int fd, result = 0;

	buf_dir(&file, dir);
	buf_fmt(&file, "%s%s", name, suffix);
	fd = open(file.p, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	if (fd >= 0 ? read(fd, head, n) != (ssize_t)n || memcmp(head, begin, n) != 0 :
		      errno != ENOENT)
		result = refuse(file.p, err);
	seal_wipe(head, sizeof head);
	if (fd >= 0)
		(void)close(fd); /* nothing was written */
	buf_release(&file);
	return result;
}

/* Checks that DIR/digest.txt is missing or a signed part alone. (E1) */
static int
check_digest(const char *dir, struct err *err)
{
	static const char sig[] = "\nsig:\n";
	struct buf file = BUF_INIT, text = BUF_INIT;
	struct err why = ERR_INIT;
	int result = check_begin(dir, "digest.txt", "", "adit-digest v", err);

	buf_dir(&file, dir);
	buf_str(&file, "digest.txt");
	if (result == 0) {
		result = file_read_nofollow(file.p, DIGEST_MAX, &text, &why);
		if (result < 0 && why.code == ERR_NOT_FOUND)
			result = 0;
		else if (result < 0 || memmem(text.p, text.n, sig, sizeof sig - 1) != NULL)
			result = refuse(file.p, err);
	}
	buf_release(&text);
	buf_release(&file);
	return result;
}

/* Checks that host.pub is not that of a secret key beside it. (E1) */
static int
check_host(const char *dir, struct err *err)
{
	struct buf file = BUF_INIT;
	int result = 0;

	buf_dir(&file, dir);
	buf_str(&file, "host.key");
	if (access(file.p, F_OK) == 0) {
		buf_clear(&file);
		buf_dir(&file, dir);
		buf_str(&file, "host.pub");
		result = refuse(file.p, err);
	}
	buf_release(&file);
	return result;
}

/* Checks all files of an export. (E1) */
static int
check_all(const char *dir, const struct player_read *r, struct err *err)
{
	int result = check_digest(dir, err);

	if (result == 0)
		result = check_host(dir, err);
	for (unsigned i = 0; i < r->d.names.n && result == 0; i++)
		if (r->t.sealed[i].n > 0)
			result = check_begin(dir, r->d.names.seat[i], ".age", view_begin, err);
	return result;
}

/* ---- files ------------------------------------------------------------------------------------- */

static int
put(const char *dir, const char *name, const char *suffix, const void *p, size_t n, struct err *err)
{
	struct buf file = BUF_INIT;
	int result;

	buf_dir(&file, dir);
	buf_fmt(&file, "%s%s", name, suffix);
	result = file_write(file.p, p, n, err);
	buf_release(&file);
	return result;
}

/* Writes NAME and NAME.minisig with this signature. */
static int
put_signed(const char *dir, const char *name, const char *p, size_t n,
    const unsigned char sig[static MINISIGN_BYTES], const struct buf *comment, struct err *err)
{
	struct buf text = BUF_INIT;
	struct minisign_sig record;
	int result;

	memcpy(record.b, sig, sizeof record.b);
	minisign_file_text(&record, "signature from adit", buf_cstr(comment), &text);
	result = put(dir, name, "", p, n, err);
	if (result == 0)
		result = put(dir, name, ".minisig", text.p, text.n, err);
	buf_release(&text);
	return result;
}

int
export_order(const char *dir, const struct canonical_order *o, struct err *err)
{
	struct buf comment = BUF_INIT;
	int result = file_mkdirs(dir, 0, err);

	order_block_comment(&o->b, &comment);
	if (result == 0)
		result = check_begin(dir, "order.txt", "", "adit-", err);
	if (result == 0)
		result = put_signed(dir, "order.txt", o->text, o->n, o->b.sig, &comment, err);
	buf_release(&comment);
	return result;
}

static int
put_host(const char *dir, const struct digest *d, struct err *err)
{
	struct buf text = BUF_INIT;
	struct pubkey host;
	int result;

	if (pubkey_sign_parse(d->host_sign, strlen(d->host_sign), &host) < 0 ||
	    pubkey_box_parse(d->host_age, strlen(d->host_age), &host) < 0)
		return err_set(err, ERR_SYNTAX, "the digest names no usable host keys");
	pubkey_text(&host, "host", &text);
	result = put(dir, "host", ".pub", text.p, text.n, err);
	buf_release(&text);
	return result;
}

int
export_digest(const char *dir, const struct player_read *r, struct err *err)
{
	struct buf comment = BUF_INIT;
	struct hash zero;
	int result = file_mkdirs(dir, 0, err);

	memcpy(zero.b, r->t.zero, sizeof zero.b);
	digest_comment(r->d.game, r->d.n, &r->head, r->t.has_zero ? &zero : NULL, &comment);
	if (result == 0)
		result = check_all(dir, r, err);
	if (result == 0)
		result = put_signed(dir, "digest.txt", r->tr.text.p + r->t.signed_part.at,
		    r->t.signed_part.n, r->t.sig, &comment, err);
	if (result == 0)
		result = put_host(dir, &r->d, err);
	for (unsigned i = 0; i < r->d.names.n && result == 0; i++) {
		const struct span *sealed = &r->t.sealed[i];

		if (sealed->n > 0)
			result = put(dir, r->d.names.seat[i], ".age", r->tr.text.p + sealed->at,
			    sealed->n, err);
	}
	buf_release(&comment);
	return result;
}
