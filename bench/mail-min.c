/* A program that links GMime and does nothing: the cost to start one. */
#include <gmime/gmime.h>

int
main(int argc, char **argv)
{
	(void)argv;
	if (argc > 1) /* the linker keeps a library only if something of it is used */
		g_mime_init();
	return 0;
}
