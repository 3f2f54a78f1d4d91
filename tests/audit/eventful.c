/* Eventful games. Many orders given here are refused, which has no effect. The host must not
 * fail in any other way, nor decide differently from its twin. */
#include "audit/eventful.h"

#include <criterion/criterion.h>
#include <sodium.h>
#include <unistd.h>

#include "bot/policy.h"
#include "games/dark_cave/cave.h"
#include "games/duel/duel.h"
#include "games/saboteur/saboteur.h"
#include "text/decks.h"
#include "text/options.h"
#include "text/orderline.h"
#include "util/mem.h"

const char *
happening_name(enum happening h)
{
	static const char *const name[HAPPENINGS] = {
		[HAPPENED_MOVE] = "move",
		[HAPPENED_SAY] = "say",
		[HAPPENED_LATER] = "later",
		[HAPPENED_CANCEL] = "cancel",
		[HAPPENED_STANDING] = "standing",
		[HAPPENED_RESIGN] = "resign",
		[HAPPENED_LATE] = "late",
		[HAPPENED_ROTATE] = "rotate",
		[HAPPENED_REPLACE] = "replace",
		[HAPPENED_VOTE] = "vote",
		[HAPPENED_UNDO] = "undo",
		[HAPPENED_WITHDRAW] = "withdraw",
		[HAPPENED_UNDO_VOTE] = "undo-vote",
		[HAPPENED_REFUSED] = "refused",
		[HAPPENED_REPEAT] = "repeat",
		[HAPPENED_JOIN] = "join",
		[HAPPENED_CONFIRM] = "confirm",
		[HAPPENED_RESTART] = "restart",
	};

	return name[h];
}

/* ---- reproducible random numbers ------------------------------------------------------------- */

static struct {
	unsigned char key[randombytes_SEEDBYTES];
	uint64_t used;
} chance;

static const char *
chance_name(void)
{
	return "adit-soak";
}

static void
chance_buf(void *const p, const size_t n)
{
	chance.used++;
	memcpy(chance.key, &chance.used, sizeof chance.used);
	randombytes_buf_deterministic(p, n, chance.key);
}

static uint32_t
chance_random(void)
{
	uint32_t v;

	chance_buf(&v, sizeof v);
	return v;
}

void
eventful_chance(uint64_t number)
{
	static struct randombytes_implementation implementation = {
		.implementation_name = chance_name,
		.random = chance_random,
		.buf = chance_buf,
	};

	memset(&chance, 0, sizeof chance);
	memcpy(chance.key + 8, &number, sizeof number);
	(void)randombytes_set_implementation(&implementation);
}

unsigned
eventful_pick(struct eventful *e, unsigned n)
{
	return rng_draw(&e->rng.rng, n);
}

static bool
one_in(struct eventful *e, unsigned n)
{
	return eventful_pick(e, n) == 0;
}

/* ---- commands to the host -------------------------------------------------------------------- */

/* One command to the host. */
struct table_command {
	const struct order_block *order; /* apply this order, or */
	const char *reason;              /* the reason of the host action */
	bool withdraws;                  /* withdraw the undo request, or */
	bool plays;                      /* play for a late seat, or */
	const struct pubkey *card;       /* give `seat` new keys, or */
	unsigned seat;
	int64_t to; /* undo to this digest, or, if < 0, */
		    /* restart */
	int64_t now;
};

static int
run(struct host *file, const struct eventful *e, const struct table_command *c,
    struct host_result *r, struct err *err)
{
	if (c->order != NULL)
		return table_give(file, e->t.host, c->order, c->now, r, err);
	if (c->card != NULL)
		return host_replace(file, e->t.host, e->t.names.seat[c->seat], c->card, c->reason,
		    c->now, -1, r, err);
	if (c->withdraws)
		return host_withdraw(file, e->t.host, c->reason, c->now, -1, r, err);
	if (c->plays)
		return host_late(file, e->t.host, c->now, -1, r, err);
	if (c->to >= 0)
		return host_undo(file, e->t.host, c->to, c->reason, c->now, -1, r, err);
	return host_restart(file, e->t.host, c->reason, c->now, -1, r, err);
}

