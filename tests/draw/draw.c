#include <criterion/criterion.h>

#include "text/decks.h"
#include "draw/draw.h"
#include "draw/tables.h"
#include "games/dark_cave/cave.h"
#include "games/games.h"

/* Expected drawings. draw_rules.c tests properties of all drawings. */

static void
check_golden(const char *name, unsigned style, const struct buf *got, const char *want)
{
	const char *styled = style & DRAW_ASCII ? "ascii" : "unicode";

	check_lines(name, style, got);
	cr_expect_str_eq(buf_cstr(got), want, "%s, %s:\n%s", name, styled, buf_cstr(got));
}

static const struct {
	const char *name;
	void (*make)(struct view *v);
	const char *want[2]; /* unicode, ASCII */
} board[] = {
	{ "start only", lay_start,
	    {
		"    -1    0    1    2    3    4    5    6    7    8\n"
		"                                                ╔═══╗\n"
		"-2                                              ║ ? ║ -2\n"
		"                                                ╚═══╝\n"
		"\n"
		"-1        ∙                                           -1\n"
		"\n"
		"        ╔═┃═╗                                   ╔═══╗\n"
		" 0   ∙  ━━S━━  ∙                                ║ ? ║  0\n"
		"        ╚═┃═╝                                   ╚═══╝\n"
		"\n"
		" 1        ∙                                            1\n"
		"\n"
		"                                                ╔═══╗\n"
		" 2                                              ║ ? ║  2\n"
		"                                                ╚═══╝\n"
		"    -1    0    1    2    3    4    5    6    7    8\n",

		"    -1    0    1    2    3    4    5    6    7    8\n"
		"                                                .===.\n"
		"-2                                              [ ? ] -2\n"
		"                                                '==='\n"
		"\n"
		"-1        _                                           -1\n"
		"\n"
		"        .=|=.                                   .===.\n"
		" 0   _  --S--  _                                [ ? ]  0\n"
		"        '=|='                                   '==='\n"
		"\n"
		" 1        _                                            1\n"
		"\n"
		"                                                .===.\n"
		" 2                                              [ ? ]  2\n"
		"                                                '==='\n"
		"    -1    0    1    2    3    4    5    6    7    8\n",
	    } },
	{ "three cards", lay_three,
	    {
		"    -1    0    1    2    3    4    5    6    7    8\n"
		"                                                ╔═══╗\n"
		"-2                                              ║ ? ║ -2\n"
		"                                                ╚═══╝\n"
		"         ░│░\n"
		"-1      ──╳──  ∙                                      -1\n"
		"         ░┃░\n"
		"        ╔═┃═╗ ░┃░  ░│░                          ╔═══╗\n"
		" 0   ∙  ━━S━━━━┻━━░░├──                         ║ ? ║  0\n"
		"        ╚═┃═╝ ░░░  ░│░                          ╚═══╝\n"
		"\n"
		" 1        ∙                                            1\n"
		"\n"
		"                                                ╔═══╗\n"
		" 2                                              ║ ? ║  2\n"
		"                                                ╚═══╝\n"
		"    -1    0    1    2    3    4    5    6    7    8\n",

		"    -1    0    1    2    3    4    5    6    7    8\n"
		"                                                .===.\n"
		"-2                                              [ ? ] -2\n"
		"                                                '==='\n"
		"         #:#\n"
		"-1      ..x..  _                                      -1\n"
		"         #|#\n"
		"        .=|=. #|#  #:#                          .===.\n"
		" 0   _  --S----+--##+..                         [ ? ]  0\n"
		"        '=|=' ###  #:#                          '==='\n"
		"\n"
		" 1        _                                            1\n"
		"\n"
		"                                                .===.\n"
		" 2                                              [ ? ]  2\n"
		"                                                '==='\n"
		"    -1    0    1    2    3    4    5    6    7    8\n",
	    } },
	{ "cut off by a rockfall, blind arms, goals of every state", lay_cut_off,
	    {
		"    -1    0    1    2    3    4    5    6    7\n"
		"                        ░░░      ╔═══╗\n"
		"-2                     ──┐░░     ──┐ ║           -2\n"
		"                        ░│░      ╚═│═╝\n"
		"                        ░│░\n"
		"-1        ∙            ░░│░░                     -1\n"
		"                        ░│░\n"
		"        ╔═┃═╗ ░░░       ░│░  ░░░ ╔═│═╗     ╔═══╗\n"
		" 0   ∙  ━━S━━━━┳━━  ∙  ──┼─────────$──     ║ $ ║  0\n"
		"        ╚═┃═╝ ░┃░       ░│░  ░░░ ╚═│═╝     ╚═══╝\n"
		"              ░┃░  ░░░  ░│░\n"
		" 1        ∙  ░░╳────╳──░░╳░░                      1\n"
		"              ░░░  ░░░  ░░░\n"
		"                                 ╔═══╗     ╔═══╗\n"
		" 2                               ║ ? ║     ║ o ║  2\n"
		"                                 ╚═══╝     ╚═══╝\n"
		"    -1    0    1    2    3    4    5    6    7\n",

		"    -1    0    1    2    3    4    5    6    7\n"
		"                        ###      .===.\n"
		"-2                     ..+##     ..+ ]           -2\n"
		"                        #:#      '=:='\n"
		"                        #:#\n"
		"-1        _            ##:##                     -1\n"
		"                        #:#\n"
		"        .=|=. ###       #:#  ### .=:=.     .===.\n"
		" 0   _  --S----+--  _  ..+.........$..     [ $ ]  0\n"
		"        '=|=' #|#       #:#  ### '=:='     '==='\n"
		"              #|#  ###  #:#\n"
		" 1        _  ##x....x..##x##                      1\n"
		"              ###  ###  ###\n"
		"                                 .===.     .===.\n"
		" 2                               [ ? ]     [ o ]  2\n"
		"                                 '==='     '==='\n"
		"    -1    0    1    2    3    4    5    6    7\n",
	    } },
	{ "sixty cards, one taken away by a rockfall", lay_sixty,
	    {
		"    -3   -2   -1    0    1    2    3    4    5    6    7    8\n"
		"\n"
		"-6                       ∙                             ∙        -6\n"
		"\n"
		"                   ░░░  ░┃░       ░░░  ░░░            ░┃░\n"
		"-5                ░░┏━━━━┛░░  ∙  ━━━━━━━┓░░          ░░┃░░      -5\n"
		"                   ░┃░  ░░░       ░░░  ░┃░            ░┃░\n"
		"                   ░┃░                 ░┃░  ░░░  ░░░  ░┃░\n"
		"-4                ░░┃░░               ░░┣━━━━━━━━━┳━━━━┫░░  ∙   -4\n"
		"                   ░┃░                 ░┃░  ░░░  ░┃░  ░┃░\n"
		"                   ░┃░            ░░░  ░┃░  ░░░  ░┃░  ░┃░  ░┃░\n"
		"-3                ░░┃░░          ░░┏━━━━┻━━━━━━━━━╳━━━━╋━━━━┛░░ -3\n"
		"                   ░┃░            ░┃░  ░░░  ░░░  ░░░  ░┃░  ░░░\n"
		"    ░│░  ░░░  ░░░  ░┃░  ░░░  ░░░  ░┃░            ░░░  ░┃░ ╔═══╗\n"
		"-2 ──╳━━━━━━━━━━━━━━╋━━━━━━━━━━━━━━┛░░       ∙  ━━┳━━━━╋━━║ ? ║ -2\n"
		"    ░░░  ░░░  ░░░  ░┃░  ░░░  ░░░  ░░░            ░┃░  ░┃░ ╚═══╝\n"
		"                   ░┃░                      ░░░  ░┃░\n"
		"-1                ░░┃░░                 ∙  ━━┓░░░░┃░░  ∙        -1\n"
		"                   ░┃░                      ░┃░  ░┃░\n"
		"              ░░░ ╔═┃═╗           ░│░  ░░░  ░┃░  ░┃░  ░░░ ╔═══╗\n"
		" 0           ░░╳━━━━S━━  ∙       ░░╳░░░░┏━━━━╋━━━━╋━━━━╳──║ ? ║  0\n"
		"              ░┃░ ╚═┃═╝           ░┃░  ░┃░  ░┃░  ░┃░  ░│░ ╚═══╝\n"
		"              ░┃░  ░┃░  ░░░  ░░░  ░┃░  ░┃░  ░┃░  ░┃░\n"
		" 1           ░░┣━━━━╋━━━━━━━━━┳━━━━╋━━━━┻━━━━╳░░░░╳░░            1\n"
		"              ░┃░  ░┃░  ░░░  ░┃░  ░┃░  ░░░  ░░░  ░│░\n"
		"                   ░┃░       ░┃░  ░┃░                     ╔═══╗\n"
		" 2             ∙  ░░┃░░  ∙  ░░╳░░░░┃░░  ∙                 ║ ? ║  2\n"
		"                   ░┃░       ░│░  ░┃░                     ╚═══╝\n"
		"              ░│░  ░┃░  ░┃░       ░┃░  ░┃░  ░│░\n"
		" 3           ──╳━━━━┻━━━━╋━━  ∙  ░░┗━━━━╋━━━━╳──                 3\n"
		"              ░░░  ░░░  ░┃░       ░░░  ░┃░  ░░░\n"
		"                        ░┃░  ░░░       ░┃░\n"
		" 4                  ∙  ━━╋━━━━━━━  ∙  ━━┫░░                      4\n"
		"                        ░┃░  ░░░       ░┃░\n"
		"                   ░┃░  ░┃░  ░░░       ░┃░\n"
		" 5             ∙  ━━╋━━━━┻━━━━━━━  ∙  ░░┃░░                      5\n"
		"                   ░┃░  ░░░  ░░░       ░┃░\n"
		"\n"
		" 6                  ∙                   ∙                        6\n"
		"\n"
		"    -3   -2   -1    0    1    2    3    4    5    6    7    8\n",

		"    -3   -2   -1    0    1    2    3    4    5    6    7    8\n"
		"\n"
		"-6                       _                             _        -6\n"
		"\n"
		"                   ###  #|#       ###  ###            #|#\n"
		"-5                ##+----+##  _  -------+##          ##|##      -5\n"
		"                   #|#  ###       ###  #|#            #|#\n"
		"                   #|#                 #|#  ###  ###  #|#\n"
		"-4                ##|##               ##+---------+----+##  _   -4\n"
		"                   #|#                 #|#  ###  #|#  #|#\n"
		"                   #|#            ###  #|#  ###  #|#  #|#  #|#\n"
		"-3                ##|##          ##+----+---------x----+----+## -3\n"
		"                   #|#            #|#  ###  ###  ###  #|#  ###\n"
		"    #:#  ###  ###  #|#  ###  ###  #|#            ###  #|# .===.\n"
		"-2 ..x--------------+--------------+##       _  --+----+--[ ? ] -2\n"
		"    ###  ###  ###  #|#  ###  ###  ###            #|#  #|# '==='\n"
		"                   #|#                      ###  #|#\n"
		"-1                ##|##                 _  --+####|##  _        -1\n"
		"                   #|#                      #|#  #|#\n"
		"              ### .=|=.           #:#  ###  #|#  #|#  ### .===.\n"
		" 0           ##x----S--  _       ##x####+----+----+----x..[ ? ]  0\n"
		"              #|# '=|='           #|#  #|#  #|#  #|#  #:# '==='\n"
		"              #|#  #|#  ###  ###  #|#  #|#  #|#  #|#\n"
		" 1           ##+----+---------+----+----+----x####x##            1\n"
		"              #|#  #|#  ###  #|#  #|#  ###  ###  #:#\n"
		"                   #|#       #|#  #|#                     .===.\n"
		" 2             _  ##|##  _  ##x####|##  _                 [ ? ]  2\n"
		"                   #|#       #:#  #|#                     '==='\n"
		"              #:#  #|#  #|#       #|#  #|#  #:#\n"
		" 3           ..x----+----+--  _  ##+----+----x..                 3\n"
		"              ###  ###  #|#       ###  #|#  ###\n"
		"                        #|#  ###       #|#\n"
		" 4                  _  --+-------  _  --+##                      4\n"
		"                        #|#  ###       #|#\n"
		"                   #|#  #|#  ###       #|#\n"
		" 5             _  --+----+-------  _  ##|##                      5\n"
		"                   #|#  ###  ###       #|#\n"
		"\n"
		" 6                  _                   _                        6\n"
		"\n"
		"    -3   -2   -1    0    1    2    3    4    5    6    7    8\n",
	    } },
	{ "wider than a page: panels that overlap by two columns", lay_wide,
	    {
		"   -10-9 -8 -7 -6 -5 -4 -3 -2 -1  0  1  2  3  4  5  6  7  8\n"
		"                                                         ╔═╗\n"
		"-2                             ∙                         ║?║ -2\n"
		"                                                         ╚═╝\n"
		"                              ░┃░\n"
		"-1     ∙     ∙     ∙     ∙    ░┃░ ∙                          -1\n"
		"                              ░┃░\n"
		"   ░░░░┃░░░░░┃░░░░░┃░░░░░┃░░░░░┃░╔┃╗░░░░░░░░░░░░░░░░░░░░░╔═╗\n"
		" 0 ░╳━━╋━━━━━╋━━━━━╋━━━━━╋━━━━━╋━━S━━━━━━━━━━━━━━━━━━━━━━║?║  0\n"
		"   ░░░░┃░░░░░┃░░░░░┃░░░░░┃░░░░░┃░╚┃╝░░░░░░░░░░░░░░░░░░░░░╚═╝\n"
		"\n"
		" 1     ∙     ∙     ∙     ∙     ∙  ∙                           1\n"
		"\n"
		"                                                         ╔═╗\n"
		" 2                                                       ║?║  2\n"
		"                                                         ╚═╝\n"
		"   -10-9 -8 -7 -6 -5 -4 -3 -2 -1  0  1  2  3  4  5  6  7  8\n",

		"   -10-9 -8 -7 -6 -5 -4 -3 -2 -1  0  1  2  3  4  5  6  7  8\n"
		"                                                         .=.\n"
		"-2                             _                         [?] -2\n"
		"                                                         '='\n"
		"                              #|#\n"
		"-1     _     _     _     _    #|# _                          -1\n"
		"                              #|#\n"
		"   ####|#####|#####|#####|#####|#.|.#####################.=.\n"
		" 0 #x--+-----+-----+-----+-----+--S----------------------[?]  0\n"
		"   ####|#####|#####|#####|#####|#'|'#####################'='\n"
		"\n"
		" 1     _     _     _     _     _  _                           1\n"
		"\n"
		"                                                         .=.\n"
		" 2                                                       [?]  2\n"
		"                                                         '='\n"
		"   -10-9 -8 -7 -6 -5 -4 -3 -2 -1  0  1  2  3  4  5  6  7  8\n",
	    } },
};

