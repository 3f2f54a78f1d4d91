/* Files for stock minisign and age. */
#include "player/export.h"

#include <string.h>

#include "record/digest_sig.h"
#include "util/file.h"

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
