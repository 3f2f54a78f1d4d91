/*
 * The page of the browser file: screens that call verbs in the worker and show what they print.
 *
 * (S1) Text of digests and verbs becomes text of the page, never HTML. Pages that adit draws are shown in a frame
 *      without an origin, so they reach neither keys nor storage. Of them one line comes back: an order.
 * (S2) An order is signed only after a press of a button beside its words.
 * (S3) The passphrase goes from its field to the worker and stays nowhere else.
 */
const get = (id) => document.getElementById(id), main = get('main'), dialog = get('dialog');
const version = document.querySelector('meta[name=generator]').content;
const isSite = /^http/.test(location.protocol) && document.querySelector('meta[http-equiv]').content.includes("connect-src 'self'");
const FILE_MAX = 16 << 20, FRAME_MAX = 30000;
const MARK = 'adit'; /* in localStorage: there was a home here */
let keys = [], site = [], notices = [], drawn = {}, isBusy = false, isMoved = false;

/* ---- languages ---- */

const LANG = 'adit-lang'; /* in localStorage: the language that the reader chose */
const catalogues = JSON.parse(get('words').textContent); /* { uk: { English: translation } } */
let lang = 'en';

/* As in the C code: a message of a context, in the language of the reader. */
const MSG = (context, english) => (catalogues[lang] || {})[english] || english;
const LANGUAGE = MSG('web', 'English'); /* each catalogue has its own name there */
/* Replaces each %s by the next argument. */
const fill = (words, ...rest) => words.replace(/%s/g, () => rest.shift());

/* Chooses the language: what the reader chose, else the first of the browser's that there is. */
function choose() {
	const known = ['en', ...Object.keys(catalogues)];
	lang = [localStorage.getItem(LANG), ...navigator.languages].map((one) => (one || '').split('-')[0]).find((one) => known.includes(one)) || 'en';
	document.documentElement.lang = lang;
	get('skip').textContent = MSG('web', 'To the content');
	get('nav').setAttribute('aria-label', MSG('web', 'Main'));
	get('to-tables').textContent = MSG('web', 'Tables');
	get('to-settings').textContent = MSG('web', 'Settings');
	get('lock').textContent = MSG('web', 'Lock');
	get('lang').setAttribute('aria-label', MSG('web', 'Language'));
	get('lang').replaceChildren(...known.map((one) => el('option', { value: one, lang: one, selected: one === lang }, (catalogues[one] || {})[LANGUAGE] || LANGUAGE)));
}

/* ---- the page ---- */

/* Makes an element. Properties that begin with "on" are listeners. */
function el(name, properties, ...inside) {
	const made = document.createElement(name);
	for (const [key, value] of Object.entries(properties || {})) {
		if (key.startsWith('on'))
			made.addEventListener(key.slice(2), value);
		else if (key in made)
			made[key] = value;
		else
			made.setAttribute(key, value);
	}
	made.append(...inside.flat(9).filter((part) => part || part === 0));
	return made;
}
const button = (words, press, className = '') => el('button', { type: 'button', className, onclick: press }, words);
const section = (title, ...inside) => el('section', {}, title && el('h2', {}, title), ...inside);
const labelled = (words, field) => [el('label', { htmlFor: field.id }, words), field];
const say = (words) => { get('status').textContent = words; };

/* Shows what went wrong, where it is seen, with what can be done about it; on a screen of its own if there is none yet. */
function complain(words, ...more) {
	const line = el('p', { className: 'wrong', role: 'alert', tabIndex: -1 }, words, ...more);
	if (!main.querySelector('h1'))
		show(MSG('web', 'This did not work'), el('p', {}, el('a', { href: '#' }, MSG('web', 'To your tables')), ' ', el('a', { href: '#settings' }, MSG('web', 'To the settings'))));
	get('nav').hidden = get('nav').hidden && !keys.length;
	main.querySelector('h1').after(line);
	line.focus();
}

/* Shows a screen; the focus goes to its heading. */
function show(title, ...inside) {
	const heading = el('h1', { tabIndex: -1 }, title);
	for (const frame of main.querySelectorAll('iframe'))
		URL.revokeObjectURL(frame.src);
	main.replaceChildren(heading, ...notices.splice(0).map((line) => el('p', { className: 'mark', role: 'alert' }, line)), ...inside.flat(9).filter(Boolean));
	document.title = `${title} – adit`;
	heading.focus();
	scrollTo(0, 0);
}

/* Does one thing at a time; a failure is shown above the screen. */
async function busy(words, work) {
	if (isBusy)
		return;
	isBusy = true;
	document.body.setAttribute('aria-busy', 'true');
	say(words);
	main.querySelectorAll('.wrong').forEach((line) => line.remove());
	try {
		await work();
		say('');
	} catch (e) {
		say('');
		if (e.kind === 'refused' || e.kind === 'lost' || e.kind === 'damaged')
			showLost(e);
		else if (e.kind !== 'cancelled' || !main.querySelector('h1'))
			complain(e.message);
	} finally {
		isBusy = false;
		document.body.removeAttribute('aria-busy');
	}
	if (isMoved)
		route();
}

