/*
 * Checks open orders, by public facts.
 *
 * (O1) A signature is verified with the key that the seat had before the digest. That needs the
 *      digests that name keys and all since, from those checked or from the record. Otherwise the
 *      order stays unchecked.
 * (O2) A digest of the record is used only if the next digest names its hash.
 * (O3) A vote answers the digest that gave the keys that it is on, or that asks to go back, or a
 *      later one. On what a seat proposes it answers one of the last PROPOSAL_DIGESTS, and if it is
 *      about a turn, one of that turn.
 */

#include "record/verifier_open.h"

#include <string.h>

#include "record/order.h"
#include "record/saved_digest.h"
#include "text/absence_line.h"
#include "text/voteline.h"
#include "util/lines.h"
#include "util/mem.h"
#include "wire/deal.h"
#include "wire/late.h"

/* ---- what a digest prints ----------------------------------------------------------------------- */

/* The first entry of reveal:, if it is an order. */
struct printed {
	bool is_there;
	int64_t n;
	struct parsed_order in;
};

static int
no_key(void *arg, uint32_t id, const unsigned char key[static 32], struct err *err)
{
	(void)arg, (void)id, (void)key, (void)err;
	return -1;
}

static int
no_secret(void *arg, const unsigned char s[static 32], struct err *err)
{
	(void)arg, (void)s, (void)err;
	return -1;
}

static int
first_order(void *arg, int64_t n, const struct order_block *b, struct err *err)
{
	struct printed *p = arg;

	p->n = n;
	p->in.o.b = *b;
	p->is_there = parsed_order_from_mail(&p->in, err) == 0;
	return -1; /* the rest is not read */
}

/* Finds the open order that digest n prints as its own. */
static bool
find_printed(const char *s, struct span reveal, int64_t n, struct printed *p)
{
	const struct reveal_handler to = { no_key, no_secret, first_order, p };
	struct err none = ERR_INIT;

	p->is_there = false;
	if (reveal.n > 0)
		(void)reveal_parse(s, reveal, &to, &none);
	return p->is_there && p->n == n && order_is_open(&p->in.o.b);
}

/* True if the order is printed as adit prints it. */
static bool
is_canonical(const char *s, struct span reveal, const struct printed *p)
{
	struct buf text = BUF_INIT;
	bool same;

	reveal_order_text(p->n, &p->in.o.b, &text);
	same = reveal.n >= text.n && memcmp(s + reveal.at, text.p, text.n) == 0;
	buf_release(&text);
	return same;
}

/* ---- what a digest reports ---------------------------------------------------------------------- */

/* What the digest reports about the order that it applies. */
struct applied {
	enum { APPLIED_HIDDEN, APPLIED_OPEN, APPLIED_PERHAPS } is;
	uint8_t seat;
	const struct note *said, *main; /* or NULL */
};

static bool
is_open_note(const struct note *note)
{
	switch (note->kind) {
	case NOTE_JOINED:
	case NOTE_CONFIRMED:
	case NOTE_ROTATED:
	case NOTE_VOTED_KEYS:
	case NOTE_VOTED_UNDO:
	case NOTE_VOTED:
	case NOTE_ABSENT:
	case NOTE_LEAVES:
	case NOTE_STAYS:
		return true;
	default:
		return false;
	}
}

static bool
is_open_event(const struct event *e)
{
	return e->kind == EVENT_RESIGNED || e->kind == EVENT_AGREED || e->kind == EVENT_DISAGREED;
}

