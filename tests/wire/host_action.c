#include <criterion/criterion.h>

#include "util/buf.h"
#include "wire/digest.h"
#include "wire/host_action.h"
#include "wire/order_block.h"
#include "wire/reason.h"

/* The host: section of a digest: what is taken, and what is refused with its line. */

#define HASH "vpylbp5kbjbeynbufkfvait7uq6pbrne3zofx2gsuxbh5s6i4ifq"
#define LOST "lost is the number of a digest and its hash"

static const struct {
	const char *name, *text, *want; /* want: in the error; NULL: none */
	int64_t to;
} row[] = {
	{ "the first digest that can be lost", "  lost: 1 " HASH "\n", NULL, 1 },
	{ "a later one", "  lost: 17 " HASH "\n  reason: a disk\n", NULL, 17 },
	{ "digest 0 is what all have", "  lost: 0 " HASH "\n", LOST, 0 },
	{ "no hash", "  lost: 1\n", LOST, 0 },
	{ "no number", "  lost: x " HASH "\n", LOST, 0 },
	{ "half a hash", "  lost: 1 vpylbp5kbjbeynbu\n", LOST, 0 },
	{ "an undo", "  undo: 0\n  reason: a slip\n", NULL, 0 },
	{ "an undo without a number", "  undo: yes\n  reason: a slip\n", "undo", 0 },
	{ "an undo without a reason", "  undo: 3\n", "reason", 0 },
	{ "an undo by the table", "  undo: 3\n  by: table\n", NULL, 3 },
	{ "an undo by somebody", "  undo: 3\n  by: anna\n", "reason", 0 },
	{ "a new shuffle", "  undo: 3\n  shuffle: 2\n  reason: a slip\n", NULL, 3 },
	{ "a shuffle that is none", "  undo: 3\n  shuffle: 0\n  reason: a slip\n", "shuffle", 0 },
	{ "a game that does not end", "  end: no\n  by: table\n", "end", 0 },
	{ "an end that nobody decides", "  end: yes\n", "by", 0 },
	{ "no turn", "  extend: 60\n  by: table\n", "turn", 0 },
	{ "an extension of nothing", "  extend: 0\n  turn: 3\n  by: table\n", "extend", 0 },
	{ "a late seat without a turn", "  late: anna\n", "turn", 0 },
	{ "a place that no digest gave",
	    "  standby-dropped: 0\n  sign: a\n  age: b\n  reason: none\n", "standby-dropped", 0 },
	{ "a key without the other", "  standby-dropped: 3\n  sign: a\n  reason: none\n", "age",
	    0 },
	{ "a proof that is none", "  standby: a\n  age: b\n  proof: abc\n    def\n",
	    "not a signature", 0 },
	{ "no proof", "  standby-no: 3\n  sign: a\n  age: b\n", "proof", 0 },
	{ "no action", "  party: 3\n", "undo", 0 },
};

Test(host_action, what_the_section_may_say)
{
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct buf text = BUF_INIT;
		struct digest_layout at = { .whole = { 0, 0 } };
		struct host_action act;
		struct err err = ERR_INIT;
		int result;

		buf_fmt(&text, "adit-digest v1\nhost:\n%ssince:\n", row[i].text);
		at.signed_part.n = text.n;
		result = host_action_find(text.p, &at, &act, &err);
		if (row[i].want == NULL) {
			cr_expect_eq(result, 1, "%s: %s", row[i].name, err.msg);
			cr_expect_eq(act.to, row[i].to, "%s", row[i].name);
		} else {
			cr_expect_eq(result, -1, "%s: taken", row[i].name);
			cr_expect_eq(err.code, ERR_SYNTAX, "%s", row[i].name);
			cr_expect_gt(err.line, 0, "%s: no line", row[i].name);
			cr_expect_not_null(
			    strstr(err.msg, row[i].want), "%s: %s", row[i].name, err.msg);
		}
		buf_release(&text);
	}
}

Test(host_action, more_seats_than_there_can_be)
{
	struct buf text = BUF_INIT;
	struct digest_layout at = { .whole = { 0, 0 } };
	struct host_action act;
	struct err err = ERR_INIT;

	buf_str(&text, "host:\n  end: yes\n  by: table\n  confirmed: a\n");
	while (text.n < 2 * sizeof act.confirmed)
		buf_str(&text, "    anna anna anna anna anna anna anna anna\n");
	at.signed_part.n = text.n;
	cr_expect_eq(host_action_find(text.p, &at, &act, &err), -1);
	cr_expect_str_eq(err.msg, "more seats than there can be");
	buf_release(&text);
}

/* ---- reasons ------------------------------------------------------------------------------------ */

/* A text of n bytes, with a blank after each word of 9 letters. */
static const struct {
	const char *name;
	size_t n;
	int result;
} length[] = {
	{ "nothing", 0, -1 },
	{ "one letter", 1, 0 },
	{ "the longest reason", REASON_MAX, 0 },
	{ "one letter more", REASON_MAX + 1, -1 },
	{ "the longest text of a player", ORDER_BLOCK_SAY_MAX, -1 },
	{ "a longer one", ORDER_BLOCK_SAY_MAX + 1, -1 },
	{ "a book", 1 << 16, -1 },
};

Test(reason, how_long_it_may_be)
{
	for (size_t i = 0; i < sizeof length / sizeof length[0]; i++) {
		struct buf text = BUF_INIT;
		char out[REASON_MAX + 1] = "before";
		struct err err = ERR_INIT;

		while (text.n < length[i].n)
			buf_chr(&text, text.n % 10 == 9 && text.n + 1 < length[i].n ? ' ' : 'a');
		cr_expect_eq(reason_make(buf_cstr(&text), out, &err), length[i].result, "%s: %s",
		    length[i].name, err.msg);
		cr_expect_str_eq(
		    out, length[i].result == 0 ? buf_cstr(&text) : "before", "%s", length[i].name);
		cr_expect_eq(
		    err.code, length[i].result == 0 ? ERR_NONE : ERR_USAGE, "%s", length[i].name);
		buf_release(&text);
	}
}

/* A name that no seat has counts for none. */
Test(host_action, seats_that_are_confirmed)
{
	static const struct {
		const char *confirmed;
		unsigned seats;
	} list[] = { { "", 0 }, { "p1", 1 }, { "p2 p3", 6 }, { "p2 nobody p3", 6 },
		{ "nobody", 0 } };
	struct names names = { .n = 0 };
	struct err err = ERR_INIT;

	for (unsigned i = 0; i < 3; i++)
		cr_assert_eq(
		    names_add(&names, (const char *[]){ "p1", "p2", "p3" }[i], 2, &err), 0);
	for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
		struct host_action a = { .kind = HOST_ACTION_REPLACE };

		memcpy(a.confirmed, list[i].confirmed, strlen(list[i].confirmed) + 1);
		cr_expect_eq(
		    host_action_confirmed(&a, &names), list[i].seats, "\"%s\"", list[i].confirmed);
	}
}
