/* Custom decks: card lists, parsed and written. */
#include <criterion/criterion.h>

#include "wire/deck.h"
#include "games/games.h"

static bool
same_card(const struct card_def *a, const struct card_def *b)
{
	return a->class == b->class && a->copies == b->copies && a->tunnel == b->tunnel &&
	    a->action == b->action && a->tools == b->tools && a->role == b->role &&
	    a->feature == b->feature && a->door_at == b->door_at && a->gold_at == b->gold_at &&
	    a->deck == b->deck && a->value == b->value;
}

Test(deck, the_list_of_every_rules_set_reads_back_as_its_cards)
{
	for (const struct rules *const *r = rules_all; *r != NULL; r++) {
		struct house_deck deck;
		struct buf list = BUF_INIT, again = BUF_INIT;
		struct err err = ERR_INIT;

		deck_text(*r, "", &list);
		cr_assert_eq(deck_parse(&deck, *r, list.p, list.n, &err), 0, "%s: line %d: %s",
		    (*r)->name, err.line, err.msg);
		cr_assert_eq(deck.rules.n_cards, (*r)->n_cards, "%s", (*r)->name);
		for (unsigned i = 0; i < deck.rules.n_cards; i++)
			cr_expect(
			    same_card(&deck.card[i], &(*r)->card[i]), "%s: row %u", (*r)->name, i);
		deck_text(&deck.rules, "", &again);
		cr_expect_str_eq(buf_cstr(&again), buf_cstr(&list), "%s", (*r)->name);
		cr_expect(deck_is_house(&deck.rules), "%s", (*r)->name);
		cr_expect_not(deck_is_house(*r), "%s", (*r)->name);
		buf_release(&list);
		buf_release(&again);
	}
}

/* Digest 0 lists action cards of several decks without the deck. */
Test(deck, the_cards_of_a_setup_section_are_a_list)
{
	for (const struct rules *const *r = rules_all; *r != NULL; r++) {
		struct house_deck deck;
		struct buf list = BUF_INIT;
		struct err err = ERR_INIT;

		for (unsigned i = 0; i < (*r)->n_cards; i++) {
			char name[CARD_NAME_MAX];

			card_name(*r, (card_id)i, name);
			buf_fmt(&list, "  card: %s %u\r\n", name, (*r)->card[i].copies);
		}
		cr_assert_eq(
		    deck_parse(&deck, *r, list.p, list.n, &err), 0, "%s: %s", (*r)->name, err.msg);
		for (unsigned i = 0; i < deck.rules.n_cards; i++)
			cr_expect(
			    same_card(&deck.card[i], &(*r)->card[i]), "%s: row %u", (*r)->name, i);
		buf_release(&list);
	}
}

/* The name of a path card defines the card: none needs its row of the rules set. */
Test(deck, a_path_card_is_made_from_its_name)
{
	for (const struct rules *const *r = rules_all; *r != NULL; r++) {
		for (unsigned row = 0; row < (*r)->n_cards; row++) {
			struct card_def card[CARDS_MAX];
			struct rules without = **r;
			struct house_deck deck;
			struct buf list = BUF_INIT;
			struct err err = ERR_INIT;

			if ((*r)->card[row].class != CARD_PATH)
				continue;
			/* Replace its row by another card with the same marks, so that the drawing
			 * is known. */
			memcpy(card, (*r)->card, (*r)->n_cards * sizeof card[0]);
			card[row].tunnel = TUNNEL(3, 3, 3, 0);
			without.card = card;
			deck_text(*r, "", &list);
			cr_assert_eq(deck_parse(&deck, &without, list.p, list.n, &err), 0,
			    "%s: line %d: %s", (*r)->name, err.line, err.msg);
			cr_expect(same_card(&deck.card[row], &(*r)->card[row]), "%s: row %u",
			    (*r)->name, row);
			buf_release(&list);
		}
	}
}

