#include "fuzz/table.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "games/games.h"
#include "util/mem.h"

enum { START = 1767225600, STEP = 60, FOLDER = 80 };

struct seckey *
fuzz_key(unsigned who)
{
	static struct seckey *key[SEATS_MAX + 1];
	unsigned char seed[HASH_BYTES] = { (unsigned char)who };
	struct err err = ERR_INIT;

	if (key[who] == NULL) {
		MUST(seal_init(&err) == 0);
		key[who] = seckey_new(&err);
		MUST(key[who] != NULL);
		seckey_derive(key[who], seed);
	}
	return key[who];
}

/* ---- folders ---------------------------------------------------------------------------------- */

static char folder[FOLDER];

static int
remove_one(const char *path, const struct stat *st, int what, struct FTW *where)
{
	(void)st, (void)what, (void)where;
	return remove(path);
}

static void
remove_folder(void)
{
	(void)nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

const char *
fuzz_folder(void)
{
	const char *tmp = getenv("TMPDIR");

	MUST(folder[0] == '\0');
	(void)snprintf(folder, sizeof folder, "%.40s/adit-fuzz.XXXXXX",
	    tmp != NULL && strlen(tmp) <= 40 ? tmp : "/tmp");
	MUST(mkdtemp(folder) != NULL && atexit(remove_folder) == 0);
	return folder;
}

void
fuzz_clear(void)
{
	remove_folder();
	MUST(mkdir(folder, 0700) == 0);
}

/* ---- a table ------------------------------------------------------------------------------------ */

void
fuzz_sign(const void *p, size_t n, const char *comment, struct buf *out)
{
	struct minisign_sig sig;
	struct buf sig64 = BUF_INIT;

	minisign_sign(fuzz_key(FUZZ_HOST), p, n, comment, &sig);
	seal_base64(sig.b, sizeof sig.b, &sig64);
	digest_sig_text(sig64.p, out);
	buf_release(&sig64);
}

/* Reads all digests as this seat. */
static void
read_as(const struct buf *digests, unsigned seat, struct player_read *r)
{
	struct err err = ERR_INIT;

	MUST(player_read(r, rules_all, digests->p, digests->n, NULL, fuzz_key(FUZZ_SEAT + seat),
		 &err) == 0);
}

static void
apply(struct host *h, const struct parsed_order *order, const struct player_read *r,
    struct buf *digests)
{
	struct host_result made;
	struct err err = ERR_INIT;

	MUST(host_apply(h, fuzz_key(FUZZ_HOST), order, r->d.time + STEP, -1, NULL, &made, &err) ==
	    0);
	buf_add(digests, made.digest.p, made.digest.n);
	host_result_release(&made);
}

struct host *
fuzz_table(const char *path, const struct rules *rules, bool audited, struct buf *digests)
{
	struct host_table_params a = { .game = "fuzz2345",
		.rules = rules,
		.audited = audited,
		.host_key = "host",
		.now = START };
	struct host *h;
	struct err err = ERR_INIT;
	char name[] = "p1";

	a.clock.limit_s = -1;
	for (unsigned i = 0; i < rules->seats_min; i++, name[1]++) {
		MUST(names_add(&a.names, name, strlen(name), &err) == 0);
		a.pub[i] = fuzz_key(FUZZ_SEAT + i)->pub;
		a.seated |= (uint16_t)(1u << i);
	}
	MUST(host_create(&h, path, rules_all, &err) == 0);
	MUST(host_new_game(h, fuzz_key(FUZZ_HOST), &a, digests, &err) == 0);
	for (unsigned i = 0; audited && i < 2u * rules->seats_min; i++) {
		const struct seckey *key = fuzz_key(FUZZ_SEAT + i % rules->seats_min);
		struct parsed_order order;
		struct player_read r;

		read_as(digests, i % rules->seats_min, &r);
		MUST((i < rules->seats_min ? player_join(&r, key, NULL, NULL, &order, &err) :
					     player_confirm(&r, key, &order, &err)) == 0);
		apply(h, &order, &r, digests);
		player_read_release(&r);
	}
	return h;
}

void
fuzz_play(struct host *h, unsigned turns, struct buf *digests)
{
	for (uint8_t to_move = 0; turns > 0; turns--) {
		struct buf line = BUF_INIT;
		struct player_order o = { .n_lines = 1 };
		struct parsed_order order;
		struct player_read r;
		struct err err = ERR_INIT;

		read_as(digests, to_move, &r);
		to_move = r.d.pub.known.to_move;
		if (to_move == SEAT_NONE)
			turns = 1;
		player_read_release(&r);
		if (to_move == SEAT_NONE)
			continue;
		read_as(digests, to_move, &r);
		MUST(player_suggest(&r, &line, &err) == 0);
		o.line[0] = buf_cstr(&line);
		o.nonces = &r.head;
		MUST(player_sign(&r, fuzz_key(FUZZ_SEAT + to_move), &o, &order, &err) == 0);
		apply(h, &order, &r, digests);
		player_read_release(&r);
		buf_release(&line);
	}
}

struct host *
fuzz_record_table(const char *path, struct buf *digests)
{
	struct host *h = fuzz_table(path, rules_all[2], true, digests);

	fuzz_play(h, FUZZ_RECORD_N + 2 - 2u * rules_all[2]->seats_min, digests);
	return h;
}
