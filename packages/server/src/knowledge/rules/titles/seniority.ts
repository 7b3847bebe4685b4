import { trimRoles } from './normalize.ts';
import { blot, firstMatch, patternsByClass, patternsOf } from './rule.ts';
import { seniorityRules } from './seniority-rules.ts';

const addedUp = [3, 2, 1] as const;
const standingAlone = [4, 5] as const;
const otherLevel = 6;

// Compiling takes a noticeable fraction of a second, so it waits until a process classifies its first title.
let compiled: ReturnType<typeof compile> | undefined;

function compile() {
  return {
    noData: patternsOf(seniorityRules, 'nodata'),
    cut: patternsOf(seniorityRules, 'cut'),
    drop: patternsByClass(seniorityRules, 'drop'),
    add: patternsByClass(seniorityRules, 'add'),
  };
}

function rules() {
  compiled ??= compile();
  return compiled;
}

/** The normalized title without former roles and without the boss that someone works for; undefined if nothing is left. */
export function heldRoles(normalized: string): string | undefined {
  if (firstMatch(normalized, rules().noData) >= 0) return undefined;
  const left = rules().cut.reduce((text, pattern) => trimRoles(text.replace(pattern, ' ')), normalized);
  return /\p{L}/u.test(left) ? left : undefined;
}

function holds(roles: string, level: number): boolean {
  const { drop, add } = rules();
  return firstMatch(blot(roles, drop.get(level) ?? []), add.get(level) ?? []) >= 0;
}

/** Every matching level of 3, 2 and 1, in that order; if there is none, the first matching level of 4, 5 and 6. */
export function seniorityOf(roles: string): number[] {
  const levels = addedUp.filter((level) => holds(roles, level));
  if (levels.length > 0) return levels;
  return [standingAlone.find((level) => holds(roles, level)) ?? otherLevel];
}
