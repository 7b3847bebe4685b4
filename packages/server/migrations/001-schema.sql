-- The tables of a new installation.

-- The comments on tables and columns are in docs/reference/schema.md. Tables that grow with the data are partitioned by the key
-- that they are read by: 16 hash partitions each, created at the end of this file.

-- ── Installation ──────────────────────────────────────────────────────────────────────────────────────────────────

CREATE TABLE installation (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  secret_fingerprint text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE installation IS 'The installation that this database belongs to. A process with another secret does not use it.';
COMMENT ON COLUMN installation.secret_fingerprint IS 'Of the secret in ORGDEX_HOME, from which all ids are derived';

CREATE TABLE migration (
  name text PRIMARY KEY,
  applied_at timestamptz NOT NULL DEFAULT now(),
  breaking boolean NOT NULL DEFAULT false
);
COMMENT ON TABLE migration IS 'The migrations that were applied.';
COMMENT ON COLUMN migration.breaking IS 'Older versions of orgdex cannot use the database any more';

CREATE TABLE database_role (
  role name NOT NULL,
  job text NOT NULL,
  PRIMARY KEY (role, job)
);
COMMENT ON TABLE database_role IS 'Which PostgreSQL role has which job (`orgdex role grant`). `orgdex migrate` grants the rights again, because a new version can have new tables.';

-- ── Sources and runs ──────────────────────────────────────────────────────────────────────────────────────────────

CREATE TABLE source (
  id smallint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE COLLATE "C",
  class text NOT NULL,
  precedence smallint NOT NULL,
  identity_precedence smallint NOT NULL,
  fingerprint_rules text
);
COMMENT ON TABLE source IS 'A register, dataset or file that companies or people come from.';
COMMENT ON COLUMN source.class IS '`own`, `register`, `gleif`, `wikidata` or `web`: decides whose value wins';
COMMENT ON COLUMN source.precedence IS 'Rank of its values; smaller wins';
COMMENT ON COLUMN source.identity_precedence IS 'Rank of its identifiers, legal name and status; smaller wins';
COMMENT ON COLUMN source.fingerprint_rules IS 'The rules by which its rows in `row_fingerprint` were taken. Null: they do not describe its records, because no full file was imported since, or an import is being applied';

CREATE TABLE run (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  source_id smallint NOT NULL REFERENCES source (id),
  input text NOT NULL,
  whole boolean NOT NULL,
  overrides_checks boolean NOT NULL,
  state text NOT NULL CHECK (state IN ('staging', 'applying', 'done', 'stopped')),
  position jsonb NOT NULL DEFAULT '{}',
  counts jsonb NOT NULL DEFAULT '{}',
  reason text,
  started_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  files jsonb NOT NULL DEFAULT '[]',
  started_by text,
  checks jsonb NOT NULL DEFAULT '{}',
  reasons jsonb NOT NULL DEFAULT '{}',
  links jsonb NOT NULL DEFAULT '{}',
  widest jsonb
);
-- One unfinished run per source.
CREATE UNIQUE INDEX ON run (source_id) WHERE state IN ('staging', 'applying');
COMMENT ON TABLE run IS 'One import of a source. Its rows wait in tables of the schema `stage` until they are applied.';
COMMENT ON COLUMN run.input IS 'Names of the files';
COMMENT ON COLUMN run.whole IS 'A full file: records that it does not contain are removed';
COMMENT ON COLUMN run.overrides_checks IS 'The operator allowed a safety check to fail';
COMMENT ON COLUMN run.position IS 'How far it is; it continues from here after a crash';
COMMENT ON COLUMN run.counts IS 'Rows by outcome';
COMMENT ON COLUMN run.reason IS 'Why it stopped';
COMMENT ON COLUMN run.files IS '`[{ name, bytes, sha256 }]`';
COMMENT ON COLUMN run.started_by IS 'User and host';
COMMENT ON COLUMN run.checks IS 'What each safety check measured, and its limits';
COMMENT ON COLUMN run.reasons IS 'Why rows were left out: outcome → reason → rows';
COMMENT ON COLUMN run.links IS 'How people were linked to their companies: way → rows; `none`: they were not';
COMMENT ON COLUMN run.widest IS 'The identifier that the most records claim, of those that the run changed: `{ identifier, records }`';

CREATE SCHEMA stage;
COMMENT ON SCHEMA stage IS 'Rows of runs that are not applied yet. A run creates its tables and drops them.';

CREATE TABLE row_fingerprint (
  source_id smallint NOT NULL,
  key text COLLATE "C" NOT NULL,
  fingerprint bigint
) PARTITION BY HASH (source_id);
COMMENT ON TABLE row_fingerprint IS 'A fingerprint of the row that each company record was read from, so that the next full file skips rows that did not change. It is read as a whole and has no index.';
COMMENT ON COLUMN row_fingerprint.fingerprint IS 'Null: the row is not known';

-- ── Companies and identity ────────────────────────────────────────────────────────────────────────────────────────

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
  matched_by text COLLATE "C",
  PRIMARY KEY (source_id, key)
) PARTITION BY HASH (source_id, key);
CREATE INDEX ON company_record (company_id);
COMMENT ON TABLE company_record IS 'What one source says about one company.';
COMMENT ON COLUMN company_record.seq IS 'Order of arrival';
COMMENT ON COLUMN company_record.linked_by IS 'The claim that linked it to its company';
COMMENT ON COLUMN company_record.hidden IS 'Removed, and other records of the company are not: it adds nothing to the profile';
COMMENT ON COLUMN company_record.founded IS 'How many company ids it founded';
COMMENT ON COLUMN company_record.observed IS 'Date of the source, or the day of the import';
COMMENT ON COLUMN company_record.removed IS 'The source does not contain it any more';
COMMENT ON COLUMN company_record.hash IS 'Detects changes';
COMMENT ON COLUMN company_record.claims IS 'Its identifiers and decisions';
COMMENT ON COLUMN company_record.content IS 'The values of its fields';
COMMENT ON COLUMN company_record.run_id IS 'The run that changed it last';
COMMENT ON COLUMN company_record.matched_by IS 'The match that brought it, and the records that share identifiers with it, to the company. Null: identifiers did';

