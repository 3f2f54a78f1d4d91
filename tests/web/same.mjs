/*
 * same.mjs ADIT NPM FROM GAME...: plays games with the native program ADIT as the host, and runs what players do with
 * both builds, from the same files: status, output, errors and the files of the home must be equal. What is random
 * (sealed blocks, keys, shares) is used instead: the orders of both builds are applied.
 *
 * NPM is the folder of the package, FROM the number of the last test. GAME is RULES:SEATS:joined|trusted:ORDERS; a game
 * ends after so many orders. Environment: TZ=UTC.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, openSync, closeSync, readFileSync, readdirSync, rmSync, statSync,
	writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

const [adit, npm, from, ...games] = process.argv.slice(2);
const { compile, run } = await import(join(npm, 'instance.js'));
const module = await compile(createRequire(import.meta.url)(join(npm, 'module.cjs')), readFileSync(join(npm, 'adit.wasm')));
const text = (bytes) => Buffer.from(bytes).toString('utf8'), top = mkdtempSync(join(process.cwd(), 'same-'));
const inside = join(top, 'native'), later = '2031-01-01T00:00:00Z';
let tests = Number(from), failed = 0;

function ok(good, name, notes) {
	tests++;
	failed += !good;
	console.log(`${good ? 'ok' : 'not ok'} ${tests} - ${name}`);
	if (!good)
		console.log(String(notes).split('\n').slice(0, 40).map((line) => '#   ' + line).join('\n'));
}

/* ---- files ------------------------------------------------------------------------------------ */

function readTree(folder, at, files) {
	for (const name of existsSync(folder) ? readdirSync(folder).sort() : []) {
		const path = join(folder, name);
		if (statSync(path).isDirectory())
			readTree(path, at, files);
		else
			files.set('/' + relative(at, path), new Uint8Array(readFileSync(path)));
	}
	return files;
}

function writeTree(folder, files) {
	rmSync(folder, { recursive: true, force: true });
	for (const one of ['home', 'work'])
		mkdirSync(join(folder, one), { recursive: true, mode: 0o700 });
	for (const [path, bytes] of files) {
		mkdirSync(dirname(join(folder, path)), { recursive: true, mode: 0o700 });
		writeFileSync(join(folder, path), bytes, { mode: 0o600 });
	}
}

/* ---- one verb in both builds -------------------------------------------------------------------- */

/* how: { args, files, input, passphrase }. Returns what run returns. */
function runNative(how) {
	writeTree(inside, how.files);
	const args = how.args.slice(), open = (name, bytes) => {
		writeFileSync(join(top, name), bytes);
		return openSync(join(top, name));
	};
	const stdio = [open('input', how.input || ''), 'pipe', 'pipe']; /* a pipe of node would be a socket */
	if (how.passphrase) {
		stdio.push(open('passphrase', how.passphrase));
		args.push('--passphrase-fd=3');
	}
	const done = spawnSync(adit, args, {
		cwd: join(inside, 'work'), stdio, maxBuffer: 1 << 28,
		env: { ...process.env, ADIT_HOME: join(inside, 'home'), HOME: join(inside, 'home') },
	});
	stdio.filter(Number.isInteger).forEach((fd) => closeSync(fd));
	const plain = (bytes) => text(bytes).replaceAll(inside, '').replaceAll('--passphrase-fd=3', '--passphrase-fd=N');
	return { status: done.status, out: plain(done.stdout), err: plain(done.stderr), files: readTree(inside, inside, new Map()) };
}

async function runWasm(how) {
	const done = await run(module, { ...how, keep: ['/home', '/work'], input: how.input || new Uint8Array(0), env: { TZ: 'UTC' } });
	return { ...done, out: text(done.out), err: text(done.err).replace(/--passphrase-fd=\d+/g, '--passphrase-fd=N') };
}

/* The names of the files that differ. */
function differing(a, b) {
	return [...new Set([...a.keys(), ...b.keys()])].filter((path) =>
		!a.has(path) || !b.has(path) || Buffer.compare(Buffer.from(a.get(path)), Buffer.from(b.get(path))) !== 0);
}

/* The names of the files without the hashes of sealed blocks. */
function namesOf({ files }) {
	return new Map([...files.keys()].map((path) => [path.replace(/-[a-z2-7]{52}\b/g, '-HASH'), new Uint8Array(0)]));
}

/* Where two texts begin to differ. */
function difference(what, a, b) {
	let i = 0;
	while (i < a.length && a[i] === b[i])
		i++;
	return `${what} differs at ${i}:\nnative ${JSON.stringify(a.slice(Math.max(0, i - 60), i + 100))}` +
		`\nwasm   ${JSON.stringify(b.slice(Math.max(0, i - 60), i + 100))}\n`;
}

