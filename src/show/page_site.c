/*
 * A folder of pages.
 *
 * (S1) The files depend only on the digests, their order, and the id of the existing feed, by which
 *      readers know the feed.
 * (S2) The name of a game names a folder only if `adit new` could make it. Two games of one name
 *      get the fingerprints of their hosts.
 * (S3) An error of one table or its files is shown there and affects nothing else.
 * (S4) The list is public: it contains only the last part of local paths.
 * (S5) The index of digests is written after the digests that it lists. Digests after the last one
 *      stay: OUT may be that of other tables, too.
 * (S6) Nothing is written through a symbolic link below OUT.
 * (S7) Of the text of a table only the digests are published, as the host wrote them. What a mail
 *      has before or after them may be private.
 * (S8) Pages in other languages than the first one are in folders with the codes of these languages. A
 *      game with such a name gets the fingerprint of its host.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "player/verify.h"
#include "show/page.h"
#include "show/html_site.h"
#include "record/home.h"
#include "util/file.h"
#include "util/mem.h"

#define PLAYER        "adit.html"
#define PLAYER_MARKER "<meta name=\"generator\" content=\"adit"

enum { FEED_OF_TABLE = 20, FEED_MAX = 60, FINGERPRINT_SHORT = 8, SITE_FILE_MAX = 1 << 28 };

struct table {
	struct player_read r; /* its digests are released after its pages are written */
	struct buf folder;
	struct buf name, reason; /* for the list */
	struct err wrong;
};

struct entry {
	struct html_entry e;
	struct buf title, news;
	char head[HASH_TEXT + 1];
	size_t table;
};

struct site {
	const struct user *user;
	const struct page_site *from;
	const char *out;
	struct buf player; /* the browser file; empty: none */
	size_t n, n_entry;
	struct table *at;
	struct entry *entry;
};

/* (S6) Makes OUT/FOLDER. A folder in a folder needs a call for the outer one before. */
static int
make_folder(const struct site *s, const char *folder, struct buf *path, struct err *err)
{
	struct stat st;

	buf_fmt(path, "%s%s%s", s->out, folder[0] != '\0' ? "/" : "", folder);
	if (file_mkdirs(path->p, 0, err) < 0)
		return -1;
	if (folder[0] != '\0' && lstat(path->p, &st) == 0 && S_ISLNK(st.st_mode))
		return err_set(err, ERR_CREATE, "%s is a symbolic link", path->p);
	return 0;
}

/* (S6) Writes OUT/FOLDER/NAME unless it has this content already. A caller with a folder in a
 * folder has written to the outer one before. */
static int
put(const struct site *s, const char *folder, const char *name, const struct buf *text,
    struct err *err)
{
	struct buf path = BUF_INIT, was = BUF_INIT;
	struct err none = ERR_INIT;
	int result = make_folder(s, folder, &path, err);

	buf_fmt(&path, "/%s", name);
	if (result == 0 &&
	    (file_read_nofollow(path.p, SITE_FILE_MAX, &was, &none) < 0 || was.n != text->n ||
		memcmp(buf_cstr(&was), buf_cstr(text), was.n) != 0))
		result = file_write(path.p, text->p, text->n, err);
	buf_release(&path);
	buf_release(&was);
	return result;
}

/* Returns the earlier table with the same folder, or NULL. */
static const struct table *
find_folder(const struct site *s, const struct table *t)
{
	for (const struct table *other = s->at; other < t; other++)
		if (strcmp(buf_cstr(&other->folder), t->folder.p) == 0)
			return other;
	return NULL;
}

/* (S8) Returns the folder of a language in the site; "": the site itself. */
static const char *
language_folder(const struct site *s, size_t i)
{
	return i > 0 ? html_language_code(s->from->lang[i]) : "";
}

static bool
is_language_folder(const struct site *s, const char *name)
{
	for (size_t i = 1; i < s->from->n_lang; i++)
		if (strcmp(language_folder(s, i), name) == 0)
			return true;
	return false;
}