CREATE TABLE claim (
  identifier text COLLATE "C" NOT NULL,
  source_id smallint NOT NULL,
  key text COLLATE "C" NOT NULL,
  PRIMARY KEY (identifier, source_id, key)
) PARTITION BY HASH (identifier);
COMMENT ON TABLE claim IS 'Which company record has which identifier.';

CREATE TABLE company (
  id text COLLATE "C" PRIMARY KEY,
  founder_source smallint NOT NULL,
  founder_key text COLLATE "C" NOT NULL,
  founded_seq bigint NOT NULL,
  redirect_to text COLLATE "C",
  version bigint NOT NULL DEFAULT 1,
  roster_version bigint NOT NULL DEFAULT 0,
  merged_into text COLLATE "C",
  founded_nth smallint NOT NULL DEFAULT 0,
  changed_at timestamptz NOT NULL DEFAULT now()
) PARTITION BY HASH (id);
CREATE INDEX ON company (redirect_to) WHERE redirect_to IS NOT NULL;
CREATE INDEX ON company (merged_into) WHERE merged_into IS NOT NULL;
COMMENT ON TABLE company IS 'A company id: current, or redirecting to another. A redirect never leads to a redirect.';
COMMENT ON COLUMN company.founder_key IS 'With `founder_source`: the record that the id was derived from, and stays with';
COMMENT ON COLUMN company.founded_seq IS '`seq` of the founder: the older id survives a merge';
COMMENT ON COLUMN company.redirect_to IS 'The id that responses return instead: that of `merged_into`, or an older one while a match holds both together';
COMMENT ON COLUMN company.version IS 'Version of its document in the index';
COMMENT ON COLUMN company.roster_version IS 'Version of its roster, the document with its people; 0: it never had people';
COMMENT ON COLUMN company.merged_into IS 'The id that it was merged into permanently, by identifiers or by an operator';
COMMENT ON COLUMN company.founded_nth IS 'How many ids its founder had founded before: the smaller one is older';
COMMENT ON COLUMN company.changed_at IS 'When an import last changed what is known about it: searches filter and sort by it';

CREATE TABLE identifier (
  identifier text COLLATE "C" PRIMARY KEY,
  company_id text COLLATE "C",
  version bigint NOT NULL DEFAULT 1,
  claimants integer NOT NULL DEFAULT 1
) PARTITION BY HASH (identifier);
COMMENT ON TABLE identifier IS 'The company that a lookup of an identifier returns.';
COMMENT ON COLUMN identifier.company_id IS 'Null: none any more';
COMMENT ON COLUMN identifier.version IS 'Version of its document in the index';
COMMENT ON COLUMN identifier.claimants IS 'How many companies claim it. A removed record counts only where no other record claims it';

