# shellcheck shell=sh
# Machines like those of forges, as folders for chroot; sourced after tap.sh:
#
#	chroot_reason        why this machine cannot make any, or nothing
#	chroot_begin         a folder for them ($chroot_dir), removed at the end; and the system that all are made from
#	chroot_make IMAGE    $chroot_dir/IMAGE has the packages of tests/git/images/IMAGE; returns apt's status
#
# Debian is taken from where this machine takes it.  A machine like GitHub's has the user runner and sudo, another one root.

# Where devices and programs of other users work; a file system in memory often forbids that.
chroot_place() {
	for place in "$top_builddir" /var/tmp /tmp; do
		probe=$(mktemp -d "$place/adit-chroot.XXXXXX" 2> /dev/null) || continue
		if mknod "$probe/null" c 1 3 2> /dev/null && : 2> /dev/null > "$probe/null" &&
			! findmnt -n -o OPTIONS -T "$probe" | grep -q -E 'nosuid|noexec'; then
			rm -f "$probe/null"
			echo "$probe"
			return
		fi
		rm -rf "$probe"
	done
	return 1
}

chroot_reason() {
	if [ "$(id -u)" -ne 0 ]; then
		echo "only root can make a chroot"
	elif ! PATH=$PATH:/usr/sbin command -v debootstrap > /dev/null; then
		echo "no debootstrap here"
	elif ! chroot_dir=$(chroot_place); then
		echo "no file system here takes devices"
	else
		rm -rf "$chroot_dir"
	fi
}

chroot_begin() {
	PATH=$PATH:/usr/sbin:/sbin
	chroot_dir=$(chroot_place) || exit 99
	trap 'chroot_leave' EXIT
	forge_leave=chroot_leave
	# The mirror and the name of the release, of the first source that is Debian's.
	apt-get indextargets --format '$(REPO_URI) $(CODENAME)' 'Created-By: Packages' 'Label: Debian' > mirror
	read -r uri release < mirror || release=bookworm uri=
	# shellcheck disable=SC2086 # two words or none
	env -u LD_PRELOAD debootstrap --variant=minbase "$release" "$chroot_dir/base" ${uri:+"$uri"} > chroot.log 2>&1 || return
	echo force-unsafe-io > "$chroot_dir/base/etc/dpkg/dpkg.cfg.d/speed"
	printf 'APT::Install-Recommends "false";\nAcquire::Languages "none";\n' > "$chroot_dir/base/etc/apt/apt.conf.d/99speed"
	[ ! -f /etc/apt/apt.conf ] || cp /etc/apt/apt.conf "$chroot_dir/base/etc/apt/"
	echo "127.0.0.1 localhost $(uname -n)" > "$chroot_dir/base/etc/hosts"
	chroot_run base apt-get -q update
}

# What a test leaves must go, but nothing below a folder that something is mounted on.
chroot_leave() {
	if grep -q " $chroot_dir/" /proc/mounts; then
		echo "# something is mounted below $chroot_dir" >&2
	else
		rm -rf "$chroot_dir"
	fi
	tap_leave
}

# chroot_run IMAGE COMMAND...
chroot_run() {
	image=$1
	shift
	env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive \
		${http_proxy:+"http_proxy=$http_proxy"} chroot "$chroot_dir/$image" "$@" >> chroot.log 2>&1 < /dev/null
}

chroot_make() {
	cp -a "$chroot_dir/base" "$chroot_dir/$1"
	# shellcheck disable=SC2046 # a list of words
	set -- "$1" $(grep -v '^#' "$top_srcdir/tests/git/images/$1")
	made=$1
	shift
	[ $# -eq 0 ] || chroot_run "$made" apt-get -q install -y "$@" || return
	# Packages that came are at hand for the next.
	cp -n "$chroot_dir/$made"/var/cache/apt/archives/*.deb "$chroot_dir/base/var/cache/apt/archives/" 2> cp.err
	case $made in
	ubuntu*)
		chroot_run "$made" useradd --create-home --uid 1001 --shell /bin/bash runner
		echo 'runner ALL=(ALL) NOPASSWD:ALL' > "$chroot_dir/$made/etc/sudoers.d/runner"
		;;
	esac
}
