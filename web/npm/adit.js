#!/usr/bin/env node
/*
 * adit for players, under node: the verbs of the browser file on a command line, with the files of this machine.
 *
 * (N1) A passphrase is typed without echo, and goes nowhere else.
 * (N2) What is to last has reached the disk when the verb says so: fsync is that of the system.
 * (N3) WebAssembly has no locks of files: a folder beside the home lets one such command work on it at a time.
 */
import { closeSync, existsSync, fstatSync, fsyncSync, lstatSync, mkdirSync, openSync, readFileSync, readSync, readdirSync,
	readlinkSync, realpathSync, renameSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, resolve } from 'node:path';
import { ReadStream, isatty } from 'node:tty';
import { fileURLToPath } from 'node:url';
import { compile, run } from './instance.js';
import { argument, inner } from './paths.js';

const here = dirname(fileURLToPath(import.meta.url)), { platform, env } = process;
const busy = 75, interrupted = 130, inputMax = 1 << 28, lockTries = 100, lockPause = 100;

const pause = (milliseconds) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

function fail(text) {
	process.stderr.write(`adit: ${text}\n`);
	process.exit(busy);
}

/* Reads into the buffer; waits where the descriptor does not. Returns 0 at the end. */
function readInto(fd, buffer, offset, length) {
	for (;;) {
		try {
			return readSync(fd, buffer, offset, length, null);
		} catch (e) {
			if (e.code === 'EOF')
				return 0;
			if (e.code !== 'EAGAIN')
				throw e;
			pause(10);
		}
	}
}

/* (N1) Reads one line, with its LF, from the terminal, which does not echo. */
function readHidden(terminal, stop) {
	const typed = [], byte = new Uint8Array(1), [end, stopKey, back, erase, eraseAll] = [4, 3, 8, 127, 21];
	for (;;) {
		const got = readInto(terminal, byte, 0, 1);
		if (got === 0 || byte[0] === end || byte[0] === 10 || byte[0] === 13)
			break;
		if (byte[0] === stopKey)
			stop();
		else if (byte[0] === back || byte[0] === erase)
			while ((typed.pop() & 0xc0) === 0x80)
				; /* the rest of a character of several bytes */
		else if (byte[0] === eraseAll)
			typed.length = 0;
		else if (byte[0] >= 32)
			typed.push(byte[0]);
	}
	writeSync(terminal, '\n');
	return typed.concat(10);
}

/* /dev/tty of the module: it does not echo while it is open. Without a terminal it does not exist. */
function makeTerminal(FS) {
	const device = FS.makedev(64, 0);
	let terminal, keyboard, line = [];
	FS.unlink('/dev/tty');
	try {
		terminal = openSync(platform === 'win32' ? '\\\\.\\CONIN$' : '/dev/tty', 'r+');
		keyboard = new ReadStream(terminal);
	} catch {
		return;
	}
	const stop = () => {
		keyboard.setRawMode(false);
		process.exit(interrupted);
	};
	FS.registerDevice(device, {
		open(stream) {
			keyboard.setRawMode(true);
			stream.tty = {};
			stream.seekable = false;
		},
		close() {
			keyboard.setRawMode(false);
			keyboard.destroy();
			line.fill(0);
		},
		read(stream, buffer, offset) {
			if (line.length === 0)
				line = readHidden(terminal, stop);
			buffer[offset] = line.shift();
			return 1;
		},
		write(stream, buffer, offset, length) {
			return process.stderr.write(Buffer.from(buffer.subarray(offset, offset + length))) ? length : length;
		},
	});
	FS.mkdev('/dev/tty', 0o666, device);
}

