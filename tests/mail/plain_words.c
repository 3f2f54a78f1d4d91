/* What a new text asks for: rows for positions of each rules set, then every order of whole games. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "few.h"
#include "games/games.h"
#include "games/saboteur/saboteur.h"
#include "mail/plain_list.h"
#include "mail/plain_words_internal.h"
#include "plain_aid.h"
#include "text/catalogues.h"
#include "text/orderline.h"
#include "text/shown.h"
#include "util/mem.h"
#include "util/utf8.h"

/* ---- rows ------------------------------------------------------------------------------------ */

/*
 * is: "KIND", then its lines joined by " / " or its word. UNCLEAR has parts of why, each
 * after " ~ ". say: NULL for none.
 */
struct row {
	const char *text, *is, *say;
};

#define TWO "UNCLEAR ~ There are two orders: "

/* Seats p1 to p3; p3 is to move. */
static const char *const saboteur_hand[] = { "nsw", "ns", "map", "rockfall", "break-lamp",
	"repair-pickaxe-lamp" };
static const struct row saboteur[] = {
	/* the form */
	{ "place nsw at 1,0", "ORDER place nsw at 1,0", NULL },
	{ "PLACE NSW AT 1,0 Flipped", "ORDER place nsw at 1,0 flipped", NULL },
	{ "Place nsw at 3,-1.", "ORDER place nsw at 3,-1", NULL },
	{ "  place   nsw at 1 , 0 !!\r\n", "ORDER place nsw at 1,0", NULL },
	{ "\"place nsw at 1,0\"", "ORDER place nsw at 1,0", NULL },
	{ "`map 8,0`", "ORDER map 8,0", NULL },
	{ "- map 8,0", "ORDER map 8,0", NULL },
	{ "place wsn at 1,0", "ORDER place nsw at 1,0", NULL },
	{ "Hi all,\n\nplace nsw at 1,0\n\nSee you at 7!\nAnna\n", "ORDER place nsw at 1,0", NULL },
	/* words of politeness */
	{ "Please place nsw at 3,-1, thanks!", "ORDER place nsw at 3,-1", NULL },
	{ "I place nsw at 3,-1 please :)", "ORDER place nsw at 3,-1", NULL },
	{ "My move: map 8,0", "ORDER map 8,0", NULL },
	{ "order: map 8,0", "ORDER map 8,0", NULL },
	{ "do: map 8,0", "ORDER map 8,0", NULL },
	{ "OK, I'd like to discard map. Thank you very much!", "ORDER discard map", NULL },
	{ "place nsw at 1,0 \xf0\x9f\x98\x80", "ORDER place nsw at 1,0", NULL },
	{ "do not place nsw at 1,0", "NOTHING", NULL },
	{ "I will not place nsw at 1,0", "NOTHING", NULL },
	{ "I would place nsw at 1,0", "NOTHING", NULL },
	{ "Should I place nsw at 1,0?", "NOTHING", NULL },
	{ "place nsw at 1,0?", "UNCLEAR ~ place nsw at 1,0? ~ is not an order", NULL },
	{ "place nsw at 1,0 if bob cannot", "UNCLEAR ~ \"if\" is too much", NULL },
	/* places */
	{ "place nsw at 3, -1", "ORDER place nsw at 3,-1", NULL },
	{ "place nsw at (3,-1)", "ORDER place nsw at 3,-1", NULL },
	{ "place nsw at (3, -1) flipped", "ORDER place nsw at 3,-1 flipped", NULL },
	{ "place nsw at 3/-1", "ORDER place nsw at 3,-1", NULL },
	{ "place nsw 3 -1", "ORDER place nsw at 3,-1", NULL },
	{ "place nsw 3,-1", "ORDER place nsw at 3,-1", NULL },
	{ "Lay the nsw on 3,-1", "ORDER place nsw at 3,-1", NULL },
	{ "put my nsw card to 3,-1 flipped", "ORDER place nsw at 3,-1 flipped", NULL },
	{ "place nsw flipped at 3,-1", "ORDER place nsw at 3,-1 flipped", NULL },
	{ "nsw at 3,-1", "ORDER place nsw at 3,-1", NULL },
	{ "nsw 3,-1 flipped", "ORDER place nsw at 3,-1 flipped", NULL },
	{ "play nsw at 3,-1", "ORDER place nsw at 3,-1", NULL },
	{ "place nsw at 3", "UNCLEAR ~ \"3\" stands where a place x,y is expected", NULL },
	{ "place nsw at 300,1", "UNCLEAR ~ is out of range", NULL },
	{ "place nsw at 3 -1 2", "UNCLEAR ~ \"2\" is too much", NULL },
	{ "map at 8,0", "ORDER map 8,0", NULL },
	{ "play the map on goal (8, 0)", "ORDER map 8,0", NULL },
	{ "rockfall on 2,0", "ORDER rockfall 2,0", NULL },
	/* cards */
	{ "discard map", "ORDER discard map", NULL },
	{ "Discard the map card.", "ORDER discard map", NULL },
	{ "discard break lamp", "ORDER discard break-lamp", NULL },
	{ "break-lamp p1", "ORDER break-lamp p1", NULL },
	{ "break lamp p1", "ORDER break-lamp p1", NULL },
	{ "break p1", "ORDER break-lamp p1", NULL },
	{ "Break lamp of p1", "UNCLEAR ~ nobody here is called \"of\"", NULL },
	{ "break-lamp against P1", "ORDER break-lamp p1", NULL },
	{ "repair pickaxe lamp p1 lamp", "ORDER repair-pickaxe-lamp p1 lamp", NULL },
	{ "repair-pickaxe-lamp me lamp", "ORDER repair-pickaxe-lamp p3 lamp", NULL },
	{ "discard repair", "ORDER discard repair-pickaxe-lamp", NULL },
	{ "discard lamp",
	    "UNCLEAR ~ \"discard lamp\" can be \"discard break-lamp\" or \"discard "
	    "repair-pickaxe-lamp\": send one of them.",
	    NULL },
	{ "lamp p1", "ORDER break-lamp p1", NULL },
	{ "discard cart", "UNCLEAR ~ \"cart\" is no card of saboteur", NULL },
	/* legal words, illegal now: the host says why */
	{ "place nesw at 9,9", "ORDER place nesw at 9,9", NULL },
	{ "break-cart p2", "ORDER break-cart p2", NULL },
	{ "take 1", "ORDER take 1", NULL },
	/* numbers */
	{ "1", "ORDER break-lamp p1", NULL },
	{ " 2. ", "ORDER break-lamp p2", NULL },
	{ "#2", "ORDER break-lamp p2", NULL },
	{ "2)", "ORDER break-lamp p2", NULL },
	{ "Number 2", "ORDER break-lamp p2", NULL },
	{ "order 2, please", "ORDER break-lamp p2", NULL },
	{ "order no. 2", "ORDER break-lamp p2", NULL },
	{ "My move: 2", "ORDER break-lamp p2", NULL },
	{ "  2. break-lamp p2", "ORDER break-lamp p2", NULL }, /* a line of the list, copied */
	{ "2) Break-lamp p2.", "ORDER break-lamp p2", NULL },
	{ "2. break-lamp p1", "NOTHING", NULL },
	{ "99. break-lamp p1", "NOTHING", NULL },
	{ "I 2", "NOTHING", NULL },
	{ "2 3", "NOTHING", NULL },
	{ "see you at 7", "NOTHING", NULL },
	{ "Anna, 2", "NOTHING", NULL },
	{ "99", "UNCLEAR ~ \"99\" is not an order: the list has orders 1 to 14.", NULL },
	{ "0", "UNCLEAR ~ the list has orders 1 to 14.", NULL },
	{ "#15", "UNCLEAR ~ the list has orders 1 to 14.", NULL },
	{ "4915112345678", "UNCLEAR ~ the list has orders 1 to 14.", NULL },
	{ "01", "UNCLEAR ~ the list has orders 1 to 14.", NULL },
	{ "-1", "NOTHING", NULL },
	{ "1.5", "NOTHING", NULL },
	{ "map 8,0\n99", "ORDER map 8,0", NULL },
	/* alternatives */
	{ "map 8,0 or discard map", "ORDER map 8,0 / discard map", NULL },
	{ "map 8,0, or discard map.", "ORDER map 8,0 / discard map", NULL },
	{ "either map 8,0 OR please discard map, thanks", "ORDER map 8,0 / discard map", NULL },
	{ "map 8,0 or\ndiscard map", "ORDER map 8,0 / discard map", NULL },
	{ "map 8,0\nor discard map", "ORDER map 8,0 / discard map", NULL },
	{ "map 8,0\n\nOr: discard map\nor 2", "ORDER map 8,0 / discard map / break-lamp p2", NULL },
	{ "map 8,0\nor\ndiscard map", "ORDER map 8,0 / discard map", NULL },
	{ "1 or 2", "ORDER break-lamp p1 / break-lamp p2", NULL },
	{ "1.\nor 2.", "ORDER break-lamp p1 / break-lamp p2", NULL },
	{ "2 or 2", "ORDER break-lamp p2", NULL },
	{ "map 8,0 or map 8,2 or map 8,-2 or discard map or discard ns or discard nsw or "
	  "discard rockfall or discard break-lamp",
	    "ORDER map 8,0 / map 8,2 / map 8,-2 / discard map / discard ns / discard nsw / "
	    "discard rockfall / discard break-lamp",
	    NULL },
	{ "1 or 2 or 3 or 4 or 5 or 6 or 7 or 8 or 9",
	    "UNCLEAR ~ There are more than 8 orders to choose from.", NULL },
	{ "map 8,0 or discard mapp", "UNCLEAR ~ \"mapp\" is no card ~ did you mean \"map\"?",
	    NULL },
	{ "map 8,0 or what do you think", "UNCLEAR ~ \"what do you think\" is not an order.",
	    NULL },
	{ "map 8,0 or", "UNCLEAR ~ An order is missing beside \"or\".", NULL },
	{ "or map 8,0", "UNCLEAR ~ An order is missing beside \"or\".", NULL },
	{ "map 8,0 or 99", "UNCLEAR ~ the list has orders 1 to 14.", NULL },
	{ "map 8,0 or discard lamp", "UNCLEAR ~ can be ", NULL },
	{ "map 8,0\nor no, I do not know", "UNCLEAR ~ is not an order.", NULL },
	{ "Nice weather, or\nmap 8,0", "ORDER map 8,0", NULL },
	{ "I can play this or that", "NOTHING", NULL },
	{ "map 8,0 or resign", "UNCLEAR ~ \"resign\" is not an order: to resign, write only",
	    NULL },
	{ "resign or map 8,0", "UNCLEAR ~ \"resign\" is not an order: to resign, write only",
	    NULL },
	{ "resign the card", "UNCLEAR ~ to resign, write only \"resign\"", NULL },
	{ "map 8,0 or help", "UNCLEAR ~ \"help\" is not an order.", NULL },
	/* two orders, and one twice */
	{ "map 8,0\ndiscard map", TWO "\"map 8,0\" and \"discard map\". Send one of them", NULL },
	{ "1\n2", TWO "\"break-lamp p1\" and \"break-lamp p2\"", NULL },
	{ "map 8,0\nhelp", TWO "\"map 8,0\" and \"help\"", NULL },
	{ "rules map\nrules rockfall", TWO "\"rules map\" and \"rules rockfall\"", NULL },
	{ "map 8,0 or map 8,2\nmap 8,2 or map 8,0", TWO, NULL },
	{ "map 8,0\nMAP 8, 0!", "ORDER map 8,0", NULL },
	{ "1\nbreak-lamp p1", "ORDER break-lamp p1", NULL },
	{ "help\nHelp!", "HELP", NULL },
	{ "map 8,0; discard map", "UNCLEAR ~ is not an order", NULL },
	/* its hint is about the command line */
	{ "suggest", "UNCLEAR ~ \"suggest\" is no order of saboteur.", NULL },
	{ "map 8,0 and discard map", "UNCLEAR ~ \"discard\" is too much", NULL },
	{ "map 8,0\nThen we will see.", "ORDER map 8,0", NULL },
	{ "map 8,0\nTake care!", "ORDER map 8,0", NULL },
	/* talk */
	{ "say hello", "NOTHING", "hello" },
	{ "Say: Hello, Bob!", "NOTHING", "Hello, Bob!" },
	{ "say \"Hello, Bob!\"", "NOTHING", "Hello, Bob!" },
	{ "say\"Hello\"", "NOTHING", "Hello" },
	{ "say map 8,0 or discard map", "NOTHING", "map 8,0 or discard map" },
	{ "say a\nmap 8,0\nsay b", "ORDER map 8,0", "a b" },
	{ "say \"one\ntwo\nthree\"\nmap 8,0", "ORDER map 8,0", "one two three" },
	{ "say \"one\nmap 8,0\n\nthree\"", "ORDER map 8,0", "\"one" },
	{ "say \"a\" and \"b\"", "NOTHING", "\"a\" and \"b\"" },
	{ "say \"one\nmap 8,0", "ORDER map 8,0", "\"one" },
	{ "map 8,0 or\nsay hello", "UNCLEAR ~ An order is missing beside \"or\".", "hello" },
	{ "Say, how are you?", "NOTHING", NULL },
	{ "saying nothing", "NOTHING", NULL },
	{ "say", "NOTHING", NULL },
	{ "help\nsay hello", "HELP", "hello" },
	{ "say a\x01", "UNCLEAR ~ U+0001 is not a character", NULL },
	/* words */
	{ "help", "HELP", NULL },
	{ "Help, please!", "HELP", NULL },
	{ "help?", "HELP", NULL },
	{ "?", "HELP", NULL },
	{ "help me, I am lost", "NOTHING", NULL },
	{ "BOARD", "BOARD", NULL },
	{ "history.", "HISTORY", NULL },
	{ "rules", "RULES", NULL },
	{ "rules map", "RULES map", NULL },
	{ "Rules: Break Lamp", "RULES break-lamp", NULL },
	{ "rules break", "RULES break", NULL },
	{ "rules C5", "RULES c5", NULL },
	{ "rules stink", "UNCLEAR ~ rules takes a card of this game or the number of a rule",
	    NULL },
	{ "rules are rules", "NOTHING", NULL },
	{ "resign", "RESIGN", NULL },
	{ "I resign.", "RESIGN", NULL },
	{ "resign yes", "RESIGN_YES", NULL },
	{ "Resign, yes!", "RESIGN_YES", NULL },
	{ "resign no", "UNCLEAR ~ \"no\" is too much", NULL },
	{ "leave", "LEAVE", NULL },
	{ "leave yes", "LEAVE_YES", NULL },
	{ "leave no", "ORDER leave no", NULL },
	{ "leave me alone", "NOTHING", NULL },
	{ "mail all", "MAIL all", NULL },
	{ "Mail daily.", "MAIL daily", NULL },
	{ "mail me", "NOTHING", NULL },
	{ "address Anna@Example.org", "ADDRESS Anna@Example.org", NULL },
	{ "address anna@example.org<mailto:anna@example.org>", "ADDRESS anna@example.org", NULL },
	{ "address <anna@example.org>", "ADDRESS anna@example.org", NULL },
	{ "address anna@example.org or so", "NOTHING", NULL },
	{ "address unknown", "NOTHING", NULL },
	{ "resend", "RESEND", NULL },
	{ "resend 12", "RESEND 12", NULL },
	{ "vote end yes", "ORDER vote end yes", NULL },
	{ "vote p1 yes", "ORDER vote p1 yes", NULL },
	{ "Vote skip P1: no.", "ORDER vote skip p1 no", NULL },
	{ "vote extend 2d yes", "ORDER vote extend 2d yes", NULL },
	{ "vote undo 17 no", "ORDER vote undo 17 no", NULL },
	{ "vote skip bob yes", "UNCLEAR ~ no seat has that name", NULL },
	{ "vote for me", "UNCLEAR ~ \"vote for me\" is not an order: ~ a vote is", NULL },
	{ "absent 2036-12-24 to 2037-01-01", "ORDER absent 2036-12-24 to 2037-01-01", NULL },
	{ "Absent from 2036-12-24 until 2037-01-01.", "ORDER absent 2036-12-24 to 2037-01-01",
	    NULL },
	{ "absent", "UNCLEAR ~ an absence is two days", NULL },
	{ "absent 2037-01-01 to 2036-12-24", "UNCLEAR ~ it ends before it begins", NULL },
	/* typos */
	{ "plaec nsw at 1,0", "UNCLEAR ~ did you mean \"place\"?", NULL },
	{ "Discrad map", "UNCLEAR ~ did you mean \"discard\"?", NULL },
	{ "mpa 8,0", "UNCLEAR ~ did you mean \"map\"?", NULL },
	{ "place nswe2 at 1,0", "UNCLEAR ~ \"nswe2\" is no card ~ did you mean \"nsw\"?", NULL },
	{ "mapp 8,0\nMapp 8,0\nmapp 8,0",
	    "UNCLEAR ~ \"mapp 8,0\" is not an order: \"mapp\" is no order of saboteur (did you "
	    "mean \"map\"?).",
	    NULL },
	{ "pass", "UNCLEAR ~ to pass, discard", NULL },
	{ "nsw", "NOTHING", NULL },
	{ "discard 1 of ns map", "UNCLEAR ~ that line stands for several orders", NULL },
	{ "place nsw at 1,0 | 2,0", "UNCLEAR ~ that line stands for several orders", NULL },
	/* texts that only look like orders */
	{ "", "NOTHING", NULL },
	{ "\n\n  \n", "NOTHING", NULL },
	{ "The weather is nice, p1.", "NOTHING", NULL },
	{ "May I ask you something?", "NOTHING", NULL },
	{ "I looked at the map and saw 8,0.", "NOTHING", NULL },
	{ "my map 8,0 is a secret", "NOTHING", NULL },
	{ "Mapping is fun", "NOTHING", NULL },
	{ "this is a place at 1,0", "NOTHING", NULL },
	{ "> map 8,0", "NOTHING", NULL },
	{ "1. place nsw at 1,0", "NOTHING", NULL },
	{ "map 8,0\x07", "NOTHING", NULL },
	{ "Grüße", "NOTHING", NULL },
	{ "\xff\xfe map 8,0", "NOTHING", NULL },
};

