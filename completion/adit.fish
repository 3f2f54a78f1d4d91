# fish completion for adit.  It knows nothing itself: verbs come from `adit help --list`, options
# from `adit VERB --help`; whatever else is a file.

function __adit_options
	set -l words (commandline -opc)
	adit $words[2] --help 2>/dev/null </dev/null |
		string match -arg '(?:^|[\s,\[|])(--?[[:alnum:]][[:alnum:]-]*)' | sort -u
end

complete -c adit -n __fish_use_subcommand -f -a '(adit help --list 2>/dev/null)'
complete -c adit -n '__fish_seen_subcommand_from help' -f -a '(adit help --list 2>/dev/null)'
complete -c adit -n 'not __fish_use_subcommand; and string match -q -- "-*" (commandline -ct)' -f -a '(__adit_options)'
