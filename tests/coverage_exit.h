/* For --enable-code-coverage, which includes it everywhere: a process that ends with _exit() leaves its
 * counts, too. Without this, what works in a child (src/service/jobs.c) would count as untested. */
void __gcov_dump(void);

_Noreturn static inline void
coverage_exit(int status)
{
	__gcov_dump();
	__builtin__exit(status);
}

#define _exit coverage_exit