/* Replace one line of the rules set's own list (was "": add one), and compare the result. */
static const struct {
	const char *name;
	const struct rules *rules;
	const char *was, *is;
	const char *why; /* part of the refusal; NULL: accepted */
	int line;        /* of the refusal; 0: none, -1: the last */
} row[] = {
	{ "another count", &rules_saboteur, "map 6", "map 9", NULL, 0 },
	{ "a new card", &rules_saboteur, "map 6", "map 6\nn+esw 2", NULL, 0 },
	{ "a count of 0 leaves the kind out", &rules_saboteur, "map 6", "map 0", NULL, 0 },
	{ "comments, blanks and empty lines", &rules_saboteur, "map 6",
	    "# maps\n\n \tmap\t 6 # six", NULL, 0 },
	{ "an action card in a deck that has none", &rules_dark_cave, "1/rat 2",
	    "1/rat 2\n1/swap-cards 1", "no such kind", -2 },
	{ "a hole on level 2", &rules_dark_cave, "2/nsw:hole 1", "2/esw:hole 1", NULL, 0 },
	{ "a Duel door elsewhere", &rules_duel, "new:door-blue@e 1", "new:door-blue@n 1", NULL, 0 },
	{ "a Duel door at two openings", &rules_duel, "new:door-blue@e 1", "new:door-blue@ne 1",
	    "one opening", -2 },
	{ "Duel gold nowhere", &rules_duel, "", "ns+ew:gold 1", "one whole tunnel", -1 },
	{ "Duel gold beside the tunnels", &rules_duel, "", "ns:gold@e 1", "one whole tunnel", -1 },
	{ "a kind twice", &rules_saboteur, "", "map 1", "already", -1 },
	{ "a kind twice, turned round", &rules_saboteur, "", "sw 1", "turned", -1 },
	{ "an unknown kind", &rules_saboteur, "", "dragon 1", "no such kind", -1 },
	{ "a kind of another game", &rules_saboteur, "", "theft 1", "no such kind", -1 },
	{ "a mark of another game", &rules_saboteur, "", "nesw:hole 1", "marked so", -1 },
	{ "two marks at once", &rules_saboteur2, "", "nesw:ladder:crystal 1", "marked so", -1 },
	{ "a door with a place in Saboteur 2", &rules_saboteur2, "", "nesw:door-blue@n 1",
	    "no place", -1 },
	{ "a door without a place in The Duel", &rules_duel, "", "ns:door-blue 1", "one opening",
	    -1 },
	{ "a door in the rock", &rules_duel, "", "ns:door-blue@e 1", "one opening", -1 },
	{ "gold in half a tunnel", &rules_duel, "", "ns:gold@n 1", "whole tunnel", -1 },
	{ "a mark that is no word", &rules_duel, "", "ns:golden 1", "no such kind", -1 },
	{ "links in another order", &rules_saboteur, "", "wn 1", "its name is nw", -1 },
	{ "tunnels in another order", &rules_saboteur2, "", "w+ns+e 1", "its name is ns+e+w", -1 },
	{ "a plus that no tunnel follows", &rules_saboteur2, "", "ns+ew+ 1", "its name is ns+ew",
	    -1 },
	{ "an edge twice", &rules_saboteur, "", "nns 1", "no such kind", -1 },
	{ "a path without a deck", &rules_dark_cave, "", "nesw 1", "no such kind", -1 },
	{ "a deck that is not there", &rules_dark_cave, "", "4/nesw 1", "no such kind", -1 },
	{ "a bridge of other tunnels", &rules_dark_cave, "", "1/ne+sw:bridge 1", "ns+ew", -1 },
	{ "a tunnel that joins nothing", &rules_dark_cave, "", "1/nesw:tunnel 1", "two tunnels",
	    -1 },
	{ "a hole among blind arms", &rules_dark_cave, "", "1/n+s:hole 1", "one tunnel", -1 },
	{ "no count", &rules_saboteur, "", "map", "how many", -1 },
	{ "a count that is no number", &rules_saboteur, "", "map six", "how many", -1 },
	{ "a count beyond all room", &rules_saboteur, "", "map 129", "how many", -1 },
	{ "more after the count", &rules_saboteur, "", "map 6 7", "how many", -1 },
	{ "another number of a role", &rules_saboteur, "miner 7", "miner 8", "need 7", -2 },
	{ "a role missing", &rules_saboteur, "miner 7", "", "saboteur needs the card miner", 0 },
	{ "a role before another", &rules_saboteur, "miner 7\nsaboteur 4\n",
	    "saboteur 4\nminer 7\n", "in the order of saboteur: here miner comes too late", 0 },
	{ "more cards than there is room", &rules_saboteur, "map 6", "map 90", "too many", 0 },
	{ "fewer than hands", &rules_saboteur, "nesw 5\n", "map 6\n", "already", -2 },
	{ "more trolls than an order can pay", &rules_duel, "nesw:troll 1", "nesw:troll 30",
	    "trolls", 0 },
	{ "more keys than the box has tokens", &rules_duel, "key 2", "key 3",
	    "3 keys are too many: the box has 2", 0 },
	{ "more webs than the box has tokens", &rules_dark_cave, "2/spiderweb 1", "2/spiderweb 2",
	    "4 webs are too many: the box has 3", 0 },
	{ "more veins than the box has gold for", &rules_dark_cave, "1/nesw 2",
	    "1/nesw 2\n1/nesw:vein 20", "22 veins are too many: the box has gold for 21", 0 },
	{ "a goal of other links", &rules_dark_cave, "goal-hole 1", "goal-hole=new 1", NULL, 0 },
	{ "a goal of the links that it has", &rules_dark_cave, "goal-hole 1", "goal-hole=nsw 1",
	    NULL, 0 },
	{ "a straight goal", &rules_dark_cave, "goal-hole 1", "goal-hole=ns 1", "every side", -2 },
	{ "a goal of two tunnels", &rules_dark_cave, "goal-hole 1", "goal-hole=ne+sw 1",
	    "one tunnel", -2 },
	{ "a goal of one blind arm", &rules_dark_cave, "goal-hole 1", "goal-hole=n 1", "one tunnel",
	    -2 },
	{ "a goal of blind arms", &rules_dark_cave, "goal-hole 1", "goal-hole=n+e+s+w 1",
	    "one tunnel", -2 },
	{ "a goal without links", &rules_dark_cave, "goal-hole 1", "goal-hole= 1", "no links", -2 },
	{ "a goal of links that are none", &rules_dark_cave, "goal-hole 1", "goal-hole=up 1",
	    "no links", -2 },
	{ "another number of a goal", &rules_dark_cave, "goal-hole 1", "goal-hole=new 2", "need 1",
	    -2 },
	{ "links of another card", &rules_dark_cave, "1/nesw 2", "1/nesw=nsw 2", "only of goals",
	    -2 },
	{ "links of a goal of another game", &rules_saboteur, "goal-gold 1", "goal-gold=ne 1",
	    "only of goals", -2 },
	{ "a deck too small to deal", &rules_dark_cave, "1/nesw 2", "1/nesw 1", "deck 1", 0 },
};

