import type { Place } from '../speed/installation.ts';
import { type CaseResult, measureSpeed } from '../speed/speed.ts';
import { openTargets } from '../speed/targets.ts';
import { fallenOf, guardParts, type Ratios, type Recorded, ratiosOfAll } from './check.ts';

type Note = (text: string) => void;

const describe = (ratios: Ratios) =>
  Object.entries(ratios)
    .map(([name, ratio]) => `${name} ${ratio.toFixed(2)}`)
    .join(', ');

async function measurePart(
  place: Place,
  { order, settings }: (typeof guardParts)[number],
  note: Note,
): Promise<Ratios> {
  const targets = await openTargets(place, { settings });
  try {
    const onResult = (result: CaseResult) => note(describe(ratiosOfAll([result])));
    return ratiosOfAll(await measureSpeed({ place, targets, note, onResult }, order));
  } finally {
    await targets.close();
  }
}

/** Every ratio of the guard once, of processes that are started for it. */
export async function measureGuard(place: Place, note: Note): Promise<Ratios> {
  const parts: Ratios[] = [];
  for (const part of guardParts) parts.push(await measurePart(place, part, note));
  return Object.assign({}, ...parts);
}

/** What fell, and by how much. A machine has bad moments: only what falls twice fell. */
export async function findFallen(
  place: Place,
  recorded: Readonly<Record<string, Recorded>>,
  note: Note,
): Promise<{ measured: Ratios; fallen: string[] }> {
  const first = await measureGuard(place, note);
  if (fallenOf(recorded, first).length === 0) return { measured: first, fallen: [] };
  note('something fell: once more');
  const second = await measureGuard(place, note);
  const measured = Object.fromEntries(
    Object.keys(recorded).flatMap((name) => {
      const seen = [first[name], second[name]].filter((one) => one !== undefined);
      return seen.length > 0 ? [[name, Math.max(...seen)]] : [];
    }),
  );
  return { measured, fallen: fallenOf(recorded, measured) };
}
