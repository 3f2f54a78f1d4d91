#ifndef ADIT_RECORD_VERIFIER_STANDBY_H
#define ADIT_RECORD_VERIFIER_STANDBY_H

#include "record/verifier.h"
#include "wire/host_action.h"

/*
 * Do those wait for a seat who have asked for it, do seats leave that have said so, and does the first who waits get
 * a seat when it is free, and never otherwise, as far as everybody sees?  act: of the host, or NULL; before: the
 * digest before it is the one j has heard last.  NULL: yes; else what is not so.
 */
const char *verifier_check_standby(const struct verifier *j, const struct digest *d,
    const struct digest_events *told, const struct host_action *act, bool before);

/* The seat that the digest behind the one heard last gives to who waits, at that one's time; SEAT_NONE: none. */
uint8_t verifier_free_seat(const struct verifier *j);

/* Does the act give a seat to who waits?  It may be NULL. */
bool verifier_fills_seat(const struct host_action *act);

#endif