Test(draw, boards)
{
	struct view v;

	for (size_t i = 0; i < sizeof board / sizeof board[0]; i++) {
		for (unsigned style = 0; style <= DRAW_ASCII; style += DRAW_ASCII) {
			struct buf out = BUF_INIT;

			board[i].make(&v);
			draw_board(NULL, &v, NULL,
			    &(struct draw_board_options){ .style = style, .columns = DRAW_COLUMNS },
			    &out);
			check_golden(board[i].name, style, &out, board[i].want[style]);
			buf_release(&out);
		}
	}
}

enum { HAND_ROW_MAX = 20 };

static const struct {
	const char *name;
	unsigned deck;
	const char *kind[HAND_ROW_MAX]; /* "?": hidden */
	const char *want[2];
} hand[] = {
	{ "every path card of Saboteur in both positions", DECK_SABOTEUR,
	    { "nesw", "nsw", "new", "ns", "ew", "ne", "nw", "n+e+s+w", "n+s+w", "n+e+w", "n+s",
		"e+w", "n+e", "n+w", "n", "e" },
	    {
		" ░┃░     ░┃░    ░┃░      ░┃░    ░░░      ░┃░     ░░░     ░┃░    ░░░\n"
		"━━╋━━   ━━┫░░  ░░┣━━    ━━┻━━  ━━┳━━    ░░┃░░   ━━━━━   ░░┗━━  ━━┓░░\n"
		" ░┃░     ░┃░    ░┃░      ░░░    ░┃░      ░┃░     ░░░     ░░░    ░┃░\n"
		"nesw     nsw  flipped    new  flipped    ns      ew      ne   flipped\n"
		"\n"
		" ░┃░    ░░░       ░┃░      ░┃░    ░┃░      ░┃░    ░░░      ░┃░     ░░░\n"
		"━━┛░░  ░░┏━━     ━━╳━━    ━━╳░░  ░░╳━━    ━━╳━━  ━━╳━━    ░░╳░░   ━━╳━━\n"
		" ░░░    ░┃░       ░┃░      ░┃░    ░┃░      ░░░    ░┃░      ░┃░     ░░░\n"
		" nw   flipped   n+e+s+w   n+s+w flipped   n+e+w flipped    n+s     e+w\n"
		"\n"
		" ░┃░    ░░░      ░┃░    ░░░      ░┃░    ░░░      ░░░    ░░░\n"
		"░░╳━━  ━━╳░░    ━━╳░░  ░░╳━━    ░░╳░░  ░░╳░░    ░░╳━━  ━━╳░░\n"
		" ░░░    ░┃░      ░░░    ░┃░      ░░░    ░┃░      ░░░    ░░░\n"
		" n+e  flipped    n+w  flipped     n   flipped     e   flipped\n",

		" #|#     #|#    #|#      #|#    ###      #|#     ###     #|#    ###\n"
		"--+--   --+##  ##+--    --+--  --+--    ##|##   -----   ##+--  --+##\n"
		" #|#     #|#    #|#      ###    #|#      #|#     ###     ###    #|#\n"
		"nesw     nsw  flipped    new  flipped    ns      ew      ne   flipped\n"
		"\n"
		" #|#    ###       #|#      #|#    #|#      #|#    ###      #|#     ###\n"
		"--+##  ##+--     --x--    --x##  ##x--    --x--  --x--    ##x##   --x--\n"
		" ###    #|#       #|#      #|#    #|#      ###    #|#      #|#     ###\n"
		" nw   flipped   n+e+s+w   n+s+w flipped   n+e+w flipped    n+s     e+w\n"
		"\n"
		" #|#    ###      #|#    ###      #|#    ###      ###    ###\n"
		"##x--  --x##    --x##  ##x--    ##x##  ##x##    ##x--  --x##\n"
		" ###    #|#      ###    #|#      ###    #|#      ###    ###\n"
		" n+e  flipped    n+w  flipped     n   flipped     e   flipped\n",
	    } },
	{ "actions, equal cards once, a hidden one", DECK_SABOTEUR,
	    { "nsw", "break-lamp", "ew", "nsw", "repair-pickaxe-lamp", "map", "rockfall", "?",
		"map" },
	    {
		"  ░┃░     ░┃░       ╭───╮       ░░░           ╭───╮           ╭───╮\n"
		" ━━┫░░   ░░┣━━      │xL │      ━━━━━          │+PL│           │ ? │\n"
		"  ░┃░     ░┃░       ╰───╯       ░░░           ╰───╯           ╰───╯\n"
		"nsw (2) flipped   break-lamp    ew     repair-pickaxe-lamp   map (2)\n"
		"\n"
		" ╭───╮     ╭───╮\n"
		" │:::│     │ ? │\n"
		" ╰───╯     ╰───╯\n"
		"rockfall     ?\n",

		"  #|#     #|#       .---.       ###           .---.           .---.\n"
		" --+##   ##+--      |xL |      -----          |+PL|           | ? |\n"
		"  #|#     #|#       '---'       ###           '---'           '---'\n"
		"nsw (2) flipped   break-lamp    ew     repair-pickaxe-lamp   map (2)\n"
		"\n"
		" .---.     .---.\n"
		" |:::|     | ? |\n"
		" '---'     '---'\n"
		"rockfall     ?\n",
	    } },
	{ "separate tunnels, doors, crystals, ladders", DECK_SABOTEUR2,
	    { "ns+ew", "nw+es", "ne+sw", "ns+e+w", "n+ew+s", "nsw+e:crystal", "new+s:crystal",
		"ns+e:door-green", "ne:door-blue", "n:ladder", "nw+s" },
	    {
		" ░┃░     ┏┛░     ░┗┓     ░┃░      ░╹░          ░┃*        ░┃*\n"
		"━╸┃╺━   ━┛░┏━   ━┓░┗━   ━╳┃╳━    ━━━━━        ━━┫╳━      ━╳┣━━\n"
		" ░┃░     ░┏┛     ┗┓░     ░┃░      ░╻░          ░┃░        ░┃░\n"
		"ns+ew   nw+es   ne+sw   ns+e+w   n+ew+s   nsw+e:crystal flipped\n"
		"\n"
		"     ░┃*        ░╹*           ░┃░         ░┃░         ░┃░        ░░░\n"
		"    ━━┻━━      ━━┳━━         ░░G╳━       ━╳G░░       ░░B━━      ━━B░░\n"
		"     ░╻░        ░┃░           ░┃░         ░┃░         ░░░        ░┃░\n"
		"new+s:crystal flipped   ns+e:door-green flipped   ne:door-blue flipped\n"
		"\n"
		"  ░┃░      ░░░      ░┃░    ░╹░\n"
		" ░░╳░░    ░░╳░░    ━━┛░░  ░░┏━━\n"
		"  H░░      H┃░      ░╻░    ░┃░\n"
		"n:ladder flipped   nw+s  flipped\n",

		" #|#     #|#     #|#     #|#      #'#          #|*        #|*\n"
		"--|--   -/#/-   -\\#\\-   -x|x-    -----        --+x-      -x+--\n"
		" #|#     #|#     #|#     #|#      #,#          #|#        #|#\n"
		"ns+ew   nw+es   ne+sw   ns+e+w   n+ew+s   nsw+e:crystal flipped\n"
		"\n"
		"     #|*        #'*           #|#         #|#         #|#        ###\n"
		"    --+--      --+--         ##Gx-       -xG##       ##B--      --B##\n"
		"     #,#        #|#           #|#         #|#         ###        #|#\n"
		"new+s:crystal flipped   ns+e:door-green flipped   ne:door-blue flipped\n"
		"\n"
		"  #|#      ###      #|#    #'#\n"
		" ##x##    ##x##    --+##  ##+--\n"
		"  H##      H|#      #,#    #|#\n"
		"n:ladder flipped   nw+s  flipped\n",
	    } },
	{ "gold, doors in an arm, trolls", DECK_DUEL,
	    { "ns+ew:gold@ns", "nw+es:gold@es", "nsw+e:gold@e", "nesw:door-green@w",
		"nsw:door-blue@n", "nesw:troll" },
	    {
		"     ░┃░             ┏┛░        ┏┛░         ░┃░        ░┃░\n"
		"    ━╸$╺━           ━┛░$━      ━$░┏━       ━━┫$━      ━$┣━━\n"
		"     ░┃░             ░┏┛        ░┏┛         ░┃░        ░┃░\n"
		"ns+ew:gold@ns   nw+es:gold@es flipped   nsw+e:gold@e flipped\n"
		"\n"
		"       ░┃░          ░┃░           ░B░         ░┃░        ░┃░\n"
		"      ━G╋━━        ━━╋G━         ━━┫░░       ░░┣━━      ━━T━━\n"
		"       ░┃░          ░┃░           ░┃░         ░B░        ░┃░\n"
		"nesw:door-green@w flipped   nsw:door-blue@n flipped   nesw:troll\n",

		"     #|#             #|#        #|#         #|#        #|#\n"
		"    --$--           -/#$-      -$#/-       --+$-      -$+--\n"
		"     #|#             #|#        #|#         #|#        #|#\n"
		"ns+ew:gold@ns   nw+es:gold@es flipped   nsw+e:gold@e flipped\n"
		"\n"
		"       #|#          #|#           #B#         #|#        #|#\n"
		"      -G+--        --+G-         --+##       ##+--      --T--\n"
		"       #|#          #|#           #|#         #B#        #|#\n"
		"nesw:door-green@w flipped   nsw:door-blue@n flipped   nesw:troll\n",
	    } },
};

