/*
 * The worker of the browser file: it runs the verbs and keeps the home.
 *
 * (W1) The home is one record in the browser's database, with a revision. A verb runs on a copy of it. The copy becomes
 *      the record in one transaction, if the revision is still the same; else another window was faster, and the verb
 *      runs again on the newer home.
 * (W2) A result is reported when the home is stored, never before. So what a closed window has not shown was not sent.
 * (W3) The passphrase is only here, as bytes, and not longer than IDLE without use.
 */
import { compile, run } from './instance.js';
import { bytesOf, isHome, tar, text, trouble, untar } from './home.js';
import { plainMail } from './mail.js';

const IDLE = 15 * 60 * 1000, TRIES = 5;
const NOTES = '/home/browser.json'; /* what the shell remembers; adit does not know it */
const channel = new BroadcastChannel('adit');
let program = null, database = null, known = 0, secret = null, used = 0, timer = 0;

/* Marks a message, which the shell translates. */
const MSG = (context, english) => english;

/* ---- the home ---- */

const promised = (request) => new Promise((resolve, reject) => {
	request.onsuccess = () => resolve(request.result);
	request.onerror = () => reject(request.error);
});

async function openDatabase() {
	if (database)
		return database;
	try {
		const request = indexedDB.open('adit', 1);
		request.onupgradeneeded = () => request.result.createObjectStore('home');
		database = await promised(request);
	} catch (e) {
		throw trouble('refused', `this browser stores nothing for this page: ${e.message}`);
	}
	database.onclose = () => { database = null; };
	database.onversionchange = () => { database.close(); database = null; };
	return database;
}

async function load() {
	const record = await promised((await openDatabase()).transaction('home').objectStore('home').get('home'));
	if (record === undefined && known > 0)
		throw trouble('lost', MSG('web', 'this browser has lost the keys and tables that were here'));
	if (record !== undefined && !(Number.isSafeInteger(record.revision) && isHome(record.files)))
		throw trouble('damaged', MSG('web', 'what this browser has stored is damaged'));
	known = record ? record.revision : 0;
	return record || { revision: 0, files: new Map() };
}

/* Returns false, and stores nothing, if the record is not that revision. */
async function save(files, revision) {
	if (!isHome(files))
		throw trouble('full', MSG('web', 'nothing was stored: there are too many tables here, or a name is too long'));
	const change = (await openDatabase()).transaction('home', 'readwrite', { durability: 'strict' });
	const store = change.objectStore('home'), next = Math.max(revision + 1, Date.now());
	let stored = false;
	store.get('home').onsuccess = (e) => {
		if ((e.target.result ? e.target.result.revision : 0) !== revision)
			return;
		store.put({ revision: next, files }, 'home');
		stored = true;
	};
	await new Promise((resolve, reject) => {
		change.oncomplete = resolve;
		change.onabort = () => reject(trouble('full', `nothing was stored, nothing was signed: ${change.error ?
			change.error.message || change.error.name : 'the browser stopped it'}`));
	});
	if (stored) {
		known = next;
		channel.postMessage(next);
	}
	return stored;
}

const isSame = (a, b) => a.length === b.length && a.every((byte, i) => byte === b[i]);
const isUnchanged = (a, b) => a.size === b.size && [...a].every(([path, bytes]) => b.has(path) && isSame(bytes, b.get(path)));

/* make(files): returns { files, value }, with the home afterwards, on a home that is only read. Returns the value. */
async function change(make) {
	for (let i = 0; i < TRIES; i++) {
		const home = await load(), made = await make(home.files);
		if (isUnchanged(home.files, made.files) || await save(made.files, home.revision))
			return made.value;
	}
	throw trouble('busy', MSG('web', 'other windows change the home all the time; try again'));
}

const notesOf = (files) => {
	try {
		const notes = JSON.parse(text(files.get(NOTES)));
		return typeof notes === 'object' && notes !== null ? notes : {};
	} catch (e) {
		return {};
	}
};
const within = (files, folder) => [...files.keys()].filter((path) => path.startsWith(folder)).map((path) => path.slice(folder.length));
const ordersOf = (files, game) => within(files, `/home/games/${game}/orders/`).sort().join(' ');

function summary({ revision, files }) {
	const games = new Set(within(files, '/home/games/').map((path) => path.split('/')[0]));
	return {
		revision, notes: notesOf(files), isEmpty: files.size === 0,
		keys: within(files, '/home/').filter((path) => /^[^/]+\.key$/.test(path)).map((path) => path.slice(0, -4)),
		orders: [...files.keys()].filter((path) => path.includes('/orders/')).length,
		games: [...games].map((game) => ({ game, orders: ordersOf(files, game), turns: within(files, `/home/games/${game}/turns/`) })),
	};
}

