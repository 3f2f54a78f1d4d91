#ifndef ADIT_RECORD_VERIFIER_PEOPLE_H
#define ADIT_RECORD_VERIFIER_PEOPLE_H

#include "record/verifier_state.h"
#include "wire/host_action.h"

/*
 * Checks, by public facts, the deadline, the presence of the section people:, and that its
 * absences follow from those of the previous digest. Missed turns: record/verifier_late.h. act:
 * the host action, or NULL. before: the previous digest is the last one of j. Returns NULL, or
 * what is wrong.
 */
const char *verifier_check_people(const struct verifier *j, const struct digest *d,
    const struct digest_events *events, const struct host_action *act, bool before);

#endif
