/** How many letters must be added, dropped or changed to make one word of the other. */
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

const longestGuess = 64;

/** The known name that the caller most likely meant; the first of equals. */
export function nearestName(sent: string, known: readonly string[]): string | undefined {
  const asked = sent.slice(0, longestGuess).toLowerCase();
  return known
    .map((name) => ({ name, distance: editDistance(asked, name.toLowerCase()) }))
    .reduce<{ name: string; distance: number } | undefined>(
      (best, one) => (best && best.distance <= one.distance ? best : one),
      undefined,
    )?.name;
}