static void
find_applied(const struct verifier *j, const struct digest *d, const struct digest_events *events,
    bool before, struct applied *a)
{
	const struct notes *notes = &events->notes;
	unsigned at = 0;

	*a = (struct applied){ .is = APPLIED_HIDDEN, .seat = SEAT_NONE };
	if (!d->has_order)
		return;
	if (notes->n > 0 && notes->at[0].kind == NOTE_SAID)
		a->said = &notes->at[at++];
	if (at < notes->n) {
		a->main = &notes->at[at];
		a->seat = a->main->seat;
		a->is = is_open_note(a->main) ? APPLIED_OPEN : APPLIED_HIDDEN;
	} else if (events->ev.n > 0) {
		a->seat = events->ev.at[0].seat;
		a->is = is_open_event(&events->ev.at[0]) ? APPLIED_OPEN : APPLIED_HIDDEN;
	} else if (a->said != NULL) {
		/* Only say:, or say: with a step without events, which ends a turn. */
		a->seat = a->said->seat;
		a->is = !before ? APPLIED_PERHAPS :
		    j->pub.turn == d->pub.known.turn && j->pub.phase == d->pub.known.phase ?
				  APPLIED_OPEN :
				  APPLIED_HIDDEN;
	}
}

static bool
is_vote(const struct digest *d, const struct order_block *b, const struct note *main)
{
	struct buf on = BUF_INIT;
	struct err none = ERR_INIT;
	struct vote vote;
	bool is = vote_is_line(b->doing[0]) &&
	    vote_parse(&d->names, b->doing[0], &vote, &none) == 0 && vote.yes == main->yes;

	if (is && main->kind == NOTE_VOTED_KEYS) {
		is = vote.kind == VOTE_KEYS && vote.seat == main->of;
	} else if (is && main->kind == NOTE_VOTED_UNDO) {
		is = vote.kind == VOTE_UNDO && vote.n == main->n;
	} else if (is) {
		vote_on_text(&d->names, &vote, &on);
		is = on.n == main->text.n && memcmp(on.p, main->text.s, on.n) == 0;
	}
	buf_release(&on);
	return is;
}

/* The days are computed with the time zone of digest 0. */
static bool
is_absence(const struct verifier *j, const struct digest *d, const struct order_block *b,
    const struct note *main)
{
	struct absence_days days;
	struct err none = ERR_INIT;
	int64_t from;

	if (!absence_is_line(b->doing[0]) || absence_parse(b->doing[0], &days, &none) < 0)
		return false;
	if (!j->has_clock)
		return true;
	from = time_control_day_begins(&j->clock, days.first);
	return main->n == (from < d->time ? d->time : from) &&
	    main->to == time_control_day_begins(&j->clock, days.last + 1);
}

static bool
is_new_key(const struct digest *d, uint8_t seat, const struct order_block *b)
{
	const struct new_key *key = &d->new_keys.of[seat];

	return strcmp(b->doing[0], "rotate-key") == 0 && strcmp(b->sign, key->sign) == 0 &&
	    strcmp(b->age, key->age) == 0;
}

static bool
is_share(const struct digest *d, uint8_t seat, const struct order_block *b, bool joins)
{
	if (joins)
		return strcmp(b->doing[0], "join") == 0 && b->has_commit &&
		    strcmp(b->sign, d->seat_sign[seat]) == 0 &&
		    strcmp(b->age, d->seat_age[seat]) == 0 &&
		    memcmp(b->commit, d->seat_commit[seat], sizeof b->commit) == 0;
	return strcmp(b->doing[0], "confirm") == 0 && b->has_reveal &&
	    memcmp(b->reveal, d->seat_reveal[seat], sizeof b->reveal) == 0;
}

/* True if the order does what the digest reports. */
static bool
does(const struct verifier *j, const struct digest *d, const struct digest_events *events,
    const struct applied *a, const struct order_block *b)
{
	static const char *const word[EVENT_KIND_COUNT] = {
		[EVENT_RESIGNED] = "resign",
		[EVENT_AGREED] = "agree",
		[EVENT_DISAGREED] = "disagree",
	};

	if (a->main == NULL && events->ev.n == 0)
		return b->n_do == 0;
	if (b->n_do != 1)
		return false;
	if (a->main == NULL)
		return strcmp(b->doing[0], word[events->ev.at[0].kind]) == 0;
	switch (a->main->kind) {
	case NOTE_JOINED:
	case NOTE_CONFIRMED:
		return is_share(d, a->seat, b, a->main->kind == NOTE_JOINED);
	case NOTE_ROTATED:
		return is_new_key(d, a->seat, b);
	case NOTE_ABSENT:
		return is_absence(j, d, b, a->main);
	case NOTE_LEAVES:
		return strcmp(b->doing[0], "leave") == 0;
	case NOTE_STAYS:
		return strcmp(b->doing[0], "leave no") == 0;
	default:
		return is_vote(d, b, a->main);
	}
}

