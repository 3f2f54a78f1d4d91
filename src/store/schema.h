#ifndef ADIT_STORE_SCHEMA_H
#define ADIT_STORE_SCHEMA_H

#include "store/query.h"

/* In the header of every game file: the letters "adit", and the schema version. */
#define SCHEMA_APPLICATION_ID INT64_C(0x61646974)
#define SCHEMA_VERSION        6

/* Creates the SQL tables of a new file. Call inside a transaction. */
int schema_make(struct store *st, struct err *err);

/* Checks that this is a game file of this version with exactly the tables and triggers of
 * schema.c. Call inside a transaction. ERR_CORRUPT says what else it is. */
int schema_check(struct store *st, struct err *err);

#endif
