#include <criterion/criterion.h>

#include "util/xml.h"

static const struct row {
	const char *name, *text, *written;
} row[] = {
	{ "nothing", "", "" },
	{ "what stands for itself", "It is 3,-1; =\n\t\xc3\xa4", "It is 3,-1; =\n\t\xc3\xa4" },
	{ "an element", "<b>x</b>", "&lt;b&gt;x&lt;/b&gt;" },
	{ "the end of an attribute", "\" onload='x'", "&quot; onload=&#39;x&#39;" },
	{ "a reference", "&lt;", "&amp;lt;" },
	{ "the end of CDATA", "]]>", "]]&gt;" },
};

Test(markup, text)
{
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct buf out = BUF_INIT;

		xml_escape(row[i].text, strlen(row[i].text), &out);
		cr_expect_str_eq(buf_cstr(&out), row[i].written, "%s", row[i].name);
		buf_release(&out);
	}
}
