/** What the tables of seniority and departments share. */

import { anyOf } from './rule.ts';

/** Where a role starts and ends in a normalized title: `ceo / director and head of sales` names three. */
export const roleStart = String.raw`(?:^|/ |\band )`;
export const roleEnd = String.raw`(?= /| and\b|$)`;

/** A chair of the board, not a department's: the word ends the role, or the board's name follows. */
export const bareChair = String.raw`chair(?= /| and\b|$| of\b| emeritus)`;

/** Owners and founders at work who own no company. */
export const ownersOfThings = `
  (product|process|service|system|systems|data|business process|application|platform|backlog|risk|control) owners?
  (scrum|technical|proxy|brand|asset|site|home|content|feature|policy) owners?
  owners? (s )?(representative|rep|corporation|association)
  founders? (s )?(office|associate)
`;

/** Directors by craft, who direct no company and no department. */
export const craftDirectors = '(funeral|film|casting|stage|cruise|camp|choir) director';

const companyForms = anyOf`
  pty, ltd, limited, inc, llc, llp, plc, bhd, pte, corp, corporation, holdings, tbk, jsc
`;

/** Roles that a member of the board names next to `director`. */
export const rolesBesideDirector = `
  founder, owner, ceo, cfo, coo, cto, md, chief, president, chair*, secretary, treasurer, principal, partner
  board, non executive, company secretary
`;

/** Jobs that the director of a small company names next to `director`. */
export const jobsBesideDirector = `
  manager, consultant, engineer, accountant, architect, designer, developer, electrician, plumber, builder, carpenter
  broker, lawyer, solicitor, adviser, advisor, trainer, coach, producer, editor, writer, photographer, agent, chef, planner
`;

interface BareDirector {
  grades: string;
  roles: string;
  jobs: string;
  /** Further words that may follow `director`. */
  endings?: readonly string[];
}

/**
 * A director without a function: alone, after another role, or before another role or the name of a company.
 *
 * `Director`, `CEO & Director` and `Director, Kestrel Pty Ltd` match; `Director of Sales` and `Director, Sales` do not.
 */
export function bareDirector({ grades, roles, jobs, endings = [] }: BareDirector): string {
  const nextRole = [
    String.raw`[^/]*\b${companyForms}\b`,
    String.raw`(co ?)?${roles}\b`,
    String.raw`(\w+ ){0,3}${jobs}(?= /|$)`,
  ];
  const ends = [
    '$',
    ' / (acting|interim)(?= /|$)',
    String.raw` (and|dan)\b(?! (group |global |regional |country )?head)`,
    ...endings,
    ` / (${nextRole.join('|')})`,
  ];
  const start = String.raw`(?:^|/ |\band |\bet |\bdan )(${grades} )*`;
  return `${start}(directors?|direktur|pengarah|giam doc)(?=${ends.join('|')})`;
}
