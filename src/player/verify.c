/* Verifies and saves digests. */
#include "player/verify.h"

#include <inttypes.h>
#include <string.h>

#include "player/contact.h"
#include "record/folder.h"
#include "record/home.h"
#include "record/keys.h"
#include "record/pins.h"
#include "record/saved_digest.h"
#include "text/language.h"

static void
say_line(void *arg, const char *line)
{
	output_say(arg, "%s", line);
}

int
verify_read_saved(
    const struct user *u, const char *dir, bool newest, struct buf *out, struct err *err)
{
	return saved_digest_collect(dir, u->games, newest, say_line, u->out, out, err);
}

static void
report_damage(const struct user *u, const struct pins *pins, const struct transcript *tr)
{
	struct buf text = BUF_INIT;

	pins_damage_text(pins, tr, &text);
	if (text.n > 0)
		output_say(u->out, "%s", text.p);
	buf_release(&text);
}

/*
 * Loads the pins of the game that the first digest claims, and checks the required host.
 * player_read_transcript reports input without a digest. *is_known is true if this home has pinned
 * the host.
 */
static int
load_pins(const struct user *u, const struct transcript *tr, const char *home,
    const char *host_file, struct pins *pins, bool *is_known, struct err *err)
{
	char host_sign[SIGN_TEXT + 1];
	struct pubkey host;

	memset(pins, 0, sizeof *pins);
	if (tr->n_copy == 0)
		return 0;
	if (pins_load(pins, home, tr->game, u->games, err) < 0 ||
	    (pins->is_host_lost && pins_note_host(pins, tr->host_sign, err) < 0))
		return -1;
	report_damage(u, pins, tr);
	(void)pins_give_up(pins, tr);
	*is_known = pins->has_host;
	if (host_file == NULL || contact_is_fingerprint(host_file))
		return 0;
	if (keys_read_pubkey(host_file, &host, err) < 0)
		return -1;
	pubkey_sign_text(&host, host_sign);
	return pins_note_host(pins, host_sign, err);
}

static int64_t
newest_seen(const struct pins *pins)
{
	int64_t n = -1;

	for (size_t i = 0; i < pins->n; i++)
		n = pins->at[i].n > n ? pins->at[i].n : n;
	return n;
}

/* Saves the verified digests and the pins. ERR_AUTH: the record contradicts them. */
static int
keep(const struct user *u, const struct player_read *r, struct pins *pins, struct buf *proof,
    struct err *err)
{
	uint8_t seat = r->has_view ? r->seat : SAVED_DIGEST_NONE;
	const char *dir = pins->folder.p;
	int result = u->no_record ? 0 : folder_make(dir, err);
	bool is_new = false;

	if (result == 0 && !u->no_record)
		saved_digest_set_aside(dir, pins->lost, pins->n_lost);
	for (size_t i = 0; i < r->tr.n_copy && result >= 0 && !u->no_record; i++) {
		result = saved_digest_add(dir, &r->tr, &r->tr.copy[i], seat, proof, err);
		is_new = is_new || result > 0;
	}
	if (result >= 0)
		result = is_new ? saved_digest_sync(dir, err) : 0;
	/* If the disk is full, the pins matter more than the digests. */
	if (result < 0 && err->code == ERR_AUTH)
		return -1;
	return pins_save(pins, err) < 0 ? -1 : result;
}

/* Reports that n digests seen before are given up now, with the last of them. */
static void
report_lost(const struct user *u, const struct pins *pins, size_t n)
{
	const struct given_up *last = pins->lost;
	struct buf text = BUF_INIT;

	for (size_t i = 0; i < pins->n_lost; i++)
		last = pins->lost[i].n > last->n ? &pins->lost[i] : last;
	if (n == 0)
		return;
	language_fmt_n(u->lang, &text, n,
	    MSG_N("warning",
		"the host of game %s has lost %zu digest that was read here, up to digest %lld, "
		"and says so in a newer one: the game goes on without them",
		"the host of game %s has lost %zu digests that were read here, up to digest %lld, "
		"and says so in a newer one: the game goes on without them"),
	    pins->game, n, (long long)last->n);
	output_say(u->out, "%s", text.p);
	buf_release(&text);
}

