/* Plural rules: a reader by recursive descent, which evaluates as it reads. */
#include "text/language_plural.h"

#include <string.h>

struct reader {
	const char *p;
	uint64_t n;
	unsigned depth;
	bool failed;
};

static uint64_t read_choice(struct reader *r);

static void
skip_blanks(struct reader *r)
{
	while (*r->p == ' ' || *r->p == '\t')
		r->p++;
}

static bool
take(struct reader *r, char token)
{
	skip_blanks(r);
	if (*r->p != token)
		return false;
	r->p++;
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

	while (take(r, '!'))
		is_not = !is_not;
	if (take(r, '(')) {
		value = read_choice(r);
		if (!take(r, ')'))
			return fail(r);
	} else if (take(r, 'n')) {
		value = r->n;
	} else {
		if (*r->p < '0' || *r->p > '9')
			return fail(r);
		for (; *r->p >= '0' && *r->p <= '9'; r->p++)
			value = value < UINT32_MAX ? value * 10 + (uint64_t)(*r->p - '0') : value;
	}
	return is_not ? !value : value;
}

/* Binary operators: the higher the rank, the stronger it binds. One that begins like another comes
 * before it. */
struct binary {
	char text[3];
	uint8_t rank;
};
static const struct binary binary[] = { { "||", 1 }, { "&&", 2 }, { "==", 3 }, { "!=", 3 },
	{ "<=", 4 }, { ">=", 4 }, { "<", 4 }, { ">", 4 }, { "+", 5 }, { "-", 5 }, { "*", 6 },
	{ "/", 6 }, { "%", 6 } };

/* Returns the binary operator that comes next, or NULL. */
static const struct binary *
next_binary(struct reader *r)
{
	skip_blanks(r);
	for (size_t i = 0; i < sizeof binary / sizeof binary[0]; i++) {
		const struct binary *op = &binary[i];

		if (r->p[0] == op->text[0] && (op->text[1] == '\0' || r->p[1] == op->text[1]))
			return op;
	}
	return NULL;
}

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

/* Reads values with operators of at least this rank between them. */
static uint64_t
read_operation(struct reader *r, unsigned rank)
{
	uint64_t value = read_value(r);
	const struct binary *op;

	while (!r->failed && (op = next_binary(r)) != NULL && op->rank >= rank) {
		r->p += strlen(op->text);
		value = compute(r, op->text, value, read_operation(r, op->rank + 1U));
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
	value = read_operation(r, 0);
	if (!r->failed && take(r, '?')) {
		yes = read_choice(r);
		if (!take(r, ':'))
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

	if (r.failed || !take(&r, ';') || value >= forms)
		return false;
	*form = (unsigned)value;
	return true;
}

bool
plural_is_rule(const char *expression, unsigned forms)
{
	enum { TRIED = 30, LONGEST = 600 };
	unsigned form;

	if (strcspn(expression, ";") > LONGEST)
		return false;
	for (unsigned n = 0; n < TRIED; n++)
		if (!plural_form(expression, forms, n, &form))
			return false;
	return true;
}
