/* The rules of adit(6) as a session prints them. */
#include <criterion/criterion.h>
#include <string.h>

#include "games/games.h"
#include "text/catalogues.h"
#include "text/rulebook.h"
#include "text/rulebook_row.h"
#include "text/shown.h"
#include "util/utf8.h"

static const struct rules *const game[] = { &rules_saboteur, &rules_saboteur2, &rules_duel,
	&rules_dark_cave };
enum { GAMES = sizeof game / sizeof game[0] };

static bool
has(const struct buf *text, const char *s)
{
	return strstr(buf_cstr(text), s) != NULL;
}

static void
expect_narrow(const struct buf *text, unsigned columns, const char *what)
{
	for (const char *s = buf_cstr(text); *s != '\0'; s += strcspn(s, "\n") + 1)
		cr_expect_leq(utf8_width(s, strcspn(s, "\n")), columns, "%s: \"%.*s\"", what,
		    (int)strcspn(s, "\n"), s);
}

Test(rulebook, every_game_has_its_parts)
{
	static const struct {
		const char *has[6], *not [4];
	} want[GAMES] = {
		{ { "COMMON RULES\n", "C12 ", "SABOTEUR\n", "2.C.11 ", "2.H What is secret",
		      "repair-lamp-cart " },
		    { "SABOTEUR 2\n", "\nQ-SAB", "Rulings", "\"op\"" } },
		{ { "COMMON RULES\n", "SABOTEUR 2\n", "3.D.14  Theft: lay it in front of yourself.",
		      "3.F What is secret", "swap-hats", "" },
		    { "\nSABOTEUR\n", "\nQ-SB2", "Rulings", "\"op\"" } },
		{ { "THE DUEL\n", "      - its edges must fit;", "4.G What is secret",
		      "goal-3-nsw:door-blue@n", "4.E.17 ", "" },
		    { "2.C.11 ", "\nQ-DUEL", "Rulings", "\"op\"" } },
		{ { "THE DARK CAVE\n", "5.I.40 ", "---( )---       --(w)---(e)--",
		      "see DECKS in adit(5)", "\"stay cut\".", "5.H What is secret" },
		    { "2.C.11 ", "\nQ-CAVE", "Rulings", "\"op\"" } },
	};

	for (size_t i = 0; i < GAMES; i++) {
		struct buf text = BUF_INIT, narrow = BUF_INIT;

		rulebook_game(NULL, game[i], 76, &text);
		for (size_t k = 0; k < 6; k++)
			cr_expect(has(&text, want[i].has[k]), "%s lacks %s", game[i]->name,
			    want[i].has[k]);
		for (size_t k = 0; k < 4; k++)
			cr_expect_not(has(&text, want[i].not [k]), "%s has %s", game[i]->name,
			    want[i].not [k]);
		cr_expect_not(has(&text, "\\-"), "%s has an escape", game[i]->name);
		cr_expect_not(has(&text, "\\&"), "%s has an escape", game[i]->name);
		cr_expect_not(has(&text, "\n."), "%s has a macro", game[i]->name);
		expect_narrow(&text, 76, game[i]->name);
		rulebook_game(NULL, game[i], 40, &narrow);
		expect_narrow(&narrow, 40, game[i]->name);
		buf_release(&text);
		buf_release(&narrow);
	}
}

/* Every card that a player can have, and every start and goal, has rules. They are about it: those
 * of an action card begin with its name or speak of its word. */
