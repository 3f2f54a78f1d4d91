/* The time control of a new table, from texts. */
#include "host/time_options.h"

#include <string.h>

#include "record/keys.h"
#include "bot/policy.h"
#include "util/file.h"
#include "util/slice.h"
#include "util/timestamp.h"
#include "util/zone.h"

enum { ZONE_FILE_MAX = 256 * 1024 };

static int
set_span(const char *option, const char *s, int64_t *seconds, struct err *err)
{
	if (s == NULL || timestamp_span(s, seconds) == 0)
		return 0;
	return err_set(err, ERR_USAGE,
	    "--%s takes a time as 90m, 36h or 3d, up to ten years, not \"%s\"", option, s);
}

/* ---- pauses ---- */

/* Parses DATE or DATE..DATE. */
static int
parse_dates(struct slice w, struct pause *p)
{
	size_t n = w.n < TIMESTAMP_DATE_LEN ? w.n : TIMESTAMP_DATE_LEN;

	if (timestamp_date_parse(w.s, n, &p->first) < 0)
		return -1;
	p->last = p->first;
	if (w.n == n)
		return 0;
	return w.n > n + 2 && memcmp(w.s + n, "..", 2) == 0 ?
	    timestamp_date_parse(w.s + n + 2, w.n - n - 2, &p->last) :
	    -1;
}

/* Inserts a pause, sorted by date. */
static int
add_dates(struct time_control *c, struct pause p, struct slice w, struct err *err)
{
	unsigned at = c->n_pause;

	if (p.last < p.first)
		return err_set(err, ERR_USAGE, "--pause %.*s ends before it begins", (int)w.n, w.s);
	if (p.last - p.first >= TIME_PAUSE_DAYS_MAX)
		return err_set(err, ERR_USAGE, "--pause %.*s is longer than a year", (int)w.n, w.s);
	if (at == TIME_PAUSES_MAX)
		return err_set(err, ERR_USAGE, "more than %d pauses", TIME_PAUSES_MAX);
	for (; at > 0 && c->pause[at - 1].first > p.first; at--)
		c->pause[at] = c->pause[at - 1];
	c->pause[at] = p;
	c->n_pause++;
	if ((at > 0 && c->pause[at - 1].last >= p.first) ||
	    (at + 1u < c->n_pause && p.last >= c->pause[at + 1].first))
		return err_set(err, ERR_USAGE, "--pause %.*s overlaps another", (int)w.n, w.s);
	return 0;
}

static int
set_pause(struct time_control *c, struct slice w, struct err *err)
{
	struct pause p;
	int day = time_control_weekday(w.s, w.n);

	if (day >= 0) {
		c->weekdays = (uint8_t)(c->weekdays | 1u << day);
		return 0;
	}
	if (parse_dates(w, &p) == 0)
		return add_dates(c, p, w, err);
	(void)err_set(
	    err, ERR_USAGE, "--pause takes days, not \"%.*s\"", w.n < 40 ? (int)w.n : 40, w.s);
	return err_hint(err, "as sat,sun or 2026-12-24..2027-01-01");
}

static int
set_pauses(struct time_control *c, const struct opt_list *given, struct err *err)
{
	if (given->n > 0)
		c->weekdays = c->n_pause = 0;
	for (unsigned i = 0; i < given->n; i++) {
		for (const char *s = given->at[i];; s++) {
			struct slice w = { s, strcspn(s, ",") };

			if (set_pause(c, w, err) < 0)
				return -1;
			s += w.n;
			if (*s == '\0')
				break;
		}
	}
	return 0;
}

/* ---- the zone ---- */

