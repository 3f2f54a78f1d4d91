/*
 * adit of a host that lies.  It says of every order for every turn that it is not possible now: `adit read` and
 * `adit audit` of who has signed it must find that, before it is revealed.  And where LIAR_WORDS is set, its digests
 * have other sentences and drawings, of another number.  Where it begins the deal again it says that nobody had
 * confirmed.  The linker hands each call of admission_choose, digest_body_text and command_add_act to those here.
 */
#include <stdlib.h>
#include <string.h>

#include "host/admission.h"
#include "host/command.h"
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
