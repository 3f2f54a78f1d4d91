/* Lines with a checksum. */
#include "record/checked.h"

#include <string.h>

#include "seal/hash.h"

static void
checksum(const char *text, size_t n, char out[static HASH_TEXT + 1])
{
	const struct hash_input part[] = { { text, n } };
	const struct hash hash = hash_parts("adit/line", part, 1);

	hash_text(&hash, out);
}

void
checked_line(const char *text, size_t n, struct buf *out)
{
	char sum[HASH_TEXT + 1];

	checksum(text, n, sum);
	buf_add(out, text, n);
	buf_fmt(out, " %.*s\n", (int)CHECKED_SUM, sum);
}

bool
checked_read(const char *line, size_t n, struct slice *text)
{
	const size_t tail = CHECKED_SUM + 1;
	char sum[HASH_TEXT + 1];

	if (n < tail || line[n - tail] != ' ')
		return false;
	*text = (struct slice){ line, n - tail };
	checksum(text->s, text->n, sum);
	return memcmp(sum, line + n - CHECKED_SUM, CHECKED_SUM) == 0;
}
