-- How often readers were told that documents of a generation changed: whoever counts along has missed nothing.
ALTER TABLE generation ADD COLUMN published bigint NOT NULL DEFAULT 0;
