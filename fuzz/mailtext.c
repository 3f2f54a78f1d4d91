/*
 * Mails that adit writes, with tables, names, messages and addresses that the input chooses. Each
 * line is one that every mail program passes on. GMime and adit-letter read what was written: the
 * same headers, and the same digests byte for byte.
 */
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz/fuzz.h"
#include "games/games.h"
#include "mail/compose.h"
#include "mail/message.h"
#include "mail/subject.h"
#include "mailparse/mime_walk.h"
#include "seal/key.h"
#include "util/file.h"
#include "util/lines.h"
#include "util/slice.h"

enum { DIGESTS = 3, PART = 30, COLUMNS = 78, SIG64 = 184 };

struct bytes {
	const uint8_t *p;
	size_t n;
};

/* The content of a mail. */
struct content {
	struct game g;
	struct rng_fast rng;
	struct digest first, d; /* as made; as parsed from the newest text */
	size_t n;
	struct buf text[DIGESTS], own; /* as the host wrote them; as the seat gets them */
	struct digest_layout at[DIGESTS];
	struct compose_digest digest[DIGESTS];
	char table[MAIL_ADDRESS_MAX + 1], to[MAIL_ADDRESS_MAX + 1], kind[MESSAGE_KIND_MAX + 1];
	struct buf answer, reply;
	struct compose c;
};

static unsigned
next(struct bytes *b)
{
	if (b->n == 0)
		return 0;
	b->n--;
	return *b->p++;
}

/* Appends 1 to max characters of `from`. */
static void
put_word(struct bytes *b, const char *from, unsigned max, struct buf *out)
{
	for (unsigned n = 1 + next(b) % max; n > 0; n--)
		buf_chr(out, from[next(b) % strlen(from)]);
}

/* Appends text as people write it, with characters that have a meaning in mail, and without surplus
 * blanks. */
static void
put_words(struct bytes *b, unsigned max, struct buf *out)
{
	static const char *const piece[] = { "a", "Z", "=", "=3D", " x", " .", "From", " From x",
		"\\", "\xc3\xa4", "\xe2\x9b\x8f", "\xf0\x9f\x90\x89", "--=_adit", "-----BEGIN",
		"?=", "=?utf-8?q?", "Bcc:", ">", "~", " adit-digest v3" };
	const size_t from = out->n;

	for (unsigned n = next(b) % max; n > 0; n--) {
		const char *s = piece[next(b) % (sizeof piece / sizeof piece[0])];

		buf_str(out, s + (out->n == from && s[0] == ' '));
	}
}

static void
make_address(struct bytes *b, char out[static MAIL_ADDRESS_MAX + 1])
{
	static const char atom[] = "abcXYZ0189!#$%&'*+/=?^_{|}~-";
	struct buf text = BUF_INIT;

	buf_chr(&text, 'x');
	put_word(b, atom, PART, &text);
	buf_chr(&text, '.');
	put_word(b, atom, PART, &text);
	buf_chr(&text, '@');
	put_word(b, atom, PART, &text);
	if (next(b) % 2 != 0) {
		buf_chr(&text, '.');
		put_word(b, atom, PART, &text);
	}
	MUST(mail_address_is_ok(text.p, text.n));
	memcpy(out, text.p, text.n + 1);
	buf_release(&text);
}

/* ---- a table ------------------------------------------------------------------------------------ */

static void
name_seats(struct bytes *b, struct digest *d, unsigned seats)
{
	struct err none = ERR_INIT;
	struct buf text = BUF_INIT;

	for (unsigned i = 0; i < seats; i++) {
		buf_clear(&text);
		buf_fmt(&text, "%c", 'a' + next(b) % 26);
		put_word(b, "abcxyz019-_", NAME_MAX_LEN - 1, &text);
		if (names_add(&d->names, text.p, text.n, &none) == 0)
			continue;
		buf_clear(&text);
		buf_fmt(&text, "p%u-", i);
		MUST(names_add(&d->names, text.p, text.n, &none) == 0);
	}
	for (unsigned i = 0; i < seats; i++) {
		buf_clear(&text);
		put_words(b, 20, &text);
		/* Most are too long, or look like another name. */
		(void)names_display(&d->names, (uint8_t)i, buf_cstr(&text), text.n, &none);
	}
	buf_release(&text);
}

static void
start(struct bytes *b, struct content *m, const struct seckey *key, struct events *ev)
{
	const struct options options = { 0 };
	struct digest *d = &m->first;
	struct buf game = BUF_INIT;
	const uint8_t seed[32] = { (uint8_t)next(b) };
	const struct rules *rules;
	unsigned n_rules = 0, seats;

	while (rules_all[n_rules] != NULL)
		n_rules++;
	rules = rules_all[next(b) % n_rules];
	seats = rules->seats_min + next(b) % (unsigned)(rules->seats_max - rules->seats_min + 1);
	rng_fast_init(&m->rng, seed, 0);
	game_init(&m->g, rules, (uint8_t)seats, &options);
	ev->n = 0;
	game_deal(&m->g, &m->rng.rng, ev);
	buf_chr(&game, 'g');
	put_word(b, "abcxyz019-", 15, &game);
	memcpy(d->game, game.p, game.n + 1);
	buf_release(&game);
	name_seats(b, d, seats);
	d->n = 1 + next(b);
	d->time = (int64_t)next(b) << next(b) % 25;
	d->due = d->clock.limit_s = -1;
	d->dealing = DIGEST_DEALING_TRUSTED;
	d->text = DIGEST_WORDING;
	pubkey_sign_text(&key->pub, d->host_sign);
	pubkey_box_text(&key->pub, d->host_age);
}

