/* Verified digests, what is remembered of them, and a host who shows two histories. */
#include <criterion/criterion.h>
#include <ftw.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "player/reading.h"
#include "player/verify.h"
#include "record/saved_digest.h"
#include "service/aid.h"
#include "util/file.h"

static struct service s;

static int
verify(const struct buf *text, const char *host, struct buf *proof, struct err *err)
{
	struct player_read r;
	struct buf copy = BUF_INIT;
	int result;

	*err = (struct err)ERR_INIT;
	buf_add(&copy, text->p, text->n);
	result = verify_digests(&s.user.u, &copy, host, NULL, proof, &r, err);
	player_read_release(&r);
	buf_release(&copy);
	return result;
}

/* The fork is found in one text, against the record, and against the pins alone. */
Test(verify, a_fork)
{
	static const struct {
		const char *name;
		bool no_record; /* only pins are kept */
		bool at_once;
		bool no_home;
		int result;
	} row[] = {
		{ "in one text", false, true, false, -1 },
		{ "in one text, without a home", false, true, true, -1 },
		{ "against the record", false, false, false, -1 },
		{ "against the pins", true, false, false, -1 },
		{ "without a home nothing is remembered", false, false, true, 0 },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct test_table fork;
		struct buf text = BUF_INIT, proof = BUF_INIT;
		struct err err;

		service_open(&s);
		s.user.u.no_record = row[i].no_record;
		if (row[i].no_home)
			s.user.u.home = NULL;
		service_play(&s, 3);
		table_open_again(&fork, &s.t, 51);
		cr_assert_eq(table_play(&fork, 3, 77), 3);
		if (row[i].at_once)
			buf_add(&text, s.t.all.p, s.t.all.n);
		else
			cr_assert_eq(verify(&s.t.all, NULL, NULL, &err), 0, "%s", err.msg);
		buf_add(&text, fork.all.p, fork.all.n);
		cr_expect_eq(verify(&text, NULL, &proof, &err), row[i].result, "%s: %s",
		    row[i].name, err.msg);
		cr_expect_eq(err.code, row[i].result < 0 ? ERR_AUTH : ERR_NONE, "%s", row[i].name);
		/* the first history stays valid */
		cr_expect_eq(verify(&s.t.all, NULL, NULL, &err), 0, "%s: %s", row[i].name, err.msg);
		buf_release(&text);
		buf_release(&proof);
		table_close(&fork);
		service_close(&s);
	}
}

/* The same game name by another host is refused once the host is pinned. */
Test(verify, another_host)
{
	struct test_table other;
	struct err err;

	service_open(&s);
	cr_assert_eq(verify(&s.t.all, NULL, NULL, &err), 0, "%s", err.msg);
	table_open(&other, 3, 51);
	cr_expect_eq(verify(&other.all, NULL, NULL, &err), -1);
	cr_expect_eq(err.code, ERR_AUTH, "%s", err.msg);
	table_close(&other);
	service_close(&s);
}

Test(verify, a_player_who_says_no_remembers_nothing)
{
	struct err err;

	service_open(&s);
	cr_expect_eq(verify(&s.t.all, "aaaaaaaaaaaaaaaaaaaaaaaaaa", NULL, &err), -1);
	cr_expect_eq(err.code, ERR_AUTH, "%s", err.msg);
	cr_expect_neq(access(service_path(s.home, "games/k7q2m4xw/pins"), F_OK), 0);
	cr_expect_eq(verify(&s.t.all, NULL, NULL, &err), 0, "%s", err.msg);
	cr_expect_eq(access(service_path(s.home, "games/k7q2m4xw/pins"), F_OK), 0);
	service_close(&s);
}

/* ---- a damaged home -------------------------------------------------------------------------- */

enum damage { GONE, EMPTY, HALF, LAST_BYTE, A_BYTE, GARBAGE, A_LINE_LESS, FOLDER, LOOP, DAMAGES };