static void
note_digests(struct eventful *e, const struct buf *made)
{
	struct digest_layout text;
	struct err err = ERR_INIT;
	size_t at = 0, base = e->t.all.n;

	buf_add(&e->t.all, made->p, made->n);
	while (digest_next(buf_cstr(made), made->n, &at, &text, &err) == 1) {
		if (e->n_digest + 2 > e->room) {
			e->room = 2 * e->room + 8;
			e->at = mem_grow(e->at, e->room * sizeof *e->at);
		}
		e->at[e->n_digest++] = base + text.whole.at;
		e->at[e->n_digest] = base + text.whole.at + text.whole.n;
		buf_clear(&e->t.digest);
		buf_add(&e->t.digest, made->p + text.whole.at, text.whole.n);
	}
}

/* Gives the same command to the twin and compares the results. */
static void
compare_twin(struct eventful *e, const struct table_command *c, int result,
    const struct host_result *r, const struct err *err)
{
	struct host_result other;
	struct err why = ERR_INIT;
	int also = run(e->twin, e, c, &other, &why);

	cr_expect_eq(also, result, "%s: the file rebuilt says \"%s\", the file \"%s\"", e->what,
	    why.msg, err->msg);
	if (also < 0)
		return;
	cr_expect(result == 0 && other.digest.n == r->digest.n &&
		memcmp(other.digest.p, r->digest.p, r->digest.n) == 0,
	    "%s: the file rebuilt makes another digest %d", e->what, (int)r->n);
	host_result_release(&other);
}

/* Gives the command to the host. Returns 1 if digests were made, 0 if it was refused. */
static int
give(struct eventful *e, struct table_command c, enum happening what)
{
	struct host_result r;
	struct buf made = BUF_INIT;
	struct err err = ERR_INIT;
	int result;

	/* The host's clock is set back at times. */
	e->t.now += one_in(e, 40) ? -3600 : 1 + (int64_t)eventful_pick(e, 100000);
	c.now = e->t.now;
	result = run(e->t.file, e, &c, &r, &err);
	if (e->twin != NULL)
		compare_twin(e, &c, result, &r, &err);
	if (result < 0) {
		cr_expect(err.code == ERR_RULE || err.code == ERR_STALE || err.code == ERR_AUTH ||
			err.code == ERR_SYNTAX || err.code == ERR_NOT_FOUND,
		    "%s: %s: not refused but failed: %d %s", e->what, happening_name(what),
		    (int)err.code, err.msg);
		table_fetch(e->t.file, (int64_t)e->n_digest, &made);
		note_digests(e, &made);
		buf_release(&made);
		e->happened[HAPPENED_REFUSED]++;
		return 0;
	}
	if (r.repeated) {
		e->happened[HAPPENED_REPEAT]++;
		host_result_release(&r);
		return 0;
	}
	if (c.order != NULL)
		e->taken[e->n_taken++ % TAKEN_MAX] = *c.order;
	note_digests(e, &r.digest);
	host_result_release(&r);
	e->happened[what]++;
	return 1;
}

static int
give_order(struct eventful *e, const struct order_block *b, enum happening what)
{
	return give(e, (struct table_command){ .order = b }, what);
}

void
eventful_rebuild(struct eventful *e)
{
	struct audit_rebuilt made;
	struct err err = ERR_INIT;

	if (e->twin != NULL) {
		host_close(e->twin);
		(void)unlink(e->twin_path);
	}
	(void)snprintf(e->twin_path, sizeof e->twin_path, "%s/twin.db", e->t.folder);
	cr_assert_eq(
	    host_create(&e->twin, e->twin_path, rules_all, &err), 0, "%s: %s", e->what, err.msg);
	cr_assert_eq(audit_rebuild(e->twin, e->t.host, "host", e->t.all.p, e->t.all.n, &made, &err),
	    0, "%s: rebuild of %d digests: %s", e->what, (int)e->n_digest, err.msg);
	host_close(e->twin);
	cr_assert_eq(host_open(&e->twin, e->twin_path, true, rules_all, &err), 0, "%s", err.msg);
}

