import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { apiScopes, consolePath, defaultCountry, type KeyTerms } from '@orgdex/contract';
import { Command } from 'commander';
import { issueKey } from '../../api/access/key-changes.ts';
import { isConsoleBuilt } from '../../api/console/built-console.ts';
import { OperatorError } from '../../core/errors/failure.ts';
import type { Config } from '../../core/settings/config.ts';
import { importRecords } from '../../pipeline/imports/import-records.ts';
import { publishAll } from '../../pipeline/publish/publisher.ts';
import { ensureGeneration } from '../../pipeline/publish/rebuild.ts';
import { demoRecords } from '../../sample-data/demo/demo.ts';
import { findLargestCompany, hasOtherSources } from '../../stores/postgres/largest-company.ts';
import { actorOf, type Context, type Work, withDocuments, withStores } from '../context.ts';
import { parseCount } from '../options/parse.ts';
import { migrateDatabase } from './migrate.ts';
import { describeCounts, prepareImport } from './run-import.ts';

interface Options {
  companies: number;
  people: number;
  seed: number;
  out?: string;
  serve?: boolean;
  json?: boolean;
}

/** Writes the records as NDJSON, with no more of them in memory than the stream buffers. */
async function writeRecords(path: string, options: Options): Promise<void> {
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

async function fill(context: Context, options: Options, work: Work): Promise<void> {
  const { config, pool, progress, rebuild } = work;
  if (await hasOtherSources(pool, 'demo'))
    throw new OperatorError(
      [
        'This installation already has data; `orgdex serve` starts the server with it. `orgdex demo` needs an empty one:',
        'delete the local stores with `npm run stores:down -- --purge` and start new ones with `npm run stores:up`,',
        'or set DATABASE_URL to another database and ORGDEX_INDEX_PREFIX to another prefix.',
      ].join(' '),
    );
  const path = join(config.ORGDEX_HOME, 'demo.ndjson');
  await writeRecords(path, options);
  const { counts } = await importRecords(await prepareImport(work), {
    files: [path],
    source: 'demo',
    whole: true,
    allow: ['shrink'],
    batchSize: config.ORGDEX_BATCH_ROWS,
  });
  rmSync(path);
  if (!(await ensureGeneration(rebuild))) await publishAll(rebuild, progress);
  progress.end();
  context.note(`Loaded and published the demo data: ${describeCounts(counts)}`);
}

/** A server that listens on every address is reached at this one. */
const addressOf = ({ HOST, PORT }: Config): string =>
  `http://${HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST}:${PORT}`;

/** Creates a key, and prints where to sign in with it and two requests to try. */
async function printRequests(context: Context, { pool, secret }: Work): Promise<void> {
  const terms: KeyTerms = { account: 'demo', scopes: [...apiScopes, 'admin'] };
  const deps = { pool, auditKey: secret.auditKey, actor: actorOf() };
  const { key } = await issueKey(deps, { terms, makeAccount: true });
  const { id, identifier } = (await findLargestCompany(pool, defaultCountry)) ?? {
    id: 'c0',
    identifier: 'fqdn:example.com',
  };
  const curl = `curl -H 'Authorization: Bearer ${key}'`;
  const address = addressOf(context.config());
  const request = JSON.stringify({ companyId: id, position: 'manager', size: '2' });
  context.print(`
Open ${address}${consolePath} in a browser, and sign in with this key, which is shown only here:

${key}

Or try these requests from another terminal:

${curl} '${address}/company?${identifier.replace(':', '=')}'

${curl} -H 'Content-Type: application/json' '${address}/people/search' -d '${request}'

API reference: ${address}/docs. Stop the server with Ctrl+C.
`);
}

async function run(context: Context, options: Options): Promise<void> {
  if (options.out) return writeRecords(options.out, options);
  if (options.serve) buildConsole(context);
  await migrateDatabase(context);
  await withDocuments(context, options.json ?? false, async (work) => {
    await fill(context, options, work);
    if (options.serve) await printRequests(context, work);
  });
  if (!options.serve) return;
  const { serve } = await import('../../serve.ts');
  await withStores(context, false, serve);
}

export function demoCommand(context: Context): Command {
  return new Command('demo')
    .description('Fill an empty installation with synthetic companies and people. Runs `orgdex migrate` first')
    .option('--companies <n>', 'Number of companies', parseCount, 1000)
    .option('--people <n>', 'Number of people', parseCount, 4000)
    .option('--seed <n>', 'Seed: the same seed gives the same data', parseCount, 1)
    .option('--out <file>', 'Only write the records to this file, as NDJSON')
    .option('--serve', 'Then create an admin key, print where to sign in and two requests to try, and start the server')
    .option('--json', 'Print progress as JSON on standard error')
    .action((options: Options) => run(context, options));
}

/** Present in a clone of the repository, but not in an image. */
const script = join(import.meta.dirname, '../../../../scripts/build-console.ts');

/** Builds the console once, so that a clone leads to a page. The server does not need it: without it, the page says what to do. */
export function buildConsole({ note }: Pick<Context, 'note'>): void {
  if (isConsoleBuilt() || !existsSync(script)) return;
  note('Building the console');
  const { status } = spawnSync(process.execPath, [script, '--quiet'], { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) note('The console could not be built. Run `npm run build:console` to see why.');
}
