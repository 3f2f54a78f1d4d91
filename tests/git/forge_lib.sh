# shellcheck shell=sh
# What tests of git-adit-forge share, after lib.sh:
#
#	forge_begin KIND        the forge of forge.py in the folder of that name ($forge), at $at; its token is "sesame"
#	adit_forge VERB ARG...  git adit-forge VERB for it with that token, in the clone here
#	asked                   what the forge was asked for since the last time

forge_begin() {
	unset GITHUB_EVENT_NAME CI_PIPELINE_SOURCE ADIT_KEY ADIT_AGE http_proxy https_proxy all_proxy HTTPS_PROXY ALL_PROXY
	forge=$tap_dir/$1
	mkdir -p "$forge"
	echo sesame > "$forge/token"
	: > "$forge/log"
	python3 "$top_srcdir/tests/git/forge.py" "$1" "$forge" > "$forge/out" 2>&1 &
	forge_pids="${forge_pids:-} $!"
	# shellcheck disable=SC2064 # now
	trap "kill $forge_pids; ${forge_leave:-tap_leave}" EXIT
	until [ -s "$forge/port" ]; do
		kill -0 $! 2> /dev/null || { cat "$forge/out" >&2 && exit 99; }
		sleep 0.1
	done
	kind=$1 at=http://127.0.0.1:$(cat "$forge/port")
}

adit_forge() {
	verb=$1
	shift
	case $kind in
	github) set -- --api "$at" "$@" ;;
	esac
	git adit-forge "$verb" --forge "$kind" --token-fd 3 "$@" 3< "$forge/token"
}

asked() {
	cat "$forge/log"
	: > "$forge/log"
}
