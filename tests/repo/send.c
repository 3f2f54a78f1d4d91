/* Whose order goes to which branch; objects of git, which are untrusted. */
#include <criterion/criterion.h>
#include <unistd.h>

#include "record/signed_order.h"
#include "repo/base.h"
#include "repo/send.h"
#include "service/aid.h"
#include "util/mem.h"

static struct service s;

enum { SEAT = 1 };

static void
begin(void)
{
	service_open(&s);
	service_play(&s, 3);
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

enum text { CLEAR, SEALED };

struct seat_row {
	const char *name;
	enum text text;
	bool recorded; /* the order was signed in this home */
	const char *key;
	const char *seat; /* NULL: unknown */
};

static void
find_seat(const struct seat_row *x)
{
	struct parsed_order order;
	struct buf clear = BUF_INIT, sealed = BUF_INIT, dir = BUF_INIT;
	const struct buf *block = x->text == CLEAR ? &clear : &sealed;
	struct repo_order found = { .game = "k7q2m4xw" };
	struct err err = ERR_INIT;
	char home[TEST_FOLDER], hash[HASH_TEXT + 1];
	int result;

	test_folder(home);
	s.user.u.home = home;
	s.user.u.key_arg = x->key;
	make(&order, &clear, &sealed);
	hash_text(&order.hash, hash);
	if (x->recorded) {
		cr_assert_eq(user_game(&s.user.u, found.game, &dir, &err), 0);
		cr_assert_eq(
		    signed_order_save(dir.p, table_n(&s.t), &order, block, s.t.key[SEAT], &err), 0,
		    "%s", err.msg);
	}
	result = repo_order_find(&s.user.u, block, &found, &err);
	cr_expect_eq(result, x->seat != NULL ? 0 : -1, "%s: %s", x->name, err.msg);
	cr_expect_eq(err.code, x->seat != NULL ? ERR_NONE : ERR_USAGE, "%s", x->name);
	if (x->seat != NULL) {
		cr_expect_str_eq(found.seat, x->seat, "%s", x->name);
		cr_expect_eq(strcmp(found.hash, hash) == 0, x->recorded, "%s", x->name);
	}
	buf_release(&clear);
	buf_release(&sealed);
	buf_release(&dir);
}

Test(send, the_seat_of_an_order)
{
	static const struct seat_row row[] = {
		{ "in clear", CLEAR, false, NULL, "p2" },
		{ "in clear, the key has another name", CLEAR, false, "laptop", "p2" },
		{ "sealed, with a key", SEALED, false, "p2", "p2" },
		{ "sealed, with a key in a folder", SEALED, false, "/media/stick/p2", "p2" },
		{ "sealed, without a key", SEALED, false, NULL, NULL },
		{ "sealed, with a key that no seat can have", SEALED, false, "p2.key", NULL },
		{ "sealed, with a key that is an option", SEALED, false, "--all", NULL },
		{ "sealed, signed here", SEALED, true, NULL, "p2" },
		{ "sealed, signed here, with another key", SEALED, true, "p3", "p2" },
		{ "in clear, signed here", CLEAR, true, NULL, "p2" },
	};

	begin();
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
		find_seat(&row[i]);
	service_close(&s);
}

/* ---- trees ----------------------------------------------------------------------------------- */

/* Appends an entry of a tree whose object has 20 times this byte. */
static void
add_entry(const char *mode, const char *path, char object, struct buf *out)
{
	buf_fmt(out, "%s %s", mode, path);
	buf_chr(out, '\0');
	buf_fill(out, object, 20);
}

/* Sets a tree; each line of `text` is "MODE PATH BYTE". */
static void
tree_is(struct git_object *tree, const char *text)
{
	char *copy = mem_dup(text), *rest = copy, *line;

	buf_clear(&tree->text);
	memset(tree->name, 'a', 40);
	tree->name[40] = '\0';
	while ((line = strsep(&rest, "\n")) != NULL && line[0] != '\0') {
		const char *mode = strsep(&line, " "), *path = strsep(&line, " ");

		add_entry(mode, path, line[0], &tree->text);
	}
	free(copy);
}

Test(send, what_a_main_lacks)
{
	static const struct {
		const char *name, *a, *b, *lacks;
	} row[] = {
		{ "the same", "100644 000000.txt a\n", "100644 000000.txt a\n", NULL },
		{ "one more", "100644 000000.txt a\n100644 000001.txt b\n", "100644 000000.txt a\n",
		    NULL },
		{ "one less", "100644 000000.txt a\n", "100644 000000.txt a\n100644 000001.txt b\n",
		    "000001.txt" },
		{ "another digest", "100644 000000.txt b\n", "100644 000000.txt a\n",
		    "000000.txt" },
		{ "a gap", "100644 000000.txt a\n100644 000002.txt c\n",
		    "100644 000000.txt a\n100644 000001.txt b\n100644 000002.txt c\n",
		    "000001.txt" },
		{ "nothing", "", "100644 000000.txt a\n", "000000.txt" },
		{ "nothing was there", "100644 000000.txt a\n", "", NULL },
		{ "a folder in its place", "40000 000000.txt a\n", "100644 000000.txt a\n",
		    "000000.txt" },
		{ "other files do not count", "100644 000000.txt a\n",
		    "100644 000000.txt a\n100644 README z\n100644 0001.txt z\n40000 000009.txt z\n",
		    NULL },
	};
	struct base a = { .commit = "" }, b = { .commit = "" };

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		const char *lacks;

		tree_is(&a.turns, row[i].a);
		tree_is(&b.turns, row[i].b);
		lacks = base_lacks(&a, &b);
		cr_expect_eq(lacks == NULL, row[i].lacks == NULL, "%s", row[i].name);
		if (lacks != NULL && row[i].lacks != NULL)
			cr_expect_str_eq(lacks, row[i].lacks, "%s", row[i].name);
	}
	base_release(&a);
	base_release(&b);
}