const counts = new Map();

/* Runs a verb in both builds and notes what differs. random: output and files differ by nature; only their names count. */
async function both(how, wrong, random) {
	const native = runNative(how), wasm = await runWasm(how), verb = how.args.join(' ');
	counts.set(how.args[0], (counts.get(how.args[0]) || 0) + 1);
	let notes = '';
	if (native.status !== wasm.status)
		notes += `status: native ${native.status}, wasm ${wasm.status}\n${native.err}\n${wasm.err}\n`;
	if (native.err !== wasm.err)
		notes += difference('the text of errors', native.err, wasm.err);
	if (!random && native.out !== wasm.out)
		notes += difference('output', native.out, wasm.out);
	const files = random ? differing(namesOf(native), namesOf(wasm)) : differing(native.files, wasm.files);
	if (files.length > 0)
		notes += `files differ: ${files.join(' ')}\n`;
	if (notes !== '')
		wrong.push(`adit ${verb}\n${notes}`);
	return { native, wasm };
}

/* ---- whole games --------------------------------------------------------------------------------- */

const hostHome = join(top, 'host');

function host(...args) {
	const done = spawnSync(adit, args, { cwd: top, env: { ...process.env, ADIT_HOME: hostHome }, encoding: 'utf8' });
	if (done.status !== 0 && !(args[0] === 'apply' && done.status === 65))
		throw new Error(`adit ${args.join(' ')}: ${done.stderr}`);
	return done.stdout;
}

class Table {
	constructor(rules, seats, dealing) {
		this.folder = mkdtempSync(join(top, 'table-'));
		this.db = join(this.folder, 'table.db');
		this.seats = ['anna', 'bob', 'carl', 'dora', 'emil', 'fay', 'gus', 'hana', 'ida', 'jon', 'kai', 'lea'].slice(0, seats);
		this.home = new Map();
		this.phrase = new Map();
		rmSync(hostHome, { recursive: true, force: true });
		host('keygen', '--no-passphrase', 'host');
		this.seats.forEach((seat, i) => this.makeKeys(seat, i % 3 === 1));
		const options = this.seats.flatMap((seat) => ['--seat', seat]);
		host('new', '--rules', rules, ...dealing === 'trusted' ? ['--trusted-host'] : [], '-k', 'host', ...options, '--out',
			this.folder, this.db);
	}

	makeKeys(seat, hasPhrase) {
		const phrase = hasPhrase ? Buffer.from(`the words of ${seat}\n`) : undefined;
		const args = ['keygen', ...hasPhrase ? ['--work=10'] : ['--no-passphrase'], seat];
		const made = runNative({ args, files: new Map(), passphrase: phrase });
		this.home.set(seat, made.files);
		this.phrase.set(seat, phrase);
		mkdirSync(hostHome, { recursive: true });
		writeFileSync(join(hostHome, seat + '.pub'), made.files.get(`/home/${seat}.pub`));
	}

	/* All digests, as files of the folder to start in. */
	turns() {
		return [...readTree(join(this.folder, 'turns'), this.folder, new Map())].map(([path, bytes]) => ['/work' + path, bytes]);
	}

	newest() {
		return text(this.turns().at(-1)[1]);
	}

	field(name) {
		return new RegExp(`^${name}: (.*)$`, 'm').exec(this.newest())?.[1];
	}

	how(seat, ...args) {
		return { args: [...args, '-k', seat], files: new Map([...this.home.get(seat), ...this.turns()]), passphrase: this.phrase.get(seat) };
	}

	/* Keeps the home that a verb left. */
	keep(seat, { files }) {
		this.home.set(seat, new Map([...files].filter(([path]) => path.startsWith('/home/'))));
	}

	apply(block) {
		writeFileSync(join(this.folder, 'order'), block);
		const before = this.turns().length;
		host('apply', '-k', 'host', this.db, join(this.folder, 'order'), '--out', this.folder);
		return this.turns().length > before;
	}
}

