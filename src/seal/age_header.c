/*
 * The header of an age file: a version line, stanzas, and a MAC with the file key.
 *
 * 	age-encryption.org/v1
 * 	-> X25519 SHARE
 * 	BODY in base64 without padding, 64 columns, the last line shorter, if need be empty
 * 	--- MAC
 *
 * Stanzas of unknown types ("grease") are skipped: they only have to be well formed.
 */
#include "seal/age_file.h"

#include <sodium.h>

#include "seal/base64.h"
#include "seal/hkdf.h"

enum { COLUMNS = 64, LINE_BYTES = 48 };

static const char version_line[] = AGE_VERSION "\n";

_Static_assert((int)AGE_MAC == crypto_auth_hmacsha256_BYTES, "HMAC-SHA256");
_Static_assert((int)AGE_WRAP_KEY == (int)HKDF_BYTES, "a wrapping key is HKDF's output");
_Static_assert((int)AGE_BODY == (int)AGE_FILE_KEY + crypto_aead_chacha20poly1305_ietf_ABYTES,
    "a wrapped file key");

/* Unlike lines_next_crlf: every line of a header ends with LF, and CR is invalid. */
static bool
next_line(const char *s, size_t n, size_t *at, struct slice *line)
{
	const char *eol = *at < n ? memchr(s + *at, '\n', n - *at) : NULL;

	if (eol == NULL)
		return false;
	*line = (struct slice){ s + *at, (size_t)(eol - (s + *at)) };
	*at += line->n + 1;
	return true;
}

/* Parses the arguments of "-> TYPE ARG ...": printable ASCII, separated by one blank. */
static int
parse_args(const struct slice *line, struct age_stanza *st)
{
	const char *s = line->s + 3;
	const char *end = line->s + line->n;

	for (;;) {
		const char *from = s;
		while (s < end && *s >= '!' && *s <= '~')
			s++;
		if (s == from)
			return -1;
		if (st->n_args < AGE_ARGS_KEPT)
			st->arg[st->n_args] = (struct slice){ from, (size_t)(s - from) };
		st->n_args++;
		if (s == end)
			return 0;
		if (*s++ != ' ')
			return -1;
	}
}

/* Parses the body lines. The first line shorter than 64 columns is the last. */
static int
parse_body(const char *s, size_t n, size_t *at, struct age_stanza *st)
{
	struct slice line;
	unsigned char part[LINE_BYTES];
	size_t got;

	do {
		if (!next_line(s, n, at, &line) || line.n > COLUMNS)
			return -1;
		got = line.n * 3 / 4;
		if (base64_parse(line, BASE64_BARE, part, got) < 0)
			return -1;
		for (size_t i = 0; i < got; i++, st->body_n++)
			if (st->body_n < sizeof st->body)
				st->body[st->body_n] = part[i];
	} while (line.n == COLUMNS);
	return 0;
}

static int
parse_stanza(const char *s, size_t n, size_t *at, struct age_stanza *st)
{
	struct slice line;

	*st = (struct age_stanza){ 0 };
	if (!next_line(s, n, at, &line) || !slice_starts(line, "-> "))
		return -1;
	if (parse_args(&line, st) < 0)
		return -1;
	return parse_body(s, n, at, st);
}

bool
age_stanza_is(const struct age_stanza *st, const char *type)
{
	return slice_is(st->arg[0], type);
}

bool
age_stanza_next(const struct age_header *h, size_t *at, struct age_stanza *st)
{
	if (*at == 0)
		*at = sizeof version_line - 1;
	return parse_stanza(h->s, h->n, at, st) == 0;
}

