#ifndef ADIT_TEXT_NAMES_H
#define ADIT_TEXT_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "core/game.h"
#include "util/buf.h"
#include "util/err.h"
#include "util/number.h"

/* The words for things of the core: rules sets, cards, tools, seats, places. */

enum { NAME_MAX_LEN = 20, CARD_NAME_MAX = 48, DISPLAY_COLUMNS = 32, DISPLAY_MAX = 128 };

/*
 * Who sits where.  A seat's name: a letter, then letters, digits, '-' or '_', lower case, at most
 * NAME_MAX_LEN bytes; not a word that the order language has where a seat can stand (all, at, goal,
 * next, none, to, you, ...).
 *
 * Its display name, by which people know who sits there, or "": at most DISPLAY_COLUMNS columns and
 * DISPLAY_MAX bytes of text in normal form C that may be shown.  It stands beside the seat's name,
 * never in its place, and nothing is found by it.
 */
struct names {
	unsigned n;
	char seat[SEATS_MAX][NAME_MAX_LEN + 1];
	char display[SEATS_MAX][DISPLAY_MAX + 1];
};

/* ERR_USAGE for a bad name, a name that is there already, and a seat beyond SEATS_MAX. */
int names_add(struct names *names, const char *s, size_t n, struct err *err);
uint8_t names_find(const struct names *names, const char *s, size_t n); /* SEAT_NONE */
const char *names_seat(const struct names *names, uint8_t seat);        /* "?" for SEAT_NONE */
/* What stands before the name of a seat in a list of those seats, a bit each: "", ", " or, of the last, " and ". */
const char *names_separator(unsigned seats, uint8_t seat);

/* Give the seat a display name, as a digest has it; all seats are named by then.  ERR_USAGE: it could spoil what it is
 * shown in, or the seat has one. */
int names_display(struct names *names, uint8_t seat, const char *s, size_t n, struct err *err);
/* The same for a host who chooses it, when other seats may have theirs.  ERR_USAGE also: it has no letter or digit, a
 * word of it mixes scripts, or it looks like the name or display name of another seat, like "host" or "you". */
int names_choose_display(
    struct names *names, uint8_t seat, const char *s, size_t n, struct err *err);
/* Append `anna "Anna Müller"`, or `anna`. */
void names_full(const struct names *names, uint8_t seat, struct buf *out);

/* The rules set of that name among those of a list; NULL: there is none. */
const struct rules *rules_find(const struct rules *const *games, const char *s, size_t n);

/*
 * A card's kind (adit(5), Cards), made from its definition: a path card's links in lower
 * case then its features; goals goal-gold, goal-stone-ne, goal-1-nw:gold@n:door-green@w,
 * goal-exit; actions and roles a word.  CARD_HIDDEN (and any card that rules does not have) is
 * "?".  out has CARD_NAME_MAX bytes.
 */
void card_name(const struct rules *rules, card_id card, char out[static CARD_NAME_MAX]);

/* The card of that kind, or CARD_NONE.  Where several rows of the table are of one kind (an action
 * card that is in more than one deck) the first of them. */
card_id card_find(const struct rules *rules, const char *s, size_t n);

/* Links as they lie: "NESW", "NS+EW", "N+E+S+W", "" (tunnel byte to text, upper case), at most 7. */
void links_text(uint8_t tunnel, char out[static 8]);

/* How many may play: "3 to 10 seats", "2 seats". */
struct seats_text {
	char s[sizeof "255 to 255 seats"];
};
struct seats_text seats_text(const struct rules *rules);

const char *class_name(enum card_class class);  /* "path" ... */
const char *action_name(enum action action);    /* "rockfall"; "break", "repair"; "" for none */
const char *role_name(enum role role);          /* "miner"; "" for none */
const char *tool_name(unsigned tool);           /* one TOOL_ bit: "cart" "lamp" "pickaxe" */
unsigned tool_find(const char *s, size_t n);    /* 0 */
const char *phase_name(enum phase phase);       /* "setup" "play" "walk" "draft" "over" */
unsigned feature_find(const char *s, size_t n); /* FEATURE_ bit of a word in a kind; 0 */
char edge_letter(unsigned edge);                /* 'n' 'e' 's' 'w' */
const char *edge_name(unsigned edge);           /* "north" ... */

void place_text(int x, int y, struct buf *out); /* "3,-1" */
/* "x,y" exactly (no +, no leading zeros, no -0), both within COORD_MAX. */
int place_parse(const char *s, size_t n, int *x, int *y); /* 0, or -1 */

/* A part of a place: "3,-1" whole, "3,-1/n" an edge, "3,-1/c", "/c2", "/t" a space inside.
 * SPOT_CUT is not shown and not read: it is a word of its own in the order language. */
void spot_text(struct spot spot, struct buf *out);
int spot_parse(const char *s, size_t n, struct spot *spot); /* 0, or -1 */

#endif