/* ---- orders of the seats --------------------------------------------------------------------- */

/* The seat reads digest n, or the newest if there is no such digest. Returns false if it is not
 * for its key. */
static bool
read_as(struct eventful *e, unsigned seat, size_t n, struct player_read *r)
{
	struct err err = ERR_INIT;
	int result;

	if (n >= e->n_digest)
		n = e->n_digest - 1;
	result = player_read(r, rules_all, e->t.all.p + e->at[n], e->at[n + 1] - e->at[n], NULL,
	    e->t.key[seat], &err);
	cr_assert(result == 0 || err.code == ERR_NOT_FOUND, "%s: digest %d for seat %u: %s",
	    e->what, (int)n, seat, err.msg);
	return result == 0;
}

/* Signs for a seat on digest n, and gives the order to the host. */
static int
order(
    struct eventful *e, unsigned seat, size_t n, const struct player_order *o, enum happening what)
{
	struct player_read r;
	struct parsed_order in;
	struct err err = ERR_INIT;
	int result = 0;

	if (!read_as(e, seat, n, &r))
		return 0;
	if (r.has_view && player_sign(&r, e->t.key[seat], o, &in, &err) == 0)
		result = give_order(e, &in.o.b, what);
	else
		e->happened[HAPPENED_REFUSED]++;
	player_read_release(&r);
	return result;
}

/* Lines of orders. */
struct lines_of {
	unsigned n;
	struct buf line[ORDER_BLOCK_ALTERNATIVES];
};

static void
release_lines(struct lines_of *l)
{
	for (unsigned i = 0; i < l->n; i++)
		buf_release(&l->line[i]);
}

/* Adds the second step of a turn of The Dark Cave where the rules allow it. */
static void
join_step(struct eventful *e, const struct view *v, const struct order *first, struct order *legal,
    struct buf *line)
{
	static const uint8_t no_seed[32];
	struct game g = v->known;
	struct rng_fast rng;
	size_t n;

	if (g.rules->id != RULES_DARK_CAVE || g.phase != PHASE_PLAY ||
	    !game_may_combine(&g, first) || one_in(e, 2))
		return;
	rng_fast_init(&rng, no_seed, 0);
	game_play(&g, first, &rng.rng, NULL);
	if (g.phase != PHASE_WALK)
		return;
	n = game_legal(&g, legal, LEGAL_MAX);
	if (n == 0)
		return;
	buf_str(line, "; ");
	orderline_text(g.rules, &e->t.names, &legal[eventful_pick(e, (unsigned)n)], line);
}

/* Chooses a turn for the seat as if it were to move. Returns false if there is none. */
static bool
choose_turn(struct eventful *e, const struct player_read *r, struct buf *line)
{
	struct view v = r->v.view;
	struct order *legal = mem_new(LEGAL_MAX * sizeof *legal), o;
	enum policy policy = e->greedy ? POLICY_GREEDY : POLICY_RANDOM;
	size_t n;

	if (v.known.to_move != r->seat) {
		v.known.to_move = r->seat;
		v.known.phase = PHASE_PLAY;
		policy = POLICY_RANDOM;
	}
	n = game_legal(&v.known, legal, LEGAL_MAX);
	if (n > 0) {
		o = legal[one_in(e, 6) ? eventful_pick(e, (unsigned)n) :
					 policy_choose(policy, &v, legal, n, &e->rng.rng)];
		policy_complete(POLICY_GREEDY, &v, &o);
		orderline_sort(v.known.rules, &o);
		orderline_text(v.known.rules, &e->t.names, &o, line);
		join_step(e, &v, &o, legal, line);
	}
	free(legal);
	return n > 0;
}

static const char *const wrong_line[] = {
	"place nesw at 30,-30",
	"discard map map map",
	"rockfall 0,0",
	"map 8,9",
	"walk 0,0",
	"take 3",
	"break-lamp nobody",
	"stay",
	"theft",
	"agree",
	"cancel",
	"vote nobody yes",
	"nonsense",
	"resign now",
};

static const char *
wrong(struct eventful *e)
{
	return wrong_line[eventful_pick(e, sizeof wrong_line / sizeof wrong_line[0])];
}

