-- What an operator wants to know of a run: which files it read, who began it, what its gates measured, and why rows were
-- left out. files: [{ name, bytes, sha256 }]; gates: name → what was measured and the limit; reasons: outcome → reason → rows.

ALTER TABLE run
  ADD COLUMN files jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN started_by text,
  ADD COLUMN gates jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN reasons jsonb NOT NULL DEFAULT '{}';
