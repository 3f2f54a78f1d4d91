/* The key that a game needs is found without reading its digests again and again. */
#include <criterion/criterion.h>
#include <sodium.h>
#include <string.h>
#include <unistd.h>

#include "player/verify.h"
#include "record/key_choice.h"
#include "record/key_make.h"
#include "service/aid.h"

static struct service s;
static unsigned verified; /* number of signatures */

/* Counts a call. A static library has no next function of this name. */
int
crypto_sign_verify_detached(const unsigned char *sig, const unsigned char *m, unsigned long long n,
    const unsigned char *key)
{
	verified++;
	return crypto_sign_ed25519_verify_detached(sig, m, n, key);
}

/* Returns how many signatures of the text were verified to find the game. */
static unsigned
cost_of_game(const struct buf *text)
{
	char game[ORDER_BLOCK_GAME_MAX + 1] = "";

	verified = 0;
	cr_assert(key_choice_game(&s.user.u, text, game));
	cr_expect_str_eq(game, "k7q2m4xw");
	return verified;
}

/* The same for the key. No key of the home has a seat. */
static unsigned
cost_of_key(const struct buf *text)
{
	struct buf key = BUF_INIT;
	struct err err = ERR_INIT;

	verified = 0;
	cr_expect_eq(key_choice_seat(&s.user.u, text, "old", &key, &err), 0, "%s", err.msg);
	cr_expect_str_eq(buf_cstr(&key), "old");
	buf_release(&key);
	return verified;
}

static void
make_key(const char *name)
{
	struct err err = ERR_INIT;
	struct pubkey card;

	cr_assert_eq(
	    key_make(service_path(s.home, name), name, NULL, 1, &card, &err), 0, "%s", err.msg);
}

Test(key_choice, one_digest_names_the_game)
{
	unsigned one;

	service_open(&s);
	one = cost_of_game(&s.t.all);
	cr_expect_gt(one, 0);
	service_play(&s, 6);
	cr_expect_eq(cost_of_game(&s.t.all), one);
	service_close(&s);
}

Test(key_choice, a_recorded_digest_is_not_verified_again)
{
	struct buf later = BUF_INIT;
	struct player_read r;
	struct err err = ERR_INIT;

	service_open(&s);
	make_key("old");
	make_key("new");
	service_play(&s, 6);
	cr_expect_gt(cost_of_key(&s.t.all), 0);
	cr_assert_eq(
	    verify_digests(&s.user.u, &s.t.all, NULL, NULL, NULL, &r, &err), 0, "%s", err.msg);
	player_read_release(&r);
	cr_expect_eq(cost_of_key(&s.t.all), 0, "the same digests");
	cr_expect_eq(cost_of_key(&s.t.digest), 0, "the newest, and those before it");
	buf_str(&later, "Here it is:\n");
	buf_add(&later, s.t.digest.p, s.t.digest.n);
	cr_expect_eq(cost_of_key(&later), 0, "not at the begin of a text");
	cr_expect_eq(cost_of_game(&later), 0);
	buf_release(&later);
	service_close(&s);
}

static void
expect_key(const char *name, const struct buf *text, const char *used, const char *want)
{
	struct buf key = BUF_INIT;
	struct err err = ERR_INIT;

	cr_assert_eq(
	    key_choice_seat(&s.user.u, text, used, &key, &err), 0, "%s: %s", name, err.msg);
	cr_expect_str_eq(buf_cstr(&key), want, "%s", name);
	buf_release(&key);
}

