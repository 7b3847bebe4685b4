import type { Pool } from 'pg';

/** The progress of a command that is committed in the ledger. */
export interface Checkpoint {
  stage: string;
  /** Increases with each commit, in string order. */
  order: string;
  progress: () => Promise<string>;
}

/** A command, and how to read its progress from the ledger. */
export interface Work {
  title: string;
  args: string[];
  readCheckpoint(pool: Pool): Promise<Checkpoint | undefined>;
}

const stages = ['reading', 'comparing', 'applying', 'filling', 'switching', 'publishing', 'done'] as const;
type Stage = (typeof stages)[number];

function checkpointOf(stage: Stage, at: string, progress: () => Promise<string> = async () => ''): Checkpoint {
  return { stage, order: `${stages.indexOf(stage)} ${at}`, progress };
}

const padded = (count: number) => String(count).padStart(12, '0');
const percent = (done: number, all: number) => `${((100 * done) / Math.max(1, all)).toFixed(1)} %`;
const counted = (stage: Stage, done: number, all: number) =>
  checkpointOf(stage, padded(done), async () => percent(done, all));

/** The import of a synthetic register. */
export function importOf(title: string, file: string, rows: number): Work {
  return {
    title,
    args: ['import', 'au-abr', file, '--expect', '0-99999999'],
    async readCheckpoint(pool) {
      const { rows: runs } = await pool.query(
        'SELECT state, position, counts FROM run WHERE starts_with(input, $1) ORDER BY id DESC LIMIT 1',
        [`${file} `],
      );
      if (!runs[0]) return undefined;
      const { state, position } = runs[0];
      if (state === 'applying') return counted('applying', position.companies ?? 0, position.lastLine);
      if (state !== 'staging') return checkpointOf('done', state);
      const read = position.staged?.rows ?? 0;
      return read < rows ? counted('reading', read, rows) : checkpointOf('comparing', '');
    },
  };
}

type Scanned = Record<string, string | null>;
const kinds = ['company', 'employment', 'identifier'] as const;

/** The first publish processes one kind after the other in the order of their ids; null means that a kind is complete. */
function fillingCheckpoint(pool: Pool, scanned: Scanned): Checkpoint {
  const at = kinds.findIndex((kind) => scanned[kind] !== null);
  const kind = kinds[at];
  if (!kind) return checkpointOf('switching', '');
  const last = scanned[kind] ?? '';
  // The position of an employment has several columns; the first is enough here.
  const column = { company: 'id', employment: 'company_id', identifier: 'identifier' }[kind];
  return checkpointOf('filling', `${at} ${last}`, async () => {
    const { rows } = await pool.query(
      `SELECT count(*) FILTER (WHERE ${column} <= $1)::integer AS done, count(*)::integer AS all FROM ${kind}`,
      [last],
    );
    return `${kind} ${percent(rows[0].done, rows[0].all)}`;
  });
}

/** A publish. The first one fills a generation, later ones process the outbox. */
export function publishOf(title: string): Work {
  return {
    title,
    args: ['publish'],
    async readCheckpoint(pool) {
      const { rows } = await pool.query(
        `SELECT g.scanned, g.live_since, (SELECT count(*)::integer FROM outbox) AS left
         FROM generation g ORDER BY live_since DESC NULLS LAST LIMIT 1`,
      );
      if (!rows[0]) return undefined;
      const { scanned, live_since, left } = rows[0];
      if (live_since === null) return fillingCheckpoint(pool, scanned);
      if (left === 0) return checkpointOf('done', '');
      return checkpointOf('publishing', padded(1e9 - left), async () => `${left} documents left`);
    },
  };
}
