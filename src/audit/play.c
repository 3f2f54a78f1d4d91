/*
 * Re-executes a game from revealed data, with the code of the host.
 *
 * (Y1) The result depends on orders, keys and earlier digests, never on the facts that it is
 *      compared with. From the digest it takes its time and the hashes of the views. If the secret
 *      is unknown, it also takes what depends on the secret: the host's box and the sections keys,
 *      leaves and reveal.
 * (Y2) A difference is a failure only if everything that the facts depend on is known.
 */

#include <stdlib.h>

#include "audit/internal.h"
#include "host/admission.h"
#include "host/bots.h"
#include "record/verifier.h"
#include "util/mem.h"

/* Source of orders for re-execution. */
struct source {
	struct audit_replay r; /* must be first */
	struct audit_context *w;
	enum audit_result result; /* if not AUDIT_PASS: reason for a missing order */
};

static const struct audit_order *
find_order(const struct audit_context *w, const unsigned char hash[static 32])
{
	for (size_t i = 0; i < w->n_order; i++)
		if (memcmp(w->order[i].in.hash.b, hash, HASH_BYTES) == 0)
			return &w->order[i];
	return NULL;
}

/* True if the digests 0 to n are all here. */
static bool
has_all(const struct audit_context *w, int64_t n)
{
	return n < (int64_t)w->n_item && w->item[n].n == n;
}

/* True if an honest host withholds the order of this digest beyond the end of its round: a
 * queued one, or one that takes a nugget. */
static bool
keeps_order(const struct transcript *tr, const struct digest_layout *t)
{
	return transcript_has_line(tr, t->events, "note kept") ||
	    transcript_has_line(tr, t->events, "nugget ");
}

static int
no_order(struct source *s, const struct audit_item *item, struct err *err)
{
	int64_t ended = -1;

	for (size_t i = 0; i < s->w->n_item && ended < 0; i++)
		if (s->w->item[i].n >= item->n && s->w->item[i].ends_round)
			ended = s->w->item[i].n;
	s->result = AUDIT_FAIL;
	if (s->w->has_secret && has_all(s->w, s->w->secret_n))
		return err_set(err, ERR_AUTH, "its order was never revealed");
	if (ended >= 0 && has_all(s->w, ended) && !keeps_order(&s->w->tr, &item->t))
		return err_set(err, ERR_AUTH,
		    "digest %lld ends the round, but does not reveal its order", (long long)ended);
	s->result = AUDIT_PENDING;
	return err_set(err, ERR_AUTH, "its order is not revealed yet");
}

/* True if the choice of a search depends on what is not revealed: the gold of earlier rounds. */
static bool
needs_secret(const struct audit_replay *r)
{
	const struct game *g = &r->reexec.w->hs.g;

	return r->keys != NULL && g->round > 1 && deal_is_withheld(g, RNG_GOLD);
}

/* Repeats the choice of a bot before its order is executed. */
static void
check_bot(const struct source *s, int64_t n, const struct order_block *b)
{
	const struct command *w = s->r.reexec.w;
	const uint8_t seat = bots_due(w);
	struct buf line = BUF_INIT;
	struct err err = ERR_INIT;

	if (!s->w->bots || seat == SEAT_NONE || strcmp(b->seat, w->t.names.seat[seat]) != 0)
		return;
	if (w->t.clock.bots.of[seat].kind == BOT_SEARCH && needs_secret(&s->r))
		audit_note(s->w, n, AUDIT_BOT, AUDIT_PENDING,
		    "%s knows gold that is not revealed before the game is over", b->seat);
	else if (bots_choose(w, &line, &err) < 0)
		audit_note(s->w, n, AUDIT_BOT, AUDIT_PENDING, "cannot check: %s", err.msg);
	else if (b->n_do == 1 && strcmp(b->doing[0], buf_cstr(&line)) == 0)
		audit_note(s->w, n, AUDIT_BOT, AUDIT_PASS, NULL);
	else
		audit_note(s->w, n, AUDIT_BOT, AUDIT_FAIL,
		    "\"%s\" does not follow from what %s saw: its policy plays \"%s\"",
		    b->n_do > 0 ? b->doing[0] : "", b->seat, buf_cstr(&line));
	buf_release(&line);
}

