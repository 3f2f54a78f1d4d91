/*
 * fault: run a program and break one of its system calls.
 *
 *	fault -l [-o FILE] PROGRAM ARG...
 *		Writes a line for each call that can fail: "N PROGRAM CALL FAULT...".
 *	fault -n N -f FAULT [-o FILE] PROGRAM ARG...
 *		Makes the N-th of these calls fail so, and writes "N PROGRAM CALL FAULT".
 *	fault -r FOLDER [-o FILE] PROGRAM ARG...
 *		Writes what the calls change below FOLDER, an absolute path (record.h).
 *
 * Calls of the program, its threads and all that it starts are counted together, in the order in
 * which they begin; with -p NAME,... only those of programs with these names. Those that the dynamic linker makes before a program begins are not counted. A
 * fault is EIO, ENOSPC, EMFILE, ENOMEM, EINTR, EAGAIN; short: half of the bytes are read or written;
 * before: all processes are killed before the call; after: the process is killed after it.
 *
 * The status is that of the program, 128 + the signal that ended it, or 77 if nothing can be traced
 * here. A call with PR_SET_DUMPABLE, which forbids tracing, only seems to be done.
 */
#include <elf.h>
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include "calls.h"
#include "record.h"

enum { NOT_HERE = 77, NAME = 32 };

/* What the kernel says about a call; headers name and declare it in different ways. */
struct call_stop {
	uint8_t op, pad[3];
	uint32_t arch;
	uint64_t instruction, stack;
	union {
		struct {
			uint64_t nr, args[6];
		} entry;
		struct {
			int64_t result;
			uint8_t is_error;
		} exit;
	} u;
};

enum { STOP_ENTRY = 1, STOP_EXIT = 2 };

/* ---- registers: the only part that depends on the machine -------------------------------------------- */

#if defined(__x86_64__)
static void
set_call(pid_t pid, long nr)
{
	(void)ptrace(PTRACE_POKEUSER, pid, offsetof(struct user_regs_struct, orig_rax), nr);
}

static void
set_result(pid_t pid, long value)
{
	(void)ptrace(PTRACE_POKEUSER, pid, offsetof(struct user_regs_struct, rax), value);
}

static void
set_arg(pid_t pid, int i, uint64_t value)
{
	static const size_t at[] = { offsetof(struct user_regs_struct, rdi),
		offsetof(struct user_regs_struct, rsi), offsetof(struct user_regs_struct, rdx) };

	(void)ptrace(PTRACE_POKEUSER, pid, at[i], value);
}
#elif defined(__aarch64__)
static void
set_register(pid_t pid, int i, uint64_t value)
{
	struct user_regs_struct regs;
	struct iovec io = { &regs, sizeof regs };

	(void)ptrace(PTRACE_GETREGSET, pid, NT_PRSTATUS, &io);
	regs.regs[i] = value;
	(void)ptrace(PTRACE_SETREGSET, pid, NT_PRSTATUS, &io);
}

static void
set_call(pid_t pid, long nr)
{
	int value = (int)nr;
	struct iovec io = { &value, sizeof value };

	(void)ptrace(PTRACE_SETREGSET, pid, NT_ARM_SYSTEM_CALL, &io);
}

static void
set_result(pid_t pid, long value)
{
	set_register(pid, 0, (uint64_t)value);
}

/* The first argument is where the result goes: it must not get its value back. */
static void
set_arg(pid_t pid, int i, uint64_t value)
{
	if (i > 0 || value == 0)
		set_register(pid, i, value);
}
#else
#define NO_REGISTERS 1
static void
set_call(pid_t pid, long nr)
{
	(void)pid, (void)nr;
}

static void
set_result(pid_t pid, long value)
{
	(void)pid, (void)value;
}

static void
set_arg(pid_t pid, int i, uint64_t value)
{
	(void)pid, (void)i, (void)value;
}
#endif

/* ---- what is asked for ----------------------------------------------------------------------------------- */

static struct {
	bool is_list;
	long n; /* the call to break; 0: none */
	enum fault fault;
	const char *programs; /* whose calls count, with commas between them; NULL: all */
	const char *root;     /* NULL: nothing is recorded */
	FILE *to;
} asked;

/* ---- threads ------------------------------------------------------------------------------------------------- */

struct thread {
	struct thread *next;
	pid_t pid;
	bool is_new;        /* its first stop is still to come */
	bool has_begun;     /* the dynamic linker is done */
	uint64_t linker[2]; /* where its code is; 0: unknown */
	char name[NAME];    /* of the program */
	struct call call;
	struct change change;
	/* What to do when the call ends. */
	bool has_result, is_killed;
	long result;
	int changed; /* the argument that gets its value back; -1: none */
};

