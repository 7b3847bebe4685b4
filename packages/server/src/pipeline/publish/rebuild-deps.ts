import type { IndexOptions } from '../../stores/opensearch/indices.ts';
import type { ScanDeps } from './scan/lanes.ts';

export interface RebuildDeps extends ScanDeps {
  options: IndexOptions;
  /** Begins again instead of continuing an unfinished generation. */
  restart?: boolean;
}