/* Prints a digest with these events. */
static void
print(struct bytes *b, struct content *m, const struct events *ev)
{
	struct digest *d = &m->first;
	struct buf *text = &m->text[m->n], said = BUF_INIT, armor = BUF_INIT;
	struct notes notes = { .n = 0 };
	const struct digest_content news = {
		.ev = ev, .notes = &notes, .reason = "", .keep = "QUJD"
	};
	char sig64[SIG64 + 1] = "";
	struct err err = ERR_INIT;
	size_t at = 0;

	game_view(&m->g, SEAT_NONE, &d->pub);
	put_words(b, 40, &said);
	if (said.n > 0)
		note_add(&notes, (struct note){ .kind = NOTE_SAID, .text = { said.p, said.n } });
	digest_body_text(d, &news, text);
	digest_views_text(d, text);
	memset(sig64, 'A', SIG64);
	digest_sig_text(sig64, text);
	digest_head_text(d->prev, d->n > 0 ? d->prev : NULL, text);
	for (unsigned i = 0; i < d->names.n; i++) {
		buf_clear(&armor);
		buf_str(&armor, "-----BEGIN AGE ENCRYPTED FILE-----\n");
		buf_fill(&armor, (char)('A' + next(b) % 26), 64);
		buf_str(&armor, "\n-----END AGE ENCRYPTED FILE-----\n");
		digest_for_text(d->names.seat[i], armor.p, armor.n, text);
	}
	MUST(digest_next(text->p, text->n, &at, &m->at[m->n], &err) == 1);
	MUST(digest_parse(rules_all, text->p, &m->at[m->n], &m->d, &err) == 0);
	m->digest[m->n] = (struct compose_digest){ d->n, text->p, text->n, &m->at[m->n] };
	m->n++;
	d->n++;
	buf_release(&said);
	buf_release(&armor);
}

static void
play(struct bytes *b, struct content *m, struct events *ev)
{
	static struct order legal[LEGAL_MAX];

	for (unsigned turns = next(b); turns > 0 && m->g.phase != PHASE_OVER; turns--) {
		const size_t n = game_legal(&m->g, legal, LEGAL_MAX);

		MUST(n > 0);
		ev->n = 0;
		MUST(game_apply_all(&m->g, &legal[next(b) % n], 1, &m->rng.rng, ev,
			 &(unsigned){ 0 }) == VERDICT_OK);
	}
}

/* ---- a mail ------------------------------------------------------------------------------------- */

static void
fill(struct bytes *b, struct content *m)
{
	static const unsigned char s[SECRET_BYTES];
	const char *const kind[] = { "", "h", "r" };
	const unsigned which = next(b) % 3;

	make_address(b, m->table);
	make_address(b, m->to);
	if (which != 0) {
		message_kind(kind[which][0], (int64_t)next(b) << next(b) % 50, m->kind);
		buf_str(&m->answer,
		    which == 1 ? "There is no order in your mail." : "adit-receipt v1\n");
		if (which == 2)
			put_words(b, 60, &m->answer);
	}
	if (next(b) % 2 != 0) {
		buf_str(&m->reply, "<");
		put_word(b, "aZ0!#$%&'*+/=?^_{|}~-.\"\\[]():;,", 120, &m->reply);
		buf_str(&m->reply, "@x>");
		MUST(message_id_is_ok(m->reply.p, m->reply.n));
	}
	m->c = (struct compose){ .s = s,
		.table = m->table,
		.to = m->to,
		.seat = (uint8_t)(next(b) % m->d.names.n),
		.n_taken = next(b) % 3,
		.kind = m->kind,
		.in_reply_to = buf_cstr(&m->reply),
		.answer = which != 0 ? m->answer.p : NULL,
		.made = m->first.time,
		.round_n = m->d.n - (int64_t)(next(b) % 4 % (unsigned)(m->d.n + 1)),
		.newest = &m->d,
		.n_digests = m->n,
		.digest = m->digest };
}

