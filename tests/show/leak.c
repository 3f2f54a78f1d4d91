/* Nothing leaks into a page, a picture or a mail: everything hidden from the public, or from the
 * seat of the page, is exchanged, and no byte of them may change. */
#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#include "core/rng.h"
#include "draw/svg.h"
#include "games/games.h"
#include "show/html_page.h"
#include "show/html_replay.h"
#include "show/html_site.h"
#include "few.h"
#include "mail/compose_html.h"
#include "util/mem.h"

static const uint8_t seed[32] = { 3, 1, 4, 1 };

static void
no_hash(const char *s, size_t n, struct buf *out)
{
	(void)s, (void)n;
	buf_str(out, "'sha256-'");
}

static bool
has_seen(const struct game *g, uint8_t viewer, const struct cell *c)
{
	for (unsigned i = 0; viewer != SEAT_NONE && i < g->seat[viewer].n_seen; i++)
		if (g->seat[viewer].seen[i].x == c->x && g->seat[viewer].seen[i].y == c->y)
			return true;
	return false;
}

/* Returns a random card of that class. */
static card_id
any_of(const struct rules *rules, uint8_t class, struct rng *rng)
{
	uint32_t from = rng_draw(rng, rules->n_cards);

	for (unsigned i = 0; i < rules->n_cards; i++)
		if (rules->card[(from + i) % rules->n_cards].class == class)
			return (card_id)((from + i) % rules->n_cards);
	cr_assert_fail("%s has no card of class %u", rules->name, class);
	return CARD_NONE;
}

/* Exchanges gold that the viewer may not count, according to the view; the number of nuggets
 * stays. */
static void
exchange_gold(struct game *g, uint8_t viewer, struct rng *rng)
{
	static struct view v;

	game_view(g, viewer, &v);
	for (unsigned s = 0; s < g->n_seats; s++)
		for (unsigned i = 0; i < g->seat[s].n_gold; i++)
			if (v.known.seat[s].gold_card[i] == CARD_HIDDEN)
				g->seat[s].gold_card[i] = any_of(g->rules, CARD_GOLD, rng);
}

/* Exchanges everything that the viewer may not know: piles are shuffled; cards in other hands,
 * roles, goals and gold become any others. */
static void
exchange(struct game *g, uint8_t viewer, struct rng *rng)
{
	game_reshuffle(g, rng);
	rng_open(rng, 1, RNG_LOSS);
	for (unsigned s = 0; s < g->n_seats; s++) {
		bool knows = s == viewer ||
		    (viewer != SEAT_NONE && (g->seat[viewer].knows >> s & 1u) != 0);

		for (unsigned i = 0; i < g->seat[s].n_hand && s != viewer; i++)
			g->seat[s].hand[i] = (card_id)rng_draw(rng, g->rules->n_cards);
		if (!knows && g->seat[s].role != CARD_NONE)
			g->seat[s].role = any_of(g->rules, CARD_ROLE, rng);
	}
	exchange_gold(g, viewer, rng);
	for (unsigned i = 0; i < g->n_discard; i++)
		g->discard[i] = (card_id)rng_draw(rng, g->rules->n_cards);
	for (unsigned i = 0; i < g->board.n; i++) {
		struct cell *c = &g->board.cell[i];

		if ((c->flags & CELL_DOWN) != 0 && !has_seen(g, viewer, c))
			c->card = any_of(g->rules, CARD_GOAL, rng);
	}
}

static void
make_digest(const struct game *g, struct digest *d)
{
	memset(d, 0, sizeof *d);
	memcpy(d->game, "k7q2m4xw", sizeof "k7q2m4xw");
	d->n = g->turn;
	d->due = -1;
	game_view(g, SEAT_NONE, &d->pub);
	for (unsigned s = 0; s < g->n_seats; s++) {
		const char name[] = { (char)('a' + s), '\0' };
		struct err err = ERR_INIT;

		cr_assert_eq(names_add(&d->names, name, 1, &err), 0);
	}
}

