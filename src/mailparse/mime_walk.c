/*
 * Walks the parts of a message, depth first.
 *
 * (W1) Nothing named by the message is opened: message/external-body and message/partial are
 *      skipped.
 * (W2) Each leaf is handled separately, so a broken one does not affect the others.
 */
#include "mailparse/mime_walk.h"

#include <string.h>

#include "mailparse/charset.h"
#include "mailparse/flowed.h"
#include "mailparse/head.h"
#include "util/base64.h"
#include "util/buf.h"
#include "util/lines.h"

struct walk {
	struct frames *frames;
	unsigned leaves;
	bool is_attached; /* the leaf does not belong to the text of the message */
};

enum {
	WALK_BEGIN = 2 * WALK_OTHER_MAX, /* encoded bytes of a long leaf that are decoded first */
	WALK_CUT = 64                    /* bytes that may differ at the cut */
};

static const char age_begin[] = "age-encryption.org/v1";

/* ---- leaves ------------------------------------------------------------------------------------- */

bool
mime_walk_is(GMimeObject *object, const char *type, const char *subtype)
{
	GMimeContentType *is = g_mime_object_get_content_type(object);

	return is != NULL && g_mime_content_type_is_type(is, type, subtype);
}

/* Returns the encoded content of a leaf. The slice points into the message. */
static struct slice
mime_walk_raw(GMimePart *part)
{
	GMimeDataWrapper *content = g_mime_part_get_content(part);
	GMimeStream *stream = content == NULL ? NULL : g_mime_data_wrapper_get_stream(content);
	GByteArray *bytes;
	gint64 end;

	if (stream == NULL || !GMIME_IS_STREAM_MEM(stream))
		return (struct slice){ "", 0 };
	bytes = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(stream));
	end = stream->bound_end < 0 ? (gint64)bytes->len : stream->bound_end;
	if (stream->bound_start < 0 || end > (gint64)bytes->len || stream->bound_start >= end)
		return (struct slice){ "", 0 };
	return (struct slice){ (const char *)bytes->data + stream->bound_start,
		(size_t)(end - stream->bound_start) };
}

/* Returns the length of the base64 content: whole lines before the first invalid one. If padding
 * precedes that, returns all, since the decoder stops at padding. */
static size_t
base64_part(struct slice raw)
{
	struct lines l = { raw.s, raw.n, 0, 1 };
	struct slice line;
	size_t good = 0;

	while (lines_next(&l, &line.s, &line.n)) {
		line = slice_trim(line);
		for (size_t i = 0; i < line.n; i++) {
			if (line.s[i] == '=')
				return raw.n;
			if (!base64_is_digit(line.s[i]))
				return good;
		}
		good = l.at < raw.n ? l.at : raw.n;
	}
	return good;
}

/* Returns the bytes after the line "begin 644 NAME". */
static struct slice
uu_part(struct slice raw)
{
	struct lines l = { raw.s, raw.n, 0, 1 };
	struct slice line;

	while (lines_next(&l, &line.s, &line.n))
		if (slice_starts(line, "begin ") && l.at < raw.n)
			return (struct slice){ raw.s + l.at, raw.n - l.at };
	return raw;
}

static void
decode_text(GMimeContentEncoding encoding, struct slice raw, struct buf *out)
{
	struct slice rest = { raw.s + raw.n, 0 };
	GMimeEncoding state;

	if (encoding == GMIME_CONTENT_ENCODING_BASE64) {
		size_t good = base64_part(raw);

		rest = (struct slice){ raw.s + good, raw.n - good };
		raw.n = good;
	} else if (encoding == GMIME_CONTENT_ENCODING_UUENCODE) {
		raw = uu_part(raw);
	} else if (encoding != GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE) {
		buf_add(out, raw.s, raw.n);
		return;
	}
	g_mime_encoding_init_decode(&state, encoding);
	if (encoding == GMIME_CONTENT_ENCODING_UUENCODE)
		state.state |= GMIME_UUDECODE_STATE_BEGIN;
	buf_reserve(out, g_mime_encoding_outlen(&state, raw.n));
	out->n += g_mime_encoding_flush(&state, raw.s, raw.n, out->p + out->n);
	out->p[out->n] = '\0';
	buf_add(out, rest.s, rest.n);
}

void
mime_walk_decode(GMimePart *part, struct buf *out)
{
	decode_text(g_mime_part_get_content_encoding(part), mime_walk_raw(part), out);
}

static bool
begins_age(const struct buf *b)
{
	return b->n >= sizeof age_begin - 1 && memcmp(b->p, age_begin, sizeof age_begin - 1) == 0;
}

