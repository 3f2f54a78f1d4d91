/* A game file as commits. Every machine must make the same ones, whatever it imported before. */
#include <criterion/criterion.h>
#include <unistd.h>

#include "interop/tool.h"
#include "repo/fast_import.h"
#include "service/aid.h"
#include "show/front_page.h"

#define GIT                                                                          \
	"env -u GIT_DIR -u GIT_WORK_TREE -u GIT_INDEX_FILE -u GIT_OBJECT_DIRECTORY " \
	"GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 git "

static struct service s;

static int
import(const struct fast_import *what, struct buf *out, struct err *err)
{
	int result;

	*err = (struct err)ERR_INIT;
	buf_clear(&s.user.all);
	buf_clear(&s.user.text);
	result = fast_import_write(&s.user.u, s.t.file, what, err);
	output_flush(&s.user.out);
	buf_add(out, buf_cstr(&s.user.all), s.user.all.n);
	return result;
}

static void
stream(const struct fast_import *what, struct buf *out)
{
	struct err err;

	cr_assert_eq(import(what, out, &err), 0, "%s", err.msg);
}

/* Imports into the repository and returns the commit; valid until the next call. */
static const char *
commit(const char *repository, const struct fast_import *what)
{
	static char id[48];
	struct buf text = BUF_INIT;

	stream(what, &text);
	service_put(service_path(s.dir, "stream"), buf_cstr(&text), text.n);
	cr_assert_eq(tool_run("cd %s && { test -d %s || " GIT "init -q --bare %s; } && " GIT
			      "-C %s fast-import --quiet --done < stream",
			 s.dir, repository, repository, repository),
	    0, "%s", tool_said());
	cr_assert_eq(
	    tool_run("cd %s && " GIT "-C %s rev-parse refs/adit/new", s.dir, repository), 0);
	(void)snprintf(id, sizeof id, "%.*s", (int)strcspn(tool_said(), "\n"), tool_said());
	buf_release(&text);
	return id;
}

/* More digests than the page has news, so a later import begins in the middle. */
enum { ORDERS = FRONT_PAGE_NEWS + 12 };

Test(fast_import, the_same_bytes_from_a_copy)
{
	const struct fast_import all = { .at = 0 };
	struct buf one = BUF_INIT, two = BUF_INIT, three = BUF_INIT;
	struct err err = ERR_INIT;
	const char *copy;

	service_open(&s);
	service_play(&s, ORDERS);
	stream(&all, &one);
	s.user.u.now += 1000000;
	s.user.out.columns = 40;
	s.user.out.color = true;
	s.user.u.home = NULL;
	stream(&all, &two);
	cr_expect_str_eq(one.p, two.p);
	copy = service_path(s.dir, "other.db");
	service_copy(s.t.path, copy);
	host_close(s.t.file);
	cr_assert_eq(host_open(&s.t.file, copy, false, rules_all, &err), 0, "%s", err.msg);
	stream(&all, &three);
	cr_expect_str_eq(one.p, three.p);
	buf_release(&one);
	buf_release(&two);
	buf_release(&three);
	service_close(&s);
}

Test(fast_import, git_reads_it)
{
	const struct fast_import all = { .at = 0 };
	struct buf text = BUF_INIT;
	struct err err = ERR_INIT;

	tool_needed("git");
	service_open(&s);
	service_play(&s, 5);
	(void)commit("r", &all);
	cr_assert_eq(tool_run("cd %s && " GIT "-C r rev-list --count refs/adit/new", s.dir), 0);
	cr_expect_str_eq(tool_said(), "6\n");
	for (int64_t n = 0; n <= 5; n++) {
		buf_clear(&text);
		cr_assert_eq(host_text(s.t.file, &n, &text, &err), 0);
		cr_assert_eq(tool_run("cd %s && " GIT "-C r show refs/adit/new:turns/%06d.txt",
				 s.dir, (int)n),
		    0, "%s", tool_said());
		cr_expect_str_eq(tool_said(), buf_cstr(&text));
	}
	cr_expect_eq(tool_run("cd %s && " GIT "-C r fsck --strict", s.dir), 0, "%s", tool_said());
	buf_release(&text);
	service_close(&s);
}

