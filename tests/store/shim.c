#include "store/shim.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdint.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/buf.h"
#include "util/mem.h"

/* Reverts one change that was not synced. */
struct undo {
	struct undo *next; /* older */
	char *path;
	enum { UNDO_WRITE, UNDO_CREATE, UNDO_DELETE } kind;
	off_t at, size; /* position of the old bytes, and old size of the file */
	struct buf old;
};

struct shim_file {
	sqlite3_file base;
	char *path;
	sqlite3_file *real; /* after this struct */
};

static struct {
	sqlite3_vfs vfs, *real;
	sqlite3_io_methods methods;
	enum shim_stop stop;
	int at, steps;
	void (*on_sleep)(int microseconds);
	struct undo *undo; /* newest first */
} shim;

static sqlite3_file *
real_of(sqlite3_file *f)
{
	return ((struct shim_file *)f)->real;
}

/* ---- losing unsynced changes ----------------------------------------------------------------- */

static bool
keeps_undo(void)
{
	return shim.stop == SHIM_LOSE_ALL || shim.stop == SHIM_LOSE_FILE ||
	    shim.stop == SHIM_LOSE_JOURNAL;
}

static struct undo *
remember(const char *path, int kind)
{
	struct undo *u = mem_zero(1, sizeof *u);

	u->path = mem_dup(path);
	u->kind = (unsigned)kind;
	u->next = shim.undo;
	shim.undo = u;
	return u;
}

/* Stores the bytes [at, at + n) of path, up to its end. */
static void
remember_bytes(const char *path, int kind, off_t at, size_t n)
{
	struct undo *u = remember(path, kind);
	struct stat st;
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0 || fstat(fd, &st) < 0)
		_exit(1);
	u->at = at;
	u->size = st.st_size;
	if (at < st.st_size) {
		size_t left = (size_t)(st.st_size - at);

		buf_fill(&u->old, 0, n < left ? n : left);
		if (pread(fd, u->old.p, u->old.n, at) != (ssize_t)u->old.n)
			_exit(1);
	}
	/* Closing drops this process's locks on the file, but no other process takes them. */
	close(fd);
}

static void
forget(const char *path)
{
	struct undo **link = &shim.undo;

	while (*link != NULL) {
		struct undo *u = *link;

		if (strcmp(u->path, path) != 0 || u->kind == UNDO_DELETE) {
			link = &u->next;
			continue;
		}
		*link = u->next;
		buf_release(&u->old);
		free(u->path);
		free(u);
	}
}

static bool
is_lost(const struct undo *u)
{
	bool of_journal = strstr(u->path, "-journal") != NULL;

	return shim.stop == SHIM_LOSE_ALL ||
	    shim.stop == (of_journal ? SHIM_LOSE_JOURNAL : SHIM_LOSE_FILE);
}