CREATE TABLE decision (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('join', 'split')),
  made_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE decision IS 'What an operator joined or split by hand, or by accepting a match.';

CREATE TABLE decided_record (
  source_id smallint NOT NULL,
  key text COLLATE "C" NOT NULL,
  decision_id integer NOT NULL REFERENCES decision (id),
  claim text COLLATE "C" NOT NULL,
  PRIMARY KEY (source_id, key, decision_id)
);
COMMENT ON TABLE decided_record IS 'The records of a decision.';
COMMENT ON COLUMN decided_record.claim IS 'The claim that joins these records, or keeps them apart';

CREATE TABLE company_name (
  name_hash text COLLATE "C" NOT NULL,
  source_id smallint NOT NULL,
  key text COLLATE "C" NOT NULL,
  PRIMARY KEY (name_hash, source_id, key)
) PARTITION BY HASH (name_hash);
COMMENT ON TABLE company_name IS 'Which company records have a name. It is empty until the first import of people with company names, which fills it from all records; then every import of companies adds to it. An entry may be outdated, so readers compare it with the record.';
COMMENT ON COLUMN company_name.name_hash IS 'Keyed hash of a normalized name';

CREATE TABLE name_index (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  rules text NOT NULL,
  complete boolean NOT NULL DEFAULT false
);
COMMENT ON TABLE name_index IS 'The state of `company_name`; no row until it is needed.';
COMMENT ON COLUMN name_index.rules IS 'Hash of the rules that normalize names. With other rules, `company_name` is filled again';
COMMENT ON COLUMN name_index.complete IS 'It has the names of all records';

-- ── People ────────────────────────────────────────────────────────────────────────────────────────────────────────

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
  seen date,
  PRIMARY KEY (source_id, key)
) PARTITION BY HASH (source_id, key);
CREATE INDEX ON person_record (person_id);
CREATE INDEX ON person_record (company_ref);
COMMENT ON TABLE person_record IS 'What one source says about one person at one company.';
COMMENT ON COLUMN person_record.seq IS 'Order of arrival';
COMMENT ON COLUMN person_record.company_ref IS 'How the record names its company';
COMMENT ON COLUMN person_record.company_id IS 'Null: the company is not loaded';
COMMENT ON COLUMN person_record.observed IS 'Date of the source, or the day of the import';
COMMENT ON COLUMN person_record.position IS 'Job title';
COMMENT ON COLUMN person_record.network IS 'Slug of the LinkedIn profile';
COMMENT ON COLUMN person_record.levels IS 'Seniority';
COMMENT ON COLUMN person_record.flags IS 'Which contact channels are known, as bits';
COMMENT ON COLUMN person_record.contacts IS 'Keyed hashes of email addresses and phone numbers';
COMMENT ON COLUMN person_record.hash IS 'Detects changes';
COMMENT ON COLUMN person_record.run_id IS 'The run that changed it last';
COMMENT ON COLUMN person_record.seen IS 'Day of the last import that contained it unchanged, up to 30 days late; only if its source gives no date. Null: `observed` is the last date';

CREATE TABLE person_reference (
  company_ref text COLLATE "C" PRIMARY KEY,
  company_id text COLLATE "C",
  way text
) PARTITION BY HASH (company_ref);
COMMENT ON TABLE person_reference IS 'Each way in which person records name a company, and the company that it finds.';
COMMENT ON COLUMN person_reference.company_ref IS 'An identifier, the key of a record, or a description (`described:…`)';
COMMENT ON COLUMN person_reference.company_id IS 'Null: the company is not loaded';
COMMENT ON COLUMN person_reference.way IS 'How a description found it: domain, name or score';

CREATE TABLE described_key (
  value text COLLATE "C" NOT NULL,
  company_ref text COLLATE "C" NOT NULL,
  PRIMARY KEY (value, company_ref)
) PARTITION BY HASH (value);
COMMENT ON TABLE described_key IS 'What a description depends on. If a company gains or loses the value, the description is resolved again.';
COMMENT ON COLUMN described_key.value IS 'A domain (`fqdn:…`) or the hash of a name';

CREATE TABLE person_slug (
  slug text COLLATE "C" PRIMARY KEY,
  person_id text COLLATE "C" NOT NULL,
  seq bigint NOT NULL
) PARTITION BY HASH (slug);
COMMENT ON TABLE person_slug IS 'The person that a LinkedIn profile belongs to.';
COMMENT ON COLUMN person_slug.seq IS '`seq` of the record that had it first';

