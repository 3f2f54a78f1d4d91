/* Message-IDs: made, recognized, and protected against forgery. */
#include <criterion/criterion.h>

#include "mail/message.h"
#include "mail/message_id.h"

static const unsigned char s[SECRET_BYTES] = "a secret of thirty-two bytes 32";
static struct names names;

static void
setup(void)
{
	struct err err = ERR_INIT;

	cr_assert_eq(seal_init(&err), 0);
	names = (struct names){ .n = 0 };
	cr_assert(
	    names_add(&names, "anna", 4, &err) == 0 && names_add(&names, "b-b_1", 5, &err) == 0);
}

TestSuite(message_id, .init = setup);

static bool
is_ours(const char *id, size_t n, uint8_t *seat, int64_t *number, char *kind)
{
	return message_id_ours(s, "k7q2m4xw", &names, id, n, seat, number, kind);
}

Test(message_id, known_again)
{
	static const struct {
		const char *seat;
		int64_t n;
		const char *kind;
	} row[] = {
		{ "anna", 0, "" },
		{ "b-b_1", 17, "" },
		{ "anna", 17, "r12" },
		{ "anna", INT64_MAX, "h9223372036854775807" },
		{ "+1", 17, "" },
		{ "+20", 17, "" },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct buf id = BUF_INIT;
		char kind[MESSAGE_KIND_MAX + 1], game[ORDER_BLOCK_GAME_MAX + 1];
		char to[MESSAGE_TO_MAX + 1];
		uint8_t seat;
		int64_t n;

		message_id_make(s, "k7q2m4xw", row[i].seat, row[i].n, row[i].kind,
		    mail_address_domain("cave@example.org"), &id);
		cr_expect(message_id_is_ok(id.p, id.n), "%s", id.p);
		cr_expect(is_ours(id.p, id.n, &seat, &n, kind), "%s", id.p);
		message_to(&names, seat, to);
		cr_expect_str_eq(to, row[i].seat);
		cr_expect_eq(n, row[i].n);
		cr_expect_str_eq(kind, row[i].kind);
		cr_expect(message_id_game(id.p, id.n, game));
		cr_expect_str_eq(game, "k7q2m4xw");
		/* Every byte is significant, except those of the domain and the number after r
		 * or h. */
		for (size_t k = 0; k < (size_t)(strchr(id.p, '@') - id.p); k++) {
			if (row[i].kind[0] != '\0' && strchr("0123456789rh", id.p[k]) != NULL)
				continue;
			id.p[k] ^= 1;
			cr_expect(!is_ours(id.p, id.n, &seat, &n, kind), "%s", id.p);
			id.p[k] ^= 1;
		}
		/* Truncated at any byte. */
		for (size_t k = 0; k < id.n; k++) {
			cr_expect(!is_ours(id.p, k, &seat, &n, kind), "%zu of %s", k, id.p);
			cr_expect(!message_id_game(id.p, k, game), "%zu of %s", k, id.p);
		}
		buf_release(&id);
	}
}

/* From adit(5), computed by another program. */
Test(message_id, vector)
{
	struct buf id = BUF_INIT;

	message_id_make(s, "k7q2m4xw", "anna", 17, "", "example.org", &id);
	cr_expect_str_eq(id.p, "<k7q2m4xw.17.anna.iip77qe6p3ofpntw@example.org>", "%s", id.p);
	buf_release(&id);
}

Test(message_id, names_no_path)
{
	static const char *const bad[] = {
		"<../x.1.anna.aaaaaaaaaaaaaaaa@x>",
		"<.1.anna.aaaaaaaaaaaaaaaa@x>",
		"<-x.1.anna.aaaaaaaaaaaaaaaa@x>",
		"<a/b.1.anna.aaaaaaaaaaaaaaaa@x>",
		"<K7.1.anna.aaaaaaaaaaaaaaaa@x>",
		"<abcdefghijklmnopq.1.anna.aaaaaaaaaaaaaaaa@x>",
		"<k7.1.anna.aaaaaaaaaaaaaaaaa@x>",
		"<k7.1.anna@x>",
		"k7.1.anna.aaaaaaaaaaaaaaaa@x",
		"<>",
		"<",
		"",
	};
	char game[ORDER_BLOCK_GAME_MAX + 1];

	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
		cr_expect(!message_id_game(bad[i], strlen(bad[i]), game), "%s", bad[i]);
	cr_expect(message_id_game("<k7.1.anna.aaaaaaaaaaaaaaaa@x>", 30, game));
}
