/*
 * Reads lines with src/term, for tests/play/term.t, and prints them after "got: ".
 *
 *	lines [-a] [-p] [-t] [-w FIFO] [-s SECONDS] | -v
 *
 * -v: print the name of the line editor. -a: 7 bits. -p: the plain prompt. -t: read /dev/tty, not
 * standard input. -w: wake on input from a FIFO, which is printed. -s: print a line after SECONDS
 * without a key.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "term/term.h"

struct given {
	struct term_options want;
	int fifo, seconds;
};

static void
words(void *arg, const char *before, term_add *add, void *to)
{
	static const char *const verb[] = { "place", "plan", "say", "bad word", "es\033cape",
		"größe" };
	static const char *const card[] = { "north", "south" };

	(void)arg;
	if (*before == '\0')
		for (size_t i = 0; i < sizeof verb / sizeof *verb; i++)
			add(to, verb[i]);
	if (strcmp(before, "place ") == 0)
		for (size_t i = 0; i < sizeof card / sizeof *card; i++)
			add(to, card[i]);
}

static void
put(struct term *t, const char *label, const char *text, size_t n)
{
	struct buf out = BUF_INIT;

	buf_str(&out, label);
	buf_add(&out, text, n);
	buf_chr(&out, '\n');
	term_put(t, out.p, out.n);
	buf_release(&out);
}

static bool
answer(struct term *t, const struct buf *line)
{
	char size[64];

	if (strcmp(buf_cstr(line), "ask") == 0)
		put(t, "answer: ", term_ask(t, "Is it %s?", "so") ? "y" : "n", 1);
	else if (strcmp(buf_cstr(line), "size") == 0)
		put(t, "size: ", size,
		    (size_t)snprintf(size, sizeof size, "%ux%u", term_columns(t), term_rows(t)));
	else if (strcmp(buf_cstr(line), "bell") == 0)
		term_bell(t);
	else if (line->n > 200)
		put(t, "long: ", size, (size_t)snprintf(size, sizeof size, "%zu", line->n));
	else
		put(t, "got: ", buf_cstr(line), line->n);
	return strcmp(buf_cstr(line), "quit") != 0;
}

static int
talk(struct term *t, const struct given *g)
{
	struct buf line = BUF_INIT;
	bool more = true;

	term_complete(t, words, NULL);
	while (more) {
		char news[4096];
		ssize_t n;

		switch (term_read(t, "order> ", g->fifo, g->seconds, &line)) {
		case TERM_LINE:
			more = answer(t, &line);
			break;
		case TERM_WOKEN:
			n = read(g->fifo, news, sizeof news);
			put(t, "news: ", news, n > 0 ? (size_t)n : 0);
			break;
		case TERM_TIME:
			put(t, "time", "", 0);
			break;
		case TERM_END:
			more = false;
			break;
		}
	}
	buf_release(&line);
	return term_signal(t);
}

int
main(int argc, char **argv)
{
	struct given g = { { 0, 1, false, false, getenv("TERM") }, -1, 0 };
	struct err err = ERR_INIT;
	struct term *t;
	int option, number;

	while ((option = getopt(argc, argv, "aptvw:s:")) >= 0) {
		if (option == 'v')
			return puts(term_editor() != NULL ? term_editor() : "none") < 0;
		g.want.ascii = g.want.ascii || option == 'a';
		g.want.plain = g.want.plain || option == 'p';
		g.want.in = option == 't' ? -1 : g.want.in;
		if (option == 'w' && (g.fifo = open(optarg, O_RDWR | O_NONBLOCK)) < 0)
			return 99;
		if (option == 's')
			g.seconds = (int)strtol(optarg, NULL, 10);
	}
	if (term_open(&t, &g.want, &err) < 0) {
		fprintf(stderr, "%s\n", err.msg);
		return err.code == ERR_USAGE ? 2 : 98;
	}
	number = talk(t, &g);
	term_close(t);
	if (g.fifo >= 0)
		(void)close(g.fifo);
	if (number != 0) {
		fprintf(stderr, "ended by %d\n", number);
		(void)raise(number);
	}
	return 0;
}
