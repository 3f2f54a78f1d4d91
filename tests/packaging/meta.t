#!/bin/sh
# packaging/: what it says fits to the sources. Nothing is built or installed here; `make check-packaging` does that.
. "${0%/*}/../tap.sh"
tap_begin
packaging=$top_srcdir/packaging debian=$top_srcdir/packaging/debian

# ---- the commit
commit() { sh "$packaging/commit.sh" "$1"; }
git init -q one && git -C one -c user.name=a -c user.email=a@example.org commit -q --allow-empty -m one \
	--date @1 && : > one/file && git -C one add file
is "a commit with changes" "$(commit one)" "$(git -C one rev-parse --short=12 HEAD)+ 1 $(git -C one log -1 --format=%ct)"
mkdir -p one/tarball/build-aux one/copy
echo '0123456789ab 77 1700000000' > one/tarball/build-aux/commit
is "a tarball knows its own" "$(commit one/tarball)" "0123456789ab 77 1700000000"
is "sources without history are of no commit, wherever they are" "$(commit one/copy)" "unknown 0 0"

# ---- Debian
# field NAME: the words of a field of control, without versions
field() { sed -n "/^$1:/,/^[A-Z]/{s/^$1://; s/ *([^)]*)//g; /^[A-Z]/d; p;}" "$debian/control" | tr -d ' ,' | grep .; }
field Build-Depends | LC_ALL=C sort > wanted
sh -c '. "$1" && adit_packages' - "$top_srcdir/examples/setup.sh" | awk '$1 == "build" { print $2 }' > needed
is "control needs what the set-up installs to build" "$(grep -e 'lib.*-dev$' -e pkg-config -e gettext needed | grep -vx libc6-dev |
	LC_ALL=C sort)" "$(grep -vx debhelper-compat wanted)"
is "SQLite is as new as configure wants" "$(sed -n 's/.*libsqlite3-dev (>= \(.*\)).*/\1/p' "$debian/control" | sort -u)" \
	"$(sed -n 's/.*sqlite3 >= \([0-9.]*\).*/\1/p' "$top_srcdir/configure.ac")"
while read -r path rest; do
	case $path in
	examples/*) ok "$path is there" test -e "$top_srcdir/$path" ;;
	packaging/*) ok "$path is there" test -f "$top_srcdir/$path" ;;
	esac
done << END
$(cat "$debian"/*.install "$debian"/*.examples)
END

# The units are those of examples/clock.
expression=$(sed -n 's/^unit = sed //p' "$debian/rules" | sed 's/\\#/#/')
for kind in service timer; do
	eval "sed $expression" < "$top_srcdir/examples/clock/adit-tick.$kind" > "adit-tick@.$kind"
done
is "the unit is for a folder that its name says" "$(sed -n 's/^ExecStart=//p' adit-tick@.service)" "/usr/bin/adit tick /srv/adit/%i"
not_ok "... and has nothing left to change" grep -q -e 'Change:' -e /usr/local -e /srv/adit/tables adit-tick@.service
is "the timer starts with its unit" "$(head -n 1 adit-tick@.timer)" "[Unit]"
user=$(sed -n 's/^u \([^ ]*\) .*/\1/p' "$debian/adit-host.conf")
is "the user of the unit" "$(sed -n 's/^User=//p' adit-tick@.service)" "$user"

# ---- the bill of materials
"$ADIT" --version --verbose > report
echo "a program" > adit-1.0-linux
python3 "$packaging/sbom.py" adit-1.0 1700000000 adit-1.0-linux=report "$top_srcdir/LICENSE" > sbom
cat > read.py <<'END'
import json, sys
bill = json.load(open("sbom"))
ids = {p["SPDXID"] for p in bill["packages"]} | {"SPDXRef-DOCUMENT"}
assert len(ids) == len(bill["packages"]) + 1
assert bill["spdxVersion"] == "SPDX-2.3" and bill["creationInfo"]["created"] == "2023-11-14T22:13:20Z"
assert all(r["spdxElementId"] in ids and r["relatedSpdxElement"] in ids for r in bill["relationships"])
for p in bill["packages"]:
    print(p["name"], p["versionInfo"], p["licenseDeclared"], *(c["checksumValue"] for c in p.get("checksums", ())))
END
exits 0 "a bill of materials" python3 read.py
is "it has each library" "$(sed -n 's/^library: \([^ ]* [^ ]*\) .*/\1/p' report)" \
	"$(awk '$1 !~ /^(adit-1|LICENSE)/ { print $1, $2 }' out)"
is "... and the files" "$(awk '/^(adit-1|LICENSE)/ { print $NF, $1 }' out)" \
	"$(sha256sum adit-1.0-linux | tr -s ' ')
$(sha256sum < "$top_srcdir/LICENSE" | cut -d ' ' -f 1) LICENSE"
not_ok "no licence has a word that SPDX does not know" grep -q 'public domain' out

# ---- what is missing is said
exits 1 "no tarball" sh "$packaging/deb.sh" "$top_srcdir" nothing.tar.gz deb
like "... and what did it" "$(tail -n 1 err)" "deb.sh: *"

tap_end
