/* Whole games with a custom deck: host, digests and players use its cards. */
#include <criterion/criterion.h>
#include <unistd.h>

#include "host/aid.h"
#include "few.h"
#include "wire/deck.h"
#include "games/games.h"

/* Makes the rules set's own list with one line replaced. */
static void
change(struct house_deck *deck, const struct rules *base, const char *was, const char *is)
{
	struct buf own = BUF_INIT, list = BUF_INIT;
	struct err err = ERR_INIT;
	const char *at;

	deck_text(base, "", &own);
	at = strstr(buf_cstr(&own), was);
	cr_assert_not_null(at, "%s", was);
	buf_add(&list, own.p, (size_t)(at - own.p));
	buf_str(&list, is);
	buf_str(&list, at + strlen(was));
	cr_assert_eq(deck_parse(deck, base, list.p, list.n, &err), 0, "%s", err.msg);
	buf_release(&own);
	buf_release(&list);
}

/* Makes a list of these path and action cards. */
static void
fill(struct house_deck *deck, const struct rules *base, const char *cards)
{
	struct buf list = BUF_INIT;
	struct err err = ERR_INIT;

	for (unsigned i = 0; i < base->n_cards; i++) {
		const struct card_def *def = &base->card[i];
		char name[CARD_NAME_MAX];

		card_name(base, (card_id)i, name);
		if (def->class != CARD_PATH && def->class != CARD_ACTION)
			buf_fmt(&list, "%s %u\n", name, def->copies);
	}
	buf_str(&list, cards);
	cr_assert_eq(deck_parse(deck, base, list.p, list.n, &err), 0, "%s", err.msg);
	buf_release(&list);
}

static const struct {
	const char *name;
	const struct rules *base;
	unsigned players;
	const char *was, *is, *kind; /* the kind that only the custom deck has */
} row[] = {
	{ "saboteur", &rules_saboteur, 3, "nesw 5\n", "n+esw 7\nnesw 1\n", "n+esw" },
	{ "saboteur2", &rules_saboteur2, 2, "ns+ew 2\n", "n+esw 3\nnsw:ladder 2\n", "nsw:ladder" },
	{ "duel", &rules_duel, 2, "nesw:troll 1\n", "nesw:troll 2\nns+e+w 2\nns:door-blue@n 2\n",
	    "ns+e+w" },
	{ "dark-cave", &rules_dark_cave, 3, "2/nsw:hole 1\n", "2/esw:hole 3\n2/n+esw 2\n",
	    "2/esw:hole" },
};

Test(decks, a_whole_game_is_played_with_a_house_deck)
{
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct house_deck deck;
		struct test_table t;
		struct player_read r;
		struct buf list = BUF_INIT, read = BUF_INIT;
		struct err err = ERR_INIT;

		if (quick_without(i))
			continue;
		change(&deck, row[i].base, row[i].was, row[i].is);
		deck_text(&deck.rules, "", &list);
		table_open_rules(&t, &deck.rules, row[i].players, 7);
		table_play(&t, few_step() > 1 ? 40 : 150, 3 + i);
		for (unsigned s = 0; s < row[i].players; s++) {
			cr_assert_eq(
			    player_read(&r, rules_all, t.all.p, t.all.n, NULL, t.key[s], &err), 0,
			    "%s: the chain holds: %s", row[i].name, err.msg);
			buf_clear(&read);
			deck_text(r.d.pub.known.rules, "", &read);
			cr_expect_str_eq(
			    buf_cstr(&read), buf_cstr(&list), "%s: public part", row[i].name);
			cr_expect_eq(
			    r.v.view.known.rules, r.d.pub.known.rules, "%s: view", row[i].name);
			player_read_release(&r);
		}
		cr_expect_not_null(
		    strstr(buf_cstr(&t.digest), "\ndeck: house\n"), "%s", row[i].name);
		cr_expect_not_null(strstr(buf_cstr(&t.digest), row[i].kind), "%s", row[i].name);
		table_close(&t);
		buf_release(&list);
		buf_release(&read);
	}
}

