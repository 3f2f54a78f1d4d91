/* The table and its state, apart from the rows of digests and orders. */

#include "core/pack.h"
#include "host/table.h"
#include "util/lines.h"
#include "util/mem.h"

/* Of the packed state. Version 9 lacks walk_custody. A state without bots has version 10. */
enum { STATE_VERSION = 11, STATE_WITHOUT_BOTS = 10, STATE_WITHOUT_CUSTODY = 9 };

const char table_damaged[] =
    "`adit fsck` reports more, `adit rebuild` makes it again from the digests";

/* ---- the table -------------------------------------------------------------------------------- */

void
table_config(const struct time_control *clock, bool host_seat, bool audited,
    const struct names *names, const struct rules *rules, struct buf *out)
{
	buf_fmt(out, "adit-config v1\nlimit: %lld\nhost-seat: %s\ndealing: %s\n",
	    (long long)(clock->limit_s < 0 ? 0 : clock->limit_s), host_seat ? "yes" : "no",
	    digest_dealing_name(audited ? DIGEST_DEALING_AUDITED : DIGEST_DEALING_TRUSTED));
	time_control_text(clock, "", out);
	if (names->title[0] != '\0')
		buf_fmt(out, "title: %s\n", names->title);
	if (names->web[0] != '\0')
		buf_fmt(out, "web: %s\n", names->web);
	if (names->client[0] != '\0')
		buf_fmt(out, "client: %s\n", names->client);
	for (unsigned i = 0; i < names->n; i++)
		if (names->display[i][0] != '\0')
			buf_fmt(out, "name: %s %s\n", names->seat[i], names->display[i]);
	bots_text(&clock->bots, names, "", out);
	if (deck_is_house(rules)) {
		buf_str(out, "deck:\n");
		deck_text(rules, "", out);
	}
}

static int
read_config(struct table *t, const struct buf *config, struct err *err)
{
	struct lines l = { buf_cstr(config), config->n, 0, 1 };
	const char *p;
	size_t n;

	if (lines_exact(&l, "adit-config v1", err) < 0 ||
	    lines_number(&l, "limit", 0, INT64_C(1) << 40, &t->clock.limit_s, err) < 0 ||
	    lines_field(&l, "host-seat", &p, &n, err) < 0)
		return -1;
	if (t->clock.limit_s == 0)
		t->clock.limit_s = -1;
	t->host_seat = n == 3 && memcmp(p, "yes", 3) == 0;
	if (lines_field(&l, "dealing", &p, &n, err) < 0)
		return -1;
	t->audited = n == 7 && memcmp(p, "audited", n) == 0;
	if (time_control_read(&l, "", &t->clock, err) < 0 ||
	    digest_names(&l, "", &t->names, err) < 0 ||
	    bots_read(&l, "", &t->names, &t->clock.bots, err) < 0)
		return -1;
	if (lines_peek(&l, &p, &n)) {
		if (lines_exact(&l, "deck:", err) < 0 ||
		    deck_parse(&t->house, t->rules, l.s + l.at, l.n - l.at, err) < 0)
			return -1;
		t->rules = &t->house.rules;
	}
	return 0;
}

int
host_parse_pubkey(const char *text, struct pubkey *key)
{
	struct err none = ERR_INIT;

	return pubkey_parse_known(text, strlen(text), key, &none);
}

static int
load_seat(void *arg, unsigned seat, const char *name, const char *card, struct err *err)
{
	struct table *t = arg;

	if (seat >= SEATS_MAX || names_add(&t->names, name, strlen(name), err) < 0)
		goto damaged;
	if (card[0] == '\0')
		return 0;
	t->seated = (uint16_t)(t->seated | 1u << seat);
	if (host_parse_pubkey(card, &t->pub[seat]) == 0)
		return 0;
damaged:
	(void)err_set(err, ERR_CORRUPT, "the game file's seat %u cannot be read", seat);
	return err_hint(err, "%s", table_damaged);
}

