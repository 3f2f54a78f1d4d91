/*
 * adit of a dishonest host. It reports every recurring order as illegal. `adit read` and `adit
 * audit` of the seat that signed it must find this before the order is revealed. If LIAR_WORDS is
 * set, its digests have other sentences and drawings and another text: number. After a restart it
 * reports that no seat had confirmed. LIAR_BOT says how it plays for bots: `peek` at all cards, with
 * another `seed`, with one iteration (`n`), by a `revision` that nobody else has, or not in the run of
 * the order before (`late`). The linker redirects the calls of admission_choose, digest_body_text,
 * command_add_act, bots_choose, bots_due and bots_option to the functions here.
 */
#include <stdlib.h>
#include <string.h>

#include "core/bot.h"
#include "host/admission.h"
#include "host/bots.h"
#include "host/command.h"
#include "text/orderline.h"
#include "util/mem.h"
#include "wire/digest.h"

int __wrap_admission_choose(const struct table *t, const struct host_state *hs, uint8_t seat,
    const struct order_block *b, const struct drbg *dice, struct turn *turn, struct err *err);
int __real_admission_choose(const struct table *t, const struct host_state *hs, uint8_t seat,
    const struct order_block *b, const struct drbg *dice, struct turn *turn, struct err *err);

int
__wrap_admission_choose(const struct table *t, const struct host_state *hs, uint8_t seat,
    const struct order_block *b, const struct drbg *dice, struct turn *turn, struct err *err)
{
	if (b->turn == TURN_EVERY)
		return err_set(err, ERR_RULE, "not as far as I am concerned");
	return __real_admission_choose(t, hs, seat, b, dice, turn, err);
}

void __wrap_digest_body_text(
    const struct digest *d, const struct digest_content *news, struct buf *out);
void __real_digest_body_text(
    const struct digest *d, const struct digest_content *news, struct buf *out);

void
__wrap_digest_body_text(const struct digest *d, const struct digest_content *news, struct buf *out)
{
	static const char lie[] = "  carl is a saboteur\n";
	struct digest_content lies = *news;
	struct digest other = *d;

	if (getenv("LIAR_WORDS") == NULL) {
		__real_digest_body_text(d, news, out);
		return;
	}
	other.text = DIGEST_WORDING - 1;
	lies.since = lies.table = lies.board = lie;
	if (news->ended != NULL)
		lies.ended = lie;
	__real_digest_body_text(&other, &lies, out);
}

int __wrap_command_add_act(
    struct command *w, const struct host_action *act, struct digest_cause *cause, struct err *err);
int __real_command_add_act(
    struct command *w, const struct host_action *act, struct digest_cause *cause, struct err *err);

int
__wrap_command_add_act(
    struct command *w, const struct host_action *act, struct digest_cause *cause, struct err *err)
{
	struct host_action lie = *act;

	if (act->kind == HOST_ACTION_RESTART) {
		memcpy(lie.confirmed, "-", sizeof "-");
		cause->notes.n = 1;
	}
	return __real_command_add_act(w, &lie, cause, err);
}

static bool
lies_about_bots(const char *how)
{
	const char *is = getenv("LIAR_BOT");

	return is != NULL && strcmp(is, how) == 0;
}

uint8_t __wrap_bots_due(const struct command *w);
uint8_t __real_bots_due(const struct command *w);

uint8_t
__wrap_bots_due(const struct command *w)
{
	return lies_about_bots("late") ? SEAT_NONE : __real_bots_due(w);
}

/* Plays greedily with all cards in view. */
static void
peek(const struct command *w, struct buf *line)
{
	const struct rules *rules = w->t.rules;
	struct order *legal = mem_new(LEGAL_MAX * sizeof *legal);
	struct rng_fast rng;
	struct view v;
	size_t n, i;

	game_view(&w->hs.g, w->hs.g.to_move, &v);
	v.known = w->hs.g;
	n = game_legal(&v.known, legal, LEGAL_MAX);
	rng_fast_init(&rng, w->t.zero.b, 0);
	i = rules->bot->greedy(&v, 1, NULL, legal, n, &rng.rng);
	if (rules->bot->complete != NULL)
		rules->bot->complete(&v, &legal[i]);
	orderline_sort(rules, &legal[i]);
	orderline_text(rules, &w->t.names, &legal[i], line);
	free(legal);
}

int __wrap_bots_choose(const struct command *w, struct buf *line, struct err *err);
int __real_bots_choose(const struct command *w, struct buf *line, struct err *err);

int
__wrap_bots_choose(const struct command *w, struct buf *line, struct err *err)
{
	struct command *lie;
	int result;

	if (lies_about_bots("peek")) {
		peek(w, line);
		return 0;
	}
	lie = mem_new(sizeof *lie);
	memcpy(lie, w, sizeof *lie);
	if (lies_about_bots("seed"))
		lie->t.zero.b[0] ^= 1;
	if (lies_about_bots("n"))
		lie->t.clock.bots.of[w->hs.g.to_move].n = 1;
	if (lies_about_bots("revision"))
		lie->t.clock.bots.of[w->hs.g.to_move].revision =
		    (uint16_t)(lie->t.clock.bots.of[w->hs.g.to_move].revision - 2);
	result = __real_bots_choose(lie, line, err);
	free(lie);
	return result;
}

int __wrap_bots_option(
    const char *s, const struct rules *rules, struct bot_seat *out, struct err *err);
int __real_bots_option(
    const char *s, const struct rules *rules, struct bot_seat *out, struct err *err);

int
__wrap_bots_option(const char *s, const struct rules *rules, struct bot_seat *out, struct err *err)
{
	const int result = __real_bots_option(s, rules, out, err);

	if (result > 0 && lies_about_bots("revision"))
		out->revision = (uint16_t)(out->revision + 2);
	return result;
}
