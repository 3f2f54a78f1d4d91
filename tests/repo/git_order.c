/* An order on the branch of its seat. The list of files on that branch is untrusted. */
#include <criterion/criterion.h>
#include <fcntl.h>
#include <unistd.h>

#include "record/signed_order.h"
#include "repo/git_order.h"
#include "service/aid.h"

static struct service s;
static struct git_order what;
static char block_file[160], digests_file[160];

enum { SEAT = 1, OBJECT = 40 };

static void
begin(void)
{
	service_open(&s);
	service_play(&s, 3);
	(void)snprintf(digests_file, sizeof digests_file, "%s", service_path(s.dir, "digests.txt"));
	(void)snprintf(block_file, sizeof block_file, "%s", service_path(s.dir, "block.txt"));
	service_put(digests_file, s.t.all.p, s.t.all.n);
	what = (struct git_order){ .digests = digests_file, .block = block_file };
}

/* Makes an order of p2: its text, and its text for the host alone. */
static void
make(struct parsed_order *order, struct buf *clear, struct buf *sealed)
{
	struct player_order o = { .say = "hi", .turn = TURN_ANY };
	struct player_read r;
	struct err err = ERR_INIT;

	table_read(&s.t, SEAT, &r);
	cr_assert_eq(player_sign(&r, s.t.key[SEAT], &o, order, &err), 0, "%s", err.msg);
	order_block_text(&order->o.b, clear);
	cr_assert_eq(player_seal(&r, &order->o.b, sealed, &err), 0, "%s", err.msg);
	player_read_release(&r);
}

static int
write_order(struct err *err)
{
	int result;

	*err = (struct err)ERR_INIT;
	buf_clear(&s.user.printed);
	buf_clear(&s.user.said);
	result = git_order_write(&s.user.u, &what, err);
	output_flush(&s.user.out);
	return result;
}

/* Standard input becomes this text. */
static void
stdin_is(const char *text, size_t n)
{
	const char *path = service_path(s.dir, "stdin");
	int fd;

	service_put(path, text, n);
	fd = open(path, O_RDONLY);
	cr_assert_geq(fd, 0);
	cr_assert_eq(dup2(fd, STDIN_FILENO), STDIN_FILENO);
	(void)close(fd);
}

enum text { CLEAR, SEALED, GARBAGE, NOTHING, CUT };

struct seat_row {
	const char *name;
	enum text text;
	bool recorded; /* the order was signed in this home */
	const char *key;
	const char *seat;
	enum err_code code;
};

static void
find_seat(const struct seat_row *x)
{
	struct parsed_order order;
	struct buf clear = BUF_INIT, sealed = BUF_INIT, want = BUF_INIT, dir = BUF_INIT;
	struct err err;
	char home[TEST_FOLDER], hash[HASH_TEXT + 1];
	int result;

	test_folder(home);
	s.user.u.home = home;
	s.user.u.key_arg = x->key;
	make(&order, &clear, &sealed);
	switch (x->text) {
	case CLEAR:
		service_put(block_file, clear.p, clear.n);
		break;
	case SEALED:
		service_put(block_file, sealed.p, sealed.n);
		break;
	case CUT:
		service_put(block_file, sealed.p, sealed.n / 2);
		break;
	case GARBAGE:
		service_put(block_file, "garbage\n", 8);
		break;
	case NOTHING:
		service_put(block_file, "", 0);
		break;
	}
	if (x->recorded) {
		struct err none = ERR_INIT;

		cr_assert_eq(user_game(&s.user.u, "k7q2m4xw", &dir, &none), 0);
		cr_assert_eq(signed_order_save(dir.p, table_n(&s.t), &order,
				 x->text == CLEAR ? &clear : &sealed, s.t.key[SEAT], &none),
		    0, "%s", none.msg);
	}
	result = write_order(&err);
	cr_expect_eq(result, x->code == ERR_NONE ? 0 : -1, "%s: %s", x->name, err.msg);
	cr_expect_eq(err.code, x->code, "%s: %s", x->name, err.msg);
	if (x->seat != NULL) {
		hash_text(&order.hash, hash);
		buf_fmt(&want, "%s ", x->seat);
		cr_expect_eq(strncmp(buf_cstr(&s.user.printed), want.p, want.n), 0, "%s: %s",
		    x->name, buf_cstr(&s.user.printed));
		cr_expect_eq(s.user.printed.n, want.n + HASH_TEXT + 1, "%s", x->name);
		if (x->recorded)
			cr_expect_not_null(strstr(s.user.printed.p, hash), "%s", x->name);
	} else {
		cr_expect_eq(s.user.printed.n, 0, "%s", x->name);
	}
	buf_release(&clear);
	buf_release(&sealed);
	buf_release(&want);
	buf_release(&dir);
}

