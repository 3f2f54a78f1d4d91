#include <criterion/criterion.h>

#include "text/decks.h"
#include "text/names.h"
#include "games/games.h"

Test(names, every_kind_is_made_from_its_definition)
{
	for (unsigned d = 0; d < N_DECKS; d++) {
		const struct deck *deck = &deck_all[d];
		struct card_def card[CARDS_MAX];
		struct rules rules = deck_rules(deck, card);

		cr_assert_leq(deck->n, CARDS_MAX, "%s", deck->rules);
		for (unsigned i = 0; i < deck->n; i++) {
			const char *want = deck->kind[i].name;
			char name[CARD_NAME_MAX];

			card_name(&rules, (card_id)i, name);
			cr_expect_str_eq(
			    name, want, "%s: %s came out as %s", deck->rules, want, name);

			card_id found = card_find(&rules, want, strlen(want));
			cr_assert_neq(found, CARD_NONE, "%s: %s is not found", deck->rules, want);
			cr_expect_str_eq(deck->kind[found].name, want, "%s: %s", deck->rules, want);
			cr_expect_leq(
			    found, i, "%s: %s is not the first of its kind", deck->rules, want);
			cr_expect_eq(card_find(&rules, want, strlen(want) - 1) == found, false,
			    "%s: a part of %s is enough", deck->rules, want);
		}
	}
}

Test(names, cards_that_are_not_there)
{
	struct card_def card[CARDS_MAX];
	struct rules rules = deck_rules(&deck_all[DECK_SABOTEUR], card);
	char name[CARD_NAME_MAX];

	card_name(&rules, CARD_HIDDEN, name);
	cr_expect_str_eq(name, "?");
	card_name(&rules, CARD_NONE, name);
	cr_expect_str_eq(name, "?");
	cr_expect_eq(card_find(&rules, "?", 1), CARD_NONE, "a hidden card cannot be ordered");
	cr_expect_eq(card_find(&rules, "", 0), CARD_NONE);
	cr_expect_eq(card_find(&rules, "theft", 5), CARD_NONE, "theft is a card of Saboteur 2");
}

Test(names, no_definition_overruns_a_name)
{
	struct card_def all[1] = { { .class = CARD_GOAL,
	    .value = 255,
	    .deck = 255,
	    .feature = 0xffff,
	    .tunnel = TUNNEL(3, 3, 3, 3),
	    .gold_at = 15,
	    .door_at = 15,
	    .tools = 7 } };
	struct rules rules = {
		.id = RULES_DUEL, .words = rules_duel.words, .n_cards = 1, .card = all
	};
	char name[CARD_NAME_MAX];

	card_name(&rules, 0, name);
	cr_expect_lt(strlen(name), CARD_NAME_MAX);
	all[0].class = CARD_PATH;
	card_name(&rules, 0, name);
	cr_expect_lt(strlen(name), CARD_NAME_MAX);
}

/* The normal form of `do` has one hyphen for several in a row: "break-lamp a--b" would be signed as
 * "break-lamp a-b". */
Test(names, a_seat_has_the_same_name_in_orders)
{
	static const struct {
		const char *name;
		bool is_good;
	} row[] = { { "a-b", true }, { "a-b-", true }, { "a-_-b", true }, { "a--b", false },
		{ "a--", false }, { "-a", false } };

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct names names = { .n = 0 };
		struct err err = ERR_INIT;

		cr_expect_eq(names_add(&names, row[i].name, strlen(row[i].name), &err) == 0,
		    row[i].is_good, "%s", row[i].name);
	}
}

Test(names, links_of_every_tunnel)
{
	static const struct {
		uint8_t tunnel;
		const char *want;
	} row[] = {
		{ TUNNEL(0, 0, 0, 0), "" },
		{ TUNNEL(1, 1, 1, 1), "NESW" },
		{ TUNNEL(1, 2, 1, 2), "NS+EW" },
		{ TUNNEL(1, 2, 2, 1), "NW+ES" },
		{ TUNNEL(3, 3, 3, 3), "N+E+S+W" },
		{ TUNNEL(3, 1, 3, 1), "N+EW+S" },
		{ TUNNEL(0, 0, 0, 3), "W" },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		char links[8];

		links_text(row[i].tunnel, links);
		cr_expect_str_eq(links, row[i].want, "%s came out as %s", row[i].want, links);
	}
	for (unsigned t = 0; t < 256; t++) {
		char links[8];
		size_t letters = 0;

		links_text((uint8_t)t, links);
		for (const char *p = links; *p != '\0'; p++)
			letters += *p != '+';
		cr_expect_eq(letters, (size_t)__builtin_popcount(tunnel_open((uint8_t)t)), "%u", t);
	}
}

