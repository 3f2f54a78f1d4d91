/* A table as text and as pages, made from the digests of a real table. */
#include <criterion/criterion.h>
#include <sys/stat.h>
#include <unistd.h>

#include "draw/draw.h"
#include "draw/svg.h"
#include "player/reading.h"
#include "player/verify.h"
#include "service/aid.h"
#include "show/front_page.h"
#include "show/page.h"
#include "show/page_file.h"
#include "show/show.h"
#include "util/file.h"
#include "util/mem.h"
#include "util/utf8.h"

static struct service s;

/* Reads all digests as this seat, or as the public. */
static void
read_all(unsigned seat, struct player_read *r)
{
	struct err err = ERR_INIT;
	struct seckey *me = seat < s.t.names.n ? s.t.key[seat] : NULL;

	cr_assert_eq(
	    player_read(r, rules_all, s.t.all.p, s.t.all.n, NULL, me, &err), 0, "%s", err.msg);
	s.user.u.key = me;
	s.user.u.key_arg = me != NULL ? "p1" : NULL;
}

/* Appends the table as `adit read` shows it. */
static void
show(const struct player_read *r, unsigned columns, struct buf *out)
{
	struct reading past;
	struct err err = ERR_INIT;

	cr_assert_eq(reading_begin(&past, &s.user.u, r, &err), 0, "%s", err.msg);
	cr_expect_eq(
	    show_read(NULL, r, &past.story, &past.know, &past.changes, 0, columns, true, out, &err),
	    0, "%s", err.msg);
	reading_end(&past);
}

static void
make_page(const struct player_read *r, struct buf *out)
{
	struct err wrong = ERR_INIT;

	page_make(&s.user.u, &(struct page_where){ .player = NULL }, r, out, &wrong);
	cr_expect_eq(wrong.code, ERR_NONE, "%s", wrong.msg);
}

enum { PUBLIC = SEATS_MAX };

/* The same digests give the same text and page, whatever the home, the time and the width are. */
Test(page, depends_on_digests_alone)
{
	struct player_read r;
	struct buf one = BUF_INIT, two = BUF_INIT;

	service_open(&s);
	service_play(&s, 8);
	read_all(PUBLIC, &r);
	page_make_public(&r);
	make_page(&r, &one);
	player_read_release(&r);
	s.user.u.now += 1000000;
	s.user.u.home = NULL;
	s.user.u.no_record = true;
	s.user.out.columns = 40;
	s.user.out.ascii = true;
	read_all(PUBLIC, &r);
	page_make_public(&r);
	make_page(&r, &two);
	player_read_release(&r);
	cr_expect_str_eq(one.p, two.p);
	cr_expect_null(strstr(one.p, "http://"), "a page loads nothing");
	cr_expect_null(strstr(one.p, "adit sign"), "a public page has no command");
	buf_release(&one);
	buf_release(&two);
	service_close(&s);
}

/* The board of README.md marks each card where its digest placed it. */
Test(front_page, marks_what_changed)
{
	struct player_read r;
	struct front_page *p = front_page_new(NULL, 0);
	struct digest *d = mem_new(sizeof *d);
	struct digest_events *events = mem_new(sizeof *events);
	struct buf news = BUF_INIT, svg = BUF_INIT;
	struct err err = ERR_INIT;
	unsigned placed = 0;

	service_open(&s);
	service_play(&s, 12);
	s.user.u.key = NULL;
	cr_assert_eq(verify_whole(&s.user.u, &s.t.all, &r, &err), 0, "%s", err.msg);
	for (int64_t n = 0; n < r.tr.n; n++) {
		cr_assert_eq(page_news(NULL, &r.tr, n, d, events, &news, &err), 0, "%s", err.msg);
		cr_assert_eq(front_page_add(p, rules_all, r.tr.text.p, transcript_at(&r.tr, n),
				 &r.tr.copy[r.tr.first[n]].hash, &err),
		    0, "%s", err.msg);
		buf_clear(&svg);
		front_page_svg(p, &svg);
		for (unsigned i = 0; i < events->ev.n; i++) {
			const struct event *e = &events->ev.at[i];
			char mark[80];

			if (e->kind != EVENT_PLACED)
				continue;
			(void)snprintf(mark, sizeof mark,
			    "<use href=\"#adit-new\" x=\"%d\" y=\"%d\"/>", e->x * SVG_CELL,
			    e->y * SVG_CELL);
			cr_expect_not_null(strstr(svg.p, mark), "digest %d: %s", (int)n, mark);
			placed++;
		}
	}
	cr_expect_gt(placed, 2, "%u", placed);
	player_read_release(&r);
	front_page_free(p);
	buf_release(&news);
	buf_release(&svg);
	free(events);
	free(d);
	service_close(&s);
}

