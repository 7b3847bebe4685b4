import { createHash } from 'node:crypto';
import { rulesProbe } from './rules-probe.ts';
import { titleClasses } from './title-classes.ts';
import { titleWords } from './title-words.ts';

/**
 * What the title rules give, in twelve hex digits: an index is searched only by a build that would fill it the same.
 * The runtime's own Thai dictionary and Unicode tables are in it too.
 */
export function rulesHash(): string {
  known ??= work();
  return known;
}

let known: string | undefined;

function work(): string {
  const given = rulesProbe.map((title) => [titleWords(title), titleClasses(title)]);
  return createHash('sha256').update(JSON.stringify(given)).digest('hex').slice(0, 12);
}