/* The key used last stays while digests are missing that may name other keys. */
Test(key_choice, digests_that_are_missing_may_name_the_key)
{
	struct buf text = BUF_INIT, card = BUF_INIT;
	char *path;

	service_open(&s);
	buf_add(&text, s.t.digest.p, s.t.digest.n);
	service_play(&s, 3);
	make_key("old");
	make_key("mine");
	path = strdup(service_path(s.home, "mine.pub"));
	pubkey_text(&s.t.key[0]->pub, "mine", &card);
	service_put(path, card.p, card.n);
	expect_key("all digests", &s.t.all, "old", "mine");
	expect_key("the newest alone", &s.t.digest, "old", "old");
	expect_key("the first alone", &text, "old", "mine");
	buf_add(&text, s.t.digest.p, s.t.digest.n);
	expect_key("the first and the newest", &text, "old", "old");
	s.user.u.key_default = "mine";
	expect_key("the usual one", &s.t.all, NULL, "mine");
	s.user.u.key_default = "old";
	expect_key("the usual one has none", &s.t.all, NULL, "mine");
	free(path);
	buf_release(&text);
	buf_release(&card);
	service_close(&s);
}

/* ---- texts and keys ---------------------------------------------------------------------------- */

static struct test_table host, game; /* of another host, and of another game */
static struct seckey *first;         /* of p2, before its keys were replaced */
static struct buf zero, renewed;     /* digest 0; the one that names the new keys of p2 */

static void
open_tables(void)
{
	struct host_table_params a = {
		.rules = rules_all[0], .game = "other234", .clock.limit_s = 3600, .seated = 7
	};
	struct host_result r;
	struct err err = ERR_INIT;

	service_open(&s);
	buf_add(&zero, s.t.digest.p, s.t.digest.n);
	service_play(&s, 1);
	first = s.t.key[1];
	s.t.key[1] = seckey_new(&err);
	cr_assert(s.t.key[1] != NULL && seckey_make(s.t.key[1], &err) == 0, "%s", err.msg);
	cr_assert_eq(host_replace(s.t.file, s.t.host, "p2", &s.t.key[1]->pub, "lost", s.t.now + 60,
			 -1, &r, &err),
	    0, "%s", err.msg);
	table_add(&s.t, &r);
	buf_add(&renewed, s.t.digest.p, s.t.digest.n);
	service_play(&s, 1);
	table_open(&host, 3, 51);
	table_open_as(&game, &a, 3, "p");
}

static void
close_tables(void)
{
	table_close(&host);
	table_close(&game);
	service_close(&s);
}

enum text {
	WORDS,
	ZERO,
	ALL,
	NEWEST_FIRST,
	STUFFED,
	CHANGED,
	CHANGED_LAST,
	OTHER_HOST,
	OTHER_GAME,
	NAMELESS,
	NAMELESS_RECEIPT,
	TWICE,
	RECEIPT,
	HALF_RECEIPT
};

/* Appends digest 0 with keys of p1 that nobody has signed. */
static void
add_changed(struct buf *out)
{
	char is[2][AGE_TEXT + SIGN_TEXT], want[2][AGE_TEXT + SIGN_TEXT];
	const size_t from = out->n;

	pubkey_sign_text(&s.t.key[0]->pub, is[0]);
	pubkey_box_text(&s.t.key[0]->pub, is[1]);
	pubkey_sign_text(&game.key[0]->pub, want[0]);
	pubkey_box_text(&game.key[0]->pub, want[1]);
	buf_add(out, zero.p, zero.n);
	for (unsigned i = 0; i < 2; i++) {
		char *at = strstr(buf_cstr(out) + from, is[i]);

		cr_assert_not_null(at);
		memcpy(at, want[i], strlen(want[i]));
	}
}

