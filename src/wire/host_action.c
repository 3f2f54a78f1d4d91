/* The host: section. The layout is specified in adit(5), "Digests". */

#include "wire/host_action.h"

#include <string.h>

#include "draw/draw.h"
#include "util/base32.h"
#include "util/lines.h"
#include "util/slice.h"
#include "util/timestamp.h"
#include "util/wrap.h"
#include "wire/order_block.h"

/* The first line of each action. */
static const char *const first_key[] = {
	[HOST_ACTION_UNDO] = "  undo",
	[HOST_ACTION_ASK] = "  undo-asked",
	[HOST_ACTION_WITHDRAW] = "  undo-withdrawn",
	[HOST_ACTION_REPLACE] = "  replace",
	[HOST_ACTION_RESTART] = "  restart",
	[HOST_ACTION_LATE] = "  late",
	[HOST_ACTION_AWAY] = "  away",
	[HOST_ACTION_SKIP] = "  skip",
	[HOST_ACTION_EXTEND] = "  extend",
	[HOST_ACTION_END] = "  end",
	[HOST_ACTION_STANDBY] = "  standby",
	[HOST_ACTION_STANDBY_NO] = "  standby-no",
	[HOST_ACTION_DROP] = "  standby-dropped",
	[HOST_ACTION_REFUSE] = "  undo-refused",
	[HOST_ACTION_LOST] = "  lost",
};

enum { N_KINDS = sizeof first_key / sizeof first_key[0] };

static const char by_table[] = "  by: " HOST_ACTION_TABLE, end_game[] = "  end: yes";
static const char into_custody[] = "  custody: yes";
static const char proof_key[] = "  proof: ";
enum { PROOF_COLUMNS = 60 };

static void
proof_text(const struct host_action *a, struct buf *out)
{
	char text[MINISIGN_TEXT + 1];

	order_block_sig_text(a->proof, text);
	buf_fmt(out, "%s%.*s\n", proof_key, (int)PROOF_COLUMNS, text);
	wrap_bytes(text + PROOF_COLUMNS, MINISIGN_TEXT - PROOF_COLUMNS, "    ", PROOF_COLUMNS, out);
}

static void
by_text(const struct host_action *a, struct buf *out)
{
	if (a->by[0] != '\0')
		buf_fmt(out, "%s\n", by_table);
}

static void
replace_text(const struct host_action *a, struct buf *out)
{
	buf_fmt(out, "%s\n  sign: %s\n  age: %s\n", a->seat, a->sign, a->age);
	if (a->custody)
		buf_fmt(out, "%s\n", into_custody);
	by_text(a, out);
	if (a->attempt > 0)
		buf_fmt(out, "%s: %lld\n", first_key[HOST_ACTION_RESTART], (long long)a->attempt);
}

void
host_action_text(const struct host_action *a, struct buf *out)
{
	char lost[BASE32_HASH + 1];

	buf_fmt(out, "%s: ", first_key[a->kind]);
	switch (a->kind) {
	case HOST_ACTION_END:
		buf_fmt(out, "yes\n%s\n", by_table);
		break;
	case HOST_ACTION_UNDO:
	case HOST_ACTION_ASK:
	case HOST_ACTION_WITHDRAW:
	case HOST_ACTION_REFUSE:
		buf_fmt(out, "%lld\n", (long long)a->to);
		by_text(a, out);
		break;
	case HOST_ACTION_EXTEND:
		buf_fmt(out, "%lld\n  turn: %lld\n%s\n", (long long)a->to, (long long)a->turn,
		    by_table);
		break;
	case HOST_ACTION_RESTART:
		buf_fmt(out, "%lld\n", (long long)a->attempt);
		break;
	case HOST_ACTION_REPLACE:
		replace_text(a, out);
		break;
	case HOST_ACTION_LATE:
	case HOST_ACTION_AWAY:
	case HOST_ACTION_SKIP:
		buf_fmt(out, "%s\n  turn: %lld\n  by: %s\n", a->seat, (long long)a->turn, a->by);
		break;
	case HOST_ACTION_STANDBY:
		buf_fmt(out, "%s\n  age: %s\n", a->sign, a->age);
		proof_text(a, out);
		break;
	case HOST_ACTION_STANDBY_NO:
	case HOST_ACTION_DROP:
		buf_fmt(out, "%lld\n  sign: %s\n  age: %s\n", (long long)a->to, a->sign, a->age);
		if (a->kind == HOST_ACTION_STANDBY_NO)
			proof_text(a, out);
		break;
	case HOST_ACTION_LOST:
		base32_text(a->lost, sizeof a->lost, lost);
		buf_fmt(out, "%lld %s\n", (long long)a->to, lost);
		break;
	}
	if (a->epoch > 0)
		buf_fmt(out, "  shuffle: %lld\n", (long long)a->epoch);
	if (a->confirmed[0] != '\0')
		wrap_text(
		    a->confirmed, strlen(a->confirmed), "  confirmed: ", "    ", DRAW_COLUMNS, out);
	if (a->reason[0] != '\0')
		reason_text(a->reason, out);
}

