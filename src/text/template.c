/* Sentences with tokens. */
#include "text/template.h"

#include <string.h>

#include "util/mem.h"

struct expansion {
	const struct language *lang;
	const struct template_args *with;
	unsigned depth;
	bool failed; /* the pattern is not one */
};

/* Returns the end of the alternative that begins at p: its '|' or '}'. */
static const char *
alternative_end(const char *p)
{
	unsigned depth = 0;

	for (; *p != '\0' && (depth > 0 || (*p != '|' && *p != '}')); p++) {
		depth += *p == '{';
		depth -= *p == '}';
	}
	return p;
}

static unsigned
fill_token(struct expansion *e, char token, struct buf *out)
{
	const unsigned number = token != '\0' ? e->with->fill(e->lang, e->with->about, token, out) :
						TEMPLATE_UNKNOWN;

	e->failed = e->failed || number == TEMPLATE_UNKNOWN;
	return number;
}

static const char *fill_choice(struct expansion *e, const char *p, struct buf *out);

/* Writes up to the end of the pattern or alternative. */
static const char *
fill_text(struct expansion *e, const char *p, struct buf *out)
{
	while (!e->failed && *p != '\0' && *p != '|' && *p != '}') {
		if (*p == '{') {
			p = fill_choice(e, p + 1, out);
		} else if (*p == '@') {
			(void)fill_token(e, p[1], out);
			p += p[1] != '\0' ? 2 : 1;
		} else {
			buf_chr(out, *p++);
		}
	}
	return p;
}

/* Reads what chooses, up to the ':', and returns the number of the alternative. */
static unsigned
choose(struct expansion *e, const char **p)
{
	const bool is_plural = (*p)[0] == '#';
	const char *token = *p + is_plural;
	const bool is_bare = token[0] == '\0' || token[1] != ':';
	struct buf unused = BUF_INIT;
	unsigned number;

	number = fill_token(e, is_bare ? (char)TEMPLATE_BARE : token[0], &unused);
	buf_release(&unused);
	*p = is_bare ? token : token + 2;
	return is_plural ? language_plural(e->lang, number) : number;
}

/* Writes the chosen alternative. p: after the '{'. Returns the position after the '}'. */
static const char *
fill_choice(struct expansion *e, const char *p, struct buf *out)
{
	unsigned number = choose(e, &p);

	if (e->failed || ++e->depth > TEMPLATE_DEPTH) {
		e->failed = true;
		return p;
	}
	for (const char *end = alternative_end(p); number > 0 && *end == '|'; number--) {
		p = end + 1;
		end = alternative_end(p);
	}
	p = fill_text(e, p, out);
	while (*p == '|')
		p = alternative_end(p + 1);
	e->failed = e->failed || *p != '}';
	e->depth--;
	return e->failed ? p : p + 1;
}

/* Returns false, and appends nothing, if this is no pattern for these tokens. */
static bool
expand(const struct language *lang, const char *pattern, const struct template_args *with,
    struct buf *out)
{
	struct expansion e = { .lang = lang, .with = with };
	const size_t before = out->n;

	e.failed = *fill_text(&e, pattern, out) != '\0' || e.failed;
	if (e.failed && out->n > before) {
		out->n = before;
		out->p[before] = '\0';
	}
	return !e.failed;
}

void
template_expand(const struct language *lang, const char *message, const struct template_args *with,
    struct buf *out)
{
	const char *pattern = language_text(lang, message), *english = language_english(message);

	if (!expand(lang, pattern, with, out) && !expand(lang, english, with, out))
		BUG("a pattern that cannot be filled in");
}