/* True if a parameter of the content type has this value. */
static bool
has_parameter(GMimeObject *leaf, const char *name, const char *word)
{
	const char *is = g_mime_object_get_content_type_parameter(leaf, name);

	return is != NULL && g_ascii_strcasecmp(is, word) == 0;
}

/* Writes a frame of a leaf. */
static void
put_leaf(struct walk *w, const char *kind, const struct buf *text)
{
	if (w->is_attached)
		frames_put(w->frames, "attached", true, "", 0);
	frames_put(w->frames, kind, strcmp(kind, "age") != 0, buf_cstr(text), text->n);
}

static void
put_text(struct walk *w, GMimeObject *leaf, const struct buf *bytes)
{
	const char *charset = g_mime_object_get_content_type_parameter(leaf, "charset");
	struct buf text = BUF_INIT, unflowed = BUF_INIT;

	charset_text(charset, buf_cstr(bytes), bytes->n, &text);
	if (mime_walk_is(leaf, "text", "html")) {
		put_leaf(w, "html", &text);
	} else if (mime_walk_is(leaf, "text", "plain") && has_parameter(leaf, "format", "flowed")) {
		flowed_decode(
		    buf_cstr(&text), text.n, has_parameter(leaf, "delsp", "yes"), &unflowed);
		put_leaf(w, "text", &unflowed);
	} else {
		put_leaf(w, "text", &text);
	}
	buf_release(&text);
	buf_release(&unflowed);
}

/* True for leaves such as pictures and archives: not text, not an age file, and too long. The
 * first bytes decide. */
static bool
is_left_out(GMimeObject *leaf)
{
	const struct slice raw = mime_walk_raw(GMIME_PART(leaf));
	struct buf begin = BUF_INIT;
	bool is;

	if (raw.n <= WALK_BEGIN || mime_walk_is(leaf, "text", "*"))
		return false;
	decode_text(g_mime_part_get_content_encoding(GMIME_PART(leaf)),
	    (struct slice){ raw.s, WALK_BEGIN }, &begin);
	is = begin.n > WALK_OTHER_MAX + WALK_CUT && !begins_age(&begin);
	buf_release(&begin);
	return is;
}

/* Files that may have an order in them, but are not opened. Text with such a name is read. */
static const struct closed_kind {
	enum frames_unread what;
	const char *type, *subtype; /* of the part */
	const char *end;            /* of its name */
} closed[] = {
	{ FRAMES_UNREAD_TNEF, "application", "ms-tnef", "winmail.dat" },
	{ FRAMES_UNREAD_TNEF, "application", "vnd.ms-tnef", NULL },
	{ FRAMES_UNREAD_ZIP, "application", "zip", ".zip" },
	{ FRAMES_UNREAD_ZIP, "application", "x-zip-compressed", NULL },
	{ FRAMES_UNREAD_SMIME, "application", "pkcs7-mime", ".p7m" },
	{ FRAMES_UNREAD_SMIME, "application", "x-pkcs7-mime", NULL },
	{ FRAMES_UNREAD_RTF, "application", "rtf", ".rtf" },
	{ FRAMES_UNREAD_RTF, "text", "rtf", NULL },
};
enum { CLOSED = sizeof closed / sizeof closed[0] };

static bool
name_ends(const char *name, const char *end)
{
	const size_t n = name != NULL ? strlen(name) : 0, len = end != NULL ? strlen(end) : n + 1;

	return len <= n && g_ascii_strcasecmp(name + n - len, end) == 0;
}

/* Notes a leaf of which nothing is written, if its type or its name is in the list. */
static void
note_closed(struct walk *w, GMimeObject *leaf)
{
	const char *name = g_mime_part_get_filename(GMIME_PART(leaf));

	for (size_t i = 0; i < CLOSED; i++)
		if (mime_walk_is(leaf, closed[i].type, closed[i].subtype) ||
		    name_ends(name, closed[i].end))
			frames_note(w->frames, closed[i].what);
}

static bool
is_text(GMimeObject *leaf, const struct buf *bytes)
{
	if (bytes->n == 0 || (bytes->n > 5 && memcmp(bytes->p, "{\\rtf", 5) == 0))
		return false;
	return mime_walk_is(leaf, "text", "*") ||
	    (bytes->n <= WALK_OTHER_MAX &&
		(charset_is_wide(bytes->p, bytes->n) || memchr(bytes->p, '\0', bytes->n) == NULL));
}

static void
walk_leaf(struct walk *w, GMimeObject *leaf)
{
	struct buf bytes = BUF_INIT;

	if (!is_left_out(leaf))
		mime_walk_decode(GMIME_PART(leaf), &bytes);
	if (bytes.n > 0 && begins_age(&bytes))
		put_leaf(w, "age", &bytes);
	else if (is_text(leaf, &bytes))
		put_text(w, leaf, &bytes);
	else
		note_closed(w, leaf);
	buf_release(&bytes);
}

