/* What the host signs of a digest besides its text. */
#include "record/digest_sig.h"

#include "wire/digest.h"

void
digest_comment(
    const char *game, int64_t n, const struct hash *head, const struct hash *zero, struct buf *out)
{
	char head_text[HASH_TEXT + 1], zero_text[HASH_TEXT + 1] = "-";

	hash_text(head, head_text);
	if (zero != NULL)
		hash_text(zero, zero_text);
	buf_fmt(out, DIGEST_HEADING " %s/%lld %s %s", game, (long long)n, head_text, zero_text);
}

int
digest_attest(const struct pubkey *host, const char *game, int64_t n, const struct hash *head,
    const struct hash *zero, const struct minisign_sig *sig, struct err *err)
{
	struct buf comment = BUF_INIT;
	int result;

	digest_comment(game, n, head, zero, &comment);
	result = minisign_attest(host, comment.p, sig, err);
	buf_release(&comment);
	return result;
}