int
table_load(struct table *t, struct host *h, struct err *err)
{
	struct store_game row = { .id = BUF_INIT };
	int result = -1;

	memset(t, 0, sizeof *t);
	if (store_get_game(h->st, &row, err) < 0)
		goto out;
	if (store_each_seat(h->st, load_seat, t, err) < 0)
		goto out;
	t->rules = rules_find(h->games, buf_cstr(&row.rules), row.rules.n);
	if (t->rules == NULL || row.id.n > ORDER_BLOCK_GAME_MAX ||
	    read_config(t, &row.config, err) < 0) {
		(void)err_set(err, ERR_CORRUPT, "the game file's game row cannot be read");
		(void)err_hint(err, "%s", table_damaged);
		goto out;
	}
	memcpy(t->game, row.id.p, row.id.n);
	memcpy(t->s, row.secret.p, SECRET_BYTES);
	result = 0;
out:
	store_game_release(&row);
	return result;
}

void
table_wipe(struct table *t)
{
	seal_wipe(t, sizeof *t);
}

void
table_master(struct table *t, const struct host_state *hs)
{
	unsigned char r[SEATS_MAX][SECRET_BYTES];
	unsigned n = t->audited ? t->names.n : 0;

	for (unsigned i = 0; i < n; i++)
		memcpy(r[i], hs->share[i].r, SECRET_BYTES);
	derive_master(t->game, t->s, (const unsigned char(*)[SECRET_BYTES])r, n, t->master);
	seal_wipe(r, sizeof r);
}

/* ---- its state ---------------------------------------------------------------------------------- */

void
host_state_init(struct host_state *hs, const struct rules *rules, uint8_t n_seats,
    const struct options *options)
{
	memset(hs, 0, sizeof *hs);
	hs->n = hs->closed_n = -1;
	for (unsigned i = 0; i < SEATS_MAX; i++)
		hs->held[i] = -1;
	game_init(&hs->g, rules, n_seats, options);
}

/* One walk over the fields both writes and reads, as in core/pack.c: writes to `out`, or reads
 * from `p`. Reading beyond the end sets `bad`. */
struct walk {
	struct buf *out; /* NULL: reading */
	const unsigned char *p, *end;
	bool bad;
};

static void
walk_bytes(struct walk *w, void *bytes, size_t n)
{
	if (w->out != NULL) {
		buf_add(w->out, bytes, n);
	} else if (w->bad || (size_t)(w->end - w->p) < n) {
		w->bad = true;
	} else {
		memcpy(bytes, w->p, n);
		w->p += n;
	}
}

static void
walk_u64(struct walk *w, uint64_t *v)
{
	unsigned char le[8];

	for (unsigned i = 0; i < sizeof le; i++)
		le[i] = (unsigned char)(*v >> (8 * i) & 0xff);
	walk_bytes(w, le, sizeof le);
	*v = 0;
	for (unsigned i = 0; i < sizeof le; i++)
		*v |= (uint64_t)le[i] << (8 * i);
}

static void
walk_i64(struct walk *w, int64_t *v)
{
	uint64_t u = (uint64_t)*v;

	walk_u64(w, &u);
	*v = (int64_t)u;
}

static void
walk_u32(struct walk *w, uint32_t *v)
{
	uint64_t u = *v;

	walk_u64(w, &u);
	*v = (uint32_t)u;
}

static void
walk_u16(struct walk *w, uint16_t *v)
{
	uint64_t u = *v;

	walk_u64(w, &u);
	*v = (uint16_t)u;
}

/* Returns a count, at most max. */
static unsigned
walk_count(struct walk *w, unsigned n, unsigned max)
{
	uint64_t u = n;

	walk_u64(w, &u);
	if (u > max)
		w->bad = true;
	return w->bad ? 0 : (unsigned)u;
}

