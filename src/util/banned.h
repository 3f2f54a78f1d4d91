#ifndef ADIT_UTIL_BANNED_H
#define ADIT_UTIL_BANNED_H

/*
 * Calls without a bound, without an error or with a hidden buffer do not compile. The build
 * includes this header first in every file (-include src/util/banned.h).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* glibc defines these as macros (sprintf: for clang, where the libc checks sizes), which cannot be poisoned. */
#undef alloca
#undef sprintf

#pragma GCC poison strcpy strcat strncpy strncat sprintf vsprintf gets sscanf vsscanf
#pragma GCC poison atoi atol atoll atof strtok gmtime localtime ctime asctime tmpnam mktemp
#ifndef ADIT_GLIB /* whose headers name it */
#pragma GCC poison alloca
#endif

#endif
