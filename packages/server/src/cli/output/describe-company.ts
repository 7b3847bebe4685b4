import type { ExplainedCompany } from '../../api/admin/explain-company.ts';
import type { Origin } from '../../knowledge/profiles/company-document.ts';
import type { ExplainedField, OtherStatement, UnservedNames } from '../../knowledge/profiles/explain.ts';
import { decisionIdOf, identifierOf, isImplied, isJoin, matchIdOf } from '../../knowledge/rules/identifiers/claims.ts';
import type { Verdict } from '../../pipeline/identity/matching/decide.ts';
import { describeParts } from '../../pipeline/identity/matching/wording.ts';
import type { DatabaseCompany, LinkedRecord } from '../../stores/postgres/identity/company-records.ts';
import { showScore } from './describe-match.ts';
import { formatMoment } from './format-time.ts';
import { fit } from './table.ts';
import { bold } from './terminal.ts';

const lineWidth = 120;

function describeReason(linkedBy: string): string {
  const decision = decisionIdOf(linkedBy);
  if (decision) return `joined by an operator, decision ${decision}`;
  const match = matchIdOf(linkedBy);
  return match === undefined ? `linked by ${linkedBy}` : `matched by name and location, match ${match}`;
}

function describeLink({ linkedBy, founder, hidden }: LinkedRecord): string {
  const link = describeReason(linkedBy ?? '');
  if (hidden) return linkedBy === null ? 'formerly part of this company' : `formerly ${link}`;
  if (linkedBy === null) return founder ? 'founding record' : 'not linked to another record';
  return founder ? `founding record; ${link}` : link;
}

function describeClaim(claim: string): string {
  if (isImplied(claim)) return `${identifierOf(claim)} (implied)`;
  const match = matchIdOf(claim);
  if (match !== undefined) return `match ${match}`;
  const decision = decisionIdOf(claim);
  if (!decision) return claim;
  return isJoin(claim) ? `join ${decision}` : `split ${decision}`;
}

const stateOf = ({ removed, hidden }: LinkedRecord): string[] =>
  hidden
    ? ['removed by its source, ignored']
    : removed
      ? ['removed by its source, kept as the last known statement']
      : [];

function describeRecord(record: LinkedRecord): string[] {
  const facts = [
    record.class,
    record.country ?? 'all countries',
    `observed ${record.observed}`,
    `run ${record.runId}`,
    ...stateOf(record),
  ];
  return [
    `  ${fit(`${record.source}:${record.key}`, 60)}  ${facts.join(', ')}`,
    `      ${describeLink(record)}`,
    `      claims ${record.claims.length > 0 ? fit(record.claims.map(describeClaim).join(', '), lineWidth - 13) : 'nothing'}`,
  ];
}