/* Appends the public text of digest 0 of a table. Returns the seat that begins, which is public. */
static uint8_t
show_deal(unsigned char secret, struct buf *out)
{
	struct test_table t;
	struct player_read r;
	struct err err = ERR_INIT;
	struct reading past;
	struct test_user user;
	uint8_t first;

	test_user_open(&user, NULL);
	table_open(&t, 3, secret);
	cr_assert_eq(player_read(&r, rules_all, t.all.p, t.all.n, NULL, NULL, &err), 0);
	cr_assert_eq(reading_begin(&past, &user.u, &r, &err), 0);
	cr_assert_eq(
	    show_read(NULL, &r, &past.story, &past.know, &past.changes, 0, 80, false, out, &err),
	    0);
	reading_end(&past);
	player_read_release(&r);
	test_user_close(&user);
	first = table_to_move(&t);
	table_close(&t);
	return first;
}

/* Replaces words that look like keys and hashes. */
static void
without_hashes(struct buf *text)
{
	for (size_t i = 0, n; i < text->n; i += n + 1) {
		n = strspn(text->p + i, "abcdefghijklmnopqrstuvwxyz234567");
		if (n >= 20)
			memset(text->p + i, '#', n);
	}
}

/* Two deals in which the same seat begins look the same, except for keys and hashes. */
Test(show, a_deal_shows_no_hidden_card)
{
	struct buf one = BUF_INIT, two = BUF_INIT;
	const uint8_t first = show_deal(1, &one);
	unsigned char secret = 2;

	while (show_deal(secret++, &two) != first)
		buf_clear(&two);
	without_hashes(&one);
	without_hashes(&two);
	cr_expect_str_eq(one.p, two.p);
	buf_release(&one);
	buf_release(&two);
}

/* Players see their legal orders; the public text of the same digests has none. */
Test(show, the_own_seat)
{
	struct buf own = BUF_INIT, all = BUF_INIT;
	struct player_read r;
	unsigned mover;

	service_open(&s);
	mover = table_to_move(&s.t);
	read_all(mover, &r);
	show(&r, 80, &own);
	player_read_release(&r);
	read_all(PUBLIC, &r);
	show(&r, 80, &all);
	player_read_release(&r);
	cr_expect_not_null(strstr(own.p, "Orders you can give"), "%s", own.p);
	cr_expect_null(strstr(all.p, "Orders you can give"), "%s", all.p);
	buf_clear(&own);
	read_all(mover, &r);
	make_page(&r, &own);
	player_read_release(&r);
	cr_expect_not_null(strstr(own.p, "adit sign -k p1"));
	buf_release(&own);
	buf_release(&all);
	service_close(&s);
}

static unsigned
count_lines(const char *text)
{
	unsigned n = 0;

	for (; *text != '\0'; text++)
		n += *text == '\n';
	return n;
}

/* Returns the last n lines. */
static const char *
last_lines(const char *text, unsigned n)
{
	for (unsigned skip = count_lines(text); skip > n; skip--)
		text = strchr(text, '\n') + 1;
	return text;
}

/* Returns the rows that the text fills on a terminal. */
static unsigned
count_rows(const char *text, unsigned columns)
{
	unsigned rows = 0;

	for (size_t n; *text != '\0'; text += n + 1) {
		n = strcspn(text, "\n");
		rows += 1 + (unsigned)(n > 0 ? (utf8_width(text, n) - 1) / columns : 0);
	}
	return rows;
}

