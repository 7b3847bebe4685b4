-- Receipts of opt-outs, and which opt-out keeps which value on the suppression list, so that a mistaken one can be lifted.

-- One row per opt-out, with its counts when it was recorded.
CREATE TABLE opt_out (
  id text COLLATE "C" PRIMARY KEY,
  made_at timestamptz NOT NULL,
  -- How the person was identified. Null: recorded before there were receipts; it cannot be lifted.
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

-- A value is on the suppression list as long as one opt-out has it here. An empty opt_out_id: it was on the list before there
-- were receipts, and stays.
CREATE TABLE opt_out_value (
  value text COLLATE "C" NOT NULL,
  opt_out_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (value, opt_out_id)
);
CREATE INDEX ON opt_out_value (opt_out_id);

-- The ids and keyed hashes of people who were removed: a second opt-out of the same person must cover the same values.
CREATE TABLE removed_handle (
  handle text COLLATE "C" NOT NULL,
  person_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (handle, person_id)
);
CREATE INDEX ON removed_handle (person_id);

-- A lifted row has a new seq: processes that hid the person read it, and show the person again.
ALTER TABLE suppressed_employment ADD COLUMN lifted boolean NOT NULL DEFAULT false;

INSERT INTO opt_out (id, made_at, people, positions, emails, phones, profiles)
SELECT 'r' || substr(md5(made_at::text), 1, 26), made_at, count(*) FILTER (WHERE value NOT LIKE '%:%'), 0,
  count(*) FILTER (WHERE value LIKE 'email:%'), count(*) FILTER (WHERE value LIKE 'phone:%'),
  count(*) FILTER (WHERE value LIKE 'network:%')
FROM suppression GROUP BY made_at;
