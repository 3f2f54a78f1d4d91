/*
 * News in a session.
 *
 * (N1) Input may come from anybody. Only digests signed by the host of the game are read, and only
 *      they can prove that the host cheats. A view that its digest does not name is ignored.
 * (N2) Only verified digests are shown, never an older one.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "player/verify.h"
#include "record/keys.h"
#include "session/play_internal.h"
#include "player/receipt_report.h"
#include "player/queued_check.h"
#include "record/folder.h"
#include "record/mail_recover.h"
#include "record/pins.h"
#include "record/receipt.h"
#include "record/saved_digest.h"
#include "record/send_state.h"
#include "seal/age.h"
#include "text/error_text.h"
#include "util/file.h"
#include "util/lines.h"
#include "util/mem.h"

/* ---- filtering ------------------------------------------------------------------------------- */

struct sift {
	const struct play *p;
	struct buf *out;
	unsigned n_other, n_forged;
};

/* (N1) True if each view after the digest is named in it. */
static bool
views_hold(const struct sift *s, const struct buf *text, const struct digest_layout *t)
{
	struct digest *d = mem_new(sizeof *d);
	struct err none = ERR_INIT;
	bool hold = digest_parse(s->p->u->games, text->p, t, d, &none) == 0;

	for (unsigned i = 0; i < SEATS_MAX && hold; i++) {
		const struct span *sp = &t->sealed[i];
		struct buf file = BUF_INIT;
		struct hash h;

		if (sp->n == 0)
			continue;
		hold = age_dearmor(text->p + sp->at, sp->n, &file, &none) == 0;
		h = view_hash(buf_cstr(&file), file.n);
		hold = hold && seal_equal(h.b, d->view_hash[i], HASH_BYTES);
		buf_release(&file);
	}
	free(d);
	return hold;
}

/* Returns 1 if the digest counts; 0 if it is of another host or game; -1 if it is invalid. */
static int
sift_one(struct sift *s, const char *at, size_t n, bool with_views)
{
	const struct player_read *r = &s->p->r;
	char host[SIGN_TEXT + 1], game[ORDER_BLOCK_GAME_MAX + 1];
	struct buf text = BUF_INIT;
	struct digest_layout t;
	int64_t number;
	int result = -1;

	buf_add(&text, at, n);
	if (digest_is_self_signed(&text, &t, host, game, &number))
		result = strcmp(game, r->d.game) == 0 && strcmp(host, r->tr.host_sign) == 0;
	if (result > 0 && with_views && !views_hold(s, &text, &t))
		result = -1;
	if (result > 0) {
		buf_add(s->out, text.p + t.whole.at, t.whole.n);
		buf_chr(s->out, '\n');
	}
	buf_release(&text);
	return result;
}

/* Possible ends of a digest: the next heading, its last view, its signature. */
enum { ENDS = 3 };
static void
find_ends(const char *at, size_t n, size_t end[static ENDS])
{
	static const char last[] = "-----END AGE ENCRYPTED FILE-----\n";
	end[0] = end[1] = n;
	end[2] = digest_foot_end(at, n, lines_find(at, n, 0, "sig:"));
	while (end[1] > end[2] &&
	    (end[1] < strlen(last) || memcmp(at + end[1] - strlen(last), last, strlen(last)) != 0))
		end[1]--;
}

static void
sift_piece(struct sift *s, const char *at, size_t n)
{
	size_t end[ENDS];
	int result = -1;

	find_ends(at, n, end);
	for (int i = 0; i < ENDS && result < 0; i++)
		result = sift_one(s, at, end[i], i < ENDS - 1);
	s->n_other += result == 0;
	s->n_forged += result < 0;
}

/* Undoes changes by mail programs. */
static void
undo_mail_changes(const struct buf *from, struct buf *out)
{
	if (!mail_recover_digests(buf_cstr(from), from->n, NULL, out)) {
		buf_clear(out);
		digest_clean(buf_cstr(from), from->n, out);
	}
}

/* True if the session has read the digest: the record has it, with the view of the seat. */
static bool
is_read(const struct play *p, const char *s, const struct digest_layout *t)
{
	char host[SIGN_TEXT + 1], game[ORDER_BLOCK_GAME_MAX + 1];
	struct err none = ERR_INIT;
	int64_t n;

	return (p->r.has_view || p->u->key == NULL) &&
	    digest_host(s, t, host, game, &n, &none) == 0 && n <= p->r.d.n &&
	    strcmp(game, p->r.d.game) == 0 &&
	    saved_digest_has(p->dir.p, n, s + t->signed_part.at, t->signed_part.n,
		p->r.has_view ? p->r.v.seat : NULL);
}

