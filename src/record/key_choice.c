/*
 * Chooses a key.
 *
 * (C1) Nothing is trusted here but the own public key files: input only leads to a key, and
 *      the caller verifies the input with it.
 */
#include "record/key_choice.h"

#include <stdlib.h>
#include <string.h>

#include "record/home.h"
#include "record/keys.h"
#include "record/mail_recover.h"
#include "record/saved_digest.h"
#include "record/transcript.h"
#include "util/file.h"
#include "util/lines.h"
#include "util/mem.h"
#include "wire/mail_damage.h"
#include "wire/order_block.h"
#include "wire/receipt.h"

enum { CARD_MAX = 65536 };

/* ---- digests --------------------------------------------------------------------------------- */

/* Who signed a digest, and which it is. */
struct origin {
	char host_sign[SIGN_TEXT + 1], game[ORDER_BLOCK_GAME_MAX + 1];
	int64_t n;
};

/* True if the record has the digest, which was verified then, or if the host that it names has
 * signed it. */
static bool
is_valid(const struct user *u, const char *s, const struct digest_layout *t, const struct origin *o)
{
	struct buf dir = BUF_INIT;
	struct err none = ERR_INIT;
	struct pubkey host;
	const bool is = (user_game(u, o->game, &dir, &none) == 0 &&
			    saved_digest_has(
				dir.p, o->n, s + t->signed_part.at, t->signed_part.n, NULL)) ||
	    (pubkey_sign_parse(o->host_sign, strlen(o->host_sign), &host) == 0 &&
		digest_verify(s, t, &host, o->game, o->n, &none) == 0);

	buf_release(&dir);
	return is;
}

static bool
find_origin(const char *s, const struct digest_layout *t, struct origin *o)
{
	struct err none = ERR_INIT;

	return digest_host(s, t, o->host_sign, o->game, &o->n, &none) == 0;
}

static bool
find_receipt(const struct buf *text, char game[static ORDER_BLOCK_GAME_MAX + 1])
{
	struct buf clean = BUF_INIT;
	struct receipt_spans sp;
	struct receipt r;
	struct err none = ERR_INIT;
	size_t at = 0;
	bool found;

	digest_clean(buf_cstr(text), text->n, &clean);
	found = receipt_next(buf_cstr(&clean), clean.n, &at, &sp, &none) == 1 &&
	    receipt_parse(clean.p, &sp, &r, &none) == 0;
	if (found)
		memcpy(game, r.game, sizeof r.game);
	buf_release(&clean);
	return found;
}

/* Reads one digest, unless mail programs have changed it. */
static bool
find_first(const struct user *u, const struct buf *text, char game[static ORDER_BLOCK_GAME_MAX + 1])
{
	struct buf copy = BUF_INIT;
	struct digest_layout t;
	struct transcript tr;
	struct origin o;
	struct err none = ERR_INIT;
	size_t at = 0;
	bool found;

	digest_clean(buf_cstr(text), text->n, &copy);
	found = digest_next(buf_cstr(&copy), copy.n, &at, &t, &none) == 1 &&
	    find_origin(copy.p, &t, &o) && is_valid(u, copy.p, &t, &o);
	if (found) {
		memcpy(game, o.game, sizeof o.game);
	} else {
		transcript_load(&tr, u->games, &copy, NULL);
		found = tr.n_copy > 0;
		if (found)
			memcpy(game, tr.game, sizeof tr.game);
		transcript_release(&tr);
	}
	buf_release(&copy);
	return found;
}

bool
key_choice_game(
    const struct user *u, const struct buf *text, char game[static ORDER_BLOCK_GAME_MAX + 1])
{
	return find_first(u, text, game) || find_receipt(text, game);
}

/* ---- the keys of the seats ------------------------------------------------------------------- */

struct seats {
	const struct user *u;
	char game[ORDER_BLOCK_GAME_MAX + 1], host_sign[SIGN_TEXT + 1];
	struct names names;
	struct {
		char sign[SIGN_TEXT + 1], age[AGE_TEXT + 1]; /* "": unknown */
		int64_t n;                                   /* the digest that names them */
	} of[SEATS_MAX];
	int64_t all; /* the newest digest that names the keys of all seats; -1: none */
	size_t n_found;
	int64_t *found; /* the numbers of digests */
};

