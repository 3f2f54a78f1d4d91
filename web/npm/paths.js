/* Paths of Windows and of POSIX as the module sees them: a drive is a folder of the root, /c for C:. */

const isAbsolute = /^([A-Za-z]):[\\/]/;

/* True if the text is meant as a path on Windows: it has a drive, or its folder exists. */
function isPath(text, folderExists) {
	if (isAbsolute.test(text))
		return true;
	const end = text.lastIndexOf('\\');
	return end > 0 && folderExists(text.slice(0, end));
}

/* A path of this platform as the module sees it. */
export function inner(path, platform) {
	if (platform !== 'win32')
		return path;
	return path.replace(isAbsolute, (all, drive) => '/' + drive.toLowerCase() + '/').replace(/\\/g, '/');
}

/*
 * An argument of the command line as the module sees it: a path, or --option=PATH. Text that only looks like a path,
 * as `--say a\b`, stays. folderExists(path) says whether a folder of the platform is there.
 */
export function argument(text, platform, folderExists) {
	if (platform !== 'win32')
		return text;
	const value = text.startsWith('--') ? text.indexOf('=') + 1 : 0;
	const path = text.slice(value);
	return isPath(path, folderExists) ? text.slice(0, value) + inner(path, platform) : text;
}