/* Copies the text without the digests that the session has read. */
static void
leave_out_read(const struct play *p, const struct buf *from, struct buf *out)
{
	struct digest_layout t;
	struct err none = ERR_INIT;
	size_t at = 0, done = 0;

	while (digest_next(buf_cstr(from), from->n, &at, &t, &none) == 1) {
		if (is_read(p, from->p, &t)) {
			buf_add(out, from->p + done, t.whole.at - done);
			done = at;
		}
	}
	buf_add(out, buf_cstr(from) + done, from->n - done);
}

static void
sift(struct play *p, const struct buf *from, struct buf *out)
{
	struct sift s = { .p = p, .out = out };
	struct buf unread = BUF_INIT, text = BUF_INIT;

	leave_out_read(p, from, &unread);
	undo_mail_changes(&unread, &text);
	for (size_t at = lines_find(buf_cstr(&text), text.n, 0, DIGEST_HEADING), next; at < text.n;
	     at = next) {
		next = lines_find(text.p, text.n, at + 1, DIGEST_HEADING);
		sift_piece(&s, text.p + at, next - at);
	}
	if (s.n_other > 0)
		play_say(p, MSG("play", "ignored: %u of another game or host"), s.n_other);
	if (s.n_forged > 0)
		play_say(p, MSG("play", "ignored: %u that look like digests and are not signed"),
		    s.n_forged);
	buf_release(&unread);
	buf_release(&text);
}

/* ---- receipts -------------------------------------------------------------------------------------- */

/* True if the receipt is a refusal that can be shown. */
static bool
is_refusal(const struct receipt *r)
{
	return r->repeated < 0 && (!r->is_sealed || r->text_n > 0);
}

static void
take_receipt(struct play *p, const char *s, const struct receipt_spans *sp, bool all)
{
	struct receipt r, shown;
	struct err why = ERR_INIT;
	struct hash hash;
	int is_new;

	if (receipt_parse(s, sp, &r, &why) < 0 || strcmp(r.game, p->r.d.game) != 0 ||
	    receipt_verify(s, sp, &p->r.tr.host, &r, &why) < 0) {
		play_say(p, MSG("play", "ignored: a receipt that is not of this game's host"));
		return;
	}
	if (r.is_sealed && p->u->key != NULL)
		(void)receipt_open(s, sp, p->u->key, &r, &why);
	memcpy(hash.b, r.text_n > 0 ? r.sealed_order : r.order, sizeof hash.b);
	is_new = is_refusal(&r) ? send_state_refused(p->dir.p, &hash, &why) : 0;
	if (is_new < 0)
		play_fail(p, &why);
	if (is_new > 0 || all) {
		if (receipt_report_one(p->u, s, sp, &p->r.tr.host, &shown, &why) == 0)
			play_put(p, p->u->out->print->out);
		else
			play_fail(p, &why);
		seal_wipe(&shown, sizeof shown);
		buf_clear(p->u->out->print->out);
	}
	seal_wipe(&r, sizeof r);
}

void
play_news_receipts(struct play *p, const struct buf *from, bool all)
{
	struct receipt_spans sp;
	struct err none = ERR_INIT;
	struct buf text = BUF_INIT;
	size_t at = 0;
	int found;

	if (!receipt_is_in(from))
		return;
	digest_clean(buf_cstr(from), from->n, &text);
	while ((found = receipt_next(buf_cstr(&text), text.n, &at, &sp, &none)) != 0)
		if (found > 0)
			take_receipt(p, text.p, &sp, all);
	buf_release(&text);
}

/* ---- the host is caught ---------------------------------------------------------------------------- */

/* Saves the proof, or at least the message, in the record. A later session then signs nothing,
 * too. */
static void
keep_proof(struct play *p, const struct buf *proof, const char *name, struct buf *file)
{
	struct buf text = BUF_INIT;
	struct err why = ERR_INIT;

	if (proof->n > 0)
		buf_add(&text, proof->p, proof->n);
	else
		buf_fmt(&text, "%s\n", p->why.msg);
	buf_fmt(file, "%s/%s", p->dir.p, name);
	if (file_write(file->p, text.p, text.n, &why) < 0) {
		play_say(p, MSG("play", "the proof is not saved: %s"), play_error_text(p, &why));
		buf_clear(file);
	}
	buf_wipe(&text);
}

