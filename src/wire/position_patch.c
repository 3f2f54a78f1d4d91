/*
 * Differences between positions.
 *
 * (D1) A patch is an object. {}: no difference. {"=": v}: replace by v. Otherwise one key for each
 *      member (of an object) or index (of an array) that differs, with its patch.
 * (D2) A differing member named "=" would look like the second form. Then the whole object is
 *      replaced; also if b lacks a member of a.
 */
#include "wire/position.h"

#include <stdint.h>

static json_t *
replace_by(json_t *value)
{
	json_t *patch = json_object();

	(void)json_object_set(patch, "=", value);
	return patch;
}

static size_t length_of(const json_t *value, size_t most);

/* The JSON library computes the length of other values. */
static size_t
length_written(const json_t *value)
{
	return json_dumpb(value, NULL, 0, JSON_COMPACT | JSON_ENCODE_ANY);
}

/* Includes the quotes. */
static size_t
length_of_text(const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if ((unsigned char)s[i] < ' ' || s[i] == '"' || s[i] == '\\') {
			json_t *text = json_stringn(s, n);
			const size_t length = length_written(text);

			json_decref(text);
			return length;
		}
	return n + 2;
}

static size_t
length_of_number(json_int_t v)
{
	size_t n = v < 0 ? 2 : 1;

	while (v > 9 || v < -9) {
		v /= 10;
		n++;
	}
	return n;
}

/* Includes brackets, commas and colons: n values and, for an object, keys. */
static size_t
length_of_many(const json_t *value, size_t most)
{
	size_t n = json_is_array(value) ? json_array_size(value) : json_object_size(value);
	size_t length = n > 0 ? n + 1 : 2;
	json_t *one, *object = (json_t *)(uintptr_t)value; /* only read */
	const char *key;

	if (json_is_array(value)) {
		for (size_t i = 0; i < n && length <= most; i++)
			length += length_of(json_array_get(value, i), most - length);
		return length;
	}
	json_object_foreach(object, key, one)
	{
		if (length > most)
			break;
		length += length_of_text(key, strlen(key)) + 1;
		length += length_of(one, length < most ? most - length : 0);
	}
	return length;
}

/* Returns the length of a value as JSON; if it is above `most`, any number above `most`. */
static size_t
length_of(const json_t *value, size_t most)
{
	if (json_is_object(value) || json_is_array(value))
		return length_of_many(value, most);
	if (json_is_string(value))
		return length_of_text(json_string_value(value), json_string_length(value));
	if (json_is_integer(value))
		return length_of_number(json_integer_value(value));
	return length_written(value);
}

/* True if a is shorter than b. a may be a whole position, so its length is computed only up to
 * that of b. */
static bool
is_shorter(const json_t *a, const json_t *b)
{
	const size_t n = length_of(b, SIZE_MAX);

	return length_of(a, n) < n;
}

static json_t *diff(json_t *a, json_t *b);

/* Returns the patch by members; NULL if (D2) forbids it. */
static json_t *
diff_objects(json_t *a, json_t *b)
{
	json_t *patch, *value;
	const char *key;

	json_object_foreach(a, key, value)
	{
		if (json_object_get(b, key) == NULL)
			return NULL;
	}
	patch = json_object();
	json_object_foreach(b, key, value)
	{
		json_t *old = json_object_get(a, key);

		if (old == NULL)
			(void)json_object_set_new(patch, key, replace_by(value));
		else if (!json_equal(old, value))
			(void)json_object_set_new(patch, key, diff(old, value));
	}
	if (json_object_get(patch, "=") != NULL) {
		json_decref(patch);
		return NULL;
	}
	return patch;
}

static json_t *
diff_arrays(const json_t *a, const json_t *b)
{
	json_t *patch;

	if (json_array_size(a) != json_array_size(b))
		return NULL;
	patch = json_object();
	for (size_t i = 0; i < json_array_size(b); i++) {
		json_t *old = json_array_get(a, i), *value = json_array_get(b, i);
		char key[24];

		if (json_equal(old, value))
			continue;
		(void)snprintf(key, sizeof key, "%zu", i);
		(void)json_object_set_new(patch, key, diff(old, value));
	}
	return patch;
}

/* a and b must differ. */
static json_t *
diff(json_t *a, json_t *b)
{
	json_t *whole = replace_by(b), *parts = NULL;

	if (json_is_object(a) && json_is_object(b))
		parts = diff_objects(a, b);
	else if (json_is_array(a) && json_is_array(b))
		parts = diff_arrays(a, b);
	if (parts == NULL)
		return whole;
	if (is_shorter(whole, parts)) {
		json_decref(parts);
		return whole;
	}
	json_decref(whole);
	return parts;
}

json_t *
position_patch(json_t *a, json_t *b)
{
	return json_equal(a, b) ? json_object() : diff(a, b);
}

/* Returns the index of an array's element, or -1. */
static int64_t
index_of(const json_t *array, const char *key)
{
	int64_t i;

	if (number_parse(key, strlen(key), INT32_MAX, &i) < 0 ||
	    (size_t)i >= json_array_size(array))
		return -1;
	return i;
}

/* Applies the patch of one member to `out`, a copy of the patched value; false if it does not
 * fit. */
static bool
patch_member(json_t *out, const char *key, json_t *patch)
{
	json_t *value;
	int64_t i;

	if (json_is_object(out)) {
		value = position_apply_patch(json_object_get(out, key), patch);
		return value != NULL && json_object_set_new(out, key, value) == 0;
	}
	i = index_of(out, key);
	if (i < 0)
		return false;
	value = position_apply_patch(json_array_get(out, (size_t)i), patch);
	return value != NULL && json_array_set_new(out, (size_t)i, value) == 0;
}

json_t *
position_apply_patch(json_t *a, json_t *patch)
{
	json_t *whole = json_object_get(patch, "="), *out, *member;
	const char *key;

	if (!json_is_object(patch) || (whole != NULL && json_object_size(patch) != 1))
		return NULL;
	if (whole != NULL)
		return json_incref(whole);
	if (json_object_size(patch) == 0)
		return json_incref(a);
	if (!json_is_object(a) && !json_is_array(a))
		return NULL;
	out = json_copy(a);
	json_object_foreach(patch, key, member)
	{
		if (!patch_member(out, key, member)) {
			json_decref(out);
			return NULL;
		}
	}
	return out;
}
