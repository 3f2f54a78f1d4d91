#ifndef ADIT_RECORD_PINS_MEND_H
#define ADIT_RECORD_PINS_MEND_H

#include "record/pins.h"

/*
 * Restores the facts of damaged lines from the digests in the record, each verified with the
 * host's key. If the key is lost, it is the key of these digests, provided that the intact lines
 * are signed with it. ERR_BUSY.
 */
int pins_mend(struct pins *pins, const struct rules *const *games, struct err *err);

#endif
