/* Output shared by adit read and sessions. */
#include "player/verify.h"
#include "player/reading.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "record/keys.h"
#include "record/home.h"
#include "record/lastread.h"
#include "record/signed_order.h"
#include "text/error_text.h"
#include "util/mem.h"
#include "util/timestamp.h"

static void
put_line(void *arg, const char *line)
{
	buf_fmt(arg, "%s\n", line);
}

void
reading_moves(const struct user *u, const struct player_read *r, struct buf *out)
{
	const struct game *g = &r->d.pub.known;

	if (private_view_orders(&r->v, &r->d.names, false, put_line, out) > 0)
		return;
	if (g->phase == PHASE_SETUP)
		output_say(u->out, "nothing is dealt yet");
	else if (g->phase == PHASE_OVER)
		output_say(u->out, "the game is over");
	else if (undo_request_blocks_play(&r->d.undo_request))
		output_say(u->out,
		    "nothing is played until the seats have voted: vote undo %lld yes, or no",
		    (long long)r->d.undo_request.to);
	else
		output_say(
		    u->out, "it is %s's turn, not yours", names_seat(&r->d.names, g->to_move));
}

/* Returns the seat of the reader, also before the deal; "": none. */
static const char *
seat_of(const struct user *u, const struct player_read *r)
{
	if (r->has_view)
		return r->v.seat;
	for (unsigned i = 0; i < r->d.names.n && u->key != NULL; i++)
		if (seat_is_of(&r->d, i, u->key))
			return r->d.names.seat[i];
	return "";
}

int64_t
reading_since(const struct user *u, const struct player_read *r, const char *dir)
{
	struct lastread last;
	struct err why = ERR_INIT;
	struct buf text = BUF_INIT;

	if (lastread_load(dir, seat_of(u, r), &last, &why) < 0) {
		error_text_message(u->lang, &why, &text);
		output_say(u->out, "warning: %s: digests read before are shown again", text.p);
		buf_release(&text);
	}
	return last.n < 0 ? HISTORY_UNKNOWN : lastread_since(&last, r->d.n);
}

void
reading_shown(const struct user *u, const struct player_read *r, const struct history *story)
{
	struct buf home = BUF_INIT, dir = BUF_INIT;
	struct err why = ERR_INIT;
	struct home_hold hold = { -1 };

	if (u->no_record || story->has_gap)
		return;
	if (user_home(u, &home, &why) < 0 || home_folder(home.p, r->d.game, &dir, &why) < 0 ||
	    home_lock(home.p, r->d.game, &hold, &why) < 0 ||
	    lastread_save(dir.p, seat_of(u, r), r->d.n, &why) < 0) {
		(void)err_wrap(&why, "warning: that digest %lld was read is not remembered",
		    (long long)r->d.n);
		output_say_why(u->out, &why);
	}
	home_unlock(&hold);
	buf_release(&home);
	buf_release(&dir);
}

void
reading_done(const struct user *u, const struct player_read *r, const struct history *story)
{
	if (output_sync(u->out))
		reading_shown(u, r, story);
}

int
reading_begin(struct reading *p, const struct user *u, const struct player_read *r, struct err *err)
{
	struct err none = ERR_INIT;
	bool has_dir;
	int result;

	*p = (struct reading){ .dir = BUF_INIT };
	has_dir = user_game(u, r->d.game, &p->dir, &none) == 0 && !u->no_record;
	result = history_make(&p->story, has_dir ? p->dir.p : NULL, r, r->has_view ? u->key : NULL,
	    has_dir ? reading_since(u, r, p->dir.p) : HISTORY_UNKNOWN, err);
	history_know(&p->story, r, &p->know);
	history_changes(&p->story, r, &p->changes);
	return result;
}

void
reading_end(struct reading *p)
{
	history_release(&p->story);
	buf_release(&p->dir);
	mem_wipe(p, sizeof *p);
}

/* Finds a queued order in the record by the hash in the view. Returns true if it was signed in
 * this home. */
static bool
find_waiting(const struct user *u, const struct player_read *r,
    const unsigned char waiting[static HASH_BYTES], struct buf *words)
{
	struct buf dir = BUF_INIT;
	struct err why = ERR_INIT;
	struct parsed_order order;
	struct hash hash;
	int result = 1;

	memcpy(hash.b, waiting, sizeof hash.b);
	if (user_game(u, r->d.game, &dir, &why) == 0)
		result = signed_order_find(dir.p, &hash, u->key, &order, &why);
	if (why.code == ERR_BUSY) {
		(void)err_wrap(&why, "warning: the order that waits cannot be shown");
		output_say_why(u->out, &why);
	}
	if (result == 0) {
		const struct order_block *b = &order.o.b;
		char until[TIMESTAMP_LEN + 1];

		for (unsigned i = 0; i < b->n_do; i++)
			buf_fmt(words, "  %s: %s\n", i == 0 ? "do" : "or", b->doing[i]);
		if (b->until != 0) {
			timestamp_text(b->until, until);
			buf_fmt(words, "  until: %s\n", until);
		}
		seal_wipe(&order, sizeof order);
	}
	buf_release(&dir);
	return result != 1;
}

/* Reports orders whose signatures could not be verified. */
static void
say_unchecked(const struct user *u, const struct player_read *r)
{
	struct buf list = BUF_INIT, text = BUF_INIT;

	for (unsigned i = 0; i < r->unchecked && i < PLAYER_UNCHECKED_MAX; i++)
		buf_fmt(&list, "%s%" PRId64, i > 0 ? ", " : "", r->unchecked_n[i]);
	if (r->unchecked > PLAYER_UNCHECKED_MAX)
		buf_str(&list, " ...");
	language_fmt_n(u->lang, &text, r->unchecked,
	    MSG_N("warning",
		"not checked: who signed the order of digest %s; earlier digests are missing",
		"not checked: who signed the order of digests %s; earlier digests are missing"),
	    buf_cstr(&list));
	if (r->unchecked > 0)
		output_say(u->out, "%s", text.p);
	buf_release(&list);
	buf_release(&text);
}

int
reading_withheld(const struct user *u, const struct player_read *r, const struct history *story,
    struct withheld *out, struct buf *proof, struct err *err)
{
	const struct player_read *first = story->from < story->n ? story->at[story->from] : r;

	*out = (struct withheld){ .n = 0 };
	return r->d.attempt < 2 || first->d.pub.known.phase != PHASE_SETUP ?
	    0 :
	    verify_withheld(u, r, out, proof, err);
}

void
reading_complete(const struct user *u, struct player_read *r)
{
	struct buf text = BUF_INIT;

	user_check_time(u, r->d.n, r->d.time);
	say_unchecked(u, r);
	if (r->has_view && r->v.has_queued_next)
		r->is_next_mine = find_waiting(u, r, r->v.queued_next, &r->next_line);
	if (r->has_view && r->v.has_queued_every)
		r->is_every_mine = find_waiting(u, r, r->v.queued_every, &r->every_line);
	if (r->unproven == 0)
		return;
	language_fmt_n(u->lang, &text, r->unproven,
	    MSG_N("warning",
		"warning: %u card shown to you for the first time cannot be checked: the digest "
		"that dealt it was never read here",
		"warning: %u cards shown to you for the first time cannot be checked: the digest "
		"that dealt them was never read here"),
	    r->unproven);
	output_say(u->out, "%s", text.p);
	buf_release(&text);
}
