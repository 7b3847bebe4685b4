-- The names that a reader knows: changes wait in an outbox, and documents that OpenSearch rejected are failed ones.
ALTER TABLE dirty RENAME TO outbox;
ALTER TABLE dirty_0 RENAME TO outbox_0;
ALTER TABLE dirty_1 RENAME TO outbox_1;
ALTER TABLE parked RENAME TO failed_document;
ALTER TABLE failed_document RENAME COLUMN parked_at TO failed_at;
