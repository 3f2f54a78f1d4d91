/*
 * The links of forges.
 *
 * (F1) An address comes from a digest, and its links go into pages. Its characters are so few that
 *      it needs no escape anywhere.
 */
#include "text/web.h"

#include <string.h>

#include "util/slice.h"

static const char scheme[] = "https://";
static const char letters[] = "abcdefghijklmnopqrstuvwxyz";
static const char in_host[] = "abcdefghijklmnopqrstuvwxyz0123456789-";
static const char in_path[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~";

static const struct {
	const char *name;
	enum web_forge kind;
} kind_name[] = {
	{ "github", WEB_GITHUB },
	{ "gitlab", WEB_GITLAB },
	{ "forgejo", WEB_FORGEJO },
	{ NULL, WEB_UNKNOWN },
};

/* Names of hosts; a part of the name is enough if `part`. */
static const struct {
	const char *host;
	bool part;
	enum web_forge kind;
} known_host[] = {
	{ "github.com", false, WEB_GITHUB },
	{ "codeberg.org", false, WEB_FORGEJO },
	{ "gitlab", true, WEB_GITLAB },
	{ "gitea", true, WEB_FORGEJO },
	{ "forgejo", true, WEB_FORGEJO },
	{ NULL, false, WEB_UNKNOWN },
};

/* What follows KIND: in an address; *kind is WEB_UNKNOWN if there is no KIND. */
static const char *
skip_kind(const char *s, enum web_forge *kind)
{
	*kind = WEB_UNKNOWN;
	for (unsigned i = 0; kind_name[i].name != NULL; i++) {
		size_t n = strlen(kind_name[i].name);

		if (strncmp(s, kind_name[i].name, n) == 0 && s[n] == ':') {
			*kind = kind_name[i].kind;
			return s + n + 1;
		}
	}
	return s;
}

/* Returns the end of a host's name with its port, or NULL. */
static const char *
skip_host(const char *s)
{
	size_t n;

	for (;; s++) {
		n = strspn(s, in_host);
		if (n == 0 || s[0] == '-' || s[n - 1] == '-')
			return NULL;
		s += n;
		if (*s != '.')
			break;
	}
	if (*s == ':') {
		n = strspn(s + 1, "0123456789");
		if (n == 0 || n > 5)
			return NULL;
		s += 1 + n;
	}
	return s;
}

/* Returns the end of "/NAME/NAME", or NULL. */
static const char *
skip_path(const char *s)
{
	do {
		size_t n = strspn(++s, in_path);

		if (n == 0 || s[0] == '-' || slice_equals(".", s, n) || slice_equals("..", s, n))
			return NULL;
		s += n;
	} while (*s == '/');
	return s;
}

/* True if the text without NUL is an address, maybe with ".git" at its end. */
static bool
is_address(const char *s)
{
	enum web_forge kind;

	s = skip_kind(s, &kind);
	if (strncmp(s, scheme, sizeof scheme - 1) != 0)
		return false;
	s = skip_host(s + sizeof scheme - 1);
	if (s == NULL || *s != '/')
		return false;
	s = skip_path(s);
	return s != NULL && *s == '\0';
}

static bool
ends_with(const char *s, size_t n, const char *end)
{
	const size_t end_n = strlen(end);

	return n >= end_n && memcmp(s + n - end_n, end, end_n) == 0;
}

/* Copies an address of n bytes as a string; false: it is too long or has a NUL. */
static bool
copy(const char *s, size_t n, char text[static WEB_MAX + 1])
{
	if (n > WEB_MAX || memchr(s, '\0', n) != NULL)
		return false;
	memcpy(text, s, n);
	text[n] = '\0';
	return true;
}

bool
web_is(const char *s, size_t n)
{
	char text[WEB_MAX + 1];

	return copy(s, n, text) && is_address(text) && !ends_with(text, n, ".git");
}

bool
web_client_is(const char *s, size_t n)
{
	static const char plain[] = "http://";
	char text[WEB_MAX + 1];
	const char *p = text;

	if (!copy(s, n, text))
		return false;
	if (strncmp(p, scheme, sizeof scheme - 1) == 0)
		p += sizeof scheme - 1;
	else if (strncmp(p, plain, sizeof plain - 1) == 0)
		p += sizeof plain - 1;
	else
		return false;
	p = skip_host(p);
	if (p == NULL)
		return false;
	if (text[n - 1] == '/')
		text[n - 1] = '\0';
	if (*p == '/')
		p = skip_path(p);
	return p != NULL && *p == '\0';
}

int
web_choose(const char *s, struct buf *out, struct err *err)
{
	static const char gitea[] = "gitea:";
	const char *from = s;
	struct buf text = BUF_INIT;
	size_t n;
	int result = 0;

	if (strncmp(s, gitea, sizeof gitea - 1) == 0) {
		buf_str(&text, "forgejo:");
		from = s + sizeof gitea - 1;
	}
	n = strlen(from);
	n -= n > 0 && from[n - 1] == '/';
	n -= ends_with(from, n, ".git") ? sizeof ".git" - 1 : 0;
	buf_add(&text, from, n);
	if (web_is(buf_cstr(&text), text.n)) {
		buf_add(out, text.p, text.n);
	} else {
		(void)err_set(err, ERR_USAGE, "\"%s\" is not the web address of a repository", s);
		result = err_hint(err,
		    "[github:|gitlab:|forgejo:]https://HOST/PATH, at most %d bytes, without user, "
		    "query and blanks",
		    WEB_MAX);
	}
	buf_release(&text);
	return result;
}

const char *
web_url(const char *web)
{
	enum web_forge ignored;

	return skip_kind(web, &ignored);
}

/* The host's name, without the port. */
static struct slice
host_of(const char *web)
{
	const char *host = web_url(web) + sizeof scheme - 1;

	return (struct slice){ host, strcspn(host, ":/") };
}

static bool
contains(struct slice s, const char *part)
{
	const size_t n = strlen(part);

	for (size_t i = 0; i + n <= s.n; i++)
		if (memcmp(s.s + i, part, n) == 0)
			return true;
	return false;
}

enum web_forge
web_forge(const char *web)
{
	const struct slice host = host_of(web);
	enum web_forge kind;

	(void)skip_kind(web, &kind);
	for (unsigned i = 0; kind == WEB_UNKNOWN && known_host[i].host != NULL; i++)
		if (known_host[i].part ? contains(host, known_host[i].host) :
					 slice_is(host, known_host[i].host))
			kind = known_host[i].kind;
	return kind;
}

/* Appends text as a value in the query of a URL. */
static void
put_value(const char *s, struct buf *out)
{
	for (; *s != '\0'; s++) {
		if (strchr(in_path, *s) != NULL || *s == '/')
			buf_chr(out, *s);
		else
			buf_fmt(out, "%%%02X", (unsigned)(unsigned char)*s);
	}
}

bool
web_new_file(const char *web, const char *name, const char *content, struct buf *out)
{
	static const struct {
		const char *path, *name, *content;
	} form[] = {
		[WEB_GITHUB] = { "/new/main?", "filename=", "&value=" },
		[WEB_GITLAB] = { "/-/new/main?", "file_name=", "&content=" },
		[WEB_FORGEJO] = { "/_new/main/?", "filename=", "&value=" },
	};
	const enum web_forge kind = web_forge(web);

	if (kind == WEB_UNKNOWN)
		return false;
	buf_fmt(out, "%s%s%s", web_url(web), form[kind].path, form[kind].name);
	put_value(name, out);
	if (content != NULL) {
		buf_str(out, form[kind].content);
		put_value(content, out);
	}
	return true;
}

void
web_order_name(const char *seat, int64_t n, struct buf *out)
{
	buf_fmt(out, "inbox/%s-%lld.txt", seat, (long long)n);
}

bool
web_order(const char *web, const char *seat, int64_t n, const char *block, struct buf *out)
{
	struct buf name = BUF_INIT, url = BUF_INIT;
	bool is_known;

	web_order_name(seat, n, &name);
	is_known = web_new_file(web, name.p, block, &url);
	if (url.n > WEB_ORDER_MAX) {
		buf_clear(&url);
		(void)web_new_file(web, name.p, NULL, &url);
	}
	buf_str(out, buf_cstr(&url));
	buf_release(&name);
	buf_release(&url);
	return is_known;
}

bool
web_pulls(const char *web, struct buf *out)
{
	static const char *const path[] = {
		[WEB_GITHUB] = "/pulls",
		[WEB_GITLAB] = "/-/merge_requests",
		[WEB_FORGEJO] = "/pulls",
	};
	const enum web_forge kind = web_forge(web);

	if (kind == WEB_UNKNOWN)
		return false;
	buf_fmt(out, "%s%s", web_url(web), path[kind]);
	return true;
}

bool
web_pages(const char *web, struct buf *out)
{
	static const struct {
		const char *host, *site;
	} known[] = {
		{ "github.com", ".github.io" },
		{ "gitlab.com", ".gitlab.io" },
		{ "codeberg.org", ".codeberg.page" },
	};
	const struct slice host = host_of(web);
	const char *owner = host.s + host.n, *repository, *p;
	size_t owner_n;

	if (*owner++ != '/')
		return false; /* a port */
	owner_n = strcspn(owner, "/");
	repository = owner + owner_n;
	if (*repository++ != '/' || strchr(repository, '/') != NULL || owner_n > 39)
		return false;
	for (unsigned i = 0; i < sizeof known / sizeof known[0]; i++) {
		if (!slice_is(host, known[i].host))
			continue;
		buf_str(out, scheme);
		for (p = owner; p < owner + owner_n; p++)
			buf_chr(out, *p >= 'A' && *p <= 'Z' ? letters[*p - 'A'] : *p);
		buf_fmt(out, "%s/%s/", known[i].site, repository);
		return true;
	}
	return false;
}

const char *
web_pull_words(const char *web)
{
	return web_forge(web) == WEB_GITLAB ? "merge request" : "pull request";
}
