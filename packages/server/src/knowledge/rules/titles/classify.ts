import { departmentRules } from './department-rules.ts';
import { normalizeTitle, trimRoles } from './normalize.ts';
import { blot, firstMatch, patternsByClass, patternsOf } from './rule.ts';
import { seniorityRules } from './seniority-rules.ts';

export type TitleClasses = { seniority: number[]; departments: number[] };

const noData = (): TitleClasses => ({ seniority: [7], departments: [17] });

const addedUp = [3, 2, 1] as const;
const standingAlone = [4, 5] as const;
const otherLevel = 6;

const otherDepartment = 16;
// The order of departments that match at the same position.
const departmentOrder = [6, 14, 2, 11, 5, 15, 7, 10, 9, 8, 12, 13, 3, 4, 1];
const strengths = ['add', 'weak', 'last'] as const;

// Compiling takes a noticeable fraction of a second, so it waits until a process classifies its first title.
let compiled: ReturnType<typeof compile> | undefined;

const compile = () => ({
  noData: patternsOf(seniorityRules, 'nodata'),
  cut: patternsOf(seniorityRules, 'cut'),
  seniority: { drop: patternsByClass(seniorityRules, 'drop'), add: patternsByClass(seniorityRules, 'add') },
  departments: {
    drop: patternsByClass(departmentRules, 'drop'),
    strengths: strengths.map((strength) => patternsByClass(departmentRules, strength)),
  },
});

function rules() {
  compiled ??= compile();
  return compiled;
}

/** The normalized title without former roles and without the boss that someone works for; undefined if nothing is left. */
function heldRoles(normalized: string): string | undefined {
  if (firstMatch(normalized, rules().noData) >= 0) return undefined;
  const left = rules().cut.reduce((text, pattern) => trimRoles(text.replace(pattern, ' ')), normalized);
  return /\p{L}/u.test(left) ? left : undefined;
}

function holds(roles: string, level: number): boolean {
  const { drop, add } = rules().seniority;
  return firstMatch(blot(roles, drop.get(level) ?? []), add.get(level) ?? []) >= 0;
}

/** Every matching level of 3, 2 and 1, in that order; if there is none, the first matching level of 4, 5 and 6. */
function seniorityOf(roles: string): number[] {
  const levels = addedUp.filter((level) => holds(roles, level));
  if (levels.length > 0) return levels;
  return [standingAlone.find((level) => holds(roles, level)) ?? otherLevel];
}

/** The departments that a title names, in the order in which it names them. */
function departmentsOf(roles: string): number[] {
  const { drop, strengths } = rules().departments;
  for (const patterns of strengths) {
    const named = departmentOrder
      .map((id) => ({ id, place: firstMatch(blot(roles, drop.get(id) ?? []), patterns.get(id) ?? []) }))
      .filter(({ place }) => place >= 0)
      .sort((one, other) => one.place - other.place);
    if (named.length > 0) return named.map(({ id }) => id);
  }
  return [otherDepartment];
}

/**
 * The seniority levels and departments of a title, primary first.
 *
 * @example titleClasses('Sales & Marketing Manager') // { seniority: [5], departments: [2, 11] }
 */
export function titleClasses(title: string | null): TitleClasses {
  const roles = heldRoles(normalizeTitle(title ?? ''));
  return roles === undefined ? noData() : { seniority: seniorityOf(roles), departments: departmentsOf(roles) };
}
