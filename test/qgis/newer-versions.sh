#!/usr/bin/env bash
# Makes root folders of newer Debians with their QGIS, in which the tests of this folder run too (root, Linux; 1.5 GB each):
#   KLIC_QGIS_CHROOTS=/somewhere test/qgis/newer-versions.sh [trixie sid]
# A folder that is there stays as it is. Needs mmdebstrap and bubblewrap.
set -euo pipefail
mkdir -p "${KLIC_QGIS_CHROOTS:?names the folder that keeps them}"
for suite in "${@:-trixie sid}"; do
  for each in $suite; do
    root=$KLIC_QGIS_CHROOTS/$each
    [ -e "$root" ] && continue
    # A mirror may be some weeks behind: for what only tests run in that is good enough.
    mmdebstrap --variant=apt --components=main --include=python3-qgis,fonts-liberation,fonts-dejavu-core,ca-certificates \
      --aptopt='APT::Install-Recommends "false"' --aptopt='Acquire::Check-Valid-Until "false"' --dpkgopt='path-exclude=/usr/share/doc/*' "$each" "$root.part"
    mv "$root.part" "$root"
  done
done
