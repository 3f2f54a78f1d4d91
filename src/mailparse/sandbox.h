#ifndef ADIT_MAILPARSE_SANDBOX_H
#define ADIT_MAILPARSE_SANDBOX_H

/*
 * From here on the process may read what is open, write to descriptors 1 and 2, have 512 MiB of memory and 5 s
 * of the processor, and open the charsets of the C library to read: as far as the kernel has what that
 * takes.  Without Landlock, or built without seccomp, it is still held by its limits.
 */
void sandbox_enter(void);

#endif
