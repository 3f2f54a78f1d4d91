/* The first contact with a host (adit(1), --host). */
#include <criterion/criterion.h>

#include "player/contact.h"
#include "service/aid.h"

static struct service s;
static struct player_read r;
static char fingerprint[FINGERPRINT_TEXT + 1];
static unsigned asked;

static bool
yes(const char *question)
{
	asked += strstr(question, "fingerprint") != NULL;
	return true;
}

static bool
no(const char *question)
{
	(void)yes(question);
	return false;
}

/* Argument of --host. */
enum host_arg { NO_HOST, RIGHT, WRONG, A_FILE };

Test(contact, check)
{
	static const struct {
		const char *name;
		enum host_arg host;
		bool known, session, json;
		bool (*confirms)(const char *question);
		int result;
		unsigned asked;
		const char *says; /* a message; NULL: none */
	} row[] = {
		{ "unknown, nobody answers", NO_HOST, false, false, false, NULL, 0, 0,
		    "warning: the host of game k7q2m4xw has the fingerprint " },
		{ "unknown, yes", NO_HOST, false, false, false, yes, 0, 1, "compare it" },
		{ "unknown, no", NO_HOST, false, false, false, no, -1, 1, "compare it" },
		{ "unknown, for a program", NO_HOST, false, false, true, no, 0, 0, "warning: " },
		{ "unknown, in a session", NO_HOST, false, true, false, no, 0, 0, NULL },
		{ "known", NO_HOST, true, false, false, no, 0, 0, NULL },
		{ "the right fingerprint", RIGHT, false, false, false, no, 0, 0, NULL },
		{ "the right fingerprint of a known host", RIGHT, true, false, false, no, 0, 0,
		    NULL },
		{ "a wrong fingerprint", WRONG, false, false, false, yes, -1, 0, NULL },
		{ "a wrong fingerprint of a known host", WRONG, true, false, false, yes, -1, 0,
		    NULL },
		{ "a wrong fingerprint in a session", WRONG, false, true, false, yes, -1, 0, NULL },
		{ "a file, checked by the pins", A_FILE, false, false, false, no, 0, 0, NULL },
	};
	struct err err = ERR_INIT;

	service_open(&s);
	table_read(&s.t, 0, &r);
	digest_fingerprint(&r.d, fingerprint);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		char wrong[FINGERPRINT_TEXT + 1];
		const char *const host[] = { NULL, fingerprint, wrong, "host.pub" };

		memcpy(wrong, fingerprint, sizeof wrong);
		wrong[3] = wrong[3] == 'a' ? 'b' : 'a';
		asked = 0;
		err = (struct err)ERR_INIT;
		s.user.u.confirms = row[i].confirms;
		s.user.u.in_session = row[i].session;
		s.user.out.json = row[i].json;
		cr_expect_eq(contact_check(&s.user.u, &r, host[row[i].host], row[i].known, &err),
		    row[i].result, "%s: %s", row[i].name, err.msg);
		cr_expect_eq(err.code, row[i].result < 0 ? ERR_AUTH : ERR_NONE, "%s", row[i].name);
		cr_expect_eq(asked, row[i].asked, "%s", row[i].name);
		cr_expect_eq(s.user.said.n > 0, row[i].says != NULL, "%s: %s", row[i].name,
		    buf_cstr(&s.user.said));
		if (row[i].says != NULL) {
			cr_expect_not_null(strstr(s.user.said.p, fingerprint), "%s", row[i].name);
			cr_expect(test_user_heard(&s.user, row[i].says), "%s", row[i].name);
		}
	}
	player_read_release(&r);
	service_close(&s);
}

Test(contact, is_fingerprint)
{
	static const struct {
		const char *text;
		bool is;
	} row[] = {
		{ "54xn7b7qqxwhb37zfwxorha2ie", true },
		{ "54xn7b7qqxwhb37zfwxorha2i", false },
		{ "54xn7b7qqxwhb37zfwxorha2iee", false },
		{ "54XN7B7QQXWHB37ZFWXORHA2IE", false },
		{ "54xn7b7qqxwhb37zfwxorha218", false },
		{ "host.pub", false },
		{ "", false },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
		cr_expect_eq(contact_is_fingerprint(row[i].text), row[i].is, "%s", row[i].text);
}
