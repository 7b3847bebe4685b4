import { printable } from '../../../core/output/escape.ts';
import { formatNumber } from '../../../core/output/numbers.ts';

/** How the company of a person was found, or that it was not. */
type Way = 'domain' | 'name' | 'score' | 'none';

export interface TrialLinks {
  /** Rows by way; undefined if the database was not read, because no source was given. */
  rows?: Partial<Record<Way, number>> | undefined;
  /** Rows that were not checked, because the file has too many different companies. */
  unchecked: number;
  /** For each of the first records: undefined if an identifier names the company. */
  samples: readonly (TrialLink | undefined)[];
}

export interface TrialLink {
  /** What the row says about its company. */
  by: string;
  way?: Way | undefined;
  company?: { id: string; name: string | null } | undefined;
}

/** How each way is called in the output of commands. */
export const wayNames: Readonly<Record<Way, string>> = {
  domain: 'by email domain',
  name: 'by account name',
  score: 'by score',
  none: 'not linked',
};
const ways = Object.keys(wayNames) as Way[];

/** The rows of each way, for a terminal. */
export function describeWays(rows: Readonly<Record<string, number>>): string[] {
  const width = Math.max(...ways.map((way) => formatNumber(rows[way] ?? 0).length));
  return ways.map((way) => `  ${formatNumber(rows[way] ?? 0).padStart(width)}  ${wayNames[way]}`);
}

/** How the company of one of the first records is found. */
export function describeLink(link: TrialLink | undefined): string[] {
  if (!link) return [];
  if (!link.way) return [`    company: by ${link.by}`];
  const { company, way } = link;
  const found = company ? `${printable(company.name ?? 'without a name')} (${company.id}), ` : '';
  return [`    company: ${found}${wayNames[way]}`];
}

/** How many rows find their company in each way. */
export function describeLinks(links: TrialLinks | undefined): string[] {
  if (!links) return [];
  if (!links.rows) {
    return [
      'Some rows do not identify their company. Add --source <name> to see which companies they would be linked to.',
      '',
    ];
  }
  const unchecked = links.unchecked > 0 ? [`  ${formatNumber(links.unchecked)} more rows were not checked`] : [];
  return [
    'Rows that do not identify their company, by how it was found:',
    ...describeWays(links.rows),
    ...unchecked,
    '',
  ];
}