Test(rulebook, every_card_has_rules)
{
	static const struct {
		enum action action;
		const char *speaks[GAMES];
	} want[] = {
		{ ACTION_BREAK, { "Break a tool:", "Break a tool:", "Sabotage:" } },
		{ ACTION_REPAIR, { "Repair a tool:", "Repair a tool:", "Repair:" } },
		{ ACTION_ROCKFALL, { "Rockfall:", "Rockfall:", "Rockfall:", "rockfall:" } },
		{ ACTION_MAP, { "Map:", "Map:", "Map:" } },
		{ ACTION_THEFT, { NULL, "Theft:" } },
		{ ACTION_HANDS_OFF, { NULL, "Hands off:" } },
		{ ACTION_SWAP_HANDS, { NULL, "Swap hands:" } },
		{ ACTION_INSPECTION, { NULL, "Inspection:" } },
		{ ACTION_SWAP_HATS, { NULL, "Swap hats:" } },
		{ ACTION_TRAPPED, { NULL, "Trapped:" } },
		{ ACTION_FREE, { NULL, "Free at last:" } },
		{ ACTION_KEY, { NULL, NULL, "Key:" } },
		{ ACTION_INFORMATION, { NULL, NULL, NULL, "secret-information:" } },
		{ ACTION_SWAP_CARDS, { NULL, NULL, NULL, "swap-cards:" } },
		{ ACTION_SPIDERWEB, { NULL, NULL, NULL, "spiderweb:" } },
		{ ACTION_BOOTS, { NULL, NULL, NULL, "boots:" } },
		{ ACTION_BATTLE_AXE, { NULL, NULL, NULL, "battle-axe:" } },
		{ ACTION_RAT, { NULL, NULL, NULL, "rat, lindworm, goblin:" } },
		{ ACTION_LINDWORM, { NULL, NULL, NULL, "rat, lindworm, goblin:" } },
		{ ACTION_GOBLIN, { NULL, NULL, NULL, "rat, lindworm, goblin:" } },
	};

	for (size_t i = 0; i < GAMES; i++) {
		for (card_id c = 0; c < game[i]->n_cards; c++) {
			const struct card_def *d = &game[i]->card[c];
			const char *speaks = d->class == CARD_START ? "start" :
			    d->class == CARD_GOAL                   ? "goal" :
			    d->class == CARD_PATH                   ? "edge" :
								      "";
			struct buf text = BUF_INIT;
			char name[CARD_NAME_MAX];

			card_name(game[i], c, name);
			for (size_t k = 0; k < sizeof want / sizeof want[0]; k++)
				if (d->class == CARD_ACTION && d->action == want[k].action)
					speaks = want[k].speaks[i];
			cr_assert_not_null(speaks, "%s: %s", game[i]->name, name);
			rulebook_about(NULL, game[i], c, 200, &text);
			cr_expect(
			    has(&text, speaks), "%s: %s: %s", game[i]->name, name, buf_cstr(&text));
			if (d->class == CARD_ACTION)
				cr_expect_gt(text.n, 0, "%s: %s", game[i]->name, name);
			buf_release(&text);
		}
	}
	struct buf none = BUF_INIT;

	rulebook_about(NULL, &rules_duel, CARD_HIDDEN, 76, &none);
	rulebook_about(NULL, &rules_duel, CARD_NONE, 76, &none);
	cr_expect_eq(none.n, 0);
}

/* A name of a card, as the player reads it or in the words of orders, finds a card of that name. */
Test(rulebook, a_card_by_its_name)
{
	for (const struct catalogue *each = catalogues; each->code != NULL; each++) {
		struct language room;
		const struct language *lang = catalogue_open(each->code, &room);

		for (size_t i = 0; i < GAMES; i++) {
			for (card_id c = 0; c < game[i]->n_cards; c++) {
				struct buf shown = BUF_INIT, folded = BUF_INIT;
				char name[CARD_NAME_MAX];

				card_name(game[i], c, name);
				shown_card(lang, game[i], c, &shown);
				utf8_fold(shown.p, shown.n, &folded);
				cr_expect_eq(shown_card_like(lang, game[i], name),
				    card_find(game[i], name, strlen(name)), "%s", name);
				cr_expect_eq(shown_card_like(lang, game[i], shown.p),
				    card_find(game[i], name, strlen(name)), "%s", shown.p);
				cr_expect_eq(shown_card_like(lang, game[i], folded.p),
				    card_find(game[i], name, strlen(name)), "%s", folded.p);
				buf_release(&shown);
				buf_release(&folded);
			}
		}
	}
	cr_expect_eq(shown_card_like(NULL, &rules_duel, "\xff"), CARD_NONE);
	cr_expect_eq(shown_card_like(NULL, &rules_duel, "Steinschlag"), CARD_NONE);
}

