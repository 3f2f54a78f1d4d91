#ifndef ADIT_MAILPARSE_HEAD_H
#define ADIT_MAILPARSE_HEAD_H

#include <gmime/gmime.h>

#include "mailparse/frames.h"

enum {
	HEAD_FIELDS = 64,
	HEAD_LINE = 998,     /* bytes of a field */
	HEAD_FROM_MAX = 4096 /* bytes of a From field that are read */
};

/* Writes the frame head, and the frame bounce of a delivery report. */
void head_put(GMimeMessage *message, struct frames *f);

#endif
