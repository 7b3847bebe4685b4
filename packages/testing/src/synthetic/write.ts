import { endOfRows, type Fate, fateOf, type Order, type SyntheticRegister } from './files/register.ts';
import { streamOf, writeText } from './files/text.ts';
import { writeZip } from './files/zip.ts';
import { syntheticRegisters } from './registers/index.ts';

/** How many rows of a group had each fate. */
export type Tally = Map<string, Record<Fate, number>>;

export interface Job {
  readonly order: Order;
  readonly register: SyntheticRegister;
  readonly tally: Tally;
}

function count(tally: Tally, group: string, fate: Fate): void {
  const counts = tally.get(group) ?? { same: 0, changed: 0, removed: 0, added: 0, broken: 0 };
  tally.set(group, counts);
  counts[fate] += 1;
}

function* textsOf({ order, register, tally }: Job, part: number, from: number, to: number): Generator<string> {
  yield register.head(order, part);
  for (let index = from; index < to; index += 1) {
    const fate = fateOf(order, index, register);
    const { group, text } = register.rowOf(order, index, fate);
    count(tally, group, fate);
    if (fate !== 'removed') yield text;
  }
  yield register.tail;
}

/** The parts of a file. Their texts are generated when they are read. */
export function partsOf(job: Job): { name: string; texts: Iterable<string> }[] {
  const { order, register } = job;
  const perPart = register.archive?.rowsPerPart(order.rows) ?? order.rows;
  const parts = Math.max(1, Math.ceil(order.rows / perPart));
  return Array.from({ length: parts }, (_, at) => {
    const to = at + 1 < parts ? (at + 1) * perPart : endOfRows(order);
    return { name: register.archive?.nameOf(order, at) ?? '', texts: textsOf(job, at, at * perPart, to) };
  });
}

const usual: Order = { seed: 1, rows: 0, broken: 0, next: false, changed: 0.005 };

export interface RegisterOrder extends Partial<Order> {
  readonly rows: number;
  readonly source: string;
}

/** Writes the file of a source in its exact format, in constant memory. The same seed gives the same file, and fitting files of all sources. */
export async function writeRegister({ source, ...given }: RegisterOrder, path: string): Promise<Tally> {
  const register = syntheticRegisters[source];
  if (!register) throw new Error(`There is no synthetic file of ${source}.`);
  const job: Job = { order: { ...usual, ...given }, register, tally: new Map() };
  const parts = partsOf(job);
  if (register.archive)
    await writeZip(
      path,
      parts.map(({ name, texts }) => ({ name, open: () => streamOf(texts) })),
    );
  else await writeText(path, parts[0]?.texts ?? []);
  return job.tally;
}
