#include "audit/forge.h"

#include <criterion/criterion.h>

#include "host/table.h"
#include "record/digest_sig.h"
#include "seal/age.h"
#include "seal/det_age.h"
#include "games/games.h"
#include "player/player.h"

/* A digest being forged. */
struct forged {
	struct buf body;             /* the signed part */
	struct buf armor[SEATS_MAX]; /* by seat; empty: no view */
	struct digest d;
};

static void
replace(struct buf *text, const char *after, const char *from, const char *to)
{
	struct buf out = BUF_INIT;
	const char *begin = text->p, *at;

	if (after != NULL) {
		begin = strstr(begin, after);
		cr_assert_not_null(begin, "no \"%s\" to forge behind", after);
	}
	at = strstr(begin, from);
	cr_assert_not_null(at, "no \"%s\" to forge", from);
	buf_add(&out, text->p, (size_t)(at - text->p));
	buf_str(&out, to);
	buf_str(&out, at + strlen(from));
	buf_release(text);
	*text = out;
}

static void
open_forged(const struct buf *all, const struct digest_layout *t, struct forged *f)
{
	struct err err = ERR_INIT;

	memset(f, 0, sizeof *f);
	cr_assert_eq(digest_parse(rules_all, all->p, t, &f->d, &err), 0, "%s", err.msg);
	buf_add(&f->body, all->p + t->signed_part.at, t->signed_part.n);
	for (unsigned i = 0; i < f->d.names.n; i++)
		buf_add(&f->armor[i], all->p + t->sealed[i].at, t->sealed[i].n);
}

static void
sign(const struct seckey *host, const char *p, size_t n, const char *comment, struct buf *out)
{
	struct buf sig64 = BUF_INIT;
	struct minisign_sig sig;

	minisign_sign(host, p, n, comment, &sig);
	seal_base64(sig.b, sizeof sig.b, &sig64);
	digest_sig_text(sig64.p, out);
	buf_release(&sig64);
}

/* Signs the digest and appends it. *head becomes its hash, *zero that of digest 0. */
static void
close_forged(struct forged *f, const struct seckey *host, struct hash *head, struct hash *zero,
    struct buf *out)
{
	struct buf comment = BUF_INIT;

	*head = digest_hash(f->body.p, f->body.n);
	if (f->d.n == 0)
		*zero = *head;
	digest_comment(f->d.game, f->d.n, head, f->d.n > 0 ? zero : NULL, &comment);
	buf_add(out, f->body.p, f->body.n);
	sign(host, f->body.p, f->body.n, comment.p, out);
	digest_head_text(head->b, f->d.n > 0 ? zero->b : NULL, out);
	for (unsigned i = 0; i < f->d.names.n; i++) {
		if (f->armor[i].n > 0)
			digest_for_text(f->d.names.seat[i], f->armor[i].p, f->armor[i].n, out);
		buf_release(&f->armor[i]);
	}
	buf_release(&f->body);
	buf_release(&comment);
}

struct lie {
	const struct seckey *host, *key;
	int64_t n;
	const char *after, *from, *to;
	bool has_s; /* the secret is known: the game is over */
	struct hash s;
	const struct seckey *other; /* sealed to this key; NULL: to its own */
	const char *tail;           /* after the view; NULL: nothing */
};

/* Seals as the host does, so that only the content is a lie. */
static void
seal(const struct forged *f, const struct lie *lie, const char *seat, const struct buf *plain,
    struct buf *out)
{
	const struct seckey *to = lie->other != NULL ? lie->other : lie->key;
	const struct det_age at = { lie->s.b, f->d.game, f->d.n, seat, to->pub.box_pk };
	struct err err = ERR_INIT;

	cr_assert_eq(lie->has_s ? det_age_encrypt(&at, plain->p, plain->n, out, &err) :
				  age_encrypt(to->pub.box_pk, plain->p, plain->n, false, out, &err),
	    0, "%s", err.msg);
}

static void
lie_in_view(struct forged *f, const struct lie *lie)
{
	struct buf file = BUF_INIT, plain = BUF_INIT, comment = BUF_INIT;
	struct err err = ERR_INIT;
	unsigned seat = 0;
	char old[HASH_TEXT + 1], new[HASH_TEXT + 1];
	struct hash h;
	size_t length;
	char *sig;

	for (; seat < f->d.names.n; seat++) {
		buf_clear(&file);
		cr_assert_eq(
		    age_dearmor(f->armor[seat].p, f->armor[seat].n, &file, &err), 0, "%s", err.msg);
		if (age_decrypt(lie->key, file.p, file.n, DIGEST_MAX, &plain, &err) == 0)
			break;
	}
	cr_assert_lt(seat, f->d.names.n, "no view for this key");
	h = view_hash(file.p, file.n);
	hash_text(&h, old);
	length = plain.n;
	replace(&plain, lie->after, lie->from, lie->to);
	sig = strstr(plain.p, "\nsig:\n");
	cr_assert_not_null(sig);
	plain.n = (size_t)(sig + 1 - plain.p);
	private_view_comment(f->d.game, f->d.n, f->d.names.seat[seat], &comment);
	sign(lie->host, plain.p, plain.n, comment.p, &plain);
	buf_fill(&plain, '\n', plain.n < length ? length - plain.n : 0);
	if (lie->tail != NULL)
		buf_str(&plain, lie->tail);
	buf_clear(&file);
	seal(f, lie, f->d.names.seat[seat], &plain, &file);
	h = view_hash(file.p, file.n);
	hash_text(&h, new);
	replace(&f->body, NULL, old, new);
	buf_clear(&f->armor[seat]);
	age_armor((const unsigned char *)file.p, file.n, &f->armor[seat]);
	buf_release(&file);
	buf_release(&plain);
	buf_release(&comment);
}

