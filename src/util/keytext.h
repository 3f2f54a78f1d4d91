#ifndef ADIT_UTIL_KEYTEXT_H
#define ADIT_UTIL_KEYTEXT_H

/* How long the texts of public keys and signatures are: stock minisign's and age's. */
enum {
	SIGN_TEXT = 56,       /* base64 of "Ed", key id, key: a minisign public key line */
	AGE_TEXT = 62,        /* age1... */
	MINISIGN_BYTES = 138, /* a signature and the one over its trusted comment */
	MINISIGN_TEXT = 184   /* base64 of them, without padding */
};

#endif
