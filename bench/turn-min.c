/*
 * Lower bound for a turn, in as little code as possible: the reference for `adit apply`. Opens the
 * game file with the same pragmas, reads the state, and verifies one Ed25519 signature. Seals as
 * many views of the same size as the newest digest has. Writes state, order and digest in one
 * transaction, then the digest as a file.
 *
 *   turn-min GAME.db FILE [SIGNATURES]
 *
 * With SIGNATURES, it makes that number of signatures and verifies a second one. A minisign
 * signature is two, and a turn makes one of the digest and one of each view.
 *
 * It has almost no error handling, no rules and no texts: it is only a benchmark.
 */
#include <sodium.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_MAX = 1 << 20, SEATS = 16, HKDF_INFO = 20 };

static unsigned char text[TEXT_MAX], sealed[TEXT_MAX], state[1 << 16];
static char armor[TEXT_MAX * 2];

static void
must(int ok, const char *what)
{
	if (!ok) {
		fprintf(stderr, "turn-min: %s failed\n", what);
		exit(1);
	}
}

static int
read_blob(sqlite3 *db, const char *sql, unsigned char *out)
{
	sqlite3_stmt *q;
	int n;

	must(sqlite3_prepare_v2(db, sql, -1, &q, NULL) == SQLITE_OK, sql);
	must(sqlite3_step(q) == SQLITE_ROW, sql);
	n = sqlite3_column_bytes(q, 0);
	must(n <= TEXT_MAX, "size");
	memcpy(out, sqlite3_column_blob(q, 0), (size_t)n);
	sqlite3_finalize(q);
	return n;
}

static void
write_blob(sqlite3 *db, const char *sql, const void *p, int n)
{
	sqlite3_stmt *q;
	unsigned char hash[32];

	randombytes_buf(hash, sizeof hash);
	must(sqlite3_prepare_v2(db, sql, -1, &q, NULL) == SQLITE_OK, sql);
	sqlite3_bind_blob(q, 1, p, n, SQLITE_STATIC);
	if (sqlite3_bind_parameter_count(q) > 1)
		sqlite3_bind_blob(q, 2, hash, sizeof hash, SQLITE_STATIC);
	must(sqlite3_step(q) == SQLITE_DONE, sql);
	sqlite3_finalize(q);
}

static void
hkdf(unsigned char out[32], const unsigned char salt[64], const unsigned char ikm[32])
{
	static const unsigned char info[HKDF_INFO] = "age-encryption.org/1";
	unsigned char prk[32], one = 1;
	crypto_auth_hmacsha256_state h;

	crypto_auth_hmacsha256_init(&h, salt, 64);
	crypto_auth_hmacsha256_update(&h, ikm, 32);
	crypto_auth_hmacsha256_final(&h, prk);
	crypto_auth_hmacsha256_init(&h, prk, 32);
	crypto_auth_hmacsha256_update(&h, info, sizeof info);
	crypto_auth_hmacsha256_update(&h, &one, 1);
	crypto_auth_hmacsha256_final(&h, out);
}

/* One view: ephemeral key, shared secret, wrapped file key, payload, armor. */
static size_t
seal(const unsigned char pk[32], size_t n)
{
	static const unsigned char nonce[12];
	unsigned char sk[32], epk[32], shared[32], key[32], salt[64];
	unsigned long long len;

	randombytes_buf(sk, 32);
	crypto_scalarmult_base(epk, sk);
	must(crypto_scalarmult(shared, sk, pk) == 0, "scalarmult");
	memcpy(salt, epk, 32);
	memcpy(salt + 32, pk, 32);
	hkdf(key, salt, shared);
	crypto_aead_chacha20poly1305_ietf_encrypt(
	    sealed, &len, shared, 16, NULL, 0, NULL, nonce, key);
	hkdf(key, salt, shared);
	hkdf(key, salt, shared);
	crypto_aead_chacha20poly1305_ietf_encrypt(sealed, &len, text, n, NULL, 0, NULL, nonce, key);
	/* The output buffer is filled with zeroes to its length. */
	sodium_bin2base64(armor,
	    sodium_base64_encoded_len((size_t)len, sodium_base64_VARIANT_ORIGINAL), sealed,
	    (size_t)len, sodium_base64_VARIANT_ORIGINAL);
	return strlen(armor);
}

/* Returns the number of views of the digest. *view: length of one. */
static int
count_views(int n_digest, size_t *view)
{
	const char *p;
	int seats = 0;

	for (p = (const char *)text; (p = memmem(p, (size_t)((const char *)text + n_digest - p),
					  "-----BEGIN AGE", 14)) != NULL;
	     p++) {
		const char *end = memmem(
		    p, (size_t)((const char *)text + n_digest - p), "-----END AGE", 12);

		must(end != NULL, "armor");
		*view = (size_t)(end - p) * 3 / 4;
		seats++;
	}
	must(seats > 0, "a digest with views");
	return seats;
}

int
main(int argc, char **argv)
{
	unsigned char pk[crypto_sign_PUBLICKEYBYTES], sk[crypto_sign_SECRETKEYBYTES],
	    sig[crypto_sign_BYTES];
	unsigned char box[32];
	size_t view = 0;
	int n_digest, n_state, seats;
	sqlite3 *db;
	FILE *f;

	must(argc >= 3 && argc <= 4 && sodium_init() >= 0,
	    "usage: turn-min GAME.db FILE [SIGNATURES]");
	must(sqlite3_open(argv[1], &db) == SQLITE_OK, "open");
	sqlite3_exec(db,
	    "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0;"
	    "PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON; PRAGMA synchronous = EXTRA;"
	    "PRAGMA journal_mode = DELETE; BEGIN IMMEDIATE",
	    NULL, NULL, NULL);
	n_state = read_blob(db, "SELECT bytes FROM state", state);
	n_digest = read_blob(db, "SELECT text FROM digest ORDER BY n DESC LIMIT 1", text);
	seats = count_views(n_digest, &view);

	crypto_sign_keypair(pk, sk);
	crypto_sign_detached(sig, NULL, text, 300, sk); /* a valid signature to verify */
	must(crypto_sign_verify_detached(sig, text, 300, pk) == 0, "verify");
	for (long n = argc > 3 ? strtol(argv[3], NULL, 10) : 0; n > 0; n--)
		crypto_sign_detached(sig, NULL, text, 300, sk);
	if (argc > 3)
		must(crypto_sign_verify_detached(sig, text, 300, pk) == 0, "verify");
	crypto_scalarmult_base(box, sk);
	for (int i = 0; i < seats; i++)
		must(seal(box, view) > 0, "seal");

	write_blob(db,
	    "INSERT INTO digest(n, hash, time, turn, text, events) "
	    "SELECT max(n) + 1, ?2, 0, 0, ?1, x'' FROM digest",
	    text, n_digest);
	write_blob(db,
	    "INSERT INTO orders(n, hash, seat, turn, seq, text, sig) "
	    "SELECT max(n), ?2, 0, 0, 1, ?1, zeroblob(138) FROM digest",
	    "order", 5);
	write_blob(
	    db, "UPDATE state SET bytes = ?1, n = (SELECT max(n) FROM digest)", state, n_state);
	must(sqlite3_exec(db, "COMMIT", NULL, NULL, NULL) == SQLITE_OK, "commit");
	sqlite3_close(db);
	f = fopen(argv[2], "wb");
	must(
	    f != NULL && fwrite(text, 1, (size_t)n_digest, f) == (size_t)n_digest && fclose(f) == 0,
	    "file");
	return 0;
}
