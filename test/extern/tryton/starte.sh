#!/bin/sh
# Sets up a Tryton 6.0 of Debian in a folder of its own (SQLite, one company, SKR03) and becomes its server.
# Usage: starte.sh FOLDER PORT; passwords in TRYTON_ADMIN_GEHEIMNIS and TRYTON_EXPORT_GEHEIMNIS. Ends with the server.
set -eu
ordner=$1
port=$2
# A Python of one's own in PATH would not see Debian's modules.
python=/usr/bin/python3

cat >"$ordner/trytond.conf" <<EOT
[database]
uri = sqlite://
path = $ordner
list = False
language = de
[web]
listen = 127.0.0.1:$port
[session]
authentications = password
timeout = 300
[queue]
worker = False
EOT
: >"$ordner/tryton.sqlite"
(umask 077 && printf '%s' "$TRYTON_ADMIN_GEHEIMNIS" >"$ordner/admin.geheim")

TRYTONPASSFILE="$ordner/admin.geheim" "$python" /usr/bin/trytond-admin -c "$ordner/trytond.conf" -d tryton \
  --email admin@example.com -l de -u ir res account_invoice account_de_skr03 --activate-dependencies
"$python" "$(dirname "$0")/richteEin.py" "$ordner/trytond.conf"

# LibreOffice wants a profile it can write to and a UTF-8 locale.
export HOME="$ordner" LC_ALL=C.UTF-8
exec "$python" /usr/bin/trytond -c "$ordner/trytond.conf" -d tryton