Test(names, seats)
{
	static const struct {
		const char *name;
		bool good;
	} row[] = {
		{ "anna", true },
		{ "p1", true },
		{ "x", true },
		{ "a-b_c9", true },
		{ "abcdefghijklmnopqrst", true },
		{ "abcdefghijklmnopqrstu", false },
		{ "", false },
		{ "9a", false },
		{ "-a", false },
		{ "Anna", false },
		{ "a b", false },
		{ "a,b", false },
		{ "\303\244", false },
		{ "a\n", false },
		{ "?", false },
		{ "none", false },
		{ "to", false },
		{ "goal", false },
		{ "all", false },
		{ "you", false },
		{ "lamp", false },
		{ "next", false },
		{ "lamps", true },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct names names = { 0 };
		struct err err = ERR_INIT;
		int r = names_add(&names, row[i].name, strlen(row[i].name), &err);

		cr_expect_eq(r, row[i].good ? 0 : -1, "%s", row[i].name);
		cr_expect_eq(names.n, row[i].good, "%s", row[i].name);
		cr_expect_eq(err.code, row[i].good ? ERR_NONE : ERR_USAGE, "%s", row[i].name);
	}

	struct names names = { 0 };
	struct err err = ERR_INIT;
	for (char c = 'a'; c < 'a' + SEATS_MAX; c++)
		cr_assert_eq(names_add(&names, &c, 1, &err), 0);
	cr_expect_eq(names_add(&names, "c", 1, &err), -1);
	cr_expect_not_null(strstr(err.msg, "two seats"));
	cr_expect_eq(names_add(&names, "z", 1, &err), -1, "a seat too many");
	cr_expect_eq(names_find(&names, "c", 1), 2);
	cr_expect_eq(names_find(&names, "cc", 2), SEAT_NONE);
	cr_expect_eq(names_find(&names, "", 0), SEAT_NONE);
	cr_expect_str_eq(names_seat(&names, 3), "d");
	cr_expect_str_eq(names_seat(&names, SEAT_NONE), "?");
}

/* Display names for bob at a table of anna, bob and eli, where anna is "Anna M\u00fcller". */
enum order_state {
	GOOD,
	SHOWN, /* a host may not choose it, but readers accept it in a digest */
	BAD
};
static const struct {
	const char *text;
	enum order_state fate;
} displayed[] = {
	{ "Bob", GOOD },
	{ "bob", GOOD },
	{ "Robert (Bob) de Vries-2", GOOD },
	{ "\u738b\u5c0f\u660e", GOOD },
	{ "\u0411\u043e\u0431", GOOD },
	{ "\u0421\u0430\u0448\u0430 DJ", GOOD }, /* Cyrillic, then Latin */
	{ "DJ\u30bf\u30ed\u30fc", GOOD },        /* Latin and Japanese */
	{ "\u592a\u90ce\u3055\u3093", GOOD },    /* Japanese in two scripts */
	{ "\u0160\u00e1rka 2.0", GOOD },
	{ "\u05d0\u05e0\u05d4-7", GOOD }, /* Hebrew */
	{ "Anna's brother", GOOD },
	{ "Barna", GOOD },
	{ "Hana", GOOD },
	{ "Anna", SHOWN },
	{ "\u00c0nna", SHOWN },                /* with a mark */
	{ "A.n.n.a", SHOWN },                  /* points are ignored */
	{ "\u0430nn\u0430", SHOWN },           /* Cyrillic a */
	{ "\u0391nna", SHOWN },                /* Greek A */
	{ "\u0391\u039d\u039d\u0391", SHOWN }, /* all Greek */
	{ "\u13aa\u0274\u0274\u13aa", SHOWN }, /* Cherokee */
	{ "\u1d00\u0274\u0274\u1d00", SHOWN }, /* small capitals */
	{ "\uff21nna", SHOWN },                /* a wide A */
	{ "\u210ann\u00e5", GOOD },            /* a script g */
	{ "h\u1d0f\ua731t", SHOWN },
	{ "ho\u0455t", SHOWN },
	{ "h\u0585st", SHOWN },    /* Armenian o */
	{ "y\u03bfu", SHOWN },     /* Greek o */
	{ "you\u03f2", SHOWN },    /* Greek lunate sigma in a Latin word */
	{ "Bo\u0431", SHOWN },     /* Cyrillic b in a Latin word */
	{ "\u30ed\u0431", SHOWN }, /* Japanese and Cyrillic */
	{ "Bob\u0663", SHOWN },    /* an Arabic digit */
	{ "el1", SHOWN },          /* digits for letters */
	{ "E\u013a\u00ed", SHOWN },
	{ "ANNA MULLER", SHOWN }, /* her display name without the mark */
	{ "annamuller", SHOWN },
	{ "Host", SHOWN },
	{ "h0st", SHOWN },
	{ "you", SHOWN },
	{ "", BAD },
	{ "!?", SHOWN }, /* nothing legible */
	{ " Bob", BAD },
	{ "Bob ", BAD },
	{ "Bob  B", BAD },
	{ "Bob\n", BAD },
	{ "B\033[31mob", BAD },
	{ "Bob \u202ebob", BAD }, /* written backwards */
	{ "B\u200bob", BAD },
	{ "the \"Bob\"", BAD }, /* it is displayed in such quotes */
	{ "Bo\u0308b", SHOWN }, /* not composed */
	{ "Bob\377", BAD },
	{ "b\u0330\u0331\u0332\u0324\u0325", BAD },
	{ "abcdefghijklmnopqrstuvwxyzabcdef", GOOD },
	{ "abcdefghijklmnopqrstuvwxyzabcdefg", BAD },
	{ "\u738b\u738b\u738b\u738b\u738b\u738b\u738b\u738b"
	  "\u738b\u738b\u738b\u738b\u738b\u738b\u738b\u738b",
	    GOOD },
	{ "\u738b\u738b\u738b\u738b\u738b\u738b\u738b\u738b"
	  "\u738b\u738b\u738b\u738b\u738b\u738b\u738b\u738b.",
	    BAD },
};

