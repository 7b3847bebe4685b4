-- People whose record does not identify their company, but describes it: by the domain of the email address and by a
-- name. The reference of such a record starts with `described:`.

-- How the company was found: domain, name or score. Null: it was not, or an identifier did.
ALTER TABLE person_reference ADD COLUMN way text;

-- What a description depends on, a domain (`fqdn:…`) or the hash of a name: if a company gains or loses it, the
-- description is resolved again. One to three rows for each different description, about 240 bytes
-- each with the index.
CREATE TABLE described_key (
  value text COLLATE "C" NOT NULL,
  company_ref text COLLATE "C" NOT NULL,
  PRIMARY KEY (value, company_ref)
) PARTITION BY HASH (value);

-- Which company records have a name, by its hash. It is empty until the first import of people with company names, which
-- fills it from all records; from then on every import of companies adds to it. Then it costs as much as one more claim of
-- each name: about 150 bytes with its index. An entry may be outdated: readers compare it with the record.
CREATE TABLE company_name (
  name_hash text COLLATE "C" NOT NULL,
  source_id smallint NOT NULL,
  key text COLLATE "C" NOT NULL,
  PRIMARY KEY (name_hash, source_id, key)
) PARTITION BY HASH (name_hash);

DO $$
DECLARE
  parent text;
BEGIN
  FOREACH parent IN ARRAY ARRAY['described_key', 'company_name'] LOOP
    FOR part IN 0..15 LOOP
      EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES WITH (MODULUS 16, REMAINDER %s)',
        parent || '_' || part, parent, part);
    END LOOP;
  END LOOP;
END $$;

-- The state of company_name: no row until it is needed. `complete`: it has the names of all records. `rules`: a hash of
-- the rules by which names are normalized; with other rules, it is filled again.
CREATE TABLE name_index (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  rules text NOT NULL,
  complete boolean NOT NULL DEFAULT false
);

-- How the people of a run were linked to their companies: way → rows, `none` for those that were not.
ALTER TABLE run ADD COLUMN links jsonb NOT NULL DEFAULT '{}';
