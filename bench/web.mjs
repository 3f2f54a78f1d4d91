/*
 * web.mjs ADIT NPM FOLDER: what a verb costs in the WebAssembly build, as a ratio to the native program on the same
 * files, by CPU time in one run. FOLDER has home/ (keys anna, without a passphrase, and bea, with one) and turns/.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [adit, npm, folder] = process.argv.slice(2), times = 20, phrase = Buffer.from('ten small words\n');
const { compile, run } = await import(join(npm, 'instance.js'));
const cpu = (from) => { const used = process.cpuUsage(from); return (used.user + used.system) / 1e6; };

const begin = process.cpuUsage();
const module = await compile(createRequire(import.meta.url)(join(npm, 'module.cjs')), readFileSync(join(npm, 'adit.wasm')));
await run(module, { args: ['--version'] });
console.log(`start-up ${cpu(begin).toFixed(2)} s of CPU (limit 1.5)`);

/* The files of a folder, as the verb sees them. */
function filesOf(from, to) {
	return readdirSync(join(folder, from)).filter((name) => statSync(join(folder, from, name)).isFile())
		.map((name) => [to + name, readFileSync(join(folder, from, name))]);
}
const keys = filesOf('home', '/home/'), turns = filesOf('turns', '/work/turns/');

/* Seconds of CPU of one run. */
function native(args) {
	const script = 'i=0; while [ $i -lt ' + times + ' ]; do "$@" > /dev/null; i=$((i + 1)); done; times';
	const done = spawnSync('sh', ['-c', script, 'sh', adit, ...args], { cwd: folder, encoding: 'utf8',
		env: { ...process.env, ADIT_HOME: join(folder, 'home') } });
	const [, minutes, seconds, more, rest] = /(\d+)m([\d.]+)s (\d+)m([\d.]+)s\n$/.exec(done.stdout);
	return (Number(minutes) * 60 + Number(seconds) + Number(more) * 60 + Number(rest)) / times;
}

let memory;
async function wasm(args, passphrase) {
	const files = new Map([...keys, ...args.at(-1) === 'turns' ? turns : turns.slice(-1)]);
	const from = process.cpuUsage();
	for (let i = 0; i < times; i++) {
		const done = await run(module, { args, files, passphrase, prepare: (FS, instance) => { memory = instance; } });
		if (done.status !== 0)
			throw new Error(Buffer.from(done.err).toString());
	}
	return cpu(from) / times;
}
const megabytes = () => `${(memory.HEAP8.length / 1e6).toFixed(0)} MB`;

const newest = join('turns', readdirSync(join(folder, 'turns')).sort().at(-1));
for (const [args, limit] of [[['read', '-k', 'anna', '--no-record', newest], 4], [['read', '-k', 'anna', '--no-record', 'turns'], 4],
	[['audit', 'turns'], 5]]) {
	const here = await wasm(args), there = native(args);
	console.log(`${args.join(' ')}: ${(here / there).toFixed(2)} times native (limit ${limit}), ${megabytes()} (limit 40)`);
}
const locked = await wasm(['read', '-k', 'bea', '--no-record', newest], phrase);
console.log(`with a passphrase: ${locked.toFixed(2)} s of CPU, ${megabytes()} (limit 100)`);