static bool
says(const struct applied *a, const struct order_block *b)
{
	size_t n = a->said != NULL ? a->said->text.n : 0;

	return strlen(b->say) == n && (n == 0 || memcmp(b->say, a->said->text.s, n) == 0);
}

/* ---- the sender --------------------------------------------------------------------------------- */

/* Copies the signing key that a digest names for a seat. If it names none, `key` is unchanged. */
static void
take_key(const struct digest *d, uint8_t seat, char key[static SIGN_TEXT + 1])
{
	const char *from = d->seat_sign[seat];

	if (d->new_keys.of[seat].is_new)
		from = d->new_keys.of[seat].sign;
	else if (d->n != 0 && !d->has_seats)
		return;
	if (from[0] != '\0')
		memcpy(key, from, SIGN_TEXT + 1);
}

/* A search in older digests: for the key of a seat, and for the digest with this hash. */
struct search {
	struct verifier *j;
	const struct transcript *tr;
	const char *name; /* of the seat */
	uint8_t seat;
	char sign[SIGN_TEXT + 1]; /* its key; "": not found yet */
	int64_t seq;              /* highest of open orders of the seat since then */
	const unsigned char *head;
	int64_t head_n;    /* the digest with that hash; -1: not found yet */
	bool on_turn;      /* the order is a vote on one turn */
	int64_t head_turn; /* then the turn of that digest; -1: unknown */
	bool is_whole;     /* all digests were searched */
};

/* Examines one digest of the record. */
static void
examine(struct search *s, const struct buf *text, const struct digest_layout *t, struct digest *d)
{
	const size_t from = t->signed_part.at, to = from + t->signed_part.n;
	struct printed *p = mem_new(sizeof *p);
	struct err none = ERR_INIT;

	if (find_printed(text->p, t->reveal, d->n, p) && p->in.o.b.seq > s->seq &&
	    !p->in.o.b.has_commit && !p->in.o.b.has_reveal && strcmp(p->in.o.b.seat, s->name) == 0)
		s->seq = p->in.o.b.seq;
	free(p);
	if ((d->n == 0 || lines_section(text->p, from, to, "new-keys:").n > 0 ||
		lines_section(text->p, from, to, "seats:").n > 0) &&
	    digest_parse(s->tr->games, text->p, t, d, &none) == 0)
		take_key(d, s->seat, s->sign);
}

/* (O2) Searches the record backwards from the first digest that was checked without a gap. */
static void
search_record(struct search *s)
{
	struct verifier_open *open = &s->j->open;
	struct digest *d = mem_new(sizeof *d);
	unsigned char want[HASH_BYTES];
	int64_t n = open->from;

	memcpy(want, open->prev, sizeof want);
	while (n > 0 && s->j->dir != NULL && (s->sign[0] == '\0' || s->head_n < 0)) {
		struct buf text = BUF_INIT;
		struct digest_layout t;
		struct err none = ERR_INIT;
		size_t at = 0;
		bool found = saved_digest_text(s->j->dir, n - 1, &text, &s->j->trouble) == 0 &&
		    digest_next(buf_cstr(&text), text.n, &at, &t, &none) == 1 &&
		    seal_equal(digest_hash(text.p + t.signed_part.at, t.signed_part.n).b, want,
			HASH_BYTES) &&
		    digest_parse_header(s->tr->games, text.p, &t, d, &none) == 0;

		if (found) {
			if (s->head_n < 0 && memcmp(want, s->head, HASH_BYTES) == 0) {
				s->head_n = d->n;
				if (s->on_turn &&
				    digest_parse(s->tr->games, text.p, &t, d, &none) == 0)
					s->head_turn = d->pub.known.turn;
			}
			memcpy(want, d->prev, sizeof want);
			if (s->sign[0] == '\0')
				examine(s, &text, &t, d);
			if (s->j->past != NULL)
				buf_add(s->j->past, text.p, text.n);
			n--;
		}
		buf_release(&text);
		if (!found)
			break;
	}
	s->is_whole = n == 0;
	free(d);
}

