/* Values of options that have two words. */
#include "util/opt_value.h"

#include <string.h>

int
opt_parse_watchers(const char *value, bool *open, struct err *err)
{
	*open = strcmp(value, "open") == 0;
	return *open || strcmp(value, "closed") == 0 ?
	    0 :
	    err_set(err, ERR_USAGE, "--watchers takes open or closed, not \"%.40s\"", value);
}

int
opt_parse_no(const char *name, const char *value, bool *no, struct err *err)
{
	*no = value != NULL && strcmp(value, "no") == 0;
	if (value == NULL || *no || strcmp(value, "yes") == 0)
		return 0;
	return err_set(err, ERR_USAGE, "--%s takes yes or no, not \"%s\"", name, value);
}
