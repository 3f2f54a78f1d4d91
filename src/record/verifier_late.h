#ifndef ADIT_RECORD_VERIFIER_LATE_H
#define ADIT_RECORD_VERIFIER_LATE_H

#include "record/verifier.h"
#include "wire/host_action.h"

/*
 * Does the host play for a seat only where digest 0 and the digest before let it, as its policy does; always where
 * a seat is away; and are missed turns counted, as far as everybody sees?  act: of the host, or NULL; before: the
 * digest before it is the one j has heard last.  NULL: yes; else what is not so.
 */
const char *verifier_check_late(const struct verifier *j, const struct digest *d,
    const struct digest_events *told, const struct host_action *act, bool before);

#endif
