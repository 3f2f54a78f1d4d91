/* What an interrupted run left beside an order (src/record/send_state.h), and the digest read last. */
#include <criterion/criterion.h>

#include <sys/stat.h>
#include <unistd.h>

#include "host/aid.h"
#include "record/checked.h"
#include "record/lastread.h"
#include "record/send_state.h"
#include "util/file.h"

static char dir[TEST_FOLDER];
static struct err err;
static struct signed_order name = { .n = 3, .seat = "p1" };
static struct buf order, mark;

/* An order is a block and its copy for the signer. */
static const char block[] = "block\nof an order\n",
		  own[] = "-----BEGIN AGE ENCRYPTED FILE-----\nabc\n",
		  end[] = "-----END AGE ENCRYPTED FILE-----\n";

static void
set_up(void)
{
	test_folder(dir);
	buf_clear(&order);
	signed_order_path(dir, &name, &order);
	buf_clear(&mark);
	buf_add(&mark, order.p, order.n - strlen(".txt"));
	buf_str(&mark, ".mark");
	cr_assert_eq(send_state_set(dir, &name, SEND_STATE_READY, &err), 0, "%s", err.msg);
}

/* Writes the order: its block, the beginning of the copy, and the end of the copy. */
static void
put_order(unsigned parts)
{
	struct buf text = BUF_INIT;

	buf_str(&text, block);
	buf_str(&text, parts > 1 ? own : "");
	buf_str(&text, parts > 2 ? end : "");
	if (parts > 0)
		cr_assert_eq(file_write(order.p, text.p, text.n, &err), 0, "%s", err.msg);
	buf_release(&text);
}

Test(send_state, only_what_was_not_sent_is_swept)
{
	static const struct {
		const char *name;
		unsigned parts;
		enum send_state state;
		const char *seat;
		bool has_order, has_mark; /* after it */
	} row[] = {
		{ "not written", 0, SEND_STATE_READY, "p1", false, false },
		{ "a block without its copy", 1, SEND_STATE_READY, "p1", false, false },
		{ "half of the copy", 2, SEND_STATE_READY, "p1", false, false },
		{ "whole", 3, SEND_STATE_READY, "p1", true, true },
		{ "half of another seat", 2, SEND_STATE_READY, "p2", true, true },
		{ "half, and it may have left", 2, SEND_STATE_GOING, "p1", true, true },
		{ "half, and the mark is damaged", 2, SEND_STATE_NONE, "p1", true, true },
		{ "sent", 3, SEND_STATE_SENT, "p1", true, true },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		set_up();
		put_order(row[i].parts);
		if (row[i].state == SEND_STATE_NONE)
			cr_assert_eq(file_write(mark.p, "rea", 3, &err), 0, "%s", err.msg);
		else
			cr_assert_eq(send_state_set(dir, &name, row[i].state, &err), 0);
		send_state_sweep(dir, row[i].seat);
		cr_expect_eq(access(order.p, F_OK) == 0, row[i].has_order, "%s", row[i].name);
		cr_expect_eq(access(mark.p, F_OK) == 0, row[i].has_mark, "%s", row[i].name);
	}
}

Test(send_state, names_that_are_none)
{
	static const char *const other[] = { "orders/x.mark", "orders/000003-p1-abc.mark",
		"orders/note", "orders/000003.txt", "orders/000003-p1.txt" };
	struct signed_list list;

	set_up();
	put_order(3);
	for (size_t i = 0; i < sizeof other / sizeof other[0]; i++) {
		struct buf path = BUF_INIT;

		buf_fmt(&path, "%s/%s", dir, other[i]);
		cr_assert_eq(file_write(path.p, "ready\n", 6, &err), 0, "%s", err.msg);
		send_state_sweep(dir, "p1");
		cr_expect_eq(access(path.p, F_OK), 0, "%s is no order", other[i]);
		buf_release(&path);
	}
	cr_assert_eq(signed_list(dir, &list, &err), 0, "%s", err.msg);
	cr_expect(list.count == 1 && list.at[0].n == 3 && strcmp(list.at[0].seat, "p1") == 0, "%zu",
	    list.count);
	signed_list_release(&list);
}

