/*
 * What a home may be, and its backup file: a tar, which the native program's user unpacks.
 */
const FILES_MAX = 50000, BYTES_MAX = 128 << 20, PATH_MAX = 200, BLOCK = 512;
export const text = (bytes) => new TextDecoder().decode(bytes);
export const bytesOf = (string) => new TextEncoder().encode(string);

/* An error with a word that the shell knows. */
export function trouble(kind, what) {
	return Object.assign(new Error(what), { kind });
}

/* A path of the home that is plain: no link leads there, and no part of it leads out. */
const isPath = (path) => path.length <= PATH_MAX && /^\/home(\/(?!\.{1,2}(\/|$))[!-.0-~]+)+$/.test(path);

export const isHome = (files) => files instanceof Map && files.size <= FILES_MAX &&
	[...files].every(([path, bytes]) => typeof path === 'string' && isPath(path) && bytes instanceof Uint8Array);

function tarHeader(path, size, type) {
	const head = new Uint8Array(BLOCK), cut = path.length > 100 ? path.lastIndexOf('/', 154) : -1;
	const put = (string, at) => head.set(bytesOf(string), at);
	const octal = (n, digits) => n.toString(8).padStart(digits, '0');
	put(path.slice(cut + 1), 0);
	put(type === '5' ? '0000700' : '0000600', 100);
	put('0000000', 108);
	put('0000000', 116);
	put(octal(size, 11), 124);
	put(octal(Math.floor(Date.now() / 1000), 11), 136);
	put(`        ${type}`, 148);
	put('ustar\x0000', 257);
	put(cut > 0 ? path.slice(0, cut) : '', 345);
	put(`${octal(head.reduce((sum, byte) => sum + byte, 0), 6)}\0 `, 148);
	return head;
}

export function tar(files) {
	const parts = [], folders = new Set();
	for (const [path, bytes] of [...files].sort(([a], [b]) => a < b ? -1 : 1)) {
		const name = path.slice('/home/'.length);
		for (let at = name.indexOf('/'); at > 0; at = name.indexOf('/', at + 1)) {
			const folder = name.slice(0, at + 1);
			if (!folders.has(folder))
				parts.push(tarHeader(folder, 0, '5'));
			folders.add(folder);
		}
		parts.push(tarHeader(name, bytes.length, '0'), bytes, new Uint8Array(-bytes.length & BLOCK - 1));
	}
	return new Blob([...parts, new Uint8Array(2 * BLOCK)], { type: 'application/x-tar' });
}

/* Also reads what GNU tar makes of a home. Throws unless it is plain files below the home and nothing else. */
export function untar(bytes) {
	const files = new Map(), refuse = (why) => { throw trouble('backup', `this is not a backup of adit: ${why}`); };
	let longName = '';
	if (bytes.length > BYTES_MAX)
		refuse('it is too large');
	for (let at = 0; at + BLOCK <= bytes.length && bytes[at] !== 0;) {
		const field = (from, n) => text(bytes.subarray(at + from, at + from + n)).replace(/\0[^]*$/, '');
		const type = field(156, 1) || '0', size = /^[0-7]+ ?$/.test(field(124, 12)) ? parseInt(field(124, 12), 8) : NaN;
		const next = at + BLOCK + Math.ceil(size / BLOCK) * BLOCK;
		if (field(257, 5) !== 'ustar' || !(next <= bytes.length))
			refuse('it is damaged');
		const data = bytes.slice(at + BLOCK, at + BLOCK + size), prefix = field(345, field(263, 1) === '0' ? 155 : 0);
		const name = (longName || (prefix && prefix + '/') + field(0, 100)).replace(/^(\.\/)+/, '');
		at = next;
		longName = type === 'L' ? text(data).replace(/\0/g, '') : type === 'x' ? (/^\d+ path=(.*)$/m.exec(text(data)) || ['', ''])[1] : '';
		if (type === '0') {
			if (!isPath('/home/' + name) || files.has('/home/' + name))
				refuse(`"${name}" cannot be in a home`);
			files.set('/home/' + name, data);
		} else if (!'5Lxg'.includes(type)) {
			refuse(`"${name}" is neither a file nor a folder`);
		}
	}
	if (!isHome(files) || ![...files.keys()].some((path) => /^\/home\/[^/]+\.key$/.test(path)))
		refuse('it has no keys');
	for (const path of files.keys())
		for (let at = path.indexOf('/', 6); at > 0; at = path.indexOf('/', at + 1))
			if (files.has(path.slice(0, at)))
				refuse(`"${path.slice(6, at)}" is both a file and a folder`);
	/* How minisign and age mark secrets with a passphrase. */
	for (const [path, data] of files) {
		if (/^\/home\/[^/]+\.key$/.test(path) && !/^.*\nRWRTY/.test(text(data)) ||
			/^\/home\/[^/]+\.age$/.test(path) && !text(data).startsWith('-----BEGIN AGE ENCRYPTED FILE-----'))
			refuse(`${path.slice('/home/'.length)} has no passphrase; a browser keeps only keys that have one`);
	}
	return files;
}
