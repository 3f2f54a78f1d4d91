/* Shows receipts, after the host's signature is verified. */
#include "player/receipt_report.h"

#include <string.h>

#include "player/contact.h"
#include "record/keys.h"
#include "record/pins.h"
#include "record/receipt.h"
#include "text/since.h"
#include "util/base32.h"
#include "util/lines.h"

/* Sets *host to the host's key pinned for the game. */
static int
pinned_host(const struct user *u, const char *game, struct pubkey *host, struct err *err)
{
	struct buf home = BUF_INIT;
	struct err none = ERR_INIT;
	struct pins pins = { .n = 0 };
	int result = 0;

	if (user_home(u, &home, &none) == 0)
		result = pins_load(&pins, home.p, game, u->games, err);
	if (result == 0 && pins.is_host_lost) {
		(void)err_set(err, ERR_CORRUPT, "%s/pins is damaged: the host's key is not in it",
		    pins.folder.p);
		result = err_hint(err, "read a digest of the game first");
	}
	if (result == 0 && !pins.has_host) {
		(void)err_set(err, ERR_NOT_FOUND, "the host of game %s is not known here", game);
		result = err_hint(err,
		    "read a digest of the game first, or give the host's public key: --host FILE");
	}
	if (result == 0 && pubkey_sign_parse(pins.host_sign, strlen(pins.host_sign), host) < 0)
		result = err_set(
		    err, ERR_CORRUPT, "%s/pins: the host's key noted there is none", pins.folder.p);
	pins_release(&pins);
	buf_release(&home);
	return result;
}

/* Prints do: and or: of the order that the receipt answers. */
static void
put_order(struct printer *p, const struct receipt *r)
{
	struct lines l = { r->text, r->text_n, 0, 1 };
	struct buf doing = BUF_INIT;
	const char *s;
	size_t n;

	while (lines_next(&l, &s, &n))
		if (n > 4 && (memcmp(s, "do: ", 4) == 0 || memcmp(s, "or: ", 4) == 0))
			buf_fmt(&doing, "  %.*s\n", (int)n, s);
	if (doing.n > 0)
		print_lines(p, "ordered", doing.p, doing.n);
	buf_release(&doing);
}

/* Prints the host's own words as a quotation, for people. */
static void
put_why(struct printer *p, const struct receipt *r)
{
	const char *const text[] = { r->why, r->hint };
	struct buf *out = print_human_buf(p);

	for (size_t i = 0; out != NULL && i < sizeof text / sizeof text[0]; i++)
		if (text[i][0] != '\0')
			since_quote(text[i], strlen(text[i]), out);
}

static void
put(struct printer *p, const struct receipt *r)
{
	const char *text[] = { r->code, r->why, r->hint };
	char order[BASE32_HASH + 1];
	bool knows = r->why[0] != '\0';

	for (size_t i = 0; i < sizeof text / sizeof text[0]; i++)
		text[i] = text[i][0] != '\0' ? text[i] : NULL;
	base32_text(r->text_n > 0 ? r->sealed_order : r->order, sizeof r->order, order);
	print_open(p, NULL);
	print_open(p, "receipt");
	print_time(p, "time", "%, ", r->time);
	print_text(p, "game", "game %: ", r->game);
	print_text(p, "seat", "the order of %", r->seat);
	if (r->repeated >= 0) {
		print_text(p, "result", NULL, "repeated");
		print_number(p, "digest", " was taken before, as digest %", r->repeated);
	} else {
		print_text(p, "result", " was %", "refused");
	}
	print_bool(p, "sealed", NULL, NULL, r->is_sealed);
	print_text(p, "code", NULL, text[0]);
	print_text(p, "why", NULL, text[1]);
	print_text(p, "hint", NULL, text[2]);
	print_human(p, knows ? ":\n" : "\n");
	put_why(p, r);
	print_text(p, "order", NULL, order);
	put_order(p, r);
	print_close(p);
	print_close(p);
}

int
receipt_report_one(const struct user *u, const char *s, const struct receipt_spans *sp,
    const struct pubkey *host, struct receipt *r, struct err *err)
{
	struct err why = ERR_INIT;
	int result = receipt_verify(s, sp, host, r, err);

	if (result == 0 && r->is_sealed && u->key != NULL &&
	    receipt_open(s, sp, u->key, r, &why) < 0 && why.code != ERR_NOT_FOUND) {
		*err = why;
		result = -1;
	}
	if (result == 0)
		put(u->out->print, r);
	if (result == 0 && r->is_sealed && r->text_n == 0 && u->key != NULL)
		output_say(u->out, "its content is sealed to %s, and does not open with this key",
		    r->seat);
	else if (result == 0 && r->is_sealed && r->text_n == 0)
		output_say(u->out, "its content is sealed to %s: give the key with -k", r->seat);
	return result;
}

int
receipt_report_all(
    const struct user *u, const struct buf *text, const char *host_file, struct err *err)
{
	struct receipt_spans sp;
	struct receipt claims;
	struct pubkey host;
	struct buf clean = BUF_INIT;
	size_t at = 0;
	int found, result = 0;

	digest_clean(buf_cstr(text), text->n, &clean);
	while (
	    result == 0 && (found = receipt_next(buf_cstr(&clean), clean.n, &at, &sp, err)) != 0) {
		result = found < 0 ? -1 : receipt_parse(clean.p, &sp, &claims, err);
		if (result == 0 && host_file != NULL && !contact_is_fingerprint(host_file))
			result = keys_read_pubkey(host_file, &host, err);
		else if (result == 0)
			result = pinned_host(u, claims.game, &host, err);
		if (result == 0)
			result = receipt_report_one(u, clean.p, &sp, &host, &claims, err);
		seal_wipe(&claims, sizeof claims);
	}
	buf_release(&clean);
	return result;
}
