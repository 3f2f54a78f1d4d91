/* The host: section.  The layout is a contract: adit(5), "Digests". */

#include "wire/act.h"

#include <string.h>

#include "draw/draw.h"
#include "util/lines.h"
#include "util/word.h"
#include "util/wrap.h"

int
act_reason(const char *s, char out[static ACT_REASON_MAX + 1], struct err *err)
{
	struct block b = { .turn = TURN_ANY };
	struct err why = ERR_INIT;
	size_t n = strlen(s);

	if (n > BLOCK_SAY_MAX)
		return err_set(
		    err, ERR_USAGE, "the reason is longer than %d bytes", ACT_REASON_MAX);
	memcpy(b.say, s, n + 1);
	if (block_normalize(&b, &why) < 0)
		return err_set(
		    err, ERR_USAGE, "the reason is not UTF-8, or has a control or bidi character");
	n = strlen(b.say);
	if (n == 0)
		return err_set(err, ERR_USAGE, "the reason is empty");
	if (n > ACT_REASON_MAX)
		return err_set(
		    err, ERR_USAGE, "the reason is longer than %d bytes", ACT_REASON_MAX);
	for (const char *p = b.say; *p != '\0'; p += strspn(p, " ")) {
		size_t word = strcspn(p, " ");

		if (word > ACT_WORD_MAX)
			return err_set(err, ERR_USAGE,
			    "a word of the reason is longer than %d bytes", ACT_WORD_MAX);
		p += word;
	}
	memcpy(out, b.say, n + 1);
	return 0;
}

void
act_text(const struct act *a, struct buf *out)
{
	switch (a->kind) {
	case ACT_UNDO:
		buf_fmt(out, "  undo: %lld\n", (long long)a->to);
		if (a->epoch > 0)
			buf_fmt(out, "  shuffle: %lld\n", (long long)a->epoch);
		break;
	case ACT_RESTART:
		buf_fmt(out, "  restart: %lld\n", (long long)a->attempt);
		break;
	case ACT_REPLACE:
		buf_fmt(out, "  replace: %s\n  sign: %s\n  age: %s\n", a->seat, a->sign, a->age);
		if (a->attempt > 0)
			buf_fmt(out, "  restart: %lld\n", (long long)a->attempt);
		break;
	}
	wrap_text(a->reason, strlen(a->reason), "  reason: ", "    ", DRAW_COLUMNS, out);
}

/* "  reason: ...", and the lines it goes on in. */
static int
read_reason(struct lines *l, struct act *a, struct err *err)
{
	struct buf text = BUF_INIT;
	const char *p;
	size_t n;
	int result;

	if (lines_field(l, "  reason", &p, &n, err) < 0)
		return -1;
	buf_add(&text, p, n);
	while (lines_next(l, &p, &n)) {
		for (; n > 0 && *p == ' '; n--)
			p++;
		buf_chr(&text, ' ');
		buf_add(&text, p, n);
	}
	result = act_reason(buf_cstr(&text), a->reason, err);
	if (result < 0)
		err->code = ERR_SYNTAX;
	buf_release(&text);
	return result;
}

/* Does the next line begin with this key, and go on? */
static bool
is_next(const struct lines *l, const char *key)
{
	struct word line;

	return lines_peek(l, &line.s, &line.n) && word_starts(line, key) && line.n > strlen(key);
}

/* The lines before the reason. */
static int
read_act(struct lines *l, struct act *a, struct err *err)
{
	switch (a->kind) {
	case ACT_RESTART:
		return lines_number(l, "  restart", 1, UINT32_MAX, &a->attempt, err);
	case ACT_REPLACE:
		if (lines_copy(l, "  replace", a->seat, sizeof a->seat, err) < 0 ||
		    lines_copy(l, "  sign", a->sign, sizeof a->sign, err) < 0 ||
		    lines_copy(l, "  age", a->age, sizeof a->age, err) < 0)
			return -1;
		return is_next(l, "  restart:") ?
		    lines_number(l, "  restart", 1, UINT32_MAX, &a->attempt, err) :
		    0;
	case ACT_UNDO:
		break;
	}
	if (lines_number(l, "  undo", 0, INT64_C(1) << 40, &a->to, err) < 0)
		return -1;
	return is_next(l, "  shuffle:") ?
	    lines_number(l, "  shuffle", 1, UINT16_MAX, &a->epoch, err) :
	    0;
}

int
act_find(const char *s, const struct digest_text *t, struct act *a, struct err *err)
{
	size_t to = t->signed_part.at + t->signed_part.n;
	struct span sp = lines_section(s, t->signed_part.at, to, "host:");
	struct lines l = { s, sp.at + sp.n, sp.at, 1 };

	if (sp.n == 0)
		return 0;
	*a = (struct act){ .kind = is_next(&l, "  restart:") ? ACT_RESTART :
		    is_next(&l, "  replace:")                ? ACT_REPLACE :
							       ACT_UNDO };
	return read_act(&l, a, err) < 0 || read_reason(&l, a, err) < 0 ? -1 : 1;
}
