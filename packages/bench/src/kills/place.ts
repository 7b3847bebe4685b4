import type { Pool } from 'pg';

/** How far a command has come, as far as the ledger has it committed. */
export interface Place {
  stage: string;
  /** Text that grows from commit to commit. */
  order: string;
  progress: () => Promise<string>;
}

/** One command, and how to see from outside how far it is. */
export interface Work {
  title: string;
  args: string[];
  readPlace(pool: Pool): Promise<Place | undefined>;
}

const stages = ['reading', 'comparing', 'taking in', 'filling', 'switching', 'publishing', 'done'] as const;
type Stage = (typeof stages)[number];

function placeOf(stage: Stage, at: string, progress: () => Promise<string> = async () => ''): Place {
  return { stage, order: `${stages.indexOf(stage)} ${at}`, progress };
}

const padded = (count: number) => String(count).padStart(12, '0');
const percent = (done: number, all: number) => `${((100 * done) / Math.max(1, all)).toFixed(1)} %`;
const counted = (stage: Stage, done: number, all: number) =>
  placeOf(stage, padded(done), async () => percent(done, all));

/** The import of an invented register of so many rows. */
export function importOf(title: string, file: string, rows: number): Work {
  return {
    title,
    args: ['import', 'au-abr', file, '--expect', '0-99999999'],
    async readPlace(pool) {
      const { rows: runs } = await pool.query(
        'SELECT state, position, counts FROM run WHERE starts_with(input, $1) ORDER BY id DESC LIMIT 1',
        [`${file} `],
      );
      if (!runs[0]) return undefined;
      const { state, position } = runs[0];
      if (state === 'applying') return counted('taking in', position.companies ?? 0, position.lastLine);
      if (state !== 'staging') return placeOf('done', state);
      const read = position.staged?.rows ?? 0;
      return read < rows ? counted('reading', read, rows) : placeOf('comparing', '');
    },
  };
}

type Scanned = Record<string, string | null>;
const kinds = ['company', 'employment', 'identifier'] as const;

/** The first filling goes through one kind after the other in the order of their ids; null: all through. */
function fillingPlace(pool: Pool, scanned: Scanned): Place {
  const at = kinds.findIndex((kind) => scanned[kind] !== null);
  const kind = kinds[at];
  if (!kind) return placeOf('switching', '');
  const last = scanned[kind] ?? '';
  // An employment has no single column that the position names.
  const column = { company: 'id', employment: 'company_id', identifier: 'identifier' }[kind];
  return placeOf('filling', `${at} ${last}`, async () => {
    const { rows } = await pool.query(
      `SELECT count(*) FILTER (WHERE ${column} <= $1)::integer AS done, count(*)::integer AS all FROM ${kind}`,
      [last],
    );
    return `${kind} ${percent(rows[0].done, rows[0].all)}`;
  });
}

/** A publish: the first one fills a generation, the following ones work off its marks. */
export function publishOf(title: string): Work {
  return {
    title,
    args: ['publish'],
    async readPlace(pool) {
      const { rows } = await pool.query(
        `SELECT g.scanned, g.live_since, (SELECT count(*)::integer FROM outbox) AS left
         FROM generation g ORDER BY live_since DESC NULLS LAST LIMIT 1`,
      );
      if (!rows[0]) return undefined;
      const { scanned, live_since, left } = rows[0];
      if (live_since === null) return fillingPlace(pool, scanned);
      if (left === 0) return placeOf('done', '');
      return placeOf('publishing', padded(1e9 - left), async () => `${left} documents left`);
    },
  };
}
