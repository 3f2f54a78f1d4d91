/*
 * adit of a dishonest host. It reports every recurring order as illegal. `adit read` and `adit
 * audit` of the seat that signed it must find this before the order is revealed. If LIAR_WORDS is
 * set, its digests have other sentences and drawings and another text: number. After a restart it
 * reports that no seat had confirmed. The linker redirects the calls of admission_choose,
 * digest_body_text and command_add_act to the functions here.
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
