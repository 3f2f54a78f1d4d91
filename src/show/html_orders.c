/*
 * Orders on a page.
 *
 * (O1) Listed are the orders that are legal as far as the seat knows: the list of its view, and the
 *      standing orders that game_check accepts.
 */
#include "show/html_orders.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "draw/picture.h"
#include "draw/svg.h"
#include "text/orderlist.h"
#include "text/text_rules.h"
#include "text/web.h"
#include "util/shell.h"
#include "wire/private_view.h"

/* ---- the hand ---------------------------------------------------------------------------------------- */

static void
put_hand(const struct view *v, struct buf *out)
{
	const struct svg_options options = { .is_for = SVG_INLINE };
	const struct seat *me = &v->known.seat[v->seat];
	char kind[CARD_NAME_MAX];

	html_section("hand-title", "Your hand", out);
	if (me->role != CARD_NONE && me->role != CARD_HIDDEN) {
		card_name(v->known.rules, me->role, kind);
		buf_str(out, "<p>You are a ");
		html_str(kind, out);
		buf_str(out, ".</p>\n");
	}
	if (me->n_hand == 0)
		buf_str(out, "<p>It is empty.</p>\n");
	else
		buf_str(out, "<ul class=\"hand\" id=\"hand\">\n");
	for (unsigned i = 0; i < me->n_hand; i++) {
		card_name(v->known.rules, me->hand[i], kind);
		buf_str(out, "<li><div data-card=\"");
		html_str(kind, out);
		buf_str(out, "\">");
		svg_card(v->known.rules, me->hand[i], false, &options, out);
		html_element("code", kind, out);
		buf_str(out, "</div></li>\n");
	}
	buf_str(out, me->n_hand > 0 ? "</ul>\n" : "");
	html_section_end(out);
}

/* ---- the list of orders ---------------------------------------------------------------------- */

/* Lines with the same verb form one list. */
struct list {
	struct buf *out;
	const struct view *v;
	char verb[CARD_NAME_MAX];
	size_t n;
};

/* Appends the spaces of a walk, with the first one, as an attribute for the script. */
static void
put_way(const struct view *v, const char *line, struct buf *out)
{
	static const char verb[] = "walk to ";
	const struct picture_rules *own = v->known.rules->picture;
	const char *to = line + sizeof verb - 1;
	struct spot way[ORDER_SPOTS + 1], end;
	struct buf words = BUF_INIT;
	unsigned n;

	if (own == NULL || own->walk == NULL || strncmp(line, verb, sizeof verb - 1) != 0 ||
	    spot_parse(to, strcspn(to, " "), &end) < 0)
		return;
	n = own->walk(v, end, way);
	for (unsigned i = 0; i < n; i++) {
		buf_str(&words, i > 0 ? " " : "");
		spot_text(way[i], &words);
	}
	buf_str(out, " data-way=\"");
	html_str(buf_cstr(&words), out);
	buf_str(out, "\"");
	buf_release(&words);
}

static void
put_order(void *arg, const char *line)
{
	struct list *l = arg;
	size_t n = strcspn(line, " ");

	if (n >= sizeof l->verb)
		n = sizeof l->verb - 1;
	if (l->n == 0 || strncmp(l->verb, line, n) != 0 || l->verb[n] != '\0') {
		buf_str(l->out, l->n > 0 ? "</ul>\n" : "");
		memcpy(l->verb, line, n);
		l->verb[n] = '\0';
		html_element("h3", l->verb, l->out);
		buf_str(l->out, "\n<ul>\n");
	}
	l->n++;
	buf_str(l->out, "<li><code");
	put_way(l->v, line, l->out);
	buf_str(l->out, ">");
	html_str(line, l->out);
	buf_str(l->out, "</code></li>\n");
}

