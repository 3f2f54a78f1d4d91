#ifndef ADIT_TEXT_NAMES_H
#define ADIT_TEXT_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "core/game.h"
#include "text/web.h"
#include "util/buf.h"
#include "util/err.h"
#include "util/number.h"

/* Words for objects of core: rules sets, cards, tools, seats, places. */

enum { NAME_MAX_LEN = 20, CARD_NAME_MAX = 48, DISPLAY_COLUMNS = 32, DISPLAY_MAX = 128 };
enum { NAMES_TITLE_COLUMNS = 40, NAMES_TITLE_MAX = 160 };

/*
 * Names of the seats. A seat's name is a letter, then letters, digits, '-' or '_', lower case, at
 * most NAME_MAX_LEN bytes. It is not a word that the order language has where a seat may be (all,
 * at, goal, next, none, to, you, ...).
 *
 * The display name is the public name of the player, or "". It has at most DISPLAY_COLUMNS columns
 * and DISPLAY_MAX bytes of printable text in normal form C. It is shown with the seat's name, never
 * instead of it, and is never used for a lookup.
 *
 * The title is that of the game, or "". The same holds for it, with NAMES_TITLE_COLUMNS and NAMES_TITLE_MAX,
 * and its only blank is U+0020.
 *
 * The web address is that of the table's repository (text/web.h), the client address that of the
 * browser file; or "".
 */
struct names {
	unsigned n;
	char title[NAMES_TITLE_MAX + 1];
	char web[WEB_MAX + 1];
	char client[WEB_MAX + 1];
	char seat[SEATS_MAX][NAME_MAX_LEN + 1];
	char display[SEATS_MAX][DISPLAY_MAX + 1];
};

/* Adds a seat. ERR_USAGE: a bad name, a name in use, or more than SEATS_MAX seats. */
int names_add(struct names *names, const char *s, size_t n, struct err *err);
uint8_t names_find(const struct names *names, const char *s, size_t n); /* SEAT_NONE */
const char *names_seat(const struct names *names, uint8_t seat);        /* "?" for SEAT_NONE */

/* Sets the display name of a seat, as a digest has it. All seats must have names. ERR_USAGE: it
 * could spoil its surroundings, or the seat has one. */
int names_display(struct names *names, uint8_t seat, const char *s, size_t n, struct err *err);
/* Like names_display, for a host who chooses the name while other seats have theirs. ERR_USAGE
 * also: it has no letter or digit, a word of it mixes scripts, or it looks like a name of another
 * seat, like "host" or "you". */
int names_choose_display(
    struct names *names, uint8_t seat, const char *s, size_t n, struct err *err);
/* Sets the title, as a digest has it. ERR_USAGE: it could spoil its surroundings, or there is
 * one. names_choose_title is for a host who chooses it. ERR_USAGE also: it has no letter or
 * digit, a word of it mixes scripts, or it is not in normal form C. */
int names_title(struct names *names, const char *s, size_t n, struct err *err);
int names_choose_title(struct names *names, const char *s, size_t n, struct err *err);
/* Sets the web address, as a digest has it. ERR_USAGE: it is not valid. names_choose_web takes
 * one as a host types it (web_choose). */
int names_web(struct names *names, const char *s, size_t n, struct err *err);
int names_choose_web(struct names *names, const char *s, struct err *err);
/* The same for the client address, which a host types as a digest has it. */
int names_client(struct names *names, const char *s, size_t n, struct err *err);
int names_choose_client(struct names *names, const char *s, struct err *err);
/* Copies title, addresses and display names, which only digest 0 has. */
void names_take_shown(struct names *to, const struct names *from);
/* Appends `anna "Anna Müller"`, or `anna`. */
void names_full(const struct names *names, uint8_t seat, struct buf *out);

/* Returns the rules set with this name in a list, or NULL. */
const struct rules *rules_find(const struct rules *const *games, const char *s, size_t n);

/*
 * Writes a card's kind (adit(5), Cards), made from its definition. A path card has its links in
 * lower case, then its features. Goals are goal-gold, goal-stone-ne, goal-1-nw:gold@n:door-green@w,
 * goal-exit. Actions and roles are a word. CARD_HIDDEN, or a card that rules does not have, is "?".
 * out has CARD_NAME_MAX bytes.
 */
void card_name(const struct rules *rules, card_id card, char out[static CARD_NAME_MAX]);

/* Returns the card of that kind, or CARD_NONE. If several rows have one kind (an action card in
 * several decks), returns the first. */
card_id card_find(const struct rules *rules, const char *s, size_t n);

/* Returns the card of that kind, else the first one whose kind begins so ("break"), or CARD_NONE. */
card_id card_find_like(const struct rules *rules, const char *word);

/* Writes the links as placed: "NESW", "NS+EW", "N+E+S+W", "" (upper case), at most 7 characters. */
void links_text(uint8_t tunnel, char out[static 8]);

/* The number of seats: "3 to 10 seats", "2 seats". */
struct seats_text {
	char s[sizeof "255 to 255 seats"];
};
struct seats_text seats_text(const struct rules *rules);

const char *class_name(enum card_class class);  /* "path" ... */
const char *action_name(enum action action);    /* "rockfall"; "break", "repair"; "" for none */
const char *role_name(enum role role);          /* "miner"; "" for none */
const char *tool_name(unsigned tool);           /* one TOOL_ bit: "cart" "lamp" "pickaxe" */
unsigned tool_find(const char *s, size_t n);    /* 0: no such tool */
const char *phase_name(enum phase phase);       /* "setup" "play" "walk" "draft" "over" */
unsigned feature_find(const char *s, size_t n); /* FEATURE_ bit of a word in a kind; 0: none */
char edge_letter(unsigned edge);                /* 'n' 'e' 's' 'w' */
const char *edge_name(unsigned edge);           /* "north" ... */

void place_text(int x, int y, struct buf *out); /* "3,-1" */
/* Parses "x,y" exactly (no +, no leading zeros, no -0); both must be within COORD_MAX. */
int place_parse(const char *s, size_t n, int *x, int *y); /* 0, or -1 */

/* A spot: "3,-1" the place, "3,-1/n" an edge, "3,-1/c", "/c2", "/t" a space inside. SPOT_CUT is
 * neither written nor read: it is a separate word of the order language. */
void spot_text(struct spot spot, struct buf *out);
int spot_parse(const char *s, size_t n, struct spot *spot); /* 0, or -1 */

#endif