/* Reads the rule of a zone from the zone database of the system, such as Europe/Kyiv. */
static int
zone_of_system(
    const char *folder, const char *name, char rule[static TIME_ZONE_MAX + 1], struct err *err)
{
	static const char allowed[] =
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+-/";
	struct buf path = BUF_INIT, file = BUF_INIT;
	struct zone z;
	struct span sp;
	int result;

	/* No dot is allowed, so neither ../ nor hidden files are possible. */
	if (name[0] == '\0' || name[0] == '/' || name[strspn(name, allowed)] != '\0') {
		(void)err_set(err, ERR_USAGE, "\"%s\" is not a time zone", name);
		return err_hint(err, "as Europe/Kyiv or EET-2EEST,M3.5.0/3,M10.5.0/4");
	}
	buf_fmt(&path, "%s/%s", folder, name);
	result = file_read(path.p, ZONE_FILE_MAX, &file, err);
	sp = result == 0 ? zone_footer(buf_cstr(&file), file.n) : (struct span){ 0, 0 };
	if (result < 0) {
		(void)err_wrap(err, "no time zone \"%s\" here", name);
		(void)err_hint(err, "give its rule, as EET-2EEST,M3.5.0/3,M10.5.0/4");
	} else if (sp.n == 0 || sp.n > TIME_ZONE_MAX || zone_parse(file.p + sp.at, sp.n, &z) < 0) {
		result = err_set(
		    err, ERR_USAGE, "the zone file %s has no rule for the years to come", path.p);
		(void)err_hint(err, "give the rule, as EET-2EEST,M3.5.0/3,M10.5.0/4");
	} else {
		memcpy(rule, file.p + sp.at, sp.n);
		rule[sp.n] = '\0';
	}
	buf_release(&file);
	buf_release(&path);
	return result;
}

/* True for a rule without the dates of daylight saving time, for which POSIX has no default. */
static bool
lacks_dates(const char *s)
{
	struct buf whole = BUF_INIT;
	struct zone z;
	bool lacks;

	buf_fmt(&whole, "%s,M3.5.0,M10.5.0", s);
	lacks = zone_parse(whole.p, whole.n, &z) == 0;
	buf_release(&whole);
	return lacks;
}

static int
set_zone(const char *folder, const char *s, char rule[static TIME_ZONE_MAX + 1], struct err *err)
{
	struct zone z;
	struct err why = ERR_INIT;
	size_t n = s != NULL ? strlen(s) : 0;

	if (s == NULL)
		return 0;
	if (n <= TIME_ZONE_MAX && zone_parse(s, n, &z) == 0) {
		memcpy(rule, s, n + 1);
		return 0;
	}
	/* Some old names look like rules: EST5EDT. */
	if (zone_of_system(folder, s, rule, &why) == 0)
		return 0;
	if (lacks_dates(s)) {
		(void)err_set(err, ERR_USAGE,
		    "the rule \"%s\" does not say when daylight saving time begins and ends", s);
		return err_hint(err, "as EET-2EEST,M3.5.0/3,M10.5.0/4");
	}
	*err = why;
	return -1;
}

/* ---- late seats ------------------------------------------------------------------------------ */

/* Sets the option that makes a late policy. The bot of an earlier table may have been of another
 * revision. */
static void
option_of(const char *late, char option[static TIME_LATE_MAX + 1])
{
	struct bot_seat b;

	if (strncmp(late, "suggest", 7) == 0)
		memcpy(option, "suggest", sizeof "suggest");
	else if (bots_policy_parse(late, strlen(late), &b) == 0 && b.kind == BOT_SEARCH)
		(void)snprintf(option, TIME_LATE_MAX + 1, "search:%lu", (unsigned long)b.n);
	else
		memcpy(option, late, strlen(late) + 1);
}

static int
set_late(const struct time_options *o, const struct rules *rules, struct time_control *c,
    struct err *err)
{
	enum { MISSES = 3 };
	char before[TIME_LATE_MAX + 1] = "wait";
	const char *late = o->late != NULL ? o->late : before;
	struct bot_policy policy;

	if (c->late[0] != '\0')
		option_of(c->late, before);

