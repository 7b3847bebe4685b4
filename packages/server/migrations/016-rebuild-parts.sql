-- Several threads and processes can share a rebuild. A part of it is one kind of document, numbered as in the outbox, of one
-- hash partition. This table replaces `generation.scanned`, which only the previous version uses.
CREATE TABLE rebuild_part (
  generation_id integer NOT NULL REFERENCES generation (id) ON DELETE CASCADE,
  kind smallint NOT NULL,
  part smallint NOT NULL,
  -- The last document that was written; null: the part is complete.
  position text COLLATE "C" DEFAULT '',
  documents bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (generation_id, kind, part)
);
