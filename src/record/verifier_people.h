#ifndef ADIT_RECORD_VERIFIER_PEOPLE_H
#define ADIT_RECORD_VERIFIER_PEOPLE_H

#include "record/verifier.h"
#include "wire/host_action.h"

/*
 * Is an order due when it should be, is the section people: there, and do its absences follow from those of
 * the digest before, as far as everybody sees?  Missed turns: record/verifier_late.h.  act: of the host, or
 * NULL; before: the digest before it is the one j has heard last.  NULL: yes; else what is not so.
 */
const char *verifier_check_people(const struct verifier *j, const struct digest *d,
    const struct digest_events *told, const struct host_action *act, bool before);

#endif