static const char *
talk(struct eventful *e)
{
	static const char *const said[] = {
		"hi",
		"Who put that stone there?",
		"\"quoted\" \\ and so on",
		"for p1:",
		"sig:",
		"reveal:",
		"Gl\xc3\xbc"
		"ck auf, und viel mehr als in eine Zeile passt: der Stollen ist lang, der Abend "
		"auch, und "
		"wer zuletzt lacht, hat den Stein gesehen",
		"  secret aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
	};

	return said[eventful_pick(e, sizeof said / sizeof said[0])];
}

/* Chooses alternatives for the seat. The last one is legal if the seat is to move. */
static void
choose_lines(struct eventful *e, const struct player_read *r, struct lines_of *l)
{
	unsigned more = one_in(e, 4) ? eventful_pick(e, ORDER_BLOCK_ALTERNATIVES) : 0;

	memset(l, 0, sizeof *l);
	while (l->n < more) {
		if (one_in(e, 3) || !choose_turn(e, r, &l->line[l->n]))
			buf_str(&l->line[l->n], wrong_line[eventful_pick(e, 5)]);
		l->n++;
	}
	if (choose_turn(e, r, &l->line[l->n]))
		l->n++;
}

static int
order_lines(struct eventful *e, const struct player_read *r, const struct lines_of *l, int64_t turn,
    enum happening what)
{
	struct player_order o = { .turn = turn, .n_lines = l->n, .force = true };
	struct parsed_order in;
	struct err err = ERR_INIT;

	for (unsigned i = 0; i < l->n; i++)
		o.line[i] = buf_cstr(&l->line[i]);
	if (one_in(e, 8))
		o.say = talk(e);
	if (one_in(e, 8))
		o.seq = (turn == TURN_NEXT ? r->v.seq_any : r->v.seq) + eventful_pick(e, 3);
	if (l->n == 0 || player_sign(r, e->t.key[r->seat], &o, &in, &err) < 0)
		return 0;
	return give_order(e, &in.o.b, what);
}

/* The seat to move gives an order. */
static int
move(struct eventful *e, uint8_t seat)
{
	struct player_read r;
	struct lines_of l;
	int result;

	cr_assert(read_as(e, seat, SIZE_MAX, &r), "%s: seat %u is to move and has no view", e->what,
	    seat);
	choose_lines(e, &r, &l);
	result = order_lines(e, &r, &l, one_in(e, 10) ? TURN_NEXT : 0, HAPPENED_MOVE);
	release_lines(&l);
	player_read_release(&r);
	return result;
}

static void
later(struct eventful *e, unsigned seat)
{
	struct player_read r;
	struct lines_of l;

	if (!read_as(e, seat, SIZE_MAX, &r))
		return;
	if (r.v.view.known.phase == PHASE_PLAY || r.v.view.known.phase == PHASE_WALK) {
		choose_lines(e, &r, &l);
		(void)order_lines(e, &r, &l, TURN_NEXT, HAPPENED_LATER);
		release_lines(&l);
	}
	player_read_release(&r);
}

static void
say(struct eventful *e, unsigned seat)
{
	const struct player_order o = { .say = talk(e), .turn = TURN_ANY, .force = true };

	/* The seat may have read an older digest. */
	(void)order(e, seat,
	    one_in(e, 3) ? e->n_digest - 1 - eventful_pick(e, (unsigned)e->n_digest) : SIZE_MAX, &o,
	    HAPPENED_SAY);
}

static void
cancel(struct eventful *e, unsigned seat)
{
	const struct player_order o = {
		.line = { "cancel" }, .n_lines = 1, .turn = TURN_NEXT, .force = true
	};

	(void)order(e, seat, SIZE_MAX, &o, HAPPENED_CANCEL);
}

