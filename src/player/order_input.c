/* An order as typed. */
#include "player/order_input.h"

#include <string.h>

#include "text/mail_line.h"
#include "util/timestamp.h"

int
order_input_until(struct player_order *o, const char *until, struct err *err)
{
	if (until == NULL)
		return 0;
	if (o->turn != TURN_EVERY)
		return err_set(err, ERR_USAGE, "--until requires --turn every");
	if (timestamp_until_parse(until, &o->until) < 0)
		return err_set(err, ERR_USAGE,
		    "until takes a day, 2026-12-24, or a time, 2026-12-24T23:00:00Z, not \"%s\"",
		    until);
	return 0;
}

int
order_input_lines(struct order_input *w, struct err *err)
{
	char *p = w->text.p, *end = w->text.p + w->text.n;

	while (p < end) {
		char *stop = memchr(p, '\n', (size_t)(end - p));
		char *next = stop != NULL ? stop + 1 : end;
		size_t n = (size_t)((stop != NULL ? stop : end) - p);

		while (n > 0 && (p[n - 1] == ' ' || p[n - 1] == '\t' || p[n - 1] == '\r'))
			n--;
		while (n > 0 && (*p == ' ' || *p == '\t')) {
			p++;
			n--;
		}
		p[n] = '\0';
		if (n > 0 && w->order.n_lines == ORDER_BLOCK_ALTERNATIVES)
			return err_set(err, ERR_USAGE, "more than %d orders to choose from",
			    ORDER_BLOCK_ALTERNATIVES);
		if (n > 0)
			w->order.line[w->order.n_lines++] = p;
		p = next;
	}
	if (w->order.n_lines == 1) {
		struct buf line = BUF_INIT;

		mail_line_typed(w->order.line[0], &line);
		buf_wipe(&w->text);
		w->text = line;
		w->order.line[0] = buf_cstr(&w->text);
	}
	return 0;
}
