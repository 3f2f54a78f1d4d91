#ifndef ADIT_SEAL_KEY_H
#define ADIT_SEAL_KEY_H

#include <stdbool.h>

#include "seal/seal.h"
#include "util/keytext.h"

/*
 * Keys. A player has two key pairs in stock formats: an Ed25519 pair in minisign's format and an
 * X25519 pair in age's format. Neither is derived from the other.
 */
enum {
	SIGN_PK_BYTES = 32,
	SIGN_SK_BYTES = 64,
	SIGN_ID_BYTES = 8,
	BOX_PK_BYTES = 32,
	BOX_SK_BYTES = 32,
	FINGERPRINT_TEXT = 26, /* base32 of 16 bytes: pubkey_fingerprint */
	PASS_MAX = 1024
};

/* The public half: the content of NAME.pub. */
struct pubkey {
	unsigned char sign_id[SIGN_ID_BYTES];
	unsigned char sign_pk[SIGN_PK_BYTES];
	unsigned char box_pk[BOX_PK_BYTES];
};

/* The secret half, always in guarded memory: from seckey_new to seckey_free. */
struct seckey {
	struct pubkey pub;
	unsigned char sign_sk[SIGN_SK_BYTES]; /* valid unless locked */
	unsigned char box_sk[BOX_SK_BYTES];
	unsigned locked; /* SECRET_ bits of what `lock` has still to unlock */
	struct secret_lock *lock;
	char pass[PASS_MAX + 1]; /* passphrase for `lock`, once known: pass_n bytes */
	size_t pass_n;
};

/*
 * Unlocking a key with a passphrase takes a second, so each key is unlocked on first use. Code that
 * uses sign_sk or box_sk must call seckey_unlock before, where it can still report an error. Using
 * a locked key is an internal error.
 */
enum secret_part { SECRET_SIGN = 1 << 0, SECRET_BOX = 1 << 1 };
/* First member of a struct that knows the key files. */
struct secret_lock {
	int (*unlock)(struct secret_lock *lock, unsigned parts, struct err *err);
};
/* Unlocks these parts. ERR_AUTH, ERR_BUSY, ERR_SYNTAX as from seckey_sign_parse and
 * seckey_box_parse; ERR_USAGE: no passphrase. */
int seckey_unlock(const struct seckey *s, unsigned parts, struct err *err);

struct seckey *seckey_new(struct err *err); /* in sodium_malloc memory; NULL and *err on failure */
void seckey_free(struct seckey *s);         /* wipes; s may be NULL */
int seckey_make(struct seckey *s, struct err *err); /* generates two key pairs */
/* Derives both key pairs from these secret bytes, always the same. */
void seckey_derive(struct seckey *s, const unsigned char seed[static HASH_BYTES]);

/* Write one line each: base64 minisign public key; age1... (lower-case Bech32). */
void pubkey_sign_text(const struct pubkey *c, char out[static SIGN_TEXT + 1]);
void pubkey_box_text(const struct pubkey *c, char out[static AGE_TEXT + 1]);
int pubkey_sign_parse(const char *s, size_t len, struct pubkey *c); /* 0, or -1 */
int pubkey_box_parse(const char *s, size_t len, struct pubkey *c);  /* 0, or -1 */
/* For keys that come in: ERR_SYNTAX if no secret gives this age key, since its number is not below
 * 2^255 - 19. It is another form of a smaller number, whose secret opens nothing that is sealed to
 * it. Games that have such a key are read as before. */
int pubkey_check_fresh(const struct pubkey *c, struct err *err);
/* Writes the fingerprint: the first 16 bytes of H("adit/card", "Ed" + id + signing key, age
 * key). */
void pubkey_fingerprint(const struct pubkey *c, char out[static FINGERPRINT_TEXT + 1]);
bool pubkey_same(const struct pubkey *a, const struct pubkey *b);
/* True if at least one of the two public keys is equal. */
bool pubkey_shares_key(const struct pubkey *a, const struct pubkey *b);

/*
 * NAME.pub as text (name: clean text of one line): "untrusted comment: ..." and the minisign line
 * (so that the file works as `minisign -p NAME.pub`), then "# ..." and the age1 line. The parser
 * accepts the two lines in any order, comments, blank lines and CRLF. It refuses low-order or
 * repeated keys, and more than 8 KiB.
 */
void pubkey_text(const struct pubkey *c, const char *name, struct buf *out);
int pubkey_parse(const char *s, size_t len, struct pubkey *c, struct err *err);

/* Like pubkey_parse for a text that was parsed before and whose hash was verified since (in a game
 * file). Skips the check whether its points are usable, which is as slow as a signature. */
int pubkey_parse_known(const char *s, size_t len, struct pubkey *c, struct err *err);

/*
 * Secret key files in their stock formats. NAME.key is a minisign secret key: with a passphrase
 * scrypt as in minisign, without one as from `minisign -W`. NAME.age is an AGE-SECRET-KEY-1 line
 * with age-keygen's comments: with a passphrase the whole file is armored by age's scrypt
 * recipient. The appended texts are secret: wipe them. pass: NULL for none, else pass_n bytes.
 * work: cost of one guess, scrypt with N = 2^work and 2^work KiB of memory, 10 <= work <= 20;
 * `keygen` has the value for real keys.
 */
int seckey_sign_text(const struct seckey *s, const char *pass, size_t pass_n, unsigned work,
    struct buf *out, struct err *err);
int seckey_box_text(const struct seckey *s, const char *pass, size_t pass_n, unsigned work,
    struct buf *out, struct err *err);

/* True if this secret key file needs a passphrase. */
bool seckey_sign_is_locked(const char *s, size_t len);
bool seckey_box_is_locked(const char *s, size_t len);

/* Parse a secret key file: each sets its key pair in out, nothing on failure. ERR_AUTH: wrong or
 * missing passphrase; ERR_SYNTAX: invalid file; ERR_BUSY: no memory for scrypt. A passphrase is
 * ignored if the file has none. */
int seckey_sign_parse(struct seckey *out, const char *s, size_t len, const char *pass,
    size_t pass_n, struct err *err);
int seckey_box_parse(struct seckey *out, const char *s, size_t len, const char *pass, size_t pass_n,
    struct err *err);

/* ---- key files on disk ---------------------------------------------------------------- */

/* Creates path with these bytes: O_CREAT|O_EXCL|O_NOFOLLOW, mode 0600 (0644 if is_public), fsync of
 * file and folder. ERR_CREATE: it exists, or no folder for it; ERR_BUSY: machine failure. Removes a
 * partly written file. */
int keyfile_create(const char *path, const void *p, size_t n, bool is_public, struct err *err);

/* Appends a secret file to out (guarded growth). ERR_AUTH: not a regular file, a link, not owned by
 * the caller, or with access for group or others; the hint says chmod 600. ERR_SYNTAX: above 64
 * KiB. ERR_NOT_FOUND: no such file. Appends nothing on failure. */
int keyfile_read_secret(const char *path, struct buf *out, struct err *err);

/* Appends a passphrase to out, which the caller must wipe. If fd < 0, it is read from the terminal
 * (/dev/tty, echo off, after `prompt`; if `twice` also a second time after "again, " and `prompt`).
 * Else it is the first line of fd without its end; later bytes are not read. 1 to PASS_MAX bytes,
 * no NUL. ERR_USAGE: no terminal, empty, too long, or the two differ. A signal takes effect after
 * echo is on again. */
int passphrase_read(int fd, const char *prompt, bool twice, struct buf *out, struct err *err);

#endif
