/* One table, or a folder of them. */
#include "cli/tables.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int
one(struct ctx *ctx, const char *path,
    int (*each)(struct ctx *ctx, const char *path, void *arg, struct err *err), void *arg,
    struct err *err)
{
	int result;

	ctx->path = path;
	result = each(ctx, path, arg, err);
	host_close(ctx->host);
	ctx->host = NULL;
	ctx->path = NULL;
	return result;
}

static int
is_table(const struct dirent *e)
{
	const size_t n = strlen(e->d_name);

	return n > 3 && e->d_name[0] != '.' && strcmp(e->d_name + n - 3, ".db") == 0;
}

bool
tables_is_folder(const char *where)
{
	struct stat st;

	return stat(where, &st) == 0 && S_ISDIR(st.st_mode);
}

int
tables_each(struct ctx *ctx, const char *where,
    int (*each)(struct ctx *ctx, const char *path, void *arg, struct err *err), void *arg,
    struct err *err)
{
	struct dirent **table = NULL;
	int n, result = 0;

	if (!tables_is_folder(where))
		return one(ctx, where, each, arg, err);
	n = scandir(where, &table, is_table, alphasort);
	if (n < 0)
		return err_set(err, ERR_BUSY, "%s: %s", where, strerror(errno));
	for (int i = 0; i < n; i++) {
		struct buf path = BUF_INIT;
		struct err why = ERR_INIT;

		buf_fmt(&path, "%s/%s", where, table[i]->d_name);
		if (one(ctx, path.p, each, arg, &why) < 0) {
			if (result < 0)
				ctx_say(ctx, "%s", why.msg);
			else
				*err = why;
			result = -1;
		}
		buf_release(&path);
		free(table[i]);
	}
	free(table);
	return result;
}