CREATE TABLE person_alias (
  id text COLLATE "C" PRIMARY KEY,
  person_id text COLLATE "C" NOT NULL
);
CREATE INDEX ON person_alias (person_id);
COMMENT ON TABLE person_alias IS 'A person id that was merged into an older one.';

CREATE TABLE contact_hash (
  hash text COLLATE "C" NOT NULL,
  source_id smallint NOT NULL,
  key text COLLATE "C" NOT NULL,
  PRIMARY KEY (hash, source_id, key)
) PARTITION BY HASH (hash);
COMMENT ON TABLE contact_hash IS 'Which person record has which email address or phone number, so that an opt-out finds people who are loaded. Keyed hashes only.';

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
COMMENT ON TABLE employment IS 'The position of one person at one company, from all records of the person there.';
COMMENT ON COLUMN employment.removed IS 'It ended: the other columns are null';
COMMENT ON COLUMN employment.version IS 'Version of its document in the index';

-- The version of the next new position. An index rejects a version that is not higher than that of a document which it deleted in
-- the last hour, so deleting an ended position raises this above its version.
CREATE SEQUENCE employment_version;

-- ── Matching ──────────────────────────────────────────────────────────────────────────────────────────────────────

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
  made_at timestamptz NOT NULL DEFAULT now(),
  decision_id integer
) PARTITION BY HASH (id);
-- The review queue, page by page: of all sources, and of one.
CREATE INDEX ON match (state, score DESC, id);
CREATE INDEX ON match (state, free_source, score DESC, id);
-- The matches of each record that changed.
CREATE INDEX ON match (free_source, free_key);
CREATE INDEX ON match (company_source, company_key);
COMMENT ON TABLE match IS 'An unregistered company and a company that may be the same, by name and location. A link is also a claim of both records, `match:<id>`.';
COMMENT ON COLUMN match.free_key IS 'With `free_source`: a record without a register number';
COMMENT ON COLUMN match.company_key IS 'With `company_source`: a record with one';
COMMENT ON COLUMN match.state IS '`candidate`: proposed; `linked`: by `orgdex match run`; `accepted` or `refused`: by an operator';
COMMENT ON COLUMN match.decision_id IS 'The join that its acceptance stored, to undo it';

CREATE TABLE refused_record (
  match_id bigint NOT NULL,
  side text NOT NULL CHECK (side IN ('free', 'company')),
  source_id smallint NOT NULL,
  key text COLLATE "C" NOT NULL,
  PRIMARY KEY (match_id, side, source_id, key)
);
CREATE INDEX ON refused_record (source_id, key);
COMMENT ON TABLE refused_record IS 'Every record of both companies when an operator rejected a match. While any of them are left, it is not proposed again.';

-- What `orgdex match run` keeps between two runs, so that it compares only what changed. All of it can be computed again from the
-- records. It is unlogged: if PostgreSQL crashes, all these tables are empty together, and the next run starts again.

CREATE UNLOGGED TABLE match_state (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  rules text NOT NULL,
  sources jsonb NOT NULL,
  reason text NOT NULL,
  companies bigint NOT NULL DEFAULT 0,
  free bigint NOT NULL DEFAULT 0,
  complete boolean NOT NULL DEFAULT false
);
COMMENT ON TABLE match_state IS 'What the groups and pairs were built with. No row: there are none, and changes need not be noted.';
COMMENT ON COLUMN match_state.rules IS 'Hash of the rules of matching';
COMMENT ON COLUMN match_state.sources IS 'By source id: what matching knows about the source';
COMMENT ON COLUMN match_state.reason IS 'Why all companies were read';

CREATE UNLOGGED TABLE match_part (
  part smallint PRIMARY KEY,
  position text COLLATE "C",
  companies bigint NOT NULL DEFAULT 0,
  free bigint NOT NULL DEFAULT 0
);
COMMENT ON TABLE match_part IS 'How far all companies were read, by ranges of their ids.';
COMMENT ON COLUMN match_part.position IS 'The last company id; null: the range is complete';

CREATE UNLOGGED TABLE match_change (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id text COLLATE "C" NOT NULL
);
COMMENT ON TABLE match_change IS 'Companies that changed since they were read. The next run deletes them.';

