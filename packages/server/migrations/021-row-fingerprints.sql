-- A fingerprint of each row of a register as it was read, so that the next full file skips the rows that did not change.

-- The rules by which the fingerprints of a source were taken. Null: row_fingerprint does not describe its records, because no
-- full file was imported since, or an import is being applied.
ALTER TABLE source ADD COLUMN fingerprint_rules text;

-- One row for each living company record of a source with rules. It is read and joined as a whole, and has no index: each
-- source is in one partition. A null fingerprint: the row that the record came from is not known.
CREATE TABLE row_fingerprint (
  source_id smallint NOT NULL,
  key text COLLATE "C" NOT NULL,
  fingerprint bigint
) PARTITION BY HASH (source_id);
CREATE TABLE row_fingerprint_0 PARTITION OF row_fingerprint FOR VALUES WITH (MODULUS 16, REMAINDER 0);
CREATE TABLE row_fingerprint_1 PARTITION OF row_fingerprint FOR VALUES WITH (MODULUS 16, REMAINDER 1);
CREATE TABLE row_fingerprint_2 PARTITION OF row_fingerprint FOR VALUES WITH (MODULUS 16, REMAINDER 2);
CREATE TABLE row_fingerprint_3 PARTITION OF row_fingerprint FOR VALUES WITH (MODULUS 16, REMAINDER 3);
CREATE TABLE row_fingerprint_4 PARTITION OF row_fingerprint FOR VALUES WITH (MODULUS 16, REMAINDER 4);
CREATE TABLE row_fingerprint_5 PARTITION OF row_fingerprint FOR VALUES WITH (MODULUS 16, REMAINDER 5);
CREATE TABLE row_fingerprint_6 PARTITION OF row_fingerprint FOR VALUES WITH (MODULUS 16, REMAINDER 6);
CREATE TABLE row_fingerprint_7 PARTITION OF row_fingerprint FOR VALUES WITH (MODULUS 16, REMAINDER 7);
CREATE TABLE row_fingerprint_8 PARTITION OF row_fingerprint FOR VALUES WITH (MODULUS 16, REMAINDER 8);
CREATE TABLE row_fingerprint_9 PARTITION OF row_fingerprint FOR VALUES WITH (MODULUS 16, REMAINDER 9);
CREATE TABLE row_fingerprint_10 PARTITION OF row_fingerprint FOR VALUES WITH (MODULUS 16, REMAINDER 10);
CREATE TABLE row_fingerprint_11 PARTITION OF row_fingerprint FOR VALUES WITH (MODULUS 16, REMAINDER 11);
CREATE TABLE row_fingerprint_12 PARTITION OF row_fingerprint FOR VALUES WITH (MODULUS 16, REMAINDER 12);
CREATE TABLE row_fingerprint_13 PARTITION OF row_fingerprint FOR VALUES WITH (MODULUS 16, REMAINDER 13);
CREATE TABLE row_fingerprint_14 PARTITION OF row_fingerprint FOR VALUES WITH (MODULUS 16, REMAINDER 14);
CREATE TABLE row_fingerprint_15 PARTITION OF row_fingerprint FOR VALUES WITH (MODULUS 16, REMAINDER 15);