/* Calls of submit do not leave the page. */
const form = (submit, ...inside) => el('form', { onsubmit: (e) => { e.preventDefault(); submit(); } }, ...inside);

/* ---- the worker ---- */

const worker = new Worker(URL.createObjectURL(new Blob([get('worker').textContent], { type: 'text/javascript' })));
const waiting = new Map();
let calls = 0;

const failure = (kind, message) => Object.assign(new Error(message), { kind });
function call(action, more, transfer) {
	return new Promise((resolve, reject) => {
		waiting.set(++calls, { resolve, reject });
		worker.postMessage({ id: calls, action, lang, ...more }, transfer || []);
	});
}
worker.onmessage = ({ data }) => {
	const { resolve, reject } = waiting.get(data.id) || {};
	waiting.delete(data.id);
	if ('unlocked' in data) {
		get('lock').hidden = !data.unlocked;
		if (!data.unlocked && drawn.isPrivate && !isBusy)
			location.hash = ''; /* hides the hand */
	} else if (data.changed) {
		whenChanged();
	} else if ('error' in data) {
		reject(failure(data.kind, MSG('web', data.error)));
	} else {
		resolve(data.value);
	}
};

function askPassphrase(why) {
	return new Promise((resolve) => {
		const field = el('input', { id: 'passphrase', type: 'password', autocomplete: 'off', required: true });
		const end = (bytes) => {
			field.value = '';
			dialog.onclose = null;
			dialog.close();
			dialog.replaceChildren();
			resolve(bytes);
		};
		dialog.replaceChildren(form(() => end(new TextEncoder().encode(field.value + '\n')),
			el('h2', { id: 'question' }, MSG('web', 'Unlock your keys')), why && el('p', { className: 'wrong', role: 'alert' }, why),
			labelled(MSG('web', 'Passphrase'), field),
			el('p', { className: 'soft' }, MSG('web', 'It is forgotten after 15 minutes without use, or when you press Lock.')),
			el('button', { className: 'main' }, MSG('web', 'Unlock')), button(MSG('web', 'Cancel'), () => end(null))));
		dialog.onclose = () => end(null);
		dialog.showModal();
		field.focus();
	});
}

/* Runs a verb that needs the passphrase. */
async function withKey(how) {
	for (;;) {
		try {
			return await call('verb', { ...how, isSecret: true });
		} catch (e) {
			if (e.kind !== 'locked' && e.kind !== 'wrong')
				throw e;
			const bytes = await askPassphrase(e.kind === 'wrong' ? e.message : '');
			if (!bytes)
				throw failure('cancelled', 'cancelled');
			await call('unlock', { bytes }, [bytes.buffer]);
		}
	}
}

/* The lines of messages; of an error in JSON its text. */
const linesOf = (err) => err.split('\n').filter(Boolean).map((line) => {
	try {
		const { message, hint } = JSON.parse(line).error;
		return hint ? `${message}; ${hint}` : message;
	} catch (e) {
		return line;
	}
}).map((line) => line.replace(/^adit: [a-z-]+: (?:warning: )?/, '').replace(/; --host FINGERPRINT insists on one$/, ''));

/* The objects that a verb printed. Throws what it complained of, if it failed. */
function objects(result) {
	if (result.status !== 0)
		throw failure('verb', linesOf(result.err).join('\n') || `status ${result.status}`);
	return result.out.split('\n').filter(Boolean).map((line) => JSON.parse(line));
}

/* ---- what leaves the browser ---- */

function saveFile(name, what) {
	const url = URL.createObjectURL(what);
	el('a', { href: url, download: name }).click();
	setTimeout(() => URL.revokeObjectURL(url), 60000);
}

/* Text to give away, with the ways for it. */
function giving(id, title, name, text, subject, address) {
	const area = el('textarea', { id, readOnly: true, spellcheck: false, rows: 7 });
	const file = new File([text], name, { type: 'text/plain' }), to = el('input', { id: `${id}-to`, type: 'email', autocomplete: 'off', value: address || '' });
	const copy = async () => {
		try {
			await navigator.clipboard.writeText(text);
			say(MSG('web', 'Copied.'));
		} catch (e) {
			area.focus();
			area.select();
			say(MSG('web', 'This browser does not let the page copy: the text is selected, copy it with Ctrl+C or the menu.'));
		}
	};
	const mail = () => {
		const body = text.length < 1500 ? text : `${MSG('web', 'Paste the text here (it was copied), or attach the file.')}\n`;
		if (body !== text)
			copy();
		el('a', { href: `mailto:${encodeURIComponent(to.value.trim())}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}` }).click();
	};
	area.value = text;
	return [labelled(title, area), button(MSG('web', 'Copy'), copy, 'main'),
		navigator.canShare && navigator.canShare({ files: [file] }) && button(MSG('web', 'Share'), () => navigator.share({ files: [file], title: subject }).catch(() => {})),
		button(MSG('web', 'Save as a file'), () => saveFile(name, file)), labelled(MSG('web', 'Address of the host, for a mail'), to), button(MSG('web', 'Mail'), mail)];
}