CREATE UNLOGGED TABLE match_todo (
  step smallint NOT NULL,
  id bigint NOT NULL,
  PRIMARY KEY (step, id)
);
COMMENT ON TABLE match_todo IS 'What a run has left to do.';
COMMENT ON COLUMN match_todo.id IS 'A group or a match, depending on the step';

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
CREATE INDEX ON match_group (company_id);
COMMENT ON TABLE match_group IS 'Records that identifiers join: what matching compares.';
COMMENT ON COLUMN match_group.matched_by IS 'As in `company_record`';
COMMENT ON COLUMN match_group.numbered IS 'One of its records has a register number';
COMMENT ON COLUMN match_group.named IS 'One of its records has a name, not only trading or former names';
COMMENT ON COLUMN match_group.key IS 'With `source_id`: the record that represents it';
COMMENT ON COLUMN match_group.reach IS 'Its weak identifiers and splits';
COMMENT ON COLUMN match_group.years IS 'Founding years';

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
CREATE INDEX ON match_name (name, numbered);
CREATE INDEX ON match_name (grp);
-- Spellings are compared only where the region is known.
CREATE INDEX ON match_name (skeleton, numbered) WHERE skeleton IS NOT NULL AND seats <> '{}';
COMMENT ON TABLE match_name IS 'Each name of a group.';
COMMENT ON COLUMN match_name.name IS 'Country and normalized name';
COMMENT ON COLUMN match_name.kind IS '0 name, 1 trading name, 2 former name';
COMMENT ON COLUMN match_name.may_link IS 'A source may link it without a review';
COMMENT ON COLUMN match_name.complete IS 'Listed by the complete register of the country';
COMMENT ON COLUMN match_name.forms IS 'Legal forms';
COMMENT ON COLUMN match_name.seats IS 'Regions of records that name only one';
COMMENT ON COLUMN match_name.skeleton IS 'The name without what similar spellings differ in';

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
CREATE INDEX ON match_pair (company);
COMMENT ON TABLE match_pair IS 'An unregistered group and a group with a register number that share a name, and their score.';
COMMENT ON COLUMN match_pair.free IS 'The unregistered group';
COMMENT ON COLUMN match_pair.company IS 'The group with a register number';
COMMENT ON COLUMN match_pair.kind IS 'As in `match_name`; 3: similar spelling';
COMMENT ON COLUMN match_pair.common IS 'The unregistered group also has a name that too many companies have';
COMMENT ON COLUMN match_pair.nearby IS 'Companies with a name of the group, without those in another region';
COMMENT ON COLUMN match_pair.companies IS 'Companies with a name of the group';
COMMENT ON COLUMN match_pair.score IS 'Null: not worth proposing';

-- ── Publishing ────────────────────────────────────────────────────────────────────────────────────────────────────

CREATE TABLE generation (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  slot smallint NOT NULL UNIQUE CHECK (slot IN (0, 1)),
  indices jsonb NOT NULL,
  rules_hash text NOT NULL,
  mapping_hash text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  live_since timestamptz,
  published bigint NOT NULL DEFAULT 0
);
COMMENT ON TABLE generation IS 'A complete set of indices in OpenSearch. At most two are kept, each in a slot of its own.';
COMMENT ON COLUMN generation.indices IS 'Names of the indices';
COMMENT ON COLUMN generation.rules_hash IS 'Hash of the rules that built its documents';
COMMENT ON COLUMN generation.mapping_hash IS 'Hash of the index mappings';
COMMENT ON COLUMN generation.live_since IS 'The newest one is live. Null: it is being built';
COMMENT ON COLUMN generation.published IS 'How many times changes were announced, so that a process knows whether it missed one';

CREATE TABLE rebuild_part (
  generation_id integer NOT NULL REFERENCES generation (id) ON DELETE CASCADE,
  kind smallint NOT NULL,
  part smallint NOT NULL,
  position text COLLATE "C" DEFAULT '',
  documents bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (generation_id, kind, part)
);
COMMENT ON TABLE rebuild_part IS 'The progress of a rebuild: one row for each kind of document and hash partition. Threads and processes share them.';
COMMENT ON COLUMN rebuild_part.kind IS 'As in `outbox`';
COMMENT ON COLUMN rebuild_part.position IS 'The last document that was written; null: the part is complete';

