/* The verbs of a player without a terminal, git and mail server: what the browser file and the npm package have. */
#include "cli/cmd.h"

const struct cmd *const cmd_table[] = {
	&cmd_keygen,
	&cmd_key,
	&cmd_config,
	&cmd_audit,
	&cmd_compare,
	&cmd_help,
	&cmd_read,
	&cmd_join,
	&cmd_confirm,
	&cmd_sign,
	&cmd_order,
	&cmd_rotate_key,
	&cmd_log,
	&cmd_page,
	NULL,
};