static void
walk_undone(struct walk *w, struct host_state *hs)
{
	for (unsigned i = 0; i < SEATS_MAX; i++) {
		walk_i64(w, &hs->replaced[i].n);
		walk_u16(w, &hs->replaced[i].yes);
		walk_u16(w, &hs->replaced[i].no);
	}
	hs->n_undo = walk_count(w, hs->n_undo, UNDO_REQUEST_UNDOS_MAX);
	for (unsigned i = 0; i < hs->n_undo; i++) {
		walk_i64(w, &hs->undo[i].n);
		walk_i64(w, &hs->undo[i].to);
	}
}

static void
walk_undo_request(struct walk *w, struct host_state *hs)
{
	struct undo_request *a = &hs->undo_request;
	uint16_t is = (uint16_t)a->is;

	walk_i64(w, &a->n);
	walk_i64(w, &a->to);
	walk_u16(w, &is);
	walk_u32(w, &a->need);
	walk_u16(w, &a->yes);
	walk_u16(w, &a->no);
	walk_bytes(w, a->reason, sizeof a->reason);
	walk_i64(w, &hs->undo_request_end);
	walk_i64(w, &hs->undo_request_turn);
	hs->n_undo_requests = walk_count(w, hs->n_undo_requests, TABLE_UNDO_REQUESTS_MAX);
	if (is > UNDO_REQUEST_WITHDRAWN || a->reason[REASON_MAX] != '\0')
		w->bad = true;
	a->is = (enum undo_request_state)is;
}

static void
walk_people(struct walk *w, struct host_state *hs)
{
	struct people *p = &hs->people;

	for (unsigned i = 0; i < SEATS_MAX; i++) {
		walk_u32(w, &p->missed[i]);
		p->n_absent[i] = (uint8_t)walk_count(w, p->n_absent[i], PEOPLE_ABSENCES_MAX);
		for (unsigned k = 0; k < p->n_absent[i]; k++) {
			walk_i64(w, &p->absent[i][k].from);
			walk_i64(w, &p->absent[i][k].until);
		}
	}
	walk_u16(w, &hs->queued_every);
	walk_u16(w, &hs->played);
	for (unsigned i = 0; i < SEATS_MAX; i++)
		walk_i64(w, &hs->every_held[i]);
}

static void
walk_proposals(struct walk *w, struct proposals *b)
{
	b->n = walk_count(w, b->n, PROPOSALS_MAX);
	for (unsigned i = 0; i < b->n; i++) {
		struct proposal *at = &b->at[i];
		uint16_t kind = (uint16_t)at->on.kind;

		walk_u16(w, &kind);
		walk_bytes(w, &at->on.seat, 1);
		walk_i64(w, &at->on.n);
		walk_i64(w, &at->since);
		walk_bytes(w, &at->by, 1);
		walk_bytes(w, &at->need, 1);
		walk_u16(w, &at->yes);
		walk_u16(w, &at->no);
		if (kind >= VOTE_KINDS)
			w->bad = true;
		at->on.kind = (enum vote_kind)kind;
	}
}

static void
walk_standby(struct walk *w, struct people *p)
{
	p->n_standby = walk_count(w, p->n_standby, PEOPLE_STANDBY_MAX);
	for (unsigned i = 0; i < p->n_standby; i++) {
		struct standby *s = &p->standby[i];

		walk_i64(w, &s->since);
		walk_bytes(w, s->sign, sizeof s->sign);
		walk_bytes(w, s->age, sizeof s->age);
		if (s->sign[SIGN_TEXT] != '\0' || s->age[AGE_TEXT] != '\0')
			w->bad = true;
	}
}

/* Compact form for many small numbers. */
static void
walk_pairs(struct walk *w, uint16_t *v, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		unsigned char le[2] = { (unsigned char)(v[i] & 0xff), (unsigned char)(v[i] >> 8) };

		walk_bytes(w, le, sizeof le);
		v[i] = (uint16_t)(le[0] | le[1] << 8);
	}
}

