/* A lost game file, made again from its digests. */
#include "service/rebuild.h"

#include <unistd.h>

#include "record/keys.h"
#include "service/rollback_check.h"

int
rebuild_load_key(struct table_run *run, const char *path, struct buf *name, struct err *err)
{
	struct user *u = run->user;
	struct host *host = NULL;
	struct err none = ERR_INIT;

	if (u->key_arg == NULL && access(path, F_OK) == 0 &&
	    host_open(&host, path, false, u->games, &none) == 0 &&
	    host_key_name(host, name, &none) == 0)
		u->key_arg = buf_cstr(name);
	host_close(host);
	return table_run_load_key(run, err);
}

int
rebuild_make(struct table_run *run, const char *path, const struct buf *digests,
    struct audit_rebuilt *out, struct err *err)
{
	const struct user *u = run->user;
	struct buf host_key = BUF_INIT;
	struct host *host = NULL;
	int result = keys_stable(keys_opened(u), &host_key, err);

	if (result == 0)
		result = host_create(&host, path, u->games, err);
	if (result == 0)
		result = audit_rebuild(
		    host, u->key, buf_cstr(&host_key), buf_cstr(digests), digests->n, out, err);
	host_close(host); /* removes an unfinished file */
	buf_release(&host_key);
	if (result == 0)
		rollback_check_note_rewritten(
		    run, out->game, &out->first, out->made - 1, &out->last);
	return result;
}
