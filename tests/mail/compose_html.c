/* The text of a mail as HTML: content, exclusions and length. */
#include <criterion/criterion.h>

#include "bot/policy.h"
#include "games/games.h"
#include "mail/compose_html.h"

enum { GAMES = 12, TURNS = 90 };

static const char *const seat_name[SEATS_MAX] = { "anna", "bob", "carl", "dora", "emil", "fina",
	"gwen", "hans", "inga", "jo", "kim", "lea" };

/* Plays some random turns. */
static void
play(struct game *g, const struct rules *rules, uint64_t number)
{
	static struct order legal[LEGAL_MAX];
	const unsigned char seed[32] = { 18 };
	struct rng_fast rng;

	rng_fast_init(&rng, seed, number);
	game_init(g, rules, rules->seats_max, &(struct options){ { 0 } });
	game_deal(g, &rng.rng, NULL);
	for (unsigned i = 0; i < TURNS && g->phase != PHASE_OVER; i++) {
		const struct order o = policy_random_pick(g, legal, &rng.rng);

		game_play(g, &o, &rng.rng, NULL);
	}
}

/* Makes a page of one piece, followed by a board if `board`, and decodes it. */
static bool
page(const struct game *g, enum mail_part_kind kind, const char *text, bool board, struct buf *out)
{
	struct mail_part piece[2] = { { .kind = kind, .n = strlen(text) },
		{ .kind = MAIL_PART_BOARD, .at = strlen(text) } };
	struct buf quoted = BUF_INIT;
	struct names names = { .n = g->n_seats };
	struct view pub;
	bool is_made;

	if (kind == MAIL_PART_HAND || kind == MAIL_PART_ENDED)
		piece[0].narrow = strdup(text);
	game_view(g, SEAT_NONE, &pub);
	for (uint8_t i = 0; i < g->n_seats; i++)
		(void)snprintf(names.seat[i], sizeof names.seat[i], "%s", seat_name[i]);
	is_made = compose_html(
	    &(struct mail_table){ NULL, &pub, &names, NULL }, text, piece, board ? 2 : 1, &quoted);
	cr_assert_leq(quoted.n, COMPOSE_HTML_MAX);
	cr_assert(is_made == (quoted.n > 0));
	for (size_t i = 0; i < quoted.n; i++) {
		char hex[3] = "";

		if (quoted.p[i] != '=') {
			buf_chr(out, quoted.p[i]);
		} else if (quoted.p[++i] != '\n') {
			memcpy(hex, quoted.p + i++, 2);
			buf_chr(out, (char)strtoul(hex, NULL, 16));
		}
	}
	(void)buf_cstr(out);
	buf_release(&quoted);
	free(piece[0].narrow);
	return is_made;
}

