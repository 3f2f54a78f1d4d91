#ifndef ADIT_RECORD_PINS_MEND_H
#define ADIT_RECORD_PINS_MEND_H

#include "record/pins.h"

/*
 * Take what damaged lines said from the digests that are kept in the record, each verified by the host's key.  If no
 * line says that key, it is the one of these digests, as far as the whole lines are signed with it.  ERR_BUSY.
 */
int pins_mend(struct pins *pins, const struct rules *const *games, struct err *err);

#endif