static void
catch_in(struct play *p, const struct err *why, const struct buf *proof, const char *name)
{
	struct buf file = BUF_INIT;

	p->is_caught = true;
	p->why = *why;
	keep_proof(p, proof, name, &file);
	play_bell(p);
	play_say(p, "%s", play_error_text(p, why));
	play_say(p, MSG("play", "From now on nothing is signed."));
	if (file.n > 0 && proof->n > 0)
		play_say(p, MSG("play", "%s proves it: adit audit %s (it shows your private view)"),
		    file.p, file.p);
	buf_release(&file);
}

static void catch (struct play *p, const struct err *why, const struct buf *proof)
{
	catch_in(p, why, proof, "caught");
}

static void
fail(struct play *p, const struct err *why, const struct buf *proof)
{
	if (why->code == ERR_AUTH)
		catch (p, why, proof);
	else
		play_fail(p, why);
}

/* For an unknown game: the mark applies only to the host with this key. */
static void
name_of_host(const char *host_sign, struct buf *name)
{
	buf_fmt(name, "caught-%s", host_sign);
	for (size_t i = 0; i < name->n; i++)
		name->p[i] = name->p[i] == '/' ? '_' : name->p[i];
}

/* Checks whether an earlier session caught the host. */
static void
recall_caught(struct play *p)
{
	struct buf file = BUF_INIT, name = BUF_INIT;

	name_of_host(p->r.tr.host_sign, &name);
	buf_fmt(&file, "%s/%s", p->dir.p, name.p);
	if (access(file.p, F_OK) != 0) {
		buf_clear(&file);
		buf_fmt(&file, "%s/caught", p->dir.p);
	}
	buf_release(&name);
	if (access(file.p, F_OK) == 0 && !p->is_caught) {
		p->is_caught = true;
		(void)err_set(&p->why, ERR_AUTH, "the host was caught before: see %s", file.p);
		play_say(p, MSG("play", "%s; nothing is signed while that file is there"),
		    play_error_text(p, &p->why));
	}
	buf_release(&file);
}

/* ---- accepting digests ----------------------------------------------------------------------- */

/* Verifies with the key; without a matching view only the public part. */
static int
verify(struct play *p, const struct buf *text, struct player_read *r, struct buf *proof,
    struct err *err)
{
	struct user *u = p->u;
	struct err why = ERR_INIT;

	if (verify_digests(u, text, NULL, u->key, proof, r, &why) == 0)
		return 0;
	if (why.code != ERR_NOT_FOUND || u->key == NULL) {
		*err = why;
		return -1;
	}
	player_read_release(r);
	if (verify_digests(u, text, NULL, NULL, proof, r, err) < 0)
		return -1;
	play_say(p, MSG("play", "%s: showing the public part"), play_error_text(p, &why));
	return 0;
}

/* (N2) */
static bool
is_news(const struct play *p, const struct player_read *r)
{
	return r->d.n > p->r.d.n || (r->d.n == p->r.d.n && r->has_view && !p->r.has_view);
}

/* Reports confirmations that the host calls missing. */
static void
check_withheld(struct play *p)
{
	struct buf proof = BUF_INIT;
	struct err lie = ERR_INIT;
	struct withheld w;

	if (reading_withheld(p->u, &p->r, &p->past.story, &w, &proof, &lie) < 0)
		fail(p, &lie, &proof);
	for (unsigned i = 0; i < w.n; i++) {
		struct buf words = BUF_INIT;

		(void)withheld_fail(&w.at[i], &lie);
		error_text_message(p->u->lang, &lie, &words);
		play_say(p, "%s.", words.p);
		buf_release(&words);
	}
	buf_release(&proof);
}

/* Makes these digests those of the session. */
static void
replace(struct play *p, struct player_read *r)
{
	/* Only digest 0 has them. */
	if (p->r.d.n >= 0 && r->first_n > 0)
		names_take_shown(&r->d.names, &p->r.d.names);
	player_read_release(&p->r);
	p->r = *r;
	memset(r, 0, sizeof *r);
}

/* Reads the record of the game up to the newest digest. */
static void
read_past(struct play *p)
{
	struct err lie = ERR_INIT, why = ERR_INIT;
	const struct buf none = BUF_INIT;

	reading_end(&p->past);
	reading_complete(p->u, &p->r);
	if (reading_begin(&p->past, p->u, &p->r, &why) < 0)
		play_fail(p, &why);
	if (queued_check_check(&p->past.story, &p->r, &lie) < 0)
		fail(p, &lie, &none);
	check_withheld(p);
}

