#!/bin/sh
# The set-up (examples/setup.sh, examples/install.sh): says how much it installs before it does, and leaves
# no service started or enabled.  tests/README.md has ADIT_TESTS.
. "${0%/*}/../tap.sh"
tap_begin

# A machine where apt-get has two services to install.  It says what it was asked for.
mkdir -p bin machine/usr/sbin machine/etc/rc2.d machine/etc/systemd/system/multi-user.target.wants
units=machine/etc/systemd/system/multi-user.target.wants
ln -s /lib/systemd/system/ssh.service $units/ssh.service
ln -s ../init.d/ssh machine/etc/rc2.d/S01ssh
cat > bin/apt-get <<'END'
#!/bin/sh
cd "$TAP" || exit 99
echo "$*" >> asked
case " $* " in
*" update "*) exit 0 ;;
*" --print-uris "*)
	printf '%s\n' 'Reading package lists...' '0 upgraded, 234 newly installed, 0 to remove and 1 not upgraded.' \
		'Need to get 85.9 MB/107 MB of archives.' 'After this operation, 1501 MB of additional disk space will be used.'
	exit 0 ;;
esac
[ -e no-space ] && exit 100
if sh "$ADIT_ROOT/usr/sbin/policy-rc.d" postfix start; then
	echo started >> asked
fi
ln -s /lib/systemd/system/postfix.service "$ADIT_ROOT/etc/systemd/system/multi-user.target.wants/"
ln -s ../init.d/postfix "$ADIT_ROOT/etc/rc2.d/S01postfix"
[ ! -e interrupt ] || kill -s "$(cat interrupt)" "$PPID"
END
printf '#!/bin/sh\necho 0\n' > bin/id
printf '#!/bin/sh\necho "$*" >> "$TAP/disabled"\n' > bin/update-rc.d
chmod +x bin/*

# installing: what the set-up says and does on this machine
installing()
{
	rm -f asked disabled
	env PATH="$tap_dir/bin:$PATH" TAP="$tap_dir" ADIT_ROOT="$tap_dir/machine" ADIT_BUILD="$tap_dir" \
		sh -c 'root=$1; . "$root/examples/setup.sh"; adit_install postfix mutt' - "$top_srcdir" 2> said
}

installing
is "packages are installed" "$?" 0
is "... how many and how much is said first" "$(cat said)" \
	"adit: installing postfix mutt and what they need (packages: 234, 85.9 MB to download, 1501 MB on disk)"
ok "... and they are asked for" grep -q 'install -y --no-install-recommends postfix mutt$' asked
not_ok "... no service is started" grep -q started asked
is "... nor enabled" "$(ls $units)" ssh.service
is "... nor for another init" "$(cat disabled)" "postfix disable"
not_ok "... and the machine may start services again" test -e machine/usr/sbin/policy-rc.d

rm machine/etc/rc2.d/S01postfix
touch no-space
installing
is "an installation that fails" "$?" 1
like "... says what to type" "$(cat said)" "*adit: that failed; please run as root: apt-get update && apt-get install postfix mutt"
not_ok "... and the machine may start services again" test -e machine/usr/sbin/policy-rc.d
rm no-space
for signal in INT TERM HUP; do
	rm -f asked disabled machine/etc/rc2.d/S01postfix
	echo $signal > interrupt
	env PATH="$tap_dir/bin:$PATH" TAP="$tap_dir" ADIT_ROOT="$tap_dir/machine" sh "$top_srcdir/examples/install.sh" postfix
	not_ok "interrupted by $signal when a package is installed" test -L $units/postfix.service
	is "... its service is not enabled" "$(cat disabled)" "postfix disable"
	ok "... nor another one" test -L $units/ssh.service
	not_ok "... and the machine may start services again" test -e machine/usr/sbin/policy-rc.d
done
rm interrupt machine/etc/rc2.d/S01postfix
printf '#!/bin/sh\nexit 101\n# mine\n' > machine/usr/sbin/policy-rc.d
installing
ok "a policy that is there already stays" grep -q mine machine/usr/sbin/policy-rc.d

# ---- ADIT_TESTS=core
(
	# shellcheck source=../../examples/setup.sh
	. "$top_srcdir/examples/setup.sh"
	adit_packages > packages
	adit_packages() { printf '%s\n' 'build a command no-such-a' 'core b command no-such-b' 'tests c command no-such-c'; }
	for set in build core tests; do
		adit_missing "$set" | sed "s/^/$set /"
	done > missing
)
is "each set of packages contains the smaller ones" "$(cat missing)" "$(printf '%s\n' 'build a' 'core a' 'core b' 'tests a' 'tests b' 'tests c')"
not_ok "the core tests need no mail server and no browser" \
	grep -E '^(build|core) (postfix|exim|dovecot|maildrop|procmail|msmtp|mutt|bsd-mailx|chromium|gitolite)' packages
is "every package is listed once" "$(cut -d ' ' -f 2 packages | sort | uniq -d)" ""

# ---- what configure needs is installed, here and by the workflows of forges, which build without mail
sed -n 's/^ADIT_LIBRARY(.*\[\(lib[^]]*-dev\)\])$/\1/p' "$top_srcdir/configure.ac" > needed
ok "configure needs libraries" test -s needed
is "the set-up installs them" "$(grep -vxF "$(sed -n 's/^build \([^ ]*\) .*/\1/p' packages)" needed)" ""
for file in "$top_srcdir"/examples/git/*.yml; do
	is "${file##*/} installs them" "$(while read -r name; do grep -qw -e "$name" "$file" || echo "$name"; done < needed)" ""
done

# ---- tests/run.sh
exits 2 "a set of tests that is none" env ADIT_TESTS=most ADIT_BUILD="$tap_dir/none" sh "$top_srcdir/tests/run.sh"
is "... is refused" "$(cat err)" 'adit: ADIT_TESTS takes core or all, not "most"'

tap_end