/* Finds the digest that the order answers among those checked since the last gap, before digest n. */
static void
search_heard(struct search *s, int64_t n)
{
	const struct transcript *tr = s->tr;
	struct digest *d = mem_new(sizeof *d);
	struct err none = ERR_INIT;

	for (size_t i = 0; i < tr->n_copy && s->head_n < 0; i++) {
		if (tr->copy[i].n < s->j->open.from || tr->copy[i].n >= n ||
		    memcmp(tr->copy[i].hash.b, s->head, HASH_BYTES) != 0)
			continue;
		s->head_n = tr->copy[i].n;
		if (s->on_turn && transcript_digest(tr, &tr->copy[i], d, &none) == 0)
			s->head_turn = d->pub.known.turn;
	}
	free(d);
}

/* (O3) Returns the first digest that a vote could answer; 0: any, or no vote. */
static int64_t
voted_on(const struct verifier *j, const struct digest *d, const struct note *main)
{
	if (main == NULL)
		return 0;
	if (main->kind == NOTE_VOTED)
		return d->n - PROPOSAL_DIGESTS;
	if (main->kind == NOTE_VOTED_UNDO)
		return d->undo_request.n;
	if (main->kind != NOTE_VOTED_KEYS)
		return 0;
	/* The vote may have confirmed the keys. */
	return d->new_keys.of[main->of].n > 0 ? d->new_keys.of[main->of].n :
						j->new_keys.of[main->of].n;
}

/* (O3) True if the vote can be on one turn only: on a seat that is late, not away for many turns. */
static bool
votes_on_turn(const struct verifier *j, const struct digest *d, const struct note *main)
{
	struct err none = ERR_INIT;
	struct vote vote;

	return main != NULL && main->kind == NOTE_VOTED &&
	    vote_on_parse(&d->names, main->text.s, main->text.n, &vote, &none) == 0 &&
	    (vote.kind == VOTE_SKIP || vote.kind == VOTE_EXTEND ||
		(vote.kind == VOTE_REPLACE && j->has_clock &&
		    !late_is_away(&j->clock, &d->people, vote.seat)));
}

/* Checks that the order answers a digest of this game, and a vote one that it can answer. */
static const char *
check_head(const struct search *s, const struct digest *d, const struct note *main)
{
	if (s->head_n < 0)
		return s->is_whole ? "the order that it prints answers a digest of another table" :
				     NULL;
	/* Turns are played again after that. */
	if (s->head_n < s->j->undo_n)
		return "the order that it prints was signed before digests were taken back";
	if (s->head_n < voted_on(s->j, d, main))
		return "the vote that it prints is too old";
	return s->head_turn >= 0 && s->head_turn != d->pub.known.turn ?
	    "the vote that it prints is on another turn" :
	    NULL;
}