static void
standing(struct eventful *e, unsigned seat)
{
	static const char *const cave[] = { "agree", "disagree", "axe rat use", "axe goblin keep",
		"axe all use" };
	struct player_order o = { .n_lines = 1, .turn = TURN_ANY, .force = true };
	char line[200] = "steal none";

	if (one_in(e, 2))
		(void)snprintf(line, sizeof line, "steal %s%s%s",
		    e->t.names.seat[eventful_pick(e, e->t.names.n)], one_in(e, 2) ? "," : "",
		    one_in(e, 3) ? "" : "p1");
	o.line[0] = one_in(e, 2) ? cave[eventful_pick(e, 5)] : line;
	o.say = one_in(e, 4) ? talk(e) : NULL;
	(void)order(e, seat, SIZE_MAX, &o, HAPPENED_STANDING);
}

static void
resign(struct eventful *e, unsigned seat)
{
	const struct player_order o = {
		.line = { "resign" }, .n_lines = 1, .turn = TURN_ANY, .force = true
	};

	(void)order(e, seat, SIZE_MAX, &o, HAPPENED_RESIGN);
}

/* ---- keys ---------------------------------------------------------------------------------------------- */

static struct seckey *
new_key(const struct eventful *e)
{
	struct err err = ERR_INIT;
	struct seckey *key = seckey_new(&err);

	cr_assert_not_null(key, "%s: %s", e->what, err.msg);
	cr_assert_eq(seckey_make(key, &err), 0, "%s: %s", e->what, err.msg);
	return key;
}

static void
use_key(struct eventful *e, unsigned seat, struct seckey *key)
{
	e->old[e->n_old++] = e->t.key[seat];
	e->t.key[seat] = key;
}

static void
rotate(struct eventful *e, unsigned seat)
{
	struct player_read r;
	struct seckey *key;
	struct parsed_order in;
	struct err err = ERR_INIT;

	if (e->n_old == OLD_KEYS_MAX || !read_as(e, seat, SIZE_MAX, &r))
		return;
	key = one_in(e, 10) ? e->t.key[(seat + 1) % e->t.names.n] : new_key(e);
	if (player_rotate(&r, e->t.key[seat], key, 0, &in, &err) == 0 &&
	    give_order(e, &in.o.b, HAPPENED_ROTATE))
		use_key(e, seat, key);
	player_read_release(&r);
}

static const char *
reason(struct eventful *e)
{
	static const char *const why[] = {
		"a slip of the pen",
		"he lost his keys",
		"for p1:",
		("it has been agreed by all who sit at this table, after a long talk in the "
		 "tavern, "
		 "with many witnesses"),
	};

	return why[eventful_pick(e, sizeof why / sizeof why[0])];
}

static void
replace(struct eventful *e, unsigned seat)
{
	struct seckey *key;

	if (e->n_old == OLD_KEYS_MAX)
		return;
	key = new_key(e);
	if (give(e, (struct table_command){ .card = &key->pub, .seat = seat, .reason = reason(e) },
		HAPPENED_REPLACE))
		use_key(e, seat, key);
}

static void
vote(struct eventful *e, unsigned seat)
{
	char line[64];
	const struct player_order o = {
		.line = { line }, .n_lines = 1, .turn = TURN_ANY, .force = true
	};

	(void)snprintf(line, sizeof line, "vote %s %s",
	    e->t.names.seat[eventful_pick(e, e->t.names.n)], one_in(e, 3) ? "no" : "yes");
	(void)order(e, seat, SIZE_MAX, &o, HAPPENED_VOTE);
}

/* ---- trouble --------------------------------------------------------------------------------- */

/* Undoes some of the last digests; perhaps again, or undoes the undo. */
static void
undo(struct eventful *e)
{
	unsigned times = one_in(e, 3) ? 2 + eventful_pick(e, 3) : 1;

	while (times-- > 0) {
		unsigned far = one_in(e, 4) ? (unsigned)e->n_digest :
		    e->n_digest < 8         ? (unsigned)e->n_digest :
					      8;

		(void)give(e,
		    (struct table_command){
			.to = (int64_t)(e->n_digest - 1 - eventful_pick(e, far)),
			.reason = reason(e) },
		    HAPPENED_UNDO);
	}
}