/* True if the next line begins with `begin`. */
static bool
next_begins(const struct lines *l, const char *begin)
{
	struct slice line;

	return lines_peek(l, &line.s, &line.n) && slice_starts(line, begin);
}

static int
read_by_table(struct lines *l, struct host_action *a, struct err *err)
{
	memcpy(a->by, HOST_ACTION_TABLE, sizeof HOST_ACTION_TABLE);
	return lines_exact(l, by_table, err);
}

static int
read_proof(struct lines *l, struct host_action *a, struct err *err)
{
	struct buf text = BUF_INIT;
	struct slice line;
	int result = -1;

	if (lines_field(l, "  proof", &line.s, &line.n, err) < 0)
		return -1;
	buf_add(&text, line.s, line.n);
	while (next_begins(l, "    ")) {
		(void)lines_next(l, &line.s, &line.n);
		buf_add(&text, line.s + 4, line.n - 4);
	}
	result = order_block_sig_parse(buf_cstr(&text), text.n, a->proof);
	buf_release(&text);
	return result == 0 ? 0 : err_set_line(err, ERR_SYNTAX, l->line - 1, "not a signature");
}

static int
read_replace(struct lines *l, struct host_action *a, struct err *err)
{
	const char *restart_key = first_key[HOST_ACTION_RESTART];

	if (lines_copy(l, first_key[a->kind], a->seat, sizeof a->seat, err) < 0 ||
	    lines_copy(l, "  sign", a->sign, sizeof a->sign, err) < 0 ||
	    lines_copy(l, "  age", a->age, sizeof a->age, err) < 0)
		return -1;
	a->custody = next_begins(l, into_custody);
	if (a->custody && lines_exact(l, into_custody, err) < 0)
		return -1;
	if (next_begins(l, by_table))
		return read_by_table(l, a, err);
	return next_begins(l, restart_key) ?
	    lines_number(l, restart_key, 1, UINT32_MAX, &a->attempt, err) :
	    0;
}

/* Reads the number of a digest and its hash. */
static int
read_lost(struct lines *l, struct host_action *a, struct err *err)
{
	struct slice line;
	const char *blank;

	if (lines_field(l, first_key[HOST_ACTION_LOST], &line.s, &line.n, err) < 0)
		return -1;
	blank = memchr(line.s, ' ', line.n);
	if (blank != NULL &&
	    number_parse(line.s, (size_t)(blank - line.s), INT64_C(1) << 40, &a->to) == 0 &&
	    a->to > 0 &&
	    base32_parse(
		blank + 1, line.n - (size_t)(blank + 1 - line.s), a->lost, sizeof a->lost) == 0)
		return 0;
	return err_set_line(
	    err, ERR_SYNTAX, l->line - 1, "lost is the number of a digest and its hash");
}