Test(deck, what_a_list_may_say)
{
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct house_deck deck;
		struct buf own = BUF_INIT, list = BUF_INIT;
		struct err err = ERR_INIT;
		const char *at;
		int rc, lines = 0;

		deck_text(row[i].rules, "", &own);
		at = strstr(buf_cstr(&own), row[i].was);
		cr_assert_not_null(at, "%s: no \"%s\"", row[i].name, row[i].was);
		if (row[i].was[0] == '\0')
			at = own.p + own.n;
		buf_add(&list, own.p, (size_t)(at - own.p));
		buf_str(&list, row[i].is);
		buf_str(&list, at + strlen(row[i].was));
		for (size_t k = 0; k < list.n; k++)
			lines += list.p[k] == '\n';
		rc = deck_parse(&deck, row[i].rules, list.p, list.n, &err);
		cr_expect_eq(rc, row[i].why == NULL ? 0 : -1, "%s: %s", row[i].name, err.msg);
		if (row[i].why != NULL)
			cr_expect_not_null(
			    strstr(err.msg, row[i].why), "%s: says \"%s\"", row[i].name, err.msg);
		if (row[i].line == -1)
			cr_expect_eq(err.line, lines + 1, "%s: line %d", row[i].name, err.line);
		if (row[i].line == -2)
			cr_expect_gt(err.line, 0, "%s: line %d", row[i].name, err.line);
		buf_release(&own);
		buf_release(&list);
	}
}

Test(deck, a_list_without_cards_is_none)
{
	static const char *const lists[] = { "", "\n", "# cards\n\n", "map 0\nnesw 0\n" };

	for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
		struct house_deck deck;
		struct err err = ERR_INIT;

		cr_expect_eq(deck_parse(&deck, &rules_saboteur, lists[i], strlen(lists[i]), &err),
		    -1, "\"%s\"", lists[i]);
		cr_expect_str_eq(err.msg,
		    "no cards: a kind and how many of it expected, one a line", "\"%s\"", lists[i]);
	}
}