static void
start_names(struct names *names)
{
	static const char hers[] = "Anna M\u00fcller";
	struct err err = ERR_INIT;

	*names = (struct names){ .n = 0 };
	cr_assert_eq(names_add(names, "anna", 4, &err), 0);
	cr_assert_eq(names_add(names, "bob", 3, &err), 0);
	cr_assert_eq(names_add(names, "eli", 3, &err), 0);
	cr_assert_eq(names_display(names, 0, hers, strlen(hers), &err), 0);
}

Test(names, a_display_name_misleads_nobody)
{
	for (size_t i = 0; i < sizeof displayed / sizeof displayed[0]; i++) {
		const char *text = displayed[i].text;
		const bool good = displayed[i].fate == GOOD;
		struct names names;
		struct err err = ERR_INIT;
		struct buf called = BUF_INIT;

		start_names(&names);
		cr_expect_eq(names_choose_display(&names, 1, text, strlen(text), &err) == 0, good,
		    "\"%s\": %s", text, err.msg);
		cr_expect_eq(err.code, good ? ERR_NONE : ERR_USAGE, "\"%s\"", text);
		cr_expect_str_eq(names.display[1], good ? text : "", "\"%s\"", text);
		names_full(&names, 1, &called);
		cr_expect_eq(called.n, strlen("bob") + (good ? strlen(text) + 3 : 0));
		cr_expect_eq(strncmp(called.p, "bob", 3), 0);
		if (good)
			cr_expect_eq(names_choose_display(&names, 1, "Bobby", 5, &err), -1,
			    "\"%s\" twice", text);
		buf_release(&called);
	}
}

Test(names, a_reader_refuses_only_what_spoils_a_terminal)
{
	for (size_t i = 0; i < sizeof displayed / sizeof displayed[0]; i++) {
		const char *text = displayed[i].text;
		const bool shown = displayed[i].fate != BAD;
		struct names names;
		struct err err = ERR_INIT;

		start_names(&names);
		cr_expect_eq(names_display(&names, 1, text, strlen(text), &err) == 0, shown,
		    "\"%s\": %s", text, err.msg);
		cr_expect_str_eq(names.display[1], shown ? text : "", "\"%s\"", text);
	}
}

