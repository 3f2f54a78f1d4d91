/* Entries in the place of a digest: classified, moved aside, and never followed if links. */
#include "host/aid.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record/folder.h"
#include "record/digest_sig.h"
#include "record/transcript.h"
#include "util/file.h"

/* A table after digest 1, and the folder for digest 1. */
struct made {
	struct test_table t;
	struct buf zero, one;
	struct folder f;
	char dir[80], file[120];
	struct buf told;
};

static void
hear(void *arg, const char *line)
{
	buf_fmt(arg, "%s\n", line);
}

/* Makes digest 1: the seat to move gives its k-th legal order. */
static void
play(struct test_table *t, size_t k, struct buf *out)
{
	struct err err = ERR_INIT;
	struct host_result r = { .n = 0 };
	struct buf line = BUF_INIT;
	struct order_block b;

	table_legal(t, k, &line);
	table_sign(t, table_to_move(t), line.p, 0, 0, &b);
	cr_assert_eq(table_apply(t, &b, &r, &err), 0, "%s", err.msg);
	buf_add(out, r.digest.p, r.digest.n);
	host_result_release(&r);
	buf_release(&line);
}

static void
open_made(struct made *made)
{
	struct err err = ERR_INIT;

	memset(made, 0, sizeof *made);
	table_open(&made->t, 3, 51);
	buf_add(&made->zero, made->t.digest.p, made->t.digest.n);
	play(&made->t, 0, &made->one);
	(void)snprintf(made->dir, sizeof made->dir, "%s", made->t.folder);
	(void)snprintf(made->file, sizeof made->file, "%s/turns/000001.txt", made->dir);
	cr_assert_eq(
	    folder_of(&made->f, made->dir, made->zero.p, made->zero.n, &err), 0, "%s", err.msg);
	cr_assert_eq(folder_make(made->dir, &err), 0, "%s", err.msg);
	made->f.report = hear;
	made->f.arg = &made->told;
}

/* Makes the digest with `from` changed to `to`, signed by `host`. */
static void
forge(const struct buf *digest, const char *from, const char *to, const struct seckey *host,
    const char *game, int64_t n, struct buf *out)
{
	struct digest_layout t;
	struct err err = ERR_INIT;
	struct buf comment = BUF_INIT, sig64 = BUF_INIT;
	struct hash head, zero;
	struct minisign_sig sig;
	size_t at = 0;
	const char *found = strstr(digest->p, from);

	cr_assert_eq(digest_next(digest->p, digest->n, &at, &t, &err), 1, "%s", err.msg);
	cr_assert_not_null(found, "%s", from);
	buf_add(out, digest->p, (size_t)(found - digest->p));
	buf_str(out, to);
	at = (size_t)(found - digest->p) + strlen(from);
	buf_add(out, digest->p + at, t.signed_part.at + t.signed_part.n - at);
	head = digest_hash(out->p, out->n);
	memcpy(zero.b, t.zero, sizeof zero.b);
	digest_comment(game, n, &head, n > 0 ? &zero : NULL, &comment);
	minisign_sign(host, out->p, out->n, comment.p, &sig);
	seal_base64(sig.b, sizeof sig.b, &sig64);
	digest_sig_text(sig64.p, out);
	digest_head_text(head.b, n > 0 ? zero.b : NULL, out);
	buf_release(&comment);
	buf_release(&sig64);
}

/* Counts the names with ".foreign-" in turns/. */
static int
count_aside(const struct made *made)
{
	char path[120];
	int n = 0;
	DIR *d;

	(void)snprintf(path, sizeof path, "%s/turns", made->dir);
	d = opendir(path);
	cr_assert_not_null(d);
	for (struct dirent *e = readdir(d); e != NULL; e = readdir(d))
		n += strstr(e->d_name, "000001.txt.foreign-") == e->d_name;
	(void)closedir(d);
	return n;
}

