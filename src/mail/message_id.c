/* Message-IDs of mails that adit sends. */
#include "mail/message_id.h"

#include <stdio.h>
#include <string.h>

#include "seal/hash.h"
#include "util/base32.h"
#include "util/slice.h"

enum { TOKEN_BYTES = 10, TOKEN_TEXT = 16, GAME_LONGEST = 16 };

static const char game_chars[] = "abcdefghijklmnopqrstuvwxyz0123456789-";

static void
make_token(const unsigned char s[static SECRET_BYTES], const char *to, int64_t n,
    char token[static TOKEN_TEXT + 1])
{
	const struct le number = le_encode((uint64_t)n);
	const struct hash_input part[] = { { s, SECRET_BYTES }, { to, strlen(to) },
		{ number.b, sizeof number.b } };
	struct hash h = hash_parts("adit/mail", part, sizeof part / sizeof part[0]);

	base32_text(h.b, TOKEN_BYTES, token);
}

void
message_to(const struct names *names, unsigned seat, char to[static MESSAGE_TO_MAX + 1])
{
	if (seat >= STORE_LEFT && seat < STORE_WATCHER)
		(void)snprintf(
		    to, MESSAGE_TO_MAX + 1, "+%u", seat - STORE_LEFT + STORE_WATCHERS + 1);
	else if (seat >= STORE_WATCHER)
		(void)snprintf(to, MESSAGE_TO_MAX + 1, "+%u", seat - STORE_WATCHER + 1);
	else
		(void)snprintf(to, MESSAGE_TO_MAX + 1, "%s", names->seat[seat]);
}

void
message_kind(char letter, int64_t id, char kind[static MESSAGE_KIND_MAX + 1])
{
	(void)snprintf(kind, MESSAGE_KIND_MAX + 1, "%c%lld", letter, (long long)id);
}

void
message_id_make(const unsigned char s[static SECRET_BYTES], const char *game, const char *to,
    int64_t n, const char *kind, const char *domain, struct buf *out)
{
	char token[TOKEN_TEXT + 1];

	make_token(s, to, n, token);
	buf_fmt(out, "<%s.%lld.%s.%s%s%s@%s>", game, (long long)n, to, kind,
	    kind[0] != '\0' ? "." : "", token, domain);
}

/* The parts of an id, all within their limits. */
struct id_parts {
	struct slice game, n, to, kind, token;
};

/* Reads a part up to the next dot, or to '@' if `last`. Moves *s after the separator. */
static bool
take_part(const char **s, const char *end, bool last, struct slice *part)
{
	const char *p = *s;

	while (p < end && *p != '.' && *p != '@')
		p++;
	if (p == end || *p != (last ? '@' : '.'))
		return false;
	*part = (struct slice){ *s, (size_t)(p - *s) };
	*s = p + 1;
	return true;
}

static bool
split(const char *id, size_t n_id, struct id_parts *parts)
{
	const char *s = id + 1, *end = id + n_id;

	*parts = (struct id_parts){ .kind = { "", 0 } };
	if (n_id < 2 || id[0] != '<' || id[n_id - 1] != '>' ||
	    !take_part(&s, end, false, &parts->game) || !take_part(&s, end, false, &parts->n) ||
	    !take_part(&s, end, false, &parts->to))
		return false;
	if (!take_part(&s, end, true, &parts->token)) {
		if (!take_part(&s, end, false, &parts->kind) ||
		    !take_part(&s, end, true, &parts->token))
			return false;
	}
	return parts->token.n == TOKEN_TEXT;
}

/* Accepts "", or "r", "h" or "d" with a number. */
static bool
take_kind(struct slice w, char kind[static MESSAGE_KIND_MAX + 1])
{
	int64_t id;

	if (w.n > MESSAGE_KIND_MAX ||
	    (w.n > 0 &&
		(memchr("rhd", w.s[0], 3) == NULL ||
		    number_parse(w.s + 1, w.n - 1, INT64_MAX, &id) < 0)))
		return false;
	memcpy(kind, w.s, w.n);
	kind[w.n] = '\0';
	return true;
}

static uint8_t
find_to(const struct names *names, struct slice to)
{
	int64_t n;

	if (to.n > 0 && to.s[0] == '+')
		return number_parse_range(to.s + 1, to.n - 1, 1, STORE_WATCHERS, &n) == 0 ?
		    (uint8_t)(STORE_WATCHER + n - 1) :
		    SEAT_NONE;
	return names_find(names, to.s, to.n);
}

bool
message_id_ours(const unsigned char s[static SECRET_BYTES], const char *game,
    const struct names *names, const char *id, size_t n_id, uint8_t *seat, int64_t *n,
    char kind[static MESSAGE_KIND_MAX + 1])
{
	struct id_parts parts;
	char token[TOKEN_TEXT + 1], to[MESSAGE_TO_MAX + 1];

	if (!split(id, n_id, &parts) || !slice_is(parts.game, game) ||
	    number_parse(parts.n.s, parts.n.n, INT64_MAX, n) < 0 || !take_kind(parts.kind, kind))
		return false;
	*seat = find_to(names, parts.to);
	if (*seat == SEAT_NONE)
		return false;
	message_to(names, *seat, to);
	make_token(s, to, *n, token);
	return seal_equal(token, parts.token.s, TOKEN_TEXT);
}

bool
message_id_game(const char *id, size_t n_id, char game[static ORDER_BLOCK_GAME_MAX + 1])
{
	struct id_parts parts;
	size_t n;

	if (!split(id, n_id, &parts))
		return false;
	n = parts.game.n;
	if (n == 0 || n > GAME_LONGEST)
		return false;
	memcpy(game, parts.game.s, n);
	game[n] = '\0';
	return strspn(game, game_chars) == n && game[0] != '-';
}

const char *
mail_address_domain(const char *addr)
{
	const char *at = strrchr(addr, '@');

	return at != NULL ? at + 1 : addr;
}
