#ifndef ADIT_MAILPARSE_HEAD_H
#define ADIT_MAILPARSE_HEAD_H

#include <gmime/gmime.h>

#include "mailparse/frames.h"

enum {
	HEAD_FIELDS = 64,
	HEAD_LINE = 998,     /* bytes of one of them */
	HEAD_FROM_MAX = 4096 /* of a From that is looked at */
};

/* Write the frame head, and, of a delivery report, the frame bounce. */
void head_put(GMimeMessage *message, struct frames *f);

#endif
