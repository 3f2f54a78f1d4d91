/* Addresses and the mail queue: rows for a digest, bounces, and files without them. */
#include <criterion/criterion.h>
#include <sqlite3.h>

#include "store/help.h"
#include "store/lost.h"
#include "store/mail_queue.h"

static struct err err;

enum { NOW = 1795290000 };

TestSuite(post, .init = help_enter_game, .fini = help_leave_game);

static int
put_address(int seat, const char *addr, const char *how)
{
	struct store_address a = { .seat = seat, .since = NOW };
	int result;

	buf_str(&a.addr, addr);
	buf_str(&a.how, how);
	result = store_put_address(help_store, &a, &err);
	store_address_release(&a);
	return result;
}

static int
list_address(void *arg, const struct store_address *a, struct err *e)
{
	(void)e;
	buf_fmt(arg, "%d %s %s %lld %s;", a->seat, buf_cstr(&a->addr), buf_cstr(&a->how),
	    (long long)a->bounces, buf_cstr(&a->bounce));
	return 0;
}

static int
list_post(void *arg, struct store_mail *p, struct err *e)
{
	(void)e;
	buf_fmt(arg, "%lld:%d %s %lld %s %s%s;", (long long)p->id, p->seat, p->kind,
	    (long long)p->n, p->state, buf_cstr(&p->in_reply_to), buf_cstr(&p->error));
	return 0;
}

static void
expect_addresses(const char *want)
{
	struct buf list = BUF_INIT;

	cr_expect_eq(store_each_address(help_store, list_address, &list, &err), 0, "%s", err.msg);
	cr_expect_str_eq(buf_cstr(&list), want, "%s", buf_cstr(&list));
	buf_release(&list);
}

static void
expect_post(int seat, const char *state, const char *want)
{
	struct buf list = BUF_INIT;

	cr_expect_eq(
	    store_each_mail(help_store, seat, state, list_post, &list, &err), 0, "%s", err.msg);
	cr_expect_str_eq(
	    buf_cstr(&list), want, "%s: %s", state != NULL ? state : "all", buf_cstr(&list));
	buf_release(&list);
}

static void
put_table(void)
{
	cr_assert_eq(put_address(STORE_TABLE, "cave@example.org", "host"), 0, "%s", err.msg);
	cr_assert_eq(put_address(0, "anna@example.org", "host"), 0, "%s", err.msg);
	cr_assert_eq(put_address(1, "bob@example.net", "join"), 0, "%s", err.msg);
}

Test(post, addresses_come_back)
{
	struct store_address a;

	put_table();
	expect_addresses("-1 cave@example.org host 0 ;0 anna@example.org host 0 ;"
			 "1 bob@example.net join 0 ;");
	cr_assert_eq(put_address(1, "b@example.net", "confirmed"), 0, "%s", err.msg);
	cr_assert_eq(store_find_address(help_store, 1, &a, &err), 1, "%s", err.msg);
	cr_expect_str_eq(buf_cstr(&a.addr), "b@example.net");
	cr_expect_eq(a.since, NOW);
	store_address_release(&a);
	cr_assert_eq(store_drop_address(help_store, 1, &err), 0, "%s", err.msg);
	cr_assert_eq(store_drop_address(help_store, 1, &err), 0, "none: %s", err.msg);
	cr_expect_eq(store_find_address(help_store, 1, &a, &err), 0);
	cr_expect_eq(store_try_address(help_store, 1, &a, &err), 0);
	cr_expect(a.addr.n == 0 && err.code == ERR_NONE);
	/* The player waits for a seat since digest 40,000. */
	cr_assert_eq(store_drop_address(help_store, 0, &err), 0, "%s", err.msg);
	cr_assert_eq(put_address(STORE_STANDBY + 40000, "zoe@example.org", "join"), 0);
	expect_addresses("-1 cave@example.org host 0 ;40036 zoe@example.org join 0 ;");
}

/* Watchers get every digest; players who lost a seat and standbys get only what is queued for
 * them. */
Test(post, who_gets_digests)
{
	put_table();
	cr_assert_eq(put_address(STORE_LEFT, "carl@example.org", "host"), 0, "%s", err.msg);
	cr_assert_eq(put_address(STORE_WATCHER - 1, "dora@example.org", "host"), 0);
	cr_assert_eq(put_address(STORE_WATCHER, "eva@example.org", "host"), 0, "%s", err.msg);
	cr_assert_eq(put_address(STORE_STANDBY + 1, "zoe@example.org", "join"), 0);
	cr_assert_eq(help_put_turn(help_store, 2, &err), 0, "%s", err.msg);
	expect_post(STORE_ANY_SEAT, NULL,
	    "1:0 digest 2 queued ;2:1 digest 2 queued ;3:16 digest 2 queued ;");
}

