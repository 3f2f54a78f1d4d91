#ifndef ADIT_WIRE_REPORT_KNOWN_H
#define ADIT_WIRE_REPORT_KNOWN_H

#include "core/knowledge.h"
#include "wire/digest.h"
#include "wire/printer.h"

/* Internal to report*.c: goals and known of adit(1), "JSON": what follows from view v of digest
 * d, for a seat or the public. k: knowledge of the round, as far as the record goes. */
void report_known(
    struct printer *p, const struct digest *d, const struct view *v, const struct knowledge *k);

#endif
