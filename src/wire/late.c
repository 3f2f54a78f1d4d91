#include "wire/late.h"

#include "util/slice.h"

static const char suggest[] = "suggest greedy ";

/* Returns 0; -1 if this is not a policy. */
static int
parse(const char *words, enum late_policy *policy, int64_t *revision)
{
	const struct slice w = { words, strlen(words) };

	*revision = 0;
	*policy = LATE_DISCARD;
	if (w.n == 0)
		*policy = LATE_WAIT;
	if (w.n == 0 || slice_is(w, "discard"))
		return 0;
	*policy = LATE_SUGGEST;
	return slice_starts(w, suggest) ? number_parse_range(w.s + strlen(suggest),
					      w.n - strlen(suggest), 1, UINT16_MAX, revision) :
					  -1;
}

int
late_policy_of(const struct time_control *c, const struct rules *rules, enum late_policy *policy,
    struct err *err)
{
	int64_t revision;

	if (parse(c->late, policy, &revision) == 0 &&
	    late_policy_is_supported(rules, *policy, (unsigned)revision))
		return 0;
	(void)err_set(err, ERR_PENDING,
	    "this adit cannot play for players who are late as digest 0 says: \"%s\"", c->late);
	return err_hint(err, "another version of adit can");
}

bool
late_is_away(const struct time_control *c, const struct people *p, uint8_t seat)
{
	return c->late[0] != '\0' && c->misses > 0 && p->missed[seat] >= (uint64_t)c->misses;
}

bool
late_plays_at_once(const struct time_control *c, const struct people *p, const struct game *g)
{
	if (g->to_move == SEAT_NONE || !late_is_away(c, p, g->to_move))
		return false;
	for (uint8_t s = 0; s < g->n_seats; s++)
		if (!g->seat[s].resigned && !late_is_away(c, p, s))
			return true;
	return false;
}
