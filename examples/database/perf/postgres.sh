#!/bin/sh
# PostgreSQL for one build, from the distribution's package 'postgresql':
#   postgres.sh init FOLDER        fills an empty folder with the database 'shop'
#   postgres.sh run FOLDER PORT    runs it until it is stopped
#   postgres.sh sql PORT FILE      runs a file of statements
set -e
bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)
[ -n "$bin" ] || bin=$(dirname "$(command -v postgres || echo /usr/bin/postgres)") # not Debian or Ubuntu
[ -x "$bin/postgres" ] || { echo "there is no PostgreSQL: apt-get install postgresql" >&2; exit 1; }
as=
if [ "$(id -u)" = 0 ]; then # PostgreSQL refuses to run as root
  as="setpriv --reuid=postgres --regid=postgres --clear-groups"
fi
case $1 in
  init)
    [ -z "$as" ] || chown postgres "$2"
    $as "$bin/initdb" --pgdata="$2" --username=shop --auth=trust --encoding=UTF8 --locale=C --no-sync
    echo 'create database shop' | $as "$bin/postgres" --single -D "$2" postgres
    ;;
  run) # The data is thrown away, so it need not survive a crash of the machine.
    exec $as "$bin/postgres" -D "$2" -p "$3" -c listen_addresses=127.0.0.1 -c unix_socket_directories= \
      -c fsync=off -c max_connections=40 -c shared_preload_libraries=pg_stat_statements
    ;;
  sql)
    exec "$bin/psql" --host=127.0.0.1 --port="$2" --username=shop --quiet --set=ON_ERROR_STOP=1 --file="$3" shop
    ;;
  *)
    sed -n 's/^#   //p' "$0" >&2
    exit 2
    ;;
esac
