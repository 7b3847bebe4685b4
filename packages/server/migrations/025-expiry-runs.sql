-- When people expired, so that an operator sees whether the job runs, and can show that it did.

-- One row per run of `orgdex person expire`.
CREATE TABLE expiry_run (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  started_at timestamptz NOT NULL DEFAULT now(),
  -- Null: it is running, or was interrupted.
  ended_at timestamptz,
  records bigint NOT NULL DEFAULT 0,
  deleted_positions bigint NOT NULL DEFAULT 0,
  deleted_receipts bigint NOT NULL DEFAULT 0
);
