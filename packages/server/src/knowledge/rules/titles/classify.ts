import { departmentsOf } from './departments.ts';
import { normalizeTitle } from './normalize.ts';
import { heldRoles, seniorityOf } from './seniority.ts';

export type TitleClasses = { seniority: number[]; departments: number[] };

const noData = (): TitleClasses => ({ seniority: [7], departments: [17] });

/**
 * The seniority levels and departments of a title, primary first.
 *
 * @example titleClasses('Sales & Marketing Manager') // { seniority: [5], departments: [2, 11] }
 */
export function titleClasses(title: string | null): TitleClasses {
  const roles = heldRoles(normalizeTitle(title ?? ''));
  return roles === undefined ? noData() : { seniority: seniorityOf(roles), departments: departmentsOf(roles) };
}
