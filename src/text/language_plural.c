/* Plural rules: a reader by recursive descent, which evaluates as it reads. */
#include "text/language_plural.h"

#include <string.h>

struct reader {
	const char *p;
	uint64_t n;
	unsigned depth;
	bool failed;
};

enum level { LEVEL_OR, LEVEL_AND, LEVEL_EQUAL, LEVEL_ORDER, LEVEL_SUM, LEVEL_PRODUCT, LEVEL_VALUE };

static uint64_t read_choice(struct reader *r);

static void
skip_blanks(struct reader *r)
{
	r->p += strspn(r->p, " \t");
}

static bool
take(struct reader *r, const char *token)
{
	skip_blanks(r);
	if (strncmp(r->p, token, strlen(token)) != 0)
		return false;
	r->p += strlen(token);
	return true;
}

static uint64_t
fail(struct reader *r)
{
	r->failed = true;
	return 0;
}

static uint64_t
read_value(struct reader *r)
{
	uint64_t value = 0;
	bool is_not = false;

	while (take(r, "!"))
		is_not = !is_not;
	if (take(r, "(")) {
		value = read_choice(r);
		if (!take(r, ")"))
			return fail(r);
	} else if (take(r, "n")) {
		value = r->n;
	} else {
		if (*r->p < '0' || *r->p > '9')
			return fail(r);
		for (; *r->p >= '0' && *r->p <= '9'; r->p++)
			value = value < UINT32_MAX ? value * 10 + (uint64_t)(*r->p - '0') : value;
	}
	return is_not ? !value : value;
}

/* The operators of each level. One that begins like another comes after it. */
static const char *const operator_of[LEVEL_VALUE][5] = {
	[LEVEL_OR] = { "||" },
	[LEVEL_AND] = { "&&" },
	[LEVEL_EQUAL] = { "==", "!=" },
	[LEVEL_ORDER] = { "<=", ">=", "<", ">" },
	[LEVEL_SUM] = { "+", "-" },
	[LEVEL_PRODUCT] = { "*", "/", "%" },
};

static uint64_t
compute(struct reader *r, const char *op, uint64_t a, uint64_t b)
{
	if ((*op == '/' || *op == '%') && b == 0)
		return fail(r);
	switch (*op) {
	case '|':
		return a || b;
	case '&':
		return a && b;
	case '=':
		return a == b;
	case '!':
		return a != b;
	case '<':
		return op[1] == '=' ? a <= b : a < b;
	case '>':
		return op[1] == '=' ? a >= b : a > b;
	case '+':
		return a + b;
	case '-':
		return a - b;
	case '*':
		return a * b;
	case '/':
		return a / b;
	default:
		return a % b;
	}
}

static uint64_t
read_level(struct reader *r, unsigned level)
{
	uint64_t value;

	if (level == LEVEL_VALUE)
		return read_value(r);
	value = read_level(r, level + 1);
	while (!r->failed) {
		const char *const *op = operator_of[level];

		while (*op != NULL && !take(r, *op))
			op++;
		if (*op == NULL)
			break;
		value = compute(r, *op, value, read_level(r, level + 1));
	}
	return value;
}

/* A ? B : C reads both, since both must be well formed. */
static uint64_t
read_choice(struct reader *r)
{
	uint64_t value, yes, no;

	if (r->failed || ++r->depth > PLURAL_DEPTH)
		return fail(r);
	value = read_level(r, LEVEL_OR);
	if (!r->failed && take(r, "?")) {
		yes = read_choice(r);
		if (!take(r, ":"))
			return fail(r);
		no = read_choice(r);
		value = value ? yes : no;
	}
	r->depth--;
	return value;
}

bool
plural_form(const char *expression, unsigned forms, uint64_t n, unsigned *form)
{
	struct reader r = { .p = expression, .n = n };
	const uint64_t value = read_choice(&r);

	if (r.failed || !take(&r, ";") || value >= forms)
		return false;
	*form = (unsigned)value;
	return true;
}

bool
plural_is_rule(const char *expression, unsigned forms)
{
	enum { TRIED = 200, LONGEST = 600 };
	unsigned form;

	if (strcspn(expression, ";") > LONGEST)
		return false;
	for (unsigned n = 0; n < TRIED; n++)
		if (!plural_form(expression, forms, n, &form))
			return false;
	return true;
}
