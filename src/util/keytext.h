#ifndef ADIT_UTIL_KEYTEXT_H
#define ADIT_UTIL_KEYTEXT_H

/* Lengths of the texts of public keys and signatures, in the formats of minisign and age. */
enum {
	SIGN_TEXT = 56,       /* base64 of "Ed", key id, key: a minisign public key line */
	AGE_TEXT = 62,        /* age1... */
	MINISIGN_BYTES = 138, /* a signature and the global signature */
	MINISIGN_TEXT = 184   /* base64 of both, without padding */
};

#endif
