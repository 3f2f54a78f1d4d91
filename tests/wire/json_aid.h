#ifndef ADIT_TESTS_WIRE_JSON_AID_H
#define ADIT_TESTS_WIRE_JSON_AID_H

#include <jansson.h>

#include "core/game.h"
#include "util/buf.h"

/* Parses JSON with ' in place of ", which keeps tests readable. Returns a new reference. */
json_t *json_aid(const char *text);

/* Appends text with " in place of '. */
void json_aid_text(const char *text, struct buf *out);

/* A patch of a position, and how the error begins; NULL: none. */
struct json_refusal {
	const char *name, *patch, *want;
};

/* Expects that the position `base`, after the patch, is refused so. hidden_ok: position_parse */
void json_aid_refused(const char *base, const struct json_refusal *row, bool hidden_ok);

/* A small position of Saboteur with three seats. anna is to move. */
extern const char *const json_aid_position;

/* Calls `each` for every position of a game of n seats played by the random policy, the end
 * included. */
void play_positions(unsigned n, const struct options *options, uint8_t seed,
    void (*each)(void *arg, const struct game *g), void *arg);
/* The same for any rules set. */
void play_positions_of(const struct rules *rules, unsigned n, const struct options *options,
    uint8_t seed, void (*each)(void *arg, const struct game *g), void *arg);

#endif
