/* Message-IDs of mails that adit sends. */
#include "mail/message_id.h"

#include <stdio.h>
#include <string.h>

#include "seal/hash.h"
#include "util/base32.h"

enum { TOKEN_BYTES = 10, GAME_LONGEST = 16 };

static const char game_chars[] = "abcdefghijklmnopqrstuvwxyz0123456789-";

static void
make_token(const unsigned char s[static SECRET_BYTES], const char *to, int64_t n,
    char token[static MESSAGE_TOKEN + 1])
{
	const struct le number = le_encode((uint64_t)n);
	const struct hash_input part[] = { { s, SECRET_BYTES }, { to, strlen(to) },
		{ number.b, sizeof number.b } };
	struct hash h = hash_parts("adit/mail", part, sizeof part / sizeof part[0]);

	base32_text(h.b, TOKEN_BYTES, token);
}

void
message_unwatch_token(const unsigned char s[static SECRET_BYTES], const char *addr,
    char token[static MESSAGE_TOKEN_TEXT + 1])
{
	struct buf to = BUF_INIT;

	buf_fmt(&to, "unwatch %s", addr);
	for (size_t i = 0; i < to.n; i++)
		if (to.p[i] >= 'A' && to.p[i] <= 'Z')
			to.p[i] = (char)(to.p[i] - 'A' + 'a');
	make_token(s, to.p, 0, token);
	buf_release(&to);
}

void
message_id_address_token(const unsigned char s[static SECRET_BYTES], const char *to, int64_t n,
    const char *kind, const char *addr, char token[static MESSAGE_TOKEN + 1])
{
	const struct le number = le_encode((uint64_t)n);
	const struct hash_input part[] = { { s, SECRET_BYTES }, { to, strlen(to) },
		{ number.b, sizeof number.b }, { kind, strlen(kind) }, { addr, strlen(addr) } };
	struct hash h = hash_parts("adit/address", part, sizeof part / sizeof part[0]);

	base32_text(h.b, TOKEN_BYTES, token);
}

void
message_to(const struct names *names, unsigned seat, char to[static MESSAGE_TO_MAX + 1])
{
	if (seat >= STORE_LEFT && seat < STORE_WATCHER)
		(void)snprintf(
		    to, MESSAGE_TO_MAX + 1, "+%u", seat - STORE_LEFT + STORE_WATCHERS + 1);
	else if (seat >= STORE_OPERATOR)
		(void)snprintf(to, MESSAGE_TO_MAX + 1, "+%u",
		    seat - STORE_OPERATOR + STORE_WATCHERS + STORE_WATCHER - STORE_LEFT + 1);
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
message_id_put(const char *game, const char *to, int64_t n, const char *kind, const char *token,
    const char *domain, struct buf *out)
{
	buf_fmt(out, "<%s.%lld.%s.%s%s%s@%s>", game, (long long)n, to, kind,
	    kind[0] != '\0' ? "." : "", token, domain);
}

void
message_id_make(const unsigned char s[static SECRET_BYTES], const char *game, const char *to,
    int64_t n, const char *kind, const char *domain, struct buf *out)
{
	char token[MESSAGE_TOKEN + 1];

	make_token(s, to, n, token);
	message_id_put(game, to, n, kind, token, domain, out);
}

/* Copies a part up to the next dot, or to '@' if `last`. Moves *s after the separator. */
static bool
take_part(const char **s, const char *end, bool last, char *part, size_t room)
{
	const char *p = *s;

	while (p < end && *p != '.' && *p != '@')
		p++;
	if (p == end || *p != (last ? '@' : '.') || (size_t)(p - *s) >= room)
		return false;
	memcpy(part, *s, (size_t)(p - *s));
	part[p - *s] = '\0';
	*s = p + 1;
	return true;
}

/* Accepts "", or a letter of message_kind with a number. */
static bool
is_kind(const char *kind)
{
	int64_t id;

	return kind[0] == '\0' ||
	    (strchr(MESSAGE_KINDS, kind[0]) != NULL &&
		number_parse(kind + 1, strlen(kind + 1), INT64_MAX, &id) == 0);
}

static bool
is_game(const char *game)
{
	const size_t n = strlen(game);

	return n > 0 && n <= GAME_LONGEST && strspn(game, game_chars) == n && game[0] != '-';
}

bool
message_id_split(const char *id, size_t n_id, struct message_id_parts *parts)
{
	const char *s = id + 1, *end = id + n_id;
	char number[MESSAGE_KIND_MAX + 1], last[MESSAGE_KIND_MAX + 1];

	*parts = (struct message_id_parts){ .n = -1 };
	if (n_id < 2 || id[0] != '<' || id[n_id - 1] != '>' ||
	    !take_part(&s, end, false, parts->game, sizeof parts->game) || !is_game(parts->game) ||
	    !take_part(&s, end, false, number, sizeof number) ||
	    number_parse(number, strlen(number), INT64_MAX, &parts->n) < 0 ||
	    !take_part(&s, end, false, parts->to, sizeof parts->to))
		return false;
	if (!take_part(&s, end, true, last, sizeof last) &&
	    (!take_part(&s, end, false, parts->kind, sizeof parts->kind) ||
		!take_part(&s, end, true, last, sizeof last)))
		return false;
	if (strlen(last) != MESSAGE_TOKEN || !is_kind(parts->kind))
		return false;
	memcpy(parts->token, last, sizeof parts->token);
	return true;
}

static uint8_t
find_to(const struct names *names, const char *to)
{
	int64_t n;

	for (unsigned seat = STORE_OPERATOR; seat < STORE_POSTS; seat++) {
		char name[MESSAGE_TO_MAX + 1];

		message_to(names, seat, name);
		if (strcmp(to, name) == 0)
			return (uint8_t)seat;
	}
	if (to[0] == '+')
		return number_parse_range(to + 1, strlen(to + 1), 1, STORE_WATCHERS, &n) == 0 ?
		    (uint8_t)(STORE_WATCHER + n - 1) :
		    SEAT_NONE;
	return names_find(names, to, strlen(to));
}

bool
message_id_ours(const unsigned char s[static SECRET_BYTES], const char *game,
    const struct names *names, const char *id, size_t n_id, uint8_t *seat, int64_t *n,
    char kind[static MESSAGE_KIND_MAX + 1])
{
	struct message_id_parts parts;
	char token[MESSAGE_TOKEN + 1], to[MESSAGE_TO_MAX + 1];

	if (!message_id_split(id, n_id, &parts) || strcmp(parts.game, game) != 0)
		return false;
	*seat = find_to(names, parts.to);
	if (*seat == SEAT_NONE)
		return false;
	*n = parts.n;
	memcpy(kind, parts.kind, sizeof parts.kind);
	message_to(names, *seat, to);
	make_token(s, to, *n, token);
	return seal_equal(token, parts.token, MESSAGE_TOKEN);
}

bool
message_id_game(const char *id, size_t n_id, char game[static ORDER_BLOCK_GAME_MAX + 1])
{
	struct message_id_parts parts;

	if (!message_id_split(id, n_id, &parts))
		return false;
	memcpy(game, parts.game, sizeof parts.game);
	return true;
}

const char *
mail_address_domain(const char *addr)
{
	const char *at = strrchr(addr, '@');

	return at != NULL ? at + 1 : addr;
}