	if (strcmp(late, "wait") == 0) {
		c->late[0] = '\0';
		c->misses = 0;
		return o->misses.given ?
		    err_set(err, ERR_USAGE, "--misses is of no use where --late waits") :
		    0;
	}
	if (strcmp(late, "discard") == 0)
		(void)snprintf(c->late, sizeof c->late, "discard");
	else if (strcmp(late, "suggest") == 0)
		(void)snprintf(c->late, sizeof c->late, "suggest greedy %u", rules->bot->revision);
	else if (bot_policy_parse(late, strlen(late), &policy) == 0 && policy.kind == POLICY_SEARCH)
		(void)snprintf(c->late, sizeof c->late, "search %u %lu",
		    rules->bot->search_revision, (unsigned long)policy.n);
	else
		return err_set(err, ERR_USAGE,
		    "--late takes wait, discard, suggest or search:N with N from 1 to %d, not "
		    "\"%s\"",
		    BOT_SEARCH_MAX, late);
	if (o->misses.given)
		c->misses = o->misses.value;
	else if (o->late != NULL)
		c->misses = MISSES;
	return 0;
}

static bool
is_there(const struct time_control *c, const struct clock_card *card)
{
	for (unsigned i = 0; i < c->n_standby; i++)
		if (strcmp(c->standby[i].sign, card->sign) == 0 ||
		    strcmp(c->standby[i].age, card->age) == 0)
			return true;
	return false;
}

/* Parses --standby: "open", or public key files of allowed players. */
static int
set_standby(const struct opt_list *given, struct time_control *c, struct err *err)
{
	if (given->n > 0) {
		c->standby_open = false;
		c->n_standby = 0;
	}
	for (unsigned i = 0; i < given->n; i++) {
		struct clock_card *card = &c->standby[c->n_standby];
		struct pubkey key;

		if (strcmp(given->at[i], "open") == 0) {
			if (c->standby_open)
				return err_set(err, ERR_USAGE, "--standby open is there twice");
			c->standby_open = true;
			continue;
		}
		if (c->n_standby == PEOPLE_STANDBY_MAX)
			return err_set(err, ERR_USAGE,
			    "more than %d cards with --standby: say open", PEOPLE_STANDBY_MAX);
		if (keys_read_fresh(given->at[i], &key, err) < 0)
			return -1;
		pubkey_sign_text(&key, card->sign);
		pubkey_box_text(&key, card->age);
		if (is_there(c, card))
			return err_set(err, ERR_USAGE, "--standby has two cards with the same key");
		c->n_standby++;
	}
	return 0;
}

int
time_options_read(const struct time_options *o, const struct time_control *base,
    const struct rules *rules, struct time_control *c, struct err *err)
{
	const char *wrong;

	*c = base != NULL ? *base : (struct time_control){ .limit_s = -1 };
	c->sums_up = true;
	if (set_span("limit", o->limit, &c->limit_s, err) < 0 ||
	    set_span("grace", o->grace, &c->grace_s, err) < 0 ||
	    set_span("absence", o->absence, &c->absence_s, err) < 0 ||
	    set_pauses(c, &o->pause, err) < 0 ||
	    set_zone(o->zone_folder, o->zone, c->zone, err) < 0 ||
	    set_span("replace-after", o->replace_after, &c->replace_s, err) < 0 ||
	    set_late(o, rules, c, err) < 0 ||
	    (o->press != NULL && opt_parse_no("press", o->press, &c->no_press, err) < 0) ||
	    set_standby(&o->standby, c, err) < 0)
		return -1;
	/* With the new policy nobody gets away, so what follows of that goes, too. */
	if (o->replace_after == NULL && c->misses == 0)
		c->replace_s = 0;
	if (c->replace_s > 0 && c->misses == 0)
		return err_set(err, ERR_USAGE,
		    "--replace-after is of use only where a seat gets away: --late, and --misses "
		    "above 0");
	wrong = time_control_check(c);
	return wrong != NULL ? err_set(err, ERR_USAGE, "%s", wrong) : 0;
}
