#!/bin/sh
# Moves the database of a running shop to another PostgreSQL server, such as one of the next major version, by logical
# replication: docs/postgresql-upgrades.md. Needs psql, and superusers of both servers in the shop's database:
#
#   OLD=postgres://postgres:…@db1/souk NEW=postgres://postgres:…@db2/souk ROLES='souk_app souk_owner' \
#     deploy/postgresql/move.sh prepare|status|switch|cancel
#
# OLD_FROM_NEW is the address of OLD as NEW reaches it, if that is another one; PATIENCE the seconds, 60 if unset, after
# which a switch is given up and the shop goes on with OLD. "NEW=gone … cancel" is for a new server that never comes back.
set -eu
: "${OLD:?is the address of the present server}" "${NEW:?is the address of the new server}"
: "${ROLES:?are the roles of DATABASE_URL and DATABASE_DIRECT_URL, with a space between them}"
PATIENCE=${PATIENCE:-60}

# Each runs the SQL of its standard input, and prints rows and errors alone.
on() { PGOPTIONS="${PGOPTIONS:-} -c client_min_messages=error" psql "$1" --no-psqlrc --quiet --tuples-only --no-align \
  --set=ON_ERROR_STOP=1 --set=roles="$ROLES" --set=source="${OLD_FROM_NEW:-$OLD}"; }
old() { on "$OLD"; }
new() { on "$NEW"; }
fail() { echo "$1" >&2; exit 1; }

# Souk uses no server on which its roles cannot write. Their sessions are listed first, so that no other one is ended; the
# second look is for sessions that had read their settings before.
close_roles() { cat <<'SQL'
SELECT format('ALTER ROLE %I IN DATABASE %I SET default_transaction_read_only = on', role, current_database())
FROM unnest(string_to_array(:'roles', ' ')) AS role \gexec
\o /dev/null
PREPARE end_sessions AS WITH theirs AS MATERIALIZED (
  SELECT pid FROM pg_stat_activity
  WHERE datname = current_database() AND usename = ANY (string_to_array(:'roles', ' '))
)
SELECT count(pg_terminate_backend(pid, 5000)) FROM theirs;
EXECUTE end_sessions;
SELECT pg_sleep(0.2);
EXECUTE end_sessions;
\o
SQL
}

# All of them or none.
open_roles() {
  "$1" >/dev/null <<'SQL'
BEGIN;
SELECT format('ALTER ROLE %I IN DATABASE %I RESET default_transaction_read_only', role, current_database())
FROM unnest(string_to_array(:'roles', ' ')) AS role \gexec
COMMIT;
SQL
}

# "t" where Souk cannot write, "f" where it can, and nothing where the server does not answer.
closed() {
  "$1" <<'SQL' 2>/dev/null || true
SELECT count(*) > 0 FROM pg_db_role_setting
  JOIN pg_database ON pg_database.oid = setdatabase JOIN pg_roles ON pg_roles.oid = setrole
WHERE datname = current_database() AND rolname = ANY (string_to_array(:'roles', ' '))
  AND 'default_transaction_read_only=on' = ANY (setconfig);
SQL
}

# From the moment on in which "switch" has opened NEW, also if it was killed then, or OLD is gone.
new_serves() { [ "$(closed new)" = f ] && [ "$(closed old)" != f ]; }

# One switch or cancel at a time, or one could open OLD while the other one opens NEW. The session that keeps the others
# away ends with the last process of this run, so also a psql that outlives the script does.
alone() {
  pipes=$(mktemp -d)
  mkfifo "$pipes/in" "$pipes/out"
  psql "$OLD" --no-psqlrc --quiet --tuples-only --no-align --command='SELECT pg_try_advisory_lock(7236150)' --file=- \
    <"$pipes/in" >"$pipes/out" 2>/dev/null &
  exec 3>"$pipes/in" 4<"$pipes/out"
  rm -r "$pipes"
  # Nothing comes from an OLD that does not answer, which nobody can open either.
  read -r locked <&4 || locked=
  [ "$locked" != f ] || fail 'Another switch or cancel is running, or a psql that it has started: end it first.'
}

# What both must have alike.
migrations() { echo "SELECT string_agg(name, ' ' ORDER BY name) FROM schema_migrations"; }

prepare() {
  [ "$(echo 'SHOW wal_level' | old)" = logical ] || fail 'OLD needs wal_level = logical and a restart.'
  [ "$(following)" = 0 ] || fail 'NEW follows OLD already; "cancel" ends that.'
  [ "$(migrations | old)" = "$(migrations | new)" ] || fail 'Run "souk migrate" of the same release on NEW first.'
  [ "$(echo 'SELECT count(*) FROM orders' | new)" = 0 ] || fail 'NEW has orders; are OLD and NEW exchanged?'
  close_roles | new
  # Settings and states that "souk migrate" has written come from OLD, too. No trigger runs meanwhile.
  new <<'SQL'
SET session_replication_role = replica;
SELECT 'TRUNCATE ' || string_agg(oid::regclass::text, ', ') FROM pg_class
WHERE relkind IN ('r', 'p') AND NOT relispartition
  AND relnamespace::regnamespace::text !~ '^(pg_|information_schema$)' \gexec
SQL
  # Changes of a published table without a key would fail. Souk need not wait long for a lock that others hold.
  old <<'SQL'
SET lock_timeout = '2s';
SELECT format('ALTER TABLE %s REPLICA IDENTITY FULL', oid::regclass) FROM pg_class
WHERE relkind IN ('r', 'p') AND relpersistence = 'p' AND relreplident = 'd'
  AND relnamespace::regnamespace::text !~ '^(pg_|information_schema$)'
  AND NOT EXISTS (SELECT FROM pg_index WHERE indrelid = pg_class.oid AND indisprimary) \gexec
DROP PUBLICATION IF EXISTS souk_move;
CREATE PUBLICATION souk_move FOR ALL TABLES WITH (publish_via_partition_root = true);
SQL
  echo 'NEW follows as soon as the transactions that are open at OLD have ended.'
  echo "CREATE SUBSCRIPTION souk_move CONNECTION :'source' PUBLICATION souk_move" | new
  echo 'Rows are being copied; "status" says how far that is.'
}