/* What a player may look at; each must be equal. */
async function look(table, seat, wrong) {
	for (const args of [['read'], ['read', '--moves'], ['read', '--json'], ['read', '--board', '--ascii'], ['read', '--cards'],
		['read', '--plain'], ['read', '--color=always'], ['read', '--suggest'], ['read', '--no-record'],
		['page', '--html', '-o', '/dev/stdout'], ['log', '--json'], ['audit', '--json']]) {
		const how = table.how(seat, ...args);
		if (args[0] === 'log') {
			how.args = ['log', 'turns'];
			delete how.passphrase;
		}
		if (args[0] === 'audit')
			how.args = ['audit', ...how.args.slice(1), 'turns'];
		if (args[0] === 'page')
			how.args = ['page', '--html', '-k', seat, '-o', 'page.html', 'turns'];
		await both(how, wrong);
	}
	const files = new Map([...table.home.get(seat), ...table.turns()]);
	for (const args of [['key'], ['key', seat, '--json'], ['read', '--public', 'turns'], ['page', 'turns'], ['page', '--svg', 'turns'],
		['page', '--html', '--replay', 'turns'], ['page', '--html', '--site=site', 'turns'], ['log', 'turns'], ['audit', 'turns'],
		['compare', 'turns', 'turns'], ['help', 'read'], ['sign', '--help'], ['config'], ['nonsense'], ['read', '-k', seat, 'none']])
		await both({ args, files }, wrong);
}

/* What is damaged, and what is wrong, must get the same words. */
async function bad(table, seat, wrong) {
	const [path, bytes] = table.turns().at(-1), digest = text(bytes);
	const damaged = [digest.replace(/^n: .*$/m, 'n: 99'), digest.slice(0, digest.length / 2), digest.replace(/[A-Z]/, '_'),
		digest.replaceAll('\n', '\r\n'), '> ' + digest.replaceAll('\n', '\n> '), '', '\0\x01\xff', digest + digest];
	for (const one of damaged) {
		const how = table.how(seat, 'read', '--now', later);
		how.files = new Map(table.home.get(seat));
		await both({ ...how, input: Buffer.from(one, 'utf8') }, wrong);
	}
	const how = table.how(seat, 'read', path.slice('/work/'.length));
	if (how.passphrase)
		await both({ ...how, passphrase: Buffer.from('another phrase\n') }, wrong);
	await both({ ...how, passphrase: Buffer.from('\n') }, wrong);
	for (const order of ['fly to 1,1', 'discard', 'place nesw at 99,99', 'resign resign'])
		await both(table.how(seat, 'sign', order), wrong);
	for (const name of ['a b', '', 'x'.repeat(300)])
		await both({ args: ['keygen', '--no-passphrase', name], files: new Map() }, wrong);
}

/* Signs with both builds; the host takes the order of one, in turns. Returns false if it makes no digest. */
async function give(table, seat, wrong, i, ...args) {
	const made = await both(table.how(seat, ...args), wrong, true), by = i % 2 ? made.native : made.wasm;
	if (by.status !== 0)
		return false;
	table.keep(seat, by);
	return table.apply(by.out);
}

async function play(name) {
	const [rules, seats, dealing, most] = name.split(':'), table = new Table(rules, Number(seats), dealing), wrong = [];
	const isOver = () => !table.home.has((table.field('next') || '').split(' ')[0]);
	let orders = 0, n = 0;
	for (const verb of dealing === 'joined' ? ['join', 'confirm'] : [])
		for (const seat of table.seats)
			await give(table, seat, wrong, n++, verb);
	ok(wrong.length === 0, `${name}: the table begins`, wrong.join('\n'));
	const first = wrong.length;
	while (orders < Number(most) && !isOver()) {
		const seat = table.field('next').split(' ')[0], said = await both(table.how(seat, 'read', '--suggest'), wrong);
		table.keep(seat, said.wasm);
		if (!await give(table, seat, wrong, orders, 'sign', said.wasm.out.trim()))
			break;
		orders++;
	}
	ok(wrong.length === first && (orders === Number(most) || isOver()), `... ${orders} of ${most} orders by both builds`, wrong.slice(first).join('\n'));
	for (const seat of [table.seats[0], table.seats[1]]) {
		const seen = [], refused = [];
		await look(table, seat, seen);
		ok(seen.length === 0, `... what ${seat} sees`, seen.join('\n'));
		await bad(table, seat, refused);
		ok(refused.length === 0, `... what ${seat} is refused`, refused.join('\n'));
	}
	ok(text(spawnSync(adit, ['audit', join(table.folder, 'turns')], { env: { ...process.env, ADIT_HOME: hostHome } }).stdout).includes('PASS'),
		'... the native audit passes', table.folder);
}

for (const game of games)
	await play(game);
console.log('# runs of both builds: ' + [...counts].map(([verb, n]) => `${verb} ${n}`).join(', '));
rmSync(top, { recursive: true, force: true });
console.log(`1..${tests}`);
process.exitCode = failed > 0 ? 1 : 0;