/* (S2, S8) */
static int
name_folder(const struct site *s, struct table *t, struct err *err)
{
	char fingerprint[FINGERPRINT_TEXT + 1];
	const struct table *other;

	if (!home_is_game(t->r.d.game))
		return err_set(err, ERR_SYNTAX, "its name can be that of no folder");
	buf_str(&t->folder, t->r.d.game);
	other = find_folder(s, t);
	if ((other != NULL && strcmp(other->r.d.host_sign, t->r.d.host_sign) != 0) ||
	    is_language_folder(s, t->r.d.game)) {
		digest_fingerprint(&t->r.d, fingerprint);
		buf_fmt(&t->folder, "-%.*s", FINGERPRINT_SHORT, fingerprint);
		other = find_folder(s, t);
	}
	return other != NULL ? err_set(err, ERR_USAGE, "this table is named twice") : 0;
}

/* Adds the newest digests of a table to the feed. */
static int
add_entries(struct site *s, size_t table, struct err *err)
{
	struct table *t = &s->at[table];
	const struct transcript *tr = &t->r.tr;
	struct digest *d = mem_new(sizeof *d);
	struct digest_events *events = mem_new(sizeof *events);
	int64_t from = tr->n > FEED_OF_TABLE ? tr->n - FEED_OF_TABLE : 0;
	int result = 0;

	for (int64_t n = tr->n; n-- > from && result == 0;) {
		struct entry *e;
		const struct rules *rules;

		s->entry = mem_grow(s->entry, (s->n_entry + 1) * sizeof *s->entry);
		e = &s->entry[s->n_entry++];
		*e = (struct entry){ .table = table };
		result = page_news(s->from->lang[0], tr, n, d, events, &e->news, err);
		if (result < 0)
			break;
		rules = d->pub.known.rules;
		buf_fmt(&e->title, "%lld: ", (long long)n);
		html_next(s->from->lang[0], d, &e->title);
		hash_text(&tr->copy[tr->first[n]].hash, e->head);
		e->e = (struct html_entry){
			.time = d->time, .n = n, .rules = rules->base != NULL ? rules->base : rules
		};
		memcpy(e->e.game, d->game, sizeof e->e.game);
	}
	free(events);
	free(d);
	return result;
}

static void
drop_entries(struct site *s, size_t from)
{
	for (size_t i = from; i < s->n_entry; i++) {
		buf_release(&s->entry[i].title);
		buf_release(&s->entry[i].news);
	}
	s->n_entry = from;
}

enum { PAGE, REPLAY, PAGES };
static const char *const page_name[PAGES] = { [PAGE] = "index.html", [REPLAY] = "replay.html" };

/* Makes the pages of a verified table in a language. Returns -1 if it cannot be shown. */
static int
make_pages(const struct site *s, const struct table *t, size_t lang, struct buf page[static PAGES],
    struct err *err)
{
	struct buf table = BUF_INIT, links[PAGES] = { BUF_INIT, BUF_INIT };
	struct page_where where = { .lang = s->from->lang[lang],
		.player = s->player.n == 0 ? NULL :
		    lang > 0               ? "../../" PLAYER :
					     "../" PLAYER };

	buf_fmt(&table, "%s/", t->folder.p);
	for (unsigned i = 0; i < PAGES; i++)
		html_languages(
		    s->from->lang, s->from->n_lang, lang, table.p, page_name[i], &links[i]);
	where.languages = &links[PAGE];
	page_make(s->user, &where, &t->r, &page[PAGE], err);
	where.languages = &links[REPLAY];
	if (err->code == ERR_NONE)
		(void)page_replay_make(s->user, &where, &t->r, &page[REPLAY], err);
	buf_release(&table);
	buf_release(&links[PAGE]);
	buf_release(&links[REPLAY]);
	return err->code == ERR_NONE ? 0 : -1;
}

