/* The key that a game needs is found without reading its digests again and again. */
#include <criterion/criterion.h>
#include <dlfcn.h>

#include "player/verify.h"
#include "record/key_choice.h"
#include "record/key_make.h"
#include "service/aid.h"

static struct service s;
static unsigned verified; /* number of signatures */

int crypto_sign_verify_detached(const unsigned char *sig, const unsigned char *m,
    unsigned long long n, const unsigned char *key);

int
crypto_sign_verify_detached(const unsigned char *sig, const unsigned char *m, unsigned long long n,
    const unsigned char *key)
{
	int (*next)(const unsigned char *, const unsigned char *, unsigned long long,
	    const unsigned char *);
	void *found = dlsym(RTLD_NEXT, __func__);

	memcpy(&next, &found, sizeof next);
	verified++;
	return next(sig, m, n, key);
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
