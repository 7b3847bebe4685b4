import { departmentRules } from './department-rules.ts';
import { blot, firstMatch, patternsByClass } from './rule.ts';

const otherDepartment = 16;
// The order of departments that match at the same position.
const precedence = [6, 14, 2, 11, 5, 15, 7, 10, 9, 8, 12, 13, 3, 4, 1];
const strengths = ['add', 'weak', 'last'] as const;

let compiled: ReturnType<typeof compile> | undefined;

function compile() {
  return {
    drop: patternsByClass(departmentRules, 'drop'),
    strengths: strengths.map((strength) => patternsByClass(departmentRules, strength)),
  };
}

/** The departments that a title names, in the order in which it names them. */
export function departmentsOf(roles: string): number[] {
  compiled ??= compile();
  const { drop } = compiled;
  for (const patterns of compiled.strengths) {
    const named = precedence
      .map((id) => ({ id, place: firstMatch(blot(roles, drop.get(id) ?? []), patterns.get(id) ?? []) }))
      .filter(({ place }) => place >= 0)
      .sort((one, other) => one.place - other.place);
    if (named.length > 0) return named.map(({ id }) => id);
  }
  return [otherDepartment];
}
