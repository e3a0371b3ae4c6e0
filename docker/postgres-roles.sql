-- The two roles of Souk, for psql: souk_owner owns the tables and migrates, souk_app is what the server works as and
-- owns nothing. The image of PostgreSQL runs this once, in the database that it makes; run again by hand it sets the
-- passwords anew, and hands over to the owner what a shop with one role has made.
\getenv owner_password SOUK_OWNER_PASSWORD
\getenv app_password SOUK_APP_PASSWORD

DO $$ BEGIN
  IF to_regrole('souk_owner') IS NULL THEN CREATE ROLE souk_owner; END IF;
  IF to_regrole('souk_app') IS NULL THEN CREATE ROLE souk_app; END IF;
END $$;
ALTER ROLE souk_owner LOGIN NOSUPERUSER NOCREATEROLE PASSWORD :'owner_password';
ALTER ROLE souk_app LOGIN NOSUPERUSER NOCREATEROLE PASSWORD :'app_password';

DO $$
DECLARE
  mine CONSTANT oid[] := ARRAY(SELECT oid FROM pg_namespace WHERE nspname IN ('public', 'pgboss'));
  statement text;
BEGIN
  FOR statement IN
    SELECT format('ALTER DATABASE %I OWNER TO souk_owner', current_database())
    UNION ALL
    SELECT format('ALTER SCHEMA %I OWNER TO souk_owner', nspname) FROM pg_namespace
    WHERE nspname = 'pgboss'
    UNION ALL
    SELECT format('ALTER TABLE %s OWNER TO souk_owner', oid::regclass) FROM pg_class
    WHERE relnamespace = ANY (mine) AND relkind IN ('r', 'p', 'v', 'm')
    UNION ALL
    -- A sequence of a column goes with its table.
    SELECT format('ALTER SEQUENCE %s OWNER TO souk_owner', oid::regclass) FROM pg_class
    WHERE relnamespace = ANY (mine) AND relkind = 'S'
      AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype IN ('a', 'i'))
    UNION ALL
    SELECT format('ALTER ROUTINE %s OWNER TO souk_owner', oid::regprocedure) FROM pg_proc
    WHERE pronamespace = ANY (mine)
    UNION ALL
    -- Types of their own, not those of tables and arrays.
    SELECT format('ALTER TYPE %s OWNER TO souk_owner', oid::regtype) FROM pg_type
    WHERE typnamespace = ANY (mine) AND typelem = 0
      AND (typrelid = 0 OR (SELECT relkind FROM pg_class WHERE oid = typrelid) = 'c')
  LOOP
    EXECUTE statement;
  END LOOP;
END $$;
