#include <criterion/criterion.h>

#include <string.h>

#include "text/web.h"

/* What a host types, the address, the forge, and the form for a file; NULL: none. */
static const struct row {
	const char *typed, *web;
	enum web_forge forge;
	const char *form, *pages;
} row[] = {
	{ "https://github.com/Anna/cave", "https://github.com/Anna/cave", WEB_GITHUB,
	    "https://github.com/Anna/cave/new/main?filename=inbox/a.txt&value=x%2B%3D%0A",
	    "https://anna.github.io/cave/" },
	{ "https://github.com/anna/cave.git", "https://github.com/anna/cave", WEB_GITHUB,
	    "https://github.com/anna/cave/new/main?filename=inbox/a.txt&value=x%2B%3D%0A",
	    "https://anna.github.io/cave/" },
	{ "https://gitlab.com/anna/cave/", "https://gitlab.com/anna/cave", WEB_GITLAB,
	    "https://gitlab.com/anna/cave/-/new/main?file_name=inbox/a.txt&content=x%2B%3D%0A",
	    "https://anna.gitlab.io/cave/" },
	{ "https://gitlab.com/us/deep/cave", "https://gitlab.com/us/deep/cave", WEB_GITLAB,
	    "https://gitlab.com/us/deep/cave/-/new/main?file_name=inbox/a.txt&content=x%2B%3D%0A",
	    NULL },
	{ "https://codeberg.org/anna/cave", "https://codeberg.org/anna/cave", WEB_FORGEJO,
	    "https://codeberg.org/anna/cave/_new/main/?filename=inbox/a.txt&value=x%2B%3D%0A",
	    "https://anna.codeberg.page/cave/" },
	{ "gitea:https://git.example.org:3000/~a/b_c.d",
	    "forgejo:https://git.example.org:3000/~a/b_c.d", WEB_FORGEJO,
	    "https://git.example.org:3000/~a/b_c.d/_new/main/?filename=inbox/"
	    "a.txt&value=x%2B%3D%0A",
	    NULL },
	{ "github:https://git.example.org/a/b", "github:https://git.example.org/a/b", WEB_GITHUB,
	    "https://git.example.org/a/b/new/main?filename=inbox/a.txt&value=x%2B%3D%0A", NULL },
	{ "https://my.gitlab.example.org/a/b", "https://my.gitlab.example.org/a/b", WEB_GITLAB,
	    "https://my.gitlab.example.org/a/b/-/new/main?file_name=inbox/a.txt&content=x%2B%3D%0A",
	    NULL },
	{ "https://github.com:8443/a/b", "https://github.com:8443/a/b", WEB_GITHUB,
	    "https://github.com:8443/a/b/new/main?filename=inbox/a.txt&value=x%2B%3D%0A", NULL },
	{ "https://github.com/a", "https://github.com/a", WEB_GITHUB,
	    "https://github.com/a/new/main?filename=inbox/a.txt&value=x%2B%3D%0A", NULL },
	{ "https://notgithub.com/a/b", "https://notgithub.com/a/b", WEB_UNKNOWN, NULL, NULL },
};

Test(web, an_address_leads_to_links)
{
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		const struct row *r = &row[i];
		struct buf web = BUF_INIT, out = BUF_INIT;
		struct err err = ERR_INIT;

		cr_expect_eq(web_choose(r->typed, &web, &err), 0, "%s: %s", r->typed, err.msg);
		cr_expect_str_eq(buf_cstr(&web), r->web);
		cr_expect(web_is(r->web, strlen(r->web)));
		cr_expect_eq(web_forge(r->web), r->forge, "%s", r->web);
		cr_expect_str_eq(web_url(r->web), strstr(r->web, "https:"));
		cr_expect_eq(web_new_file(r->web, "inbox/a.txt", "x+=\n", &out), r->form != NULL);
		cr_expect_str_eq(buf_cstr(&out), r->form != NULL ? r->form : "");
		buf_clear(&out);
		cr_expect_eq(web_pages(r->web, &out), r->pages != NULL, "%s", r->web);
		cr_expect_str_eq(buf_cstr(&out), r->pages != NULL ? r->pages : "");
		buf_clear(&out);
		cr_expect_eq(web_pulls(r->web, &out), r->forge != WEB_UNKNOWN);
		buf_release(&web);
		buf_release(&out);
	}
}

Test(web, a_pull_request_has_the_name_of_the_forge)
{
	struct buf out = BUF_INIT;

	cr_expect(web_pulls("https://gitlab.com/a/b", &out));
	cr_expect_str_eq(buf_cstr(&out), "https://gitlab.com/a/b/-/merge_requests");
	cr_expect_str_eq(web_pull_words("https://gitlab.com/a/b"), "merge request");
	cr_expect_str_eq(web_pull_words("https://github.com/a/b"), "pull request");
	buf_release(&out);
}