/* Takes the keys of the seats in a section of digest n, except where a newer one names others. */
static void
take_section(struct seats *s, const char *text, struct span sp, int64_t n)
{
	static const char begin[] = "  seat: ";
	const size_t begin_n = sizeof begin - 1;
	struct lines l = { text, sp.at + sp.n, sp.at, 1 };
	struct err none = ERR_INIT;
	const char *p;
	size_t len;

	while (lines_next(&l, &p, &len)) {
		uint8_t seat;

		if (len <= begin_n || memcmp(p, begin, begin_n) != 0)
			continue;
		(void)names_add(&s->names, p + begin_n, len - begin_n, &none);
		seat = names_find(&s->names, p + begin_n, len - begin_n);
		if (seat == SEAT_NONE || s->of[seat].n > n)
			continue;
		s->of[seat].n = n;
		if (lines_copy(&l, "  sign", s->of[seat].sign, SIGN_TEXT + 1, &none) < 0 ||
		    lines_copy(&l, "  age", s->of[seat].age, AGE_TEXT + 1, &none) < 0)
			return;
	}
}

static void
add_number(struct seats *s, int64_t n)
{
	GROW(s->found, s->n_found);
	s->found[s->n_found++] = n;
}

/* Takes the keys that a digest of the game names. Returns false if it names some, and neither the
 * record nor the host's signature confirms it. */
static bool
take_digest(struct seats *s, const char *text, const struct digest_layout *t)
{
	const size_t from = t->signed_part.at, to = t->position.at;
	const struct span setup = lines_section(text, from, to, "setup:"),
			  seats = lines_section(text, from, to, "seats:"),
			  changed = lines_section(text, from, to, "new-keys:");
	struct origin o;

	if (!find_origin(text, t, &o))
		return false;
	if (strcmp(o.game, s->game) != 0)
		return true;
	if (setup.n + seats.n + changed.n > 0 || s->host_sign[0] == '\0') {
		if (!is_valid(s->u, text, t, &o))
			return false;
		if (s->host_sign[0] == '\0')
			memcpy(s->host_sign, o.host_sign, sizeof s->host_sign);
	}
	if (strcmp(o.host_sign, s->host_sign) != 0)
		return true;
	take_section(s, text, setup, o.n);
	take_section(s, text, seats, o.n);
	take_section(s, text, changed, o.n);
	if ((o.n == 0 || seats.n > 0) && o.n > s->all)
		s->all = o.n;
	add_number(s, o.n);
	return true;
}

/* Takes all digests. Returns false if mail programs may have changed some. */
static bool
take_all(struct seats *s, const struct buf *text)
{
	struct digest_layout t;
	struct err none = ERR_INIT;
	bool whole = !order_block_leaves_out(buf_cstr(text), text->n);
	size_t at = 0;
	int found;

	while ((found = digest_next(buf_cstr(text), text->n, &at, &t, &none)) == 1)
		whole = take_digest(s, text->p, &t) && whole;
	return found == 0 && whole;
}

static void
take_text(struct seats *s, const struct buf *text)
{
	struct buf clean = BUF_INIT, mended = BUF_INIT;

	digest_clean(buf_cstr(text), text->n, &clean);
	if ((!take_all(s, &clean) || mail_damage_may_hide(&clean)) &&
	    mail_recover_digests(buf_cstr(&clean), clean.n, NULL, &mended))
		(void)take_all(s, &mended);
	buf_release(&clean);
	buf_release(&mended);
}

/* Takes the digests of the record, up to one that names the keys of all seats. */
static void
take_saved(struct seats *s, const char *dir)
{
	struct folder_numbers saved = { 0, NULL };
	struct err none = ERR_INIT;

	(void)folder_numbers(dir, &saved, &none);
	for (size_t i = saved.n; i-- > 0 && saved.at[i] > s->all;) {
		struct buf file = BUF_INIT;
		struct digest_layout t;
		size_t at = 0;

		/* Most digests name no keys, and need not be parsed. */
		if (saved_digest_text(dir, saved.at[i], &file, &none) == 0 &&
		    strstr(buf_cstr(&file), "seat: ") != NULL &&
		    digest_next(file.p, file.n, &at, &t, &none) == 1)
			(void)take_digest(s, file.p, &t);
		add_number(s, saved.at[i]);
		buf_release(&file);
	}
	free(saved.at);
}

/* (C1) Damaged digests are reported where they are read. */
static void
read_seats(const struct user *u, const struct buf *text, struct seats *s)
{
	struct buf dir = BUF_INIT;
	struct err none = ERR_INIT;

	*s = (struct seats){ .u = u, .all = -1 };
	if (key_choice_game(u, text, s->game)) {
		take_text(s, text);
		if (user_game(u, s->game, &dir, &none) == 0)
			take_saved(s, dir.p);
	}
	buf_release(&dir);
}

