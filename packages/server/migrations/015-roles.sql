-- Commands run with PostgreSQL roles that have only the rights of their job: `orgdex role grant`.

-- Which role has which job. `orgdex migrate` grants the rights again, because a new version can have new tables.
CREATE TABLE database_role (
  role name NOT NULL,
  job text NOT NULL,
  PRIMARY KEY (role, job)
);

-- Only the owner of a table can add a partition. A serving process needs one for each month of usage, so this function
-- runs with the rights of the owner and does nothing else.
CREATE FUNCTION create_usage_partition(month date) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  first date := date_trunc('month', month);
BEGIN
  EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF usage FOR VALUES FROM (%L) TO (%L)',
    'usage_' || to_char(first, 'YYYY_MM'), first || ' 00:00:00+00', (first + interval '1 month')::date || ' 00:00:00+00');
END $$;
REVOKE EXECUTE ON FUNCTION create_usage_partition(date) FROM PUBLIC;

-- A session of an admin's key is worth as much as the key. Only a role that may create keys can create one.
CREATE FUNCTION check_console_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT has_table_privilege('api_key', 'INSERT')
    AND EXISTS (SELECT FROM api_key WHERE id = NEW.key_id AND 'admin' = ANY (scopes)) THEN
    RAISE insufficient_privilege USING MESSAGE = 'this role may not create sessions of admins';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER check_console_session BEFORE INSERT OR UPDATE OF hash, key_id ON console_session
  FOR EACH ROW EXECUTE FUNCTION check_console_session();

-- Without a fixed search path, the caller could make the functions use other tables of the same names.
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION create_usage_partition(date) SET search_path = %I, pg_temp', current_schema());
  EXECUTE format('ALTER FUNCTION check_console_session() SET search_path = %I, pg_temp', current_schema());
END $$;
