-- When an import last changed what is known about a company: searches filter and sort by it.
-- The default is the same for all rows that exist, so the table is not rewritten.
ALTER TABLE company ADD COLUMN changed_at timestamptz NOT NULL DEFAULT now();

-- Plans that let keys read companies let them search for companies too. Keys keep their scopes: whoever made a key chose
-- them, and `orgdex key update` adds the new one.
UPDATE plan SET scopes = ARRAY(
    SELECT scope FROM unnest('{company:read,company:search,people:search}'::text[]) scope
    WHERE scope = 'company:search' OR scope = ANY (scopes))
  WHERE 'company:read' = ANY (scopes) AND NOT 'company:search' = ANY (scopes);

-- A batch costs several credits. Until now every metered response cost one.
ALTER TABLE usage ADD COLUMN credits integer NOT NULL DEFAULT 1;