/* Writes the pages of a verified table, if all of them can be made. */
static int
put_pages(struct site *s, struct table *t, struct err *err)
{
	const size_t n = s->from->n_lang;
	struct buf *page = mem_zero(n * PAGES, sizeof *page), folder = BUF_INIT;
	int result = name_folder(s, t, err);

	page_make_public(&t->r);
	for (size_t i = 0; i < n && result == 0; i++)
		result = make_pages(s, t, i, page + i * PAGES, err);
	if (result == 0)
		result = add_entries(s, (size_t)(t - s->at), err);
	for (size_t i = 0; i < n * PAGES; i++) {
		const char *in = language_folder(s, i / PAGES);

		buf_clear(&folder);
		buf_fmt(&folder, "%s%s%s", in, in[0] != '\0' ? "/" : "", buf_cstr(&t->folder));
		if (result == 0)
			result = put(s, folder.p, page_name[i % PAGES], &page[i], err);
		buf_release(&page[i]);
	}
	buf_release(&folder);
	free(page);
	return result;
}

/* (S7) Appends digest n with its private views, still encrypted. */
static void
add_digest(const struct table *t, int64_t n, struct buf *out)
{
	const struct digest_layout *one = transcript_at(&t->r.tr, n);
	const struct buf *text = &t->r.tr.text;
	const size_t from = one->whole.at, sig = one->signed_part.at + one->signed_part.n;

	buf_add(out, text->p + from, digest_foot_end(text->p, text->n, sig) - from);
	for (unsigned i = 0; i < t->r.d.names.n; i++)
		if (one->sealed[i].n > 0)
			digest_for_text(t->r.d.names.seat[i], text->p + one->sealed[i].at,
			    one->sealed[i].n, out);
}

/* Writes the digests of a table for the browser file. */
static int
put_digests(const struct site *s, const struct table *t, struct err *err)
{
	struct buf folder = BUF_INIT, name = BUF_INIT, text = BUF_INIT;
	int result = 0;

	buf_fmt(&folder, "%s/turns", t->folder.p);
	for (int64_t n = 0; n < t->r.tr.n && result == 0; n++) {
		buf_clear(&name);
		buf_clear(&text);
		buf_fmt(&name, "%06lld.txt", (long long)n);
		add_digest(t, n, &text);
		result = put(s, folder.p, name.p, &text, err);
	}
	buf_release(&folder);
	buf_release(&name);
	buf_release(&text);
	return result;
}

/* (S3) Adds a table. t->wrong gets its error. */
static void
add_table(struct site *s, struct table *t, const char *path)
{
	struct buf text = BUF_INIT;
	size_t n_entry = s->n_entry;

	if (s->from->read(s->from->arg, path, &text, &t->wrong) < 0 ||
	    verify_whole(s->user, &text, &t->r, &t->wrong) < 0 || put_pages(s, t, &t->wrong) < 0 ||
	    (s->player.n > 0 && put_digests(s, t, &t->wrong) < 0)) {
		buf_clear(&t->folder);
		drop_entries(s, n_entry);
	}
	transcript_release(&t->r.tr);
	buf_release(&text);
}

/* Sorts newest first; ties by the order of the tables. */
static int
by_time(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	if (x->e.time != y->e.time)
		return x->e.time > y->e.time ? -1 : 1;
	if (x->table != y->table)
		return x->table < y->table ? -1 : 1;
	return x->e.n > y->e.n ? -1 : x->e.n < y->e.n;
}

/* Reads the id of the existing feed. Returns 0 if there is none. */
static int
read_id(const struct site *s, char id[static FINGERPRINT_TEXT + 1])
{
	static const char before[] = "<id>urn:x-adit:tables:", after[] = "</id>";
	struct buf path = BUF_INIT, text = BUF_INIT;
	struct err none = ERR_INIT;
	const char *at = NULL;
	int found;

	buf_fmt(&path, "%s/feed.xml", s->out);
	if (file_read_nofollow(path.p, SITE_FILE_MAX, &text, &none) == 0)
		at = strstr(buf_cstr(&text), before);
	if (at != NULL)
		at += sizeof before - 1;
	found = at != NULL &&
	    strspn(at, "abcdefghijklmnopqrstuvwxyz0123456789") == FINGERPRINT_TEXT &&
	    strncmp(at + FINGERPRINT_TEXT, after, sizeof after - 1) == 0;
	if (found) {
		memcpy(id, at, FINGERPRINT_TEXT);
		id[FINGERPRINT_TEXT] = '\0';
	}
	buf_release(&path);
	buf_release(&text);
	return found;
}