/* Appends the table for a screen. */
static void
show_rows(const struct player_read *r, unsigned columns, unsigned rows, struct buf *out)
{
	struct reading past;
	struct err err = ERR_INIT;

	cr_assert_eq(reading_begin(&past, &s.user.u, r, &err), 0, "%s", err.msg);
	cr_assert_eq(show_screen(NULL, r, &past.story, &past.know, &past.changes, 0, columns, rows,
			 true, out, &err),
	    0);
	reading_end(&past);
}

static void
check_screen(const struct player_read *r, unsigned columns, unsigned rows, const char *turn)
{
	struct buf all = BUF_INIT, screen = BUF_INIT, high = BUF_INIT, low = BUF_INIT;
	const char *end;

	show(r, columns, &all);
	show_rows(r, columns, rows, &screen);
	end = last_lines(screen.p, rows);
	if (count_lines(all.p) <= rows) {
		cr_expect_str_eq(screen.p, all.p);
	} else {
		draw_board(NULL, &r->v.view, &r->d.names,
		    &(struct draw_board_options){ .columns = columns }, &high);
		draw_board(NULL, &r->v.view, &r->d.names,
		    &(struct draw_board_options){ .columns = columns, .rows = 1 }, &low);
		cr_expect(strstr(end, high.p) != NULL || strstr(end, low.p) != NULL,
		    "the board is on the screen:\n%s", end);
		cr_expect_not_null(strstr(end, "You are: "), "%s", end);
		cr_expect(strncmp(last_lines(end, 1), turn, strlen(turn)) == 0 ||
			strncmp(last_lines(end, 2), turn, strlen(turn)) == 0,
		    "the turn is last:\n%s", end);
		cr_expect_not_null(strstr(last_lines(end, 2), "To see the rest: "), "%s", end);
	}
	buf_release(&all);
	buf_release(&screen);
	buf_release(&high);
	buf_release(&low);
}

/* On a low screen board, hand, news and turn come last; a high one has everything. */
Test(show, a_low_screen_has_the_board)
{
	service_open(&s);
	for (unsigned i = 0; i < 20; i += 5) {
		const unsigned mover = table_to_move(&s.t);
		struct player_read r;

		read_all(mover, &r);
		check_screen(&r, 80, 23, "It is your turn, ");
		check_screen(&r, 100, 30, "It is your turn, ");
		check_screen(&r, 80, 200, "");
		player_read_release(&r);
		(void)table_play(&s.t, 5, i);
	}
	service_close(&s);
}

/* Rows are counted in columns: wide characters have two, combining ones none. */
Test(show, a_screen_has_room_for_wide_characters)
{
	static const char *const title[] = { "x",
		"\u4e2d\u6587\u4e2d\u6587\u4e2d\u6587\u4e2d\u6587\u4e2d\u6587\u4e2d"
		"\u6587\u4e2d\u6587\u4e2d\u6587\u4e2d\u6587\u4e2d\u6587",
		"x\u0302x\u0302x\u0302x\u0302x\u0302x\u0302x\u0302x\u0302x\u0302x\u0302x\u0302x"
		"\u0302"
		"x\u0302x\u0302x\u0302x\u0302x\u0302x\u0302x\u0302x\u0302x\u0302x\u0302x\u0302x"
		"\u0302" };
	struct player_read r;

	service_open(&s);
	read_all(table_to_move(&s.t), &r);
	for (unsigned i = 0; i < sizeof title / sizeof title[0]; i++) {
		struct buf all = BUF_INIT, screen = BUF_INIT, low = BUF_INIT;
		unsigned rows;

		(void)snprintf(r.d.names.title, sizeof r.d.names.title, "%s", title[i]);
		show(&r, 80, &all);
		rows = count_rows(all.p, 80);
		show_rows(&r, 80, rows, &screen);
		show_rows(&r, 80, rows - 1, &low);
		cr_expect_str_eq(screen.p, all.p, "%s: %u rows", title[i], rows);
		cr_expect_str_neq(low.p, all.p, "%s: %u rows", title[i], rows);
		buf_release(&all);
		buf_release(&screen);
		buf_release(&low);
	}
	player_read_release(&r);
	service_close(&s);
}

