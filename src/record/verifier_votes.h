#ifndef ADIT_RECORD_VERIFIER_VOTES_H
#define ADIT_RECORD_VERIFIER_VOTES_H

#include "record/verifier.h"
#include "wire/host_action.h"

/*
 * Is what the seats vote on counted as they vote, done by the next digest when it is carried, and never otherwise,
 * as far as everybody sees?  act: of the host, or NULL; before: the digest before it is the one j has heard last.
 * NULL: yes; else what is not so.
 */
const char *verifier_check_votes(const struct verifier *j, const struct digest *d,
    const struct digest_events *told, const struct host_action *act, bool before);

/* What the digest behind the one heard last has to do, since it is carried; or NULL. */
const struct proposal *verifier_due_proposal(const struct verifier *j);

/* Is the limit of a turn given anew in digest d, or does none run? */
bool verifier_deadline_restarts(
    const struct verifier *j, const struct digest *d, const struct host_action *act);

#endif