/* Seats p1 to p3; p3 is to move. */
static const char *const saboteur2_hand[] = { "map", "theft", "break-lamp", "break-cart", "ns",
	"inspection" };
static const struct row saboteur2[] = {
	{ "theft", "ORDER theft", NULL },
	{ "Theft, please.", "ORDER theft", NULL },
	{ "I theft", "UNCLEAR ~ write only \"theft\"", NULL },
	{ "inspection on p1", "ORDER inspection p1", NULL },
	{ "discard ns map", "ORDER discard map ns", NULL },
	{ "discard map, ns and theft", "ORDER discard map ns theft", NULL },
	{ "discard the theft card and map", "ORDER discard map theft", NULL },
	{ "discard map ns to remove break lamp", "ORDER discard map ns to remove break-lamp",
	    NULL },
	{ "discard map ns to remove trapped", "ORDER discard map ns to remove trapped", NULL },
	{ "break p1", "UNCLEAR ~ can be \"break-lamp p1\" or \"break-cart p1\"", NULL },
	{ "steal p1,p2", "ORDER steal p1,p2", NULL },
	{ "Steal from p1, p2 and p3.", "ORDER steal p1,p2,p3", NULL },
	{ "steal p1", "ORDER steal p1", NULL },
	{ "steal none", "ORDER steal none", NULL },
	{ "stael p1", "UNCLEAR ~ did you mean \"steal\"?", NULL },
	{ "Steve", "NOTHING", NULL },
	{ "steal p1 or steal p2", "UNCLEAR ~ \"steal p1\" stands alone", NULL },
	{ "place nw:ladder at 1,0", "ORDER place nw:ladder at 1,0", NULL },
};