static void
damage(const char *path, enum damage how)
{
	struct buf text = BUF_INIT;
	struct err err = ERR_INIT;
	char *line;

	cr_assert_eq(file_read(path, 1 << 20, &text, &err), 0, "%s", err.msg);
	cr_assert_eq(unlink(path), 0);
	line = text.n > 0 ? strchr(text.p, '\n') : NULL;
	if (how == LAST_BYTE || how == A_BYTE) {
		cr_assert_gt(text.n, 0, "%s", path);
		text.p[how == A_BYTE ? text.n / 2 : text.n - 1] ^= 1;
	}
	if (how == GARBAGE)
		service_put(path, "garbage\n", 8);
	else if (how == A_LINE_LESS && line != NULL)
		service_put(path, line + 1, text.n - (size_t)(line + 1 - text.p));
	else if (how == FOLDER)
		cr_assert_eq(mkdir(path, 0700), 0);
	else if (how == LOOP)
		cr_assert_eq(symlink(path, path), 0);
	else if (how != GONE)
		service_put(path, buf_cstr(&text),
		    how == EMPTY    ? 0 :
			how == HALF ? text.n / 2 :
				      text.n);
	buf_release(&text);
}

static struct {
	unsigned n;
	char path[64][200];
} files;

static int
add_file(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	(void)st, (void)ftw;
	if (type != FTW_F)
		return 0;
	cr_assert_lt(files.n, sizeof files.path / sizeof files.path[0]);
	(void)snprintf(files.path[files.n++], sizeof files.path[0], "%s", path);
	return 0;
}

static void
run(const char *command)
{
	cr_assert_eq(system(command), 0, "%s", command);
}

/* Whatever became of a file, what the player reads is read or refused with words, and the host, who
 * is honest, is not accused. */
Test(verify, a_damaged_home)
{
	char save[600], load[600];

	service_open(&s);
	service_play(&s, 3);
	cr_assert_eq(verify(&s.t.all, NULL, NULL, &(struct err)ERR_INIT), 0);
	(void)snprintf(save, sizeof save, "cp -a %s %s/home", s.home, s.dir);
	(void)snprintf(load, sizeof load, "rm -rf %s && cp -a %s/home %s", s.home, s.dir, s.home);
	run(save);
	files.n = 0;
	cr_assert_eq(nftw(service_path(s.home, "games"), add_file, 8, FTW_PHYS), 0);
	cr_assert_gt(files.n, 4);
	for (unsigned i = 0; i < files.n; i++) {
		for (int how = 0; how < DAMAGES; how++) {
			struct buf text = BUF_INIT;
			struct err err = ERR_INIT;

			run(load);
			damage(files.path[i], (enum damage)how);
			(void)verify_read_saved(
			    &s.user.u, service_path(s.home, "games/k7q2m4xw"), false, &text, &err);
			cr_expect_neq(
			    err.code, ERR_AUTH, "%s, %d: %s", files.path[i], how, err.msg);
			verify_report_missing(&s.user.u, "k7q2m4xw");
			for (int k = 0; k < 2; k++) {
				const int result = verify(
				    k == 0 ? &s.t.digest : &s.t.all, NULL, NULL, &err);

				cr_expect_eq(result < 0, err.msg[0] != '\0', "%s, %d: %s",
				    files.path[i], how, err.msg);
				cr_expect_neq(
				    err.code, ERR_AUTH, "%s, %d: %s", files.path[i], how, err.msg);
			}
			buf_release(&text);
		}
	}
	run(load);
	(void)snprintf(save, sizeof save, "rm -rf %s/home", s.dir);
	run(save);
	service_close(&s);
}

/* Where every digest of the record is damaged, the player has to read them again; nothing else is lost. */
Test(verify, no_digest_is_whole)
{
	const char *const dir = "games/k7q2m4xw";
	struct err err = ERR_INIT;
	struct buf text = BUF_INIT;

	service_open(&s);
	service_play(&s, 3);
	cr_assert_eq(verify(&s.t.all, NULL, NULL, &err), 0, "%s", err.msg);
	for (unsigned n = 0; n <= 3; n++) {
		char name[64];

		(void)snprintf(name, sizeof name, "%s/turns/00000%u.txt", dir, n);
		damage(service_path(s.home, name), GARBAGE);
	}
	for (int newest = 0; newest < 2; newest++) {
		err = (struct err)ERR_INIT;
		cr_expect_eq(verify_read_saved(
				 &s.user.u, service_path(s.home, dir), newest == 1, &text, &err),
		    -1);
		cr_expect_eq(err.code, ERR_CORRUPT, "%s", err.msg);
		cr_expect_not_null(strstr(err.msg, "is whole"), "%s", err.msg);
		cr_expect(text.n == 0 && test_user_heard(&s.user, "left out"));
	}
	cr_expect_eq(verify(&s.t.all, NULL, NULL, &err), 0, "%s", err.msg);
	cr_expect_eq(verify_read_saved(&s.user.u, service_path(s.home, dir), false, &text, &err), 0,
	    "%s", err.msg);
	buf_release(&text);
	service_close(&s);
}

