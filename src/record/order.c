/* Orders: hash, signature, verification. */

#include "record/order.h"

#include <string.h>

#include "seal/minisign.h"
#include "text/absence_line.h"
#include "text/language.h"
#include "text/mail_line.h"
#include "wire/private_view.h"

static void
hash(struct parsed_order *in)
{
	const struct hash_input part = { in->o.text, in->o.n };

	in->hash = hash_parts("adit/order", &part, 1);
}

int
parsed_order_from_mail(struct parsed_order *in, struct err *err)
{
	if (canonical_order_from_mail(&in->o, err) < 0)
		return -1;
	hash(in);
	return 0;
}

int
parsed_order_from_fields(struct parsed_order *in, const struct order_block *b, struct err *err)
{
	if (canonical_order_from_fields(&in->o, b, err) < 0)
		return -1;
	hash(in);
	return 0;
}

int
parsed_order_parse(struct parsed_order *in, const char *s, size_t n, struct err *err)
{
	if (canonical_order_parse(&in->o, s, n, err) < 0)
		return -1;
	hash(in);
	return 0;
}

int
order_sign(
    struct parsed_order *in, const struct order_block *b, const struct seckey *me, struct err *err)
{
	struct buf comment = BUF_INIT;
	struct minisign_sig sig;

	if (parsed_order_from_fields(in, b, err) < 0 || seckey_unlock(me, SECRET_SIGN, err) < 0)
		return -1;
	order_block_comment(b, &comment);
	minisign_sign(me, in->o.text, in->o.n, comment.p, &sig);
	memcpy(in->o.b.sig, sig.b, sizeof in->o.b.sig);
	in->o.b.has_sig = true;
	buf_release(&comment);
	return 0;
}

int
order_verify(const struct canonical_order *o, const struct pubkey *key, struct err *err)
{
	struct buf comment = BUF_INIT;
	struct minisign_sig sig;
	int result;

	if (!o->b.has_sig)
		return err_set(err, ERR_AUTH, "the order is not signed");
	order_block_comment(&o->b, &comment);
	memcpy(sig.b, o->b.sig, sizeof sig.b);
	result = minisign_verify(key, o->text, o->n, comment.p, &sig, err);
	if (result < 0 && memcmp(sig.b, "Ed", 2) != 0)
		(void)err_hint(err, "%s",
		    memcmp(sig.b + 2, key->sign_id, SIGN_ID_BYTES) == 0 ?
			"a mail program may have changed it: send it sealed, or as an attachment" :
			"the newest key of a seat counts; who has another signs with that");
	buf_release(&comment);
	return result;
}

/* ---- open orders ------------------------------------------------------------------------------ */

/* True if line, a do: line in normal form, is of an open kind; it goes with no other line. */
static bool
order_line_is_open(const char *line)
{
	static const char *const word[] = { "join", "confirm", "resign", "agree", "disagree" };

	for (size_t i = 0; i < sizeof word / sizeof word[0]; i++)
		if (strcmp(line, word[i]) == 0)
			return true;
	return keys_is_line(line) || absence_is_line(line) || leave_is_line(line);
}

bool
order_is_open(const struct order_block *b)
{
	return b->turn == TURN_ANY &&
	    (b->n_do == 0 || (b->n_do == 1 && order_line_is_open(b->doing[0])));
}

bool
order_is_mail(const struct order_block *b)
{
	return b->turn == TURN_ANY && b->n_do == 1 && mail_line_is(b->doing[0]) &&
	    b->say[0] == '\0' && b->sign[0] == '\0' && b->age[0] == '\0' && !b->has_proof &&
	    !b->has_commit && !b->has_reveal;
}

int
order_check_mix(const struct order_block *b, struct err *err)
{
	for (unsigned i = 0; i < b->n_do; i++) {
		if (mail_line_is(b->doing[i]) && !order_is_mail(b))
			return err_set(err, ERR_SYNTAX,
			    MSG_PLAIN("\"%.80s\" stands alone: it goes with no other order, no "
				      "turn and no "
				      "say"),
			    b->doing[i]);
		if (!order_line_is_open(b->doing[i]))
			continue;
		if (b->n_do > 1)
			return err_set(err, ERR_SYNTAX,
			    MSG_PLAIN("\"%s\" stands alone: it goes with no other order"),
			    b->doing[i]);
		if (b->turn != TURN_ANY)
			return err_set(err, ERR_SYNTAX,
			    MSG_PLAIN("\"%s\" is not bound to a turn: it takes turn: any"),
			    b->doing[i]);
	}
	return 0;
}

enum order_count
order_count_of(const struct order_block *b)
{
	if (b->turn > 0)
		return ORDER_COUNT_TURN;
	return order_is_open(b) ? ORDER_COUNT_OPEN : ORDER_COUNT_ANY;
}

int
order_check_seq(int64_t seq, int64_t used, struct err *err)
{
	const int64_t last = PRIVATE_VIEW_SEQ_MAX - 1, step = 1 << 20;
	const int64_t most = used < last - step ? used + step : last;

	return seq <= most ? 0 : err_set(err, ERR_SYNTAX, "seq: above %lld", (long long)most);
}

/* ---- new keys --------------------------------------------------------------------------------- */

bool
keys_is_line(const char *line)
{
	static const char vote[] = "vote ";

	return strcmp(line, "rotate-key") == 0 || strncmp(line, vote, sizeof vote - 1) == 0;
}

void
keys_proof_text(const char *game, const char *seat, const struct pubkey *key, struct buf *out)
{
	char sign[SIGN_TEXT + 1], age[AGE_TEXT + 1];

	pubkey_sign_text(key, sign);
	pubkey_box_text(key, age);
	buf_fmt(
	    out, "adit-rotate v1\ngame: %s\nseat: %s\nsign: %s\nage: %s\n", game, seat, sign, age);
}

void
keys_proof_comment(const char *game, const char *seat, struct buf *out)
{
	buf_fmt(out, "adit-rotate v1 %s/%s", game, seat);
}

void
keys_prove(struct order_block *b, const char *seat, const struct seckey *key)
{
	struct buf text = BUF_INIT, comment = BUF_INIT;
	struct minisign_sig proof;

	pubkey_sign_text(&key->pub, b->sign);
	pubkey_box_text(&key->pub, b->age);
	keys_proof_text(b->game, seat, &key->pub, &text);
	keys_proof_comment(b->game, seat, &comment);
	minisign_sign(key, text.p, text.n, comment.p, &proof);
	memcpy(b->proof, proof.b, sizeof b->proof);
	b->has_proof = true;
	buf_release(&text);
	buf_release(&comment);
}
