#include "util/shell.h"

#include <string.h>

void
shell_quote(const char *s, struct buf *out)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789_-./,:@%+";

	if (s[0] != '\0' && s[strspn(s, plain)] == '\0') {
		buf_str(out, s);
		return;
	}
	buf_chr(out, '\'');
	for (; *s != '\0'; s++) {
		if (*s == '\'')
			buf_str(out, "'\\''");
		else
			buf_chr(out, *s);
	}
	buf_chr(out, '\'');
}