/* Seats p1 and p2; p2 is to move. */
static const char *const duel_hand[] = { "nw:ladder-blue", "ns", "key", "map", "rockfall",
	"repair-lamp-cart" };
static const struct row duel[] = {
	{ "place nw:ladder-blue at 0,0", "ORDER place nw:ladder-blue at 0,0", NULL },
	{ "place nw:ladder-blue 0,0 flipped", "ORDER place nw:ladder-blue at 0,0 flipped", NULL },
	{ "place nw:ladder-blue 0/0", "ORDER place nw:ladder-blue at 0,0", NULL },
	{ "place ns at 0,2 pay 1,1 2,-2 turn best", "ORDER place ns at 0,2 pay 1,1 2,-2 turn best",
	    NULL },
	{ "place ns at (0, 2) pay (1, 1) 2 -2 turn best",
	    "ORDER place ns at 0,2 pay 1,1 2,-2 turn best", NULL },
	{ "key 2,0 pay 1,1", "ORDER key 2,0 pay 1,1", NULL },
	{ "Key point: be careful", "UNCLEAR ~ ", NULL },
	{ "discard ns key", "ORDER discard key ns", NULL },
	{ "repair lamp cart me cart", "ORDER repair-lamp-cart p2 cart", NULL },
	{ "agree", "NOTHING", NULL },
};

