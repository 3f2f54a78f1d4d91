#!/usr/bin/env python3
"""sbom.py NAME EPOCH FILE[=REPORT]...: prints a software bill of materials of a release, SPDX 2.3 as JSON.

REPORT is what `adit --version --verbose` of the program in FILE prints; its lines `library:` become packages that
FILE contains. EPOCH is the time of the commit, so that the same release has the same bytes.
"""

import datetime
import hashlib
import json
import os
import re
import sys

LICENCE = {"public domain": "blessing", "X11": "X11-distribute-modifications-variant"}  # as SPDX calls them


def ident(text):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]+", "-", text)


def package(name, version, licence, **more):
    return {
        "SPDXID": ident(f"{name}-{version}"),
        "name": name,
        "versionInfo": version,
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False,
        "licenseConcluded": licence,
        "licenseDeclared": licence,
        "copyrightText": "NOASSERTION",
        **more,
    }


def libraries(report):
    """Name, version and licence of each library of a report."""
    with open(report, encoding="utf-8") as lines:
        for line in lines:
            found = re.fullmatch(r"library: (\S+) (\S+) \(([^,)]*).*\)\n", line)
            if found:
                name, version, licence = found.groups()
                yield name, version, LICENCE.get(licence, licence)


def main(name, epoch, files):
    packages, relations, sums = {}, [], []
    for one in files:
        path, _, report = one.partition("=")
        with open(path, "rb") as opened:
            digest = hashlib.sha256(opened.read()).hexdigest()
        sums.append(digest)
        base = os.path.basename(path)
        made = package(
            base, name.partition("-")[2], "ISC AND Unicode-DFS-2016",
            packageFileName=base, checksums=[{"algorithm": "SHA256", "checksumValue": digest}],
        )
        packages[made["SPDXID"]] = made
        relations.append(("SPDXRef-DOCUMENT", "DESCRIBES", made["SPDXID"]))
        for library in libraries(report) if report else ():
            part = package(*library)
            packages[part["SPDXID"]] = part
            relations.append((made["SPDXID"], "DEPENDS_ON", part["SPDXID"]))
    time = datetime.datetime.fromtimestamp(int(epoch), datetime.timezone.utc)
    json.dump(
        {
            "spdxVersion": "SPDX-2.3",
            "dataLicense": "CC0-1.0",
            "SPDXID": "SPDXRef-DOCUMENT",
            "name": name,
            "documentNamespace": f"urn:sha256:{hashlib.sha256(''.join(sums).encode()).hexdigest()}",
            "creationInfo": {
                "created": time.strftime("%Y-%m-%dT%H:%M:%SZ"),
                "creators": ["Organization: the adit developers", "Tool: packaging/sbom.py"],
            },
            "packages": list(packages.values()),
            "relationships": [
                {"spdxElementId": of, "relationshipType": kind, "relatedSpdxElement": to} for of, kind, to in relations
            ],
        },
        sys.stdout,
        indent=1,
    )
    print()


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit("usage: sbom.py NAME EPOCH FILE[=REPORT]...")
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
