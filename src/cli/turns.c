/* Digests that a command names: find, verify. */
#include "cli/turns.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/keys.h"
#include "record/pins.h"

static bool
is_folder(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

int
turns_collect(int argc, char **argv, bool newest, struct buf *out, struct err *err)
{
	if (argc == 0 && !isatty(STDIN_FILENO))
		return folder_add_file("-", out, err);
	if (argc == 0) {
		if (is_folder("turns"))
			return folder_add(".", newest, out, err);
		err_set(err, ERR_USAGE, "which digest?");
		return err_hint(err, "name a file or a folder, or - for standard input");
	}
	for (int i = 0; i < argc; i++) {
		if (is_folder(argv[i]) ? folder_add(argv[i], newest, out, err) < 0 :
					 folder_add_file(argv[i], out, err) < 0)
			return -1;
	}
	return 0;
}

int
turns_acted_on(const char *digest, bool newest, struct buf *out, struct err *err)
{
	static char here[] = ".";
	char *dir[] = { here };
	struct buf name = BUF_INIT;
	int result;

	if (digest == NULL && access("turns", F_OK) < 0) {
		err_set(err, ERR_USAGE, "an order needs the digest it acts on");
		return err_hint(err, "name it with -d DIGEST");
	}
	if (digest != NULL) {
		buf_str(&name, digest);
		dir[0] = name.p;
	}
	result = turns_collect(1, dir, newest, out, err);
	buf_release(&name);
	return result;
}

/* ---- verifying ------------------------------------------------------------------------------ */

/* The pins of the game that the first digest claims to be of, and the host to insist on.  What is no
 * digest at all is player_take's to explain. */
static int
load_pins(const struct transcript *tr, const char *home, const char *host_file, struct pins *pins,
    struct err *err)
{
	char host_sign[SIGN_TEXT + 1];
	struct pubkey host;

	memset(pins, 0, sizeof *pins);
	if (tr->n_copy == 0)
		return 0;
	if (pins_load(pins, home, tr->game, err) < 0)
		return -1;
	if (host_file == NULL)
		return 0;
	if (keys_card(host_file, &host, err) < 0)
		return -1;
	pubkey_sign_text(&host, host_sign);
	return pins_note_host(pins, host_sign, err);
}

int
turns_verify(const struct ctx *ctx, const struct buf *text, const char *host_file,
    const struct secret *me, struct buf *proof, struct player_read *r, struct err *err)
{
	struct buf copy = BUF_INIT, home = BUF_INIT;
	struct err trouble = ERR_INIT;
	bool has_home = keys_home(&home, &trouble) == 0;
	struct transcript tr;
	struct pins pins;
	int result;

	memset(r, 0, sizeof *r);
	buf_add(&copy, text->p, text->n);
	transcript_take(&tr, ctx->games, &copy, NULL);
	result = load_pins(&tr, has_home ? home.p : NULL, host_file, &pins, err);
	if (result == 0) {
		struct player_pins known = { .has_host = pins.has_host,
			.leaves = &pins.leaves,
			.seen = &pins,
			.proof = proof };

		memcpy(known.host_sign, pins.host_sign, sizeof known.host_sign);
		result = player_take(r, &tr, &known, me, err);
	}
	if (result == 0 && r->has_view)
		result = shown_check(r->plain.p, &r->sp.signed_part, r->d.n, err);
	if (result == 0)
		result = pins_note_all(&pins, &r->tr, &r->leaves, err);
	if (result == 0 && pins.is_new && (!has_home || pins_save(&pins, &trouble) < 0))
		ctx_say(ctx, "warning: what was seen is not remembered: %s", trouble.msg);
	for (size_t i = 0; i < pins.n && result == 0; i++)
		r->seen_n = pins.at[i].n > r->seen_n ? pins.at[i].n : r->seen_n;
	transcript_release(&tr);
	pins_release(&pins);
	buf_release(&home);
	return result;
}

/* It was revealed in answer to another digest: are the two of one table? */
static int
check_share(
    const struct pins *pins, const struct player_read *r, const struct block *b, struct err *err)
{
	const struct pinned_share *known = pins_share(pins, b->seat, &r->opener.hash);

	if (known == NULL || r->opener.is_linked ||
	    seal_equal(known->head.b, r->head.b, HASH_BYTES))
		return 0;
	(void)err_set(err, ERR_AUTH,
	    "you have revealed this share of the deal before, and it is not known that digest %lld "
	    "of game %s is of the same table",
	    (long long)r->d.n, r->d.game);
	return err_hint(err, "give all digests of the table: -d FOLDER");
}

int
turns_share(
    const struct ctx *ctx, const struct player_read *r, const struct block *b, struct err *err)
{
	struct buf home = BUF_INIT;
	struct err trouble = ERR_INIT;
	struct pinned_share share = { .opener = r->opener.hash, .head = r->head };
	struct pins pins;
	int result;

	if (keys_home(&home, &trouble) < 0)
		return 0; /* as turns_verify has said */
	memcpy(share.seat, b->seat, sizeof share.seat);
	result = pins_load(&pins, home.p, r->d.game, err);
	if (result == 0)
		result = check_share(&pins, r, b, err);
	if (result == 0 && b->has_reveal && pins_share(&pins, b->seat, &share.opener) == NULL) {
		pins_note_share(&pins, &share);
		if (pins_save(&pins, &trouble) < 0)
			ctx_say(
			    ctx, "warning: what was revealed is not remembered: %s", trouble.msg);
	}
	pins_release(&pins);
	buf_release(&home);
	return result;
}
