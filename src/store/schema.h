#ifndef ADIT_STORE_SCHEMA_H
#define ADIT_STORE_SCHEMA_H

#include "store/format.h"
#include "store/query.h"

/* Creates the SQL tables of a new file. Call inside a transaction. */
int schema_make(struct store *st, struct err *err);

/* Checks that this is a game file of this version with exactly the tables and triggers of
 * schema.c. Call inside a transaction. ERR_CORRUPT says what else it is. */
int schema_check(struct store *st, struct err *err);

#endif
