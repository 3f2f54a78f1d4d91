#!/bin/sh
# Install Debian packages for setup.sh, as root:
#
#	sh examples/install.sh PACKAGE...
#
# Some packages have a service. The tests start what they need, so this script neither starts nor enables
# any. Services that were on the machine before stay as they are.

set -u
top=${ADIT_ROOT:-} # of another machine, in tests
policy=$top/usr/sbin/policy-rc.d

# Print the links of services that start with the machine.
enabled() { find "$top/etc/systemd/system" "$top"/etc/rc[2-5].d -type l 2> /dev/null | LC_ALL=C sort; }

disable_new()
{
	enabled | while read -r link; do
		case "
$before
" in *"
$link
"*) continue ;; esac
		case $link in
		"$top"/etc/systemd/*) rm -f "$link" ;;
		*/S[0-9][0-9]*) echo "${link##*/S[0-9][0-9]}" ;;
		esac
	done | sort -u | while read -r service; do
		update-rc.d "$service" disable
	done
}

# Also after an interrupt: some packages may be installed already.
finish()
{
	trap '' HUP INT TERM
	disable_new
	[ -z "$made" ] || rm -f "$policy"
}

made=
before=$(enabled)
trap finish EXIT
trap 'exit 1' HUP INT TERM

# Debian asks this program before it starts a service.
if ! [ -e "$policy" ]; then
	made=yes
	printf '#!/bin/sh\nexit 101\n' > "$policy" && chmod 755 "$policy" || exit 1
fi
apt-get -q install -y --no-install-recommends "$@"