static void
add_text(enum text what, struct buf *out)
{
	if (what == WORDS)
		buf_str(out, "words\n");
	if (what == NEWEST_FIRST)
		buf_add(out, renewed.p, renewed.n);
	if (what == STUFFED)
		/* A mail program adds a blank to lines that begin with one (RFC 3676). */
		for (size_t i = 0; i < s.t.all.n; i++)
			buf_fmt(out, "%c%s", s.t.all.p[i],
			    strncmp(buf_cstr(&s.t.all) + i, "\n ", 2) == 0 ? " " : "");
	if (what == CHANGED)
		add_changed(out);
	if (what == ZERO)
		buf_add(out, zero.p, zero.n);
	if (what == TWICE || what == ALL || what == NEWEST_FIRST || what == CHANGED_LAST ||
	    what == OTHER_HOST || what == OTHER_GAME)
		buf_add(out, s.t.all.p, s.t.all.n);
	if (what == CHANGED_LAST)
		add_changed(out);
	if (what == TWICE)
		buf_add(out, zero.p, zero.n);
	if (what == NAMELESS || what == NAMELESS_RECEIPT) {
		buf_add(out, zero.p, zero.n);
		strstr(buf_cstr(out), "\ngame: ")[1] = 'n';
	}
	if (what == OTHER_HOST)
		buf_add(out, host.digest.p, host.digest.n);
	if (what == OTHER_GAME)
		buf_add(out, game.digest.p, game.digest.n);
	if (what == RECEIPT || what == HALF_RECEIPT || what == NAMELESS_RECEIPT)
		table_receipt(&s.t, s.t.game, s.t.host, out);
	if (what == HALF_RECEIPT)
		*(strstr(buf_cstr(out), "\nseat: ") + 1) = 'x';
}

/* (C1) The game is that of a digest or a receipt, also of one that a mail program has changed. */
Test(key_choice, which_game_a_text_is_of)
{
	static const struct {
		const char *name;
		enum text text;
		const char *game; /* NULL: none */
	} row[] = {
		{ "words", WORDS, NULL },
		{ "a digest", ZERO, "k7q2m4xw" },
		{ "changed by mail", STUFFED, "k7q2m4xw" },
		{ "a receipt", RECEIPT, "k7q2m4xw" },
		{ "half a receipt", HALF_RECEIPT, NULL },
		{ "two games", OTHER_GAME, "k7q2m4xw" },
		{ "a digest that names none", NAMELESS, NULL },
		{ "such a digest, and a receipt", NAMELESS_RECEIPT, "k7q2m4xw" },
	};

	open_tables();
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		char found[ORDER_BLOCK_GAME_MAX + 1] = "";
		struct buf text = BUF_INIT;

		add_text(row[i].text, &text);
		cr_expect_eq(key_choice_game(&s.user.u, &text, found), row[i].game != NULL, "%s",
		    row[i].name);
		cr_expect_str_eq(found, row[i].game != NULL ? row[i].game : "", "%s", row[i].name);
		buf_release(&text);
	}
	s.user.u.home = NULL;
	cr_expect_gt(cost_of_game(&zero), 0, "without a home");
	close_tables();
}

/* Writes the public key file of a key in the home. */
static void
put_card(const char *name, const struct pubkey *pub)
{
	struct buf card = BUF_INIT, file = BUF_INIT;

	buf_fmt(&file, "%s.pub", name);
	pubkey_text(pub, name, &card);
	service_put(service_path(s.home, file.p), card.p, card.n);
	buf_release(&card);
	buf_release(&file);
}

enum whose { P1, P2_FIRST, P2, OF_HOST, OF_GAME, HALF_P1, NO_CARD, NO_FILE };

static void
put_mine(enum whose whose)
{
	struct pubkey half = s.t.key[0]->pub;
	const struct pubkey *const pub[] = { &s.t.key[0]->pub, &first->pub, &s.t.key[1]->pub,
		&host.key[0]->pub, &game.key[0]->pub, &half };

	memcpy(half.box_pk, first->pub.box_pk, sizeof half.box_pk);
	(void)unlink(service_path(s.home, "mine.pub"));
	if (whose == NO_CARD)
		service_put(service_path(s.home, "mine.pub"), "words\n", 6);
	else if (whose != NO_FILE)
		put_card("mine", pub[whose]);
}