/* True if the object is declared as an attachment. */
static bool
is_attachment(GMimeObject *object)
{
	const char *is = g_mime_object_get_disposition(object);

	return is != NULL && g_ascii_strcasecmp(is, "attachment") == 0;
}

/* True if a leaf can be text of the message itself: without a name, and plain text or HTML. */
static bool
is_body(GMimeObject *leaf)
{
	const char *name = g_mime_part_get_filename(GMIME_PART(leaf));

	return (name == NULL || name[0] == '\0') &&
	    (mime_walk_is(leaf, "text", "plain") || mime_walk_is(leaf, "text", "html"));
}

/* ---- the tree ----------------------------------------------------------------------------------- */

static void walk_object(struct walk *w, GMimeObject *object, unsigned level, unsigned messages);

/* Writes a message without structure as text. */
static void
put_bare(struct walk *w, const char *p, size_t n)
{
	struct buf text = BUF_INIT;

	charset_text(NULL, p, n, &text);
	put_leaf(w, "text", &text);
	buf_release(&text);
}

static void
walk_multipart(struct walk *w, GMimeMultipart *multipart, unsigned level, unsigned messages)
{
	int count = g_mime_multipart_get_count(multipart);
	const char *all = count == 0 ? g_mime_multipart_get_prologue(multipart) : NULL;

	for (int i = 0; i < count; i++)
		walk_object(w, g_mime_multipart_get_part(multipart, i), level, messages);
	/* Its boundary is missing or never used. */
	if (all != NULL && all[0] != '\0') {
		w->leaves++;
		put_bare(w, all, strlen(all));
	}
}

/* Walks an object at depth `level`; `messages` counts the enclosing messages. */
static void
walk_object(struct walk *w, GMimeObject *object, unsigned level, unsigned messages)
{
	const bool was_attached = w->is_attached;

	if (object == NULL)
		return;
	if (level > WALK_LEVELS || messages > WALK_MESSAGES || w->leaves >= WALK_LEAVES) {
		frames_note(w->frames, FRAMES_UNREAD_SIZE);
		return;
	}
	w->is_attached = was_attached || messages > 0 || is_attachment(object);
	if (GMIME_IS_MULTIPART(object)) {
		walk_multipart(w, GMIME_MULTIPART(object), level + 1, messages);
	} else if (GMIME_IS_MESSAGE_PART(object)) {
		GMimeMessage *message = g_mime_message_part_get_message(GMIME_MESSAGE_PART(object));

		if (message != NULL)
			walk_object(
			    w, g_mime_message_get_mime_part(message), level + 1, messages + 1);
	} else if (GMIME_IS_PART(object) && !mime_walk_is(object, "message", "partial") &&
	    !mime_walk_is(object, "message", "external-body")) { /* (W1) */
		w->leaves++;
		w->is_attached = w->is_attached || !is_body(object);
		walk_leaf(w, object);
	}
	w->is_attached = was_attached;
}

/* Returns the position after the "From ..." line of an mbox. */
static size_t
skip_from(const char *p, size_t n)
{
	const char *end = n >= 5 && memcmp(p, "From ", 5) == 0 ? memchr(p, '\n', n) : NULL;

	return end == NULL ? 0 : (size_t)(end - p) + 1;
}

void
mime_walk_message(char *p, size_t n, struct frames *f)
{
	size_t at = skip_from(p, n);
	GByteArray *bytes;
	GMimeStream *stream;
	GMimeParser *parser;
	GMimeMessage *message;
	struct walk w = { f, 0, false };

	/* Move instead of copying, which would cost more than the rest. */
	n -= at;
	memmove(p, p + at, n);
	bytes = g_byte_array_new_take((guint8 *)p, n);
	stream = g_mime_stream_mem_new_with_byte_array(bytes);
	g_mime_stream_mem_set_owner(GMIME_STREAM_MEM(stream), FALSE);
	parser = g_mime_parser_new_with_stream(stream);
	message = g_mime_parser_construct_message(parser, NULL);
	if (message != NULL) {
		head_put(message, f);
		walk_object(&w, g_mime_message_get_mime_part(message), 0, 0);
		g_object_unref(message);
	} else if (n > 0) { /* no header field: somebody piped in a bare order */
		put_bare(&w, p, n);
	}
	frames_end(f);
	g_object_unref(parser);
	g_object_unref(stream);
	(void)g_byte_array_free(bytes, FALSE); /* the caller keeps p */
}