const dayOf = (date) => date.toISOString().slice(0, 10);

async function saveBackup() {
	const home = await call('home');
	saveFile(`adit-backup-${dayOf(new Date())}.tar`, await call('backup'));
	await call('note', { notes: { backed: home.orders, saved: dayOf(new Date()) } });
	say(MSG('web', 'The backup is saved among your downloads. Keep it where you find it again.'));
}

/* ---- start ---- */

async function loadKeys() {
	const home = await call('home');
	keys = home.keys.length ? objects(await call('verb', { args: ['key', '--json'], looks: true })).filter((key) => key.secret) : [];
	get('nav').hidden = home.isEmpty;
	if (!home.isEmpty)
		localStorage.setItem(MARK, 'yes');
	return home;
}

function restoring() {
	const file = el('input', { id: 'backup', type: 'file', accept: '.tar' });
	file.addEventListener('change', () => busy(MSG('web', 'Reading the backup …'), async () => {
		await call('restore', { bytes: new Uint8Array(await file.files[0].arrayBuffer()) });
		await loadKeys();
		notices.push(MSG('web', 'The backup is restored. If you signed an order elsewhere after it was made, wait for the next digest before you sign here.'));
		go('');
	}));
	return section(MSG('web', 'I have a backup'), el('p', {}, MSG('web', 'The file that you saved in another browser, or a tar of the home of the program adit.')), labelled(MSG('web', 'Backup file'), file));
}

function showStart() {
	const name = el('input', { id: 'name', required: true, maxLength: 20, pattern: '[a-z][a-z0-9_\\-]*', autocomplete: 'off', autocapitalize: 'none', spellcheck: false });
	const [one, two] = ['one', 'two'].map((id) => el('input', { id, type: 'password', required: true, minLength: 8, autocomplete: 'off' }));
	const make = () => busy(MSG('web', 'Making your keys …'), async () => {
		if (one.value !== two.value)
			throw failure('form', MSG('web', 'The two passphrases differ.'));
		const bytes = new TextEncoder().encode(one.value + '\n');
		one.value = two.value = '';
		await call('unlock', { bytes }, [bytes.buffer]);
		objects(await call('verb', { args: ['keygen', '--json', '--work=16', name.value], isSecret: true }));
		if (navigator.storage && navigator.storage.persist)
			navigator.storage.persist();
		go(`card/${name.value}`);
	});
	show(MSG('web', 'Play the Saboteur card games by mail'), el('p', {}, MSG('web', 'adit is a program for players, in this one file. It sends nothing: digests come in and orders go out by your own mails.')),
		el('div', { className: 'two' }, section(MSG('web', 'New here'), form(make,
			labelled(MSG('web', 'Your name at the table: small letters, digits'), name), labelled(MSG('web', 'Passphrase for your keys, at least 8 characters'), one), labelled(MSG('web', 'The passphrase again'), two),
			el('p', { className: 'soft' }, MSG('web', 'Nobody can replace a lost passphrase.')), el('button', { className: 'main' }, MSG('web', 'Make my keys')))), restoring()));
}

/* The home cannot be used. */
function showLost(e) {
	const again = () => busy('', async () => {
		await call('forget');
		localStorage.removeItem(MARK);
		await route();
	});
	get('nav').hidden = true;
	show(e.kind === 'refused' ? MSG('web', 'This browser keeps nothing') : MSG('web', 'Your keys are not here any more'), el('p', { className: 'wrong', role: 'alert' }, `${e.message[0].toUpperCase()}${e.message.slice(1)}.`),
		e.kind === 'refused' ? el('p', {}, MSG('web', 'In a private window, or with storage switched off, keys would be lost. Use an ordinary window, or another browser.')) :
			[e.kind === 'lost' ? restoring() : null, section(e.kind === 'lost' ? MSG('web', 'I have no backup') : MSG('web', 'Begin again'), el('p', {}, MSG('web', 'Then the stored rest is removed. You can restore a backup or make new keys; your host can give your seats to new keys.')), button(MSG('web', 'Begin again'), again))]);
}

