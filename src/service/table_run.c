/* A run of a host's verb. */
#include "service/table_run.h"

#include "record/keys.h"

int
table_run_load_key(struct table_run *run, struct err *err)
{
	struct user *u = run->user;
	struct buf name = BUF_INIT;
	int result = 0;

	if (u->key_arg != NULL)
		buf_str(&name, u->key_arg);
	else if (run->host != NULL)
		result = host_key_name(run->host, &name, err);
	else
		result = keys_only(u, &name, err);
	if (result == 0)
		result = keys_open(u, buf_cstr(&name), err);
	buf_release(&name);
	return result;
}
