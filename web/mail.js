/*
 * Mails that are encoded in base64 or quoted-printable, as far as mail programs save digests in them. adit itself reads
 * all others; in a browser it has no program that parses mails.
 */
/* The lines up to one that is shorter than the first or no base64: lists add a footer in clear. */
function base64Lines(lines) {
	const good = (line) => /^[A-Za-z0-9+/]+=*[ \t]*$/.test(line), end = lines.findIndex((line) => line.length !== lines[0].length || !good(line));
	const digits = (end < 0 ? lines : lines.slice(0, good(lines[end]) ? end + 1 : end)).join('').replace(/[^A-Za-z0-9+/]/g, '');
	return digits.length % 4 === 1 ? digits.slice(0, -1) : digits;
}

const decoders = {
	'base64': (body) => atob(base64Lines(body.trim().split(/\r?\n/))),
	'quoted-printable': (body) => body.replace(/=[ \t]*\n/g, '').replace(/=([0-9A-F]{2})/gi,
		(all, hex) => String.fromCharCode(parseInt(hex, 16))),
};

/* The texts of a mail one after the other, as bytes in a string; anything else as it is. */
function mailTexts(raw, depth) {
	const [, head, body] = /^((?:[!-9;-~]+:.*\n(?:[ \t].*\n)*)+)\n([^]*)$/.exec(raw.replace(/^From .*\n/, '')) || [];
	if (!head || depth > 8)
		return raw;
	const field = (name) => (new RegExp(`^${name}:((?:.*\\n)(?:[ \\t].*\\n)*)`, 'im').exec(head) || ['', ''])[1].replace(/\s+/g, ' ').trim();
	const type = field('content-type'), boundary = /^multipart\/.*boundary="?([^";]+)/i.exec(type);
	if (boundary) {
		const mark = `\\n--${boundary[1].trim().replace(/[^\w]/g, '\\$&')}`;
		const [inside] = `\n${body}`.split(new RegExp(`${mark}--[ \\t]*(?=\\n|$)`));
		return inside.split(new RegExp(`${mark}[ \\t]*\\n`)).slice(1).map((part) => mailTexts(part, depth + 1)).join('\n');
	}
	if (/^text\/html/i.test(type) || !/^(text|message|application\/octet-stream|$)/i.test(type))
		return '';
	const decode = decoders[field('content-transfer-encoding').toLowerCase()], plain = decode ? decode(body) : body;
	return /^message\/rfc822/i.test(type) ? mailTexts(plain, depth + 1) : plain;
}

/* Only a mail with an encoding is decoded here: adit reads all others. */
export function plainMail(bytes) {
	const raw = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('').replace(/\r\n/g, '\n');
	if (!/^content-transfer-encoding:[ \t]*(base64|quoted-printable)/im.test(raw))
		return bytes;
	return Uint8Array.from(mailTexts(raw, 0), (c) => c.charCodeAt(0));
}
