#!/bin/sh
# klic acts where the server of this machine acts. KLIC_CONFIG names another configuration; an empty one names none.
config=/etc/klic-desktop/klic.env
if [ -z "${KLIC_CONFIG+set}" ]; then
  if [ -r "$config" ]; then
    export KLIC_CONFIG="$config" KLIC_DATA="${KLIC_DATA:-/var/lib/klic-desktop}"
  else
    case "$1" in
      '' | -* | help | areas | cut | merge | diff | demo) ;;
      *) echo "You may not read $config, so this is about your own data. For the server: sudo -u klic-desktop klic ..." >&2 ;;
    esac
  fi
fi
exec /usr/lib/klic-desktop-server/node/node --max-semi-space-size=16 /usr/lib/klic-desktop-server/dist/server/klic.js "$@"