Test(draw, hands)
{
	for (size_t i = 0; i < sizeof hand / sizeof hand[0]; i++) {
		card_id id[HAND_ROW_MAX];
		unsigned n = 0;

		table_rules = deck_rules(&deck_all[hand[i].deck], table_card);
		for (; n < HAND_ROW_MAX && hand[i].kind[n]; n++) {
			const char *name = hand[i].kind[n];

			id[n] = *name == '?' ? CARD_HIDDEN : table_kind(name);
		}
		for (unsigned style = 0; style <= DRAW_ASCII; style += DRAW_ASCII) {
			struct buf out = BUF_INIT;

			draw_hand(NULL, &table_rules, id, NULL, n, style, DRAW_COLUMNS, &out);
			check_golden(hand[i].name, style, &out, hand[i].want[style]);
			buf_release(&out);
		}
	}
}

static const char *const legend[2] = {
	"━╋━  tunnel that the start reaches  ─┼─  tunnel cut off\n"
	"━╳━  blocked: the arms do not meet  ━╹━  arm that ends before it joins\n"
	"░░░  rock                            ∙   place where a card could go\n"
	" S   start                           ?   goal face down\n"
	" o   goal face down: no gold         $   the treasure\n",

	"-+-  tunnel that the start reaches  .+.  tunnel cut off\n"
	"-x-  blocked: the arms do not meet  -'-  arm that ends before it joins\n"
	"###  rock                            _   place where a card could go\n"
	" S   start                           ?   goal face down\n"
	" o   goal face down: no gold         $   the treasure\n",
};

