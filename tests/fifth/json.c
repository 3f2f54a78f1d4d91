#include "fifth/cairn.h"
#include "wire/position_rules.h"

static const struct position_row seat[] = {
	{ "left", ROW_NUMBER, IN_OWN(struct cairn_state, left), .step = 1, .limit = CAIRN_TURNS },
	{ .key = NULL },
};

const struct position_rules cairn_position = { 1 << PHASE_PLAY | 1 << PHASE_OVER, .seat = seat };
