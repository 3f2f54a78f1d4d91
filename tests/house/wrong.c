/* Errors that sanitizers must find, for tests/house/wrong.t: undefined behaviour, address, leak. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static int64_t volatile least = INT64_MIN;
static char *volatile at;

int
main(int argc, char **argv)
{
	const char *what = argc == 2 ? argv[1] : "";

	if (strcmp(what, "undefined") == 0) {
		least = -least;
	} else if (strcmp(what, "address") == 0) {
		at = calloc(8, 1);
		char after = at[strlen(what) + 1];
		free(at);
		return after;
	} else if (strcmp(what, "leak") == 0) {
		at = calloc(8, 1);
		at = NULL;
	}
	return 0;
}
