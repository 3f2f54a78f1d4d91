/*
 * Parts of the browser file that need no browser: backups, and mails that are encoded.
 *
 *	parts.mjs WEB FOLDER    the folder web of the source tree; an empty folder. Needs GNU tar and python3.
 */
import assert from 'node:assert';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';

const [web, folder] = process.argv.slice(2);
const load = (name) => import(`data:text/javascript;base64,${readFileSync(`${web}/${name}`).toString('base64')}`);
const { tar, untar } = await load('home.js');
const { plainMail } = await load('mail.js');
const bytes = (text) => new TextEncoder().encode(text), text = (from) => new TextDecoder().decode(from);
let n = 0, failed = 0;

async function test(name, work) {
	n++;
	try {
		await work();
		console.log(`ok ${n} - ${name}`);
	} catch (e) {
		failed++;
		console.log(`not ok ${n} - ${name}\n${String(e.stack).replace(/^/gm, '#   ')}`);
	}
}

/* ---- backups ---- */

process.chdir(folder);
const KEY = bytes('untrusted comment: minisign encrypted secret key\nRWRTY0Iy\n');
const AGE = bytes('-----BEGIN AGE ENCRYPTED FILE-----\nYWdl\n-----END AGE ENCRYPTED FILE-----\n');
const ORDER = `/home/games/abcdefgh/orders/000123-${'a'.repeat(20)}-${'b'.repeat(52)}.txt`;
const home = new Map([['/home/anna.key', KEY], ['/home/anna.age', AGE], ['/home/games/abcdefgh/pins', bytes('pins')],
	[ORDER, new Uint8Array(1537).fill(65)], ['/home/empty', bytes('')]]);
const packed = async (files) => new Uint8Array(await tar(files).arrayBuffer());
const same = (a, b) => assert.deepStrictEqual([...a].sort().map(([path, data]) => [path, text(data)]),
	[...b].sort().map(([path, data]) => [path, text(data)]));
const refused = (data, why) => assert.throws(() => untar(data), (e) => e.kind === 'backup' && why.test(e.message));
/* A tar that GNU tar makes of what is below the folder. */
const gnu = (name, ...options) => new Uint8Array(execFileSync('tar', ['-C', name, ...options, '-cf', '-', '.'], { maxBuffer: 1 << 24 }));
function write(name, files) {
	for (const [path, data] of files) {
		mkdirSync(name + path.slice('/home'.length).replace(/\/[^/]*$/, ''), { recursive: true });
		writeFileSync(name + path.slice('/home'.length), data);
	}
}

await test('a backup is read again', async () => same(untar(await packed(home)), home));
await test('GNU tar unpacks it', async () => {
	writeFileSync('backup.tar', await packed(home));
	mkdirSync('unpacked');
	execFileSync('tar', ['-xf', 'backup.tar', '-C', 'unpacked']);
	for (const [path, data] of home)
		assert.strictEqual(text(readFileSync('unpacked' + path.slice('/home'.length))), text(data));
});
write('native', home);
for (const format of ['gnu', 'posix', 'ustar'])
	await test(`a home that GNU tar packed (${format}) is read`, () => same(untar(gnu('native', `--format=${format}`)), home));
for (const path of ['/home/../x', '/home/games/../../x', '/home/a\nb', '/home/' + 'x'.repeat(99) + '/' + 'y'.repeat(99), '/home/a/./x'])
	await test(`no path such as ${JSON.stringify(path.slice(0, 20))}`, async () => refused(await packed(new Map([...home, [path, KEY]])), /cannot be in a home/));
await test('no link', () => {
	write('linked', home);
	symlinkSync('/etc/passwd', 'linked/bob.key');
	refused(gnu('linked'), /neither a file nor a folder/);
});
await test('no key without a passphrase', async () => {
	refused(await packed(new Map([...home, ['/home/bob.key', bytes('untrusted comment: x\nRWQAAEIy\n')]])), /bob\.key has no passphrase/);
	refused(await packed(new Map([...home, ['/home/bob.age', bytes('AGE-SECRET-KEY-1')]])), /bob\.age has no passphrase/);
});
await test('nothing without keys', async () => refused(await packed(new Map([['/home/games/abcdefgh/pins', KEY]])), /it has no keys/));
await test('no file that is a folder, too', async () => refused(await packed(new Map([...home, ['/home/games/x', bytes('a')], ['/home/games/x/y', bytes('b')]])), /is both a file and a folder/));
await test('nothing that is cut off, and no other file', async () => {
	const whole = await packed(home);
	refused(whole.slice(0, 700), /it is damaged/);
	refused(bytes('x'.repeat(2000)), /it is damaged/);
	refused(bytes(''), /it has no keys/);
});

/* ---- mails ---- */

const DIGEST = 'adit-digest v3\ngame: abcdefgh\nname: Jörg = 1\n  long ' + 'a b '.repeat(40) + 'c\n-----BEGIN AGE ENCRYPTED FILE-----\n';
const python = (code) => execFileSync('python3', ['-c', code], { input: DIGEST }).toString();
const qp = python('import quopri, sys; sys.stdout.buffer.write(quopri.encodestring(sys.stdin.buffer.read()))');
const b64 = python('import base64, sys; sys.stdout.buffer.write(base64.encodebytes(sys.stdin.buffer.read()))');
const HEAD = 'From: host@example.org\nSubject: your\n turn\nMIME-Version: 1.0\n', PLAIN = 'Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: ';
const multi = (kind, mark, ...parts) => `Content-Type: multipart/${kind};\n boundary="${mark}"\n\nnot read\n${parts.map((part) => `--${mark}\n${part}\n`).join('')}--${mark}--\n`;
const mails = {
	'quoted-printable': `${HEAD}${PLAIN}quoted-printable\n\n${qp}`,
	'base64': `${HEAD}${PLAIN}base64\n\n${b64}`,
	'base64 and a footer': `${HEAD}${PLAIN}base64\n\n${b64.trim()}\nab\n`,
	'a mail box': `From host Sat Nov 21\n${HEAD}${PLAIN}base64\n\n${b64}`,
	'an attachment': HEAD + multi('mixed', '=_a', `${PLAIN}7bit\n\nHello\n`, `Content-Type: text/plain; name=d.txt\ncontent-transfer-encoding: BASE64\n\n${b64}`),
	'parts in a part': HEAD + multi('mixed', '000', multi('alternative', '0001', `${PLAIN}quoted-printable\n\n${qp}`, `Content-Type: text/html\n\n<p>no</p>`), `Content-Type: image/png\nContent-Transfer-Encoding: base64\n\niVBORw0K`),
	'a mail in a mail': HEAD + multi('mixed', 'x+(y)', `Content-Type: message/rfc822\n\n${HEAD}${PLAIN}quoted-printable\n\n${qp}`),
};
for (const [name, mail] of Object.entries(mails)) {
	for (const [end, made] of [['', mail], [', CRLF', mail.replace(/\n/g, '\r\n')]]) {
		await test(`the text of ${name}${end}`, () => {
			const got = text(plainMail(bytes(made))).replace(/\r/g, '');
			assert.ok(got.includes(DIGEST), got);
			assert.ok(!/<p>|PNG|not read/.test(got), got);
		});
	}
}
await test('what is not encoded stays as it is', () => {
	for (const mail of [DIGEST, `${HEAD}\n${DIGEST}`, `> ${DIGEST}`])
		assert.strictEqual(text(plainMail(bytes(mail))), mail);
});
console.log(`1..${n}`);
process.exit(failed ? 1 : 0);
