/* What a game file holds beside its rows of digests and orders: the table and its state. */

#include "core/pack.h"
#include "host/table.h"

#include "text/lines.h"
#include "util/mem.h"

enum { STATE_VERSION = 1 };

/* ---- the table -------------------------------------------------------------------------------- */

void
table_config(int64_t limit_s, bool host_seat, const struct rules *rules, struct buf *out)
{
	buf_fmt(out, "adit-config v1\nlimit: %lld\nhost-seat: %s\n", (long long)(limit_s < 0 ? 0 : limit_s),
	    host_seat ? "yes" : "no");
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

	if (lines_exact(&l, "adit-config v1", err) < 0
	    || lines_number(&l, "limit", 0, INT64_C(1) << 40, &t->limit_s, err) < 0
	    || lines_field(&l, "host-seat", &p, &n, err) < 0)
		return -1;
	if (t->limit_s == 0)
		t->limit_s = -1;
	t->host_seat = n == 3 && memcmp(p, "yes", 3) == 0;
	if (lines_peek(&l, &p, &n)) {
		if (lines_exact(&l, "deck:", err) < 0
		    || deck_parse(&t->house, t->rules, l.s + l.at, l.n - l.at, err) < 0)
			return -1;
		t->rules = &t->house.rules;
	}
	return 0;
}

static int
load_seat(void *arg, unsigned seat, const char *name, const char *card, struct err *err)
{
	struct table *t = arg;

	if (seat >= SEATS_MAX || names_add(&t->names, name, strlen(name), err) < 0
	    || card_parse(card, strlen(card), &t->card[seat], err) < 0)
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
	derive_master(t->game, t->s, NULL, 0, t->master);
	result = store_each_seat(st, load_seat, t, err);
out:
	store_game_release(&row);
	return result;
}

void
table_copy(struct table *to, const struct table *from)
{
	*to = *from;
	to->rules = deck_copy(&to->house, from->rules);
}

void
table_wipe(struct table *t)
{
	seal_wipe(t, sizeof *t);
}

/* ---- its state ---------------------------------------------------------------------------------- */

static void
put_le(uint64_t v, unsigned bytes, struct buf *out)
{
	for (unsigned i = 0; i < bytes; i++)
		buf_chr(out, (char)(v >> (8 * i) & 0xff));
}

static uint64_t
get_le(const unsigned char **p, unsigned bytes)
{
	uint64_t v = 0;

	for (unsigned i = 0; i < bytes; i++)
		v |= (uint64_t)(*p)[i] << (8 * i);
	*p += bytes;
	return v;
}

void
state_pack(const struct host_state *hs, struct buf *out)
{
	uint8_t packed[PACK_MAX];
	size_t n = game_pack(&hs->g, packed);

	put_le(STATE_VERSION, 1, out);
	put_le((uint64_t)hs->n, 8, out);
	buf_add(out, hs->head, HASH_BYTES);
	for (unsigned i = 0; i < SEATS_MAX; i++) {
		put_le((uint64_t)hs->seq_turn[i], 8, out);
		put_le((uint64_t)hs->seq[i], 8, out);
		put_le((uint64_t)hs->seq_any[i], 8, out);
	}
	put_le(hs->waiting, 2, out);
	put_le(hs->epoch, 2, out);
	put_le((uint64_t)hs->shown_n, 8, out);
	put_le((uint64_t)hs->round_n, 8, out);
	for (unsigned i = 0; i < SEATS_MAX; i++) {
		put_le((uint64_t)hs->replaced[i].n, 8, out);
		put_le(hs->replaced[i].yes, 2, out);
		put_le(hs->replaced[i].no, 2, out);
	}
	put_le(hs->n_undo, 1, out);
	for (unsigned i = 0; i < hs->n_undo; i++) {
		put_le((uint64_t)hs->undo[i].n, 8, out);
		put_le((uint64_t)hs->undo[i].to, 8, out);
	}
	put_le(hs->n_peek, 1, out);
	for (unsigned i = 0; i < hs->n_peek; i++) {
		put_le(hs->peek[i].seat, 1, out);
		put_le((uint8_t)hs->peek[i].x, 1, out);
		put_le((uint8_t)hs->peek[i].y, 1, out);
		put_le((uint64_t)hs->peek[i].n, 8, out);
	}
	buf_add(out, packed, n);
	seal_wipe(packed, sizeof packed);
}

