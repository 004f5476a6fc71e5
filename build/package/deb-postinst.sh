#!/bin/sh
set -e
if [ "$1" = configure ]; then
  if ! getent passwd klic-desktop > /dev/null; then
    useradd --system --user-group --home-dir /var/lib/klic-desktop --shell /usr/sbin/nologin klic-desktop
  fi
  install -d -m 0700 -o klic-desktop -g klic-desktop /var/lib/klic-desktop
  # It holds passwords: for root, and the server that reads it.
  chown root:klic-desktop /etc/klic-desktop/klic.env
  chmod 0640 /etc/klic-desktop/klic.env
  if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
fi
