#ifndef ADIT_DRAW_CARD_H
#define ADIT_DRAW_CARD_H

#include "core/board.h"
#include "core/rules.h"
#include "draw/pen.h"

/* One card as a small picture of signs: for src/draw and for what rules sets draw (picture.h). */

enum { PICTURE_W = 5, PICTURE_NARROW = 3, PICTURE_H = 3 };

struct picture {
	struct sign at[PICTURE_H][PICTURE_W];
};

/* Where on a card a mark stands. */
enum spot_on_card {
	ON_MIDDLE,
	ON_CORNER_NE,
	ON_CORNER_SE,
	ON_CORNER_SW,
	ON_CORNER_NW,
	ON_DOOR, /* the arms of card_def.door_at, else the middle */
	ON_GOLD  /* the tunnel of card_def.gold_at, else the middle */
};

struct mark {         /* what is drawn on a card besides its tunnels */
	uint16_t bit; /* a FEATURE_ of the card or a CELL_ flag of the cell */
	uint8_t on;   /* enum spot_on_card */
	struct sign sign;
	uint16_t with;       /* drawn in games that have a card with this FEATURE_ */
	const char *meaning; /* for the legend */
};

extern const struct mark draw_feature_mark[]; /* FEATURE_ bits; ends with bit 0 */
extern const struct mark draw_cell_mark[];    /* CELL_ bits; ends with bit 0 */

enum draw_sign {
	SIGN_BLANK,
	SIGN_ROCK,
	SIGN_BLOCK,
	SIGN_PLACE,
	SIGN_START,
	SIGN_HIDDEN,
	SIGN_STONE,
	SIGN_TROLL,
	SIGN_TO_MOVE,
	SIGN_COUNT
};
extern const struct sign draw_sign[SIGN_COUNT];

/* A line through the arms (EDGE_BITs, 1-15), of a tunnel that is reached or cut off. */
const struct sign *draw_line(bool reached, unsigned arms);

/* The edges of a card that are reached, as board_reach leaves them: by anybody, and in The Duel by
 * each side.  Tunnels that one side alone reaches have its colour and its letter. */
struct reached {
	uint8_t any, green, blue;
};

/* The card of a cell as it lies.  A card face down shows what is known of it. */
void picture_cell(
    struct picture *p, const struct rules *rules, const struct cell *cell, struct reached reached);

/* The letter of a side beside its tunnels. */
const struct sign *picture_side(bool blue);

/* An empty place where a card could be laid. */
void picture_place(struct picture *p);

/* A card in the hand: a path card as if it were reached, others a round frame with a few letters.
 * CARD_HIDDEN: its back. */
void picture_hand(struct picture *p, const struct rules *rules, card_id card, bool flipped);

/* One of the rows of a picture, PICTURE_W or PICTURE_NARROW columns wide. */
void pen_picture_row(struct pen *pen, const struct picture *p, unsigned row, unsigned w);

#endif
