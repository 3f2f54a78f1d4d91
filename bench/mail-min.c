/* A program that links GMime and does nothing: what it costs to start one. */
#include <gmime/gmime.h>

int
main(int argc, char **argv)
{
	(void)argv;
	if (argc > 1) /* the linker keeps a library of which something is used */
		g_mime_init();
	return 0;
}