/* Reads the lines before confirmed:. */
static int
read_act(struct lines *l, struct host_action *a, struct err *err)
{
	const char *key = first_key[a->kind];
	int result = 0;

	switch (a->kind) {
	case HOST_ACTION_RESTART:
		return lines_number(l, key, 1, UINT32_MAX, &a->attempt, err);
	case HOST_ACTION_REPLACE:
		return read_replace(l, a, err);
	case HOST_ACTION_STANDBY:
		if (lines_copy(l, key, a->sign, sizeof a->sign, err) < 0 ||
		    lines_copy(l, "  age", a->age, sizeof a->age, err) < 0)
			return -1;
		return read_proof(l, a, err);
	case HOST_ACTION_STANDBY_NO:
	case HOST_ACTION_DROP:
		if (lines_number(l, key, 1, INT64_C(1) << 40, &a->to, err) < 0 ||
		    lines_copy(l, "  sign", a->sign, sizeof a->sign, err) < 0 ||
		    lines_copy(l, "  age", a->age, sizeof a->age, err) < 0)
			return -1;
		return a->kind == HOST_ACTION_DROP ? 0 : read_proof(l, a, err);
	case HOST_ACTION_LATE:
	case HOST_ACTION_AWAY:
	case HOST_ACTION_SKIP:
		if (lines_copy(l, key, a->seat, sizeof a->seat, err) < 0 ||
		    lines_number(l, "  turn", 1, UINT16_MAX, &a->turn, err) < 0)
			return -1;
		return a->kind == HOST_ACTION_SKIP ?
		    read_by_table(l, a, err) :
		    lines_copy(l, "  by", a->by, sizeof a->by, err);
	case HOST_ACTION_EXTEND:
		if (lines_number(l, key, 1, TIMESTAMP_SPAN_MAX, &a->to, err) < 0 ||
		    lines_number(l, "  turn", 1, UINT16_MAX, &a->turn, err) < 0)
			return -1;
		return read_by_table(l, a, err);
	case HOST_ACTION_LOST:
		return read_lost(l, a, err);
	case HOST_ACTION_END:
		return lines_exact(l, end_game, err) < 0 ? -1 : read_by_table(l, a, err);
	case HOST_ACTION_UNDO:
	case HOST_ACTION_ASK:
	case HOST_ACTION_WITHDRAW:
	case HOST_ACTION_REFUSE:
		result = lines_number(l, key, 0, INT64_C(1) << 40, &a->to, err);
		break;
	}
	if (result == 0 && a->kind == HOST_ACTION_UNDO && next_begins(l, by_table))
		result = read_by_table(l, a, err);
	return result == 0 && a->kind == HOST_ACTION_UNDO && next_begins(l, "  shuffle: ") ?
	    lines_number(l, "  shuffle", 1, UINT16_MAX, &a->epoch, err) :
	    result;
}

/* Reads confirmed:, a list that may continue on lines with more indentation. */
static int
read_confirmed(struct lines *l, struct host_action *a, struct err *err)
{
	static const char key[] = "  confirmed: ";
	struct buf text = BUF_INIT;
	struct slice line;
	int result = 0;

	if (!next_begins(l, key))
		return 0;
	do {
		size_t from = text.n == 0 ? sizeof key - 1 : strlen("    ") - 1;

		(void)lines_next(l, &line.s, &line.n);
		buf_add(&text, line.s + from, line.n - from);
	} while (next_begins(l, "    "));
	if (text.n < sizeof a->confirmed)
		memcpy(a->confirmed, buf_cstr(&text), text.n + 1);
	else
		result = err_set_line(err, ERR_SYNTAX, l->line - 1, "more seats than there can be");
	buf_release(&text);
	return result;
}

static bool
may_lack_reason(const struct host_action *a)
{
	return a->kind == HOST_ACTION_WITHDRAW || a->kind == HOST_ACTION_REFUSE ||
	    a->kind == HOST_ACTION_LOST || a->kind == HOST_ACTION_STANDBY ||
	    a->kind == HOST_ACTION_STANDBY_NO;
}

int
host_action_find(
    const char *s, const struct digest_layout *t, struct host_action *a, struct err *err)
{
	size_t to = t->signed_part.at + t->signed_part.n;
	struct span sp = lines_section(s, t->signed_part.at, to, "host:");
	struct lines l = { s, sp.at + sp.n, sp.at, 1 };
	struct slice line;

	if (sp.n == 0)
		return 0;
	*a = (struct host_action){ .kind = HOST_ACTION_UNDO };
	for (unsigned k = 0; k < N_KINDS && lines_peek(&l, &line.s, &line.n); k++) {
		size_t n = strlen(first_key[k]);

		if (slice_starts(line, first_key[k]) && line.n > n && line.s[n] == ':')
			a->kind = (enum host_action_kind)k;
	}
	if (read_act(&l, a, err) < 0 || read_confirmed(&l, a, err) < 0)
		return -1;
	if ((may_lack_reason(a) || a->by[0] != '\0') && l.at >= l.n)
		return 1;
	return reason_read(&l, a->reason, err) < 0 ? -1 : 1;
}

