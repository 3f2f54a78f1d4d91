/* What the host's own screen asks the game file. */

#include "host/host.h"
#include "record/transcript.h"
#include "games/games.h"

int
host_digest(struct store *st, int64_t n, struct digest *d, struct buf *text, struct hash *head,
    struct err *err)
{
	struct store_digest row = { .n = 0 };
	struct digest_text t;
	size_t at = 0;
	int result = -1;

	if (store_get_digest(st, n, &row, err) < 0)
		return -1;
	if (digest_next(buf_cstr(&row.text), row.text.n, &at, &t, err) == 1 &&
	    digest_parse(rules_all, row.text.p, &t, d, err) == 0) {
		*head = digest_hash(row.text.p + t.signed_part.at, t.signed_part.n);
		result = 0;
	}
	if (result == 0 && !seal_equal(head->b, row.hash, HASH_BYTES))
		result = err_set(
		    err, ERR_CORRUPT, "digest %lld is not what its hash says", (long long)row.n);
	if (result == 0)
		buf_add(text, row.text.p, row.text.n);
	store_digest_release(&row);
	return result;
}
