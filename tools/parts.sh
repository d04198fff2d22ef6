#!/bin/sh
# Sees to the system parts the tests and pictures need: a Chromium with Chinese letters, and PostgreSQL's server binaries.
set -eu

missing=""
command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || missing="$missing chromium"
command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing="$missing postgresql"
fc-list :lang=zh 2>/dev/null | grep -q . || missing="$missing fontconfig fonts-noto-cjk"
[ -z "$missing" ] && exit 0

install="apt-get install --yes --no-install-recommends$missing"
if ! command -v apt-get >/dev/null; then
    echo "The tests need these programs, and there is no apt-get here to install them with:$missing" >&2
    exit 1
elif [ "$(id -u)" = 0 ]; then
    as=""
elif sudo -n true 2>/dev/null; then
    as="sudo"
else
    echo "The tests need more programs. Please run: sudo $install" >&2
    exit 1
fi
echo "installing$missing ..."
$as apt-get update --quiet --quiet
$as env DEBIAN_FRONTEND=noninteractive $install >/dev/null
