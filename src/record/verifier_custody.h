#ifndef ADIT_RECORD_VERIFIER_CUSTODY_H
#define ADIT_RECORD_VERIFIER_CUSTODY_H

#include "record/verifier_state.h"
#include "wire/digest_events.h"

/* Checks the seats in custody (wire/custody.h): which they are, and that they join and confirm
 * before anybody whose share the host does not know. next: d follows the last digest. Returns what
 * the host may not do, or NULL. */
const char *verifier_check_custody(const struct verifier *j, const struct digest *d,
    const struct digest_events *events, const struct host_action *act, bool next);

#endif
