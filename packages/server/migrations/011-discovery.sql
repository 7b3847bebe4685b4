-- When an import last changed what is known about a company: searches filter and sort by it.
-- The default is the same for all rows that exist, so the table is not rewritten.
ALTER TABLE company ADD COLUMN changed_at timestamptz NOT NULL DEFAULT now();

-- Plans that let keys read companies let them search for companies too. Keys keep their scopes: whoever made a key chose
-- them, and `orgdex key update` adds the new one.
UPDATE plan SET scopes = array_append(scopes, 'company:search')
  WHERE 'company:read' = ANY (scopes) AND NOT 'company:search' = ANY (scopes);

-- A batch costs several credits. Until now every metered response cost one.
ALTER TABLE usage ADD COLUMN credits integer NOT NULL DEFAULT 1;
