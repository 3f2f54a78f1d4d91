/*
 * Orders of seats, given to a host. The first byte selects the rules set. The rest are canonical
 * texts, which are addressed to the newest digest and signed here. What the host accepts leaves a game
 * file without fault, and no reader and no audit accuses it. What it refuses has a valid receipt.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "audit/audit.h"
#include "audit/game_file.h"
#include "fuzz/table.h"
#include "games/games.h"
#include "record/receipt.h"
#include "util/file.h"
#include "util/lines.h"

enum { RULES_MAX = 8, FILE_MAX = 1 << 22, ORDERS = 4, LATER = 1767229200 };

/* A game file, as it is at the beginning of each run. */
struct table {
	char path[100];
	struct buf file, digests;
	struct hash head;
	char game[ORDER_BLOCK_GAME_MAX + 1];
};

static void
open_table(struct table *t, const char *folder, unsigned which)
{
	struct player_read r;
	struct err err = ERR_INIT;
	struct host *h;

	(void)snprintf(t->path, sizeof t->path, "%s/%u.db", folder, which);
	h = fuzz_table(t->path, rules_all[which], false, &t->digests);
	fuzz_play(h, 3, &t->digests);
	host_close(h);
	MUST(player_read(&r, rules_all, t->digests.p, t->digests.n, NULL, NULL, &err) == 0);
	t->head = r.head;
	memcpy(t->game, r.d.game, sizeof t->game);
	player_read_release(&r);
	MUST(file_read(t->path, FILE_MAX, &t->file, &err) == 0);
}

/* Checks the receipt of an order that was refused. */
static void
check_receipt(struct host *h, const struct parsed_order *order, const struct err *why)
{
	struct receipt r;
	struct receipt_spans sp;
	struct buf text = BUF_INIT;
	struct err err = ERR_INIT;
	size_t at = 0;

	if (host_receipt(h, fuzz_key(FUZZ_HOST), order, NULL, why, LATER, &text, &err) == 0) {
		MUST(receipt_next(text.p, text.n, &at, &sp, &err) == 1);
		MUST(receipt_verify(text.p, &sp, &fuzz_key(FUZZ_HOST)->pub, &r, &err) == 0);
	}
	buf_release(&text);
}

/* Checks what others find in the digests, which it empties. */
static void
check_digests(struct buf *digests)
{
	struct player_read r;
	struct audit a;
	struct err err = ERR_INIT;

	MUST(player_read(&r, rules_all, digests->p, digests->n, NULL, fuzz_key(FUZZ_SEAT), &err) ==
	    0);
	player_read_release(&r);
	MUST(audit_run(&a, rules_all, digests, fuzz_key(FUZZ_SEAT), NULL, true, &err) == 0);
	MUST(a.worst != AUDIT_FAIL);
	audit_release(&a);
}

/* Gives one order, and appends the digests that it makes. Returns true if the host accepts it. */
static bool
give(struct host *h, const struct table *t, const char *s, size_t n, int64_t now,
    struct buf *digests)
{
	struct parsed_order order;
	struct order_block b;
	struct host_result made;
	struct err err = ERR_INIT, why = ERR_INIT;
	unsigned seat;
	bool taken;

	if (order_block_parse_canonical(s, n, &b, &err) < 0)
		return false;
	seat = (unsigned char)b.seat[1] - '1';
	memcpy(b.game, t->game, sizeof b.game);
	memcpy(b.head, t->head.b, sizeof b.head);
	if (order_sign(&order, &b, fuzz_key(FUZZ_SEAT + (seat < 3 ? seat : 0)), &err) < 0)
		return false;
	taken = host_apply(h, fuzz_key(FUZZ_HOST), &order, now, -1, NULL, &made, &why) == 0;
	if (taken) {
		buf_add(digests, made.digest.p, made.digest.n);
		host_result_release(&made);
	} else {
		check_receipt(h, &order, &why);
	}
	return taken;
}

bool
fuzz_try(const uint8_t *p, size_t n)
{
	static struct table table[RULES_MAX];
	static unsigned n_rules;
	const char *s = (const char *)p, *first_line = "adit-order v1";
	struct audit_checked checked;
	struct buf digests = BUF_INIT;
	struct err err = ERR_INIT;
	struct host *h;
	const char *folder;
	unsigned taken = 0, given = 0;
	const struct table *t;

	if (n_rules == 0)
		for (folder = fuzz_folder(); rules_all[n_rules] != NULL; n_rules++)
			open_table(&table[n_rules], folder, n_rules);
	if (n == 0)
		return false;
	t = &table[p[0] % n_rules];
	buf_add(&digests, t->digests.p, t->digests.n);
	MUST(host_open(&h, t->path, true, rules_all, &err) == 0);
	for (size_t at = 1, end; at < n && given < ORDERS; at = end, given++) {
		end = lines_find(s, n, at + 1, first_line);
		taken += give(h, t, s + at, end - at, LATER + given, &digests);
	}
	if (taken > 0) {
		MUST(audit_fsck(h, fuzz_key(FUZZ_HOST), &checked, &err) == 0);
		check_digests(&digests);
	}
	host_close(h);
	buf_release(&digests);
	if (taken > 0)
		MUST(file_write(t->path, t->file.p, t->file.n, &err) == 0);
	return given > 0 && taken == given;
}
