/* Another table with the settings of an earlier one. */
#include "host/like.h"

#include <string.h>

#include "host/operator.h"
#include "host/table.h"
#include "store/mail_queue.h"
#include "store/mail_setting.h"
#include "text/options.h"
#include "util/mem.h"

static int
take_language(struct like *l, int seat, struct err *err)
{
	struct store_mail_setting set;

	if (store_get_mail_setting(l->h->st, seat, &set, err) < 0)
		return -1;
	memcpy(l->lang[seat], set.lang, sizeof l->lang[seat]);
	if (set.lang[0] != '\0')
		l->a.lang[seat] = l->lang[seat];
	store_mail_setting_release(&set);
	return 0;
}

static int
take_address(void *arg, const struct store_address *row, struct err *err)
{
	struct like *l = arg;

	if (row->seat == STORE_TABLE) {
		buf_str(&l->table_address, buf_cstr(&row->addr));
		l->a.table_address = buf_cstr(&l->table_address);
	} else if (row->seat >= 0 && row->seat < (int)l->a.names.n) {
		if (strcmp(buf_cstr(&row->how), "join") == 0) {
			l->unconfirmed = (uint16_t)(l->unconfirmed | 1u << row->seat);
			return 0;
		}
		buf_str(&l->address[row->seat], buf_cstr(&row->addr));
		l->a.address[row->seat] = buf_cstr(&l->address[row->seat]);
		return take_language(l, row->seat, err);
	}
	return 0;
}

static int
take_operator(struct host *h, struct host_table_params *a, struct err *err)
{
	struct host_remote now;

	if (host_get_remote(h, &now, err) < 0)
		return -1;
	a->has_operator = now.has_operator;
	a->operator_key = now.operator_key;
	a->watchers_open = now.watchers_open;
	return 0;
}

static void
take_table(const struct table *t, const struct digest *first, struct like *out)
{
	struct host_table_params *a = &out->a;

	a->rules = deck_copy(&out->deck, t->rules);
	a->options = first->pub.known.options;
	a->names = t->names;
	memcpy(a->pub, t->pub, sizeof a->pub);
	a->seated = t->seated;
	a->audited = t->audited;
	a->clock = t->clock;
	a->allow_host_seat = t->host_seat;
}

int
like_read(struct host *h, struct like *out, struct err *err)
{
	struct table *t = mem_new(sizeof *t);
	struct digest *first = mem_new(sizeof *first), *last = mem_new(sizeof *last);
	int result;

	memset(out, 0, sizeof *out);
	memset(t, 0, sizeof *t);
	result = table_load(t, h, err);
	if (result == 0)
		result = host_digest(h, 0, first, NULL, NULL, err);
	if (result == 0)
		result = host_digest(h, -1, last, NULL, NULL, err);
	if (result == 0)
		result = host_key_name(h, &out->host_key, err);
	if (result == 0) {
		take_table(t, first, out);
		out->a.custody = last->custody;
		out->bots = last->bots;
		out->h = h;
		result = store_each_address(h->st, take_address, out, err);
	}
	if (result == 0)
		result = take_operator(h, &out->a, err);
	table_wipe(t);
	free(t);
	free(first);
	free(last);
	return result;
}

void
like_release(struct like *l)
{
	buf_release(&l->host_key);
	buf_release(&l->table_address);
	for (unsigned i = 0; i < SEATS_MAX; i++)
		buf_release(&l->address[i]);
}

/* ---- options --------------------------------------------------------------------------------- */

struct merge {
	const struct host_table_params *a;
	const char *const *given;
	unsigned n_given;
	struct options *out;
	struct err *err;
	int result;
};

static void
merge_option(void *arg, const char *name, const char *value)
{
	struct merge *m = arg;
	const size_t n = strlen(name);
	struct buf text = BUF_INIT;

	for (unsigned i = 0; i < m->n_given; i++)
		if (strncmp(m->given[i], name, n) == 0 && m->given[i][n] == '=')
			return;
	buf_fmt(&text, "%s=%s", name, value);
	if (m->result == 0)
		m->result = options_set(m->out, m->a->rules, &m->a->names, text.p, text.n, m->err);
	buf_release(&text);
}

int
like_options(const struct like *l, const struct host_table_params *a, const char *const *given,
    unsigned n_given, struct options *out, struct err *err)
{
	struct merge m = { a, given, n_given, out, err, 0 };

	m.result = options_set_all(out, a->rules, &a->names, given, n_given, err);
	if (m.result == 0 && strcmp(l->a.rules->name, a->rules->name) == 0)
		options_each(&l->a.options, l->a.rules, &l->a.names, merge_option, &m);
	return m.result;
}