async function showCard(name) {
	const home = await loadKeys(), key = keys.find((one) => one.name === name), text = await call('pub', { key: name });
	show(fill(MSG('web', 'The card of %s'), name), section(MSG('web', 'Send this card to your host'), el('p', {}, MSG('web', 'It is public. The host needs it to give you a seat. Fingerprint: '), el('code', {}, key ? key.fingerprint : '')),
		giving('card', MSG('web', 'Your public key file'), `${name}.pub`, text, fill(MSG('web', 'adit: the public key file of %s'), name))),
	section(MSG('web', 'Save the backup'), el('p', {}, home.notes.saved ? fill(MSG('web', 'The newest one is of %s.'), home.notes.saved) : MSG('web', 'A browser may forget what a page has stored. Then only this file brings your keys and tables back. It is protected by your passphrase.')),
		button(MSG('web', 'Save the backup'), () => busy('', saveBackup), 'main')), el('p', {}, el('a', { href: '#' }, MSG('web', 'To your tables'))));
}

/* ---- tables ---- */

const titleOf = (state) => state.title || fill(MSG('web', '%s, table %s'), state.rules, state.game);
const person = (state, seat) => state.names[seat] || seat;

function turnOf(state, own) {
	if (state.winners || state.phase === 'over')
		return state.winners ? fill(MSG('web', 'The game is over: %s won.'), state.winners.map((seat) => person(state, seat)).join(', ')) : MSG('web', 'The game is over.');
	if (state.phase === 'setup')
		return state.seats.every((seat) => seat.joined) ? MSG('web', 'All have joined; the players confirm.') : MSG('web', 'The players join.');
	const who = own && own === state.to_move ? MSG('web', 'It is your turn') : state.to_move ? fill(MSG('web', '%s is to move'), person(state, state.to_move)) : MSG('web', 'Nobody is to move');
	return state.due ? fill(MSG('web', '%s, until %s.'), who, new Date(state.due).toLocaleString(lang)) : `${who}.`;
}

/* New digests may have given a seat to one who watched. */
async function watchAgain(games) {
	const { notes } = await call('home'), seat = { ...notes.seat };
	games.forEach((game) => { delete seat[game]; });
	await call('note', { notes: { seat } });
}

/* Digests and mails: in they go, one after the other. */
async function takeIn(list) {
	const games = new Set();
	list.sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
	for (const { name, bytes } of list) {
		const result = await (keys.length ? withKey : (how) => call('verb', how))({ args: ['read', '--json', '-'], input: bytes, isMail: true });
		const lines = linesOf(result.err).map((line) => list.length > 1 ? `${name}: ${line}` : line);
		notices.push(...lines);
		for (const one of result.status === 0 ? objects(result) : []) {
			if (one.receipt)
				notices.push([fill(MSG('web', 'The host answers: %s'), one.receipt.result), one.receipt.why, one.receipt.hint].filter(Boolean).join('; '));
			else
				games.add(one.game);
		}
		if (list.length === 1 && result.status !== 0)
			throw failure('verb', notices.splice(0).join('\n'));
	}
	await watchAgain([...games]);
	go(games.size === 1 ? `table/${[...games][0]}` : '');
}

function opening() {
	const text = el('textarea', { id: 'paste', spellcheck: false, rows: 4 }), file = el('input', { id: 'files', type: 'file', multiple: true });
	const take = (list) => busy(MSG('web', 'Reading …'), () => takeIn(list));
	const files = async (all) => [...all].some((one) => one.size > FILE_MAX) ? complain(MSG('web', 'A file is too large to be a mail.')) : take(await Promise.all([...all].map(async (one) => ({ name: one.name, bytes: new Uint8Array(await one.arrayBuffer()) }))));
	const box = section(MSG('web', 'Open a mail or a digest'), labelled(MSG('web', 'Paste it here, as it came'), text), button(MSG('web', 'Read it'), () => text.value.trim() && take([{ name: '', bytes: new TextEncoder().encode(text.value) }]), 'main'),
		labelled(MSG('web', 'Or choose files, or drop them here: digests, saved mails (.eml)'), file));
	file.addEventListener('change', () => files(file.files));
	box.classList.add('drop');
	for (const event of ['dragover', 'dragleave', 'drop'])
		box.addEventListener(event, (e) => { e.preventDefault(); box.classList.toggle('over', event === 'dragover'); });
	box.addEventListener('drop', (e) => {
		if (e.dataTransfer.files.length)
			files(e.dataTransfer.files);
		else
			text.value = e.dataTransfer.getData('text');
	});
	return box;
}

const readPublic = async (game) => objects(await call('verb', { args: ['read', '--json', '--public', '-g', game], looks: true })).pop();

async function rowOf(home, game) {
	let state = null, trouble = '';
	try {
		state = await readPublic(game);
	} catch (e) {
		trouble = e.message;
	}
	if (!state)
		return el('li', {}, el('a', { href: `#table/${game}` }, el('b', {}, game), el('span', {}, trouble)));
	const seen = (home.notes.seen || {})[game], own = (home.notes.seat || {})[game], isMine = own && state.to_move === own && state.phase !== 'over';
	const news = seen === undefined ? MSG('web', 'new') : state.n > seen ? fill(MSG('web', 'new: %s'), state.n - seen) : '';
	return el('li', {}, el('a', { href: `#table/${game}`, className: isMine ? 'yours' : '' }, el('b', {}, titleOf(state)), el('span', {}, turnOf(state, own), news && ` (${news})`)));
}