CREATE TABLE outbox (
  slot smallint NOT NULL,
  kind smallint NOT NULL,
  id text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  late boolean NOT NULL,
  tries smallint NOT NULL DEFAULT 0,
  since timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (slot, kind, id)
) PARTITION BY LIST (slot);
-- A row lives for seconds. By default, PostgreSQL would clean up only after a fifth of the table changed, and readers would skip
-- millions of deleted rows until then.
CREATE TABLE outbox_0 PARTITION OF outbox FOR VALUES IN (0) WITH (
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000, autovacuum_vacuum_cost_limit = 2000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 50000);
CREATE TABLE outbox_1 PARTITION OF outbox FOR VALUES IN (1) WITH (
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000, autovacuum_vacuum_cost_limit = 2000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 50000);
CREATE INDEX ON outbox (slot, kind, id) WHERE late;
COMMENT ON TABLE outbox IS 'Documents that are to be written to a generation.';
COMMENT ON COLUMN outbox.kind IS '0 company, 1 employment, 2 identifier, 3 roster';
COMMENT ON COLUMN outbox.version IS 'Version of the row that changed';
COMMENT ON COLUMN outbox.late IS 'A redirect or a deletion: written after everything else';
COMMENT ON COLUMN outbox.since IS 'When the change began to wait: the publish lag is the age of the oldest';

CREATE TABLE failed_document (
  slot smallint NOT NULL,
  kind smallint NOT NULL,
  id text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  reason text NOT NULL,
  failed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (slot, kind, id)
);
COMMENT ON TABLE failed_document IS 'Documents that OpenSearch rejected three times.';
COMMENT ON COLUMN failed_document.reason IS 'Message of OpenSearch';

CREATE TABLE coverage_report (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  measured_at timestamptz NOT NULL DEFAULT now(),
  report json NOT NULL
);
COMMENT ON TABLE coverage_report IS 'The last measurement of how complete the profiles of all countries are.';

-- ── Accounts and keys ─────────────────────────────────────────────────────────────────────────────────────────────

CREATE TABLE plan (
  name text PRIMARY KEY,
  rate integer NOT NULL,
  burst integer NOT NULL,
  requests_per_day integer,
  monthly_credits bigint,
  countries text[],
  scopes text[] NOT NULL,
  companies_per_day integer,
  people_per_day integer
);
COMMENT ON TABLE plan IS 'The limits of accounts. Null: no such limit.';
COMMENT ON COLUMN plan.rate IS 'Requests per second';
INSERT INTO plan (name, rate, burst, scopes) VALUES ('standard', 50, 100, '{company:read,company:search,people:search,reconcile}');

CREATE TABLE account (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  plan text NOT NULL DEFAULT 'standard' REFERENCES plan (name),
  suspended boolean NOT NULL DEFAULT false
);
COMMENT ON TABLE account IS 'A customer.';

CREATE TABLE api_key (
  id text PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES account (id),
  hash bytea NOT NULL UNIQUE,
  hint text NOT NULL,
  scopes text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz,
  mode text NOT NULL DEFAULT 'live' CHECK (mode IN ('live', 'test')),
  label text,
  countries text[],
  addresses text[],
  expires_at timestamptz,
  last_used_at timestamptz,
  replaced_by text REFERENCES api_key (id),
  records_people boolean NOT NULL DEFAULT false
);
CREATE INDEX ON api_key (account_id);
COMMENT ON TABLE api_key IS 'What a key may do. The key itself is not stored.';
COMMENT ON COLUMN api_key.hash IS 'SHA-256 of the key';
COMMENT ON COLUMN api_key.hint IS 'Its first characters';
COMMENT ON COLUMN api_key.mode IS '`test`: it reads the sandbox';
COMMENT ON COLUMN api_key.countries IS 'Null: those of the plan';
COMMENT ON COLUMN api_key.addresses IS 'IP addresses that may use it; null: all';
COMMENT ON COLUMN api_key.replaced_by IS 'The key that it was rotated to';
COMMENT ON COLUMN api_key.records_people IS 'Its responses are recorded in `received_people`';