Test(draw, legend)
{
	table_rules = deck_rules(&deck_all[DECK_SABOTEUR], table_card);
	for (unsigned style = 0; style <= DRAW_ASCII; style += DRAW_ASCII) {
		struct buf out = BUF_INIT;

		draw_legend(NULL, &table_rules, style, &out);
		check_golden("legend", style, &out, legend[style]);
		buf_release(&out);
	}
}

static const char *const seats[2] = {
	"  anna                   6 cards\n"
	"  bob                    6 cards  you  saboteur\n"
	"▸ carl                   6 cards  broken: cart, pickaxe\n"
	"  dora                   1 card   resigned\n"
	"  abcdefghijklmnopqrst   6 cards  miner  broken: cart, lamp, pickaxe\n"
	"                                  resigned\n"
	"  deck 37, discards 4\n",

	"  anna                   6 cards\n"
	"  bob                    6 cards  you  saboteur\n"
	"> carl                   6 cards  broken: cart, pickaxe\n"
	"  dora                   1 card   resigned\n"
	"  abcdefghijklmnopqrst   6 cards  miner  broken: cart, lamp, pickaxe\n"
	"                                  resigned\n"
	"  deck 37, discards 4\n",
};

Test(draw, seats)
{
	struct names names = { .n = 5,
		.seat = { "anna", "bob", "carl", "dora", "abcdefghijklmnopqrst" } };
	struct view v;
	struct seat *seat = v.known.seat;

	table_init(&v);
	v.seat = 1;
	v.known.n_seats = 5;
	v.known.to_move = 2;
	v.known.n_deck = 67;
	v.known.deck_top = 30;
	v.known.n_discard = 4;
	for (unsigned s = 0; s < 5; s++) {
		seat[s].n_hand = (uint8_t)(s == 3 ? 1 : 6);
		seat[s].role = CARD_HIDDEN;
	}
	seat[1].role = table_kind("saboteur");
	seat[2].broken = TOOL_CART | TOOL_PICKAXE;
	seat[3].resigned = 1;
	seat[4].broken = TOOL_CART | TOOL_LAMP | TOOL_PICKAXE;
	seat[4].resigned = 1;
	seat[4].role = table_kind("miner");
	for (unsigned style = 0; style <= DRAW_ASCII; style += DRAW_ASCII) {
		struct buf out = BUF_INIT;

		draw_seats(NULL, &v, &names, style, &out);
		check_golden("seats", style, &out, seats[style]);
		buf_release(&out);
	}
}