async function showTables() {
	const home = await loadKeys();
	if (home.isEmpty)
		return localStorage.getItem(MARK) ? showLost(failure('lost', MSG('web', 'this browser has lost the keys and tables that were here'))) : showStart();
	const rows = [], known = new Set(home.games.map(({ game }) => game)), others = site.filter(({ game }) => !known.has(game));
	for (const { game } of home.games)
		rows.push(await rowOf(home, game));
	show(MSG('web', 'Tables'), el('ul', { className: 'tables' }, rows), !rows.length && el('p', {}, MSG('web', 'No table yet. When the invitation of your host arrives, open it here.')), opening(),
		others.length > 0 && section(MSG('web', 'Tables of this site'), el('ul', { className: 'tables' }, others.map(({ folder, game }) => el('li', {}, el('a', { href: `#table/${game}` }, el('b', {}, folder), folder !== game && el('span', {}, game)))))));
}

/* ---- a site ---- */

async function fetchText(path) {
	const answer = await fetch(path, { cache: 'no-cache', credentials: 'omit' });
	if (!answer.ok)
		throw failure('site', fill(MSG('web', '%s: the site answers %s'), path, answer.status));
	return answer.text();
}

async function loadSite() {
	const [first, ...lines] = isSite ? (await fetchText('digests.txt').catch(() => '')).split('\n') : [''];
	site = first !== 'adit digests 1' ? [] : lines.map((line) => /^table ([\w-][\w.-]*) ([a-z2-7]{8}) (\d{1,6})$/.exec(line)).filter(Boolean)
		.map(([, folder, game, n]) => ({ folder, game, n: Number(n) }));
}

/* Fetches the digests that are not in the home. */
async function fetchNew(game, home) {
	const table = site.find((one) => one.game === game), have = new Set((home.games.find((one) => one.game === game) || { turns: [] }).turns);
	const files = [];
	for (let n = 0; table && n <= table.n; n++) {
		const name = `${String(n).padStart(6, '0')}.txt`;
		if (!have.has(name))
			files.push([`/work/turns/${name}`, new TextEncoder().encode(await fetchText(`${table.folder}/turns/${name}`))]);
	}
	if (!files.length)
		return;
	const result = await (keys.length ? withKey : (how) => call('verb', how))({ args: ['read', '--json', '/work/turns'], files });
	notices.push(...linesOf(result.err));
	await watchAgain([game]);
}

/* ---- a table ---- */

/* A page of adit, in a frame without an origin. onorder gets the order that was put together in it. */
function framed(page, onorder) {
	const frame = el('iframe', { title: MSG('web', 'The table'), src: URL.createObjectURL(new Blob([page], { type: 'text/html' })) });
	frame.setAttribute('sandbox', 'allow-scripts');
	frame.style.height = `${innerHeight}px`;
	drawn.onmessage = (e) => {
		const { order, height } = e.source === frame.contentWindow && e.data && typeof e.data === 'object' ? e.data : {};
		if (typeof height === 'number' && height > 0 && height < FRAME_MAX)
			frame.style.height = `${Math.ceil(height) + 2}px`;
		if (typeof order === 'string' && order.length < 1000 && !/[^ -~]/.test(order))
			onorder(order);
	};
	return frame;
}
addEventListener('message', (e) => drawn.onmessage && drawn.onmessage(e));

/* Signs, then shows what to send. how.words: '' for a message alone. */
const sign = (how) => busy(MSG('web', 'Signing …'), async () => {
	const args = [how.verb || 'sign', '--json', '-g', drawn.game, '-k', drawn.key, ...how.options || []];
	const result = await withKey({ args, input: new TextEncoder().encode(how.words ? how.words + '\n' : ''), guard: { game: drawn.game, orders: drawn.orders } });
	if (result.status !== 0 && how.verb && / --again /.test(result.err))
		return complain(linesOf(result.err).join('\n'), ' ', button(MSG('web', 'Join all the same'), () => sign({ ...how, options: [...how.options, '--again'] })));
	await showSend(objects(result).pop(), linesOf(result.err));
});