static int
by_number(const void *a, const void *b)
{
	const int64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* True if digests are missing that may name other keys. */
static bool
has_gap(struct seats *s)
{
	int64_t last = s->all;

	if (s->n_found > 0)
		qsort(s->found, s->n_found, sizeof *s->found, by_number);
	for (size_t i = 0; i < s->n_found; i++) {
		if (s->found[i] > last + 1)
			return true;
		last = s->found[i] > last ? s->found[i] : last;
	}
	return false;
}

/* True if the public key file of the key is of a seat. */
static bool
has_seat(const struct user *u, const char *key, const struct seats *s)
{
	struct buf path = BUF_INIT, name = BUF_INIT, text = BUF_INIT;
	char sign[SIGN_TEXT + 1], age[AGE_TEXT + 1];
	struct err none = ERR_INIT;
	struct pubkey card;
	bool has = false;

	if (keys_path(u, key, &path, &name, &none) == 0) {
		buf_str(&path, ".pub");
		if (file_read_nofollow(path.p, CARD_MAX, &text, &none) == 0 &&
		    pubkey_parse_known(buf_cstr(&text), text.n, &card, &none) == 0) {
			pubkey_sign_text(&card, sign);
			pubkey_box_text(&card, age);
			for (unsigned i = 0; i < s->names.n && !has; i++)
				has = strcmp(s->of[i].sign, sign) == 0 &&
				    strcmp(s->of[i].age, age) == 0;
		}
	}
	buf_release(&path);
	buf_release(&name);
	buf_release(&text);
	return has;
}

/* ---- the choice ------------------------------------------------------------------------------ */

/* The secret keys of the home that have a seat. */
struct holders {
	size_t n;
	struct buf names; /* "anna, bob" */
};

static void
find_holders(
    const struct user *u, const struct keys_list *list, const struct seats *s, struct holders *h)
{
	for (size_t i = 0; i < list->n; i++)
		if (list->at[i].secret && has_seat(u, list->at[i].name, s))
			buf_fmt(&h->names, "%s%s", h->n++ > 0 ? ", " : "", list->at[i].name);
}

/* Neither the key used last nor the usual one has a seat. */
static int
choose_other(const struct user *u, const struct keys_list *list, const struct seats *s,
    const char *used, struct buf *key, struct err *err)
{
	const char *usual = u->key_default;
	struct holders h = { .n = 0 };
	int result = 0;

	find_holders(u, list, s, &h);
	if (h.n == 1)
		buf_str(key, h.names.p);
	else if (h.n == 0 && (used != NULL || usual != NULL))
		buf_str(key, used != NULL ? used : usual);
	else if (h.n == 0)
		result = keys_only(u, key, err);
	else {
		(void)err_set(
		    err, ERR_USAGE, "which key? with a seat in game %s: %s", s->game, h.names.p);
		result = err_hint(err, "name one with -k");
	}
	buf_release(&h.names);
	return result;
}

/* Several keys come into question. */
static int
choose(const struct user *u, const struct keys_list *list, const struct buf *text, const char *used,
    struct buf *key, struct err *err)
{
	const char *usual = u->key_default;
	struct seats *s = mem_new(sizeof *s);
	int result = 0;

	read_seats(u, text, s);
	if (used != NULL && (has_gap(s) || has_seat(u, used, s)))
		buf_str(key, used);
	else if (usual != NULL && has_seat(u, usual, s))
		buf_str(key, usual);
	else
		result = choose_other(u, list, s, used, key, err);
	free(s->found);
	free(s);
	return result;
}

/* True if the key is another than *only, which may be NULL and becomes it then. */
static bool
is_another(const char **only, const char *key)
{
	if (*only == NULL)
		*only = key;
	return key != NULL && strcmp(*only, key) != 0;
}

int
key_choice_seat(const struct user *u, const struct buf *text, const char *used, struct buf *key,
    struct err *err)
{
	struct keys_list list;
	const char *only = used;
	bool several = is_another(&only, u->key_default);
	int result;

	if (keys_list(u, &list, err) < 0)
		return -1;
	for (size_t i = 0; i < list.n; i++)
		if (list.at[i].secret && is_another(&only, list.at[i].name))
			several = true;
	if (several)
		result = choose(u, &list, text, used, key, err);
	else if (used != NULL)
		result = (buf_str(key, used), 0);
	else
		result = keys_only(u, key, err);
	keys_list_release(&list);
	return result;
}
