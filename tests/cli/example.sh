# shellcheck shell=sh
# Run the examples of a manual page; sourced after tap.sh:
#
#	examples PAGE           run the blocks of PAGE that follow a line  .\" run [TOOL...]
#	                        in order, in the current folder: one test a command.  Blocks whose
#	                        TOOLs are not installed are skipped.
#	items PAGE HEADING      the list entries (.It lines) of PAGE below .Sh or .Ss HEADING
#
# In a block "$ " begins a command, "> " continues it, the other lines are what it prints, on
# standard output and standard error; "..." in them stands for anything.  A command that prints
# nothing has to end with status 0.

# Each command of PAGE as files step/NNN.cmd, .want and .tools.
example_steps()
{
	rm -rf step
	mkdir step
	awk '
	function plain(s) {
		gsub(/\\-/, "-", s)
		gsub(/\\&/, "", s)
		gsub(/\\e/, "\\", s)
		return s
	}
	/^\.\\" run/ {
		tools = substr($0, 8)
		wanted = 1
		next
	}
	wanted && /^\.Bd/ {
		wanted = 0
		inside = 1
		next
	}
	inside && /^\.Ed/ {
		inside = 0
		next
	}
	!inside { next }
	/^\$ / {
		if (n > 0) {
			close(cmd)
			close(want)
		}
		n++
		cmd = sprintf("step/%03d.cmd", n)
		want = sprintf("step/%03d.want", n)
		tool = sprintf("step/%03d.tools", n)
		print plain(substr($0, 3)) > cmd
		printf "" > want
		print tools > tool
		close(tool)
		next
	}
	/^> / {
		print plain(substr($0, 3)) > cmd
		next
	}
	{ print plain($0) > want }' "$1"
}

# The text FILE as a shell pattern.
example_pattern()
{
	sed -e 's/[][\\*?]/\\&/g' -e 's/\.\.\./*/g' "$1"
}

# example_run COMMAND WANT: does it print that?
example_run()
{
	eval "$(cat "$1")" > got 2>&1 < /dev/null
	example_status=$?
	example_want=$(example_pattern "$2")
	# shellcheck disable=SC2254 # the pattern is a pattern
	case $(cat got) in
	$example_want) [ -s "$2" ] || [ $example_status -eq 0 ] ;;
	*) false ;;
	esac
}

examples()
{
	example_steps "$1"
	for example in step/*.cmd; do
		[ -f "$example" ] || {
			tap_result 1 "${1##*/} has examples"
			return
		}
		example_missing=
		# shellcheck disable=SC2013 # words
		for tool in $(cat "${example%.cmd}.tools"); do
			command -v "$tool" > /dev/null || example_missing=$tool
		done
		# What TAP and echo would take for something else is left out of the name.
		example_name="\$ $(head -n 1 "$example" | sed 's/[#\\]/ /g')"
		if [ -n "$example_missing" ]; then
			skip "$example_name" "no $example_missing here"
		else
			example_run "$example" "${example%.cmd}.want"
			tap_result $? "$example_name" got
		fi
	done
}

items()
{
	awk -v heading="$2" '
	/^\.S[hs] / { inside = substr($0, 5) == heading }
	inside && /^\.It / { print substr($0, 5) }' "$1"
}