/* (O1) Checks that the order is signed by its seat, for this table, and new. */
static const char *
check_origin(struct verifier *j, const struct transcript *tr, const struct digest *d,
    const struct applied *a, const struct parsed_order *in)
{
	const struct order_block *b = &in->o.b;
	const bool share = b->has_commit || b->has_reveal;
	const bool rotates = a->main != NULL && a->main->kind == NOTE_ROTATED;
	struct search s = { .j = j,
		.tr = tr,
		.name = d->names.seat[a->seat],
		.seat = a->seat,
		.seq = j->open.seq[a->seat],
		.head = b->head,
		.head_n = -1,
		.on_turn = votes_on_turn(j, d, a->main),
		.head_turn = -1 };
	struct pubkey key;
	struct err none = ERR_INIT;
	const char *wrong;

	search_heard(&s, d->n);
	if (!rotates)
		take_key(d, a->seat, s.sign);
	if (s.sign[0] == '\0')
		memcpy(s.sign, j->open.sign[a->seat], sizeof s.sign);
	if (s.sign[0] == '\0' || s.head_n < 0)
		search_record(&s);
	memcpy(j->open.sign[a->seat], s.sign, sizeof s.sign);
	j->open.seq[a->seat] = s.seq;
	if (s.sign[0] != '\0' &&
	    (pubkey_sign_parse(s.sign, strlen(s.sign), &key) < 0 ||
		order_verify(&in->o, &key, &none) < 0))
		return "the order that it prints is not signed by its seat";
	wrong = check_head(&s, d, a->main);
	if (wrong != NULL)
		return wrong;
	if (share ? b->seq != (int64_t)d->attempt : b->seq <= s.seq)
		return share ? "the order that it prints is of another attempt" :
			       "the order that it prints was applied before";
	j->unchecked = s.sign[0] == '\0' || s.head_n < 0;
	return NULL;
}

/* ---- together ----------------------------------------------------------------------------------- */

static const char *
check_open_order(struct verifier *j, const struct transcript *tr, const struct transcript_copy *c,
    const struct digest *d, const struct digest_events *events, const struct applied *a,
    const struct printed *p)
{
	const struct order_block *b = &p->in.o.b;

	if (a->is == APPLIED_HIDDEN)
		return "it prints an open order, and tells nothing of it";
	if (!is_canonical(tr->text.p, c->t.reveal, p) ||
	    !seal_equal(p->in.hash.b, d->order, HASH_BYTES) || strcmp(b->game, d->game) != 0)
		return "the order that it prints is not the one that it names";
	if (names_find(&d->names, b->seat, strlen(b->seat)) != a->seat || !says(a, b) ||
	    !does(j, d, events, a, b))
		return "the order that it prints says something else than it tells";
	return check_origin(j, tr, d, a, &p->in);
}

const char *
verifier_check_open(struct verifier *j, const struct transcript *tr,
    const struct transcript_copy *c, const struct digest *d, const struct digest_events *events,
    bool before)
{
	struct printed *p;
	struct applied a;
	const char *wrong = NULL;

	j->unchecked = false;
	if (j->has_last && d->n == j->n)
		return NULL; /* another copy of a checked digest */
	p = mem_new(sizeof *p);
	find_applied(j, d, events, before, &a);
	if (find_printed(tr->text.p, c->t.reveal, d->n, p))
		wrong = check_open_order(j, tr, c, d, events, &a, p);
	else if (a.is == APPLIED_OPEN)
		wrong = "it does not print the order that it applies";
	else
		j->unchecked = a.is == APPLIED_PERHAPS;
	free(p);
	return wrong;
}

void
open_begin(struct verifier *j, const struct digest *d)
{
	struct verifier_open *open = &j->open;

	if (j->has_last && (d->n == j->n || d->n == j->n + 1))
		return;
	open->from = d->n;
	memcpy(open->prev, d->prev, sizeof open->prev);
	memset(open->sign, 0, sizeof open->sign);
}

void
open_note(struct verifier *j, const struct transcript *tr, const struct transcript_copy *c,
    const struct digest *d)
{
	struct verifier_open *open = &j->open;
	struct printed *p;
	uint8_t seat;

	if (j->has_last && d->n == j->n)
		return;
	for (uint8_t i = 0; i < d->names.n; i++)
		take_key(d, i, open->sign[i]);
	p = mem_new(sizeof *p);
	if (find_printed(tr->text.p, c->t.reveal, d->n, p) && !p->in.o.b.has_commit &&
	    !p->in.o.b.has_reveal) {
		seat = names_find(&d->names, p->in.o.b.seat, strlen(p->in.o.b.seat));
		if (seat != SEAT_NONE && p->in.o.b.seq > open->seq[seat])
			open->seq[seat] = p->in.o.b.seq;
	}
	free(p);
}
