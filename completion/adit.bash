# shellcheck shell=bash
# bash completion for adit.  It knows nothing itself: verbs come from `adit help --list`, options
# from `adit VERB --help`; whatever else is a file.

_adit()
{
	local cur=${COMP_WORDS[COMP_CWORD]} prog=${COMP_WORDS[0]} verb words
	COMPREPLY=()
	if ((COMP_CWORD == 1)); then
		words=$("$prog" help --list 2> /dev/null < /dev/null)
	elif [[ $cur == -* ]]; then
		verb=${COMP_WORDS[1]}
		words=$("$prog" "$verb" --help 2> /dev/null < /dev/null |
			grep -Eo -e '(^|[[:blank:],[|])--?[[:alnum:]][[:alnum:]-]*' |
			tr -d '[:blank:],[|' | sort -u)
	elif [[ ${COMP_WORDS[1]} == help ]]; then
		words=$("$prog" help --list 2> /dev/null < /dev/null)
	else
		compopt -o filenames -o default 2> /dev/null
		return
	fi
	local IFS=$'\n'
	# shellcheck disable=SC2207 # words of one line each
	COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -F _adit adit
