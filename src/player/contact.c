/* First contact with a host. */
#include "player/contact.h"
#include "text/language.h"

#include <string.h>

bool
contact_is_fingerprint(const char *host)
{
	return strlen(host) == FINGERPRINT_TEXT &&
	    strspn(host, "abcdefghijklmnopqrstuvwxyz234567") == FINGERPRINT_TEXT;
}

void
contact_words(const struct language *lang, const struct player_read *r, struct buf *out)
{
	char fingerprint[FINGERPRINT_TEXT + 1];

	digest_fingerprint(&r->d, fingerprint);
	language_fmt(lang, out, MSG("contact", "the host of game %s has the fingerprint %s"),
	    r->d.game, fingerprint);
}

/* Shows an unknown host and asks the player. */
static int
show(const struct user *u, const struct player_read *r, struct err *err)
{
	struct buf words = BUF_INIT;
	int result = 0;

	contact_words(u->lang, r, &words);
	if (u->out->json || u->confirms == NULL) {
		output_say(u->out,
		    "warning: %s, which is seen here for the first time: compare it with your host "
		    "on another way than this digest came; --host FINGERPRINT insists on one",
		    words.p);
	} else {
		output_say(u->out,
		    "%s: compare it with your host on another way than this digest came", words.p);
		if (!u->confirms(language_text(
			u->lang, MSG("ask", "Is that the fingerprint of your host?")))) {
			(void)err_set(
			    err, ERR_AUTH, "that is not your host: nothing is remembered");
			result = err_hint(err, "ask your host for the fingerprint: adit key");
		}
	}
	buf_release(&words);
	return result;
}

int
contact_check(const struct user *u, const struct player_read *r, const char *host, bool is_known,
    struct err *err)
{
	char fingerprint[FINGERPRINT_TEXT + 1];

	if (host != NULL && contact_is_fingerprint(host)) {
		digest_fingerprint(&r->d, fingerprint);
		return strcmp(host, fingerprint) == 0 ?
		    0 :
		    err_set(err, ERR_AUTH,
			"game %s has another host: its fingerprint is %s, not %s", r->d.game,
			fingerprint, host);
	}
	return is_known || host != NULL || u->in_session ? 0 : show(u, r, err);
}