/* Every part of the text is in the text, for each digest of a whole game and each reader. */
Test(show, parts)
{
	service_open(&s);
	for (unsigned i = 0; table_to_move(&s.t) != SEAT_NONE && i < 40; i += 5) {
		(void)table_play(&s.t, 5, i);
		for (unsigned seat = 0; seat <= 3; seat++) {
			struct player_read r;
			struct reading past;
			struct buf all = BUF_INIT;
			struct err err = ERR_INIT;

			read_all(seat < 3 ? seat : (unsigned)PUBLIC, &r);
			show(&r, 80, &all);
			cr_assert_eq(reading_begin(&past, &s.user.u, &r, &err), 0, "%s", err.msg);
			for (unsigned part = 0; part < SHOW_PARTS; part++) {
				struct buf out = BUF_INIT;
				const char *title = show_part(
				    NULL, &r, &past.story, (enum show_part)part, 0, 80, &out, &err);

				cr_expect_eq(err.code, ERR_NONE, "%s", err.msg);
				cr_expect(out.n == 0 || strstr(all.p, out.p) != NULL, "%s: %s",
				    title, out.p);
				cr_expect(out.n == 0 || strstr(all.p, title) != NULL, "%s", title);
				buf_release(&out);
			}
			reading_end(&past);
			player_read_release(&r);
			buf_release(&all);
		}
	}
	service_close(&s);
}

/* ---- files ------------------------------------------------------------------------------------- */

Test(page_file, where_a_page_may_be)
{
	static const struct {
		const char *name, *above; /* what is in the folder above; ends with /: a folder */
		const char *beside;       /* what is in the folder */
		bool is_private;
		int result;
	} row[] = {
		{ "private", NULL, NULL, true, 0 },
		{ "public", NULL, NULL, false, 0 },
		{ "private, in a repository", NULL, ".git/", true, -1 },
		{ "private, below a repository", ".git/", NULL, true, -1 },
		{ "private, in a work tree, whose .git is a file", NULL, ".git", true, -1 },
		{ "private, beside digests", NULL, "turns/", true, -1 },
		{ "private, below digests", "turns/", NULL, true, -1 },
		{ "private, beside a file with that name", NULL, "turns", true, 0 },
		{ "public, in a repository", NULL, ".git/", false, 0 },
		{ "public, beside digests", NULL, "turns/", false, 0 },
	};
	struct buf text = BUF_INIT;

	buf_str(&text, "page\n");
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		const char *const there[] = { row[i].above, row[i].beside };
		char dir[2][160], path[160];
		struct page_file f;
		struct err err = ERR_INIT;
		struct stat st;

		test_folder(s.dir);
		(void)snprintf(dir[0], sizeof dir[0], "%s", s.dir);
		(void)snprintf(dir[1], sizeof dir[1], "%s", service_path(s.dir, "sub"));
		cr_assert_eq(mkdir(dir[1], 0700), 0);
		for (unsigned k = 0; k < 2; k++) {
			if (there[k] == NULL)
				continue;
			if (strchr(there[k], '/') != NULL)
				cr_assert_eq(mkdir(service_path(dir[k], there[k]), 0700), 0);
			else
				service_put(service_path(dir[k], there[k]), "x", 1);
		}
		(void)snprintf(path, sizeof path, "%s", service_path(dir[1], "page.html"));
		cr_expect_eq(page_file_open(&f, path, row[i].is_private, &err), row[i].result,
		    "%s: %s", row[i].name, err.msg);
		if (row[i].result == 0) {
			cr_expect_eq(page_file_write(&f, &text, &err), 0, "%s", err.msg);
			cr_assert_eq(stat(path, &st), 0);
			if (row[i].is_private)
				cr_expect_eq(st.st_mode & 0777, 0600, "%s", row[i].name);
		} else {
			cr_expect_eq(err.code, ERR_CREATE, "%s", row[i].name);
			cr_expect_neq(access(path, F_OK), 0);
		}
		page_file_close(&f);
	}
	buf_release(&text);
}