/* The host withdraws its request, or the seats vote, mostly the same way. */
static void
settle(struct eventful *e, int64_t to)
{
	unsigned seat = eventful_pick(e, e->t.names.n);
	bool yes = one_in(e, 2);

	if (one_in(e, 6))
		(void)give(e,
		    (struct table_command){
			.withdraws = true, .reason = one_in(e, 2) ? NULL : reason(e) },
		    HAPPENED_WITHDRAW);
	for (unsigned i = 0; i < e->t.names.n && !one_in(e, 8); i++) {
		char line[40];
		const struct player_order o = {
			.line = { line }, .n_lines = 1, .turn = TURN_ANY, .force = true
		};

		(void)snprintf(line, sizeof line, "vote undo %lld %s", (long long)to,
		    one_in(e, 4) != yes ? "yes" : "no");
		(void)order(e, (seat + i) % e->t.names.n, SIZE_MAX, &o, HAPPENED_UNDO_VOTE);
	}
}

/* Usually the host waits until the policy is due. */
static void
play_late(struct eventful *e, int64_t due)
{
	const int64_t at = due + (int64_t)eventful_pick(e, 7200);

	if (at > e->t.now && !one_in(e, 4))
		e->t.now = at;
	(void)give(e, (struct table_command){ .plays = true }, HAPPENED_LATE);
}

static void
restart(struct eventful *e)
{
	(void)give(e, (struct table_command){ .to = -1, .reason = reason(e) }, HAPPENED_RESTART);
}

static void
repeat(struct eventful *e)
{
	unsigned n = e->n_taken < TAKEN_MAX ? e->n_taken : TAKEN_MAX;

	if (n > 0) {
		struct order_block b = e->taken[eventful_pick(e, n)];

		if (one_in(e, 4))
			b.sig[20] ^= 1;
		cr_expect_eq(
		    give_order(e, &b, HAPPENED_REPEAT), 0, "%s: an order is taken twice", e->what);
	}
}

/* Orders that every host refuses. */
static void
wrong_order(struct eventful *e, unsigned seat)
{
	struct player_order o = {
		.line = { wrong(e), wrong(e) }, .n_lines = 1 + eventful_pick(e, 2), .force = true
	};
	struct player_read r;
	struct parsed_order in;
	struct err err = ERR_INIT;
	const struct seckey *key = e->t.key[seat];

	o.turn = one_in(e, 3) ? TURN_ANY :
	    one_in(e, 2)      ? TURN_NEXT :
				(int64_t)eventful_pick(e, 4) * 5;
	if (!read_as(
		e, seat, one_in(e, 3) ? eventful_pick(e, (unsigned)e->n_digest) : SIZE_MAX, &r))
		return;
	if (one_in(e, 4))
		key = e->t.key[(seat + 1) % e->t.names.n];
	if (r.has_view && player_sign(&r, key, &o, &in, &err) == 0) {
		if (one_in(e, 5))
			in.o.b.head[3] ^= 1;
		(void)give_order(e, &in.o.b, HAPPENED_STANDING);
	}
	player_read_release(&r);
}

/* ---- before the deal ------------------------------------------------------------------------------------- */

static void
share(struct eventful *e, unsigned seat, bool joins)
{
	struct player_read r;
	struct parsed_order in;
	struct err err = ERR_INIT;
	unsigned who = one_in(e, 12) ? eventful_pick(e, e->t.names.n) : seat;
	struct seckey *key = e->t.key[who];
	size_t n = one_in(e, 4) ? eventful_pick(e, (unsigned)e->n_digest) : e->n_digest - 1;
	int result;

	/* The digest was not for a key that the seat got later. */
	if (player_read(&r, rules_all, e->t.all.p, e->at[n + 1], NULL, key, &err) < 0) {
		cr_expect_eq(err.code, ERR_NOT_FOUND, "%s: %s", e->what, err.msg);
		return;
	}
	result = joins ? player_join(&r, key, e->t.names.seat[seat], NULL, &in, &err) :
			 player_confirm(&r, key, &in, &err);
	if (result == 0 && give_order(e, &in.o.b, joins ? HAPPENED_JOIN : HAPPENED_CONFIRM) &&
	    joins) {
		/* A free seat may be taken by somebody else. */
		e->t.key[who] = e->t.key[seat];
		e->t.key[seat] = key;
	}
	player_read_release(&r);
}

