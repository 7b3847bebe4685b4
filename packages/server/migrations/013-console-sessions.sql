-- A session of the web console. The browser holds its id; only the hash of it is stored.
CREATE TABLE console_session (
  hash bytea PRIMARY KEY,
  -- What the session may do is what this key may do.
  key_id text NOT NULL REFERENCES api_key (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Updated at most once a minute.
  used_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON console_session (key_id, used_at);
CREATE INDEX ON console_session (used_at);
