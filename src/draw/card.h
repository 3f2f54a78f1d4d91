#ifndef ADIT_DRAW_CARD_H
#define ADIT_DRAW_CARD_H

#include "core/board.h"
#include "core/rules.h"
#include "draw/pen.h"

/* One card as a small picture of glyphs: for src/draw and for drawings of rules sets
 * (picture.h). */

enum { PICTURE_W = 5, PICTURE_NARROW = 3, PICTURE_WIDE_W = 2 * PICTURE_W - 1, PICTURE_H = 3 };

/* Shapes that a graphical pen draws in addition to the glyph, never instead of it. */
enum shape {
	SHAPE_NONE,
	SHAPE_START,
	SHAPE_HIDDEN,
	SHAPE_STONE,
	SHAPE_TREASURE,
	SHAPE_HOME_GREEN,
	SHAPE_HOME_BLUE,
	SHAPE_EXIT,
	SHAPE_DOOR_GREEN,
	SHAPE_DOOR_BLUE,
	SHAPE_GOLD,
	SHAPE_LADDER,
	SHAPE_LADDER_GREEN,
	SHAPE_LADDER_BLUE,
	SHAPE_CRYSTAL,
	SHAPE_TROLL,
	SHAPE_HOLE,
	SHAPE_BRIDGE,
	SHAPE_TUNNEL,
	SHAPE_VEIN,
	SHAPE_TOKEN_GREEN,
	SHAPE_TOKEN_BLUE,
	SHAPE_KEY,
	SHAPE_VEIN_GOLD,
	SHAPE_SIDE_GREEN, /* a tunnel that only one side reaches */
	SHAPE_SIDE_BLUE,
	SHAPE_ROOM,
	SHAPE_WALK,
	SHAPE_WEB,
	SHAPE_RAT, /* from here on figures, which move aside for each other */
	SHAPE_LINDWORM,
	SHAPE_GOBLIN,
	SHAPE_DWARF,
	SHAPE_COUNT
};

enum backdrop {
	BACK_NONE,  /* no card */
	BACK_ROCK,  /* a path card */
	BACK_FRAME, /* start, and a goal face up */
	BACK_DOWN,  /* face down */
	BACK_HAND   /* a card that is never placed */
};

enum picture_clan { PICTURE_CLAN_NONE, PICTURE_CLAN_YELLOW, PICTURE_CLAN_BLUE, PICTURE_CLANS };

struct picture_item {
	uint8_t shape; /* enum shape */
	uint8_t on;    /* enum spot_on_card */
	uint8_t where; /* ON_DOOR, ON_GOLD, ON_EDGE: EDGE_BITs; ON_PART: PART_ */
	uint8_t seat;  /* of a dwarf, else 0 */
	uint8_t clan;  /* of a dwarf: enum picture_clan, else 0 */
	char letter;   /* of a dwarf, count of a web; else 0 */
};

/* The reached edges of a card, as from board_reach: by any seat and, in The Duel, by each side.
 * Tunnels that only one side reaches have its colour and its letter. */
struct card_reach {
	uint8_t any, green, blue;
};

enum { THINGS_MAX = 64 }; /* on all of a card */
struct card_picture {
	struct glyph at[PICTURE_H][PICTURE_W];
	uint8_t back;   /* enum backdrop */
	uint8_t tunnel; /* as placed */
	struct card_reach reached;
	uint8_t inside;              /* the edges from which the middle is reached */
	bool is_new;                 /* the newest move changed it: it has brackets */
	const struct card_def *hand; /* BACK_HAND: the card; NULL: its back */
	uint8_t n_thing;
	struct picture_item thing[THINGS_MAX];
};

/* Adds an item with its glyph. */
void picture_add(struct card_picture *p, unsigned row, unsigned col, const struct glyph *sign,
    struct picture_item thing);

/* Position of a mark on a card. */
enum spot_on_card {
	ON_MIDDLE,
	ON_CORNER_NE,
	ON_CORNER_SE,
	ON_CORNER_SW,
	ON_CORNER_NW,
	ON_DOOR, /* the arms of card_def.door_at, or the middle */
	ON_GOLD, /* the tunnel of card_def.gold_at, or the middle */
	ON_EDGE, /* where tunnels of two cards meet */
	ON_PART  /* a space of The Dark Cave */
};

struct card_mark {    /* a mark on a card besides its tunnels */
	uint16_t bit; /* a FEATURE_ bit of the card or a CELL_ flag of the cell */
	uint8_t on;   /* enum spot_on_card */
	uint8_t shape;
	struct glyph sign;
	uint16_t with;       /* drawn in rules sets that have a card with this FEATURE_ */
	const char *meaning; /* for the legend */
};

extern const struct card_mark draw_feature_mark[]; /* FEATURE_ bits; ends with bit 0 */
extern const struct card_mark draw_cell_mark[];    /* CELL_ bits; ends with bit 0 */

enum draw_glyph {
	GLYPH_BLANK,
	GLYPH_ROCK,
	GLYPH_BLOCK,
	GLYPH_PLACE,
	GLYPH_START,
	GLYPH_HIDDEN,
	GLYPH_STONE,
	GLYPH_TROLL,
	GLYPH_TO_MOVE,
	GLYPH_COUNT
};
extern const struct glyph draw_sign[GLYPH_COUNT];

/* The brackets at the corners of what the newest move changed, north-west first; at the sides of a
 * picture of one row. */
extern const struct glyph draw_bracket[4], draw_bracket_low[2];

/* Returns the line glyph through the arms (EDGE_BITs, 1-15), reached or cut off. */
const struct glyph *draw_line(bool reached, unsigned arms);

/* Draws the card of a cell as it is placed. A face-down card shows what is known of it. */
void picture_cell(struct card_picture *p, const struct rules *rules, const struct cell *cell,
    struct card_reach reached);

/* Returns the letter of a side for its tunnels. */
const struct glyph *picture_side(bool blue);

/* Draws an empty place where a card could be placed. */
void picture_place(struct card_picture *p);

/* Draws a card in the hand: a path card as if reached, others as a round frame with a few letters.
 * CARD_HIDDEN: its back. */
void picture_hand(struct card_picture *p, const struct rules *rules, card_id card, bool flipped);

/*
 * The sizes of a picture: 9x3, 5x3, 3x3, 5x1 and 3x1 columns and rows. The widest has the same glyphs
 * with their lines drawn out, and the clan of a dwarf after its letter: "Ay". Smaller ones keep the
 * glyphs that say most. Brackets replace only rock, blanks and frames.
 */
enum picture_size {
	PICTURE_WIDE,
	PICTURE_LARGE,
	PICTURE_MEDIUM,
	PICTURE_LOW,
	PICTURE_SMALL,
	PICTURE_SIZES
};
struct picture_extent {
	uint8_t w, h;
};
struct picture_extent picture_extent(enum picture_size size);

/* Returns one row of a picture of this size: its first .w glyphs count. */
struct picture_row {
	struct glyph at[PICTURE_WIDE_W];
};
struct picture_row picture_row(const struct card_picture *p, unsigned row, enum picture_size size);

/* Writes one row of a picture of this size. */
void pen_picture_row(
    struct pen *pen, const struct card_picture *p, unsigned row, enum picture_size size);

#endif
