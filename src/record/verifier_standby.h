#ifndef ADIT_RECORD_VERIFIER_STANDBY_H
#define ADIT_RECORD_VERIFIER_STANDBY_H

#include "record/verifier_state.h"
#include "wire/host_action.h"

/*
 * Checks, by public facts, the waiting list, the seats that leave, and that the first standby
 * gets a seat exactly when it is free. act: the host action, or NULL. before: the previous
 * digest is the last one of j. Returns NULL, or what is wrong.
 */
const char *verifier_check_standby(const struct verifier *j, const struct digest *d,
    const struct digest_events *events, const struct host_action *act, bool before);

/* Returns the seat that the next digest gives to a standby, at the time of the last one; else
 * SEAT_NONE. */
uint8_t verifier_free_seat(const struct verifier *j);

/* True if the action gives a seat to a standby. act may be NULL. */
bool verifier_fills_seat(const struct host_action *act);

#endif
