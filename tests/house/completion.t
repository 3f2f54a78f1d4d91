#!/bin/sh
# Completion offers what the program says it has.
. "${0%/*}/../tap.sh"
tap_begin

if ! command -v bash > /dev/null; then
	skip "bash completion" "no bash here"
	tap_end
fi

# offer PROGRAM WORD...: what bash offers for the last word.
offer()
{
	# shellcheck disable=SC2016 # for bash to expand
	bash -c '. "$1" && shift && COMP_WORDS=("$@") && COMP_CWORD=$(($# - 1)) && _adit &&
		echo "${COMPREPLY[*]}"' bash "$top_srcdir/completion/adit.bash" "$@"
}

cat > program <<'END'
#!/bin/sh
case "$*" in
'help --list') printf '%s\n' key keygen sign ;;
'sign --help') printf '%s\n' 'usage: sign [-d DIGEST] [ORDER]' '  -d, --digest=FILE  the digest' '  --force  whatever' ;;
esac
END
chmod +x program

is "verbs that begin so" "$(offer ./program ke)" "key keygen"
is "verbs after help" "$(offer ./program help s)" "sign"
is "long options of the verb" "$(offer ./program sign --f)" "--force"
is "options once, short ones too" "$(offer ./program sign -)" "--digest --force -d"
is "nothing of its own" "$(offer ./program x)" ""

tap_end