/* A line without the host's signature proves nothing and is ignored. */
static void
report_unsigned_pin(const struct user *u, const struct pins *pins)
{
	if (pins->foreign > 0)
		output_say(u->out,
		    "%s/pins: the host has not signed the digest of line %d; it is not used",
		    pins->folder.p, pins->foreign);
}

static void
say_unrecorded(const struct user *u, struct err *why)
{
	(void)err_wrap(why, "warning: the digests seen are not recorded");
	output_say_why(u->out, why);
}

/* Updates the pins. Reloads them first, since other processes may have changed them. */
static int
remember(const struct user *u, const char *home, struct player_read *r, struct buf *proof,
    struct err *err)
{
	struct home_hold hold = { -1 };
	struct err trouble = ERR_INIT;
	struct pins pins;
	bool is_held = home != NULL && home_lock(home, r->d.game, &hold, &trouble) == 0;
	int result = pins_load(&pins, home, r->d.game, u->games, err);

	if (result == 0 && pins.is_host_lost)
		result = pins_note_host(&pins, r->tr.host_sign, err);
	if (result == 0)
		report_lost(u, &pins, pins_give_up(&pins, &r->tr));
	r->before_n = newest_seen(&pins);
	if (result == 0)
		result = pins_note_all(&pins, &r->tr, &r->leaves, proof, err);
	report_unsigned_pin(u, &pins);
	if (result == 0 && is_held && keep(u, r, &pins, proof, &trouble) < 0 &&
	    trouble.code == ERR_AUTH) {
		*err = trouble;
		result = -1;
	}
	if (result == 0 && home != NULL && trouble.code != ERR_NONE)
		say_unrecorded(u, &trouble);
	r->seen_n = newest_seen(&pins);
	home_unlock(&hold);
	pins_release(&pins);
	return result;
}

/* Verifies with the pins of the home; NULL: no home. */
static int
verify(const struct user *u, const struct buf *text, const char *home, const char *host_file,
    const struct seckey *me, struct buf *proof, struct player_read *r, struct err *err)
{
	struct buf copy = BUF_INIT;
	struct transcript tr;
	struct pins pins;
	int result;

	bool is_known = false;

	memset(r, 0, sizeof *r);
	buf_add(&copy, text->p, text->n);
	transcript_load(&tr, u->games, &copy, NULL);
	result = load_pins(u, &tr, home, host_file, &pins, &is_known, err);
	if (result == 0) {
		struct player_pins known = { .has_host = pins.has_host,
			.leaves = &pins.leaves,
			.seen = &pins,
			.dir = u->no_record ? NULL : pins.folder.p,
			.proof = proof };

		memcpy(known.host_sign, pins.host_sign, sizeof known.host_sign);
		result = player_read_transcript(r, &tr, &known, me, err);
		r->is_first = !is_known;
	}
	transcript_release(&tr);
	pins_release(&pins);
	return result;
}

int
verify_digests(const struct user *u, const struct buf *text, const char *host_file,
    const struct seckey *me, struct buf *proof, struct player_read *r, struct err *err)
{
	struct buf home = BUF_INIT;
	struct err trouble = ERR_INIT;
	bool has_home = user_home(u, &home, &trouble) == 0;
	int result = verify(u, text, has_home ? home.p : NULL, host_file, me, proof, r, err);

	if (result == 0 && r->has_view)
		result = transcript_check_printable(r->plain.p, &r->sp.signed_part, r->d.n, err);
	if (result == 0)
		result = contact_check(u, r, host_file, !r->is_first, err);
	if (result == 0)
		result = remember(u, has_home ? home.p : NULL, r, proof, err);
	if (result == 0 && !has_home)
		say_unrecorded(u, &trouble);
	buf_release(&home);
	return result;
}

int
verify_public(const struct user *u, const struct buf *text, struct player_read *r, struct err *err)
{
	struct buf home = BUF_INIT;
	struct err none = ERR_INIT;
	const char *known = user_home(u, &home, &none) == 0 ? home.p : NULL;
	int result = verify(u, text, known, NULL, NULL, NULL, r, err);

	buf_release(&home);
	for (size_t i = 0; i < r->tr.n_copy && result == 0; i++)
		result = transcript_check_printable(
		    r->tr.text.p, &r->tr.copy[i].t.signed_part, r->tr.copy[i].n, err);
	return result;
}

