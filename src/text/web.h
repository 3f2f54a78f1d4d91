#ifndef ADIT_TEXT_WEB_H
#define ADIT_TEXT_WEB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/buf.h"
#include "util/err.h"

/*
 * The web address of a repository, and the links that its forge offers. The address is
 * `[KIND:]URL`, at most WEB_MAX bytes. URL begins with https://, has no user, query or
 * fragment, and consists of letters, digits, '.', '-', '_', '~' and the separators; it ends in
 * neither '/' nor ".git". KIND is github, gitlab or forgejo, which is also for Gitea. Without
 * KIND the name of the host decides; if it does not tell, only the URL itself is known.
 *
 * The other functions need a valid address. The URLs that they append need no escape in
 * Markdown; in HTML '&' does.
 */
enum { WEB_MAX = 200, WEB_ORDER_MAX = 6000 };

enum web_forge { WEB_UNKNOWN, WEB_GITHUB, WEB_GITLAB, WEB_FORGEJO };

/* Returns true if the address is valid. */
bool web_is(const char *s, size_t n);

/* Returns true for the address of the browser file (adit.html): http:// or https:// and what
 * an address of a repository may have, perhaps without a path, or with '/' at its end. */
bool web_client_is(const char *s, size_t n);

/* Appends a valid address for one that a host typed: without '/' and ".git" at its end, and with
 * forgejo for gitea. ERR_USAGE: it is none. */
int web_choose(const char *s, struct buf *out, struct err *err);

enum web_forge web_forge(const char *web);

/* Returns the URL of the repository, a part of `web`. */
const char *web_url(const char *web);

/* Appends the URL of the form for a new file of this name on main, with the content, or without
 * if it is NULL. Returns false, and appends nothing, if the forge is unknown. */
bool web_new_file(const char *web, const char *name, const char *content, struct buf *out);

/* Appends the name of a file for an order of this seat after digest n: "inbox/anna-31.txt". */
void web_order_name(const char *seat, int64_t n, struct buf *out);

/* Appends the URL of the form for that file, with the block if the URL then has at most
 * WEB_ORDER_MAX bytes; NULL: without. Returns false as web_new_file. */
bool web_order(const char *web, const char *seat, int64_t n, const char *block, struct buf *out);

/* Appends the URL of the list of pull requests. Returns false as web_new_file. */
bool web_pulls(const char *web, struct buf *out);

/* Appends the URL of the repository's pages, with '/' at its end. Returns false, and appends
 * nothing, unless the name of the repository alone determines it. */
bool web_pages(const char *web, struct buf *out);

/* Returns "pull request", or what the forge calls it. */
const char *web_pull_words(const char *web);

#endif
