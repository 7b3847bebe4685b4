-- outside a transaction
-- Indices for what every process polls, and for the review queue of one source.

-- Every serving process asks each second for what is new.
CREATE INDEX CONCURRENTLY IF NOT EXISTS suppressed_employment_seq ON suppressed_employment (seq);

-- The review queue of one source, page by page. One statement per partition: there is no other way without a long lock.
CREATE INDEX CONCURRENTLY IF NOT EXISTS match_0_queue ON match_0 (state, free_source, score DESC, id);
CREATE INDEX CONCURRENTLY IF NOT EXISTS match_1_queue ON match_1 (state, free_source, score DESC, id);
CREATE INDEX CONCURRENTLY IF NOT EXISTS match_2_queue ON match_2 (state, free_source, score DESC, id);
CREATE INDEX CONCURRENTLY IF NOT EXISTS match_3_queue ON match_3 (state, free_source, score DESC, id);
CREATE INDEX CONCURRENTLY IF NOT EXISTS match_4_queue ON match_4 (state, free_source, score DESC, id);
CREATE INDEX CONCURRENTLY IF NOT EXISTS match_5_queue ON match_5 (state, free_source, score DESC, id);
CREATE INDEX CONCURRENTLY IF NOT EXISTS match_6_queue ON match_6 (state, free_source, score DESC, id);
CREATE INDEX CONCURRENTLY IF NOT EXISTS match_7_queue ON match_7 (state, free_source, score DESC, id);
CREATE INDEX CONCURRENTLY IF NOT EXISTS match_8_queue ON match_8 (state, free_source, score DESC, id);
CREATE INDEX CONCURRENTLY IF NOT EXISTS match_9_queue ON match_9 (state, free_source, score DESC, id);
CREATE INDEX CONCURRENTLY IF NOT EXISTS match_10_queue ON match_10 (state, free_source, score DESC, id);
CREATE INDEX CONCURRENTLY IF NOT EXISTS match_11_queue ON match_11 (state, free_source, score DESC, id);
CREATE INDEX CONCURRENTLY IF NOT EXISTS match_12_queue ON match_12 (state, free_source, score DESC, id);
CREATE INDEX CONCURRENTLY IF NOT EXISTS match_13_queue ON match_13 (state, free_source, score DESC, id);
CREATE INDEX CONCURRENTLY IF NOT EXISTS match_14_queue ON match_14 (state, free_source, score DESC, id);
CREATE INDEX CONCURRENTLY IF NOT EXISTS match_15_queue ON match_15 (state, free_source, score DESC, id);
