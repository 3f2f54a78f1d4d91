/*
 * Shares of the joint deal.
 *
 * (J1) A share is revealed only after all seats have committed, as listed in the digest that closes
 *      the joining.
 * (J2) No two seats have the same key or the same commitment.
 */
#include "host/join.h"

bool
join_is_one(const struct order_block *b)
{
	return b->n_do == 1 && strcmp(b->doing[0], "join") == 0;
}

static bool
is_confirm(const struct order_block *b)
{
	return b->n_do == 1 && strcmp(b->doing[0], "confirm") == 0;
}

bool
join_is_share(const struct order_block *b)
{
	return join_is_one(b) || is_confirm(b);
}

/* Parses the keys in a join. */
static int
join_card(const struct order_block *b, struct pubkey *card, struct err *err)
{
	struct buf text = BUF_INIT;
	int result;

	buf_fmt(&text, "%s\n%s\n", b->sign, b->age);
	result = pubkey_parse(text.p, text.n, card, err);
	buf_release(&text);
	return result < 0 ? err_wrap(err, "the keys that %s joins with", b->seat) : 0;
}

int
join_verify(const struct table *t, const struct host_state *hs, uint8_t seat,
    const struct canonical_order *o, struct err *err)
{
	const struct order_block *b = &o->b;
	struct pubkey card;

	if (b->sign[0] == '\0' || b->age[0] == '\0' || !b->has_commit || b->has_reveal)
		return err_set(err, ERR_SYNTAX, "a join has the fields sign, age and commit");
	if (join_card(b, &card, err) < 0 || order_verify(o, &card, err) < 0)
		return -1;
	if (hs->share[seat].bound && !pubkey_same(&card, &t->pub[seat])) {
		(void)err_set(err, ERR_AUTH, "seat %s is kept for another key", b->seat);
		return err_hint(err, "join with the key whose card the host has");
	}
	return 0;
}

static int
check_new(const struct table *t, const struct host_state *hs, uint8_t seat,
    const struct order_block *b, const struct pubkey *card, struct err *err)
{
	if (!t->host_seat && pubkey_shares_key(card, &t->host))
		return err_set(err, ERR_AUTH, "%s joins with the host's own key", b->seat);
	for (uint8_t i = 0; i < t->names.n; i++) {
		if (i == seat)
			continue;
		if (((unsigned)t->seated >> i & 1u) != 0 && pubkey_shares_key(card, &t->pub[i]))
			return err_set(err, ERR_AUTH, "%s joins with the key of %s", b->seat,
			    t->names.seat[i]);
		if (hs->share[i].joined && memcmp(hs->share[i].commit, b->commit, HASH_BYTES) == 0)
			return err_set(err, ERR_AUTH, "%s joins with the commitment of %s", b->seat,
			    t->names.seat[i]);
	}
	return 0;
}

static enum join_request
join(struct table *t, struct host_state *hs, uint8_t seat, const struct order_block *b,
    int64_t head_n, struct notes *notes, struct err *err)
{
	struct table_share *s = &hs->share[seat];
	struct pubkey card;
	unsigned missing = 0;

	if (s->joined) {
		(void)err_set(err, ERR_STALE, "%s has joined already", b->seat);
		return JOIN_REFUSED;
	}
	if (head_n < hs->open_n) {
		(void)err_set(err, ERR_STALE,
		    "the join answers digest %lld, attempt %u began with digest %lld",
		    (long long)head_n, hs->attempt, (long long)hs->open_n);
		(void)err_hint(err, "join again from the newest digest");
		return JOIN_REFUSED;
	}
	if (join_card(b, &card, err) < 0 || check_new(t, hs, seat, b, &card, err) < 0)
		return JOIN_REFUSED;
	t->pub[seat] = card;
	t->seated = (uint16_t)(t->seated | 1u << seat);
	s->joined = 1;
	memcpy(s->commit, b->commit, sizeof s->commit);
	for (uint8_t i = 0; i < t->names.n; i++)
		missing += !hs->share[i].joined;
	note_add(notes, (struct note){ .kind = NOTE_JOINED, .seat = seat });
	if (missing == 0) {
		hs->closed_n = hs->n + 1;
		note_add(notes, (struct note){ .kind = NOTE_ALL_JOINED });
	}
	return JOIN_TAKEN;
}

static enum join_request
confirm(struct table *t, struct host_state *hs, uint8_t seat, const struct order_block *b,
    int64_t head_n, struct notes *notes, struct err *err)
{
	struct table_share *s = &hs->share[seat];
	struct hash commit;
	unsigned missing = 0;

	if (hs->closed_n < 0) {
		(void)err_set(err, ERR_STALE, "not all seats have joined yet");
		(void)err_hint(err, "confirm when a digest says that all seats are taken");
		return JOIN_REFUSED;
	}
	if (s->confirmed) {
		(void)err_set(err, ERR_STALE, "%s has confirmed already", b->seat);
		return JOIN_REFUSED;
	}
	if (head_n < hs->closed_n) {
		(void)err_set(err, ERR_STALE,
		    "the confirmation answers digest %lld, which does not list "
		    "everybody's commitment",
		    (long long)head_n);
		(void)err_hint(err, "confirm again from the newest digest");
		return JOIN_REFUSED;
	}
	commit = derive_seat_commit(t->game, b->seat, &hs->opener, b->reveal);
	if (!seal_equal(commit.b, s->commit, HASH_BYTES)) {
		(void)err_set(
		    err, ERR_AUTH, "%s does not reveal what it has committed to", b->seat);
		return JOIN_REFUSED;
	}
	s->confirmed = 1;
	memcpy(s->r, b->reveal, sizeof s->r);
	for (uint8_t i = 0; i < t->names.n; i++)
		missing += !hs->share[i].confirmed;
	note_add(notes, (struct note){ .kind = NOTE_CONFIRMED, .seat = seat });
	if (missing == 0)
		note_add(notes, (struct note){ .kind = NOTE_ALL_CONFIRMED });
	return missing > 0 ? JOIN_TAKEN : JOIN_DEALS;
}

enum join_request
join_accept(struct table *t, struct host_state *hs, uint8_t seat, const struct order_block *b,
    int64_t head_n, struct notes *notes, struct err *err)
{
	if (!join_is_share(b)) {
		(void)err_set(err, ERR_STALE, "nothing is dealt yet: seats join and confirm first");
		return JOIN_REFUSED;
	}
	if (b->seq != hs->attempt) {
		(void)err_set(err, ERR_STALE,
		    "this is for attempt %lld at dealing, the table is at attempt %u",
		    (long long)b->seq, hs->attempt);
		(void)err_hint(err, "make it again from the newest digest");
		return JOIN_REFUSED;
	}
	if (join_is_one(b))
		return join(t, hs, seat, b, head_n, notes, err);
	if (!b->has_reveal || b->has_commit || b->sign[0] != '\0') {
		(void)err_set(err, ERR_SYNTAX, "a confirmation has the field reveal");
		return JOIN_REFUSED;
	}
	return confirm(t, hs, seat, b, head_n, notes, err);
}

void
join_restart(struct table *t, struct host_state *hs)
{
	hs->attempt++;
	hs->open_n = hs->n + 1;
	hs->closed_n = -1;
	for (uint8_t i = 0; i < t->names.n; i++) {
		struct table_share *s = &hs->share[i];

		if (!s->bound) {
			t->seated = (uint16_t)(t->seated & ~(1u << i));
			memset(&t->pub[i], 0, sizeof t->pub[i]);
		}
		*s = (struct table_share){ .bound = s->bound };
	}
}
