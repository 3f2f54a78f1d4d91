/*
 * What Saboteur adds to a position: the dwarf card left over, the nuggets, who played last.
 *
 * (S1) Nuggets are cards inside, values outside: which of equal cards it is makes no difference.
 * (S2) All nugget cards together fit any one list, so that no share of them can overflow it.
 */
#include "wire/position_rules.h"

#include "games/saboteur/saboteur.h"

/* ---- writing ------------------------------------------------------------------------------- */

static void
saboteur_write(struct position_writer *w, json_t *out)
{
	const struct sab_state *own = sab_own(w->g);

	(void)json_object_set_new(out, "role_left",
	    own->role_left == CARD_NONE ? json_null() : write_card(w, own->role_left));
	(void)json_object_set_new(out, "gold_pile", write_values(w, own->pile, own->n_pile));
	(void)json_object_set_new(out, "last_path", write_seat_name(w, own->last_path));
	(void)json_object_set_new(out, "last_play", write_seat_name(w, own->last_play));
	if (w->g->phase == PHASE_DRAFT)
		(void)json_object_set_new(
		    out, "drafting", write_values(w, own->draft, own->n_draft));
}

/* [SAB 2.F.26] Nuggets are their owner's secret; a view shows another's only when it holds them. */
static bool
shows_gold(const struct position_writer *w, uint8_t seat)
{
	const struct seat *s = &w->g->seat[seat];

	if (w->v->seat != seat && w->v->seat != SEAT_REFEREE && w->g->phase != PHASE_OVER)
		return false;
	for (unsigned i = 0; i < s->n_gold; i++) {
		if (s->gold_card[i] >= w->g->rules->n_cards)
			return false;
	}
	return true;
}

static void
saboteur_write_seat(struct position_writer *w, uint8_t seat, json_t *out)
{
	const struct seat *s = &w->g->seat[seat];

	(void)json_object_set_new(out, "role", write_card(w, s->role));
	(void)json_object_set_new(out, "broken", write_tools(s->broken));
	if (shows_gold(w, seat))
		(void)json_object_set_new(out, "gold", write_values(w, s->gold_card, s->n_gold));
	(void)json_object_set_new(out, "seen", write_seen(s));
}

static void
saboteur_write_cell(struct position_writer *w, const struct cell *cell, json_t *out)
{
	(void)w, (void)cell, (void)out; /* a board entry has no keys of Saboteur's own */
}

/* ---- reading ------------------------------------------------------------------------------- */

static void
sort_gold(const struct game *g, card_id *card, unsigned n)
{
	for (unsigned i = 1; i < n; i++) {
		card_id c = card[i];
		unsigned j = i;

		for (; j > 0 && game_card(g, card[j - 1])->value > game_card(g, c)->value; j--)
			card[j] = card[j - 1];
		card[j] = c;
	}
}

static int
saboteur_read_seat(
    const struct position_reader *r, const struct json_at *at, const json_t *json, uint8_t seat)
{
	struct seat *s = &r->g->seat[seat];
	const json_t *role = json_object_get(json, "role");
	const struct json_at *at_gold = AT_KEY(at, "gold");

	if (role == NULL && r->hidden_ok)
		s->role = CARD_HIDDEN;
	else if (read_card(r, AT_KEY(at, "role"), role, CLASS_BIT(CARD_ROLE), &s->role) < 0)
		return -1;
	if (read_tools(r, AT_KEY(at, "broken"), json_object_get(json, "broken"), &s->broken) < 0 ||
	    read_values(r, at_gold, json_object_get(json, "gold"), GOLD_MAX, s->gold_card,
		&s->n_gold) < 0 ||
	    read_seen(r, AT_KEY(at, "seen"), json_object_get(json, "seen"), s) < 0)
		return -1;
	for (unsigned i = 0; i < s->n_gold; i++) {
		if (s->gold_card[i] == CARD_HIDDEN)
			return read_fail(r, at_gold, "what is not known is left out");
	}
	sort_gold(r->g, s->gold_card, s->n_gold);
	return 0;
}

static int
saboteur_read_cell(const struct position_reader *r, const struct json_at *at, const json_t *json,
    struct cell *cell)
{
	(void)r, (void)at, (void)json, (void)cell; /* no keys of Saboteur's own */
	return 0;
}

