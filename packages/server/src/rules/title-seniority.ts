import { seniorityRules } from './seniority-rules.ts';
import { trimRoles } from './title-normal.ts';
import { blot, firstMatch, patternsByClass, patternsOf } from './title-rule.ts';

const addedUp = [3, 2, 1] as const;
const standingAlone = [4, 5] as const;
const otherLevel = 6;

// Compiling takes a noticeable part of a second: only a process that reads titles pays for it.
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

/** The normalised title without former roles and bosses worked for; undefined when it tells nothing. */
export function heldRoles(normalised: string): string | undefined {
  if (firstMatch(normalised, rules().noData) >= 0) return undefined;
  const left = rules().cut.reduce((text, pattern) => trimRoles(text.replace(pattern, ' ')), normalised);
  return /\p{L}/u.test(left) ? left : undefined;
}

function holds(roles: string, level: number): boolean {
  const { drop, add } = rules();
  return firstMatch(blot(roles, drop.get(level) ?? []), add.get(level) ?? []) >= 0;
}

/** Levels 3, 2 and 1 add up, in that order; the first of 4, 5 and 6 counts only when there is none of them. */
export function seniorityOf(roles: string): number[] {
  const levels = addedUp.filter((level) => holds(roles, level));
  if (levels.length > 0) return levels;
  return [standingAlone.find((level) => holds(roles, level)) ?? otherLevel];
}
