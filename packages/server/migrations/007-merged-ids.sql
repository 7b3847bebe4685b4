-- Which redirects are for ever. `merged_into` is where identifiers or an operator merged an id; null: it was never merged.
-- `redirect_to` is what readers follow: there, and also to an older id for as long as a match by name and place holds
-- both together. Neither is ever a chain.

ALTER TABLE company
  ADD COLUMN merged_into text COLLATE "C",
  -- How many its founder had founded before: of two that one record founded, the first is the older.
  ADD COLUMN founded_nth smallint NOT NULL DEFAULT 0;

-- So far all are for ever, but for those whose founder is here by another match than the founder of the company.
UPDATE company c SET merged_into = c.redirect_to
WHERE c.redirect_to IS NOT NULL AND NOT EXISTS (
  SELECT FROM company_record r
  JOIN company s ON s.id = c.redirect_to
  JOIN company_record f ON f.source_id = s.founder_source AND f.key = s.founder_key
  WHERE r.source_id = c.founder_source AND r.key = c.founder_key
    AND r.company_id = s.id AND r.matched_by IS DISTINCT FROM f.matched_by);

CREATE INDEX ON company (merged_into) WHERE merged_into IS NOT NULL;

-- Which refusals touch a record.
CREATE INDEX ON refused_record (source_id, key);