following() { echo "SELECT count(*) FROM pg_subscription WHERE subname = 'souk_move'" | new; }
copying() { echo "SELECT count(*) FROM pg_subscription_rel WHERE srsubstate <> 'r'" | new; }
lag() { echo "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), confirmed_flush_lsn)::bigint
  FROM pg_replication_slots WHERE slot_name = 'souk_move'" | old; }

arrived() { echo "SELECT confirmed_flush_lsn >= '$1' FROM pg_replication_slots
  WHERE slot_name = 'souk_move'" | old; }

status() {
  [ "$(following)" = 1 ] || fail 'NEW does not follow OLD; "prepare" begins that.'
  behind=$(lag)
  [ -n "$behind" ] || fail 'OLD has no slot for NEW any more; "cancel", and begin anew.'
  echo "$(copying) tables are not copied yet; NEW is $((behind / 1024)) kB behind"
}

give_up() {
  trap - EXIT HUP INT TERM
  open_roles old || fail 'OLD cannot be opened; as soon as it answers, "cancel" opens it.'
  fail 'The switch was given up: OLD goes on, and the subscription as well.'
}

switch() {
  alone
  # A former try ended before the replication did. The shop is there already, so no number may be set again.
  if new_serves; then end_replication; return; fi
  status
  [ "$(copying)" = 0 ] || fail 'Some tables are not copied yet.'
  [ "$(lag)" -lt 16777216 ] || fail 'NEW is more than 16 MB behind; try again when it is less.'
  # Plans need statistics, which no replication brings.
  echo ANALYZE | new
  trap give_up EXIT HUP INT TERM
  # One session for all, since each one more makes the pause longer. No replication brings the next numbers.
  answer=$({ close_roles; cat <<'SQL'; } | old
SELECT pg_current_wal_insert_lsn();
SELECT format('SELECT setval(%L, %s, %L);', format('%I.%I', schemaname, sequencename),
  coalesce(last_value, start_value), last_value IS NOT NULL) FROM pg_sequences;
SQL
  )
  end=$(echo "$answer" | head -n 1)
  echo "$answer" | tail -n +2 | new >/dev/null
  began=$(date +%s)
  until [ "$(arrived "$end")" = t ]; do
    [ $(($(date +%s) - began)) -lt "$PATIENCE" ] || fail "NEW did not follow within $PATIENCE seconds."
    sleep 0.1
  done
  # From here on OLD must not be opened by itself, since NEW may be open.
  trap - EXIT HUP INT TERM
  open_roles new || fail 'NEW has everything, but could not be opened; run "switch" again.'
  echo 'NEW serves now; lead the addresses of Souk there, where something else than Souk itself does so.'
  end_replication
}

# Without OLD the subscription would stay, and NEW could not drop its database. Where "prepare" was broken off while it
# waited, its session makes the subscription later.
forget_old() {
  echo "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
    WHERE datname = current_database() AND query LIKE 'CREATE SUBSCRIPTION souk_move %'" | new >/dev/null
  [ "$(following)" = 1 ] || return 0
  echo 'DROP SUBSCRIPTION souk_move' | new 2>/dev/null || new <<'SQL'
ALTER SUBSCRIPTION souk_move DISABLE;
ALTER SUBSCRIPTION souk_move SET (slot_name = NONE);
DROP SUBSCRIPTION souk_move;
SQL
}

# Slots are left where the subscription ended without OLD, or with NEW.
clean_old() {
  [ -n "$(closed old)" ] || fail 'OLD does not answer. Should it come back, say the same again: its slots keep all WAL.'
  old >/dev/null <<'SQL'
DROP PUBLICATION IF EXISTS souk_move;
SELECT pg_terminate_backend(active_pid, 5000) FROM pg_replication_slots
WHERE database = current_database() AND slot_name = 'souk_move' AND active;
SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots
WHERE database = current_database() AND NOT active AND slot_name ~ '^(souk_move$|pg_\d+_sync_)';
SQL
}

end_replication() {
  forget_old
  clean_old
}

cancel() {
  if [ "$NEW" != gone ]; then
    alone
    [ -n "$(closed new)" ] || fail 'NEW does not answer. Only if it will never serve the shop: "NEW=gone".'
    ! new_serves || fail 'NEW serves the shop: nothing can be called off. "switch" ends what is left of the replication.'
    forget_old
  fi
  clean_old
  open_roles old
  echo 'OLD goes on alone. Make the database of NEW anew before the next try.'
}

case "${1:-}" in
  prepare | status | switch | cancel) "$1" ;;
  *) fail 'One of prepare, status, switch and cancel is needed.' ;;
esac