/* (C1) A key has a seat by what the host has signed. The home has "old", which has none, "mine" and "more", which
 * has the seat p3 in some rows. */
Test(key_choice, which_key_has_a_seat)
{
	static const struct {
		const char *name;
		enum text text;
		enum whose mine;
		bool more;
		const char *used, *usual, *key; /* key NULL: an error */
		const char *says;
	} row[] = {
		{ "one", ALL, P1, false, NULL, NULL, "mine", NULL },
		{ "one, and another was used", ALL, P1, false, "old", "old", "mine", NULL },
		{ "two", ALL, P1, true, NULL, NULL, NULL,
		    "which key? with a seat in game k7q2m4xw: mine, more" },
		{ "two, and the one that was used", ALL, P1, true, "more", "mine", "more", NULL },
		{ "two, and the usual one", ALL, P1, true, "old", "more", "more", NULL },
		{ "none", ALL, OF_HOST, false, NULL, NULL, NULL, "which key? there are: " },
		{ "none, and one was used", ALL, OF_HOST, false, "mine", "old", "mine", NULL },
		{ "none, and the usual one", ALL, OF_HOST, false, NULL, "mine", "mine", NULL },
		{ "changed by mail", STUFFED, P1, false, "old", NULL, "mine", NULL },
		{ "the keys before", NEWEST_FIRST, P2_FIRST, false, NULL, "old", "old", NULL },
		{ "the new keys", NEWEST_FIRST, P2, false, NULL, "old", "mine", NULL },
		{ "of another host", OTHER_HOST, OF_HOST, false, "old", NULL, "old", NULL },
		{ "of another game", OTHER_GAME, OF_GAME, false, "old", NULL, "old", NULL },
		{ "not signed", CHANGED, OF_GAME, false, "old", NULL, "old", NULL },
		{ "not signed, after all", CHANGED_LAST, OF_GAME, false, "old", NULL, "old", NULL },
		{ "one half of a key", ALL, HALF_P1, false, "old", NULL, "old", NULL },
		{ "digest 0 twice", TWICE, P1, false, "old", NULL, "mine", NULL },
		{ "no file of it", ALL, NO_FILE, false, "old", NULL, "old", NULL },
		{ "no public key", ALL, NO_CARD, false, "old", NULL, "old", NULL },
		{ "no digest", WORDS, P1, false, "old", NULL, "old", NULL },
	};

	open_tables();
	make_key("old");
	make_key("mine");
	make_key("more");
	put_card("friend", &s.t.key[0]->pub); /* its secret key is elsewhere */
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct buf text = BUF_INIT, key = BUF_INIT;
		struct err err = ERR_INIT;

		put_mine(row[i].mine);
		put_card("more", row[i].more ? &s.t.key[2]->pub : &host.key[2]->pub);
		add_text(row[i].text, &text);
		s.user.u.key_default = row[i].usual;
		cr_expect_eq(key_choice_seat(&s.user.u, &text, row[i].used, &key, &err),
		    row[i].key != NULL ? 0 : -1, "%s: %s", row[i].name, err.msg);
		cr_expect_str_eq(
		    buf_cstr(&key), row[i].key != NULL ? row[i].key : "", "%s", row[i].name);
		if (row[i].key == NULL)
			cr_expect(err.code == ERR_USAGE && strstr(err.msg, row[i].says) != NULL,
			    "%s: %s", row[i].name, err.msg);
		buf_release(&text);
		buf_release(&key);
	}
	close_tables();
}

/* Where there is one key, no digest is read. */
Test(key_choice, the_only_key)
{
	service_open(&s);
	make_key("mine");
	verified = 0;
	expect_key("none was used", &s.t.all, NULL, "mine");
	expect_key("it was used", &s.t.all, "mine", "mine");
	s.user.u.key_default = "mine";
	expect_key("it is the usual one", &s.t.all, NULL, "mine");
	cr_expect_eq(verified, 0);
	service_close(&s);
}