Test(web, an_order_has_a_form)
{
	static const char web[] = "https://github.com/a/b";
	static const char empty[] = "https://github.com/a/b/new/main?filename=inbox/anna-31.txt";
	struct buf block = BUF_INIT, out = BUF_INIT;

	cr_expect(web_order(web, "anna", 31, NULL, &out));
	cr_expect_str_eq(buf_cstr(&out), empty);
	buf_fill(&block, 'x', WEB_ORDER_MAX - strlen(empty) - strlen("&value="));
	buf_clear(&out);
	cr_expect(web_order(web, "anna", 31, block.p, &out));
	cr_expect_eq(out.n, WEB_ORDER_MAX);
	buf_chr(&block, 'x');
	buf_clear(&out);
	cr_expect(web_order(web, "anna", 31, block.p, &out));
	cr_expect_str_eq(buf_cstr(&out), empty);
	buf_clear(&out);
	cr_expect_not(web_order("https://example.org/a", "anna", 31, NULL, &out));
	cr_expect_str_eq(buf_cstr(&out), "");
	buf_release(&block);
	buf_release(&out);
}

/* Not addresses, for nobody. */
static const char *const bad[] = {
	"",
	"https://",
	"https:///a",
	"https://github.com",
	"https://github.com/",
	"http://github.com/a/b",
	"HTTPS://github.com/a/b",
	"ssh://git@github.com/a/b",
	"git@github.com:a/b",
	"https://anna@github.com/a/b",
	"https://anna:x@github.com/a/b",
	"https://github.com/a/b?x=y",
	"https://github.com/a/b#c",
	"https://github.com/a//b",
	"https://github.com/a/../b",
	"https://github.com/./b",
	"https://github.com/a/b//",
	"https://github.com/a b",
	"https://github.com/a\nb",
	"https://github.com/a%2fb",
	"https://github.com/a/b\"",
	"https://github.com/a/<b>",
	"https://github.com/a/(b)",
	"https://github.com/a/b\r",
	"https://github.com/a/b|c",
	"https://github.com/a/-/b",
	"https://git\xc3\xa9.org/a/b",
	"https://github..com/a",
	"https://-github.com/a",
	"https://github-.com/a",
	"https://github.com./a",
	"https://.github.com/a",
	"https://github.com:/a",
	"https://github.com:123456/a",
	"https://github.com:8o/a",
	"https://GitHub.com/a/b",
	"svn:https://github.com/a/b",
	"github:http://github.com/a/b",
	"github:gitlab:https://github.com/a/b",
	"javascript:alert(1)",
	".git",
	"/",
	"gitea:",
};

Test(web, a_client_address_is_that_of_a_page)
{
	static const struct {
		const char *text;
		bool good;
	} client[] = {
		{ "https://anna.github.io/mine/adit.html", true },
		{ "https://anna.github.io/mine/", true },
		{ "https://anna.github.io/", true },
		{ "https://anna.github.io", true },
		{ "http://localhost:8000/a_b/~c.d", true },
		{ "http://10.0.0.7", true },
		{ "https://anna.github.io/mine.git", true },
		{ "https://anna.github.io//", false },
		{ "https://anna.github.io/mine//", false },
		{ "https://", false },
		{ "https:///", false },
		{ "https:/", false },
		{ "http:", false },
		{ "/", false },
		{ "http://http://a.org", false },
		{ "http://[::1]/adit.html", false },
		{ "ftp://anna.github.io/", false },
		{ "HTTPS://anna.github.io/", false },
		{ "github:https://anna.github.io/mine", false },
		{ "data:text/html,x", false },
	};
	char text[WEB_MAX + 2] = "http://a.org/";

	for (size_t i = 0; i < sizeof client / sizeof client[0]; i++)
		cr_expect_eq(web_client_is(client[i].text, strlen(client[i].text)), client[i].good,
		    "\"%s\"", client[i].text);
	cr_expect_not(web_client_is("https://a.org/a\0b", 17));
	memset(text + strlen(text), 'a', sizeof text - strlen(text));
	cr_expect(web_client_is(text, WEB_MAX));
	cr_expect_not(web_client_is(text, WEB_MAX + 1));
}

Test(web, nothing_else_is_an_address)
{
	char text[WEB_MAX + 2] = "https://github.com/";

	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		struct buf out = BUF_INIT;
		struct err err = ERR_INIT;

		cr_expect_not(web_is(bad[i], strlen(bad[i])), "\"%s\"", bad[i]);
		cr_expect_eq(web_choose(bad[i], &out, &err), -1, "\"%s\"", bad[i]);
		cr_expect_eq(err.code, ERR_USAGE);
		cr_expect_eq(out.n, 0);
		buf_release(&out);
	}
	cr_expect_not(web_is("https://github.com/a/b.git", 26));
	cr_expect_not(web_is("gitea:https://github.com/a/b", 28));
	cr_expect_not(web_is("https://github.com/a\0b", 22));
	memset(text + strlen(text), 'a', sizeof text - strlen(text));
	cr_expect(web_is(text, WEB_MAX));
	cr_expect_not(web_is(text, WEB_MAX + 1));
}