static void
take(struct play *p, struct player_read *r)
{
	replace(p, r);
	read_past(p);
}

/* Locks the seat, whose view may have come just now. */
static void
lock_own_seat(struct play *p)
{
	struct err why = ERR_INIT;

	if (play_seat_lock(p, &why) < 0 || play_seat_init(p, &why) < 0)
		play_fail(p, &why);
}

/*
 * Reads digests and receipts from untrusted bytes. Those of another game, or not signed by its
 * host, are ignored with a message. Returns true if the table changed and was shown. all: also show
 * receipts of orders that were signed elsewhere.
 */
static bool
play_news_take(struct play *p, const struct buf *text, bool all)
{
	struct buf digests = BUF_INIT, proof = BUF_INIT;
	struct err why = ERR_INIT;
	struct player_read r;
	bool news = false;

	sift(p, text, &digests);
	memset(&r, 0, sizeof r);
	if (digests.n > 0 && verify(p, &digests, &r, &proof, &why) < 0) {
		fail(p, &why, &proof);
	} else if (digests.n > 0 && is_news(p, &r)) {
		take(p, &r);
		play_bell(p);
		play_table(p, false);
		lock_own_seat(p);
		news = true;
	}
	player_read_release(&r);
	play_news_receipts(p, text, all);
	buf_release(&digests);
	buf_wipe(&proof);
	return news;
}

/* A repeated message is printed only if the player asked. */
static void
report_look_error(struct play *p, const struct err *why)
{
	if (p->is_asked || strcmp(buf_cstr(&p->trouble), why->msg) != 0)
		play_fail(p, why);
	buf_clear(&p->trouble);
	buf_str(&p->trouble, why->msg);
	p->is_asked = false;
}

static bool
read_source(struct play *p, bool look_again)
{
	struct buf text = BUF_INIT;
	struct err why = ERR_INIT;
	int result = p->source.read != NULL ?
	    p->source.read(p->source.arg, look_again, &text, &why) :
	    0;
	bool news;

	p->is_looking = result > 0;
	if (result < 0)
		report_look_error(p, &why);
	else if (result == 0)
		buf_clear(&p->trouble);
	news = text.n > 0 && play_news_take(p, &text, false);
	buf_release(&text);
	return news;
}

bool
play_news_look(struct play *p, bool look_again)
{
	struct buf text = BUF_INIT;
	struct folder_numbers kept;
	struct err why = ERR_INIT;
	int result = folder_numbers(p->dir.p, &kept, &why);
	bool news;

	for (size_t i = 0; i < kept.n && result >= 0; i++)
		if (kept.at[i] > p->r.d.n &&
		    (result = saved_digest_text(p->dir.p, kept.at[i], &text, &why)) == 0)
			buf_chr(&text, '\n');
	free(kept.at);
	if (result < 0)
		report_look_error(p, &why);
	news = text.n > 0 && play_news_take(p, &text, false);
	buf_release(&text);
	news = read_source(p, look_again) || news;
	if (p->is_asked && !news && !p->is_looking)
		play_say(p, MSG("play", "No news."));
	p->is_asked = p->is_asked && !news && p->is_looking;
	return news;
}

void
play_news_ask(struct play *p)
{
	if (p->is_asked)
		play_say(p, MSG("play", "Still looking."));
	p->is_asked = true;
	(void)play_news_look(p, true);
}

/* If the input is older than the record, or has no own view, begins with the newest digest of
 * the record. */
static int
begin_newest(struct play *p, struct err *err)
{
	struct buf text = BUF_INIT;
	struct player_read r;
	int result;

	if (p->r.seen_n <= p->r.d.n && (p->r.has_view || p->u->key == NULL))
		return 0;
	if (p->r.seen_n > p->r.d.n)
		play_say(p,
		    MSG("play", "digest %lld is not the newest: digest %lld was read here before"),
		    (long long)p->r.d.n, (long long)p->r.seen_n);
	memset(&r, 0, sizeof r);
	result = verify_read_saved(p->u, p->dir.p, true, &text, err);
	if (result == 0)
		result = verify(p, &text, &r, NULL, err);
	if (result == 0 && is_news(p, &r))
		take(p, &r);
	player_read_release(&r);
	buf_release(&text);
	return result;
}