/* Elements that the script fills in, in the order of use. */
static const char compose[] =
    "<div id=\"compose\" hidden>\n"
    "<p id=\"hint\" role=\"status\"></p>\n"
    "<p><label for=\"line\" class=\"unseen\">Order</label> <output id=\"line\"></output></p>\n"
    "<div id=\"verbs\" role=\"group\" aria-label=\"What to do\"></div>\n"
    "<p><button type=\"button\" id=\"flip\" aria-pressed=\"false\">Flip the card</button>\n"
    "<button type=\"button\" id=\"again\">Begin again</button></p>\n"
    "<div id=\"fitting\" role=\"group\" aria-label=\"Orders that fit\"></div>\n"
    "<div id=\"ready\" hidden>\n<p><label for=\"say\">Say to the table</label>\n"
    "<input id=\"say\" type=\"text\" autocomplete=\"off\"></p>\n"
    "<p><label for=\"command\">Command that signs the order, for your own terminal</label>\n"
    "<input id=\"command\" class=\"command\" type=\"text\" readonly data-begin=\"";
static const char composed[] =
    "\"></p>\n"
    "<p id=\"give\"><button type=\"button\" id=\"copy\" disabled>Copy the command</button>\n"
    "<button type=\"button\" id=\"copy-line\" disabled>Copy the order alone</button>\n"
    "<a id=\"save\" download=\"";
static const char given[] =
    ".txt\">Save it as a file</a>\n<a id=\"mail\">Mail it to yourself</a>\n"
    "<button type=\"button\" id=\"share\" hidden disabled>Share</button></p>\n"
    "<p class=\"soft\">Nothing is sent or signed here. The order alone is for the prompt of "
    "<code>adit play</code>, the file for <code>";
static const char signing[] =
    " - &lt; FILE</code>: the table takes only what is signed. A mail or a share shows a card of "
    "your hand to those who can read it.</p>\n"
    "</div>\n</div>\n";

/* Appends how an order reaches the host without git, if digest 0 has the address of a forge. */
static void
put_file_form(const struct html_page *p, struct buf *out)
{
	const char *web = p->names->web;
	struct buf link = BUF_INIT, name = BUF_INIT;

	if (web[0] != '\0' && web_order(web, p->own->seat, p->d->n, NULL, &link)) {
		web_order_name(p->own->seat, p->d->n, &name);
		buf_str(out,
		    "<p>Or send it in the browser: paste the block that the command prints into "
		    "a <a id=\"file\" target=\"_blank\" rel=\"noopener noreferrer\" href=\"");
		html_str(link.p, out);
		buf_str(out, "\">new file with this order</a>, <code>");
		html_str(name.p, out);
		buf_fmt(out, "</code>, and propose it as a %s.</p>\n", web_pull_words(web));
	}
	buf_release(&link);
	buf_release(&name);
}

static void
put_list(const struct html_page *p, struct buf *out)
{
	struct list list = { .out = out, .v = p->view };
	size_t n = private_view_orders(p->own, &p->d->names, false, NULL, NULL);

	if (n == 0) {
		buf_str(out, "<p>There is nothing to play now.</p>\n");
		return;
	}
	buf_str(out, compose);
	html_str(p->sign, out);
	buf_str(out, composed);
	html_str(p->d->game, out);
	buf_fmt(out, "-%" PRId64 "-", p->d->n);
	html_str(p->own->seat, out);
	buf_str(out, given);
	html_str(p->sign, out);
	buf_str(out, signing);
	put_file_form(p, out);
	buf_str(out, "<details id=\"can\">\n<summary>");
	if (n == 1)
		buf_str(out, "The only order you can give");
	else
		buf_fmt(out, "All %zu orders you can give", n);
	buf_str(out, "</summary>\n<p>Sign one with <code>");
	html_str(p->sign, out);
	buf_str(out, " &#39;ORDER&#39;</code></p>\n");
	(void)private_view_orders(p->own, &p->d->names, false, put_order, &list);
	buf_str(out, "</ul>\n</details>\n");
}

/* ---- other commands -------------------------------------------------------------------------- */

/* Appends a command: p->sign, the option and the order. */
static void
put_command(const struct html_page *p, const char *option, const char *line, struct buf *out)
{
	struct buf command = BUF_INIT;

	buf_fmt(&command, "%s%s ", p->sign, option);
	shell_quote(line, &command);
	buf_str(out, "<li>");
	html_element("code", buf_cstr(&command), out);
	buf_str(out, "</li>\n");
	buf_wipe(&command);
}