/* Seats p1 to p3; p3 is to move. */
static const char *const cave_hand[] = { "1/new", "battle-axe", "boots", "goblin", "rockfall" };
static const struct row cave[] = {
	{ "place 1/new at 1,0; walk to 1,0", "ORDER place 1/new at 1,0; walk to 1,0", NULL },
	{ "place 1/new at 1,0 ; Walk 1,0", "ORDER place 1/new at 1,0; walk 1,0", NULL },
	{ "place 1/new at 1,0 then walk to 1,0.", "ORDER place 1/new at 1,0; walk to 1,0", NULL },
	{ "I place 1/new at 1,0, and then I walk to 1,0, please",
	    "ORDER place 1/new at 1,0; walk to 1,0", NULL },
	{ "place 1/new at 1,0;\nwalk to 1,0", "ORDER place 1/new at 1,0; walk to 1,0", NULL },
	{ "place 1/new at 1,0\n\nThen walk to 1,0", "ORDER place 1/new at 1,0; walk to 1,0", NULL },
	{ "place 1/new at 1,0, then\nwalk to 1,0", "ORDER place 1/new at 1,0; walk to 1,0", NULL },
	{ "place 1/new at 1,0\nand then walk to 1,0", "ORDER place 1/new at 1,0; walk to 1,0",
	    NULL },
	{ "place 1/new at 1,0\n; stay", "ORDER place 1/new at 1,0; stay", NULL },
	{ "7 then walk to 1,0", "ORDER place 1/new at -1,0; walk to 1,0", NULL },
	{ "7;\nstay", "ORDER place 1/new at -1,0; stay", NULL },
	{ "place 1/new at 1,0\nwalk to 1,0",
	    TWO "\"place 1/new at 1,0\" and \"walk to 1,0\" ~ A semicolon joins two steps", NULL },
	{ "walk to 1,0 then place 1/new at 1,0", "UNCLEAR ~ these orders are not the steps", NULL },
	{ "place 1/new at 1,0; walk to 1,0 or discard boots; stay",
	    "ORDER place 1/new at 1,0; walk to 1,0 / discard boots; stay", NULL },
	{ "place 1/new at 1,0; walk to 1,0\nor discard boots",
	    "ORDER place 1/new at 1,0; walk to 1,0 / discard boots", NULL },
	{ "place 1/new at 1,0\nThen I hope to win", "UNCLEAR ~ i hope to win", NULL },
	{ "Hello Bob,\nthen walk to 1,0", "ORDER walk to 1,0", NULL },
	{ "cut 0,0/n; place 1/new at 0,-1; walk 0,-1",
	    "ORDER cut 0,0/n; place 1/new at 0,-1; walk 0,-1", NULL },
	{ "walk 1,0 2,0/n axe yes", "ORDER walk 1,0 2,0/n axe yes", NULL },
	{ "walk to (1, 0)", "ORDER walk to 1,0", NULL },
	{ "walk 1 0 2 0", "ORDER walk 1,0 2,0", NULL },
	{ "rockfall 2,0", "ORDER rockfall 2,0", NULL },
	{ "goblin 1,0/n 2,0", "ORDER goblin 1,0/n 2,0", NULL },
	{ "battle axe for p1", "ORDER battle-axe p1", NULL },
	{ "boots me", "ORDER boots p3", NULL },
	{ "axe rat use", "ORDER axe rat use", NULL },
	{ "Axe all keep.", "ORDER axe all keep", NULL },
	{ "agree", "ORDER agree", NULL },
	{ "Disagree!", "ORDER disagree", NULL },
	{ "I agree.", "UNCLEAR ~ write only \"agree\"", NULL },
	{ "I agree with p1", "UNCLEAR ~ ", NULL },
	{ "agree or disagree", "UNCLEAR ~ \"agree\" stands alone", NULL },
	{ "stay", "ORDER stay", NULL },
	{ "Stay safe!", "UNCLEAR ~ ", NULL },
	{ "walk to 1,0\nStay safe!", "ORDER walk to 1,0", NULL },
	{ "1", "ORDER battle-axe p1", NULL },
};

