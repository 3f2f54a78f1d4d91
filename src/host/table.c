/* What a game file holds beside its rows of digests and orders: the table and its state. */

#include "core/pack.h"
#include "host/table.h"

#include "text/lines.h"
#include "util/mem.h"

enum { STATE_VERSION = 2 };

/* ---- the table -------------------------------------------------------------------------------- */

void
table_config(int64_t limit_s, bool host_seat, bool audited, struct buf *out)
{
	buf_fmt(out, "adit-config v1\nlimit: %lld\nhost-seat: %s\ndealing: %s\n",
	    (long long)(limit_s < 0 ? 0 : limit_s), host_seat ? "yes" : "no",
	    dealing_name(audited ? DEALING_AUDITED : DEALING_TRUSTED));
}

static int
read_config(struct table *t, const struct buf *config, struct err *err)
{
	struct lines l = { buf_cstr(config), config->n, 0, 1 };
	const char *p;
	size_t n;

	if (lines_exact(&l, "adit-config v1", err) < 0
	    || lines_number(&l, "limit", 0, INT64_C(1) << 40, &t->limit_s, err) < 0
	    || lines_field(&l, "host-seat", &p, &n, err) < 0)
		return -1;
	if (t->limit_s == 0)
		t->limit_s = -1;
	t->host_seat = n == 3 && memcmp(p, "yes", 3) == 0;
	if (lines_field(&l, "dealing", &p, &n, err) < 0)
		return -1;
	t->audited = n == 7 && memcmp(p, "audited", n) == 0;
	return 0;
}

static int
load_seat(void *arg, unsigned seat, const char *name, const char *card, struct err *err)
{
	struct table *t = arg;

	if (seat >= SEATS_MAX || names_add(&t->names, name, strlen(name), err) < 0)
		return err_set(err, ERR_CORRUPT, "the game file's seat %u cannot be read", seat);
	if (card[0] == '\0')
		return 0;
	t->seated = (uint16_t)(t->seated | 1u << seat);
	if (card_parse(card, strlen(card), &t->card[seat], err) < 0)
		return err_set(err, ERR_CORRUPT, "the game file's seat %u cannot be read", seat);
	return 0;
}

int
table_load(struct table *t, struct store *st, struct err *err)
{
	struct store_game row = { .id = BUF_INIT };
	int result = -1;

	memset(t, 0, sizeof *t);
	if (store_get_game(st, &row, err) < 0)
		goto out;
	t->rules = rules_find(buf_cstr(&row.rules), row.rules.n);
	if (t->rules == NULL || row.id.n > BLOCK_GAME_MAX || row.secret.n != SECRET_BYTES
	    || read_config(t, &row.config, err) < 0) {
		(void)err_set(err, ERR_CORRUPT, "the game file's game row cannot be read");
		goto out;
	}
	memcpy(t->game, row.id.p, row.id.n);
	memcpy(t->s, row.secret.p, SECRET_BYTES);
	result = store_each_seat(st, load_seat, t, err);
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
state_init(struct host_state *hs, const struct rules *rules, uint8_t n_seats,
    const struct options *options)
{
	memset(hs, 0, sizeof *hs);
	hs->n = hs->closed_n = -1;
	for (unsigned i = 0; i < SEATS_MAX; i++)
		hs->held[i] = -1;
	game_init(&hs->g, rules, n_seats, options);
}

/*
 * One walk over the fields serves both directions, as in core/pack.c: out is written to, or p is read
 * from; reading beyond the end sets bad.
 */
struct walk {
	struct buf *out;                        /* NULL: reading */
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
walk_peeks(struct walk *w, struct host_state *hs)
{
	uint64_t n = hs->n_peek;

	walk_u64(w, &n);
	if (n > PEEKS_MAX)
		w->bad = true;
	hs->n_peek = w->bad ? 0 : (unsigned)n;
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
	uint64_t attempt = hs->attempt;

	walk_u64(w, &attempt);
	hs->attempt = (uint32_t)attempt;
	walk_i64(w, &hs->open_n);
	walk_i64(w, &hs->closed_n);
	walk_i64(w, &hs->reveal_n);
	for (unsigned i = 0; i < SEATS_MAX; i++) {
		struct share *s = &hs->share[i];

		walk_i64(w, &hs->held[i]);
		walk_bytes(w, &s->joined, 1);
		walk_bytes(w, &s->confirmed, 1);
		walk_bytes(w, &s->bound, 1);
		walk_bytes(w, s->commit, sizeof s->commit);
		walk_bytes(w, s->r, sizeof s->r);
	}
	walk_bytes(w, &hs->piles, sizeof hs->piles);    /* bytes only, so no padding */
	if (hs->piles.n_deck > DECK_MAX || hs->piles.n_gold > NUGGETS_MAX)
		w->bad = true;
}

_Static_assert(sizeof(struct round_piles) == 3 + 2 * DECK_MAX + 2 * NUGGETS_MAX, "all of it bytes");

static void
walk_state(struct walk *w, struct host_state *hs)
{
	unsigned char version = STATE_VERSION;
	uint64_t waiting = hs->waiting;

	walk_bytes(w, &version, 1);
	if (version != STATE_VERSION)
		w->bad = true;
	walk_i64(w, &hs->n);
	walk_bytes(w, hs->head, HASH_BYTES);
	for (unsigned i = 0; i < SEATS_MAX; i++) {
		walk_i64(w, &hs->seq_turn[i]);
		walk_i64(w, &hs->seq[i]);
		walk_i64(w, &hs->seq_any[i]);
	}
	walk_u64(w, &waiting);
	hs->waiting = (uint16_t)waiting;
	walk_peeks(w, hs);
	walk_deal(w, hs);
}

void
state_pack(const struct host_state *hs, struct buf *out)
{
	struct walk w = { .out = out };
	struct host_state copy = *hs;           /* the walk takes what it could also fill */
	uint8_t packed[PACK_MAX];
	size_t n = game_pack(&hs->g, packed);

	walk_state(&w, &copy);
	buf_add(out, packed, n);
	seal_wipe(packed, sizeof packed);
	seal_wipe(&copy, sizeof copy);
}

int
state_unpack(struct host_state *hs, const struct rules *rules, const void *bytes, size_t n, struct err *err)
{
	struct walk w = { .p = bytes };

	w.end = w.p + n;
	memset(hs, 0, sizeof *hs);
	walk_state(&w, hs);
	if (w.bad || game_unpack(&hs->g, rules, w.p, (size_t)(w.end - w.p)) < 0)
		return err_set(err, ERR_CORRUPT, "the game file's state is damaged");
	return 0;
}

void
state_note(struct host_state *hs, const struct events *ev, int64_t n)
{
	for (uint32_t i = 0; i < ev->n; i++) {
		const struct event *e = &ev->at[i];

		if (e->kind == EVENT_ROUND)
			hs->n_peek = 0;
		if (e->kind == EVENT_SAW_GOAL && hs->n_peek < PEEKS_MAX)
			hs->peek[hs->n_peek++] = (struct peek){ e->seat, e->x, e->y, n };
	}
}
