#ifndef ADIT_SESSION_SCREEN_INTERNAL_H
#define ADIT_SESSION_SCREEN_INTERNAL_H

#include "draw/board_layout.h"
#include "session/play_internal.h"
#include "session/screen.h"
#include "session/screen_pick.h"
#include "term/canvas.h"

/* Declarations shared by screen.c (input), screen_choice.c, screen_draw.c (layout, text) and
 * screen_board.c. */

enum screen_stage {
	SCREEN_STAGE_HAND, /* left and right choose an item */
	SCREEN_STAGE_BOARD /* arrows choose a target of the item */
};

/* What is at a part of the screen, for the mouse. */
enum screen_hit_kind { SCREEN_HIT_ITEM, SCREEN_HIT_TARGET, SCREEN_HIT_PAGE };
struct screen_hit {
	unsigned row, column, rows, columns;
	enum screen_hit_kind kind;
	size_t index;
};
enum { SCREEN_HITS_MAX = 256 };

/* In place of the letter of a key: it begins no word. */
enum { SCREEN_LETTER_PAGE_UP = 1 };

/* Text over the board. */
struct screen_page {
	struct buf text;
	size_t top, lines, rows; /* the first line shown; all lines; lines that fit */
	char key;                /* the letter that opened it, or NUL, or SCREEN_LETTER_PAGE_UP */
	bool is_end;             /* show its end first */
};

struct screen {
	struct play *p;
	struct canvas *c;
	struct output old; /* of p->u->out, until screen_close */
	struct buf said;   /* what was put since the last key */
	struct screen_page page;
	struct buf message;  /* the lines below the board */
	struct buf question; /* n > 0: asked now */
	struct buf news;     /* sentences, newest last */
	bool is_left, is_small;
	bool is_ended;   /* the player ended the session at a question */
	int64_t ended_n; /* the digest whose end of a round was shown; -1: none */
	char letter;     /* the letter of the key that gave the last command; as page.key */

	struct picks picks;
	enum screen_stage stage;
	unsigned item;
	size_t target, variant; /* variant: of the orders of the target */
	bool flipped;           /* cards are turned if they can be */
	unsigned marked[PICK_ITEMS_MAX];

	struct view *preview; /* NULL: none */
	struct board_layout *layout;
	struct screen_hit hit[SCREEN_HITS_MAX];
	size_t n_hits;
};

/* The view that is shown: of the seat, or of the public. */
const struct view *screen_view(const struct screen *s);
const struct pick_item *screen_item(const struct screen *s);     /* NULL: none */
const struct pick_target *screen_target(const struct screen *s); /* NULL: none */
/* The chosen order, NULL: none. */
const struct order *screen_order(struct screen *s);
/* Lists the orders among which `variant` chooses. */
enum { SCREEN_VARIANTS_MAX = 64 };
size_t screen_variants(struct screen *s, const struct order *out[static SCREEN_VARIANTS_MAX]);

/* Chooses the first variant that is turned as the player wants. */
void screen_choose_variant(struct screen *s);
void screen_choose_target(struct screen *s, size_t target);
/* Goes back to the hand. */
void screen_take_back(struct screen *s);

/* ---- drawing --------------------------------------------------------------------------------- */

struct screen_area {
	unsigned row, column, rows, columns;
};

void screen_draw(struct screen *s);
/* The most lines of a note beside board and hand. */
unsigned screen_note_rows(const struct screen *s);
/* Appends the note of the session, wrapped. Returns its lines. */
size_t screen_note_lines(const struct screen *s, struct buf *out);
/* Draws the board with the marks of the choice. Sets *cursor to the cell of the chosen target. */
void screen_draw_board(struct screen *s, struct screen_area area, struct screen_area *cursor);
/* True if all of the board is visible in the area. */
bool screen_board_fits(struct screen *s, struct screen_area area);
void screen_add_hit(
    struct screen *s, struct screen_area area, enum screen_hit_kind kind, size_t index);
/* Draws one glyph with more flags. */
void screen_glyph(
    struct screen *s, unsigned row, unsigned column, const struct glyph *glyph, unsigned flags);
struct canvas_look screen_look(enum paint paint, unsigned flags);

#endif
