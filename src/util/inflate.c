/* Packed texts. The only file that includes <zlib.h>. */
#include "util/inflate.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define ZLIB_CONST
#include <zlib.h>

#include "util/mem.h"

static void *
take(void *none, uInt n, uInt size)
{
	(void)none;
	return mem_zero(n, size);
}

static void
give_back(void *none, void *p)
{
	(void)none;
	free(p);
}

bool
inflate_gzip(const unsigned char *packed, size_t n, unsigned char *out, size_t size)
{
	enum { HEAD_BYTES = 10 };
	/* gzip, DEFLATE, no name of a file or anything else before the blocks */
	static const unsigned char head[4] = { 0x1f, 0x8b, 8, 0 };
	z_stream s = {
		.next_out = out, .avail_out = (uInt)size, .zalloc = take, .zfree = give_back
	};
	bool is_whole;

	if (n < HEAD_BYTES || n > UINT_MAX || size > UINT_MAX ||
	    memcmp(packed, head, sizeof head) != 0)
		return false;
	s.next_in = packed + HEAD_BYTES;
	s.avail_in = (uInt)(n - HEAD_BYTES);
	/* Below zero: the blocks alone, without head and checksum. */
	if (inflateInit2(&s, -MAX_WBITS) != Z_OK)
		return false;
	is_whole = inflate(&s, Z_FINISH) == Z_STREAM_END && s.avail_out == 0;
	(void)inflateEnd(&s);
	return is_whole;
}

const char *
inflate_version(void)
{
	return zlibVersion();
}
