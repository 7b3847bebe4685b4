-- What the operations of the operator need.

-- The join that an acceptance stored, to undo it. Null: not accepted, or accepted by an older version.
ALTER TABLE match ADD COLUMN decision_id integer;
-- The review queue, page by page.
CREATE INDEX ON match (state, score DESC, id);

-- When a change began to wait: the publish lag is the age of the oldest.
ALTER TABLE outbox ADD COLUMN since timestamptz NOT NULL DEFAULT now();

CREATE INDEX ON suppression (made_at);

-- The last measurement of all countries.
CREATE TABLE coverage_report (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  measured_at timestamptz NOT NULL DEFAULT now(),
  report json NOT NULL
);

-- Requests that were refused because of a limit or a restriction of the key.
CREATE TABLE refusal_day (
  account_id bigint NOT NULL REFERENCES account (id),
  day date NOT NULL,
  code text NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (account_id, day, code)
);