Test(send, a_cut_tree_ends)
{
	struct git_object tree = { .text = BUF_INIT };
	struct git_entry e;

	tree_is(&tree, "100644 000000.txt a\n100644 000001.txt b\n");
	for (size_t n = 0; n < tree.text.n; n++) {
		struct git_object cut = { .text = { tree.text.p, n, 0 } };
		size_t at = 0, found = 0;

		memcpy(cut.name, tree.name, sizeof cut.name);
		while (git_tree_next(&cut, &at, &e))
			found++;
		cr_expect_eq(found, n < tree.text.n / 2 ? 0 : 1, "%zu bytes", n);
	}
	buf_release(&tree.text);
}

/* ---- reasons ---------------------------------------------------------------------------------- */

Test(send, a_reason_without_passwords)
{
	static const struct {
		const char *said, *want;
	} row[] = {
		{ "fatal: unable to access 'https://anna:secret@example.org/x/': no\n",
		    "no: unable to access 'https://example.org/x/': no" },
		{ "warning: x\n\nerror: anna@example.org: denied\nmore\n",
		    "no: example.org: denied" },
		{ "fatal: \033[31m\n", "no: git gives no reason" },
		{ "remote: \033[31mno\nremote: error: hook declined\n",
		    "no: remote: error: hook declined" },
		{ "", "no: git gives no reason" },
		{ "warning: only that", "no: git gives no reason" },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct buf said = BUF_INIT;
		struct err err = ERR_INIT;

		buf_str(&said, row[i].said);
		cr_expect_eq(git_fail("no", &said, &err), -1);
		cr_expect_eq(err.code, ERR_BUSY);
		cr_expect_str_eq(err.msg, row[i].want);
		buf_release(&said);
	}
}

/* Of a long line the beginning is shown, without passwords and up to a whole letter. */
Test(send, a_long_reason)
{
	struct buf said = BUF_INIT, want = BUF_INIT;
	struct err err = ERR_INIT;

	buf_str(&said, "fatal: https://anna:");
	buf_fill(&said, 's', 300);
	buf_str(&said, "@example.org: no");
	cr_expect_eq(git_fail("no", &said, &err), -1);
	cr_expect_str_eq(err.msg, "no: https://example.org: no");
	buf_clear(&said);
	buf_str(&said, "fatal: a");
	buf_str(&want, "no: a");
	for (unsigned i = 0; i < 140; i++) {
		buf_str(&said, "\xd0\xb6");
		buf_str(&want, i < 127 ? "\xd0\xb6" : "");
	}
	cr_expect_eq(git_fail("no", &said, &err), -1);
	cr_expect_str_eq(err.msg, want.p);
	buf_release(&said);
	buf_release(&want);
}
