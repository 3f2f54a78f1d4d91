#ifndef ADIT_RECORD_VERIFIER_REVEAL_H
#define ADIT_RECORD_VERIFIER_REVEAL_H

#include "record/transcript.h"

/*
 * Checks that digest d, whose layout in tr is t, reveals nothing before it is due: keys and orders
 * of a round where that round ends, what is withheld and the secret where the game ends. It needs
 * no other digest. Returns NULL, or what is wrong.
 */
const char *verifier_check_reveal(
    const struct transcript *tr, const struct digest_layout *t, const struct digest *d);

#endif