/* (S1) A new feed gets the smallest fingerprint of the hosts, which does not depend on the order
 *      of the tables. */
static void
find_id(const struct site *s, char id[static FINGERPRINT_TEXT + 1])
{
	char host[FINGERPRINT_TEXT + 1];

	(void)snprintf(id, FINGERPRINT_TEXT + 1, "none");
	if (read_id(s, id))
		return;
	for (size_t i = 0; i < s->n; i++) {
		if (s->at[i].folder.n == 0)
			continue;
		digest_fingerprint(&s->at[i].r.d, host);
		if (strcmp(id, "none") == 0 || strcmp(host, id) < 0)
			memcpy(id, host, sizeof host);
	}
}

/* Appends the last part of a path. *whole is the length of the path without trailing slashes. */
static void
add_last_part(const char *path, size_t *whole, struct buf *out)
{
	size_t n = strlen(path), from;

	while (n > 1 && path[n - 1] == '/')
		n--;
	*whole = from = n;
	while (from > 0 && path[from - 1] != '/')
		from--;
	buf_add(out, path + from, n - from);
}

/* Appends words with each occurrence of the path replaced by its last part. */
static void
add_shortened(const char *words, const char *path, struct buf *out)
{
	struct buf last = BUF_INIT;
	size_t whole;

	add_last_part(path, &whole, &last);
	while (*words != '\0') {
		if (strncmp(words, path, whole) == 0) {
			buf_add(out, last.p, last.n);
			words += whole;
		} else {
			buf_chr(out, *words++);
		}
	}
	buf_release(&last);
}

/* (S4) */
static void
name_row(const struct site *s, struct table *t, const char *path)
{
	struct buf half = BUF_INIT;
	size_t whole;

	add_last_part(path, &whole, &t->name);
	add_shortened(t->wrong.msg, path, &half);
	add_shortened(buf_cstr(&half), s->out, &t->reason);
	buf_release(&half);
}

/* (S5) Writes the index of digests for the browser file. */
static int
put_index(const struct site *s, struct err *err)
{
	struct buf text = BUF_INIT;
	int result;

	buf_str(&text, "adit digests 1\n");
	for (size_t i = 0; i < s->n; i++)
		if (s->at[i].folder.n > 0)
			buf_fmt(&text, "table %s %s %lld\n", s->at[i].folder.p, s->at[i].r.d.game,
			    (long long)s->at[i].r.d.n);
	result = put(s, "", "digests.txt", &text, err);
	buf_release(&text);
	return result;
}

/* Writes the list of tables in a language. */
static int
put_list(const struct site *s, const struct html_site_table *row, size_t lang, struct err *err)
{
	struct buf page = BUF_INIT, links = BUF_INIT;
	const struct html_site site = { .table = row,
		.n = s->n,
		.lang = s->from->lang[lang],
		.player = s->player.n == 0 ? NULL :
		    lang > 0               ? "../" PLAYER :
					     PLAYER,
		.feed = lang > 0 ? "../feed.xml" : "feed.xml",
		.languages = &links,
		.hash = page_hash };
	int result;

	html_languages(s->from->lang, s->from->n_lang, lang, "", "index.html", &links);
	html_tables(&site, &page);
	result = put(s, language_folder(s, lang), "index.html", &page, err);
	buf_release(&page);
	buf_release(&links);
	return result;
}

/* Writes the feed. */
static int
put_feed(struct site *s, struct err *err)
{
	struct html_entry *entry = mem_zero(s->n_entry + 1, sizeof *entry);
	struct buf feed = BUF_INIT;
	char id[FINGERPRINT_TEXT + 1];
	int result;

	find_id(s, id);
	if (s->n_entry > 0)
		qsort(s->entry, s->n_entry, sizeof *s->entry, by_time);
	for (size_t i = 0; i < s->n_entry; i++) {
		entry[i] = s->entry[i].e;
		entry[i].head = s->entry[i].head;
		entry[i].folder = buf_cstr(&s->at[s->entry[i].table].folder);
		entry[i].name = s->at[s->entry[i].table].r.d.names.title;
		entry[i].title = &s->entry[i].title;
		entry[i].news = &s->entry[i].news;
	}
	html_feed(
	    s->from->lang[0], entry, s->n_entry < FEED_MAX ? s->n_entry : FEED_MAX, id, &feed);
	result = put(s, "", "feed.xml", &feed, err);
	buf_release(&feed);
	free(entry);
	return result;
}