/* Callback: supplies the order that caused digest n. */
static int
give_order(void *arg, int64_t n, struct parsed_order *order, struct err *err)
{
	struct source *s = arg;
	const struct audit_item *item = &s->w->item[n];
	const struct audit_order *o = item->d->has_order ? find_order(s->w, item->d->order) : NULL;

	if (!item->d->has_order) {
		s->result = AUDIT_FAIL;
		return err_set(err, ERR_AUTH, "nobody ordered it");
	}
	if (o == NULL)
		return no_order(s, item, err);
	*order = o->in;
	check_bot(s, n, &o->in.o.b);
	return 0;
}

/* ---- the backend ----------------------------------------------------------------------------- */

/* Stores the expected content of the own view of digest m->d->n, for audits without the host
 * secret. */
static void
keep_view(struct audit_context *w, const struct digest_draft *m, const struct digest_parts *s,
    uint8_t seat)
{
	struct buf *view;

	if (m->d->n >= w->tr.n) /* items after a gap have other indexes */
		return;
	view = &w->item[m->d->n].view;
	buf_clear(view);
	(void)digest_view(m, s, seat, view);
	w->item[m->d->n].view_seat = seat;
}

static int
take_views(
    struct digest_backend *p, const struct digest_draft *m, struct digest_parts *s, struct err *err)
{
	struct audit_context *w = ((struct source *)p)->w;

	/* audit_games needs only the states. Sealing views again would dominate its cost. */
	if (w->each == NULL && w->secret_holds && m->d->n < w->tr.n)
		audit_check_views(w, m, s);
	for (uint8_t i = 0; i < m->d->names.n; i++)
		if (w->me != NULL && !w->secret_holds && m->d->dealing != DIGEST_DEALING_OPEN &&
		    memcmp(m->t->pub[i].box_pk, w->me->pub.box_pk, BOX_PK_BYTES) == 0)
			keep_view(w, m, s, i);
	return audit_replay_views(p, m, s, err);
}

static int
take_box(
    struct digest_backend *p, const struct digest_draft *m, struct digest_parts *s, struct err *err)
{
	(void)err;
	transcript_keep(((struct audit_replay *)p)->tr, m->d->n, &s->keep);
	return 0;
}

static void
take_signature(struct digest_backend *p, const struct digest_draft *m, const struct digest_parts *s,
    const struct buf *body, struct buf *out)
{
	const struct digest_layout *t = transcript_at(((struct audit_replay *)p)->tr, m->d->n);
	struct buf sig64 = BUF_INIT;

	(void)s, (void)body;
	seal_base64(t->sig, MINISIGN_BYTES, &sig64);
	digest_sig_text(sig64.p, out);
	digest_head_text(t->head, t->has_zero ? t->zero : NULL, out);
	buf_release(&sig64);
}

/* Callback: records a draw without a key. Draws of gold may be missing, since only the owner
 * sees the nuggets; a search for a late seat reads them. */
static void
note_missing(struct digest_backend *p, const struct drbg *dice, int64_t n)
{
	struct audit_replay *r = (struct audit_replay *)p;

	if (r->is_blind ||
	    ((dice->missing & ~(1u << RNG_GOLD)) == 0 &&
		!(r->reexec.w->searched && needs_secret(r))))
		return;
	r->is_blind = true;
	r->blind_n = n;
}

/* Draws with the revealed keys if the host secret is unknown. */
static void
revealed_dice(struct digest_backend *p, const struct table *t, unsigned epoch, struct drbg *dice)
{
	(void)t;
	drbg_init_keys(dice, ((struct audit_replay *)p)->keys, epoch);
}

