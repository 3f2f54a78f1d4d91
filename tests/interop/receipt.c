/* Our receipts, opened by stock minisign and age. */
#include "record/receipt.h"

#include "interop/tool.h"
#include "seal/age.h"
#include "seal/minisign.h"

static void
enter(void)
{
	tool_needed("minisign");
	tool_needed("age");
	tool_enter();
}

TestSuite(receipt, .init = enter, .fini = tool_leave);

/* Makes an order and the host's answer. */
static void
fill(struct parsed_order *order, struct receipt *r)
{
	struct err err = ERR_INIT;

	struct order_block b = {
		.game = "k7q2m4xw", .seat = "anna", .turn = 17, .seq = 1, .n_do = 1
	};

	memcpy(b.doing[0], "pass", sizeof "pass");
	cr_assert_eq(parsed_order_from_fields(order, &b, &err), 0, "%s", err.msg);
	*r = (struct receipt){ .game = "k7q2m4xw",
		.seat = "anna",
		.is_sealed = true,
		.repeated = -1,
		.time = 1763747534,
		.code = "stale",
		.why = "it is not your turn" };
}

static struct receipt_spans
find(const struct buf *text)
{
	struct receipt_spans sp;
	struct err err = ERR_INIT;
	size_t at = 0;

	cr_assert_eq(receipt_next(text->p, text->n, &at, &sp, &err), 1, "%s", err.msg);
	cr_expect_eq(at, text->n);
	return sp;
}

Test(receipt, stock_verifies_and_opens)
{
	struct seckey *host = tool_secret(), *anna = tool_secret();
	struct parsed_order order;
	struct receipt r;
	struct receipt_spans sp;
	struct minisign_sig sig;
	struct err err = ERR_INIT;
	struct buf text = BUF_INIT, file = BUF_INIT, key = BUF_INIT, plain;
	char line[SIGN_TEXT + 1];

	fill(&order, &r);
	cr_assert_eq(receipt_make(&r, &order, host, &anna->pub, &text, &err), 0, "%s", err.msg);
	sp = find(&text);
	memcpy(sig.b, sp.sig, sizeof sig.b);
	minisign_file_text(&sig, "a receipt", "adit-receipt v1 k7q2m4xw/anna", &file);
	tool_put("signed", text.p + sp.signed_part.at, sp.signed_part.n);
	tool_put("signed.minisig", file.p, file.n);
	pubkey_sign_text(&host->pub, line);
	cr_expect_eq(tool_run("minisign -Vm signed -P %s", line), 0, "%s", tool_said());
	tool_put("box.age", text.p + sp.armor.at, sp.armor.n);
	cr_assert_eq(seckey_box_text(anna, NULL, 0, AGE_WORK, &key, &err), 0);
	tool_put("anna.age", key.p, key.n);
	cr_assert_eq(tool_run("age -d -i anna.age -o plain box.age"), 0, "%s", tool_said());
	plain = tool_get("plain");
	cr_expect_eq(plain.n, RECEIPT_BOX);
	cr_expect_not_null(strstr(plain.p, "\ncode: stale\nwhy: it is not your turn\ntext:\n"));
	cr_expect_not_null(strstr(plain.p, order.o.text));
	buf_release(&plain);
	buf_release(&file);
	buf_wipe(&key);
	buf_release(&text);
	seckey_free(host);
	seckey_free(anna);
}
