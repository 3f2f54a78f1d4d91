/*
 * A game as bytes. walk() defines the format.
 */
#include <assert.h>
#include <string.h>

#include "core/pack.h"

enum { PACK_VERSION = 1 };

void
pack_u8(struct pack *k, uint8_t *v)
{
	if (k->bad || k->n >= k->max) {
		assert(k->out == NULL); /* PACK_MAX is enough for every game */
		k->bad = 1;
		return;
	}
	if (k->out != NULL)
		k->out[k->n++] = *v;
	else
		*v = k->in[k->n++];
}

static void
pack_u16(struct pack *k, uint16_t *v)
{
	uint8_t low = (uint8_t)(*v & 0xff), high = (uint8_t)(*v >> 8);

	pack_u8(k, &low);
	pack_u8(k, &high);
	*v = (uint16_t)(low | high << 8);
}

void
pack_struct_u16(struct pack *k, struct u16 *v)
{
	pack_u8(k, &v->low);
	pack_u8(k, &v->high);
}

static void
pack_bytes(struct pack *k, uint8_t *v, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		pack_u8(k, &v[i]);
}

void
pack_list(struct pack *k, uint8_t *count, uint8_t *v, unsigned max)
{
	pack_u8(k, count);
	if (*count > max) {
		k->bad = 1;
		*count = 0;
	}
	pack_bytes(k, v, *count);
}

static void
pack_coord(struct pack *k, int8_t *v)
{
	uint8_t u = (uint8_t)*v;

	pack_u8(k, &u);
	*v = (int8_t)(u < 128 ? u : u - 256);
}

static void
pack_seat(struct pack *k, struct seat *s)
{
	pack_list(k, &s->n_hand, s->hand, HAND_MAX);
	pack_u8(k, &s->role);
	pack_u8(k, &s->broken);
	pack_u8(k, &s->resigned);
	pack_list(k, &s->n_gold, s->gold_card, GOLD_MAX);
	pack_u16(k, &s->gold);
	pack_u8(k, &s->n_seen);
	if (s->n_seen > SEEN_MAX) {
		k->bad = 1;
		s->n_seen = 0;
	}
	for (unsigned i = 0; i < s->n_seen; i++) {
		pack_coord(k, &s->seen[i].x);
		pack_coord(k, &s->seen[i].y);
	}
	pack_u16(k, &s->knows);
}

static void
pack_board(struct pack *k, struct board *b)
{
	pack_u8(k, &b->n);
	if (b->n > CELLS_MAX) {
		k->bad = 1;
		b->n = 0;
	}
	for (unsigned i = 0; i < b->n; i++) {
		pack_coord(k, &b->cell[i].x);
		pack_coord(k, &b->cell[i].y);
		pack_u8(k, &b->cell[i].card);
		pack_u8(k, &b->cell[i].flags);
	}
}

/* The format.  g->rules is set; everything else of g is written or read. */
static void
walk_game(struct pack *k, struct game *g)
{
	uint8_t version = PACK_VERSION, left;
	uint16_t id = g->rules->id, revision = g->rules->revision;

	pack_u8(k, &version);
	pack_u16(k, &id);
	pack_u16(k, &revision);
	if (version != PACK_VERSION || id != g->rules->id || revision != g->rules->revision)
		k->bad = 1;
	pack_u8(k, &g->phase);
	pack_u8(k, &g->n_seats);
	if (g->n_seats > SEATS_MAX) {
		k->bad = 1;
		g->n_seats = 0;
	}
	pack_u8(k, &g->round);
	pack_u8(k, &g->to_move);
	pack_u16(k, &g->turn);
	pack_bytes(k, g->options.at, OPTIONS_MAX);
	/* Drawn cards are CARD_NONE: only the remaining cards are packed. */
	pack_u8(k, &g->deck_top);
	if (g->deck_top > DECK_MAX) {
		k->bad = 1;
		g->deck_top = 0;
	}
	left = (uint8_t)(g->n_deck - g->deck_top);
	pack_list(k, &left, g->deck + g->deck_top, (unsigned)(DECK_MAX - g->deck_top));
	g->n_deck = (uint8_t)(g->deck_top + left);
	pack_list(k, &g->n_discard, g->discard, DECK_MAX);
	pack_list(k, &g->n_aside, g->aside, ASIDE_MAX);
	for (unsigned s = 0; s < g->n_seats; s++)
		pack_seat(k, &g->seat[s]);
	pack_board(k, &g->board);
	if (g->rules->pack != NULL)
		g->rules->pack(k, g);
	for (unsigned i = 0; i < g->rules->ext_size && g->rules->pack == NULL; i++)
		pack_u8(k, &g->ext[i]);
}

size_t
game_pack(const struct game *g, uint8_t out[static PACK_MAX])
{
	struct game copy = *g; /* walk() needs a game that it may write to */
	struct pack k = { .out = out, .max = PACK_MAX };

	walk_game(&k, &copy);
	assert(!k.bad);
	return k.n;
}

bool
view_is_redacted(const struct view *v)
{
	uint8_t a[PACK_MAX], b[PACK_MAX];
	struct view again;
	size_t n;

	game_view(&v->known, v->seat, &again);
	n = game_pack(&again.known, a);
	return n == game_pack(&v->known, b) && memcmp(a, b, n) == 0;
}

int
game_unpack(struct game *g, const struct rules *rules, const uint8_t *p, size_t n)
{
	struct pack k = { .in = p, .max = n };

	memset(g, 0, sizeof *g);
	g->rules = rules;
	for (unsigned s = 0; s < SEATS_MAX; s++)
		g->seat[s].role = CARD_NONE;
	walk_game(&k, g);
	if (k.bad || k.n != n)
		return -1;
	memset(g->deck, CARD_NONE, g->deck_top);
	return game_is_ok(g) ? 0 : -1;
}