/* If the host secret is unknown, copies what depends on it from the digest: the commitment of
 * digest 0 and three sections. They are checked separately. */
static int
take_secrets(struct digest_backend *p, const struct digest_draft *m, struct digest_parts *s,
    struct digest_content *news, struct err *err)
{
	const struct transcript *tr = ((struct audit_replay *)p)->tr;
	const struct digest_layout *t = transcript_at(tr, m->d->n);
	const struct span from[] = { t->keys, t->leaves, t->reveal };
	const char **to[] = { &news->keys, &news->leaves, &news->reveal };
	struct digest *given;
	int result;

	for (unsigned i = 0; i < sizeof from / sizeof from[0]; i++) {
		transcript_section(tr, from[i], &s->taken[i]);
		*to[i] = s->taken[i].n > 0 ? s->taken[i].p : NULL;
	}
	if (m->d->n > 0)
		return 0;
	given = mem_new(sizeof *given);
	result = transcript_parse(tr, 0, given, err);
	if (result == 0)
		memcpy(m->d->commit, given->commit, sizeof m->d->commit);
	free(given);
	return result;
}

/* Prepares re-execution from the transcript and the revealed keys. */
static void
init_source(struct source *s, struct audit_context *w, const struct transcript *tr)
{
	struct audit_replay *r = &s->r;
	struct digest_backend *p = &r->reexec.press;

	audit_replay_init(r, tr, NULL, w->games);
	r->host_key = "";
	r->order = give_order;
	r->arg = s;
	p->opens = w->me != NULL || w->secret_holds;
	p->thrown = note_missing;
	p->views = take_views;
	p->close = take_signature;
	p->file = digest_backend_nothing; /* nobody is notified, and nothing is read again */
	if (w->secret_holds) {
		memcpy(r->s, w->t.s, sizeof r->s);
	} else {
		r->keys = &w->keys;
		p->box = take_box;
		p->dice = revealed_dice;
		p->secrets = take_secrets;
	}
	s->w = w;
}

/* ---- results --------------------------------------------------------------------------------- */

static enum audit_check
check_of_section(const char *section)
{
	if (strcmp(section, "keys") == 0)
		return AUDIT_KEYS;
	if (strcmp(section, "leaves") == 0)
		return AUDIT_LEAVES;
	return strcmp(section, "reveal") == 0 ? AUDIT_ORDER : AUDIT_REPLAY;
}

/* Returns the last digest up to n that dealt cards. */
static int64_t
last_deal(const struct audit_context *w, int64_t n)
{
	for (; n > 0; n--) {
		const struct digest_layout *t = &w->item[n].t;
		struct host_action act;
		struct err none = ERR_INIT;

		if (transcript_has_line(&w->tr, t->events, "round ") ||
		    (host_action_find(w->tr.text.p, t, &act, &none) == 1 &&
			act.kind == HOST_ACTION_UNDO && act.epoch > 0))
			break;
	}
	return n;
}

/* True if the host accepted an order that the rules refuse because its card was not dealt to the
 * seat. Then the played deal differs from the revealed one. */
static bool
is_stacked(
    const struct audit_context *w, const struct audit_replay *r, char card[static CARD_NAME_MAX])
{
	const struct audit_item *item = &w->item[r->n];
	const struct audit_order *o = item->d->has_order ? find_order(w, item->d->order) : NULL;
	const struct order_block *b = o != NULL ? &o->in.o.b : NULL;
	const struct game *g = &r->reexec.state[r->n - 1].g;
	const struct names *names = &w->item[0].d->names;
	uint8_t seat = b != NULL ? names_find(names, b->seat, strlen(b->seat)) : SEAT_NONE;

	for (unsigned i = 0; seat != SEAT_NONE && i < b->n_do; i++) {
		struct turn turn;
		struct err none = ERR_INIT;
		struct order *step = &turn.step[0];

		if (turnline_parse(g->rules, names, seat, b->doing[i], strlen(b->doing[i]), &turn,
			&none) < 0 ||
		    game_check(g, step) != VERDICT_NOT_IN_HAND)
			continue;
		for (step->n_card = 1; step->n_card < ORDER_CARDS && game_has_cards(g, step);)
			step->n_card++;
		card_name(g->rules, step->card[step->n_card - 1], card);
		return true;
	}
	return false;
}