static void
step_open(struct eventful *e)
{
	unsigned seat = eventful_pick(e, e->t.names.n), all = e->t.names.n;

	switch (eventful_pick(e, 16)) {
	case 0:
		repeat(e);
		break;
	case 1:
		wrong_order(e, seat);
		break;
	case 2:
		if (one_in(e, 2 + all))
			restart(e);
		break;
	case 3:
		if (one_in(e, 1 + all / 2))
			replace(e, seat);
		break;
	case 4:
		undo(e);
		break;
	default:
		for (unsigned i = 0; i < all; i++)
			share(e, (seat + i) % all,
			    !one_in(e, 3) && e->happened[HAPPENED_JOIN] % all != 0);
		share(e, seat, one_in(e, 2));
		break;
	}
}

/* ---- one step of a game ---------------------------------------------------------------------- */

static void
step_odd(struct eventful *e, bool over)
{
	unsigned seat = eventful_pick(e, e->t.names.n);

	switch (eventful_pick(e, 16)) {
	case 0:
	case 1:
	case 2:
	case 3:
		later(e, seat);
		break;
	case 4:
		cancel(e, seat);
		break;
	case 5:
		say(e, seat);
		break;
	case 6:
	case 7:
		standing(e, seat);
		break;
	case 8:
		if (over || one_in(e, 6))
			resign(e, seat);
		break;
	case 9:
		rotate(e, seat);
		break;
	case 10:
		replace(e, seat);
		break;
	case 11:
		for (unsigned i = 0; i < e->t.names.n; i++)
			vote(e, (seat + i) % e->t.names.n);
		break;
	case 12:
		if (e->n_digest < 400)
			undo(e);
		break;
	case 13:
		repeat(e);
		break;
	case 14:
		if (e->audited)
			share(e, seat, one_in(e, 2));
		restart(e);
		break;
	default:
		wrong_order(e, seat);
		break;
	}
}

bool
eventful_step(struct eventful *e)
{
	struct player_read r;
	struct err err = ERR_INIT;
	enum phase phase;
	uint8_t to_move;
	struct undo_request request;
	int64_t due;

	cr_assert_eq(player_read(&r, rules_all, e->t.digest.p, e->t.digest.n, NULL, NULL, &err), 0,
	    "%s: %s", e->what, err.msg);
	phase = (enum phase)r.d.pub.known.phase;
	to_move = r.d.pub.known.to_move;
	request = r.d.undo_request;
	due = r.d.due;
	player_read_release(&r);
	if (undo_request_blocks_play(&request) && one_in(e, 3))
		settle(e, request.to);
	if (phase == PHASE_SETUP)
		step_open(e);
	else if (phase == PHASE_OVER && one_in(e, 8))
		return false;
	else if (e->is_late > 0 && due >= 0 && one_in(e, e->is_late))
		play_late(e, due);
	else if (phase == PHASE_OVER || eventful_pick(e, 16) < e->odd)
		step_odd(e, phase == PHASE_OVER);
	else
		(void)move(e, to_move);
	return true;
}

/* Writes the list with random counts: one changed a little, or (few) all of them lowered. */
static void
change_list(struct eventful *e, const struct buf *own, unsigned changed, bool few, struct buf *list)
{
	unsigned line = 0;

	buf_clear(list);
	for (const char *p = own->p, *next; *p != '\0'; p = next) {
		size_t word = strcspn(p, " ");
		unsigned long count = strtoul(p + word, NULL, 10);

		next = p + strcspn(p, "\n") + 1;
		if (few && count > 0)
			count = (count + 1 + eventful_pick(e, 3)) / 3;
		else if (line++ == changed)
			count += one_in(e, 2) ? 1 : ULONG_MAX;
		buf_fmt(list, "%.*s %lu\n", (int)word, p, count);
	}
}