int
state_unpack(struct host_state *hs, const struct rules *rules, const void *bytes, size_t n, struct err *err)
{
	enum { HEAD = 1 + 8 + HASH_BYTES + SEATS_MAX * (24 + 12) + 2 + 2 + 8 + 8 + 1, UNDO = 16, PEEK = 11 };
	const unsigned char *p = bytes, *end = p + n;

	memset(hs, 0, sizeof *hs);
	if (n < HEAD || *p++ != STATE_VERSION)
		return err_set(err, ERR_CORRUPT, "the game file's state cannot be read");
	hs->n = (int64_t)get_le(&p, 8);
	memcpy(hs->head, p, HASH_BYTES);
	p += HASH_BYTES;
	for (unsigned i = 0; i < SEATS_MAX; i++) {
		hs->seq_turn[i] = (int64_t)get_le(&p, 8);
		hs->seq[i] = (int64_t)get_le(&p, 8);
		hs->seq_any[i] = (int64_t)get_le(&p, 8);
	}
	hs->waiting = (uint16_t)get_le(&p, 2);
	hs->epoch = (uint16_t)get_le(&p, 2);
	hs->shown_n = (int64_t)get_le(&p, 8);
	hs->round_n = (int64_t)get_le(&p, 8);
	for (unsigned i = 0; i < SEATS_MAX; i++) {
		hs->replaced[i].n = (int64_t)get_le(&p, 8);
		hs->replaced[i].yes = (uint16_t)get_le(&p, 2);
		hs->replaced[i].no = (uint16_t)get_le(&p, 2);
	}
	hs->n_undo = (unsigned)get_le(&p, 1);
	/* One byte more: the number of peeks. */
	if (hs->n_undo > UNDO_MAX || (size_t)(end - p) < (size_t)hs->n_undo * UNDO + 1)
		return err_set(err, ERR_CORRUPT, "the game file's state is damaged");
	for (unsigned i = 0; i < hs->n_undo; i++) {
		hs->undo[i].n = (int64_t)get_le(&p, 8);
		hs->undo[i].to = (int64_t)get_le(&p, 8);
	}
	hs->n_peek = (unsigned)get_le(&p, 1);
	if (hs->n_peek > PEEKS_MAX || (size_t)(end - p) < (size_t)hs->n_peek * PEEK)
		return err_set(err, ERR_CORRUPT, "the game file's state is damaged");
	for (unsigned i = 0; i < hs->n_peek; i++) {
		hs->peek[i].seat = (uint8_t)get_le(&p, 1);
		hs->peek[i].x = (int8_t)get_le(&p, 1);
		hs->peek[i].y = (int8_t)get_le(&p, 1);
		hs->peek[i].n = (int64_t)get_le(&p, 8);
	}
	if (game_unpack(&hs->g, rules, p, (size_t)(end - p)) < 0)
		return err_set(err, ERR_CORRUPT, "the game file's state is damaged");
	return 0;
}

/* The kinds of which nobody learns anything that was hidden.  Whatever is not listed may tell. */
static const bool tells_nothing[EVENT_KIND_COUNT] = {
	[EVENT_FIRST] = true,
	[EVENT_PLACED] = true,
	[EVENT_PLAYED] = true,
	[EVENT_DISCARDED] = true,
	[EVENT_REMOVED] = true,
	[EVENT_SKIPPED] = true,
	[EVENT_RESIGNED] = true,
	[EVENT_CLEARED] = true,
	[EVENT_STANDING] = true,
};

int64_t
state_undone(const struct host_state *hs, int64_t n)
{
	for (unsigned i = 0; i < hs->n_undo; i++)
		if (hs->undo[i].to < n && n < hs->undo[i].n)
			return hs->undo[i].n;
	return 0;
}

void
state_note(struct host_state *hs, const struct events *ev, int64_t n)
{
	for (uint32_t i = 0; i < ev->n; i++) {
		const struct event *e = &ev->at[i];

		if (e->kind == EVENT_ROUND)
			hs->n_peek = 0;
		if (e->kind == EVENT_ROUND || e->kind == EVENT_ROUND_END || e->kind == EVENT_GAME_OVER)
			hs->round_n = n;
		if (!tells_nothing[e->kind])
			hs->shown_n = n;
		if (e->kind == EVENT_SAW_GOAL && hs->n_peek < PEEKS_MAX)
			hs->peek[hs->n_peek++] = (struct peek){ e->seat, e->x, e->y, n };
	}
}
