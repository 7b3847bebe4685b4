import { join } from 'node:path';
import { truthFiles } from '../../../server/src/synthetic/truth/write.ts';
import type { Installation } from '../../../testing/src/processes/installation.ts';
import { measure, resultOf } from '../imports/measure-command.ts';
import { type IsProposed, identifierQuality, isOfWeb, nameQuality, type Quality } from './links.ts';
import { idOfRecord, type JudgedRecord, judgeRecords, readCompanies, readProposals } from './records.ts';

export interface MatchingReport {
  companies: number;
  records: Record<string, number>;
  /** Number of records with each trap. */
  traps: Record<string, number>;
  identifiers: Quality;
  /** The same for web records only, because links between registers by their numbers are easy. */
  webIdentifiers: Quality;
  names: Quality;
  /** Duration of `match run`. */
  seconds: number;
  memory: number[];
  linked: number;
  candidates: number;
}

const anyRowCount = ['--expect', '0-999999999'];

const countBy = (items: readonly string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(items, (item) => item)].map(([item, all]) => [item, all.length]));

/** Whether a pair is a proposed match, by any records of the two companies. */
function proposalsAmong(
  records: readonly JudgedRecord[],
  proposals: readonly (readonly [string, string])[],
): IsProposed {
  const companyOf = new Map(records.map((record) => [idOfRecord(record), record.before]));
  const known = new Set(proposals.map((pair) => pair.map((id) => companyOf.get(id)).join(' ')));
  return (free, anchor) => known.has(`${free.before} ${anchor.before}`);
}

/** Generates a dataset, imports its files, runs the match, and compares with the truth. */
export async function measureMatching(installation: Installation, companies: number): Promise<MatchingReport> {
  const { home, orgdex, pool } = installation;
  const folder = join(home, 'world');
  await orgdex('synth', 'world', '--companies', String(companies), '--out', folder);
  for (const { source, name } of truthFiles) await orgdex('import', source, join(folder, name), ...anyRowCount);
  const before = await readCompanies(pool);
  const run = await measure(installation, 'match', 'run', '--json');
  const { linked, candidates } = resultOf(run);
  const records = await judgeRecords(pool, join(folder, 'truth.csv'), before);
  return {
    companies,
    records: countBy(records.map(({ source }) => source)),
    traps: countBy(records.flatMap(({ traps }) => traps)),
    identifiers: identifierQuality(records),
    webIdentifiers: identifierQuality(records.filter(isOfWeb)),
    names: nameQuality(records, proposalsAmong(records, await readProposals(pool))),
    seconds: run.seconds,
    memory: run.memory,
    linked,
    candidates,
  };
}
