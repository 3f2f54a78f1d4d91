/*
 * JSON as text: on one line for programs, wrapped for digests.
 *
 * (L1) The output parses to the same value.
 * (L2) Lines break only between tokens and have no trailing blanks, so that mail does not change
 *      them.
 */
#include "wire/position.h"

static int
append(const char *p, size_t n, void *arg)
{
	buf_add(arg, p, n);
	return 0;
}

void
position_text(const json_t *json, struct buf *out)
{
	(void)json_dump_callback(json, append, out, JSON_COMPACT | JSON_ENCODE_ANY);
}

/* Tokens are collected in `chunk` until the line may break. */
struct wrap {
	struct buf *out;
	struct buf chunk;
	size_t columns, column, indent;
};

static void
new_line(struct wrap *w)
{
	buf_chr(w->out, '\n');
	buf_fill(w->out, ' ', w->indent);
	w->column = w->indent;
}

static void
flush_chunk(struct wrap *w)
{
	if (w->column + w->chunk.n > w->columns && w->column > w->indent)
		new_line(w);
	buf_add(w->out, w->chunk.p, w->chunk.n);
	w->column += w->chunk.n;
	buf_clear(&w->chunk);
}

static void
put_token(struct wrap *w, const char *s, size_t n)
{
	/* A chunk longer than a line is split. */
	if (w->chunk.n > 0 && w->indent + w->chunk.n + n > w->columns)
		flush_chunk(w);
	buf_add(&w->chunk, s, n);
}

static void
put_comma(struct wrap *w)
{
	put_token(w, ",", 1);
	flush_chunk(w);
}

/* Writes a string that needs no escapes, in quotes, followed by `suffix`; false if it needs
 * escapes. */
static bool
put_plain(struct wrap *w, const char *s, const char *suffix)
{
	char text[64] = "\"";
	size_t n = 1;

	for (; *s != '\0'; s++) {
		if (n > sizeof text - 4 || *s < ' ' || *s > '~' || *s == '"' || *s == '\\')
			return false;
		text[n++] = *s;
	}
	text[n++] = '"';
	while (*suffix != '\0')
		text[n++] = *suffix++;
	put_token(w, text, n);
	return true;
}

static void
scalar(struct wrap *w, const json_t *json)
{
	struct buf text = BUF_INIT;

	if (json_is_string(json) && put_plain(w, json_string_value(json), ""))
		return;
	position_text(json, &text);
	put_token(w, text.p, text.n);
	buf_release(&text);
}

static void
key_token(struct wrap *w, const char *key)
{
	json_t *name;
	struct buf text = BUF_INIT;

	if (put_plain(w, key, ":"))
		return;
	name = json_string(key);
	position_text(name, &text);
	buf_chr(&text, ':');
	put_token(w, text.p, text.n);
	json_decref(name);
	buf_release(&text);
}

static void
put_value(struct wrap *w, json_t *json)
{
	bool first = true;
	const char *key;
	json_t *member;
	size_t i;

	if (json_is_object(json)) {
		put_token(w, "{", 1);
		json_object_foreach(json, key, member)
		{
			if (!first)
				put_comma(w);
			first = false;
			key_token(w, key);
			put_value(w, member);
		}
		put_token(w, "}", 1);
	} else if (json_is_array(json)) {
		put_token(w, "[", 1);
		json_array_foreach(json, i, member)
		{
			if (i > 0)
				put_comma(w);
			put_value(w, member);
		}
		put_token(w, "]", 1);
	} else {
		scalar(w, json);
	}
}

static bool
is_list_of_objects(const json_t *json)
{
	if (json_array_size(json) == 0)
		return false;
	for (size_t i = 0; i < json_array_size(json); i++) {
		if (!json_is_object(json_array_get(json, i)))
			return false;
	}
	return true;
}

/* Writes one element a line. */
static void
list_lines(struct wrap *w, json_t *list)
{
	json_t *member;
	size_t i;

	put_token(w, "[", 1);
	flush_chunk(w);
	json_array_foreach(list, i, member)
	{
		if (i > 0)
			put_comma(w);
		w->indent = 2;
		new_line(w);
		w->indent = 3;
		put_value(w, member);
	}
	put_token(w, "]", 1);
	flush_chunk(w);
	w->indent = 2;
}

void
position_lines(json_t *json, size_t columns, struct buf *out)
{
	struct wrap w = { .out = out, .columns = columns };
	bool first = true;
	const char *key;
	json_t *member;

	if (!json_is_object(json)) {
		put_value(&w, json);
		flush_chunk(&w);
		buf_chr(out, '\n');
		buf_release(&w.chunk);
		return;
	}
	put_token(&w, "{", 1);
	json_object_foreach(json, key, member)
	{
		if (!first) {
			put_comma(&w);
			w.indent = 1;
			new_line(&w);
		}
		first = false;
		w.indent = 2;
		key_token(&w, key);
		if (is_list_of_objects(member))
			list_lines(&w, member);
		else
			put_value(&w, member);
	}
	put_token(&w, "}", 1);
	flush_chunk(&w);
	buf_chr(out, '\n');
	buf_release(&w.chunk);
}