/* Records that the host applied an order or action that an honest host refuses. */
static void
judge_cause(struct audit_context *w, const struct audit_replay *r, const struct err *err)
{
	const struct audit_order *o = find_order(w, w->item[r->n].d->order);
	char card[CARD_NAME_MAX];

	if (err->code == ERR_PENDING) /* the late policy of digest 0 is unknown here */
		audit_note(w, r->n, AUDIT_REPLAY, AUDIT_PENDING, "cannot check: %s", err->msg);
	else if (o == NULL)
		audit_note(w, r->n, AUDIT_REPLAY, AUDIT_FAIL,
		    "the host does what the rules refuse: %s", err->msg);
	else if (err->code == ERR_AUTH)
		audit_note(w, r->n, AUDIT_ORDER, AUDIT_FAIL,
		    "the host counts an order that its seat did not sign: %s", err->msg);
	else if (r->n > 0 && is_stacked(w, r, card))
		audit_note(w, r->n, AUDIT_REPLAY, AUDIT_FAIL,
		    "the deal gives %s no %s: stacked or forged by the host at digest %lld",
		    o->in.o.b.seat, card, (long long)last_deal(w, r->n - 1));
	else
		audit_note(w, r->n, AUDIT_REPLAY, AUDIT_FAIL,
		    "the host counts what the rules refuse: %s", err->msg);
}

/* Records what the end of re-execution at digest r->n means. */
static void
record_result(struct audit_context *w, const struct audit_replay *r, const struct source *s,
    const struct err *err)
{
	const struct transcript_difference *d = &r->difference;

	if (r->is_blind && r->n >= r->blind_n)
		return;
	if (s->result != AUDIT_PASS)
		audit_note(w, r->n, AUDIT_REPLAY, s->result, "%s", err->msg);
	else if (r->is_short)
		audit_note(w, r->n, AUDIT_REPLAY, AUDIT_PENDING, "%s", err->msg);
	else if (d->line > 0)
		audit_note(w, r->n, check_of_section(d->section), AUDIT_FAIL,
		    "line %u (%s) says \"%s\", by the rules it is \"%s\"", d->line, d->section,
		    d->is, d->want);
	else if (r->reexec.is_making)
		judge_cause(w, r, err);
	else
		audit_note(w, r->n, err->code == ERR_AUTH ? AUDIT_ORDER : AUDIT_REPLAY, AUDIT_FAIL,
		    "%s", err->msg);
}