/* ---- the end of a round ------------------------------------------------------------------------- */

static struct events
events_of_end(void)
{
	struct events ev = { .n = 0 };
	struct event e = event_make_at(EVENT_PLACED, 1, table_kind("ew"), 3, 0);

	event_add(&ev, e);
	event_add(&ev, event_make_at(EVENT_REMOVED, SEAT_NONE, table_kind("n+e+s+w"), 0, -1));
	e = event_make_at(EVENT_TURNED_UP, SEAT_NONE, table_kind("goal-stone-ne"), 8, 0);
	e.value = 1;
	event_add(&ev, e);
	event_add_public(&ev, EVENT_ROUND_END, SEAT_NONE, OUTCOME_NO_GOLD);
	event_add(
	    &ev, event_make_at(EVENT_GOAL_WAS, SEAT_NONE, table_kind("goal-stone-nw"), 8, -2));
	event_add(&ev, event_make_at(EVENT_GOAL_WAS, SEAT_NONE, table_kind("goal-gold"), 8, 2));
	event_add(&ev, event_make(EVENT_SHOWN, 0, table_kind("miner")));
	event_add(&ev, event_make(EVENT_SHOWN, 1, table_kind("saboteur")));
	event_add(&ev, event_make(EVENT_SHOWN, 2, table_kind("miner")));
	event_add_public(&ev, EVENT_GOLD, 1, 4);
	return ev;
}