/* Makes a custom deck, often for short games. */
static void
make_deck(struct eventful *e, const struct rules *base)
{
	struct buf own = BUF_INIT, list = BUF_INIT;
	struct err err = ERR_INIT;
	unsigned few = one_in(e, 4) ? 0 : 20;

	deck_text(base, "", &own);
	do {
		change_list(e, &own, eventful_pick(e, base->n_cards), few > 0, &list);
		few -= few > 0;
	} while (deck_parse(&e->deck, base, list.p, list.n, &err) < 0);
	buf_release(&own);
	buf_release(&list);
}

/* Sets random options, often the default. */
static void
make_options(struct eventful *e, struct options *o, const struct rules *rules, unsigned players)
{
	o->at[OPTION_FIRST] = (uint8_t)(one_in(e, 3) ? 1 + eventful_pick(e, players) : 0);
	for (const struct option_row *row = rules->options; row != NULL && row->name != NULL;
	     row++) {
		unsigned words = 1;

		while (words < 3 && row->word[0] != NULL && row->word[words] != NULL)
			words++;
		if (one_in(e, 3))
			o->at[row->at] = (uint8_t)(row->word[0] == NULL ?
				1 + eventful_pick(e, players) :
				eventful_pick(e, words - 1) + 1);
		if (row->begins && o->at[OPTION_FIRST] != 0)
			o->at[row->at] = 0;
	}
}

void
eventful_open(struct eventful *e, const struct rules *rules, uint64_t number)
{
	static const uint8_t seed[32] = "eventful games";
	struct host_table_params a = { .rules = rules };
	unsigned players = rules->seats_min +
	    (unsigned)(number % (rules->seats_max - rules->seats_min + 1u));
	const char *name;

	memset(e, 0, sizeof *e);
	eventful_chance(number * 8 + rules->id);
	rng_fast_init(&e->rng, seed, number * 8 + rules->id);
	rng_open(&e->rng.rng, 1, RNG_LOSS);
	e->odd = eventful_pick(e, 9);
	e->greedy = !one_in(e, 4);
	e->audited = a.audited = !one_in(e, 4);
	name = one_in(e, 4) ? "a-very-long-name" : "p";
	if (one_in(e, 2)) {
		make_deck(e, rules);
		a.rules = &e->deck.rules;
	}
	make_options(e, &a.options, rules, players);
	a.clock.limit_s = one_in(e, 2) ? -1 : 60 + (int64_t)eventful_pick(e, 1000000);
	a.clock.sums_up = number % 2 != 0;
	if (a.clock.limit_s >= 0 && number % 3 != 0) {
		e->is_late = 1 + eventful_pick(e, 6);
		a.clock.grace_s = (int64_t)eventful_pick(e, 3600);
		a.clock.misses = (int64_t)eventful_pick(e, 4);
		(void)snprintf(a.clock.late, sizeof a.clock.late, "%s",
		    one_in(e, 2) ? "discard" : "suggest greedy 1");
	}
	a.allow_host_seat = one_in(e, 10);
	a.seated = (uint16_t)(a.audited ? eventful_pick(e, 1u << players) : (1u << players) - 1);
	for (unsigned i = 0; i < SECRET_BYTES; i++)
		a.s[i] = (unsigned char)eventful_pick(e, 256);
	(void)snprintf(e->what, sizeof e->what, "%s, game %llu (%u seats%s%s, %u of 16 odd)",
	    rules->name, (unsigned long long)number, players, a.audited ? "" : ", trusted",
	    deck_is_house(a.rules) ? ", house deck" : "", e->odd);
	table_open_as(&e->t, &a, players, name);
	e->t.all.n = 0;
	{
		struct buf first = BUF_INIT;

		buf_add(&first, e->t.digest.p, e->t.digest.n);
		note_digests(e, &first);
		buf_release(&first);
	}
}

void
eventful_close(struct eventful *e)
{
	if (e->twin != NULL) {
		host_close(e->twin);
		(void)unlink(e->twin_path);
	}
	table_close(&e->t);
	for (unsigned i = 0; i < e->n_old; i++)
		if (e->old[i] != e->t.host)
			seckey_free(e->old[i]);
	for (unsigned i = 0; i < e->t.names.n; i++)
		if (e->t.key[i] != e->t.host)
			seckey_free(e->t.key[i]);
	seckey_free(e->t.host);
	free(e->at);
}
