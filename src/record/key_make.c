/* New keys. */
#include "record/key_make.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "util/file.h"

enum { FILES = 3 };
static const char *const suffix[FILES] = { ".key", ".age", ".pub" };

/* keyfile_create is what prevents overwriting. */
int
key_make_check(const char *path, struct err *err)
{
	int result = 0;

	for (int i = 0; i < FILES && result == 0; i++) {
		struct buf file = BUF_INIT;

		buf_fmt(&file, "%s%s", path, suffix[i]);
		if (faccessat(AT_FDCWD, file.p, F_OK, AT_SYMLINK_NOFOLLOW) == 0)
			result = err_set(
			    err, ERR_CREATE, "%s is there already and is not overwritten", file.p);
		buf_release(&file);
	}
	return result;
}

/* Writes all three files or none. */
static int
write_files(const char *path, const struct buf text[static FILES], struct err *err)
{
	struct buf file[FILES] = { BUF_INIT, BUF_INIT, BUF_INIT };
	int result = 0, made = 0;

	for (int i = 0; i < FILES; i++)
		buf_fmt(&file[i], "%s%s", path, suffix[i]);
	for (; made < FILES && result == 0; made++)
		result = keyfile_create(
		    file[made].p, text[made].p, text[made].n, made == FILES - 1, err);
	if (result < 0) {
		/* The last file counted failed and has removed itself. */
		for (int i = 0; i < made - 1; i++)
			(void)unlink(file[i].p); /* the first error is reported */
	}
	for (int i = 0; i < FILES; i++)
		buf_release(&file[i]);
	return result;
}

/* Makes the folder of the key. */
static int
make_folder(const char *path, struct err *err)
{
	struct buf folder = BUF_INIT;
	const char *slash = strrchr(path, '/');
	int result = 0;

	if (slash != NULL && slash != path) {
		buf_add(&folder, path, (size_t)(slash - path));
		result = file_mkdirs(folder.p, 1, err);
	}
	buf_release(&folder);
	return result;
}

int
key_make(const char *path, const char *name, const struct buf *pass, unsigned work,
    struct pubkey *card, struct err *err)
{
	struct buf text[FILES] = { BUF_INIT, BUF_INIT, BUF_INIT };
	struct seckey *s = seckey_new(err);
	const char *p = pass != NULL ? buf_cstr(pass) : NULL;
	const size_t n = pass != NULL ? pass->n : 0;
	int result = -1;

	if (s != NULL && seckey_make(s, err) == 0 &&
	    seckey_sign_text(s, p, n, work, &text[0], err) == 0 &&
	    seckey_box_text(s, p, n, work, &text[1], err) == 0) {
		*card = s->pub;
		pubkey_text(card, name, &text[2]);
		result = make_folder(path, err);
	}
	if (result == 0)
		result = write_files(path, text, err);
	for (int i = 0; i < FILES; i++)
		buf_wipe(&text[i]);
	seckey_free(s);
	return result;
}