Test(post, refuses_what_is_no_address)
{
	static const char *const bad[] = { "", "a@", "-a@example.org", "a b@example.org",
		"a@example.org\nBcc: x", "a\x01@example.org", "\xc3\xa4@example.org" };
	char longest[256];

	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		cr_expect_eq(put_address(0, bad[i], "host"), -1, "taken: \"%s\"", bad[i]);
		cr_expect_eq(err.code, ERR_CORRUPT);
	}
	memset(longest, 'a', sizeof longest);
	longest[1] = '@';
	longest[254] = '\0';
	cr_expect_eq(put_address(0, longest, "host"), 0, "254 bytes: %s", err.msg);
	longest[254] = 'a';
	longest[255] = '\0';
	cr_expect_eq(put_address(0, longest, "host"), -1, "255 bytes");
	cr_expect_eq(put_address(0, "a@example.org", "guess"), -1, "how");
	cr_expect_eq(put_address(-2, "a@example.org", "host"), -1, "seat");
}

Test(post, digest_queues_if_the_table_has_an_address)
{
	cr_assert_eq(put_address(0, "anna@example.org", "host"), 0, "%s", err.msg);
	cr_assert_eq(help_put_turn(help_store, 2, &err), 0, "%s", err.msg);
	expect_post(STORE_ANY_SEAT, NULL, "");
	put_table();
	cr_assert_eq(help_put_turn(help_store, 3, &err), 0, "%s", err.msg);
	expect_post(STORE_ANY_SEAT, NULL, "1:0 digest 3 queued ;2:1 digest 3 queued ;");
	expect_post(1, "queued", "2:1 digest 3 queued ;");
	expect_post(1, "sent", "");
	cr_assert_eq(
	    store_reply_mail(help_store, 1, 3, 3, "<x@example.net>", &err), 0, "%s", err.msg);
	expect_post(1, NULL, "2:1 digest 3 queued <x@example.net>;");
	cr_expect_eq(
	    store_reply_mail(help_store, 1, 3, 3, "<x@y>\nBcc: <z>", &err), -1, "line end");
	cr_expect_eq(store_reply_mail(help_store, 1, 3, 3, "<x>", &err), -1, "no @");
	cr_assert_eq(store_drop_address(help_store, 1, &err), 0, "%s", err.msg);
	expect_post(STORE_ANY_SEAT, NULL, "1:0 digest 3 queued ;");
	cr_assert_eq(store_commit(help_store, &err), 0, "%s", err.msg);
	cr_expect_eq(help_last("g", "with post"), 3);
}

/* Stores a row and returns its id. */
static int64_t
put(int seat, const char *kind, const char *state, int64_t made, int64_t next, char about)
{
	struct store_mail p = { .seat = seat, .n = 1, .made = made, .next = next };

	(void)snprintf(p.kind, sizeof p.kind, "%s", kind);
	(void)snprintf(p.state, sizeof p.state, "%s", state);
	p.has_about = about != 0;
	memset(p.about, about, sizeof p.about);
	cr_assert_eq(store_put_mail(help_store, &p, &err), 0, "%s", err.msg);
	cr_expect_gt(p.id, 0);
	store_mail_release(&p);
	return p.id;
}

static void
change(int64_t n, const char *kind, const char *state, const char *error)
{
	struct store_mail p;

	cr_assert_eq(store_find_mail(help_store, 0, kind, n, &p, &err), 1, "%s", err.msg);
	(void)snprintf(p.state, sizeof p.state, "%s", state);
	buf_clear(&p.error);
	buf_str(&p.error, error);
	p.tries++;
	cr_assert_eq(store_put_mail(help_store, &p, &err), 0, "%s", err.msg);
	store_mail_release(&p);
}

Test(post, what_failed_or_came_back_is_queued_again)
{
	put_table();
	cr_assert_eq(help_put_turn(help_store, 2, &err), 0, "%s", err.msg);
	cr_assert_eq(help_put_turn(help_store, 3, &err), 0, "%s", err.msg);
	int64_t id = put(0, "help", "queued", NOW, 0, 0);
	int64_t second = put(0, "receipt", "queued", NOW, 0, 'x');

	change(2, "digest", "failed", "status 75");
	change(3, "digest", "sent", "5.1.1");
	change(id, "help", "sent", "");
	expect_post(0, NULL,
	    "1:0 digest 2 failed status 75;3:0 digest 3 sent 5.1.1;5:0 help 1 sent ;"
	    "6:0 receipt 1 queued ;");
	cr_expect_eq(second, 6);
	cr_assert_eq(store_reset_bounces(help_store, 0, NOW, &err), 0, "%s", err.msg);
	expect_post(0, NULL,
	    "1:0 digest 2 queued ;3:0 digest 3 queued ;5:0 help 1 sent ;6:0 receipt 1 queued ;");
}