/* Commits that were imported in parts are those of one import. */
Test(fast_import, in_parts)
{
	static const int64_t from[] = { 1, 2, FRONT_PAGE_NEWS, FRONT_PAGE_NEWS + 1,
		FRONT_PAGE_NEWS + 2, ORDERS - 1, ORDERS };
	char whole[48], parent[48];

	tool_needed("git");
	service_open(&s);
	service_play(&s, ORDERS);
	(void)snprintf(
	    whole, sizeof whole, "%s", commit("whole", &(struct fast_import){ .at = 0 }));
	for (size_t i = 0; i < sizeof from / sizeof from[0]; i++) {
		const struct fast_import rest = { .at = from[i], .on = parent };

		cr_assert_eq(tool_run("cd %s && " GIT "-C whole rev-parse refs/adit/new~%d && "
				      "rm -rf part && cp -R whole part",
				 s.dir, (int)(ORDERS + 1 - from[i])),
		    0, "%s", tool_said());
		(void)snprintf(
		    parent, sizeof parent, "%.*s", (int)strcspn(tool_said(), "\n"), tool_said());
		cr_assert_eq(
		    tool_run("cd %s && " GIT "-C part update-ref refs/adit/new %s", s.dir, parent),
		    0);
		cr_expect_str_eq(commit("part", &rest), whole, "from %d", (int)from[i]);
	}
	service_close(&s);
}

/* Somebody pushed to main: one commit restores the files, whatever they became. */
Test(fast_import, mend)
{
	char whole[48];
	struct err err;
	struct buf none = BUF_INIT;

	tool_needed("git");
	service_open(&s);
	service_play(&s, 6);
	(void)snprintf(whole, sizeof whole, "%s", commit("r", &(struct fast_import){ .at = 0 }));
	(void)commit("r", &(struct fast_import){ .at = 6, .on = whole, .mend = true });
	cr_assert_eq(
	    tool_run("cd %s && " GIT "-C r diff --stat %s refs/adit/new", s.dir, whole), 0);
	cr_expect_str_eq(tool_said(), "");
	cr_expect_eq(import(&(struct fast_import){ .at = 7, .mend = true }, &none, &err), -1);
	cr_expect_eq(err.code, ERR_NOT_FOUND, "%s", err.msg);
	cr_expect_null(strstr(buf_cstr(&none), "done"), "git must refuse a part");
	buf_release(&none);
	service_close(&s);
}

Test(fast_import, nothing_new)
{
	struct buf text = BUF_INIT;

	service_open(&s);
	stream(&(struct fast_import){ .at = 1 }, &text);
	cr_expect_str_eq(text.p, "done\n");
	buf_release(&text);
	service_close(&s);
}

Test(fast_import, on)
{
	static const struct {
		const char *name, *on;
		int result;
	} row[] = {
		{ "none", NULL, 0 },
		{ "SHA-1", "0123456789012345678901234567890123456789", 0 },
		{ "SHA-256", "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
		    0 },
		{ "capitals", "ABCDEF6789012345678901234567890123456789", -1 },
		{ "one digit less", "012345678901234567890123456789012345678", -1 },
		{ "a branch", "refs/heads/main", -1 },
		{ "a line end", "0123456789012345678901234567890123456789\n", -1 },
		{ "empty", "", -1 },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct err err = ERR_INIT;

		cr_expect_eq(fast_import_on(row[i].on, &err), row[i].result, "%s", row[i].name);
		cr_expect_eq(err.code, row[i].result < 0 ? ERR_USAGE : ERR_NONE, "%s", row[i].name);
	}
}
