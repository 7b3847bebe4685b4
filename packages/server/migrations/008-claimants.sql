-- How many companies claim an identifier: a lookup returns one of them and says how many there are. A record that its
-- source removed counts only where no other record claims the identifier. 0: nothing claims it any more.

ALTER TABLE identifier ADD COLUMN claimants integer NOT NULL DEFAULT 1;

UPDATE identifier SET claimants = 0 WHERE company_id IS NULL;

UPDATE identifier i SET claimants = shared.claimants
FROM (
  SELECT c.identifier,
    coalesce(nullif(count(DISTINCT r.company_id) FILTER (WHERE NOT r.removed), 0), count(DISTINCT r.company_id)) AS claimants
  FROM claim c JOIN company_record r ON r.source_id = c.source_id AND r.key = c.key
  WHERE NOT r.hidden
  GROUP BY c.identifier
  HAVING min(r.company_id) <> max(r.company_id)) shared
WHERE i.identifier = shared.identifier AND shared.claimants > 1;
