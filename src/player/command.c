/* Operators sign commands. */
#include "player/player.h"

#include <stdlib.h>
#include <string.h>

#include "record/keys.h"
#include "text/commandline.h"
#include "util/mem.h"
#include "util/slice.h"

/* Cuts the next word off. */
static struct slice
next_word(struct slice *rest)
{
	struct slice word = *rest = slice_trim(*rest);
	const char *blank = memchr(word.s, ' ', word.n);

	if (blank != NULL)
		word.n = (size_t)(blank - word.s);
	rest->s += word.n;
	rest->n -= word.n;
	return word;
}

/* Sets say: to a text, with or without double quotes around it. */
static int
set_reason(struct order_block *b, struct slice text, struct err *err)
{
	text = slice_trim(text);
	if (text.n >= 2 && text.s[0] == '"' && text.s[text.n - 1] == '"') {
		text.s++;
		text.n -= 2;
	}
	if (text.n == 0)
		return err_set(err, ERR_USAGE, "%s: the reason is missing", b->doing[0]);
	if (text.n > ORDER_BLOCK_SAY_MAX)
		return err_set(
		    err, ERR_USAGE, "the reason is longer than %d bytes", ORDER_BLOCK_SAY_MAX);
	memcpy(b->say, text.s, text.n);
	return 0;
}

/* Reads "NAME=FILE", whose keys become fields, or "NAME=mail:ADDR". */
static int
set_seat(struct order_block *b, struct slice word, struct buf *line, struct err *err)
{
	const char *is = memchr(word.s, '=', word.n);
	const size_t n = is != NULL ? (size_t)(is - word.s) : word.n;
	struct buf file = BUF_INIT;
	const char *address;
	struct pubkey key;
	int result = 0;

	if (is == NULL)
		return err_set(err, ERR_USAGE, "seat takes NAME=FILE or NAME=mail:ADDR");
	buf_add(line, word.s, n);
	buf_add(&file, is + 1, word.n - n - 1);
	address = commandline_plain_seat(buf_cstr(&file));
	if (address != NULL) {
		buf_str(line, " mail:");
		mail_address_write(address, line);
	} else {
		result = keys_read_fresh(buf_cstr(&file), &key, err);
		if (result == 0) {
			pubkey_sign_text(&key, b->sign);
			pubkey_box_text(&key, b->age);
		}
	}
	buf_release(&file);
	return result;
}

/* Sets do:, sign:, age: and say: to a command as typed. */
static int
read_command(struct order_block *b, const char *text, struct err *err)
{
	struct slice rest = { text, strlen(text) }, word = next_word(&rest), arg;
	struct commandline parsed;
	struct buf line = BUF_INIT;
	int result = 0;

	buf_add(&line, word.s, word.n);
	arg = next_word(&rest);
	if (arg.n > 0)
		buf_chr(&line, ' ');
	if (slice_is(word, "seat"))
		result = set_seat(b, arg, &line, err);
	else
		buf_add(&line, arg.s, arg.n);
	if (result == 0 && line.n >= sizeof b->doing[0])
		result = err_set(err, ERR_SYNTAX, "a command longer than any can be");
	if (result == 0) {
		memcpy(b->doing[0], buf_cstr(&line), line.n + 1);
		if (slice_is(word, "undo") || slice_is(word, "seat"))
			result = set_reason(b, rest, err);
		else if (slice_trim(rest).n > 0)
			result = err_set(err, ERR_USAGE, "\"%.*s\" takes no reason",
			    (int)(word.n < 80 ? word.n : 80), word.s);
	}
	buf_release(&line);
	if (result == 0)
		result = order_block_normalize(b, err);
	return result == 0 ? commandline_parse(b->doing[0], &parsed, err) : -1;
}

int
player_command(const struct player_read *r, const struct seckey *me, const char *text, int64_t seq,
    struct parsed_order *out, struct err *err)
{
	struct order_block *b = &out->o.b;

	memset(b, 0, sizeof *b);
	memcpy(b->game, r->d.game, sizeof b->game);
	memcpy(b->seat, ORDER_BLOCK_OPERATOR, sizeof ORDER_BLOCK_OPERATOR);
	b->turn = TURN_COMMAND;
	b->n_do = 1;
	b->seq = seq;
	player_head(r, b);
	seal_random(b->nonce, sizeof b->nonce);
	if (read_command(b, text, err) < 0)
		return -1;
	return order_sign(out, b, me, err);
}
