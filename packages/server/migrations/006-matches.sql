-- Links by name and place. `match` holds each pair of a record without a register number and a company that has one:
-- linked or proposed by `orgdex match run`, accepted or refused by an operator. A link is also a claim, `match.<id>:both`,
-- of both records.

CREATE SEQUENCE match_id;
CREATE TABLE match (
  id bigint NOT NULL DEFAULT nextval('match_id') PRIMARY KEY,
  free_source smallint NOT NULL,
  free_key text COLLATE "C" NOT NULL,
  company_source smallint NOT NULL,
  company_key text COLLATE "C" NOT NULL,
  state text NOT NULL CHECK (state IN ('candidate', 'linked', 'accepted', 'refused')),
  score real NOT NULL,
  reasons jsonb NOT NULL,
  made_at timestamptz NOT NULL DEFAULT now()
) PARTITION BY HASH (id);
DO $$
BEGIN
  FOR part IN 0..15 LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF match FOR VALUES WITH (MODULUS 16, REMAINDER %s)', 'match_' || part, part);
  END LOOP;
END $$;

-- Every record that stood on either side when a match was refused: any of them remembers it.
CREATE TABLE refused_record (
  match_id bigint NOT NULL,
  side text NOT NULL CHECK (side IN ('free', 'company')),
  source_id smallint NOT NULL,
  key text COLLATE "C" NOT NULL,
  PRIMARY KEY (match_id, side, source_id, key)
);

-- The match that brought a record, and those that share identifiers with it, to their company; null: identifiers did.
ALTER TABLE company_record ADD COLUMN matched_by text COLLATE "C";