CREATE TABLE console_session (
  hash bytea PRIMARY KEY,
  key_id text NOT NULL REFERENCES api_key (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  used_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON console_session (key_id, used_at);
CREATE INDEX ON console_session (used_at);
COMMENT ON TABLE console_session IS 'A session of the web console. It may do what its key may do.';
COMMENT ON COLUMN console_session.hash IS 'Hash of the id that the browser holds';
COMMENT ON COLUMN console_session.used_at IS 'Updated at most once a minute';

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

CREATE TABLE audit (
  number bigint PRIMARY KEY,
  at timestamptz NOT NULL,
  actor text NOT NULL,
  action text NOT NULL,
  subject text NOT NULL,
  detail jsonb NOT NULL,
  hash bytea NOT NULL
);
COMMENT ON TABLE audit IS 'The audit log. Rows are only ever added.';
COMMENT ON COLUMN audit.hash IS 'Keyed hash of the entry and of the hash before it; the key is not in the database';

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The audit log is only ever added to';
END $$;
CREATE TRIGGER only_added_to BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- ── Usage and credits ─────────────────────────────────────────────────────────────────────────────────────────────

CREATE TABLE api_process (
  id text PRIMARY KEY,
  started_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now(),
  segment integer NOT NULL DEFAULT 0,
  position bigint NOT NULL DEFAULT 0
);
COMMENT ON TABLE api_process IS 'The serving processes. Without Redis, they share the rate limits by their number.';
COMMENT ON COLUMN api_process.seen_at IS 'Heartbeat';
COMMENT ON COLUMN api_process.position IS 'With `segment`: how far its spool was added to the tables below, in the same transaction';

CREATE TABLE usage (
  at timestamptz NOT NULL,
  request_id uuid NOT NULL,
  account_id bigint NOT NULL,
  key_id text NOT NULL,
  operation text NOT NULL,
  credits integer NOT NULL DEFAULT 1
) PARTITION BY RANGE (at);
CREATE INDEX ON usage (account_id, at);
COMMENT ON TABLE usage IS 'Each response that cost credits. A serving process creates the partition of a month when it is first needed.';

-- Only the owner of a table can add a partition, so this function runs with the rights of the owner and does nothing else.
CREATE FUNCTION create_usage_partition(month date) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  first date := date_trunc('month', month);
BEGIN
  EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF usage FOR VALUES FROM (%L) TO (%L)',
    'usage_' || to_char(first, 'YYYY_MM'), first || ' 00:00:00+00', (first + interval '1 month')::date || ' 00:00:00+00');
END $$;
REVOKE EXECUTE ON FUNCTION create_usage_partition(date) FROM PUBLIC;

CREATE TABLE usage_day (
  account_id bigint NOT NULL REFERENCES account (id),
  day date NOT NULL,
  operation text NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (account_id, day, operation)
);
COMMENT ON TABLE usage_day IS 'Credits by day and operation.';
COMMENT ON COLUMN usage_day.count IS 'Credits';

CREATE TABLE usage_month (
  account_id bigint NOT NULL REFERENCES account (id),
  month date NOT NULL,
  used bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, month)
);
COMMENT ON TABLE usage_month IS 'Credits by month.';

CREATE TABLE credit_lease (
  process_id text NOT NULL REFERENCES api_process (id) ON DELETE CASCADE,
  account_id bigint NOT NULL REFERENCES account (id),
  month date NOT NULL,
  taken bigint NOT NULL,
  spent bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, month, process_id)
);
CREATE INDEX ON credit_lease (process_id);
COMMENT ON TABLE credit_lease IS 'Credits that a process may spend without asking. Free are those of the plan, less those used, less those taken and not spent.';

CREATE TABLE refusal_day (
  account_id bigint NOT NULL REFERENCES account (id),
  day date NOT NULL,
  code text NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (account_id, day, code)
);
COMMENT ON TABLE refusal_day IS 'Requests that were rejected because of a limit or a restriction of the key.';

CREATE TABLE received_people (
  at timestamptz NOT NULL,
  request_id uuid NOT NULL,
  key_id text NOT NULL,
  operation text NOT NULL,
  purpose text,
  people text[] COLLATE "C" NOT NULL
);
CREATE INDEX ON received_people (at);
CREATE INDEX ON received_people USING gin (people);
COMMENT ON TABLE received_people IS 'Which people the responses to a key contained. Only keys that are set to it record this.';
COMMENT ON COLUMN received_people.purpose IS 'The header `X-Purpose`';

-- ── Opt-outs, erasure and expiry ──────────────────────────────────────────────────────────────────────────────────

