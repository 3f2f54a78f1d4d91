/* The orders of a seat, for people: what became of signed ones, queued ones, legal ones. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "draw/style.h"
#include "player/foreign.h"
#include "record/signed_order.h"
#include "show/show_internal.h"
#include "show/show_known.h"
#include "util/wrap.h"

/* Appends "kept in 12, played in 17, 23, it waits". */
static void
put_kept(const struct language *lang, const struct order_status *f, struct buf *out)
{
	unsigned shown = f->n_played < ORDER_STATE_PLAYED_MAX ? f->n_played :
								ORDER_STATE_PLAYED_MAX;
	struct buf played = BUF_INIT;

	if (f->n >= 0)
		language_fmt(lang, out, MSG("order", "kept in %lld, "), (long long)f->n);
	for (unsigned i = 0; i < shown; i++)
		buf_fmt(&played, "%s%" PRId64,
		    i > 0                   ? ", " :
			shown < f->n_played ? "... " :
					      "",
		    f->played[i]);
	if (shown > 0)
		language_fmt(lang, out, MSG("order", "played in %s, "), buf_cstr(&played));
	buf_str(out,
	    language_text(lang,
		f->fate == ORDER_STATE_QUEUED ? MSG("order", "it waits") :
						MSG("order", "then dropped")));
	buf_release(&played);
}

static void
put_order(void *arg, const struct order_status *f)
{
	const struct show *s = arg;
	const struct order_block *b = &f->order.o.b;
	struct buf text = BUF_INIT, file = BUF_INIT;

	if (b->n_do > 0)
		buf_fmt(&text, "%s: ", b->doing[0]);
	else
		buf_fmt(&text, "say \"%s\": ", b->say); /* as it is typed */
	switch (f->fate) {
	case ORDER_STATE_TAKEN:
		language_fmt(s->lang, &text, MSG("order", "taken as %lld"), (long long)f->n);
		break;
	case ORDER_STATE_QUEUED:
	case ORDER_STATE_GONE:
		put_kept(s->lang, f, &text);
		break;
	case ORDER_STATE_LATE:
		buf_str(&text,
		    language_text(s->lang,
			MSG("order",
			    "in no digest, and too late for any: a later order or turn has passed "
			    "it")));
		break;
	case ORDER_STATE_LOST:
		buf_str(&text,
		    language_text(s->lang,
			MSG("order",
			    "in no digest, and too late for any: the host has lost the digest that "
			    "it answers, so sign it again")));
		break;
	case ORDER_STATE_NONE:
		buf_str(&text,
		    language_text(
			s->lang, MSG("order", "in no digest yet: wait, or send this file again")));
		buf_str(&file, "    ");
		signed_order_path(s->story->dir, &f->at, &file);
		buf_chr(&file, '\n');
		break;
	}
	wrap_text(text.p, text.n, "  ", "    ", DRAW_COLUMNS, s->out);
	buf_add(s->out, buf_cstr(&file), file.n); /* never wrapped, so that it can be copied */
	buf_wipe(&text);
	buf_release(&file);
}

static void
put_foreign(void *arg, const struct foreign *f)
{
	const struct show *s = arg;
	struct buf text = BUF_INIT;

	language_fmt(s->lang, &text,
	    MSG("order", "digest %lld has %s of yours that was not signed here"), (long long)f->n,
	    language_text(s->lang, f->phrase));
	wrap_text(text.p, text.n, "  ", "    ", DRAW_COLUMNS, s->out);
	buf_release(&text);
}

/* Lists the state of orders signed in this home, and orders signed elsewhere. */
const char *
show_put_signed(const struct show *s)
{
	struct show own = *s;

	if (history_orders(s->story, s->r, put_order, &own, s->err) == 0)
		(void)foreign_each(
		    s->story, s->r, put_foreign, &own, s->err); /* the caller checks s->err */
	return MSG("read", "Your orders");
}

/* ---- the list of orders --------------------------------------------------------------------- */

/* Prints the orders of one card, wrapped between orders; an overlong order between words. */
static void
put_group(void *arg, const char *line)
{
	static const char bar[] = " | ";
	const struct show *s = arg;
	struct buf *out = s->out;
	size_t used = 0;

	for (const char *p = line, *end; p != NULL; p = *end != '\0' ? end + strlen(bar) : NULL) {
		size_t n;

		end = strstr(p, bar);
		if (end == NULL)
			end = p + strlen(p);
		n = (size_t)(end - p);
		if (used == 0 || used + strlen(bar) + n > s->columns) {
			buf_str(out, used == 0 ? "" : "\n");
			wrap_text(p, n, used == 0 ? "  " : "    | ", "      ", s->columns, out);
			out->n--; /* remove the line end */
			for (used = 0; used < out->n && out->p[out->n - used - 1] != '\n';)
				used++;
		} else {
			buf_str(out, bar);
			buf_add(out, p, n);
			used += strlen(bar) + n;
		}
	}
	buf_chr(out, '\n');
}

void
show_put_orders(const struct show *s)
{
	struct show each = *s;
	char count[32];
	size_t n = private_view_orders(&s->r->v, &s->r->d.names, true, NULL, NULL);

	if (n == 0)
		return;
	(void)snprintf(count, sizeof count, "%zu", n);
	show_heading(
	    language_text(s->lang, MSG("read", "Orders you can give")), count, s->style, s->out);
	(void)private_view_orders(&s->r->v, &s->r->d.names, true, put_group, &each);
}

/* Prints a queued order by its hash, with its lines if they are in the own record. */
static void
put_kept_order(const struct show *s, const unsigned char waiting[static HASH_BYTES],
    const struct buf *words, bool is_mine)
{
	struct hash hash;
	char text[HASH_TEXT + 1];

	memcpy(hash.b, waiting, sizeof hash.b);
	hash_text(&hash, text);
	language_fmt(s->lang, s->out, MSG("order", "  order %s\n"), text);
	if (words->n > 0)
		buf_add(s->out, words->p, words->n);
	else if (is_mine)
		buf_str(s->out,
		    language_text(
			s->lang, MSG("order", "  It was signed here, but cannot be opened.\n")));
	else
		buf_str(s->out,
		    language_text(s->lang,
			MSG("order",
			    "  It was not signed here: that it is yours is the host's word.\n")));
}

const char *
show_put_waiting(const struct show *s)
{
	if (s->r->has_view && s->r->v.has_queued_next)
		put_kept_order(s, s->r->v.queued_next, &s->r->next_line, s->r->is_next_mine);
	return MSG("read", "Your stored order");
}

const char *
show_put_every(const struct show *s)
{
	if (s->r->has_view && s->r->v.has_queued_every)
		put_kept_order(s, s->r->v.queued_every, &s->r->every_line, s->r->is_every_mine);
	return MSG("read", "Your order for every turn");
}
