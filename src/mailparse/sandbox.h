#ifndef ADIT_MAILPARSE_SANDBOX_H
#define ADIT_MAILPARSE_SANDBOX_H

/*
 * Restricts the process, as far as the kernel supports it. The process may still read open
 * descriptors, write to descriptors 1 and 2, and open the charset files of the C library. It
 * has 512 MiB of memory and 5 s of processor time. Without Landlock or seccomp the limits still
 * apply.
 */
void sandbox_enter(void);

#endif
