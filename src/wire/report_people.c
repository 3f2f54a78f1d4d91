#include "wire/report_people.h"

void
report_seats(struct printer *p, const char *key, const struct digest *d, uint16_t bits)
{
	print_open_list(p, key);
	for (uint8_t seat = 0; seat < d->names.n; seat++)
		if ((bits & 1u << seat) != 0)
			print_text(p, NULL, NULL, names_seat(&d->names, seat));
	print_close(p);
}

static void
print_missed(struct printer *p, const struct digest *d, uint8_t seat, uint32_t turns)
{
	if (turns == 0)
		return;
	print_open(p, NULL);
	print_text(p, "seat", NULL, d->names.seat[seat]);
	print_number(p, "turns", NULL, turns);
	print_close(p);
}

static void
print_absent(struct printer *p, const struct digest *d)
{
	print_open_list(p, "absent");
	for (uint8_t i = 0; i < d->names.n; i++)
		for (unsigned k = 0; k < d->people.n_absent[i]; k++) {
			print_open(p, NULL);
			print_text(p, "seat", NULL, d->names.seat[i]);
			print_time(p, "from", NULL, d->people.absent[i][k].from);
			print_time(p, "until", NULL, d->people.absent[i][k].until);
			print_close(p);
		}
	print_close(p);
}

static void
print_votes(struct printer *p, const struct digest *d)
{
	struct buf on = BUF_INIT;

	print_open_list(p, "votes");
	for (unsigned i = 0; i < d->people.proposals.n; i++) {
		const struct proposal *b = &d->people.proposals.at[i];

		buf_clear(&on);
		vote_on_text(&d->names, &b->on, &on);
		print_open(p, NULL);
		print_text(p, "on", NULL, on.p);
		print_number(p, "since", NULL, b->since);
		print_text(p, "by", NULL, names_seat(&d->names, b->by));
		print_number(p, "need", NULL, b->need);
		report_seats(p, "yes", d, b->yes);
		report_seats(p, "no", d, b->no);
		print_close(p);
	}
	print_close(p);
	buf_release(&on);
}

static void
print_standby(struct printer *p, const struct digest *d)
{
	print_open_list(p, "standby");
	for (unsigned i = 0; i < d->people.n_standby; i++) {
		print_open(p, NULL);
		print_number(p, "since", NULL, d->people.standby[i].since);
		print_text(p, "sign", NULL, d->people.standby[i].sign);
		print_text(p, "age", NULL, d->people.standby[i].age);
		print_close(p);
	}
	print_close(p);
}

static void
print_leaving(struct printer *p, const struct digest *d)
{
	print_open_list(p, "leaving");
	for (uint8_t i = 0; i < d->names.n; i++) {
		if (d->people.leaving[i] == 0)
			continue;
		print_open(p, NULL);
		print_text(p, "seat", NULL, d->names.seat[i]);
		print_number(p, "since", NULL, d->people.leaving[i]);
		print_close(p);
	}
	print_close(p);
	print_open_list(p, "gone");
	for (uint8_t i = 0; i < d->names.n; i++) {
		if (d->people.gone[i] == 0)
			continue;
		print_open(p, NULL);
		print_text(p, "seat", NULL, d->names.seat[i]);
		print_time(p, "since", NULL, d->people.gone[i]);
		print_close(p);
	}
	print_close(p);
}

/* {"rounds":2,"scores":{"anna":[3,5]},"broke":[{"by":...,"seat":...,"tools":1}],"missed":[{...}]} */
void
report_summary(struct printer *p, const struct digest *d)
{
	const struct summary *s = &d->summary;

	if (!d->has_summary)
		return;
	print_open(p, "summary");
	print_number(p, "rounds", NULL, s->rounds);
	print_open(p, "scores");
	for (uint8_t i = 0; i < d->names.n; i++) {
		print_open_list(p, d->names.seat[i]);
		for (unsigned r = 0; r < s->rounds; r++)
			print_number(p, NULL, NULL, s->score[r][i]);
		print_close(p);
	}
	print_close(p);
	print_open_list(p, "broke");
	for (unsigned i = 0; i < d->names.n * d->names.n; i++) {
		const unsigned by = i / d->names.n, seat = i % d->names.n;

		if (s->broke[by][seat] == 0)
			continue;
		print_open(p, NULL);
		print_text(p, "by", NULL, d->names.seat[by]);
		print_text(p, "seat", NULL, d->names.seat[seat]);
		print_number(p, "tools", NULL, s->broke[by][seat]);
		print_close(p);
	}
	print_close(p);
	print_open_list(p, "missed");
	for (uint8_t i = 0; i < d->names.n; i++)
		print_missed(p, d, i, s->missed[i]);
	print_close(p);
	print_close(p);
}

const char *
report_joined(const struct language *lang, const struct digest *d, unsigned seat)
{
	if (d->has_reveal[seat])
		return language_text(lang, MSG("seat", "has confirmed"));
	if (d->has_commit[seat])
		return language_text(lang, MSG("seat", "has joined"));
	return language_text(lang,
	    d->seat_sign[seat][0] != '\0' ? MSG("seat", "is expected") : MSG("seat", "is free"));
}

void
report_away(const struct language *lang, const struct digest *d, unsigned seat,
    void (*put_time)(int64_t t, struct buf *out), struct buf *out)
{
	const struct people *p = &d->people;
	struct buf from = BUF_INIT, until = BUF_INIT;

	if (p->missed[seat] > 0)
		language_fmt_n(lang, out, p->missed[seat],
		    MSG_N("seat", ", has missed %u turn", ", has missed %u turns in a row"),
		    (unsigned)p->missed[seat]);
	for (unsigned i = 0; i < p->n_absent[seat]; i++) {
		if (p->absent[seat][i].until <= d->time)
			continue;
		buf_clear(&from);
		buf_clear(&until);
		put_time(p->absent[seat][i].from, &from);
		put_time(p->absent[seat][i].until, &until);
		language_fmt(lang, out, MSG("seat", ", absent from %s to %s"), buf_cstr(&from),
		    buf_cstr(&until));
	}
	if (p->leaving[seat] > 0)
		buf_str(out, language_text(lang, MSG("seat", ", leaves")));
	if (p->gone[seat] > 0) {
		buf_clear(&from);
		put_time(p->gone[seat], &from);
		language_fmt(lang, out, MSG("seat", ", away since %s"), buf_cstr(&from));
	}
	buf_release(&from);
	buf_release(&until);
}

void
report_people(struct printer *p, const struct digest *d)
{
	if (!d->has_people)
		return;
	print_open(p, "people");
	print_time(p, "began", NULL, d->people.began);
	print_number(p, "extended", NULL, d->people.extended_s);
	print_open_list(p, "missed");
	for (uint8_t i = 0; i < d->names.n; i++)
		print_missed(p, d, i, d->people.missed[i]);
	print_close(p);
	print_absent(p, d);
	print_votes(p, d);
	print_standby(p, d);
	print_leaving(p, d);
	print_close(p);
}
