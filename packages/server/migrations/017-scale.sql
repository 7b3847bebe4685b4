-- Settings for databases of hundreds of millions of rows, and what an import reports about identifiers that many records share.

-- A row of the outbox lives for seconds. By default, PostgreSQL would clean up only after a fifth of the table changed, and
-- readers would skip millions of deleted rows until then.
ALTER TABLE outbox_0 SET (
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000, autovacuum_vacuum_cost_limit = 2000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 50000);
ALTER TABLE outbox_1 SET (
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000, autovacuum_vacuum_cost_limit = 2000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 50000);

-- The identifier that the most records claim, of those that a run touched: { identifier, records }.
ALTER TABLE run ADD COLUMN widest jsonb;