Test(git_order, the_seat_of_an_order)
{
	static const struct seat_row row[] = {
		{ "in clear", CLEAR, false, NULL, "p2", ERR_NONE },
		{ "in clear, the key has another name", CLEAR, false, "laptop", "p2", ERR_NONE },
		{ "sealed, with a key", SEALED, false, "p2", "p2", ERR_NONE },
		{ "sealed, with a key in a folder", SEALED, false, "/media/stick/p2", "p2",
		    ERR_NONE },
		{ "sealed, without a key", SEALED, false, NULL, NULL, ERR_USAGE },
		{ "sealed, with a key that no seat can have", SEALED, false, "p2.key", NULL,
		    ERR_USAGE },
		{ "sealed, with a key that is an option", SEALED, false, "--all", NULL, ERR_USAGE },
		{ "sealed, signed here", SEALED, true, NULL, "p2", ERR_NONE },
		{ "sealed, signed here, with another key", SEALED, true, "p3", "p2", ERR_NONE },
		{ "in clear, signed here", CLEAR, true, NULL, "p2", ERR_NONE },
		{ "garbage", GARBAGE, false, "p2", NULL, ERR_SYNTAX },
		{ "nothing", NOTHING, false, "p2", NULL, ERR_SYNTAX },
		{ "a cut sealed order", CUT, false, "p2", NULL, ERR_SYNTAX },
	};

	begin();
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
		find_seat(&row[i]);
	service_close(&s);
}

Test(git_order, digests_that_do_not_verify)
{
	struct parsed_order order;
	struct buf clear = BUF_INIT, sealed = BUF_INIT;
	struct err err;

	begin();
	make(&order, &clear, &sealed);
	service_put(block_file, clear.p, clear.n);
	strstr(s.t.all.p, "\ntime: ")[10] ^= 1;
	service_put(digests_file, s.t.all.p, s.t.all.n);
	cr_expect_eq(write_order(&err), -1);
	cr_expect_eq(err.code, ERR_AUTH, "%s", err.msg);
	cr_expect_eq(s.user.printed.n, 0);
	buf_release(&clear);
	buf_release(&sealed);
	service_close(&s);
}

/* ---- orders sent before ------------------------------------------------------------------------ */

static const char on[] = "0123456789abcdef0123456789abcdef01234567";

/* Appends a line of the list, with the order number i as its hash. */
static void
add_line(char object, unsigned i, struct buf *out)
{
	for (unsigned k = 0; k < OBJECT; k++)
		buf_chr(out, object);
	buf_fmt(out, " inbox/%u/", 1000 + i);
	for (unsigned k = 0; k < HASH_TEXT; k++)
		buf_chr(out, (char)('a' + i));
	buf_str(out, ".txt\n");
}

static unsigned
count(const char *text, const char *what_is)
{
	unsigned n = 0;

	for (const char *p = text; (p = strstr(p, what_is)) != NULL; p++)
		n++;
	return n;
}

