-- The names that a reader knows: a run records its safety checks, and whether the operator allowed any of them to fail.
ALTER TABLE run RENAME COLUMN gates TO checks;
ALTER TABLE run RENAME COLUMN forced TO overrides_checks;
