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
#include "text/shown.h"
#include "text/text_rules.h"
#include "text/web.h"
#include "util/shell.h"
#include "wire/private_view.h"

/* ---- the hand ---------------------------------------------------------------------------------------- */

static void
put_card(const struct language *lang, const struct rules *rules, card_id card, struct buf *out)
{
	const struct svg_options options = { .is_for = SVG_INLINE, .lang = lang };
	char kind[CARD_NAME_MAX];
	const char *shown;

	card_name(rules, card, kind);
	shown = shown_word(lang, kind);
	buf_str(out, "<li><div data-card=\"");
	html_str(kind, out);
	buf_str(out, "\">");
	svg_card(rules, card, false, &options, out);
	buf_str(out, "<code data-turned=\"");
	html_say(lang, MSG("page", "turned"), out);
	buf_str(out, "\">");
	html_str(kind, out);
	buf_str(out, "</code>");
	if (strcmp(shown, kind) != 0)
		html_element("small", shown, out);
	buf_str(out, "</div></li>\n");
}

static void
put_hand(const struct language *lang, const struct view *v, struct buf *out)
{
	const struct seat *me = &v->known.seat[v->seat];
	struct buf role = BUF_INIT, line = BUF_INIT;

	html_section("hand-title", language_text(lang, MSG("page", "Your hand")), out);
	if (me->role != CARD_NONE && me->role != CARD_HIDDEN) {
		shown_card(lang, v->known.rules, me->role, &role);
		language_fmt(lang, &line, MSG("page", "You are a %s."), buf_cstr(&role));
		html_element("p", buf_cstr(&line), out);
		buf_chr(out, '\n');
	}
	if (me->n_hand == 0) {
		html_element("p", language_text(lang, MSG("page", "It is empty.")), out);
		buf_chr(out, '\n');
	} else {
		buf_str(out, "<ul class=\"hand\" id=\"hand\" tabindex=\"0\">\n");
	}
	for (unsigned i = 0; i < me->n_hand; i++)
		put_card(lang, v->known.rules, me->hand[i], out);
	buf_str(out, me->n_hand > 0 ? "</ul>\n" : "");
	html_section_end(out);
	buf_wipe(&role);
	buf_wipe(&line);
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

/* Appends an attribute with a message, for the script. */
static void
put_data(const struct language *lang, const char *name, const char *message, struct buf *out)
{
	buf_fmt(out, " %s=\"", name);
	html_say(lang, message, out);
	buf_chr(out, '"');
}

/* Appends a button that the script uses. attributes: without the ones of all buttons. */
static void
put_button(
    const struct language *lang, const char *attributes, const char *message, struct buf *out)
{
	buf_fmt(out, "<button type=\"button\" %s>", attributes);
	html_say(lang, message, out);
	buf_str(out, "</button>\n");
}

/* Begins the element of the composer, with the words of the script: %u is replaced by a number, %s by
 * words of the page. */
static void
begin_compose(const struct language *lang, const char *subject, struct buf *out)
{
	static const char *const word[][2] = {
		{ "data-none", MSG("compose", "No order of yours goes there.") },
		{ "data-choose", MSG("compose", "Choose a card, a place, a seat or a word.") },
		{ "data-ready", MSG("compose", "Ready.") },
		{ "data-more", MSG("compose", "Ready; %u more fit.") },
		{ "data-flipped", MSG("compose", "Ready: it only fits turned.") },
		{ "data-many", MSG("compose", "%u orders fit: choose on.") },
		{ "data-place", MSG("compose", "place %s") },
		{ "data-board", MSG("read", "Board") },
		{ "data-mail", MSG("compose", "Order: %s\n\nIt is not signed. To sign it:\n") },
		{ "data-copied", MSG("compose", "The command is copied.") },
		{ "data-copied-line", MSG("compose", "The order is copied.") },
	};

	buf_str(out, "<div id=\"compose\" hidden");
	for (size_t i = 0; i < sizeof word / sizeof word[0]; i++)
		put_data(lang, word[i][0], word[i][1], out);
	buf_str(out, " data-subject=\"");
	html_str(subject, out);
	buf_str(out, "\">\n<p id=\"hint\" role=\"status\"></p>\n");
}

/* Appends what the script fills in, in the order of use. */
static void
put_compose(const struct html_page *p, const char *subject, struct buf *out)
{
	const struct language *lang = p->lang;

	begin_compose(lang, subject, out);
	buf_str(out, "<p><label for=\"line\" class=\"unseen\">");
	html_say(lang, MSG("compose", "Order"), out);
	buf_str(
	    out, "</label> <output id=\"line\"></output></p>\n<div id=\"verbs\" role=\"group\"");
	put_data(lang, "aria-label", MSG("compose", "What to do"), out);
	buf_str(out, "></div>\n<p>");
	put_button(
	    lang, "id=\"flip\" aria-pressed=\"false\"", MSG("compose", "Flip the card"), out);
	put_button(lang, "id=\"again\"", MSG("compose", "Begin again"), out);
	buf_str(out, "</p>\n<div id=\"fitting\" role=\"group\"");
	put_data(lang, "aria-label", MSG("compose", "Orders that fit"), out);
	buf_str(out, "></div>\n<div id=\"ready\" hidden>\n<p><label for=\"say\">");
	html_say(lang, MSG("compose", "Say to the table"), out);
	buf_str(out,
	    "</label>\n<input id=\"say\" type=\"text\" autocomplete=\"off\"></p>\n"
	    "<p><label for=\"command\">");
	html_say(lang, MSG("compose", "Command that signs the order, for your own terminal"), out);
	buf_str(out,
	    "</label>\n<input id=\"command\" class=\"command\" type=\"text\" readonly "
	    "data-begin=\"");
	html_str(p->sign, out);
	buf_str(out, "\"></p>\n");
}

/* Appends the ways by which a composed order leaves the page, and ends the composer. */
static void
put_ways(const struct html_page *p, struct buf *out)
{
	const struct language *lang = p->lang;
	struct buf line = BUF_INIT;

	buf_str(out, "<p id=\"give\">");
	put_button(lang, "id=\"copy\" disabled", MSG("compose", "Copy the command"), out);
	put_button(lang, "id=\"copy-line\" disabled", MSG("compose", "Copy the order alone"), out);
	buf_str(out, "<a id=\"save\" download=\"");
	html_str(p->d->game, out);
	buf_fmt(out, "-%" PRId64 "-", p->d->n);
	html_str(p->own->seat, out);
	buf_str(out, ".txt\">");
	html_say(lang, MSG("compose", "Save it as a file"), out);
	buf_str(out, "</a>\n<a id=\"mail\">");
	html_say(lang, MSG("compose", "Mail it to yourself"), out);
	buf_str(out, "</a>\n");
	put_button(lang, "id=\"share\" hidden disabled", MSG("compose", "Share"), out);
	buf_str(out, "</p>\n<p class=\"soft\">");
	language_fmt(lang, &line,
	    MSG("compose",
		"Nothing is sent or signed here. The order alone is for the prompt of `adit play`, "
		"the file for `%s - < FILE`: the table takes only what is signed. A mail or a "
		"share shows a card of your hand to those who can read it."),
	    p->sign);
	html_sentence(&line, NULL, out);
	buf_str(out, "</p>\n</div>\n</div>\n");
	buf_release(&line);
}

/* Appends how an order reaches the host without git, if digest 0 has the address of a forge. */
static void
put_file_form(const struct html_page *p, struct buf *out)
{
	const char *web = p->names->web;
	struct buf link = BUF_INIT, name = BUF_INIT, begin = BUF_INIT, line = BUF_INIT;
	const char *raw[2];

	if (web[0] != '\0' && web_order(web, p->own->seat, p->d->n, NULL, &link)) {
		web_order_name(p->own->seat, p->d->n, &name);
		buf_str(
		    &begin, "<a id=\"file\" target=\"_blank\" rel=\"noopener noreferrer\" href=\"");
		html_str(link.p, &begin);
		buf_str(&begin, "\">");
		raw[0] = begin.p;
		raw[1] = "</a>";
		language_fmt(p->lang, &line,
		    MSG("page",
			"Or send it in the browser: paste the block that the command prints into "
			"a %snew file with this order%s, `%s`, and propose it as a %s."),
		    HTML_RAW_1, HTML_RAW_2, name.p, web_pull_words(web));
		buf_str(out, "<p>");
		html_sentence(&line, raw, out);
		buf_str(out, "</p>\n");
	}
	buf_release(&link);
	buf_release(&name);
	buf_release(&begin);
	buf_release(&line);
}

static void
put_list(const struct html_page *p, const char *subject, struct buf *out)
{
	struct list list = { .out = out, .v = p->view };
	size_t n = private_view_orders(p->own, &p->d->names, false, NULL, NULL);
	struct buf all = BUF_INIT, how = BUF_INIT;

	if (n == 0) {
		html_element(
		    "p", language_text(p->lang, MSG("page", "There is nothing to play now.")), out);
		buf_chr(out, '\n');
		return;
	}
	put_compose(p, subject, out);
	put_ways(p, out);
	put_file_form(p, out);
	if (n == 1)
		buf_str(&all, language_text(p->lang, MSG("page", "The only order you can give")));
	else
		language_fmt_n(p->lang, &all, n,
		    MSG_N("page", "All %zu order you can give", "All %zu orders you can give"), n);
	language_fmt(p->lang, &how, MSG("page", "Sign one with `%s 'ORDER'`"), p->sign);
	buf_str(out, "<details id=\"can\">\n");
	html_element("summary", buf_cstr(&all), out);
	buf_str(out, "\n<p>");
	html_sentence(&how, NULL, out);
	buf_str(out, "</p>\n");
	(void)private_view_orders(p->own, &p->d->names, false, put_order, &list);
	buf_str(out, "</ul>\n</details>\n");
	buf_release(&all);
	buf_wipe(&how);
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
		buf_str(out, "<details>\n");
		html_element("summary",
		    language_text(
			p->lang, MSG("page", "At any time, also when others are to move")),
		    out);
		buf_str(out, "\n<ul>\n");
		buf_add(out, list.p, list.n);
		buf_str(out, "</ul>\n</details>\n");
	}
	buf_wipe(&list);
}

void
html_orders(const struct html_page *p, const char *subject, struct buf *out)
{
	put_hand(p->lang, p->view, out);
	html_section("orders", language_text(p->lang, MSG("page", "Your order")), out);
	put_list(p, subject, out);
	put_besides(p, out);
	html_section_end(out);
}
