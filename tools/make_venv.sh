#!/bin/sh
# Make the virtual environment: tools/make_venv.sh PYTHON FOLDER.
# Debian and Ubuntu keep the venv module's parts in a package of their own.
set -eu
python=$1
folder=$2

"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
  echo "HRI needs Python 3.11 or newer; $("$python" --version) is what '$python' is." >&2
  echo "Remedy: install a newer one and run make PYTHON=/path/to/python3.12" >&2
  exit 1
}

if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    apt-get update -q && apt-get install -y -q python3-venv
  else
    echo "Python's venv module is missing. Remedy: sudo apt-get install python3-venv" >&2
    exit 1
  fi
fi

[ -x "$folder/bin/python" ] || "$python" -m venv "$folder"