static int
put_front(struct site *s, char **argv, struct err *err)
{
	struct html_site_table *row = mem_zero(s->n + 1, sizeof *row);
	int result = 0;

	for (size_t i = 0; i < s->n; i++) {
		struct table *t = &s->at[i];
		bool shown = t->folder.n > 0;

		name_row(s, t, argv[i]);
		row[i] = (struct html_site_table){ .folder = buf_cstr(&t->folder),
			.name = buf_cstr(&t->name),
			.d = shown ? &t->r.d : NULL,
			.wrong = buf_cstr(&t->reason) };
	}
	for (size_t i = 0; i < s->from->n_lang && result == 0; i++)
		result = put_list(s, row, i, err);
	if (result == 0)
		result = put_feed(s, err);
	free(row);
	return result;
}

/* (S6) Makes the folders of the languages. */
static int
make_language_folders(const struct site *s, struct err *err)
{
	struct buf path = BUF_INIT;
	int result = 0;

	for (size_t i = 0; i < s->from->n_lang && result == 0; i++) {
		buf_clear(&path);
		result = make_folder(s, language_folder(s, i), &path, err);
	}
	buf_release(&path);
	return result;
}

static void
site_release(struct site *s)
{
	for (size_t i = 0; i < s->n; i++) {
		player_read_release(&s->at[i].r);
		buf_release(&s->at[i].folder);
		buf_release(&s->at[i].name);
		buf_release(&s->at[i].reason);
	}
	drop_entries(s, 0);
	buf_release(&s->player);
	free(s->entry);
	free(s->at);
}

/* Reads the browser file; it must be one. */
static int
read_player(const char *path, struct buf *out, struct err *err)
{
	if (file_read(path, SITE_FILE_MAX, out, err) < 0) {
		if (err->code != ERR_NOT_FOUND)
			return -1;
		(void)err_set(err, ERR_NOT_FOUND, "no browser file: %s does not exist", path);
		return err_hint(err,
		    "`make web` builds it and a release has it; ADIT_PLAYER_FILE says where it is");
	}
	if (strstr(buf_cstr(out), PLAYER_MARKER) != NULL)
		return 0;
	(void)err_set(err, ERR_SYNTAX, "%s is not the browser file of adit", path);
	return err_hint(err, "it has no %s ...", PLAYER_MARKER);
}

/* Says why a table has no page. */
static void
say_wrong(const struct output *out, const char *table, struct err why)
{
	(void)err_wrap(&why, "%s", table);
	output_say_why(out, &why);
}

int
page_site(const struct user *u, const struct page_site *site, const char *out, struct err *err)
{
	struct site s = { .user = u, .from = site, .out = out, .n = (size_t)site->n };
	char **argv = site->table;
	int result = site->player != NULL ? read_player(site->player, &s.player, err) : 0;

	if (result == 0)
		result = make_language_folders(&s, err);
	if (result == 0 && s.player.n > 0)
		result = put(&s, "", PLAYER, &s.player, err);
	s.at = mem_zero(s.n + 1, sizeof *s.at);
	for (size_t i = 0; i < s.n && result == 0; i++) {
		add_table(&s, &s.at[i], argv[i]);
		if (s.at[i].wrong.code != ERR_NONE)
			say_wrong(u->out, argv[i], s.at[i].wrong);
	}
	if (result == 0 && s.player.n > 0)
		result = put_index(&s, err);
	if (result == 0)
		result = put_front(&s, argv, err);
	for (size_t i = 0; i < s.n && result == 0; i++)
		if (s.at[i].wrong.code != ERR_NONE)
			result = err_set(
			    err, s.at[i].wrong.code, "not all tables are as they should be");
	site_release(&s);
	return result;
}
