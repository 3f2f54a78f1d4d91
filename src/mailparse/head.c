/*
 * Header fields: sender, what the mail answers, and signs of an automatic mail.
 *
 * (H1) A line of the frame is a field. Values contain only printable ASCII.
 */
#include "mailparse/head.h"

#include <string.h>

#include "mailparse/mime_walk.h"
#include "util/buf.h"

/* In output order: the message answered directly precedes the rest of the thread. */
static const char *const wanted[] = { "Auto-Submitted", "Return-Path", "From", "Message-ID",
	"Precedence", "List-Id", "List-Post", "List-Help", "List-Unsubscribe", "List-Subscribe",
	"List-Archive", "List-Owner", "Mailing-List", "X-Mailing-List", "X-Loop", "X-Autoreply",
	"X-Autorespond", "X-Autoresponse", "X-Failed-Recipients", "X-Auto-Response-Suppress",
	"Content-Type", "Subject", "In-Reply-To", "References", "Content-Language" };
enum { WANTED = sizeof wanted / sizeof wanted[0] };

struct head {
	struct buf text;
	unsigned fields;
};

/* Appends a field. Of a value that is too long only the end is kept, from a whole id or from a
 * blank on. */
static void
add_field(struct head *h, const char *name, const char *value)
{
	size_t n = strlen(value), room = HEAD_LINE - strlen(name) - 2;
	bool blank = true;

	if (h->fields >= HEAD_FIELDS)
		return;
	h->fields++;
	buf_fmt(&h->text, "%s:", name);
	if (n > room) {
		const char *cut = value + n - room;
		const char *id = strchr(cut, '<');

		if (strcmp(name, "References") == 0)
			value = id == NULL ? "" : id;
	}
	for (size_t i = 0; i < room && value[i] != '\0'; i++) {
		char c = value[i];

		if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
			blank = true;
			continue;
		}
		if (blank)
			buf_chr(&h->text, ' ');
		blank = false;
		buf_chr(&h->text, (char)(c > ' ' && c <= '~' ? c : '?'));
	}
	buf_chr(&h->text, '\n');
}

/* No address of adit has other characters, and with '?' in their place it would be another one. */
static bool
is_ascii(const char *s)
{
	while (*s > ' ' && *s <= '~')
		s++;
	return *s == '\0';
}

static void
add_mailboxes(struct head *h, InternetAddressList *list)
{
	int count = list == NULL ? 0 : internet_address_list_length(list);

	for (int i = 0; i < count && h->fields < HEAD_FIELDS; i++) {
		InternetAddress *one = internet_address_list_get_address(list, i);

		if (INTERNET_ADDRESS_IS_MAILBOX(one)) {
			const char *addr = internet_address_mailbox_get_addr(
			    INTERNET_ADDRESS_MAILBOX(one));

			add_field(h, "From-Address", addr == NULL || !is_ascii(addr) ? "" : addr);
		} else {
			/* A group has no address. */
			add_field(h, "From-Address", "");
		}
	}
}

static void
add_from(struct head *h, const char *value)
{
	InternetAddressList *list;

	if (strlen(value) > HEAD_FROM_MAX) {
		add_field(h, "From-Address", "");
		return;
	}
	list = internet_address_list_parse(NULL, value);
	add_mailboxes(h, list);
	if (list != NULL)
		g_object_unref(list);
}

/* True for the only subject that is of interest: that of mail/watch.h. */
static bool
ends_watching(const char *value)
{
	static const char begin[] = "adit-unwatch ";

	value += strspn(value, " \t");
	return strncmp(value, begin, sizeof begin - 1) == 0;
}

