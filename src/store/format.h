#ifndef ADIT_STORE_FORMAT_H
#define ADIT_STORE_FORMAT_H

#include <stdint.h>

/* In the header of every game file: the letters "adit", and the schema version. A file of the
 * version before is changed when it is opened (store/schema.h). */
#define FORMAT_APPLICATION_ID INT64_C(0x61646974)
#define FORMAT_VERSION        8

#endif
