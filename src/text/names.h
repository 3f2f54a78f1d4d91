#ifndef ADIT_TEXT_NAMES_H
#define ADIT_TEXT_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "core/game.h"
#include "util/buf.h"
#include "util/err.h"

/* The words for things of the core: rules sets, cards, tools, seats, places. */

enum { NAME_MAX_LEN = 20, CARD_NAME_MAX = 48 };

/* Who sits where.  A seat's name: a letter, then letters, digits, '-' or '_', lower case, at most
 * NAME_MAX_LEN bytes; not a word of the order language (none, all, goal, to, at, use, keep, p..). */
struct names {
	unsigned n;
	char seat[SEATS_MAX][NAME_MAX_LEN + 1];
};

int names_add(struct names *names, const char *s, size_t n, struct err *err);   /* refuses doubles */
uint8_t names_find(const struct names *names, const char *s, size_t n);         /* SEAT_NONE */
const char *names_seat(const struct names *names, uint8_t seat);                /* "?" for SEAT_NONE */

/* Rules sets: "saboteur", "saboteur2", "duel", "dark-cave". */
const char *rules_name(const struct rules *rules);
const struct rules *rules_find(const char *s, size_t n);                        /* NULL */

/*
 * A card's kind (position.md, "Cards"), made from its definition: a path card's links in lower
 * case then its features; goals goal-gold, goal-stone-ne, goal-1-nw:gold@n:door-green@w,
 * goal-exit; actions and roles a word.  CARD_HIDDEN is "?".  out has CARD_NAME_MAX bytes.
 */
void card_name(const struct rules *rules, card_id card, char out[static CARD_NAME_MAX]);
card_id card_find(const struct rules *rules, const char *s, size_t n);          /* CARD_NONE */

/* Links as they lie: "NESW", "NS+EW", "N+E+S+W", "" (tunnel byte to text, upper case), at most 7. */
void links_text(uint8_t tunnel, char out[static 8]);

const char *class_name(enum card_class class);          /* "path" ... */
const char *tool_name(unsigned tool);                   /* one TOOL_ bit: "cart" "lamp" "pickaxe" */
unsigned tool_find(const char *s, size_t n);            /* 0 */
const char *phase_name(enum phase phase);               /* "play" "walk" "draft" "over" */
char edge_letter(unsigned edge);                        /* 'n' 'e' 's' 'w' */

void place_text(int x, int y, struct buf *out);                                 /* "3,-1" */
/* "x,y" exactly (no +, no leading zeros, no -0), both within COORD_MAX. */
int place_parse(const char *s, size_t n, int *x, int *y);                       /* 0, or -1 */
void spot_text(struct spot spot, struct buf *out);                              /* "3,-1/n" */
int spot_parse(const char *s, size_t n, struct spot *spot);

#endif
