/*
 * The symbols of drawings: woodcuts. A dark outline, few colours, lines inside, and short lines on
 * the right where there is shade. The outline keeps each one visible on every card, light and dark.
 */
#include "draw/svg_internal.h"

const struct svg_symbol svg_glyph[] = {
	/* cards */
	{ "rock",
	    "<rect class=\"a-rk\" x=\"-49\" y=\"-49\" width=\"98\" height=\"98\" rx=\"7\"/>"
	    "<path class=\"a-gr\" "
	    "d=\"M-46-36L-34-46M-46-27L-23-46M-44-19L-23-36M23-45L32-36L46-40M32-36L29-24M23 45L46 "
	    "26M32 46L46 35M23 36L37 24M-46 23L-36 30L-40 39L-28 46M-36 30L-24 "
	    "27M-13-5L-4-11L6-6M-4 9L7 4L14 9M31-8L39-2L36 8M-40-7L-32 1L-36 8M-8-42L2-37L8-40M-9 "
	    "37L0 42L9 39\"/>"
	    "<path class=\"a-gl\" d=\"M26-46L34-39L45-42M29-36L26-25M-43 24L-34 31L-37 38L-26 "
	    "45M-34 28L-24 24M-28-46L-22-44M-12-2L-4-8L4-4M-3 12L7 7M-8-39L1-34M-8 40L0 45\"/>" },
	{ "frame",
	    "<rect class=\"a-fr\" x=\"-44\" y=\"-44\" width=\"88\" height=\"88\" rx=\"6\"/>" },
	{ "down",
	    "<rect class=\"a-sl\" x=\"-49\" y=\"-49\" width=\"98\" height=\"98\" rx=\"7\"/>"
	    "<path class=\"a-fl\" d=\"M-40-14L-14-40M-40 2L2-40M-40 18L18-40M-40 34L34-40M-34 "
	    "40L40-34M-18 40L40-18M-2 40L40-2M14 40L40 14M-40-34L34 40M-40-18L18 40M-40-2L2 40M-40 "
	    "14L-14 40M-34-40L40 34M-18-40L40 18M-2-40L40 2M14-40L40-14\"/>"
	    "<rect class=\"a-fr\" x=\"-44\" y=\"-44\" width=\"88\" height=\"88\" rx=\"6\"/>" },
	{ "hand",
	    "<rect class=\"a-cr a-e\" x=\"-47\" y=\"-47\" width=\"94\" height=\"94\" rx=\"9\"/>"
	    "<path class=\"a-i\" d=\"M-42-35V-42H-35M35-42H42V-35M42 35V42H35M-35 42H-42V35\"/>" },
	{ "end",
	    "<path class=\"a-h\" d=\"M-16-40L-11-46L16-29L11-23Z\"/>"
	    "<path class=\"a-h\" d=\"M11-46L16-40L-11-23L-16-29Z\"/>" },
	/* start and goals */
	{ "start",
	    "<circle class=\"a-cr a-e\" r=\"25\"/>"
	    "<path class=\"a-wd a-e\" d=\"M-18 18V-7L0-19L18-7V18H11V-3H-11V18Z\"/>"
	    "<path class=\"a-ln\" d=\"M-11 19V-3H11V19Z\"/>"
	    "<path class=\"a-ci\" d=\"M-5-3V18M5-3V18M-5 2H5M-5 8H5M-5 14H5\"/>" },
	{ "hidden", "<text class=\"a-tc a-big\" y=\"21\">?</text>" },
	{ "stone",
	    "<path class=\"a-st a-e\" d=\"M-27 17L-21-8L-3-19L18-12L28 17Z\"/>"
	    "<path class=\"a-i\" d=\"M-21-8L-8-2L-3-19M-8-2L-5 17M18-12L10 0L-8-2M10 0L14 17\"/>"
	    "<path class=\"a-q\" d=\"M16 2L21-3M16 7L23 1M17 12L25 6\"/>" },
	{ "treasure",
	    "<path class=\"a-go a-e\" d=\"M-32 23L-28 6L-12 0L-2 8L-5 23Z\"/>"
	    "<path class=\"a-go a-e\" d=\"M4 23L6 7L18 1L31 8L34 23Z\"/>"
	    "<path class=\"a-go a-e\" d=\"M-8 4L-12-11L2-22L17-16L19-2L7 6Z\"/>"
	    "<path class=\"a-i\" d=\"M-28 6L-16 12L-12 0M-16 12V23M-12-11L2-7L17-16M2-7L1 4M6 7L17 "
	    "13L31 8M17 13V23\"/>"
	    "<path class=\"a-q\" d=\"M22 20L30 17M23 16L31 13M10-1L17-5M8-5L16-10M-11 19L-5 "
	    "16\"/>" },
	{ "home-green",
	    "<circle class=\"a-gn a-e\" r=\"25\"/>"
	    "<circle class=\"a-ci\" r=\"20\"/>"
	    "<text class=\"a-tc\" y=\"9\">G</text>" },
	{ "home-blue",
	    "<rect class=\"a-bl a-e\" x=\"-24\" y=\"-24\" width=\"48\" height=\"48\"/><rect "
	    "class=\"a-ci\" x=\"-19\" y=\"-19\" width=\"38\" height=\"38\"/>"
	    "<text class=\"a-tc\" y=\"9\">B</text>" },
	{ "exit",
	    "<path class=\"a-wd a-e\" d=\"M-24 22V-8L0-25L24-8V22Z\"/>"
	    "<path class=\"a-cr\" d=\"M-17 22V-4L0-16L17-4V22Z\"/>"
	    "<path class=\"a-gn a-e\" d=\"M-12 1H0V-8L14 6L0 19V11H-12Z\"/>" },
	/* facts on path cards */
	{ "door-green",
	    "<rect class=\"a-wd a-e\" x=\"-18\" y=\"-18\" width=\"36\" height=\"36\" rx=\"3\"/>"
	    "<path class=\"a-q\" d=\"M-9-18V18M9-18V18\"/>"
	    "<circle class=\"a-gn a-e\" r=\"13\"/>"
	    "<text class=\"a-tc a-sm\" y=\"7\">G</text>" },
	{ "door-blue",
	    "<rect class=\"a-wd a-e\" x=\"-18\" y=\"-18\" width=\"36\" height=\"36\" rx=\"3\"/>"
	    "<path class=\"a-q\" d=\"M-9-18V18M9-18V18\"/>"
	    "<rect class=\"a-bl a-e\" x=\"-12\" y=\"-12\" width=\"24\" height=\"24\"/>"
	    "<text class=\"a-tc a-sm\" y=\"7\">B</text>" },
	{ "gold",
	    "<path class=\"a-go a-e\" d=\"M-17 11L-14 0L-6-4L1 2L0 11Z\"/>"
	    "<path class=\"a-go a-e\" d=\"M1 11L3 2L11-2L17 3L18 11Z\"/>"
	    "<path class=\"a-go a-e\" d=\"M-7-3L-7-11L2-16L10-11L10-3L2 2Z\"/>"
	    "<path class=\"a-q\" d=\"M-14 0L-7 3L-6-4M-7-11L2-8L10-11M2-8V1M3 2L10 5L17 3\"/>" },
	{ "ladder",
	    "<path class=\"a-j\" d=\"M-7-13V13M7-13V13M-7-8H7M-7 0H7M-7 8H7\"/>"
	    "<path class=\"a-jc\" d=\"M-7-13V13M7-13V13M-7-8H7M-7 0H7M-7 8H7\"/>" },
	{ "ladder-green",
	    "<path class=\"a-jh\" d=\"M-7-13V13M7-13V13M-7-8H7M-7 0H7M-7 8H7\"/>"
	    "<path class=\"a-jg\" d=\"M-7-13V13M7-13V13M-7-8H7M-7 0H7M-7 8H7\"/>" },
	{ "ladder-blue",
	    "<path class=\"a-jh\" d=\"M-7-13V13M7-13V13M-7-8H7M-7 0H7M-7 8H7\"/>"
	    "<path class=\"a-jb\" d=\"M-7-13V13M7-13V13M-7-8H7M-7 0H7M-7 8H7\"/>" },
	{ "crystal",
	    "<path class=\"a-ic a-e\" d=\"M4 12L5-2L9-6L14-1L12 12Z\"/>"
	    "<path class=\"a-ic a-e\" d=\"M-14 1L-9-3L-6 12H-11Z\"/>"
	    "<path class=\"a-ic a-e\" d=\"M-7 12L-8-6L-2-14L5-7L4 12Z\"/>"
	    "<path class=\"a-q\" d=\"M-8-6H5M-2-14L-1-6V12M9-6V12\"/>" },
	{ "troll",
	    "<path class=\"a-h\" d=\"M-14-6L-23-14L-17 3C-17 14-8 19 0 19C8 19 17 14 17 "
	    "3L23-14L14-6C10-17-10-17-14-6Z\"/>"
	    "<circle class=\"a-cr\" cx=\"-6\" cy=\"-2\" r=\"4\"/>"
	    "<circle class=\"a-cr\" cx=\"6\" cy=\"-2\" r=\"4\"/>"
	    "<circle class=\"a-ln\" cx=\"-6\" cy=\"-1\" r=\"2\"/>"
	    "<circle class=\"a-ln\" cx=\"6\" cy=\"-1\" r=\"2\"/>"
	    "<path class=\"a-ci\" d=\"M-9 11H9M-6 11V5M6 11V5\"/>" },
	{ "hole",
	    "<ellipse class=\"a-ln\" rx=\"14\" ry=\"11\"/><ellipse class=\"a-jc\" rx=\"14\" "
	    "ry=\"11\"/>"
	    "<path class=\"a-ci\" d=\"M-7-3L-2-7M-6 2L3-6\"/>" },
	{ "bridge",
	    "<path class=\"a-wd a-e\" d=\"M-20-20H20V-13H-20ZM-20-9H20V-2H-20ZM-20 2H20V9H-20ZM-20 "
	    "13H20V20H-20Z\"/>" },
	{ "tunnel",
	    "<path class=\"a-st a-e\" d=\"M-15 13V0a15 14 0 0 1 30 0V13Z\"/>"
	    "<path class=\"a-ln\" d=\"M-8 14V2a8 8 0 0 1 16 0V14Z\"/>"
	    "<path class=\"a-q\" d=\"M-14-4L-8-1M0-13V-7M14-4L8-1\"/>" },
	{ "vein",
	    "<path class=\"a-st a-e\" d=\"M-15 13L-13-7L-3-14L11-10L15 1L13 13Z\"/>"
	    "<path class=\"a-i\" d=\"M-9 7L-3-2L3 4L9-5\"/>" },
	{ "vein-gold",
	    "<path class=\"a-st a-e\" d=\"M-15 13L-13-7L-3-14L11-10L15 1L13 13Z\"/>"
	    "<path class=\"a-go a-e\" d=\"M-8 9L-6-3L1-8L8-3L8 9Z\"/>"
	    "<path class=\"a-q\" d=\"M-6-3L1 1L8-3M1 1V9\"/>" },
	{ "token-green",
	    "<circle class=\"a-gn a-e\" r=\"13\"/>"
	    "<text class=\"a-tc a-sm\" y=\"7\">G</text>" },
	{ "token-blue",
	    "<rect class=\"a-bl a-e\" x=\"-12\" y=\"-12\" width=\"24\" height=\"24\"/>"
	    "<text class=\"a-tc a-sm\" y=\"7\">B</text>" },
	{ "key",
	    "<path class=\"a-j\" d=\"M-3 0H14M8 0V6M13 0V7\"/>"
	    "<circle class=\"a-j\" cx=\"-8\" r=\"5\"/>"
	    "<path class=\"a-jc\" d=\"M-3 0H14M8 0V6M13 0V7\"/>"
	    "<circle class=\"a-jc\" cx=\"-8\" r=\"5\"/>" },
	{ "room", "<circle class=\"a-rm a-rl\" r=\"11\"/>" },
	{ "walk",
	    "<path class=\"a-kh\" d=\"M-22-46V-35M22-46V-35\"/>"
	    "<path class=\"a-kw\" d=\"M-22-46V-35M22-46V-35\"/>" },
	{ "walk-mid",
	    "<path class=\"a-kh\" d=\"M-22-31V-22H-31M22-31V-22H31M22 31V22H31M-22 31V22H-31\"/>"
	    "<path class=\"a-kw\" d=\"M-22-31V-22H-31M22-31V-22H31M22 31V22H31M-22 31V22H-31\"/>" },
	{ "walk-hole",
	    "<path class=\"a-kh\" d=\"M-49-20V-49H-20\"/>"
	    "<path class=\"a-kw\" d=\"M-49-20V-49H-20\"/>" },
	{ "walk-card",
	    "<path class=\"a-kh\" d=\"M-22-40V-22H-40M22-40V-22H40M22 40V22H40M-22 40V22H-40\"/>"
	    "<path class=\"a-kw\" d=\"M-22-40V-22H-40M22-40V-22H40M22 40V22H40M-22 40V22H-40\"/>" },
	{ "web",
	    "<circle class=\"a-ln\" r=\"13\"/>"
	    "<path class=\"a-ci\" d=\"M-13 0H-8M8 0H13M0-13V-8M0 8V13M-9-9L-6-6M9-9L6-6M-9 9L-6 "
	    "6M9 9L6 6M-12 0L-9-8L0-11L9-8L12 0L9 8L0 11L-9 8Z\"/>" },
	/* creatures and dwarves; a symbol that refers to another one comes first */
	{ "rat",
	    "<circle class=\"a-h\" cx=\"-9\" cy=\"-9\" r=\"5\"/>"
	    "<circle class=\"a-h\" cx=\"9\" cy=\"-9\" r=\"5\"/>"
	    "<path class=\"a-h\" d=\"M-12-5C-12-13 12-13 12-5C12 4 4 15 0 15C-4 15-12 4-12-5Z\"/>"
	    "<circle class=\"a-cr\" cx=\"-5\" cy=\"-3\" r=\"3\"/>"
	    "<circle class=\"a-cr\" cx=\"5\" cy=\"-3\" r=\"3\"/>"
	    "<path class=\"a-ci\" d=\"M-9 7L-3 9M9 7L3 9\"/>" },
	{ "lindworm",
	    "<path class=\"a-jh\" d=\"M-13 12C-17 2-5 0 0 6C6 13 16 8 12 0C9-5 1-3 1-9\"/>"
	    "<path class=\"a-hs\" d=\"M-13 12C-17 2-5 0 0 6C6 13 16 8 12 0C9-5 1-3 1-9\"/>"
	    "<path class=\"a-h\" d=\"M-6-6C-8-18 10-18 8-6L1-2Z\"/>"
	    "<circle class=\"a-cr\" cx=\"-2\" cy=\"-10\" r=\"2\"/>"
	    "<circle class=\"a-cr\" cx=\"4\" cy=\"-10\" r=\"2\"/>" },
	{ "goblin",
	    "<path class=\"a-h\" d=\"M-9-5L-19-11L-11 4C-9 15 9 15 11 "
	    "4L19-11L9-5C5-13-5-13-9-5Z\"/>"
	    "<path class=\"a-cr\" d=\"M-8-2L-1 1L-6 3ZM8-2L1 1L6 3Z\"/>"
	    "<path class=\"a-ci\" d=\"M-5 9L-2 7L0 9L2 7L5 9\"/>" },
	{ "dwarf0", "<use class=\"a-dn\" href=\"#adit-body0\"/>" },
	{ "dwarf0y", "<use class=\"a-cy\" href=\"#adit-body0\"/><use href=\"#adit-hat-y\"/>" },
	{ "dwarf0b", "<use class=\"a-cb\" href=\"#adit-body0\"/><use href=\"#adit-hat-b\"/>" },
	{ "dwarf1", "<use class=\"a-dn\" href=\"#adit-body1\"/>" },
	{ "dwarf1y", "<use class=\"a-cy\" href=\"#adit-body1\"/><use href=\"#adit-hat-y\"/>" },
	{ "dwarf1b", "<use class=\"a-cb\" href=\"#adit-body1\"/><use href=\"#adit-hat-b\"/>" },
	{ "dwarf2", "<use class=\"a-dn\" href=\"#adit-body2\"/>" },
	{ "dwarf2y", "<use class=\"a-cy\" href=\"#adit-body2\"/><use href=\"#adit-hat-y\"/>" },
	{ "dwarf2b", "<use class=\"a-cb\" href=\"#adit-body2\"/><use href=\"#adit-hat-b\"/>" },
	{ "dwarf3", "<use class=\"a-dn\" href=\"#adit-body3\"/>" },
	{ "dwarf3y", "<use class=\"a-cy\" href=\"#adit-body3\"/><use href=\"#adit-hat-y\"/>" },
	{ "dwarf3b", "<use class=\"a-cb\" href=\"#adit-body3\"/><use href=\"#adit-hat-b\"/>" },
	{ "dwarf4", "<use class=\"a-dn\" href=\"#adit-body4\"/>" },
	{ "dwarf4y", "<use class=\"a-cy\" href=\"#adit-body4\"/><use href=\"#adit-hat-y\"/>" },
	{ "dwarf4b", "<use class=\"a-cb\" href=\"#adit-body4\"/><use href=\"#adit-hat-b\"/>" },
	{ "dwarf5", "<use class=\"a-dn\" href=\"#adit-body5\"/>" },
	{ "dwarf5y", "<use class=\"a-cy\" href=\"#adit-body5\"/><use href=\"#adit-hat-y\"/>" },
	{ "dwarf5b", "<use class=\"a-cb\" href=\"#adit-body5\"/><use href=\"#adit-hat-b\"/>" },
	{ "dwarf6", "<use class=\"a-dn\" href=\"#adit-body6\"/>" },
	{ "dwarf6y", "<use class=\"a-cy\" href=\"#adit-body6\"/><use href=\"#adit-hat-y\"/>" },
	{ "dwarf6b", "<use class=\"a-cb\" href=\"#adit-body6\"/><use href=\"#adit-hat-b\"/>" },
	{ "dwarf7", "<use class=\"a-dn\" href=\"#adit-body7\"/>" },
	{ "dwarf7y", "<use class=\"a-cy\" href=\"#adit-body7\"/><use href=\"#adit-hat-y\"/>" },
	{ "dwarf7b", "<use class=\"a-cb\" href=\"#adit-body7\"/><use href=\"#adit-hat-b\"/>" },
	{ "body0", "<circle class=\"a-f\" cy=\"4\" r=\"13\"/>" },
	{ "body1", "<path class=\"a-f\" d=\"M-12-8H12V16H-12Z\"/>" },
	{ "body2", "<path class=\"a-f\" d=\"M0-12L16 4L0 20L-16 4Z\"/>" },
	{ "body3", "<path class=\"a-f\" d=\"M-8-8H8L15 4L8 17H-8L-15 4Z\"/>" },
	{ "body4", "<path class=\"a-f\" d=\"M-13-8H13V4C13 12 5 16 0 19C-5 16-13 12-13 4Z\"/>" },
	{ "body5", "<path class=\"a-f\" d=\"M0-11L15 1L10 17H-10L-15 1Z\"/>" },
	{ "body6", "<path class=\"a-f\" d=\"M-16 17L-10-8H10L16 17Z\"/>" },
	{ "body7", "<path class=\"a-f\" d=\"M-7-9H7V-3H15V11H7V17H-7V11H-15V-3H-7Z\"/>" },
	{ "hat-y", "<path class=\"a-ba a-f\" d=\"M-10-6L1-19L10-6Z\"/>" },
	{ "hat-b",
	    "<path class=\"a-ln a-f\" d=\"M-14-6H14M-9-6a9 11 0 0 1 18 0Z\"/>"
	    "<circle class=\"a-go\" cy=\"-11\" r=\"3\"/>" },
	{ "more", "<circle class=\"a-cr a-f\" cy=\"2\" r=\"13\"/>" },
	/* action cards */
	{ "pickaxe",
	    "<path class=\"a-wd a-e\" d=\"M-3-14L4-17L15 27L8 29Z\"/>"
	    "<path class=\"a-st a-e\" d=\"M-30-1C-23-19-3-29 12-25C21-22 28-15 31-6C21-14 12-16 "
	    "2-14C-9-11-20-8-30-1Z\"/>"
	    "<path class=\"a-i\" d=\"M-17-11L-9-16M13-19L21-13\"/>"
	    "<path class=\"a-q\" d=\"M8-8H11M10 0H13M12 8H15M14 16H17\"/>" },
	{ "lamp",
	    "<path class=\"a-i\" d=\"M-8-15C-10-31 10-31 8-15\"/>"
	    "<path class=\"a-go a-e\" d=\"M-12-10H12L14 15H-14Z\"/>"
	    "<path class=\"a-wd a-e\" d=\"M-16-16H16V-9H-16ZM-17 15H17V23H-17Z\"/>"
	    "<path class=\"a-cr a-e\" d=\"M0-3C-6 4-5 10 0 11C5 10 6 4 0-3Z\"/>"
	    "<path class=\"a-q\" d=\"M9-7V13M12-7V13M-9-7V13\"/>" },
	{ "cart",
	    "<circle class=\"a-st a-e\" cx=\"-11\" cy=\"20\" r=\"7\"/>"
	    "<circle class=\"a-st a-e\" cx=\"11\" cy=\"20\" r=\"7\"/>"
	    "<path class=\"a-go a-e\" d=\"M-20-13L-15-22L-6-24L1-18L9-23L18-18L21-13Z\"/>"
	    "<path class=\"a-wd a-e\" d=\"M-27-14H27L19 14H-19Z\"/>"
	    "<path class=\"a-st a-e\" d=\"M-31-16H31V-9H-31Z\"/>"
	    "<path class=\"a-i\" d=\"M-13-8L-10 13M0-8V13M13-8L10 13\"/>"
	    "<path class=\"a-q\" d=\"M15-4H21M14 1H20M14 6H19\"/>" },
	{ "break",
	    "<circle class=\"a-ba a-e\" cx=\"30\" cy=\"30\" r=\"15\"/>"
	    "<path class=\"a-jc\" d=\"M23 23L37 37M37 23L23 37\"/>" },
	{ "repair",
	    "<circle class=\"a-gn a-e\" cx=\"30\" cy=\"30\" r=\"15\"/>"
	    "<path class=\"a-jc\" d=\"M22 30L28 37L38 24\"/>" },
	{ "rockfall",
	    "<path class=\"a-st a-e\" d=\"M-36 31L-31 11L-14 6L-3 15L-4 31Z\"/>"
	    "<path class=\"a-st a-e\" d=\"M0 31L4 7L24 2L36 17V31Z\"/>"
	    "<path class=\"a-st a-e\" d=\"M-18 3L-13-19L6-23L17-4L12 2L1 4L-9 12Z\"/>"
	    "<path class=\"a-i\" d=\"M-31 11L-20 17L-14 6M-20 17L-18 31M4 7L15 14L24 2M15 14L13 "
	    "31M-13-19L0-11L17-4M0-11L-3 5\"/>"
	    "<path class=\"a-q\" d=\"M20 29L34 24M21 24L34 18M22 19L31 "
	    "13M-24-26V-36M-8-29V-39M10-29V-37M24-14V-26M5-7L12-10M6-3L12-6\"/>" },
	{ "map",
	    "<path class=\"a-lp a-e\" d=\"M-32-22L-11-28L11-21L32-28V21L11 28L-11 20L-32 27Z\"/>"
	    "<path class=\"a-i\" d=\"M-11-28V20M11-21V28\"/>"
	    "<path class=\"a-q\" d=\"M-26 14L-19 6L-15 11L-9 4M16 20L27 16M16 16L27 "
	    "12M-27-12C-20-16-20-6-15-9\"/>"
	    "<path class=\"a-dr\" d=\"M-24 20C-8 20-6 2 6 6C14 8 16 2 18-4\"/>"
	    "<path class=\"a-x\" d=\"M14-14L26-4M26-14L14-4\"/>" },
	{ "bag",
	    "<path class=\"a-lp a-e\" d=\"M-9-14L-16-27L0-23L16-27L9-14C30 0 30 29 12 30H-12C-30 "
	    "29-30 0-9-14Z\"/>"
	    "<path class=\"a-wd a-e\" d=\"M-12-17H12V-11H-12Z\"/>"
	    "<path class=\"a-go a-e\" d=\"M-13 17L-9 4L3 0L13 8L10 20H-8Z\"/>"
	    "<path class=\"a-q\" d=\"M-9 4L2 9L13 8M2 9V20M-5-23L-3-17M6-24L4-17M19 6L23 14M18 "
	    "12L21 20\"/>" },
	{ "slash",
	    "<path class=\"a-jh\" d=\"M-32 32L32-32\"/>"
	    "<path class=\"a-x\" d=\"M-32 32L32-32\"/>" },
	{ "cards",
	    "<path class=\"a-st a-e\" d=\"M-28-17L-7-24L7 12L-14 19Z\"/>"
	    "<path class=\"a-ic a-e\" d=\"M-4-21H20V17H-4Z\"/>"
	    "<path class=\"a-i\" d=\"M1-15H15V11H1ZM4-2H12M8-6V2\"/>" },
	{ "swap",
	    "<path class=\"a-i\" d=\"M-30 30H26M18 23L27 30L18 "
	    "37M30-33H-26M-18-40L-27-33L-18-26\"/>" },
	{ "eye",
	    "<path class=\"a-cr a-e\" d=\"M-34 2C-16-22 16-22 34 2C16 26-16 26-34 2Z\"/>"
	    "<circle class=\"a-ic a-e\" cy=\"2\" r=\"13\"/>"
	    "<circle class=\"a-ln\" cy=\"2\" r=\"6\"/>"
	    "<path class=\"a-i\" d=\"M-26-13L-31-20M-10-21L-12-29M10-21L12-29M26-13L31-20\"/>"
	    "<path class=\"a-q\" d=\"M-27 2C-21-4-20-5-16-8M16 11C20 9 22 7 27 2\"/>" },
	{ "hat",
	    "<path class=\"a-ba a-e\" d=\"M-22 16C-20-6-7-16 13-32C10-16 21-6 22 16Z\"/>"
	    "<path class=\"a-wd a-e\" d=\"M-31 14H31V24H-31Z\"/>"
	    "<path class=\"a-i\" d=\"M-20 7H20\"/>"
	    "<path class=\"a-q\" d=\"M10-20L13-14M10-13L15-6M10-5L17 2\"/>" },
	{ "cage",
	    "<path class=\"a-i\" d=\"M-28-29H28V29H-28ZM-15-29V29M0-29V29M15-29V29M-28-25H28M-28 "
	    "25H28\"/>" },
	{ "open",
	    "<path class=\"a-i\" d=\"M-32-36H-12M-32 32H-12M-29-36V32M-17-36V32M32 "
	    "32H40M-36-32H-8\"/>"
	    "<path class=\"a-jh\" d=\"M10-33H37M28-42L38-33L28-24\"/>"
	    "<path class=\"a-jg\" d=\"M10-33H37M28-42L38-33L28-24\"/>" },
	{ "cobweb",
	    "<path class=\"a-i\" d=\"M-36 0H36M0-36V36M-25-25L25 25M25-25L-25 25\"/>"
	    "<path class=\"a-q\" d=\"M29 0Q21 9 21 21Q9 21 0 29Q-9 21-21 21Q-21 9-29 "
	    "0Q-21-9-21-21Q-9-21 0-29Q9-21 21-21Q21-9 29 0ZM15 0Q10 4 10 10Q4 10 0 15Q-4 10-10 "
	    "10Q-10 4-15 0Q-10-4-10-10Q-4-10 0-15Q4-10 10-10Q10-4 15 0Z\"/>"
	    "<path class=\"a-i\" d=\"M10 12L3 7M10 18L1 18M13 24L6 31M26 12L33 7M26 18L35 18M23 "
	    "24L30 31\"/>"
	    "<circle class=\"a-ba a-e\" cx=\"18\" cy=\"19\" r=\"8\"/>"
	    "<circle class=\"a-ba a-e\" cx=\"18\" cy=\"9\" r=\"5\"/>" },
	{ "boots",
	    "<path class=\"a-wd a-e\" d=\"M-29-24H-12V8L4 15V25H-29Z\"/>"
	    "<path class=\"a-wd a-e\" d=\"M3-24H20V8L35 15V25H3Z\"/>"
	    "<path class=\"a-lp a-e\" d=\"M-31-28H-10V-20H-31ZM1-28H22V-20H1Z\"/>"
	    "<path class=\"a-ci\" d=\"M-23 20H-2M9 20H29\"/>" },
	{ "axe",
	    "<path class=\"a-wd a-e\" d=\"M-22 30L-16 33L13-22L7-26Z\"/>"
	    "<path class=\"a-st a-e\" d=\"M2-24C14-36 32-22 33 2C24-5 13-6-6-3Z\"/>"
	    "<path class=\"a-i\" d=\"M22-21C26-14 28-9 28-4\"/>"
	    "<path class=\"a-q\" d=\"M6-18L10-12M12-20L15-12\"/>" },
	/* roles; the fill that is not named here is given by the reference */
	{ "miner",
	    "<path class=\"a-dn a-e\" d=\"M-22 4C-27 30-10 40 0 40C10 40 27 30 22 4Z\"/>"
	    "<path class=\"a-sk a-e\" d=\"M-18-2H18V12C18 22-18 22-18 12Z\"/>"
	    "<path class=\"a-i\" d=\"M-10 17C-5 12 5 12 10 17\"/>"
	    "<circle class=\"a-sk a-e\" cy=\"9\" r=\"5\"/>"
	    "<circle class=\"a-ln\" cx=\"-8\" cy=\"5\" r=\"2\"/><circle class=\"a-ln\" cx=\"8\" "
	    "cy=\"5\" r=\"2\"/>"
	    "<path class=\"a-q\" d=\"M-8 24V32M0 27V36M8 24V32M13 21L16 28\"/>"
	    "<path class=\"a-e\" d=\"M-23-5C-22-33 22-33 23-5Z\"/>"
	    "<path class=\"a-wd a-e\" d=\"M-29-7H29V0H-29Z\"/>"
	    "<circle class=\"a-go a-e\" cy=\"-19\" r=\"7\"/>"
	    "<path class=\"a-q\" d=\"M14-20L19-10M10-23L12-19\"/>" },
	{ "sab",
	    "<path class=\"a-e\" d=\"M-36 41C-34 18-24 10-15 12C-8 22 8 22 15 12C24 10 34 18 36 "
	    "41Z\"/>"
	    "<path class=\"a-sk a-e\" d=\"M-15-9H15V10C12 20-12 20-15 10Z\"/>"
	    "<path class=\"a-ln\" d=\"M-17-4H17V6C10 9 4 6 0 4C-4 6-10 9-17 6Z\"/>"
	    "<circle class=\"a-cr\" cx=\"-7\" cy=\"1\" r=\"2\"/>"
	    "<circle class=\"a-cr\" cx=\"7\" cy=\"1\" r=\"2\"/>"
	    "<path class=\"a-i\" d=\"M-5 13L5 11\"/>"
	    "<path class=\"a-ck a-e\" d=\"M-33-8L-15-13L-9-37L11-35L15-13L33-8Z\"/>"
	    "<path class=\"a-ci\" d=\"M-14-17H14\"/>"
	    "<path class=\"a-q\" d=\"M22 22L27 40M-22 22L-27 40M0 22V40\"/>" },
	{ "boss",
	    "<path class=\"a-ck a-e\" d=\"M-36 41C-34 24-24 20-14 20H14C24 20 34 24 36 41Z\"/>"
	    "<path class=\"a-cr a-e\" d=\"M-9 20H9L0 36Z\"/>"
	    "<path class=\"a-sk a-e\" d=\"M-18-2H18V12C18 22-18 22-18 12Z\"/>"
	    "<circle class=\"a-ln\" cx=\"-8\" cy=\"5\" r=\"2\"/><circle class=\"a-ln\" cx=\"8\" "
	    "cy=\"5\" r=\"2\"/>"
	    "<path class=\"a-wd a-e\" d=\"M0 9C8 6 16 8 22 16C12 20 5 17 0 14C-5 17-12 20-22 "
	    "16C-16 8-8 6 0 9Z\"/>"
	    "<path class=\"a-ck a-e\" d=\"M-17-10V-39H17V-10H29V-2H-29V-10Z\"/>"
	    "<path class=\"a-ci\" d=\"M-16-14H16\"/>"
	    "<path class=\"a-go\" d=\"M-8 28L-2 32L-8 36Z\"/>" },
	{ "profiteer",
	    "<path class=\"a-ck a-e\" d=\"M-34 41C-32 24-24 20-14 20H14C24 20 32 24 34 41Z\"/>"
	    "<path class=\"a-sk a-e\" d=\"M-18-2H18V12C18 22-18 22-18 12Z\"/>"
	    "<circle class=\"a-ln\" cx=\"-8\" cy=\"5\" r=\"2\"/><circle class=\"a-ln\" cx=\"8\" "
	    "cy=\"5\" r=\"2\"/>"
	    "<circle class=\"a-i\" cx=\"8\" cy=\"5\" r=\"6\"/>"
	    "<path class=\"a-i\" d=\"M14 7L17 20M-8 14C-3 18 4 18 9 14\"/>"
	    "<path class=\"a-wd a-e\" d=\"M-20-8C-20-34 20-34 20-8H28V-1H-28V-8Z\"/>"
	    "<path class=\"a-ci\" d=\"M-19-12H19\"/>"
	    "<circle class=\"a-go a-e\" cx=\"24\" cy=\"30\" r=\"11\"/>"
	    "<path class=\"a-i\" d=\"M24 24V36\"/>" },
	{ "geologist",
	    "<path class=\"a-wd a-e\" d=\"M-34 41C-32 24-24 20-14 20H14C24 20 32 24 34 41Z\"/>"
	    "<path class=\"a-sk a-e\" d=\"M-18-2H18V12C18 22-18 22-18 12Z\"/>"
	    "<path class=\"a-i\" d=\"M-6 15H6\"/>"
	    "<circle class=\"a-ic a-e\" cx=\"-9\" cy=\"5\" r=\"8\"/>"
	    "<circle class=\"a-ic a-e\" cx=\"9\" cy=\"5\" r=\"8\"/>"
	    "<path class=\"a-lp a-e\" d=\"M-32-3C-18-9-24-32 0-34C24-32 18-9 32-3Z\"/>"
	    "<path class=\"a-i\" d=\"M-19-13C-6-17 6-17 19-13\"/>"
	    "<path class=\"a-ic a-e\" d=\"M16 40L17 25L23 18L30 25L29 40Z\"/>"
	    "<path class=\"a-q\" d=\"M17 25H30M23 18V40\"/>" },
	/* what changed */
	{ "new",
	    "<path class=\"a-mh\" d=\"M-47-25V-47H-25M25-47H47V-25M47 25V47H25M-25 47H-47V25\"/>"
	    "<path class=\"a-mk\" d=\"M-47-25V-47H-25M25-47H47V-25M47 25V47H25M-25 47H-47V25\"/>" },
	{ "gone",
	    "<circle class=\"a-mh\" r=\"40\"/>"
	    "<circle class=\"a-mk a-md\" r=\"40\"/>"
	    "<path class=\"a-mh\" d=\"M-13-13L13 13M13-13L-13 13\"/>"
	    "<path class=\"a-mk\" d=\"M-13-13L13 13M13-13L-13 13\"/>" },
	{ "put", "<path class=\"a-mf a-e\" d=\"M0-11L11 0L0 11L-11 0Z\"/>" },
	{ "stop",
	    "<circle class=\"a-mh\" r=\"19\"/>"
	    "<circle class=\"a-mk\" r=\"19\"/>" },
	{ "arrow", "<path class=\"a-mf a-e\" d=\"M-12-14L15 0L-12 14L-6 0Z\"/>" },
	{ NULL, NULL },
};