static void
put_page(const struct game *g, const struct digest *d, uint8_t viewer, struct buf *out)
{
	static struct private_view own;
	struct html_page page = { .d = d,
		.names = &d->names,
		.view = &d->pub,
		.fingerprint = "",
		.head = "",
		.wrong = "",
		.missing = "",
		.hash = no_hash };

	if (viewer != SEAT_NONE) {
		memset(&own, 0, sizeof own);
		memcpy(own.seat, d->names.seat[viewer], sizeof own.seat);
		game_view(g, viewer, &own.view);
		page.own = &own;
		page.view = &own.view;
		page.sign = "adit sign -k a";
	}
	html_page(&page, out);
}

static void
put_replay(const struct digest *d, struct buf *out)
{
	const struct html_replay_info story = {
		.names = &d->names, .fingerprint = "", .head = "", .hash = no_hash
	};
	struct html_replay *r = html_replay_new(&story);
	static const struct digest_events none;
	const struct buf news = BUF_INIT;

	html_replay_measure(r, d);
	html_replay_add(r, d, &none, &news, NULL);
	html_replay_put(r, 0, out);
	html_replay_free(r);
}

/* Appends the public picture of a board and the public text of a mail. */
static void
put_public(const struct digest *d, struct buf *out)
{
	static const struct svg_options look = { .is_for = SVG_FILE };
	const struct html_site_table table = { .folder = "table", .name = "", .d = d, .wrong = "" };
	static const char text[] = "Somebody is to move.\n\n";
	const struct mail_part piece[] = { { .kind = MAIL_PART_LEAD, .n = sizeof text - 1 },
		{ .kind = MAIL_PART_BOARD } };

	svg_board(&d->pub, &d->names, &look, out);
	svg_board_words(NULL, &d->pub, &d->names, out);
	html_next(NULL, d, out);
	html_tables(
	    &(struct html_site){ .table = &table, .n = 1, .feed = "feed.xml", .hash = no_hash },
	    out);
	cr_assert(compose_html(
	    &(struct mail_table){ NULL, &d->pub, &d->names, NULL }, text, piece, 2, out));
}

static void
compare(const struct game *g, const struct game *other, uint8_t viewer, const char *where)
{
	struct digest *d = mem_new(sizeof *d), *e = mem_new(sizeof *e);
	struct buf a = BUF_INIT, b = BUF_INIT;

	make_digest(g, d);
	make_digest(other, e);
	put_page(g, d, viewer, &a);
	put_page(other, e, viewer, &b);
	if (viewer == SEAT_NONE) {
		put_replay(d, &a);
		put_replay(e, &b);
		put_public(d, &a);
		put_public(e, &b);
	}
	cr_assert_str_eq(a.p, b.p, "%s, viewer %u", where, viewer);
	buf_release(&a);
	buf_release(&b);
	free(d);
	free(e);
}

Test(leak, pages_have_nothing_hidden)
{
	static struct order legal[LEGAL_MAX];
	struct rng_fast rng, other_rng;

	rng_fast_init(&rng, seed, 1);
	rng_fast_init(&other_rng, seed, 2);
	for (unsigned k = 0; rules_all[k] != NULL; k++) {
		const struct options options = { { 0 } };
		struct game g;
		unsigned pages = 0;

		game_init(&g, rules_all[k],
		    rules_all[k]->seats_max < 4 ? rules_all[k]->seats_max : 4, &options);
		game_deal(&g, &rng.rng, NULL);
		for (unsigned n = 0; n < 120 && g.phase != PHASE_OVER; n++) {
			size_t n_legal = game_legal(&g, legal, LEGAL_MAX);

			if (n % few_step() == 0 && (n % 8 == 0 || n < 4)) {
				for (unsigned s = 0; s <= g.n_seats; s++) {
					uint8_t viewer = s < g.n_seats ? (uint8_t)s : SEAT_NONE;
					struct game other = g;

					exchange(&other, viewer, &other_rng.rng);
					compare(&g, &other, viewer, rules_all[k]->name);
					pages++;
				}
			}
			rng_open(&rng.rng, g.round, RNG_LOSS);
			game_play(
			    &g, &legal[rng_draw(&rng.rng, (uint32_t)n_legal)], &rng.rng, NULL);
		}
		cr_assert_gt(pages, 0);
	}
}