/* The pins are lost, but the record has what the host has signed. */
Test(verify, a_fork_against_the_saved_digests)
{
	const char *const saved = "games/k7q2m4xw/turns/000002.txt";
	struct test_table fork;
	struct buf proof = BUF_INIT, before = BUF_INIT, after = BUF_INIT;
	struct transcript both;
	struct err err = ERR_INIT;

	service_open(&s);
	service_play(&s, 2);
	cr_assert_eq(verify(&s.t.all, NULL, NULL, &err), 0, "%s", err.msg);
	cr_assert_eq(unlink(service_path(s.home, "games/k7q2m4xw/pins")), 0);
	cr_assert_eq(file_read(service_path(s.home, saved), 1 << 20, &before, &err), 0);
	table_open_again(&fork, &s.t, 51);
	cr_assert_eq(table_play(&fork, 2, 77), 2);
	cr_expect_eq(verify(&fork.digest, NULL, &proof, &err), -1);
	cr_expect_eq(err.code, ERR_AUTH, "%s", err.msg);
	cr_assert_eq(file_read(service_path(s.home, saved), 1 << 20, &after, &err), 0);
	cr_expect(before.n == after.n && memcmp(before.p, after.p, before.n) == 0,
	    "the record is as it was");
	transcript_load(&both, s.user.u.games, &proof, NULL);
	cr_expect_eq(both.n_copy, 2, "the proof has both");
	cr_expect(both.n_copy == 2 && both.copy[0].n == 2 && both.copy[1].n == 2);
	transcript_release(&both);
	buf_release(&before);
	buf_release(&after);
	buf_release(&proof);
	table_close(&fork);
	service_close(&s);
}

Test(verify, whole)
{
	struct player_read r;
	struct buf text = BUF_INIT;
	struct err err = ERR_INIT;

	service_open(&s);
	service_play(&s, 2);
	buf_add(&text, s.t.all.p, s.t.all.n);
	cr_expect_eq(verify_whole(&s.user.u, &text, &r, &err), 0, "%s", err.msg);
	cr_expect_eq(r.d.n, 2);
	player_read_release(&r);
	cr_expect_neq(access(service_path(s.home, "games"), F_OK), 0, "nothing is recorded");
	buf_clear(&text);
	buf_add(&text, s.t.digest.p, s.t.digest.n);
	cr_expect_eq(verify_whole(&s.user.u, &text, &r, &err), -1);
	cr_expect_eq(err.code, ERR_NOT_FOUND, "%s", err.msg);
	player_read_release(&r);
	buf_release(&text);
	service_close(&s);
}

Test(verify, no_digest)
{
	struct buf text = BUF_INIT;
	struct err err;

	service_open(&s);
	cr_expect_eq(verify(&text, NULL, NULL, &err), -1);
	cr_expect_eq(err.code, ERR_SYNTAX, "%s", err.msg);
	buf_str(&text, "garbage\n");
	cr_expect_eq(verify(&text, NULL, NULL, &err), -1);
	cr_expect_eq(err.code, ERR_SYNTAX, "%s", err.msg);
	buf_release(&text);
	service_close(&s);
}