/* Nothing of the next round is drawn, and nothing that is private to a seat. */
Test(draw, a_round_that_is_over_as_it_lay_and_as_it_was_counted)
{
	static const char scores[] = "  seat  role      won\n"
				     "  anna  miner     1 nugget\n"
				     "  bob   saboteur  4\n"
				     "  carl  miner     0\n";
	struct names names = { .n = 3, .seat = { "anna", "bob", "carl" } };
	struct events ev;
	struct view before, after;
	struct event nugget;
	struct buf out = BUF_INIT;

	lay_three(&before);
	before.known.n_seats = 3;
	before.known.phase = PHASE_PLAY;
	after = before;
	after.known.board.n = 1;
	ev = events_of_end();
	nugget = event_make(EVENT_NUGGET, 0, CARD_NONE);
	nugget.value = 3;
	nugget.seen_by = SEEN_BY(0);
	event_add(&ev, nugget);
	draw_round_end(NULL, &before, &after, &ev, &names, 0, DRAW_COLUMNS, &out);
	check_lines("ended", 0, &out);
	cr_expect_not_null(strstr(buf_cstr(&out), scores), "scores in\n%s", buf_cstr(&out));
	cr_expect_not_null(strstr(buf_cstr(&out), "║ $ ║"), "8,2 known in\n%s", buf_cstr(&out));
	cr_expect_not_null(strstr(buf_cstr(&out), "║ o ║"), "8,-2 known in\n%s", buf_cstr(&out));
	cr_expect_null(strstr(buf_cstr(&out), "?"), "nothing unknown in\n%s", buf_cstr(&out));
	event_add_public(&ev, EVENT_ROUND, SEAT_NONE, 2);
	event_add(&ev, event_make_at(EVENT_PLACED, 1, table_kind("ns"), 20, 0));
	buf_clear(&out);
	draw_round_end(NULL, &before, &after, &ev, &names, 0, DRAW_COLUMNS, &out);
	cr_expect_null(strstr(buf_cstr(&out), " 20"), "the next round in\n%s", buf_cstr(&out));
	after.known.phase = PHASE_DRAFT;
	buf_clear(&out);
	draw_round_end(NULL, &before, &after, &ev, &names, 0, DRAW_COLUMNS, &out);
	cr_expect_str_eq(buf_cstr(&out), scores, "it lies there still");
	ev.n = 3;
	buf_clear(&out);
	draw_round_end(NULL, &before, &after, &ev, &names, 0, DRAW_COLUMNS, &out);
	cr_expect_eq(out.n, 0, "no round has ended");
	buf_release(&out);
}

