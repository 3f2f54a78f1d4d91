/* What a seat knows, for programs. */
#include "wire/report_known.h"

#include "text/text_rules.h"

static void
print_at(struct printer *p, struct place at)
{
	struct buf text = BUF_INIT;

	place_text(at.x, at.y, &text);
	print_text(p, "at", NULL, buf_cstr(&text));
	buf_release(&text);
}

/* Prints a card's name; null if it is hidden or there is none. */
static void
print_card(struct printer *p, const char *key, const struct rules *rules, card_id card)
{
	char name[CARD_NAME_MAX];

	card_name(rules, card, name);
	print_text(p, key, NULL, card < rules->n_cards ? name : NULL);
}

/* Prints the goals face down: their known or deduced kinds, and who has looked. */
static void
print_goals(struct printer *p, const struct digest *d, const struct game *known)
{
	struct knowledge_goal goal[KNOWLEDGE_GOALS_MAX];
	unsigned n = knowledge_goals(known, goal);

	print_open_list(p, "goals");
	for (unsigned i = 0; i < n; i++) {
		print_open(p, NULL);
		print_at(p, goal[i].at);
		print_card(p, "kind", known->rules, goal[i].card);
		print_bool(p, "seen", NULL, NULL, goal[i].is_seen);
		print_open_list(p, "looked");
		for (uint8_t seat = 0; seat < d->names.n; seat++)
			if ((goal[i].looked & 1u << seat) != 0)
				print_text(p, NULL, NULL, names_seat(&d->names, seat));
		print_close(p);
		print_close(p);
	}
	print_close(p);
}

/* Prints the kinds of the goals that are still hidden, one by one. */
static void
print_goals_left(struct printer *p, const struct game *known)
{
	uint8_t left[CARDS_MAX];

	knowledge_goals_left(known, left);
	print_open_list(p, "goals_left");
	for (unsigned c = 0; c < known->rules->n_cards; c++)
		for (unsigned i = 0; i < left[c]; i++)
			print_card(p, NULL, known->rules, (card_id)c);
	print_close(p);
}

static void
print_looks(struct printer *p, const struct digest *d, const struct knowledge *k)
{
	print_open_list(p, "looks");
	for (unsigned i = 0; i < k->n_look; i++) {
		const struct knowledge_look *l = &k->look[i];

		print_open(p, NULL);
		print_number(p, "n", NULL, l->n);
		print_text(p, "seat", NULL, names_seat(&d->names, l->seat));
		if (l->to == SEAT_NONE)
			print_at(p, l->at);
		else
			print_text(p, "of", NULL, names_seat(&d->names, l->to));
		print_close(p);
	}
	print_close(p);
}

static void
print_range(struct printer *p, unsigned min, unsigned max)
{
	print_number(p, "min", NULL, min);
	print_number(p, "max", NULL, max);
}

static void
print_roles(
    struct printer *p, const struct digest *d, const struct view *v, const struct knowledge *k)
{
	const struct rules *rules = v->known.rules;
	struct knowledge_roles roles;

	knowledge_roles(k, v, &roles);
	print_open(p, "roles");
	for (uint8_t seat = 0; seat < d->names.n; seat++)
		print_card(p, d->names.seat[seat], rules, roles.role[seat]);
	print_close(p);
	print_open_list(p, "hidden");
	for (unsigned i = 0; i < roles.n_kinds; i++) {
		print_open(p, NULL);
		print_card(p, "role", rules, roles.kind[i].role);
		print_range(p, roles.kind[i].min, roles.kind[i].max);
		print_close(p);
	}
	print_close(p);
	print_open_list(p, "sides");
	for (unsigned i = 0; i < roles.n_sides; i++) {
		print_open(p, NULL);
		print_text(p, "side", NULL, rules->words->side[roles.side[i].name]);
		print_number(p, "gold", NULL, roles.side[i].gold);
		print_range(p, roles.side[i].min, roles.side[i].max);
		print_close(p);
	}
	print_close(p);
}

static void
print_cards(struct printer *p, const struct view *v, const struct knowledge *k)
{
	bool is_seat = v->seat < v->known.n_seats;

	print_open_list(p, "cards");
	for (unsigned c = 0; c < v->known.rules->n_cards; c++) {
		if (k->all[c] == 0)
			continue;
		print_open(p, NULL);
		print_card(p, "kind", v->known.rules, (card_id)c);
		print_number(p, "played", NULL, k->out[c]);
		print_number(p, "unseen", NULL, knowledge_unseen(k, v, (card_id)c));
		print_number(p, "hand", NULL, is_seat ? k->held[v->seat][c] : 0);
		print_number(p, "discarded", NULL, k->gone[c]);
		print_close(p);
	}
	print_close(p);
}

/* Prints the cards that other hands must contain, one by one. */
static void
print_held(
    struct printer *p, const struct digest *d, const struct view *v, const struct knowledge *k)
{
	print_open(p, "held");
	for (uint8_t seat = 0; seat < d->names.n; seat++) {
		if (seat == v->seat)
			continue;
		print_open_list(p, d->names.seat[seat]);
		for (unsigned c = 0; c < v->known.rules->n_cards; c++)
			for (unsigned i = 0; i < k->held[seat][c]; i++)
				print_card(p, NULL, v->known.rules, (card_id)c);
		print_close(p);
	}
	print_close(p);
}

void
report_known(
    struct printer *p, const struct digest *d, const struct view *v, const struct knowledge *k)
{
	print_goals(p, d, &v->known);
	print_open(p, "known");
	if (k->whole || !k->begun)
		print_text(p, "from", NULL, NULL);
	else
		print_number(p, "from", NULL, k->from);
	print_looks(p, d, k);
	print_roles(p, d, v, k);
	print_cards(p, v, k);
	print_held(p, d, v, k);
	print_goals_left(p, &v->known);
	print_close(p);
}