/* A page replaces a page, but never a link, a folder or a pipe. */
Test(page_file, what_is_there)
{
	static const char *const kind[] = { "page", "link", "folder", "pipe", "no folder" };
	struct buf text = BUF_INIT;

	buf_str(&text, "page\n");
	for (unsigned i = 0; i < sizeof kind / sizeof kind[0]; i++) {
		for (unsigned is_private = 0; is_private < 2; is_private++) {
			const char *path;
			struct page_file f;
			struct err err = ERR_INIT;

			test_folder(s.dir);
			path = service_path(s.dir, i == 4 ? "none/page.html" : "page.html");
			service_put(service_path(s.dir, "target"), "mine\n", 5);
			if (i == 0) {
				service_put(path, "old\n", 4);
				cr_assert_eq(chmod(path, 0644), 0);
			} else if (i == 1) {
				cr_assert_eq(symlink("target", path), 0);
			} else if (i == 2) {
				cr_assert_eq(mkdir(path, 0700), 0);
			} else if (i == 3) {
				cr_assert_eq(mkfifo(path, 0600), 0);
			}
			cr_expect_eq(page_file_open(&f, path, is_private, &err), i == 0 ? 0 : -1,
			    "%s: %s", kind[i], err.msg);
			if (i == 0) {
				struct stat st;

				cr_expect_eq(page_file_write(&f, &text, &err), 0, "%s", err.msg);
				cr_assert_eq(stat(path, &st), 0);
				cr_expect_eq(st.st_size, 5);
				if (is_private)
					cr_expect_eq(st.st_mode & 0777, 0600);
			} else {
				cr_expect_eq(err.code, ERR_CREATE, "%s: %s", kind[i], err.msg);
			}
			page_file_close(&f);
		}
	}
	buf_release(&text);
}

/* ---- sites ------------------------------------------------------------------------------------- */

static int
read_file(const void *arg, const char *table, struct buf *out, struct err *err)
{
	(void)arg;
	return file_read(table, 1 << 24, out, err);
}

/* A table that cannot be shown does not hide the others, and pages stay as they are if nothing has
 * changed. */
Test(page_site, a_bad_table)
{
	char *table[3];
	const struct language *const english = NULL;
	struct page_site site = {
		.table = table, .n = 3, .read = read_file, .lang = &english, .n_lang = 1
	};
	struct err err = ERR_INIT;
	struct buf front = BUF_INIT;
	const char *out;
	struct stat st, then;

	service_open(&s);
	service_play(&s, 3);
	s.user.u.key = NULL;
	out = service_path(s.dir, "site");
	for (unsigned i = 0; i < 3; i++)
		table[i] = strdup(service_path(s.dir, i == 0 ? "none" : i == 1 ? "bad" : "good"));
	service_put(table[1], "garbage\n", 8);
	service_put(table[2], s.t.all.p, s.t.all.n);
	cr_expect_eq(page_site(&s.user.u, &site, out, &err), -1);
	cr_expect(test_user_heard(&s.user, "none"));
	cr_assert_eq(file_read(service_path(out, "index.html"), 1 << 20, &front, &err), 0);
	cr_expect_not_null(strstr(front.p, "k7q2m4xw"), "%s", front.p);
	cr_assert_eq(stat(service_path(out, "k7q2m4xw/index.html"), &st), 0);
	service_touch(service_path(out, "k7q2m4xw/index.html"), 1000);
	s.user.u.now += 500000;
	err = (struct err)ERR_INIT;
	cr_expect_eq(page_site(&s.user.u, &site, out, &err), -1);
	cr_assert_eq(stat(service_path(out, "k7q2m4xw/index.html"), &then), 0);
	cr_expect_eq(then.st_mtim.tv_sec, 1000, "the page was written again");
	for (unsigned i = 0; i < 3; i++)
		free(table[i]);
	buf_release(&front);
	service_close(&s);
}
