-- What `orgdex match run` keeps between two runs, so that it judges only what changed. All of it can be computed again from
-- the records. It is unlogged: if PostgreSQL crashes, all these tables are empty together, and the next run starts again.

-- Which rules and sources the index was built with. No row: there is none, and changes need not be noted.
CREATE UNLOGGED TABLE match_state (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  rules text NOT NULL,
  -- By source id: what matching knows about the source.
  sources jsonb NOT NULL,
  -- Why everything is judged.
  reason text NOT NULL,
  companies bigint NOT NULL DEFAULT 0,
  free bigint NOT NULL DEFAULT 0,
  complete boolean NOT NULL DEFAULT false
);

-- How far all companies were read, by ranges of their ids. Null: the range is complete.
CREATE UNLOGGED TABLE match_part (
  part smallint PRIMARY KEY,
  position text COLLATE "C",
  companies bigint NOT NULL DEFAULT 0,
  free bigint NOT NULL DEFAULT 0
);

-- The companies that changed since they were read, each time. Rows live until the next run.
CREATE UNLOGGED TABLE match_change (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id text COLLATE "C" NOT NULL
);

-- What a run has left to do, by step: groups or matches.
CREATE UNLOGGED TABLE match_todo (
  step smallint NOT NULL,
  id bigint NOT NULL,
  PRIMARY KEY (step, id)
);

-- Records that identifiers join. A group is a company if it has a register number, and unregistered ("free") otherwise.
-- `company_id` and `matched_by` are those of its records; `source_id` and `key` name the record that represents it.
CREATE SEQUENCE match_group_id;
CREATE TABLE match_group (
  grp bigint NOT NULL PRIMARY KEY,
  company_id text COLLATE "C" NOT NULL,
  matched_by text COLLATE "C",
  numbered boolean NOT NULL,
  named boolean NOT NULL,
  source_id smallint NOT NULL,
  key text COLLATE "C" NOT NULL,
  sources smallint[] NOT NULL,
  reach text[] COLLATE "C" NOT NULL,
  years smallint[] NOT NULL
) PARTITION BY HASH (grp);

-- Each name of a group, with its country.
CREATE TABLE match_name (
  grp bigint NOT NULL,
  name text COLLATE "C" NOT NULL,
  kind smallint NOT NULL,
  weight smallint NOT NULL,
  numbered boolean NOT NULL,
  may_link boolean NOT NULL,
  complete boolean NOT NULL,
  forms smallint[] NOT NULL,
  regions text[] COLLATE "C" NOT NULL,
  seats text[] COLLATE "C" NOT NULL,
  skeleton text COLLATE "C"
) PARTITION BY HASH (name);

-- An unregistered group and a company with one of its names, and what `judge` found; score null: not worth proposing.
CREATE TABLE match_pair (
  free bigint NOT NULL,
  company bigint NOT NULL,
  kind smallint NOT NULL,
  may_link boolean NOT NULL,
  complete boolean NOT NULL,
  other_form boolean NOT NULL,
  common boolean NOT NULL,
  region text NOT NULL,
  nearby bigint NOT NULL,
  companies bigint NOT NULL,
  linked boolean NOT NULL DEFAULT false,
  score real,
  reasons jsonb,
  PRIMARY KEY (free, company)
) PARTITION BY HASH (free);

DO $$
DECLARE
  parent text;
BEGIN
  FOREACH parent IN ARRAY ARRAY['match_group', 'match_name', 'match_pair'] LOOP
    FOR part IN 0..15 LOOP
      EXECUTE format('CREATE UNLOGGED TABLE %I PARTITION OF %I FOR VALUES WITH (MODULUS 16, REMAINDER %s)',
        parent || '_' || part, parent, part);
    END LOOP;
  END LOOP;
END $$;

CREATE INDEX ON match_group (company_id);
CREATE INDEX ON match_name (name, numbered);
CREATE INDEX ON match_name (grp);
-- Spellings are compared only where the region is known.
CREATE INDEX ON match_name (skeleton, numbered) WHERE skeleton IS NOT NULL AND seats <> '{}';
CREATE INDEX ON match_pair (company);