function toText(value: unknown): string {
  if (Array.isArray(value)) return value.map(toText).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function describeFrom([first, ...more]: readonly Origin[]): string {
  if (!first) return '';
  const others = more.length > 0 ? ` and ${more.length} more` : '';
  return `${first.source} ${first.observed}${others}`;
}

const describeOther = ({ source, observed, country }: OtherStatement): string =>
  `${source} ${observed}${country ? ` (${country})` : ''}`;

/** Field, value and source side by side, with different values of other records below. */
function describeFields(fields: readonly ExplainedField[]): string[] {
  const names = Math.max(0, ...fields.map(({ field }) => field.length));
  const rows = fields.flatMap(({ field, value, from, region, others }) => [
    { field, value: toText(value), from: `${describeFrom(from)}${region ? `, for ${region}` : ''}` },
    ...others.map((other) => ({ field: '', value: `≠ ${toText(other.value)}`, from: describeOther(other) })),
  ]);
  const origins = Math.max(0, ...rows.map(({ from }) => from.length));
  const room = Math.max(24, Math.min(60, lineWidth - names - origins - 6));
  const width = Math.min(room, Math.max(0, ...rows.map(({ value }) => [...value].length)));
  return rows.map(({ field, value, from }) => `  ${field.padEnd(names)}  ${fit(value, width).padEnd(width)}  ${from}`);
}

function describeDecisions({ decisions }: DatabaseCompany): string[] {
  if (decisions.length === 0) return [];
  const lines = decisions.map(({ id, kind, madeAt, splitFrom }) => {
    const other = splitFrom.length > 0 ? `, separate from ${splitFrom.join(', ')}` : '';
    return `  decision ${id}  ${kind}, ${formatMoment(madeAt)} UTC${other}`;
  });
  return ['', bold('Decisions by operators'), ...lines];
}

function describeMatches({ matches }: DatabaseCompany): string[] {
  if (matches.length === 0) return [];
  const lines = matches.map(({ id, score, reasons, free, company }) => {
    const pair = `${fit(`${free.source}:${free.key}`, 48)} to ${fit(`${company.source}:${company.key}`, 48)}`;
    return [
      `  match ${id}  ${pair}`,
      `      score ${showScore(score)}: ${describeParts(reasons as Verdict['reasons'])}`,
    ];
  });
  return ['', bold('Matched by name and location'), ...lines.flat()];
}

function describeShared({ id, shared }: DatabaseCompany): string[] {
  if (shared.length === 0) return [];
  const width = Math.max(...shared.map(({ identifier }) => fit(identifier, 60).length));
  const lines = shared.map(({ identifier, company, claimants, others }) => {
    const found = company === id ? 'this one' : company;
    const more = claimants - 1 - others.length;
    return [
      `  ${fit(identifier, 60).padEnd(width)}  ${claimants} companies; lookups return ${found}`,
      `      also claimed by ${others.join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
    ];
  });
  return ['', bold('Identifiers shared with other companies'), ...lines.flat()];
}

function describeUnserved(unserved: readonly UnservedNames[]): string[] {
  if (unserved.length === 0) return [];
  const fields = unserved.map(({ field, names, source, observed }) => ({
    field,
    value: names,
    from: [{ source, observed }],
    others: [],
  }));
  return ['', bold('Names that are not in the profile'), ...describeFields(fields)];
}

function describeRegions({ regions, country }: ExplainedCompany): string[] {
  const others = Object.entries(regions).filter(([code]) => code !== country);
  return others.map(
    ([code, fields]) => `  ${code} has other values for ${fit(fields.join(', '), 70)}: --country ${code}`,
  );
}

/** How the argument led to this company. */
function describeWay({ id, asked, foundBy, mergedFrom, matchedIds, shared }: ExplainedCompany): string[] {
  if (asked === id) return [];
  if (mergedFrom) return [`  ${mergedFrom} was merged into it`];
  if (matchedIds.includes(asked)) return [`  ${asked} redirects to it as long as a match holds`];
  const claimants = shared.find(({ identifier }) => identifier === foundBy)?.claimants ?? 1;
  return [`  found by ${fit(asked, 80)}${claimants > 1 ? `, which ${claimants} companies claim` : ''}`];
}

/** A company's records and links, and the source of each value, for a terminal. */
export function describeCompany(company: ExplainedCompany): string {
  const { since, sinceRun, mergedIds, matchedIds, records, country, profile } = company;
  const others = profile.some((field) => field.others.length > 0);
  const isNamed = profile.some(({ field }) => field === 'name');
  return [
    bold(`Company ${company.id}`),
    ...describeWay(company),
    `  created     ${since ? `${formatMoment(since)} UTC, ` : ''}run ${sinceRun}`,
    ...(isNamed ? [] : ['  Not served: no record gives it a name.']),
    ...(mergedIds.length > 0 ? [`  merged ids  ${mergedIds.join(', ')}`] : []),
    ...(matchedIds.length > 0 ? [`  matched ids ${matchedIds.join(', ')}, as long as a match holds`] : []),
    '',
    bold(`Records: ${records.length}`),
    ...records.flatMap(describeRecord),
    ...describeDecisions(company),
    ...describeMatches(company),
    ...describeShared(company),
    '',
    bold(
      `Profile${country ? ` for ${country}` : ', without country-specific values'}${others ? ' (≠ value of another record)' : ''}`,
    ),
    ...describeFields(profile),
    ...describeRegions(company),
    ...describeUnserved(company.unserved),
  ].join('\n');
}