unsigned
host_action_confirmed(const struct host_action *a, const struct names *names)
{
	unsigned bits = 0;
	size_t n;

	for (const char *p = a->confirmed; *p != '\0'; p += n + strspn(p + n, " ")) {
		uint8_t seat;

		n = strcspn(p, " ");
		seat = names_find(names, p, n);
		bits |= seat != SEAT_NONE ? 1u << seat : 0;
	}
	return bits;
}

bool
host_action_vote(const struct host_action *a, const struct names *names, struct vote *vote)
{
	*vote = (struct vote){ .kind = VOTE_KEYS, .seat = SEAT_NONE };
	switch (a->kind) {
	case HOST_ACTION_UNDO:
		vote->kind = VOTE_UNDO;
		vote->n = a->to;
		return a->by[0] != '\0';
	case HOST_ACTION_SKIP:
		vote->kind = VOTE_SKIP;
		vote->seat = names_find(names, a->seat, strlen(a->seat));
		return true;
	case HOST_ACTION_EXTEND:
		vote->kind = VOTE_EXTEND;
		vote->n = a->to;
		return true;
	case HOST_ACTION_END:
		vote->kind = VOTE_END;
		return true;
	case HOST_ACTION_REPLACE:
		vote->kind = VOTE_REPLACE;
		vote->seat = names_find(names, a->seat, strlen(a->seat));
		return a->by[0] != '\0';
	case HOST_ACTION_ASK:
	case HOST_ACTION_WITHDRAW:
	case HOST_ACTION_REFUSE:
	case HOST_ACTION_RESTART:
	case HOST_ACTION_LATE:
	case HOST_ACTION_AWAY:
	case HOST_ACTION_STANDBY:
	case HOST_ACTION_STANDBY_NO:
	case HOST_ACTION_LOST:
	case HOST_ACTION_DROP:
		break;
	}
	return false;
}

uint8_t
host_action_replaces(const struct host_action *a, const struct names *names)
{
	return a->kind == HOST_ACTION_REPLACE ? names_find(names, a->seat, strlen(a->seat)) :
						SEAT_NONE;
}

/* True if the events contain anything but notes. */
static bool
has_played(const char *s, const struct digest_layout *t)
{
	struct lines l = { s, t->events.at + t->events.n, t->events.at, 1 };
	struct slice line;

	while (lines_next(&l, &line.s, &line.n))
		if (line.n > 0 && !slice_starts(line, "    ") && !slice_starts(line, "  note "))
			return true;
	return false;
}

const char *
host_action_check(const char *s, const struct digest_layout *t, const struct digest *d,
    const struct undo_request *before)
{
	struct undo_request_step step = { .n = d->n,
		.time = d->time,
		.g = &d->pub.known,
		.has_order = d->has_order,
		.has_events = has_played(s, t),
		.replaced = SEAT_NONE,
		.custody = new_keys_custody(&d->new_keys, d->custody),
		.bots = d->bots };
	struct host_action a;
	struct err none = ERR_INIT;
	const char *fault;

	if (host_action_find(s, t, &a, &none) == 1) {
		step.asks = a.kind == HOST_ACTION_ASK;
		step.withdraws = a.kind == HOST_ACTION_WITHDRAW;
		step.refuses = a.kind == HOST_ACTION_REFUSE;
		step.goes_back = a.kind == HOST_ACTION_UNDO;
		/* Proposals of the seats are checked in record/verifier_votes.h. */
		step.shuffles = a.epoch > 0 && a.by[0] == '\0';
		step.replaced = host_action_replaces(&a, &d->names);
		step.to = a.to;
		step.reason = a.reason;
	}
	fault = undo_request_check(before, &d->undo_request, &step);
	return fault == NULL && undo_request_blocks_play(&d->undo_request) && d->due >= 0 ?
	    "time runs, though nothing is played" :
	    fault;
}