/* True if this home has pinned this host for the game. */
static bool
is_known(const struct play *p, const char *home, const char *game, const char *host)
{
	struct pins pins = { .n = 0 };
	struct err none = ERR_INIT;
	bool is = pins_load(&pins, home, game, p->u->games, &none) == 0 &&
	    (pins.has_host || pins.is_host_lost) && pins_note_host(&pins, host, &none) == 0;

	pins_release(&pins);
	return is;
}

/* Finds the first digest of a game whose host is known, or of any game. */
static bool
find_game(struct play *p, const struct buf *from, bool any)
{
	const char *home = p->u->home;
	struct buf text = BUF_INIT, piece = BUF_INIT;
	bool found = false;

	undo_mail_changes(from, &text);
	for (size_t at = lines_find(buf_cstr(&text), text.n, 0, DIGEST_HEADING), next;
	     at < text.n && !found && home != NULL; at = next) {
		size_t end[ENDS];
		struct digest_layout t;
		int64_t n;

		next = lines_find(text.p, text.n, at + 1, DIGEST_HEADING);
		find_ends(text.p + at, next - at, end);
		buf_clear(&piece);
		buf_add(&piece, text.p + at, end[ENDS - 1]);
		found = digest_is_self_signed(&piece, &t, p->r.tr.host_sign, p->r.d.game, &n) &&
		    (any || is_known(p, home, p->r.d.game, p->r.tr.host_sign));
	}
	buf_release(&text);
	buf_release(&piece);
	return found;
}

/* Saves the proof although nothing was shown, so that the next session knows. */
static void
catch_first(struct play *p, const struct err *why, const struct buf *proof, bool known)
{
	struct err trouble = ERR_INIT;
	struct buf name = BUF_INIT;

	if (known)
		buf_str(&name, "caught");
	else
		name_of_host(p->r.tr.host_sign, &name);
	if (user_game(p->u, p->r.d.game, &p->dir, &trouble) == 0 &&
	    file_mkdirs(p->dir.p, 1, &trouble) == 0)
		catch_in(p, why, proof, name.p);
	else
		play_fail(p, &trouble);
	buf_release(&name);
}

/* (N1) Verifies all input as it is. If that fails, drops digests of other hosts and verifies
 *      again. */
static int
verify_first(struct play *p, const struct buf *text, struct player_read *r, struct buf *proof,
    struct err *err)
{
	struct err why = ERR_INIT;
	struct buf digests = BUF_INIT;
	int result = verify(p, text, r, proof, &why);
	const bool mixed = result < 0 && (why.code == ERR_SYNTAX || why.code == ERR_AUTH);
	const bool known = mixed && find_game(p, text, false);

	if (known || (mixed && why.code == ERR_AUTH && find_game(p, text, true))) {
		struct err again = ERR_INIT;

		sift(p, text, &digests);
		player_read_release(r);
		buf_clear(proof);
		result = verify(p, &digests, r, proof, &again);
		if (result < 0 && again.code == ERR_AUTH)
			catch_first(p, &again, proof, known);
		if (known || result < 0)
			why = again;
		else
			result = -1;
	}
	if (result < 0)
		*err = why;
	buf_release(&digests);
	return result;
}

/* Takes what has arrived since the first digests. */
static int
add_news(struct play *p, const struct buf *news, struct buf *proof, struct err *err)
{
	struct buf digests = BUF_INIT;
	struct player_read r;
	int result = 0;

	memset(&r, 0, sizeof r);
	sift(p, news, &digests);
	if (digests.n > 0)
		result = verify(p, &digests, &r, proof, err);
	if (result < 0 && err->code == ERR_AUTH)
		catch_first(p, err, proof, true);
	if (result == 0 && digests.n > 0 && is_news(p, &r))
		replace(p, &r);
	player_read_release(&r);
	buf_release(&digests);
	return result;
}

int
play_news_first(struct play *p, const struct play_options *start, struct err *err)
{
	struct buf proof = BUF_INIT;
	struct player_read r;
	int result;

	memset(&r, 0, sizeof r);
	p->r.d.n = -1;
	result = verify_first(p, &start->text, &r, &proof, err);
	if (result == 0)
		result = user_game(p->u, r.d.game, &p->dir, err);
	if (result == 0) {
		p->is_first = r.is_first;
		replace(p, &r);
		result = add_news(p, &start->news, &proof, err);
	}
	if (result == 0) {
		read_past(p);
		result = begin_newest(p, err);
	}
	if (result == 0)
		recall_caught(p);
	player_read_release(&r);
	buf_wipe(&proof);
	return result;
}
