-- A first import gives the planner statistics of the tables that it fills, instead of waiting until PostgreSQL does.

-- Only the columns of indexes, because the others are large and no statement selects by them. A table that autovacuum is working
-- on is left to it.
-- Only the owner of a table can analyze it, so this function runs with the rights of the owner and does nothing else.
CREATE FUNCTION analyze_companies() RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  ANALYZE (SKIP_LOCKED) company_record (source_id, key, company_id), claim, company (id, redirect_to), identifier (identifier, company_id);
END $$;
REVOKE EXECUTE ON FUNCTION analyze_companies() FROM PUBLIC;
-- Without a fixed search path, the caller could make the function use other tables of the same names.
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION analyze_companies() SET search_path = %I, pg_temp', current_schema());
END $$;