Test(deck, too_few_cards_to_deal_are_refused)
{
	for (const struct rules *const *r = rules_all; *r != NULL; r++) {
		struct house_deck deck;
		struct buf list = BUF_INIT;
		struct err err = ERR_INIT;

		for (unsigned i = 0; i < (*r)->n_cards; i++) {
			const struct card_def *def = &(*r)->card[i];
			bool is_free = def->class == CARD_PATH || def->class == CARD_ACTION;
			char name[CARD_NAME_MAX];

			card_name(*r, (card_id)i, name);
			buf_fmt(&list, "%s %u\n", name, is_free && i % 8 != 2 ? 0 : def->copies);
		}
		cr_expect_eq(deck_parse(&deck, *r, list.p, list.n, &err), -1, "%s", (*r)->name);
		cr_expect_not_null(strstr(err.msg, "to deal"), "%s: %s", (*r)->name, err.msg);
		buf_release(&list);
	}
}

/* (H4) Gold leaves the deck of The Duel, so other cards must be enough to deal. */
Test(deck, gold_is_not_dealt_again)
{
	static const struct {
		const char *cards;
		const char *why; /* or NULL */
	} few[] = {
		{ "ns 1\nns+ew:gold@ns 20\nbreak-lamp 11\n", NULL },
		{ "ns 1\nns+ew:gold@ns 20\nbreak-lamp 10\n", "11 cards are too few" },
		{ "ns 1\nbreak-lamp 11\n", NULL },
		{ "ns 1\nbreak-lamp 10\n", "11 cards are too few" },
	};

	for (size_t i = 0; i < sizeof few / sizeof few[0]; i++) {
		struct house_deck deck;
		struct buf own = BUF_INIT, list = BUF_INIT;
		struct err err = ERR_INIT;
		const char *from, *to;

		deck_text(&rules_duel, "", &own);
		from = strstr(buf_cstr(&own), "ns+ew 1");
		to = strstr(buf_cstr(&own), "goal-0-nesw");
		cr_assert(from != NULL && to != NULL);
		buf_add(&list, own.p, (size_t)(from - own.p));
		buf_str(&list, few[i].cards);
		buf_str(&list, to);
		cr_expect_eq(deck_parse(&deck, &rules_duel, list.p, list.n, &err),
		    few[i].why == NULL ? 0 : -1, "%s: %s", few[i].cards, err.msg);
		cr_expect(few[i].why == NULL || strstr(err.msg, few[i].why) != NULL, "%s: %s",
		    few[i].cards, err.msg);
		buf_release(&own);
		buf_release(&list);
	}
}

/* Appends a path card of a deck with these links, from 16 on with a hole, if the list takes it. Returns the refusal in *err if
 * there is no room for its kind. */
static bool
add_kind(struct buf *list, unsigned number, unsigned edges, struct err *err)
{
	static const char letter[] = "nesw";
	struct house_deck deck;
	const size_t n = list->n;

	*err = (struct err)ERR_INIT;
	buf_fmt(list, "%u/", number);
	for (unsigned i = 0; i < 4; i++)
		if ((edges % 16 >> i & 1) != 0)
			buf_chr(list, letter[i]);
	buf_str(list, edges >= 16 ? ":hole 1\n" : " 1\n");
	if (deck_parse(&deck, &rules_dark_cave, list->p, list->n, err) == 0 ||
	    strstr(err->msg, "there is room for") != NULL)
		return true;
	if (strstr(err->msg, "too many kinds") != NULL)
		return false;
	list->p[list->n = n] = '\0';
	return true;
}

Test(deck, too_many_kinds)
{
	struct buf list = BUF_INIT;
	struct err err = ERR_INIT;
	unsigned lines = 0, k = 0;

	deck_text(&rules_dark_cave, "", &list);
	while (k < 90 && add_kind(&list, 1 + k % 3, 1 + k / 3, &err))
		k++;
	for (size_t i = 0; i < list.n; i++)
		lines += list.p[i] == '\n';
	cr_expect_not_null(strstr(err.msg, "too many kinds of cards"), "%s", err.msg);
	cr_expect_eq(lines, CARDS_MAX + 1, "%u kinds", lines);
	buf_release(&list);
}
