#ifndef ADIT_RECORD_VERIFIER_SUMMARY_H
#define ADIT_RECORD_VERIFIER_SUMMARY_H

#include "record/verifier_state.h"
#include "wire/host_action.h"

/*
 * Checks that the last digest of a game, and no other, has a correct summary, if digest 0
 * enables it. tr: source of earlier digests. Numbers that cannot be counted, because a digest is
 * missing or gold was hidden, are only checked against known facts. act: the host action, or
 * NULL. Returns NULL, or what is wrong.
 */
const char *verifier_check_summary(const struct verifier *j, const struct transcript *tr,
    const struct digest *d, const struct digest_events *events, const struct host_action *act);

#endif
