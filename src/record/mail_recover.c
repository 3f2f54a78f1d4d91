/* Digests that were sent by mail. */
#include "record/mail_recover.h"

#include <string.h>

#include "record/transcript.h"
#include "wire/mail_damage.h"

static bool
is_valid(const struct buf *text, const struct transcript *beside)
{
	char host_sign[SIGN_TEXT + 1], game[ORDER_BLOCK_GAME_MAX + 1];
	struct digest_layout t;
	int64_t n;

	return digest_is_self_signed(text, &t, host_sign, game, &n) &&
	    (beside == NULL ||
		(strcmp(game, beside->game) == 0 && strcmp(host_sign, beside->host_sign) == 0));
}

static bool
is_digest(const struct buf *text)
{
	struct err none = ERR_INIT;
	struct digest_layout t;
	size_t at = 0;

	return digest_next(buf_cstr(text), text->n, &at, &t, &none) == 1;
}

/* Appends one digest, recovered if possible; true if it was changed. If no form verifies,
 * appends what is there, or, with none beside it, the best one, so that its fault can be reported. */
static bool
recover_one(const char *s, size_t n, const struct transcript *beside, struct buf *out)
{
	struct buf as_is = BUF_INIT, text[2] = { BUF_INIT, BUF_INIT };
	const struct buf *best = &as_is;

	buf_add(&as_is, s, n);
	if (!is_valid(&as_is, beside)) {
		mail_damage_strip(s, n, false, &text[0]);
		mail_damage_strip(s, n, true, &text[1]);
		if (is_valid(&text[0], beside) ||
		    (beside == NULL && !is_digest(&as_is) && is_digest(&text[0])))
			best = &text[0];
		if (is_valid(&text[1], beside))
			best = &text[1];
	}
	buf_add(out, best->p, best->n);
	for (size_t i = 0; i < 2; i++)
		buf_release(&text[i]);
	buf_release(&as_is);
	return best != &as_is;
}

bool
mail_recover_digests(const char *s, size_t n, const struct transcript *beside, struct buf *out)
{
	bool better = false;

	for (size_t at = mail_damage_find_digest(s, n, 0), next; at < n; at = next) {
		next = mail_damage_next_digest(s, n, at);
		better = recover_one(s + at, next - at, beside, out) || better;
	}
	return better;
}
