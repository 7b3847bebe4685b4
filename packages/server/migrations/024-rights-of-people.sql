-- What people can ask for: a copy of their data, its deletion, and that it is not kept longer than needed.

-- The day of the last import that contained the record unchanged, at most 30 days late. Only records whose source gives no date
-- have it; null: `observed` is the last date.
ALTER TABLE person_record ADD COLUMN seen date;

-- People who were erased, until no index contains them: their ended positions are deleted with this row.
CREATE TABLE pending_erasure (
  person_id text COLLATE "C" PRIMARY KEY,
  since timestamptz NOT NULL DEFAULT now()
);

-- Which people the responses to a key contained, for 90 days. Only keys that are set to it record this.
ALTER TABLE api_key ADD COLUMN records_people boolean NOT NULL DEFAULT false;
CREATE TABLE received_people (
  at timestamptz NOT NULL,
  request_id uuid NOT NULL,
  key_id text NOT NULL,
  operation text NOT NULL,
  -- The header X-Purpose; null: it was not sent.
  purpose text,
  people text[] COLLATE "C" NOT NULL
);
CREATE INDEX ON received_people (at);
CREATE INDEX ON received_people USING gin (people);

-- The version of the next new position. An index rejects a version that is not higher than that of a document which it deleted in
-- the last hour, so deleting an ended position raises this above its version.
CREATE SEQUENCE employment_version;

-- The statistics of the planner contain samples of the columns. Only the owner of a table can take new ones, so this function
-- runs with the rights of the owner and does nothing else.
CREATE FUNCTION analyze_people() RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  ANALYZE person_record, person_reference, described_key, person_slug, person_alias, contact_hash, employment, suppression,
    suppressed_employment, pending_erasure, received_people, outbox, failed_document;
END $$;
REVOKE EXECUTE ON FUNCTION analyze_people() FROM PUBLIC;
-- Without a fixed search path, the caller could make the function use other tables of the same names.
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION analyze_people() SET search_path = %I, pg_temp', current_schema());
END $$;
