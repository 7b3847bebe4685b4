import { fieldAliases } from './field-aliases.ts';

/** How many letters must be added, dropped or changed to turn one word into the other. */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const changed = (row[j] as number) + (a[i] === b[j] ? 0 : 1);
      next.push(Math.min(changed, (row[j + 1] as number) + 1, (next[j] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}

const maxCompared = 64;

/** A name without case, spaces, hyphens and underscores. */
export const plainName = (name: string): string =>
  name
    .slice(0, maxCompared)
    .toLowerCase()
    .replace(/[\s_-]/g, '');

/** Two letters of three must stay, or the words have little to do with each other. */
const isNear = (distance: number, sent: string): boolean => distance <= Math.ceil(sent.length / 3);

interface Candidate {
  /** What is suggested. */
  readonly name: string;
  /** What the sent name is compared with. */
  readonly spelling: string;
}

/** The candidate with the spelling closest to what was sent, if any is close; the first of equals. */
export function nearestOf(sent: string, candidates: readonly Candidate[]): string | undefined {
  if (sent.length > maxCompared) return undefined;
  const best = candidates
    .map(({ name, spelling }) => ({ name, distance: editDistance(sent, spelling) }))
    .reduce<{ name: string; distance: number } | undefined>(
      (nearest, one) => (nearest && nearest.distance <= one.distance ? nearest : one),
      undefined,
    );
  return best && isNear(best.distance, sent) ? best.name : undefined;
}

/** The known field that the caller most likely meant: by an alias first, then by spelling. */
export function nearestField(sent: string, known: readonly string[]): string | undefined {
  const asked = plainName(sent);
  const aliases = known.flatMap((name) =>
    (fieldAliases[name] ?? []).map((alias) => ({ name, spelling: plainName(alias) })),
  );
  const names = known.map((name) => ({ name, spelling: plainName(name) }));
  const alias = aliases.find(({ spelling }) => spelling === asked);
  return alias?.name ?? nearestOf(asked, [...names, ...aliases]);
}