int
age_header_parse(const char *s, size_t n, struct age_header *h, struct err *err)
{
	size_t at = sizeof version_line - 1;
	struct age_stanza st;
	struct slice line;

	if (n < at || memcmp(s, version_line, at) != 0)
		return err_set(err, ERR_SYNTAX, "not an age v1 file");
	if (n > AGE_HEADER_MAX)
		n = AGE_HEADER_MAX;
	*h = (struct age_header){ .s = s };
	while (n - at >= 3 && memcmp(s + at, "-> ", 3) == 0) {
		if (h->n_stanzas == AGE_STANZAS_MAX)
			return err_set(err, ERR_SYNTAX, "age file: more than %d recipients",
			    (int)AGE_STANZAS_MAX);
		if (parse_stanza(s, n, &at, &st) < 0)
			return err_set(
			    err, ERR_SYNTAX, "age file: malformed recipient %zu", h->n_stanzas + 1);
		h->n_stanzas++;
		h->has_scrypt = h->has_scrypt || age_stanza_is(&st, "scrypt");
	}
	h->mac_n = at + 3;
	if (h->n_stanzas == 0 || !next_line(s, n, &at, &line) || !slice_starts(line, "--- ") ||
	    base64_parse(
		(struct slice){ line.s + 4, line.n - 4 }, BASE64_BARE, h->mac, sizeof h->mac) < 0)
		return err_set(err, ERR_SYNTAX, "age file: malformed header");
	/* Otherwise an attacker who adds a passphrase to a file could make it open with a weak
	 * one. */
	if (h->has_scrypt && h->n_stanzas > 1)
		return err_set(err, ERR_SYNTAX, "age file: a passphrase beside other recipients");
	h->n = at;
	return 0;
}

static void
header_mac(const char *s, size_t n, const unsigned char file_key[static AGE_FILE_KEY],
    unsigned char mac[static AGE_MAC])
{
	unsigned char key[HKDF_BYTES];
	crypto_auth_hmacsha256_state st;

	hkdf_sha256(file_key, AGE_FILE_KEY, "", 0, "header", key);
	(void)crypto_auth_hmacsha256_init(&st, key, sizeof key);
	(void)crypto_auth_hmacsha256_update(&st, (const unsigned char *)s, n);
	(void)crypto_auth_hmacsha256_final(&st, mac);
	sodium_memzero(key, sizeof key);
	sodium_memzero(&st, sizeof st);
}

bool
age_header_mac_holds(const struct age_header *h, const unsigned char file_key[static AGE_FILE_KEY])
{
	unsigned char mac[AGE_MAC];

	header_mac(h->s, h->mac_n, file_key, mac);
	return sodium_memcmp(mac, h->mac, sizeof mac) == 0;
}

void
age_header_begin(struct buf *out, const char *args)
{
	buf_str(out, version_line);
	buf_fmt(out, "-> %s\n", args);
}

/* Appends base64 without padding of 32 bytes: 43 characters, so a body of one line. */
static void
add_bare(struct buf *out, const unsigned char p[static 32])
{
	char text[sizeof "0123456789012345678901234567890123456789012"];

	base64_text(p, 32, BASE64_BARE, text);
	buf_str(out, text);
}

void
age_header_end(struct buf *out, size_t from, const unsigned char body[static AGE_BODY],
    const unsigned char file_key[static AGE_FILE_KEY])
{
	unsigned char mac[AGE_MAC];

	add_bare(out, body);
	buf_str(out, "\n---");
	header_mac(out->p + from, out->n - from, file_key, mac);
	buf_chr(out, ' ');
	add_bare(out, mac);
	buf_chr(out, '\n');
}

/* A wrapping key is used once, so its nonce may be zero (C2SP's page on age). */
static const unsigned char no_nonce[crypto_aead_chacha20poly1305_ietf_NPUBBYTES];

void
age_wrap(const unsigned char wrap_key[static AGE_WRAP_KEY],
    const unsigned char file_key[static AGE_FILE_KEY], unsigned char body[static AGE_BODY])
{
	(void)crypto_aead_chacha20poly1305_ietf_encrypt(
	    body, NULL, file_key, AGE_FILE_KEY, NULL, 0, NULL, no_nonce, wrap_key);
}

int
age_unwrap(const unsigned char wrap_key[static AGE_WRAP_KEY], const struct age_stanza *st,
    unsigned char file_key[static AGE_FILE_KEY])
{
	return crypto_aead_chacha20poly1305_ietf_decrypt(
	    file_key, NULL, NULL, st->body, AGE_BODY, NULL, 0, no_nonce, wrap_key);
}
