#ifndef ADIT_RECORD_VERIFIER_VOTES_H
#define ADIT_RECORD_VERIFIER_VOTES_H

#include "record/verifier_state.h"
#include "wire/host_action.h"

/*
 * Checks, by public facts, that proposals are counted by the votes, and executed by the next
 * digest exactly when they are carried. act: the host action, or NULL. before: the previous
 * digest is the last one of j. Returns NULL, or what is wrong.
 */
const char *verifier_check_votes(const struct verifier *j, const struct digest *d,
    const struct digest_events *events, const struct host_action *act, bool before);

/* True if the host has played a step for the seat to move, and must play the rest of that turn. */
bool verifier_goes_on(const struct verifier *j);

/* Returns the carried proposal that the next digest must execute, or NULL. */
const struct proposal *verifier_due_proposal(const struct verifier *j);

/* True if the limit of a turn begins again in digest d, or none runs. */
bool verifier_deadline_restarts(
    const struct verifier *j, const struct digest *d, const struct host_action *act);

#endif