static void
check_lines(const struct buf *mail)
{
	struct lines l = { mail->p, mail->n, 0, 1 };
	struct slice line;

	while (lines_next(&l, &line.s, &line.n)) {
		MUST(line.n <= COLUMNS || memchr(line.s, ' ', line.n) == NULL ||
		    slice_starts(line, "From:") || slice_starts(line, "References:") ||
		    slice_starts(line, "In-Reply-To:") || slice_starts(line, "To:") ||
		    slice_starts(line, "List-Id:") || slice_starts(line, "Message-ID:") ||
		    slice_starts(line, "X-Adit:") || line.s[0] == ' ' ||
		    slice_starts(line, "Content-"));
		MUST(line.n <= 998 && !slice_starts(line, "From ") && !slice_is(line, "."));
		for (size_t i = 0; i < line.n; i++)
			MUST(line.s[i] >= ' ' && line.s[i] <= '~');
	}
	MUST(l.at >= mail->n);
}

/* Checks the headers that GMime reads. */
static void
check_head(const struct content *m, const struct buf *id, const struct buf *mail)
{
	GMimeStream *stream = g_mime_stream_mem_new_with_buffer(mail->p, mail->n);
	GMimeParser *parser = g_mime_parser_new_with_stream(stream);
	GMimeMessage *message = g_mime_parser_construct_message(parser, NULL);
	struct buf want = BUF_INIT;
	GDateTime *date;

	MUST(message != NULL);
	buf_fmt(&want, "<%s>", g_mime_message_get_message_id(message));
	MUST(strcmp(want.p, id->p) == 0);
	MUST(strstr(g_mime_message_get_subject(message), subject_title(&m->d)) != NULL);
	date = g_mime_message_get_date(message);
	MUST(date != NULL && g_date_time_to_unix(date) == m->c.made);
	g_object_unref(message);
	g_object_unref(parser);
	g_object_unref(stream);
	buf_release(&want);
}

/* Checks the frames of adit-letter. */
static void
check_letter(struct content *m, const struct buf *id, const struct mail_message *l)
{
	const bool is_receipt = m->kind[0] == 'r';
	struct frame *f = l->frames;
	struct lines part;
	struct slice line;

	MUST(l->whole && l->automatic && strcmp(l->from, m->table) == 0);
	MUST(strcmp(l->message_id, id->p) == 0);
	if (m->reply.n > 0) {
		size_t at = 0;

		MUST(mail_message_next_id(l, &at, &line) && slice_is(line, m->reply.p));
	}
	MUST(l->count == 3);
	MUST(f[0].kind == FRAME_HEAD && f[1].kind == FRAME_TEXT);
	part = (struct lines){ l->out.p + f[1].bytes.at, f[1].bytes.n, 0, 1 };
	while (lines_next(&part, &line.s, &line.n))
		MUST(!slice_starts(line, "-----") && !slice_starts(line, "adit-"));
	/* The receipt, or all digests in one file. */
	if (is_receipt)
		buf_add(&m->own, m->answer.p, m->answer.n);
	for (size_t i = 0; i < m->n && !is_receipt; i++)
		digest_for_seat(m->text[i].p, &m->at[i], &m->first.names, m->c.seat, &m->own);
	MUST(f[2].kind == FRAME_TEXT && f[2].is_attached && f[2].bytes.n == m->own.n &&
	    memcmp(l->out.p + f[2].bytes.at, m->own.p, m->own.n) == 0);
}

static void
check(struct content *m)
{
	static int fd = -1;
	struct buf mail = BUF_INIT, id = BUF_INIT, out = BUF_INIT;
	struct frames frames;
	struct mail_message l;

	if (fd < 0) {
		fd = memfd_create("frames", MFD_CLOEXEC);
		MUST(fd >= 0);
		g_mime_init();
	}
	compose_message_id(&m->c, &id);
	compose_mail(&m->c, &mail);
	check_lines(&mail);
	check_head(m, &id, &mail);
	MUST(ftruncate(fd, 0) == 0 && lseek(fd, 0, SEEK_SET) == 0);
	frames = frames_to(fd);
	mime_walk_message(mail.p, mail.n, &frames);
	MUST(!frames.broken);
	MUST(lseek(fd, 0, SEEK_SET) == 0 && file_get(fd, FRAMES_MAX, &out) == 0);
	mail_message_frames(&l, out.p, out.n);
	check_letter(m, &id, &l);
	mail_message_free(&l);
	buf_release(&out);
	buf_release(&id);
	buf_release(&mail);
}

bool
fuzz_try(const uint8_t *p, size_t n)
{
	static struct seckey *key;
	static struct events ev;
	static struct content m;
	struct bytes b = { p, n };
	struct err err = ERR_INIT;

	if (key == NULL) {
		MUST(seal_init(&err) == 0);
		key = seckey_new(&err);
		MUST(key != NULL && seckey_make(key, &err) == 0);
	}
	m = (struct content){ .n = 0 };
	start(&b, &m, key, &ev);
	for (unsigned pages = 1 + next(&b) % DIGESTS; pages > 0; pages--) {
		play(&b, &m, &ev);
		print(&b, &m, &ev);
	}
	fill(&b, &m);
	check(&m);
	for (size_t i = 0; i < DIGESTS; i++)
		buf_release(&m.text[i]);
	buf_release(&m.own);
	buf_release(&m.answer);
	buf_release(&m.reply);
	return true;
}