static void
show(const struct plain_request *q, struct buf *out)
{
	static const char *const kind[] = {
		[PLAIN_NOTHING] = "NOTHING",
		[PLAIN_UNCLEAR] = "UNCLEAR",
		[PLAIN_ORDER] = "ORDER",
		[PLAIN_HELP] = "HELP",
		[PLAIN_BOARD] = "BOARD",
		[PLAIN_HISTORY] = "HISTORY",
		[PLAIN_RULES] = "RULES",
		[PLAIN_RESIGN] = "RESIGN",
		[PLAIN_RESIGN_YES] = "RESIGN_YES",
		[PLAIN_LEAVE] = "LEAVE",
		[PLAIN_LEAVE_YES] = "LEAVE_YES",
		[PLAIN_MAIL] = "MAIL",
		[PLAIN_ADDRESS] = "ADDRESS",
		[PLAIN_RESEND] = "RESEND",
	};

	buf_str(out, kind[q->kind]);
	for (unsigned i = 0; i < q->n_lines; i++)
		buf_fmt(out, "%s%s", i == 0 ? " " : " / ", q->line[i]);
	if (q->word != NULL)
		buf_fmt(out, " %s", q->word);
	if (q->kind == PLAIN_UNCLEAR)
		buf_fmt(out, " %s", buf_cstr(&q->why));
}

/* True if the text has the parts, which " ~ " separates, in this order. */
static bool
has_parts(const char *text, const char *parts)
{
	while (*parts != '\0') {
		const char *stop = strstr(parts, " ~ ");
		const size_t n = stop != NULL ? (size_t)(stop - parts) : strlen(parts);
		char part[200];

		(void)snprintf(part, sizeof part, "%.*s", (int)n, parts);
		text = strstr(text, part);
		if (text == NULL)
			return false;
		text += n;
		parts += n + (stop != NULL ? 3 : 0);
	}
	return true;
}