/* The folders of this machine, each at its own place. /dev is that of the module, but for the folders there. */
function mountAll(FS, { NODEFS }) {
	const mount = (root, at) => {
		if (!FS.analyzePath(at).exists)
			FS.mkdir(at);
		FS.mount(NODEFS, { root }, at);
	};
	/* (N2) */
	NODEFS.stream_ops.fsync = (stream) => {
		if (stream.nfd !== undefined)
			fsyncSync(stream.nfd);
		return 0;
	};
	/* The one of emscripten takes a link for one from the folder of the process. */
	NODEFS.node_ops.readlink = (node) => {
		const path = NODEFS.realPath(node);
		try {
			return inner(resolve(dirname(path), readlinkSync(path)), platform);
		} catch (e) {
			throw new FS.ErrnoError(NODEFS.convertNodeCode(e));
		}
	};
	if (platform === 'win32') {
		for (const drive of 'abcdefghijklmnopqrstuvwxyz')
			if (existsSync(drive + ':\\'))
				mount(drive + ':\\', '/' + drive);
		return;
	}
	for (const parent of ['/', '/dev/']) {
		for (const name of readdirSync(parent)) {
			const root = parent + name;
			try {
				if (root !== '/dev' && root !== '/proc' && (parent === '/' ? statSync : lstatSync)(root).isDirectory())
					mount(realpathSync(root), root);
			} catch {
				/* a folder that nobody may look at is not there */
			}
		}
	}
}

/* What is no folder of this machine is memory, and would be lost: nothing can be made there. */
function protectMemory(FS) {
	for (const path of ['/', '/dev', '/home', '/tmp']) {
		const { node } = FS.lookupPath(path);
		if (!node.mount.opts.root)
			node.mode &= ~0o222;
	}
}

/* Standard input: the bytes of a file, a function that reads a pipe, null for a terminal. */
function standardInput() {
	try {
		const kind = fstatSync(0);
		if (isatty(0))
			return null;
		if (kind.isFile() && kind.size < inputMax)
			return readFileSync(0);
		if (kind.isFIFO() || kind.isSocket() || kind.isFile())
			return (buffer, offset, length) => readInto(0, buffer, offset, length);
	} catch {
		/* it is closed */
	}
	return new Uint8Array(0);
}

/* (N3) Calls work with the lock. Where the home cannot have a lock, nothing can be written either. */
async function withLock(home, work) {
	const lock = (existsSync(home) ? realpathSync(home) : home) + '.lock', owner = lock + '/owner', own = `${lock}.${process.pid}`;
	for (let i = 0;; i++) {
		try {
			mkdirSync(own);
			writeFileSync(own + '/owner', String(process.pid));
			renameSync(own, lock);
			break;
		} catch (e) {
			rmSync(own, { recursive: true, force: true });
			if (!existsSync(lock))
				return work();
			if (isGone(owner))
				rmSync(lock, { recursive: true, force: true });
			else if (i === lockTries)
				fail(`another command works with ${home}; remove ${lock} if that is not so`);
			else
				pause(lockPause);
		}
	}
	try {
		return await work();
	} finally {
		rmSync(lock, { recursive: true, force: true });
	}
}

/* True if the process that has the lock does not run any more. */
function isGone(owner) {
	try {
		const pid = Number(readFileSync(owner, 'utf8'));
		return pid > 0 ? !process.kill(pid, 0) : true;
	} catch (e) {
		return e.code === 'ESRCH' || e.code === 'ENOENT';
	}
}

/* Writes all; a reader who has gone gets no more, without a word. */
function put(fd, bytes) {
	for (let at = 0; at < bytes.length;) {
		try {
			at += writeSync(fd, bytes, at);
		} catch (e) {
			if (e.code === 'EPIPE')
				return;
			if (e.code !== 'EAGAIN')
				throw e;
			pause(10);
		}
	}
}

const home = env.ADIT_HOME ? resolve(env.ADIT_HOME) : resolve(env.XDG_CONFIG_HOME || resolve(homedir(), '.config'), 'adit');
const factory = createRequire(import.meta.url)('./module.cjs');
const module = await compile(factory, readFileSync(here + '/adit.wasm'));
const isFolder = (path) => existsSync(path) && statSync(path).isDirectory();
const how = {
	args: process.argv.slice(2).map((text) => argument(text, platform, isFolder)),
	folder: inner(process.cwd(), platform),
	input: standardInput(),
	isTerminal: isatty(1),
	env: { ...env, ADIT_HOME: inner(home, platform), HOME: inner(homedir(), platform) },
	prepare(FS, instance) {
		mountAll(FS, instance);
		makeTerminal(FS);
	},
	close: protectMemory,
};
try {
	const { status, out, err } = await withLock(home, () => run(module, how));
	put(1, out);
	put(2, err);
	process.exitCode = status;
} catch (e) {
	fail(e.message);
}
