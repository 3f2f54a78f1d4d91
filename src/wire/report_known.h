#ifndef ADIT_WIRE_REPORT_KNOWN_H
#define ADIT_WIRE_REPORT_KNOWN_H

#include "core/knowledge.h"
#include "wire/digest.h"
#include "wire/printer.h"

/* Inside report*.c: what follows for a seat, or for everybody, of a table of digest d.  goals and known of
 * adit(1), "JSON".  k: of the round, as far as the record tells. */
void print_known(
    struct printer *p, const struct digest *d, const struct view *v, const struct knowledge *k);

#endif
