#ifndef ADIT_RECORD_VERIFIER_SUMMARY_H
#define ADIT_RECORD_VERIFIER_SUMMARY_H

#include "record/verifier.h"
#include "wire/host_action.h"

/*
 * Does the last digest, and no other, sum up the game, where digest 0 says so, and as it was played?  tr: where
 * the digests before it are looked for; what cannot be counted since one is missing, or since gold was hidden
 * from everybody, is only held against what is known.  act: of the host, or NULL.  NULL: yes; else what is not so.
 */
const char *verifier_check_summary(const struct verifier *j, const struct transcript *tr,
    const struct digest *d, const struct digest_events *told, const struct host_action *act);

#endif
