/* Finds seats by address in a folder of tables. An entry is "GAME ADDRESS..."; it is empty for a
 * table without mail, a game that is over, and a copy. */
#include "service/address_index.h"

#include <string.h>
#include <strings.h>

#include "service/tables.h"
#include "mail/send.h"
#include "util/mem.h"
#include "util/slice.h"

struct search {
	const char *addr;
	struct address_games *out;
};

/* Splits the next word off an entry. */
static bool
next_word(struct slice *rest, struct slice *word)
{
	const char *blank = memchr(rest->s, ' ', rest->n);
	const size_t n = blank != NULL ? (size_t)(blank - rest->s) : rest->n;

	*word = (struct slice){ rest->s, n };
	rest->s += blank != NULL ? n + 1 : n;
	rest->n -= blank != NULL ? n + 1 : n;
	return n > 0;
}

static void
take(const struct search *s, const struct buf *text)
{
	struct slice rest = { buf_cstr(text), text->n }, game, addr;
	struct address_games *out = s->out;

	if (!next_word(&rest, &game) || game.n > ORDER_BLOCK_GAME_MAX)
		return;
	while (next_word(&rest, &addr)) {
		if (addr.n != strlen(s->addr) || strncasecmp(addr.s, s->addr, addr.n) != 0)
			continue;
		if (out->n < ADDRESS_GAMES_MAX) {
			memcpy(out->game[out->n], game.s, game.n);
			out->game[out->n][game.n] = '\0';
		}
		out->n++;
		return;
	}
}

static bool
known(struct table_run *run, void *arg, const struct buf *text)
{
	(void)run;
	take(arg, text);
	return true;
}

/* Returns false for a copy of a table, which has another file name. */
static bool
has_its_name(const char *path, const char *game)
{
	const char *name = strrchr(path, '/') + 1;
	const size_t n = strlen(game);

	return strncmp(name, game, n) == 0 && strcmp(name + n, ".db") == 0;
}

/* Reads the addresses of one table. */
static int
read_addresses(struct table_run *run, void *arg, struct table_index_found *found, struct err *err)
{
	struct host_status *now = mem_new(sizeof *now);
	struct mail_queue_info post = { .has_table = false };
	int result = host_open(&run->host, run->path, false, run->user->games, err);

	if (result == 0)
		result = host_status(run->host, now, err);
	if (result == 0)
		result = mail_queue_status(run->host, &post, err);
	if (result == 0) {
		*found = (struct table_index_found){ INT64_MIN, INT64_MAX, BUF_INIT };
		if (post.has_table && now->d.pub.known.phase != PHASE_OVER &&
		    has_its_name(run->path, now->d.game)) {
			buf_str(&found->text, now->d.game);
			for (unsigned i = 0; i < now->d.names.n; i++)
				if (post.seat[i].has_address)
					buf_fmt(&found->text, " %s", post.seat[i].addr);
		}
		take(arg, &found->text);
	}
	free(now);
	return result;
}

void
address_index_find(
    const struct table_run *run, const char *folder, const char *addr, struct address_games *out)
{
	static const struct tables_verb verb = {
		.each = read_addresses, .kind = "address", .known = known, .any_name = true
	};
	struct search s = { addr, out };
	struct err none = ERR_INIT;
	struct table_run own = *run;
	struct user user = *run->user;
	struct output silent = *user.out;

	*out = (struct address_games){ .n = 0 };
	own.host = NULL;
	own.user = &user;
	user.out = &silent;
	silent.quiet = true;
	(void)tables_each(&own, folder, &verb, &s, &none);
}