static void
add_fields(struct head *h, GMimeObject *object, const char *name)
{
	GMimeHeaderList *list = g_mime_object_get_header_list(object);
	int count = g_mime_header_list_get_count(list);

	for (int i = 0; i < count && h->fields < HEAD_FIELDS; i++) {
		GMimeHeader *header = g_mime_header_list_get_header_at(list, i);
		const char *value;

		if (g_ascii_strcasecmp(g_mime_header_get_name(header), name) != 0)
			continue;
		value = g_mime_header_get_raw_value(header);
		if (value == NULL)
			continue;
		if (strcmp(name, "From") == 0)
			add_from(h, value);
		else if (strcmp(name, "Subject") == 0 && !ends_watching(value))
			continue;
		else
			add_field(h, name, value);
		if (strcmp(name, "Content-Language") == 0)
			break;
	}
}

/* ---- delivery reports --------------------------------------------------------------------------- */

/* Finds the field "NAME:" in text, with its continuation lines. */
static bool
find_field(const char *text, const char *name, struct buf *value)
{
	size_t n = strlen(name);

	while (text != NULL) {
		const char *end = strchr(text, '\n');

		if (g_ascii_strncasecmp(text, name, n) == 0 && text[n] == ':') {
			while (end != NULL && (end[1] == ' ' || end[1] == '\t'))
				end = strchr(end + 1, '\n');
			buf_clear(value);
			buf_add(value, text + n + 1,
			    (end == NULL ? strlen(text) : (size_t)(end - text)) - n - 1);
			return true;
		}
		text = end == NULL ? NULL : end + 1;
	}
	return false;
}

/* Appends Action and Status of the first recipient that has them. */
static void
add_status(struct head *h, GMimeObject *part)
{
	struct buf text = BUF_INIT, value = BUF_INIT;

	mime_walk_decode(GMIME_PART(part), &text);
	if (find_field(buf_cstr(&text), "Action", &value))
		add_field(h, "Action", buf_cstr(&value));
	if (find_field(buf_cstr(&text), "Status", &value))
		add_field(h, "Status", buf_cstr(&value));
	buf_release(&text);
	buf_release(&value);
}

/* Appends the Message-ID of the returned message or header. */
static void
add_returned(struct head *h, GMimeObject *part)
{
	struct buf text = BUF_INIT, value = BUF_INIT;

	if (GMIME_IS_MESSAGE_PART(part)) {
		GMimeMessage *message = g_mime_message_part_get_message(GMIME_MESSAGE_PART(part));

		if (message != NULL)
			add_fields(h, GMIME_OBJECT(message), "Message-ID");
	} else if (GMIME_IS_PART(part)) {
		mime_walk_decode(GMIME_PART(part), &text);
		if (find_field(buf_cstr(&text), "Message-ID", &value))
			add_field(h, "Message-ID", buf_cstr(&value));
	}
	buf_release(&text);
	buf_release(&value);
}

static void
put_bounce(GMimeMultipart *report, struct frames *f)
{
	struct head h = { BUF_INIT, 0 };
	int count = g_mime_multipart_get_count(report);

	for (int i = 0; i < count && i < WALK_LEAVES; i++) {
		GMimeObject *part = g_mime_multipart_get_part(report, i);

		if (GMIME_IS_PART(part) && mime_walk_is(part, "message", "delivery-status"))
			add_status(&h, part);
		else if (mime_walk_is(part, "message", "*") ||
		    mime_walk_is(part, "text", "rfc822-headers"))
			add_returned(&h, part);
	}
	if (h.text.n > 0)
		frames_put(f, "bounce", false, h.text.p, h.text.n);
	buf_release(&h.text);
}

void
head_put(GMimeMessage *message, struct frames *f)
{
	GMimeObject *body = g_mime_message_get_mime_part(message);
	struct head h = { BUF_INIT, 0 };

	for (size_t i = 0; i < WANTED; i++) {
		add_fields(&h, GMIME_OBJECT(message), wanted[i]);
		if (body != NULL && strncmp(wanted[i], "Content-", sizeof "Content-" - 1) == 0)
			add_fields(&h, body, wanted[i]);
	}
	frames_put(f, "head", false, buf_cstr(&h.text), h.text.n);
	buf_release(&h.text);
	if (body != NULL && GMIME_IS_MULTIPART(body) && mime_walk_is(body, "multipart", "report"))
		put_bounce(GMIME_MULTIPART(body), f);
}
