#ifndef ADIT_RECORD_VERIFIER_H
#define ADIT_RECORD_VERIFIER_H

#include "record/verifier_state.h"

void verifier_init(struct verifier *j);

/* Before copy c of tr is checked: if it does not continue the last digest, loads the one before
 * it from the record, and the clock of its digest 0, if available. Before an undo also looks at what
 * it goes back over. */
void verifier_recall(
    struct verifier *j, const struct transcript *tr, const struct transcript_copy *c);

/*
 * Checks digest d, parsed from copy c of tr, whose signature must be valid. Returns FAULT_NONE,
 * or FAULT_SELF, FAULT_TIME or FAULT_CHANGE with the reason in *why (ERR_AUTH). In any case d
 * becomes the last digest.
 */
enum transcript_fault verifier_check_digest(struct verifier *j, const struct transcript *tr,
    const struct transcript_copy *c, const struct digest *d, struct err *why);

/* Makes d the last digest without checks. */
void verifier_skip_digest(struct verifier *j, const struct transcript *tr,
    const struct transcript_copy *c, const struct digest *d);

#endif