/* [SAB 2.F.23, 25] Who may be asked to choose. */
static int
check_chooser(const struct position_reader *r)
{
	const struct game *g = r->g;
	const struct seat *s = &g->seat[g->to_move];
	const struct json_at *at = AT_KEY(NULL, "to_move");

	if (s->resigned)
		return read_fail(r, at, "who has resigned does not choose");
	if (s->role != CARD_HIDDEN && game_card(g, s->role)->role != ROLE_MINER)
		return read_fail(r, at, "only miners choose nuggets");
	if (g->options.at[SAB_BROKEN_NO_SHARE] && s->broken != 0)
		return read_fail(r, at, "a broken tool leaves no share");
	return 0;
}

/* The nuggets on offer in a draft, highest first. */
static int
read_draft(const struct position_reader *r, const json_t *json)
{
	const struct json_at *at = AT_KEY(NULL, "drafting");
	struct sab_state *own = sab_own(r->g);

	if (r->g->phase != PHASE_DRAFT)
		return json == NULL ? 0 : read_fail(r, at, "only in phase draft");
	if (!r->g->options.at[SAB_DRAFT_ASK])
		return read_fail(r, AT_KEY(NULL, "phase"), "draft needs the option draft=ask");
	if (read_values(r, at, json, NUGGETS_MAX, own->draft, &own->n_draft) < 0)
		return -1;
	if (own->n_draft == 0)
		return read_fail(r, at, "the values on offer expected, at least one");
	for (unsigned i = 1; i < own->n_draft; i++) {
		card_id a = own->draft[i - 1], b = own->draft[i];

		if ((a == CARD_HIDDEN) != (b == CARD_HIDDEN))
			return read_fail(r, at, "all values or none are known");
		if (a != CARD_HIDDEN && game_card(r->g, a)->value < game_card(r->g, b)->value)
			return read_fail(r, at, "highest value first");
	}
	return check_chooser(r);
}

static int
saboteur_read(const struct position_reader *r, const json_t *json)
{
	struct sab_state *own = sab_own(r->g);
	const json_t *role = json_object_get(json, "role_left");
	unsigned nuggets;

	/* A puzzle need not say which dwarf was left over. */
	if (role == NULL || json_is_null(role))
		own->role_left = role == NULL && r->hidden_ok ? CARD_HIDDEN : CARD_NONE;
	else if (read_card(
		     r, AT_KEY(NULL, "role_left"), role, CLASS_BIT(CARD_ROLE), &own->role_left) < 0)
		return -1;
	if (read_values(r, AT_KEY(NULL, "gold_pile"), json_object_get(json, "gold_pile"),
		NUGGETS_MAX, own->pile, &own->n_pile) < 0 ||
	    read_seat_name(r, AT_KEY(NULL, "last_path"), json_object_get(json, "last_path"), true,
		&own->last_path) < 0 ||
	    read_seat_name(r, AT_KEY(NULL, "last_play"), json_object_get(json, "last_play"), true,
		&own->last_play) < 0 ||
	    read_draft(r, json_object_get(json, "drafting")) < 0)
		return -1;
	nuggets = (unsigned)own->n_pile + own->n_draft;
	for (unsigned s = 0; s < r->g->n_seats; s++)
		nuggets += r->g->seat[s].n_gold;
	if (nuggets > NUGGETS_MAX)
		return read_fail(
		    r, AT_KEY(NULL, "gold_pile"), "more than %d nugget cards in all", NUGGETS_MAX);
	return read_mine(r);
}

static void
saboteur_unhide(struct game *g, card_id role, card_id gold)
{
	struct sab_state *own = sab_own(g);

	if (own->role_left == CARD_HIDDEN)
		own->role_left = role;
	for (unsigned i = 0; i < own->n_pile; i++)
		own->pile[i] = own->pile[i] == CARD_HIDDEN ? gold : own->pile[i];
	for (unsigned i = 0; i < own->n_draft; i++)
		own->draft[i] = own->draft[i] == CARD_HIDDEN ? gold : own->draft[i];
}

const struct position_rules sab_position = {
	.phases = 1 << PHASE_PLAY | 1 << PHASE_DRAFT | 1 << PHASE_OVER,
	.write = saboteur_write,
	.write_seat = saboteur_write_seat,
	.write_cell = saboteur_write_cell,
	.read_seat = saboteur_read_seat,
	.read_cell = saboteur_read_cell,
	.read = saboteur_read,
	.unhide = saboteur_unhide,
};