static void
undo_all(void)
{
	for (struct undo *u = shim.undo; u != NULL; u = u->next) {
		int fd;

		if (!is_lost(u))
			continue;
		if (u->kind == UNDO_CREATE) {
			unlink(u->path);
			continue;
		}
		fd = open(u->path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
		if (fd < 0 || ftruncate(fd, u->size) < 0 ||
		    pwrite(fd, buf_cstr(&u->old), u->old.n, u->at) != (ssize_t)u->old.n)
			_exit(1);
		close(fd);
	}
}

/* Counts a step and stops at the chosen one. file_write handles torn writes and a full disk. */
static void
step(bool is_write)
{
	shim.steps++;
	if (shim.steps != shim.at)
		return;
	if (shim.stop == SHIM_BEFORE || (shim.stop == SHIM_TORN && !is_write))
		_exit(SHIM_STATUS);
	if (keeps_undo()) {
		undo_all();
		_exit(SHIM_STATUS);
	}
}

/* ---- the file methods ------------------------------------------------------------------- */

static int
file_close(sqlite3_file *f)
{
	int rc = real_of(f)->pMethods->xClose(real_of(f));

	free(((struct shim_file *)f)->path);
	return rc;
}

static int
file_read(sqlite3_file *f, void *p, int n, sqlite3_int64 at)
{
	return real_of(f)->pMethods->xRead(real_of(f), p, n, at);
}

static int
file_write(sqlite3_file *f, const void *p, int n, sqlite3_int64 at)
{
	sqlite3_int64 size = 0;

	step(true);
	if (shim.steps >= shim.at && shim.stop == SHIM_FULL_COPY)
		return SQLITE_FULL;
	if (shim.steps >= shim.at && shim.stop == SHIM_FULL &&
	    (real_of(f)->pMethods->xFileSize(real_of(f), &size) != SQLITE_OK || at + n > size))
		return SQLITE_FULL;
	if (shim.stop == SHIM_TORN && shim.steps == shim.at) {
		real_of(f)->pMethods->xWrite(real_of(f), p, n / 2, at);
		_exit(SHIM_STATUS);
	}
	if (keeps_undo())
		remember_bytes(((struct shim_file *)f)->path, UNDO_WRITE, at, (size_t)n);
	return real_of(f)->pMethods->xWrite(real_of(f), p, n, at);
}

static int
file_truncate(sqlite3_file *f, sqlite3_int64 size)
{
	step(false);
	if (keeps_undo())
		remember_bytes(((struct shim_file *)f)->path, UNDO_WRITE, size, SIZE_MAX / 4);
	return real_of(f)->pMethods->xTruncate(real_of(f), size);
}

static int
file_sync(sqlite3_file *f, int flags)
{
	(void)flags;
	step(false);
	/* Power cuts are simulated, so syncing is unnecessary. */
	forget(((struct shim_file *)f)->path);
	return SQLITE_OK;
}

static int
file_size(sqlite3_file *f, sqlite3_int64 *n)
{
	return real_of(f)->pMethods->xFileSize(real_of(f), n);
}

static int
file_lock(sqlite3_file *f, int level)
{
	return real_of(f)->pMethods->xLock(real_of(f), level);
}

static int
file_unlock(sqlite3_file *f, int level)
{
	return real_of(f)->pMethods->xUnlock(real_of(f), level);
}

static int
file_reserved(sqlite3_file *f, int *out)
{
	return real_of(f)->pMethods->xCheckReservedLock(real_of(f), out);
}

static int
file_control(sqlite3_file *f, int op, void *arg)
{
	return real_of(f)->pMethods->xFileControl(real_of(f), op, arg);
}

static int
file_sector(sqlite3_file *f)
{
	return real_of(f)->pMethods->xSectorSize(real_of(f));
}

static int
file_device(sqlite3_file *f)
{
	return real_of(f)->pMethods->xDeviceCharacteristics(real_of(f));
}

/* ---- the VFS methods -------------------------------------------------------------------- */

static int
vfs_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *f, int flags, int *out)
{
	struct shim_file *file = (struct shim_file *)f;
	bool is_new = name != NULL && access(name, F_OK) < 0;

	(void)vfs;
	file->base.pMethods = NULL;
	file->real = (sqlite3_file *)(file + 1);

	int rc = shim.real->xOpen(shim.real, name, file->real, flags, out);

	if (rc != SQLITE_OK)
		return rc;
	file->path = mem_dup(name != NULL ? name : "");
	file->base.pMethods = &shim.methods;
	if (is_new && keeps_undo())
		remember(name, UNDO_CREATE);
	return SQLITE_OK;
}

static int
vfs_delete(sqlite3_vfs *vfs, const char *name, int sync_folder)
{
	(void)vfs;
	step(false);
	forget(name);
	if (keeps_undo() && !sync_folder)
		remember_bytes(name, UNDO_DELETE, 0, SIZE_MAX / 4);
	return shim.real->xDelete(shim.real, name, 0);
}

static int
vfs_sleep(sqlite3_vfs *vfs, int microseconds)
{
	(void)vfs;
	if (shim.on_sleep == NULL)
		return shim.real->xSleep(shim.real, microseconds);
	shim.on_sleep(microseconds);
	return microseconds;
}

void
shim_install(enum shim_stop stop, int at)
{
	shim.stop = stop;
	shim.at = at;
	shim.steps = 0;
	if (shim.real != NULL)
		return;
	shim.real = sqlite3_vfs_find(NULL);
	shim.vfs = *shim.real;
	shim.vfs.zName = "shim";
	shim.vfs.pNext = NULL;
	shim.vfs.szOsFile = (int)sizeof(struct shim_file) + shim.real->szOsFile;
	shim.vfs.xOpen = vfs_open;
	shim.vfs.xDelete = vfs_delete;
	shim.vfs.xSleep = vfs_sleep;
	shim.methods = (sqlite3_io_methods){
		.iVersion = 1,
		.xClose = file_close,
		.xRead = file_read,
		.xWrite = file_write,
		.xTruncate = file_truncate,
		.xSync = file_sync,
		.xFileSize = file_size,
		.xLock = file_lock,
		.xUnlock = file_unlock,
		.xCheckReservedLock = file_reserved,
		.xFileControl = file_control,
		.xSectorSize = file_sector,
		.xDeviceCharacteristics = file_device,
	};
	cr_assert_eq(sqlite3_vfs_register(&shim.vfs, 1), SQLITE_OK);
}

void
shim_on_sleep(void (*call)(int microseconds))
{
	shim.on_sleep = call;
}

void
shim_end(void)
{
	undo_all();
}