/* Titles of a game, with the fates of display names. */
static const struct {
	const char *text;
	enum order_state fate;
} title[] = {
	{ "Friday mine", GOOD },
	{ "Anna", GOOD }, /* a title takes nobody's name */
	{ "Freitagsgrube M\u00fcller & S\u00f6hne", GOOD },
	{ "\u738b\u5c0f\u660e 7", GOOD },
	{ "\u041f\u044f\u0442\u043d\u0438\u0446\u0430", GOOD },
	{ "\u05d9\u05d5\u05dd \u05e9\u05d9\u05e9\u05d9", GOOD }, /* Hebrew */
	{ "Mine \u26cf\U0001f48e", GOOD },
	{ "back\\slash <b>&amp; `x` *y* [z](u)", GOOD },
	{ "=?utf-8?q?Bcc:_eve?=", GOOD },
	{ "-rf $(x) ; 'y'", GOOD },
	{ "\u26cf\U0001f48e", SHOWN }, /* nothing legible */
	{ "!?", SHOWN },
	{ "P\u0430ypal", SHOWN }, /* Cyrillic a in a Latin word */
	{ "Mu\u0308ll", SHOWN },  /* not composed */
	{ "", BAD },
	{ " ", BAD },
	{ "   ", BAD },
	{ "\u3000", BAD }, /* a wide blank */
	{ " Friday", BAD },
	{ "Friday ", BAD },
	{ "Friday  mine", BAD },
	{ "Friday\u00a0mine", BAD },
	{ "Friday\nBcc: eve@example.org", BAD },
	{ "Friday\r", BAD },
	{ "Friday\tmine", BAD },
	{ "F\033[31mriday", BAD },
	{ "Friday\u2028mine", BAD },
	{ "enim \u202eyadirF", BAD },
	{ "\u2066Friday\u2069", BAD },
	{ "Fri\u200bday", BAD },
	{ "Fri\u200dday", BAD },
	{ "\ufeffFriday", BAD },
	{ "the \"mine\"", BAD },
	{ "Friday\377", BAD },
	{ "Friday\355\240\200", BAD }, /* half of a surrogate pair */
	{ "\300\257", BAD },           /* overlong */
	{ "\xee\x80\x80", BAD },       /* private use */
	{ "b\u0330\u0331\u0332\u0324\u0325", BAD },
	{ "\u0301mine", BAD },
	{ "abcdefghijklmnopqrstuvwxyzabcdefghijklmn", GOOD },
	{ "abcdefghijklmnopqrstuvwxyzabcdefghijklmno", BAD },
	{ "\u738b\u738b\u738b\u738b\u738b\u738b\u738b\u738b\u738b\u738b"
	  "\u738b\u738b\u738b\u738b\u738b\u738b\u738b\u738b\u738b\u738b",
	    GOOD },
	{ "\u738b\u738b\u738b\u738b\u738b\u738b\u738b\u738b\u738b\u738b"
	  "\u738b\u738b\u738b\u738b\u738b\u738b\u738b\u738b\u738b\u738b.",
	    BAD },
};

Test(names, a_title_spoils_nothing_around_it)
{
	static const char once[] = "once";

	for (size_t i = 0; i < sizeof title / sizeof title[0]; i++) {
		const char *text = title[i].text;
		const bool good = title[i].fate == GOOD, shown = title[i].fate != BAD;
		struct names host, reader, third;
		struct err err = ERR_INIT, none = ERR_INIT;

		start_names(&host);
		start_names(&reader);
		start_names(&third);
		cr_expect_eq(names_choose_title(&host, text, strlen(text), &err) == 0, good,
		    "\"%s\": %s", text, err.msg);
		cr_expect_eq(err.code, good ? ERR_NONE : ERR_USAGE, "\"%s\"", text);
		cr_expect_null(strchr(err.msg, '\n'), "\"%s\": more than a line", text);
		cr_expect_str_eq(host.title, good ? text : "", "\"%s\"", text);
		cr_expect_eq(
		    names_title(&reader, text, strlen(text), &none) == 0, shown, "\"%s\"", text);
		names_take_shown(&third, &reader);
		cr_expect_str_eq(third.title, shown ? text : "", "\"%s\"", text);
		if (shown)
			cr_expect_eq(names_title(&reader, once, strlen(once), &none), -1,
			    "\"%s\" and another", text);
	}
}

Test(names, a_title_has_a_limit_of_bytes)
{
	struct names names;
	struct err err = ERR_INIT;
	char text[10000];

	memset(text, 'x', sizeof text);
	start_names(&names);
	cr_expect_eq(names_choose_title(&names, text, sizeof text, &err), -1);
	cr_expect_eq(names_title(&names, text, sizeof text, &err), -1);
	/* 40 columns, each with marks. */
	for (size_t i = 0; i < sizeof text; i++)
		text[i] = "o\314\210\314\210"[i % 5];
	cr_expect_eq(names_title(&names, text, 200, &err), -1);
	cr_expect_eq(names_title(&names, text, 160, &err), 0, "%s", err.msg);
}

