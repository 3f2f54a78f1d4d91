#ifndef ADIT_WIRE_LATE_H
#define ADIT_WIRE_LATE_H

#include "wire/time_control.h"

/* Which players are away (adit(5), "The clock", "Late players"). */

enum { LATE_AWAY_TURNS_MAX = 64 }; /* turns that one host command plays at once */

/* True if the seat has missed enough turns in a row to be away. */
bool late_is_away(const struct time_control *c, const struct people *p, uint8_t seat);

/* True if the next turn is of an away seat and is played at once. False if all seats still in
 * the game are away. */
bool late_plays_at_once(const struct time_control *c, const struct people *p, const struct game *g);

#endif