/* A digest whose hash a verified digest names needs no signature, and is taken only as it was. */
Test(verify, a_named_digest)
{
	enum { DIGESTS = 2 };
	static const struct {
		const char *name, *find; /* NULL: nothing is changed; else one byte */
		int off;                 /* of what is found, it is this one */
		bool other;              /* another digest was named */
		unsigned fault;
	} row[] = {
		{ "as it was", NULL, 0, false, 0 },
		{ "a signature that is not valid", "\nhead: ", -20, false, 0 },
		{ "a changed line", "\nround: ", 8, false, FAULT_BIT(FAULT_SIGNATURE) },
		{ "another head", "\nhead: ", 7, false, FAULT_BIT(FAULT_SIGNATURE) },
		{ "another digest", NULL, 0, true, FAULT_BIT(FAULT_SIGNATURE) },
	};
	struct transcript whole, one;
	struct buf all = BUF_INIT;

	service_open(&s);
	service_play(&s, DIGESTS);
	buf_add(&all, s.t.all.p, s.t.all.n);
	transcript_load(&whole, s.user.u.games, &all, NULL);
	cr_assert_eq(whole.n_copy, DIGESTS + 1);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		const struct transcript_copy *c = &whole.copy[DIGESTS];
		struct buf text = BUF_INIT;
		char *at;

		saved_digest_put(whole.text.p, &c->t, &text);
		if (row[i].find != NULL) {
			at = strstr(buf_cstr(&text), row[i].find);
			cr_assert_not_null(at, "%s", row[i].name);
			at += row[i].off;
			*at = *at == 'a' ? 'b' : 'a';
		}
		transcript_load_named(&one, s.user.u.games, &text, &whole.host,
		    &whole.copy[row[i].other ? 0 : DIGESTS].hash);
		cr_expect(one.n_copy == 1 && one.copy[0].fault == row[i].fault, "%s: %zu, %#x",
		    row[i].name, one.n_copy, one.n_copy > 0 ? one.copy[0].fault : 0);
		transcript_release(&one);
		buf_release(&text);
	}
	transcript_release(&whole);
	service_close(&s);
}

/* ---- reading ----------------------------------------------------------------------------------- */

/* A digest is read once it was shown; a copy of the home knows nothing of it. */
Test(reading, since)
{
	struct player_read r;
	struct reading past;
	struct buf text = BUF_INIT;
	struct err err = ERR_INIT;

	service_open(&s);
	service_play(&s, 3);
	buf_add(&text, s.t.all.p, s.t.all.n);
	cr_assert_eq(
	    verify_digests(&s.user.u, &text, NULL, s.t.key[0], NULL, &r, &err), 0, "%s", err.msg);
	cr_assert_eq(reading_begin(&past, &s.user.u, &r, &err), 0, "%s", err.msg);
	cr_expect_eq(reading_since(&s.user.u, &r, buf_cstr(&past.dir)), HISTORY_UNKNOWN);
	reading_shown(&s.user.u, &r, &past.story);
	cr_expect_lt(
	    reading_since(&s.user.u, &r, buf_cstr(&past.dir)), 3, "its news are shown again");
	reading_end(&past);
	player_read_release(&r);

	service_play(&s, 1);
	buf_clear(&text);
	buf_add(&text, s.t.digest.p, s.t.digest.n);
	cr_assert_eq(
	    verify_digests(&s.user.u, &text, NULL, s.t.key[0], NULL, &r, &err), 0, "%s", err.msg);
	cr_assert_eq(reading_begin(&past, &s.user.u, &r, &err), 0, "%s", err.msg);
	cr_expect_eq(reading_since(&s.user.u, &r, buf_cstr(&past.dir)), 3);
	reading_end(&past);
	cr_expect_eq(past.dir.n, 0);
	s.user.u.home = NULL;
	cr_assert_eq(reading_begin(&past, &s.user.u, &r, &err), 0, "%s", err.msg);
	reading_end(&past);
	player_read_release(&r);
	buf_release(&text);
	service_close(&s);
}

/* Every legal order for the seat to move; a reason for the others. */
Test(reading, moves)
{
	service_open(&s);
	for (unsigned seat = 0; seat < 3; seat++) {
		struct player_read r;
		struct buf out = BUF_INIT, line = BUF_INIT;

		table_read(&s.t, seat, &r);
		reading_moves(&s.user.u, &r, &out);
		if (seat == table_to_move(&s.t)) {
			table_legal(&s.t, 0, &line);
			cr_expect_not_null(strstr(out.p, line.p), "%s: %s", line.p, out.p);
		} else {
			cr_expect_eq(out.n, 0, "%s", buf_cstr(&out));
			cr_expect(test_user_heard(&s.user, "'s turn, not yours"));
		}
		buf_release(&out);
		buf_release(&line);
		player_read_release(&r);
	}
	service_close(&s);
}