/* [CAVE 5.I.39-40, Q-CAVE-36] */
Test(draw, the_dark_cave_tells_how_it_was_counted)
{
	static const struct row {
		const char *name;
		uint8_t gold[4], out; /* out: bit set */
		uint8_t first;
		const char *want;
	} row[] = {
		{ "more", { 3, 1, 2, 5 }, 0x7, 0,
		    "  yellow: 3 in the cave-exit × 3 who work for blue = 9\n"
		    "  blue: 3 in the cave-exit × 1 who work for yellow = 3\n  yellow wins\n" },
		{ "equal, the first out decides", { 1, 1, 2, 0 }, 0xf, 2,
		    "  yellow: 1 in the cave-exit × 3 who work for blue = 3\n"
		    "  blue: 3 in the cave-exit × 1 who work for yellow = 3\n"
		    "  equal, but carl, who works for blue, was the first to leave: blue wins\n" },
		{ "nobody out", { 1, 1, 2, 0 }, 0, SEAT_NONE,
		    "  equal, and nobody has left the cave: all win\n" },
	};
	static const char *const role[] = { "yellow-loyal", "blue-loyal", "blue-loyal",
		"yellow-saboteur" };
	struct names names = { .n = 4, .seat = { "anna", "bob", "carl", "dora" } };
	struct options options = { .at = { 0 } };
	struct events ev = { .n = 0 };
	struct view v = { .seat = SEAT_NONE };

	event_add_public(&ev, EVENT_ROUND_END, SEAT_NONE, OUTCOME_CLAN_OUT);
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct buf out = BUF_INIT;

		game_init(&v.known, &rules_dark_cave, 4, &options);
		v.known.phase = PHASE_OVER;
		cave_own(&v.known)->first_out = row[i].first;
		for (unsigned s = 0; s < 4; s++) {
			v.known.seat[s].gold = row[i].gold[s];
			v.known.seat[s].role = card_find(
			    &rules_dark_cave, role[s], strlen(role[s]));
			cr_assert_neq(v.known.seat[s].role, CARD_NONE, "%s", role[s]);
			cave_own(&v.known)->seat[s].out = row[i].out >> s & 1;
		}
		draw_round_end(NULL, &v, &v, &ev, &names, 0, DRAW_COLUMNS, &out);
		check_lines(row[i].name, 0, &out);
		cr_expect_not_null(
		    strstr(buf_cstr(&out), row[i].want), "%s:\n%s", row[i].name, buf_cstr(&out));
		buf_release(&out);
	}
}
