/*
 * The mine: its part of a determinization (core/sample.h).
 */
#include "core/sample.h"
#include "games/mine/mine.h"

enum { TOOLS = TOOL_CART | TOOL_LAMP | TOOL_PICKAXE };

/* Returns the number of seats with each broken tool, one byte per tool. */
static uint32_t
count_broken(const struct game *known)
{
	static const uint32_t each[TOOLS + 1] = { 0x000000, 0x000001, 0x000100, 0x000101, 0x010000,
		0x010001, 0x010100, 0x010101 };
	uint32_t n = 0;

	for (unsigned s = 0; s < known->n_seats; s++)
		n += each[known->seat[s].broken & TOOLS];
	return n;
}

/* The first card that breaks a tool is the one in front of the seat (mine_broken_card). */
void
mine_sample_front(const struct sample *s, uint8_t *open)
{
	const struct game *known = &s->v->known;
	const struct knowledge_rows *rows = &s->seen->rows[CARD_ACTION];
	uint32_t n = count_broken(known);

	for (unsigned c = rows->from; n != 0 && c < rows->to; c++) {
		const struct card_def *def = &known->rules->card[c];

		if (def->action != ACTION_BREAK)
			continue;
		for (unsigned tool = 0, bits = def->tools; bits != 0; tool += 8, bits >>= 1) {
			if ((bits & 1u) == 0)
				continue;
			open[c] = (uint8_t)(open[c] + (n >> tool & 0xff));
			n &= ~(UINT32_C(0xff) << tool);
		}
	}
}