Test(post, counts_the_answers_to_a_letter)
{
	static const struct {
		int seat;
		const char *kind, *id;
		int64_t since, n;
	} asked[] = { { 1, "receipt", "<a@b>", NOW - 1, 1 }, { 1, "help", "<a@b>", NOW - 1, 0 },
		{ 0, "receipt", "<a@b>", NOW - 1, 0 }, { 1, "receipt", "<c@d>", NOW - 1, 0 },
		{ 1, "receipt", "<a@b>", NOW, 0 }, { 1, "receipt", "", NOW - 1, 0 } };
	static const char *const state[] = { "sent", "failed" };
	int64_t n;

	put_table();
	put(1, "receipt", "sent", NOW, NOW, 0);
	for (size_t i = 0; i < sizeof state / sizeof state[0]; i++) {
		struct store_mail p = { .seat = 1, .kind = "receipt", .n = 1, .made = NOW };

		(void)snprintf(p.state, sizeof p.state, "%s", state[i]);
		buf_str(&p.in_reply_to, "<a@b>");
		cr_assert_eq(store_put_mail(help_store, &p, &err), 0, "%s", err.msg);
		store_mail_release(&p);
	}
	for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
		cr_assert_eq(store_count_replies(help_store, asked[i].seat, asked[i].kind,
				 asked[i].id, asked[i].since, &n, &err),
		    0, "%s", err.msg);
		cr_expect_eq(n, asked[i].n, "%zu: %lld", i, (long long)n);
	}
}

Test(post, counts_and_cleans)
{
	static const struct {
		int64_t ago, last;
		bool has_about;
		int64_t n;
	} answers[] = { { 10, INT64_MAX, true, 2 }, { 9, INT64_MAX, true, 1 }, { 10, 1, true, 1 },
		{ 10, INT64_MAX, false, 1 }, { 10, 2, false, 0 } };
	unsigned char about[32];
	int64_t n;

	put_table();
	memset(about, 'x', sizeof about);
	put(1, "receipt", "sent", NOW, NOW, 'x');
	put(1, "receipt", "failed", NOW - 10, NOW, 'x');
	put(1, "help", "queued", NOW, NOW, 0);
	put(1, "digest", "sent", NOW, NOW, 0);
	put(1, "digest", "sent", NOW, NOW, 0);
	put(1, "digest", "sent", NOW, NOW + 1, 0);
	put(0, "help", "sent", NOW - 20, NOW, 0);
	for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
		cr_assert_eq(store_count_answers(help_store, 1, NOW - answers[i].ago,
				 answers[i].last, answers[i].has_about, &n, &err),
		    0, "%s", err.msg);
		cr_expect_eq(n, answers[i].n, "%zu: %lld", i, (long long)n);
	}
	cr_assert_eq(store_count_about(help_store, 1, about, &n, &err), 0, "%s", err.msg);
	cr_expect_eq(n, 2, "%lld", (long long)n);
	about[31] = 'y';
	cr_assert_eq(store_count_about(help_store, 1, about, &n, &err), 0, "%s", err.msg);
	cr_expect_eq(n, 0, "%lld", (long long)n);
	cr_assert_eq(store_count_mails(help_store, 1, NOW, &n, &err), 0, "%s", err.msg);
	cr_expect_eq(n, 3, "one receipt, and digests in two mails: %lld", (long long)n);
	put(0, "help", "queued", NOW - 30, 0, 0);
	put(0, "help", "failed", NOW - 30, NOW - 30, 0);
	put(0, "help", "failed", NOW - 30, NOW - 25, 0);
	cr_assert_eq(store_forget_mail(help_store, NOW - 25, &err), 0, "%s", err.msg);
	expect_post(0, NULL, "7:0 help 1 sent ;8:0 help 1 queued ;10:0 help 1 failed ;");
	cr_assert_eq(store_forget_mail(help_store, NOW + 1, &err), 0, "%s", err.msg);
	expect_post(STORE_ANY_SEAT, NULL,
	    "1:1 receipt 1 sent ;3:1 help 1 queued ;4:1 digest 1 sent ;5:1 digest 1 sent ;"
	    "6:1 digest 1 sent ;8:0 help 1 queued ;");
}
