-- outside a transaction
-- The matches of a record, for each record that changed. One statement per partition: there is no other way without a long
-- lock.
CREATE INDEX CONCURRENTLY IF NOT EXISTS match_0_free ON match_0 (free_source, free_key);
CREATE INDEX CONCURRENTLY IF NOT EXISTS match_1_free ON match_1 (free_source, free_key);
CREATE INDEX CONCURRENTLY IF NOT EXISTS match_2_free ON match_2 (free_source, free_key);
CREATE INDEX CONCURRENTLY IF NOT EXISTS match_3_free ON match_3 (free_source, free_key);
CREATE INDEX CONCURRENTLY IF NOT EXISTS match_4_free ON match_4 (free_source, free_key);
CREATE INDEX CONCURRENTLY IF NOT EXISTS match_5_free ON match_5 (free_source, free_key);
CREATE INDEX CONCURRENTLY IF NOT EXISTS match_6_free ON match_6 (free_source, free_key);
CREATE INDEX CONCURRENTLY IF NOT EXISTS match_7_free ON match_7 (free_source, free_key);
CREATE INDEX CONCURRENTLY IF NOT EXISTS match_8_free ON match_8 (free_source, free_key);
CREATE INDEX CONCURRENTLY IF NOT EXISTS match_9_free ON match_9 (free_source, free_key);
CREATE INDEX CONCURRENTLY IF NOT EXISTS match_10_free ON match_10 (free_source, free_key);
CREATE INDEX CONCURRENTLY IF NOT EXISTS match_11_free ON match_11 (free_source, free_key);
CREATE INDEX CONCURRENTLY IF NOT EXISTS match_12_free ON match_12 (free_source, free_key);
CREATE INDEX CONCURRENTLY IF NOT EXISTS match_13_free ON match_13 (free_source, free_key);
CREATE INDEX CONCURRENTLY IF NOT EXISTS match_14_free ON match_14 (free_source, free_key);
CREATE INDEX CONCURRENTLY IF NOT EXISTS match_15_free ON match_15 (free_source, free_key);
CREATE INDEX CONCURRENTLY IF NOT EXISTS match_0_company ON match_0 (company_source, company_key);
CREATE INDEX CONCURRENTLY IF NOT EXISTS match_1_company ON match_1 (company_source, company_key);
CREATE INDEX CONCURRENTLY IF NOT EXISTS match_2_company ON match_2 (company_source, company_key);
CREATE INDEX CONCURRENTLY IF NOT EXISTS match_3_company ON match_3 (company_source, company_key);
CREATE INDEX CONCURRENTLY IF NOT EXISTS match_4_company ON match_4 (company_source, company_key);
CREATE INDEX CONCURRENTLY IF NOT EXISTS match_5_company ON match_5 (company_source, company_key);
CREATE INDEX CONCURRENTLY IF NOT EXISTS match_6_company ON match_6 (company_source, company_key);
CREATE INDEX CONCURRENTLY IF NOT EXISTS match_7_company ON match_7 (company_source, company_key);
CREATE INDEX CONCURRENTLY IF NOT EXISTS match_8_company ON match_8 (company_source, company_key);
CREATE INDEX CONCURRENTLY IF NOT EXISTS match_9_company ON match_9 (company_source, company_key);
CREATE INDEX CONCURRENTLY IF NOT EXISTS match_10_company ON match_10 (company_source, company_key);
CREATE INDEX CONCURRENTLY IF NOT EXISTS match_11_company ON match_11 (company_source, company_key);
CREATE INDEX CONCURRENTLY IF NOT EXISTS match_12_company ON match_12 (company_source, company_key);
CREATE INDEX CONCURRENTLY IF NOT EXISTS match_13_company ON match_13 (company_source, company_key);
CREATE INDEX CONCURRENTLY IF NOT EXISTS match_14_company ON match_14 (company_source, company_key);
CREATE INDEX CONCURRENTLY IF NOT EXISTS match_15_company ON match_15 (company_source, company_key);
