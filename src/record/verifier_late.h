#ifndef ADIT_RECORD_VERIFIER_LATE_H
#define ADIT_RECORD_VERIFIER_LATE_H

#include "record/verifier_state.h"
#include "wire/host_action.h"

/*
 * Checks, by public facts, that the host plays for a seat only if digest 0 and the previous
 * digest allow it, by the policy; always if a seat is away; and that missed turns are counted.
 * act: the host action, or NULL. before: the previous digest is the last one of j. Returns NULL,
 * or what is wrong.
 */
const char *verifier_check_late(const struct verifier *j, const struct digest *d,
    const struct digest_events *events, const struct host_action *act, bool before);

#endif