/* Readers try a position with a card in the place of each hidden one. A pile of keys or webs would be
 * impossible, and the host would seem to cheat. */
Test(decks, a_list_may_begin_with_cards_of_which_the_box_has_few)
{
	static const struct {
		const struct rules *base;
		const char *cards;
	} few[] = {
		{ &rules_duel, "key 2\nmap 20\nnesw 20\n" },
		{ &rules_duel, "nesw:troll 7\nkey 2\nnesw 20\n" },
		{ &rules_dark_cave,
		    "1/spiderweb 1\n1/rockfall 9\n1/nesw 20\n2/spiderweb 1\n2/nesw 30\n"
		    "3/spiderweb 1\n3/nesw 9\n" },
	};

	for (size_t i = 0; i < sizeof few / sizeof few[0]; i++) {
		struct house_deck deck;
		struct test_table t;
		struct player_read r;
		struct audit_checked checked;
		struct err err = ERR_INIT;

		fill(&deck, few[i].base, few[i].cards);
		table_open_rules(&t, &deck.rules, 2, 7);
		table_play(&t, 9, 3);
		cr_expect_eq(
		    audit_fsck(t.file, t.host, &checked, &err), 0, "%s: %s", few[i].cards, err.msg);
		for (unsigned s = 0; s < 2; s++) {
			cr_expect_eq(
			    player_read(&r, rules_all, t.all.p, t.all.n, NULL, t.key[s], &err), 0,
			    "%s: %s", few[i].cards, err.msg);
			player_read_release(&r);
		}
		table_close(&t);
	}
}

/* Re-execution takes the rules from digest 0. */
Test(decks, undo_fsck_and_rebuild_know_the_cards)
{
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct house_deck deck;
		struct test_table t;
		struct audit_checked checked;
		struct audit_rebuilt made;
		struct err err = ERR_INIT;
		struct host *file;
		char path[96];

		change(&deck, row[i].base, row[i].was, row[i].is);
		table_open_rules(&t, &deck.rules, row[i].players, 7);
		table_play(&t, 8, 3);
		cr_assert_eq(table_undo(&t, 3, "a test", &err), 0, "%s: %s", row[i].name, err.msg);
		table_play(&t, 8, 4);
		cr_expect_eq(
		    audit_fsck(t.file, NULL, &checked, &err), 0, "%s: %s", row[i].name, err.msg);
		cr_expect_eq(
		    audit_fsck(t.file, t.host, &checked, &err), 0, "%s: %s", row[i].name, err.msg);
		(void)snprintf(path, sizeof path, "%s/again.db", t.folder);
		cr_assert_eq(host_create(&file, path, rules_all, &err), 0, "%s", err.msg);
		cr_expect_eq(audit_rebuild(file, t.host, "host", t.all.p, t.all.n, &made, &err), 0,
		    "%s: %s", row[i].name, err.msg);
		host_close(file);
		(void)unlink(path);
		table_close(&t);
	}
}

Test(decks, a_standard_game_does_not_speak_of_decks)
{
	struct test_table t;

	table_open(&t, 3, 7);
	table_play(&t, 2, 1);
	cr_expect_null(strstr(buf_cstr(&t.all), "\ndeck:"));
	table_close(&t);
}

/* The list is covered by the host's signature. */
Test(decks, the_list_is_signed)
{
	struct house_deck deck;
	struct test_table t;
	struct player_read r;
	struct err err = ERR_INIT;
	char *at;

	change(&deck, &rules_saboteur, "map 6", "map 8");
	table_open_rules(&t, &deck.rules, 3, 7);
	at = strstr(t.digest.p, "\ndeck:\n");
	cr_assert_not_null(at);
	at = strstr(at, "map 8");
	cr_assert_not_null(at);
	at[4] = '9';
	cr_expect_eq(player_read(&r, rules_all, t.digest.p, t.digest.n, NULL, t.key[0], &err), -1);
	cr_expect_eq(err.code, ERR_AUTH, "%s", err.msg);
	table_close(&t);
}