Test(names, places_are_read_exactly)
{
	static const struct {
		const char *s;
		bool good;
		int x, y;
	} row[] = {
		{ "0,0", true, 0, 0 },
		{ "3,-1", true, 3, -1 },
		{ "-100,100", true, -100, 100 },
		{ "101,0", false, 0, 0 },
		{ "0,-101", false, 0, 0 },
		{ "+1,0", false, 0, 0 },
		{ "01,0", false, 0, 0 },
		{ "-0,0", false, 0, 0 },
		{ "1,", false, 0, 0 },
		{ ",1", false, 0, 0 },
		{ "1", false, 0, 0 },
		{ "", false, 0, 0 },
		{ "1,2,3", false, 0, 0 },
		{ "1, 2", false, 0, 0 },
		{ "--1,0", false, 0, 0 },
		{ "1,2/n", false, 0, 0 },
		{ "99999999999999999999,0", false, 0, 0 },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		int x = 7, y = 7;
		int r = place_parse(row[i].s, strlen(row[i].s), &x, &y);

		cr_expect_eq(r, row[i].good ? 0 : -1, "%s", row[i].s);
		cr_expect_eq(x, row[i].good ? row[i].x : 7, "%s", row[i].s);
		cr_expect_eq(y, row[i].good ? row[i].y : 7, "%s", row[i].s);
	}
}

Test(names, spots_there_and_back)
{
	for (unsigned part = PART_WHOLE; part <= PART_T; part++) {
		struct spot spot = { -3, 12, (uint8_t)part }, again;
		struct buf text = BUF_INIT;

		spot_text(spot, &text);
		cr_assert_eq(spot_parse(text.p, text.n, &again), 0, "%s", text.p);
		cr_expect(again.x == -3 && again.y == 12 && again.part == part, "%s", text.p);
		buf_release(&text);
	}

	static const char *const bad[] = { "1,2/", "1,2/x", "1,2/nn", "/n", "1,2/n/n", "1,2/N",
		"1/n" };
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		struct spot spot;
		cr_expect_eq(spot_parse(bad[i], strlen(bad[i]), &spot), -1, "%s", bad[i]);
	}
}

Test(names, numbers_have_one_spelling)
{
	static const struct {
		const char *s;
		int64_t max, want;
	} row[] = {
		/* want -1: refused */
		{ "0", 9, 0 },
		{ "9", 9, 9 },
		{ "10", 9, -1 },
		{ "00", 9, -1 },
		{ "", 9, -1 },
		{ "-1", 9, -1 },
		{ "+1", 9, -1 },
		{ " 1", 9, -1 },
		{ "5", 3, -1 },
		{ "12x", 99, -1 },
		{ "9223372036854775807", INT64_MAX, INT64_MAX },
		{ "9223372036854775808", INT64_MAX, -1 },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		int64_t v = -1;

		(void)number_parse(row[i].s, strlen(row[i].s), row[i].max, &v);
		cr_expect_eq(v, row[i].want, "\"%s\" up to %lld", row[i].s, (long long)row[i].max);
	}
}

Test(names, words_of_enums)
{
	for (unsigned a = ACTION_BREAK; a < ACTION_COUNT; a++)
		cr_expect_neq(action_name((enum action)a)[0], '\0', "action %u", a);
	for (unsigned r = ROLE_MINER; r < ROLE_COUNT; r++)
		cr_expect_neq(role_name((enum role)r)[0], '\0', "role %u", r);
	for (unsigned c = CARD_START; c <= CARD_ROLE; c++)
		cr_expect_not_null(class_name((enum card_class)c), "class %u", c);
	for (unsigned p = PHASE_SETUP; p <= PHASE_OVER; p++)
		cr_expect_not_null(phase_name((enum phase)p), "phase %u", p);
	for (unsigned tool = TOOL_CART; tool <= TOOL_PICKAXE; tool *= 2) {
		const char *name = tool_name(tool);
		cr_expect_eq(tool_find(name, strlen(name)), tool, "%s", name);
	}
	cr_expect_eq(tool_find("spade", 5), 0);
	cr_expect_str_eq(edge_name(EDGE_W), "west");
	cr_expect_eq(edge_letter(EDGE_S), 's');
	cr_expect_eq(rules_find(rules_all, "saboteur", 8), &rules_saboteur);
	cr_expect_null(rules_find(rules_all, "sabotage", 8));
	cr_expect_str_eq(rules_saboteur.name, "saboteur");
}
