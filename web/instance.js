/*
 * One verb, in a fresh instance of the module: like a process, it starts without any state, and its memory is gone
 * after it. The worker of the browser file and the command of the npm package use it.
 */

/* Compiles the module once. factory: aditModule, which emcc made; bytes: adit.wasm. */
export async function compile(factory, bytes) {
	return { factory, wasm: await WebAssembly.compile(bytes) };
}

function makeFolders(FS, path) {
	for (let at = path.indexOf('/', 1); at > 0; at = path.indexOf('/', at + 1)) {
		const folder = path.slice(0, at);
		if (!FS.analyzePath(folder).exists)
			FS.mkdir(folder, 0o700);
	}
}

/* Calls take(path) for each file below the folder. Links are not followed. */
function walk(FS, folder, take) {
	for (const name of FS.readdir(folder)) {
		const path = folder + '/' + name;
		if (name === '.' || name === '..')
			continue;
		const { mode } = FS.lstat(path);
		if (FS.isDir(mode))
			walk(FS, path, take);
		else if (FS.isFile(mode))
			take(path);
	}
}

/* Makes a pipe of the function, which reads as the read of a device does. */
function makePipe(FS, path, read) {
	const device = FS.makedev(64, 1), fifo = 0o10000;
	FS.registerDevice(device, { open() { }, read: (stream, ...where) => read(...where) });
	FS.mkdev(path, 0o600, device);
	const stream = FS.open(path, 'r');
	stream.seekable = false;
	stream.node.mode = fifo | 0o600;
}

/* Makes descriptors 0 to 2 files, so that bytes stay as they are. Returns the streams of 1 and 2. */
function openStandard(FS, input, isTerminal) {
	const open = (fd, path, bytes, how) => {
		FS.close(FS.getStream(fd));
		FS.writeFile(path, bytes);
		return FS.open(path, how); /* gets the lowest free number */
	};
	if (typeof input === 'function') {
		FS.close(FS.getStream(0));
		makePipe(FS, '/dev/input', input);
	} else if (input !== null)
		open(0, '/dev/input', input, 'r');
	const streams = [open(1, '/dev/output', '', 'a'), open(2, '/dev/errors', '', 'a')];
	if (isTerminal)
		streams[0].tty = {};
	return streams;
}

/* Returns a stream that reads the bytes. The file has no name then. */
function openSecret(FS, bytes) {
	FS.writeFile('/dev/secret', Uint8Array.from(bytes), { canOwn: true });
	const stream = FS.open('/dev/secret', 'r');
	FS.unlink('/dev/secret');
	return stream;
}

function contents(stream) {
	const { node } = stream;
	return node.contents ? new Uint8Array(node.contents.subarray(0, node.usedBytes)) : new Uint8Array(0);
}

/* Returns the exit status. */
function callMain(instance, args) {
	try {
		return instance.callMain(args);
	} catch (e) {
		if (e && e.name === 'ExitStatus')
			return e.status;
		throw e;
	}
}

/*
 * Runs a verb.
 *
 * how.args        the verb and its arguments
 * how.files       Map of absolute paths to bytes (Uint8Array): the files that exist. The home is /home.
 * how.keep        folders whose files are returned afterwards, as ['/home']
 * how.folder      the folder to start in; default: /work
 * how.input       bytes of standard input; null: a terminal; read(buffer, offset, length): a pipe; default: none
 * how.isTerminal  true if what is printed goes to a terminal
 * how.passphrase  bytes; the verb is called with --passphrase-fd
 * how.env         variables of the environment
 * how.prepare     called with FS and the instance first, to mount folders
 * how.close       called with FS before the verb, to protect folders
 *
 * Returns { status, out, err, files }: the exit status, the bytes of standard output and of standard error, and a Map
 * of the files in how.keep. Throws if the module fails, as without memory; the caller then keeps the files it has.
 */
export async function run(module, how) {
	const instance = await module.factory({
		thisProgram: 'adit',
		noExitRuntime: false,
		quit(status, e) { throw e; },
		preRun: [(m) => Object.assign(m.ENV, { HOME: '/home', ADIT_HOME: '/home' }, how.env)],
		instantiateWasm(imports, done) {
			const made = new WebAssembly.Instance(module.wasm, imports);
			return done(made, module.wasm) || made.exports;
		},
	});
	const { FS } = instance, args = how.args.slice(), folder = how.folder || '/work', files = new Map();
	if (how.prepare)
		how.prepare(FS, instance);
	for (const [path, bytes] of how.files || []) {
		makeFolders(FS, path);
		FS.writeFile(path, bytes);
		FS.chmod(path, 0o600);
	}
	for (const path of [folder, ...how.keep || []])
		makeFolders(FS, path + '/');
	FS.chdir(folder);
	const streams = openStandard(FS, how.input === undefined ? new Uint8Array(0) : how.input, how.isTerminal);
	const secret = how.passphrase && openSecret(FS, how.passphrase);
	if (secret)
		args.push(`--passphrase-fd=${secret.fd}`);
	if (how.close)
		how.close(FS);
	const status = callMain(instance, args), [out, err] = streams.map(contents);
	if (secret) {
		secret.node.contents.fill(0);
		instance.HEAPU8.fill(0);
	}
	for (const path of how.keep || [])
		walk(FS, path, (file) => files.set(file, FS.readFile(file)));
	return { status, out, err, files };
}