async function showSend(order, lines) {
	const home = await call('home'), address = (home.notes.mail || {})[order.game], due = home.orders - (home.notes.backed || 0) >= 10;
	const what = [...order.do, order.say && `say: ${order.say}`].filter(Boolean).join(' | ');
	notices.push(...lines);
	const { orders } = home.games.find((one) => one.game === order.game), made = orders.split(' ').find((name) => !(drawn.orders || orders).includes(name));
	if (made) /* the newest of several orders for a turn */
		await call('note', { notes: { last: { ...home.notes.last, [order.game]: made.replace(/^.*-|\.txt$/g, '') } } });
	drawn = { game: order.game, isPrivate: true };
	show(MSG('web', 'Send your order'), el('p', { className: 'turn' }, what), el('p', {}, MSG('web', 'It is signed and kept here. Send it to your host in one of these ways; the same order twice does no harm.')),
		section('', giving('block', order.block.includes('AGE') ? MSG('web', 'The order, encrypted to the host') : MSG('web', 'The order, not encrypted'), `order-${order.game}-${order.seat}.txt`, order.block, fill(MSG('web', 'adit: order of %s, table %s'), order.seat, order.game), address),
			order.link && /^https:\/\//.test(order.link) && el('p', {}, el('a', { href: order.link, target: '_blank', rel: 'noopener noreferrer', className: 'button' }, MSG('web', 'New file in the repository of the table')))),
		due && section(MSG('web', 'Save the backup'), el('p', {}, MSG('web', 'You have signed ten orders since the newest backup.')), button(MSG('web', 'Save the backup'), () => busy('', saveBackup), 'main')),
		el('p', {}, el('a', { href: `#table/${order.game}` }, MSG('web', 'Back to the table'))));
	get('block-to').addEventListener('change', (e) => call('note', { notes: { mail: { ...home.notes.mail, [order.game]: e.target.value } } }));
	history.replaceState(null, '', `#sent/${order.game}`);
}

/* Join and confirm, before the deal. */
function dealing(state) {
	const own = state.seats.find((seat) => keys.some((key) => key.sign === seat.sign)), all = state.seats.every((seat) => seat.joined);
	const verb = all ? 'confirm' : 'join';
	const isDone = own && (all ? own.confirmed : own.joined), free = state.seats.filter((seat) => !seat.sign).map((seat) => seat.name);
	const seat = !own && free.length > 0 && el('select', { id: 'seat' }, free.map((name) => el('option', {}, name)));
	if (seat && free.includes(drawn.key))
		seat.value = drawn.key;
	return section(MSG('web', 'Your seat'),
		isDone ? el('p', {}, all ? MSG('web', 'You have confirmed. Open the next digest when it comes.') : MSG('web', 'You have joined. Open the next digest when it comes.')) : own || (seat && !all) ? [
			el('p', {}, all ? MSG('web', 'All have joined: confirm, so that the cards can be dealt.') : MSG('web', 'Take your seat. Compare the fingerprint of the host with them first, in another way than the digest came.')),
			seat && labelled(MSG('web', 'Seat'), seat), button(all ? MSG('web', 'Confirm') : MSG('web', 'Join'), () => sign({ verb, options: seat ? [`--seat=${seat.value}`] : [] }), 'main')] :
			el('p', {}, MSG('web', 'No seat is free for your key.')));
}

const standing = (vote) => fill(MSG('web', 'Yes: %s. No: %s. Needed: %s.'), ...[vote.yes, vote.no].map((seats) => seats.join(', ') || MSG('web', 'nobody')), vote.need);

/* What the seats vote on. */
function voting(state) {
	const votes = state.people && state.people.votes || [];
	const choice = (what, words, ...inside) => section(MSG('web', 'A vote'), el('p', {}, words), ...inside, state.seat && ['yes', 'no'].map((answer) => button(answer === 'yes' ? MSG('web', 'Vote yes') : MSG('web', 'Vote no'), () => sign({ words: `vote ${what} ${answer}` }))));
	return [state.asked && choice(`undo ${state.asked.to}`, fill(MSG('web', 'The host asks to go back to digest %s.'), state.asked.to), el('p', {}, fill(MSG('web', 'Reason: %s'), state.asked.reason)),
		el('p', { className: 'soft' }, standing(state.asked))),
	...votes.map((vote) => choice(vote.on, fill(MSG('web', '%s proposes: %s.'), person(state, vote.by), vote.on), el('p', { className: 'soft' }, standing(vote))))];
}

/* Where an order is seen before it is signed. */
function orderBar(state) {
	const words = el('input', { id: 'order', autocomplete: 'off', spellcheck: false, autocapitalize: 'none' }), talk = el('input', { id: 'say', autocomplete: 'off', maxLength: 500 });
	const clear = el('input', { id: 'clear', type: 'checkbox' });
	const give = () => {
		const options = [talk.value.trim() && `--say=${talk.value.trim()}`, clear.checked && '--clear'].filter(Boolean);
		if (words.value.trim() || talk.value.trim())
			sign({ words: words.value.trim(), options });
	};
	const bar = form(give, el('div', {}, labelled(state.can.length ? MSG('web', 'Your order: click it together, or type it') : MSG('web', 'Order'), words)), el('button', { className: 'main' }, MSG('web', 'Sign …')),
		el('details', {}, el('summary', {}, MSG('web', 'Say something, or do not encrypt it')), labelled(MSG('web', 'Say to the table'), talk),
			el('label', { className: 'check' }, clear, MSG('web', 'Do not encrypt it: shorter, but everybody can read it'))));
	const ready = () => { bar.className = words.value.trim() ? 'bar ready' : 'bar'; };
	words.addEventListener('input', ready);
	ready();
	let last = '';
	const put = (order) => {
		if (order || words.value === last) /* what was typed stays */
			words.value = last = order;
		ready();
	};
	return { bar, put };
}

/* Which key plays here, if there are several. */
const choosing = (game) => section(MSG('web', 'Your key at this table'), keys.map((key) => button(key.name, () => busy('', () => showTable(game, false, key.name)))));

/* The table as the player may see it: { state, page, isPublic }. */
async function readTable(game, key, isWatcher) {
	const args = ['page', '--html', '-g', game, '-o', '/page/page.html'], found = await readPublic(game);
	if (key && !isWatcher && found.phase !== 'setup') {
		try {
			const read = await withKey({ args: ['read', '--json', '-g', game, ...keys.length > 1 ? ['-k', key] : []], looks: true });
			const state = objects(read).pop();
			if (state.seat)
				return { state, page: await withKey({ args: [...args, '-k', key], looks: true }), isPublic: false };
			notices.push(...linesOf(read.err));
			await call('note', { notes: { seat: { ...(await call('home')).notes.seat, [game]: '' } } });
		} catch (e) {
			if (e.kind !== 'cancelled')
				notices.push(e.message);
		}
	}
	return { state: found, page: await call('verb', { args, looks: true }), isPublic: true };
}

/* isFree: an order may be signed though one waits. chosen: the key to try, which is remembered if it opens the table. */
async function showTable(game, isFree, chosen) {
	try {
		await fetchNew(game, await loadKeys());
	} catch (e) {
		if (e.kind === 'cancelled' || e.kind === 'refused' || e.kind === 'lost' || e.kind === 'damaged')
			throw e;
		notices.push(e.message);
	}
	const home = await call('home'), { notes } = home, entry = home.games.find((one) => one.game === game) || { orders: '', turns: [] };
	const key = chosen || (notes.key || {})[game] || (keys.length === 1 ? keys[0].name : ''), isWatcher = (notes.seat || {})[game] === '';
	const { state, page, isPublic } = await readTable(game, key, isWatcher);
	drawn = { game, key, isPrivate: !isPublic, orders: entry.orders, turns: entry.turns.length };
	const pending = !isFree && (state.orders || []).filter((order) => order.result === 'none' && order.do.some((line) => state.can.includes(line))).reduce((best, order) => best && best.order === (notes.last || {})[game] ? best : order, null);
	const bar = !isPublic && !pending && orderBar(state), again = () => busy('', () => showTable(game));
	notices.push(...linesOf(page.err));
	show(titleOf(state), !page.page && el('p', { className: 'turn' }, turnOf(state)), keys.length > 1 && isPublic && choosing(game),
		key && isPublic && !isWatcher && state.phase !== 'setup' && el('p', {}, button(MSG('web', 'Unlock to see your hand'), again, 'main')),
		pending && section(MSG('web', 'You have signed an order for this turn'), el('p', { className: 'turn' }, pending.do.join(' | ')), el('p', {}, MSG('web', 'It is in no digest yet.')), button(MSG('web', 'Send it again'), () => busy('', async () =>
			showSend({ ...pending, game, seat: state.seat, block: await call('block', { game, order: pending.order }) }, [])), 'main'),
			el('details', {}, el('summary', {}, MSG('web', 'The host refused it, or it was never sent')), el('p', {}, MSG('web', 'Then you may sign another one. If both arrive, the host plays the first.')), button(MSG('web', 'Sign another order'), () => busy('', () => showTable(game, true))))),
		state.phase === 'setup' && key && dealing(state), voting(state), page.page && framed(page.page, bar ? bar.put : () => {}), bar && bar.bar,
		el('p', {}, button(MSG('web', 'In words'), () => busy('', () => showWords(game, isPublic ? null : key))), button(MSG('web', 'Check all digests'), () => { location.hash = `check/${game}`; })), opening());
	const more = { seen: { ...notes.seen, [game]: state.n } };
	if (!isPublic)
		more.seat = { ...notes.seat, [game]: state.seat };
	if (chosen && (!isPublic || state.phase === 'setup'))
		more.key = { ...notes.key, [game]: chosen };
	await call('note', { notes: more });
	if (!isPublic) /* what was shown counts as read */
		call('verb', { args: ['read', '-g', game, '-k', key], isSecret: true }).catch(() => {});
}

async function showWords(game, key) {
	const args = ['read', '--plain', '-g', game], result = await (key ? withKey({ args: [...args, '-k', key] }) : call('verb', { args: [...args, '--public'], looks: true }));
	show(MSG('web', 'The table in words'), el('pre', { className: 'words', tabIndex: 0 }, result.out || linesOf(result.err).join('\n')), el('p', {}, button(MSG('web', 'Back to the table'), () => busy('', () => showTable(game)))));
}

async function showCheck(game) {
	const { notes } = await call('home'), key = (notes.key || {})[game] || (keys.length === 1 ? keys[0].name : '');
	const isPlayer = key && (notes.seat || {})[game], args = ['audit', '-g', game, ...isPlayer ? ['-k', key] : []];
	const result = await (isPlayer ? withKey : (how) => call('verb', how))({ args, looks: true });
	show(MSG('web', 'Check'), el('p', { className: 'turn' }, result.status === 0 ? MSG('web', 'All that can be checked is good.') : result.status === 6 ? MSG('web', 'Nothing is wrong; the host has not revealed everything yet.') : MSG('web', 'Something is wrong.')),
		el('pre', { className: 'words', tabIndex: 0 }, [result.out, ...linesOf(result.err)].join('\n')), el('p', {}, el('a', { href: `#table/${game}` }, MSG('web', 'Back to the table'))));
}

/* ---- settings ---- */

async function hashOfProgram() {
	if (!crypto.subtle)
		return MSG('web', 'unknown: this page did not come over a secure connection');
	const parts = [document.querySelector('style'), get('worker'), get('wasm'), document.querySelector('script:not([id])')].map((part) => part.textContent).join('');
	return [...new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(parts)))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function showSettings() {
	const home = await loadKeys(), sure = el('input', { id: 'sure', type: 'checkbox' });
	const forget = () => sure.checked && busy('', async () => {
		await call('forget');
		localStorage.removeItem(MARK);
		go('');
	});
	show(MSG('web', 'Settings'), section(MSG('web', 'Backup'), el('p', {}, home.notes.saved ? fill(MSG('web', 'The newest one is of %s.'), home.notes.saved) : MSG('web', 'You have saved none yet.'), MSG('web', ' It holds your keys, which stay encrypted, and your tables.')), button(MSG('web', 'Save the backup'), () => busy('', saveBackup), 'main')),
		section(MSG('web', 'Your keys'), el('ul', {}, keys.map((key) => el('li', {}, el('a', { href: `#card/${key.name}` }, key.name), ': ', el('code', {}, key.fingerprint))))),
		section(MSG('web', 'Forget this device'), el('p', {}, MSG('web', 'Removes keys and tables from this browser. Only a backup brings them back.')), el('label', { className: 'check' }, sure, MSG('web', 'I have the backup, or need none')), button(MSG('web', 'Forget everything here'), forget)),
		section(MSG('web', 'About'), el('p', {}, version), el('p', {}, MSG('web', 'SHA-256 of the program in this page: '), el('code', {}, await hashOfProgram())),
			el('p', {}, MSG('web', 'Whoever changes this file can take your keys. Open the signed file of a release from your own disk, rather than a page that somebody serves.')),
			el('p', {}, MSG('web', 'WebAssembly gives no guarantee of constant time, and memory may be swapped to disk.')),
			el('details', {}, el('summary', {}, MSG('web', 'Licences')), el('pre', { className: 'words', tabIndex: 0 }, get('licences').textContent))));
}

/* ---- ways through ---- */

const screens = { table: showTable, sent: showTable, check: showCheck, card: showCard, settings: showSettings };

function route() {
	const [name, argument] = location.hash.slice(1).split('/');
	isMoved = isBusy;
	return busy('', async () => {
		const home = await call('home');
		drawn = {};
		await loadSite();
		await (home.isEmpty || !Object.hasOwn(screens, name) ? showTables() : screens[name](argument));
	});
}

/* Goes there, also if it is here, as soon as what runs now has ended. */
function go(hash) {
	history.pushState(null, '', `#${hash}`);
	isMoved = true;
}

async function whenChanged() {
	const home = await call('home').catch(() => null), entry = home && drawn.game && home.games.find((one) => one.game === drawn.game);
	if (home && home.isEmpty && keys.length)
		route();
	else if (entry && drawn.key && (entry.orders !== drawn.orders || entry.turns.length !== drawn.turns) && !get('newer'))
		main.querySelector('h1').after(el('p', { id: 'newer', className: 'mark', role: 'alert' }, MSG('web', 'This table has changed in another window. '), button(MSG('web', 'Show it'), route)));
	else if (!drawn.game && main.querySelector('.tables') && !get('paste').value)
		route();
}

choose();
get('lang').addEventListener('change', (e) => {
	localStorage.setItem(LANG, e.target.value);
	choose();
	route();
});
get('lock').addEventListener('click', () => call('lock'));
addEventListener('hashchange', () => route());
busy(MSG('web', 'Starting …'), async () => {
	await call('start', { wasm: get('wasm').textContent });
	isMoved = true;
});