static void
put(const struct made *made, const struct buf *text)
{
	struct err err = ERR_INIT;

	cr_assert_eq(file_write(made->file, buf_cstr(text), text->n, &err), 0, "%s", err.msg);
}

/* Possible entries. */
enum there {
	NOTHING,
	EMPTY,
	JUNK,
	THE_DIGEST,
	WITH_CR,
	CUT,
	ONE_SEATS,
	MORE_BEHIND,
	NUMBER_0,
	OTHER_GAME,
	OTHER_HOST,
	BAD_SIGNATURE,
	OTHER_1,
	OTHER_1_CR,
	OTHER_1_BEHIND_WORDS,
	THERES
};

static void
add_with_cr(const struct buf *text, struct buf *out)
{
	for (size_t i = 0; i < text->n; i++) {
		if (text->p[i] == '\n')
			buf_chr(out, '\r');
		buf_chr(out, text->p[i]);
	}
}

static void
add_of_a_stranger(const struct made *made, struct buf *out)
{
	struct err err = ERR_INIT;
	struct seckey *stranger = seckey_new(&err);
	char sign[2][SIGN_TEXT + 1];

	cr_assert_not_null(stranger);
	cr_assert_eq(seckey_make(stranger, &err), 0);
	pubkey_sign_text(&made->t.host->pub, sign[0]);
	pubkey_sign_text(&stranger->pub, sign[1]);
	forge(&made->one, sign[0], sign[1], stranger, "k7q2m4xw", 1, out);
	seckey_free(stranger);
}

static void
fill(const struct made *made, enum there there, struct buf *out)
{
	const struct buf *one = &made->one;
	const char *end = strstr(one->p, "\nfor p2:\n");
	struct buf other = BUF_INIT;

	cr_assert_not_null(end);
	switch (there) {
	case THE_DIGEST:
		buf_add(out, one->p, one->n);
		break;
	case WITH_CR:
		add_with_cr(one, out);
		break;
	case CUT:
		buf_add(out, one->p, one->n / 2);
		break;
	case ONE_SEATS:
		buf_add(out, one->p, (size_t)(strstr(one->p, "\nfor p1:\n") - one->p));
		buf_str(out, end);
		break;
	case MORE_BEHIND:
		buf_add(out, one->p, one->n);
		buf_str(out, "signed, the neighbour\n");
		break;
	case NUMBER_0:
		buf_add(out, made->zero.p, made->zero.n);
		break;
	case OTHER_GAME:
		forge(one, "game: k7q2m4xw", "game: k7q2m4xx", made->t.host, "k7q2m4xx", 1, out);
		break;
	case OTHER_HOST:
		add_of_a_stranger(made, out);
		break;
	case BAD_SIGNATURE:
		buf_add(out, one->p, one->n);
		out->p[strstr(out->p, "\ntime: ") - out->p + 10] ^= 1;
		break;
	case OTHER_1:
	case OTHER_1_CR:
	case OTHER_1_BEHIND_WORDS:
		forge(one, "\ntime: 2026", "\ntime: 2027", made->t.host, "k7q2m4xw", 1, &other);
		if (there == OTHER_1_BEHIND_WORDS)
			buf_str(out, "Hello,\nhere it is:\n\n");
		if (there == OTHER_1_CR)
			add_with_cr(&other, out);
		else
			buf_add(out, other.p, other.n);
		break;
	case JUNK:
		buf_str(out, "mine\n");
		break;
	case NOTHING:
	case EMPTY:
	case THERES:
		break;
	}
	buf_release(&other);
}

