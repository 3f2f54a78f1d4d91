/* The secrets of mails to plain seats: each belongs to one mail, one kind, one seat and one address. */
#include <criterion/criterion.h>
#include <ctype.h>

#include "games/saboteur/saboteur.h"
#include "mail/plain_seat.h"
#include "seal/aid.h"
#include "util/mem.h"

TestSuite(plain_seat, .init = aid_init);

static void
open_seat(const char *game, const char *address, unsigned number, struct plain_seat *out)
{
	static struct table t;
	static struct host_state hs;
	struct seckey *host = aid_secret(5);
	struct err err = ERR_INIT;

	(void)snprintf(t.game, sizeof t.game, "%s", game);
	t.names = (struct names){ .n = 0 };
	cr_assert_eq(names_add(&t.names, "anna", 4, &err), 0);
	cr_assert_eq(names_add(&t.names, "dora", 4, &err), 0);
	hs.n_custody[1] = (uint8_t)number;
	cr_assert_eq(plain_seat_open(&t, &hs, host, 1, address, out, &err), 0, "%s", err.msg);
	seckey_free(host);
}

Test(plain_seat, an_id_and_a_code_come_back)
{
	static const char *const kind[] = { "", "h12", "d3", "h5" };
	struct plain_seat p;
	char back[MESSAGE_KIND_MAX + 1], game[ORDER_BLOCK_GAME_MAX + 1];
	int64_t n;

	open_seat("k7q2m4xw", "dora@example.org", 1, &p);
	for (size_t i = 0; i < sizeof kind / sizeof kind[0]; i++) {
		struct buf id = BUF_INIT, code = BUF_INIT;

		plain_seat_id(&p, 17, kind[i], "table.example", &id);
		plain_seat_code(&p, 17, kind[i], &code);
		cr_expect(plain_seat_is_own(&p, id.p, id.n, false, &n, back), "%s", id.p);
		cr_expect(n == 17 && strcmp(back, kind[i]) == 0, "%s", id.p);
		cr_expect(plain_seat_is_own(&p, code.p, code.n, true, &n, back), "%s", code.p);
		cr_expect(n == 17 && strcmp(back, kind[i]) == 0, "%s", code.p);
		cr_expect(plain_code_game(code.p, code.n, game) && strcmp(game, "k7q2m4xw") == 0);
		for (size_t k = 0; k < code.n; k++)
			code.p[k] = (char)toupper((unsigned char)code.p[k]);
		cr_expect(plain_seat_is_own(&p, code.p, code.n, true, &n, back), "%s", code.p);
		for (size_t k = 0; k < code.n; k++)
			code.p[k] = (char)tolower((unsigned char)code.p[k]);
		/* Neither is the other, whatever the form. */
		cr_expect_null(strstr(id.p, strrchr(code.p, '.') + 1));
		for (size_t k = 0; k < code.n; k++) {
			struct buf bad = BUF_INIT;

			buf_add(&bad, code.p, code.n);
			bad.p[k] = bad.p[k] == 'a' ? 'b' : 'a';
			cr_expect(!plain_seat_is_own(&p, buf_cstr(&bad), bad.n, true, &n, back),
			    "%s", bad.p);
			cr_expect(!plain_seat_is_own(&p, code.p, k, true, &n, back), "%zu", k);
			buf_release(&bad);
		}
		buf_release(&id);
		buf_release(&code);
	}
	plain_seat_close(&p);
}

Test(plain_seat, another_game_address_or_time_has_other_secrets)
{
	static const struct {
		const char *game, *address;
		unsigned number;
	} row[] = { { "k7q2m4xv", "dora@example.org", 1 }, { "k7q2m4xw", "dora@example.com", 1 },
		{ "k7q2m4xw", "dora@example.org", 2 }, { "k7q2m4xw", "", 1 } };
	struct buf code = BUF_INIT;
	struct plain_seat p, other;
	char kind[MESSAGE_KIND_MAX + 1];
	int64_t n;

	open_seat("k7q2m4xw", "dora@example.org", 1, &p);
	plain_seat_code(&p, 17, "", &code);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		open_seat(row[i].game, row[i].address, row[i].number, &other);
		cr_expect(!plain_seat_is_own(&other, code.p, code.n, true, &n, kind), "row %zu", i);
		plain_seat_close(&other);
	}
	plain_seat_close(&p);
	buf_release(&code);
}
