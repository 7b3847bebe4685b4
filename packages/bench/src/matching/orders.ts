import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from '../../../server/src/sample-data/demo/random.ts';
import type { TruthFile } from '../../../server/src/synthetic/truth/file.ts';
import type { KnownPopulation } from '../../../server/src/synthetic/truth/relations.ts';
import { rowsIn, truthFiles } from '../../../server/src/synthetic/truth/write.ts';
import { type Installation, openInstallation } from '../../../testing/src/processes/installation.ts';
import { readCanonical } from '../../../testing/src/stores/canonical.ts';

const anyRowCount = ['--expect', '0-999999999', '--allow', 'rejected', '--allow', 'shrink'];

function shuffled<T>(random: Random, items: readonly T[]): T[] {
  const order = [...items];
  for (let at = order.length - 1; at > 0; at--) {
    const other = random.below(at + 1);
    [order[at], order[other]] = [order[other] as T, order[at] as T];
  }
  return order;
}

/** Writes the rows to several files of the source, each with header and footer. */
function writePieces(folder: string, file: TruthFile, rows: readonly string[], pieces: number): string[] {
  const perPiece = Math.ceil(rows.length / pieces);
  return Array.from({ length: pieces }, (_, nth) => {
    const some = rows.slice(nth * perPiece, (nth + 1) * perPiece);
    const path = join(folder, `${nth}-${file.source}`);
    writeFileSync(path, file.head(nth, some.length) + some.join('') + file.tail);
    return path;
  });
}

/** Some of the rows in the first import, all of them in the second. */
function takenOf(random: Random, rows: readonly string[], isFirst: boolean): string[] {
  const all = shuffled(random, rows);
  return isFirst ? all.slice(0, Math.ceil(all.length * (0.2 + 0.6 * random.fraction()))) : all;
}

/**
 * Loads a dataset: of each source first some of its rows, then all of them, shuffled and in one to three files. The
 * sources alternate, and one match run happens in between.
 */
async function loadInOrder({ home, orgdex }: Installation, population: KnownPopulation, order: number): Promise<void> {
  const random = new Random().restart(population.seed, order, 1);
  const turns = shuffled(random, [...truthFiles, ...truthFiles]);
  const matchAfter = random.between(1, turns.length - 1);
  for (const [turn, file] of turns.entries()) {
    const rows = rowsIn(file, population).map(({ text }) => text);
    const taken = takenOf(random, rows, turns.indexOf(file) === turn);
    const files = writePieces(home, file, taken, random.between(1, 3));
    await orgdex('import', file.source, ...files, ...anyRowCount);
    if (turn === matchAfter) await orgdex('match', 'run');
  }
  await orgdex('match', 'run');
}

/** One line per company: its records and a hash of its profile. */
async function companiesOf({ pool }: Installation): Promise<Set<string>> {
  const { companies } = await readCanonical(pool);
  const hash = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex');
  return new Set(companies.map(({ records, profile }) => `${records}: ${hash(profile)}`));
}

export interface OrdersReport {
  orders: number;
  companies: number;
  /** Companies that are not the same in all databases. */
  different: string[];
}

/** Loads one dataset in different orders and file splits, each into a new database, and compares the results. */
export async function compareOrders(population: KnownPopulation, orders: number): Promise<OrdersReport> {
  let first: Set<string> | undefined;
  const different = new Set<string>();
  for (let order = 0; order < orders; order++) {
    const installation = await openInstallation();
    try {
      await loadInOrder(installation, population, order);
      const companies = await companiesOf(installation);
      first ??= companies;
      for (const company of companies.symmetricDifference(first)) different.add(company);
    } finally {
      await installation.close();
    }
  }
  return { orders, companies: first?.size ?? 0, different: [...different].slice(0, 20) };
}
