import type { Pool } from 'pg';

/** The progress of a command that is committed in the database. */
export interface Checkpoint {
  stage: string;
  /** Increases with each commit, in string order. */
  order: string;
  progress: () => Promise<string>;
}

/** A command, and how to read its progress from the database. */
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

/** The import of a synthetic register, in lanes. */
export function importOf(title: string, source: string, { file, rows }: { file: string; rows: number }): Work {
  return {
    title,
    args: ['import', source, file, '--expect', '0-99999999', '--lanes', '2'],
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

interface Filling {
  parts: number;
  complete: number;
  documents: number;
}

/** Several lanes fill a generation, so its progress is the sum over its parts. Each commit adds documents or completes a part. */
async function readFilling(pool: Pool, generation: number): Promise<Filling> {
  const { rows } = await pool.query<Filling>(
    `SELECT count(*)::integer AS parts, count(*) FILTER (WHERE position IS NULL)::integer AS complete,
       coalesce(sum(documents), 0)::integer AS documents FROM rebuild_part WHERE generation_id = $1`,
    [generation],
  );
  return rows[0] as Filling;
}

async function fillingCheckpoint(pool: Pool, generation: number): Promise<Checkpoint> {
  const { parts, complete, documents } = await readFilling(pool, generation);
  if (parts > 0 && complete === parts) return checkpointOf('switching', '');
  return checkpointOf(
    'filling',
    `${padded(documents)} ${padded(complete)}`,
    async () => `${documents} documents, ${complete} of ${parts} parts`,
  );
}

/** A publish. The first one fills a generation, in lanes; later ones process the outbox. */
export function publishOf(title: string, isFirst: boolean): Work {
  return {
    title,
    args: isFirst ? ['rebuild', '--lanes', '2'] : ['publish'],
    async readCheckpoint(pool) {
      const { rows } = await pool.query(
        `SELECT g.id, g.live_since, (SELECT count(*)::integer FROM outbox) AS left
         FROM generation g ORDER BY live_since DESC NULLS LAST LIMIT 1`,
      );
      if (!rows[0]) return undefined;
      const { id, live_since, left } = rows[0];
      if (live_since === null) return fillingCheckpoint(pool, id);
      if (left === 0) return checkpointOf('done', '');
      return checkpointOf('publishing', padded(1e9 - left), async () => `${left} documents left`);
    },
  };
}
