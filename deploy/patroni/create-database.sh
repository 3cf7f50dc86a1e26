#!/bin/sh
# Run by Patroni once, after it made the first primary: $1 is its address. Makes the role and the database of DATABASE_URL.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$ATOLL_PASSWORD" "$1" <<'SQL'
create role atoll login createrole password :'password';
grant pg_read_all_stats to atoll;
create database atoll owner atoll;
SQL
