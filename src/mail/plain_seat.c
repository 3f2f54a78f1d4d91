/* Secrets of mails to plain seats. */
#include "mail/plain_seat.h"

#include <stdio.h>
#include <string.h>

int
plain_seat_open(const struct table *t, const struct host_state *hs, const struct seckey *host,
    uint8_t seat, const char *address, struct plain_seat *out, struct err *err)
{
	memset(out, 0, sizeof *out);
	if (seckey_unlock(host, SECRET_SIGN, err) < 0)
		return -1;
	out->seat = seat;
	out->game = t->game;
	memcpy(out->name, t->names.seat[seat], sizeof out->name);
	(void)snprintf(out->address, sizeof out->address, "%s", address);
	out->seed = custody_seed(host, t->game, out->name, hs->n_custody[seat]);
	out->key = custody_key(&out->seed, err);
	if (out->key != NULL)
		return 0;
	plain_seat_close(out);
	return -1;
}

void
plain_seat_close(struct plain_seat *p)
{
	seckey_free(p->key);
	seal_wipe(p, sizeof *p);
}

static void
make_token(const struct plain_seat *p, int64_t n, const char *kind, bool is_code,
    char token[static CUSTODY_TOKEN_TEXT + 1])
{
	custody_token(&p->seed, p->address, n, is_code ? 'c' : 'm', kind, token);
}

void
plain_seat_id(
    const struct plain_seat *p, int64_t n, const char *kind, const char *domain, struct buf *out)
{
	char token[CUSTODY_TOKEN_TEXT + 1];

	make_token(p, n, kind, false, token);
	message_id_put(p->game, p->name, n, kind, token, domain, out);
	seal_wipe(token, sizeof token);
}

void
plain_seat_code(const struct plain_seat *p, int64_t n, const char *kind, struct buf *out)
{
	char token[CUSTODY_TOKEN_TEXT + 1];

	make_token(p, n, kind, true, token);
	buf_fmt(
	    out, "%s.%lld.%s%s%s", p->game, (long long)n, kind, kind[0] != '\0' ? "." : "", token);
	seal_wipe(token, sizeof token);
}

/* Parses a reply code, in letters of any case. */
static bool
split_code(const char *s, size_t n, struct message_id_parts *parts)
{
	struct buf id = BUF_INIT;
	const char *dot = memchr(s, '.', n), *second;
	bool is;

	if (dot == NULL || (second = memchr(dot + 1, '.', n - (size_t)(dot + 1 - s))) == NULL)
		return false;
	/* As a Message-ID to nobody: <GAME.N.-.TOKEN@->. */
	buf_fmt(
	    &id, "<%.*s.-%.*s@->", (int)(second - s), s, (int)(n - (size_t)(second - s)), second);
	for (size_t i = 0; i < id.n; i++)
		if (id.p[i] >= 'A' && id.p[i] <= 'Z')
			id.p[i] = (char)(id.p[i] - 'A' + 'a');
	is = message_id_split(id.p, id.n, parts);
	buf_wipe(&id);
	return is;
}

bool
plain_code_game(const char *code, size_t n, char game[static ORDER_BLOCK_GAME_MAX + 1])
{
	struct message_id_parts parts;
	const bool is = split_code(code, n, &parts);

	if (is)
		memcpy(game, parts.game, strlen(parts.game) + 1);
	seal_wipe(&parts, sizeof parts);
	return is;
}

bool
plain_seat_is_own(const struct plain_seat *p, const char *s, size_t n_s, bool is_code, int64_t *n,
    char kind[static MESSAGE_KIND_MAX + 1])
{
	struct message_id_parts parts = { .n = -1 };
	char token[CUSTODY_TOKEN_TEXT + 1];
	bool is = p->address[0] != '\0' &&
	    (is_code ? split_code(s, n_s, &parts) : message_id_split(s, n_s, &parts)) &&
	    strcmp(parts.game, p->game) == 0 && (is_code || strcmp(parts.to, p->name) == 0);

	if (is) {
		*n = parts.n;
		memcpy(kind, parts.kind, sizeof parts.kind);
		make_token(p, *n, kind, is_code, token);
		is = seal_equal(token, parts.token, CUSTODY_TOKEN_TEXT);
		seal_wipe(token, sizeof token);
	}
	seal_wipe(&parts, sizeof parts);
	return is;
}