static void
try_standing(const struct html_page *p, const struct order *o, struct buf *out)
{
	const struct game *g = &p->view->known;
	struct buf line = BUF_INIT;

	if ((g->rules->words->orders & ORDER_BIT(o->kind)) == 0 || game_check(g, o) != VERDICT_OK)
		return;
	orderline_text(g->rules, &p->d->names, o, &line);
	put_command(p, "", line.p, out);
	buf_wipe(&line);
}

/* Appends the orders that are legal at any time. */
static void
put_standing(const struct html_page *p, struct buf *out)
{
	static const uint8_t bare[] = { ORDER_AGREE, ORDER_DISAGREE, ORDER_RESIGN };
	static const uint8_t creature[] = { ACTION_NONE, ACTION_RAT, ACTION_LINDWORM,
		ACTION_GOBLIN };
	const struct game *g = &p->view->known;
	struct order o = { .seat = p->view->seat, .to = SEAT_NONE };

	for (unsigned i = 0; i < sizeof bare; i++) {
		o.kind = bare[i];
		try_standing(p, &o, out);
	}
	o.kind = ORDER_AXE;
	for (unsigned i = 0; i < 2 * sizeof creature; i++) {
		o.what = creature[i / 2];
		o.flags = i % 2 == 0 ? ORDER_AXE_YES : ORDER_AXE_NO;
		try_standing(p, &o, out);
	}
	o = (struct order){ .kind = ORDER_STEAL, .seat = p->view->seat, .to = SEAT_NONE };
	try_standing(p, &o, out);
	o.n_at = 1;
	for (uint8_t s = 0; s < g->n_seats; s++) {
		o.to_seat[0] = s;
		try_standing(p, &o, out);
	}
	o.n_at = 0;
	for (uint8_t s = 0; s < g->n_seats; s++)
		if (s != p->view->seat && !g->seat[s].resigned)
			o.to_seat[o.n_at++] = s;
	if (o.n_at > 1)
		try_standing(p, &o, out);
}

static void
put_votes(const struct html_page *p, struct buf *out)
{
	const struct digest *d = p->d;
	struct buf line = BUF_INIT;

	for (unsigned i = 0; i < 2 && undo_request_blocks_play(&d->undo_request); i++) {
		buf_clear(&line);
		buf_fmt(
		    &line, "vote undo %" PRId64 " %s", d->undo_request.to, i == 0 ? "yes" : "no");
		put_command(p, "", line.p, out);
	}
	for (unsigned i = 0; i < 2 * d->people.proposals.n; i++) {
		buf_clear(&line);
		buf_str(&line, "vote ");
		vote_on_text(&d->names, &d->people.proposals.at[i / 2].on, &line);
		buf_str(&line, i % 2 == 0 ? " yes" : " no");
		put_command(p, "", line.p, out);
	}
	buf_release(&line);
}

static void
put_besides(const struct html_page *p, struct buf *out)
{
	struct buf list = BUF_INIT;

	put_votes(p, &list);
	if (p->own->has_queued_next)
		put_command(p, " --turn next", "cancel", &list);
	if (p->own->has_queued_every)
		put_command(p, " --turn next", "cancel every", &list);
	if (p->view->known.phase != PHASE_OVER && p->view->known.phase != PHASE_SETUP)
		put_standing(p, &list);
	if (list.n > 0) {
		buf_str(out,
		    "<details>\n<summary>At any time, also when others are to "
		    "move</summary>\n<ul>\n");
		buf_add(out, list.p, list.n);
		buf_str(out, "</ul>\n</details>\n");
	}
	buf_wipe(&list);
}

void
html_orders(const struct html_page *p, struct buf *out)
{
	put_hand(p->view, out);
	html_section("orders", "Your order", out);
	put_list(p, out);
	put_besides(p, out);
	html_section_end(out);
}
