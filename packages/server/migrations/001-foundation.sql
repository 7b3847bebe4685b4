-- The database: what every source said, which company and person it speaks of, and what OpenSearch still has to be told.
-- Everything that grows with the world is partitioned by the key it is asked by.

CREATE TABLE installation (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  secret_fingerprint text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Who may ask.

CREATE TABLE account (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE api_key (
  id text PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account (id),
  hash bytea NOT NULL UNIQUE,
  hint text NOT NULL,
  scopes text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz
);

-- Who speaks, and each time they did. A run's rows wait in tables of their own, in the schema `stage`.

CREATE SCHEMA stage;

CREATE TABLE source (
  id smallint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE COLLATE "C",
  class text NOT NULL,
  precedence smallint NOT NULL,
  identity_precedence smallint NOT NULL
);

CREATE TABLE run (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  source_id smallint NOT NULL REFERENCES source (id),
  input text NOT NULL,
  whole boolean NOT NULL,
  forced boolean NOT NULL,
  state text NOT NULL CHECK (state IN ('staging', 'applying', 'done', 'stopped')),
  position jsonb NOT NULL DEFAULT '{}',
  counts jsonb NOT NULL DEFAULT '{}',
  reason text,
  started_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz
);
CREATE UNIQUE INDEX run_of_a_source_once ON run (source_id) WHERE state IN ('staging', 'applying');

-- Companies: statements, what they claim, and what became of it. company_id and linked_by are the link and its reason.

CREATE TABLE company_record (
  source_id smallint NOT NULL,
  key text COLLATE "C" NOT NULL,
  seq bigint NOT NULL,
  company_id text COLLATE "C",
  linked_by text COLLATE "C",
  hidden boolean NOT NULL DEFAULT false,
  founded smallint NOT NULL DEFAULT 0,
  country text,
  observed date NOT NULL,
  removed boolean NOT NULL DEFAULT false,
  hash bytea NOT NULL,
  claims text[] COLLATE "C" NOT NULL,
  content json NOT NULL,
  run_id integer NOT NULL,
  PRIMARY KEY (source_id, key)
) PARTITION BY HASH (source_id, key);
CREATE INDEX ON company_record (company_id);

CREATE TABLE claim (
  identifier text COLLATE "C" NOT NULL,
  source_id smallint NOT NULL,
  key text COLLATE "C" NOT NULL,
  PRIMARY KEY (identifier, source_id, key)
) PARTITION BY HASH (identifier);

CREATE TABLE company (
  id text COLLATE "C" PRIMARY KEY,
  founder_source smallint NOT NULL,
  founder_key text COLLATE "C" NOT NULL,
  founded_seq bigint NOT NULL,
  redirect_to text COLLATE "C",
  version bigint NOT NULL DEFAULT 1
) PARTITION BY HASH (id);
CREATE INDEX ON company (redirect_to) WHERE redirect_to IS NOT NULL;

-- Whom an identifier finds; null: nobody any more.
CREATE TABLE identifier (
  identifier text COLLATE "C" PRIMARY KEY,
  company_id text COLLATE "C",
  version bigint NOT NULL DEFAULT 1
) PARTITION BY HASH (identifier);

-- What an operator joined or parted by hand: a claim that all named records share, or that keeps them apart.
CREATE TABLE decision (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('join', 'split')),
  made_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE decided_record (
  source_id smallint NOT NULL,
  key text COLLATE "C" NOT NULL,
  decision_id integer NOT NULL REFERENCES decision (id),
  claim text COLLATE "C" NOT NULL,
  PRIMARY KEY (source_id, key, decision_id)
);

-- People.

CREATE TABLE person_record (
  source_id smallint NOT NULL,
  key text COLLATE "C" NOT NULL,
  seq bigint NOT NULL,
  person_id text COLLATE "C" NOT NULL,
  company_ref text COLLATE "C" NOT NULL,
  company_id text COLLATE "C",
  country text NOT NULL,
  observed date NOT NULL,
  position text,
  network text COLLATE "C",
  levels smallint[],
  departments smallint[],
  flags smallint NOT NULL,
  contacts text[] COLLATE "C" NOT NULL,
  hash bytea NOT NULL,
  run_id integer NOT NULL,
  PRIMARY KEY (source_id, key)
) PARTITION BY HASH (source_id, key);
CREATE INDEX ON person_record (person_id);
CREATE INDEX ON person_record (company_ref);

-- Each way in which some person record names its company, and whom it finds; null: not loaded yet.
CREATE TABLE person_reference (
  company_ref text COLLATE "C" PRIMARY KEY,
  company_id text COLLATE "C"
) PARTITION BY HASH (company_ref);

CREATE TABLE person_slug (
  slug text COLLATE "C" PRIMARY KEY,
  person_id text COLLATE "C" NOT NULL,
  seq bigint NOT NULL
) PARTITION BY HASH (slug);

-- An id that gave way to an older one.
CREATE TABLE person_alias (
  id text COLLATE "C" PRIMARY KEY,
  person_id text COLLATE "C" NOT NULL
);
CREATE INDEX ON person_alias (person_id);

-- Keyed hashes only: an opt-out by e-mail or phone finds people who are already loaded.
CREATE TABLE contact_hash (
  hash text COLLATE "C" NOT NULL,
  source_id smallint NOT NULL,
  key text COLLATE "C" NOT NULL,
  PRIMARY KEY (hash, source_id, key)
) PARTITION BY HASH (hash);

CREATE TABLE employment (
  company_id text COLLATE "C" NOT NULL,
  person_id text COLLATE "C" NOT NULL,
  country text,
  position text,
  network text COLLATE "C",
  levels smallint[],
  departments smallint[],
  flags smallint,
  removed boolean NOT NULL DEFAULT false,
  version bigint NOT NULL DEFAULT 1,
  PRIMARY KEY (company_id, person_id)
) PARTITION BY HASH (company_id);
CREATE INDEX ON employment (person_id);

-- Opt-outs: `value` is a person id or a keyed hash.

CREATE TABLE suppression (
  value text COLLATE "C" PRIMARY KEY,
  made_at timestamptz NOT NULL DEFAULT now()
);

-- Whom no answer may show, where: the filter at query time.
CREATE TABLE suppressed_employment (
  seq bigint GENERATED ALWAYS AS IDENTITY,
  company_id text COLLATE "C" NOT NULL,
  person_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (company_id, person_id)
);

-- What OpenSearch holds. At most two generations are retained, each in a slot of its own.

CREATE TABLE generation (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  slot smallint NOT NULL UNIQUE CHECK (slot IN (0, 1)),
  indices jsonb NOT NULL,
  rules_hash text NOT NULL,
  mapping_hash text NOT NULL,
  scanned jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Null while it is being built. The one with the newest date is live.
  live_since timestamptz
);

-- What a generation still has to be told. kind: 0 company, 1 employment, 2 identifier.
-- Redirects and deletions come after everything else: `late`.
CREATE TABLE dirty (
  slot smallint NOT NULL,
  kind smallint NOT NULL,
  id text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  late boolean NOT NULL,
  tries smallint NOT NULL DEFAULT 0,
  PRIMARY KEY (slot, kind, id)
) PARTITION BY LIST (slot);
CREATE TABLE dirty_0 PARTITION OF dirty FOR VALUES IN (0);
CREATE TABLE dirty_1 PARTITION OF dirty FOR VALUES IN (1);
CREATE INDEX ON dirty (slot, kind, id) WHERE late;

-- Documents that OpenSearch refused three times.
CREATE TABLE parked (
  slot smallint NOT NULL,
  kind smallint NOT NULL,
  id text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  reason text NOT NULL,
  parked_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (slot, kind, id)
);

DO $$
DECLARE
  parent text;
  part integer;
BEGIN
  FOREACH parent IN ARRAY ARRAY['company_record', 'claim', 'company', 'identifier', 'person_record', 'person_reference',
    'person_slug', 'contact_hash', 'employment']
  LOOP
    FOR part IN 0..15 LOOP
      EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES WITH (MODULUS 16, REMAINDER %s)',
        parent || '_' || part, parent, part);
    END LOOP;
  END LOOP;
END $$;
