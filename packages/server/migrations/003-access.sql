-- Who may ask, how much of it, and what was counted.

-- What was agreed. Null: no such limit.
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
INSERT INTO plan (name, rate, burst, scopes) VALUES ('standard', 50, 100, '{company:read,people:search}');

ALTER TABLE account
  ADD COLUMN plan text NOT NULL DEFAULT 'standard' REFERENCES plan (name),
  ADD COLUMN suspended boolean NOT NULL DEFAULT false;

ALTER TABLE api_key
  ADD COLUMN mode text NOT NULL DEFAULT 'live' CHECK (mode IN ('live', 'test')),
  ADD COLUMN label text,
  ADD COLUMN countries text[],
  ADD COLUMN addresses text[],
  ADD COLUMN expires_at timestamptz,
  ADD COLUMN last_used_at timestamptz,
  ADD COLUMN replaced_by text REFERENCES api_key (id);
CREATE INDEX ON api_key (account_id);

-- Every change of a plan, an account or a key. Each entry's hash covers the one before, with a key from outside the database.
CREATE TABLE audit (
  number bigint PRIMARY KEY,
  at timestamptz NOT NULL,
  actor text NOT NULL,
  action text NOT NULL,
  subject text NOT NULL,
  detail jsonb NOT NULL,
  hash bytea NOT NULL
);
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The audit log is only ever added to';
END $$;
CREATE TRIGGER only_added_to BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The serving processes. seen_at tells how many share the limits while Redis is unavailable.
CREATE TABLE api_process (
  id text PRIMARY KEY,
  started_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now(),
  -- How far its spool is in the tables below: moved on in the transaction that counts.
  segment integer NOT NULL DEFAULT 0,
  position bigint NOT NULL DEFAULT 0
);

-- Each answer that costs a credit. Partitions by month are made when they are first needed.
CREATE TABLE usage (
  at timestamptz NOT NULL,
  request_id uuid NOT NULL,
  account_id bigint NOT NULL,
  key_id text NOT NULL,
  operation text NOT NULL
) PARTITION BY RANGE (at);
CREATE INDEX ON usage (account_id, at);

-- The same, added up.
CREATE TABLE usage_day (
  account_id bigint NOT NULL REFERENCES account (id),
  day date NOT NULL,
  operation text NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (account_id, day, operation)
);
CREATE TABLE usage_month (
  account_id bigint NOT NULL REFERENCES account (id),
  month date NOT NULL,
  used bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, month)
);

-- Credits that a process may give out without asking. Free are those of the plan, less used, less taken and not spent.
CREATE TABLE credit_lease (
  process_id text NOT NULL REFERENCES api_process (id) ON DELETE CASCADE,
  account_id bigint NOT NULL REFERENCES account (id),
  month date NOT NULL,
  taken bigint NOT NULL,
  spent bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, month, process_id)
);
CREATE INDEX ON credit_lease (process_id);