static void
forge(struct buf *all, const struct lie *lie)
{
	struct buf out = BUF_INIT;
	struct digest_layout t;
	struct err err = ERR_INIT;
	struct hash head, zero;
	size_t at = 0;
	bool has_zero = false;

	while (digest_next(all->p, all->n, &at, &t, &err) == 1) {
		struct forged *f = malloc(sizeof *f);
		char was[HASH_TEXT + 1], is[HASH_TEXT + 1];

		cr_assert_not_null(f);
		open_forged(all, &t, f);
		if (!has_zero)
			memcpy(zero.b, t.zero, sizeof zero.b);
		has_zero = true;
		if (f->d.n > lie->n) {
			hash_text((const struct hash *)f->d.prev, was);
			hash_text(&head, is);
			replace(&f->body, "\nprev: ", was, is);
		}
		if (f->d.n == lie->n && lie->key != NULL)
			lie_in_view(f, lie);
		else if (f->d.n == lie->n)
			replace(&f->body, lie->after, lie->from, lie->to);
		close_forged(f, lie->host, &head, &zero, &out);
		free(f);
	}
	buf_release(all);
	*all = out;
}

void
forge_public(struct buf *all, const struct seckey *host, int64_t n, const char *after,
    const char *from, const char *to)
{
	forge(all, &(struct lie){ .host = host, .n = n, .after = after, .from = from, .to = to });
}

void
forge_view(struct buf *all, const struct seckey *host, const struct seckey *key, int64_t n,
    const char *after, const char *from, const char *to)
{
	static const char line[] = "\n  secret ";
	const char *p = strstr(buf_cstr(all), line);
	struct lie lie = {
		.host = host, .key = key, .n = n, .after = after, .from = from, .to = to
	};

	lie.has_s = p != NULL && hash_parse(p + strlen(line), HASH_TEXT, &lie.s) == 0;
	forge(all, &lie);
}

void
forge_take(const struct buf *all, int64_t n, struct buf *out)
{
	struct digest_layout t;
	struct err err = ERR_INIT;
	size_t at = 0;

	for (int64_t i = 0; digest_next(all->p, all->n, &at, &t, &err) == 1; i++)
		if (i == n)
			buf_add(out, all->p + t.whole.at, t.whole.n);
}

void
forge_value(const struct buf *all, int64_t n, const char *after, const char *key, char *out)
{
	struct buf one = BUF_INIT;
	const char *p;
	size_t len;

	forge_take(all, n, &one);
	p = strstr(buf_cstr(&one), after);
	cr_assert_not_null(p, "no \"%s\" in digest %d", after, (int)n);
	p = strstr(p, key);
	cr_assert_not_null(p, "no \"%s\" in digest %d", key, (int)n);
	p += strlen(key);
	len = strcspn(p, "\n");
	cr_assert_lt(len, 200);
	memcpy(out, p, len);
	out[len] = '\0';
	buf_release(&one);
}

/* ---- reading --------------------------------------------------------------------------------- */

void
forge_reads(const char *lie, const struct buf *all, int64_t n, const char *says)
{
	struct buf text = BUF_INIT;
	struct player_read r;
	struct err err = ERR_INIT;
	int result;

	for (int64_t i = 0; i <= n; i++)
		forge_take(all, i, &text);
	result = player_read(&r, rules_all, text.p, text.n, NULL, NULL, &err);
	if (says == NULL) {
		cr_expect_eq(result, 0, "%s: %s", lie, err.msg);
		player_read_release(&r);
	} else {
		cr_expect_eq(result, -1, "%s: not found", lie);
		cr_expect_eq(err.code, ERR_AUTH, "%s: %s", lie, err.msg);
		cr_expect_not_null(strstr(err.msg, says), "%s: %s", lie, err.msg);
	}
	buf_release(&text);
}

void
forge_is_found(const struct buf *all, const struct seckey *host, const struct forge_lie *lie,
    void (*in_scene)(const char *pattern, struct buf *out))
{
	struct buf from = BUF_INIT, to = BUF_INIT, forged = BUF_INIT;

	buf_add(&forged, all->p, all->n);
	in_scene(lie->from, &from);
	in_scene(lie->to, &to);
	forge_public(&forged, host, lie->n, NULL, from.p, to.p);
	forge_reads(lie->name, &forged, lie->n, lie->says);
	buf_release(&from);
	buf_release(&to);
	buf_release(&forged);
}

void
forge_seal(struct buf *all, const struct seckey *host, const struct seckey *key, int64_t n,
    const struct seckey *other, const char *tail)
{
	forge(all,
	    &(struct lie){ .host = host,
		.key = key,
		.n = n,
		.from = "\n",
		.to = "\n",
		.other = other,
		.tail = tail });
}