int
verify_whole(const struct user *u, const struct buf *text, struct player_read *r, struct err *err)
{
	if (verify_public(u, text, r, err) < 0)
		return -1;
	transcript_sort(&r->tr);
	transcript_number(&r->tr);
	if (r->tr.n <= r->d.n)
		return err_set(err, ERR_NOT_FOUND, "digest %lld of game %s is missing",
		    (long long)r->tr.n, r->d.game);
	return 0;
}

void
verify_report_missing(const struct user *u, const char *game)
{
	struct buf dir = BUF_INIT, missing = BUF_INIT;
	struct err why = ERR_INIT;
	int64_t count = 0;
	int result = 0;

	if (!u->no_record && user_game(u, game, &dir, &why) == 0)
		result = saved_digest_missing(u->lang, dir.p, &missing, &count, &why);
	if (result < 0)
		output_say_why(u->out, &why);
	else if (count == 1)
		output_say(u->out, "digest %s of game %s is missing: request them from the host",
		    missing.p, game);
	else if (count > 1)
		output_say(u->out, "digests %s of game %s are missing: request them from the host",
		    missing.p, game);
	buf_release(&dir);
	buf_release(&missing);
}

/* The share was revealed for another digest: checks that both are of one table. */
static int
check_share(const struct pins *pins, const struct player_read *r, const struct order_block *b,
    struct err *err)
{
	const struct pinned_share *known = pins_share(pins, b->seat, &r->opener.hash);

	if (known == NULL || r->opener.is_linked ||
	    seal_equal(known->head.b, r->head.b, HASH_BYTES))
		return 0;
	(void)err_set(err, ERR_AUTH,
	    "you have revealed this share of the deal before, and it is not known that digest %lld "
	    "of game %s is of the same table",
	    (long long)r->d.n, r->d.game);
	return err_hint(err, "it is noted in %s/pins; give all digests of the table: -d FOLDER",
	    pins->folder.p);
}

int
verify_share(
    const struct user *u, const struct player_read *r, const struct order_block *b, struct err *err)
{
	struct buf home = BUF_INIT;
	struct err trouble = ERR_INIT;
	struct pinned_share share = { .opener = r->opener.hash, .head = r->head };
	struct home_hold hold = { -1 };
	struct pins pins;
	int result, saved;

	if (user_home(u, &home, &trouble) < 0)
		return 0; /* verify_digests has reported it */
	memcpy(share.seat, b->seat, sizeof share.seat);
	saved = home_lock(home.p, r->d.game, &hold, &trouble);
	result = pins_load(&pins, home.p, r->d.game, u->games, err);
	if (result == 0)
		result = check_share(&pins, r, b, err);
	if (result == 0 && b->has_reveal && pins_share(&pins, b->seat, &share.opener) == NULL) {
		pins_note_share(&pins, &share);
		if (saved == 0)
			saved = pins_save(&pins, &trouble);
		if (saved < 0) {
			(void)err_wrap(&trouble, "warning: the revealed share is not recorded");
			output_say_why(u->out, &trouble);
		}
	}
	home_unlock(&hold);
	pins_release(&pins);
	buf_release(&home);
	return result;
}

int
verify_withheld(const struct user *u, const struct player_read *r, struct withheld *out,
    struct buf *proof, struct err *err)
{
	struct buf home = BUF_INIT, dir = BUF_INIT;
	struct err why = ERR_INIT;
	struct pins pins = { .n = 0 };
	int result = 0;

	*out = (struct withheld){ .n = 0 };
	if (user_home(u, &home, &why) == 0 && home_folder(home.p, r->d.game, &dir, &why) == 0 &&
	    pins_load(&pins, home.p, r->d.game, u->games, &why) == 0) {
		result = withheld_find(
		    out, &pins, &r->tr, u->no_record ? NULL : dir.p, r->d.n, proof, err);
	} else if (why.code == ERR_BUSY) {
		*err = why;
		result = -1;
	}
	pins_release(&pins);
	buf_release(&home);
	buf_release(&dir);
	return result;
}

int
verify_for_order(struct user *u, const struct buf *text, const char *host, bool deals,
    struct player_read *r, struct err *err)
{
	struct err why = ERR_INIT;

	if (verify_digests(u, text, host, u->key, NULL, r, &why) == 0)
		return 0;
	if (deals && why.code == ERR_NOT_FOUND) {
		player_read_release(r);
		return verify_digests(u, text, host, NULL, NULL, r, err);
	}
	*err = why;
	return -1;
}
