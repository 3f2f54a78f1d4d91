/* Text in HTML, SVG and Atom. */
#include "util/xml.h"

void
xml_escape(const char *s, size_t n, struct buf *out)
{
	for (size_t i = 0; i < n; i++) {
		switch (s[i]) {
		case '&':
			buf_str(out, "&amp;");
			break;
		case '<':
			buf_str(out, "&lt;");
			break;
		case '>':
			buf_str(out, "&gt;");
			break;
		case '"':
			buf_str(out, "&quot;");
			break;
		case '\'':
			buf_str(out, "&#39;");
			break;
		default:
			buf_chr(out, s[i]);
			break;
		}
	}
}
