/* Digests in files and folders. */

#include "record/folder.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "util/file.h"
#include "util/mem.h"

enum { INPUT_MAX = 256 << 20 };

void
folder_file(const char *dir, int64_t n, struct buf *out)
{
	buf_fmt(out, "%s/turns/%06" PRId64 ".txt", dir, n);
}

int
folder_make(const char *dir, struct err *err)
{
	struct buf path = BUF_INIT;
	int result;

	buf_fmt(&path, "%s/turns", dir);
	result = file_mkdirs(path.p, 0, err);
	buf_release(&path);
	return result;
}

/* 1: the file holds exactly this; 0: it is not there, or a power cut has left only the beginning;
 * -1: it holds something else. */
static int
compare(const char *file, const char *text, size_t len)
{
	struct buf old = BUF_INIT;
	struct err why = ERR_INIT;
	int result;

	if (file_read(file, len, &old, &why) < 0)
		result = why.code == ERR_NOT_FOUND ? 0 : -1;
	else if (memcmp(buf_cstr(&old), text, old.n) != 0) /* file_read: old.n <= len */
		result = -1;
	else
		result = old.n == len;
	buf_release(&old);
	return result;
}

bool
folder_has(const char *dir, int64_t n, const char *text, size_t len)
{
	struct buf file = BUF_INIT;
	bool has;

	folder_file(dir, n, &file);
	has = compare(file.p, text, len) == 1;
	buf_release(&file);
	return has;
}

int
folder_write(const char *dir, int64_t n, const char *text, size_t len, struct err *err)
{
	struct buf file = BUF_INIT;
	int result = 0, there;

	folder_file(dir, n, &file);
	there = compare(file.p, text, len);
	if (there < 0) {
		err_set(err, ERR_CREATE, "%s is there and is not this digest", file.p);
		result = err_hint(err, "is %s the folder of another game?", dir);
	} else if (there == 0) {
		result = folder_make(dir, err);
		if (result == 0)
			result = file_write_again(file.p, text, len, err);
	}
	buf_release(&file);
	return result;
}

/* ---- collecting ----------------------------------------------------------------------------- */

struct numbers {
	size_t n;
	int64_t *at;
};

static int
number_order(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

/* The numbers of the files 000042.txt in a folder, sorted; none if it cannot be listed. */
static void
list_numbers(const char *dir, struct numbers *out)
{
	DIR *d = opendir(dir);

	*out = (struct numbers){ 0, NULL };
	if (d == NULL)
		return;
	for (struct dirent *e = readdir(d); e != NULL; e = readdir(d)) {
		size_t digits = strspn(e->d_name, "0123456789");

		if (digits != 6 || strcmp(e->d_name + digits, ".txt") != 0)
			continue;
		GROW(out->at, out->n);
		out->at[out->n++] = strtoll(e->d_name, NULL, 10);
	}
	(void)closedir(d); /* only read from */
	if (out->n > 0)
		qsort(out->at, out->n, sizeof *out->at, number_order);
}

int
folder_add_file(const char *file, struct buf *out, struct err *err)
{
	if (file_read(file, INPUT_MAX, out, err) < 0)
		return -1;
	if (out->n > INPUT_MAX)
		return err_set(err, ERR_SYNTAX, "more input than any game's digests");
	if (out->n > 0 && out->p[out->n - 1] != '\n')
		buf_chr(out, '\n');
	return 0;
}

int
folder_add(const char *dir, bool newest, struct buf *out, struct err *err)
{
	struct numbers numbers;
	struct buf base = BUF_INIT, file = BUF_INIT;
	int result = 0;

	buf_fmt(&base, "%s/turns", dir);
	list_numbers(base.p, &numbers);
	if (numbers.n == 0) {
		buf_clear(&base);
		buf_str(&base, dir);
		free(numbers.at);
		list_numbers(dir, &numbers);
	}
	if (numbers.n == 0) {
		err_set(err, ERR_NOT_FOUND, "no digests in folder %s", dir);
		result = err_hint(
		    err, "they are called 000000.txt, 000001.txt ..., there or in turns/");
	}
	for (size_t i = newest && numbers.n > 0 ? numbers.n - 1 : 0; i < numbers.n && result == 0;
	     i++) {
		buf_clear(&file);
		buf_fmt(&file, "%s/%06" PRId64 ".txt", base.p, numbers.at[i]);
		result = folder_add_file(file.p, out, err);
	}
	free(numbers.at);
	buf_release(&base);
	buf_release(&file);
	return result;
}
