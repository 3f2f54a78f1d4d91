/* Which rules set?  Asked by every verb that starts a game. */
#include "cli/rules.h"

#include <string.h>

#include "text/names.h"

const struct rules *
rules_arg(const char *option, const char *name, struct err *err)
{
	const struct rules *rules = name == NULL ? NULL : rules_find(name, strlen(name));
	struct buf all = BUF_INIT;

	if (rules != NULL)
		return rules;
	for (size_t i = 0; rules_all[i] != NULL; i++)
		buf_fmt(&all, "%s%s", i > 0 ? ", " : "", rules_name(rules_all[i]));
	if (name == NULL)
		err_set(err, ERR_USAGE, "which rules?");
	else
		err_set(err, ERR_USAGE, "there is no rules set \"%s\"", name);
	err_hint(err, "%s takes: %s", option, buf_cstr(&all));
	buf_release(&all);
	return NULL;
}
