-- The people of a company as one document. The version is raised with every change of an employment there; 0: there was none yet.

ALTER TABLE company ADD COLUMN roster_version bigint NOT NULL DEFAULT 0;
UPDATE company c SET roster_version = 1 WHERE EXISTS (SELECT 1 FROM employment e WHERE e.company_id = c.id);

COMMENT ON COLUMN dirty.kind IS '0 company, 1 employment, 2 identifier, 3 roster';
