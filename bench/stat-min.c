/*
 * Lower bound for a walk over a folder of tables: calls stat for each file that ends in .db and
 * opens none.
 *
 *	stat-min DIR
 */
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

int
main(int argc, char **argv)
{
	DIR *d = argc == 2 ? opendir(argv[1]) : NULL;
	unsigned long n = 0;
	long long newest = 0;

	if (d == NULL)
		return 1;
	for (struct dirent *e = readdir(d); e != NULL; e = readdir(d)) {
		const size_t len = strlen(e->d_name);
		struct stat st;

		if (len < 4 || strcmp(e->d_name + len - 3, ".db") != 0)
			continue;
		if (fstatat(dirfd(d), e->d_name, &st, AT_SYMLINK_NOFOLLOW) < 0)
			return 1;
		n++;
		newest = st.st_mtim.tv_sec > newest ? st.st_mtim.tv_sec : newest;
	}
	(void)closedir(d);
	printf("%lu tables, the newest of %lld\n", n, newest);
	return 0;
}
