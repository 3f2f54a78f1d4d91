/*
 * Reads a message from stdin with adit-letter ($ADIT_LETTER) and prints what plain_text_read finds:
 * "new: LINE" and "code: WORD". With an argument, that file is the mail that is answered.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "mail/plain_text.h"
#include "util/file.h"
#include "util/lines.h"

static void
print(const char *word, const struct buf *text)
{
	struct lines l = { buf_cstr(text), text->n, 0, 1 };
	struct slice line;

	while (lines_next(&l, &line.s, &line.n))
		(void)printf("%s: %.*s\n", word, (int)line.n, line.s);
}

int
main(int argc, char **argv)
{
	const char *letter = getenv("ADIT_LETTER");
	struct mail_message message;
	struct err err = ERR_INIT;
	struct buf own = BUF_INIT;
	struct plain_text text;
	const int fd = argc > 1 ? open(argv[1], O_RDONLY | O_CLOEXEC) : -1;

	if (letter == NULL || (argc > 1 && (fd < 0 || file_get(fd, 1 << 20, &own) < 0)))
		return 2;
	if (mail_message_read(&message, letter, STDIN_FILENO, &err) < 0) {
		(void)fprintf(stderr, "%s\n", err.msg);
		return 1;
	}
	plain_text_read(&message, argc > 1 ? buf_cstr(&own) : NULL, &text);
	print("new", &text.lines);
	print("code", &text.codes);
	plain_text_release(&text);
	mail_message_free(&message);
	buf_release(&own);
	if (fd >= 0)
		(void)close(fd);
	return 0;
}