static const struct row {
	const char *name;
	/* result if digest 1 is expected there; if none is expected */
	enum folder_found as_1, as_none;
} row[THERES] = {
	[NOTHING] = { "nothing", FOLDER_MISSING, FOLDER_MISSING },
	[EMPTY] = { "an empty file", FOLDER_MISSING, FOLDER_FOREIGN },
	[JUNK] = { "junk", FOLDER_FOREIGN, FOLDER_FOREIGN },
	[THE_DIGEST] = { "the digest", FOLDER_SAME, FOLDER_OTHER },
	[WITH_CR] = { "the digest with CR", FOLDER_SAME, FOLDER_OTHER },
	[CUT] = { "what a power cut left", FOLDER_MISSING, FOLDER_FOREIGN },
	[ONE_SEATS] = { "the digest without a view", FOLDER_FOREIGN, FOLDER_OTHER },
	[MORE_BEHIND] = { "the digest and more", FOLDER_FOREIGN, FOLDER_OTHER },
	[NUMBER_0] = { "digest 0", FOLDER_FOREIGN, FOLDER_FOREIGN },
	[OTHER_GAME] = { "another game of this host", FOLDER_FOREIGN, FOLDER_FOREIGN },
	[OTHER_HOST] = { "another host's", FOLDER_FOREIGN, FOLDER_FOREIGN },
	[BAD_SIGNATURE] = { "a signature that does not hold", FOLDER_FOREIGN, FOLDER_FOREIGN },
	[OTHER_1] = { "another digest 1", FOLDER_OTHER, FOLDER_OTHER },
	[OTHER_1_CR] = { "another digest 1, with CR", FOLDER_OTHER, FOLDER_OTHER },
	[OTHER_1_BEHIND_WORDS] = { "another digest 1 in a mail", FOLDER_OTHER, FOLDER_OTHER },
};

Test(folder, what_stands_where_a_digest_goes)
{
	struct made made;
	int aside = 0;

	open_made(&made);
	for (size_t i = 0; i < THERES; i++) {
		struct buf text = BUF_INIT, after = BUF_INIT;
		enum folder_found found;
		struct err err = ERR_INIT;
		int64_t newest;
		int result;

		(void)unlink(made.file);
		buf_clear(&made.told);
		fill(&made, (enum there)i, &text);
		if (i != NOTHING)
			put(&made, &text);
		cr_expect_eq(folder_probe(&made.f, 1, made.one.p, made.one.n, &found, &err), 0);
		cr_expect_eq(found, row[i].as_1, "%s: %d", row[i].name, (int)found);
		cr_expect_eq(folder_probe(&made.f, 1, NULL, 0, &found, &err), 0);
		cr_expect_eq(found, row[i].as_none, "%s: %d", row[i].name, (int)found);
		cr_expect_eq(folder_newest(&made.f, -1, &newest, &err), 0, "%s", err.msg);
		cr_expect_eq(newest, row[i].as_none == FOLDER_OTHER ? 1 : -1, "%s", row[i].name);

		result = folder_write(&made.f, 1, made.one.p, made.one.n, &err);
		aside += row[i].as_1 == FOLDER_FOREIGN;
		cr_expect_eq(result, row[i].as_1 == FOLDER_OTHER ? -1 : 0, "%s", row[i].name);
		cr_expect_eq(count_aside(&made), aside, "%s", row[i].name);
		cr_expect_eq(strstr(buf_cstr(&made.told), "it is now 000001.txt.foreign-") != NULL,
		    row[i].as_1 == FOLDER_FOREIGN, "%s: %s", row[i].name, buf_cstr(&made.told));
		(void)file_read(made.file, 1 << 24, &after, &err);
		if (row[i].as_1 == FOLDER_OTHER) {
			cr_expect_eq(err.code, ERR_CORRUPT, "%s", row[i].name);
			cr_expect_not_null(strstr(err.hint, "adit rebuild"), "%s", err.hint);
			cr_expect_str_eq(buf_cstr(&after), text.p, "%s: it stays", row[i].name);
		} else if (row[i].as_1 != FOLDER_SAME) {
			cr_expect_str_eq(buf_cstr(&after), made.one.p, "%s", row[i].name);
		}
		buf_release(&text);
		buf_release(&after);
	}
	buf_release(&made.zero);
	buf_release(&made.one);
	buf_release(&made.told);
	table_close(&made.t);
}