static void
check_row(const struct private_view *v, const struct names *names, const struct row *row)
{
	struct plain_request q;
	struct buf got = BUF_INIT;
	const bool unclear = strncmp(row->is, "UNCLEAR", 7) == 0;

	plain_words_read(NULL, v, names, row->text, strlen(row->text), &q);
	show(&q, &got);
	cr_expect(unclear ? has_parts(got.p, row->is) : strcmp(got.p, row->is) == 0,
	    "%s \"%.60s\": %.200s", v->view.known.rules->name, row->text, got.p);
	cr_expect_eq(q.why.n > 0, q.kind == PLAIN_UNCLEAR, "%.60s", row->text);
	cr_expect_str_eq(
	    q.say != NULL ? q.say : "", row->say != NULL ? row->say : "", "%s: say", row->text);
	plain_request_release(&q);
	buf_release(&got);
}

static void
check_rows(const struct rules *rules, unsigned players, const char *const *hand, unsigned n_hand,
    const struct row *row, size_t n)
{
	static struct plain_game p;
	static struct private_view v;
	struct seat *me;

	plain_game_deal(&p, rules, players, 1);
	me = &p.g.seat[p.g.to_move];
	cr_assert_eq(p.g.to_move, players - 1, "%s", rules->name);
	cr_assert(n_hand <= me->n_hand, "%s", rules->name);
	me->n_hand = (uint8_t)n_hand;
	for (unsigned i = 0; i < n_hand; i++) {
		me->hand[i] = card_find(rules, hand[i], strlen(hand[i]));
		cr_assert_neq(me->hand[i], CARD_NONE, "%s", hand[i]);
	}
	plain_game_view(&p, p.g.to_move, &v);
	for (size_t i = 0; i < n; i++)
		check_row(&v, &p.names, &row[i]);
}

#define ROWS(name) \
	name##_hand, sizeof name##_hand / sizeof name##_hand[0], name, sizeof name / sizeof name[0]

Test(plain_words, saboteur)
{
	check_rows(&rules_saboteur, 3, ROWS(saboteur));
}

Test(plain_words, saboteur2)
{
	check_rows(&rules_saboteur2, 3, ROWS(saboteur2));
}

Test(plain_words, duel)
{
	check_rows(&rules_duel, 2, ROWS(duel));
}

Test(plain_words, dark_cave)
{
	check_rows(&rules_dark_cave, 3, ROWS(cave));
}

static void
add_first(void *arg, unsigned number, bool head, const char *order)
{
	(void)head;
	if (number == 1)
		buf_str(arg, order);
}

/* ---- other positions ------------------------------------------------------------------------- */

/* In a draft a number of the list and the value of a nugget are different things. */
Test(plain_words, draft)
{
	static struct plain_game p;
	static struct private_view v;
	static const struct row row[] = {
		{ "take 1", "ORDER take 1", NULL },
		{ "I take 1, please", "ORDER take 1", NULL },
		{ "take the 2", "ORDER take 2", NULL },
		{ "take 9", "ORDER take 9", NULL },
		{ "99", "UNCLEAR ~ the list has ", NULL },
	};
	struct row first = { "1", NULL, NULL };
	struct buf line = BUF_INIT;

	for (unsigned k = 0; k < 20 && p.g.phase != PHASE_DRAFT; k++) {
		plain_game_deal(&p, &rules_saboteur, 5, k);
		p.g.options.at[SAB_DRAFT_ASK] = 1;
		while (p.g.phase != PHASE_DRAFT && p.g.phase != PHASE_OVER)
			plain_game_step(&p, true);
	}
	cr_assert_eq(p.g.phase, PHASE_DRAFT);
	plain_game_view(&p, p.g.to_move, &v);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
		check_row(&v, &p.names, &row[i]);
	buf_str(&line, "ORDER ");
	plain_list_each(&v, &p.names, add_first, &line);
	first.is = line.p;
	check_row(&v, &p.names, &first);
	buf_release(&line);
}

/* A seat that is not to move has no list, and can queue or send what it likes. */
Test(plain_words, another_is_to_move)
{
	static struct plain_game p;
	static struct private_view v;
	static const struct row row[] = {
		{ "1", "UNCLEAR ~ the mail that you answer has no list of orders", NULL },
		{ "discard map", "ORDER discard map", NULL },
		{ "steal p1", "ORDER steal p1", NULL },
	};

	plain_game_deal(&p, &rules_saboteur2, 3, 1);
	plain_game_view(&p, 0, &v);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
		check_row(&v, &p.names, &row[i]);
}

/* A seat may have the name of a word that is left out elsewhere. */
Test(plain_words, names_of_seats)
{
	static struct plain_game p;
	static struct private_view v;
	static const char *const name[] = { "please", "or", "the" };
	static const struct row row[] = {
		{ "break-lamp please", "ORDER break-lamp please", NULL },
		{ "BREAK-LAMP OR.", "ORDER break-lamp or", NULL },
		{ "break lamp the", "ORDER break-lamp the", NULL },
		{ "break-lamp on the", "ORDER break-lamp the", NULL },
	};

	plain_game_deal(&p, &rules_saboteur, 3, 1);
	for (unsigned i = 0; i < 3; i++)
		(void)snprintf(p.names.seat[i], sizeof p.names.seat[i], "%s", name[i]);
	plain_game_view(&p, p.g.to_move, &v);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
		check_row(&v, &p.names, &row[i]);
}

/* ---- long texts ------------------------------------------------------------------------------ */

static void
check_text(const struct buf *text, const char *is)
{
	static struct plain_game p;
	static struct private_view v;
	const struct row row = { text->p, is, NULL };

	plain_game_deal(&p, &rules_saboteur, 3, 1);
	plain_game_view(&p, p.g.to_move, &v);
	check_row(&v, &p.names, &row);
}

