/*
 * Prints the board of a table from its digests, with the library of adit alone:
 *
 *	cc board.c $(pkg-config --cflags --libs adit) -o board
 *	./board DIR [KEY]
 *
 * DIR is a folder of digests, as adit and git-adit write it. Every digest is verified
 * first. With a KEY (a path with '/', without a passphrase) the hand and the legal orders of its seat
 * follow.
 */
#include <adit.h>
#include <stdio.h>

static int
fail(const struct adit *a)
{
	fprintf(stderr, "board: %s\n", adit_message(a));
	if (adit_hint(a)[0] != '\0')
		fprintf(stderr, "board: %s\n", adit_hint(a));
	return 1;
}

static int
print_view(const struct adit *a, const struct adit_view *v)
{
	char *text = v != NULL ? adit_view_render(v, ADIT_FORM_TEXT, 0) : NULL;

	if (text == NULL)
		return fail(a);
	fputs(text, stdout);
	for (size_t i = 0; i < adit_view_orders(v); i++)
		printf("%s%s\n", i == 0 ? "\n" : "", adit_view_order(v, i));
	adit_string_free(text);
	return 0;
}

/* name: of a key, or NULL */
static int
print_table(struct adit *a, const char *folder, const char *name)
{
	struct adit_transcript *t = adit_transcript_open(a, folder);
	struct adit_key *key = NULL;
	struct adit_view *v = NULL;
	int status;

	if (t == NULL)
		return fail(a);
	printf("table %s, digest %lld, verified\n\n", adit_transcript_game(t),
	    (long long)adit_transcript_newest(t));
	if (name == NULL)
		v = adit_view_public(t, -1);
	else if ((key = adit_key_load(a, name, NULL, 0)) != NULL)
		v = adit_view_private(t, key, -1);
	status = print_view(a, v);
	adit_view_free(v);
	adit_key_free(key);
	adit_transcript_free(t);
	return status;
}

int
main(int argc, char **argv)
{
	struct adit *a;
	int status;

	if (argc < 2 || argc > 3) {
		fputs("usage: board DIR [KEY]\n", stderr);
		return 2;
	}
	a = adit_new(NULL);
	if (a == NULL) {
		fputs("board: libsodium cannot start\n", stderr);
		return 1;
	}
	status = print_table(a, argv[1], argc == 3 ? argv[2] : NULL);
	adit_free(a);
	return status;
}