CREATE TABLE suppression (
  value text COLLATE "C" PRIMARY KEY,
  made_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON suppression (made_at);
COMMENT ON TABLE suppression IS 'The suppression list: people who are never imported, published or returned.';
COMMENT ON COLUMN suppression.value IS 'A person id or a keyed hash';

CREATE TABLE suppressed_employment (
  seq bigint GENERATED ALWAYS AS IDENTITY,
  company_id text COLLATE "C" NOT NULL,
  person_id text COLLATE "C" NOT NULL,
  lifted boolean NOT NULL DEFAULT false,
  PRIMARY KEY (company_id, person_id)
);
-- Every serving process asks each second for what is new.
CREATE INDEX ON suppressed_employment (seq);
COMMENT ON TABLE suppressed_employment IS 'The positions that no response may contain. Each serving process keeps them in memory.';
COMMENT ON COLUMN suppressed_employment.lifted IS 'Shown again. The row has a new `seq`, so that processes read it';

CREATE TABLE opt_out (
  id text COLLATE "C" PRIMARY KEY,
  made_at timestamptz NOT NULL,
  identified_by text,
  people integer NOT NULL,
  positions integer NOT NULL,
  emails integer NOT NULL,
  phones integer NOT NULL,
  profiles integer NOT NULL,
  lifted_at timestamptz,
  lift_reason text
);
CREATE INDEX ON opt_out (made_at, id);
COMMENT ON TABLE opt_out IS 'The receipt of an opt-out, with its counts when it was recorded.';
COMMENT ON COLUMN opt_out.identified_by IS 'How the person was identified. Null: recorded before there were receipts; it cannot be lifted';

CREATE TABLE opt_out_value (
  value text COLLATE "C" NOT NULL,
  opt_out_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (value, opt_out_id)
);
CREATE INDEX ON opt_out_value (opt_out_id);
COMMENT ON TABLE opt_out_value IS 'Which opt-out keeps which value on the suppression list. A value is on it as long as one opt-out has it here.';
COMMENT ON COLUMN opt_out_value.opt_out_id IS 'Empty: it was on the list before there were receipts, and stays';

CREATE TABLE removed_handle (
  handle text COLLATE "C" NOT NULL,
  person_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (handle, person_id)
);
CREATE INDEX ON removed_handle (person_id);
COMMENT ON TABLE removed_handle IS 'The ids and keyed hashes of people who were removed: a second opt-out of the same person must cover the same values.';

CREATE TABLE pending_erasure (
  person_id text COLLATE "C" PRIMARY KEY,
  since timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE pending_erasure IS 'People who were erased, until no index contains them: their ended positions are deleted with this row.';

CREATE TABLE expiry_run (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  started_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  records bigint NOT NULL DEFAULT 0,
  deleted_positions bigint NOT NULL DEFAULT 0,
  deleted_receipts bigint NOT NULL DEFAULT 0
);
COMMENT ON TABLE expiry_run IS 'One run of `orgdex person expire`, so that an operator sees whether the job runs, and can show that it did.';
COMMENT ON COLUMN expiry_run.ended_at IS 'Null: it is running, or was interrupted';
COMMENT ON COLUMN expiry_run.deleted_receipts IS 'Rows of `received_people`';

-- ── Hash partitions ───────────────────────────────────────────────────────────────────────────────────────────────

DO $$
DECLARE
  parent text;
BEGIN
  FOREACH parent IN ARRAY ARRAY[
    'row_fingerprint', 'company_record', 'claim', 'company', 'identifier', 'company_name', 'person_record', 'person_reference',
    'described_key', 'person_slug', 'contact_hash', 'employment', 'match', 'match_group', 'match_name', 'match_pair']
  LOOP
    FOR part IN 0..15 LOOP
      EXECUTE format('CREATE %s TABLE %I PARTITION OF %I FOR VALUES WITH (MODULUS 16, REMAINDER %s)',
        CASE WHEN parent IN ('match_group', 'match_name', 'match_pair') THEN 'UNLOGGED' END,
        parent || '_' || part, parent, part);
    END LOOP;
  END LOOP;
END $$;

-- ── Statistics of the planner ─────────────────────────────────────────────────────────────────────────────────────

-- Only the owner of a table can analyze it, so these functions run with the rights of the owner and do nothing else.

-- After people were deleted: the statistics contain samples of the columns.
CREATE FUNCTION analyze_people() RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  ANALYZE person_record, person_reference, described_key, person_slug, person_alias, contact_hash, employment, suppression,
    suppressed_employment, pending_erasure, received_people, outbox, failed_document;
END $$;
REVOKE EXECUTE ON FUNCTION analyze_people() FROM PUBLIC;

-- During a first import. Only the columns of indexes, because the others are large and no statement selects by them. A table that
-- autovacuum is working on is left to it.
CREATE FUNCTION analyze_companies() RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  ANALYZE (SKIP_LOCKED) company_record (source_id, key, company_id), claim, company (id, redirect_to), identifier (identifier, company_id);
END $$;
REVOKE EXECUTE ON FUNCTION analyze_companies() FROM PUBLIC;

-- Without a fixed search path, the caller could make the functions use other tables of the same names.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY[
    'check_console_session()', 'create_usage_partition(date)', 'analyze_people()', 'analyze_companies()']
  LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', name, current_schema());
  END LOOP;
END $$;