static const struct row {
	const char *name;
	enum mail_part_kind kind;
	const char *text, *html;
} row[] = {
	{ "whose turn", MAIL_PART_LEAD, "It is your turn, anna.\n",
	    "<p style=\"font-size:19px;font-weight:bold\">It is your turn, anna.</p>\n" },
	{ "paragraphs", MAIL_PART_WORDS, "\nOne line.\nIts next.\n\nAnother.\n",
	    "<p>One line.\nIts next.</p>\n<p>Another.</p>\n" },
	{ "what is to be typed", MAIL_PART_WORDS, "Type:\n\n    adit read 'x'\n    a\n",
	    "white-space:pre-wrap\">adit read &#39;x&#39;\na</pre>\n" },
	{ "sentences", MAIL_PART_NEWS, "\n  anna lays\n    nw\n  bob passes\n",
	    "<li>anna lays nw</li>\n<li>bob passes</li>\n" },
	{ "no sentence", MAIL_PART_NEWS, "\n", "<ul style=\"padding-left:20px\">\n</ul>" },
	{ "a saying with elements", MAIL_PART_NEWS,
	    "  anna says:\n    | </ul><script src='//x'>alert(1)</script>\n  bob passes\n",
	    "border-left:4px solid #888\">&lt;/ul&gt;&lt;script "
	    "src=&#39;//x&#39;&gt;alert(1)&lt;/script&gt;</blockquote></li>\n<li>bob passes" },
	{ "columns", MAIL_PART_ROWS, "\n\xe2\x96\xb8 anna  at <6>\n           lamp\n  bob   4\n",
	    "<div>\xe2\x96\xb8\xc2\xa0"
	    "anna  at\xc2\xa0&lt;6&gt;  lamp</div><div>  bob   4</div></div>" },
	{ "a sentence after columns", MAIL_PART_ROWS,
	    "  anna  4\n  bob has most gold\n    and wins\n",
	    "<div>  anna  4</div><div>  bob has most gold and wins</div></div>" },
	{ "cards that swap hands and hats", MAIL_PART_HAND, " <#>  <^>\n",
	    "overflow-x:auto\">\n &lt;#&gt;  &lt;^&gt;\n</pre>\n" },
	{ "the end of a round", MAIL_PART_ENDED, " <#>\n",
	    "overflow-x:auto\">\n &lt;#&gt;\n</pre>\n" },
	{ "too wide columns", MAIL_PART_ROWS,
	    "\n  anna     4    a note that goes on and on\n  bob      5\n",
	    "<div>  anna  4  a\xc2\xa0note\xc2\xa0that\xc2\xa0goes\xc2\xa0on\xc2\xa0"
	    "and\xc2\xa0on</div><div>  bob  5</div></div>" },
};

Test(compose_html, pieces)
{
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct buf out = BUF_INIT;
		struct game g;

		game_init(&g, rules_all[0], 3, &(struct options){ { 0 } });
		cr_assert(page(&g, row[i].kind, row[i].text, false, &out), "%s", row[i].name);
		cr_expect(strstr(out.p, row[i].html) != NULL, "%s: %s", row[i].name, out.p);
		cr_expect(strstr(out.p, "<script") == NULL, "%s", row[i].name);
		buf_release(&out);
	}
}

/* Late boards of every game fit in colour and load nothing. */
Test(compose_html, boards)
{
	static const char *const never[] = { "<script", "<a ", "<img", "<link", "href",
		"src=", "url(", "@import", "http", "\x1b" };

	for (size_t k = 0; rules_all[k] != NULL; k++) {
		for (uint64_t number = 0; number < GAMES; number++) {
			struct buf out = BUF_INIT;
			struct game g;

			play(&g, rules_all[k], number);
			cr_assert(page(&g, MAIL_PART_LEAD, "It is.\n", true, &out));
			if (g.board.n > 0)
				cr_expect(strstr(out.p, "<span style=\"color:#") != NULL);
			for (size_t i = 0; i < sizeof never / sizeof never[0]; i++)
				cr_expect(
				    strstr(out.p, never[i]) == NULL, "%s: %s", never[i], out.p);
			buf_release(&out);
		}
	}
}

/* With many news first the colours, then the news are left out; if it is still too long, nothing
 * is made. */
Test(compose_html, what_is_too_long)
{
	struct buf text = BUF_INIT, out = BUF_INIT;
	struct game g;

	play(&g, rules_all[0], 1);
	while (text.n < 6000)
		buf_str(&text, "  anna lays nesw at 3,-1, flipped\n");
	cr_assert(page(&g, MAIL_PART_NEWS, buf_cstr(&text), true, &out));
	cr_expect(strstr(out.p, "anna lays") != NULL);
	cr_expect(strstr(out.p, "<span") != NULL);
	while (text.n < COMPOSE_HTML_MAX)
		buf_str(&text, "  anna lays nesw at 3,-1, flipped\n");
	buf_clear(&out);
	cr_assert(page(&g, MAIL_PART_NEWS, buf_cstr(&text), true, &out));
	cr_expect(strstr(out.p, "anna lays") == NULL);
	cr_expect(strstr(out.p, "<p>What happened stands in the text of this mail.</p>") != NULL);
	buf_clear(&out);
	cr_expect_not(page(&g, MAIL_PART_ROWS, buf_cstr(&text), true, &out));
	buf_release(&text);
	buf_release(&out);
}
