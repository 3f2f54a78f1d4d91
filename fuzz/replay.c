/*
 * The main function of a fuzz program without libFuzzer. Tries every file of a folder, sorted by
 * name, and prints TAP.
 *
 *	fuzz-NAME [FOLDER]      default: fuzz/corpus/NAME in the source tree ($abs_top_srcdir)
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/fuzz.h"
#include "util/buf.h"
#include "util/err.h"
#include "util/file.h"

enum { INPUT_MAX = 1 << 20 };

static int
is_visible(const struct dirent *d)
{
	return d->d_name[0] != '.';
}

/* Appends the folder of the inputs of this program to path. */
static void
default_folder(struct buf *path, const char *program)
{
	const char *top = getenv("abs_top_srcdir");
	const char *slash = strrchr(program, '/');
	const char *name = slash == NULL ? program : slash + 1;
	if (strncmp(name, "fuzz-", 5) == 0)
		name += 5;
	buf_fmt(path, "%s/fuzz/corpus/%s", top == NULL ? "." : top, name);
}

int
main(int argc, char **argv)
{
	struct buf folder = BUF_INIT;
	if (argc > 1)
		buf_str(&folder, argv[1]);
	else
		default_folder(&folder, argv[0]);

	struct dirent **entry;
	int n = scandir(folder.p, &entry, is_visible, alphasort);
	if (n <= 0) {
		printf("Bail out! no inputs in %s\n", folder.p);
		buf_release(&folder);
		return 1;
	}
	printf("1..%d\n", n);
	for (int i = 0; i < n; i++) {
		struct buf path = BUF_INIT, input = BUF_INIT;
		struct err err = ERR_INIT;
		buf_fmt(&path, "%s/%s", folder.p, entry[i]->d_name);
		if (file_read(path.p, INPUT_MAX, &input, &err) < 0) {
			printf("not ok %d - %s\n", i + 1, err.msg);
		} else {
			/* Printed before the call: if that aborts, the last line names the
			 * input. */
			printf("# %s\n", entry[i]->d_name);
			(void)fflush(stdout);
			(void)LLVMFuzzerTestOneInput((const uint8_t *)buf_cstr(&input), input.n);
			printf("ok %d - %s\n", i + 1, entry[i]->d_name);
		}
		buf_release(&input);
		buf_release(&path);
		free(entry[i]);
	}
	free(entry);
	buf_release(&folder);
	return 0;
}
