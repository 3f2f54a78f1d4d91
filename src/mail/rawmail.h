#ifndef ADIT_MAIL_RAWMAIL_H
#define ADIT_MAIL_RAWMAIL_H

#include <stdio.h>

#include "record/order_scan.h"

/*
 * Raw mails where a verb accepts digests or orders. If mail_message_is_message (mail/message.h)
 * recognizes a mail or an mbox, it is read through adit-letter. In other input CR ends lines if LF is
 * nowhere but at its end; else it is used as it is.
 * HTML counts only if the texts of the mail contain nothing. Without adit-letter a mail without
 * encodings is read as text; else ERR_BUSY. `letter` is the path of that program, or NULL.
 */

/* The bytes of `text` from `from` on are a file of digests or receipts. If it is a mail, they
 * are replaced by its content. `name` is used in messages. */
int rawmail_digests(
    const char *letter, struct buf *text, size_t from, const char *name, struct err *err);

/* Like order_scan_read_file, for a file or mail. On -1, in->n is 0. */
int rawmail_orders(
    const char *letter, struct order_scan *in, const char *file, const char *sig, struct err *err);

/* Like rawmail_orders, for text already read; in->name is the name of the input. */
int rawmail_orders_of(
    const char *letter, struct order_scan *in, const struct buf *text, struct err *err);

/*
 * Parses the output of `git cat-file --batch` and calls `each` for each blob of at most
 * ORDER_BLOCK_INPUT_MAX bytes, with the name of its object. Other objects are skipped.
 * has_end: the last line is "end missing", as for an object `end` that was asked for after all others.
 * ERR_SYNTAX: an object is cut off. ERR_BUSY: it cannot be read, or lacks that line: git has failed.
 */
int rawmail_each_blob(FILE *batch, bool has_end,
    int (*each)(void *arg, const char *name, const struct buf *text, struct err *err), void *arg,
    struct err *err);

#endif