/* ---- the passphrase ---- */

/* In all windows. */
function lock() {
	channel.postMessage('lock');
	lockHere();
}

function lockHere() {
	if (secret)
		secret.fill(0);
	secret = null;
	clearTimeout(timer);
	postMessage({ unlocked: false });
}

function use() {
	if (!secret || Date.now() - used > IDLE) {
		lockHere();
		throw trouble('locked', MSG('web', 'the passphrase is needed'));
	}
	used = Date.now();
	clearTimeout(timer);
	timer = setTimeout(lockHere, IDLE);
	return secret;
}

/* ---- verbs ---- */

/*
 * how.args, how.input   the verb, and bytes for it
 * how.files             [[path, bytes]]: what it reads besides the home
 * how.isSecret          it needs the passphrase
 * how.isMail            the input is a mail, perhaps
 * how.guard             { game, orders }: the orders that were known of this game; others were signed meanwhile: it does not run
 * how.looks             the home stays as it is
 * how.lang              the language of what it prints for people
 *
 * Returns the status, both outputs as text, and page: what it wrote to /page/page.html.
 */
async function verb(how) {
	const passphrase = how.isSecret ? use() : undefined, input = how.input && how.isMail ? plainMail(how.input) : how.input;
	const result = await change(async (home) => {
		if (how.guard && ordersOf(home, how.guard.game) !== how.guard.orders)
			throw trouble('overtaken', MSG('web', 'another window signed for this table meanwhile: nothing was signed here'));
		const once = (args) => run(program, { args, files: new Map([...home, ...how.files || []]), keep: ['/home', '/page'], input, passphrase });
		let done = await once(how.lang ? [how.args[0], `--lang=${how.lang}`, ...how.args.slice(1)] : how.args);
		if (done.status !== 0 && how.isSecret && how.lang) /* in English, in which a wrong passphrase is known below */
			done = await once(how.args);
		const page = done.files.get('/page/page.html'), value = { status: done.status, out: text(done.out), err: text(done.err), page: page && text(page) };
		done.files.delete('/page/page.html');
		return { files: how.looks ? home : done.files, value };
	});
	if (/wrong passphrase/.test(result.err)) {
		lockHere();
		throw trouble('wrong', MSG('web', 'This is not the passphrase.'));
	}
	return result;
}

const actions = {
	async start({ wasm }) {
		const packed = Uint8Array.from(atob(wasm), (c) => c.charCodeAt(0));
		const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
		program = await compile(aditModule, await new Response(stream).arrayBuffer());
	},
	verb,
	home: async () => summary(await load()),
	unlock({ bytes }) {
		lockHere();
		secret = bytes;
		used = Date.now();
		use();
		postMessage({ unlocked: true });
	},
	lock,
	/* Remembers { name: value, ... } for the shell. */
	note: ({ notes }) => change(async (home) => ({ files: new Map(home).set(NOTES, bytesOf(JSON.stringify({ ...notesOf(home), ...notes }))) })),
	/* The kept block of an order. */
	async block({ game, order }) {
		const { files } = await load();
		const path = [...files.keys()].find((name) => name.startsWith(`/home/games/${game}/orders/`) && name.endsWith(`-${order}.txt`));
		return path && text(files.get(path)).replace(/(\n-----END .*-----\n)[^]*$/, '$1');
	},
	pub: async ({ key }) => text((await load()).files.get(`/home/${key}.pub`)),
	backup: async () => tar((await load()).files),
	restore: async ({ bytes }) => {
		const files = untar(bytes);
		const tried = await run(program, { args: ['key', '--json'], files, keep: ['/home'] }).catch(() => null);
		if (!tried || tried.status !== 0)
			throw trouble('backup', MSG('web', 'this is not a backup of adit: its keys cannot be read'));
		return change(async (home) => {
			if (home.size > 0)
				throw trouble('backup', MSG('web', 'there are keys here already; forget this device first'));
			return { files };
		});
	},
	/* An empty home stays, so that no other window stores the old one again. */
	async forget() {
		lock();
		const request = (await openDatabase()).transaction('home', 'readwrite', { durability: 'strict' }).objectStore('home');
		await promised(request.put({ revision: Date.now(), files: new Map() }, 'home'));
		known = 0;
		channel.postMessage(0);
	},
};

channel.onmessage = ({ data }) => data === 'lock' ? lockHere() : postMessage({ changed: true });
/* One after the other. */
let last = Promise.resolve();
onmessage = ({ data }) => {
	last = last.then(() => actions[data.action](data)).then((value) => postMessage({ id: data.id, value }),
		(e) => postMessage({ id: data.id, error: e.message, kind: e.kind || 'failed' }));
};