static struct thread *threads;
static long counted;

/* True if the calls of this program count. */
static bool
is_asked_for(const char *name)
{
	const char *at = asked.programs;
	const size_t n = strlen(name);

	while (at != NULL) {
		const char *end = strchr(at, ',');

		if (strncmp(at, name, n) == 0 && (at[n] == ',' || at[n] == '\0'))
			return true;
		at = end != NULL ? end + 1 : NULL;
	}
	return asked.programs == NULL;
}

static struct thread *
thread_of(pid_t pid)
{
	struct thread *t;

	for (t = threads; t != NULL; t = t->next)
		if (t->pid == pid)
			return t;
	t = calloc(1, sizeof *t);
	if (t == NULL)
		abort();
	t->pid = pid;
	t->is_new = true;
	t->changed = -1;
	t->next = threads;
	return threads = t;
}

static void
forget(pid_t pid)
{
	for (struct thread **at = &threads; *at != NULL; at = &(*at)->next)
		if ((*at)->pid == pid) {
			struct thread *t = *at;

			*at = t->next;
			free(t);
			return;
		}
}

/* Finds name and dynamic linker of a program that has just been started. */
static void
look_at_program(struct thread *t)
{
	char path[64], line[4096], link[4096];
	ssize_t n;
	FILE *f;

	(void)snprintf(path, sizeof path, "/proc/%d/exe", (int)t->pid);
	n = readlink(path, link, sizeof link - 1);
	link[n < 0 ? 0 : n] = '\0';
	(void)snprintf(
	    t->name, sizeof t->name, "%.31s", strrchr(link, '/') ? strrchr(link, '/') + 1 : "-");
	t->linker[0] = t->linker[1] = 0;
	t->has_begun = false;
	(void)snprintf(path, sizeof path, "/proc/%d/maps", (int)t->pid);
	f = fopen(path, "r");
	while (f != NULL && fgets(line, sizeof line, f) != NULL) {
		char *end;
		const uint64_t from = strtoull(line, &end, 16);

		if (strstr(line, "/ld-") == NULL || *end != '-')
			continue;
		if (t->linker[0] == 0)
			t->linker[0] = from;
		t->linker[1] = strtoull(end + 1, NULL, 16);
	}
	if (f != NULL)
		(void)fclose(f);
}

/* ---- one call ------------------------------------------------------------------------------------------------ */

static void
write_line(const struct thread *t, unsigned faults)
{
	(void)fprintf(asked.to, "%ld %s %s", counted, t->name, call_name(&t->call));
	for (unsigned i = 0; i < FAULT_COUNT; i++)
		if ((faults >> i & 1) != 0)
			(void)fprintf(asked.to, " %s", fault_name[i]);
	(void)fputc('\n', asked.to);
}

/* The tracer ends, and by PTRACE_O_EXITKILL all others. */
static void
kill_all(void)
{
	(void)fclose(asked.to);
	_exit(128 + SIGKILL);
}

static void
break_call(struct thread *t)
{
	const struct call *c = &t->call;

	write_line(t, 1u << asked.fault);
	(void)fflush(asked.to);
	if (asked.fault == FAULT_BEFORE) {
		kill_all();
	} else if (asked.fault == FAULT_AFTER) {
		t->is_killed = true;
	} else if (asked.fault == FAULT_SHORT) {
		set_arg(c->pid, t->changed = 2, c->arg[2] / 2);
	} else if (call_kind(c) == CALL_BRK) {
		set_arg(c->pid, t->changed = 0, 0);
	} else {
		if (call_kind(c) != CALL_CLOSE)
			set_call(c->pid, -1);
		t->has_result = true;
		t->result = -fault_errno[asked.fault];
	}
}

static void
call_begins(struct thread *t, const struct call_stop *info)
{
	unsigned faults;

	t->call.pid = t->pid;
	t->call.nr = (long)info->u.entry.nr;
	for (int i = 0; i < 6; i++)
		t->call.arg[i] = info->u.entry.args[i];
	if (t->call.nr == SYS_prctl && t->call.arg[0] == PR_SET_DUMPABLE) {
		set_call(t->pid, -1);
		t->has_result = true;
		t->result = 0;
		return;
	}
	if (asked.root != NULL) {
		record_before(&t->call, asked.root, &t->change);
		return;
	}
	t->has_begun = t->has_begun || info->instruction < t->linker[0] ||
	    info->instruction >= t->linker[1];
	faults = t->has_begun && is_asked_for(t->name) ? call_faults(&t->call) : 0;
	if (faults == 0)
		return;
	counted++;
	if (asked.is_list)
		write_line(t, faults);
	else if (counted == asked.n && (faults >> asked.fault & 1) != 0)
		break_call(t);
}