Test(plain_words, long_texts)
{
	enum { KB100 = 100 * 1024 };
	static const struct {
		const char *piece, *is;
	} row[] = {
		{ "x", "NOTHING" },
		{ "place ", "NOTHING" },
		{ "place\n", "UNCLEAR ~ after \"place\" the kind of a path card is missing" },
		{ "The weather is nice today\n", "NOTHING" },
		{ "or ", "NOTHING" },
		{ "or\n", "NOTHING" },
		{ "map 8,0\n", "ORDER map 8,0" },
		{ "map 8,0 or\n", "UNCLEAR ~ more than 8 orders" },
		{ "place ns at 1,0 or ", "NOTHING" },
		{ "discard lamp lamp lamp x\n", "UNCLEAR ~ is not an order" },
		{ "; ", "NOTHING" },
		{ "\"", "NOTHING" },
	};

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct buf text = BUF_INIT;

		while (text.n < KB100)
			buf_str(&text, row[i].piece);
		check_text(&text, row[i].is);
		buf_release(&text);
	}
}

Test(plain_words, ten_thousand_numbers)
{
	struct buf lines = BUF_INIT, line = BUF_INIT;

	for (unsigned i = 1; i <= 10000; i++) {
		buf_fmt(&lines, "%u\n", i);
		buf_fmt(&line, "%u or ", i);
	}
	check_text(&lines, TWO);
	check_text(&line, "NOTHING");
	buf_release(&lines);
	buf_release(&line);
}

/* Talk may be as long as an order block has room for. */
Test(plain_words, long_talk)
{
	static struct plain_game p;
	static struct private_view v;

	plain_game_deal(&p, &rules_saboteur, 3, 1);
	plain_game_view(&p, p.g.to_move, &v);
	for (size_t n = ORDER_BLOCK_SAY_MAX - 1; n < ORDER_BLOCK_SAY_MAX + 3; n++) {
		struct buf text = BUF_INIT;
		struct plain_request q;

		buf_str(&text, "say ");
		buf_fill(&text, 'a', n / 2);
		buf_str(&text, "\nmap 8,0\nsay ");
		buf_fill(&text, 'b', n - n / 2 - 1);
		plain_words_read(NULL, &v, &p.names, text.p, text.n, &q);
		if (n <= ORDER_BLOCK_SAY_MAX) {
			cr_expect_eq(q.kind, PLAIN_ORDER, "%zu", n);
			cr_assert_not_null(q.say, "%zu", n);
			cr_expect_eq(strlen(q.say), n, "%zu", n);
		} else {
			cr_expect_eq(q.kind, PLAIN_UNCLEAR, "%zu", n);
			cr_expect_null(q.say, "%zu", n);
			cr_expect_str_eq(
			    q.why.p, "The talk after say is longer than 500 bytes.", "%zu", n);
		}
		plain_request_release(&q);
		buf_release(&text);
	}
}

/* ---- whole games ----------------------------------------------------------------------------- */

enum { GAMES = 3, EACH_STEP = 7, SOME = 40 };

struct whole {
	const struct private_view *v;
	const struct names *names;
	unsigned n, every; /* only each of `every` lines */
};

static void
expect(const struct whole *w, const char *text, const char *order)
{
	struct plain_request q;

	plain_words_read(NULL, w->v, w->names, text, strlen(text), &q);
	cr_assert(q.kind == PLAIN_ORDER && q.n_lines == 1 && strcmp(q.line[0], order) == 0,
	    "%s: \"%s\" is %s, not %s", w->v->view.known.rules->name, text,
	    q.n_lines == 1 ? q.line[0] : buf_cstr(&q.why), order);
	plain_request_release(&q);
}

/* The names of cards as a mail in another language shows them, in capital letters or not. */
static void
check_translated(const struct whole *w, const char *line)
{
	for (const struct catalogue *c = catalogues; c->code != NULL; c++) {
		struct language room;
		const struct language *lang = catalogue_open(c->code, &room);
		struct slice rest = { line, strlen(line) }, word;
		struct buf text = BUF_INIT;
		struct plain_request q;

		while ((word = plain_next_word(&rest)).n > 0) {
			char one[ORDERLINE_MAX];

			(void)snprintf(one, sizeof one, "%.*s", (int)word.n, word.s);
			buf_fmt(&text, "%s%s", text.n > 0 ? " " : "",
			    strcmp(one, "flipped") == 0 ?
				language_text(lang, MSG("hand", "flipped")) :
				shown_word(lang, one));
		}
		if (w->n % 2 == 0)
			utf8_capital(&text, 0);
		plain_words_read(lang, w->v, w->names, text.p, text.n, &q);
		cr_assert(q.kind == PLAIN_ORDER && q.n_lines == 1 && strcmp(q.line[0], line) == 0,
		    "%s: \"%s\" is %s, not %s", c->code, text.p,
		    q.n_lines == 1 ? q.line[0] : buf_cstr(&q.why), line);
		plain_request_release(&q);
		buf_release(&text);
	}
}

static void
check_order(void *arg, const char *line)
{
	struct whole *w = arg;
	char text[2 * ORDERLINE_MAX];
	size_t i = 0;

	if (w->n++ % w->every != 0)
		return;
	expect(w, line, line);
	check_translated(w, line);
	(void)snprintf(text, sizeof text, "Please %s, thanks!\n", line);
	expect(w, text, line);
	(void)snprintf(text, sizeof text, "%s.\r\n", line);
	for (; text[i] != '\0'; i++)
		text[i] = text[i] >= 'a' && text[i] <= 'z' ? (char)(text[i] - 'a' + 'A') : text[i];
	expect(w, text, line);
}

