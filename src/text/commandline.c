/* Commands of the operator. */
#include "text/commandline.h"

#include <string.h>

#include "util/number.h"
#include "util/slice.h"
#include "util/timestamp.h"

static const char *const word[COMMANDLINE_KINDS] = { "status", "tick", "pause", "undo", "seat" };

const char *
commandline_plain_seat(const char *s)
{
	static const char plain[] = "mail:";

	return strncmp(s, plain, sizeof plain - 1) == 0 ? s + sizeof plain - 1 : NULL;
}

static int
parse_seat(const char *s, struct commandline *out)
{
	const size_t n = strcspn(s, " ");
	const char *address = s[n] == ' ' ? s + n + 1 : NULL;

	if (n == 0 || n > NAME_MAX_LEN)
		return -1;
	memcpy(out->seat, s, n);
	if (address == NULL)
		return 0;
	address = commandline_plain_seat(address);
	return address != NULL && mail_address_read(address, out->address) ? 0 : -1;
}

static int
parse_rest(const char *rest, struct commandline *out)
{
	switch (out->kind) {
	case COMMANDLINE_PAUSE:
		return strcmp(rest, "off") == 0 ? 0 : timestamp_until_parse(rest, &out->n);
	case COMMANDLINE_UNDO:
		return number_parse(rest, strlen(rest), INT32_MAX, &out->n);
	case COMMANDLINE_SEAT:
		return parse_seat(rest, out);
	case COMMANDLINE_STATUS:
	case COMMANDLINE_TICK:
	case COMMANDLINE_KINDS:
		break;
	}
	return rest[0] == '\0' ? 0 : -1;
}

int
commandline_parse(const char *line, struct commandline *out, struct err *err)
{
	const size_t n = strcspn(line, " ");

	*out = (struct commandline){ .kind = COMMANDLINE_KINDS };
	for (unsigned i = 0; i < COMMANDLINE_KINDS; i++)
		if (slice_equals(word[i], line, n))
			out->kind = (enum commandline_kind)i;
	if (out->kind != COMMANDLINE_KINDS && parse_rest(line + n + (line[n] == ' '), out) == 0)
		return 0;
	err_set(err, ERR_SYNTAX, "\"%.80s\" is not a command", line);
	return err_hint(
	    err, "status, tick, pause DATE, pause off, undo N, seat NAME or seat NAME mail:ADDR");
}
