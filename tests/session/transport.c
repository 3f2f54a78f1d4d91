/* Orders to a file: only an order of this record is replaced. */
#include <criterion/criterion.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record/signed_order.h"
#include "service/aid.h"
#include "session/play.h"
#include "util/file.h"

static struct service s;
static char record[TEST_FOLDER];

/* Makes an order of p1 with these words, stores it in the record, and returns its text. */
static void
make(const char *say, struct buf *text)
{
	struct player_order o = { .say = say, .turn = TURN_ANY };
	struct parsed_order order;
	struct player_read r;
	struct err err = ERR_INIT;

	table_read(&s.t, 0, &r);
	cr_assert_eq(player_sign(&r, s.t.key[0], &o, &order, &err), 0, "%s", err.msg);
	order_block_text(&order.o.b, text);
	cr_assert_eq(
	    signed_order_save(record, r.d.n, &order, text, s.t.key[0], &err), 0, "%s", err.msg);
	player_read_release(&r);
}

enum there { NOTHING, SAME_ORDER, OTHER_ORDER, STRANGE, EMPTY, FOLDER, LINK, PIPE };

/* Puts what is there to the path of an order. */
static void
put_there(const char *path, enum there there, const struct buf *same, const struct buf *other)
{
	(void)remove(path);
	switch (there) {
	case NOTHING:
		break;
	case SAME_ORDER:
		service_put(path, same->p, same->n);
		break;
	case OTHER_ORDER:
		service_put(path, other->p, other->n);
		break;
	case STRANGE:
		service_put(path, "a letter\n", 9);
		break;
	case EMPTY:
		service_put(path, "", 0);
		break;
	case FOLDER:
		cr_assert_eq(mkdir(path, 0700), 0);
		break;
	case LINK:
		cr_assert_eq(symlink("target.txt", path), 0);
		break;
	case PIPE:
		cr_assert_eq(mkfifo(path, 0600), 0);
		break;
	}
}

Test(transport, file)
{
	static const struct {
		const char *name;
		enum there there;
		enum order_transport_end end;
	} row[] = {
		{ "nothing", NOTHING, TRANSPORT_GONE },
		{ "the order", SAME_ORDER, TRANSPORT_GONE },
		{ "an older order of this record", OTHER_ORDER, TRANSPORT_GONE },
		{ "something else", STRANGE, TRANSPORT_NOT },
		{ "an empty file", EMPTY, TRANSPORT_NOT },
		{ "a folder", FOLDER, TRANSPORT_NOT },
		{ "a link", LINK, TRANSPORT_NOT },
		{ "a pipe", PIPE, TRANSPORT_NOT },
	};
	struct buf one = BUF_INIT, two = BUF_INIT;

	service_open(&s);
	test_folder(record);
	make("one", &one);
	make("two", &two);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		const char *path = service_path(s.dir, "order.txt");
		struct order_transport transport;
		struct buf why = BUF_INIT, text = BUF_INIT;
		struct err err = ERR_INIT;

		put_there(path, row[i].there, &two, &one);
		cr_assert_eq(
		    order_transport_file(&transport, NULL, path, record, &err), 0, "%s", err.msg);
		cr_expect_eq(transport.carry(transport.arg, NULL, &two, &why), row[i].end, "%s: %s",
		    row[i].name, buf_cstr(&why));
		cr_expect_eq(
		    why.n > 0, row[i].end != TRANSPORT_GONE, "%s: %s", row[i].name, buf_cstr(&why));
		if (row[i].end == TRANSPORT_GONE) {
			cr_assert_eq(file_read(path, 1 << 16, &text, &err), 0, "%s", err.msg);
			cr_expect_str_eq(text.p, two.p, "%s", row[i].name);
		} else if (row[i].there == STRANGE) {
			cr_assert_eq(file_read(path, 1 << 16, &text, &err), 0, "%s", err.msg);
			cr_expect_str_eq(text.p, "a letter\n");
		}
		cr_expect_neq(access(service_path(s.dir, "target.txt"), F_OK), 0);
		transport.release(transport.arg);
		buf_release(&why);
		buf_release(&text);
	}
	buf_release(&one);
	buf_release(&two);
	service_close(&s);
}

Test(transport, a_file_that_cannot_be_named)
{
	static const char *const bad[] = { "", "/nowhere/at-all/x", "a/", "\033[2J", "x\n" };

	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		struct order_transport transport = { .arg = NULL };
		struct err err = ERR_INIT;

		cr_expect_eq(
		    order_transport_file(&transport, NULL, bad[i], "", &err), -1, "%zu", i);
		cr_expect_eq(err.code, ERR_USAGE, "%zu: %s", i, err.msg);
		cr_expect_null(transport.arg, "%zu", i);
	}
}