Test(send_state, what_left_is_not_dropped)
{
	struct buf out = BUF_INIT;

	set_up();
	put_order(3);
	for (int state = SEND_STATE_GOING; state <= SEND_STATE_REFUSED; state++) {
		cr_assert_eq(send_state_set(dir, &name, (enum send_state)state, &err), 0);
		cr_expect_eq(send_state_drop(dir, &name, &err), -1);
		cr_expect_eq(err.code, ERR_STALE, "%s", err.msg);
		cr_expect_eq(access(order.p, F_OK), 0, "it is still there");
	}
	cr_expect_eq(send_state_block(dir, &name, &out, &err), 0, "%s", err.msg);
	cr_expect_str_eq(buf_cstr(&out), "block\nof an order");
	buf_clear(&out);
	cr_assert_eq(send_state_set(dir, &name, SEND_STATE_READY, &err), 0);
	put_order(1);
	cr_expect_eq(send_state_block(dir, &name, &out, &err), -1);
	cr_expect_eq(err.code, ERR_CORRUPT, "%s", err.msg);
	cr_expect_eq(out.n, 0);
	cr_expect_eq(send_state_drop(dir, &name, &err), 0);
	cr_expect_eq(send_state_get(dir, &name), SEND_STATE_NONE);
	cr_expect_eq(send_state_block(dir, &name, &out, &err), -1);
	cr_expect_eq(err.code, ERR_NOT_FOUND, "%s", err.msg);
	buf_release(&out);
}

/* What is in its place cannot be removed. */
Test(send_state, a_folder_is_no_order)
{
	set_up();
	cr_assert_eq(mkdir(order.p, 0700), 0);
	cr_expect_eq(send_state_drop(dir, &name, &err), -1);
	cr_expect_eq(err.code, ERR_CREATE, "%s", err.msg);
	cr_expect_eq(send_state_get(dir, &name), SEND_STATE_READY, "nothing has changed");
}

/* ---- the digest read last -------------------------------------------------------------------- */

Test(lastread, a_damaged_file_counts_as_none)
{
	static const struct {
		const char *heading, *line;
		int64_t n, before; /* n -1: damaged */
	} row[] = {
		{ "adit-read v1\n", "13 7", 13, 7 },
		{ "adit-read v1\n", "13 -", 13, -1 },
		{ "adit-read v1\n", "13", -1, -1 },
		{ "adit-read v1\n", "13 13", 13, 13 },
		{ "adit-read v1\n", "13 14", -1, -1 },
		{ "adit-read v1\n", "x 7", -1, -1 },
		{ "adit-read v1\n", "13 x", -1, -1 },
		{ "adit-read v2\n", "13 7", -1, -1 },
		{ "adit-read v1\nmore\n", "13 7", -1, -1 },
		{ "", "13 7", -1, -1 },
	};
	struct buf path = BUF_INIT;

	test_folder(dir);
	buf_fmt(&path, "%s/read-p1", dir);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct buf text = BUF_INIT;
		struct lastread last;

		buf_str(&text, row[i].heading);
		checked_line(row[i].line, strlen(row[i].line), &text);
		for (size_t less = 0; less < 2; less++) { /* the line end is missing */
			const bool is_ok = row[i].n >= 0 && less == 0;

			cr_assert_eq(file_write(path.p, text.p, text.n - less, &err), 0);
			cr_expect_eq(lastread_load(dir, "p1", &last, &err), is_ok ? 0 : -1, "%s%s",
			    row[i].heading, row[i].line);
			cr_expect_eq(last.n, is_ok ? row[i].n : -1, "%s", row[i].line);
			cr_expect_eq(last.before, is_ok ? row[i].before : -1, "%s", row[i].line);
			if (!is_ok)
				cr_expect_eq(err.code, ERR_CORRUPT, "%s", err.msg);
		}
		cr_expect_eq(lastread_save(dir, "p1", 15, &err), 0, "%s", err.msg);
		cr_expect_eq(lastread_load(dir, "p1", &last, &err), 0, "%s", err.msg);
		cr_expect(last.n == 15 && last.before == -1, "it starts again");
		cr_expect(lastread_since(&last, 20) == 15 && lastread_since(&last, 15) == -1);
		buf_release(&text);
	}
	buf_release(&path);
}
