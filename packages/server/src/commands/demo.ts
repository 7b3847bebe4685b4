import { once } from 'node:events';
import { createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { demoRecords } from '../demo/demo.ts';
import { OperatorError } from '../failure.ts';
import { importRecords } from '../ingest/import-records.ts';
import { publishAll } from '../publish/publisher.ts';
import { ensureGeneration } from '../publish/rebuild.ts';
import { type Context, withBatches } from './context.ts';
import { describeCounts } from './import.ts';

function parseCount(text: string): number {
  if (!/^[0-9]{1,9}$/.test(text)) throw new InvalidArgumentError('A whole number is needed.');
  return Number(text);
}

interface Options {
  companies: number;
  people: number;
  seed: number;
  out?: string;
  json?: boolean;
}

/** Writes the world as NDJSON, never more of it in memory than the stream holds. */
async function writeWorld(path: string, options: Options): Promise<void> {
  const out = createWriteStream(path);
  let text = '';
  for (const record of demoRecords(options)) {
    text += `${JSON.stringify(record)}\n`;
    if (text.length < 1 << 18) continue;
    if (!out.write(text)) await once(out, 'drain');
    text = '';
  }
  out.end(text);
  await once(out, 'finish');
}

const isLoaded = `SELECT EXISTS (SELECT 1 FROM company_record r JOIN source s ON s.id = r.source_id WHERE s.name <> 'demo') AS loaded`;

function fill(context: Context, options: Options): Promise<void> {
  return withBatches(context, options.json ?? false, async ({ config, pool, secret, progress, rebuild }) => {
    const { rows } = await pool.query(isLoaded);
    if (rows[0].loaded)
      throw new OperatorError('This installation holds data already: a demo world is only for an empty one.');
    mkdirSync(config.ORGDEX_HOME, { recursive: true });
    const path = join(config.ORGDEX_HOME, 'demo.ndjson');
    await writeWorld(path, options);
    const { counts } = await importRecords(
      { pool, secret, home: config.ORGDEX_HOME, progress },
      { files: [path], source: 'demo', whole: true, force: true, batchSize: config.ORGDEX_BATCH_ROWS },
    );
    rmSync(path);
    if (!(await ensureGeneration(rebuild))) await publishAll(rebuild, progress);
    progress.end();
    context.note(`The demo world is loaded and published: ${describeCounts(counts)}`);
  });
}

export function demoCommand(context: Context): Command {
  return new Command('demo')
    .description('fill an empty installation with an invented world')
    .option('--companies <n>', 'how many companies', parseCount, 1000)
    .option('--people <n>', 'how many people', parseCount, 4000)
    .option('--seed <n>', 'the same seed gives the same world', parseCount, 1)
    .option('--out <file>', 'only write the records to this file')
    .option('--json', 'progress as JSON')
    .action((options: Options) => (options.out ? writeWorld(options.out, options) : fill(context, options)));
}
