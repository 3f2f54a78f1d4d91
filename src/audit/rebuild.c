/* Rebuilds a game file from digests. Each digest has a box that only the host can open. That of
 * digest 0 contains the host secret, every other one the order that caused the digest. */

#include <stdlib.h>

#include "audit/game_file.h"
#include "audit/replay.h"
#include "seal/age.h"
#include "util/lines.h"
#include "util/base32.h"
#include "util/mem.h"

/* Opens the box of digest n. The plaintext is secret: release it with buf_wipe. */
static int
open_box(const struct transcript *tr, const struct seckey *host, int64_t n, struct buf *plain,
    struct err *err)
{
	const struct span *sp = &transcript_at(tr, n)->keep;
	struct lines l = { tr->text.p, sp->at + sp->n, sp->at, 1 };
	struct buf text = BUF_INIT, file = BUF_INIT;
	const char *p;
	size_t len;
	int result;

	while (lines_next(&l, &p, &len)) {
		while (len > 0 && *p == ' ') {
			p++;
			len--;
		}
		buf_add(&text, p, len);
	}
	result = seal_base64_parse(buf_cstr(&text), text.n, &file) < 0 ?
	    err_set(err, ERR_SYNTAX, "it is not base64") :
	    age_decrypt(host, file.p, file.n, DIGEST_MAX, plain, err);
	buf_release(&text);
	buf_release(&file);
	if (result == 0)
		return 0;
	if (err->code == ERR_NOT_FOUND)
		err->code = ERR_AUTH; /* the digest is sealed to another key */
	return err_wrap(err, "digest %lld: the host's box", (long long)n);
}

/* Reads DIGEST_KEEP_HEADING, then "secret: ...". */
static int
read_secret(const struct transcript *tr, const struct seckey *host,
    unsigned char s[static SECRET_BYTES], struct err *err)
{
	struct buf plain = BUF_INIT;
	struct lines l;
	const char *p;
	size_t n;
	int result = open_box(tr, host, 0, &plain, err);

	if (result == 0) {
		l = (struct lines){ buf_cstr(&plain), plain.n, 0, 1 };
		if (lines_exact(&l, DIGEST_KEEP_HEADING, err) < 0 ||
		    lines_field(&l, "secret", &p, &n, err) < 0 ||
		    base32_parse(p, n, s, SECRET_BYTES) < 0)
			result = err_set(
			    err, ERR_SYNTAX, "digest 0: the host's box holds no secret");
	}
	buf_wipe(&plain);
	return result;
}

/* Parses DIGEST_KEEP_HEADING, then the canonical text of the order and "sig: ...". */
static int
parse_order(const struct buf *plain, struct parsed_order *order, struct err *err)
{
	static const char heading[] = DIGEST_KEEP_HEADING "\n", sig[] = "\nsig: ";
	const char *p = buf_cstr(plain), *text = p + sizeof heading - 1, *at;

	if (plain->n < sizeof heading || memcmp(p, heading, sizeof heading - 1) != 0)
		return err_set(err, ERR_SYNTAX, "it holds no order");
	at = memmem(text, plain->n - (sizeof heading - 1), sig, sizeof sig - 1);
	if (at == NULL || (size_t)(p + plain->n - at) < sizeof sig - 1 + MINISIGN_TEXT)
		return err_set(err, ERR_SYNTAX, "it holds no order");
	if (parsed_order_parse(order, text, (size_t)(at + 1 - text), err) < 0)
		return -1;
	if (order_block_sig_parse(at + sizeof sig - 1, MINISIGN_TEXT, order->o.b.sig) < 0)
		return err_set(err, ERR_SYNTAX, "the order's signature is damaged");
	order->o.b.has_sig = true;
	return 0;
}

static int
order_of_box(void *arg, int64_t n, struct parsed_order *order, struct err *err)
{
	const struct audit_replay *r = arg;
	struct buf plain = BUF_INIT;
	int result = open_box(r->tr, r->reexec.press.key, n, &plain, err);

	if (result == 0 && parse_order(&plain, order, err) < 0)
		result = err_wrap(err, "digest %lld: the host's box", (long long)n);
	buf_wipe(&plain);
	return result;
}

/* The given digests count as delivered. */
static int
drop_given(void *arg, int64_t n, struct err *err)
{
	const struct audit_replay *r = arg;

	return n < r->tr->n ? store_outbox_drop(r->reexec.file.st, n, err) : 0;
}

int
audit_rebuild(struct host *h, const struct seckey *host, const char *host_key, const char *digests,
    size_t n, struct audit_rebuilt *out, struct err *err)
{
	struct transcript tr;
	struct audit_replay r;
	int result;

	if (seckey_unlock(host, SECRET_SIGN | SECRET_BOX, err) < 0 ||
	    transcript_read(&tr, h->games, digests, n, &host->pub, err) < 0)
		return -1;
	audit_replay_init(&r, &tr, host, h->games);
	r.reexec.file = *h;
	r.host_key = host_key;
	r.order = order_of_box;
	r.arg = &r;
	result = read_secret(&tr, host, r.s, err);
	if (result == 0)
		result = store_begin(h->st, err);
	if (result == 0) {
		result = audit_replay_run(&r, tr.n - 1, err);
		if (result < 0)
			(void)audit_replay_blame(&r, err);
		else
			result = store_outbox_each(h->st, drop_given, &r, err);
		if (result == 0)
			result = store_commit(h->st, err);
		else
			store_rollback(h->st);
	}
	if (result == 0) {
		*out = (struct audit_rebuilt){ .given = tr.n, .made = r.n };
		memcpy(out->game, tr.game, sizeof out->game);
		out->first = tr.copy[tr.first[0]].hash;
		memcpy(out->last.b, r.reexec.w->hs.head, HASH_BYTES);
	}
	audit_replay_release(&r);
	transcript_release(&tr);
	return result;
}