static void
call_ends(struct thread *t, const struct call_stop *info)
{
	if (t->has_result)
		set_result(t->pid, t->result);
	if (t->changed >= 0)
		set_arg(t->pid, t->changed, t->call.arg[t->changed]);
	if (t->is_killed)
		(void)kill(t->pid, SIGKILL);
	if (asked.root != NULL && !info->u.exit.is_error && !t->has_result)
		record_after(asked.to, &t->call, asked.root, info->u.exit.result, &t->change);
	t->has_result = t->is_killed = false;
	t->changed = -1;
}

static void
call_stops(struct thread *t)
{
	struct call_stop info;

	if (ptrace(PTRACE_GET_SYSCALL_INFO, t->pid, (void *)sizeof info, &info) <= 0)
		return;
	if (info.op == STOP_ENTRY)
		call_begins(t, &info);
	else if (info.op == STOP_EXIT)
		call_ends(t, &info);
}

/* ---- the loop ------------------------------------------------------------------------------------------------- */

/* A process or thread that was started knows what its parent knew. */
static void
child_begins(const struct thread *parent)
{
	unsigned long pid = 0;
	struct thread *t;

	if (ptrace(PTRACE_GETEVENTMSG, parent->pid, 0, &pid) < 0)
		return;
	t = thread_of((pid_t)pid);
	t->has_begun = parent->has_begun;
	memcpy(t->linker, parent->linker, sizeof t->linker);
	memcpy(t->name, parent->name, sizeof t->name);
}

/* Returns the signal to pass on. */
static int
stops(struct thread *t, int status)
{
	const int signal = WSTOPSIG(status), event = status >> 16;

	if (signal == (SIGTRAP | 0x80)) {
		call_stops(t);
		return 0;
	}
	if (event == PTRACE_EVENT_FORK || event == PTRACE_EVENT_VFORK ||
	    event == PTRACE_EVENT_CLONE)
		child_begins(t);
	else if (event == PTRACE_EVENT_EXEC)
		look_at_program(t);
	if (event != 0)
		return 0;
	if (t->is_new && signal == SIGSTOP) {
		t->is_new = false;
		return 0;
	}
	return signal;
}

static int
follow(pid_t first)
{
	int status, result = 0;
	pid_t pid;

	while ((pid = waitpid(-1, &status, __WALL)) > 0) {
		if (WIFSTOPPED(status)) {
			const int signal = stops(thread_of(pid), status);

			(void)ptrace(PTRACE_SYSCALL, pid, 0, signal);
			continue;
		}
		forget(pid);
		if (pid == first)
			result = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
	}
	return result;
}

static int
run(char **argv)
{
	const long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK |
	    PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;
	int status;
	pid_t pid = fork();

	if (pid == 0) {
		if (ptrace(PTRACE_TRACEME, 0, 0, 0) < 0)
			_exit(NOT_HERE);
		(void)raise(SIGSTOP);
		(void)execvp(argv[0], argv);
		_exit(127);
	}
	if (pid < 0 || waitpid(pid, &status, 0) < 0 || !WIFSTOPPED(status) ||
	    ptrace(PTRACE_SETOPTIONS, pid, 0, options) < 0)
		return NOT_HERE;
	thread_of(pid)->is_new = false;
	thread_of(pid)->linker[1] = UINT64_MAX; /* this program is not the one to be traced */
	(void)ptrace(PTRACE_SYSCALL, pid, 0, 0);
	return follow(pid);
}

static int
fault_of(const char *name)
{
	for (int i = 0; i < FAULT_COUNT; i++)
		if (strcmp(fault_name[i], name) == 0)
			return i;
	return -1;
}

int
main(int argc, char **argv)
{
	int option, fault = FAULT_EIO, result;

	asked.to = stderr;
	while ((option = getopt(argc, argv, "+ln:f:p:r:o:")) != -1) {
		switch (option) {
		case 'l':
			asked.is_list = true;
			break;
		case 'n':
			asked.n = strtol(optarg, NULL, 10);
			break;
		case 'f':
			fault = fault_of(optarg);
			break;
		case 'p':
			asked.programs = optarg;
			break;
		case 'r':
			asked.root = optarg;
			break;
		case 'o':
			asked.to = fopen(optarg, "we");
			break;
		default:
			return 2;
		}
	}
	if (optind == argc || fault < 0 || asked.to == NULL)
		return 2;
#ifdef NO_REGISTERS
	if (asked.n > 0)
		return NOT_HERE;
#endif
	asked.fault = (enum fault)fault;
	result = run(argv + optind);
	return fclose(asked.to) == 0 ? result : NOT_HERE;
}