/* Nothing else if there is no summary. */
static void
walk_summary(struct walk *w, struct summary *s)
{
	walk_bytes(w, &s->rounds, 1);
	if (s->rounds > ROUNDS_MAX)
		w->bad = true;
	if (s->rounds == 0 || w->bad)
		return;
	walk_pairs(w, s->score[0], sizeof s->score / sizeof s->score[0][0]);
	walk_pairs(w, s->broke[0], sizeof s->broke / sizeof s->broke[0][0]);
	walk_pairs(w, s->missed, SEATS_MAX);
	walk_pairs(w, &s->turn, 1);
}

static void
walk_peeks(struct walk *w, struct host_state *hs)
{
	hs->n_peek = walk_count(w, hs->n_peek, TABLE_PEEKS_MAX);
	for (unsigned i = 0; i < hs->n_peek; i++) {
		walk_bytes(w, &hs->peek[i].seat, 1);
		walk_bytes(w, &hs->peek[i].x, 1);
		walk_bytes(w, &hs->peek[i].y, 1);
		walk_i64(w, &hs->peek[i].n);
	}
}

static void
walk_deal(struct walk *w, struct host_state *hs)
{
	walk_u32(w, &hs->attempt);
	walk_i64(w, &hs->open_n);
	walk_i64(w, &hs->closed_n);
	walk_bytes(w, hs->opener.b, sizeof hs->opener.b);
	walk_i64(w, &hs->reveal_n);
	walk_bytes(w, hs->epoch_round, sizeof hs->epoch_round);
	walk_bytes(w, hs->n_revealed, sizeof hs->n_revealed);
	for (unsigned i = 0; i < SEATS_MAX; i++) {
		struct table_share *s = &hs->share[i];

		walk_i64(w, &hs->held[i]);
		walk_bytes(w, &s->joined, 1);
		walk_bytes(w, &s->confirmed, 1);
		walk_bytes(w, &s->bound, 1);
		walk_bytes(w, s->commit, sizeof s->commit);
		walk_bytes(w, s->r, sizeof s->r);
	}
	walk_bytes(w, &hs->piles, sizeof hs->piles); /* bytes only, so no padding */
	if (hs->piles.n_deck > DECK_MAX || hs->piles.n_left > ROLES_MAX)
		w->bad = true;
	for (unsigned r = 0; r < ROUNDS_MAX; r++) {
		struct table_round_gold *gold = &hs->gold[r];

		walk_i64(w, &gold->n);
		walk_u16(w, &gold->epoch);
		walk_bytes(w, &gold->n_gold, 1);
		walk_bytes(w, gold->card, sizeof gold->card);
		walk_bytes(w, gold->owner, sizeof gold->owner);
		if (gold->n_gold > NUGGETS_MAX)
			w->bad = true;
	}
	hs->n_leaf_set = walk_count(w, hs->n_leaf_set, UNDO_REQUEST_UNDOS_MAX + 1);
	for (unsigned i = 0; i < hs->n_leaf_set; i++) {
		struct table_leaf_set *set = &hs->leaf_set[i];

		walk_i64(w, &set->n);
		walk_u16(w, &set->epoch);
		walk_bytes(w, &set->deck, 1);
		walk_bytes(w, &set->roles, 1);
		walk_u32(w, &set->goals);
	}
}

_Static_assert(sizeof(struct table_round_piles) == 4 + 2 * DECK_MAX + SEATS_MAX + 2 * ROLES_MAX,
    "all of it bytes");

/* Seats in custody, and the votes that the others must have. */
static void
walk_custody(struct walk *w, struct host_state *hs)
{
	walk_u16(w, &hs->custody);
	walk_bytes(w, hs->n_custody, sizeof hs->n_custody);
	walk_u32(w, &hs->undo_request.own);
	for (unsigned i = 0; i < hs->people.proposals.n; i++)
		walk_bytes(w, &hs->people.proposals.at[i].own, 1);
}