/* The same rows in each language, none of them English; another language has the English ones. */
Test(rulebook, every_language_has_its_page)
{
	static const struct {
		struct language lang;
		const char *has[4];
	} row[] = {
		{ { .code = "de" },
		    { "GEMEINSAME REGELN\n", "2.C Eine Wegekarte anlegen\n",
			"3.D.14  Diebstahl: lege", "blauer Goldsucher  frei" } },
		{ { .code = "es" },
		    { "REGLAS COMUNES\n", "2.C Poner una carta de ruta\n", "3.D.14  Robo: ponlo",
			"minero azul   abierto" } },
		{ { .code = "ru" },
		    { "ОБЩИЕ ПРАВИЛА\n", "2.C Карта пути\n", "3.D.14  Вор: положите",
			"синий          свободен" } },
		{ { .code = "uk" },
		    { "СПІЛЬНІ ПРАВИЛА\n", "2.C Карта тунелю\n", "3.D.14  Злодій: покладіть",
			"синій        вільний" } },
	};

	if (rulebook_languages[1].code == NULL) /* built without translations */
		return;
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct buf all = BUF_INIT;

		for (size_t k = 0; k < GAMES; k++) {
			struct buf text = BUF_INIT, narrow = BUF_INIT;

			rulebook_game(&row[i].lang, game[k], 76, &text);
			cr_expect_not(has(&text, " the "), "%s: %s is not whole", row[i].lang.code,
			    game[k]->name);
			cr_expect_not(has(&text, "\\-"), "%s has an escape", row[i].lang.code);
			cr_expect_not(has(&text, "\n."), "%s has a macro", row[i].lang.code);
			expect_narrow(&text, 76, row[i].lang.code);
			rulebook_game(&row[i].lang, game[k], 40, &narrow);
			expect_narrow(&narrow, 40, row[i].lang.code);
			buf_add(&all, text.p, text.n);
			buf_release(&text);
			buf_release(&narrow);
		}
		for (size_t k = 0; k < 4; k++)
			cr_expect(has(&all, row[i].has[k]), "%s lacks %s", row[i].lang.code,
			    row[i].has[k]);
		buf_release(&all);
	}
	const struct language other = { .code = "fr" };
	struct buf text = BUF_INIT;

	cr_expect(rulebook_rule(&row[0].lang, "Q-SAB-1", 7, 76, &text));
	cr_expect_str_eq(buf_cstr(&text),
	    "Q-SAB-1 Wer ist am jüngsten und beginnt? (gegen einen Text) Die Option\n"
	    "        first=Name legt fest, wer Runde 1 beginnt. Ohne sie wird ausgelost.\n");
	buf_release(&text);
	cr_expect(rulebook_rule(&other, "C1", 2, 76, &text));
	cr_expect(has(&text, "Cards are upright."));
	buf_release(&text);
}

/* Numbers as messages and the page cite them. */
Test(rulebook, a_rule_by_its_number)
{
	static const struct {
		const char *number, *has, *not ; /* has NULL: no such rule */
	} row[] = {
		{ "SAB 2.C.11", "2.C.11  An unbroken tunnel must lead", "2.C.10" },
		{ "2.C.11", "2.C.11  An unbroken tunnel", "2.C.12" },
		{ "2.c.11", "2.C.11  An unbroken tunnel", "2.C.12" },
		{ "2.C", "2.C Laying a path card\n2.C.9 ", "2.D" },
		{ "DUEL 4.C.9", "      - its edges must fit;", "4.C.10" },
		{ "2.A.1", "saboteurs  1  1  2  2", "2.A.2" },
		{ "2.A.5", "clockwise.\n", "nesw" },
		{ "C1", "C1      Cards are upright.", "C10" },
		{ "C10", "C10     Cards that", "C1 " },
		{ "Q-SAB-1", "Who is the youngest, and begins? (against a text)", "Q-SAB-10" },
		{ "q-cave-38", "Q-CAVE-38", "Q-CAVE-3 " },
		{ "2.C.1", NULL, "" },
		{ "2.C.111", NULL, "" },
		{ "C", NULL, "" },
		{ "2", "2.A Set-up", "3.A" },
		{ "SAB", NULL, "" },
		{ "SAB ", NULL, "" },
		{ "", NULL, "" },
		{ "map", NULL, "" },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct buf text = BUF_INIT;
		const bool found = rulebook_rule(
		    NULL, row[i].number, strlen(row[i].number), 76, &text);

		cr_expect_eq(found, row[i].has != NULL, "%s", row[i].number);
		cr_expect(
		    !found || has(&text, row[i].has), "%s: %s", row[i].number, buf_cstr(&text));
		cr_expect(
		    !found || !has(&text, row[i].not ), "%s: %s", row[i].number, buf_cstr(&text));
		buf_release(&text);
	}
}
