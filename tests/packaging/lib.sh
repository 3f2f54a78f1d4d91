# shellcheck shell=sh
# shellcheck disable=SC2154 # top_builddir: from tap.sh
# Sourced after tap.sh by the scripts of `make check-packaging`, which build and install packages:
#
#	plainly COMMAND...	without what make and tap.sh have set
#	target NAME...	make NAME in the build folder: a test
#	stranger COMMAND...	as another user, in another time zone, with another umask

plainly() { env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS -u LD_PRELOAD "$@"; }

target() { ok "make $1" plainly make -C "$top_builddir" "$@"; }

stranger()
{
	env -i PATH="$PATH" HOME="$PWD" TZ=Asia/Kathmandu ${http_proxy:+"http_proxy=$http_proxy"} \
		setpriv --reuid=65534 --regid=65534 --clear-groups sh -c 'umask 077 && exec "$@"' stranger "$@"
}
