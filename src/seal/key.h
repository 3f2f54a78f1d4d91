#ifndef ADIT_SEAL_KEY_H
#define ADIT_SEAL_KEY_H

#include <stdbool.h>

#include "seal/seal.h"
#include "util/keytext.h"

/*
 * Keys.  One person, two pairs in stock formats: an Ed25519 pair as minisign writes it and
 * an X25519 pair as age writes it.  Never one derived from the other.
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

/* The public half: what NAME.pub holds. */
struct pubkey {
	unsigned char sign_id[SIGN_ID_BYTES];
	unsigned char sign_pk[SIGN_PK_BYTES];
	unsigned char box_pk[BOX_PK_BYTES];
};

/* The secret half, always in guarded memory: make with seckey_new, end with seckey_free. */
struct seckey {
	struct pubkey pub;
	unsigned char sign_sk[SIGN_SK_BYTES]; /* if it is not locked */
	unsigned char box_sk[BOX_SK_BYTES];
	unsigned locked; /* SECRET_ bits of what is still to be unlocked, by `lock` */
	struct secret_lock *lock;
	char pass[PASS_MAX + 1]; /* for that, once it is known: pass_n bytes */
	size_t pass_n;
};

/*
 * What a passphrase locks costs a second to unlock, so each of the two is unlocked where it is needed first:
 * whoever signs or derives with sign_sk, or opens with box_sk, calls seckey_unlock before, where it can still
 * say what is wrong: who goes on without is a bug, and nobody is accused for it.
 */
enum secret_part { SECRET_SIGN = 1 << 0, SECRET_BOX = 1 << 1 };
/* First member of what knows the files. */
struct secret_lock {
	int (*unlock)(struct secret_lock *lock, unsigned parts, struct err *err);
};
/* ERR_AUTH, ERR_BUSY, ERR_SYNTAX as seckey_sign_parse and seckey_box_parse; ERR_USAGE: no passphrase. */
int seckey_unlock(const struct seckey *s, unsigned parts, struct err *err);

struct seckey *seckey_new(struct err *err);         /* sodium_malloc; NULL and *err on failure */
void seckey_free(struct seckey *s);                 /* wipes; NULL is fine */
int seckey_make(struct seckey *s, struct err *err); /* two fresh pairs */
/* The two pairs that follow from these secret bytes, always the same. */
int seckey_derive(struct seckey *s, const unsigned char seed[static HASH_BYTES], struct err *err);

/* One line each: base64 minisign public key; age1... (lower-case Bech32). */
void pubkey_sign_text(const struct pubkey *c, char out[static SIGN_TEXT + 1]);
void pubkey_box_text(const struct pubkey *c, char out[static AGE_TEXT + 1]);
int pubkey_sign_parse(const char *s, size_t len, struct pubkey *c); /* 0, or -1 */
int pubkey_box_parse(const char *s, size_t len, struct pubkey *c);  /* 0, or -1 */
/* The first 16 bytes of H("adit/card", "Ed" + id + signing key, age key). */
void pubkey_fingerprint(const struct pubkey *c, char out[static FINGERPRINT_TEXT + 1]);
bool pubkey_same(const struct pubkey *a, const struct pubkey *b);
/* Is one of the two public keys the same? */
bool pubkey_shares_key(const struct pubkey *a, const struct pubkey *b);

/*
 * NAME.pub as text (name: clean text of one line): "untrusted comment: ..." and the minisign line
 * (so that the file itself works as `minisign -p NAME.pub`), then "# ..." and the age1 line.  The
 * reader takes the two lines in any order, comments, blank lines and CRLF, and refuses low-order or
 * repeated keys, and more than 8 KiB.
 */
void pubkey_text(const struct pubkey *c, const char *name, struct buf *out);
int pubkey_parse(const char *s, size_t len, struct pubkey *c, struct err *err);

/* The same for a text that was read so before and that a hash has held since (a game file's): whether
 * its points can be used is not asked again, which costs as much as a signature. */
int pubkey_parse_known(const char *s, size_t len, struct pubkey *c, struct err *err);

/*
 * The secret files, in their stock formats: NAME.key (minisign secret key; with a passphrase
 * scrypt as minisign does it, without one as `minisign -W` does) and NAME.age (an
 * AGE-SECRET-KEY-1 line with age-keygen's comments; with a passphrase the whole file armored
 * by age's scrypt recipient).  Texts appended to out hold secrets: wipe them.
 * pass: NULL for none, else pass_n bytes.  work: what a guess at it costs, scrypt with N = 2^work and
 * 2^work KiB of memory, 10 <= work <= 20; what for real keys, `keygen` says.
 */
int seckey_sign_text(const struct seckey *s, const char *pass, size_t pass_n, unsigned work,
    struct buf *out, struct err *err);
int seckey_box_text(const struct seckey *s, const char *pass, size_t pass_n, unsigned work,
    struct buf *out, struct err *err);

/* Does this secret key file need a passphrase? */
bool seckey_sign_is_locked(const char *s, size_t len);
bool seckey_box_is_locked(const char *s, size_t len);

/* Read them back, each its pair of keys into out and nothing on failure.  A wrong passphrase is
 * ERR_AUTH, "needs a passphrase" ERR_AUTH, garbage ERR_SYNTAX, no memory for scrypt ERR_BUSY.  A
 * passphrase for a file that has none is ignored. */
int seckey_sign_parse(struct seckey *out, const char *s, size_t len, const char *pass,
    size_t pass_n, struct err *err);
int seckey_box_parse(struct seckey *out, const char *s, size_t len, const char *pass, size_t pass_n,
    struct err *err);

/* ---- key files on disk ---------------------------------------------------------------- */

/* Make path with these bytes: O_CREAT|O_EXCL|O_NOFOLLOW, mode 0600 (0644 if is_public), fsync of
 * file and folder.  ERR_CREATE: it exists, or no folder for it; ERR_BUSY: the machine.  A partly
 * written one is removed. */
int keyfile_create(const char *path, const void *p, size_t n, bool is_public, struct err *err);

/* Append a secret file to out (guarded growth): O_NOFOLLOW, a regular file, owned by the caller,
 * nothing for group or others (ERR_AUTH, the hint says to chmod 600), at most 64 KiB (ERR_SYNTAX).
 * ERR_NOT_FOUND: no such file.  Nothing is appended on failure. */
int keyfile_read_secret(const char *path, struct buf *out, struct err *err);

/* A passphrase, appended to out, which is secret: the caller wipes it.  From a terminal (/dev/tty,
 * echo off, the prompt as it is; if `twice` asked again with "again, " before the prompt) or, if
 * fd >= 0, the first line of that descriptor without its end; nothing behind that line is read.
 * 1 to PASS_MAX bytes, no NUL.  ERR_USAGE: no terminal, empty, too long, the two not the same.  A
 * signal that comes meanwhile does what it always does, after echo is back. */
int passphrase_read(int fd, const char *prompt, bool twice, struct buf *out, struct err *err);

#endif