static void
note_all(struct audit_context *w, const struct audit_replay *r, int64_t played)
{
	int64_t last_known = -1;

	/* Gold taken is in the view of its owner and unknown until the end of the game. */
	for (size_t i = 0; i < w->n_item && r->keys != NULL && last_known < 0; i++)
		if (w->item[i].ends_round)
			last_known = w->item[i].n;
	for (size_t i = 0; i < w->n_item; i++) {
		struct audit_item *item = &w->item[i];
		bool is_played = (int64_t)i == item->n && item->n < played;
		bool exact = is_played && (last_known < 0 || item->n < last_known);

		if (is_played) {
			audit_note(w, item->n, AUDIT_REPLAY, AUDIT_PASS, NULL);
			if (item->d->has_order)
				audit_note(w, item->n, AUDIT_ORDER, AUDIT_PASS, NULL);
			if (w->t.audited && item->t.leaves.n > 0)
				audit_note(w, item->n, AUDIT_LEAVES,
				    r->keys == NULL ? AUDIT_PASS : AUDIT_PENDING,
				    r->keys == NULL ?
					NULL :
					"the salts are not revealed before the game is over");
		} else if ((int64_t)i != item->n) {
			audit_note(w, item->n, AUDIT_REPLAY, AUDIT_PENDING,
			    "a digest before it is missing");
		} else if (item->n > r->n) {
			audit_note(w, item->n, AUDIT_REPLAY, AUDIT_PENDING,
			    "a digest before it is not proven");
		} else if (r->is_blind && item->n == r->blind_n) {
			audit_note(w, item->n, AUDIT_REPLAY, AUDIT_PENDING,
			    "the keys of the round are not revealed yet");
		}
		if (item->d->text != DIGEST_WORDING)
			audit_note(w, item->n, AUDIT_WORDS, AUDIT_PENDING,
			    "sentences and drawings of another version of adit: not compared");
		audit_view(w, item, exact);
	}
}

/* True if the last digest checked leaves open which seat in custody has to join or to confirm:
 * re-execution takes their orders at any time. */
static bool
waits_for_shares(const struct verifier *j)
{
	return j->has_last && j->dealing == DIGEST_DEALING_OPEN && j->custody != 0;
}

/* Runs the public checks on digests that were not re-executed, and on those of the deal with seats
 * in custody; they need no secrets. */
static void
check_unplayed(struct audit_context *w, int64_t played)
{
	struct verifier *verifier = mem_new(sizeof *verifier);
	struct digest *d = mem_new(sizeof *d);

	verifier_init(verifier);
	for (size_t i = 0; i < w->n_item; i++) {
		const struct audit_item *item = &w->item[i];
		struct err why = ERR_INIT;

		if (item->is_parsed && (int64_t)i == item->n && item->n < played &&
		    !waits_for_shares(verifier)) {
			verifier_skip_digest(verifier, &w->tr, &w->tr.copy[i], item->d);
		} else if (digest_parse(w->games, w->tr.text.p, &item->t, d, &why) < 0) {
			if (why.code == ERR_AUTH)
				audit_note(w, item->n, AUDIT_PUBLIC, AUDIT_FAIL, "%s", why.msg);
			verifier_init(verifier);
		} else if (verifier_check_digest(verifier, &w->tr, &w->tr.copy[i], d, &why) !=
		    FAULT_NONE) {
			audit_note(w, item->n, AUDIT_PUBLIC, AUDIT_FAIL, "%s", why.msg);
		}
	}
	free(d);
	free(verifier);
}

int
audit_play(struct audit_context *w, struct err *err)
{
	struct transcript *tr = &w->tr;
	struct source source = { .result = AUDIT_PASS };
	struct audit_replay *r = &source.r;
	struct err why = ERR_INIT;
	int result = 0;

	r->n = -1;
	if (tr->n > 0) {
		(void)pubkey_box_parse(
		    w->item[0].d->host_age, strlen(w->item[0].d->host_age), &tr->host);
		init_source(&source, w, tr);
		result = store_open_memory(&r->reexec.file.st, &why);
		if (result == 0)
			result = audit_replay_run(r, tr->n - 1, &why);
		if (result < 0 && why.code != ERR_BUSY) {
			record_result(w, r, &source, &why);
			result = 0;
		}
		if (r->is_blind && r->n > r->blind_n)
			r->n = r->blind_n;
	}
	for (int64_t n = 0; w->each != NULL && result == 0 && n < r->n && n < tr->n; n++)
		w->each(w->arg, n, &r->reexec.state[n].g);
	if (result == 0)
		note_all(w, r, r->n < tr->n ? r->n : tr->n);
	else
		*err = why;
	if (result == 0)
		check_unplayed(w, r->n < tr->n ? r->n : tr->n);
	store_close(r->reexec.file.st);
	audit_replay_release(r);
	return result;
}