Test(git_order, earlier_orders)
{
	static const struct {
		const char *name, *line; /* a line of the list */
		bool used;
	} row[] = {
		{ "an order", NULL, true },
		{ "a name of SHA-256",
		    "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef "
		    "inbox/1000/%s.txt\n",
		    true },
		{ "a short object", "0123 inbox/1000/%s.txt\n", false },
		{ "another folder", "0123456789abcdef0123456789abcdef01234567 turns/1000/%s.txt\n",
		    false },
		{ "no number", "0123456789abcdef0123456789abcdef01234567 inbox//%s.txt\n", false },
		{ "a folder above", "0123456789abcdef0123456789abcdef01234567 inbox/../%s.txt\n",
		    false },
		{ "another suffix",
		    "0123456789abcdef0123456789abcdef01234567 inbox/1000/%s.txt.txt\n", false },
		{ "a command in the name",
		    "0123456789abcdef0123456789abcdef01234567 inbox/1000/%s\"x.txt\n", false },
		{ "a hash that is too long",
		    "0123456789abcdef0123456789abcdef01234567 inbox/1000/%sb.txt\n", false },
		{ "an empty line", "\n", false },
	};
	struct parsed_order order;
	struct buf clear = BUF_INIT, sealed = BUF_INIT;
	char hash[HASH_TEXT + 1];

	begin();
	memset(hash, 'b', HASH_TEXT);
	hash[HASH_TEXT] = '\0';
	make(&order, &clear, &sealed);
	service_put(block_file, clear.p, clear.n);
	what.on = on;
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		const char *mark = row[i].line != NULL ? strstr(row[i].line, "%s") : NULL;
		struct buf list = BUF_INIT;
		struct err err;

		if (row[i].line == NULL)
			add_line('a', 1, &list);
		else if (mark != NULL)
			buf_add(&list, row[i].line, (size_t)(mark - row[i].line));
		if (mark != NULL)
			buf_fmt(&list, "%s%s", hash, mark + 2);
		else if (row[i].line != NULL)
			buf_str(&list, row[i].line);
		stdin_is(buf_cstr(&list), list.n);
		cr_expect_eq(write_order(&err), 0, "%s: %s", row[i].name, err.msg);
		cr_expect_eq(count(s.user.printed.p, "\nM 100644 "), row[i].used ? 2 : 1, "%s: %s",
		    row[i].name, s.user.printed.p);
		cr_expect_not(test_user_heard(&s.user, "taken as digest"), "%s", row[i].name);
		buf_release(&list);
	}
	buf_release(&clear);
	buf_release(&sealed);
	service_close(&s);
}

/* The list may have orders that are in a digest, the order itself, and more than a branch holds. */
Test(git_order, which_earlier_orders_stay)
{
	struct parsed_order order;
	struct buf clear = BUF_INIT, sealed = BUF_INIT, list = BUF_INIT;
	struct player_read r;
	struct hash made;
	struct err err;
	char hash[HASH_TEXT + 1];

	begin();
	make(&order, &clear, &sealed);
	service_put(block_file, clear.p, clear.n);
	what.on = on;
	for (unsigned i = 0; i < 20; i++)
		add_line('b', i, &list);
	stdin_is(list.p, list.n);
	cr_assert_eq(write_order(&err), 0, "%s", err.msg);
	cr_expect_eq(count(s.user.printed.p, "\nM 100644 "), 9, "%s", s.user.printed.p);
	cr_expect_null(strstr(s.user.printed.p, "/llll"), "only the newest 8 stay");
	cr_expect_not_null(strstr(s.user.printed.p, "/mmmm"));
	cr_expect_lt(strstr(s.user.printed.p, "/mmmm"), strstr(s.user.printed.p, "/tttt"));

	table_read(&s.t, SEAT, &r);
	cr_assert(r.d.has_order);
	memcpy(made.b, r.d.order, sizeof made.b);
	player_read_release(&r);
	hash_text(&made, hash);
	buf_clear(&list);
	buf_fmt(&list, "%s inbox/1000/%s.txt\n", on, hash);
	stdin_is(list.p, list.n);
	cr_assert_eq(write_order(&err), 0, "%s", err.msg);
	cr_expect(test_user_heard(&s.user, "order of p2: taken as digest 3"));
	cr_expect_eq(count(s.user.printed.p, "\nM 100644 "), 1, "%s", s.user.printed.p);
	buf_release(&clear);
	buf_release(&sealed);
	buf_release(&list);
	service_close(&s);
}