static void
walk_state(struct walk *w, struct host_state *hs)
{
	unsigned char version = hs->bots != 0 ? STATE_VERSION : STATE_WITHOUT_BOTS;

	walk_bytes(w, &version, 1);
	if (version < STATE_WITHOUT_CUSTODY || version > STATE_VERSION)
		w->bad = true;
	walk_i64(w, &hs->n);
	walk_bytes(w, hs->head, HASH_BYTES);
	for (unsigned i = 0; i < SEATS_MAX; i++) {
		walk_i64(w, &hs->seq_turn[i]);
		walk_i64(w, &hs->seq[i]);
		walk_i64(w, &hs->seq_any[i]);
	}
	walk_u16(w, &hs->queued_next);
	walk_u16(w, &hs->epoch);
	walk_i64(w, &hs->due_turn);
	walk_i64(w, &hs->people.began);
	walk_i64(w, &hs->shown_n);
	walk_i64(w, &hs->round_n);
	walk_undone(w, hs);
	walk_undo_request(w, hs);
	walk_peeks(w, hs);
	walk_deal(w, hs);
	walk_people(w, hs);
	walk_i64(w, &hs->people.extended_s);
	walk_proposals(w, &hs->people.proposals);
	walk_standby(w, &hs->people);
	for (unsigned i = 0; i < SEATS_MAX; i++) {
		walk_i64(w, &hs->people.leaving[i]);
		walk_i64(w, &hs->people.gone[i]);
	}
	walk_summary(w, &hs->summary);
	walk_i64(w, &hs->undo_request.until);
	walk_u16(w, &hs->undo_request.none);
	for (unsigned i = 0; i < SEATS_MAX; i++)
		walk_i64(w, &hs->given[i]);
	for (unsigned i = 0; i < SEATS_MAX; i++)
		walk_i64(w, &hs->seq_open[i]);
	if (version != STATE_WITHOUT_CUSTODY)
		walk_custody(w, hs);
	if (version == STATE_VERSION)
		walk_u16(w, &hs->bots);
}

void
host_state_pack(const struct host_state *hs, struct buf *out)
{
	struct walk w = { .out = out };
	struct host_state copy = *hs; /* the walk needs a writable struct */
	uint8_t packed[PACK_MAX];
	size_t n = game_pack(&hs->g, packed);

	walk_state(&w, &copy);
	buf_add(out, packed, n);
	seal_wipe(packed, sizeof packed);
	seal_wipe(&copy, sizeof copy);
}

int
host_state_unpack(
    struct host_state *hs, const struct rules *rules, const void *bytes, size_t n, struct err *err)
{
	struct walk w = { .p = bytes };

	w.end = w.p + n;
	memset(hs, 0, sizeof *hs);
	walk_state(&w, hs);
	if (w.bad || game_unpack(&hs->g, rules, w.p, (size_t)(w.end - w.p)) < 0)
		return err_set(err, ERR_CORRUPT, "the game file's state is damaged");
	return 0;
}

int64_t
host_state_undone(const struct host_state *hs, int64_t n)
{
	for (unsigned i = 0; i < hs->n_undo; i++)
		if (hs->undo[i].to < n && n < hs->undo[i].n)
			return hs->undo[i].n;
	return 0;
}

void
host_state_note(struct host_state *hs, const struct events *ev, int64_t n)
{
	for (uint32_t i = 0; i < ev->n; i++) {
		const struct event *e = &ev->at[i];

		if (e->kind == EVENT_ROUND)
			hs->n_peek = 0;
		if (event_bounds_round(e))
			hs->round_n = n;
		if (!event_reveals_nothing((enum event_kind)e->kind))
			hs->shown_n = n;
		if (e->kind == EVENT_SAW_GOAL && hs->n_peek < TABLE_PEEKS_MAX)
			hs->peek[hs->n_peek++] = (struct table_peek){ e->seat, e->x, e->y, n };
	}
}
