/*
 * The main function of a fuzz program without libFuzzer. Tries every file of a folder, sorted by
 * name, and prints TAP. A file whose name begins with "good-" must be valid, and at least one of
 * them must be there: a fuzzer whose seeds are all refused tests nothing.
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

#define GOOD "good-"
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

/* Tries one file and prints its line of TAP. Returns true if its input is valid and is said to
 * be. */
static bool
replay(const char *folder, const char *name, int number)
{
	const bool must = strncmp(name, GOOD, strlen(GOOD)) == 0;
	struct buf path = BUF_INIT, input = BUF_INIT;
	struct err err = ERR_INIT;
	bool valid = false;

	buf_fmt(&path, "%s/%s", folder, name);
	if (file_read(path.p, INPUT_MAX, &input, &err) < 0) {
		printf("not ok %d - %s\n", number, err.msg);
	} else {
		/* Printed before the call: if that aborts, the last line names the input. */
		printf("# %s\n", name);
		(void)fflush(stdout);
		valid = fuzz_try((const uint8_t *)buf_cstr(&input), input.n);
		printf("%sok %d - %s is %s\n", must && !valid ? "not " : "", number, name,
		    valid ? "valid" : "refused");
	}
	buf_release(&input);
	buf_release(&path);
	return must && valid;
}

int
main(int argc, char **argv)
{
	bool has_good = false;
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
	printf("1..%d\n", n + 1);
	for (int i = 0; i < n; i++) {
		has_good |= replay(folder.p, entry[i]->d_name, i + 1);
		free(entry[i]);
	}
	printf("%sok %d - there is a valid input\n", has_good ? "" : "not ", n + 1);
	free(entry);
	buf_release(&folder);
	return 0;
}
