/*
 * The frame of a page.
 *
 * (F1) Exactly the bytes between the tags are hashed, so browsers compute the same hash.
 * (F2) Style and script contain no input: they are the same on every page of a kind. Their words are in
 *      attributes of the page, since it may have another language.
 */
#include "show/html_frame.h"

#include <stdbool.h>

#include "draw/svg.h"

static void
add_lines(const char *const *line, struct buf *out)
{
	for (; *line != NULL; line++) {
		buf_str(out, *line);
		buf_chr(out, '\n');
	}
}

static void
add_style(const struct html_frame *f, struct buf *out)
{
	svg_style(SVG_INLINE, out);
	add_lines(html_style, out);
	if (f->style != NULL)
		add_lines(f->style, out);
	add_lines(html_print_style, out);
}

/* Returns false if there is no script. */
static bool
add_script(enum html_script script, struct buf *out)
{
	static const char *const *const *const more[] = {
		[HTML_STILL] = NULL,
		[HTML_MARK] = NULL,
		[HTML_COMPOSE] = &html_order_script,
		[HTML_STEP] = &html_replay_script,
	};

	if (script == HTML_STILL)
		return false;
	add_lines(html_mark_script, out);
	if (more[script] != NULL)
		add_lines(*more[script], out);
	return true;
}

static void
add_policy(const struct html_frame *f, const struct buf *style, struct buf *out)
{
	struct buf script = BUF_INIT;

	buf_str(out,
	    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
	    "script-src ");
	if (add_script(f->script, &script))
		f->hash(script.p, script.n, out);
	else
		buf_str(out, "'none'");
	/* browsers ask the policy for the icon, too */
	buf_str(out, "; img-src data:; style-src ");
	f->hash(style->p, style->n, out);
	buf_str(out, "; base-uri 'none'; form-action 'none'\">\n");
	buf_release(&script);
}

static void
put_meta(const char *name, const char *value, const char *content, struct buf *out)
{
	buf_fmt(out, "\n<meta %s=\"%s\" content=\"", name, value);
	html_str(content, out);
	buf_str(out, "\">");
}

/* Appends what previews of a link show. */
static void
put_preview(const struct html_frame *f, struct buf *out)
{
	if (f->description == NULL)
		return;
	put_meta("name", "description", f->description, out);
	put_meta("property", "og:type", "website", out);
	put_meta("property", "og:title", f->title, out);
	put_meta("property", "og:description", f->description, out);
}

/* The mouth of an adit. The address is the picture: nothing is loaded. */
static const char icon[] =
    "\n<link rel=\"icon\" href=\"data:image/svg+xml,%3Csvg "
    "xmlns='http:%2F%2Fwww.w3.org%2F2000%2Fsvg' viewBox='0 0 32 32'%3E%3Crect width='32' "
    "height='32' rx='7' fill='%23594a36'/%3E%3Cpath d='M5 28V15a11 11 0 0 1 22 0v13z' "
    "fill='%23f2b95c'/%3E%3Cpath d='M9 28V16a7 7 0 0 1 14 0v12z' fill='%2316130d'/%3E%3Cpath "
    "d='M13 28l2-9h2l2 9' fill='none' stroke='%23f2b95c' stroke-width='2'/%3E%3C/svg%3E\">";

void
html_begin(const struct html_frame *f, struct buf *out)
{
	struct buf style = BUF_INIT;

	add_style(f, &style);
	buf_fmt(out, "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n",
	    f->lang != NULL ? f->lang->code : "en");
	add_policy(f, &style, out);
	buf_str(out,
	    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
	    "<meta name=\"color-scheme\" content=\"light dark\">\n"
	    "<meta name=\"referrer\" content=\"no-referrer\">\n");
	html_element("title", f->title, out);
	put_preview(f, out);
	buf_str(out, icon);
	buf_str(out, "\n<style>");
	buf_add(out, style.p, style.n);
	buf_fmt(out, "</style>\n</head>\n<body class=\"%s\">\n", f->kind);
	buf_release(&style);
}

void
html_footer(const struct buf *sentence, struct buf *out)
{
	buf_str(out, "<footer>\n<p>");
	html_sentence(sentence, NULL, out);
	buf_str(out, "</p>\n</footer>\n");
}

void
html_end(const struct html_frame *f, struct buf *out)
{
	struct buf script = BUF_INIT;

	if (add_script(f->script, &script)) {
		buf_str(out, "<script>");
		buf_add(out, script.p, script.n);
		buf_str(out, "</script>\n");
	}
	buf_str(out, "</body>\n</html>\n");
	buf_release(&script);
}
