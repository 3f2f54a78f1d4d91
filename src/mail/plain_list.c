/* The numbered list of orders. */
#include "mail/plain_list.h"

#include <string.h>

#include "text/orderlist.h"
#include "util/slice.h"

static const char bar[] = " | ";

struct numbering {
	void (*each)(void *arg, unsigned number, bool head, const char *order);
	void *arg;
	unsigned last; /* number of the order before */
};

/* True for a line that stands for several discards. A kind may begin with a digit, too: 3/ns. */
static bool
is_several(const char *line)
{
	static const char discard[] = "discard ";
	const char *p = line + sizeof discard - 1;

	if (strncmp(line, discard, sizeof discard - 1) != 0 || !ascii_is_digit(*p))
		return false;
	while (ascii_is_digit(*p))
		p++;
	return *p == ' ';
}

static void
cut_group(void *arg, const char *line)
{
	struct numbering *l = arg;
	const size_t head = orders_head(line);
	const char *p = line + head, *stop;
	struct buf order = BUF_INIT;

	if (is_several(line)) {
		l->each(l->arg, 0, true, line);
		return;
	}
	do {
		stop = strstr(p, bar);
		buf_clear(&order);
		buf_grow_secret(&order, strlen(line));
		buf_add(&order, line, head);
		buf_add(&order, p, stop != NULL ? (size_t)(stop - p) : strlen(p));
		l->each(l->arg, ++l->last, p == line + head, order.p);
		p = stop != NULL ? stop + sizeof bar - 1 : p;
	} while (stop != NULL);
	buf_wipe(&order);
}

void
plain_list_each(const struct private_view *v, const struct names *names,
    void (*each)(void *arg, unsigned number, bool head, const char *order), void *arg)
{
	struct numbering l = { each, arg, 0 };

	(void)private_view_orders(v, names, true, cut_group, &l);
}
