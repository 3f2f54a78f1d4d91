/* The user of this program. */
#include "record/user.h"

#include "record/home.h"
#include "util/timestamp.h"

enum { TIME_SLACK_S = 300 };

void
user_check_time(const struct user *u, int64_t n, int64_t time)
{
	char text[TIMESTAMP_LEN + 1];

	if (!u->has_now || time <= u->now + TIME_SLACK_S)
		return;
	timestamp_text(time, text);
	output_say(u->out,
	    "warning: digest %lld is dated %s, which is yet to come: the host's clock is wrong, or "
	    "this one",
	    (long long)n, text);
}

int
user_home(const struct user *u, struct buf *out, struct err *err)
{
	if (u->home == NULL) {
		(void)err_set(err, ERR_NOT_FOUND, "no folder for keys: HOME is not set");
		return err_hint(err, "set ADIT_HOME to one");
	}
	buf_str(out, u->home);
	return 0;
}

int
user_game(const struct user *u, const char *game, struct buf *out, struct err *err)
{
	struct buf home = BUF_INIT;
	int result = user_home(u, &home, err);

	if (result == 0)
		result = home_folder(home.p, game, out, err);
	buf_release(&home);
	return result;
}