static void
check_number(void *arg, unsigned number, bool head, const char *order)
{
	struct whole *w = arg;
	char text[40];

	(void)head;
	if (number == 0 || w->n++ % w->every != 0)
		return;
	(void)snprintf(text, sizeof text, "%u", number);
	expect(w, text, order);
	(void)snprintf(text, sizeof text, "Number %u.\n", number);
	expect(w, text, order);
}

/* Reads some orders of the positions of a game. */
static void
check_game(const struct rules *rules, unsigned players, unsigned number)
{
	static struct plain_game p;
	static struct private_view v;

	plain_game_deal(&p, rules, players, number);
	for (unsigned step = 0; p.g.phase != PHASE_OVER; step++) {
		struct whole w = { &v, &p.names, 0, 1 };

		if (step % EACH_STEP == 0) {
			plain_game_view(&p, p.g.to_move, &v);
			w.every += (unsigned)private_view_orders(&v, &p.names, false, NULL, NULL) /
			    SOME;
			(void)private_view_orders(&v, &p.names, false, check_order, &w);
			plain_list_each(&v, &p.names, check_number, &w);
		}
		plain_game_step(&p, number % 2 == 0);
	}
}

Test(plain_words, reads_every_order)
{
	for (const struct rules *const *r = rules_all; *r != NULL; r++)
		for (unsigned players = (*r)->seats_min; players <= (*r)->seats_max;
		     players += is_few() ? 3 : 1)
			for (unsigned k = 0; k < few(GAMES); k++)
				check_game(*r, players, k);
}

/* A seat with the name of a card in another language is that seat, and the mail is not guessed at. */
Test(plain_words, seats_and_names)
{
	static struct plain_game p;
	static struct private_view v;
	struct language room;
	const struct language *lang = catalogue_open("de", &room);
	static const char *const text[] = { "kaputte Laterne steinschlag", "BREAK-LAMP Steinschlag",
		"Kaputte  Laterne, Steinschlag." };
	struct err err = ERR_INIT;

	if (lang == NULL) /* built without msgfmt */
		return;
	plain_game_deal(&p, &rules_saboteur, 3, 1);
	plain_game_view(&p, p.g.to_move, &v);
	memset(&p.names, 0, sizeof p.names);
	cr_assert_eq(names_add(&p.names, "p1", 2, &err), 0);
	cr_assert_eq(names_add(&p.names, "steinschlag", 11, &err), 0);
	cr_assert_eq(names_add(&p.names, "p3", 2, &err), 0);
	for (size_t i = 0; i < sizeof text / sizeof text[0]; i++) {
		struct plain_request q;

		plain_words_read(lang, &v, &p.names, text[i], strlen(text[i]), &q);
		cr_assert_eq(q.n_lines, 1, "%s: %s", text[i], buf_cstr(&q.why));
		cr_expect_str_eq(q.line[0], "break-lamp steinschlag");
		plain_request_release(&q);
	}
	{
		struct plain_request q;
		static const char near[] = "kaputte Laternen steinschlag\n";

		plain_words_read(lang, &v, &p.names, near, strlen(near), &q);
		cr_expect_neq(q.kind, PLAIN_ORDER, "no part of a word is a name");
		plain_request_release(&q);
	}
}

/* ---- any text -------------------------------------------------------------------------------- */

/* Each line of an order is read as itself. */
static void
check_any(const struct private_view *v, const struct names *names, const struct buf *text)
{
	const struct whole w = { v, names, 0, 1 };
	struct plain_request q;

	plain_words_read(NULL, v, names, buf_cstr(text), text->n, &q);
	cr_assert_eq(q.kind == PLAIN_ORDER, q.n_lines > 0, "%s", buf_cstr(text));
	cr_assert(q.n_lines == 0 || strcmp(q.line[0], "resign") != 0, "%s", buf_cstr(text));
	cr_assert_eq(q.kind == PLAIN_UNCLEAR, q.why.n > 0, "%s", buf_cstr(text));
	for (unsigned i = 0; i < q.n_lines; i++)
		expect(&w, q.line[i], q.line[i]);
	plain_request_release(&q);
}

Test(plain_words, any_text)
{
	enum { TEXTS = 4000, PIECES = 12 };
	static const char *const piece[] = { "place", "discard", "ns", "1/new", "break-lamp",
		"break", "lamp", "map", "steal", "at", "the", "p1", "me", "1,0", "(2, 1)", "3",
		"-1", "or", "or", "then", "and", ";", "\n", "\n", "\n", ".", ",", "\"", "please",
		"I", "say", "walk", "to", "stay", "take", "flipped", "rules", "vote", "yes",
		"resign", "leave", "#", "7", "address", "a@b", "<", "to remove", "pay", "axe",
		"\xc3\xa4", "\xff", "|" };
	static struct plain_game p;
	static struct private_view v;
	const uint8_t seed[32] = { 7 };
	struct rng_fast rng;

	rng_fast_init(&rng, seed, 0);
	for (const struct rules *const *r = rules_all; *r != NULL; r++) {
		plain_game_deal(&p, *r, (*r)->seats_min, 1);
		plain_game_view(&p, p.g.to_move, &v);
		for (unsigned i = 0; i < TEXTS; i++) {
			struct buf text = BUF_INIT;

			for (uint32_t n = 1 + rng_draw(&rng.rng, PIECES); n > 0; n--) {
				buf_str(&text,
				    piece[rng_draw(&rng.rng, sizeof piece / sizeof piece[0])]);
				if (rng_draw(&rng.rng, 8) > 0)
					buf_chr(&text, ' ');
			}
			check_any(&v, &p.names, &text);
			buf_release(&text);
		}
	}
}
