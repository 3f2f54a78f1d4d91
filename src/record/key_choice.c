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
#include "record/saved_digest.h"
#include "record/transcript.h"
#include "util/mem.h"
#include "wire/receipt.h"

/* ---- the keys of the seats ------------------------------------------------------------------- */

struct seats {
	char game[ORDER_BLOCK_GAME_MAX + 1];
	char sign[SEATS_MAX][SIGN_TEXT + 1], age[SEATS_MAX][AGE_TEXT + 1]; /* "": unknown */
	int64_t n;                                                         /* the last digest */
	bool has_gap; /* digests before it are missing */
};

/* Digests up to the deal name the keys of all seats; later ones only new keys. */
static void
take_digest(struct seats *s, const struct digest *d)
{
	s->has_gap = s->has_gap || d->n > s->n + 1;
	s->n = d->n;
	for (unsigned i = 0; i < d->names.n; i++) {
		const struct new_key *k = &d->new_keys.of[i];

		if (k->is_new) {
			memcpy(s->sign[i], k->sign, sizeof s->sign[i]);
			memcpy(s->age[i], k->age, sizeof s->age[i]);
		} else if (d->n == 0 || d->has_seats) {
			memcpy(s->sign[i], d->seat_sign[i], sizeof s->sign[i]);
			memcpy(s->age[i], d->seat_age[i], sizeof s->age[i]);
		}
	}
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
	char host_sign[SIGN_TEXT + 1];
	struct digest_layout t;
	struct transcript tr;
	int64_t n;
	bool found;

	digest_clean(buf_cstr(text), text->n, &copy);
	found = digest_is_self_signed(&copy, &t, host_sign, game, &n);
	if (!found) {
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

/* A copy of a digest, by its signed part and its signature. */
struct known {
	struct hash hash;
	unsigned char sig[MINISIGN_BYTES];
};

static struct known
known_of(const char *s, const struct digest_layout *t)
{
	struct known k = { .hash = digest_hash(s + t->signed_part.at, t->signed_part.n) };

	memcpy(k.sig, t->sig, sizeof k.sig);
	return k;
}

static bool
is_known(const struct known *list, size_t n, const struct known *k)
{
	for (size_t i = 0; i < n; i++)
		if (memcmp(list[i].hash.b, k->hash.b, sizeof k->hash.b) == 0 &&
		    memcmp(list[i].sig, k->sig, sizeof k->sig) == 0)
			return true;
	return false;
}

/* Returns the digests in a text; the caller frees the array. */
static struct known *
known_list(const struct buf *text, size_t *n)
{
	struct known *list = NULL;
	struct buf clean = BUF_INIT;
	struct digest_layout t;
	struct err none = ERR_INIT;
	size_t at = 0;

	*n = 0;
	digest_clean(buf_cstr(text), text->n, &clean);
	while (digest_next(buf_cstr(&clean), clean.n, &at, &t, &none) == 1) {
		GROW(list, *n);
		list[(*n)++] = known_of(clean.p, &t);
	}
	buf_release(&clean);
	return list;
}

/* Appends the digests that the record has and the text lacks: none is verified twice. */
static void
add_saved(const char *dir, struct buf *text)
{
	struct folder_numbers numbers = { 0, NULL };
	struct err none = ERR_INIT;
	size_t n;
	struct known *known = known_list(text, &n);

	(void)folder_numbers(dir, &numbers, &none);
	for (size_t i = 0; i < numbers.n; i++) {
		struct buf file = BUF_INIT;
		struct digest_layout t;
		struct known own;
		size_t at = 0;

		if (saved_digest_text(dir, numbers.at[i], &file, &none) == 0 &&
		    digest_next(buf_cstr(&file), file.n, &at, &t, &none) == 1) {
			own = known_of(file.p, &t);
			if (!is_known(known, n, &own))
				saved_digest_put(file.p, &t, text);
		}
		buf_release(&file);
	}
	free(numbers.at);
	free(known);
}

/* (C1) Damaged digests are reported where they are read. */
static void
read_seats(const struct user *u, const struct buf *text, struct seats *s)
{
	struct buf all = BUF_INIT, dir = BUF_INIT;
	struct digest *d = mem_new(sizeof *d);
	struct err none = ERR_INIT;
	struct transcript tr;

	memset(s, 0, sizeof *s);
	s->n = -1;
	buf_add(&all, buf_cstr(text), text->n);
	buf_chr(&all, '\n');
	if (key_choice_game(u, text, s->game) && user_game(u, s->game, &dir, &none) == 0)
		add_saved(dir.p, &all);
	transcript_load(&tr, u->games, &all, NULL);
	transcript_sort(&tr);
	for (size_t i = 0; i < tr.n_copy; i++)
		if (tr.copy[i].fault == 0 && transcript_digest(&tr, &tr.copy[i], d, &none) == 0)
			take_digest(s, d);
	transcript_release(&tr);
	free(d);
	buf_release(&dir);
}

/* True if the public key file of the key is of a seat. */
static bool
has_seat(const struct user *u, const char *key, const struct seats *s)
{
	struct buf path = BUF_INIT, name = BUF_INIT;
	char sign[SIGN_TEXT + 1], age[AGE_TEXT + 1];
	struct err none = ERR_INIT;
	struct pubkey card;
	bool has = false;

	if (keys_path(u, key, &path, &name, &none) == 0) {
		buf_str(&path, ".pub");
		if (keys_card_own(path.p, &card, &none) == 0) {
			pubkey_sign_text(&card, sign);
			pubkey_box_text(&card, age);
			for (unsigned i = 0; i < SEATS_MAX && !has; i++)
				has = strcmp(s->sign[i], sign) == 0 && strcmp(s->age[i], age) == 0;
		}
	}
	buf_release(&path);
	buf_release(&name);
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

/* Several keys come into question, or none has a seat. */
static int
choose(const struct user *u, const struct keys_list *list, const struct buf *text, const char *used,
    struct buf *key, struct err *err)
{
	const char *usual = u->key_default;
	struct holders h = { .n = 0 };
	struct seats *s = mem_new(sizeof *s);
	int result = 0;

	read_seats(u, text, s);
	find_holders(u, list, s, &h);
	if (used != NULL && (s->has_gap || has_seat(u, used, s)))
		buf_str(key, used);
	else if (usual != NULL && has_seat(u, usual, s))
		buf_str(key, usual);
	else if (h.n == 1)
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
	free(s);
	return result;
}

int
key_choice_seat(const struct user *u, const struct buf *text, const char *used, struct buf *key,
    struct err *err)
{
	struct keys_list list;
	size_t secret = 0;
	int result;

	if (keys_list(u, &list, err) < 0)
		return -1;
	for (size_t i = 0; i < list.n; i++)
		secret += list.at[i].secret;
	if (secret + (used != NULL) + (u->key_default != NULL) > 1)
		result = choose(u, &list, text, used, key, err);
	else if (used != NULL)
		result = (buf_str(key, used), 0);
	else
		result = keys_only(u, key, err);
	keys_list_release(&list);
	return result;
}
